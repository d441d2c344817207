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

#include <string.h>

#include "engine/ask-planner.h"
#include "sql/ask-sql-lexer.h"

typedef struct
{
  AskEngine *engine;
  AskPlan *plan;
  AskSqlTree *tree;
  GHashTable *names; /* lower-case words of the text: none of them may come to mean a fragment */
  GError *error; /* of a shipment: it ends the planning */
} Planner;

static void plan_select (Planner *self, AskSqlSelect *select, gboolean top);

/** ask_plan_free: frees @self */
void
ask_plan_free (AskPlan *self)
{
  g_clear_pointer (&self->root, ask_plan_node_free);
  g_clear_pointer (&self->fragments, g_ptr_array_unref);
  g_clear_pointer (&self->shipments, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_free (self->sql);
  g_free (self);
}

static gboolean
is_taken (Planner *self, const char *name)
{
  if (ask_planner_is_taken (self->engine, self->names, name))
    return TRUE;
  for (guint i = 0; i < self->plan->fragments->len; i++)
    if (g_ascii_strcasecmp (((AskFragment *) self->plan->fragments->pdata[i])->entity->name, name)
        == 0)
      return TRUE;
  return FALSE;
}

/* A fragment's name reads "shop 1" in what is shown; no entity has a name like that by chance. */
static void
keep_fragment (Planner *self, AskFragment *fragment)
{
  const char *source = fragment->entity->source;
  g_autofree char *name = NULL;
  g_autofree char *title
    = g_strdup_printf ("%s (%s)", source, ask_engine_describe_source (self->engine, source));
  AskPlanNode *node = ask_plan_node_new (ASK_PLAN_REMOTE, title, source);

  for (guint n = 1; name == NULL || is_taken (self, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s %u", source, n);
    }
  g_free (fragment->entity->name);
  fragment->entity->name = g_strdup (name);
  g_free (fragment->entity->table);
  fragment->entity->table = g_strdup_printf ("%s #%u", name, ++self->engine->n_fragments);
  node->sql = g_strdup (fragment->printed->sql);
  node->estimate = fragment->entity->row_estimate;
  for (guint i = 0; i < fragment->shipments->len; i++)
    {
      const AskShipment *shipment = fragment->shipments->pdata[i];
      AskPlanNode *child = ask_plan_node_new (ASK_PLAN_SHIPPED, shipment->name, NULL);

      child->rows = (gint64) ask_rows_get_n_rows (shipment->rows);
      child->sql = g_strdup (shipment->sql);
      ask_plan_node_add (node, child);
    }
  fragment->node = ask_plan_node_add (self->plan->root, node);
  g_ptr_array_add (self->plan->fragments, fragment);
}

/* A fragment's column, with what SQLite knows of the expression that it stands for: that it has no
 * affinity, which a column always has, and its collation. */
static AskSqlExpr *
make_output (Planner *self, const AskAttribute *attribute, const AskSqlOutput *output)
{
  gboolean decimal = attribute->type == ASK_TYPE_DECIMAL;
  const char *collation = output->collation != NULL ? output->collation : "BINARY";
  AskSqlExpr *expr
    = ask_sql_tree_new_expr (self->tree, ASK_EXPR_COLUMN, (AskSqlSpan) { 0, 0 });

  expr->name = ask_sql_tree_strdup (self->tree, attribute->name, -1);
  if (output->affinity == ASK_AFFINITY_NONE)
    {
      AskSqlExpr *plus
        = ask_sql_tree_new_expr (self->tree, ASK_EXPR_UNARY, (AskSqlSpan) { 0, 0 });

      plus->op = ASK_OP_POSITIVE;
      plus->left = expr;
      expr = plus;
    }
  if (g_ascii_strcasecmp (collation, decimal ? "decimal" : "BINARY") != 0)
    {
      AskSqlExpr *collated
        = ask_sql_tree_new_expr (self->tree, ASK_EXPR_COLLATE, (AskSqlSpan) { 0, 0 });

      collated->name = ask_sql_tree_strdup (self->tree, collation, -1);
      collated->left = expr;
      expr = collated;
    }
  return expr;
}

/* The select becomes "SELECT its columns FROM fragment". */
static void
replace_select (Planner *self, AskSqlSelect *select, const AskFragment *fragment)
{
  AskSqlCore *core = ask_sql_tree_alloc (self->tree, sizeof *core);
  AskSqlFrom *from = ask_sql_tree_alloc (self->tree, sizeof *from);
  guint n = fragment->entity->attributes->len;

  from->kind = ASK_FROM_TABLE;
  from->name = ask_sql_tree_strdup (self->tree, fragment->entity->name, -1);
  core->from.items = ask_sql_tree_alloc (self->tree, sizeof *core->from.items);
  core->from.items[0] = from;
  core->from.n = 1;
  core->results = ask_sql_tree_alloc (self->tree, n * sizeof *core->results);
  core->n_results = n;
  for (guint i = 0; i < n; i++)
    {
      const AskAttribute *attribute = fragment->entity->attributes->pdata[i];

      core->results[i].expr = make_output (self, attribute, &select->cores[0]->outputs[i]);
      core->results[i].alias = ask_sql_tree_strdup (self->tree, attribute->column, -1);
    }
  core->outputs = select->cores[0]->outputs;
  core->n_outputs = select->cores[0]->n_outputs;
  select->cores = ask_sql_tree_alloc (self->tree, sizeof *select->cores);
  select->cores[0] = core;
  select->n_cores = 1;
  select->ctes = NULL;
  select->n_ctes = 0;
  select->recursive = FALSE;
  memset (&select->order, 0, sizeof select->order);
  select->limit = NULL;
  select->offset = NULL;
}

static gboolean
all_within (const GPtrArray *items, const GPtrArray *group)
{
  for (guint i = 0; i < items->len; i++)
    if (!g_ptr_array_find ((GPtrArray *) group, items->pdata[i], NULL))
      return FALSE;
  return TRUE;
}

static const char *
get_server (Planner *self, const AskSqlFrom *from)
{
  if (from->kind != ASK_FROM_TABLE || from->catalog_table == NULL
      || !ask_engine_is_server (self->engine, from->catalog_table->source))
    return NULL;
  return from->catalog_table->source;
}

static char *
dup_output_name (const GPtrArray *group, const AskSqlFrom *from, guint column)
{
  if (group->len == 1)
    return g_strdup (from->columns[column].name);
  return g_strdup_printf ("%s.%s", ask_sql_from_get_name (from), from->columns[column].name);
}

static void
append_item (GString *sql, const AskSqlFrom *from)
{
  g_autofree char *alias = ask_sql_quote_name (ask_sql_from_get_name (from));
  g_autofree char *name = ask_sql_quote_name (from->name);
  g_autofree char *schema = from->schema != NULL ? ask_sql_quote_name (from->schema) : NULL;

  g_string_append_printf (sql, "%s%s%s AS %s", schema != NULL ? schema : "",
                          schema != NULL ? "." : "", name, alias);
}

/* "SELECT what is needed FROM the group's tables WHERE what concerns only them". */
static char *
make_group_sql (GPtrArray *group, GPtrArray *conditions)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  gboolean any = FALSE;

  for (guint i = 0; i < group->len; i++)
    {
      const AskSqlFrom *from = group->pdata[i];
      g_autofree char *alias = ask_sql_quote_name (ask_sql_from_get_name (from));

      for (guint c = 0; c < from->n_columns; c++)
        {
          g_autofree char *column = NULL;
          g_autofree char *output = NULL;
          g_autofree char *quoted = NULL;

          if (!from->used[c])
            continue;
          column = ask_sql_quote_name (from->columns[c].name);
          output = dup_output_name (group, from, c);
          quoted = ask_sql_quote_name (output);
          g_string_append_printf (sql, "%s%s.%s AS %s", any ? ", " : "", alias, column, quoted);
          any = TRUE;
        }
    }
  if (!any)
    g_string_append (sql, "1 AS \"1\"");
  for (guint i = 0; i < group->len; i++)
    {
      g_string_append (sql, i == 0 ? " FROM " : " JOIN ");
      append_item (sql, group->pdata[i]);
    }
  for (guint i = 0; i < conditions->len; i++)
    {
      g_autofree char *text = ask_sql_print_expr (conditions->pdata[i]);

      g_string_append_printf (sql, "%s(%s)", i == 0 ? " WHERE " : " AND ", text);
    }
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

typedef struct
{
  Planner *planner;
  GPtrArray *group;
  const char *name;
} Rename;

/* Columns of the group's tables become columns of the fragment. */
static gboolean
rename_column (AskSqlExpr *expr, gpointer data)
{
  Rename *rename = data;

  if (expr->kind != ASK_EXPR_COLUMN || expr->from == NULL
      || !g_ptr_array_find (rename->group, expr->from, NULL))
    return TRUE;
  expr->schema = NULL;
  if (rename->group->len > 1 && expr->column >= 0)
    {
      g_autofree char *output
        = dup_output_name (rename->group, expr->from, (guint) expr->column);

      expr->table = rename->name;
      expr->name = ask_sql_tree_strdup (rename->planner->tree, output, -1);
    }
  return TRUE;
}

/* "SELECT item.id" names its column "id", and what stands around it may rely on that. */
static void
keep_names (Planner *self, AskSqlCore *core)
{
  g_assert (core->n_results == core->n_outputs);
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].alias == NULL)
      core->results[i].alias = ask_sql_tree_strdup (self->tree, core->outputs[i].name, -1);
}

