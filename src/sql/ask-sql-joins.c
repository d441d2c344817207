/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One list of a FROM clause: which columns NATURAL and USING make one (SQLite's sqlite3ProcessJoin),
 * and what "*" and "t.*" stand for (its selectExpander). It works on names alone; types come later.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

#include <string.h>

/**
 * ask_sql_item_find_column:
 *
 * Returns: the first column of that name: of a table, its place; of a join in parentheses, the
 *   place among its entries; else -1
 */
int
ask_sql_item_find_column (const AskSqlItem *item, const char *name)
{
  if (item->nested)
    {
      for (guint i = 0; i < item->n_entries; i++)
        if (ask_sql_same_name (item->entries[i].unique, name))
          return (int) i;
      return -1;
    }
  if (item->from->catalog_table != NULL)
    return ask_sql_table_find_column (item->from->catalog_table, name);
  for (guint i = 0; i < item->from->n_columns; i++)
    if (ask_sql_same_name (item->from->columns[i].name, name))
      return (int) i;
  return -1;
}

/** ask_sql_item_count_work: Returns: how many names ask_sql_item_find_column() looks at; the catalogue has an index */
guint
ask_sql_item_count_work (const AskSqlItem *item)
{
  if (item->nested)
    return 1 + item->n_entries;
  return item->from->catalog_table != NULL ? 1 : 1 + item->from->n_columns;
}

/**
 * ask_sql_item_bind:
 * @column: as ask_sql_item_find_column() gives it
 *
 * Returns: a new COLUMN that needs no looking up any more
 */
AskSqlExpr *
ask_sql_item_bind (AskSqlAnalyser *self, const AskSqlItem *item, guint column, AskSqlSpan span)
{
  AskSqlExpr *expr = ask_sql_tree_new_expr (self->tree, ASK_EXPR_COLUMN, span);

  if (item->nested)
    {
      const AskSqlExpr *target = item->entries[column].target;

      expr->name = target->name;
      expr->table = target->table;
      expr->from = target->from;
      expr->column = target->column;
      expr->alias = target->alias;
      expr->merged = target->merged;
      return expr;
    }
  expr->name = item->from->columns[column].name;
  expr->table = item->name;
  expr->from = item->from;
  expr->column = (int) column;
  return expr;
}

static gboolean
is_hidden (const AskSqlItem *item, guint column)
{
  if (item->nested)
    return item->entries[column].unlisted;
  return item->from->columns[column].hidden || item->from->columns[column].unlisted;
}

static guint
count_columns (const AskSqlItem *item)
{
  return item->nested ? item->n_entries : item->from->n_columns;
}

static const char *
get_column_name (const AskSqlItem *item, guint column)
{
  return item->nested ? item->entries[column].unique : item->from->columns[column].name;
}

/* The columns of one name on the left of a join, one after the other.
 * @right: the item on the right; those before it are looked at
 * @natural: leave out what NATURAL does not see
 * @next: the item to go on with
 * @item, @column: what was found last */
typedef struct
{
  const AskSqlItems *list;
  guint right;
  const char *name;
  gboolean natural;
  guint next;
  const AskSqlItem *item;
  guint column;
} Left;

/* Returns: whether there is one more; also FALSE where the analysis has to end */
static gboolean
find_left (AskSqlAnalyser *self, Left *left)
{
  while (left->next < left->right && ask_sql_go_on (self, ask_sql_item_count_work (&left->list->items[left->next])))
    {
      const AskSqlItem *item = &left->list->items[left->next++];
      int found = ask_sql_item_find_column (item, left->name);

      if (found < 0 || (left->natural && is_hidden (item, (guint) found)))
        continue;
      left->item = item;
      left->column = (guint) found;
      return TRUE;
    }
  return FALSE;
}

/** ask_sql_item_is_using: Returns: whether USING or NATURAL of @item names @name */
gboolean
ask_sql_item_is_using (AskSqlAnalyser *self, const AskSqlItem *item, const char *name)
{
  if (item->n_using == 0 || !ask_sql_go_on (self, item->n_using))
    return FALSE;
  for (guint i = 0; i < item->n_using; i++)
    if (ask_sql_same_name (item->using[i], name))
      return TRUE;
  return FALSE;
}

static void
find_natural (AskSqlAnalyser *self, AskSqlItems *list, guint i)
{
  AskSqlItem *right = &list->items[i];
  guint n = count_columns (right);
  const char **names = ask_sql_tree_alloc (self->tree, MAX (n, 1) * sizeof *names);
  guint n_names = 0;

  for (guint c = 0; c < n; c++)
    {
      Left left = { .list = list, .right = i, .name = get_column_name (right, c), .natural = TRUE };

      if (!is_hidden (right, c) && find_left (self, &left))
        names[n_names++] = left.name;
    }
  right->using = names;
  right->n_using = n_names;
}

/* left = right; where a RIGHT or FULL JOIN is about, left is the first that is not NULL.
 * @found: the first column on the left */
static AskSqlExpr *
make_equality (AskSqlAnalyser *self, Left *found, gboolean *ambiguous)
{
  const AskSqlItem *right = &found->list->items[found->right];
  AskSqlSpan none = { 0, 0 };
  AskSqlExpr *equal = ask_sql_tree_new_expr (self->tree, ASK_EXPR_BINARY, none);
  AskSqlExpr *left = ask_sql_item_bind (self, found->item, found->column, none);

  if (found->list->items[0].left_of_right)
    {
      AskSqlExpr *call = NULL;
      AskSqlExpr **args = ask_sql_tree_alloc (self->tree, (found->right + 1) * sizeof *args);
      guint n = 0;

      args[n++] = left;
      while (find_left (self, found))
        {
          if (!ask_sql_item_is_using (self, found->item, found->name))
            {
              *ambiguous = TRUE;
              break;
            }
          args[n++] = ask_sql_item_bind (self, found->item, found->column, none);
        }
      if (n > 1)
        {
          call = ask_sql_tree_new_expr (self->tree, ASK_EXPR_FUNCTION, none);
          call->name = "coalesce";
          call->list.items = args;
          call->list.n = n;
          left = call;
        }
    }
  equal->op = ASK_OP_EQUAL;
  equal->left = left;
  equal->right = ask_sql_item_bind (self, right, (guint) ask_sql_item_find_column (right, found->name), none);
  return equal;
}

static gboolean
join_item (AskSqlAnalyser *self, AskSqlItems *list, guint i)
{
  AskSqlItem *right = &list->items[i];
  AskSqlFrom *ends = right->ends;
  guint n_equalities = 0;

  if (ends->natural)
    {
      if (ends->on != NULL || ends->using != NULL)
        return ask_sql_misuse (self, ends->span, "a NATURAL join takes no ON and no USING");
      find_natural (self, list, i);
    }
  else if (ends->using != NULL)
    {
      right->using = ends->using;
      right->n_using = g_strv_length ((char **) ends->using);
    }
  if (right->n_using == 0)
    return TRUE;
  ends->equalities.items = ask_sql_tree_alloc (self->tree, right->n_using * sizeof (AskSqlExpr *));
  for (guint u = 0; u < right->n_using; u++)
    {
      const char *name = right->using[u];
      gboolean ambiguous = FALSE;
      Left left = { .list = list, .right = i, .name = name, .natural = ends->natural };

      if (self->ended)
        return FALSE;
      if (ask_sql_item_find_column (right, name) < 0 || !find_left (self, &left))
        {
          if (!ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_COLUMN, ends->span, (AskSqlName) { .name = name },
                              "USING (%s) needs a column “%s” on both sides of the join", name, name))
            return FALSE;
          continue;
        }
      ends->equalities.items[n_equalities++] = make_equality (self, &left, &ambiguous);
      if (ambiguous
          && !ask_sql_found (self, ASK_SQL_ERROR_AMBIGUOUS, ends->span, (AskSqlName) { .name = name },
                             "“%s” in USING is a column of more than one table on the left", name))
        return FALSE;
    }
  ends->equalities.n = n_equalities;
  return TRUE;
}

