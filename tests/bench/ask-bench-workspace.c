/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A workspace as a steward would have made it, with askdata-cli: one SQLite source of 100,000
 * orders and twenty verified questions. It is made once, in the private folder.
 */
#include "config.h"

#include <string.h>

#include "base/ask-json.h"
#include "bench/ask-bench.h"

#define N_ROWS 100000

/**
 * ask_bench_find_program:
 * @path: within the build folder
 * @error: %G_IO_ERROR_NOT_FOUND
 *
 * Returns: (transfer full): where it is
 */
char *
ask_bench_find_program (AskBench *self, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *program = g_build_filename (self->build, path, NULL);

  if (g_file_test (program, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&program);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               "there is no %s in this build; run ninja first", name);
  return NULL;
}

static gboolean
run (const char *const *argv, GError **error)
{
  g_autoptr (GSubprocess) child
    = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, error);

  if (child == NULL)
    return FALSE;
  if (g_subprocess_wait_check (child, NULL, error))
    return TRUE;
  g_prefix_error (error, "askdata-cli %s %s: ", argv[3], argv[4]);
  return FALSE;
}

static void
append_pair (GString *json, const char *question, const char *sql)
{
  if (json->len > 1)
    g_string_append_c (json, ',');
  g_string_append (json, "{\"question\":");
  ask_json_append_string (json, question, -1);
  g_string_append (json, ",\"sql\":");
  ask_json_append_string (json, sql, -1);
  g_string_append_c (json, '}');
}

static char *
make_pairs (void)
{
  static const char *const measures[][2] = {
    { "How many orders", "count(*)" },
    { "How much revenue", "round(sum(o.amount), 2)" },
    { "What is the average order", "round(avg(o.amount), 2)" },
    { "What is the largest order", "max(o.amount)" },
  };
  static const char *const groups[][2] = {
    { "each month", "substr(o.day, 1, 7)" },
    { "by city", "c.city" },
    { "by status", "o.status" },
    { "by year", "substr(o.day, 1, 4)" },
  };
  GString *json = g_string_new ("[");

  for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
    for (guint g = 0; g < G_N_ELEMENTS (groups); g++)
      {
        g_autofree char *question = g_strdup_printf ("%s %s?", measures[m][0], groups[g][0]);
        g_autofree char *sql = g_strdup_printf (
          "SELECT %s AS part, %s AS value FROM orders o "
          "JOIN customers c ON c.customer_id = o.customer_id GROUP BY 1 ORDER BY 1",
          groups[g][1], measures[m][1]);

        append_pair (json, question, sql);
      }
  append_pair (json, "How many customers are in Lyon?",
               "SELECT count(*) AS customers FROM customers WHERE city = 'Lyon'");
  append_pair (json, "Which customers bought most?",
               "SELECT c.name, sum(o.amount) AS total FROM orders o JOIN customers c ON "
               "c.customer_id = o.customer_id GROUP BY c.customer_id ORDER BY total DESC LIMIT 10");
  append_pair (json, "Returned orders in 2025?",
               "SELECT count(*) AS orders FROM orders WHERE status = 'returned' AND "
               "day >= '2025-01-01'");
  append_pair (json, "Orders per customer?",
               "SELECT round(1.0 * count(*) / count(DISTINCT customer_id), 2) AS orders FROM orders");
  g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

/**
 * ask_bench_make_workspace:
 * @error: what is missing
 *
 * Returns: (transfer full): the workspace's file
 */
char *
ask_bench_make_workspace (AskBench *self, GError **error)
{
  g_autofree char *cli = ask_bench_find_program (self, "src/cli/askdata-cli", error);
  g_autofree char *workspace = g_build_filename (self->folder, "bench.askdata", NULL);
  g_autofree char *data = g_build_filename (self->folder, "small.sqlite", NULL);
  g_autofree char *list = g_build_filename (self->folder, "verified.json", NULL);
  g_autofree char *pairs = make_pairs ();
  const char *const add[]
    = { cli, "--workspace", workspace, "source", "add", "sqlite", "shop", data, NULL };
  const char *const import[] = { cli, "--workspace", workspace, "verified", "import", list, NULL };

  if (cli == NULL)
    return NULL;
  if (!g_file_test (workspace, G_FILE_TEST_EXISTS)
      && !(ask_bench_make_file (data, N_ROWS, error)
           && g_file_set_contents (list, pairs, -1, error) && run (add, error)
           && run (import, error)))
    return NULL;
  return g_steal_pointer (&workspace);
}
