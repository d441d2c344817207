/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorts an index of rows, stably, by one column after the other. Cells become keys of 64 bits that are ordered as they
 * are, or that tie where 64 bits can't tell them apart; a radix sort orders the keys, and only ties are compared again.
 * What is equal is then sorted by the next column. It needs 24 bytes a row while it works.
 */
#include "config.h"

#include "table/ask-table-private.h"

#include <math.h>
#include <string.h>

#include "base/ask-decimal.h"

/* Fewer are put in order by insertion. */
#define FEW 48
/* How often somebody who has lost interest is heard. */
#define STRIDE 0xffff

/* What is sorted among its like; NULLs come last in either direction. */
typedef enum
{
  CLASS_NUMBER,
  CLASS_TEXT,
  CLASS_BLOB,
  CLASS_NULL,
  N_CLASSES
} Class;

/** ask_table_sort_is_stopped: @self: a sort; Returns: whether nobody wants it any more */
gboolean
ask_table_sort_is_stopped (const AskTableSort *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

static void
insert_keys (guint64 *keys, guint32 *index, gsize n)
{
  for (gsize i = 1; i < n; i++)
    {
      guint64 key = keys[i];
      guint32 row = index[i];
      gsize j = i;

      for (; j > 0 && keys[j - 1] > key; j--)
        {
          keys[j] = keys[j - 1];
          index[j] = index[j - 1];
        }
      keys[j] = key;
      index[j] = row;
    }
}

/* The places of the bits in which keys differ at all. */
static guint64
find_differing (const guint64 *keys, gsize n)
{
  guint64 differing = 0;

  for (gsize i = 1; i < n; i++)
    differing |= keys[i] ^ keys[0];
  return differing;
}

/**
 * ask_table_sort_keys:
 * @self: a sort, whose keys are made
 * @from: the first place
 * @n: of so many
 *
 * Puts keys and rows in ascending order; those of equal keys stay as they are.
 */
void
ask_table_sort_keys (AskTableSort *self, gsize from, gsize n)
{
  guint64 *keys = self->keys + from, *other_keys = self->spare_keys + from;
  guint32 *index = self->index + from, *other_index = self->spare_index + from;
  guint64 differing;
  gboolean swapped = FALSE;

  if (n < FEW)
    {
      insert_keys (keys, index, n);
      return;
    }
  differing = find_differing (keys, n);
  for (guint shift = 0; shift < 64; shift += 8)
    {
      gsize places[256] = { 0 };
      gsize sum = 0;

      if ((differing >> shift & 0xff) == 0)
        continue;
      for (gsize i = 0; i < n; i++)
        places[keys[i] >> shift & 0xff]++;
      for (guint b = 0; b < 256; b++)
        {
          gsize count = places[b];

          places[b] = sum;
          sum += count;
        }
      for (gsize i = 0; i < n; i++)
        {
          gsize place = places[keys[i] >> shift & 0xff]++;

          other_keys[place] = keys[i];
          other_index[place] = index[i];
        }
      {
        guint64 *k = keys;
        guint32 *x = index;

        keys = other_keys;
        index = other_index;
        other_keys = k;
        other_index = x;
        swapped = !swapped;
      }
    }
  if (swapped)
    {
      memcpy (other_keys, keys, n * sizeof *keys);
      memcpy (other_index, index, n * sizeof *index);
    }
}

static const AskOrderKey *
get_key (const AskTableSort *self, guint level)
{
  return &g_array_index (self->wish->order, AskOrderKey, level);
}

static gboolean
is_decimal (const AskTableSort *self, guint level)
{
  return ask_rows_get_column (self->rows, get_key (self, level)->column)->type == ASK_TYPE_DECIMAL;
}

static Class
classify (const AskValue *value, gboolean decimal)
{
  switch (value->kind)
    {
    case ASK_VALUE_NULL:
      return CLASS_NULL;
    case ASK_VALUE_INTEGER:
    case ASK_VALUE_REAL:
      return CLASS_NUMBER;
    case ASK_VALUE_TEXT:
      return decimal ? CLASS_NUMBER : CLASS_TEXT;
    default:
      return CLASS_BLOB;
    }
}

/* Ordered as the reals are; those that are no numbers come last. */
static guint64
key_of_real (double real)
{
  guint64 bits;

  if (isnan (real))
    return G_MAXUINT64;
  /* -0 is 0. */
  real += 0.0;
  memcpy (&bits, &real, sizeof bits);
  return bits >> 63 ? ~bits : bits | G_GUINT64_CONSTANT (1) << 63;
}

/* Ordered as the numbers are; different ones may have one key. */
static guint64
key_of_number (const AskValue *value)
{
  char *end;
  double real;

  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      return key_of_real ((double) value->integer);
    case ASK_VALUE_REAL:
      return key_of_real (value->real);
    default:
      real = g_ascii_strtod (value->text, &end);
      return end == value->text ? G_MAXUINT64 : key_of_real (real);
    }
}

