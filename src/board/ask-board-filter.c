/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cross-filtering: a click on a mark says that an attribute has a value, or that something computed of one attribute, such
 * as its month, has. Every other tile that reads that attribute's entity gets the condition, in its tree: in each SELECT
 * whose FROM names the entity. Whatever reads the entity then counts the same rows, a total of a share among them.
 */
#include "config.h"

#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-error.h"
#include "board/ask-board-private.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-printer.h"

#include <glib/gi18n.h>

/** ask_board_filter_free: @self: (nullable) (transfer full): a filter */
void
ask_board_filter_free (AskBoardFilter *self)
{
  if (self == NULL)
    return;
  g_free (self->tile);
  g_free (self->title);
  g_free (self->entity);
  g_free (self->attribute);
  g_free (self->expression);
  ask_value_clear (&self->value);
  g_free (self);
}

/** ask_board_filter_copy: Returns: (transfer full): the same once more */
AskBoardFilter *
ask_board_filter_copy (const AskBoardFilter *from)
{
  AskBoardFilter *self = g_new0 (AskBoardFilter, 1);

  self->tile = g_strdup (from->tile);
  self->title = g_strdup (from->title);
  self->entity = g_strdup (from->entity);
  self->attribute = g_strdup (from->attribute);
  self->expression = g_strdup (from->expression);
  ask_value_dup_into (&self->value, &from->value);
  return self;
}

/** ask_board_filter_to_words: Returns: (transfer full): "City: Nice", for a chip that takes it away */
char *
ask_board_filter_to_words (const AskBoardFilter *self)
{
  AskCellFormat format = { .decimals = -1 };
  g_autofree char *value
    = self->value.kind == ASK_VALUE_NULL ? g_strdup (_ ("nothing")) : ask_cell_to_text (&self->value, format);

  /* Translators: a column and the value that a person clicked. */
  return g_strdup_printf (_ ("%s: %s"), self->title, value);
}

/* ---- what was clicked */

static gboolean
refuse (const AskBoardCell *cell, GError **error)
{
  ask_error_set (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_UNFIT,
                 N_ ("“%s” was computed from many rows, so nothing can be filtered by it. Choose a name, a date or "
                     "something else that the rows are grouped by."),
                 ask_rows_get_column (cell->rows, cell->column)->name);
  return FALSE;
}

static gboolean
is_not_plain (const AskSqlExpr *expr)
{
  return expr->select != NULL || expr->kind == ASK_EXPR_PARAMETER
         || (expr->kind == ASK_EXPR_FUNCTION && (expr->is_aggregate || expr->window != NULL));
}

/* Replaces the columns of an expression by the name of the one attribute that all of them are. */
typedef struct
{
  const AskEntity *entity;
  const AskAttribute *attribute;
  gboolean mixed;
} Columns;

static gboolean
note_column (AskSqlExpr *expr, gpointer data)
{
  Columns *columns = data;
  const AskEntity *entity;
  const AskAttribute *attribute;

  if (expr->kind != ASK_EXPR_COLUMN || expr->is_string)
    return TRUE;
  attribute = ask_schema_reader_find_attribute (expr, &entity);
  columns->mixed
    = columns->mixed || attribute == NULL || (columns->attribute != NULL && columns->attribute != attribute);
  columns->entity = entity;
  columns->attribute = attribute;
  return TRUE;
}

static gboolean
name_column (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_COLUMN && !expr->is_string)
    {
      expr->table = NULL;
      expr->schema = NULL;
      expr->name = data;
      expr->quoted = FALSE;
      expr->bare = FALSE;
      expr->from = NULL;
      expr->alias = NULL;
    }
  return TRUE;
}

/* The expression behind a column of the rows; %NULL where a star stands for it. */
static AskSqlExpr *
find_result (AskSqlCore *core, guint column)
{
  guint at = 0;

  for (guint i = 0; i < core->n_results; i++)
    {
      guint n = core->results[i].star != 0 ? core->results[i].n_outputs : 1;

      if (column < at + n)
        return core->results[i].expr;
      at += n;
    }
  return NULL;
}

