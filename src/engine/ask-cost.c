/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a statement will cost, by its plan, by the catalogue's counts, and by the keys that a dry run notes. A figure
 * that nobody knows is none: the fixed guesses that the planner compares plans by are not told as if they were counts.
 */
#include "config.h"

#include "engine/ask-cost.h"

#include "engine/ask-dry.h"
#include "engine/ask-statement.h"

/* As ask-rest-plan.c has it where nobody says. */
#define USUAL_CALLS 10000
/* As ask-rest-source.c has it where nobody says. */
#define USUAL_LANES 8
/* Keys that one lookahead notes at most, and lookaheads that a LIMIT may need to end. */
#define LOOKAHEAD 8192
#define LIMITED_LOOKAHEADS 6

static const AskFigure nothing = { ASK_FIGURE_EXACT, 0 };
static const AskFigure unknown = { ASK_FIGURE_UNKNOWN, 0 };

static const char *const kinds[] = {
  [ASK_FIGURE_UNKNOWN] = "unknown", [ASK_FIGURE_EXACT] = "exact",       [ASK_FIGURE_AT_MOST] = "at-most",
  [ASK_FIGURE_ABOUT] = "about",     [ASK_FIGURE_AT_LEAST] = "at-least",
};

/** ask_figure_to_string: @kind: how sure a figure is. Returns: (transfer none): "unknown", "exact", "at-most", "about" or "at-least" */
const char *
ask_figure_to_string (AskFigureKind kind)
{
  return kinds[kind];
}

/** ask_figure_add: @a: a figure. @b: another. Returns: both together, as sure as the less sure one */
AskFigure
ask_figure_add (AskFigure a, AskFigure b)
{
  AskFigure sum = { MAX (a.kind, b.kind), a.n + b.n };
  gboolean open = sum.kind == ASK_FIGURE_AT_LEAST || a.kind == ASK_FIGURE_UNKNOWN || b.kind == ASK_FIGURE_UNKNOWN;
  gboolean loose = a.kind == ASK_FIGURE_AT_MOST || a.kind == ASK_FIGURE_ABOUT || b.kind == ASK_FIGURE_AT_MOST
                   || b.kind == ASK_FIGURE_ABOUT;

  /* What may be more and may be less has no bound. */
  if (open)
    sum.kind
      = loose || sum.n == 0 || (a.kind == ASK_FIGURE_UNKNOWN && a.n > 0) || (b.kind == ASK_FIGURE_UNKNOWN && b.n > 0)
          ? ASK_FIGURE_UNKNOWN
          : ASK_FIGURE_AT_LEAST;
  return sum;
}

/** ask_cost_item_free: frees @self */
void
ask_cost_item_free (AskCostItem *self)
{
  g_free (self->source);
  g_free (self);
}

static AskCostItem *
get_item (AskEngine *engine, GPtrArray *items, const AskEntity *entity)
{
  const AskSourceConfig *config = g_hash_table_lookup (engine->configs, entity->source);
  AskCostItem *item;

  for (guint i = 0; i < items->len; i++)
    if (g_strcmp0 (((AskCostItem *) items->pdata[i])->source, entity->source) == 0)
      return items->pdata[i];
  item = g_new0 (AskCostItem, 1);
  item->source = g_strdup (entity->source);
  item->api = entity->operation != NULL;
  item->calls = item->rows = nothing;
  item->most_calls = config != NULL && config->max_calls > 0 ? config->max_calls : USUAL_CALLS;
  g_ptr_array_add (items, item);
  return item;
}

static AskCostItem *
add (AskEngine *engine, GPtrArray *items, const AskEntity *entity, AskFigure calls, AskFigure rows)
{
  AskCostItem *item = get_item (engine, items, entity);

  item->calls = ask_figure_add (item->calls, calls);
  item->rows = ask_figure_add (item->rows, rows);
  return item;
}

