/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One statement: checked, planned, prepared, read to its end. A statement may read another one on its
 * way, rows that travel to a server; both are of the same run, with its limits.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "engine/ask-dry.h"
#include "engine/ask-external.h"
#include "engine/ask-statement.h"
#include "sql/ask-sql-guard.h"
#include "sql/ask-sql-lexer.h"

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
prepare (AskEngine *self, const char *sql, AskSqlTraits traits, sqlite3_stmt **statement, GCancellable *cancellable,
         GError **error)
{
  int code;

  self->missing_entity = NULL;
  self->missing_parameter = NULL;
  self->distrusts_lists = (traits & ASK_SQL_HAS_OR) && (self->collates || (traits & ASK_SQL_HAS_COLLATE));
  self->distrusts_numbers = (traits & ASK_SQL_HAS_NUMBER_LIST) != 0;
  distrust_optimizations (self, traits);
  code = sqlite3_prepare_v2 (self->db, sql, -1, statement, NULL);
  if (code != SQLITE_OK)
    return ask_statement_failed (self, code, cancellable, error);
  /* What the first check let pass by mistake. */
  if (*statement == NULL || !sqlite3_stmt_readonly (*statement) || sqlite3_column_count (*statement) == 0
      || sqlite3_stmt_isexplain (*statement))
    {
      g_clear_pointer (statement, sqlite3_finalize);
      return ask_statement_refuse (error, N_ ("Only one SELECT is allowed here."));
    }
  return TRUE;
}

static void
statement_clear (AskEngine *self, AskStatement *statement)
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
  g_clear_pointer (&statement->origins, g_ptr_array_unref);
  g_clear_pointer (&statement->text, g_free);
  g_clear_pointer (&statement->note, g_free);
  g_clear_pointer (&statement->local, g_free);
}

static gboolean
make_fragments (AskEngine *self, AskStatement *statement, GError **error)
{
  /* What is all of the statement needs no table. */
  for (guint i = 0; statement->plan->whole == NULL && i < statement->plan->fragments->len; i++)
    {
      AskFragment *fragment = statement->plan->fragments->pdata[i];
      g_autofree char *quoted = ask_sql_quote_name (fragment->entity->name);
      g_autofree char *argument = ask_sql_quote_text (fragment->entity->name);
      g_autofree char *create = g_strdup_printf ("CREATE VIRTUAL TABLE temp.%s USING ask_api(%s)", quoted, argument);

      if (statement->fragments == NULL)
        statement->fragments = g_hash_table_new (g_str_hash, g_str_equal);
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
take_meaning (AskEngine *self, AskSqlTree *tree, AskStatement *statement, GError **error)
{
  AskSqlCatalog *catalog = ask_engine_get_catalog (self);
  g_auto (AskDefinition) definition = { NULL, NULL };
  g_autoptr (GArray) said = NULL;

  if (!ask_sql_analyse (tree, catalog, error))
    return FALSE;
  statement->hints = ask_sql_guard_tree (tree, catalog);
  statement->types = ask_types_find (tree->select);
  statement->origins = ask_origins_new ();
  ask_origins_note (statement->origins, tree);
  if (ask_engine_may_define (self, tree))
    {
      said = ask_senses_find_said (tree->select);
      if (!ask_engine_define (self, tree, statement->origins, &definition, error))
        return FALSE;
    }
  statement->senses = ask_senses_find (tree, said, &statement->n_senses);
  if (definition.sql != NULL)
    ask_engine_note_defined (self, tree);
  statement->text = g_steal_pointer (&definition.sql);
  statement->note = g_steal_pointer (&definition.note);
  return TRUE;
}

/* Plans the statement and makes the tables of its fragments. */
static gboolean
plan (AskEngine *self, AskSqlTree *tree, AskStatement *statement, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;

  statement->plan = ask_planner_plan (self, tree, &failure);
  if (statement->plan == NULL)
    {
      ask_statement_take_sql_error (self, g_steal_pointer (&failure), cancellable, error);
      return FALSE;
    }
  add_note (statement->plan->root, statement->note);
  statement->plan->note = g_steal_pointer (&statement->note);
  statement->plan->text = g_steal_pointer (&statement->text);
  statement->plan->hints = g_steal_pointer (&statement->hints);
  statement->plan->types = g_steal_pointer (&statement->types);
  statement->plan->senses = statement->senses;
  statement->plan->n_senses = statement->n_senses;
  statement->plan->origins = g_steal_pointer (&statement->origins);
  statement->traits = statement->plan->traits;
  return make_fragments (self, statement, error);
}

/* What our analysis does not take SQLite may take all the same, where it has all the tables and nothing has
 * to be put in. */
static gboolean
leave_to_sqlite (AskEngine *self, AskSqlTree *tree, AskStatement *statement, GCancellable *cancellable, GError **error)
{
  statement->local = g_strdup (statement->sql);
  statement->traits = ask_sql_select_get_traits (tree->select);
  return ask_engine_prepare_names (self, tree, error)
         && prepare (self, statement->sql, statement->traits, &statement->statement, cancellable, error);
}

/* Plans the statement and prepares what SQLite runs of it. On failure nothing is left. @sql: (nullable):
 * the text of @tree, where somebody wrote it; @tree: (transfer full) */
static gboolean
begin (AskEngine *self, const char *sql, AskSqlTree *tree, AskStatement *statement, GCancellable *cancellable,
       GError **error)
{
  g_autoptr (AskSqlTree) own = tree;
  g_autoptr (GError) failure = NULL;
  gboolean good;

  memset (statement, 0, sizeof *statement);
  statement->sql = sql;
  /* What is read on the way is made of what was defined already. */
  if (!(sql != NULL ? take_meaning (self, own, statement, &failure)
                    : ask_sql_analyse (own, ask_engine_get_catalog (self), &failure)))
    {
      gboolean leave = sql != NULL && ask_sql_tree_is_small (own, failure) && !ask_engine_names_defined (self, own);

      good = leave && leave_to_sqlite (self, own, statement, cancellable, error);
      /* SQLite would only say that a server's table is not there. */
      if (!good && (!leave || self->servers))
        {
          g_clear_error (error);
          ask_statement_take_sql_error (self, g_steal_pointer (&failure), cancellable, error);
        }
    }
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
          good = prepare (self, statement->local, statement->traits, &statement->statement, cancellable, error);
        }
    }
  if (!good)
    statement_clear (self, statement);
  return good;
}

