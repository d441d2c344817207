/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The query of the rows behind a cell. FROM and WHERE stay as they are. GROUP BY becomes conditions on its keys, with the
 * values of the cell's row; of a query without groups each result is such a condition. Where a key is not shown, the
 * group is looked for first by all that is shown of it.
 */
#include "config.h"

#include "agent/ask-provenance-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "sql/ask-sql-printer.h"

/* Of an entity that has neither a key nor a name as many attributes are shown. */
#define MAX_NAMELESS 8

/**
 * Derivation:
 * @core: the SELECT of @tree
 * @items: (element-type AskSqlFrom): what it reads
 * @results: (element-type AskSqlExpr): what is shown of the rows
 */
typedef struct
{
  AskSqlTree *tree;
  AskSqlCore *core;
  const AskProvenancePlace *place;
  GPtrArray *items;
  GPtrArray *results;
} Derivation;

static gboolean
refuse (GError **error, const char *sentence)
{
  ask_error_set_literal (error, ASK_PROVENANCE_ERROR, ASK_PROVENANCE_ERROR_NONE, sentence);
  return FALSE;
}

/* ---- the tree */

/* A name that AS gave means what it names: results go, so it has to stand for itself. */
static gboolean
put_alias (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_COLUMN && expr->from == NULL && expr->alias != NULL && !expr->merged)
    *expr = *ask_sql_tree_copy_expr (data, expr->alias);
  return TRUE;
}

static AskSqlExpr *
copy (Derivation *self, const AskSqlExpr *expr)
{
  AskSqlExpr *made = ask_sql_tree_copy_expr (self->tree, expr);
  AskSqlVisit visit = { .expr = put_alias, .user_data = self->tree };

  ask_sql_walk_expr (made, &visit);
  return made;
}

/* (nullable): the result that stands at @column; @at: (out): its first column */
static AskSqlResult *
find_result (AskSqlCore *core, guint column, guint *at)
{
  *at = 0;
  for (guint i = 0; i < core->n_results; i++)
    {
      guint n = core->results[i].star != 0 ? core->results[i].n_outputs : 1;

      if (column < *at + n)
        return &core->results[i];
      *at += n;
    }
  return NULL;
}

static AskSqlExpr *
new_column (Derivation *self, const AskSqlFrom *item, guint column)
{
  AskSqlExpr *expr = ask_sql_tree_new_column (self->tree, ask_sql_from_get_name (item), item->columns[column].name);

  expr->from = (AskSqlFrom *) item;
  expr->column = (int) column;
  return expr;
}

static gboolean
is_shown (const AskSqlOutput *column)
{
  return !column->hidden && !column->unlisted;
}

/* The column that "*" has at place @n: in the order of the items, or by its name where a join merges two. */
static AskSqlExpr *
find_starred (Derivation *self, const AskSqlResult *result, guint first, guint n)
{
  const char *name = self->core->outputs[first + n].name;
  guint total = 0;
  AskSqlExpr *found = NULL;
  AskSqlExpr *named = NULL;

  for (guint i = 0; i < self->items->len; i++)
    {
      const AskSqlFrom *item = self->items->pdata[i];

      if (result->star == 2 && g_strcmp0 (ask_sql_from_get_name (item), result->table) != 0
          && (ask_sql_from_get_name (item) == NULL
              || g_ascii_strcasecmp (ask_sql_from_get_name (item), result->table) != 0))
        continue;
      for (guint c = 0; c < item->n_columns; c++)
        {
          if (!is_shown (&item->columns[c]))
            continue;
          if (total++ == n)
            found = new_column (self, item, c);
          if (named == NULL && g_ascii_strcasecmp (item->columns[c].name, name) == 0)
            named = new_column (self, item, c);
        }
    }
  return total == result->n_outputs ? found : named;
}

static gboolean
is_windowed (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION && expr->window != NULL;
}

static gboolean
is_aggregate (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION && expr->is_aggregate && expr->window == NULL;
}

