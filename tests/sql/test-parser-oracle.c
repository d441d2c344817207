/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQLite's verdict is read from its messages: "no such table" is not a matter of syntax, "near …: syntax
 * error" is. From 3.41 on SQLite's grammar takes more than 3.40's, which is the parser's; there only
 * what the parser takes is compared.
 */
#include "config.h"

#include "test-parser-oracle.h"

#include <string.h>

sqlite3 *
oracle_open (void)
{
  sqlite3 *db;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  sqlite3_exec (db,
                "CREATE TABLE t (a INTEGER, b TEXT, c REAL);"
                "INSERT INTO t VALUES (1, 'x', 1.5), (2, 'Y', NULL), (3, NULL, -2.0), (2, 'x', 0);"
                "CREATE TABLE u (a INTEGER PRIMARY KEY, d TEXT COLLATE NOCASE, e BLOB);"
                "INSERT INTO u VALUES (1, 'y', x'00ff'), (2, 'X', 7), (4, '', NULL);"
                "CREATE TABLE v (b, d, \"key\", \"left\" INT, \"a b\" TEXT);"
                "INSERT INTO v VALUES ('x', 1, 2, 3, 'q'), (2, 'x', NULL, 5, 'r');"
                "CREATE INDEX i ON t (a);",
                NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  return db;
}

static gboolean
is_about_syntax (const char *message)
{
  static const char *const prefixes[] = {
    "unrecognized token: ", "unknown join type: ", "a JOIN clause is required before ",
    "hex literal too big: ", "variable number must be between ", "Expression tree is too large ",
    "too many terms in ", "too many arguments on function ", "too many columns in ",
    "duplicate WITH table name: ", "syntax error after column name ", "RAISE() may only be used ",
    "IN(...) element has ", "DISTINCT is not supported for window functions", "unsupported frame specification",
    "incomplete input", "LIMIT clause should come after ", "ORDER BY clause should come after ",
  };

  if (g_str_has_prefix (message, "near \"") && g_str_has_suffix (message, "\": syntax error"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (message, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* Messages of the parser itself that are not about syntax: it stopped there. */
static gboolean
is_early (const char *message)
{
  return g_str_has_prefix (message, "parser stack overflow")
         || g_str_has_prefix (message, "cannot override ")
         || g_str_has_prefix (message, "no such window: ")
         || g_str_has_prefix (message, "too many SQL variables")
         || g_str_has_prefix (message, "out of memory");
}

static gboolean
is_blank (const char *tail)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (tail);

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind != ASK_SQL_COMMENT && !ask_sql_token_is (tail, token, ";")
          && !(token->kind == ASK_SQL_UNFINISHED && token->length > 2
               && g_str_has_prefix (tail + token->start, "/*")))
        return FALSE;
    }
  return TRUE;
}

/* Whether the first word begins a SELECT. */
static gboolean
looks_like_select (const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind != ASK_SQL_COMMENT && !ask_sql_token_is (sql, token, ";"))
        return ask_sql_token_is (sql, token, "select") || ask_sql_token_is (sql, token, "values")
               || ask_sql_token_is (sql, token, "with");
    }
  return FALSE;
}

OracleVerdict
oracle_ask (sqlite3 *db, const char *sql, char **message, int *offset)
{
  sqlite3_stmt *stmt = NULL;
  const char *tail = NULL;
  OracleVerdict verdict = ORACLE_GOOD;

  *message = NULL;
  *offset = -1;
  if (sqlite3_prepare_v2 (db, sql, -1, &stmt, &tail) != SQLITE_OK)
    {
      *message = g_strdup (sqlite3_errmsg (db));
      *offset = sqlite3_error_offset (db);
      if (is_early (*message))
        return ORACLE_UNKNOWN;
      verdict = is_about_syntax (*message) ? ORACLE_SYNTAX : ORACLE_GOOD;
    }
  if (verdict == ORACLE_GOOD && (!looks_like_select (sql) || (stmt != NULL && (sqlite3_stmt_isexplain (stmt)
      || sqlite3_column_count (stmt) == 0 || !is_blank (tail)))))
    verdict = ORACLE_OTHER;
  sqlite3_finalize (stmt);
  return verdict;
}

