/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What dragging a column does to a pivot, and what its keys and menus do. A column makes groups on one axis only; it may be a
 * value as often as one likes, and a filter once.
 */
#include "config.h"

#include "table/ask-pivot-private.h"

/* Of rows and columns; NULL for other wells. */
static GArray *
get_fields (const AskPivot *self, AskPivotWell well)
{
  return well == ASK_PIVOT_ROWS ? self->rows : well == ASK_PIVOT_COLUMNS ? self->columns : NULL;
}

/** ask_pivot_count: Returns: how many there are in @well; none in %ASK_PIVOT_FIELDS */
guint
ask_pivot_count (const AskPivot *self, AskPivotWell well)
{
  const GArray *fields = get_fields (self, well);

  return fields != NULL              ? fields->len
         : well == ASK_PIVOT_VALUES  ? self->values->len
         : well == ASK_PIVOT_FILTERS ? self->filters->len
                                     : 0;
}

/** ask_pivot_get_column: @part: (out): of it that is meant. Returns: the column at @place; -1 where rows are counted */
int
ask_pivot_get_column (const AskPivot *self, AskPivotPlace place, AskPivotPart *part)
{
  const GArray *fields = get_fields (self, place.well);
  const AskPivotFilter *filter;

  *part = ASK_PIVOT_WHOLE;
  if (place.well == ASK_PIVOT_VALUES)
    return g_array_index (self->values, AskPivotValue, place.index).column;
  if (place.well == ASK_PIVOT_FILTERS)
    {
      filter = self->filters->pdata[place.index];
      *part = filter->part;
      return (int) filter->column;
    }
  if (fields == NULL)
    return (int) place.index;
  *part = g_array_index (fields, AskPivotField, place.index).part;
  return (int) g_array_index (fields, AskPivotField, place.index).column;
}

/** ask_pivot_set_part: @place: of rows, columns or filters, which is of @part from here on; a filter chooses anew */
void
ask_pivot_set_part (AskPivot *self, AskPivotPlace place, AskPivotPart part)
{
  GArray *fields = get_fields (self, place.well);
  AskPivotFilter *filter;

  if (place.index >= ask_pivot_count (self, place.well))
    return;
  if (fields != NULL)
    g_array_index (fields, AskPivotField, place.index).part = part;
  else if (place.well == ASK_PIVOT_FILTERS)
    {
      filter = self->filters->pdata[place.index];
      filter->part = part;
      g_array_set_size (filter->choices, 0);
    }
}

static void
remove_at (AskPivot *self, AskPivotPlace place)
{
  GArray *fields = get_fields (self, place.well);

  if (fields != NULL)
    g_array_remove_index (fields, place.index);
  else if (place.well == ASK_PIVOT_VALUES)
    g_array_remove_index (self->values, place.index);
  else if (place.well == ASK_PIVOT_FILTERS)
    g_ptr_array_remove_index (self->filters, place.index);
}

/* A column makes groups once. @to: (inout): moves up with what is removed before it */
static void
remove_other (AskPivot *self, guint column, AskPivotPlace *to)
{
  static const AskPivotWell axes[] = { ASK_PIVOT_ROWS, ASK_PIVOT_COLUMNS };

  for (guint a = 0; a < G_N_ELEMENTS (axes); a++)
    {
      GArray *fields = get_fields (self, axes[a]);

      for (guint i = fields->len; i-- > 0;)
        if (g_array_index (fields, AskPivotField, i).column == column)
          {
            g_array_remove_index (fields, i);
            if (to->well == axes[a] && to->index > i && to->index != G_MAXUINT)
              to->index--;
          }
    }
}

static void
insert (AskPivot *self, const AskRows *rows, int column, AskPivotPart part, AskPivotPlace to)
{
  guint index = MIN (to.index, ask_pivot_count (self, to.well));
  AskPivotField field = { .column = (guint) MAX (column, 0), .part = part };
  AskPivotValue value = { column, ask_pivot_suggest (rows, column), ASK_PIVOT_OF_NOTHING };
  GArray *fields;

  if (to.well == ASK_PIVOT_VALUES)
    {
      g_array_insert_val (self->values, index, value);
      return;
    }
  if (column < 0)
    return;
  if (to.well == ASK_PIVOT_FILTERS)
    {
      g_ptr_array_insert (self->filters, (int) index, ask_pivot_filter_new ((guint) column, part));
      return;
    }
  remove_other (self, (guint) column, &to);
  fields = get_fields (self, to.well);
  index = MIN (to.index, fields->len);
  g_array_insert_val (fields, index, field);
}

/* Within a well things keep what was said of them. */
static void
move_within (AskPivot *self, AskPivotWell well, guint from, guint to)
{
  GArray *fields = well == ASK_PIVOT_VALUES ? self->values : get_fields (self, well);

  to = MIN (to, ask_pivot_count (self, well));
  if (from < to)
    to--;
  if (well == ASK_PIVOT_FILTERS)
    g_ptr_array_insert (self->filters, (int) to, g_ptr_array_steal_index (self->filters, from));
  else if (fields != NULL)
    {
      g_autofree gpointer copy = g_memdup2 (fields->data + (gsize) from * g_array_get_element_size (fields),
                                            g_array_get_element_size (fields));

      g_array_remove_index (fields, from);
      g_array_insert_vals (fields, to, copy, 1);
    }
}

/**
 * ask_pivot_put:
 * @rows: what the pivot is of
 * @from: what is put somewhere
 * @to: where; %ASK_PIVOT_FIELDS takes it out of the pivot
 *
 * Days are grouped by month at first, and a value is summed up as means something. What is not there does nothing.
 */
void
ask_pivot_put (AskPivot *self, const AskRows *rows, AskPivotPlace from, AskPivotPlace to)
{
  AskPivotPart part;
  int column;

  if (from.index >= (from.well == ASK_PIVOT_FIELDS ? ask_rows_get_n_columns (rows) : ask_pivot_count (self, from.well)))
    return;
  if (from.well == to.well)
    {
      if (from.well != ASK_PIVOT_FIELDS)
        move_within (self, from.well, from.index, to.index);
      return;
    }
  column = ask_pivot_get_column (self, from, &part);
  if (column < 0 && to.well != ASK_PIVOT_FIELDS)
    return;
  if (part == ASK_PIVOT_WHOLE && column >= 0 && ask_pivot_has_parts (rows, (guint) column))
    part = ASK_PIVOT_MONTH;
  remove_at (self, from);
  if (to.well != ASK_PIVOT_FIELDS)
    insert (self, rows, column, part, to);
}

/** ask_pivot_describe: @rows: what it is of. Returns: (transfer full): what is at @place, in words: "sum of amount", "day, by month" */
char *
ask_pivot_describe (const AskPivot *self, const AskRows *rows, AskPivotPlace place)
{
  AskPivotPart part;
  int column;

  if (place.well == ASK_PIVOT_VALUES)
    return ask_pivot_name_value (rows, &g_array_index (self->values, AskPivotValue, place.index));
  column = ask_pivot_get_column (self, place, &part);
  return ask_pivot_name_field (rows, (guint) column, part);
}
