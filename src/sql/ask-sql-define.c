/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions put in the place of their names, round by round until none is left. A calculated column
 * becomes its expression where that means the same, else its table becomes a subquery that computes it, as
 * a view would. A table that is a query becomes that query in parentheses.
 *
 * It changes a tree that was analysed and has it analysed again; it never decides what a name means.
 */
#include "config.h"

#include "sql/ask-sql-define-private.h"

#include <stdarg.h>
#include <string.h>

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-definition-private.h"

#define MAX_ROUNDS 64
#define MAX_MADE 1000 /* queries of queries can double with every step */

typedef enum
{
  WAY_INLINE, /* the expression stands for the name */
  WAY_GUARDED, /* the same, NULL where the presence column is */
  WAY_WRAP /* a subquery gives the column */
} Way;

/** Use: how one item of a FROM is named in the statement */
typedef struct
{
  gboolean merged; /* a calculated column is in USING, or is what a join merges */
  gboolean captured; /* its name means another item where it is used */
  Way way;
} Use;

static gboolean
fail (AskSqlDefine *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (AskSqlDefine *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (self->error == NULL)
    g_set_error_literal (&self->error, ASK_SQL_ERROR, ASK_SQL_ERROR_MISUSE, text);
  return FALSE;
}

static const AskSqlColumn *
get_column (const AskSqlFrom *from, guint i)
{
  return from->catalog_table->columns->pdata[i];
}

/* The calculated column that is named; NULL for anything else. */
static const AskSqlColumn *
get_calculated (const AskSqlExpr *expr)
{
  const AskSqlColumn *column;

  if (expr->kind != ASK_EXPR_COLUMN || expr->from == NULL || expr->from->catalog_table == NULL
      || expr->column < 0 || (guint) expr->column >= expr->from->n_columns)
    return NULL;
  column = get_column (expr->from, (guint) expr->column);
  return column->calculated ? column : NULL;
}

static Use *
get_use (AskSqlDefine *self, AskSqlFrom *from)
{
  Use *use = g_hash_table_lookup (self->items, from);

  if (use == NULL)
    {
      use = g_new0 (Use, 1);
      g_hash_table_insert (self->items, from, use);
    }
  return use;
}

static gboolean
has_item (const AskSqlFroms *froms, const AskSqlFrom *but, const char *name)
{
  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      if ((from != but && ask_sql_same_name (ask_sql_from_get_name (from), name))
          || has_item (&from->items, but, name))
        return TRUE;
    }
  return FALSE;
}

/* Whether "name.x" written where @expr stands could be of another item. */
static gboolean
is_captured (const AskSqlDefine *self, const AskSqlExpr *expr)
{
  const char *name = ask_sql_from_get_name (expr->from);

  for (const AskSqlCore *core = self->current; core != NULL; core = core->parent)
    {
      if (has_item (&core->from, expr->from, name))
        return TRUE;
      if (core == expr->from->core)
        return FALSE;
    }
  /* It stands where the analysis found no way to it: nothing is known. */
  return TRUE;
}

static gboolean note_expr (AskSqlExpr *expr, gpointer data);

static void
note_merged (AskSqlDefine *self, AskSqlExpr *expr)
{
  if (expr->kind == ASK_EXPR_FUNCTION)
    for (guint i = 0; i < expr->list.n; i++)
      note_merged (self, expr->list.items[i]);
  if (expr->kind == ASK_EXPR_BINARY)
    {
      note_merged (self, expr->left);
      note_merged (self, expr->right);
    }
  if (expr->kind != ASK_EXPR_COLUMN)
    return;
  if (expr->alias != NULL && expr->merged)
    note_merged (self, expr->alias);
  if (get_calculated (expr) != NULL)
    get_use (self, expr->from)->merged = TRUE;
  note_expr (expr, self);
}

