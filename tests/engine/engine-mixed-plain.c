/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks SQLite over plain tables. An answer counts as one of several only where SQLite itself has given
 * another: over the same rows in another order, by another order of the joins, or with the last rows first where
 * the statement gives no order. Nothing else excuses a difference, but for the spelling of equal decimals. The plain
 * databases belong to the caller.
 */
#include "config.h"

#include "engine-mixed-plain.h"

#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text.h"
#include "engine/ask-plan.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-printer.h"

#define MOST_ROWS 5000
#define MOST_US (2 * G_USEC_PER_SEC)
#define N_TWINS 16

static const char *const orders[] = { "rowid", "rowid DESC", "rowid * 7919 % 31", "rowid * 104729 % 37" };

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
join_lines (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* The last digits of a sum depend on the order in which it is taken. */
static void
append_cell (GString *line, const AskValue *value)
{
  if (value->kind == ASK_VALUE_REAL)
    g_string_append_printf (line, "%.9g", value->real == 0 ? 0.0 : value->real);
  else
    ask_json_append_value (line, value);
  g_string_append_c (line, '|');
}

/**
 * mixed_print_rows:
 *
 * Returns: (transfer full): the rows, sorted, as mixed_plain_run() writes them
 */
char *
mixed_print_rows (const AskRows *rows)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      GString *line = g_string_new (NULL);

      for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
        append_cell (line, ask_rows_get (rows, r, i));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  return join_lines (lines);
}

static void
regexp (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const char *pattern = (const char *) sqlite3_value_text (argv[0]);
  const char *text = (const char *) sqlite3_value_text (argv[1]);

  if (pattern != NULL && text != NULL)
    sqlite3_result_int (context, g_regex_match_simple (pattern, text, 0, 0));
}

/** mixed_plain_prepare: gives the connection what a session's has */
void
mixed_plain_prepare (sqlite3 *plain)
{
  /* As the session does it, and why. */
  if (sqlite3_libversion_number () < 3042000)
    sqlite3_test_control (SQLITE_TESTCTRL_OPTIMIZATIONS, plain, 0x00080100);
  ask_sqlite_add_decimal (plain);
  sqlite3_create_function (plain, "regexp", 2, SQLITE_UTF8, NULL, regexp, NULL, NULL);
}

static int
is_late (gpointer data)
{
  const gint64 *deadline = data;

  return g_get_monotonic_time () > *deadline;
}

/* The rows, sorted; NULL for an error, too many rows, or too much time. */
static char *
run (sqlite3 *plain, const char *sql)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  gint64 deadline = g_get_monotonic_time () + MOST_US;
  sqlite3_stmt *statement = NULL;
  int code;

  if (sqlite3_prepare_v2 (plain, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  sqlite3_progress_handler (plain, 10000, is_late, &deadline);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW && lines->len < MOST_ROWS)
    {
      GString *line = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          AskValue value = ask_sqlite_column_value (statement, i);

          append_cell (line, &value);
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  sqlite3_finalize (statement);
  sqlite3_progress_handler (plain, 0, NULL, NULL);
  return code == SQLITE_DONE ? join_lines (lines) : NULL;
}

/* With the decimals that SQLite does not know: what that is, other tests say. Else as it is written. */
static char *
spell (Mixed *mixed, const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);

  if (tree != NULL && ask_sql_analyse (tree, ask_engine_get_catalog (mixed->servers.engine), NULL)
      && ask_sql_spell_decimals (tree))
    return ask_sql_print_select (tree->select);
  return g_strdup (sql);
}

/* SQLite drops what stands beside "AND 0" before it looks at the names in it. We look at all names. */
static gboolean
knows_names (sqlite3 *plain, const char *sql)
{
  g_autoptr (GRegex) zero = g_regex_new ("(?<![\\w.'])0(?![\\w.'])", 0, 0, NULL);
  g_autofree char *kept = g_regex_replace_literal (zero, sql, -1, 0, "(+0)", 0, NULL);
  sqlite3_stmt *statement = NULL;
  gboolean known = sqlite3_prepare_v2 (plain, kept, -1, &statement, NULL) == SQLITE_OK;

  sqlite3_finalize (statement);
  return known;
}

/**
 * mixed_plain_run:
 * @names: (out): of the columns
 *
 * Returns: (transfer full) (nullable): the rows, sorted; %NULL for an error, too many rows, or too much
 *   time, see mixed_plain_is_slow()
 */
