/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages overlap where rows are inserted while they are read, or where a server counts wrongly. With a key
 * the same row is taken once; one that has changed between two pages cannot be told from the other. A key
 * that two rows of one page share is none: then, and without one, an overlap is seen where a page begins
 * as the one before it ends, unless rows are alike anyhow.
 *
 * It keeps hashes, never values, and those of the last half million to a million rows.
 */
#include "config.h"

#include "source/rest/ask-rest-seen.h"

#define MAX_KEPT (1u << 19)

typedef struct
{
  guint64 hash;
  guint page;
} Met;

/* Keys that were met: a hash of the key → its place in @met, plus one. */
typedef struct
{
  GHashTable *places;
  GArray *met;
} Keys;

struct _AskRestSeen
{
  Keys *present;
  Keys *older;
  guint n_page;
  gboolean keyed;
  gint64 n_new; /* of this page */
  GArray *hashes; /* of this page's elements */
  GArray *before; /* of the last one's */
};

static Keys *
keys_new (void)
{
  Keys *self = g_new (Keys, 1);

  self->places = g_hash_table_new (NULL, NULL);
  self->met = g_array_new (FALSE, FALSE, sizeof (Met));
  return self;
}

static void
keys_free (Keys *self)
{
  g_hash_table_unref (self->places);
  g_array_unref (self->met);
  g_free (self);
}

static const Met *
keys_find (const Keys *self, guint64 key)
{
  gsize place = GPOINTER_TO_SIZE (g_hash_table_lookup (self->places, GSIZE_TO_POINTER ((gsize) key)));

  return place > 0 ? &g_array_index (self->met, Met, place - 1) : NULL;
}

/** ask_rest_seen_new: Returns: (transfer full): before the first page */
AskRestSeen *
ask_rest_seen_new (void)
{
  AskRestSeen *self = g_new0 (AskRestSeen, 1);

  self->present = keys_new ();
  self->older = keys_new ();
  self->keyed = TRUE;
  self->hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->before = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

/** ask_rest_seen_free: frees @self */
void
ask_rest_seen_free (AskRestSeen *self)
{
  keys_free (self->present);
  keys_free (self->older);
  g_array_unref (self->hashes);
  g_array_unref (self->before);
  g_free (self);
}

static void
add_key (AskRestSeen *self, const AskRestMark *mark)
{
  const Met met = { mark->hash, self->n_page };

  if (self->present->met->len >= MAX_KEPT)
    {
      keys_free (self->older);
      self->older = self->present;
      self->present = keys_new ();
    }
  g_array_append_val (self->present->met, met);
  g_hash_table_insert (self->present->places, GSIZE_TO_POINTER ((gsize) mark->key),
                       GSIZE_TO_POINTER (self->present->met->len));
}

/* Returns: whether an earlier page had this element */
static gboolean
meet (AskRestSeen *self, const AskRestMark *mark, gboolean *changed)
{
  const Met *met;

  self->keyed = self->keyed && mark->keyed;
  if (!self->keyed)
    return FALSE;
  met = keys_find (self->present, mark->key);
  if (met == NULL)
    met = keys_find (self->older, mark->key);
  if (met == NULL)
    add_key (self, mark);
  else if (met->page == self->n_page)
    self->keyed = met->hash == mark->hash;
  else if (met->hash != mark->hash)
    *changed = TRUE;
  else
    return TRUE;
  return FALSE;
}

/**
 * ask_rest_seen_filter:
 * @rows: (transfer full): some of the page that is read
 * @marks: (element-type AskRestMark): of the elements that they are from
 * @changed: (inout): set to %TRUE where a row came with another page, too, and was another one there
 *
 * Returns: (transfer full): those rows that did not come before
 */
AskRows *
ask_rest_seen_filter (AskRestSeen *self, AskRows *rows, const GArray *marks, gboolean *changed)
{
  g_autoptr (AskRows) all = rows;
  AskRows *kept = NULL;
  gsize row = 0;

  for (guint i = 0; i < marks->len; i++)
    {
      const AskRestMark *mark = &g_array_index (marks, AskRestMark, i);
      gboolean met = meet (self, mark, changed);

      g_array_append_val (self->hashes, mark->hash);
      self->n_new += !met;
      if (met && kept == NULL)
        {
          kept = ask_rows_new ();
          for (guint c = 0; c < ask_rows_get_n_columns (all); c++)
            ask_rows_add_column (kept, ask_rows_get_column (all, c)->name, ask_rows_get_column (all, c)->type);
          for (gsize r = 0; r < row; r++)
            ask_rows_append (kept, ask_rows_get_row (all, r));
        }
      for (guint r = 0; !met && kept != NULL && r < mark->n_rows; r++)
        ask_rows_append (kept, ask_rows_get_row (all, row + r));
      row += mark->n_rows;
    }
  return kept != NULL ? kept : g_steal_pointer (&all);
}

/* Whether no two elements are alike. */
static gboolean
all_differ (const GArray *hashes)
{
  g_autoptr (GHashTable) set = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < hashes->len; i++)
    if (!g_hash_table_add (set, &g_array_index (hashes, guint64, i)))
      return FALSE;
  return TRUE;
}

/* Whether some first elements of @page are the last ones of @before, in the same order: Knuth, Morris and
 * Pratt's search for @page, with what it has found when @before ends. */
static gboolean
begins_like_end (const GArray *page, const GArray *before)
{
  const guint64 *wanted = (const guint64 *) page->data;
  g_autofree guint *failure = g_new0 (guint, MAX (1, page->len));
  guint n = 0;

  if (page->len == 0 || before->len == 0)
    return FALSE;
  for (guint i = 1; i < page->len; i++)
    {
      while (n > 0 && wanted[i] != wanted[n])
        n = failure[n - 1];
      n += wanted[i] == wanted[n];
      failure[i] = n;
    }
  n = 0;
  for (guint i = 0; i < before->len; i++)
    {
      guint64 hash = g_array_index (before, guint64, i);

      while (n > 0 && (n == page->len || hash != wanted[n]))
        n = failure[n - 1];
      n += hash == wanted[n];
    }
  return n > 0;
}

/**
 * ask_rest_seen_end_page:
 * @overlaps: (out): whether it looks as if some of its elements were the last ones of the page before; only
 *   where keys do not tell
 *
 * Returns: how many elements of the page that ends did not come before
 */
gint64
ask_rest_seen_end_page (AskRestSeen *self, gboolean *overlaps)
{
  GArray *free = self->before;
  gint64 n_new = self->n_new;

  *overlaps = !self->keyed && begins_like_end (self->hashes, self->before) && all_differ (self->hashes)
              && all_differ (self->before);
  self->before = self->hashes;
  self->hashes = free;
  g_array_set_size (self->hashes, 0);
  self->n_new = 0;
  self->n_page++;
  return n_new;
}

/** ask_rest_seen_is_keyed: Returns: whether each element so far had a key that tells it from all others */
gboolean
ask_rest_seen_is_keyed (AskRestSeen *self)
{
  return self->keyed;
}