/**
 * ask_sql_join_items:
 * @list: with all columns known by name
 *
 * Finds what NATURAL and USING join, from left to right.
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_join_items (AskSqlAnalyser *self, AskSqlItems *list)
{
  for (guint i = 1; i < list->n; i++)
    if (!join_item (self, list, i))
      return FALSE;
  return TRUE;
}

/* Whether one of the items after @i merges the name. */
static gboolean
is_merged_later (AskSqlAnalyser *self, const AskSqlItems *list, guint i, const char *name)
{
  for (guint j = i + 1; j < list->n; j++)
    if (ask_sql_item_is_using (self, &list->items[j], name))
      return TRUE;
  return FALSE;
}

typedef struct
{
  GArray *outputs;
  GArray *named;
  guint result;
} Columns;

static void
add_output (Columns *columns, const char *name, AskSqlExpr *expr, gboolean alias)
{
  AskSqlOutput output = { .name = name, .expr = expr };
  AskSqlNamed named = { .result = columns->result, .alias = alias };

  g_array_append_val (columns->outputs, output);
  g_array_append_val (columns->named, named);
}

/* The column that "*" makes of one of an item's. SQLite writes main.t.x there and looks it up, so
 * that two tables of one name are ambiguous; and plain x where a RIGHT JOIN merges it. */