/* Of a node it is what all that it is asked for comes to: a table may be read in two ways. */
static void
note_wanted (AskPlanNode *node, AskFigure calls, AskFigure rows)
{
  if (node == NULL)
    return;
  node->wanted_calls = node->asked ? ask_figure_add (node->wanted_calls, calls) : calls;
  node->wanted_rows = node->asked ? ask_figure_add (node->wanted_rows, rows) : rows;
  node->asked = TRUE;
}

static AskPlanNode *
find_node (const AskPlan *plan, const AskEntity *entity)
{
  for (AskPlanNode *node = plan != NULL ? plan->root->first : NULL; node != NULL; node = node->next)
    {
      if (node->kind == ASK_PLAN_API && g_strcmp0 (entity->source, node->source) == 0
          && ask_plan_node_is_for (node, entity->name))
        return node;
    }
  return NULL;
}

static gboolean
is_paged (const AskOperation *operation)
{
  return operation->paging.kind != ASK_PAGING_NONE && !operation->single;
}

static gboolean
is_unique (const AskDryTable *table)
{
  guint n_keys = 0;
  guint n_bound = 0;

  for (guint i = 0; i < table->entity->attributes->len; i++)
    n_keys += ((AskAttribute *) table->entity->attributes->pdata[i])->key > 0;
  for (guint i = 0; i < table->n_bound; i++)
    n_bound += table->terms[i].attribute->key > 0 && table->terms[i].use == ASK_PARAMETER_EQUALS;
  return n_keys > 0 && n_bound == n_keys && table->entity->operation->nested == NULL;
}

/* All rows of an API's list, or the first of them. */
static void
estimate_list (const AskDryTable *table, AskFigure *calls, AskFigure *rows)
{
  const AskPaging *paging = &table->entity->operation->paging;
  gint64 all = table->entity->row_estimate;
  gint64 wanted = table->top > 0 ? (all >= 0 ? MIN (all, table->top) : table->top) : all;

  if (!is_paged (table->entity->operation))
    *calls = (AskFigure) { ASK_FIGURE_EXACT, 1 };
  /* Behind a full page there is one more to be asked for, to see that it is the last. */
  else if (paging->size > 0 && wanted >= 0)
    *calls = (AskFigure) { ASK_FIGURE_ABOUT,
                           table->top > 0 ? (wanted + paging->size - 1) / paging->size : wanted / paging->size + 1 };
  else
    *calls = unknown;
  *rows = wanted >= 0 ? (AskFigure) { ASK_FIGURE_ABOUT, wanted } : unknown;
}

/* Keys of an API, each a call or, where it takes several, fewer; or its list, where that may be cheaper. */
static void
estimate_keys (const AskDryTable *table, gboolean limited, AskFigure *calls, AskFigure *rows)
{
  guint n = g_hash_table_size (table->keys);
  AskKeys keys = { .entity = table->entity, .terms = table->terms, .n_bound = table->n_bound, .n_bindings = n };
  guint64 n_calls = table->mixed ? n : ask_fetch_count_calls (&keys);
  guint64 n_list = table->mixed ? 0 : ask_fetch_count_list (&keys);
  gboolean unique = !table->mixed && is_unique (table);
  gboolean sure = unique || !is_paged (table->entity->operation);
  gboolean fewer = n_list > 0 || (limited && table->join);

  if (n_list > 0)
    n_calls += n_list + (limited ? LIMITED_LOOKAHEADS : n / LOOKAHEAD);
  /* Pages of a key's rows are unknown; a LIMIT or the list may make it fewer. */
  calls->kind = fewer ? (sure ? ASK_FIGURE_AT_MOST : ASK_FIGURE_ABOUT) : sure ? ASK_FIGURE_EXACT : ASK_FIGURE_AT_LEAST;
  calls->n = (gint64) n_calls;
  /* A list that is read in the place of the keys may have more rows than they. */
  *rows = !unique || (n_list > 0 && n_calls > 0) ? unknown : (AskFigure) { ASK_FIGURE_AT_MOST, n };
}

