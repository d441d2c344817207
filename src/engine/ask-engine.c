/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The session: one connection, one SELECT at a time under limits. What people and models write is
 * checked by its first word, by SQLite's authorizer and by read-only files, each of which would be
 * enough alone.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "engine/ask-inquiry.h"
#include "engine/ask-budget.h"
#include "engine/ask-dry.h"
#include "engine/ask-external.h"
#include "engine/ask-statement.h"
#include "sql/ask-sql-lexer.h"

#define MAX_SQL_BYTES (1 << 20)
#define MAX_CELL_BYTES (64 << 20)
#define MAX_OPCODES 10000000 /* 240 MB of them */
#define BUSY_MS 3000
#define PROCESS_MEMORY ((sqlite3_int64) 4 << 30)

ASK_DEFINE_ERROR ("ask-engine-error-quark", ask_engine_error)

static GPtrArray *
new_asked (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) ask_inquiry_free);
}

/** ask_engine_is_stopped: Returns: whether the statement that runs is to end: somebody cancelled, or its time is over */
gboolean
ask_engine_is_stopped (AskEngine *self)
{
  if (self->run == NULL)
    return FALSE;
  if (g_cancellable_is_cancelled (self->run->stop))
    return TRUE;
  return self->run->deadline != 0 && g_get_monotonic_time () > self->run->deadline;
}

static int
on_progress (void *data)
{
  const AskEngine *self = data;

  return ask_engine_is_stopped (data) || (self->run != NULL && ask_dry_is_long (self->run->dry));
}

/*
 * ask_engine_watch:
 *
 * Lets the statement under way be stopped, as it is but for trials.
 */
void
ask_engine_watch (AskEngine *self)
{
  sqlite3_progress_handler (self->db, 4000, on_progress, self);
}

static int
on_busy (void *data, int tries)
{
  if (tries * 20 >= BUSY_MS || on_progress (data))
    return 0;
  g_usleep (20 * 1000);
  return 1;
}

/* regexp(pattern, text), which SQLite's REGEXP operator calls and does not have. */
static void
regexp (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  AskEngine *self = sqlite3_user_data (context);
  const char *pattern = (const char *) sqlite3_value_text (argv[0]);
  const char *text = (const char *) sqlite3_value_text (argv[1]);
  g_autoptr (GError) error = NULL;
  gboolean matches;

  if (pattern == NULL || text == NULL)
    return;
  if (self->regex == NULL || g_strcmp0 (self->regex_pattern, pattern) != 0)
    {
      g_clear_pointer (&self->regex, g_regex_unref);
      g_free (self->regex_pattern);
      self->regex_pattern = g_strdup (pattern);
      self->regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, &error);
    }
  if (self->regex == NULL)
    {
      sqlite3_result_error (context, "this regular expression cannot be read", -1);
      return;
    }
  if (!g_utf8_validate (text, -1, NULL))
    {
      sqlite3_result_int (context, 0);
      return;
    }
  /* One that is given up ("(a+)+$") is not one that does not match. */
  matches = g_regex_match_full (self->regex, text, -1, 0, 0, NULL, &error);
  if (error != NULL)
    sqlite3_result_error (context, "this regular expression takes too long; write a simpler one", -1);
  else
    sqlite3_result_int (context, matches);
}

