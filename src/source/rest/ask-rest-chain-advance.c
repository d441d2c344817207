/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * After a page: which of its rows are new, whether the list has ended, and where it goes on. What one page
 * said of the whole holds to the end; what contradicts it is an error, never fewer rows or more.
 */
#include "config.h"

#include "source/rest/ask-rest-chain-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

/* The same page so often, where the server says that more follow: it goes nowhere. */
#define MAX_SAME 100

/** ask_rest_chain_fail: sets an error that names the call, and Returns: %FALSE */
gboolean
ask_rest_chain_fail (AskRestChain *self, AskRestFetch *fetch, AskSourceError code, const char *what, GError **error)
{
  return ask_rest_plan_fail (self->plan, fetch->request->shown, code, what, error);
}

/* A row that does not tell for which of several values it was given: they are asked for one by one, if
 * nobody has seen a row yet. */
static gboolean
fall_silent (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  if (self->taken)
    return ask_rest_chain_fail (
      self, fetch, ASK_SOURCE_ERROR_MALFORMED,
      N_ ("several values were asked for, and some rows of the answer do not say for which of them "
          "they are. Ask for one value at a time, or tell the API's owner."),
      error);
  g_queue_clear_full (&self->ready, (GDestroyNotify) ask_rows_unref);
  self->size = 0;
  self->silent = TRUE;
  self->done = TRUE;
  return TRUE;
}

/* Fails, and says of which operation a person has to say what its answers mean.
 *
 * @why: (transfer full): what was seen, and what to do */
static gboolean
fail_unsaid (AskRestChain *self, AskRestFetch *fetch, GError *why, GError **error)
{
  const AskRestPlan *plan = self->plan;
  g_autofree char *operation = g_strconcat (ask_rest_plan_get_method (plan), " ", plan->entity->operation->path, NULL);

  ask_rest_plan_fail_for (plan, fetch->request->shown, why, error);
  if (error != NULL)
    ask_source_error_set_operation (*error, plan->config->name, operation);
  return FALSE;
}

/* What the API says of its rows contradicts itself, or what came.
 *
 * @wrong: (transfer full): the beginning of a sentence */
static gboolean
doubt_for (AskRestChain *self, AskRestFetch *fetch, GError *wrong, GError **error)
{
  const AskRestPlan *plan = self->plan;
  const char *name = plan->config->name;

  ask_error_append (&wrong,
                    N_ (". Try again, or tell its owner. If the rows that come are all, say so in the doctor’s report "
                        "of “%s”, or with: askdata-cli source set %s --whole '%s %s'"),
                    name, name, ask_rest_plan_get_method (plan), plan->entity->operation->path);
  return fail_unsaid (self, fetch, wrong, error);
}

/* @what: the beginning of a sentence, marked with N_() */
static gboolean
doubt (AskRestChain *self, AskRestFetch *fetch, AskSourceError code, const char *what, GError **error)
{
  GError *wrong = NULL;

  ask_error_set_literal (&wrong, ASK_SOURCE_ERROR, code, what);
  return doubt_for (self, fetch, wrong, error);
}

/* @rows: (transfer full) */
static void
push_rows (AskRestChain *self, AskRows *rows)
{
  for (gsize i = 0; self->match != NULL && i < ask_rows_get_n_rows (rows); i++)
    ask_rest_match_note (self->match, ask_rows_get_row (rows, i));
  if (ask_rows_get_n_rows (rows) == 0)
    {
      ask_rows_unref (rows);
      return;
    }
  self->size += ask_rows_get_size (rows);
  g_queue_push_tail (&self->ready, rows);
}

/* A page that looked like the one before it was another one: it has rows of its own. */
static void
give_held (AskRestChain *self)
{
  if (self->held != NULL)
    push_rows (self, g_steal_pointer (&self->held));
}

/* Whether rows are compared with those of earlier pages. */
static gboolean
looks_back (const AskRestChain *self)
{
  return self->kind != ASK_PAGING_NONE && !self->plan->whole;
}

/* Takes the rows that have come, without those of earlier pages. Returns: (nullable): with @error set */
static AskRows *
take_new_rows (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  g_autoptr (GArray) marks = NULL;
  g_autoptr (AskRows) rows = ask_rest_page_take_rows (fetch->page, &marks);
  gsize n = rows != NULL ? ask_rows_get_n_rows (rows) : 0;
  gboolean changed = FALSE;

  if (!looks_back (self))
    return g_steal_pointer (&rows);
  rows = ask_rest_seen_filter (self->seen, g_steal_pointer (&rows), marks, &changed);
  /* Where a row comes twice another one may never come: equal rows lie otherwise on each page. */
  if (!changed && self->plan->sort != NULL && ask_rows_get_n_rows (rows) < n)
    {
      ask_rest_chain_fail (self, fetch, ASK_SOURCE_ERROR_MALFORMED,
                           N_ ("two pages of the list in that order have the same row."), error);
      return NULL;
    }
  if (!changed)
    return g_steal_pointer (&rows);
  doubt (
    self, fetch, ASK_SOURCE_ERROR_MALFORMED,
    N_ ("two pages have a row of the same key, and it is not the same there: the list has changed while it was read, "
        "or that is no key"),
    error);
  return NULL;
}

