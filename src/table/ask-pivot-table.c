/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells of a pivot. A row is added where its innermost groups meet, once; what the groups around them have is merged from
 * there, so subtotals cost groups and not rows.
 */
#include "config.h"

#include "table/ask-pivot-table.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-number.h"
#include "table/ask-pivot-private.h"
#include "table/ask-table-error.h"

/* Rows added between two looks at the cancellable. */
#define ROWS_A_LOOK 4096
/* Room of 40 MB: more cells than anybody reads. */
#define MAX_PLACES 10000000

/* ask_pivot_table_begin: @head: its columns. Returns: (transfer full): a table of @pivot without a row */
AskPivotTable *
ask_pivot_table_begin (const AskPivot *pivot, AskRows *head)
{
  AskPivotTable *self = g_new0 (AskPivotTable, 1);

  self->pivot = ask_pivot_copy (pivot);
  self->head = ask_rows_ref (head);
  self->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_rows_unref);
  self->cells = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->tallies = g_array_new (FALSE, TRUE, sizeof (AskPivotTally));
  self->texts = g_string_chunk_new (1024);
  ask_pivot_axis_init (&self->row_axis, self->pivot->rows);
  ask_pivot_axis_init (&self->column_axis, self->pivot->columns);
  return self;
}

/** ask_pivot_table_free: frees @self, which may be %NULL */
void
ask_pivot_table_free (AskPivotTable *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->tallies->len; i++)
    ask_pivot_tally_clear (&g_array_index (self->tallies, AskPivotTally, i));
  g_array_unref (self->tallies);
  g_ptr_array_unref (self->cells);
  ask_pivot_axis_clear (&self->row_axis);
  ask_pivot_axis_clear (&self->column_axis);
  g_string_chunk_free (self->texts);
  g_ptr_array_unref (self->kept);
  ask_rows_unref (self->head);
  ask_pivot_free (self->pivot);
  g_free (self);
}

/* ask_pivot_table_find: Returns: (nullable): the tallies of all values where two groups meet, valid until others are made */
AskPivotTally *
ask_pivot_table_find (const AskPivotTable *self, guint row, guint column)
{
  const GArray *places = row < self->cells->len ? self->cells->pdata[row] : NULL;
  guint place = places != NULL && column < places->len ? g_array_index (places, guint, column) : 0;

  return place > 0 ? &g_array_index (self->tallies, AskPivotTally, place - 1) : NULL;
}

/* ask_pivot_table_need: as ask_pivot_table_find(). Returns: never %NULL: empty ones are made */
AskPivotTally *
ask_pivot_table_need (AskPivotTable *self, guint row, guint column)
{
  AskPivotTally *found = ask_pivot_table_find (self, row, column);
  GArray *places;

  if (found != NULL)
    return found;
  while (self->cells->len <= row)
    g_ptr_array_add (self->cells, g_array_new (FALSE, TRUE, sizeof (guint)));
  places = self->cells->pdata[row];
  if (places->len <= column)
    {
      self->n_places += column + 1 - places->len;
      g_array_set_size (places, column + 1);
    }
  g_array_index (places, guint, column) = self->tallies->len + 1;
  g_array_set_size (self->tallies, self->tallies->len + self->pivot->values->len);
  return ask_pivot_table_find (self, row, column);
}

/* ask_pivot_table_get_type: Returns: of the column that a value is of */
AskType
ask_pivot_table_get_type (const AskPivotTable *self, guint value)
{
  int column = g_array_index (self->pivot->values, AskPivotValue, value).column;

  return column >= 0 ? ask_rows_get_column (self->head, (guint) column)->type : ASK_TYPE_INTEGER;
}

static void
merge_cell (AskPivotTable *self, guint row, guint column, guint from_row, guint from_column)
{
  AskPivotTally *to = ask_pivot_table_need (self, row, column);
  const AskPivotTally *from = ask_pivot_table_find (self, from_row, from_column);

  for (guint v = 0; v < self->pivot->values->len; v++)
    ask_pivot_tally_merge (&to[v], g_array_index (self->pivot->values, AskPivotValue, v).function,
                           ask_pivot_table_get_type (self, v), &from[v]);
}

