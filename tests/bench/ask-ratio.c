/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-ratio: it does not matter to the answer where a table lives. Replaces a share of each database's tables by
 * APIs that it serves itself, runs gold SQL through import, relational view and engine, and compares with SQLite on the
 * untouched database. The exit code is 1 if any answer differs, 77 if there is no data.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "bench/ask-ratio.h"

#include "base/ask-json.h"
#include "base/ask-text.h"
#include "support/ask-test-kinds.h"

/** RatioCount: of one ratio and one level, in questions but for times, @calls, @rows and @n */
typedef struct
{
  guint same;
  guint permitted;
  guint different;
  guint failed;
  guint refused; /* by SQLite */
  guint renamed; /* of those that are right: columns are called otherwise */
  double sqlite_ms;
  double engine_ms;
  guint64 calls;
  guint64 rows;
  guint pushed; /* one server ran all of it */
  guint n; /* runs */
} RatioCount;

#define MAX_RATIOS 8

/* Statements that a proof about one answer may run. */
#define MAX_CHOICES 1000

typedef struct
{
  GMutex mutex; /* of @counts and stdout */
  const char *folder;
  char *temporary;
  guint32 seed;
  gboolean verbose;
  int slow_ms; /* a query that takes longer is printed with its plan; 0 for none */
  RatioServer *server; /* nullable: in the place of APIs */
  GArray *ratios; /* guint */
  RatioCount counts[MAX_RATIOS][RATIO_N_LEVELS];
  guint n_databases;
  guint n_tables;
  GPtrArray *staying; /* "database.table: why" */
  GPtrArray *absent; /* "database (n questions)" */
  gboolean broken;
} Ratio;

/* The first rows: types show in how JSON writes the values. */
static void
print_rows (const char *title, const AskRows *rows)
{
  g_autoptr (GString) json = g_string_new (NULL);

  for (gsize r = 0; r < MIN (ask_rows_get_n_rows (rows), 20); r++)
    {
      g_string_append (json, r > 0 ? " | " : "");
      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        {
          g_string_append (json, c > 0 ? ", " : "");
          ask_json_append_value (json, ask_rows_get (rows, r, c));
        }
    }
  g_print ("    %s, %" G_GSIZE_FORMAT " rows: %s\n", title, ask_rows_get_n_rows (rows), json->str);
}

static void
tell (Ratio *self, RatioDatabase *database, guint ratio, const RatioQuery *query, const AskResult *result,
      const GError *error)
{
  if (!self->verbose)
    return;
  g_mutex_lock (&self->mutex);
  g_print ("%s %s, %u %%: %s\n", result != NULL ? "DIFFERENT" : "FAILED", database->name, ratio, query->sql);
  g_print ("    replaced:");
  for (guint i = 0; i < database->tables->len; i++)
    {
      const RatioTable *table = database->tables->pdata[i];

      if (ratio_is_replaced (database, table, ratio))
        g_print (" %s", table->name);
    }
  g_print ("\n");
  if (result != NULL)
    {
      print_rows ("sqlite", query->answer);
      print_rows ("engine", result->rows);
    }
  else
    g_print ("    %s\n", error->message);
  g_mutex_unlock (&self->mutex);
}

/* Whether SQLite has nothing left to do but to pass a server's rows on. */
static gboolean
is_pushed (const AskPlanNode *plan)
{
  const AskPlanNode *child = plan != NULL && plan->first == plan->last ? plan->first : NULL;

  return child != NULL && child->kind == ASK_PLAN_REMOTE && child->first == NULL && plan->sql == NULL;
}

/* What is proven right must be found wrong once a row is missing, or a cell holds what no table does. */
static gboolean
is_sound (RatioDatabase *database, const RatioQuery *query, const AskRows *rows)
{
  guint n_columns = ask_rows_get_n_columns (rows);
  gsize n = ask_rows_get_n_rows (rows);

  for (int way = 0; way < 2 && n > 0; way++)
    {
      g_autoptr (AskRows) spoiled = ask_rows_new ();
      g_autofree AskValue *last = g_memdup2 (ask_rows_get_row (rows, n - 1), n_columns * sizeof (AskValue));
      guint budget = MAX_CHOICES;

      for (guint i = 0; i < n_columns; i++)
        ask_rows_add_column (spoiled, ask_rows_get_column (rows, i)->name, ASK_TYPE_ANY);
      for (gsize r = 0; r + 1 < n; r++)
        ask_rows_append (spoiled, ask_rows_get_row (rows, r));
      last[0] = ask_value_text ("no table holds this", -1);
      if (way == 1)
        ask_rows_append (spoiled, last);
      if (ratio_compare (database, query, spoiled, &budget) != RATIO_DIFFERENT)
        return FALSE;
    }
  return TRUE;
}