/* @statement: begun; it is cleared */
static AskRows *
read_begun (AskEngine *self, AskStatement *statement, const AskLimits *limits, AskPlan **plan,
            GCancellable *cancellable, GError **error)
{
  AskRows *rows = ask_statement_read_rows (self, statement, limits, cancellable, error);

  if (statement->plan != NULL)
    {
      AskPlanNode *root = statement->plan->root;

      root->rows = rows != NULL ? (gint64) ask_rows_get_n_rows (rows) : -1;
      root->elapsed_ms = (double) (g_get_monotonic_time () - statement->started) / 1000.0;
    }
  *plan = g_steal_pointer (&statement->plan);
  statement_clear (self, statement);
  return rows;
}

/**
 * ask_statement_read:
 * @sql: one SELECT as somebody wrote it
 * @plan: (out) (transfer full) (nullable): what ran where, with actuals
 * @error: as ask_engine_query()
 *
 * Runs the text to its end, within the run under way.
 *
 * Returns: (transfer full): the rows, or %NULL
 */
AskRows *
ask_statement_read (AskEngine *self, const char *sql, AskPlan **plan, GCancellable *cancellable, GError **error)
{
  gint64 started = g_get_monotonic_time ();
  g_autoptr (AskPlanText) text = ask_plan_text_new (sql);
  AskStatement statement = { .sql = sql, .plan = ask_plan_cache_take (self, sql, text) };
  AskSqlTree *tree;

  if (statement.plan == NULL)
    {
      tree = ask_statement_parse (self, sql, text->tokens, error);
      if (tree == NULL)
        return NULL;
      if (ask_external_has_calls (self, tree))
        {
          g_autoptr (AskSqlTree) written = tree;

          return ask_external_read (self, written, plan, cancellable, error);
        }
      ask_engine_note_named (self, tree);
      if (!begin (self, sql, tree, &statement, cancellable, error))
        return NULL;
      if (statement.plan != NULL)
        statement.plan->asked = g_steal_pointer (&text);
    }
  statement.started = started;
  return read_begun (self, &statement, &self->run->limits, plan, cancellable, error);
}