/* Of a star the sense of the column says what it is. */
static gboolean
read_sense (AskBoardFilter *self, const AskColumn *column)
{
  if (column->sense.entity == NULL || column->sense.attribute == NULL)
    return FALSE;
  self->entity = g_strdup (column->sense.entity);
  self->attribute = g_strdup (column->sense.attribute);
  return TRUE;
}

static gboolean
read_expression (AskBoardFilter *self, AskSqlTree *tree, AskSqlExpr *expr)
{
  Columns columns = { NULL, NULL, FALSE };
  AskSqlVisit note = { .expr = note_column, .user_data = &columns };
  const AskEntity *entity;
  const AskAttribute *attribute = ask_schema_reader_find_attribute (expr, &entity);

  if (attribute == NULL)
    {
      AskSqlVisit name = { .expr = name_column };

      if (ask_sql_expr_has (expr, is_not_plain) || !ask_sql_expr_is_deterministic (expr))
        return FALSE;
      expr = ask_sql_tree_copy_expr (tree, expr);
      ask_sql_walk_expr (expr, &note);
      if (columns.mixed || columns.attribute == NULL)
        return FALSE;
      entity = columns.entity;
      attribute = columns.attribute;
      name.user_data = attribute->name;
      ask_sql_walk_expr (expr, &name);
      self->expression = ask_sql_print_expr (expr);
    }
  self->entity = g_strdup (entity->name);
  self->attribute = g_strdup (attribute->name);
  return TRUE;
}

/**
 * ask_board_filter_new:
 * @reader: over the schema of the workspace
 * @cell: what was clicked; of a chart's mark the row and the column that its name comes from
 * @error: %ASK_BOARD_ERROR_UNFIT where the value is a figure of many rows; ASK_SQL_ERROR where @cell's SQL does not fit
 *   the schema any more
 *
 * Returns: (transfer full): that the attribute has that value
 */
AskBoardFilter *
ask_board_filter_new (AskSchemaReader *reader, const AskBoardCell *cell, GError **error)
{
  g_autoptr (AskBoardFilter) self = g_new0 (AskBoardFilter, 1);
  g_autoptr (AskSqlTree) tree = NULL;
  const AskColumn *column;
  AskSqlExpr *expr;

  g_return_val_if_fail (cell->row < ask_rows_get_n_rows (cell->rows), NULL);
  g_return_val_if_fail (cell->column < ask_rows_get_n_columns (cell->rows), NULL);

  if ((tree = ask_schema_reader_parse (reader, cell->sql, error)) == NULL)
    return NULL;
  column = ask_rows_get_column (cell->rows, cell->column);
  expr = find_result (tree->select->cores[0], cell->column);
  if (tree->select->n_cores > 1 || !(expr != NULL ? read_expression (self, tree, expr) : read_sense (self, column)))
    {
      refuse (cell, error);
      return NULL;
    }
  self->tile = g_strdup (cell->tile);
  self->title = g_strdup (column->name);
  ask_value_dup_into (&self->value, ask_rows_get (cell->rows, cell->row, cell->column));
  return g_steal_pointer (&self);
}

/* ---- the other tiles */

typedef struct
{
  AskSqlTree *tree;
  const AskBoardFilter *filter;
  AskSqlExpr *expression; /* nullable */
  GPtrArray *items; /* AskSqlFrom */
} Application;

static gboolean
note_item (AskSqlFrom *from, gpointer data)
{
  Application *self = data;
  const AskEntity *entity
    = from->kind == ASK_FROM_TABLE && from->catalog_table != NULL ? from->catalog_table->data : NULL;

  if (entity != NULL && g_ascii_strcasecmp (entity->name, self->filter->entity) == 0 && from->core != NULL)
    g_ptr_array_add (self->items, from);
  return TRUE;
}

