/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The planner: from the top of a statement down, the largest parts that one database server computes
 * with the same meaning become fragments; the statement that is left names them as tables. Where
 * a server's tables stand beside others, either the others' rows travel to it, or its own come here.
 *
 * It changes the tree of its own copy of the statement, and prints it. It decides by names, counts
 * and keys alone; only rows that are to travel are computed on the way.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <sqlite3.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-memory.h"
#include "engine/ask-shipment.h"

/* SELECTs below one whose columns are looked at. */
#define MAX_LOOKED_AT 1000

static void plan_select (AskPlanner *self, AskSqlSelect *select, gboolean top);

/** ask_plan_free: frees @self */
void
ask_plan_free (AskPlan *self)
{
  g_clear_pointer (&self->root, ask_plan_node_free);
  g_clear_pointer (&self->fragments, g_ptr_array_unref);
  g_clear_pointer (&self->tree, ask_sql_tree_free);
  g_clear_pointer (&self->shipments, g_ptr_array_unref);
  g_clear_pointer (&self->hints, g_ptr_array_unref);
  g_clear_pointer (&self->types, g_array_unref);
  g_clear_pointer (&self->origins, g_ptr_array_unref);
  g_clear_pointer (&self->slots, g_array_unref);
  g_clear_pointer (&self->tables, g_hash_table_unref);
  g_clear_pointer (&self->asked, ask_plan_text_free);
  g_free (self->shape);
  g_free (self->note);
  g_free (self->sql);
  g_free (self->text);
  g_free (self);
}

/** ask_plan_has_calls: Returns: whether an API is called for it */
gboolean
ask_plan_has_calls (const AskPlan *self)
{
  for (const AskPlanNode *node = self->root->first; node != NULL; node = node->next)
    if (node->kind == ASK_PLAN_API)
      return TRUE;
  return FALSE;
}

static char *
make_name (AskPlanner *self, const char *source)
{
  if (self->names == NULL)
    self->names = ask_sql_select_find_names (self->tree->select);
  return ask_planner_make_name (self->engine, self->names, source);
}

/* For people: what the server computes, and what travels to it. */
static void
add_fragment_node (AskEngine *engine, AskPlan *plan, AskFragment *fragment)
{
  const char *source = fragment->source;
  AskPlanNode *node = ask_plan_node_new (ASK_PLAN_REMOTE, NULL, source);

  node->title = g_strconcat (source, " (", ask_engine_describe_source (engine, source), ")", NULL);
  node->sql = g_strdup (fragment->printed->sql);
  node->estimate = fragment->row_estimate;
  for (guint i = 0; fragment->shipments != NULL && i < fragment->shipments->len; i++)
    {
      const AskShipment *shipment = fragment->shipments->pdata[i];
      AskPlanNode *child = ask_plan_node_new (ASK_PLAN_SHIPPED, shipment->name, NULL);

      child->rows = (gint64) ask_rows_get_n_rows (shipment->rows);
      child->sql = g_strdup (shipment->sql);
      ask_plan_node_add (node, child);
    }
  fragment->node = ask_plan_node_add (plan->root, node);
}

/**
 * ask_planner_make_nodes:
 * @engine: knows the server
 * @plan: of one fragment, which is all of the statement; without nodes
 *
 * Makes the nodes as they are before the plan runs.
 */
void
ask_planner_make_nodes (AskEngine *engine, AskPlan *plan)
{
  plan->root = ask_plan_node_new (ASK_PLAN_LOCAL, "here (SQLite)", NULL);
  plan->root->estimate = plan->estimate;
  plan->root->note = g_strdup (plan->note);
  add_fragment_node (engine, plan, plan->whole);
}

/**
 * ask_planner_keep_fragment:
 * @fragment: (transfer full): becomes part of the plan, with a name and a node of its own
 * @whole: it is all of the statement
 *
 * Its name reads "shop 1" in what is shown; no entity has a name like that by chance.
 */
void
ask_planner_keep_fragment (AskPlanner *self, AskFragment *fragment, gboolean whole)
{
  /* All of the statement needs no table, so nothing names it. */
  if (!whole)
    {
      AskEntity *entity = ask_fragment_get_entity (fragment);

      g_free (entity->name);
      entity->name = make_name (self, fragment->source);
      g_free (entity->table);
      entity->table = g_strdup_printf ("%s #%u", entity->name, ++self->engine->n_fragments);
    }
  add_fragment_node (self->engine, self->plan, fragment);
  g_ptr_array_add (self->plan->fragments, fragment);
}