static void
set_limits (sqlite3 *db)
{
  static const struct
  {
    int id;
    int most;
  } limits[] = {
    { SQLITE_LIMIT_LENGTH, MAX_CELL_BYTES },
    { SQLITE_LIMIT_SQL_LENGTH, MAX_SQL_BYTES },
    { SQLITE_LIMIT_COLUMN, ASK_SQL_MAX_COLUMNS },
    { SQLITE_LIMIT_EXPR_DEPTH, ASK_SQL_MAX_DEPTH },
    { SQLITE_LIMIT_COMPOUND_SELECT, ASK_SQL_MAX_COMPOUND },
    { SQLITE_LIMIT_FUNCTION_ARG, ASK_SQL_MAX_ARGUMENTS },
    { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, ASK_SQL_MAX_PATTERN },
    { SQLITE_LIMIT_VDBE_OP, MAX_OPCODES },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (db, limits[i].id, limits[i].most);
}

/* The progress handler comes every few thousand steps of SQLite's, and one step may take long: reading
 * a large JSON text, say. This is seen before the next step. */
static void
on_stopped (GCancellable *stop, gpointer db)
{
  sqlite3_interrupt (db);
}

static void
drop_stop (AskEngine *self)
{
  if (self->stop == NULL)
    return;
  g_cancellable_disconnect (self->stop, self->stop_handler);
  g_clear_object (&self->stop);
}

/* Returns: (transfer none): what stops the next statement. One serves for many, unless it was cancelled or somebody
 * still holds it: the clock, who may be about to cancel it. */
static GCancellable *
take_stop (AskEngine *self)
{
  if (self->stop != NULL && (g_cancellable_is_cancelled (self->stop) || G_OBJECT (self->stop)->ref_count > 1))
    drop_stop (self);
  if (self->stop == NULL)
    {
      self->stop = g_cancellable_new ();
      self->stop_handler = g_cancellable_connect (self->stop, G_CALLBACK (on_stopped), self->db, NULL);
    }
  return self->stop;
}

static GPtrArray *
new_calls (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) ask_call_free);
}

static void
sets_init (AskRunSets *self)
{
  self->begun = g_ptr_array_new ();
  self->fetches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_fetch_unref);
  self->arguments = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->notes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->wanted_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->wanted = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_wanted_free);
}

static void
sets_clear (AskRunSets *self)
{
  g_ptr_array_unref (self->begun);
  g_hash_table_unref (self->fetches);
  g_hash_table_unref (self->arguments);
  g_hash_table_unref (self->notes);
  g_hash_table_unref (self->wanted_keys);
  g_ptr_array_unref (self->wanted);
}

/**
 * ask_engine_new:
 * @schema: the abstract schema; kept
 * @configs: (element-type AskSourceConfig): the sources; kept
 * @error: %ASK_ENGINE_ERROR_FAILED
 *
 * Nothing is opened before a query needs it.
 *
 * Returns: (transfer full): a session for the calling thread
 */
AskEngine *
ask_engine_new (AskSchema *schema, GPtrArray *configs, GError **error)
{
  g_autoptr (AskEngine) self = g_new0 (AskEngine, 1);
  int code;

  self->next_calls = new_calls ();
  self->asked = new_asked ();
  self->schema = ask_schema_ref (schema);
  self->configs = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) ask_source_config_unref);
  self->sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->attached = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->native = g_hash_table_new (NULL, NULL);
  self->steps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->step_origins = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->bound = g_ptr_array_new_with_free_func (ask_other_place_free);
  self->fragments = g_hash_table_new (g_str_hash, g_str_equal);
  self->plans = ask_plan_cache_new ();
  self->budgets = ask_budgets_new ();
  sets_init (&self->sets);
  self->push_down = TRUE;
  for (guint i = 0; i < configs->len; i++)
    {
      AskSourceConfig *config = ask_source_config_ref (configs->pdata[i]);

      self->servers = self->servers || config->kind->nature == ASK_NATURE_SERVER;
      g_hash_table_insert (self->configs, config->name, config);
    }
  code = sqlite3_open_v2 (":memory:", &self->db,
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_create_module (self->db, "ask_api", &ask_api_table_module, self);
  if (code == SQLITE_OK)
    code = sqlite3_create_function (self->db, "regexp", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, self,
                                    regexp, NULL, NULL);
  if (code == SQLITE_OK)
    code = ask_functions_add (self, self->db);
  if (code == SQLITE_OK)
    code = ask_sqlite_add_decimal (self->db);
  if (code != SQLITE_OK)
    {
      ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED, N_ ("SQLite could not be started: %s."),
                     sqlite3_errmsg (self->db));
      return NULL;
    }
  sqlite3_extended_result_codes (self->db, 1);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, NULL);
  set_limits (self->db);
  sqlite3_set_authorizer (self->db, ask_engine_authorize, self);
  ask_engine_watch (self);
  sqlite3_busy_handler (self->db, on_busy, self);
  /* Table functions declare themselves when they are first named, which the authorizer would take
   * for a CREATE TABLE. */
  if (!ask_engine_execute (self, "SELECT 1 FROM json_each('[]'), json_tree('[]')", error))
    return NULL;
  if (sqlite3_hard_heap_limit64 (-1) == 0)
    sqlite3_hard_heap_limit64 (PROCESS_MEMORY);
  return g_steal_pointer (&self);
}