/* A metric stands among the columns behind the attributes. */
static gboolean
is_metric (const AskSqlExpr *expr)
{
  const AskEntity *entity = expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->from->catalog_table != NULL
                              ? expr->from->catalog_table->data
                              : NULL;

  return entity != NULL && expr->column >= 0 && (guint) expr->column >= entity->attributes->len;
}

static gboolean
sums_up (const AskSqlCore *core)
{
  if (core->has_aggregate)
    return TRUE;
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].star == 0 && ask_sql_expr_has (core->results[i].expr, is_metric))
      return TRUE;
  return FALSE;
}

/* ---- values of the row */

static gboolean
is_number (const char *text)
{
  char *end;

  g_ascii_strtod (text, &end);
  return *end == '\0' && end > text && strspn (text, "0123456789+-.eE") == (gsize) (end - text);
}

static AskSqlExpr *
new_value (Derivation *self, const AskRows *rows, gsize row, guint column)
{
  AskSqlExpr *literal = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });
  const AskValue *value = ask_rows_get (rows, row, column);

  literal->value = *value;
  if (value->kind == ASK_VALUE_TEXT)
    {
      literal->value.text = ask_sql_tree_strdup (self->tree, value->text, (gssize) value->length);
      /* A number of many digits is kept as text. */
      if (ask_rows_get_column (rows, column)->type == ASK_TYPE_DECIMAL && is_number (value->text))
        literal->literal = literal->value.text;
    }
  return literal;
}

static AskSqlExpr *
new_is (Derivation *self, AskSqlExpr *left, AskSqlExpr *right)
{
  AskSqlExpr *is = ask_sql_tree_new_expr (self->tree, ASK_EXPR_BINARY, (AskSqlSpan) { 0, 0 });

  is->op = ASK_OP_IS;
  is->left = left;
  is->right = right;
  return is;
}

static void
add_condition (Derivation *self, AskSqlExpr **where, AskSqlExpr *condition)
{
  *where = ask_sql_tree_new_and (self->tree, *where, condition);
}

/* What GROUP BY names by its place, or by what AS gave it. */
static const AskSqlExpr *
resolve_key (const AskSqlCore *core, const AskSqlExpr *key)
{
  if (key->kind == ASK_EXPR_LITERAL && key->value.kind == ASK_VALUE_INTEGER && key->value.integer >= 1
      && key->value.integer <= core->n_results && core->results[key->value.integer - 1].star == 0)
    return core->results[key->value.integer - 1].expr;
  if (key->kind == ASK_EXPR_COLUMN && key->from == NULL && key->alias != NULL)
    return key->alias;
  return key;
}

static gboolean
is_same (const AskSqlExpr *a, const AskSqlExpr *b)
{
  if (a->kind == ASK_EXPR_COLUMN && b->kind == ASK_EXPR_COLUMN && a->from != NULL)
    return a->from == b->from && a->column == b->column;
  return ask_sql_expr_equal (a, b);
}

/* Whether the key is shown, and where. */
static gboolean
find_shown (Derivation *self, const AskSqlExpr *key, guint *column)
{
  *column = 0;
  for (guint i = 0; i < self->core->n_results; i++)
    {
      const AskSqlResult *result = &self->core->results[i];

      for (guint n = 0; result->star != 0 && n < result->n_outputs; n++, (*column)++)
        {
          const AskSqlExpr *starred = find_starred (self, result, *column, n);

          if (starred != NULL && is_same (key, starred))
            return TRUE;
        }
      if (result->star != 0)
        continue;
      if (is_same (key, result->expr))
        return TRUE;
      ++*column;
    }
  return FALSE;
}