/* A fragment's column, with what SQLite knows of the expression that it stands for: that it has no
 * affinity, which a column always has, and its collation. */
static AskSqlExpr *
make_output (AskPlanner *self, const AskAttribute *attribute, const AskSqlOutput *output)
{
  gboolean decimal = attribute->type == ASK_TYPE_DECIMAL;
  const char *collation = output->collation != NULL ? output->collation : "BINARY";
  AskSqlExpr *expr = ask_sql_tree_new_column (self->tree, NULL, ask_sql_tree_strdup (self->tree, attribute->name, -1));

  if (output->affinity == ASK_AFFINITY_NONE)
    {
      AskSqlExpr *plus = ask_sql_tree_new_expr (self->tree, ASK_EXPR_UNARY, (AskSqlSpan) { 0, 0 });

      plus->op = ASK_OP_POSITIVE;
      plus->left = expr;
      expr = plus;
    }
  if (g_ascii_strcasecmp (collation, decimal ? "decimal" : "BINARY") != 0)
    {
      AskSqlExpr *collated = ask_sql_tree_new_expr (self->tree, ASK_EXPR_COLLATE, (AskSqlSpan) { 0, 0 });

      collated->name = ask_sql_tree_strdup (self->tree, collation, -1);
      collated->left = expr;
      expr = collated;
    }
  return expr;
}

/* The select becomes "SELECT its columns FROM fragment". */
static void
replace_select (AskPlanner *self, AskSqlSelect *select, const AskFragment *fragment)
{
  guint n = fragment->entity->attributes->len;
  AskSqlFrom *from = ask_sql_tree_new_table (self->tree, fragment->entity->name);
  AskSqlSelect *replacement = ask_sql_tree_new_select (self->tree, from, n);
  AskSqlCore *core = replacement->cores[0];

  for (guint i = 0; i < n; i++)
    {
      const AskAttribute *attribute = fragment->entity->attributes->pdata[i];

      core->results[i].expr = make_output (self, attribute, &select->cores[0]->outputs[i]);
      core->results[i].alias = ask_sql_tree_strdup (self->tree, attribute->column, -1);
    }
  core->outputs = select->cores[0]->outputs;
  core->n_outputs = select->cores[0]->n_outputs;
  *select = *replacement;
}

static gboolean
plan_subquery (AskSqlSelect *select, gpointer data)
{
  plan_select (data, select, FALSE);
  return FALSE;
}

/* Up to SQLite 3.40 the first SELECT of a compound in a FROM says how its columns compare, as make_output() has it. Since
 * then others may say it, too. */
static gboolean
others_may_say_it (void)
{
  return sqlite3_libversion_number () >= 3041000;
}

/* Whether only SQLite knows how a column of @select compares: of a compound, or of one below that the column comes from.
 * @budget: how many SELECTs are looked at; what is beyond them is not known */