static AskSqlExpr *
new_value (AskSqlTree *tree, const AskValue *value)
{
  AskSqlExpr *literal = ask_sql_tree_new_expr (tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

  literal->value = *value;
  if (value->kind == ASK_VALUE_TEXT)
    literal->value.text = ask_sql_tree_strdup (tree, value->text, (gssize) value->length);
  else if (value->kind == ASK_VALUE_BLOB)
    literal->value.blob
      = (const guint8 *) ask_sql_tree_strdup (tree, (const char *) value->blob, (gssize) value->length);
  return literal;
}

static gboolean
put_name (AskSqlExpr *expr, gpointer data)
{
  const AskSqlFrom *item = data;

  if (expr->kind == ASK_EXPR_COLUMN)
    expr->table = ask_sql_from_get_name (item);
  return TRUE;
}

static void
add_condition (Application *self, AskSqlFrom *item)
{
  AskSqlExpr *condition = ask_sql_tree_new_expr (self->tree, ASK_EXPR_BINARY, (AskSqlSpan) { 0, 0 });

  if (self->expression != NULL)
    {
      AskSqlVisit visit = { .expr = put_name, .user_data = item };

      condition->left = ask_sql_tree_copy_expr (self->tree, self->expression);
      ask_sql_walk_expr (condition->left, &visit);
    }
  else
    condition->left = ask_sql_tree_new_column (self->tree, ask_sql_from_get_name (item), self->filter->attribute);
  /* "=" is what sources compute; NULL is found by IS alone. */
  condition->op = self->filter->value.kind == ASK_VALUE_NULL ? ASK_OP_IS : ASK_OP_EQUAL;
  condition->right = new_value (self->tree, &self->filter->value);
  item->core->where = ask_sql_tree_new_and (self->tree, item->core->where, condition);
}

/* Returns: whether the tile reads what the filter is about */
static gboolean
apply (AskSqlTree *tree, const AskBoardFilter *filter)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (AskSqlTree) parsed = NULL;
  Application self = { tree, filter, NULL, items };
  AskSqlVisit visit = { .from = note_item, .user_data = &self };

  if (filter->expression != NULL)
    {
      g_autofree char *sql = g_strconcat ("SELECT ", filter->expression, NULL);

      parsed = ask_sql_parse (sql, -1, NULL);
      if (parsed == NULL)
        return FALSE;
      self.expression = parsed->select->cores[0]->results[0].expr;
    }
  ask_sql_walk_select (tree->select, &visit);
  for (guint i = 0; i < items->len; i++)
    add_condition (&self, items->pdata[i]);
  return items->len > 0;
}

/**
 * ask_board_apply_filters:
 * @tile: whose query it is
 * @sql: with the values of the parameters
 * @reader: over the schema of the workspace
 * @filters: (nullable) (element-type AskBoardFilter): what was clicked
 * @n_applied: (out): how many of them the tile takes part in
 *
 * Returns: (transfer full): the query with the conditions; byte for byte as it was without any
 */
char *
ask_board_apply_filters (const AskTile *tile, const char *sql, AskSchemaReader *reader, const GPtrArray *filters,
                         guint *n_applied)
{
  g_autoptr (AskSqlTree) tree = NULL;

  *n_applied = 0;
  for (guint i = 0; filters != NULL && i < filters->len; i++)
    {
      const AskBoardFilter *filter = filters->pdata[i];

      if (g_strcmp0 (filter->tile, tile->id) == 0)
        continue;
      if (tree == NULL && (tree = ask_schema_reader_parse (reader, sql, NULL)) == NULL)
        return g_strdup (sql);
      *n_applied += apply (tree, filter);
    }
  return *n_applied > 0 ? ask_sql_print_select (tree->select) : g_strdup (sql);
}

/**
 * ask_board_get_sql:
 * @tile: with SQL
 * @reader: over the schema of the workspace
 * @filters: (nullable) (element-type AskBoardFilter): what was clicked
 * @n_applied: (out) (optional): how many filters the tile takes part in
 *
 * Returns: (transfer full): what the tile runs: its SQL with the values of the parameters and what was clicked elsewhere
 */
char *
ask_board_get_sql (const AskBoard *self, const AskTile *tile, AskSchemaReader *reader, const GPtrArray *filters,
                   guint *n_applied)
{
  g_autofree char *filled = ask_board_fill (self, tile, reader);
  guint n;
  char *sql = ask_board_apply_filters (tile, filled, reader, filters, &n);

  if (n_applied != NULL)
    *n_applied = n;
  return sql;
}