static void
tell_slow (Ratio *self, RatioDatabase *database, guint ratio, const RatioQuery *query, const AskResult *result,
           double elapsed_ms)
{
  g_autofree char *plan = NULL;

  if (self->slow_ms <= 0 || elapsed_ms < self->slow_ms)
    return;
  plan = result != NULL && result->plan != NULL ? ask_plan_to_text (result->plan) : g_strdup ("no plan\n");
  g_mutex_lock (&self->mutex);
  g_print ("SLOW %.0f ms (SQLite %.0f ms) %s, %u %%: %s\n%s\n", elapsed_ms, query->elapsed_ms, database->name, ratio,
           query->sql, plan);
  g_mutex_unlock (&self->mutex);
}

static void
run_query (Ratio *self, RatioDatabase *database, AskEngine *engine, guint nth, RatioQuery *query)
{
  guint ratio = g_array_index (self->ratios, guint, nth);
  RatioCount *count = &self->counts[nth][query->level];
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;
  RatioVerdict verdict = RATIO_DIFFERENT;
  guint budget = MAX_CHOICES;
  gint64 start;
  double elapsed_ms;

  if (query->answer == NULL)
    {
      g_mutex_lock (&self->mutex);
      count->refused += query->n;
      g_mutex_unlock (&self->mutex);
      return;
    }
  start = g_get_monotonic_time ();
  result = ask_engine_query (engine, query->sql, NULL, NULL, NULL, &error);
  elapsed_ms = (double) (g_get_monotonic_time () - start) / 1000.0;
  if (result != NULL)
    verdict = ratio_compare (database, query, result->rows, &budget);
  if (verdict == RATIO_PERMITTED && !is_sound (database, query, result->rows))
    verdict = RATIO_DIFFERENT;
  if (verdict == RATIO_DIFFERENT)
    tell (self, database, ratio, query, result, error);
  tell_slow (self, database, ratio, query, result, elapsed_ms);
  g_mutex_lock (&self->mutex);
  if (result == NULL)
    count->failed += query->n;
  else
    {
      count->same += verdict == RATIO_SAME ? query->n : 0;
      count->permitted += verdict == RATIO_PERMITTED ? query->n : 0;
      count->different += verdict == RATIO_DIFFERENT ? query->n : 0;
      if (verdict != RATIO_DIFFERENT && !ratio_same_names (result->rows, query->answer))
        {
          count->renamed += query->n;
          if (self->verbose && ask_rows_get_n_columns (result->rows) > 0)
            for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
              g_print ("RENAMED %s, %u %%: “%s”, not “%s”: %s\n", database->name, ratio,
                       ask_rows_get_column (result->rows, i)->name, ask_rows_get_column (query->answer, i)->name,
                       query->sql);
        }
      count->calls += result->calls->len;
      count->rows += (guint64) result->rows_fetched;
      count->pushed += is_pushed (result->plan) ? query->n : 0;
    }
  count->n++;
  count->engine_ms += elapsed_ms;
  count->sqlite_ms += query->elapsed_ms;
  g_mutex_unlock (&self->mutex);
}

static AskEngine *
open_engine (Ratio *self, RatioDatabase *database, guint ratio, const char *rest, RatioApi *api, GError **error)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  AskSourceConfig *config = ask_source_config_new ("file", &ask_sqlite_kind, rest);
  g_autoptr (AskSource) source = ask_source_new (config, error);
  g_autoptr (AskIntrospection) found = source != NULL ? ask_source_introspect (source, NULL, error) : NULL;

  g_ptr_array_add (configs, config);
  if (found == NULL)
    return NULL;
  while (found->schema->entities->len > 0)
    ask_schema_add_entity (schema, g_ptr_array_steal_index (found->schema->entities, 0));
  if (api != NULL || self->server != NULL)
    {
      config = api != NULL ? ratio_api_register (api, schema, error)
                           : ratio_server_register (self->server, database, ratio, schema, error);
      if (config == NULL)
        return NULL;
      g_ptr_array_add (configs, config);
    }
  return ask_engine_new (schema, configs, error);
}

