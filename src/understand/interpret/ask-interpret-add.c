/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Readings with what no sketch can say. The question without the words that ask for it is looked at as any other;
 * to each likely candidate is then added what was left out. What cannot be added to a candidate passes it over.
 */
#include "config.h"

#include "understand/interpret/ask-interpret-private.h"

#include <math.h>

#include "understand/interpret/ask-draft-add.h"
#include "understand/interpret/ask-rows-private.h"

/* Candidates that are looked at, the likeliest first. */
#define MAX_TAKEN 20
#define MAX_ADDED 4
/* Rules that add are right less often than not to add. */
#define RULE 0.97
/* How sure a rule is of rows, or of their number. */
#define COUNT_SURE 0.99
/* A candidate that is passed over was likelier than those behind it. */
#define LEAST_PART 0.05
/* Of what counts as sure: what is asked before it is told. */
#define ASKED 0.9
/* Where the likeliest candidate is not taken. */
#define LATER_PART 0.6
/* How far behind a metric the number stands that it is compared with. */
#define MAX_REACH 4

static const char *const count_words[] = { "how", "many", "number", "count", "number of", "how many", NULL };

typedef struct
{
  AskInterpreter *interpreter;
  AskQuestion *question;
  const AskLook *look; /* at the rest */
  GArray *additions;
  GPtrArray *added; /* AskAdded */
  gboolean timed; /* whether a time has to be chosen */
  double share; /* how likely the question is about this domain */
} Adder;

/*
 * ask_added_free:
 * @self: (transfer full) (nullable): freed
 */
void
ask_added_free (AskAdded *self)
{
  if (self == NULL)
    return;
  ask_question_reading_free (self->reading);
  g_free (self->like);
  g_free (self);
}

static gboolean
is_known (const GPtrArray *list, const char *sql, guint64 signature)
{
  for (guint i = 0; i < list->len; i++)
    {
      const AskAdded *added = list->pdata[i];

      if (g_str_equal (added->reading->sql, sql) || (signature != ASK_RANK_FAILED && added->signature == signature))
        return TRUE;
    }
  return FALSE;
}

/*
 * ask_look_agrees:
 * @self: a look
 * @signature: of a reading's rows
 *
 * Returns: whether the candidate that is ranked first gives the same rows: then what was learned and a rule, which know
 *   nothing of each other, say the same
 */
gboolean
ask_look_agrees (const AskLook *self, guint64 signature)
{
  return self->ranking->n > 0 && signature != ASK_RANK_FAILED && signature == self->signatures[self->ranking->best];
}

