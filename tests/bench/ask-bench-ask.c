/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figure: what `askdata-cli ask` costs for a verified question beyond its query: the whole process
 * from fork to exit, less the time that its own trace gives for the query.
 */
#include "config.h"

#include <string.h>

#include "base/ask-json.h"
#include "bench/ask-bench.h"

#define ALLOWED_MS 60
#define N_RUNS 20

static const struct
{
  const char *what;
  const char *question;
} questions[] = {
  { "the pair's own words", "Which customers bought most?" },
  { "another value", "How many customers are in Porto?" },
};

static gboolean
fail (GError **error, const char *why, const char *json)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %.200s", why, json);
  return FALSE;
}

/* What the query took, from the trace; and that it was a verified answer at all. */
static gboolean
read_query_ms (const char *json, double *ms, GError **error)
{
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, error);
  JsonObject *answer = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node)
                                                                : NULL;
  JsonArray *steps;
  gboolean found = FALSE;

  if (node == NULL)
    return FALSE;
  if (answer == NULL || g_strcmp0 (ask_json_get_string (answer, "status"), "answered") != 0
      || !json_object_has_member (answer, "steps"))
    return fail (error, "the question was not answered", json);
  steps = json_object_get_array_member (answer, "steps");
  *ms = 0;
  for (guint i = 0; steps != NULL && i < json_array_get_length (steps); i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);

      if (!json_object_has_member (step, "n_rows"))
        continue;
      *ms += json_object_get_double_member (step, "elapsed_ms");
      found = TRUE;
    }
  return found || fail (error, "there is no query in the trace", json);
}

static gboolean
run_once (const char *cli, const char *workspace, const char *question, double *wall,
          double *query, GError **error)
{
  gint64 started = g_get_monotonic_time ();
  g_autoptr (GSubprocess) child
    = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, error, cli, "--workspace", workspace,
                        "ask", question, "--format", "json", NULL);
  g_autofree char *json = NULL;

  if (child == NULL || !g_subprocess_communicate_utf8 (child, NULL, NULL, &json, NULL, error)
      || !g_subprocess_wait_check (child, NULL, error))
    return FALSE;
  *wall = (double) (g_get_monotonic_time () - started) / 1000;
  return read_query_ms (json, query, error);
}

static gboolean
measure (AskBench *bench, const char *cli, const char *workspace, guint which, GError **error)
{
  g_autoptr (GArray) overheads = ask_bench_samples_new ();
  g_autoptr (GArray) walls = ask_bench_samples_new ();
  g_autofree char *what
    = g_strdup_printf ("`askdata-cli ask`, verified, %s, beyond its query", questions[which].what);
  g_autofree char *note = NULL;

  /* The first run warms the disk cache. */
  for (int i = -1; i < N_RUNS; i++)
    {
      double wall, query, overhead;

      if (!run_once (cli, workspace, questions[which].question, &wall, &query, error))
        return FALSE;
      if (i < 0)
        continue;
      overhead = wall - query;
      g_array_append_val (overheads, overhead);
      g_array_append_val (walls, wall);
    }
  note = g_strdup_printf ("whole process %.0f ms, %d runs", ask_bench_median (walls), N_RUNS);
  ask_bench_report (bench, what, "ms", overheads, ALLOWED_MS, note);
  return TRUE;
}

/** ask_bench_ask: measures the figure and adds its lines */
void
ask_bench_ask (AskBench *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *workspace = ask_bench_make_workspace (self, &error);
  g_autofree char *cli = NULL;

  if (workspace != NULL)
    cli = ask_bench_find_program (self, "src/cli/askdata-cli", &error);
  for (guint i = 0; error == NULL && i < G_N_ELEMENTS (questions); i++)
    measure (self, cli, workspace, i, &error);
  if (error != NULL)
    ask_bench_missing (self, "askdata-cli ask", error);
}
