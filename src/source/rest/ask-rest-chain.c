/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The chain of pages of one call. The end is believed only where the API says so or an empty page
 * shows it: servers that give less than the size asked for must not look like short tables. A page
 * that comes again is an end or an error, never rows. A chain that never ends is stopped by the budget
 * of calls.
 *
 * The rows of a page are given out when it is whole; those of a long one while it is read. When
 * the reader has taken some whole ones the next is asked for before it is needed, and several side by
 * side where a total says that they exist: so no page is asked for that is not there.
 */
#include "config.h"

#include "source/rest/ask-rest-chain-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* An answer up to here is read to its end before its first row is given out. */
#define HOLD ((gsize) 1 << 20)
/* A page that begins like the last one is read to its end to see whether it is the same. */
#define MAX_HOLD ((gsize) 32 << 20)
/* So many pages further on is no page of a list whose last ones were the same. */
#define FAR 100
/* Whole pages that are taken before one is asked for ahead. */
#define PATIENCE 3

/**
 * ask_rest_chain_new:
 * @plan: of the scan; a reference is kept
 * @group: its place in the plan
 * @eager: whether to ask for the next page before the rows of this one are taken
 *
 * Returns: (transfer full): a chain; nothing is asked for yet
 */
AskRestChain *
ask_rest_chain_new (AskRestPlan *plan, guint group, gboolean eager)
{
  AskRestChain *self = g_new0 (AskRestChain, 1);

  self->plan = ask_rest_plan_ref (plan);
  self->group = plan->groups->pdata[group];
  self->eager = eager;
  self->kind = plan->entity->operation->paging.kind;
  ask_rest_extent_init (&self->extent);
  self->seen = ask_rest_seen_new ();
  if (plan->unique && self->group->arguments != NULL)
    self->match = ask_rest_match_new (plan, self->group);
  return self;
}

/** ask_rest_chain_free: frees @self; what is under way is given up, and recorded */
void
ask_rest_chain_free (AskRestChain *self)
{
  AskCall *call;

  while ((call = g_queue_pop_head (&self->calls)) != NULL)
    ask_rest_plan_record (self->plan, call);
  g_queue_clear_full (&self->fetches, (GDestroyNotify) ask_rest_fetch_free);
  g_queue_clear_full (&self->ready, (GDestroyNotify) ask_rows_unref);
  g_clear_pointer (&self->match, ask_rest_match_free);
  g_clear_pointer (&self->tokens, g_hash_table_unref);
  ask_rest_seen_free (self->seen);
  g_clear_pointer (&self->held, ask_rows_unref);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  g_clear_pointer (&self->last, ask_rest_entry_unref);
  g_free (self->token);
  ask_rest_plan_unref (self->plan);
  g_free (self);
}

/** ask_rest_chain_is_done: Returns: whether no further row will be ready */
gboolean
ask_rest_chain_is_done (AskRestChain *self)
{
  return self->done;
}

/** ask_rest_chain_is_silent: Returns: whether it gave no rows, since they do not tell which value they are for */
gboolean
ask_rest_chain_is_silent (AskRestChain *self)
{
  return self->silent;
}

/** ask_rest_chain_is_over: Returns: whether it is done and all its rows were taken */
gboolean
ask_rest_chain_is_over (AskRestChain *self)
{
  return self->done && g_queue_is_empty (&self->ready);
}

/** ask_rest_chain_get_size: Returns: bytes of rows that were not taken yet */
gsize
ask_rest_chain_get_size (AskRestChain *self)
{
  gsize size = self->size;

  for (GList *l = self->fetches.head; l != NULL; l = l->next)
    size += ask_rest_fetch_get_size (l->data);
  return size;
}

/** ask_rest_chain_take: Returns: (transfer full) (nullable): the next rows, if some are ready */
AskRows *
ask_rest_chain_take (AskRestChain *self)
{
  AskRows *rows = g_queue_pop_head (&self->ready);

  if (rows != NULL)
    self->size -= ask_rows_get_size (rows);
  self->taken = self->taken || rows != NULL;
  return rows;
}

