/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wishes: keys of an order, filters, words to search. Plain data; whoever arranges rows or writes a query reads it.
 */
#include "config.h"

#include "table/ask-table-wish.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-text.h"
#include "table/ask-table-read.h"

static void
value_clear (gpointer data)
{
  ask_value_clear (data);
}

/**
 * ask_filter_new:
 * @column: of the rows, from 0
 * @kind: what it asks of the cells
 *
 * Returns: (transfer full): a filter without a text, bounds or choices
 */
AskFilter *
ask_filter_new (guint column, AskFilterKind kind)
{
  AskFilter *self = g_new0 (AskFilter, 1);

  self->column = column;
  self->kind = kind;
  return self;
}

/** ask_filter_copy: @self: a filter; Returns: (transfer full): the same again */
AskFilter *
ask_filter_copy (const AskFilter *self)
{
  AskFilter *copy = ask_filter_new (self->column, self->kind);

  copy->negated = self->negated;
  copy->text = g_strdup (self->text);
  ask_value_dup_into (&copy->least, &self->least);
  ask_value_dup_into (&copy->most, &self->most);
  for (guint i = 0; self->choices != NULL && i < self->choices->len; i++)
    ask_filter_add_choice (copy, &g_array_index (self->choices, AskValue, i));
  return copy;
}

/** ask_filter_free: @self: (nullable): a filter that nobody needs any more */
void
ask_filter_free (AskFilter *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  ask_value_clear (&self->least);
  ask_value_clear (&self->most);
  g_clear_pointer (&self->choices, g_array_unref);
  g_free (self);
}

/** ask_filter_add_choice: @self: of choices; @choice: a value that passes, copied; NULL is one, too */
void
ask_filter_add_choice (AskFilter *self, const AskValue *choice)
{
  AskValue copy;

  if (self->choices == NULL)
    {
      self->choices = g_array_new (FALSE, FALSE, sizeof (AskValue));
      g_array_set_clear_func (self->choices, value_clear);
    }
  ask_value_dup_into (&copy, choice);
  g_array_append_val (self->choices, copy);
}

static gboolean
read_bound (AskFilterKind kind, const char *typed, AskValue *bound)
{
  g_autofree char *text = NULL;
  AskValue value;

  ask_value_clear (bound);
  if (typed == NULL || *typed == '\0')
    return TRUE;
  text = kind == ASK_FILTER_DATES ? ask_table_read_date (typed) : ask_table_read_number (typed);
  if (text == NULL)
    return FALSE;
  value = ask_value_text (text, -1);
  ask_value_dup_into (bound, &value);
  return TRUE;
}

/**
 * ask_filter_read_bounds:
 * @self: of numbers or dates
 * @least: (nullable): as a person types it where they are: "1.234,5", "31.5.2024", "2024-05"; empty for no bound
 * @most: (nullable): likewise
 *
 * Returns: whether both could be read; a bound that could not is none
 */
gboolean
ask_filter_read_bounds (AskFilter *self, const char *least, const char *most)
{
  gboolean first = read_bound (self->kind, least, &self->least);

  return read_bound (self->kind, most, &self->most) && first;
}