/* What the innermost groups have goes into all around them. */
static void
merge_up (AskPivotTable *self, guint leaf_row, guint leaf_column)
{
  for (guint row = leaf_row;; row = ask_pivot_axis_get (&self->row_axis, row)->parent)
    {
      for (guint column = leaf_column;; column = ask_pivot_axis_get (&self->column_axis, column)->parent)
        {
          if (row != leaf_row || column != leaf_column)
            merge_cell (self, row, column, leaf_row, leaf_column);
          if (column == 0)
            break;
        }
      if (row == 0)
        break;
    }
}

typedef struct
{
  const AskPivotTable *table;
  const AskPivotAxis *axis;
  const AskPivotField *field;
  AskType type;
} Order;

static AskValue
get_order_value (const Order *self, guint group)
{
  gboolean of_rows = self->axis == &self->table->row_axis;

  return ask_pivot_table_get (self->table, of_rows ? group : 0, of_rows ? 0 : group, self->field->value);
}

static int
compare_keys (const Order *self, const AskValue *a, const AskValue *b)
{
  if (a->kind == ASK_VALUE_TEXT && b->kind == ASK_VALUE_TEXT && self->type != ASK_TYPE_DECIMAL)
    {
      g_autofree char *one = ask_value_to_text (a);
      g_autofree char *other = ask_value_to_text (b);
      int order = g_utf8_collate (one, other);

      return order != 0 ? order : ask_value_compare (a, b);
    }
  return ask_pivot_compare (self->type, a, b);
}

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *self = data;
  const AskPivotGroup *one = ask_pivot_axis_get (self->axis, *(const guint *) a);
  const AskPivotGroup *other = ask_pivot_axis_get (self->axis, *(const guint *) b);
  int order = 0;

  if (self->field->by_value && self->field->value < self->table->pivot->values->len)
    {
      AskValue one_value = get_order_value (self, *(const guint *) a);
      AskValue other_value = get_order_value (self, *(const guint *) b);
      AskType type = ask_pivot_table_get_type (self->table, self->field->value);

      /* A long sum is a text of its digits. */
      order = ask_pivot_compare (one_value.kind == ASK_VALUE_TEXT ? ASK_TYPE_DECIMAL : type, &one_value, &other_value);
      if (one_value.kind == ASK_VALUE_NULL || other_value.kind == ASK_VALUE_NULL)
        return order;
      if (order != 0)
        return self->field->descending ? -order : order;
      return compare_keys (self, &one->key, &other->key);
    }
  order = compare_keys (self, &one->key, &other->key);
  if (one->key.kind == ASK_VALUE_NULL || other->key.kind == ASK_VALUE_NULL)
    return order;
  return self->field->descending ? -order : order;
}

static void
sort_axis (const AskPivotTable *self, AskPivotAxis *axis)
{
  for (guint i = 0; i < axis->groups->len; i++)
    {
      const AskPivotGroup *group = ask_pivot_axis_get (axis, i);
      const AskPivotField *field;
      Order order;

      if (group->groups == NULL)
        continue;
      field = &g_array_index (axis->fields, AskPivotField, group->level);
      order = (Order) { self, axis, field,
                        ask_pivot_key_type (field->part, ask_rows_get_column (self->head, field->column)->type) };
      g_array_sort_with_data (group->groups, compare_groups, &order);
    }
}

