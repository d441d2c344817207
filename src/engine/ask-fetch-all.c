/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything instead of many keys: where an API gives its whole list in fewer rounds than the calls for
 * single keys would take, the list is fetched once and each key's rows are found in it. The same for
 * keys of which a database server would have to be told more than its rows are worth.
 *
 * Nobody knows how long a list is before somebody has read it, so reading it stops when it has cost as
 * much as the keys would (the ski-rental rule: never more than twice the best).
 */
#include "config.h"

#include "engine/ask-fragment.h"

/* Calls that are under way side by side, as ask-rest-source.c has it where nobody says. */
#define LANES 8
#define ITEMS_A_CALL 100
/* A server's rows that are worth a key: telling it a key costs about what reading so many rows does. */
#define ROWS_A_KEY 4

static guint64
divide_up (guint64 n, guint64 by)
{
  return (n + by - 1) / by;
}

/* Whether a call without arguments gives all rows. */
static gboolean
gives_everything (const AskEntity *entity)
{
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (parameter->fixed == NULL && (parameter->required || parameter->narrows))
        return FALSE;
    }
  return TRUE;
}

static gboolean
can_be_found (const AskTerm *terms, guint n_bound)
{
  for (guint i = 0; i < n_bound; i++)
    if (terms[i].attribute->column == NULL || terms[i].use != ASK_PARAMETER_EQUALS)
      return FALSE;
  return n_bound > 0;
}

/**
 * ask_fetch_get_all:
 * @engine: has a run, whose fetches are looked through
 * @entity: of an API, or the one of a fragment
 *
 * Returns: (transfer none) (nullable): all rows of the entity, where they are there
 */
AskFetch *
ask_fetch_get_all (AskEngine *engine, const AskEntity *entity)
{
  g_autofree char *key = NULL;
  AskFetch *known;

  if (entity->operation != NULL && !gives_everything (entity))
    return NULL;
  key = ask_fetch_key (entity, NULL, NULL, 0);
  known = g_hash_table_lookup (engine->run->sets.fetches, key);
  return known != NULL && known->cursor == NULL && known->failure == NULL && !known->once ? known : NULL;
}

static guint64
count_calls (const AskEntity *entity, const AskTerm *terms, guint n_bound, guint n_keys)
{
  const AskParameter *parameter = ask_operation_find_parameter_for (entity->operation, terms[0].attribute->name);

  if (n_bound != 1 || parameter == NULL || parameter->style == ASK_ARRAY_NONE)
    return n_keys;
  return divide_up (n_keys, parameter->max_items > 0 ? parameter->max_items : ITEMS_A_CALL);
}

/* Reads all rows of an API's list, but no more pages than @budget; goes on with @fetch where an earlier
 * budget was too small. */
static gboolean
read_list (AskEngine *engine, const AskEntity *entity, AskFetch *fetch, guint64 budget, AskFetch **all, GError **error)
{
  g_autoptr (GError) failure = NULL;
  guint before = engine->run->calls->len;
  AskStep step = ASK_STEP_ROW;

  *all = NULL;
  if (fetch == NULL)
    fetch = ask_fetch_open (engine, entity, NULL, NULL, 0, &failure);
  for (gsize row = fetch != NULL ? ask_rows_get_n_rows (fetch->rows) : 0; fetch != NULL && step == ASK_STEP_ROW; row++)
    {
      if (engine->run->calls->len - before > budget)
        return TRUE;
      step = ask_fetch_get_row (fetch, engine, row, &failure);
    }
  if (fetch != NULL && step == ASK_STEP_DONE)
    {
      *all = fetch;
      return TRUE;
    }
  /* Cancelled is cancelled; anything else the calls for the keys may do better. */
  if (!g_cancellable_is_cancelled (engine->run->stop))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

/** ask_fetch_count_calls: @keys: of an API. Returns: how many calls they take, where one may ask for several */
guint64
ask_fetch_count_calls (const AskKeys *keys)
{
  return keys->n_bound == 0 ? 1 : count_calls (keys->entity, keys->terms, keys->n_bound, keys->n_bindings);
}

/**
 * ask_fetch_count_list:
 * @keys: of an API
 *
 * Returns: how many pages of the whole list may be read before the keys are asked for after all; 0 for none
 */
guint64
ask_fetch_count_list (const AskKeys *keys)
{
  guint64 rounds;

  if (!can_be_found (keys->terms, keys->n_bound) || !gives_everything (keys->entity))
    return 0;
  rounds = divide_up (ask_fetch_count_calls (keys), LANES);
  return rounds < 2 ? 0 : rounds + 1;
}

/**
 * ask_fetch_find_all:
 * @engine: has a run, which keeps what is fetched
 * @keys: that are wanted; their values are not looked at
 * @all: (out) (transfer none) (nullable): all rows of the entity, where they are there or had better
 *   be fetched; %NULL where the keys had better be
 * @error: %G_IO_ERROR_CANCELLED, or for a server %ASK_SOURCE_ERROR
 *
 * Returns: whether nothing failed
 */
gboolean
ask_fetch_find_all (AskEngine *engine, const AskKeys *keys, AskFetch **all, GError **error)
{
  const AskEntity *entity = keys->entity;
  g_autofree char *key = ask_fetch_key (entity, NULL, NULL, 0);
  AskFetch *known = g_hash_table_lookup (engine->run->sets.fetches, key);
  guint64 rounds;

  *all = NULL;
  if (!can_be_found (keys->terms, keys->n_bound) || (entity->operation != NULL && !gives_everything (entity)))
    return TRUE;
  *all = ask_fetch_get_all (engine, entity);
  if (*all != NULL || (known != NULL && (entity->operation == NULL || known->failure != NULL)))
    return TRUE;
  if (entity->operation == NULL)
    {
      AskFetch *fetch;

      if ((guint64) keys->n_bindings * ROWS_A_KEY < (guint64) MAX (0, entity->row_estimate))
        return TRUE;
      fetch = ask_fetch_open (engine, entity, NULL, NULL, 0, error);
      if (fetch == NULL || ask_fetch_get_row (fetch, engine, G_MAXSIZE, error) == ASK_STEP_FAILED)
        return FALSE;
      *all = fetch;
      return TRUE;
    }
  rounds = divide_up (ask_fetch_count_calls (keys), LANES);
  if (rounds < 2)
    return TRUE;
  return read_list (engine, entity, known, rounds, all, error);
}
