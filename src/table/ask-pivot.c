/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a pivot may be. What means nothing is refused in words, before a row is read: the sum of prices, the average of names.
 */
#include "config.h"

#include "table/ask-pivot.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "table/ask-pivot-private.h"
#include "table/ask-table-error.h"

static void
clear_choice (gpointer data)
{
  ask_value_clear (data);
}

/** ask_pivot_new: Returns: (transfer full): a pivot without fields and values */
AskPivot *
ask_pivot_new (void)
{
  AskPivot *self = g_new0 (AskPivot, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (AskPivotField));
  self->columns = g_array_new (FALSE, FALSE, sizeof (AskPivotField));
  self->values = g_array_new (FALSE, FALSE, sizeof (AskPivotValue));
  self->filters = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_pivot_filter_free);
  return self;
}

/** ask_pivot_free: frees @self, which may be %NULL */
void
ask_pivot_free (AskPivot *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_array_unref (self->columns);
  g_array_unref (self->values);
  g_ptr_array_unref (self->filters);
  g_free (self);
}

/** ask_pivot_copy: Returns: (transfer full): the same pivot again */
AskPivot *
ask_pivot_copy (const AskPivot *self)
{
  AskPivot *copy = ask_pivot_new ();

  if (self->rows->len > 0)
    g_array_append_vals (copy->rows, self->rows->data, self->rows->len);
  if (self->columns->len > 0)
    g_array_append_vals (copy->columns, self->columns->data, self->columns->len);
  if (self->values->len > 0)
    g_array_append_vals (copy->values, self->values->data, self->values->len);
  for (guint i = 0; i < self->filters->len; i++)
    g_ptr_array_add (copy->filters, ask_pivot_filter_copy (self->filters->pdata[i]));
  return copy;
}

/** ask_pivot_add_row: @part of @column makes the innermost groups of the rows */
void
ask_pivot_add_row (AskPivot *self, guint column, AskPivotPart part)
{
  AskPivotField field = { .column = column, .part = part };

  g_array_append_val (self->rows, field);
}

/** ask_pivot_add_column: @part of @column makes the innermost groups of the columns */
void
ask_pivot_add_column (AskPivot *self, guint column, AskPivotPart part)
{
  AskPivotField field = { .column = column, .part = part };

  g_array_append_val (self->columns, field);
}

/** ask_pivot_add_value: @column, -1 for rows, is summed up by @function; @share: what it is shown as a part of */
void
ask_pivot_add_value (AskPivot *self, int column, AskPivotFunction function, AskPivotShare share)
{
  AskPivotValue value = { column, function, share };

  g_array_append_val (self->values, value);
}

/** ask_pivot_add_filter: @filter: (transfer full): rows have to pass it, too */
void
ask_pivot_add_filter (AskPivot *self, AskPivotFilter *filter)
{
  g_ptr_array_add (self->filters, filter);
}

/** ask_pivot_filter_new: Returns: (transfer full): a filter on @part of @column that nothing passes so far */
AskPivotFilter *
ask_pivot_filter_new (guint column, AskPivotPart part)
{
  AskPivotFilter *self = g_new0 (AskPivotFilter, 1);

  self->column = column;
  self->part = part;
  self->choices = g_array_new (FALSE, FALSE, sizeof (AskValue));
  g_array_set_clear_func (self->choices, clear_choice);
  return self;
}

/** ask_pivot_filter_copy: Returns: (transfer full): the same filter again */
AskPivotFilter *
ask_pivot_filter_copy (const AskPivotFilter *self)
{
  AskPivotFilter *copy = ask_pivot_filter_new (self->column, self->part);

  for (guint i = 0; i < self->choices->len; i++)
    ask_pivot_filter_choose (copy, &g_array_index (self->choices, AskValue, i));
  return copy;
}

/** ask_pivot_filter_free: frees @self, which may be %NULL */
void
ask_pivot_filter_free (AskPivotFilter *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->choices);
  g_free (self);
}