/* All that the row shows and that can be compared, as conditions. */
static void
add_shown (Derivation *self, AskSqlExpr **where)
{
  guint column = 0;

  for (guint i = 0; i < self->core->n_results; i++)
    {
      const AskSqlResult *result = &self->core->results[i];
      guint n_outputs = result->star != 0 ? result->n_outputs : 1;
      guint first = column;

      for (guint n = 0; n < n_outputs; n++, column++)
        {
          AskSqlExpr *expr = result->star != 0 ? find_starred (self, result, first, n) : copy (self, result->expr);

          if (expr == NULL || ask_sql_expr_has (expr, is_windowed) || !ask_sql_expr_is_deterministic (expr))
            continue;
          add_condition (self, where,
                         new_is (self, expr, new_value (self, self->place->rows, self->place->row, column)));
        }
    }
}

/* ---- what is shown of the rows */

static void
show (Derivation *self, AskSqlExpr *expr)
{
  for (guint i = 0; i < self->results->len; i++)
    if (is_same (self->results->pdata[i], expr))
      return;
  g_ptr_array_add (self->results, expr);
}

static gboolean
show_argument (AskSqlExpr *expr, gpointer data)
{
  Derivation *self = data;

  if (!is_aggregate (expr))
    return TRUE;
  for (guint i = 0; i < expr->list.n; i++)
    if (!ask_sql_expr_is_constant (expr->list.items[i]))
      show (self, copy (self, expr->list.items[i]));
  return FALSE;
}

/* The attribute by which people know a row: its name, else its first text; -1 where it has neither. */
static int
find_name (const AskEntity *entity)
{
  int text = -1;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->hidden)
        continue;
      if (attribute->meaning == ASK_MEANING_NAME)
        return (int) i;
      if (text < 0 && attribute->type == ASK_TYPE_TEXT && attribute->key == 0)
        text = (int) i;
    }
  return text;
}

/* By what people know a row of an item: its key and its name; all of it where @all. */
static void
show_item (Derivation *self, const AskSqlFrom *item, gboolean all)
{
  const AskEntity *entity = item->catalog_table != NULL ? item->catalog_table->data : NULL;
  int name = entity != NULL ? find_name (entity) : -1;
  gboolean known = FALSE;

  for (guint c = 0; entity != NULL && c < entity->attributes->len && c < item->n_columns; c++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[c];

      if (attribute->hidden || (!all && attribute->key == 0 && (int) c != name))
        continue;
      show (self, new_column (self, item, c));
      known = TRUE;
    }
  for (guint c = 0, n = 0; !known && c < item->n_columns && n < (all ? item->n_columns : MAX_NAMELESS); c++)
    if (is_shown (&item->columns[c]) && (entity == NULL || c < entity->attributes->len))
      {
        show (self, new_column (self, item, c));
        n++;
      }
}

