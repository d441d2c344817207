/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The session: one connection, one SELECT at a time under limits. What people and models write is
 * checked by its first word, by SQLite's authorizer and by read-only files, each of which would be
 * enough alone.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text.h"
#include "engine/ask-engine-private.h"
#include "sql/ask-sql-lexer.h"

#define MAX_SQL_BYTES (1 << 20)
#define MAX_CELL_BYTES (64 << 20)
#define BUSY_MS 3000
#define PROCESS_MEMORY ((sqlite3_int64) 4 << 30)

G_DEFINE_QUARK (ask-engine-error-quark, ask_engine_error)

/** ask_result_free: frees @self */
void
ask_result_free (AskResult *self)
{
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->sql);
  g_free (self->executable_sql);
  g_free (self->temp_table);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_free (self);
}

static int
on_progress (void *data)
{
  AskEngine *self = data;

  if (self->run == NULL)
    return 0;
  if (g_cancellable_is_cancelled (self->run->stop))
    return 1;
  return self->run->deadline != 0 && g_get_monotonic_time () > self->run->deadline;
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
    sqlite3_result_error (context, "this regular expression takes too long; write a simpler one",
                          -1);
  else
    sqlite3_result_int (context, matches);
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

  self->schema = ask_schema_ref (schema);
  self->configs = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                         (GDestroyNotify) ask_source_config_unref);
  self->sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->attached = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < configs->len; i++)
    {
      AskSourceConfig *config = ask_source_config_ref (configs->pdata[i]);

      g_hash_table_insert (self->configs, config->name, config);
    }
  code = sqlite3_open_v2 (":memory:", &self->db,
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
                            | SQLITE_OPEN_NOMUTEX,
                          NULL);
  if (code == SQLITE_OK)
    code = sqlite3_create_module (self->db, "ask_api", &ask_api_table_module, self);
  if (code == SQLITE_OK)
    code = sqlite3_create_function (self->db, "regexp", 2,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, self,
                                    regexp, NULL, NULL);
  if (code != SQLITE_OK)
    {
      g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED,
                   "SQLite could not be started: %s.", sqlite3_errmsg (self->db));
      return NULL;
    }
  sqlite3_extended_result_codes (self->db, 1);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, NULL);
  sqlite3_limit (self->db, SQLITE_LIMIT_LENGTH, MAX_CELL_BYTES);
  sqlite3_limit (self->db, SQLITE_LIMIT_SQL_LENGTH, MAX_SQL_BYTES);
  sqlite3_set_authorizer (self->db, ask_engine_authorize, self);
  sqlite3_progress_handler (self->db, 4000, on_progress, self);
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
  sqlite3_close (self->db);
  g_clear_pointer (&self->sources, g_hash_table_unref);
  g_clear_pointer (&self->configs, g_hash_table_unref);
  g_clear_pointer (&self->attached, g_hash_table_unref);
  g_clear_pointer (&self->made, g_hash_table_unref);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self->regex_pattern);
  g_free (self);
}

/** ask_engine_get_schema: Returns: (transfer none): what it was made with */
AskSchema *
ask_engine_get_schema (AskEngine *self)
{
  return self->schema;
}

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED, "%s", why);
  return FALSE;
}

