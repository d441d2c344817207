/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lookahead for joins with API entities. A nested loop asks for one key after the other; to have
 * calls in flight side by side, the keys that it is about to ask for must be known earlier. So the
 * same statement runs a second time, as a shadow: there an API table gives the rows that have been
 * fetched, notes the keys that have not, and ends the shadow when enough are noted. The noted keys
 * are fetched together, or found in the whole list, whichever is cheaper.
 *
 * The shadow only ever decides what is fetched early. The answer comes from the first statement.
 */
#include "config.h"

#include "engine/ask-fetch.h"

#define FIRST_TARGET 8
#define MAX_TARGET 8192
#define MAX_USELESS 3

/** ask_wanted_free: frees @self */
void
ask_wanted_free (AskWanted *self)
{
  for (guint i = 0; i < self->n_bound; i++)
    ask_value_clear (&self->bound[i]);
  g_free (self->bound);
  g_free (self->terms);
  g_free (self);
}

static AskWanted *
wanted_new (const AskEntity *entity, const AskTerm *terms, const AskValue *bound, guint n_bound)
{
  AskWanted *self = g_new0 (AskWanted, 1);

  self->entity = entity;
  self->terms = g_memdup2 (terms, n_bound * sizeof *terms);
  self->n_bound = n_bound;
  self->bound = g_new0 (AskValue, MAX (1, n_bound));
  for (guint i = 0; i < n_bound; i++)
    ask_value_dup_into (&self->bound[i], &bound[i]);
  return self;
}

/**
 * ask_lookahead_note:
 * @engine: has a run, which keeps the key
 * @entity: of an API, or the one of a fragment
 * @terms: (array length=n_bound): what the key has a value for; copied
 * @bound: (array length=n_bound): these values; copied
 * @n_bound: how many arguments a key has
 *
 * Notes a key that is not there, once.
 *
 * Returns: %SQLITE_OK, or %SQLITE_ABORT when enough are noted and the shadow may end
 */
int
ask_lookahead_note (AskEngine *engine, const AskEntity *entity, const AskTerm *terms, const AskValue *bound,
                    guint n_bound)
{
  AskRun *run = engine->run;
  char *key = ask_fetch_key (entity, terms, bound, n_bound);

  if (g_hash_table_add (run->sets.wanted_keys, key))
    g_ptr_array_add (run->sets.wanted, wanted_new (entity, terms, bound, n_bound));
  return run->sets.wanted->len >= run->reading.wanted_target ? SQLITE_ABORT : SQLITE_OK;
}

static gboolean
same_call (const AskWanted *a, const AskWanted *b)
{
  if (a->entity != b->entity || a->n_bound != b->n_bound)
    return FALSE;
  for (guint i = 0; i < a->n_bound; i++)
    if (a->terms[i].attribute != b->terms[i].attribute || a->terms[i].use != b->terms[i].use)
      return FALSE;
  return TRUE;
}

/* Those that make the same kind of call go together, in the order in which they were met. */
static gboolean
fetch_wanted (AskEngine *engine, GError **error)
{
  GPtrArray *wanted = engine->run->sets.wanted;

  while (wanted->len > 0)
    {
      const AskWanted *first = wanted->pdata[0];
      g_autoptr (GPtrArray) group = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_wanted_free);
      g_autoptr (GPtrArray) rest = g_ptr_array_new ();
      g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (AskValue));
      const AskWanted *call;

      for (guint i = 0; i < wanted->len; i++)
        g_ptr_array_add (same_call (first, wanted->pdata[i]) ? group : rest, wanted->pdata[i]);
      g_ptr_array_set_free_func (wanted, NULL);
      g_ptr_array_set_size (wanted, 0);
      g_ptr_array_set_free_func (wanted, (GDestroyNotify) ask_wanted_free);
      for (guint i = 0; i < rest->len; i++)
        g_ptr_array_add (wanted, rest->pdata[i]);

      call = group->pdata[0];
      for (guint i = 0; i < group->len; i++)
        g_array_append_vals (bindings, ((AskWanted *) group->pdata[i])->bound, call->n_bound);
      if (!ask_fetch_batch (engine,
                            &(AskKeys) { call->entity, call->terms, call->n_bound,
                                         (const AskValue *) (gpointer) bindings->data, group->len },
                            error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_lookahead_run:
 * @engine: has a run, which keeps what is fetched
 * @error: %ASK_SOURCE_ERROR, %ASK_ENGINE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Call after noting the key that is needed now: it is fetched, together with those that the shadow
 * finds.
 *
 * Returns: whether all went well
 */
gboolean
ask_lookahead_run (AskEngine *engine, GError **error)
{
  AskRun *run = engine->run;
  guint before = run->sets.wanted->len;
  g_autoptr (GError) local = NULL;
  AskWanted *needed;
  gboolean alone;
  gboolean good;

  /* Where no LIMIT may end it early, all keys are going to be needed. */
  if (run->reading.wanted_target == 0)
    run->reading.wanted_target = run->reading.limited ? FIRST_TARGET : MAX_TARGET;
  else
    run->reading.wanted_target = MIN (run->reading.wanted_target * 4, MAX_TARGET);
  if (run->reading.useless < MAX_USELESS)
    {
      run->shadow = TRUE;
      if (run->reading.shadow == NULL)
        sqlite3_prepare_v2 (engine->db, run->reading.sql, -1, &run->reading.shadow, NULL);
      /* Whatever ends it, an error of the statement's own too, the first run meets it as well. */
      if (run->reading.shadow != NULL)
        {
          while (sqlite3_step (run->reading.shadow) == SQLITE_ROW)
            ;
          sqlite3_reset (run->reading.shadow);
        }
      run->shadow = FALSE;
      run->reading.useless = run->sets.wanted->len > before ? 0 : run->reading.useless + 1;
    }
  if (g_cancellable_set_error_if_cancelled (run->stop, error))
    return FALSE;

  needed = run->sets.wanted->pdata[0];
  needed = wanted_new (needed->entity, needed->terms, needed->bound, needed->n_bound);
  alone = run->sets.wanted->len == 1;
  good = fetch_wanted (engine, &local);
  g_ptr_array_set_size (run->sets.wanted, 0);
  g_hash_table_remove_all (run->sets.wanted_keys);
  if (!good && !alone && !g_cancellable_is_cancelled (run->stop))
    {
      /* The call that failed may be one that nobody would have made: a LIMIT may come first. From
       * here on only what is really asked for is fetched. */
      g_clear_error (&local);
      run->reading.useless = MAX_USELESS;
      good = ask_fetch_batch (engine, &(AskKeys) { needed->entity, needed->terms, needed->n_bound, needed->bound, 1 },
                              &local);
    }
  ask_wanted_free (needed);
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return good;
}