static gboolean
is_unsure (const AskSqlSelect *select, guint column, guint *budget)
{
  if (!ask_sql_select_compares_alike (select, column) || *budget == 0)
    return TRUE;
  --*budget;
  for (guint i = 0; others_may_say_it () && i < select->n_cores; i++)
    {
      const AskSqlExpr *expr = select->cores[i]->outputs[column].expr;
      const AskSqlSelect *below;

      while (expr != NULL && expr->kind == ASK_EXPR_COLLATE)
        expr = expr->left;
      if (expr == NULL || expr->kind != ASK_EXPR_COLUMN || expr->from == NULL || expr->column < 0)
        continue;
      below = expr->from->cte != NULL ? expr->from->cte->select : expr->from->select;
      if (below != NULL && below != select && is_unsure (below, (guint) expr->column, budget))
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_planner_compares_alike:
 * @select: analysed; a value, or what stands in IN, FROM or WITH
 * @column: of its columns
 *
 * Returns: whether rows in the place of @select compare in @column as @select does: not where that is said by one SELECT
 *   of a compound, or of one below that the column comes from
 */
gboolean
ask_planner_compares_alike (const AskSqlSelect *select, guint column)
{
  guint budget = MAX_LOOKED_AT;

  return !is_unsure (select, column, &budget);
}

/**
 * ask_planner_first_tells:
 * @select: analysed; of a FROM or a WITH
 * @column: of its columns
 *
 * Returns: whether rows in the place of @select compare in @column as its analysis has it: as the first SELECT says
 */
gboolean
ask_planner_first_tells (const AskSqlSelect *select, guint column)
{
  return !others_may_say_it () || ask_planner_compares_alike (select, column);
}

/* Of a fragment in the place of such a SELECT nothing would say how it compares. */
static void
keep_apart (AskPlanner *self, AskSqlSelect *select)
{
  for (guint i = 0; i < select->cores[0]->n_outputs; i++)
    if (!ask_planner_compares_alike (select, i))
      {
        if (self->apart == NULL)
          self->apart = g_hash_table_new (NULL, NULL);
        g_hash_table_add (self->apart, select);
        return;
      }
}

/* Of a value and of IN the last SELECT says it. */
static gboolean
note_apart (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_SELECT || expr->kind == ASK_EXPR_IN_SELECT)
    keep_apart (data, expr->select);
  return TRUE;
}

static void
note_apart_from (AskPlanner *self, AskSqlSelect *select)
{
  if (select != NULL && others_may_say_it ())
    keep_apart (self, select);
}

static gboolean
note_from (AskSqlFrom *from, gpointer data)
{
  note_apart_from (data, from->select);
  return TRUE;
}

/* What stands below @select: CTEs, subqueries, its own tables. */
static void
plan_parts (AskPlanner *self, AskSqlSelect *select)
{
  AskSqlVisit visit = { .expr = note_apart, .from = note_from, .select = plan_subquery, .user_data = self };

  for (guint i = 0; i < select->n_ctes; i++)
    {
      note_apart_from (self, select->ctes[i]->select);
      plan_select (self, select->ctes[i]->select, FALSE);
    }
  for (guint i = 0; i < select->n_cores; i++)
    {
      ask_sql_walk_core (select->cores[i], &visit);
      ask_planner_plan_tables (self, select->cores[i]);
    }
  for (guint i = 0; i < select->order.n; i++)
    ask_sql_walk_expr (select->order.items[i].expr, &visit);
  if (select->limit != NULL)
    ask_sql_walk_expr (select->limit, &visit);
  if (select->offset != NULL)
    ask_sql_walk_expr (select->offset, &visit);
}

static void
place_fragment (AskPlanner *self, AskSqlSelect *select, AskFragment *fragment, gboolean top)
{
  ask_planner_keep_fragment (self, fragment, top);
  if (top)
    self->plan->whole = fragment;
  else
    replace_select (self, select, fragment);
}

/* The whole of @select for the one server that has all its tables. */
static gboolean
push_select (AskPlanner *self, AskSqlSelect *select, const char *server, gboolean top)
{
  g_autofree char *reason = NULL;
  AskFragment *fragment = NULL;

  if (!ask_engine_computes (self->engine, server))
    reason = g_strdup_printf ("%s is asked for the columns of its tables only",
                              ask_engine_describe_source (self->engine, server));
  else if (top)
    fragment = ask_fragment_new (self->engine, server, self->tree, NULL, &reason);
  else
    fragment
      = ask_fragment_new_of_part (self->engine, server, ask_sql_tree_extract (self->tree, select), NULL, &reason);
  if (fragment == NULL)
    {
      if (top)
        self->plan->root->note = g_strdup_printf ("not all of it in %s: %s", server, reason);
      return FALSE;
    }
  place_fragment (self, select, fragment, top);
  return TRUE;
}

/* For people, below the plan's first line; the same thing once. */
static void
note_stay (AskPlanner *self, const char *reason)
{
  AskPlanNode *root = self->plan->root;
  g_autofree char *before = g_steal_pointer (&root->note);
  g_autofree char *line = g_strdup_printf ("rows do not travel: %s", reason);

  if (before == NULL)
    root->note = g_steal_pointer (&line);
  else if (strstr (before, line) != NULL)
    root->note = g_steal_pointer (&before);
  else
    root->note = g_strdup_printf ("%s\n%s", before, line);
}

static gboolean
ship_select (AskPlanner *self, AskSqlSelect *select, gboolean top)
{
  g_autofree char *reason = NULL;
  AskFragment *fragment
    = ask_planner_ship (self->engine, self->plan, ask_sql_tree_extract (self->tree, select), &reason, &self->error);

  if (fragment == NULL)
    {
      if (reason != NULL)
        note_stay (self, reason);
      return FALSE;
    }
  place_fragment (self, select, fragment, top);
  return TRUE;
}

static gboolean
count_table (AskSqlFrom *from, gpointer tables)
{
  const AskSqlTable *table = from->kind == ASK_FROM_TABLE ? from->catalog_table : NULL;

  if (table != NULL && table->source != NULL)
    g_hash_table_insert (tables, g_strdup (table->source),
                         GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (tables, table->source)) + 1));
  return TRUE;
}