/* The first of the three checks: one statement, and its first word is one that reads. */
static gboolean
check_words (const char *sql, GError **error)
{
  g_autoptr (GArray) tokens = NULL;
  const AskSqlToken *first = NULL;
  gboolean ended = FALSE;

  if (strlen (sql) > MAX_SQL_BYTES)
    return refuse (error, "The query is longer than 1 MB.");
  if (!g_utf8_validate (sql, -1, NULL))
    return refuse (error, "The query is not text in UTF-8.");
  tokens = ask_sql_tokenize (sql);
  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind == ASK_SQL_COMMENT)
        continue;
      if (ask_sql_token_is (sql, token, ";"))
        {
          ended = first != NULL;
          continue;
        }
      if (ended)
        return refuse (error, "Only one statement is allowed, and there is a second one after the "
                              "semicolon.");
      if (token->kind == ASK_SQL_PARAMETER)
        return refuse (error, "The query has a parameter such as ? or :name. Write the value "
                              "itself.");
      if (first == NULL)
        first = token;
    }
  if (first == NULL)
    return refuse (error, "The query is empty. Write one SELECT.");
  if (!ask_sql_token_is (sql, first, "select") && !ask_sql_token_is (sql, first, "with")
      && !ask_sql_token_is (sql, first, "values"))
    {
      g_autofree char *word = g_strndup (sql + first->start, MIN (first->length, 40));
      g_autofree char *valid = g_utf8_make_valid (word, -1);

      g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED,
                   "Only a SELECT is allowed here; this begins with “%s”.", valid);
      return FALSE;
    }
  return TRUE;
}

static AskEngineError
classify (AskEngine *self, int code, const char *message)
{
  static const struct
  {
    const char *prefix;
    AskEngineError error;
  } messages[] = {
    { "no such ", ASK_ENGINE_ERROR_UNKNOWN_NAME },
    { "ambiguous column", ASK_ENGINE_ERROR_UNKNOWN_NAME },
    { "unknown function", ASK_ENGINE_ERROR_UNKNOWN_NAME },
    { "unknown database", ASK_ENGINE_ERROR_UNKNOWN_NAME },
    { "near ", ASK_ENGINE_ERROR_SYNTAX },
    { "incomplete input", ASK_ENGINE_ERROR_SYNTAX },
    { "unrecognized token", ASK_ENGINE_ERROR_SYNTAX },
    { "wrong number of arguments", ASK_ENGINE_ERROR_SYNTAX },
    { "misuse of", ASK_ENGINE_ERROR_SYNTAX },
    { "access to ", ASK_ENGINE_ERROR_REFUSED },
    { "not authorized", ASK_ENGINE_ERROR_REFUSED },
    { "no query solution", ASK_ENGINE_ERROR_MISSING_PARAMETER },
  };

  if ((code & 0xff) == SQLITE_AUTH)
    return ASK_ENGINE_ERROR_REFUSED;
  if ((code & 0xff) == SQLITE_NOMEM || (code & 0xff) == SQLITE_TOOBIG
      || (code & 0xff) == SQLITE_FULL)
    return ASK_ENGINE_ERROR_LIMIT;
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (g_str_has_prefix (message, messages[i].prefix))
      return messages[i].error;
  return self->run != NULL ? ASK_ENGINE_ERROR_FAILED : ASK_ENGINE_ERROR_SYNTAX;
}

/* Gives the first failure its words: the source's own, ours, or SQLite's. */
static gboolean
failed (AskEngine *self, int code, GCancellable *cancellable, GError **error)
{
  const char *message = sqlite3_errmsg (self->db);
  AskEngineError kind;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self->run != NULL && self->run->deadline != 0
      && g_get_monotonic_time () > self->run->deadline)
    {
      g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE,
                   "The query took longer than %g s and was stopped. Ask for less with a "
                   "condition, or allow more time.",
                   self->run->limits.deadline_ms / 1000.0);
      return FALSE;
    }
  if (self->run != NULL && self->run->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->run->failure));
      return FALSE;
    }
  kind = classify (self, code, message);
  if (kind == ASK_ENGINE_ERROR_MISSING_PARAMETER && self->missing_entity != NULL)
    g_set_error (error, ASK_ENGINE_ERROR, kind,
                 "“%s” needs a value for “%s”: add a condition such as %s.%s = …, or join it "
                 "to a table that has one.",
                 self->missing_entity->name, self->missing_parameter->attribute,
                 self->missing_entity->name, self->missing_parameter->attribute);
  else if (kind == ASK_ENGINE_ERROR_LIMIT)
    g_set_error (error, ASK_ENGINE_ERROR, kind,
                 "The query needs more memory than it is allowed. Ask for less with a condition.");
  else if (kind == ASK_ENGINE_ERROR_REFUSED)
    g_set_error (error, ASK_ENGINE_ERROR, kind,
                 "This is not allowed in a query: %s. Only tables of your sources can be read, and "
                 "only functions that compute can be called.",
                 message);
  else
    g_set_error (error, ASK_ENGINE_ERROR, kind, "SQLite says: %s.", message);
  return FALSE;
}