static gboolean
run_ratio (Ratio *self, RatioDatabase *database, guint nth, GError **error)
{
  guint ratio = g_array_index (self->ratios, guint, nth);
  g_autofree char *rest = ratio_copy_rest (database, ratio, self->temporary, error);
  RatioApi *api = NULL;
  g_autoptr (AskEngine) engine = NULL;
  guint n_replaced = 0;

  if (rest == NULL)
    return FALSE;
  for (guint i = 0; i < database->tables->len; i++)
    n_replaced += ratio_is_replaced (database, database->tables->pdata[i], ratio);
  if (self->server != NULL)
    ratio_server_load (self->server, database, ratio);
  else if (n_replaced > 0)
    api = ratio_api_new (database, ratio, self->temporary);
  engine = open_engine (self, database, ratio, rest, api, error);
  for (guint i = 0; engine != NULL && i < database->queries->len; i++)
    run_query (self, database, engine, nth, database->queries->pdata[i]);
  if (engine == NULL)
    g_prefix_error (error, "%s at %u %%: ", database->name, ratio);
  g_unlink (rest);
  g_clear_pointer (&engine, ask_engine_free);
  g_clear_pointer (&api, ratio_api_free);
  if (self->server != NULL)
    ratio_server_unload (self->server, database, ratio);
  return error == NULL || *error == NULL;
}

/* One database in one thread: an engine belongs to it. */
typedef struct
{
  char *name;
  GPtrArray *queries;
} Job;

static gboolean
is_there (Ratio *self, const Job *job)
{
  g_autofree char *file = g_strconcat (job->name, ".sqlite", NULL);
  g_autofree char *path = g_build_filename (self->folder, job->name, file, NULL);
  guint n = 0;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  for (guint i = 0; i < job->queries->len; i++)
    n += ((RatioQuery *) job->queries->pdata[i])->n;
  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->absent, g_strdup_printf ("%s (%u questions)", job->name, n));
  g_mutex_unlock (&self->mutex);
  return FALSE;
}

static void
run_database (gpointer data, gpointer user_data)
{
  Job *job = data;
  Ratio *self = user_data;
  g_autoptr (GError) error = NULL;
  RatioDatabase *database = NULL;

  if (is_there (self, job))
    database = ratio_database_open (self->folder, job->name, g_ptr_array_ref (job->queries), self->seed, &error);
  if (database != NULL)
    {
      g_mutex_lock (&self->mutex);
      self->n_databases++;
      self->n_tables += database->tables->len;
      for (guint i = 0; i < database->tables->len; i++)
        {
          RatioTable *table = database->tables->pdata[i];

          if (self->server != NULL && table->stays == NULL)
            table->stays = ratio_server_check (table);
          if (table->stays != NULL)
            g_ptr_array_add (self->staying,
                             g_strdup_printf ("%s.%s: %s", database->name, table->name, table->stays));
        }
      g_mutex_unlock (&self->mutex);
      for (guint i = 0; error == NULL && i < self->ratios->len; i++)
        run_ratio (self, database, i, &error);
      ratio_database_free (database);
    }
  if (error != NULL)
    {
      g_mutex_lock (&self->mutex);
      self->broken = TRUE;
      g_printerr ("ask-ratio: %s\n", error->message);
      g_mutex_unlock (&self->mutex);
    }
  g_ptr_array_unref (job->queries);
  g_free (job->name);
  g_free (job);
}

static void
add_count (RatioCount *sum, const RatioCount *count)
{
  sum->same += count->same;
  sum->permitted += count->permitted;
  sum->different += count->different;
  sum->failed += count->failed;
  sum->refused += count->refused;
  sum->renamed += count->renamed;
  sum->sqlite_ms += count->sqlite_ms;
  sum->engine_ms += count->engine_ms;
  sum->calls += count->calls;
  sum->rows += count->rows;
  sum->pushed += count->pushed;
  sum->n += count->n;
}

static void
print_count (const char *ratio, const char *level, const RatioCount *count)
{
  guint answered = count->same + count->permitted + count->different + count->failed;

  g_print ("%5s  %-6s  %9u  %9u  %9u  %9u  %6u  %7u  %7u  %8.2f  %9.1f  %9.1f  %8" G_GUINT64_FORMAT
           "  %9" G_GUINT64_FORMAT "  %6u\n",
           ratio, level, answered, count->same, count->permitted, count->different, count->failed, count->refused,
           count->renamed, answered > 0 ? 100.0 * (count->same + count->permitted) / answered : 100.0, count->sqlite_ms / 1000.0,
           count->engine_ms / 1000.0, count->calls, count->rows, count->pushed);
}

