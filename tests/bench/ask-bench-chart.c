/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-chart [--half tune|quote] [--errors] [--frames]: how often the chart that is picked for a question of nvBench is
 * the one that is named there, and how often it is that or one that published rules call as good, by the table in
 * chart-as-good.json. The rows come through the engine. Run by hand; see README.md. Exits with 77 where the data is
 * not there.
 */
#include "config.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/ask-bench-chart-query.h"
#include "base/ask-json.h"
#include "chart/ask-chart-rules.h"
#include "engine/ask-engine.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-kinds.h"

#define SKIPPED 77

static gboolean show_errors, time_frames;
static char *half;
static const GOptionEntry options[] = {
  { "errors", 0, 0, G_OPTION_ARG_NONE, &show_errors, "Print each pick that is not valid", NULL },
  { "frames", 0, 0, G_OPTION_ARG_NONE, &time_frames, "Time frames of large charts instead", NULL },
  { "half", 0, 0, G_OPTION_ARG_STRING, &half, "Only the databases to tune on, or only those to quote", "tune|quote" },
  { NULL }
};

static const char *const kind_names[] = { "Bar", "Pie", "Line", "Stacked Bar", "Grouping Line", "Scatter", "Grouping Scatter" };

/* Words by which a person names a kind. */
static const char *const kind_words[][6] = {
  { "bar", "bars", "histogram" }, { "pie" }, { "line" }, { "stacked", "stack" }, { "line" }, { "scatter" }, { "scatter" },
};

typedef enum
{
  FACT_ROWS,
  FACT_POINTS,
  FACT_GROUPS,
  FACT_AMOUNTS,
  FACT_ADDITIVE,
  FACT_TIME,
  FACT_NEGATIVE,
  FACT_MISSING,
  FACT_SAID,
  N_FACTS
} Fact;

static const char *const fact_names[N_FACTS] = { "rows",     "points", "groups",   "amounts", "additive",
                                                 "time", "negative", "missing", "said" };

typedef struct
{
  guint charts;
  guint questions;
  guint named;
  guint valid;
} Figures;

typedef struct
{
  JsonObject *same;
  JsonArray *as_good;
  Figures figures[G_N_ELEMENTS (kind_names)];
  guint failed; /* charts whose query cannot be run */
} Run;

static AskEngine *
open_database (const char *path, GError **error)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  AskSourceConfig *config = ask_source_config_new ("data", &ask_sqlite_kind, path);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;

  g_ptr_array_add (configs, config);
  source = ask_source_new (config, error);
  if (source == NULL || (found = ask_source_introspect (source, NULL, error)) == NULL)
    return NULL;
  return ask_engine_new (found->schema, configs, error);
}

static guint
count_distinct (const AskRows *rows, guint column)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize row = 0; row < ask_rows_get_n_rows (rows); row++)
    g_hash_table_add (seen, ask_value_to_text (ask_rows_get (rows, row, column)));
  return g_hash_table_size (seen);
}

/* Whether what is there are numbers and nothing else. */
static gboolean
is_amount (const AskRows *rows, guint column)
{
  gsize n = 0;

  for (gsize row = 0; row < ask_rows_get_n_rows (rows); row++)
    {
      AskValueKind kind = ask_rows_get (rows, row, column)->kind;

      if (kind == ASK_VALUE_TEXT || kind == ASK_VALUE_BLOB)
        return FALSE;
      n += kind != ASK_VALUE_NULL;
    }
  return n > 0;
}

static gboolean
is_time (const AskRows *rows, gboolean binned)
{
  AskMeaning meaning = ask_rows_get_column (rows, 0)->sense.meaning;
  AskChartTime unit;
  double position;

  if (binned || ask_meaning_is_time (meaning))
    return TRUE;
  for (gsize row = 0; row < ask_rows_get_n_rows (rows); row++)
    {
      const AskValue *value = ask_rows_get (rows, row, 0);

      if (value->kind == ASK_VALUE_TEXT && !ask_chart_time_parse (value->text, value->length, &unit, &position))
        return FALSE;
      if (value->kind == ASK_VALUE_INTEGER || value->kind == ASK_VALUE_REAL)
        return FALSE;
    }
  return TRUE;
}

