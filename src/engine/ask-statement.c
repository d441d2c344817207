/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One statement: checked, planned, prepared, read to its end. A statement may read another one on its
 * way, rows that travel to a server; both are of the same run, with its limits.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-planner.h"
#include "sql/ask-sql-guard.h"
#include "sql/ask-sql-lexer.h"

#define MAX_SQL_BYTES (1 << 20)

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED, "%s", why);
  return FALSE;
}

/* Our own parser's words, as the engine's error. @failure: (transfer full) */
static void
take_sql_error (AskEngine *self, GError *failure, GCancellable *cancellable, GError **error)
{
  AskEngineError code = ASK_ENGINE_ERROR_UNKNOWN_NAME;

  if (g_error_matches (failure, ASK_SQL_ERROR, ASK_SQL_ERROR_STOPPED))
    {
      ask_statement_failed (self, SQLITE_INTERRUPT, cancellable, error);
      g_error_free (failure);
      return;
    }
  if (failure->domain != ASK_SQL_ERROR)
    {
      g_propagate_error (error, failure);
      return;
    }
  if (failure->code == ASK_SQL_ERROR_NOT_A_SELECT)
    code = ASK_ENGINE_ERROR_REFUSED;
  else if (failure->code == ASK_SQL_ERROR_SYNTAX || failure->code == ASK_SQL_ERROR_MISUSE
           || failure->code == ASK_SQL_ERROR_TOO_LARGE)
    code = ASK_ENGINE_ERROR_SYNTAX;
  g_set_error_literal (error, ASK_ENGINE_ERROR, code, failure->message);
  g_error_free (failure);
}

/* What is not even meant to be a SELECT, and what is one but wrong. @failure: (transfer full): the parser's */
static void
refuse_text (AskEngine *self, const char *sql, GError *failure, GError **error)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  const AskSqlToken *first = NULL;

  for (guint i = 0; i < tokens->len && first == NULL; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind != ASK_SQL_COMMENT && !ask_sql_token_is (sql, token, ";"))
        first = token;
    }
  if (first == NULL)
    refuse (error, "The query is empty. Write one SELECT.");
  else if (!ask_sql_token_is (sql, first, "select") && !ask_sql_token_is (sql, first, "with")
           && !ask_sql_token_is (sql, first, "values"))
    {
      g_autofree char *word = g_strndup (sql + first->start, MIN (first->length, 40));
      g_autofree char *valid = g_utf8_make_valid (word, -1);

      g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED,
                   "Only a SELECT is allowed here; this begins with “%s”.", valid);
    }
  else
    {
      if (failure->code == ASK_SQL_ERROR_NOT_A_SELECT)
        g_prefix_error (&failure, "Only one statement is allowed, a SELECT. ");
      take_sql_error (self, failure, NULL, error);
      return;
    }
  g_error_free (failure);
}

/* The first of the three checks: the text is one statement that reads. What our parser does not take is
 * said in its words. Returns: (transfer full): what was read, or NULL with @error set */
static AskSqlTree *
read_text (AskEngine *self, const char *sql, GError **error)
{
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GError) failure = NULL;

  if (strlen (sql) > MAX_SQL_BYTES)
    {
      refuse (error, "The query is longer than 1 MB.");
      return NULL;
    }
  if (!g_utf8_validate (sql, -1, NULL))
    {
      refuse (error, "The query is not text in UTF-8.");
      return NULL;
    }
  tree = ask_sql_parse (sql, -1, &failure);
  if (tree == NULL)
    refuse_text (self, sql, g_steal_pointer (&failure), error);
  else if (tree->n_parameters > 0)
    {
      refuse (error, "The query has a parameter such as ? or :name. Write the value itself.");
      return NULL;
    }
  return g_steal_pointer (&tree);
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

/**
 * ask_statement_failed:
 * @code: SQLite's result code
 *
 * Gives the first failure its words: the source's own, ours, or SQLite's.
 *
 * Returns: %FALSE, with @error set
 */