static void
replace_group (Planner *self, AskSqlCore *core, GPtrArray *group, const AskFragment *fragment)
{
  AskSqlFrom *first = group->pdata[0];
  Rename rename = { self, group,
                    ask_sql_tree_strdup (self->tree, fragment->entity->name, -1) };
  AskSqlVisit visit = { .expr = rename_column, .user_data = &rename };
  guint kept = 0;

  if (group->len > 1)
    keep_names (self, core);
  ask_sql_walk_select (self->tree->select, &visit);
  first->alias = group->len == 1 ? ask_sql_from_get_name (first) : NULL;
  first->name = rename.name;
  first->schema = NULL;
  first->catalog_table = NULL;
  first->indexed_by = NULL;
  first->not_indexed = FALSE;
  for (guint i = 0; group->len > 1 && i < core->from.n; i++)
    {
      AskSqlFrom *item = core->from.items[i];

      if (item != first && g_ptr_array_find (group, item, NULL))
        continue;
      core->from.items[kept++] = item;
    }
  if (group->len > 1)
    {
      core->from.n = kept;
      if (core->from.items[0]->join != ASK_JOIN_FIRST)
        core->from.items[0]->join = ASK_JOIN_FIRST;
    }
}

static gboolean
can_print (Planner *self, const char *source, AskSqlExpr *expr)
{
  AskSqlPrintOptions options = { .source = source };
  g_autofree char *reason = NULL;

  ask_engine_get_dialect (self->engine, source, &options.dialect);
  return ask_sql_can_print_condition (self->tree, expr, &options, &reason);
}