/**
 * ask_statement_read_part:
 * @sql: one SELECT, as part of the statement under way
 * @limits: rows beyond these are left out, and the result says that it is truncated
 * @plan: (out) (transfer full) (nullable): what ran where
 * @error: as ask_engine_query()
 *
 * Runs the text to its end, within the run under way. What people are shown of the statement stays as it is.
 *
 * Returns: (transfer full): the rows, or %NULL
 */
AskRows *
ask_statement_read_part (AskEngine *self, const char *sql, const AskLimits *limits, AskPlan **plan, GError **error)
{
  gint64 started = g_get_monotonic_time ();
  AskSqlTree *tree = ask_statement_parse (self, sql, NULL, error);
  AskStatement statement;

  if (tree == NULL || !begin (self, sql, tree, &statement, self->run->stop, error))
    return NULL;
  statement.started = started;
  return read_begun (self, &statement, limits, plan, self->run->stop, error);
}

/* The tree of what is not run. @text: (out): what is prepared of it, where that is not @sql; free it behind the statement */
static AskSqlTree *
parse_dry (AskEngine *self, const char *sql, char **text, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_statement_parse (self, sql, NULL, error);

  *text = NULL;
  if (tree == NULL || !ask_external_has_calls (self, tree))
    return g_steal_pointer (&tree);
  *text = ask_external_begin (self, tree, TRUE, error);
  return *text != NULL ? ask_statement_parse (self, *text, NULL, error) : NULL;
}

/**
 * ask_engine_read:
 * @tree: (transfer full): one SELECT of our own making over the relational view
 * @limits: rows beyond these are left out, and the result says that it is truncated
 * @error: as ask_engine_query()
 *
 * Runs a part of the statement under way, within its limits.
 *
 * Returns: (transfer full): the rows, or %NULL
 */
AskRows *
ask_engine_read (AskEngine *self, AskSqlTree *tree, const AskLimits *limits, GError **error)
{
  g_autoptr (AskPlan) plan = NULL;
  gint64 started = g_get_monotonic_time ();
  AskRows *rows = NULL;
  AskStatement statement;

  self->run->nested++;
  if (begin (self, NULL, tree, &statement, self->run->stop, error))
    {
      statement.started = started;
      rows = read_begun (self, &statement, limits, &plan, self->run->stop, error);
    }
  self->run->nested--;
  return rows;
}

/**
 * ask_statement_check:
 * @sql: as somebody wrote it
 * @error: as ask_engine_query()
 *
 * Returns: whether the text could run
 */
gboolean
ask_statement_check (AskEngine *self, const char *sql, GError **error)
{
  g_autofree char *text = NULL;
  AskSqlTree *tree = parse_dry (self, sql, &text, error);
  AskStatement statement;

  if (tree == NULL || !begin (self, text != NULL ? text : sql, tree, &statement, NULL, error))
    return FALSE;
  statement_clear (self, &statement);
  return TRUE;
}

/**
 * ask_statement_estimate:
 * @sql: as somebody wrote it
 * @run: with a dry run that notes what would be fetched
 * @error: as ask_engine_query(), for what does not run either
 *
 * Plans the text and steps through what SQLite runs of it. Nothing is fetched.
 *
 * Returns: (transfer full) (element-type AskCostItem): what it will cost, or %NULL
 */
GPtrArray *
ask_statement_estimate (AskEngine *self, const char *sql, AskRun *run, GError **error)
{
  g_autofree char *text = NULL;
  AskSqlTree *tree = parse_dry (self, sql, &text, error);
  AskStatement statement;
  GPtrArray *items;
  int code = SQLITE_DONE;

  /* Without a run under way no rows travel to a server to be planned with. */
  if (tree == NULL || !begin (self, text != NULL ? text : sql, tree, &statement, NULL, error))
    return NULL;
  self->run = run;
  if (statement.statement != NULL)
    {
      do
        code = sqlite3_step (statement.statement);
      while (code == SQLITE_ROW);
      /* A later row may fail as it may when it runs; what was not come to is not known. */
      run->dry->ended = run->dry->ended || code != SQLITE_DONE;
      ask_dry_count_uses (run->dry, self->db, statement.local);
    }
  items = ask_cost_collect (self, &statement, run->dry);
  statement_clear (self, &statement);
  self->run = NULL;
  return items;
}