static void
count_facts (const AskRows *rows, const char *sql, gboolean binned, double *facts)
{
  guint n = ask_rows_get_n_columns (rows);

  memset (facts, 0, N_FACTS * sizeof *facts);
  facts[FACT_ROWS] = (double) ask_rows_get_n_rows (rows);
  facts[FACT_POINTS] = count_distinct (rows, 0);
  facts[FACT_GROUPS] = n > 2 ? count_distinct (rows, 2) : 0;
  facts[FACT_TIME] = is_time (rows, binned);
  for (guint i = 0; i < MIN (n, 2); i++)
    facts[FACT_AMOUNTS] += is_amount (rows, i);
  if (n > 1 && !is_amount (rows, 1))
    facts[FACT_AMOUNTS] = 0;
  facts[FACT_ADDITIVE] = g_regex_match_simple ("^[^,]*,\\s*(COUNT|SUM)\\s*\\(", sql, G_REGEX_CASELESS, 0);
  for (gsize row = 0; n > 1 && row < ask_rows_get_n_rows (rows); row++)
    {
      const AskValue *value = ask_rows_get (rows, row, 1);
      double number;

      if (value->kind == ASK_VALUE_NULL)
        facts[FACT_MISSING]++;
      else if (ask_value_get_number (value, &number) && number < 0)
        facts[FACT_NEGATIVE] = 1;
    }
}

static double
read_bound (JsonNode *node)
{
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node) ? 1 : 0;
  return json_node_get_double (node);
}

static gboolean
holds (JsonObject *when, const double *facts)
{
  for (guint i = 0; i < N_FACTS; i++)
    {
      JsonNode *node = json_object_get_member (when, fact_names[i]);
      JsonObject *range;

      if (node == NULL)
        continue;
      if (JSON_NODE_HOLDS_VALUE (node))
        {
          if (read_bound (node) != facts[i])
            return FALSE;
          continue;
        }
      range = json_node_get_object (node);
      if (json_object_has_member (range, "min") && facts[i] < read_bound (json_object_get_member (range, "min")))
        return FALSE;
      if (json_object_has_member (range, "max") && facts[i] > read_bound (json_object_get_member (range, "max")))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_string (JsonArray *array, const char *string)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (g_strcmp0 (json_array_get_string_element (array, i), string) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_as_good (const Run *run, const char *chart, const char *drawn, const double *facts)
{
  for (guint i = 0; i < json_array_get_length (run->as_good); i++)
    {
      JsonObject *entry = json_array_get_object_element (run->as_good, i);
      const char *of = ask_json_get_string (entry, "chart");

      if ((strcmp (of, "*") == 0 || strcmp (of, chart) == 0) && has_string (ask_json_get_array (entry, "drawn"), drawn)
          && holds (ask_json_get_object (entry, "when"), facts))
        return TRUE;
    }
  return FALSE;
}

/* "grouped" asks for colours; they must be there where they can be told apart. */
static gboolean
is_named (const Run *run, guint kind, AskChart *chart, const char *drawn, const double *facts)
{
  if (!has_string (ask_json_get_array (run->same, kind_names[kind]), drawn))
    return FALSE;
  return strcmp (kind_names[kind], "Grouping Scatter") != 0 || facts[FACT_GROUPS] < 2 || facts[FACT_GROUPS] > 8
         || chart->group_column >= 0;
}

static gboolean
is_said (guint kind, const char *question)
{
  g_auto (GStrv) words = g_str_tokenize_and_fold (question, "en", NULL);

  for (guint i = 0; kind_words[kind][i] != NULL; i++)
    if (g_strv_contains ((const char *const *) words, kind_words[kind][i]))
      return TRUE;
  return FALSE;
}

static gboolean
ask_one (Run *run, AskRows *rows, guint kind, const char *question, double *facts, const char *name, GError **error)
{
  g_autoptr (AskChart) chart = ask_chart_choose (rows, question, error);
  Figures *figures = &run->figures[kind];
  const char *drawn;
  gboolean named, valid;

  if (chart == NULL)
    return FALSE;
  drawn = ask_chart_kind_to_string (ask_chart_get_kind (chart));
  facts[FACT_SAID] = is_said (kind, question);
  named = is_named (run, kind, chart, drawn, facts);
  valid = named || is_as_good (run, kind_names[kind], drawn, facts);
  figures->questions++;
  figures->named += named;
  figures->valid += valid;
  if (!valid && show_errors)
    g_print ("%s\t%s\t%s\t%s\t%.0f rows, %.0f points, %.0f groups, %.0f amounts\t%s\t%s\n", kind_names[kind], drawn,
             chart->rule, name, facts[FACT_ROWS], facts[FACT_POINTS], facts[FACT_GROUPS], facts[FACT_AMOUNTS], question,
             ask_chart_get_reason (chart));
  return TRUE;
}

static int
find_kind (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kind_names); i++)
    if (g_strcmp0 (name, kind_names[i]) == 0)
      return (int) i;
  return -1;
}

static gboolean
run_chart (Run *run, AskEngine *engine, const char *name, JsonObject *chart, GError **error)
{
  JsonObject *data = ask_json_get_object (ask_json_get_object (chart, "vis_query"), "data_part");
  JsonArray *questions = ask_json_get_array (chart, "nl_queries");
  const char *sql = ask_json_get_string (data, "sql_part"), *binning = ask_json_get_string (data, "binning");
  g_autofree char *query = ask_bench_chart_make_query (sql, binning);
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskResult) result = NULL;
  int kind = find_kind (ask_json_get_string (chart, "chart"));
  double facts[N_FACTS];

  g_assert (kind >= 0);
  if (query != NULL)
    result = ask_engine_query (engine, query, NULL, NULL, NULL, &failure);
  if (result == NULL)
    {
      run->failed++;
      if (show_errors)
        g_print ("not run\t%s\t%s\t%s\n", name, query, failure != NULL ? failure->message : "");
      return TRUE;
    }
  count_facts (result->rows, sql, binning != NULL && *binning != '\0', facts);
  run->figures[kind].charts++;
  for (guint i = 0; i < json_array_get_length (questions); i++)
    if (!ask_one (run, result->rows, (guint) kind, json_array_get_string_element (questions, i), facts, name, error))
      return FALSE;
  return TRUE;
}