/* Makes one fragment of the group; its tables and what concerns only them move there. */
static void
move_group (Planner *self, AskSqlCore *core, GPtrArray *group, GPtrArray *conjuncts,
            GArray *predicates, const AskShape *shape)
{
  AskSqlFrom *first = group->pdata[0];
  const char *source = get_server (self, first);
  g_autoptr (GPtrArray) conditions = g_ptr_array_new ();
  g_autoptr (GPtrArray) moved = g_ptr_array_new ();
  g_autofree char *sql = NULL;
  g_autofree char *reason = NULL;
  AskFragment *fragment;

  for (guint i = 0; self->engine->push_down && i < conjuncts->len; i++)
    {
      AskConjunct *conjunct = conjuncts->pdata[i];

      if (!conjunct->moved && conjunct->items->len > 0 && all_within (conjunct->items, group)
          && ask_conjunct_filters (conjunct, conjunct->items->pdata[0], shape)
          && can_print (self, source, conjunct->expr))
        {
          g_ptr_array_add (moved, conjunct);
          g_ptr_array_add (conditions, conjunct->expr);
        }
    }
  /* What follows by equality: a.x = b.y AND b.y = 5 says a.x = 5, too. It stays true here. */
  for (guint i = 0; self->engine->push_down && predicates != NULL && i < predicates->len; i++)
    {
      const AskSqlPredicate *predicate = &g_array_index (predicates, AskSqlPredicate, i);

      if (predicate->implied && predicate->outer == NULL && predicate->from != NULL
          && predicate->other_from == NULL && !predicate->from->null_supplying
          && g_ptr_array_find (group, predicate->from, NULL)
          && can_print (self, source, predicate->expr))
        g_ptr_array_add (conditions, predicate->expr);
    }
  sql = make_group_sql (group, conditions);
  fragment = ask_fragment_new (self->engine, source, sql, NULL, &reason);
  if (fragment == NULL)
    {
      /* Columns and a table always print; if not, the failure is told when the table is missing. */
      g_debug ("A table of “%s” cannot be read: %s", source, reason);
      return;
    }
  if (conditions->len > 0 || group->len > 1)
    self->plan->pushed = TRUE;
  for (guint i = 0; i < moved->len; i++)
    ((AskConjunct *) moved->pdata[i])->moved = TRUE;
  keep_fragment (self, fragment);
  replace_group (self, core, group, fragment);
}