/** ask_rest_chain_give_rows: Returns: whether all is well; look whether it is silent then */
gboolean
ask_rest_chain_give_rows (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  AskRows *rows;

  if (ask_rest_page_is_silent (fetch->page))
    return fall_silent (self, fetch, error);
  rows = take_new_rows (self, fetch, error);
  if (rows == NULL)
    return FALSE;
  push_rows (self, rows);
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
  if (!self->plan->unique || self->group->without != 0)
    return FALSE;
  return self->match != NULL ? ask_rest_match_has_all (self->match) : n == 1;
}

/** ask_rest_chain_is_numbered: Returns: whether the next page is asked for by a number */
gboolean
ask_rest_chain_is_numbered (const AskRestChain *self)
{
  return self->kind == ASK_PAGING_PAGE || self->kind == ASK_PAGING_OFFSET;
}

/* Whether a page that looks like the one before it has rows of its own for sure: its elements are all alike
 * anyhow, and the server has said that there are so many; or it says that it is the last one. */
static gboolean
is_another (AskRestChain *self, AskRestPage *page, gint64 n)
{
  const AskRestSaid *said = ask_rest_page_get_said (page);
  gint64 total = said->total >= 0 ? said->total : self->extent.total;

  if (ask_rest_page_is_constant (page) && (total >= 0 ? self->extent.n_rows + n <= total : self->extent.promised))
    return TRUE;
  return said->last && !said->more;
}

static gboolean
follow (AskRestChain *self, AskRestFetch *fetch, const char *next, GError **error)
{
  if (self->tokens == NULL)
    self->tokens = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!g_hash_table_add (self->tokens, g_strdup (next)))
    return ask_rest_chain_fail (self, fetch, ASK_SOURCE_ERROR_MALFORMED,
                                N_ ("the pages lead in a circle. Tell the API's owner."), error);
  g_free (self->token);
  self->token = g_strdup (next);
  return TRUE;
}

/* After a page of a numbered chain. */
static gboolean
advance_number (AskRestChain *self, AskRestFetch *fetch, gint64 n, gboolean more, GError **error)
{
  const AskPaging *paging = &self->plan->entity->operation->paging;
  AskRestSaid *said = ask_rest_page_get_said (fetch->page);
  gint64 total = self->extent.total;

  if ((self->n_same > MAX_SAME && total < 0) || self->n_stale > MAX_SAME)
    return ask_rest_chain_fail (self, fetch, ASK_SOURCE_ERROR_MALFORMED,
                                N_ ("the API gives the same page again and again, and says that more follow. Tell its "
                                    "owner."),
                                error);
  self->done = has_unique (self, n) || said->last;
  if (!self->done && more && (n == 0 || paging->parameter == NULL))
    return doubt (self, fetch, ASK_SOURCE_ERROR_CUT,
                  N_ ("the API says that more rows follow, but its next page has no new ones"), error);
  self->done
    = self->done || n == 0
      || (!more && self->held == NULL && ((total >= 0 && self->extent.n_rows == total) || paging->parameter == NULL));
  return TRUE;
}

/* After a page that names the next one, or none. */
static gboolean
advance_token (AskRestChain *self, AskRestFetch *fetch, gint64 n, gboolean more, GError **error)
{
  const AskPaging *paging = &self->plan->entity->operation->paging;
  g_autofree char *link = self->kind == ASK_PAGING_LINK && paging->next == NULL ? next_of_link (fetch->link) : NULL;
  const AskRestSaid *said = ask_rest_page_get_said (fetch->page);
  const char *hint = self->kind == ASK_PAGING_LINK ? said->hint_link : said->hint_token;
  const char *next = link != NULL ? link : self->plan->follow && said->next == NULL ? hint : said->next;

  if (next != NULL)
    {
      self->extent.pointed = TRUE;
      return follow (self, fetch, next, error);
    }
  self->done = TRUE;
  if (more && !has_unique (self, n))
    return doubt (self, fetch, ASK_SOURCE_ERROR_CUT, N_ ("the API says that more rows follow, but not where"), error);
  return TRUE;
}

