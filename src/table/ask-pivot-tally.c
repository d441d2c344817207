/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Many values made one. A tally of a part of the rows can be merged into that of all, so that subtotals need no second look at
 * the rows; averages are sums and counts, and a distinct count is a set, until they are read.
 */
#include "config.h"

#include "base/ask-decimal.h"
#include "table/ask-pivot-private.h"

/** ask_pivot_tally_clear: frees what it holds */
void
ask_pivot_tally_clear (AskPivotTally *self)
{
  ask_exact_sum_clear (&self->sum);
  g_clear_pointer (&self->set, g_hash_table_unref);
}

/** ask_pivot_compare: Returns: as ask_value_compare(), decimals by what they are worth, NULL last */
int
ask_pivot_compare (AskType type, const AskValue *a, const AskValue *b)
{
  if (a->kind == ASK_VALUE_NULL || b->kind == ASK_VALUE_NULL)
    return (a->kind == ASK_VALUE_NULL) - (b->kind == ASK_VALUE_NULL);
  if (type == ASK_TYPE_DECIMAL && a->kind == ASK_VALUE_TEXT && b->kind == ASK_VALUE_TEXT)
    return ask_decimal_compare (a->text, a->length, b->text, b->length);
  return ask_value_compare (a, b);
}

/**
 * ask_pivot_tally_add:
 * @function: what the tally is for
 * @type: of the column
 * @value: a cell, which is borrowed for good
 * @times: how many rows have it
 *
 * Returns: %FALSE where a sum is made of something that is no number
 */
gboolean
ask_pivot_tally_add (AskPivotTally *self, AskPivotFunction function, AskType type, const AskValue *value, gint64 times)
{
  if (value->kind == ASK_VALUE_NULL)
    return TRUE;
  self->n += (gsize) times;
  switch (function)
    {
    case ASK_PIVOT_SUM:
    case ASK_PIVOT_AVERAGE:
      return ask_exact_sum_add (&self->sum, value, times);
    case ASK_PIVOT_LEAST:
      if (self->least.kind == ASK_VALUE_NULL || ask_pivot_compare (type, value, &self->least) < 0)
        self->least = *value;
      return TRUE;
    case ASK_PIVOT_MOST:
      if (self->most.kind == ASK_VALUE_NULL || ask_pivot_compare (type, value, &self->most) > 0)
        self->most = *value;
      return TRUE;
    case ASK_PIVOT_DISTINCT:
      if (self->set == NULL)
        self->set = g_hash_table_new (ask_pivot_key_hash, ask_pivot_key_equal);
      g_hash_table_add (self->set, (gpointer) value);
      return TRUE;
    case ASK_PIVOT_COUNT:
    default:
      return TRUE;
    }
}

/** ask_pivot_tally_merge: @other: made a part of @self, as if its values had been added */
void
ask_pivot_tally_merge (AskPivotTally *self, AskPivotFunction function, AskType type, const AskPivotTally *other)
{
  GHashTableIter iter;
  gpointer value;

  self->n += other->n;
  if (function == ASK_PIVOT_SUM || function == ASK_PIVOT_AVERAGE)
    ask_exact_sum_merge (&self->sum, &other->sum);
  if (other->least.kind != ASK_VALUE_NULL
      && (self->least.kind == ASK_VALUE_NULL || ask_pivot_compare (type, &other->least, &self->least) < 0))
    self->least = other->least;
  if (other->most.kind != ASK_VALUE_NULL
      && (self->most.kind == ASK_VALUE_NULL || ask_pivot_compare (type, &other->most, &self->most) > 0))
    self->most = other->most;
  if (other->set == NULL)
    return;
  if (self->set == NULL)
    self->set = g_hash_table_new (ask_pivot_key_hash, ask_pivot_key_equal);
  g_hash_table_iter_init (&iter, other->set);
  while (g_hash_table_iter_next (&iter, &value, NULL))
    g_hash_table_add (self->set, value);
}

/**
 * ask_pivot_tally_get:
 * @function: what is asked
 * @texts: gets the digits of a long sum
 *
 * Returns: the one value; NULL where there is none. It lives as long as the rows and @texts
 */
AskValue
ask_pivot_tally_get (const AskPivotTally *self, AskPivotFunction function, GStringChunk *texts)
{
  g_autofree char *text = NULL;
  AskValue value;

  switch (function)
    {
    case ASK_PIVOT_SUM:
      if (self->n == 0)
        return ASK_NULL_INIT;
      text = ask_exact_sum_get (&self->sum, &value);
      if (text != NULL)
        value.text = g_string_chunk_insert_const (texts, text);
      return value;
    case ASK_PIVOT_AVERAGE:
      return self->n > 0 ? ask_value_real (ask_exact_sum_get_real (&self->sum) / (double) self->n) : ASK_NULL_INIT;
    case ASK_PIVOT_LEAST:
      return self->least;
    case ASK_PIVOT_MOST:
      return self->most;
    case ASK_PIVOT_DISTINCT:
      return ask_value_integer (self->set != NULL ? (gint64) g_hash_table_size (self->set) : 0);
    case ASK_PIVOT_COUNT:
    default:
      return ask_value_integer ((gint64) self->n);
    }
}