gboolean
ask_statement_failed (AskEngine *self, int code, GCancellable *cancellable, GError **error)
{
  const char *message = sqlite3_errmsg (self->db);
  AskEngineError kind;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
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

/* What SQLite's own planner gets wrong of this statement is switched off. */
static void
distrust_optimizations (AskEngine *self, AskSqlTraits traits)
{
  /* SQLITE_BloomFilter and SQLITE_OmitNoopJoin of sqliteInt.h */
  enum
  {
    BLOOM_FILTER = 0x00080000,
    OMIT_NOOP_JOIN = 0x00000100
  };
  int distrusted = 0;

  /* Up to SQLite 3.41 a Bloom filter tells texts apart by their length, whatever their collation: joined
   * with 7.00, 7 would be lost. */
  if (sqlite3_libversion_number () < 3042000)
    distrusted |= BLOOM_FILTER;
  /* In "a RIGHT JOIN b … JOIN (c LEFT JOIN d …) ON a.x = 7" the ON waits for d, which is left out as nothing
   * of it is asked for, and is then not applied to the rows that only b has. */
  if (traits & ASK_SQL_HAS_RIGHT_JOIN)
    distrusted |= OMIT_NOOP_JOIN;
  sqlite3_test_control (SQLITE_TESTCTRL_OPTIMIZATIONS, self->db, distrusted);
}

static gboolean
prepare (AskEngine *self, const char *sql, AskSqlTraits traits, sqlite3_stmt **statement,
         GCancellable *cancellable, GError **error)
{
  int code;

  self->missing_entity = NULL;
  self->missing_parameter = NULL;
  self->distrusts_lists
    = (traits & ASK_SQL_HAS_OR) && (self->collates || (traits & ASK_SQL_HAS_COLLATE));
  distrust_optimizations (self, traits);
  code = sqlite3_prepare_v2 (self->db, sql, -1, statement, NULL);
  if (code != SQLITE_OK)
    return ask_statement_failed (self, code, cancellable, error);
  /* What the first check let pass by mistake. */
  if (*statement == NULL || !sqlite3_stmt_readonly (*statement)
      || sqlite3_column_count (*statement) == 0 || sqlite3_stmt_isexplain (*statement))
    {
      g_clear_pointer (statement, sqlite3_finalize);
      return refuse (error, "Only one SELECT is allowed here.");
    }
  return TRUE;
}

/* The statement under way: its plan, the tables of its fragments, and what SQLite runs of it. */
typedef struct
{
  char *text; /* nullable: with definitions put in, what is run instead of what was asked */
  GPtrArray *hints; /* nullable: what it probably does not mean */
  GArray *types; /* nullable: of its columns, by what it says */
  AskPlan *plan; /* nullable: our analysis did not take it */
  AskSqlTraits traits; /* of what SQLite runs */
  char *note; /* nullable: which other places are read, for people */
  char *local; /* nullable: what SQLite runs */
  GHashTable *fragments; /* name → AskFragment; the tables that were made */
  sqlite3_stmt *statement; /* nullable: a server runs all of it */
} Statement;

static void
statement_clear (AskEngine *self, Statement *statement)
{
  GHashTableIter iter;
  gpointer name;

  g_clear_pointer (&statement->statement, sqlite3_finalize);
  if (statement->fragments != NULL)
    {
      if (self->run != NULL)
        ask_fetch_forget (self->run, statement->fragments);
      g_hash_table_iter_init (&iter, statement->fragments);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        {
          g_autofree char *quoted = ask_sql_quote_name (name);
          g_autofree char *drop = g_strdup_printf ("DROP TABLE IF EXISTS temp.%s", quoted);

          ask_engine_execute (self, drop, NULL);
          g_hash_table_remove (self->fragments, name);
        }
      g_clear_pointer (&statement->fragments, g_hash_table_unref);
    }
  g_clear_pointer (&statement->plan, ask_plan_free);
  g_clear_pointer (&statement->hints, g_ptr_array_unref);
  g_clear_pointer (&statement->types, g_array_unref);
  g_clear_pointer (&statement->text, g_free);
  g_clear_pointer (&statement->note, g_free);
  g_clear_pointer (&statement->local, g_free);
}

static gboolean
make_fragments (AskEngine *self, Statement *statement, GError **error)
{
  /* What is all of the statement needs no table. */
  for (guint i = 0; statement->plan->whole == NULL && i < statement->plan->fragments->len; i++)
    {
      AskFragment *fragment = statement->plan->fragments->pdata[i];
      g_autofree char *quoted = ask_sql_quote_name (fragment->entity->name);
      g_autofree char *argument = ask_sql_quote_text (fragment->entity->name);
      g_autofree char *create
        = g_strdup_printf ("CREATE VIRTUAL TABLE temp.%s USING ask_api(%s)", quoted, argument);

      g_hash_table_insert (self->fragments, fragment->entity->name, fragment);
      g_hash_table_insert (statement->fragments, fragment->entity->name, fragment);
      if (!ask_engine_execute (self, create, error))
        return FALSE;
    }
  return TRUE;
}

static void
add_note (AskPlanNode *node, const char *note)
{
  g_autofree char *before = note != NULL ? g_steal_pointer (&node->note) : NULL;

  if (note != NULL)
    node->note = before != NULL ? g_strconcat (note, "\n", before, NULL) : g_strdup (note);
}

/* What a statement of somebody else's means: names resolved, definitions put in, places chosen. */
static gboolean
take_meaning (AskEngine *self, AskSqlTree *tree, Statement *statement, GError **error)
{
  AskSqlCatalog *catalog = ask_engine_get_catalog (self);
  g_auto (AskDefinition) definition = { NULL, NULL };

  if (!ask_sql_analyse (tree, catalog, error))
    return FALSE;
  statement->hints = ask_sql_guard_tree (tree, catalog);
  statement->types = ask_types_find (tree->select);
  if (!ask_engine_define (self, tree, &definition, error))
    return FALSE;
  statement->text = g_steal_pointer (&definition.sql);
  statement->note = g_steal_pointer (&definition.note);
  return TRUE;
}

/* Plans the statement and makes the tables of its fragments. */
static gboolean
plan (AskEngine *self, AskSqlTree *tree, Statement *statement, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;

  statement->plan = ask_planner_plan (self, tree, &failure);
  if (statement->plan == NULL)
    {
      take_sql_error (self, g_steal_pointer (&failure), cancellable, error);
      return FALSE;
    }
  add_note (statement->plan->root, statement->note);
  statement->plan->text = g_steal_pointer (&statement->text);
  statement->plan->hints = g_steal_pointer (&statement->hints);
  statement->plan->types = g_steal_pointer (&statement->types);
  statement->traits = statement->plan->traits;
  return make_fragments (self, statement, error);
}

/* What our analysis does not take SQLite may take all the same, where it has all the tables and nothing has
 * to be put in. @sql: (nullable) */
static gboolean
leave_to_sqlite (AskEngine *self, const char *sql, AskSqlTree *tree, Statement *statement,
                 GError *failure, GCancellable *cancellable, GError **error)
{
  if (sql != NULL && ask_sql_tree_is_small (tree, failure) && !ask_engine_names_defined (self, tree))
    {
      statement->local = g_strdup (sql);
      statement->traits = ask_sql_select_get_traits (tree->select);
      if (ask_engine_prepare_names (self, tree, error)
          && prepare (self, sql, statement->traits, &statement->statement, cancellable, error))
        {
          g_error_free (failure);
          return TRUE;
        }
      /* It would only say that a server's table is not there. */
      if (!self->servers)
        {
          g_error_free (failure);
          return FALSE;
        }
      g_clear_error (error);
    }
  take_sql_error (self, failure, cancellable, error);
  return FALSE;
}

/* Plans the statement and prepares what SQLite runs of it. On failure nothing is left. @sql: (nullable):
 * the text of @tree, where somebody wrote it; @tree: (transfer full) */
static gboolean
begin (AskEngine *self, const char *sql, AskSqlTree *tree, Statement *statement,
       GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSqlTree) own = tree;
  g_autoptr (GError) failure = NULL;
  gboolean good;

  memset (statement, 0, sizeof *statement);
  statement->fragments = g_hash_table_new (g_str_hash, g_str_equal);
  /* What is read on the way is made of what was defined already. */
  if (!(sql != NULL ? take_meaning (self, own, statement, &failure)
                    : ask_sql_analyse (own, ask_engine_get_catalog (self), &failure)))
    good = leave_to_sqlite (self, sql, own, statement, g_steal_pointer (&failure), cancellable,
                            error);
  else
    {
      good = ask_engine_prepare_names (self, own, error)
             && plan (self, g_steal_pointer (&own), statement, cancellable, error);
      if (good && statement->plan->whole == NULL)
        {
          /* The text itself where nothing was taken out of it, so that SQLite names columns by it. */
          statement->local = statement->plan->rewritten || sql == NULL
                               ? g_strdup (statement->plan->sql)
                               : g_strdup (statement->plan->text != NULL ? statement->plan->text : sql);
          good = prepare (self, statement->local, statement->traits, &statement->statement,
                          cancellable, error);
        }
    }
  if (!good)
    statement_clear (self, statement);
  return good;
}