/* Returns: whether all is as it should be */
static gboolean
print_table (Ratio *self)
{
  gboolean good = !self->broken;

  g_print ("%u databases, %u tables, seed %u\n", self->n_databases, self->n_tables, self->seed);
  for (guint i = 0; i < self->absent->len; i++)
    g_print ("no such database: %s\n", (char *) self->absent->pdata[i]);
  for (guint i = 0; i < self->staying->len; i++)
    g_print ("stays in SQLite: %s\n", (char *) self->staying->pdata[i]);
  g_print ("%5s  %-6s  %9s  %9s  %9s  %9s  %6s  %7s  %7s  %8s  %9s  %9s  %8s  %9s  %6s\n", "ratio", "level", "questions",
           "identical", "permitted", "different", "failed", "refused", "renamed", "right %", "SQLite s", "engine s", "calls",
           "rows", "pushed");
  for (guint r = 0; r < self->ratios->len; r++)
    {
      g_autofree char *name = g_strdup_printf ("%u %%", g_array_index (self->ratios, guint, r));
      RatioCount sum = { 0 };

      for (guint l = 0; l < RATIO_N_LEVELS; l++)
        {
          print_count (name, ratio_level_to_string (l), &self->counts[r][l]);
          add_count (&sum, &self->counts[r][l]);
        }
      print_count (name, "all", &sum);
      good = good && sum.different == 0 && sum.failed == 0 && sum.same > 0;
    }
  return good;
}

static char *
find_data (const char *given)
{
  const char *shared = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");

  if (given != NULL)
    return g_strdup (given);
  if (shared != NULL)
    return g_build_filename (shared, "spider", NULL);
  return g_build_filename (root != NULL ? root : ".", "..", "shared", "data", "spider", NULL);
}

/* The databases that are asked for, in the order of their names. */
static guint
start_jobs (Ratio *self, GHashTable *questions, const char *only, int limit, int n_databases, GThreadPool *pool)
{
  g_autofree char **names = (char **) g_hash_table_get_keys_as_array (questions, NULL);
  guint n = g_hash_table_size (questions);
  guint started = 0;
  guint step = n_databases > 0 ? MAX (1, n / (guint) n_databases) : 1;

  qsort (names, n, sizeof *names, ask_text_compare);
  for (guint i = 0; i < n; i += step)
    {
      Job *job;

      if (only != NULL && strcmp (only, names[i]) != 0)
        continue;
      if (n_databases > 0 && started == (guint) n_databases)
        break;
      job = g_new0 (Job, 1);
      job->name = g_strdup (names[i]);
      job->queries = g_ptr_array_ref (g_hash_table_lookup (questions, names[i]));
      if (limit > 0 && job->queries->len > (guint) limit)
        g_ptr_array_set_size (job->queries, limit);
      g_thread_pool_push (pool, job, NULL);
      started++;
    }
  return started;
}

static gboolean
read_ratios (Ratio *self, char **given)
{
  static const guint all[] = { 0, 25, 50, 75, 100 };

  if (given == NULL)
    g_array_append_vals (self->ratios, all, G_N_ELEMENTS (all));
  for (guint i = 0; given != NULL && given[i] != NULL; i++)
    {
      guint64 ratio;
      guint narrow;

      if (!g_ascii_string_to_unsigned (given[i], 10, 0, 100, &ratio, NULL) || i == MAX_RATIOS)
        return FALSE;
      narrow = (guint) ratio;
      g_array_append_val (self->ratios, narrow);
    }
  return TRUE;
}

static gboolean
run (Ratio *self, const char *data, const char *questions_path, const char *only, int limit, int n_databases, int jobs)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_build_filename (data, "database", NULL);
  g_autoptr (GHashTable) questions = ratio_read_questions (questions_path, &error);
  GThreadPool *pool;
  gint64 start = g_get_monotonic_time ();
  gboolean good;

  if (questions == NULL)
    {
      g_printerr ("ask-ratio: %s\n", error->message);
      return FALSE;
    }
  self->folder = folder;
  self->temporary = g_dir_make_tmp ("ask-ratio-XXXXXX", &error);
  if (self->temporary == NULL)
    {
      g_printerr ("ask-ratio: %s\n", error->message);
      return FALSE;
    }
  pool = g_thread_pool_new (run_database, self, MAX (1, jobs), TRUE, NULL);
  if (start_jobs (self, questions, only, limit, n_databases, pool) == 0)
    {
      g_printerr ("ask-ratio: %s has no questions about %s.\n", questions_path, only != NULL ? only : "anything");
      self->broken = TRUE;
    }
  g_thread_pool_free (pool, FALSE, TRUE);
  if (g_rmdir (self->temporary) != 0)
    g_printerr ("ask-ratio: %s could not be removed.\n", self->temporary);
  good = print_table (self);
  g_print ("%.1f s in all\n", (double) (g_get_monotonic_time () - start) / 1e6);
  g_free (self->temporary);
  return good;
}

