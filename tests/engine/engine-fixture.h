/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session over tables that are served as an API, with the same tables in a plain file beside it.
 */
#pragma once

#include <sqlite3.h>

#include "engine/ask-engine.h"
#include "support/ask-test-table.h"

G_BEGIN_DECLS

/**
 * EngineFixture:
 * @plain: the tables themselves
 * @engine: the same tables: "a", "b" and "c" as an API, "d" attached
 */
typedef struct
{
  char *folder;
  char *path;
  AskTestTable table;
  AskTestServer *server;
  sqlite3 *plain;
  AskSchema *schema;
  GPtrArray *configs;
  AskEngine *engine;
} EngineFixture;

void     engine_fixture_open    (EngineFixture *self,
                                 const char    *sql,
                                 AskPagingKind  paging);
void     engine_fixture_open_silent (EngineFixture *self,
                                 const char    *sql,
                                 gboolean       zero_based);
void     engine_fixture_close   (EngineFixture *self);
GString *engine_fixture_plain   (EngineFixture *self,
                                 const char    *sql);
GString *engine_fixture_plain_in (sqlite3    *plain,
                                 const char    *sql);
GString *engine_fixture_rows    (const AskRows *rows);

G_END_DECLS
