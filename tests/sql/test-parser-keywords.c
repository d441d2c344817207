/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every keyword of the SQLite at hand, in every place of a query where a name may stand: the parser
 * takes the word as a name there exactly where SQLite does. The places are real names (tables and
 * columns called after the keyword exist), so that SQLite's verdict is of the syntax alone.
 */
#include "config.h"

#include <string.h>

#include "test-parser-oracle.h"

/* "%" is the keyword. */
static const struct
{
  const char *place;
  const char *sql;
} places[] = {
  { "column", "SELECT % FROM t" },
  { "column-last", "SELECT a, %" },
  { "column-compared", "SELECT a FROM t WHERE % = 1" },
  { "column-right", "SELECT a FROM t WHERE a = %" },
  { "column-qualified", "SELECT t.% FROM t" },
  { "column-of", "SELECT %.a FROM t" },
  { "column-star", "SELECT %.* FROM t" },
  { "column-grouped", "SELECT a FROM t GROUP BY %" },
  { "column-ordered", "SELECT a FROM t ORDER BY % DESC" },
  { "column-used", "SELECT a FROM t JOIN u USING (%)" },
  { "column-bracketed", "SELECT (%) FROM t" },
  { "column-listed", "SELECT a FROM t WHERE a IN (%, 1)" },
  { "table", "SELECT a FROM %" },
  { "table-of-schema", "SELECT a FROM main.%" },
  { "table-schema", "SELECT a FROM %.t" },
  { "table-joined", "SELECT 1 FROM t JOIN % ON 1" },
  { "table-after-comma", "SELECT 1 FROM t, %" },
  { "table-in", "SELECT a FROM t WHERE a IN %" },
  { "table-function", "SELECT 1 FROM %(1)" },
  { "table-alias-as", "SELECT 1 FROM t AS %" },
  { "table-alias", "SELECT 1 FROM t %" },
  { "table-alias-joined", "SELECT 1 FROM t % JOIN u ON 1" },
  { "table-alias-where", "SELECT 1 FROM t % WHERE 1" },
  { "table-alias-select", "SELECT 1 FROM (SELECT 1) %" },
  { "alias-as", "SELECT a AS % FROM t" },
  { "alias", "SELECT a % FROM t" },
  { "alias-last", "SELECT 1 %" },
  { "alias-number", "SELECT 1 %, 2" },
  { "function", "SELECT %(a) FROM t" },
  { "function-empty", "SELECT %()" },
  { "function-two", "SELECT %(a, b) FROM t" },
  { "function-star", "SELECT %(*) FROM t" },
  { "function-after-close", "SELECT count(*) %" },
  { "cte", "WITH % AS (SELECT 1) SELECT 1" },
  { "cte-column", "WITH x (%) AS (SELECT 1) SELECT 1 FROM x" },
  { "window", "SELECT sum(a) OVER w FROM t WINDOW % AS ()" },
  { "window-used", "SELECT sum(a) OVER % FROM t WINDOW w AS ()" },
  { "window-base", "SELECT sum(a) OVER (%) FROM t WINDOW w AS ()" },
  { "collation", "SELECT a COLLATE % FROM t" },
  { "type", "SELECT CAST(a AS %) FROM t" },
  { "index", "SELECT a FROM t INDEXED BY %" },
};

static char *
put_word (const char *sql, const char *word)
{
  g_auto (GStrv) parts = g_strsplit (sql, "%", -1);

  return g_strjoinv (word, parts);
}

static char *
dup_keyword (int i, gboolean lower)
{
  const char *word;
  int length;

  g_assert_cmpint (sqlite3_keyword_name (i, &word, &length), ==, SQLITE_OK);
  return lower ? g_ascii_strdown (word, length) : g_strndup (word, (gsize) length);
}

static sqlite3 *
open_with_names (void)
{
  sqlite3 *db = oracle_open ();

  for (int i = 0; i < sqlite3_keyword_count (); i++)
    {
      g_autofree char *word = dup_keyword (i, FALSE);
      g_autofree char *sql = g_strdup_printf ("CREATE TABLE \"%s\" (a, b, \"%s\")", word, word);
      char *message = NULL;

      sqlite3_exec (db, sql, NULL, NULL, &message);
      g_assert_cmpstr (message, ==, NULL);
    }
  return db;
}

static void
test_place (const void *data)
{
  guint place = GPOINTER_TO_UINT (data);
  sqlite3 *db = open_with_names ();
  guint failures = 0;
  guint taken = 0;

  g_assert_cmpint (sqlite3_keyword_count (), >, 100);
  for (int i = 0; i < sqlite3_keyword_count (); i++)
    {
      g_autofree char *word = dup_keyword (i, i % 2 == 0);
      g_autofree char *sql = put_word (places[place].sql, word);
      g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);

      taken += tree != NULL;
      failures += !oracle_agrees (db, sql);
    }
  g_test_message ("%u of %d keywords are names here", taken, sqlite3_keyword_count ());
  g_assert_cmpuint (failures, ==, 0);
  /* A place where every word were taken, or none, would compare nothing. */
  g_assert_cmpuint (taken, >, 0);
  g_assert_cmpint ((int) taken, <, sqlite3_keyword_count ());
  sqlite3_close (db);
}

/* A name that is quoted where SQL needs it is read as that name everywhere, whichever keyword it is. */
static void
test_quoted (void)
{
  sqlite3 *db = open_with_names ();

  for (int i = 0; i < sqlite3_keyword_count (); i++)
    {
      g_autofree char *word = dup_keyword (i, i % 2 == 0);
      g_autofree char *quoted = ask_sql_quote_name_if_needed (word);
      g_autofree char *sql = g_strdup_printf (
        "SELECT x.%s, %s AS %s FROM main.%s AS x GROUP BY %s ORDER BY %s", quoted, quoted, quoted,
        quoted, quoted, quoted);
      sqlite3_stmt *stmt = NULL;

      g_assert_true (oracle_agrees (db, sql));
      g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
      g_assert_true (g_ascii_strcasecmp (sqlite3_column_name (stmt, 1), word) == 0);
      sqlite3_finalize (stmt);
    }
  sqlite3_close (db);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_strconcat ("/sql/parser-keywords/a-keyword-is-a-name-as-in-sqlite/",
                                           places[i].place, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_place);
    }
  g_test_add_func ("/sql/parser-keywords/a-quoted-keyword-is-a-name-everywhere", test_quoted);
  return g_test_run ();
}
