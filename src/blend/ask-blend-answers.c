/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers by value. Two values are the same where SQL's DISTINCT says so: 1 and 1.0 are, 1 and '1' are not. What is not known
 * is NULL to whoever looks it up, and is noted.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <string.h>

static void
value_free (gpointer data)
{
  ask_value_clear (data);
  g_free (data);
}

AskBlendAnswers *
ask_blend_answers_new (void)
{
  AskBlendAnswers *self = g_new0 (AskBlendAnswers, 1);

  self->known = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, value_free);
  self->missed = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                        (GDestroyNotify) ask_rows_unref);
  return self;
}

void
ask_blend_answers_free (AskBlendAnswers *self)
{
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->missed);
  g_free (self);
}

/* ask_blend_answers_key: Returns: (transfer full): the same for values that are the same */
GBytes *
ask_blend_answers_key (const AskValue *values, guint n)
{
  g_autoptr (GByteArray) key = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    {
      AskValue value = values[i];

      if (value.kind == ASK_VALUE_REAL && value.real >= -9e15 && value.real <= 9e15
          && value.real == (double) (gint64) value.real)
        value = ask_value_integer ((gint64) value.real);
      g_byte_array_append (key, (const guint8 *) &value.kind, sizeof value.kind);
      if (value.kind == ASK_VALUE_TEXT || value.kind == ASK_VALUE_BLOB)
        {
          g_byte_array_append (key, (const guint8 *) &value.length, sizeof value.length);
          g_byte_array_append (key, value.blob, value.length);
        }
      else if (value.kind != ASK_VALUE_NULL)
        g_byte_array_append (key, (const guint8 *) &value.integer, sizeof value.integer);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&key));
}

/* ask_blend_answers_find: Returns: (nullable): what was answered of @values */
const AskValue *
ask_blend_answers_find (AskBlendAnswers *self, const AskValue *values, guint n)
{
  g_autoptr (GBytes) key = ask_blend_answers_key (values, n);

  return g_hash_table_lookup (self->known, key);
}

void
ask_blend_answers_add (AskBlendAnswers *self, const AskValue *values, guint n, const AskValue *answer)
{
  AskValue *copy = g_new0 (AskValue, 1);

  ask_value_dup_into (copy, answer);
  g_hash_table_replace (self->known, ask_blend_answers_key (values, n), copy);
}

static AskRows *
make_rows (guint n_columns)
{
  AskRows *rows = ask_rows_new ();

  for (guint i = 0; i < n_columns; i++)
    ask_rows_add_column (rows, i == 0 ? "value" : "context", ASK_TYPE_ANY);
  return rows;
}

/* ask_blend_answers_miss: notes that @values were looked up and are not known */
void
ask_blend_answers_miss (AskBlendAnswers *self, const AskValue *values, guint n)
{
  AskRows *row = make_rows (n);

  ask_rows_append (row, values);
  g_hash_table_replace (self->missed, ask_blend_answers_key (values, n), row);
}

/* ask_blend_answers_take_missed: Returns: (transfer full): rows of @n columns, of what was missed and is still not known; from
 * now on nothing was */
AskRows *
ask_blend_answers_take_missed (AskBlendAnswers *self, guint n)
{
  AskRows *rows = make_rows (n);
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->missed);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    if (ask_rows_get_n_columns (row) == n && ask_blend_answers_find (self, ask_rows_get_row (row, 0), n) == NULL)
      ask_rows_append (rows, ask_rows_get_row (row, 0));
  g_hash_table_remove_all (self->missed);
  return rows;
}