static gboolean
has_word (const char *sql, const char *word)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = 0; i < tokens->len; i++)
    if (ask_sql_token_is (sql, &g_array_index (tokens, AskSqlToken, i), word))
      return TRUE;
  return FALSE;
}

static gboolean
prepare (AskEngine *self, const char *sql, sqlite3_stmt **statement, GCancellable *cancellable,
         GError **error)
{
  int code;

  if (!check_words (sql, error))
    return FALSE;
  if (!ask_engine_prepare_names (self, sql, error))
    return FALSE;
  self->missing_entity = NULL;
  self->missing_parameter = NULL;
  self->distrusts_lists = has_word (sql, "or") && (self->collates || has_word (sql, "collate"));
  code = sqlite3_prepare_v2 (self->db, sql, -1, statement, NULL);
  if (code != SQLITE_OK)
    return failed (self, code, cancellable, error);
  /* What the first check let pass by mistake. */
  if (*statement == NULL || !sqlite3_stmt_readonly (*statement)
      || sqlite3_column_count (*statement) == 0 || sqlite3_stmt_isexplain (*statement))
    {
      g_clear_pointer (statement, sqlite3_finalize);
      return refuse (error, "Only one SELECT is allowed here.");
    }
  return TRUE;
}

/* Names for columns that can all be told apart: "id", "id_2". */
static void
add_columns (AskRows *rows, sqlite3_stmt *statement)
{
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    {
      const char *name = sqlite3_column_name (statement, i);
      g_autofree char *unique = g_strdup (name != NULL && name[0] != '\0' ? name : "column");

      for (guint n = 2; ask_rows_find_column (rows, unique) >= 0; n++)
        {
          g_free (unique);
          unique = g_strdup_printf ("%s_%u", name, n);
        }
      ask_rows_add_column (rows, unique,
                           ask_catalog_type_from_sql (sqlite3_column_decltype (statement, i)));
    }
}

static gboolean
read_rows (AskEngine *self, sqlite3_stmt *statement, AskRows *rows, GCancellable *cancellable,
           GError **error)
{
  int n = sqlite3_column_count (statement);
  g_autofree AskValue *cells = g_new (AskValue, n);
  int code;

  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (ask_rows_get_n_rows (rows) >= self->run->limits.max_rows)
        {
          ask_rows_set_truncated (rows, TRUE);
          return TRUE;
        }
      ask_sqlite_read_row (statement, cells);
      ask_rows_append (rows, cells);
      if (ask_rows_get_size (rows) > self->run->limits.max_bytes)
        {
          g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
                       "The result fills more than %" G_GSIZE_FORMAT
                       " MiB of memory. Ask for less with a condition or fewer columns.",
                       self->run->limits.max_bytes >> 20);
          return FALSE;
        }
    }
  return code == SQLITE_DONE || failed (self, code, cancellable, error);
}

/* A column keeps a declared type, and so SQLite's way of comparing it, only where every value is
 * stored as it is under that type. */
static const char *
temp_column_type (const AskRows *rows, guint column)
{
  AskType type = ask_rows_get_column (rows, column)->type;
  AskValueKind fits;

  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_BOOLEAN:
      fits = ASK_VALUE_INTEGER;
      break;
    case ASK_TYPE_REAL:
      fits = ASK_VALUE_REAL;
      break;
    case ASK_TYPE_ANY:
    case ASK_TYPE_BLOB:
      return "";
    default:
      fits = ASK_VALUE_TEXT;
    }
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      guint32 kind = ask_rows_get (rows, r, column)->kind;

      if (kind != ASK_VALUE_NULL && kind != fits)
        return "";
    }
  return ask_engine_get_declared_type (type);
}