static gboolean
note_ctes (AskSqlSelect *select, gpointer several)
{
  *(gboolean *) several = *(gboolean *) several || select->n_ctes > 0;
  return TRUE;
}

/* What a CTE names is read for each part that names the CTE. */
static GHashTable *
count_tables (AskSqlSelect *select)
{
  g_autoptr (GHashTable) tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean several = FALSE;
  AskSqlVisit count = { .from = count_table, .user_data = tables };
  AskSqlVisit note = { .select = note_ctes, .user_data = &several };

  ask_sql_walk_select (select, &note);
  if (several)
    return NULL;
  ask_sql_walk_select (select, &count);
  return g_steal_pointer (&tables);
}

static void
plan_select (AskPlanner *self, AskSqlSelect *select, gboolean top)
{
  g_auto (AskPlaces) places = { 0 };
  gboolean closed;

  /* Each part is looked at with all that is in it. */
  if (self->error == NULL && self->engine->run != NULL && g_cancellable_is_cancelled (self->engine->run->stop))
    ask_error_set (&self->error, ASK_SQL_ERROR, ASK_SQL_ERROR_STOPPED, N_ ("it took too long to plan the statement"));
  if (self->error != NULL)
    return;
  ask_places_find (self->engine, select, &places);
  if (places.server == NULL || self->error != NULL)
    return;
  closed = self->engine->push_down && (self->apart == NULL || !g_hash_table_contains (self->apart, select))
           && ask_places_is_closed (&places, select);
  if (closed && !places.several && !places.others && push_select (self, select, places.server, top))
    return;
  if (top && self->engine->run != NULL && self->engine->run->nested == 0)
    self->engine->run->tables = self->plan->tables = count_tables (select);
  if (closed && (places.several || places.others) && self->engine->run != NULL
      && (ship_select (self, select, top) || self->error != NULL))
    return;
  plan_parts (self, select);
}

/* "x IN orders" is written out as the analysis takes it, "x IN (SELECT * FROM orders)": a fragment takes the
 * place of a table in a FROM. */
static gboolean
spell_out (AskSqlExpr *expr, gpointer data)
{
  /* In a CTE that nothing names it has not been looked at. */
  if (expr->kind == ASK_EXPR_IN_TABLE && expr->without_parentheses && expr->select != NULL)
    {
      expr->kind = ASK_EXPR_IN_SELECT;
      expr->without_parentheses = FALSE;
      expr->schema = NULL;
      expr->name = NULL;
    }
  return TRUE;
}

/* Whether it computes is known of an open server only. */
static gboolean
open_server (AskSqlFrom *from, gpointer data)
{
  AskPlanner *self = data;
  const char *source = from->catalog_table != NULL ? from->catalog_table->source : NULL;

  if (self->error == NULL && ask_engine_asks_first (self->engine, source))
    ask_engine_get_source (self->engine, source, &self->error);
  return self->error == NULL;
}

typedef struct
{
  AskPlanner *planner;
  guint n;
} Reads;

/* What SQLite reads itself: entities of APIs and files, for the plan's tree. */
static gboolean
note_read (AskSqlFrom *from, gpointer data)
{
  Reads *reads = data;
  const AskSqlTable *table = from->catalog_table;
  const AskEntity *entity = table != NULL ? table->data : NULL;
  AskPlanNode *root = reads->planner->plan->root;
  AskPlanNode *node;
  g_autofree char *title = NULL;

  if (from->cte != NULL)
    return TRUE;
  if (from->kind == ASK_FROM_TABLE)
    reads->n++;
  if (table == NULL)
    return TRUE;
  title = table->source != NULL
            ? g_strdup_printf ("%s (%s %s)", table->name,
                               ask_engine_describe_source (reads->planner->engine, table->source), table->source)
            : g_strdup_printf ("%s (an earlier step)", table->name);
  for (node = root->first; node != NULL; node = node->next)
    if (strcmp (node->title, title) == 0)
      return TRUE;
  node = ask_plan_node_new (entity != NULL && entity->operation != NULL ? ASK_PLAN_API : ASK_PLAN_FILE, title,
                            table->source);
  node->estimate = table->rows;
  ask_plan_node_add (root, node);
  return TRUE;
}