/* Every second database in the order of names is for quoting only. */
static gboolean
is_wanted (guint place)
{
  return half == NULL || (strcmp (half, "tune") == 0) == (place % 2 == 0);
}

static void
print_figures (const Run *run)
{
  double named = 0, valid = 0;
  guint kinds = 0;

  g_print ("| kind | charts | questions | the kind named | valid |\n| --- | --- | --- | --- | --- |\n");
  for (guint i = 0; i < G_N_ELEMENTS (kind_names); i++)
    {
      const Figures *f = &run->figures[i];

      if (f->questions == 0)
        continue;
      g_print ("| %s | %u | %u | %.1f %% | %.1f %% |\n", kind_names[i], f->charts, f->questions,
               100.0 * f->named / f->questions, 100.0 * f->valid / f->questions);
      named += 100.0 * f->named / f->questions;
      valid += 100.0 * f->valid / f->questions;
      kinds++;
    }
  if (kinds > 0)
    g_print ("| mean | | | %.1f %% | %.1f %% |\n", named / kinds, valid / kinds);
  g_print ("%u charts have a query that does not run.\n", run->failed);
}

/* The charts by their database, each database opened once. */
static gboolean
run_all (Run *run, const char *data, JsonObject *charts, GError **error)
{
  g_autoptr (GHashTable) databases
    = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GList) names = NULL;
  guint place = 0;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, charts);
  while (json_object_iter_next (&iter, &name, &node))
    {
      const char *database = ask_json_get_string (json_node_get_object (node), "db_id");
      GPtrArray *list = g_hash_table_lookup (databases, database);

      if (list == NULL)
        g_hash_table_insert (databases, (gpointer) database, list = g_ptr_array_new ());
      g_ptr_array_add (list, (gpointer) name);
    }
  names = g_list_sort (g_hash_table_get_keys (databases), (GCompareFunc) strcmp);
  for (GList *l = names; l != NULL; l = l->next, place++)
    {
      g_autofree char *file = g_strconcat (l->data, ".sqlite", NULL);
      g_autofree char *path = g_build_filename (data, "spider", "database", l->data, file, NULL);
      GPtrArray *list = g_hash_table_lookup (databases, l->data);
      g_autoptr (AskEngine) engine = NULL;

      if (!is_wanted (place) || !g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      engine = open_database (path, error);
      if (engine == NULL)
        return FALSE;
      for (guint i = 0; i < list->len; i++)
        if (!run_chart (run, engine, list->pdata[i], json_object_get_object_member (charts, list->pdata[i]), error))
          return FALSE;
    }
  return TRUE;
}