static gboolean
note_expr (AskSqlExpr *expr, gpointer data)
{
  AskSqlDefine *self = data;
  const AskSqlColumn *column;

  if (expr->kind != ASK_EXPR_COLUMN)
    return self->error == NULL;
  if (expr->alias != NULL && expr->merged)
    note_merged (self, expr->alias);
  if (expr->from == NULL || expr->from->catalog_table == NULL)
    return TRUE;
  if (expr->column < 0)
    expr->from->uses_rowid = TRUE;
  else
    expr->from->used[expr->column] = TRUE;
  column = get_calculated (expr);
  if (column == NULL)
    return TRUE;
  if (column->expression == NULL)
    fail (self, "“%s” of “%s” cannot be calculated: %s.", column->name,
          expr->from->catalog_table->name, column->problem);
  else if (ask_sql_definition_find_circle (expr->from->catalog_table, column))
    fail (self, "“%s” of “%s” is calculated from itself in a circle.", column->name,
          expr->from->catalog_table->name);
  else if (is_captured (self, expr))
    get_use (self, expr->from)->captured = TRUE;
  else
    get_use (self, expr->from);
  return self->error == NULL;
}

static void
note_froms (AskSqlDefine *self, const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];

      for (guint e = 0; e < from->equalities.n; e++)
        note_merged (self, from->equalities.items[e]);
      if (from->catalog_table != NULL && from->catalog_table->query != NULL)
        get_use (self, from);
      note_froms (self, &from->items);
    }
}

/* Calls @call for each SELECT that the analysis has looked at, with self->current set around it. */
static void
walk (AskSqlDefine *self, AskSqlSelect *select, gboolean (*expr) (AskSqlExpr *, gpointer),
      void (*call) (AskSqlDefine *self, AskSqlCore *core));

typedef struct
{
  AskSqlDefine *self;
  gboolean (*expr) (AskSqlExpr *, gpointer);
  void (*call) (AskSqlDefine *self, AskSqlCore *core);
} Walk;

static gboolean
walk_expr (AskSqlExpr *expr, gpointer data)
{
  const Walk *at = data;

  return at->expr == NULL || at->expr (expr, at->self);
}

static gboolean
walk_select (AskSqlSelect *select, gpointer data)
{
  const Walk *at = data;

  walk (at->self, select, at->expr, at->call);
  return FALSE;
}

static void
walk (AskSqlDefine *self, AskSqlSelect *select, gboolean (*expr) (AskSqlExpr *, gpointer),
      void (*call) (AskSqlDefine *self, AskSqlCore *core))
{
  Walk data = { self, expr, call };
  AskSqlVisit visit = { .expr = walk_expr, .select = walk_select, .user_data = &data };
  AskSqlCore *around = self->current;

  for (guint i = 0; i < select->n_ctes; i++)
    walk (self, select->ctes[i]->select, expr, call);
  for (guint i = 0; i < select->n_cores && self->error == NULL; i++)
    {
      self->current = select->cores[i];
      if (call != NULL)
        call (self, self->current);
      ask_sql_walk_core (self->current, &visit);
    }
  self->current = select->cores[0];
  for (guint i = 0; i < select->order.n && self->error == NULL; i++)
    ask_sql_walk_expr (select->order.items[i].expr, &visit);
  ask_sql_walk_expr (select->limit, &visit);
  ask_sql_walk_expr (select->offset, &visit);
  self->current = around;
}

static void
note_core (AskSqlDefine *self, AskSqlCore *core)
{
  ask_sql_define_stars (self, core);
  if (self->error == NULL)
    note_froms (self, &core->from);
}

static gboolean
is_collated (const AskSqlFrom *from, const AskSqlColumn *column)
{
  if (column->calculated)
    return column->expression != NULL
           && ask_sql_definition_collates (ask_sql_definition_get (column->expression));
  if (from->catalog_table->collates)
    return column->affinity != ASK_AFFINITY_INTEGER && column->affinity != ASK_AFFINITY_REAL
           && column->affinity != ASK_AFFINITY_NUMERIC;
  return column->collation != NULL && !ask_sql_same_name (column->collation, "BINARY")
         && !ask_sql_same_name (column->collation, "decimal");
}

/* A view's column compares by bytes unless its expression says otherwise; an expression leaves that to the
 * other side. Where the other side is a DECIMAL, which is text for its digits only, that is what is meant. */
static gboolean
look_for_collations (AskSqlFrom *from, gpointer data)
{
  AskSqlDefine *self = data;

  for (guint i = 0; from->catalog_table != NULL && from->catalog_table->query == NULL
                    && i < from->n_columns;
       i++)
    self->collates = self->collates || (from->used[i] && is_collated (from, get_column (from, i)));
  return TRUE;
}