int
main (int argc, char **argv)
{
  g_autofree char *given = NULL;
  g_autofree char *questions = NULL;
  g_autofree char *only = NULL;
  g_autofree char *kind = NULL;
  g_autofree char *reason = NULL;
  g_auto (GStrv) ratios = NULL;
  static const char *const kinds[] = { "api", "postgres", "mariadb", NULL };
  int limit = 0, n_databases = 0, seed = 1, jobs = 2;
  Ratio self = { 0 };
  GOptionEntry entries[]
    = { { "data", 0, 0, G_OPTION_ARG_FILENAME, &given, "A folder in Spider's layout", "FOLDER" },
        { "questions", 0, 0, G_OPTION_ARG_FILENAME, &questions, "Questions with SQL (FOLDER/train.json)", "FILE" },
        { "database", 0, 0, G_OPTION_ARG_STRING, &only, "Only this database", "NAME" },
        { "databases", 0, 0, G_OPTION_ARG_INT, &n_databases, "Only so many databases, spread over all", "N" },
        { "limit", 0, 0, G_OPTION_ARG_INT, &limit, "Only the first queries of each database", "N" },
        { "kind", 0, 0, G_OPTION_ARG_STRING, &kind, "What takes the tables: api, postgres or mariadb", "KIND" },
        { "ratio", 0, 0, G_OPTION_ARG_STRING_ARRAY, &ratios,
          "Percent of tables to replace; may be given more than once (0, 25, 50, 75, 100)", "R" },
        { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Chooses tables and ways of serving (1)", "N" },
        { "jobs", 0, 0, G_OPTION_ARG_INT, &jobs, "Databases at a time (2)", "N" },
        { "verbose", 0, 0, G_OPTION_ARG_NONE, &self.verbose, "Print each mismatch with both results", NULL },
        { "slow", 0, 0, G_OPTION_ARG_INT, &self.slow_ms, "Print queries that take the engine longer, with their plans",
          "MS" },
        G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  g_autofree char *path = NULL;
  gboolean good;

  setlocale (LC_CTYPE, "");
  setvbuf (stdout, NULL, _IOLBF, 0);
  g_option_context_set_summary (context, "Compares the engine with SQLite, tables replaced by APIs.");
  g_option_context_add_main_entries (context, entries, NULL);
  self.ratios = g_array_new (FALSE, FALSE, sizeof (guint));
  self.staying = g_ptr_array_new_with_free_func (g_free);
  self.absent = g_ptr_array_new_with_free_func (g_free);
  if (!g_option_context_parse (context, &argc, &argv, &error) || !read_ratios (&self, ratios))
    {
      g_printerr ("ask-ratio: %s\n", error != NULL ? error->message : "A ratio is a number from 0 to 100.");
      return 2;
    }
  if (kind != NULL && !g_strv_contains (kinds, kind))
    {
      g_printerr ("ask-ratio: A kind is api, postgres or mariadb.\n");
      return 2;
    }
  self.seed = (guint32) seed;
  data = find_data (given);
  path = questions != NULL ? g_strdup (questions) : g_build_filename (data, "train.json", NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_printerr ("ask-ratio: %s is not there.\n", path);
      return 77;
    }
  if (kind != NULL && strcmp (kind, "api") != 0)
    {
      self.server = ratio_server_new (strcmp (kind, "postgres") == 0 ? RATIO_POSTGRES : RATIO_MARIADB, &reason);
      if (self.server == NULL)
        {
          g_printerr ("ask-ratio: %s\n", reason);
          return 77;
        }
    }
  g_mutex_init (&self.mutex);
  good = run (&self, data, path, only, limit, n_databases, jobs);
  g_mutex_clear (&self.mutex);
  g_clear_pointer (&self.server, ratio_server_free);
  g_array_unref (self.ratios);
  g_ptr_array_unref (self.staying);
  g_ptr_array_unref (self.absent);
  return good ? 0 : 1;
}