static void
add_api (AskEngine *engine, GPtrArray *items, const AskDryTable *table, gboolean limited, AskPlanNode *node)
{
  const AskSourceConfig *config = g_hash_table_lookup (engine->configs, table->entity->source);
  gint64 lanes = config != NULL && config->lanes > 0 ? config->lanes : USUAL_LANES;
  AskFigure list_calls = nothing, list_rows = nothing;
  AskFigure key_calls = nothing, key_rows = nothing;
  AskFigure calls;
  AskCostItem *item;

  if (table->list)
    estimate_list (table, &list_calls, &list_rows);
  if (g_hash_table_size (table->keys) > 0)
    estimate_keys (table, limited, &key_calls, &key_rows);
  calls = ask_figure_add (list_calls, key_calls);
  if (config != NULL && config->cache_s > 0 && calls.kind == ASK_FIGURE_EXACT && calls.n > 0)
    calls.kind = ASK_FIGURE_AT_MOST;
  note_wanted (node, calls, ask_figure_add (list_rows, key_rows));
  item = add (engine, items, table->entity, calls, ask_figure_add (list_rows, key_rows));
  /* A page is asked for when the one before has come. */
  item->rounds += list_calls.n + (key_calls.n + lanes - 1) / lanes;
}

static gboolean
note_uncounted (AskSqlFrom *from, gpointer uncounted)
{
  if (from->kind == ASK_FROM_TABLE && from->catalog_table != NULL && from->catalog_table->rows < 0)
    *(gboolean *) uncounted = TRUE;
  return TRUE;
}

/* The planner guesses where a table's rows were never counted; here that is unknown. */
static AskFigure
get_fragment_rows (const AskFragment *fragment)
{
  gboolean uncounted = FALSE;
  AskSqlVisit visit = { .from = note_uncounted, .user_data = &uncounted };
  const AskSqlCore *core = fragment->tree->select->cores[0];

  /* An aggregate over all rows gives one, however many these are. */
  if (fragment->tree->select->n_cores == 1 && core->has_aggregate && core->group_by.n == 0)
    return (AskFigure) { ASK_FIGURE_EXACT, 1 };
  ask_sql_walk_select (fragment->tree->select, &visit);
  return uncounted ? unknown : (AskFigure) { ASK_FIGURE_ABOUT, fragment->row_estimate };
}

static const AskDryTable *
find_table (const AskDry *dry, const AskEntity *entity)
{
  GHashTableIter iter;
  gpointer table;

  g_hash_table_iter_init (&iter, dry->tables);
  while (g_hash_table_iter_next (&iter, NULL, &table))
    if (((AskDryTable *) table)->entity == entity)
      return table;
  return NULL;
}

/* A server is asked once for what a fragment computes, or for as many keys at a time as it takes. */
static void
add_fragment (AskEngine *engine, GPtrArray *items, AskFragment *fragment, const AskDryTable *table)
{
  gboolean keyed = table != NULL && !table->list;
  AskFigure calls = { keyed ? ASK_FIGURE_ABOUT : ASK_FIGURE_EXACT, 1 };
  AskFigure rows = keyed ? unknown : get_fragment_rows (fragment);

  note_wanted (fragment->node, calls, rows);
  add (engine, items, ask_fragment_get_entity (fragment), calls, rows)->rounds++;
}

/**
 * ask_cost_collect:
 * @statement: begun
 * @dry: what its tables would be asked for
 *
 * Returns: (transfer full) (element-type AskCostItem): what each source is asked for; none for files
 */
