/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries of several stages over drawn tables in a file, an API, a PostgreSQL and a MariaDB server. What they give is
 * compared with stages that plain SQLite runs one after the other, each into a table of its own.
 */
#include "config.h"

#include "explore-fixture.h"

#include <string.h>

#include "explore/ask-build-stage.h"

static EngineServers servers;

/* ---- drawn tables */

static char *
draw_tables (void)
{
  static const char *const texts[] = { "'x'", "'y'", "'Y'", "'z z'", "NULL", "''" };
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE a (id INTEGER PRIMARY KEY, g TEXT, n INTEGER);"
                                          "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER, w INTEGER);"
                                          "CREATE TABLE c (id INTEGER PRIMARY KEY); CREATE TABLE d (id INTEGER PRIMARY KEY);");

  for (int i = 1; i <= 40; i++)
    {
      g_string_append_printf (sql, "INSERT INTO a VALUES (%d, %s, %d);", i,
                              texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))], g_test_rand_int_range (-5, 6));
      g_string_append_printf (sql, "INSERT INTO b VALUES (%d, %d, %d);", i, g_test_rand_int_range (1, 15),
                              g_test_rand_int_range (0, 4));
    }
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* ---- rows as lines, in any order */

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
join_sorted (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
append_cell (GString *line, const char *text)
{
  g_string_append_printf (line, "|%s", text != NULL ? text : "NULL");
}

static void
run_plain (const char *sql)
{
  char *message = NULL;

  if (sqlite3_exec (servers.plain, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
}

static char *
read_plain (const char *sql)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (servers.plain, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (servers.plain));
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        append_cell (line, (const char *) sqlite3_column_text (statement, i));
      g_ptr_array_add (lines, g_strdup (line->str));
    }
  sqlite3_finalize (statement);
  return join_sorted (lines);
}

static char *
to_lines (const AskRows *rows)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        {
          const AskValue *value = ask_rows_get (rows, r, c);
          g_autofree char *text = value->kind != ASK_VALUE_NULL ? ask_value_to_text (value) : NULL;

          append_cell (line, text);
        }
      g_ptr_array_add (lines, g_strdup (line->str));
    }
  return join_sorted (lines);
}

/* ---- stages */

static AskBuildStep *
add_step (AskBuild *build, AskBuildKind kind)
{
  AskBuildStep *step = ask_build_step_new (kind);

  g_assert_true (ask_build_insert (build, ask_build_find_place (build, kind), step, NULL));
  return step;
}

static void
add_column (AskBuildStep *step, const char *item, const char *name, AskBuildFunction function, const char *alias)
{
  const AskBuildTerm term = { .kind = name != NULL ? ASK_BUILD_TERM_FIELD : ASK_BUILD_TERM_ALL,
                              .function = function,
                              .item = (char *) item,
                              .name = (char *) name };

  ask_build_step_add (step, &term, alias);
}

static void
add_filter (AskBuild *build, AskBuildKind kind, const char *item, const char *name, AskBuildFunction function, int above)
{
  AskBuildStep *step = add_step (build, kind);
  g_autofree char *number = g_strdup_printf ("%d", above);

  step->condition = ask_build_condition_new (ASK_BUILD_TEST);
  ask_build_term_set (&step->condition->term, &(AskBuildTerm) { .kind = ASK_BUILD_TERM_FIELD,
                                                                .function = function,
                                                                .item = (char *) item,
                                                                .name = (char *) name });
  step->condition->op = ASK_BUILD_GREATER;
  ask_build_condition_add (step->condition, ASK_BUILD_VALUE_NUMBER, number);
}

/* Rows of b for each a, only those with some, then these by what a is, then how often there are as many. */
static AskBuild *
draw_build (AskSchema *schema)
{
  g_autoptr (AskBuild) first = ask_build_new_for_entity (schema, "b");
  g_autoptr (AskBuild) second = NULL;
  AskBuild *third;
  AskBuildStep *join;

  add_column (add_step (first, ASK_BUILD_GROUP), "b", "a_id", ASK_BUILD_PLAIN, NULL);
  add_column (add_step (first, ASK_BUILD_SUMMARISE), "b", "id", ASK_BUILD_COUNT, "n_b");
  if (g_test_rand_bit ())
    add_filter (first, ASK_BUILD_FILTER, "b", "w", ASK_BUILD_PLAIN, g_test_rand_int_range (0, 3));
  if (g_test_rand_bit ())
    add_filter (first, ASK_BUILD_FILTER_GROUPS, "b", "id", ASK_BUILD_COUNT, g_test_rand_int_range (0, 4));
  second = ask_build_go_on (first, schema);
  join = add_step (second, ASK_BUILD_JOIN);
  join->entity = g_strdup ("a");
  join->item = g_strdup ("a");
  join->outer = g_test_rand_bit ();
  ask_build_step_add_pair (join, "step_1", "a_id", "id");
  add_column (add_step (second, ASK_BUILD_GROUP), "a", "g", ASK_BUILD_PLAIN, NULL);
  add_column (add_step (second, ASK_BUILD_SUMMARISE), "step_1", "n_b", ASK_BUILD_SUM, "total");
  if (g_test_rand_bit ())
    add_filter (second, ASK_BUILD_FILTER, "step_1", "n_b", ASK_BUILD_PLAIN, g_test_rand_int_range (0, 3));
  third = ask_build_go_on (second, schema);
  add_column (add_step (third, ASK_BUILD_GROUP), "step_2", "total", ASK_BUILD_PLAIN, NULL);
  add_column (add_step (third, ASK_BUILD_SUMMARISE), NULL, NULL, ASK_BUILD_COUNT, "times");
  return third;
}