static gboolean
fill_temp_table (AskEngine *self, sqlite3_stmt *insert, const AskRows *rows)
{
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cells = ask_rows_get_row (rows, r);

      for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
        if (ask_sqlite_bind_value (insert, (int) i + 1, &cells[i]) != SQLITE_OK)
          return FALSE;
      if (sqlite3_step (insert) != SQLITE_DONE)
        return FALSE;
      sqlite3_reset (insert);
    }
  return TRUE;
}

/* Keeps a result as a temporary table, so that later statements can use it. */
static gboolean
keep (AskEngine *self, const AskRows *rows, const char *table, GError **error)
{
  g_autofree char *name = ask_sql_quote_name (table);
  g_autofree char *drop = g_strdup_printf ("DROP TABLE IF EXISTS temp.%s", name);
  g_autofree char *analyze = g_strdup_printf ("ANALYZE temp.%s", name);
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autoptr (sqlite3_stmt) insert = NULL;
  gboolean filled;

  g_string_append_printf (create, "CREATE TEMP TABLE %s (", name);
  g_string_append_printf (values, "INSERT INTO temp.%s VALUES (", name);
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      g_autofree char *column = ask_sql_quote_name (ask_rows_get_column (rows, i)->name);

      g_string_append_printf (create, "%s%s %s", i > 0 ? ", " : "", column,
                              temp_column_type (rows, i));
      g_string_append (values, i > 0 ? ", ?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (values, ')');
  if (!ask_engine_execute (self, drop, error) || !ask_engine_execute (self, create->str, error))
    return FALSE;
  g_hash_table_insert (self->made, g_ascii_strdown (table, -1), g_strdup (""));

  if (!ask_engine_execute (self, "SAVEPOINT keep", error))
    return FALSE;
  self->trusted = TRUE;
  filled = sqlite3_prepare_v2 (self->db, values->str, -1, &insert, NULL) == SQLITE_OK
           && fill_temp_table (self, insert, rows);
  self->trusted = FALSE;
  if (!filled)
    {
      int code = sqlite3_extended_errcode (self->db);

      failed (self, code, self->run->stop, error);
      g_clear_pointer (&insert, sqlite3_finalize);
      ask_engine_execute (self, "ROLLBACK TO keep; RELEASE keep", NULL);
      ask_engine_execute (self, drop, NULL);
      return FALSE;
    }
  g_clear_pointer (&insert, sqlite3_finalize);
  /* The planner then knows how few rows a step has. */
  return ask_engine_execute (self, "RELEASE keep", error)
         && ask_engine_execute (self, analyze, error);
}

static void
on_cancelled (GCancellable *cancellable, gpointer stop)
{
  g_cancellable_cancel (stop);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static AskResult *
make_result (AskEngine *self, const char *sql, AskRows *rows)
{
  AskResult *result = g_new0 (AskResult, 1);
  GHashTableIter iter;
  gpointer name;

  result->rows = ask_rows_ref (rows);
  result->sql = g_strdup (sql);
  result->executable_sql = ask_engine_print_executable (self, sql);
  result->calls = g_ptr_array_ref (self->run->calls);
  result->sources = g_ptr_array_new_with_free_func (g_free);
  g_hash_table_iter_init (&iter, self->run->read);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (result->sources, g_strdup (name));
  g_ptr_array_sort (result->sources, compare_names);
  for (guint i = 0; i < result->calls->len; i++)
    result->rows_fetched += ((AskCall *) result->calls->pdata[i])->rows;
  return result;
}

static AskResult *
run_statement (AskEngine *self, const char *sql, const char *temp_table,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  sqlite3_stmt *statement = NULL;
  AskResult *result;
  gboolean good;

  if (!prepare (self, sql, &statement, cancellable, error))
    return NULL;
  add_columns (rows, statement);
  good = read_rows (self, statement, rows, cancellable, error);
  g_clear_pointer (&self->run->shadow_statement, sqlite3_finalize);
  sqlite3_finalize (statement);
  if (!good)
    return NULL;
  ask_rows_infer_types (rows);
  if (temp_table != NULL && !keep (self, rows, temp_table, error))
    return NULL;
  result = make_result (self, sql, rows);
  result->temp_table = g_strdup (temp_table);
  return result;
}

/* The progress handler comes every few thousand steps of SQLite's, and one step may take long: reading a large JSON
 * text, say. This is seen before the next step. */
static void
on_stopped (GCancellable *stop, gpointer db)
{
  sqlite3_interrupt (db);
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
ask_engine_query (AskEngine *self, const char *sql, const AskLimits *limits,
                  const char *temp_table, GCancellable *cancellable, GError **error)
{
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  gint64 started = g_get_monotonic_time ();
  AskRun run = { .sql = sql, .limits = limits != NULL ? *limits : ASK_LIMITS_DEFAULT };
  AskResult *result;
  AskDeadline *deadline;
  gulong handler = 0;
  gulong stopped;

  g_return_val_if_fail (self->run == NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  run.stop = stop;
  run.calls = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_call_free);
  run.fetches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) ask_fetch_unref);
  run.read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  run.arguments = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                         (GDestroyNotify) g_ptr_array_unref);
  run.wanted_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  run.wanted = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_wanted_free);
  if (run.limits.deadline_ms > 0)
    run.deadline = started + (gint64) run.limits.deadline_ms * 1000;
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), stop, NULL);
  stopped = g_cancellable_connect (stop, G_CALLBACK (on_stopped), self->db, NULL);
  deadline = ask_deadline_start (run.limits.deadline_ms, stop);

  self->run = &run;
  result = run_statement (self, sql, temp_table, cancellable, error);
  self->run = NULL;

  ask_deadline_stop (deadline);
  if (handler != 0)
    g_cancellable_disconnect (cancellable, handler);
  g_cancellable_disconnect (stop, stopped);
  g_clear_error (&run.failure);
  g_ptr_array_unref (run.calls);
  g_hash_table_unref (run.fetches);
  g_hash_table_unref (run.read);
  g_hash_table_unref (run.arguments);
  g_hash_table_unref (run.wanted_keys);
  g_ptr_array_unref (run.wanted);
  if (result != NULL)
    result->elapsed_ms = (double) (g_get_monotonic_time () - started) / 1000.0;
  return result;
}