char *
mixed_plain_run (Mixed *mixed, const char *sql, char **names)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autofree char *spelled = NULL;
  sqlite3_stmt *statement = NULL;
  char *answer;

  if (!knows_names (mixed->servers.plain, sql)
      || sqlite3_prepare_v2 (mixed->servers.plain, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    g_string_append_printf (columns, "%s|", sqlite3_column_name (statement, i));
  sqlite3_finalize (statement);
  spelled = spell (mixed, sql);
  answer = run (mixed->servers.plain, spelled);
  *names = answer != NULL ? g_string_free (g_steal_pointer (&columns), FALSE) : NULL;
  return answer;
}

/** mixed_plain_is_slow: Returns: whether the last run was ended because it took too long */
gboolean
mixed_plain_is_slow (sqlite3 *plain)
{
  return sqlite3_errcode (plain) == SQLITE_INTERRUPT;
}

/* 7.00 and 7 are equal decimals: of those in one group, or at a LIMIT's end, any may stand for all. */
static char *
strip_zeros (const char *lines)
{
  g_autoptr (GRegex) regex = g_regex_new ("\"(-?[0-9]+)(?:\\.0+|(\\.[0-9]*[1-9])0+)\"", 0, 0, NULL);
  g_autofree char *stripped = g_regex_replace (regex, lines, -1, 0, "\"\\1\\2\"", 0, NULL);
  g_auto (GStrv) parts = g_strsplit (stripped, "\n", -1);
  g_autoptr (GPtrArray) array = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (array, g_strdup (parts[i]));
  return join_lines (array);
}

static gboolean
picks_one (const char *sql)
{
  static const char *const words[] = { "DISTINCT", "UNION ", "EXCEPT", "INTERSECT", "GROUP BY", "LIMIT", "min(", "max(" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (sql, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The rows of @name, the @n-th way round. */
static void
copy_rows (sqlite3 *from, sqlite3 *to, const char *name, guint n)
{
  g_autofree char *quoted = ask_sql_quote_name (name);
  g_autofree char *query
    = g_strdup_printf ("SELECT * FROM %s ORDER BY %s", quoted, orders[n % G_N_ELEMENTS (orders)]);
  g_autoptr (GString) values = g_string_new (NULL);
  sqlite3_stmt *select = NULL;
  sqlite3_stmt *insert = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (from, query, -1, &select, NULL), ==, SQLITE_OK);
  g_string_printf (values, "INSERT INTO %s VALUES (?", quoted);
  for (int i = 1; i < sqlite3_column_count (select); i++)
    g_string_append (values, ", ?");
  g_string_append_c (values, ')');
  g_assert_cmpint (sqlite3_prepare_v2 (to, values->str, -1, &insert, NULL), ==, SQLITE_OK);
  while (sqlite3_step (select) == SQLITE_ROW)
    {
      for (int i = 0; i < sqlite3_column_count (select); i++)
        sqlite3_bind_value (insert, i + 1, sqlite3_column_value (select, i));
      g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (select);
  sqlite3_finalize (insert);
}

/* A database of the same rows, the @n-th way round, that believes its tables to be as large as @n says: so
 * SQLite orders its joins otherwise. Its rowids are no column, so that they say nothing of the rows. */
static sqlite3 *
open_twin (sqlite3 *plain, guint n)
{
  static const char *const sizes[] = { "14", "1000000", "300" };
  static const char primary_key[] = " PRIMARY KEY";
  sqlite3 *twin = NULL;
  sqlite3_stmt *tables = NULL;
  guint dice = n * 2654435761u;

  g_assert_cmpint (sqlite3_open (":memory:", &twin), ==, SQLITE_OK);
  mixed_plain_prepare (twin);
  /* Makes sqlite_stat1. */
  g_assert_cmpint (sqlite3_exec (twin, "ANALYZE", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (plain, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'", -1, &tables, NULL), ==, SQLITE_OK);
  while (sqlite3_step (tables) == SQLITE_ROW)
    {
      const char *name = (const char *) sqlite3_column_text (tables, 0);
      g_autoptr (GString) create = g_string_new ((const char *) sqlite3_column_text (tables, 1));
      char *belief;

      g_string_replace (create, primary_key, "", 0);
      if (sqlite3_exec (twin, create->str, NULL, NULL, NULL) != SQLITE_OK)
        g_error ("%s\n%s", create->str, sqlite3_errmsg (twin));
      copy_rows (plain, twin, name, n);
      dice = dice * 1664525u + 1013904223u;
      if (n < G_N_ELEMENTS (orders))
        continue;
      belief = sqlite3_mprintf ("INSERT INTO sqlite_stat1 VALUES (%Q, NULL, %Q)", name, sizes[(dice >> 16) % G_N_ELEMENTS (sizes)]);
      g_assert_cmpint (sqlite3_exec (twin, belief, NULL, NULL, NULL), ==, SQLITE_OK);
      sqlite3_free (belief);
    }
  sqlite3_finalize (tables);
  g_assert_cmpint (sqlite3_exec (twin, "ANALYZE sqlite_schema", NULL, NULL, NULL), ==, SQLITE_OK);
  return twin;
}

static char *
ask_twin (sqlite3 *plain, const char *sql, guint n)
{
  sqlite3 *twin = open_twin (plain, n);
  char *answer = run (twin, sql);

  sqlite3_close (twin);
  return answer;
}

static gboolean
reverse_differs (sqlite3 *plain, const char *sql, const char *expected)
{
  g_autofree char *other = NULL;

  sqlite3_exec (plain, "PRAGMA reverse_unordered_selects = ON", NULL, NULL, NULL);
  other = run (plain, sql);
  sqlite3_exec (plain, "PRAGMA reverse_unordered_selects = OFF", NULL, NULL, NULL);
  return other != NULL && strcmp (other, expected) != 0;
}

static gboolean
note_compound (AskSqlSelect *select, gpointer data)
{
  if (select->n_cores > 1 && select->order.n == 0)
    g_ptr_array_add (data, select);
  return TRUE;
}

/* Of a UNION SQLite gives the rows in the order of their values, however they lie in the tables. Where only the first
 * ones of them count, and no ORDER BY says which those are, it might as well be the last. */
static gboolean
other_end_differs (sqlite3 *plain, const char *sql, const char *expected)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  g_autoptr (GPtrArray) compounds = g_ptr_array_new ();
  AskSqlVisit visit = { .select = note_compound, .user_data = compounds };
  g_autofree char *turned = NULL;
  g_autofree char *other = NULL;

  if (tree == NULL)
    return FALSE;
  ask_sql_walk_select (tree->select, &visit);
  for (guint i = 0; i < compounds->len; i++)
    {
      AskSqlSelect *select = compounds->pdata[i];
      AskSqlExpr *first = ask_sql_tree_new_expr (tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

      first->literal = "1";
      select->order.items = ask_sql_tree_alloc (tree, sizeof *select->order.items);
      select->order.items[0] = (AskSqlOrderTerm) { .expr = first, .descending = TRUE };
      select->order.n = 1;
    }
  turned = ask_sql_print_select (tree->select);
  other = compounds->len > 0 ? run (plain, turned) : NULL;
  return other != NULL && strcmp (other, expected) != 0;
}

/**
 * mixed_is_open:
 * @expected: what SQLite answers
 * @got: something else
 *
 * Returns: whether SQLite itself has more than one answer to @sql, as where a LIMIT cuts between rows that
 *   sort the same; its twins are compared with each other, so that they differ in nothing but what n is
 */
gboolean
mixed_is_open (Mixed *mixed, const char *sql, const char *expected, const char *got)
{
  sqlite3 *plain = mixed->servers.plain;
  g_autofree char *one = strip_zeros (expected);
  g_autofree char *two = strip_zeros (got);
  g_autofree char *spelled = spell (mixed, sql);
  g_autofree char *first = NULL;

  if (picks_one (sql) && strcmp (one, two) == 0)
    return TRUE;
  if (reverse_differs (plain, spelled, expected) || other_end_differs (plain, spelled, expected))
    return TRUE;
  first = ask_twin (plain, spelled, 0);
  /* To SQLite a key that is the rowid has no collation in "SELECT id … UNION SELECT name …", but for a view's. */
  if (first != NULL && strcmp (first, got) == 0)
    return TRUE;
  for (guint n = 1; first != NULL && n < N_TWINS; n++)
    {
      g_autofree char *other = ask_twin (plain, spelled, n);

      if (other != NULL && strcmp (first, other) != 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * mixed_is_tolerated:
 * @error: of a query that SQLite takes
 *
 * Returns: whether we refuse @sql for a reason that is known and right
 */
gboolean
mixed_is_tolerated (const GError *error, const char *sql)
{
  /* Misuse that SQLite does not come across, as ask_sql_analyse() says. */
  if (strstr (error->message, "cannot be used") != NULL
      && (strstr (sql, "EXISTS") != NULL || strstr (sql, "ORDER BY") != NULL))
    return TRUE;
  /* SQLite's answer to t.* depends on where the two tables called t lie. */
  if (strstr (error->message, "could be two tables") != NULL
      || strstr (error->message, "is in these parentheses twice") != NULL)
    return TRUE;
  /* Inside parentheses SQLite finds no table by a name with a dot, as a NATURAL JOIN of decimals has to. */
  if (strstr (error->message, "no such column: a.b.") != NULL && strstr (sql, "NATURAL") != NULL)
    return TRUE;
  /* SQLite looks at that only where the LEFT JOIN is still one after its optimizations. */
  if (strstr (error->message, "is joined only after it") != NULL)
    return TRUE;
  /* Whether a sum is taken whose rows nobody needs is up to the order of the joins. */
  return strstr (error->message, "integer overflow") != NULL;
}