/* The pages of a chain are found again together, or not at all. */
static void
remember (AskRestChain *self, AskRestFetch *fetch)
{
  if (fetch->key == NULL || self->kept != NULL)
    return;
  if (self->last != NULL)
    ask_rest_cache_link (self->last, fetch->key);
  g_clear_pointer (&self->last, ask_rest_entry_unref);
  if (fetch->entry == NULL)
    return;
  self->last = ask_rest_entry_ref (fetch->entry);
  if (self->done)
    ask_rest_cache_link (self->last, NULL);
}

/* Asks for the page that comes @ahead pages after the present place. */
static gboolean
open_page (AskRestChain *self, guint ahead, GError **error)
{
  g_autofree char *mark = NULL;
  guint far = self->held != NULL ? FAR : 0;
  guint n_page = self->n_pages + ahead + far;
  gint64 offset = self->extent.n_raw + ((gint64) ahead + far) * self->step;
  AskRestEntry *kept = NULL;
  AskRestFetch *fetch;

  /* The first page is the one that comes without asking for it. */
  if (n_page > 0 && self->kind == ASK_PAGING_PAGE)
    {
      /* Page 1 is the one that has come, or the one after it. That the first one is 0 is said wrongly, too. */
      self->probing = self->plan->first < 1 && n_page == 1;
      mark = g_strdup_printf ("%" G_GINT64_FORMAT, self->probing ? 1 : self->plan->first + n_page);
    }
  else if (n_page > 0 && self->kind == ASK_PAGING_OFFSET)
    mark = g_strdup_printf ("%" G_GINT64_FORMAT, self->plan->first + offset);
  else if (self->kind == ASK_PAGING_CURSOR)
    mark = g_strdup (self->token);

  if (n_page == 0 && self->plan->config->cache_s > 0)
    {
      g_autoptr (AskRestRequest) request = ask_rest_request_new (self->plan, self->group, NULL, NULL, error);
      g_autofree char *key = request != NULL ? ask_rest_request_dup_key (request) : NULL;

      if (key == NULL)
        return FALSE;
      self->kept = ask_rest_cache_find_chain (ask_rest_source_get_cache (self->plan->source), key);
    }
  if (self->kept != NULL && self->n_answers + ahead < self->kept->len)
    kept = self->kept->pdata[self->n_answers + ahead];
  fetch = ask_rest_fetch_new (self->plan, self->group, self->kind == ASK_PAGING_LINK ? self->token : NULL, mark, kept,
                              error);
  if (fetch == NULL)
    return FALSE;
  fetch->n_page = n_page;
  fetch->offset = offset;
  g_queue_push_tail (&self->fetches, fetch);
  return TRUE;
}

/* How many pages may be under way at a time: one, until the reader has shown that it goes on; then
 * more and more of those that are known to exist. */
static guint
get_window (AskRestChain *self)
{
  guint lanes = ask_rest_source_get_lanes (self->plan->source);
  gint64 left;

  /* With a filter, some APIs still count all that they have. */
  if (self->eager || self->kept != NULL || self->held != NULL || self->n_pages < PATIENCE || self->step <= 0
      || self->extent.total < 0 || self->plan->n_bound > 0 || self->plan->entity->operation->paging.parameter == NULL
      || (self->kind != ASK_PAGING_OFFSET && (self->kind != ASK_PAGING_PAGE || self->plan->first < 0)))
    return 1;
  left = (self->extent.total - self->extent.n_rows + self->step - 1) / self->step;
  return (guint) CLAMP (left, 1, (gint64) MIN (lanes, 1u << MIN (self->n_pages - 1, 8)));
}

static gboolean
look_ahead (AskRestChain *self, GError **error)
{
  guint window = get_window (self);

  while (self->fetches.length < window)
    {
      /* What nobody may need yet is no reason to fail. */
      if (!ask_rest_plan_may_call (self->plan, NULL))
        return TRUE;
      if (!open_page (self, self->fetches.length, error))
        return FALSE;
    }
  return TRUE;
}