/**
 * ask_engine_check:
 * @error: as ask_engine_query()
 *
 * Prepares the statement and does not run it.
 *
 * Returns: whether it could run
 */
gboolean
ask_engine_check (AskEngine *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;

  if (!prepare (self, sql, &statement, NULL, error))
    return FALSE;
  sqlite3_finalize (statement);
  return TRUE;
}

/**
 * ask_engine_distinct_values:
 * @max: at most so many; one more is asked for, to tell whether there are more
 * @error: as ask_engine_query()
 *
 * Returns: (transfer full) (element-type utf8): the values as text, in their order, without NULL;
 *   %NULL with @error unset where there are more than @max
 */
GPtrArray *
ask_engine_distinct_values (AskEngine *self, const AskEntity *entity,
                            const AskAttribute *attribute, guint max, GCancellable *cancellable,
                            GError **error)
{
  g_autofree char *table = ask_sql_quote_name (entity->name);
  g_autofree char *column = ask_sql_quote_name (attribute->name);
  g_autofree char *sql = g_strdup_printf ("SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL LIMIT %u",
                                          column, table, column, max + 1);
  g_autoptr (AskResult) result = ask_engine_query (self, sql, NULL, NULL, cancellable, error);
  GPtrArray *values;

  if (result == NULL || ask_rows_get_n_rows (result->rows) > max)
    return NULL;
  values = g_ptr_array_new_with_free_func (g_free);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    g_ptr_array_add (values, ask_value_to_text (ask_rows_get (result->rows, r, 0)));
  return values;
}
