/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the last reading and a follow-up to a reading that runs.
 */
#include "config.h"

#include "understand/interpret/ask-follow.h"

#include "understand/interpret/ask-figure-private.h"
#include "understand/interpret/ask-follow-private.h"
#include "understand/interpret/ask-interpret-private.h"
#include "understand/interpret/ask-reading-words.h"

/* Of a follow-up that is read in one way only. No rule is always right. */
#define SURE 0.95

/* A count without another attribute counts the rows of FROM: what named them must still be there. */
static void
keep_entities (AskDraft *draft, const AskDraft *last, AskDomain *domain)
{
  g_autoptr (GArray) before = ask_draft_collect_entities (last, domain);
  g_autoptr (GArray) now = ask_draft_collect_entities (draft, domain);
  gboolean counts = FALSE;

  for (guint i = 0; i < draft->terms->len; i++)
    counts = counts
             || (ask_draft_term (draft->terms, i)->attribute == ASK_DOMAIN_STAR
                 && ask_draft_term (draft->terms, i)->metric == 0);
  if (now->len > 0 && (!counts || draft->extra->len > 0))
    return;
  for (guint i = 0; i < before->len; i++)
    {
      int entity = (int) g_array_index (before, guint, i);
      gboolean there = FALSE;

      for (guint k = 0; k < now->len; k++)
        there = there || (int) g_array_index (now, guint, k) == entity;
      if (!there)
        g_array_append_val (draft->extra, entity);
    }
}

/* Of one entity "*" is its attributes; of several it would be those of all. */
static void
spread_star (AskDraft *draft, const AskDraft *last, AskDomain *domain)
{
  g_autoptr (GArray) before = ask_draft_collect_entities (last, domain);
  g_autoptr (GArray) now = ask_draft_collect_entities (draft, domain);
  const AskDomainEntity *entity;

  if (before->len != 1 || now->len < 2 || draft->terms->len != 1
      || ask_draft_term (draft->terms, 0)->attribute != ASK_DOMAIN_STAR
      || ask_draft_term (draft->terms, 0)->aggregate != ASK_DRAFT_PLAIN)
    return;
  entity = ask_domain_entity (domain, g_array_index (before, guint, 0));
  g_array_set_size (draft->terms, 0);
  for (guint i = 0; i < entity->n_attributes; i++)
    {
      AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, (int) (entity->first + i) };

      g_array_append_val (draft->terms, term);
    }
}

static gboolean
has_entity (const GArray *entities, guint entity)
{
  for (guint i = 0; i < entities->len; i++)
    if (g_array_index (entities, guint, i) == entity)
      return TRUE;
  return FALSE;
}

/* Of what was in FROM before, some leads to one of @entity; else a row of it stands there once for each of these. */
static gboolean
is_reached (AskDomain *domain, const GArray *before, guint entity)
{
  for (guint i = 0; i < before->len; i++)
    if (ask_figure_get_distance (domain, g_array_index (before, guint, i), entity) >= 0)
      return TRUE;
  return FALSE;
}

/* An entity came to FROM that gives rows several times. */
static gboolean
is_multiplied (const AskDraft *draft, const GArray *before, AskDomain *domain)
{
  g_autoptr (GArray) now = ask_draft_collect_entities (draft, domain);
  gboolean stays = FALSE;
  gboolean many = FALSE;

  for (guint i = 0; i < now->len; i++)
    {
      guint entity = g_array_index (now, guint, i);

      stays = stays || has_entity (before, entity);
      many = many || (!has_entity (before, entity) && !is_reached (domain, before, entity));
    }
  return stays && many;
}

/* A sum is right where what it is of leads to all else. */
static gboolean
is_of_each (const AskDraft *draft, AskDomain *domain, const AskDraftTerm *figure)
{
  g_autoptr (GArray) now = ask_draft_collect_entities (draft, domain);
  guint of = figure->metric > 0 ? ask_domain_metric (domain, figure->metric - 1)->entity
                                : ask_domain_attribute (domain, figure->attribute)->entity;

  for (guint i = 0; i < now->len; i++)
    if (ask_figure_get_distance (domain, of, g_array_index (now, guint, i)) < 0)
      return FALSE;
  return TRUE;
}

/* "How many customers", "only orders of 2025": customers are counted still, each once. Returns: whether that can be said */
static gboolean
keep_rows (AskDraft *draft, const AskDraft *last, AskDomain *domain)
{
  g_autoptr (GArray) before = ask_draft_collect_entities (last, domain);
  const AskDraftTerm *figure = ask_follow_find_figure (draft);
  AskDraftTerm old, each;
  int key;

  if (draft->second != NULL || draft->whole != NULL || !is_multiplied (draft, before, domain))
    return TRUE;
  if (figure == NULL)
    {
      draft->distinct = draft->groups->len == 0;
      return TRUE;
    }
  if (figure->distinct || figure->aggregate == ASK_DRAFT_MIN || figure->aggregate == ASK_DRAFT_MAX)
    return TRUE;
  if (figure->metric > 0 || figure->attribute != ASK_DOMAIN_STAR)
    return is_of_each (draft, domain, figure);
  key = before->len == 1 ? ask_figure_find_key (domain, g_array_index (before, guint, 0)) : -1;
  if (key < 0 || figure->view != ASK_DRAFT_AS_IT_IS)
    return FALSE;
  old = *figure;
  each = (AskDraftTerm) { ASK_DRAFT_COUNT, TRUE, key };
  ask_follow_exchange (draft->terms, &old, &each);
  ask_follow_exchange (draft->orders, &old, &each);
  for (guint i = 0; i < draft->having->len; i++)
    if (ask_draft_term_equal (&ask_draft_condition (draft->having, i)->left, &old))
      ask_draft_condition (draft->having, i)->left = each;
  return TRUE;
}