/* An answer that leads on, though no specification says so: a person has to say what that means. */
static gboolean
fail_hint (AskRestChain *self, AskRestFetch *fetch, const AskRestSaid *said, GError **error)
{
  const AskRestPlan *plan = self->plan;
  const char *name = plan->config->name;
  gboolean leads
    = said->hint_link != NULL || (said->hint_token != NULL && plan->entity->operation->paging.parameter != NULL);
  GError *why = NULL;

  ask_error_set (&why, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                 N_ ("the answer has “%s”, which seems to lead to more rows, and the specification does not say how. "
                     "Say what it means in the doctor’s report of “%s”. Or say with “askdata-cli source set %s "
                     "--whole '%s %s'” that the rows that come are all"),
                 said->hint, name, name, ask_rest_plan_get_method (plan), plan->entity->operation->path);
  if (plan->follow)
    ask_error_append (&why, N_ ("; it is no URL that could be followed, and the operation has no parameter for it"));
  else if (leads)
    ask_error_append (&why, N_ (", or with --follow instead that it leads to more"));
  ask_error_append (&why, N_ (". Else ask for less with a condition."));
  return fail_unsaid (self, fetch, why, error);
}

/* After the page of an API that documents no pages. It may still point to the next one. */
static gboolean
advance_none (AskRestChain *self, AskRestFetch *fetch, gint64 n, gboolean more, GError **error)
{
  g_autofree char *next = next_of_link (fetch->link);
  const AskRestSaid *said = ask_rest_page_get_said (fetch->page);

  if (has_unique (self, n))
    {
      self->done = TRUE;
      return TRUE;
    }
  if (next != NULL || (self->plan->follow && said->hint_link != NULL && !said->last))
    {
      self->kind = ASK_PAGING_LINK;
      return advance_token (self, fetch, n, FALSE, error);
    }
  if (self->plan->follow && said->hint_token != NULL && !said->last
      && self->plan->entity->operation->paging.parameter != NULL)
    {
      self->kind = ASK_PAGING_CURSOR;
      return advance_token (self, fetch, n, FALSE, error);
    }
  self->done = TRUE;
  if (said->hint != NULL && !said->last)
    return fail_hint (self, fetch, said, error);
  if (more)
    return doubt (self, fetch, ASK_SOURCE_ERROR_LIMIT,
                  N_ ("the API has more rows than it gives at once, and its specification does not say "
                      "how to ask for them. Ask for less with a condition"),
                  error);
  return TRUE;
}

/* An answer without content, or that says that there is no such row. */
static gboolean
end_without_page (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  AskRestExtent *extent = &self->extent;
  gboolean pointed = extent->pointed;
  g_autoptr (GError) wrong
    = ask_rest_extent_add (extent, ask_rest_page_get_said (fetch->page), 0, 0, ask_rest_seen_is_keyed (self->seen));

  self->done = TRUE;
  if (wrong == NULL && pointed && !self->plan->whole)
    return doubt (self, fetch, ASK_SOURCE_ERROR_CUT,
                  N_ ("the API has said that more rows follow, and now it answers that there is nothing"), error);
  if (wrong == NULL)
    wrong = ask_rest_extent_find_gap (extent);
  return wrong == NULL || doubt_for (self, fetch, g_steal_pointer (&wrong), error);
}

/* A page that looks like the one before it is held, and one from far beyond is asked for: only a server that gives the
 * last page again instead of an empty one gives it once more. Returns: whether that was no page of its own */
static gboolean
judge_held (AskRestChain *self, gboolean same)
{
  if (!same)
    {
      give_held (self);
      return FALSE;
    }
  self->extent.n_rows -= self->n_held;
  g_clear_pointer (&self->held, ask_rows_unref);
  return TRUE;
}

/* Puts down how far the list has come. */
static gboolean
add_to_extent (AskRestChain *self, AskRestFetch *fetch, gint64 n, gboolean more, GError **error)
{
  gint64 n_new = n;
  gboolean overlaps = FALSE;
  gboolean keyed = FALSE;
  gboolean ended;
  g_autoptr (GError) wrong = NULL;

  if (looks_back (self) && n > 0)
    {
      n_new = ask_rest_seen_end_page (self->seen, &overlaps);
      keyed = ask_rest_seen_is_keyed (self->seen);
    }
  self->n_held = self->held != NULL ? n_new : 0;
  self->n_stale = n > 0 && n_new == 0 ? self->n_stale + 1 : 0;
  ended = self->extent.promised && n == 0 && !more;
  wrong
    = ask_rest_extent_add (&self->extent, ask_rest_page_get_said (fetch->page), n, n_new, keyed || !looks_back (self));
  if (wrong == NULL && ended && !has_unique (self, n))
    ask_error_set_literal (&wrong, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT,
                           N_ ("the API says that more rows follow, but its next page has no new ones"));
  /* That there are as many rows as the total says proves nothing: others may be missing. */
  if (wrong == NULL && overlaps && ask_rest_page_get_hash (fetch->page) != self->hash)
    ask_error_set_literal (&wrong, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT,
                           N_ (
                             "the page begins with the last rows of the one before it: some rows may have come twice"));
  return wrong == NULL || doubt_for (self, fetch, g_steal_pointer (&wrong), error);
}