/* Whether an equality, or any condition that prints, connects the item with the group. */
static gboolean
is_connected (Planner *self, const char *source, GPtrArray *group, AskSqlFrom *item,
              GPtrArray *conjuncts)
{
  for (guint i = 0; i < conjuncts->len; i++)
    {
      const AskConjunct *conjunct = conjuncts->pdata[i];

      if (conjunct->movable && conjunct->items->len == 2
          && g_ptr_array_find (conjunct->items, item, NULL)
          && (g_ptr_array_find (group, conjunct->items->pdata[0], NULL)
              || g_ptr_array_find (group, conjunct->items->pdata[1], NULL))
          && conjunct->expr->op == ASK_OP_EQUAL && can_print (self, source, conjunct->expr))
        return TRUE;
    }
  return FALSE;
}

static void
plan_items (Planner *self, AskSqlCore *core, AskSqlFroms *items, GPtrArray *conjuncts,
            GArray *predicates, const AskShape *shape)
{
  gboolean grouped = self->engine->push_down && items == &core->from && !shape->outer
                     && !shape->full && !shape->merged && !shape->nested && !shape->star;

  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *item = items->items[i];
      const char *source = get_server (self, item);
      g_autoptr (GPtrArray) group = NULL;
      gboolean grown = grouped;

      if (item->kind == ASK_FROM_JOIN)
        plan_items (self, core, &item->items, conjuncts, predicates, shape);
      if (source == NULL)
        continue;
      group = g_ptr_array_new ();
      g_ptr_array_add (group, item);
      while (grown)
        {
          grown = FALSE;
          for (guint other = i + 1; other < items->n; other++)
            if (!g_ptr_array_find (group, items->items[other], NULL)
                && g_strcmp0 (get_server (self, items->items[other]), source) == 0
                && is_connected (self, source, group, items->items[other], conjuncts))
              {
                g_ptr_array_add (group, items->items[other]);
                grown = TRUE;
              }
        }
      move_group (self, core, group, conjuncts, predicates, shape);
    }
}

/* The tables of one SELECT whose whole does not go to a server. */
static void
plan_core_tables (Planner *self, AskSqlCore *core)
{
  g_autoptr (GPtrArray) conjuncts = g_ptr_array_new_with_free_func (ask_conjunct_free);
  g_autoptr (GPtrArray) with_on = g_ptr_array_new ();
  g_autoptr (GArray) predicates = NULL;
  AskShape shape = { 0 };
  guint before = self->plan->fragments->len;
  gboolean inner;

  ask_shape_look (&core->from, &shape);
  for (guint i = 0; i < core->n_results; i++)
    shape.star = shape.star || core->results[i].star > 0;
  inner = !shape.outer && !shape.full && !shape.nested;
  ask_conjuncts_split (core->where, NULL, conjuncts);
  ask_conjuncts_collect_on (&core->from, inner, conjuncts, with_on);
  if (self->engine->push_down)
    predicates = ask_sql_core_get_predicates (self->tree, core);
  plan_items (self, core, &core->from, conjuncts, predicates, &shape);
  if (self->plan->fragments->len == before)
    return;
  core->where = ask_conjuncts_rebuild (self->tree, conjuncts, NULL);
  for (guint i = 0; i < with_on->len; i++)
    {
      AskSqlFrom *item = with_on->pdata[i];

      item->on = inner ? NULL : ask_conjuncts_rebuild (self->tree, conjuncts, item);
    }
}

static gboolean
plan_subquery (AskSqlSelect *select, gpointer data)
{
  plan_select (data, select, FALSE);
  return FALSE;
}

