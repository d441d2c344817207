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

#include "source/ask-rest-chain.h"

#include <string.h>

/* An answer up to here is read to its end before its first row is given out. */
#define HOLD ((gsize) 1 << 20)
/* A page that begins like the last one is read to its end to see whether it is the same. */
#define MAX_HOLD ((gsize) 32 << 20)
/* The same page so often, where the server says that more follow: it goes nowhere. */
#define MAX_SAME 100
/* Whole pages that are taken before one is asked for ahead. */
#define PATIENCE 3

struct _AskRestChain
{
  AskRestPlan *plan;
  const AskRestGroup *group;
  AskRestMatch *match; /* of an array call whose values name one row each */
  gboolean eager; /* all pages are wanted, whatever the reader does */
  AskPagingKind kind;
  guint n_pages;
  guint n_answers; /* pages, and those that came again */
  gint64 step; /* elements of the first page */
  gint64 fetched;
  gint64 total; /* as the last page said, or -1 */
  guint64 hash; /* of the last page */
  guint64 head_hash;
  guint n_same;
  gboolean promised; /* the last page said that more follow */
  gboolean probing; /* the page under way tells whether counting begins at 0 or 1 */
  char *token; /* cursor paging: the next cursor; link paging: the next URL */
  GHashTable *seen; /* tokens already followed */
  gboolean done;
  gboolean taken; /* rows have gone to the reader */
  gboolean silent; /* its rows do not tell whose they are */

  GQueue fetches; /* AskRestFetch: the present page, then those asked for ahead */
  gboolean given; /* rows of the present page were given out */
  GQueue ready; /* AskRows */
  gsize size; /* of @ready */
  GQueue calls; /* AskCall: of an eager chain, until it is read */

  GPtrArray *kept; /* nullable: all pages, from the cache */
  AskRestEntry *last; /* nullable: the page before, as it was kept */
};

/**
 * ask_rest_chain_new:
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
  self->total = -1;
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
  g_clear_pointer (&self->seen, g_hash_table_unref);
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

static gboolean
fail (AskRestChain *self, AskRestFetch *fetch, AskSourceError code, const char *what,
      GError **error)
{
  return ask_rest_plan_fail (self->plan, fetch->request->shown, code, what, error);
}

/* A row that does not tell for which of several values it was given: they are asked for one by one, if
 * nobody has seen a row yet. */
static gboolean
fall_silent (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  if (self->taken)
    return fail (self, fetch, ASK_SOURCE_ERROR_MALFORMED,
                 "several values were asked for, and some rows of the answer do not say for which of them "
                 "they are. Ask for one value at a time, or tell the API's owner.",
                 error);
  g_queue_clear_full (&self->ready, (GDestroyNotify) ask_rows_unref);
  self->size = 0;
  self->silent = TRUE;
  self->done = TRUE;
  return TRUE;
}

/* Returns: whether all is well; look whether it is silent then */
static gboolean
give_rows (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  g_autoptr (AskRows) rows = NULL;

  if (ask_rest_page_is_silent (fetch->page))
    return fall_silent (self, fetch, error);
  rows = ask_rest_page_take_rows (fetch->page);
  for (gsize i = 0; self->match != NULL && i < ask_rows_get_n_rows (rows); i++)
    ask_rest_match_note (self->match, ask_rows_get_row (rows, i));
  if (ask_rows_get_n_rows (rows) == 0)
    return TRUE;
  self->size += ask_rows_get_size (rows);
  g_queue_push_tail (&self->ready, g_steal_pointer (&rows));
  return TRUE;
}

/* rel="next" of a Link header (RFC 8288). */
static char *
next_of_link (const char *header)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GRegex) regex = NULL;

  if (header == NULL)
    return NULL;
  regex = g_regex_new ("<([^>]*)>(?:\\s*;\\s*[^,;=]+(?:=(?:\"[^\"]*\"|[^,;]*))?)*?"
                       "\\s*;\\s*rel\\s*=\\s*(?:\"(?:[^\"]*\\s)?next(?:\\s[^\"]*)?\"|next\\b)",
                       G_REGEX_CASELESS, 0, NULL);
  if (!g_regex_match (regex, header, 0, &match))
    return NULL;
  return g_match_info_fetch (match, 1);
}

/* Whether all rows have come that the bound key allows. */
static gboolean
has_unique (AskRestChain *self, gint64 n)
{
  if (!self->plan->unique)
    return FALSE;
  return self->match != NULL ? ask_rest_match_has_all (self->match) : n == 1;
}

/* The same page as before. Where all its elements are alike, and the server has said that more
 * follow, that may be so: then it is no repetition. */
static gboolean
is_repeated (AskRestChain *self, AskRestPage *page, gint64 n)
{
  gint64 total = ask_rest_page_get_total (page);

  if (self->n_pages == 0 || n == 0 || ask_rest_page_get_hash (page) != self->hash)
    return FALSE;
  return self->probing || !ask_rest_page_is_constant (page)
         || !(total >= 0 ? self->fetched + n <= total : self->promised);
}