static gboolean
has_required (const AskSqlTable *table)
{
  for (guint i = 0; i < table->columns->len; i++)
    if (((const AskSqlColumn *) table->columns->pdata[i])->required != NULL)
      return TRUE;
  return FALSE;
}

static void
choose_way (const AskSqlDefine *self, AskSqlFrom *from, Use *use)
{
  const AskSqlTable *table = from->catalog_table;
  gboolean strict = TRUE;

  use->way = WAY_INLINE;
  /* A virtual table in a subquery beside an outer join is not asked with the keys of the join. */
  if (table->query != NULL || (self->collates && !has_required (table)))
    use->way = WAY_WRAP;
  for (guint i = 0; i < from->n_columns && use->way != WAY_WRAP; i++)
    {
      const AskSqlColumn *column = get_column (from, i);
      const AskSqlExpr *expr;

      if (!column->calculated || !from->used[i])
        continue;
      expr = ask_sql_definition_get (column->expression);
      strict = strict && ask_sql_definition_is_strict (expr);
      if (use->merged || use->captured || !ask_sql_definition_is_plain (expr))
        use->way = WAY_WRAP;
    }
  if (use->way == WAY_WRAP || !from->null_supplying || strict)
    return;
  use->way = has_required (table) ? WAY_GUARDED : WAY_WRAP;
}

/* CASE WHEN item.key IS NOT NULL THEN meant END */
static AskSqlExpr *
guard (AskSqlDefine *self, const AskSqlFrom *from, const char *item, AskSqlExpr *meant)
{
  AskSqlSpan none = { 0, 0 };
  AskSqlExpr *test = ask_sql_tree_new_expr (self->tree, ASK_EXPR_IS_NULL, none);
  AskSqlExpr *choice = ask_sql_tree_new_expr (self->tree, ASK_EXPR_CASE, none);

  test->negated = TRUE;
  test->left = ask_sql_tree_new_column (
    self->tree, item,
    ask_sql_tree_strdup (self->tree, ask_sql_table_get_presence (from->catalog_table), -1));
  choice->list.n = 2;
  choice->list.items = ask_sql_tree_alloc (self->tree, 2 * sizeof (AskSqlExpr *));
  choice->list.items[0] = test;
  choice->list.items[1] = meant;
  return choice;
}

static AskSqlExpr *
make_meant (AskSqlDefine *self, const AskSqlFrom *from, const AskSqlColumn *column, const char *item)
{
  g_autofree char *problem = NULL;
  AskSqlExpr *meant
    = ask_sql_definition_bind (self->tree, column->expression, from->catalog_table, item, &problem);

  if (meant == NULL)
    fail (self, "“%s” of “%s” cannot be calculated: %s.", column->name, from->catalog_table->name,
          problem);
  return meant;
}

static gboolean
put_in (AskSqlExpr *expr, gpointer data)
{
  AskSqlDefine *self = data;
  const AskSqlColumn *column = get_calculated (expr);
  AskSqlFrom *from = expr->kind == ASK_EXPR_COLUMN ? expr->from : NULL;
  Use *use = from != NULL ? g_hash_table_lookup (self->items, from) : NULL;
  const char *name;
  AskSqlExpr *meant;

  if (self->error != NULL)
    return FALSE;
  if (use == NULL)
    return TRUE;
  if (use->way == WAY_WRAP)
    {
      /* A subquery has a name, and no schema in front of it. */
      expr->schema = NULL;
      if (expr->column < 0)
        expr->name = "rowid";
      return TRUE;
    }
  if (column == NULL)
    return TRUE;
  name = ask_sql_from_get_name (from);
  meant = make_meant (self, from, column, name);
  if (meant == NULL)
    return FALSE;
  if (use->way == WAY_GUARDED && !ask_sql_definition_is_strict (ask_sql_definition_get (column->expression)))
    meant = guard (self, from, name, meant);
  *expr = *meant;
  self->changed = TRUE;
  /* What is new in the tree has been looked at by nobody yet. */
  return FALSE;
}

/* The rowid of an item that becomes a subquery is a column like others there. */
static gboolean
is_wrapped_rowid (const AskSqlDefine *self, const AskSqlExpr *expr)
{
  const Use *use = expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->column < 0
                     ? g_hash_table_lookup (self->items, expr->from)
                     : NULL;

  return use != NULL && use->way == WAY_WRAP;
}