/** ask_pivot_filter_choose: @choice: copied; rows with it pass from here on */
void
ask_pivot_filter_choose (AskPivotFilter *self, const AskValue *choice)
{
  AskValue copy;

  ask_value_dup_into (&copy, choice);
  g_array_append_val (self->choices, copy);
}

static gboolean
is_number (const AskColumn *column)
{
  return column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_REAL || column->type == ASK_TYPE_DECIMAL
         || column->type == ASK_TYPE_ANY;
}

/** ask_pivot_may_add: Returns: whether the sum of @column of @rows means something: of prices, shares and years it does not */
gboolean
ask_pivot_may_add (const AskRows *rows, guint column)
{
  const AskColumn *info = ask_rows_get_column (rows, column);
  AskMeaning meaning = info->sense.meaning;

  return is_number (info) && info->sense.adding != ASK_ADDING_NO && ask_meaning_is_amount (meaning)
         && meaning != ASK_MEANING_PERCENTAGE && meaning != ASK_MEANING_SHARE && meaning != ASK_MEANING_RATE
         && meaning != ASK_MEANING_LATITUDE && meaning != ASK_MEANING_LONGITUDE;
}

/** ask_pivot_has_parts: Returns: whether @column of @rows has days or moments, which have years and months */
gboolean
ask_pivot_has_parts (const AskRows *rows, guint column)
{
  const AskColumn *info = ask_rows_get_column (rows, column);

  return info->type == ASK_TYPE_DATE || info->type == ASK_TYPE_DATETIME || info->sense.meaning == ASK_MEANING_DATE
         || info->sense.meaning == ASK_MEANING_MOMENT;
}

/** ask_pivot_suggest: Returns: what people want of @column of @rows as a value, before they say: a sum, where that means something */
AskPivotFunction
ask_pivot_suggest (const AskRows *rows, int column)
{
  const AskColumn *info = column >= 0 ? ask_rows_get_column (rows, (guint) column) : NULL;

  if (info == NULL || info->type == ASK_TYPE_ANY || !is_number (info))
    return ASK_PIVOT_COUNT;
  if (ask_pivot_may_add (rows, (guint) column))
    return ASK_PIVOT_SUM;
  return ask_meaning_is_amount (info->sense.meaning) ? ASK_PIVOT_AVERAGE : ASK_PIVOT_COUNT;
}

/** ask_pivot_name_field: Returns: (transfer full): what people call @part of @column of @rows: "order day, by month" */
char *
ask_pivot_name_field (const AskRows *rows, guint column, AskPivotPart part)
{
  const char *name = ask_rows_get_column (rows, column)->name;

  switch (part)
    {
    case ASK_PIVOT_YEAR:
      /* Translators: the name of a column of days, of which a pivot has the years; so below. */
      return g_strdup_printf (_ ("%s, by year"), name);
    case ASK_PIVOT_QUARTER:
      return g_strdup_printf (_ ("%s, by quarter"), name);
    case ASK_PIVOT_MONTH:
      return g_strdup_printf (_ ("%s, by month"), name);
    case ASK_PIVOT_WEEK:
      return g_strdup_printf (_ ("%s, by week"), name);
    case ASK_PIVOT_DAY:
      return g_strdup_printf (_ ("%s, by day"), name);
    case ASK_PIVOT_WHOLE:
    default:
      return g_strdup (name);
    }
}

static char *
name_function (const char *name, AskPivotFunction function)
{
  switch (function)
    {
    case ASK_PIVOT_SUM:
      return g_strdup_printf (_ ("sum of %s"), name);
    case ASK_PIVOT_AVERAGE:
      return g_strdup_printf (_ ("average of %s"), name);
    case ASK_PIVOT_LEAST:
      return g_strdup_printf (_ ("smallest %s"), name);
    case ASK_PIVOT_MOST:
      return g_strdup_printf (_ ("largest %s"), name);
    case ASK_PIVOT_DISTINCT:
      /* Translators: how many different values a column has. */
      return g_strdup_printf (_ ("different %s"), name);
    case ASK_PIVOT_COUNT:
    default:
      return g_strdup_printf (_ ("count of %s"), name);
    }
}

