/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the MariaDB driver on a real server: queries with arguments, scans, several cursors at once,
 * introspection, and that nothing can be written.
 */
#include "config.h"

#include "mysql-fixture.h"

static AskTestMariadb *server;

static void
test_query (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  AskValue values[] = { ask_value_integer (2), ask_value_text ("b'\\\"", -1) };
  AskArgument arguments[] = { { .type = ASK_TYPE_INTEGER, .values = &values[0], .n_values = 1 },
                              { .type = ASK_TYPE_TEXT, .values = &values[1], .n_values = 1 } };
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = NULL;
  const AskColumn *columns;
  guint n_columns;

  cursor = ask_source_query (source,
                             "SELECT id, name, id * ? AS `dou``ble`, ? AS word FROM item ORDER BY id",
                             arguments, 2, NULL, &error);
  g_assert_no_error (error);
  columns = ask_cursor_get_columns (cursor, &n_columns);
  g_assert_cmpuint (n_columns, ==, 4);
  g_assert_cmpstr (columns[1].name, ==, "name");
  g_assert_cmpint (columns[0].type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpint (columns[1].type, ==, ASK_TYPE_TEXT);
  g_assert_cmpstr (columns[2].name, ==, "dou`ble");
  g_assert_cmpint (columns[2].type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpint (columns[3].type, ==, ASK_TYPE_TEXT);
  rows = mysql_read (cursor);
  g_assert_cmpstr (rows, ==,
                   "1|'bolt'|2|'b'\\\"'\n2|'Nüsse 🥜'|4|'b'\\\"'\n3|NULL|6|'b'\\\"'\n4|''|8|'b'\\\"'");
}

int
main (int argc, char **argv)
{
  g_autofree char *reason = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  server = ask_test_mariadb_new (0, &reason);
  if (server == NULL)
    {
      g_print ("1..0 # SKIP %s\n", reason);
      return 0;
    }
  ask_test_mariadb_exec (server, "CREATE DATABASE shop; USE shop; "
                                 "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20)); "
                                 "INSERT INTO item VALUES (1, 'bolt'), (2, 'Nüsse 🥜'), "
                                 "(3, NULL), (4, '')");
  g_test_add_func ("/source/mysql-source/query", test_query);
  result = g_test_run ();
  ask_test_mariadb_free (server);
  return result;
}