/* What stands below @select: CTEs, subqueries, its own tables. */
static void
plan_parts (Planner *self, AskSqlSelect *select)
{
  AskSqlVisit visit = { .select = plan_subquery, .user_data = self };

  for (guint i = 0; i < select->n_ctes; i++)
    plan_select (self, select->ctes[i]->select, FALSE);
  for (guint i = 0; i < select->n_cores; i++)
    {
      ask_sql_walk_core (select->cores[i], &visit);
      plan_core_tables (self, select->cores[i]);
    }
  for (guint i = 0; i < select->order.n; i++)
    ask_sql_walk_expr (select->order.items[i].expr, &visit);
  if (select->limit != NULL)
    ask_sql_walk_expr (select->limit, &visit);
  if (select->offset != NULL)
    ask_sql_walk_expr (select->offset, &visit);
}

/* The whole of @select for the one server that has all its tables. */
static gboolean
push_select (Planner *self, AskSqlSelect *select, const char *server, gboolean top)
{
  g_autofree char *sql = ask_sql_print_select (select);
  g_autofree char *reason = NULL;
  AskFragment *fragment = ask_fragment_new (self->engine, server, sql, NULL, &reason);

  if (fragment == NULL)
    {
      if (top)
        self->plan->root->note = g_strdup_printf ("not all of it in %s: %s", server, reason);
      return FALSE;
    }
  keep_fragment (self, fragment);
  self->plan->pushed = TRUE;
  if (top)
    self->plan->whole = fragment;
  else
    replace_select (self, select, fragment);
  return TRUE;
}

static gboolean
ship_select (Planner *self, AskSqlSelect *select, gboolean top)
{
  g_autofree char *sql = ask_sql_print_select (select);
  AskFragment *fragment = ask_planner_ship (self->engine, self->plan, sql, &self->error);

  if (fragment == NULL)
    return FALSE;
  keep_fragment (self, fragment);
  self->plan->pushed = TRUE;
  if (top)
    self->plan->whole = fragment;
  else
    replace_select (self, select, fragment);
  return TRUE;
}

static void
plan_select (Planner *self, AskSqlSelect *select, gboolean top)
{
  g_auto (AskPlaces) places = { 0 };
  gboolean closed;

  ask_places_find (self->engine, select, &places);
  if (places.server == NULL || self->error != NULL)
    return;
  closed = self->engine->push_down && ask_places_is_closed (&places, select);
  if (closed && !places.several && !places.others
      && push_select (self, select, places.server, top))
    return;
  if (closed && (places.several || places.others) && self->engine->run != NULL
      && (ship_select (self, select, top) || self->error != NULL))
    return;
  plan_parts (self, select);
}

/* "x IN orders" is "x IN (SELECT * FROM orders)", and a table of a server has to stand in a FROM. */
static gboolean
spell_out (AskSqlExpr *expr, gpointer data)
{
  Planner *self = data;
  const AskSqlTable *table;
  AskSqlSelect *select;
  AskSqlCore *core;
  AskSqlFrom *from;

  if (expr->kind != ASK_EXPR_IN_TABLE || expr->list.n > 0)
    return TRUE;
  table = ask_sql_catalog_find_table (ask_engine_get_catalog (self->engine), expr->schema,
                                      expr->name);
  if (table == NULL || !ask_engine_is_server (self->engine, table->source))
    return TRUE;
  select = ask_sql_tree_alloc (self->tree, sizeof *select);
  core = ask_sql_tree_alloc (self->tree, sizeof *core);
  from = ask_sql_tree_alloc (self->tree, sizeof *from);
  from->kind = ASK_FROM_TABLE;
  from->schema = expr->schema;
  from->name = expr->name;
  core->results = ask_sql_tree_alloc (self->tree, sizeof *core->results);
  core->results[0].star = 1;
  core->n_results = 1;
  core->from.items = ask_sql_tree_alloc (self->tree, sizeof *core->from.items);
  core->from.items[0] = from;
  core->from.n = 1;
  select->cores = ask_sql_tree_alloc (self->tree, sizeof *select->cores);
  select->cores[0] = core;
  select->n_cores = 1;
  expr->kind = ASK_EXPR_IN_SELECT;
  expr->select = select;
  expr->schema = NULL;
  expr->name = NULL;
  return TRUE;
}

