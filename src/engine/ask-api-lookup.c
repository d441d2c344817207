/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The calls whose rows a cursor of the virtual table gives: which of them have been made for the statement, and the others,
 * one alone, all together, or those that a join is about to ask for as well. The rows are the run's.
 */
#include "config.h"

#include "engine/ask-fetch.h"
#include "engine/ask-fragment.h"

#include <string.h>

/**
 * ask_lookup_init:
 * @self: (out caller-allocates): free it with ask_lookup_clear()
 * @engine: with a run
 * @entity: whose rows are wanted
 * @bounds: (element-type AskBound): the values of its calls
 * @n_runs: how many calls they make
 */
void
ask_lookup_init (AskLookup *self, AskEngine *engine, const AskEntity *entity, GArray *bounds, guint n_runs)
{
  gsize n = MAX (1, (gsize) bounds->len * n_runs);

  *self = (AskLookup) { .engine = engine,
                        .entity = entity,
                        .terms = g_new (AskTerm, MAX (1, bounds->len)),
                        .n_bound = bounds->len,
                        .values = g_new (AskValue, n),
                        .n_runs = n_runs,
                        .missing = g_new (AskValue, n) };
  for (guint i = 0; i < self->n_bound; i++)
    {
      const AskBound *bound = &g_array_index (bounds, AskBound, i);

      self->terms[i] = (AskTerm) { entity->attributes->pdata[bound->attribute], bound->use };
      self->join = self->join || bound->join;
    }
  for (guint r = 0; r < n_runs; r++)
    ask_bounds_pick_run (bounds, r, self->values + (gsize) r * self->n_bound);
}

/** ask_lookup_clear: frees what @self holds, but no rows */
void
ask_lookup_clear (AskLookup *self)
{
  g_clear_pointer (&self->terms, g_free);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->missing, g_free);
}

/* Returns: (transfer full): what the rows of the @r-th call are kept by */
static char *
make_key (const AskLookup *self, guint r)
{
  return ask_fetch_key (self->entity, self->terms, self->values + (gsize) r * self->n_bound, self->n_bound);
}

/* Returns: (transfer none) (nullable): the rows of the @r-th call, where they are there */
static AskFetch *
find_fetch (const AskLookup *self, guint r)
{
  GHashTable *fetches = self->engine->run->sets.fetches;
  g_autofree char *key = make_key (self, r);
  AskFetch *known = g_hash_table_lookup (fetches, key);

  if (known == NULL || !known->once || known->at == 0)
    return known;
  /* It was thought to be read once, and is begun again: from now on its rows are kept. */
  known->fragment->once = FALSE;
  g_hash_table_remove (fetches, key);
  return NULL;
}

/**
 * ask_lookup_find:
 * @fetches: (element-type AskFetch): empty; gets the rows of all calls, in their order, where all are there
 *
 * Returns: whether they are; else it is known which are missing
 */
gboolean
ask_lookup_find (AskLookup *self, GPtrArray *fetches)
{
  guint n = self->n_bound;

  self->n_missing = 0;
  for (guint r = 0; r < self->n_runs; r++)
    {
      AskFetch *known = find_fetch (self, r);

      if (known != NULL)
        {
          g_ptr_array_add (fetches, ask_fetch_ref (known));
          continue;
        }
      if (n > 0)
        memcpy (self->missing + (gsize) self->n_missing * n, self->values + (gsize) r * n, n * sizeof (AskValue));
      self->n_missing++;
    }
  /* They come again, in their places among those that are missing now. */
  if (self->n_missing > 0)
    g_ptr_array_set_size (fetches, 0);
  return self->n_missing == 0;
}

/** ask_lookup_note: in a lookahead: notes what would be fetched. Returns: SQLite's code */
int
ask_lookup_note (const AskLookup *self)
{
  int code = SQLITE_OK;

  for (guint r = 0; self->join && r < self->n_missing && code == SQLITE_OK; r++)
    code = ask_lookahead_note (self->engine, self->entity, self->terms, self->missing + (gsize) r * self->n_bound,
                               self->n_bound);
  return code;
}

/**
 * ask_lookup_fetch:
 * @self: after ask_lookup_find()
 * @error: %ASK_SOURCE_ERROR, %ASK_ENGINE_ERROR
 *
 * Makes the calls whose rows are missing.
 *
 * Returns: whether they could be made
 */
gboolean
ask_lookup_fetch (const AskLookup *self, GError **error)
{
  if (self->n_missing == 1 && self->n_runs == 1 && self->join)
    {
      ask_lookahead_note (self->engine, self->entity, self->terms, self->missing, self->n_bound);
      return ask_lookahead_run (self->engine, error);
    }
  if (self->n_runs > 1)
    {
      const AskKeys keys = { self->entity, self->terms, self->n_bound, self->missing, self->n_missing };

      return ask_fetch_batch (self->engine, &keys, error);
    }
  return ask_fetch_open (self->engine, self->entity, self->terms, self->missing, self->n_bound, error) != NULL;
}

/** ask_lookup_take: @fetches: (element-type AskFetch): empty; gets the rows of all calls, which have been made, in their order */
void
ask_lookup_take (const AskLookup *self, GPtrArray *fetches)
{
  for (guint r = 0; r < self->n_runs; r++)
    {
      g_autofree char *key = make_key (self, r);

      g_ptr_array_add (fetches, ask_fetch_ref (g_hash_table_lookup (self->engine->run->sets.fetches, key)));
    }
}