/* Numbers, decimals among them, by all their digits. */
static int
compare_numbers (const AskValue *a, const AskValue *b)
{
  g_autofree char *text_a = NULL;
  g_autofree char *text_b = NULL;

  if (a->kind == ASK_VALUE_TEXT && b->kind == ASK_VALUE_TEXT)
    return ask_decimal_compare (a->text, a->length, b->text, b->length);
  if (a->kind != ASK_VALUE_TEXT && b->kind != ASK_VALUE_TEXT)
    return ask_value_compare (a, b);
  text_a = a->kind == ASK_VALUE_REAL ? ask_decimal_from_real (a->real) : ask_value_to_text (a);
  text_b = b->kind == ASK_VALUE_REAL ? ask_decimal_from_real (b->real) : ask_value_to_text (b);
  return ask_decimal_compare (text_a, strlen (text_a), text_b, strlen (text_b));
}

typedef struct
{
  const AskTableSort *sort;
  guint column;
  Class class;
  int sign;
} Comparison;

static int
compare_cells (const Comparison *how, guint32 a, guint32 b)
{
  const AskValue *one = ask_rows_get (how->sort->rows, a, how->column);
  const AskValue *other = ask_rows_get (how->sort->rows, b, how->column);

  return how->class == CLASS_NUMBER ? compare_numbers (one, other) : ask_value_compare (one, other);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const Comparison *how = data;

  return how->sign * compare_cells (how, *(const guint32 *) a, *(const guint32 *) b);
}

static void sort_rest (AskTableSort *self, gsize from, gsize n, guint level);

/* Rows whose keys tie: by the cells themselves, then those that are equal by the next column. */
static void
sort_ties (AskTableSort *self, gsize from, gsize n, guint level, const Comparison *how)
{
  gsize begin = from;

  /* A stable merge sort. */
  g_qsort_with_data (self->index + from, (gint) n, sizeof *self->index, compare_rows, (gpointer) how);
  for (gsize i = from + 1; i <= from + n; i++)
    if (i == from + n || compare_cells (how, self->index[begin], self->index[i]) != 0)
      {
        sort_rest (self, begin, i - begin, level + 1);
        begin = i;
      }
}

/* Whether numbers of these rows are told apart by their keys: all integers, or all reals. */
static gboolean
make_number_keys (AskTableSort *self, gsize from, gsize n, const AskOrderKey *key)
{
  guint64 flip = key->descending ? G_MAXUINT64 : 0;
  gboolean integers = TRUE, reals = TRUE;

  for (gsize i = from; i < from + n && (integers || reals); i++)
    {
      guint32 kind = ask_rows_get (self->rows, self->index[i], key->column)->kind;

      integers = integers && kind == ASK_VALUE_INTEGER;
      reals = reals && kind == ASK_VALUE_REAL;
    }
  for (gsize i = from; i < from + n; i++)
    {
      const AskValue *value = ask_rows_get (self->rows, self->index[i], key->column);

      if ((i & STRIDE) == 0 && ask_table_sort_is_stopped (self))
        return TRUE;
      self->keys[i]
        = flip ^ (integers ? (guint64) value->integer ^ G_GUINT64_CONSTANT (1) << 63 : key_of_number (value));
    }
  return integers || reals;
}