/** ask_engine_free: closes the session; its temporary tables are gone */
void
ask_engine_free (AskEngine *self)
{
  drop_stop (self);
  g_clear_pointer (&self->plans, g_hash_table_unref);
  sets_clear (&self->sets);
  g_clear_pointer (&self->budgets, g_hash_table_unref);
  sqlite3_close (self->db);
  g_clear_pointer (&self->sources, g_hash_table_unref);
  g_clear_pointer (&self->configs, g_hash_table_unref);
  g_clear_pointer (&self->attached, g_hash_table_unref);
  g_clear_pointer (&self->made, g_hash_table_unref);
  g_clear_pointer (&self->native, g_hash_table_unref);
  g_clear_pointer (&self->steps, g_hash_table_unref);
  g_clear_pointer (&self->step_origins, g_hash_table_unref);
  g_clear_pointer (&self->fragments, g_hash_table_unref);
  g_clear_pointer (&self->catalog, ask_sql_catalog_unref);
  g_clear_pointer (&self->bound, g_ptr_array_unref);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self->regex_pattern);
  g_ptr_array_unref (self->next_calls);
  g_ptr_array_unref (self->asked);
  g_free (self);
}

/** ask_engine_get_schema: Returns: (transfer none): what it was made with */
AskSchema *
ask_engine_get_schema (AskEngine *self)
{
  return self->schema;
}

/**
 * ask_engine_set_push_down:
 * @push_down: %TRUE unless told
 *
 * Without it database servers only give the rows of their tables, and everything is computed here:
 * the same answers, to compare with.
 */
void
ask_engine_set_push_down (AskEngine *self, gboolean push_down)
{
  self->push_down = push_down;
}

/**
 * ask_engine_set_pause:
 * @self: a session that runs nothing
 * @every: so many rows, more than 0
 * @pause: (nullable): asked whenever so many further rows of a statement that is computed here are there, before another
 *   one is looked for; %NULL for nobody
 * @data: for @pause
 *
 * Lets the rows of an API be read as they are wanted, a page at a time, within one statement.
 */
void
ask_engine_set_pause (AskEngine *self, gsize every, AskEnginePause pause, gpointer data)
{
  self->pause = pause;
  self->pause_every = MAX (1, every);
  self->pause_data = data;
}

static void
on_cancelled (GCancellable *cancellable, gpointer stop)
{
  g_cancellable_cancel (stop);
}

/* @plan: (nullable): of what gave the rows */
static gboolean
keep_step (AskEngine *self, AskRows *rows, GArray *types, const AskPlan *plan, const char *temp_table, GError **error)
{
  g_autoptr (GPtrArray) none = ask_origins_new ();

  if (!ask_engine_keep (self, rows, types, temp_table, error))
    return FALSE;
  if (plan != NULL && plan->origins != NULL)
    g_hash_table_insert (self->step_origins, g_ascii_strdown (temp_table, -1),
                         ask_engine_trace_origins (self, plan->origins, none));
  return TRUE;
}