/* Names for columns that can all be told apart: "id", "id_2". */
static void
add_column (AskRows *rows, const char *name, AskType type)
{
  g_autofree char *unique = g_strdup (name != NULL && name[0] != '\0' ? name : "column");

  for (guint n = 2; ask_rows_find_column (rows, unique) >= 0; n++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s_%u", name, n);
    }
  ask_rows_add_column (rows, unique, type);
}

static gboolean
take_row (AskRows *rows, const AskValue *cells, gsize max_bytes, GError **error)
{
  ask_rows_append (rows, cells);
  if (ask_rows_get_size (rows) <= max_bytes)
    return TRUE;
  g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
               "The result fills more than %" G_GSIZE_FORMAT
               " MiB of memory. Ask for less with a condition or fewer columns.",
               max_bytes >> 20);
  return FALSE;
}

/* @names: (nullable): where SQLite runs a text of our own in the place of the one that was asked */
static gboolean
read_local (AskEngine *self, sqlite3_stmt *statement, GPtrArray *names, AskRows *rows,
            gsize max_rows, gsize max_bytes, GCancellable *cancellable, GError **error)
{
  int n = sqlite3_column_count (statement);
  g_autofree AskValue *cells = g_new (AskValue, n);
  int code;

  for (int i = 0; i < n; i++)
    add_column (rows,
                names != NULL && names->len == (guint) n ? names->pdata[i]
                                                         : sqlite3_column_name (statement, i),
                ask_catalog_type_from_sql (sqlite3_column_decltype (statement, i)));
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (ask_rows_get_n_rows (rows) >= max_rows)
        {
          ask_rows_set_truncated (rows, TRUE);
          return TRUE;
        }
      ask_sqlite_read_row (statement, cells);
      if (!take_row (rows, cells, max_bytes, error))
        return FALSE;
    }
  return code == SQLITE_DONE || ask_statement_failed (self, code, cancellable, error);
}