typedef struct
{
  Planner *planner;
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
                               ask_engine_describe_source (reads->planner->engine, table->source),
                               table->source)
            : g_strdup_printf ("%s (an earlier step)", table->name);
  for (guint i = 0; i < root->children->len; i++)
    if (strcmp (((AskPlanNode *) root->children->pdata[i])->title, title) == 0)
      return TRUE;
  node = ask_plan_node_new (entity != NULL && entity->operation != NULL ? ASK_PLAN_API
                                                                        : ASK_PLAN_FILE,
                            title, table->source);
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
  Planner *self = data;
  AskSqlCore *core = select->cores[0];
  guint front = 0;
  guint back = 0;

  if (select == self->tree->select)
    return TRUE;
  for (; front < core->n_results && core->results[front].star == 0; front++)
    name_result (self->tree, &core->results[front], &core->outputs[front]);
  for (; front + back < core->n_results && core->results[core->n_results - 1 - back].star == 0; back++)
    name_result (self->tree, &core->results[core->n_results - 1 - back],
                 &core->outputs[core->n_outputs - 1 - back]);
  return TRUE;
}

static AskPlan *
plan_new (void)
{
  AskPlan *plan = g_new0 (AskPlan, 1);

  plan->root = ask_plan_node_new (ASK_PLAN_LOCAL, "here (SQLite)", NULL);
  plan->fragments = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_fragment_free);
  plan->shipments = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_shipment_free);
  return plan;
}

/* SQLite names a column without AS after its text, or after the table's column. Both may change below. */
static void
name_results (AskSqlTree *tree)
{
  AskSqlCore *core = tree->select->cores[0];
  guint before = 0;
  guint after = core->n_results;

  while (before < core->n_results && core->results[before].star == 0)
    before++;
  while (after > before && core->results[after - 1].star == 0)
    after--;
  for (guint i = 0; i < core->n_results; i++)
    {
      AskSqlResult *result = &core->results[i];
      guint output = i < before ? i : core->n_outputs - (core->n_results - i);

      /* Between two stars nobody counts; such a name may be spelled anew. */
      if (result->star == 0 && result->alias == NULL && (i < before || i >= after))
        result->alias = core->outputs[output].name;
    }
}

/**
 * ask_planner_plan:
 * @sql: one SELECT over the relational view
 * @error: %ASK_SQL_ERROR, or what a shipment's own query says
 *
 * Within a run rows may be computed that are to travel to a server; without one nothing is read.
 *
 * Returns: (transfer full): what runs where
 */
AskPlan *
ask_planner_plan (AskEngine *engine, const char *sql, GError **error)
{
  g_autoptr (AskPlan) plan = plan_new ();
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, error);
  g_autoptr (GHashTable) names = ask_planner_find_names (sql);
  Planner self = { engine, plan, tree, names, NULL };
  AskSqlVisit spell = { .expr = spell_out, .user_data = &self };
  Reads reads = { &self, 0 };
  AskSqlVisit name = { .select = name_outputs, .user_data = &self };
  AskSqlVisit read = { .from = note_read, .user_data = &reads };

  if (tree == NULL)
    return NULL;
  ask_sql_walk_select (tree->select, &spell);
  if (!ask_sql_analyse (tree, ask_engine_get_catalog (engine), error))
    return NULL;
  ask_planner_use_named (tree);
  ask_sql_walk_select (tree->select, &name);
  plan->root->estimate = (gint64) MIN (1e15, ask_estimate_select (tree->select));
  plan->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < tree->select->cores[0]->n_outputs; i++)
    g_ptr_array_add (plan->names, g_strdup (tree->select->cores[0]->outputs[i].name));
  plan_select (&self, tree->select, TRUE);
  if (self.error != NULL)
    {
      g_propagate_error (error, self.error);
      return NULL;
    }
  if (plan->whole != NULL)
    return g_steal_pointer (&plan);
  if (plan->fragments->len > 0 && tree->select->cores[0]->n_rows == 0)
    name_results (tree);
  plan->sql = ask_sql_print_select (tree->select);
  ask_sql_walk_select (tree->select, &read);
  /* One table in all, so nothing asks for its rows again. */
  if (plan->fragments->len == 1 && reads.n == 1)
    ((AskFragment *) plan->fragments->pdata[0])->once = TRUE;
  if (plan->fragments->len > 0)
    plan->root->sql = g_strdup (plan->sql);
  return g_steal_pointer (&plan);
}
