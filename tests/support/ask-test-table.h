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
 * AskTestOrder:
 * @ASK_TEST_ORDER_IGNORED: ?sort=… changes nothing
 * @ASK_TEST_ORDER_GOOD: ?sort=column and ?sort=-column do what they say, NULL first
 * @ASK_TEST_ORDER_NULLS_LAST: NULL is the greatest
 * @ASK_TEST_ORDER_TEXT: numbers are sorted as texts
 * @ASK_TEST_ORDER_EACH_PAGE: each page is sorted for itself
 * @ASK_TEST_ORDER_UNSTABLE: rows that are equal lie otherwise on each page
 * @ASK_TEST_ORDER_REFUSED: a request for an order is answered with 400
 * @ASK_TEST_ORDER_EMPTY: and here with no rows
 */
typedef enum
{
  ASK_TEST_ORDER_IGNORED,
  ASK_TEST_ORDER_GOOD,
  ASK_TEST_ORDER_NULLS_LAST,
  ASK_TEST_ORDER_TEXT,
  ASK_TEST_ORDER_EACH_PAGE,
  ASK_TEST_ORDER_UNSTABLE,
  ASK_TEST_ORDER_REFUSED,
  ASK_TEST_ORDER_EMPTY
} AskTestOrder;

/**
 * AskTestTable:
 * @paging: how the pages go
 * @page_size: rows the server gives a page at most, whatever it is asked for
 * @zero_based: the first page is page 0
 * @silent: nothing says which the first page is
 * @total: whether answers say how many rows there are
 * @sized: pages may be asked for shorter, with ?limit=5
 * @order: what becomes of ?sort=…
 * @sloppy: filters compare without regard to case, as many APIs do
 * @omits: (nullable): "c.a_id", a column that the table's rows leave out, and whose filter takes several
 *   values: ?a_id=1,2
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
  gboolean sized;
  AskTestOrder order;
  guint delay_ms;
  gboolean never;
  const char *omits;
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