/* Those that were asked for at a place where, as it turns out, no page begins. */
static void
drop_misplaced (AskRestChain *self)
{
  AskRestFetch *next = g_queue_peek_head (&self->fetches);

  if (next == NULL
      || (!self->done && self->held == NULL && next->n_page == self->n_pages
          && (self->kind != ASK_PAGING_OFFSET || next->offset == self->extent.n_raw)))
    return;
  g_queue_clear_full (&self->fetches, (GDestroyNotify) ask_rest_fetch_free);
}

/* Whether rows of a page may go out before it is whole: not while it looks like the last one. */
static gboolean
may_give (AskRestChain *self, AskRestFetch *fetch)
{
  return self->given
         || (!self->probing && self->held == NULL && ask_rest_page_get_n_elements (fetch->page) >= 64
             && (!ask_rest_chain_is_numbered (self) || self->n_pages == 0
                 || ask_rest_page_get_head_hash (fetch->page) != self->head_hash));
}

/* Takes what has come of the present page. Returns: whether all is well */
static gboolean
work_present (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  gsize hold = self->given ? 0 : HOLD;
  gboolean same_so_far;

  if (!ask_rest_fetch_work (fetch, hold, error))
    return FALSE;
  same_so_far = ask_rest_fetch_get_size (fetch) > hold && !may_give (self, fetch);
  if (!fetch->complete && same_so_far && !ask_rest_fetch_work (fetch, MAX_HOLD, error))
    return FALSE;
  if (!fetch->complete && same_so_far && ask_rest_fetch_get_size (fetch) > MAX_HOLD)
    return ask_rest_chain_fail (self, fetch, ASK_SOURCE_ERROR_LIMIT,
                                N_ ("a page begins like the one before it, and is too long to be compared with it."),
                                error);
  if (!fetch->complete)
    {
      if (!same_so_far && ask_rest_fetch_get_size (fetch) > hold)
        {
          self->given = TRUE;
          return ask_rest_chain_give_rows (self, fetch, error);
        }
      return TRUE;
    }

  if (!ask_rest_chain_advance (self, fetch, error))
    return FALSE;
  if (!self->silent)
    remember (self, fetch);
  self->n_answers++;
  /* Chains end in any order, but the trace is to be the same from scan to scan. */
  ask_rest_fetch_record (fetch, self->eager ? &self->calls : NULL);
  ask_rest_fetch_free (g_queue_pop_head (&self->fetches));
  self->given = FALSE;
  drop_misplaced (self);
  return TRUE;
}

/**
 * ask_rest_chain_work:
 * @max_size: ask for no further page, and take no more of those ahead, while more than so many
 *   bytes of rows wait to be taken
 * @error: %ASK_SOURCE_ERROR; free the chain then
 *
 * Asks for what is due and takes what has come; does not block. A chain that is not eager stops as
 * soon as rows are ready.
 *
 * Returns: whether all is well so far
 */
gboolean
ask_rest_chain_work (AskRestChain *self, gsize max_size, GError **error)
{
  gboolean good = TRUE;

  while (good && !self->done)
    {
      AskRestFetch *present = g_queue_peek_head (&self->fetches);
      gsize n_ready = self->ready.length;
      guint n_answers = self->n_answers;

      if (n_ready > 0 && (!self->eager || self->size > max_size))
        break;
      if (present == NULL)
        {
          good = open_page (self, 0, error);
          present = g_queue_peek_head (&self->fetches);
        }
      good = good && look_ahead (self, error) && work_present (self, present, error);
      if (self->n_answers == n_answers && self->ready.length == n_ready)
        break;
    }
  /* While the rows of this page are read, the next one may come. */
  if (good && !self->done && g_queue_is_empty (&self->fetches) && self->n_pages >= PATIENCE && self->size <= max_size
      && ask_rest_plan_may_call (self->plan, NULL))
    good = open_page (self, 0, error);
  for (GList *l = self->fetches.head; good && l != NULL; l = l->next)
    if (l != self->fetches.head)
      good = ask_rest_fetch_work (l->data, HOLD, error);
  return good;
}