/* A result that is a calculated column and nothing else is called like it. */
static void
name_calculated (AskSqlDefine *self, AskSqlCore *core)
{
  guint output = 0;

  for (guint i = 0; i < core->n_results; i++)
    {
      AskSqlResult *result = &core->results[i];
      const AskSqlColumn *column = result->star == 0 ? get_calculated (result->expr) : NULL;
      const Use *use = column != NULL ? g_hash_table_lookup (self->items, result->expr->from) : NULL;

      if (use != NULL && use->way != WAY_WRAP && result->alias == NULL && output < core->n_outputs)
        result->alias = ask_sql_tree_strdup (self->tree, column->name, -1);
      else if (result->star == 0 && result->alias == NULL && output < core->n_outputs
               && is_wrapped_rowid (self, result->expr))
        result->alias = ask_sql_tree_strdup (self->tree, core->outputs[output].name, -1);
      output += result->n_outputs;
    }
}

static void
add_result (AskSqlDefine *self, AskSqlCore *core, AskSqlExpr *expr, const char *name)
{
  core->results[core->n_results++]
    = (AskSqlResult) { .expr = expr, .alias = ask_sql_tree_strdup (self->tree, name, -1) };
}

/* SELECT those of its columns that are used, under their names, FROM @inner. */
static AskSqlSelect *
make_select (AskSqlDefine *self, const AskSqlFrom *from, AskSqlFrom *inner, gboolean remote)
{
  const char *item = ask_sql_from_get_name (inner);
  AskSqlSelect *select = ask_sql_tree_new_select (self->tree, inner, from->n_columns + 2);
  AskSqlCore *core = select->cores[0];

  core->n_results = 0;
  for (guint i = 0; i < from->n_columns; i++)
    {
      const AskSqlColumn *column = get_column (from, i);
      const char *name = remote && column->remote != NULL ? column->remote : column->name;
      AskSqlExpr *expr;

      if (!from->used[i] || (remote && column->calculated))
        continue;
      expr = column->calculated
               ? make_meant (self, from, column, item)
               : ask_sql_tree_new_column (self->tree, item,
                                          ask_sql_tree_strdup (self->tree, name, -1));
      if (expr == NULL)
        return NULL;
      add_result (self, core, expr, column->name);
    }
  if (from->uses_rowid)
    add_result (self, core, ask_sql_tree_new_column (self->tree, item, "rowid"), "rowid");
  if (core->n_results == 0)
    {
      AskSqlExpr *one = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

      one->value = ask_value_integer (1);
      one->literal = "1";
      add_result (self, core, one, "1");
    }
  return select;
}

static void
become_select (AskSqlDefine *self, AskSqlFrom *from, AskSqlSelect *select)
{
  from->alias = ask_sql_from_get_name (from);
  from->kind = ASK_FROM_SELECT;
  from->select = select;
  from->schema = from->name = from->indexed_by = NULL;
  from->not_indexed = FALSE;
  from->catalog_table = NULL;
  self->changed = TRUE;
  if (++self->n_made > MAX_MADE)
    fail (self, "The query is made of more than %d parts, once what stands behind its names is "
                "written out. Ask in steps.", MAX_MADE);
}

/* Its calculated columns become those of a subquery around the table itself. */
static void
wrap (AskSqlDefine *self, AskSqlFrom *from)
{
  AskSqlFrom *inner = ask_sql_tree_new_table (self->tree, from->name);
  AskSqlSelect *select;

  inner->schema = from->schema;
  inner->indexed_by = from->indexed_by;
  inner->not_indexed = from->not_indexed;
  inner->alias = NULL;
  select = make_select (self, from, inner, FALSE);
  if (select != NULL)
    become_select (self, from, select);
}

static gboolean
forget_expr (AskSqlExpr *expr, gpointer data)
{
  expr->span = (AskSqlSpan) { 0, 0 };
  return TRUE;
}

static gboolean
forget_from (AskSqlFrom *from, gpointer data)
{
  from->span = from->name_span = (AskSqlSpan) { 0, 0 };
  return TRUE;
}