/* Each stage as a table of its own, then the last one over it. */
static char *
run_stages (const AskBuild *build, AskSchema *schema)
{
  g_autoptr (GPtrArray) stages = ask_build_list_stages (build);
  char *lines = NULL;

  for (guint i = 0; i < stages->len; i++)
    {
      g_autofree char *sql = ask_build_to_sql (stages->pdata[i], schema);
      const char *own = sql;

      /* What stands before the last SELECT that is in no parentheses is the stages before. */
      for (guint at = 0, depth = 0; sql[at] != '\0'; at++)
        {
          depth += sql[at] == '(' ? 1 : 0;
          depth -= sql[at] == ')' ? 1 : 0;
          if (depth == 0 && g_str_has_prefix (sql + at, "SELECT "))
            own = sql + at;
        }
      if (i + 1 == stages->len)
        lines = read_plain (own);
      else
        {
          g_autofree char *make = g_strdup_printf ("DROP TABLE IF EXISTS temp.step_%u; CREATE TEMP TABLE step_%u AS %s",
                                                   i + 1, i + 1, own);

          run_plain (make);
        }
    }
  return lines;
}

static void
test_places (gconstpointer data)
{
  const EnginePlace *places = data;
  gboolean whole = places[0] == places[1] && (places[0] == PLACE_POSTGRES || places[0] == PLACE_MARIADB);
  guint n_with_rows = 0;

  if (!explore_start (&servers))
    return;
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *tables = draw_tables ();

      engine_servers_open (&servers, tables, places);
      for (guint q = 0; q < 6; q++)
        {
          g_autoptr (AskBuild) build = draw_build (servers.schema);
          g_autofree char *sql = ask_build_to_sql (build, servers.schema);
          g_autofree char *expected = run_stages (build, servers.schema);
          g_autoptr (GError) error = NULL;
          g_autoptr (AskResult) result = ask_engine_query (servers.engine, sql, NULL, NULL, NULL, &error);
          g_autofree char *found = NULL;

          if (error != NULL)
            g_error ("%s: %s", sql, error->message);
          found = to_lines (result->rows);
          if (strcmp (found, expected) != 0)
            g_error ("%s\n%s\ninstead of\n%s", sql, found, expected);
          n_with_rows += ask_rows_get_n_rows (result->rows) > 0;
          /* What lies at one server is summed up there, all stages of it. */
          if (whole)
            g_assert_cmpint (result->rows_fetched, ==, (gint64) ask_rows_get_n_rows (result->rows));
        }
      engine_servers_close (&servers);
    }
  g_assert_cmpuint (n_with_rows, >, 20);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    EnginePlace places[4];
  } cases[] = {
    { "a-file", { PLACE_FILE, PLACE_FILE, PLACE_FILE, PLACE_FILE } },
    { "an-api", { PLACE_API, PLACE_FILE, PLACE_FILE, PLACE_FILE } },
    { "postgres", { PLACE_POSTGRES, PLACE_POSTGRES, PLACE_FILE, PLACE_FILE } },
    { "mariadb", { PLACE_MARIADB, PLACE_MARIADB, PLACE_FILE, PLACE_FILE } },
    { "two-servers", { PLACE_POSTGRES, PLACE_MARIADB, PLACE_FILE, PLACE_FILE } },
    { "an-api-and-a-server", { PLACE_API, PLACE_POSTGRES, PLACE_FILE, PLACE_FILE } },
  };
  int result;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path
        = g_strdup_printf ("/explore/build-places/stages-give-what-each-gives-in-turn/%s", cases[i].name);

      g_test_add_data_func (path, cases[i].places, test_places);
    }
  result = g_test_run ();
  engine_servers_stop (&servers);
  return result;
}