/* Nothing but figures, which are NULL where there is nothing to work them out from. */
static gboolean
shows_figures (const AskDraft *draft)
{
  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = &g_array_index (draft->terms, AskDraftTerm, i);

      if (term->aggregate == ASK_DRAFT_PLAIN && term->metric == 0)
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_added_try:
 * @list: (inout) (element-type AskAdded): gets it; what does not run here, a figure that is none, and what gives the same
 *   as one before are left out
 * @interpreter: an interpreter
 * @reading: (transfer full) (nullable): a reading; nothing is done without one
 * @like: (nullable): as of #AskAdded
 * @cancellable: (nullable): a way to stop
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: FALSE where it was stopped
 */
gboolean
ask_added_try (GPtrArray *list, AskInterpreter *interpreter, AskQuestionReading *reading, const char *like,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (AskAdded) added = g_new0 (AskAdded, 1);
  AskTried tried = { 0 };

  added->reading = reading;
  added->like = g_strdup (like);
  if (reading == NULL || is_known (list, reading->sql, ASK_RANK_FAILED))
    return TRUE;
  if (!ask_interpreter_try (interpreter, reading->domain, reading->sql, &tried, cancellable, error))
    return FALSE;
  /* What takes longer than a trial may is no worse for that: sums over many rows do. */
  if ((!tried.ran && !tried.slow && ask_tried_is_local (interpreter->engine, reading->domain))
      || (tried.first_null && tried.n_rows == 1 && shows_figures (reading->draft))
      || is_known (list, reading->sql, tried.signature))
    return TRUE;
  reading->n_rows = tried.ran ? (gint64) tried.n_rows : -1;
  added->signature = tried.signature;
  g_ptr_array_add (list, g_steal_pointer (&added));
  return TRUE;
}

/* A figure that nobody defined is asked, never told. */
static gboolean
is_worked_out (const Adder *self)
{
  for (guint i = 0; i < self->additions->len; i++)
    if (ask_addition (self->additions, i)->kind == ASK_ADDITION_METRIC
        && ask_domain_metric (self->question->domain, ask_addition (self->additions, i)->metric)->metric == NULL)
      return TRUE;
  return FALSE;
}

static gboolean
add_to (Adder *self, const AskCandidate *candidate, double score, GCancellable *cancellable, GError **error)
{
  AskQuestion *question = self->look->question;
  int times[ASK_DRAFT_MAX_TIMES] = { -1 };
  guint n = 1;

  if (self->timed)
    n = ask_draft_find_times (candidate->draft, question, times);
  for (guint i = 0; i < n && self->added->len < MAX_ADDED; i++)
    {
      g_autoptr (AskDraft) draft = ask_draft_copy (candidate->draft);

      AskQuestionReading *reading = NULL;

      if (ask_draft_add (draft, question, self->additions, times[i]))
        reading = ask_question_reading_new (draft, question->domain, candidate->way);
      if (reading != NULL)
        reading->score = is_worked_out (self) ? MIN (score / n, ASKED * self->interpreter->sure) : score / n;
      if (!ask_added_try (self->added, self->interpreter, reading, NULL, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  guint at;
  guint unused; /* numbers of the question that it passes over */
  float score;
} Ranked;

static int
compare_ranked (const void *a, const void *b)
{
  const Ranked *x = a;
  const Ranked *y = b;

  if (x->unused != y->unused)
    return x->unused < y->unused ? -1 : 1;
  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  return x->at < y->at ? -1 : 1;
}

/* "How many orders": nothing but a number of rows of what it names. */
static gboolean
is_plain_count (const AskLook *look)
{
  const AskCandidate *best = look->candidates->pdata[look->ranking->best];
  const AskDraft *draft = best->draft;
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, look->question->domain);
  const AskNameMatch *match;
  gboolean asked = FALSE;

  if (draft->terms->len != 1 || draft->conditions->len + draft->groups->len + draft->orders->len > 0
      || entities->len != 1 || draft->second != NULL
      || g_array_index (draft->terms, AskDraftTerm, 0).aggregate != ASK_DRAFT_COUNT
      || g_array_index (draft->terms, AskDraftTerm, 0).attribute != ASK_DOMAIN_STAR)
    return FALSE;
  match = &g_array_index (look->question->entities, AskNameMatch, g_array_index (entities, guint, 0));
  for (guint t = 0; t < look->question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (look->question, t);
      gboolean named = match->met > 0 && match->exact && t >= match->first && t < match->last;

      if (token->word && !token->stop && !named && !g_strv_contains (count_words, token->folded))
        return FALSE;
      asked = asked || g_strv_contains (count_words, token->folded);
    }
  return asked && match->met > 0 && match->exact;
}

static gboolean
is_used (const AskLook *look, const AskCandidate *candidate, const AskMention *mention)
{
  for (guint i = 0; i < candidate->n_mentions; i++)
    {
      const AskMention *used = ask_question_mention (look->question, candidate->mentions[i]);

      if (used->first < mention->last && mention->first < used->last)
        return TRUE;
    }
  return FALSE;
}

static guint
count_unused (const AskLook *look, const AskCandidate *candidate)
{
  guint n = 0;

  for (guint m = 0; m < look->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (look->question, m);

      n += mention->kind == ASK_MENTION_NUMBER && !is_used (look, candidate, mention);
    }
  return n;
}

/* "Revenue over 100": the metric is compared. */
static gboolean
is_compared (AskQuestion *question, const AskAddition *metric)
{
  static const char *const words[]
    = { "over", "above", "than", "under", "below", "least", "most", "exceeding", "exceeds", ">", "<", "=", NULL };

  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);

      if (mention->kind == ASK_MENTION_NUMBER && mention->first > metric->last
          && mention->first <= metric->last + MAX_REACH
          && g_strv_contains (words, ask_question_token (question, mention->first - 1)->folded))
        return TRUE;
    }
  return FALSE;
}

/* What a candidate gives says nothing where a metric stands for the number of rows that was tried: "revenue over 1000"
 * was seen as more than a thousand rows, which there are none of. Then those come first that use each number, as likely
 * as they were before they were tried. */
static GArray *
rank_all (const Adder *self)
{
  const AskRanking *ranking = self->look->ranking;
  GArray *order = g_array_new (FALSE, FALSE, sizeof (Ranked));
  gboolean metric = FALSE;
  gboolean compared = FALSE;
  gboolean numbered = FALSE;

  for (guint i = 0; i < self->additions->len; i++)
    if (ask_addition (self->additions, i)->kind == ASK_ADDITION_METRIC)
      {
        metric = TRUE;
        compared = compared || is_compared (self->question, ask_addition (self->additions, i));
      }
  for (guint m = 0; m < self->look->question->mentions->len; m++)
    numbered = numbered || ask_question_mention (self->look->question, m)->kind == ASK_MENTION_NUMBER;
  for (guint i = 0; i < ranking->n; i++)
    {
      const AskCandidate *candidate = self->look->candidates->pdata[i];
      Ranked ranked = { i, 0, ranking->scores[i] };

      if (metric && numbered)
        ranked = (Ranked) { i, count_unused (self->look, candidate) + (compared && candidate->draft->having->len == 0),
                            (float) candidate->score };

      g_array_append_val (order, ranked);
    }
  g_array_sort (order, compare_ranked);
  return order;
}

/* One row for each month is of a figure; "on Mondays" is said of rows as well. */
static gboolean
needs_figure (const GArray *additions)
{
  for (guint i = 0; i < additions->len; i++)
    if (ask_addition (additions, i)->kind >= ASK_ADDITION_EACH
        || ask_addition (additions, i)->kind == ASK_ADDITION_METRIC)
      return TRUE;
  return FALSE;
}

/* Rows that all words of the rest ask for are what is added to first. What was learned says how sure that is where it gives
 * the same. */
static gboolean
add_to_rows (Adder *self, GCancellable *cancellable, GError **error)
{
  const AskLook *look = self->look;
  gboolean sure = FALSE;
  g_autoptr (AskDraft) draft
    = ask_rows_read (look->question, needs_figure (self->additions) ? ASK_ROWS_COUNTED : ASK_ROWS_ANY, &sure);
  g_autofree char *sql = draft != NULL ? ask_draft_to_sql (draft, look->question->domain, 0) : NULL;
  AskCandidate rows = { .draft = draft, .sql = sql };
  AskTried tried = { 0 };
  double score = ASKED * self->interpreter->sure * self->share;

  if (sql == NULL)
    return TRUE;
  if (!ask_interpreter_try (self->interpreter, look->question->domain, sql, &tried, cancellable, error))
    return FALSE;
  if (tried.ran && ask_look_agrees (look, tried.signature))
    score = MAX (score, RULE * MAX (look->confidence, sure ? COUNT_SURE * self->share : 0));
  return add_to (self, &rows, score, cancellable, error);
}

static gboolean
add_all (Adder *self, GCancellable *cancellable, GError **error)
{
  const AskRanking *ranking = self->look->ranking;
  g_autoptr (GArray) order = rank_all (self);
  double score = RULE * self->look->confidence;
  float best = order->len > 0 ? g_array_index (order, Ranked, 0).score : 0;

  if (ranking->n > 0 && is_plain_count (self->look))
    score = RULE * MAX (self->look->confidence, COUNT_SURE * self->share);
  if (ranking->n > 0 && g_array_index (order, Ranked, 0).at != ranking->best)
    score *= LATER_PART;
  for (guint i = 0; i < MIN (order->len, MAX_TAKEN) && self->added->len < MAX_ADDED; i++)
    {
      const Ranked *ranked = &g_array_index (order, Ranked, i);
      double part = exp (MIN (0, (double) (ranked->score - best)));
      double least = self->added->len > 0 ? ((AskAdded *) self->added->pdata[self->added->len - 1])->reading->score : 1;

      if (!add_to (self, self->look->candidates->pdata[ranked->at], MIN (least, score * MAX (part, LEAST_PART)),
                   cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
needs_time (const GArray *additions)
{
  for (guint i = 0; i < additions->len; i++)
    switch (ask_addition (additions, i)->kind)
      {
      case ASK_ADDITION_METRIC:
      case ASK_ADDITION_LACK:
      case ASK_ADDITION_HAVE:
      case ASK_ADDITION_BUT:
      case ASK_ADDITION_ELSEWHERE:
      case ASK_ADDITION_OVERDUE:
      case ASK_ADDITION_LATE:
      case ASK_ADDITION_SHARE:
        break;
      case ASK_ADDITION_ONLY:
      case ASK_ADDITION_EACH:
      case ASK_ADDITION_MOST:
      case ASK_ADDITION_LEAST:
      case ASK_ADDITION_CHANGE:
      case ASK_ADDITION_GROWTH:
      default:
        return TRUE;
      }
  return FALSE;
}

/*
 * ask_interpreter_add:
 * @self: an interpreter
 * @look: (inout): at a question; gets what certain words of it ask for
 * @share: how likely it is about its domain
 * @asked: the question
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_interpreter_read()
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_interpreter_add (AskInterpreter *self, AskLook *look, double share, const AskPosed *asked,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) additions = ask_additions_find (look->question, NULL);
  g_autoptr (AskLook) rest = NULL;
  g_autofree char *text = NULL;
  const AskScope scope = { look->question->domain, share };
  AskPosed of_rest = { NULL, asked->learned, NULL, asked->quiet };
  Adder adder = { self, look->question, NULL, additions, look->added, needs_time (additions), share };

  if (additions->len == 0)
    return TRUE;
  of_rest.text = text = ask_additions_rest (look->question, additions);
  rest = ask_interpreter_look (self, &scope, &of_rest, cancellable, error);
  if (rest == NULL)
    return FALSE;
  adder.look = rest;
  return add_to_rows (&adder, cancellable, error) && add_all (&adder, cancellable, error);
}