static AskSqlExpr *
expand_column (AskSqlAnalyser *self, AskSqlScope *scope, guint i, guint column, AskSqlSpan span, gboolean *go_on)
{
  const AskSqlItems *list = &scope->list;
  const AskSqlItem *item = &list->items[i];
  const char *name = get_column_name (item, column);
  AskSqlExpr *expr = ask_sql_item_bind (self, item, column, span);
  guint count = 1;

  if (item->left_of_right && list->n > 1 && is_merged_later (self, list, i, name))
    {
      expr->from = NULL;
      count = ask_sql_items_match (self, list, (AskSqlName) { .name = name }, expr, NULL);
    }
  else if (list->n > 1 && !item->nested)
    {
      gboolean twice = FALSE;

      for (guint j = 0; j < list->n && !twice; j++)
        twice = j != i && (list->items[j].nested || ask_sql_same_name (list->items[j].name, item->name));
      if (twice)
        count = ask_sql_items_match (self, list, (AskSqlName) { item->schema, item->name, name }, NULL, NULL);
    }
  if (count > 1)
    *go_on = ask_sql_found (self, ASK_SQL_ERROR_AMBIGUOUS, span, (AskSqlName) { item->schema, item->name, name },
                            "“*” finds “%s.%s” in two tables; give one of them another name with AS", item->name, name);
  return expr;
}

static gboolean
expand_star (AskSqlAnalyser *self, AskSqlScope *scope, const AskSqlResult *result, Columns *columns)
{
  const char *table = result->star == 2 ? result->table : NULL;
  gboolean seen = FALSE;
  gboolean go_on = TRUE;

  for (guint i = 0; i < scope->list.n; i++)
    {
      const AskSqlItem *item = &scope->list.items[i];
      gboolean whole = table != NULL && ask_sql_same_name (item->name, table);

      if (table != NULL && !whole && !item->nested)
        continue;
      /* What SQLite takes for t.x then depends on where the tables lie. */
      if (whole && seen
          && !ask_sql_found (self, ASK_SQL_ERROR_AMBIGUOUS, result->span, (AskSqlName) { .table = table },
                             "“%s.*” could be two tables; give one of them another name with AS", table))
        return FALSE;
      seen = seen || whole || table == NULL;
      for (guint c = 0; c < count_columns (item) && go_on; c++)
        {
          const char *name = get_column_name (item, c);

          /* See has_dot(). */
          if (table != NULL && item->nested
              && (strchr (table, '.') != NULL || !ask_sql_same_name (item->entries[c].table, table)))
            continue;
          if (is_hidden (item, c))
            continue;
          if (table == NULL && item->nested && item->entries[c].no_expand)
            continue;
          seen = TRUE;
          if (i > 0 && table == NULL && ask_sql_item_is_using (self, item, name))
            continue;
          if (columns->outputs->len >= ASK_SQL_MAX_COLUMNS)
            return ask_sql_end (self, ASK_SQL_ERROR_TOO_LARGE, result->span,
                                "“*” makes more than %u columns of one SELECT; write the names of those that "
                                "are wanted",
                                ASK_SQL_MAX_COLUMNS);
          if (!ask_sql_go_on (self, scope->list.n))
            return FALSE;
          /* SQLite names them as AS does: ORDER BY x means the first x of "*". */
          add_output (columns, name, expand_column (self, scope, i, c, result->span, &go_on), TRUE);
        }
      if (!go_on)
        return FALSE;
    }
  if (seen)
    return TRUE;
  if (table != NULL)
    return ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_TABLE, result->span, (AskSqlName) { .table = table },
                          "there is no table “%s” in this FROM, as “%s.*” wants", table, table);
  return ask_sql_misuse (self, result->span, "“*” needs a FROM");
}