/*
 * ask_follow_make_reading:
 * @draft: (inout): what @last says, changed
 * @last: a reading
 * @chart: (nullable): a kind of chart that is wished for now; else that of @last is
 *
 * The way to join stays while what is joined stays, and each row is counted as often as before.
 *
 * Returns: (transfer full) (nullable): a reading that was not tried; %NULL where entities cannot be joined, or a figure would
 *   be of rows that stand there several times
 */
AskQuestionReading *
ask_follow_make_reading (AskDraft *draft, const AskQuestionReading *last, const char *chart)
{
  g_autoptr (GArray) before = ask_draft_collect_entities (last->draft, last->domain);
  g_autoptr (GArray) now = NULL;
  AskQuestionReading *reading;
  gboolean same;

  keep_entities (draft, last->draft, last->domain);
  spread_star (draft, last->draft, last->domain);
  if (!keep_rows (draft, last->draft, last->domain))
    return NULL;
  ask_draft_normalise (draft);
  now = ask_draft_collect_entities (draft, last->domain);
  same = before->len == now->len;
  for (guint i = 0; same && i < now->len; i++)
    {
      same = FALSE;
      for (guint k = 0; k < before->len; k++)
        same = same || g_array_index (before, guint, k) == g_array_index (now, guint, i);
    }
  reading = ask_question_reading_new (draft, last->domain, same ? last->way : 0);
  if (reading == NULL)
    return NULL;
  reading->chart = g_strdup (chart != NULL ? chart : last->chart);
  reading->change = ask_reading_describe_change (last->draft, draft, last->domain, chart);
  return reading;
}

/* It shows a figure that nobody defined, which @last did not. */
static gboolean
is_worked_out (const AskDraft *draft, const AskQuestionReading *last)
{
  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);
      gboolean known = term->metric == 0 || ask_domain_metric (last->domain, term->metric - 1)->metric != NULL;

      for (guint k = 0; k < last->draft->terms->len && !known; k++)
        known = ask_draft_term (last->draft->terms, k)->metric == term->metric;
      if (!known)
        return TRUE;
    }
  return FALSE;
}

/* What a text makes of the last reading. */
typedef struct
{
  const AskQuestionReading *last;
  GPtrArray *drafts;
  const char *chart;
} Followed;

static gboolean
add_readings (AskInterpretation *all, AskInterpreter *self, const Followed *what, GCancellable *cancellable,
              GError **error)
{
  gboolean told = TRUE;

  for (guint i = 0; i < what->drafts->len; i++)
    {
      AskQuestionReading *reading = ask_follow_make_reading (what->drafts->pdata[i], what->last, what->chart);
      AskTried tried = { 0 };

      if (reading == NULL)
        continue; /* not to be joined */
      g_ptr_array_add (all->readings, reading);
      if (!ask_interpreter_try (self, what->last->domain, reading->sql, &tried, cancellable, error))
        return FALSE;
      reading->n_rows = tried.ran ? (gint64) tried.n_rows : -1;
      /* What takes longer than a trial may is no worse for that. */
      told = told && (tried.ran || tried.slow) && !is_worked_out (reading->draft, what->last);
    }
  for (guint i = 0; i < all->readings->len; i++)
    ((AskQuestionReading *) all->readings->pdata[i])->score = SURE / all->readings->len;
  all->confident = all->readings->len == 1 && told;
  return TRUE;
}

/* Only where nothing was understood: which words it lies at. */
static void
find_unknown (AskInterpretation *self, AskQuestion *question)
{
  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);
      gboolean known = !token->word || token->stop;

      for (guint i = 0; i < self->links->len && !known; i++)
        known = ((AskLink *) self->links->pdata[i])->first <= t && t < ((AskLink *) self->links->pdata[i])->last;
      if (!known)
        g_ptr_array_add (self->unknown, g_strdup (token->surface));
    }
}

/**
 * ask_interpreter_follow:
 * @self: an interpreter
 * @last: a reading of it, with its draft and domain
 * @text: what a person says after that reading was shown; UTF-8
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_question_new(), or %G_IO_ERROR_CANCELLED
 *
 * Changes @last by what @text says: a condition, a group, an order, a limit, another figure, a kind of chart. It is
 * confident where @text has one meaning only and its query ran; else its readings are a choice.
 *
 * Returns: (transfer full): what may be meant; without a reading where @text is a question of its own
 */
AskInterpretation *
ask_interpreter_follow (AskInterpreter *self, const AskQuestionReading *last, const char *text,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (AskInterpretation) all = NULL;
  g_autoptr (AskQuestion) question = NULL;
  g_autoptr (GPtrArray) drafts = NULL;
  g_autofree char *chart = NULL;

  g_return_val_if_fail (self != NULL && last != NULL && text != NULL, NULL);
  g_return_val_if_fail (last->draft != NULL && last->domain != NULL, NULL);

  question = ask_question_new (last->domain, text, error);
  if (question == NULL)
    return NULL;
  all = ask_interpretation_new (text);
  g_ptr_array_unref (all->links);
  all->links = ask_link_list (question);
  drafts = ask_follow_read (question, last->draft, &chart);
  if (!add_readings (all, self, &(Followed) { last, drafts, chart }, cancellable, error))
    return NULL;
  if (all->readings->len == 0)
    find_unknown (all, question);
  all->doubtful = all->readings->len == 0;
  return g_steal_pointer (&all);
}