static gboolean
is_repeated (Derivation *self, guint at)
{
  const AskSqlExpr *expr = self->results->pdata[at];

  for (guint i = 0; i < self->results->len; i++)
    {
      const AskSqlExpr *other = self->results->pdata[i];

      if (i != at && other->kind == ASK_EXPR_COLUMN && g_ascii_strcasecmp (other->name, expr->name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The entity, or the alias where it is there twice. */
static const char *
name_item (Derivation *self, const AskSqlFrom *item)
{
  for (guint i = 0; i < self->items->len; i++)
    if (self->items->pdata[i] != item
        && ((const AskSqlFrom *) self->items->pdata[i])->catalog_table == item->catalog_table)
      return ask_sql_from_get_name (item);
  return item->catalog_table != NULL ? item->catalog_table->name : ask_sql_from_get_name (item);
}

/* (nullable): what a column of the rows is called, where that is not its own name: two of one name are told apart by
 * whose they are, and what is computed has the name that the answer gave it. */
static const char *
name_result (Derivation *self, guint at)
{
  const AskSqlExpr *expr = self->results->pdata[at];

  if (expr->kind != ASK_EXPR_COLUMN)
    {
      for (guint i = 0; i < self->core->n_results; i++)
        if (self->core->results[i].star == 0 && is_same (expr, self->core->results[i].expr))
          return self->core->results[i].alias;
      return NULL;
    }
  if (expr->from != NULL && name_item (self, expr->from) != NULL && is_repeated (self, at))
    {
      g_autofree char *name = g_strdup_printf ("%s.%s", name_item (self, expr->from), expr->name);

      return ask_sql_tree_strdup (self->tree, name, -1);
    }
  return NULL;
}

static void
put_results (Derivation *self)
{
  AskSqlResult *results = ask_sql_tree_alloc (self->tree, self->results->len * sizeof *results);

  for (guint i = 0; i < self->results->len; i++)
    {
      results[i].expr = self->results->pdata[i];
      results[i].alias = name_result (self, i);
    }
  self->core->results = results;
  self->core->n_results = self->results->len;
}

/* ---- one cell */

/* The rows that an aggregate reads of its group. */
static void
add_read (Derivation *self, const AskSqlExpr *figure, AskSqlExpr **where)
{
  AskSqlExpr *there;

  if (figure == NULL || !is_aggregate (figure))
    return;
  if (figure->filter != NULL)
    add_condition (self, where, copy (self, figure->filter));
  if (figure->list.n == 0 || ask_sql_expr_is_constant (figure->list.items[0]))
    return;
  there = ask_sql_tree_new_expr (self->tree, ASK_EXPR_IS_NULL, (AskSqlSpan) { 0, 0 });
  there->negated = TRUE;
  there->left = copy (self, figure->list.items[0]);
  add_condition (self, where, there);
}

/* The value that counts comes first. */
static void
put_order (Derivation *self, const AskSqlExpr *figure)
{
  AskSqlSelect *select = self->tree->select;
  gboolean most
    = figure != NULL && is_aggregate (figure) && figure->list.n == 1 && g_ascii_strcasecmp (figure->name, "max") == 0;
  gboolean least
    = figure != NULL && is_aggregate (figure) && figure->list.n == 1 && g_ascii_strcasecmp (figure->name, "min") == 0;

  select->order = (AskSqlOrder) { NULL, 0 };
  if (most || least)
    {
      select->order.items = ask_sql_tree_alloc (self->tree, sizeof *select->order.items);
      select->order.items[0] = (AskSqlOrderTerm) { copy (self, figure->list.items[0]), most, 0 };
      select->order.n = 1;
    }
}

/* Returns: whether all keys have a value now: those shown, and those of @keys */
static gboolean
add_keys (Derivation *self, const AskRows *keys, AskSqlExpr **where)
{
  gboolean all = TRUE;

  for (guint k = 0; k < self->core->group_by.n; k++)
    {
      const AskSqlExpr *key = resolve_key (self->core, self->core->group_by.items[k]);
      guint column;

      if (keys != NULL)
        add_condition (self, where, new_is (self, copy (self, key), new_value (self, keys, 0, k)));
      else if (find_shown (self, key, &column))
        add_condition (self, where,
                       new_is (self, copy (self, key), new_value (self, self->place->rows, self->place->row, column)));
      else
        all = FALSE;
    }
  return all;
}

/* "SELECT the keys … GROUP BY … HAVING all that the row shows": the group of a row that does not say which it is. */
static char *
print_keys (Derivation *self)
{
  AskSqlSelect *select = self->tree->select;

  add_shown (self, &self->core->having);
  for (guint k = 0; k < self->core->group_by.n; k++)
    {
      AskSqlExpr *key = copy (self, resolve_key (self->core, self->core->group_by.items[k]));

      g_ptr_array_add (self->results, key);
      self->core->group_by.items[k] = key;
    }
  put_results (self);
  select->order = (AskSqlOrder) { NULL, 0 };
  select->limit = NULL;
  select->offset = NULL;
  return ask_sql_print_select (select);
}

/* What something outside computed for the cell is shown beside the rows: so its values and answers are told. */
static gboolean
show_call (AskSqlExpr *expr, gpointer data)
{
  Derivation *self = data;

  if (!ask_provenance_is_hidden_call (expr))
    return TRUE;
  show (self, copy (self, expr));
  return FALSE;
}

static char *
print_rows (Derivation *self, const AskSqlExpr *figure, AskSqlExpr *where, gboolean summed)
{
  AskSqlSelect *select = self->tree->select;
  AskSqlVisit visit = { .expr = show_argument, .user_data = self };

  if (summed)
    {
      if (figure != NULL)
        ask_sql_walk_expr ((AskSqlExpr *) figure, &visit);
      for (guint k = 0; k < self->core->group_by.n; k++)
        show (self, copy (self, resolve_key (self->core, self->core->group_by.items[k])));
    }
  else if (figure != NULL)
    {
      visit.expr = show_call;
      ask_sql_walk_expr ((AskSqlExpr *) figure, &visit);
    }
  for (guint i = 0; i < self->items->len; i++)
    show_item (self, self->items->pdata[i], !summed);
  if (self->results->len == 0)
    show (self, ask_sql_tree_new_one (self->tree));
  put_order (self, figure);
  put_results (self);
  self->core->where = where;
  self->core->distinct = FALSE;
  self->core->group_by = (AskSqlExprs) { NULL, 0 };
  self->core->having = NULL;
  self->core->n_windows = 0;
  select->limit = NULL;
  select->offset = NULL;
  return ask_sql_print_select (select);
}

static gboolean
check (const AskSqlTree *tree, const AskProvenancePlace *place, const AskSqlResult *result, GError **error)
{
  const AskSqlCore *core = tree->select->cores[0];

  if (tree->select->n_cores > 1)
    return refuse (error, N_ ("The answer is put together from several queries, so a cell has no rows of its own. "
                              "Ask for one of its parts."));
  if (core->n_rows > 0 || core->from.n == 0)
    return refuse (error, N_ ("The answer reads no table, so no row is behind a cell."));
  if (result == NULL || core->n_outputs != ask_rows_get_n_columns (place->rows))
    return refuse (error, N_ ("The answer's tables have other columns now. Ask the question again first."));
  if (result->star == 0 && ask_sql_expr_has (result->expr, is_windowed))
    return refuse (error,
                   N_ ("The figure is made of other rows of the answer, such as a rank or a running sum. Look at "
                       "the cells that it is made of."));
  return TRUE;
}

/**
 * ask_provenance_derive:
 * @reader: of the schema
 * @place: a cell that is there
 * @keys: (nullable): one row, what an earlier result of this function gave where it set @asks_keys
 * @asks_keys: (out): whether what is returned gives the keys of the cell's group, one row for each group that looks like
 *   the cell's row, and has to be run first
 * @error: %ASK_PROVENANCE_ERROR_NONE, or ASK_SQL_ERROR
 *
 * Returns: (transfer full) (nullable): the query of the rows behind the cell
 */
char *
ask_provenance_derive (AskSchemaReader *reader, const AskProvenancePlace *place, const AskRows *keys,
                       gboolean *asks_keys, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_schema_reader_parse (reader, place->sql, error);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  Derivation self = { tree, NULL, place, items, results };
  AskSqlVisit visit = { .expr = put_alias, .user_data = tree };
  const AskSqlResult *result;
  const AskSqlExpr *figure;
  AskSqlExpr *where;
  gboolean summed;
  guint first;

  *asks_keys = FALSE;
  if (tree == NULL)
    return NULL;
  self.core = tree->select->cores[0];
  result = find_result (self.core, place->column, &first);
  if (!check (tree, place, result, error))
    return NULL;
  ask_sql_core_get_items (self.core, items);
  figure = result->star == 0 ? result->expr : NULL;
  summed = sums_up (self.core);
  where = self.core->where;
  if (where != NULL)
    ask_sql_walk_expr (where, &visit);
  if (!summed)
    add_shown (&self, &where);
  else if (!add_keys (&self, keys, &where))
    {
      *asks_keys = TRUE;
      return print_keys (&self);
    }
  else
    add_read (&self, figure, &where);
  return print_rows (&self, figure, where, summed);
}