static gboolean
forget_select (AskSqlSelect *select, gpointer data)
{
  for (guint c = 0; c < select->n_cores; c++)
    {
      AskSqlCore *core = select->cores[c];

      core->span = (AskSqlSpan) { 0, 0 };
      for (guint i = 0; i < core->n_results; i++)
        core->results[i].span = (AskSqlSpan) { 0, 0 };
      for (guint i = 0; i < core->n_windows; i++)
        core->windows[i]->span = (AskSqlSpan) { 0, 0 };
    }
  for (guint i = 0; i < select->n_ctes; i++)
    select->ctes[i]->span = (AskSqlSpan) { 0, 0 };
  return TRUE;
}

static gboolean
name_select (AskSqlSelect *select, gpointer data)
{
  ask_sql_define_names (data, select);
  return TRUE;
}

typedef struct
{
  const AskSqlCatalog *catalog;
  GPtrArray *path; /* AskSqlTable */
  const AskSqlTable *again; /* nullable: is made from itself */
} Queries;

static gboolean follow_query (AskSqlFrom *from, gpointer data);

static void
follow_table (Queries *self, const AskSqlTable *table)
{
  AskSqlVisit visit = { .from = follow_query, .user_data = self };
  g_autoptr (AskSqlTree) tree = NULL;

  if (table->query == NULL || self->again != NULL)
    return;
  if (g_ptr_array_find (self->path, table, NULL))
    {
      self->again = table;
      return;
    }
  /* One that cannot be read is told of when it is its turn. */
  tree = ask_sql_parse (table->query, -1, NULL);
  if (tree == NULL || !ask_sql_analyse (tree, self->catalog, NULL))
    return;
  g_ptr_array_add (self->path, (gpointer) table);
  ask_sql_walk_select (tree->select, &visit);
  g_ptr_array_set_size (self->path, (int) self->path->len - 1);
}

static gboolean
follow_query (AskSqlFrom *from, gpointer data)
{
  if (from->catalog_table != NULL)
    follow_table (data, from->catalog_table);
  return TRUE;
}

typedef struct
{
  GHashTable *names;
} Names;

static gboolean
add_table_name (AskSqlFrom *from, gpointer data)
{
  const Names *names = data;

  if (from->catalog_table != NULL && from->name != NULL)
    g_hash_table_add (names->names, (gpointer) from->name);
  return TRUE;
}

typedef struct
{
  AskSqlDefine *self;
  AskSqlCte *cte;
  const char *name;
} Rename;

static gboolean
rename_use (AskSqlFrom *from, gpointer data)
{
  const Rename *rename = data;

  if (from->cte != rename->cte)
    return TRUE;
  if (from->alias == NULL)
    from->alias = from->name;
  from->name = rename->name;
  return TRUE;
}

static gboolean
is_cte_name (AskSqlSelect *select, gpointer data)
{
  Names *names = data;

  for (guint i = 0; i < select->n_ctes; i++)
    g_hash_table_add (names->names, (gpointer) select->ctes[i]->name);
  return TRUE;
}

static gboolean
add_any_name (AskSqlFrom *from, gpointer data)
{
  const Names *names = data;

  if (from->name != NULL)
    g_hash_table_add (names->names, (gpointer) from->name);
  if (from->alias != NULL)
    g_hash_table_add (names->names, (gpointer) from->alias);
  return TRUE;
}

typedef struct
{
  AskSqlDefine *self;
  GHashTable *tables; /* names that have to mean tables */
} Clash;

/* A CTE of the statement that is called like a table that comes into its sight. */
static gboolean
rename_ctes (AskSqlSelect *select, gpointer data)
{
  const Clash *clash = data;
  AskSqlDefine *self = clash->self;

  for (guint i = 0; i < select->n_ctes; i++)
    {
      AskSqlCte *cte = select->ctes[i];
      g_autoptr (GHashTable) names = g_hash_table_new (ask_sql_name_hash, ask_sql_name_equal);
      Names all = { names };
      AskSqlVisit collect = { .from = add_any_name, .select = is_cte_name, .user_data = &all };
      Rename rename = { self, cte, NULL };
      AskSqlVisit visit = { .from = rename_use, .user_data = &rename };

      if (!g_hash_table_contains (clash->tables, cte->name))
        continue;
      ask_sql_walk_select (self->tree->select, &collect);
      for (guint n = 2; rename.name == NULL; n++)
        {
          g_autofree char *name = g_strdup_printf ("%s %u", cte->name, n);

          if (!g_hash_table_contains (names, name)
              && ask_sql_catalog_find_table (self->catalog, NULL, name) == NULL)
            rename.name = ask_sql_tree_strdup (self->tree, name, -1);
        }
      ask_sql_walk_select (self->tree->select, &visit);
      cte->name = rename.name;
    }
  return TRUE;
}