static AskResult *
run_statement (AskEngine *self, const char *sql, const char *temp_table, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskPlan) plan = NULL;
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskRows) rows = ask_statement_read (self, sql, &plan, cancellable, &failure);
  g_autoptr (GArray) types = NULL;
  AskResult *result;

  /* A server cannot compute everything that SQLite can (1/0, a sum beyond 64 bits): here it can be
   * told what that gives. The same where a server would not have a query that was made for it. */
  if (rows == NULL && self->push_down
      && (self->run->refused || g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA)))
    {
      g_clear_error (&failure);
      g_clear_pointer (&plan, ask_plan_free);
      self->push_down = FALSE;
      rows = ask_statement_read (self, sql, &plan, cancellable, &failure);
      self->push_down = TRUE;
    }
  /* A call that was stopped, or a part that could not be made because of that: which of the two stopped it,
   * the caller or the deadline, is told here for all phases. */
  if (rows == NULL && g_cancellable_is_cancelled (self->run->stop)
      && (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED)
          || g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED)))
    {
      ask_statement_failed (self, SQLITE_INTERRUPT, cancellable, error);
      return NULL;
    }
  if (rows == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  types
    = plan != NULL && plan->types != NULL ? g_array_ref (plan->types) : ask_types_new (ask_rows_get_n_columns (rows));
  ask_senses_give (rows, plan, types);
  if (temp_table != NULL && !keep_step (self, rows, types, plan, temp_table, error))
    return NULL;
  result = ask_result_new (self, sql, plan, rows);
  result->types = g_steal_pointer (&types);
  result->temp_table = g_strdup (temp_table);
  if (plan != NULL)
    {
      ask_result_note_actuals (self, plan->root);
      result->plan = g_steal_pointer (&plan->root);
      ask_plan_cache_give (self, g_steal_pointer (&plan), sql);
    }
  return result;
}

/* Once the time is over, whatever failed did so because of that: a call was cancelled, SQLite interrupted, or a
 * server said that it had been told to stop. The same with a cap. */
static void
take_failure (const AskRun *run, const AskBudget *reached, GError *failure, GCancellable *cancellable, GError **error)
{
  if (reached != NULL && !g_cancellable_is_cancelled (cancellable))
    {
      g_error_free (failure);
      ask_budget_fail (reached, error);
      return;
    }
  /* Who waited for something else says what it was, but not who stopped it. */
  if (g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE)
      && g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      g_error_free (failure);
      return;
    }
  if (run->deadline == 0 || g_get_monotonic_time () <= run->deadline || g_cancellable_is_cancelled (cancellable)
      || g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE))
    {
      g_propagate_error (error, failure);
      return;
    }
  g_error_free (failure);
  ask_error_set (
    error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE,
    N_ ("The query took longer than %g s and was stopped. Ask for less with a condition, or allow more time."),
    run->limits.deadline_ms / 1000.0);
}

/* Most statements leave most sets empty, or with one entry, and GLib makes the whole table anew for either. */
static void
forget_all (GHashTable *set)
{
  GHashTableIter iter;

  if (g_hash_table_size (set) > 1)
    {
      g_hash_table_remove_all (set);
      return;
    }
  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_size (set) > 0 && g_hash_table_iter_next (&iter, NULL, NULL))
    g_hash_table_iter_remove (&iter);
}

/**
 * ask_engine_query:
 * @sql: one SELECT over the relational view, and over temporary tables of earlier queries
 * @limits: (nullable): %ASK_LIMITS_DEFAULT where %NULL
 * @temp_table: (nullable): keep the result as a temporary table of that name
 * @cancellable: (nullable): ends it within 100 ms, also while a call hangs
 * @error: %ASK_ENGINE_ERROR, %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Blocks. Call on the session's own thread.
 *
 * Returns: (transfer full): the whole result, or %NULL: never a part without saying so
 */