GPtrArray *
ask_cost_collect (AskEngine *self, const AskStatement *statement, AskDry *dry)
{
  GPtrArray *items = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_cost_item_free);
  const AskPlan *plan = statement->plan;
  gboolean limited = (statement->traits & ASK_SQL_HAS_LIMIT) != 0;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, dry->tables);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const AskDryTable *table = value;

      AskPlanNode *node = find_node (plan, table->entity);

      if (table->entity->operation != NULL)
        add_api (self, items, table, limited, node);
      /* What waits for rows of another source is not known before they come. */
      if (dry->ended || table->most_open < table->n_wanted || table->n_wanted == 0)
        {
          note_wanted (node, unknown, unknown);
          add (self, items, table->entity, unknown, unknown);
        }
    }
  for (guint i = 0; plan != NULL && i < plan->fragments->len; i++)
    {
      AskFragment *fragment = plan->fragments->pdata[i];
      const AskDryTable *table = find_table (dry, ask_fragment_get_entity (fragment));

      if (table != NULL || fragment == plan->whole)
        add_fragment (self, items, fragment, table);
      else
        {
          note_wanted (fragment->node, unknown, unknown);
          add (self, items, ask_fragment_get_entity (fragment), unknown, unknown);
        }
    }
  for (AskPlanNode *node = plan != NULL ? plan->root->first : NULL; node != NULL; node = node->next)
    {
      for (guint e = 0; node->kind == ASK_PLAN_API && e < self->schema->entities->len; e++)
        {
          const AskEntity *entity = self->schema->entities->pdata[e];

          if (g_strcmp0 (entity->source, node->source) == 0 && ask_plan_node_is_for (node, entity->name)
              && find_table (dry, entity) == NULL)
            {
              note_wanted (node, unknown, unknown);
              add (self, items, entity, unknown, unknown);
            }
        }
    }
  dry->plan
    = plan != NULL ? ask_plan_node_copy (plan->root) : ask_plan_node_new (ASK_PLAN_LOCAL, "here (SQLite)", NULL);
  return items;
}

/* @dry: gets what it would be asked for, and the plan */
static GPtrArray *
estimate (AskEngine *self, const char *sql, AskDry *dry, GCancellable *cancellable, GError **error)
{
  AskRun run = { .limits = ASK_LIMITS_DEFAULT, .stop = cancellable, .dry = dry };
  g_autoptr (GPtrArray) items = NULL;

  g_return_val_if_fail (self->run == NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  run.sets = self->sets;
  items = ask_statement_estimate (self, sql, &run, error);
  g_clear_error (&run.failure);
  g_hash_table_remove_all (run.sets.notes);
  if (items != NULL && g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&items);
}

/**
 * ask_engine_estimate:
 * @sql: as for ask_engine_query()
 * @cancellable: (nullable): a way to stop
 * @error: as ask_engine_query(), where the text cannot run
 *
 * Says what a statement will cost, without running it. Files of this computer are read for the keys that they supply.
 *
 * Blocks. Call on the session's own thread.
 *
 * Returns: (transfer full) (element-type AskCostItem): what each API and each server is asked for; or %NULL
 */
GPtrArray *
ask_engine_estimate (AskEngine *self, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDry) dry = ask_dry_new ();

  return estimate (self, sql, dry, cancellable, error);
}

/**
 * ask_engine_explain:
 * @sql: as for ask_engine_query()
 * @cancellable: (nullable): a way to stop
 * @error: as ask_engine_estimate()
 *
 * Says what would run where, with the SQL of each server and what each API and server will be asked for. Nothing runs;
 * files of this computer are read for the keys that they supply. Rows that would travel to a server are not known before.
 *
 * Blocks. Call on the session's own thread.
 *
 * Returns: (transfer full): the plan, or %NULL
 */
AskPlanNode *
ask_engine_explain (AskEngine *self, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDry) dry = ask_dry_new ();
  g_autoptr (GPtrArray) items = estimate (self, sql, dry, cancellable, error);

  return items != NULL ? g_steal_pointer (&dry->plan) : NULL;
}