static gboolean
follow (AskRestChain *self, AskRestFetch *fetch, const char *next, GError **error)
{
  if (self->seen == NULL)
    self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!g_hash_table_add (self->seen, g_strdup (next)))
    return fail (self, fetch, ASK_SOURCE_ERROR_MALFORMED,
                 "the pages lead in a circle. Tell the API's owner.", error);
  g_free (self->token);
  self->token = g_strdup (next);
  return TRUE;
}

/* After a page of a numbered chain. */
static gboolean
advance_number (AskRestChain *self, AskRestFetch *fetch, gint64 n, gboolean more, gboolean repeated,
                GError **error)
{
  const AskPaging *paging = &self->plan->entity->operation->paging;
  gint64 total = ask_rest_page_get_total (fetch->page);

  self->n_same = !repeated && self->n_pages > 1
                     && ask_rest_page_get_hash (fetch->page) == self->hash
                   ? self->n_same + 1
                   : 0;
  if (self->n_same > MAX_SAME && total < 0)
    return fail (self, fetch, ASK_SOURCE_ERROR_MALFORMED,
                 "the API gives the same page again and again, and says that more follow. Tell its "
                 "owner.",
                 error);
  self->fetched += n;
  self->done = has_unique (self, n) || ask_rest_page_is_last (fetch->page);
  if (!self->done && more && (n == 0 || paging->parameter == NULL))
    return fail (self, fetch, ASK_SOURCE_ERROR_CUT,
                 "the API says that more rows follow, but its next page has no new ones. Try again, "
                 "or tell its owner.",
                 error);
  self->done = self->done || n == 0
               || (!more
                   && ((total >= 0 && self->fetched >= total) || paging->parameter == NULL));
  return TRUE;
}

/* After a page that names the next one, or none. */
static gboolean
advance_token (AskRestChain *self, AskRestFetch *fetch, gint64 n, gboolean more, GError **error)
{
  const AskPaging *paging = &self->plan->entity->operation->paging;
  g_autofree char *link
    = self->kind == ASK_PAGING_LINK && paging->next == NULL ? next_of_link (fetch->link) : NULL;
  const char *next = link != NULL ? link : ask_rest_page_get_next (fetch->page);

  self->fetched += n;
  if (next != NULL)
    return follow (self, fetch, next, error);
  self->done = TRUE;
  if (more && !has_unique (self, n))
    return fail (self, fetch, ASK_SOURCE_ERROR_CUT,
                 "the API says that more rows follow, but not where. Try again, or tell its owner.",
                 error);
  return TRUE;
}