static void
sort_numbers (AskTableSort *self, gsize from, gsize n, guint level)
{
  const AskOrderKey *key = get_key (self, level);
  Comparison how = { self, key->column, CLASS_NUMBER, key->descending ? -1 : 1 };
  gboolean exact = make_number_keys (self, from, n, key);
  gsize begin = from;

  ask_table_sort_keys (self, from, n);
  if (exact && level + 1 == self->wish->order->len)
    return;
  for (gsize i = from + 1; i <= from + n && !ask_table_sort_is_stopped (self); i++)
    if (i == from + n || self->keys[i] != self->keys[begin])
      {
        if (i - begin > 1 && exact)
          sort_rest (self, begin, i - begin, level + 1);
        else if (i - begin > 1)
          sort_ties (self, begin, i - begin, level, &how);
        begin = i;
      }
}

static void
sort_class (AskTableSort *self, gsize from, gsize n, guint level, Class class)
{
  Comparison how = { self, get_key (self, level)->column, class, get_key (self, level)->descending ? -1 : 1 };

  if (n < 2)
    return;
  switch (class)
    {
    case CLASS_NUMBER:
      sort_numbers (self, from, n, level);
      break;
    case CLASS_TEXT:
      ask_table_sort_texts (self, from, n, level, sort_rest);
      break;
    case CLASS_BLOB:
      sort_ties (self, from, n, level, &how);
      break;
    default:
      sort_rest (self, from, n, level + 1);
      break;
    }
}

/* Puts what is of one class together, and sorts each by the key at @level, and by those after it. */
static void
sort_rest (AskTableSort *self, gsize from, gsize n, guint level)
{
  static const Class ascending[] = { CLASS_NUMBER, CLASS_TEXT, CLASS_BLOB, CLASS_NULL };
  static const Class descending[] = { CLASS_BLOB, CLASS_TEXT, CLASS_NUMBER, CLASS_NULL };
  gsize counts[N_CLASSES] = { 0 };
  gsize places[N_CLASSES];
  const AskOrderKey *key;
  const Class *order;
  gboolean decimal;
  gsize place = from;

  if (n < 2 || level >= self->wish->order->len || ask_table_sort_is_stopped (self))
    return;
  key = get_key (self, level);
  order = key->descending ? descending : ascending;
  decimal = is_decimal (self, level);
  for (gsize i = from; i < from + n; i++)
    counts[classify (ask_rows_get (self->rows, self->index[i], key->column), decimal)]++;
  for (guint i = 0; i < N_CLASSES; i++)
    {
      places[order[i]] = place;
      place += counts[order[i]];
    }
  if (MAX (MAX (counts[0], counts[1]), MAX (counts[2], counts[3])) < n)
    {
      for (gsize i = from; i < from + n; i++)
        self->spare_index[places[classify (ask_rows_get (self->rows, self->index[i], key->column), decimal)]++]
          = self->index[i];
      memcpy (self->index + from, self->spare_index + from, n * sizeof *self->index);
    }
  place = from;
  for (guint i = 0; i < N_CLASSES; i++)
    {
      sort_class (self, place, counts[order[i]], level, order[i]);
      place += counts[order[i]];
    }
}

/**
 * ask_table_sort:
 * @self: with all members set; @index in the order that equal rows are to keep
 * @n: how many rows
 *
 * Sorts as @wish says. Where it is cancelled, the order is anyone's.
 */
void
ask_table_sort (AskTableSort *self, gsize n)
{
  sort_rest (self, 0, n, 0);
}