/* The parsed and analysed query behind a table. */
static AskSqlTree *
read_query (AskSqlDefine *self, const AskSqlTable *table)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  Queries queries = { self->catalog, path, NULL };
  AskSqlTree *tree = ask_sql_parse (table->query, -1, &error);

  if (tree == NULL || !ask_sql_analyse (tree, self->catalog, &error))
    {
      fail (self, "The query that “%s” stands for cannot be used: %s", table->name, error->message);
      g_clear_pointer (&tree, ask_sql_tree_free);
      return NULL;
    }
  follow_table (&queries, table);
  if (queries.again != NULL)
    {
      fail (self, "“%s” is made from itself in a circle.", queries.again->name);
      g_clear_pointer (&tree, ask_sql_tree_free);
    }
  return tree;
}

/* Whether the query gives just the table's columns, in their order and under their names. */
static gboolean
fits (const AskSqlTable *table, const AskSqlCore *core)
{
  guint n = 0;

  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskSqlColumn *column = table->columns->pdata[i];

      if (column->calculated)
        continue;
      if (n >= core->n_outputs || !ask_sql_same_name (core->outputs[n].name, column->name)
          || (column->remote != NULL && !ask_sql_same_name (column->remote, column->name)))
        return FALSE;
      n++;
    }
  return n == core->n_outputs;
}

static gboolean
gives_columns (AskSqlDefine *self, const AskSqlFrom *from, const AskSqlCore *core)
{
  for (guint i = 0; i < from->n_columns; i++)
    {
      const AskSqlColumn *column = get_column (from, i);
      const char *name = column->remote != NULL ? column->remote : column->name;
      gboolean found = FALSE;

      for (guint o = 0; o < core->n_outputs && !found; o++)
        found = ask_sql_same_name (core->outputs[o].name, name);
      if (from->used[i] && !column->calculated && !found)
        return fail (self, "The query that “%s” stands for no longer gives a column “%s”.",
                     from->catalog_table->name, name);
    }
  return TRUE;
}

static gboolean
uses_calculated (const AskSqlFrom *from)
{
  for (guint i = 0; i < from->n_columns; i++)
    if (from->used[i] && get_column (from, i)->calculated)
      return TRUE;
  return FALSE;
}

static void
become_query (AskSqlDefine *self, AskSqlFrom *from)
{
  const AskSqlTable *table = from->catalog_table;
  g_autoptr (AskSqlTree) tree = read_query (self, table);
  g_autoptr (GHashTable) tables = g_hash_table_new (ask_sql_name_hash, ask_sql_name_equal);
  Names names = { tables };
  Clash clash = { self, tables };
  AskSqlVisit collect = { .from = add_table_name, .user_data = &names };
  AskSqlVisit forget
    = { .expr = forget_expr, .from = forget_from, .select = forget_select, .user_data = NULL };
  AskSqlVisit rename = { .select = rename_ctes, .user_data = &clash };
  AskSqlVisit name = { .select = name_select, .user_data = self };
  AskSqlSelect *select;
  AskSqlFrom *inner;

  if (tree == NULL || !gives_columns (self, from, tree->select->cores[0]))
    return;
  ask_sql_walk_select (tree->select, &collect);
  ask_sql_walk_select (self->tree->select, &rename);
  ask_sql_walk_select (tree->select, &name);
  select = ask_sql_tree_copy_select (self->tree, tree->select);
  ask_sql_walk_select (select, &forget);
  if (fits (table, tree->select->cores[0]))
    {
      become_select (self, from, select);
      return;
    }
  inner = ask_sql_tree_new_table (self->tree, "q");
  inner->kind = ASK_FROM_SELECT;
  inner->select = select;
  inner->alias = inner->name;
  inner->name = NULL;
  become_select (self, from, make_select (self, from, inner, TRUE));
}