static char *
describe_choices (const AskFilter *self, AskCellFormat format)
{
  g_autoptr (GString) words = g_string_new (NULL);
  guint n = self->choices != NULL ? self->choices->len : 0;

  for (guint i = 0; i < MIN (n, 3); i++)
    {
      const AskValue *choice = &g_array_index (self->choices, AskValue, i);
      g_autofree char *text
        = choice->kind == ASK_VALUE_NULL ? g_strdup (_ ("no value")) : ask_cell_to_text (choice, format);
      g_autofree char *line = ask_text_shorten (text, 40);

      g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", line);
    }
  if (n > 3)
    g_string_append (words, ", …");
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static char *
describe_bound (const AskFilter *self, const AskValue *bound, AskCellFormat format)
{
  g_autofree char *plain = ask_value_to_text (bound);
  AskValue number;

  if (self->kind == ASK_FILTER_DATES)
    {
      format.times = TRUE;
      return ask_cell_to_text (bound, format);
    }
  format.exact = TRUE;
  if (self->kind == ASK_FILTER_NUMBERS && bound->kind == ASK_VALUE_TEXT && ask_text_to_number (plain, &number))
    return ask_cell_to_text (bound, format);
  return self->kind == ASK_FILTER_NUMBERS && bound->kind != ASK_VALUE_TEXT ? ask_cell_to_text (bound, format)
                                                                           : g_steal_pointer (&plain);
}

static char *
describe_range (const AskFilter *self, AskCellFormat format)
{
  g_autofree char *least = describe_bound (self, &self->least, format);
  g_autofree char *most = describe_bound (self, &self->most, format);

  if (self->most.kind == ASK_VALUE_NULL)
    /* Translators: a number or a day, and all above or after it. */
    return g_strdup_printf (_ ("from %s"), least);
  if (self->least.kind == ASK_VALUE_NULL)
    /* Translators: a number or a day, and all below or before it. */
    return g_strdup_printf (_ ("to %s"), most);
  /* Translators: two numbers or two days. */
  return g_strdup_printf (_ ("%s to %s"), least, most);
}

static char *
describe_what (const AskFilter *self, const AskRows *rows)
{
  const char *text = self->text != NULL ? self->text : "";
  AskCellFormat format = ask_cell_format_find (rows, self->column);

  switch (self->kind)
    {
    case ASK_FILTER_CONTAINS:
      return g_strdup_printf (_ ("contains “%s”"), text);
    case ASK_FILTER_BEGINS:
      return g_strdup_printf (_ ("begins with “%s”"), text);
    case ASK_FILTER_EQUALS:
      return g_strdup_printf (_ ("is “%s”"), text);
    case ASK_FILTER_NUMBERS:
    case ASK_FILTER_DATES:
      return describe_range (self, format);
    case ASK_FILTER_CHOICES:
      return describe_choices (self, format);
    case ASK_FILTER_EMPTY:
    default:
      return g_strdup (_ ("empty"));
    }
}

/**
 * ask_filter_describe:
 * @self: a filter
 * @rows: that it is of
 *
 * Returns: (transfer full): what it asks for, in a person's words: "city: contains “Ham”"
 */
char *
ask_filter_describe (const AskFilter *self, const AskRows *rows)
{
  g_autofree char *what = describe_what (self, rows);
  const char *name = ask_rows_get_column (rows, self->column)->name;

  /* Translators: the name of a column, then what is asked of its cells, as in "city: contains “Ham”". */
  return self->negated ? g_strdup_printf (_ ("%s: not %s"), name, what) : g_strdup_printf (_ ("%s: %s"), name, what);
}

/**
 * ask_filter_find_kind:
 * @rows: a result
 * @column: from 0
 *
 * Returns: the kind that people filter such a column by first: numbers, dates, or texts
 */
AskFilterKind
ask_filter_find_kind (const AskRows *rows, guint column)
{
  const AskColumn *info = ask_rows_get_column (rows, column);

  switch (info->type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
    case ASK_TYPE_DECIMAL:
      return ASK_FILTER_NUMBERS;
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
      return ASK_FILTER_DATES;
    case ASK_TYPE_ANY:
      return ask_cell_format_find (rows, column).right ? ASK_FILTER_NUMBERS : ASK_FILTER_CONTAINS;
    default:
      return info->sense.meaning == ASK_MEANING_DATE || info->sense.meaning == ASK_MEANING_MOMENT ? ASK_FILTER_DATES
                                                                                                  : ASK_FILTER_CONTAINS;
    }
}

/* Returns: (transfer full): all that @before leaves out, and more */
static AskFilter *
leave_out (const AskFilter *before, const AskValue *value, guint column)
{
  AskFilter *filter = before != NULL && before->kind == ASK_FILTER_CHOICES && before->negated
                        ? ask_filter_copy (before)
                        : ask_filter_new (column, ASK_FILTER_CHOICES);

  filter->negated = TRUE;
  ask_filter_add_choice (filter, value);
  return filter;
}

/* Returns: (transfer full): with @value as one of its bounds, and the other one that @before has */
static AskFilter *
bound_by (const AskFilter *before, const AskValue *value, guint column, AskFilterKind kind, gboolean least)
{
  AskFilter *filter = before != NULL && before->kind == kind && !before->negated ? ask_filter_copy (before)
                                                                                 : ask_filter_new (column, kind);
  AskValue *bound = least ? &filter->least : &filter->most;

  ask_value_clear (bound);
  ask_value_dup_into (bound, value);
  return filter;
}

/**
 * ask_filter_new_by:
 * @before: (nullable): the filter that the column has: what it leaves out and its other bound stay
 * @rows: a result
 * @row: of it, from 0
 * @column: from 0
 * @by: what passes, by the cell that is there; bounds are of numbers and dates alone
 *
 * Returns: (transfer full): the filter that a person means who points at that cell
 */
AskFilter *
ask_filter_new_by (const AskFilter *before, const AskRows *rows, gsize row, guint column, AskFilterBy by)
{
  const AskValue *value = ask_rows_get (rows, row, column);
  AskFilter *filter;

  if (value->kind == ASK_VALUE_NULL)
    {
      filter = ask_filter_new (column, ASK_FILTER_EMPTY);
      filter->negated = by == ASK_FILTER_BY_WITHOUT;
      return filter;
    }
  switch (by)
    {
    case ASK_FILTER_BY_WITHOUT:
      return leave_out (before, value, column);
    case ASK_FILTER_BY_LEAST:
    case ASK_FILTER_BY_MOST:
      return bound_by (before, value, column, ask_filter_find_kind (rows, column), by == ASK_FILTER_BY_LEAST);
    case ASK_FILTER_BY_ONLY:
    default:
      filter = ask_filter_new (column, ASK_FILTER_CHOICES);
      ask_filter_add_choice (filter, value);
      return filter;
    }
}

/** ask_table_wish_new: Returns: (transfer full): all rows as they came */
AskTableWish *
ask_table_wish_new (void)
{
  AskTableWish *self = g_new0 (AskTableWish, 1);

  self->order = g_array_new (FALSE, FALSE, sizeof (AskOrderKey));
  self->filters = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_filter_free);
  return self;
}