/* What SQLite calls a result column that has no alias: a column's own word, else its text. */
static const char *
name_result (AskSqlAnalyser *self, const AskSqlResult *result, guint i)
{
  const AskSqlExpr *expr = result->expr;
  AskSqlSpan span = expr->span;

  while (expr->kind == ASK_EXPR_COLLATE && expr->left != NULL)
    expr = expr->left;
  if (expr->kind == ASK_EXPR_COLUMN && expr->name != NULL && !ask_sql_name_is_truth (expr->name))
    return expr->name;
  if (expr->kind != ASK_EXPR_COLUMN && span.end > span.start)
    return ask_sql_tree_strdup (self->tree, self->tree->text + span.start, (gssize) (span.end - span.start));

  char made[32];

  g_snprintf (made, sizeof made, "column%u", i + 1);
  return ask_sql_tree_strdup (self->tree, made, -1);
}

static void
add_result (AskSqlAnalyser *self, const AskSqlResult *result, Columns *columns)
{
  const char *name = result->alias != NULL ? result->alias : name_result (self, result, columns->outputs->len);

  add_output (columns, name, result->expr, result->alias != NULL);
}

/* Most SELECTs write every column: what each gives is known before any star is. */
static gboolean
has_star (const AskSqlCore *core)
{
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].star != 0)
      return TRUE;
  return FALSE;
}

static void
take_results (AskSqlAnalyser *self, AskSqlScope *scope)
{
  AskSqlCore *core = scope->core;
  guint n = core->n_results;

  core->n_outputs = n;
  core->outputs = ask_sql_tree_alloc (self->tree, MAX (n, 1) * sizeof (AskSqlOutput));
  scope->named = ask_sql_tree_alloc (self->tree, MAX (n, 1) * sizeof (AskSqlNamed));
  for (guint i = 0; i < n; i++)
    {
      AskSqlResult *result = &core->results[i];

      core->outputs[i].name = result->alias != NULL ? result->alias : name_result (self, result, i);
      core->outputs[i].expr = result->expr;
      scope->named[i].result = i;
      scope->named[i].alias = result->alias != NULL;
      result->n_outputs = 1;
    }
}

/**
 * ask_sql_expand_stars:
 * @scope: with its items
 *
 * Sets the outputs of the scope's core, by name.
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_expand_stars (AskSqlAnalyser *self, AskSqlScope *scope)
{
  AskSqlCore *core = scope->core;
  guint likely = core->n_results + (core->n_rows > 0 ? core->rows[0].n : 0);
  g_autoptr (GArray) outputs = NULL;
  g_autoptr (GArray) named = NULL;
  Columns columns;

  if (core->n_rows == 0 && !has_star (core))
    {
      take_results (self, scope);
      return TRUE;
    }
  outputs = g_array_sized_new (FALSE, TRUE, sizeof (AskSqlOutput), likely);
  named = g_array_sized_new (FALSE, TRUE, sizeof (AskSqlNamed), likely);
  columns = (Columns) { outputs, named, 0 };
  for (guint i = 0; i < core->n_results; i++)
    {
      guint before = outputs->len;

      columns.result = i;
      if (core->results[i].star == 0)
        add_result (self, &core->results[i], &columns);
      else if (!expand_star (self, scope, &core->results[i], &columns))
        return FALSE;
      core->results[i].n_outputs = outputs->len - before;
    }
  for (guint i = 0; core->n_rows > 0 && i < core->rows[0].n; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "column%u", i + 1);
      add_output (&columns, ask_sql_tree_strdup (self->tree, name, -1), core->rows[0].items[i], FALSE);
    }
  core->n_outputs = outputs->len;
  core->outputs = ask_sql_tree_alloc (self->tree, MAX (outputs->len, 1) * sizeof (AskSqlOutput));
  scope->named = ask_sql_tree_alloc (self->tree, MAX (named->len, 1) * sizeof (AskSqlNamed));
  if (outputs->len > 0)
    {
      memcpy (core->outputs, outputs->data, outputs->len * sizeof (AskSqlOutput));
      memcpy (scope->named, named->data, named->len * sizeof (AskSqlNamed));
    }
  return TRUE;
}