/* Returns: whether the table is small enough to go on */
static gboolean
check_size (const AskPivotTable *self, GError **error)
{
  g_autofree char *columns = NULL;

  if (self->column_axis.groups->len > ASK_PIVOT_MAX_COLUMNS + 1)
    {
      columns = ask_number_count (ASK_PIVOT_MAX_COLUMNS);
      ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_LARGE,
                     N_ ("This pivot has more than %s columns. Put the field into the rows, or filter it."), columns);
      return FALSE;
    }
  if (self->n_places > MAX_PLACES)
    {
      ask_error_set (
        error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_LARGE,
        N_ ("This pivot has more cells than can be shown. Choose fields with fewer values, or filter them."));
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_pivot_table_settle:
 * @cancellable: (nullable): looked at now and then
 * @error: ASK_TABLE_ERROR or G_IO_ERROR_CANCELLED
 *
 * Makes totals of all groups and puts groups in order, once all rows are in the innermost ones.
 *
 * Returns: %FALSE with @error
 */
gboolean
ask_pivot_table_settle (AskPivotTable *self, GCancellable *cancellable, GError **error)
{
  guint n_rows = self->row_axis.groups->len, n_columns = self->column_axis.groups->len;

  for (guint row = 0; row < n_rows; row++)
    {
      if (row % ROWS_A_LOOK == 0
          && (g_cancellable_set_error_if_cancelled (cancellable, error) || !check_size (self, error)))
        return FALSE;
      if (ask_pivot_axis_get (&self->row_axis, row)->level < self->pivot->rows->len)
        continue;
      for (guint column = 0; column < n_columns; column++)
        if (ask_pivot_axis_get (&self->column_axis, column)->level == self->pivot->columns->len
            && ask_pivot_table_find (self, row, column) != NULL)
          merge_up (self, row, column);
    }
  sort_axis (self, &self->row_axis);
  sort_axis (self, &self->column_axis);
  return check_size (self, error);
}

static guint
find_group (AskPivotAxis *axis, const AskRows *rows, gsize row)
{
  char room[ASK_PIVOT_KEY_BYTES];
  guint group = 0;

  for (guint i = 0; i < axis->fields->len; i++)
    {
      const AskPivotField *field = &g_array_index (axis->fields, AskPivotField, i);
      AskValue key = ask_pivot_key (field->part, ask_rows_get (rows, row, field->column), room);

      group = ask_pivot_axis_find (axis, group, &key);
    }
  return group;
}

static gboolean
add_row (AskPivotTable *self, const AskRows *rows, gsize row, GError **error)
{
  static const AskValue one = { .integer = 1, .kind = ASK_VALUE_INTEGER };
  guint group = find_group (&self->row_axis, rows, row);
  guint column = find_group (&self->column_axis, rows, row);
  AskPivotTally *tallies = ask_pivot_table_need (self, group, column);

  for (guint v = 0; v < self->pivot->values->len; v++)
    {
      const AskPivotValue *value = &g_array_index (self->pivot->values, AskPivotValue, v);
      const AskValue *cell = value->column >= 0 ? ask_rows_get (rows, row, (guint) value->column) : &one;

      if (!ask_pivot_tally_add (&tallies[v], value->function, ask_pivot_table_get_type (self, v), cell, 1))
        {
          g_autofree char *text = ask_value_to_text (cell);

          ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                         N_ ("“%s” has “%s”, which is no number, so it has no sum and no average. Count it."),
                         ask_rows_get_column (rows, (guint) value->column)->name, text);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * ask_pivot_table_new:
 * @pivot: what is wanted
 * @rows: all rows; kept
 * @cancellable: (nullable): looked at now and then
 * @error: ASK_TABLE_ERROR or G_IO_ERROR_CANCELLED
 *
 * Blocks; a million rows take part of a second.
 *
 * Returns: (transfer full) (nullable): the table
 */
AskPivotTable *
ask_pivot_table_new (const AskPivot *pivot, AskRows *rows, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskPivotTable) self = NULL;

  if (!ask_pivot_check (pivot, rows, error))
    return NULL;
  self = ask_pivot_table_begin (pivot, rows);
  g_ptr_array_add (self->kept, ask_rows_ref (rows));
  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    {
      if (i % ROWS_A_LOOK == 0
          && (g_cancellable_set_error_if_cancelled (cancellable, error) || !check_size (self, error)))
        return NULL;
      if (ask_pivot_passes (pivot, rows, i) && !add_row (self, rows, i, error))
        return NULL;
    }
  return ask_pivot_table_settle (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/** ask_pivot_table_get_pivot: Returns: (transfer none): what the table is of */
const AskPivot *
ask_pivot_table_get_pivot (const AskPivotTable *self)
{
  return self->pivot;
}

/** ask_pivot_table_get_n_rows: Returns: how many groups of rows there are, all levels, without that of all */
guint
ask_pivot_table_get_n_rows (const AskPivotTable *self)
{
  return self->row_axis.groups->len - 1;
}

static AskValue
get_plain (const AskPivotTable *self, guint row, guint column, guint value)
{
  const AskPivotTally *tallies = ask_pivot_table_find (self, row, column);

  return tallies != NULL
           ? ask_pivot_tally_get (&tallies[value], g_array_index (self->pivot->values, AskPivotValue, value).function,
                                  self->texts)
           : ASK_NULL_INIT;
}

static gboolean
get_double (const AskValue *value, double *number)
{
  if (value->kind == ASK_VALUE_TEXT)
    {
      *number = g_ascii_strtod (value->text, NULL);
      return TRUE;
    }
  return ask_value_get_number (value, number);
}

/**
 * ask_pivot_table_get:
 * @row: a group of rows, 0 for all
 * @column: a group of columns, 0 for all
 * @value: which of the values
 *
 * Returns: what stands where they meet, a share where it is shown as one; NULL where no row has both, or a share is of nothing
 */
AskValue
ask_pivot_table_get (const AskPivotTable *self, guint row, guint column, guint value)
{
  AskPivotShare share = g_array_index (self->pivot->values, AskPivotValue, value).share;
  AskValue part = get_plain (self, row, column, value);
  AskValue whole;
  double a, b;

  if (share == ASK_PIVOT_OF_NOTHING)
    return part;
  whole = get_plain (self, share == ASK_PIVOT_OF_ROW ? row : 0, share == ASK_PIVOT_OF_COLUMN ? column : 0, value);
  if (!get_double (&part, &a) || !get_double (&whole, &b) || b == 0)
    return ASK_NULL_INIT;
  return ask_value_real (a / b);
}

/**
 * ask_pivot_table_narrow:
 * @row: a group of rows, 0 for all
 * @column: a group of columns, 0 for all
 *
 * Returns: (transfer full): the pivot with further filters, which only the rows behind that cell pass
 */
AskPivot *
ask_pivot_table_narrow (const AskPivotTable *self, guint row, guint column)
{
  AskPivot *pivot = ask_pivot_copy (self->pivot);
  const AskPivotAxis *axes[] = { &self->row_axis, &self->column_axis };
  guint groups[] = { row, column };

  for (guint a = 0; a < 2; a++)
    for (guint group = groups[a]; group != 0; group = ask_pivot_axis_get (axes[a], group)->parent)
      {
        const AskPivotGroup *one = ask_pivot_axis_get (axes[a], group);
        const AskPivotField *field = &g_array_index (axes[a]->fields, AskPivotField, one->level - 1);
        AskPivotFilter *filter = ask_pivot_filter_new (field->column, field->part);

        ask_pivot_filter_choose (filter, &one->key);
        ask_pivot_add_filter (pivot, filter);
      }
  return pivot;
}

/**
 * ask_pivot_filter_rows:
 * @rows: what a pivot is of
 * @cancellable: (nullable): looked at now and then
 * @error: G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): those that pass the filters, in their order
 */
AskRows *
ask_pivot_filter_rows (const AskPivot *self, AskRows *rows, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskRows) found = ask_rows_new ();

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const AskColumn *info = ask_rows_get_column (rows, i);

      ask_rows_add_column (found, info->name, info->type);
      ask_rows_set_sense (found, i, &info->sense);
    }
  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    {
      if (i % ROWS_A_LOOK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (ask_pivot_passes (self, rows, i))
        ask_rows_append (found, ask_rows_get_row (rows, i));
    }
  return g_steal_pointer (&found);
}