/* After the page of an API that documents no pages. It may still point to the next one. */
static gboolean
advance_none (AskRestChain *self, AskRestFetch *fetch, gint64 n, GError **error)
{
  g_autofree char *next = next_of_link (fetch->link);

  if (next != NULL && !has_unique (self, n))
    {
      self->kind = ASK_PAGING_LINK;
      return advance_token (self, fetch, n, FALSE, error);
    }
  self->fetched += n;
  self->done = TRUE;
  if (ask_rest_page_has_more (fetch->page) && !has_unique (self, n))
    return fail (self, fetch, ASK_SOURCE_ERROR_LIMIT,
                 "the API has more rows than it gives at once, and its specification does not say "
                 "how to ask for them. Ask for less with a condition.",
                 error);
  return TRUE;
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

/* Whether and where the chain goes on after a whole page, and which of its rows are given out. */
static gboolean
advance (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  AskRestPage *page = fetch->page;
  /* A child table's page may have elements without rows, and more rows than elements. */
  gint64 n = (gint64) ask_rest_page_get_n_elements (page);
  /* What the answer says in so many words goes before what a short page makes us think. */
  gboolean more = ask_rest_page_has_more (page) || ask_rest_page_get_next (page) != NULL;
  gboolean repeated = is_repeated (self, page, n);

  if (fetch->empty)
    {
      self->done = TRUE;
      return TRUE;
    }
  if (self->probing)
    {
      self->probing = FALSE;
      self->plan->first = repeated ? 1 : 0;
      if (repeated)
        return TRUE;
    }
  /* The server gives the same page again instead of an empty one. */
  if (repeated && (self->kind == ASK_PAGING_PAGE || self->kind == ASK_PAGING_OFFSET))
    n = 0;
  else
    {
      self->given = TRUE;
      if (!give_rows (self, fetch, error))
        return FALSE;
      if (self->silent)
        return TRUE;
    }
  self->total = ask_rest_page_get_total (page);
  if (self->n_pages++ == 0)
    self->step = n;

  gboolean good;

  if (self->kind == ASK_PAGING_NONE)
    good = advance_none (self, fetch, n, error);
  else if (self->kind == ASK_PAGING_PAGE || self->kind == ASK_PAGING_OFFSET)
    good = advance_number (self, fetch, n, more, repeated, error);
  else
    good = advance_token (self, fetch, n, more, error);
  if (!good)
    return FALSE;
  self->promised = more;
  self->hash = ask_rest_page_get_hash (page);
  self->head_hash = ask_rest_page_get_head_hash (page);
  /* With a filter, some APIs still count all that they have. */
  if (self->done && self->total >= 0 && self->fetched < self->total && self->plan->n_bound == 0)
    {
      g_autofree char *what
        = g_strdup_printf ("the API says that there are %" G_GINT64_FORMAT " rows, but its pages "
                           "ended after %" G_GINT64_FORMAT ". Try again, or tell its owner.",
                           self->total, self->fetched);

      return fail (self, fetch, ASK_SOURCE_ERROR_CUT, what, error);
    }
  return TRUE;
}

/* Asks for the page that comes @ahead pages after the present place. */
static gboolean
open_page (AskRestChain *self, guint ahead, GError **error)
{
  g_autofree char *mark = NULL;
  guint n_page = self->n_pages + ahead;
  gint64 offset = self->fetched + (gint64) ahead * self->step;
  AskRestEntry *kept = NULL;
  AskRestFetch *fetch;

  /* The first page is the one that comes without asking for it. */
  if (n_page > 0 && self->kind == ASK_PAGING_PAGE)
    {
      /* Page 1 is the one that has come, or the one after it. */
      self->probing = self->plan->first < 0 && n_page == 1;
      mark = g_strdup_printf ("%" G_GINT64_FORMAT,
                              self->probing ? 1 : self->plan->first + n_page);
    }
  else if (n_page > 0 && self->kind == ASK_PAGING_OFFSET)
    mark = g_strdup_printf ("%" G_GINT64_FORMAT, self->plan->first + offset);
  else if (self->kind == ASK_PAGING_CURSOR)
    mark = g_strdup (self->token);

  if (n_page == 0 && self->plan->config->cache_s > 0)
    {
      g_autoptr (AskRestRequest) request
        = ask_rest_request_new (self->plan, self->group, NULL, NULL, error);
      g_autofree char *key = request != NULL ? ask_rest_request_dup_key (request) : NULL;

      if (key == NULL)
        return FALSE;
      self->kept
        = ask_rest_cache_find_chain (ask_rest_source_get_cache (self->plan->source), key);
    }
  if (self->kept != NULL && self->n_answers + ahead < self->kept->len)
    kept = self->kept->pdata[self->n_answers + ahead];
  fetch = ask_rest_fetch_new (self->plan, self->group,
                              self->kind == ASK_PAGING_LINK ? self->token : NULL, mark, kept,
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
  if (self->eager || self->kept != NULL || self->n_pages < PATIENCE || self->step <= 0
      || self->total < 0 || self->plan->n_bound > 0
      || self->plan->entity->operation->paging.parameter == NULL
      || (self->kind != ASK_PAGING_OFFSET
          && (self->kind != ASK_PAGING_PAGE || self->plan->first < 0)))
    return 1;
  left = (self->total - self->fetched + self->step - 1) / self->step;
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
      || (!self->done && next->n_page == self->n_pages
          && (self->kind != ASK_PAGING_OFFSET || next->offset == self->fetched)))
    return;
  g_queue_clear_full (&self->fetches, (GDestroyNotify) ask_rest_fetch_free);
}

/* Whether rows of a page may go out before it is whole: not while it looks like the last one. */
static gboolean
may_give (AskRestChain *self, AskRestFetch *fetch)
{
  gboolean numbered = self->kind == ASK_PAGING_PAGE || self->kind == ASK_PAGING_OFFSET;

  return self->given
         || (!self->probing && ask_rest_page_get_n_elements (fetch->page) >= 64
             && (!numbered || self->n_pages == 0
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
    return fail (self, fetch, ASK_SOURCE_ERROR_LIMIT,
                 "a page begins like the one before it, and is too long to be compared with it.",
                 error);
  if (!fetch->complete)
    {
      if (!same_so_far && ask_rest_fetch_get_size (fetch) > hold)
        {
          self->given = TRUE;
          return give_rows (self, fetch, error);
        }
      return TRUE;
    }

  if (!advance (self, fetch, error))
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
  if (good && !self->done && g_queue_is_empty (&self->fetches) && self->n_pages >= PATIENCE
      && self->size <= max_size && ask_rest_plan_may_call (self->plan, NULL))
    good = open_page (self, 0, error);
  for (GList *l = self->fetches.head; good && l != NULL; l = l->next)
    if (l != self->fetches.head)
      good = ask_rest_fetch_work (l->data, HOLD, error);
  return good;
}