AskResult *
ask_engine_query (AskEngine *self, const char *sql, const AskLimits *limits, const char *temp_table,
                  GCancellable *cancellable, GError **error)
{
  GCancellable *stop;
  gint64 started = g_get_monotonic_time ();
  AskRun run = { .limits = limits != NULL ? *limits : ASK_LIMITS_DEFAULT };
  GError *failure = NULL;
  AskResult *result;
  AskDeadline *deadline;
  gulong handler = 0;

  g_return_val_if_fail (self->run == NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  ask_budgets_begin (self->budgets);
  if (self->asked->len > 0)
    {
      g_ptr_array_unref (self->asked);
      self->asked = new_asked ();
    }
  run.stop = stop = take_stop (self);
  run.sets = self->sets;
  run.calls = self->next_calls;
  run.remote = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_remote_query_free);
  run.sources = g_ptr_array_new_with_free_func (g_free);
  if (run.limits.deadline_ms > 0)
    run.deadline = started + (gint64) run.limits.deadline_ms * 1000;
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), stop, NULL);
  deadline = run.clock = ask_deadline_start (run.limits.deadline_ms, stop);

  self->run = &run;
  ask_sql_catalog_set_stop (ask_engine_get_catalog (self), stop);
  result = run_statement (self, sql, temp_table, cancellable, &failure);
  ask_sql_catalog_set_stop (self->catalog, NULL);
  self->run = NULL;
  if (result == NULL)
    take_failure (&run, ask_budgets_find_reached (self->budgets), failure, cancellable, error);

  ask_deadline_stop (deadline);
  if (handler != 0)
    g_cancellable_disconnect (cancellable, handler);
  g_clear_error (&run.failure);
  if (run.calls->len > 0)
    {
      g_ptr_array_unref (run.calls);
      self->next_calls = new_calls ();
    }
  g_ptr_array_unref (run.remote);
  forget_all (run.sets.fetches);
  for (guint i = 0; i < run.sets.begun->len; i++)
    ask_source_end (run.sets.begun->pdata[i]);
  g_ptr_array_set_size (run.sets.begun, 0);
  g_clear_pointer (&run.sources, g_ptr_array_unref);
  g_clear_pointer (&run.named, g_array_unref);
  g_clear_pointer (&run.defined, ask_sql_tree_free);
  forget_all (run.sets.arguments);
  forget_all (run.sets.notes);
  forget_all (run.sets.wanted_keys);
  g_ptr_array_set_size (run.sets.wanted, 0);
  if (result != NULL)
    result->elapsed_ms = (double) (g_get_monotonic_time () - started) / 1000.0;
  return result;
}

/**
 * ask_engine_check:
 * @sql: as for ask_engine_query()
 * @error: as ask_engine_query()
 *
 * Prepares the statement and does not run it.
 *
 * Returns: whether it could run
 */
gboolean
ask_engine_check (AskEngine *self, const char *sql, GError **error)
{
  return ask_statement_check (self, sql, error);
}

/**
 * ask_engine_distinct_values:
 * @entity: of the session's schema
 * @attribute: of @entity
 * @max: at most so many; one more is asked for, to tell whether there are more
 * @error: as ask_engine_query()
 *
 * Blocks, as ask_engine_query() does.
 *
 * Returns: (transfer full) (element-type utf8): the values as text, in no order that can be relied on, without
 *   NULL; %NULL with @error unset where there are more than @max
 */
GPtrArray *
ask_engine_distinct_values (AskEngine *self, const AskEntity *entity, const AskAttribute *attribute, guint max,
                            GCancellable *cancellable, GError **error)
{
  g_autofree char *table = ask_sql_quote_name (entity->name);
  g_autofree char *column = ask_sql_quote_name (attribute->name);
  g_autofree char *sql
    = g_strdup_printf ("SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL LIMIT %u", column, table, column, max + 1);
  g_autoptr (AskResult) result = ask_engine_query (self, sql, NULL, NULL, cancellable, error);
  GPtrArray *values;

  if (result == NULL || ask_rows_get_n_rows (result->rows) > max)
    return NULL;
  values = g_ptr_array_new_with_free_func (g_free);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    g_ptr_array_add (values, ask_value_to_text (ask_rows_get (result->rows, r, 0)));
  return values;
}
