/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of words: pairs of a word and a thing are gathered, sorted once, and then kept apart, so that a word is
 * written once and not for each thing that has it.
 */
#include "config.h"

#include "understand/route/ask-route-table.h"

#define ID_MASK ((G_GUINT64_CONSTANT (1) << ASK_ROUTE_ID_BITS) - 1)

static guint
get_part (guint64 word)
{
  return (guint) (word >> (32 + ASK_ROUTE_ID_BITS));
}

/**
 * ask_route_table_init:
 * @self: (out caller-allocates): an empty table
 */
void
ask_route_table_init (AskRouteTable *self)
{
  *self = (AskRouteTable) { .pairs = g_array_new (FALSE, FALSE, sizeof (guint64)) };
}

/**
 * ask_route_table_clear:
 * @self: a table
 */
void
ask_route_table_clear (AskRouteTable *self)
{
  g_clear_pointer (&self->pairs, g_array_unref);
  g_clear_pointer (&self->words, g_free);
  g_clear_pointer (&self->starts, g_free);
  g_clear_pointer (&self->ids, g_free);
}

/**
 * ask_route_table_add:
 * @self: not finished
 * @word: from ask_route_hash()
 * @id: of what has it, below 2^%ASK_ROUTE_ID_BITS; the same may be added again
 */
void
ask_route_table_add (AskRouteTable *self, guint64 word, guint id)
{
  guint64 pair = word | id;

  g_array_append_val (self->pairs, pair);
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  guint64 first = *(const guint64 *) a;
  guint64 second = *(const guint64 *) b;

  return first < second ? -1 : first > second;
}

/**
 * ask_route_table_finish:
 * @self: a table; nothing is added to it any more
 */
void
ask_route_table_finish (AskRouteTable *self)
{
  GArray *pairs = self->pairs;
  guint64 *all = (guint64 *) (gpointer) pairs->data;
  guint n = 0;

  g_array_sort (pairs, compare_pairs);
  for (guint i = 0; i < pairs->len; i++)
    if (n == 0 || all[i] != all[n - 1])
      {
        self->n_words += n == 0 || (all[i] & ~ID_MASK) != (all[n - 1] & ~ID_MASK);
        all[n++] = all[i];
      }
  self->words = g_new (guint32, self->n_words + 1);
  self->starts = g_new (guint32, self->n_words + 1);
  self->ids = g_new (guint32, n + 1);
  for (guint i = 0, word = 0; i < n; i++)
    {
      if (i == 0 || (all[i] & ~ID_MASK) != (all[i - 1] & ~ID_MASK))
        {
          self->words[word] = (guint32) (all[i] >> ASK_ROUTE_ID_BITS);
          self->starts[word++] = i;
          self->parts[get_part (all[i]) + 1] = word;
        }
      self->ids[i] = (guint32) (all[i] & ID_MASK);
    }
  self->starts[self->n_words] = n;
  for (guint part = 1; part <= ASK_ROUTE_N_PARTS; part++)
    self->parts[part] = MAX (self->parts[part], self->parts[part - 1]);
  g_clear_pointer (&self->pairs, g_array_unref);
}

/**
 * ask_route_table_get:
 * @self: a finished table
 * @place: of a word, below its @n_words
 *
 * Returns: all that has the word, in order
 */
AskRoutePostings
ask_route_table_get (const AskRouteTable *self, guint place)
{
  return (AskRoutePostings) { self->ids + self->starts[place], self->starts[place + 1] - self->starts[place] };
}

static guint
find_first (const guint32 *all, guint n, guint wanted)
{
  guint low = 0;

  while (low < n)
    {
      guint middle = low + (n - low) / 2;

      if (all[middle] < wanted)
        low = middle + 1;
      else
        n = middle;
    }
  return low;
}

/**
 * ask_route_table_find:
 * @self: a finished table
 * @word: from ask_route_hash()
 *
 * Returns: all that has the word, in order
 */
AskRoutePostings
ask_route_table_find (const AskRouteTable *self, guint64 word)
{
  guint from = self->parts[get_part (word)];
  guint end = self->parts[get_part (word) + 1];
  guint32 wanted = (guint32) (word >> ASK_ROUTE_ID_BITS);
  guint place = from + find_first (self->words + from, end - from, wanted);

  if (place == end || self->words[place] != wanted)
    return (AskRoutePostings) { NULL, 0 };
  return ask_route_table_get (self, place);
}

/**
 * ask_route_table_get_size:
 * @self: a finished table
 *
 * Returns: the bytes that it holds
 */
gsize
ask_route_table_get_size (const AskRouteTable *self)
{
  return self->n_words * (sizeof *self->words + sizeof *self->starts) + self->starts[self->n_words] * sizeof *self->ids;
}

/**
 * ask_route_postings_within:
 * @self: from ask_route_table_find()
 * @first: the lowest number
 * @n: how many numbers from there
 *
 * Returns: what of @self names these
 */
AskRoutePostings
ask_route_postings_within (AskRoutePostings self, guint first, guint n)
{
  guint from;

  if (self.n == 0)
    return self;
  from = find_first (self.first, self.n, first);
  return (AskRoutePostings) { self.first + from, find_first (self.first + from, self.n - from, first + n) };
}