static void
name_result (AskSqlTree *tree, AskSqlResult *result, const AskSqlOutput *output)
{
  if (result->star == 0 && result->alias == NULL && result->expr->kind != ASK_EXPR_COLUMN)
    result->alias = ask_sql_tree_strdup (tree, output->name, -1);
}

/* A subquery's column without a name is called as it is written, and may be named so around it; what
 * is printed again is written otherwise. */
static gboolean
name_outputs (AskSqlSelect *select, gpointer data)
{
  AskPlanner *self = data;
  AskSqlCore *core = select->cores[0];
  guint front = 0;
  guint back = 0;

  /* A CTE that nothing names has no meaning. */
  if (select == self->tree->select || core->n_outputs == 0)
    return TRUE;
  for (; front < core->n_results && core->results[front].star == 0; front++)
    name_result (self->tree, &core->results[front], &core->outputs[front]);
  for (; front + back < core->n_results && core->results[core->n_results - 1 - back].star == 0; back++)
    name_result (self->tree, &core->results[core->n_results - 1 - back], &core->outputs[core->n_outputs - 1 - back]);
  return TRUE;
}

static AskPlan *
plan_new (AskSqlTree *tree)
{
  AskPlan *plan = ASK_NEW0 (AskPlan);

  plan->tree = tree;
  plan->root = ask_plan_node_new (ASK_PLAN_LOCAL, "here (SQLite)", NULL);
  plan->fragments = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_fragment_free);
  return plan;
}

static void
note_names (AskPlan *plan)
{
  const AskSqlCore *core = plan->tree->select->cores[0];

  plan->n_names = core->n_outputs;
  plan->names = ask_sql_tree_alloc (plan->tree, core->n_outputs * sizeof *plan->names);
  for (guint i = 0; i < core->n_outputs; i++)
    plan->names[i] = core->outputs[i].name;
}

/**
 * ask_planner_plan:
 * @engine: whose servers may compute parts of @tree
 * @tree: (transfer full): one SELECT over the relational view, analysed
 * @error: what a shipment's own query says
 *
 * Within a run rows may be computed that are to travel to a server; without one nothing is read.
 *
 * Returns: (transfer full): what runs where
 */
AskPlan *
ask_planner_plan (AskEngine *engine, AskSqlTree *tree, GError **error)
{
  g_autoptr (AskPlan) plan = plan_new (tree);
  AskPlanner self = { engine, plan, tree, NULL, NULL, NULL };
  AskSqlVisit spell = { .expr = spell_out };
  Reads reads = { &self, 0 };
  AskSqlVisit name = { .select = name_outputs, .user_data = &self };
  AskSqlVisit read = { .from = note_read, .user_data = &reads };
  AskSqlVisit open = { .from = open_server, .user_data = &self };

  if (!tree->flat)
    ask_sql_walk_select (tree->select, &spell);
  ask_planner_use_named (tree);
  ask_sql_walk_tree (tree, &name);
  plan->root->estimate = plan->estimate = (gint64) MIN (1e15, ask_estimate_select (tree->select));
  note_names (plan);
  /* Rows that travel are read below, by statements of their own, and are asked by the outermost one how many tables they
   * name. Where that is all one server's, nobody will ask. */
  if (engine->run != NULL && engine->run->nested > 0)
    plan->tables = count_tables (tree->select);
  if (engine->run != NULL)
    ask_sql_walk_tree (tree, &open);
  plan_select (&self, tree->select, TRUE);
  if (engine->run != NULL && engine->run->nested == 0)
    engine->run->tables = NULL;
  g_clear_pointer (&self.names, g_hash_table_unref);
  g_clear_pointer (&self.apart, g_hash_table_unref);
  if (self.error != NULL)
    {
      g_propagate_error (error, self.error);
      return NULL;
    }
  if (plan->whole != NULL)
    return g_steal_pointer (&plan);
  plan->rewritten = ask_planner_search_apart (tree) | ask_planner_rank_few (tree) | ask_planner_hold_back (tree)
                    | ask_sql_spell_decimals (tree) | (plan->fragments->len > 0);
  plan->sql = ask_sql_print_select (tree->select);
  plan->traits = ask_sql_select_get_traits (tree->select);
  ask_sql_walk_select (tree->select, &read);
  /* One table in all, so nothing asks for its rows again. */
  if (plan->fragments->len == 1 && reads.n == 1)
    ((AskFragment *) plan->fragments->pdata[0])->once = TRUE;
  if (plan->rewritten)
    plan->root->sql = g_strdup (plan->sql);
  return g_steal_pointer (&plan);
}