static void
change_items (AskSqlDefine *self)
{
  g_autoptr (GPtrArray) froms = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (((Use *) value)->way == WAY_WRAP)
      g_ptr_array_add (froms, key);
  for (guint i = 0; i < froms->len && self->error == NULL; i++)
    {
      AskSqlFrom *from = froms->pdata[i];

      if (from->catalog_table->query == NULL || uses_calculated (from))
        wrap (self, from);
      else
        become_query (self, from);
    }
}

/* "x IN orders" is "x IN (SELECT * FROM orders)", which the analysis has made of it. */
static gboolean
spell_out (AskSqlExpr *expr, gpointer data)
{
  const AskSqlFrom *from;

  if (expr->kind != ASK_EXPR_IN_TABLE || expr->select == NULL || !expr->without_parentheses)
    return TRUE;
  from = expr->select->cores[0]->from.items[0];
  if (from->catalog_table == NULL || !ask_sql_table_is_defined (from->catalog_table))
    return TRUE;
  expr->kind = ASK_EXPR_IN_SELECT;
  expr->without_parentheses = FALSE;
  expr->schema = NULL;
  expr->name = NULL;
  return TRUE;
}

/* Returns whether anything was changed. */
static gboolean
run_round (AskSqlDefine *self)
{
  AskSqlVisit spell = { .expr = spell_out };
  AskSqlVisit name = { .select = name_select, .user_data = self };
  AskSqlVisit look = { .from = look_for_collations, .user_data = self };
  GHashTableIter iter;
  gpointer key, value;

  self->changed = FALSE;
  self->collates = FALSE;
  g_hash_table_remove_all (self->items);
  ask_sql_walk_select (self->tree->select, &spell);
  walk (self, self->tree->select, note_expr, note_core);
  if (self->error != NULL || (!self->changed && g_hash_table_size (self->items) == 0))
    return FALSE;
  ask_sql_walk_select (self->tree->select, &name);
  ask_sql_walk_select (self->tree->select, &look);
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, &value))
    choose_way (self, key, value);
  walk (self, self->tree->select, NULL, name_calculated);
  walk (self, self->tree->select, put_in, NULL);
  if (self->error == NULL)
    change_items (self);
  return self->error == NULL;
}

static gboolean
is_defined_from (AskSqlFrom *from, gpointer data)
{
  gboolean *found = data;

  *found = *found
           || (from->catalog_table != NULL && ask_sql_table_is_defined (from->catalog_table));
  return TRUE;
}

/**
 * ask_sql_define:
 * @tree: from ask_sql_parse(); analysed anew
 * @catalog: as ask_sql_analyse() takes it
 * @changed: (out): whether the tree says something else than its text now, with the same result columns
 * @error: as ask_sql_analyse(); %ASK_SQL_ERROR_MISUSE also where a definition cannot be used
 *
 * Puts what they mean in the place of metrics, calculated columns and tables that are queries, and
 * writes "*" out where it hides something. What a calculated column gives is what it would give as a
 * column of a view.
 *
 * Returns: whether the tree is analysed and names nothing any more that has to be put in
 */
gboolean
ask_sql_define (AskSqlTree *tree, const AskSqlCatalog *catalog, gboolean *changed, GError **error)
{
  g_autoptr (GHashTable) items = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  AskSqlDefine self = { .tree = tree, .catalog = catalog, .items = items };
  gboolean defined = FALSE;
  AskSqlVisit look = { .from = is_defined_from, .user_data = &defined };
  AskSqlVisit name = { .select = name_select, .user_data = &self };

  *changed = FALSE;
  if (!ask_sql_analyse (tree, catalog, error))
    return FALSE;
  ask_sql_walk_select (tree->select, &look);
  if (tree->rewritten)
    {
      ask_sql_walk_select (tree->select, &name);
      *changed = TRUE;
    }
  for (guint round = 0; defined && run_round (&self); round++)
    {
      g_autoptr (GError) failure = NULL;

      *changed = TRUE;
      if (round >= MAX_ROUNDS)
        fail (&self, "What stands behind the names of the query goes too deep.");
      else if (!ask_sql_analyse (tree, catalog, &failure))
        fail (&self, "What stands behind the names of the query cannot be put together: %s",
              failure->message);
    }
  if (self.error == NULL)
    return TRUE;
  g_propagate_error (error, self.error);
  return FALSE;
}