/* All of it runs at a server: its rows are the result's, without a detour through SQLite. */
static gboolean
read_whole (AskEngine *self, AskFragment *fragment, GPtrArray *names, AskRows *rows,
            gsize max_rows, gsize max_bytes, GError **error)
{
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *cells;
  AskStep step;

  g_assert (names->len == fragment->entity->attributes->len);
  for (guint i = 0; i < names->len; i++)
    add_column (rows, names->pdata[i],
                g_array_index (fragment->printed->types, AskType, i));
  cursor = ask_fragment_open (self, fragment, NULL, 0, NULL, 1, error);
  if (cursor == NULL)
    return FALSE;
  while ((step = ask_cursor_next (cursor, &cells, NULL, self->run->stop, error)) == ASK_STEP_ROW)
    {
      if (ask_rows_get_n_rows (rows) >= max_rows)
        {
          ask_rows_set_truncated (rows, TRUE);
          return TRUE;
        }
      if (!ask_fragment_take_row (fragment, cells, error) || !take_row (rows, cells, max_bytes, error))
        return FALSE;
    }
  if (step != ASK_STEP_DONE)
    return FALSE;
  ask_fragment_note_end (fragment);
  return TRUE;
}

static guint
count_tables (GHashTable *tables, const char *server)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (tables, server));
}

/* Whether its one query is all that its server is asked. What was asked before and belongs to the answer has
 * said so: the outermost statement names more of the server's tables than that part did. */
static gboolean
stands_alone (const AskRun *run, const Statement *statement)
{
  const char *server;

  if (statement->statement != NULL)
    return FALSE;
  if (run->nested == 0)
    return TRUE;
  server = statement->plan->whole->entity->source;
  return run->tables != NULL && statement->plan->tables != NULL
         && count_tables (run->tables, server) == count_tables (statement->plan->tables, server);
}

/* Runs to its end what begin() began. */
static AskRows *
read_to_end (AskEngine *self, const char *sql, Statement *statement, gsize max_rows, gsize max_bytes,
             GCancellable *cancellable, GError **error)
{
  AskRun *run = self->run;
  g_autoptr (AskRows) rows = ask_rows_new ();
  const AskReading outer = run->reading;
  gboolean ours = statement->plan != NULL && (statement->plan->rewritten || sql == NULL);
  gboolean good;

  run->reading = (AskReading) { .sql = statement->local,
                                .alone = stands_alone (run, statement),
                                .limited = (statement->traits & ASK_SQL_HAS_LIMIT) != 0 };
  if (statement->statement == NULL)
    good = read_whole (self, statement->plan->whole, statement->plan->names, rows, max_rows,
                       max_bytes, error);
  else
    good = read_local (self, statement->statement, ours ? statement->plan->names : NULL, rows,
                       max_rows, max_bytes, cancellable, error);
  g_clear_pointer (&run->reading.shadow, sqlite3_finalize);
  run->reading = outer;
  if (!good)
    return NULL;
  ask_rows_infer_types (rows);
  return g_steal_pointer (&rows);
}