/** ask_pivot_name_value: Returns: (transfer full): what people call a @value of @rows: "sum of amount", "count", "count, of its row" */
char *
ask_pivot_name_value (const AskRows *rows, const AskPivotValue *value)
{
  g_autofree char *name = value->column < 0
                            ? g_strdup (_ ("count"))
                            : name_function (ask_rows_get_column (rows, (guint) value->column)->name, value->function);

  switch (value->share)
    {
    case ASK_PIVOT_OF_ROW:
      /* Translators: a value of a pivot that is shown as a share of its row: "sum of amount, of the row". */
      return g_strdup_printf (_ ("%s, of the row"), name);
    case ASK_PIVOT_OF_COLUMN:
      return g_strdup_printf (_ ("%s, of the column"), name);
    case ASK_PIVOT_OF_ALL:
      return g_strdup_printf (_ ("%s, of all"), name);
    case ASK_PIVOT_OF_NOTHING:
    default:
      return g_steal_pointer (&name);
    }
}

static gboolean
check_fields (const GArray *fields, const AskRows *rows, GError **error)
{
  for (guint i = 0; i < fields->len; i++)
    {
      const AskPivotField *field = &g_array_index (fields, AskPivotField, i);

      if (field->column >= ask_rows_get_n_columns (rows))
        {
          ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                         N_ ("A column of the pivot is gone. Choose its fields anew."));
          return FALSE;
        }
      if (field->part != ASK_PIVOT_WHOLE && !ask_pivot_has_parts (rows, field->column))
        {
          ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                         N_ ("“%s” has no days, so it has no years or months either. Group it by its values."),
                         ask_rows_get_column (rows, field->column)->name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_value (const AskPivotValue *value, const AskRows *rows, GError **error)
{
  const AskColumn *column;

  if (value->column < 0 && value->function == ASK_PIVOT_COUNT)
    return TRUE;
  if (value->column < 0 || (guint) value->column >= ask_rows_get_n_columns (rows))
    {
      ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                     N_ ("A column of the pivot is gone. Choose its fields anew."));
      return FALSE;
    }
  column = ask_rows_get_column (rows, (guint) value->column);
  if ((value->function == ASK_PIVOT_SUM || value->function == ASK_PIVOT_AVERAGE) && !is_number (column))
    ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                   N_ ("“%s” are no numbers, so they have no sum and no average. Count them."), column->name);
  else if (value->function == ASK_PIVOT_SUM && !ask_pivot_may_add (rows, (guint) value->column))
    ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                   N_ ("The sum of “%s” means nothing. Take the average, the smallest or the largest."), column->name);
  else if (value->share != ASK_PIVOT_OF_NOTHING && value->function != ASK_PIVOT_SUM
           && value->function != ASK_PIVOT_COUNT)
    ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                   N_ ("Only sums and counts have shares: “%s” is something else."), column->name);
  else
    return TRUE;
  return FALSE;
}

/**
 * ask_pivot_check:
 * @rows: the columns that it is about
 * @error: ASK_TABLE_ERROR_PIVOT, with what to do instead
 *
 * Returns: whether the pivot means something
 */
gboolean
ask_pivot_check (const AskPivot *self, const AskRows *rows, GError **error)
{
  if (self->values->len == 0)
    {
      ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                     N_ ("A pivot needs a value. Put a column into the values, or count the rows."));
      return FALSE;
    }
  if (!check_fields (self->rows, rows, error) || !check_fields (self->columns, rows, error))
    return FALSE;
  for (guint i = 0; i < self->values->len; i++)
    if (!check_value (&g_array_index (self->values, AskPivotValue, i), rows, error))
      return FALSE;
  for (guint i = 0; i < self->filters->len; i++)
    if (((const AskPivotFilter *) self->filters->pdata[i])->column >= ask_rows_get_n_columns (rows))
      {
        ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                       N_ ("A column of the pivot is gone. Choose its fields anew."));
        return FALSE;
      }
  return TRUE;
}