/** ask_table_wish_copy: @self: a wish; Returns: (transfer full): the same again */
AskTableWish *
ask_table_wish_copy (const AskTableWish *self)
{
  AskTableWish *copy = ask_table_wish_new ();

  if (self->order->len > 0)
    g_array_append_vals (copy->order, self->order->data, self->order->len);
  for (guint i = 0; i < self->filters->len; i++)
    g_ptr_array_add (copy->filters, ask_filter_copy (self->filters->pdata[i]));
  copy->search = g_strdup (self->search);
  return copy;
}

/** ask_table_wish_free: @self: (nullable): a wish that nobody needs any more */
void
ask_table_wish_free (AskTableWish *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->order);
  g_ptr_array_unref (self->filters);
  g_free (self->search);
  g_free (self);
}

/** ask_table_wish_is_empty: @self: a wish; Returns: whether it is for all rows as they came */
gboolean
ask_table_wish_is_empty (const AskTableWish *self)
{
  return self->order->len == 0 && self->filters->len == 0 && self->search == NULL;
}

/**
 * ask_table_wish_sort:
 * @self: a wish
 * @column: from 0
 * @descending: from the largest on
 * @further: whether the keys that are there come before it; else it becomes the only one
 *
 * A column that is a key already keeps its place among the others.
 */
void
ask_table_wish_sort (AskTableWish *self, guint column, gboolean descending, gboolean further)
{
  AskOrderKey key = { column, descending };

  if (!further)
    g_array_set_size (self->order, 0);
  for (guint i = 0; i < self->order->len; i++)
    if (g_array_index (self->order, AskOrderKey, i).column == column)
      {
        g_array_index (self->order, AskOrderKey, i) = key;
        return;
      }
  g_array_append_val (self->order, key);
}

/**
 * ask_table_wish_find_order:
 * @self: a wish
 * @column: from 0
 * @descending: (out) (optional): how it is sorted
 *
 * Returns: the place of @column among the keys, from 0, or -1
 */
int
ask_table_wish_find_order (const AskTableWish *self, guint column, gboolean *descending)
{
  for (guint i = 0; i < self->order->len; i++)
    {
      const AskOrderKey *key = &g_array_index (self->order, AskOrderKey, i);

      if (key->column != column)
        continue;
      if (descending != NULL)
        *descending = key->descending;
      return (int) i;
    }
  return -1;
}

/** ask_table_wish_remove_order: @self: a wish; @column: from 0, no key any more */
void
ask_table_wish_remove_order (AskTableWish *self, guint column)
{
  int place = ask_table_wish_find_order (self, column, NULL);

  if (place >= 0)
    g_array_remove_index (self->order, (guint) place);
}

/** ask_table_wish_find_filter: @self: a wish; @column: from 0; Returns: (transfer none) (nullable): its filter */
AskFilter *
ask_table_wish_find_filter (const AskTableWish *self, guint column)
{
  for (guint i = 0; i < self->filters->len; i++)
    if (((AskFilter *) self->filters->pdata[i])->column == column)
      return self->filters->pdata[i];
  return NULL;
}

/** ask_table_wish_take_filter: @self: a wish; @filter: (transfer full): instead of its column's */
void
ask_table_wish_take_filter (AskTableWish *self, AskFilter *filter)
{
  ask_table_wish_remove_filter (self, filter->column);
  g_ptr_array_add (self->filters, filter);
}

/** ask_table_wish_remove_filter: @self: a wish; @column: from 0, all its cells pass */
void
ask_table_wish_remove_filter (AskTableWish *self, guint column)
{
  AskFilter *filter = ask_table_wish_find_filter (self, column);

  if (filter != NULL)
    g_ptr_array_remove (self->filters, filter);
}

/** ask_table_wish_set_search: @self: a wish; @search: (nullable): words to look for; empty for none */
void
ask_table_wish_set_search (AskTableWish *self, const char *search)
{
  ask_text_set (&self->search, search != NULL && *search != '\0' ? search : NULL);
}