/* @statement: begun; it is cleared */
static AskRows *
read_begun (AskEngine *self, const char *sql, Statement *statement, gsize max_rows, gsize max_bytes,
            AskPlan **plan, gint64 started, GCancellable *cancellable, GError **error)
{
  AskRows *rows = read_to_end (self, sql, statement, max_rows, max_bytes, cancellable, error);

  if (statement->plan != NULL)
    {
      AskPlanNode *root = statement->plan->root;

      root->rows = rows != NULL ? (gint64) ask_rows_get_n_rows (rows) : -1;
      root->elapsed_ms = (double) (g_get_monotonic_time () - started) / 1000.0;
    }
  *plan = g_steal_pointer (&statement->plan);
  statement_clear (self, statement);
  return rows;
}

/**
 * ask_statement_read:
 * @sql: one SELECT as somebody wrote it
 * @max_rows: rows beyond these are left out, and the result says that it is truncated
 * @plan: (out) (transfer full) (nullable): what ran where, with actuals
 * @error: as ask_engine_query()
 *
 * Runs the text to its end, within the run under way.
 *
 * Returns: (transfer full): the rows, or %NULL
 */
AskRows *
ask_statement_read (AskEngine *self, const char *sql, gsize max_rows, gsize max_bytes,
                    AskPlan **plan, GCancellable *cancellable, GError **error)
{
  gint64 started = g_get_monotonic_time ();
  Statement statement = { .plan = ask_plan_cache_take (self, sql) };
  AskSqlTree *tree;

  if (statement.plan == NULL)
    {
      tree = read_text (self, sql, error);
      if (tree == NULL || !begin (self, sql, tree, &statement, cancellable, error))
        return NULL;
    }
  return read_begun (self, sql, &statement, max_rows, max_bytes, plan, started, cancellable, error);
}

/**
 * ask_engine_read:
 * @tree: (transfer full): one SELECT of our own making over the relational view
 * @max_rows: rows beyond these are left out, and the result says that it is truncated
 * @error: as ask_engine_query()
 *
 * Runs a part of the statement under way, within its limits.
 *
 * Returns: (transfer full): the rows, or %NULL
 */
AskRows *
ask_engine_read (AskEngine *self, AskSqlTree *tree, gsize max_rows, gsize max_bytes, GError **error)
{
  g_autoptr (AskPlan) plan = NULL;
  gint64 started = g_get_monotonic_time ();
  AskRows *rows = NULL;
  Statement statement;

  self->run->nested++;
  if (begin (self, NULL, tree, &statement, self->run->stop, error))
    rows = read_begun (self, NULL, &statement, max_rows, max_bytes, &plan, started, self->run->stop,
                       error);
  self->run->nested--;
  return rows;
}

static void
begin_source (AskRun *run, AskSource *source)
{
  if (run->reading.alone || g_ptr_array_find (run->begun, source, NULL))
    return;
  ask_source_begin (source);
  g_ptr_array_add (run->begun, source);
}

/**
 * ask_engine_send:
 * @fragment: whose rows are asked for
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Sends a query to a server, and notes it for the trace.
 *
 * Returns: (transfer full): a cursor over its rows
 */
AskCursor *
ask_engine_send (AskEngine *self, AskSource *source, AskFragment *fragment, const char *sql,
                 const AskArgument *arguments, guint n_arguments, GError **error)
{
  AskRemoteQuery *query = g_new0 (AskRemoteQuery, 1);
  g_autoptr (GError) failure = NULL;
  AskCursor *cursor;

  query->source = g_strdup (fragment->entity->source);
  query->sql = g_strdup (sql);
  g_ptr_array_add (self->run->remote, query);
  g_hash_table_add (self->run->read, g_strdup (fragment->entity->source));
  fragment->query = query;
  fragment->sent_at = g_get_monotonic_time ();
  if (fragment->node->rows < 0)
    {
      fragment->node->rows = 0;
      fragment->node->calls = 0;
      fragment->node->elapsed_ms = 0;
    }
  fragment->node->calls++;
  begin_source (self->run, source);
  cursor = ask_source_query (source, sql, arguments, n_arguments, self->run->stop, &failure);
  if (cursor == NULL)
    {
      self->run->refused = g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER)
                           || g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
      g_propagate_error (error, g_steal_pointer (&failure));
    }
  return cursor;
}

/** ask_statement_check: Returns: whether the text could run */
gboolean
ask_statement_check (AskEngine *self, const char *sql, GError **error)
{
  AskSqlTree *tree = read_text (self, sql, error);
  Statement statement;

  if (tree == NULL || !begin (self, sql, tree, &statement, NULL, error))
    return FALSE;
  statement_clear (self, &statement);
  return TRUE;
}
