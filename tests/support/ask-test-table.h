/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables of a SQLite file served as a web API, for tests that compare the two: the same rows must
 * come out whichever way they are read.
 */
#pragma once

#include "schema/ask-schema.h"
#include "support/ask-test-server.h"

G_BEGIN_DECLS

/**
 * AskTestTable:
 * @paging: how the pages go
 * @page_size: rows the server gives a page at most, whatever it is asked for
 * @zero_based: the first page is page 0
 * @silent: nothing says which the first page is
 * @total: whether answers say how many rows there are
 * @sloppy: filters compare without regard to case, as many APIs do
 */
typedef struct
{
  char *path; /* of the SQLite file */
  AskPagingKind paging;
  guint page_size;
  gboolean zero_based;
  gboolean silent;
  gboolean total;
  gboolean sloppy;
  guint delay_ms;
} AskTestTable;

void       ask_test_table_handle     (AskTestServer        *server,
                                      const AskTestRequest *request,
                                      AskTestReply         *reply,
                                      gpointer              table);
AskEntity *ask_test_table_new_entity (const AskTestTable   *table,
                                      const char           *source,
                                      const char           *name,
                                      const char *const    *parameters,
                                      const char           *required);

G_END_DECLS