/* What a page that looks like the one before it is: a repetition, which is held until it is known to be one, or rows that
 * happen to be alike. Gives out the rows that are new. Returns: whether all is well; it may be silent then */
static gboolean
take_page (AskRestChain *self, AskRestFetch *fetch, gint64 n, gboolean same, GError **error)
{
  gboolean hold = FALSE;

  if (!same || !ask_rest_chain_is_numbered (self))
    self->n_same = 0;
  else if (n > 0)
    {
      hold = !is_another (self, fetch->page, n);
      self->n_same += !hold;
    }
  if (hold)
    {
      self->held = take_new_rows (self, fetch, error);
      return self->held != NULL;
    }
  if (n == 0)
    return TRUE;
  self->given = TRUE;
  return ask_rest_chain_give_rows (self, fetch, error);
}

/* Where the chain goes on. */
static gboolean
advance (AskRestChain *self, AskRestFetch *fetch, gint64 n, gboolean more, GError **error)
{
  if (!add_to_extent (self, fetch, n, more, error))
    return FALSE;
  if (self->kind == ASK_PAGING_NONE)
    return advance_none (self, fetch, n, more, error);
  if (ask_rest_chain_is_numbered (self))
    return advance_number (self, fetch, n, more, error);
  return advance_token (self, fetch, n, more, error);
}

static gboolean
doubt_lack (AskRestChain *self, AskRestFetch *fetch, const char *lack, GError **error)
{
  GError *wrong = NULL;

  ask_error_set (&wrong, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT,
                 N_ ("beside its rows the answer has “%s”, so some rows may be missing"), lack);
  return doubt_for (self, fetch, wrong, error);
}

/**
 * ask_rest_chain_advance:
 * @fetch: the present page, whole
 * @error: %ASK_SOURCE_ERROR
 *
 * Decides whether and where the chain goes on, and gives out the rows that are new.
 *
 * Returns: whether all is well; look whether it is silent then
 */
gboolean
ask_rest_chain_advance (AskRestChain *self, AskRestFetch *fetch, GError **error)
{
  AskRestPage *page = fetch->page;
  AskRestSaid *said = ask_rest_page_get_said (page);
  /* A child table's page may have elements without rows, and more rows than elements. */
  gint64 n = (gint64) ask_rest_page_get_n_elements (page);
  /* What the answer says in so many words goes before what a short page makes us think. */
  gboolean more = !self->plan->whole && (said->more || said->next != NULL || said->part);
  gboolean same = self->n_pages > 0 && n > 0 && ask_rest_page_get_hash (page) == self->hash;

  if (self->plan->whole)
    ask_rest_said_believe (said);
  if (self->held != NULL)
    {
      if (!judge_held (self, same && !fetch->empty))
        return TRUE;
      n = 0;
    }
  else if (fetch->empty)
    return end_without_page (self, fetch, error);
  if (said->lack != NULL)
    return doubt_lack (self, fetch, said->lack, error);
  if (self->probing)
    {
      gboolean counts_from_one = same && (self->plan->first < 0 || !is_another (self, page, n));

      self->probing = FALSE;
      self->plan->first = counts_from_one ? 1 : 0;
      if (counts_from_one)
        return TRUE;
    }
  if (!take_page (self, fetch, n, same, error))
    return FALSE;
  if (self->silent)
    return TRUE;
  if (self->n_pages++ == 0)
    self->step = n;
  /* One object is all there is of it, whatever stands around it. */
  if (self->kind == ASK_PAGING_NONE && self->plan->entity->operation->single)
    {
      self->done = TRUE;
      return TRUE;
    }
  if (!advance (self, fetch, n, more, error))
    return FALSE;
  self->hash = ask_rest_page_get_hash (page);
  self->head_hash = ask_rest_page_get_head_hash (page);
  if (self->done && !has_unique (self, n))
    {
      GError *gap = ask_rest_extent_find_gap (&self->extent);

      if (gap != NULL)
        return doubt_for (self, fetch, gap, error);
    }
  return TRUE;
}