/* "WITH x AS (…) DELETE …" is another statement whatever SQLite finds in it. */
static gboolean
names_other (const char *message)
{
  return strstr (message, " is not allowed here") != NULL
         || strstr (message, "a second statement begins") != NULL
         || strstr (message, "there is no statement") != NULL;
}

/* Whether both find the fault at the same byte. */
static gboolean
same_place (const char *sql, const char *error, int offset)
{
  guint line;
  guint column;
  g_autofree char *place = NULL;

  ask_sql_get_place (sql, (gsize) offset, &line, &column);
  place = g_strdup_printf ("Line %u, column %u: ", line, column);
  return g_str_has_prefix (error, place);
}

/* oracle_agrees: Returns: whether SQLite and the parser agree; says where they do not */
gboolean
oracle_agrees (sqlite3 *db, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);
  g_autofree char *message = NULL;
  const char *ours = error != NULL ? error->message : "taken";
  gboolean newer = sqlite3_libversion_number () >= 3041000;
  gboolean agrees = FALSE;
  int offset;

  switch (oracle_ask (db, sql, &message, &offset))
    {
    case ORACLE_UNKNOWN:
      return TRUE;
    case ORACLE_GOOD:
      agrees = tree != NULL || newer || (names_other (ours) && strchr (sql, ';') != NULL)
               || (names_other (ours) && g_ascii_strncasecmp (sql, "with", 4) == 0);
      break;
    case ORACLE_OTHER:
      agrees = g_error_matches (error, ASK_SQL_ERROR, ASK_SQL_ERROR_NOT_A_SELECT)
               || (tree == NULL && newer);
      break;
    default:
      if (g_error_matches (error, ASK_SQL_ERROR, ASK_SQL_ERROR_NOT_A_SELECT))
        return TRUE; /* whatever else is wrong with it */
      agrees = tree == NULL;
      if (agrees && !newer && offset >= 0 && g_str_has_prefix (message, "near \"")
          && strstr (ours, " was expected.") != NULL && strchr (sql, '#') == NULL
          && !same_place (sql, ours, offset))
        agrees = FALSE;
    }
  if (!agrees)
    g_test_message ("%s\n  the parser: %s\n  SQLite: %s (at byte %d)", sql, ours,
                    message != NULL ? message : "prepares", offset);
  return agrees;
}

static int
give_up (void *data)
{
  return 1;
}

/* The first rows of a statement, one line each, or NULL where it does not prepare. */
static char *
rows_of (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *stmt = NULL;
  GString *text;
  int step;

  if (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL) != SQLITE_OK)
    return NULL;
  text = g_string_new (NULL);
  sqlite3_progress_handler (db, 200000, give_up, NULL);
  for (guint row = 0; row < 200 && (step = sqlite3_step (stmt)) == SQLITE_ROW; row++)
    {
      for (int i = 0; i < sqlite3_column_count (stmt); i++)
        {
          int type = sqlite3_column_type (stmt, i);
          const char *cell = (const char *) sqlite3_column_text (stmt, i);

          g_string_append_printf (text, "%d:%s|", type, cell != NULL ? cell : "");
        }
      g_string_append_c (text, '\n');
    }
  if (step == SQLITE_INTERRUPT)
    g_string_assign (text, "too long");
  else if (step != SQLITE_DONE && step != SQLITE_ROW)
    g_string_append (text, sqlite3_errmsg (db));
  sqlite3_progress_handler (db, 0, NULL, NULL);
  sqlite3_finalize (stmt);
  return g_string_free (text, FALSE);
}

/* oracle_same_rows: Returns: whether @printed prepares and gives the same rows, where @sql prepares */
gboolean
oracle_same_rows (sqlite3 *db, const char *sql, const char *printed)
{
  g_autofree char *before = rows_of (db, sql);
  g_autofree char *after = before != NULL ? rows_of (db, printed) : NULL;

  if (before == NULL || g_strcmp0 (before, after) == 0)
    return TRUE;
  g_test_message ("%s\nprinted: %s\n%s\nbefore:\n%s\nafter:\n%s", sql, printed,
                  after == NULL ? sqlite3_errmsg (db) : "", before, after);
  return FALSE;
}
