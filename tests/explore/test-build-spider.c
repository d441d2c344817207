/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Spider's gold queries as steps and back: what can be shown gives the same rows, its steps stay the same when its SQL
 * is read again, and of all queries most can be shown. Rows are SQLite's, of queries that are drawn.
 */
#include "config.h"

#include "explore/ask-build.h"

#include <string.h>

#include "../sql/ask-sql-fixture.h"
#include "sql/ask-sql-parser.h"

/* Of so many queries one runs. */
#define ONE_IN 4
#define MAX_ROWS 20000
/* Instructions of SQLite's machine for one query. */
#define MAX_STEPS 30000000

typedef struct
{
  char *name;
  AskSchema *schema;
  guint n;
  guint n_shown;
  guint n_plain;
  guint n_run;
} Survey;

static AskSchema *
read_schema (const AskSqlCatalog *catalog, sqlite3 *db)
{
  AskSchema *schema = ask_schema_new ();
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info (m.name) c"
                                       " WHERE m.type = 'table' ORDER BY m.name, c.cid",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      const char *table = (const char *) sqlite3_column_text (statement, 0);
      const char *column = (const char *) sqlite3_column_text (statement, 1);
      AskEntity *entity = ask_schema_find_entity (schema, table);

      if (entity == NULL)
        entity = ask_schema_add_entity (schema, ask_entity_new (table, "spider", table, ASK_ENTITY_TABLE));
      ask_entity_add_attribute (entity, column, column, ASK_TYPE_ANY);
    }
  sqlite3_finalize (statement);
  return schema;
}

static int
stop_late (void *data)
{
  guint *left = data;

  return *left == 0 || (*left)-- == 0;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Whether the order of rows is said; of equal ones it is a matter of luck, but of the same luck both times. */
static gboolean
is_ordered (const char *sql)
{
  g_autofree char *folded = g_ascii_strdown (sql, -1);

  return strstr (folded, "order by") != NULL;
}

/* (nullable): the rows as text, in their order where one is said; %NULL where SQLite refuses it, or it takes long */
static GPtrArray *
run (sqlite3 *db, const char *sql)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement = NULL;
  guint left = MAX_STEPS / 1000;
  int code;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  sqlite3_progress_handler (db, 1000, stop_late, &left);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW && rows->len < MAX_ROWS)
    {
      GString *row = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          const char *cell = (const char *) sqlite3_column_text (statement, i);

          g_string_append_printf (row, "%d|%s|", sqlite3_column_type (statement, i), cell != NULL ? cell : "");
        }
      g_ptr_array_add (rows, g_string_free (row, FALSE));
    }
  sqlite3_finalize (statement);
  sqlite3_progress_handler (db, 0, NULL, NULL);
  if (!is_ordered (sql))
    g_ptr_array_sort (rows, compare_rows);
  return code == SQLITE_DONE ? g_steal_pointer (&rows) : NULL;
}

/* Whether which rows are in the answer is a matter of luck: a limit among equals. */
static gboolean
is_by_luck (const char *sql)
{
  g_autofree char *folded = g_ascii_strdown (sql, -1);

  return strstr (folded, "limit") != NULL;
}

static void
compare_results (sqlite3 *db, const char *sql, const char *written, Survey *survey)
{
  g_autoptr (GPtrArray) before = run (db, sql);
  g_autoptr (GPtrArray) after = before != NULL ? run (db, written) : NULL;
  gboolean same = TRUE;

  if (before == NULL)
    return;
  if (after == NULL)
    g_error ("%s: “%s” became “%s”, which fails: %s", survey->name, sql, written, sqlite3_errmsg (db));
  survey->n_run++;
  same = before->len == after->len;
  for (guint i = 0; same && !is_by_luck (sql) && i < before->len; i++)
    same = strcmp (before->pdata[i], after->pdata[i]) == 0;
  if (!same)
    g_error ("%s: “%s” has %u rows, “%s” has %u or others", survey->name, sql, before->len, written, after->len);
}

static void
look_at (sqlite3 *db, const AskSqlCatalog *catalog, const char *name, const char *sql, gpointer data)
{
  Survey *survey = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBuild) build = NULL;
  g_autoptr (AskBuild) again = NULL;
  g_autofree char *written = NULL;

  if (g_strcmp0 (survey->name, name) != 0)
    {
      g_free (survey->name);
      survey->name = g_strdup (name);
      g_clear_pointer (&survey->schema, ask_schema_unref);
      survey->schema = read_schema (catalog, db);
    }
  build = ask_build_from_sql (survey->schema, sql, &error);
  if (build == NULL && error->domain == ASK_SQL_ERROR)
    return;
  survey->n++;
  if (build == NULL)
    {
      g_assert_error (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_CANNOT_SHOW);
      if (g_test_verbose ())
        g_test_message ("%s: %s (%s)", name, error->message, sql);
      return;
    }
  survey->n_shown++;
  survey->n_plain += ask_build_is_plain (build);
  written = ask_build_to_sql (build, survey->schema);
  again = ask_build_from_sql (survey->schema, written, &error);
  if (error != NULL)
    g_error ("%s: “%s” became “%s”: %s", name, sql, written, error->message);
  if (!ask_build_equal (build, again))
    {
      g_autofree char *third = ask_build_to_sql (again, survey->schema);

      g_error ("%s: “%s” became “%s”, whose steps are others: “%s”", name, sql, written, third);
    }
  if (g_test_rand_int_range (0, ONE_IN) == 0)
    compare_results (db, sql, written, survey);
}

static void
test_spider (void)
{
  Survey survey = { 0 };

  if (!ask_fixture_foreach_spider (look_at, &survey))
    return;
  g_test_message ("%u queries: %u shown (%.1f %%), %u of them without SQL in a step (%.1f %% of all), %u run", survey.n,
                  survey.n_shown, 100.0 * survey.n_shown / survey.n, survey.n_plain, 100.0 * survey.n_plain / survey.n,
                  survey.n_run);
  g_assert_cmpuint (survey.n, >, 5000);
  g_assert_cmpfloat (survey.n_shown, >=, 0.93 * survey.n);
  g_assert_cmpfloat (survey.n_plain, >=, 0.82 * survey.n);
  g_assert_cmpuint (survey.n_run, >, 100);
  g_free (survey.name);
  ask_schema_unref (survey.schema);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explore/build-spider/queries-shown-as-steps-give-the-same-rows", test_spider);
  return g_test_run ();
}
