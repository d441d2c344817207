/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A workspace with a shop for boards: orders of customers in three cities over two years; and APIs beside it.
 */
#pragma once

#include "board/ask-board-refresh.h"
#include "store/store-fixture.h"
#include "support/ask-test-server.h"

G_BEGIN_DECLS

typedef struct
{
  StoreShop *shop;
  AskWorkspace *workspace; /* of the shop */
  AskSchema *schema; /* nullable: that of @reader */
  AskSchemaReader *reader; /* nullable: made when first asked for */
} BoardFixture;

BoardFixture    *board_fixture_new     (void);
void             board_fixture_free    (BoardFixture  *self);
AskSchemaReader *board_fixture_read    (BoardFixture  *self);
void             board_fixture_add_api (BoardFixture  *self,
                                        AskTestServer *server,
                                        const char    *source,
                                        const char    *entity);
AskTile         *board_fixture_pin     (AskBoard      *board,
                                        const char    *title,
                                        const char    *sql);
void             board_fixture_save    (BoardFixture  *self,
                                        AskBoard      *board);
GPtrArray       *board_fixture_click   (BoardFixture       *self,
                                        const AskBoardCell *cell);
char            *board_fixture_run     (BoardFixture  *self,
                                        const char    *sql);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BoardFixture, board_fixture_free)

G_END_DECLS