static JsonNode *
read_file (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  return ask_json_parse (text, (gssize) length, error);
}

static AskChart *
make_large (guint n_rows, const char *question, GError **error)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  GRand *rand = g_rand_new_with_seed (1);
  double level = 0;

  ask_rows_add_column (rows, "second", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "level", ASK_TYPE_REAL);
  for (guint i = 0; i < n_rows; i++)
    {
      AskValue cells[2] = { ask_value_integer (i), ask_value_real (level += g_rand_double_range (rand, -1, 1)) };

      ask_rows_append (rows, cells);
    }
  g_rand_free (rand);
  return ask_chart_choose (rows, question, error);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  return *(const gint64 *) a < *(const gint64 *) b ? -1 : 1;
}

/* In microseconds: few machines do nothing else. */
static gint64
get_processor_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A frame of a window: 1280 by 800 pixels of memory, which is warm. */
static gboolean
print_frames (GError **error)
{
  static const struct
  {
    const char *what;
    const char *question;
    guint n_rows;
  } large[] = { { "a scatter plot of 100,000 rows", "as a scatter plot", 100000 },
                { "a line of 1,000,000 points", "as a line", 1000000 } };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1280, 800);

  g_print ("| what | median of 21 frames | longest |\n| --- | --- | --- |\n");
  for (guint i = 0; i < G_N_ELEMENTS (large); i++)
    {
      g_autoptr (AskChart) chart = make_large (large[i].n_rows, large[i].question, error);
      gint64 times[21];

      if (chart == NULL)
        break;
      for (guint t = 0; t < G_N_ELEMENTS (times); t++)
        {
          gint64 started = get_processor_time ();
          cairo_t *cr = cairo_create (surface);

          ask_chart_draw (chart, cr, 1280, 800, NULL);
          cairo_destroy (cr);
          cairo_surface_flush (surface);
          times[t] = get_processor_time () - started;
        }
      qsort (times, G_N_ELEMENTS (times), sizeof *times, compare_times);
      g_print ("| %s | %.1f ms | %.1f ms |\n", large[i].what, (double) times[10] / 1000, (double) times[20] / 1000);
    }
  cairo_surface_destroy (surface);
  return error == NULL || *error == NULL;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- nvBench's charts and ours");
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) charts = NULL;
  g_autoptr (JsonNode) table = NULL;
  const char *shared = g_getenv ("ASKDATA_SHARED_DATA"), *source = g_getenv ("ASKDATA_SOURCE_ROOT");
  const char *root = source != NULL ? source : ".";
  g_autofree char *data = shared != NULL ? g_strdup (shared) : g_build_filename (root, "..", "shared", "data", NULL);
  g_autofree char *path = g_build_filename (data, "nvbench", "charts.json", NULL);
  g_autofree char *good = g_build_filename (root, "tests", "bench", "chart-as-good.json", NULL);
  Run run = { NULL };

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)
      || (half != NULL && strcmp (half, "tune") != 0 && strcmp (half, "quote") != 0))
    {
      g_printerr ("%s\n", error != NULL ? error->message : "--half is tune or quote.");
      return 2;
    }
  if (time_frames)
    {
      if (print_frames (&error))
        return 0;
      g_printerr ("%s\n", error->message);
      return 1;
    }
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_printerr ("Skipped: %s is not there.\n", path);
      return SKIPPED;
    }
  charts = read_file (path, &error);
  table = charts != NULL ? read_file (good, &error) : NULL;
  if (table != NULL)
    {
      run.same = ask_json_get_object (json_node_get_object (table), "same");
      run.as_good = ask_json_get_array (json_node_get_object (table), "as_good");
    }
  if (table == NULL || !run_all (&run, data, json_node_get_object (charts), &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  print_figures (&run);
  return 0;
}
