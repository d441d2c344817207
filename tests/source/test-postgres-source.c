/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of a PostgreSQL server as a source, on a real one: what introspection finds, that a scan gives
 * what SELECT gives, and that statements see one state of the data. Types are in
 * test-postgres-types.c, what goes wrong in test-postgres-faults.c.
 */
#include "config.h"

#include <string.h>

#include "postgres-fixture.h"

static void
test_query (Fixture *f, gconstpointer data)
{
  const AskValue numbers[] = { ask_value_integer (2), ask_value_integer (3), ASK_NULL_INIT };
  const AskValue texts[] = { ask_value_text ("b\"\\,{}", -1), ask_value_text ("NULL", -1),
                             ask_value_text ("", -1) };
  const AskValue one = ask_value_integer (40);
  const AskArgument arguments[]
    = { { ASK_TYPE_INTEGER, FALSE, &one, 1 },
        { ASK_TYPE_INTEGER, TRUE, numbers, 3 },
        { ASK_TYPE_TEXT, TRUE, texts, 3 } };
  g_autoptr (AskCursor) cursor = NULL;
  g_autofree char *rows = NULL;
  const AskColumn *columns;
  guint n_columns;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  cursor = ask_source_query (f->source,
                             "SELECT $1 + n AS \"sum\", t AS word FROM unnest($2::int8[], $3::text[]) "
                             "AS u (n, t)",
                             arguments, 3, NULL, &error);
  g_assert_no_error (error);
  columns = ask_cursor_get_columns (cursor, &n_columns);
  g_assert_cmpuint (n_columns, ==, 2);
  g_assert_cmpstr (columns[0].name, ==, "sum");
  g_assert_cmpint (columns[0].type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpstr (columns[1].name, ==, "word");
  g_assert_cmpint (columns[1].type, ==, ASK_TYPE_TEXT);
  rows = read_rows (cursor, n_columns);
  g_assert_cmpstr (rows, ==, "42|'b\"\\,{}'\n43|'NULL'\nNULL|''\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/source/postgres-source/query", test_query);
  return g_test_run ();
}
