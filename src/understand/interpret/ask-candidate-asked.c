/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the question's words ask for, beside what a candidate does: figures, comparisons, an order, and which names
 * stand where one says what is wanted. Each is one number that says yes or no; trees need not find it out.
 */
#include "config.h"

#include "understand/interpret/ask-candidate-private.h"

#include <string.h>

/* How many words before a value may say how it is compared. */
#define N_BEFORE 5
#define N_FIGURES (ASK_DRAFT_MAX + 1)

static const char *const words_sum[] = { "total", "sum", "combined", "overall", "altogether", NULL };
static const char *const words_avg[] = { "average", "avg", "mean", "averaged", NULL };
static const char *const words_min[]
  = { "minimum",  "min",      "lowest",   "smallest", "least",   "fewest", "youngest",
      "shortest", "earliest", "cheapest", "lightest", "slowest", NULL };
static const char *const words_max[]
  = { "maximum", "max",     "highest",  "largest", "greatest", "biggest", "oldest", "longest", "latest",
      "most",    "tallest", "heaviest", "fastest", "top",      "recent",  "newest", NULL };
static const char *const words_extreme[] = { "maximum", "max", "minimum", "min", NULL };
static const char *const words_distinct[] = { "different", "distinct", "unique", NULL };
static const char *const words_each[] = { "each", "every", "per", NULL };

static const char *const words_greater[]
  = { "more",      "greater", "above",   "over",  "older",  "larger", "higher", "after",  "exceed",   "exceeds",
      "exceeding", "longer",  "heavier", "since", "bigger", "taller", "later",  "beyond", "exceeded", NULL };
static const char *const words_less[] = { "less",   "fewer", "below",   "under",   "younger", "smaller", "lower",
                                          "before", "prior", "shorter", "lighter", "earlier", "cheaper", NULL };
static const char *const words_not[] = { "not",    "except", "excluding", "other",  "never",  "without", "isn't",
                                         "aren't", "don't",  "doesn't",   "didn't", "wasn't", "no",      NULL };
static const char *const words_like[]
  = { "contain",  "contains",  "containing", "contained", "substring", "starts", "start",
      "starting", "begins",    "beginning",  "begin",     "ends",      "ending", "include",
      "includes", "including", "letter",     "prefix",    "suffix",    "like",   NULL };
static const char *const words_order[]
  = { "order",           "sort",          "sorted",    "ordered",    "ordering",   "alphabetical",
      "alphabetically",  "alphabetic",    "ascending", "descending", "increasing", "decreasing",
      "lexicographical", "lexicographic", "listed",    NULL };
static const char *const words_up[] = { "ascending",  "increasing",      "alphabetical",  "alphabetically",
                                        "alphabetic", "lexicographical", "lexicographic", NULL };
static const char *const words_down[] = { "descending", "decreasing", NULL };
/* What comes after these is no longer what is wanted. */
static const char *const words_end[]
  = { "whose", "with",    "where",  "that",      "who",    "having",  "have",   "has",  "had",
      "for",   "ordered", "sorted", "order",     "sort",   "when",    "whom",   "more", "than",
      "at",    "by",      "from",   "if",        "but",    "without", "not",    "in",   "which",
      "did",   "do",      "does",   "belonging", "belong", "named",   "called", NULL };

typedef enum
{
  ASKS_EQUAL,
  ASKS_NOT,
  ASKS_GREATER,
  ASKS_GREATER_EQUAL,
  ASKS_LESS,
  ASKS_LESS_EQUAL,
  ASKS_BETWEEN,
  ASKS_LIKE
} Asks;

static const char *
folded_at (const AskQuestion *question, int t)
{
  return t >= 0 && t < (int) question->tokens->len ? ask_question_token (question, (guint) t)->folded : "";
}

static gboolean
is_one (const AskQuestion *question, int t, const char *const *words)
{
  return g_strv_contains (words, folded_at (question, t));
}

static gboolean
is_word (const AskQuestion *question, int t, const char *word)
{
  return strcmp (folded_at (question, t), word) == 0;
}

static guint
count_any (const AskQuestion *question, const char *const *words)
{
  guint n = 0;

  for (int t = 0; t < (int) question->tokens->len; t++)
    n += is_one (question, t, words);
  return n;
}

/* What stands behind a value: "or more", "or younger". */
static gboolean
asks_after (const AskQuestion *question, int last, Asks *asks)
{
  if (!is_word (question, last, "or") && !is_word (question, last, "and"))
    return FALSE;
  if (is_one (question, last + 1, words_greater))
    *asks = ASKS_GREATER_EQUAL;
  else if (is_one (question, last + 1, words_less))
    *asks = ASKS_LESS_EQUAL;
  else
    return FALSE;
  return TRUE;
}

/* How a mention is to be compared, by the words around it. */
static Asks
read_asks (const AskQuestion *question, const AskMention *mention)
{
  int first = (int) mention->first;
  Asks asks = ASKS_EQUAL;

  if (asks_after (question, (int) mention->last, &asks))
    return asks;
  for (int t = first - 1; t >= 0 && t >= first - N_BEFORE; t--)
    {
      gboolean negated = is_word (question, t - 1, "no") || is_word (question, t - 1, "not");

      if (is_word (question, t, "between"))
        return ASKS_BETWEEN;
      if (is_word (question, t - 1, "at") && is_word (question, t, "least"))
        return ASKS_GREATER_EQUAL;
      if (is_word (question, t - 1, "at") && is_word (question, t, "most"))
        return ASKS_LESS_EQUAL;
      if (is_word (question, t - 1, "up") && is_word (question, t, "to"))
        return ASKS_LESS_EQUAL;
      if (is_one (question, t, words_greater))
        return negated ? ASKS_LESS_EQUAL : ASKS_GREATER;
      if (is_one (question, t, words_less))
        return negated ? ASKS_GREATER_EQUAL : ASKS_LESS;
      if (is_one (question, t, words_like))
        return ASKS_LIKE;
      if (is_one (question, t, words_not))
        return ASKS_NOT;
      if (g_ascii_isdigit (*folded_at (question, t)) || is_word (question, t, "or"))
        break;
    }
  return asks;
}

/* 1: as it is asked, -1: the other way round. */
static float
compare (Asks asks, AskDraftOp op, gboolean negative)
{
  gboolean up = op == ASK_DRAFT_GREATER || op == ASK_DRAFT_GREATER_EQUAL;
  gboolean down = op == ASK_DRAFT_LESS || op == ASK_DRAFT_LESS_EQUAL;
  gboolean not = op == ASK_DRAFT_NOT_EQUAL || op == ASK_DRAFT_NOT_LIKE || op == ASK_DRAFT_NOT_BETWEEN || negative;

  switch (asks)
    {
    case ASKS_NOT:
      return not ? 1 : up || down ? -1 : -0.5f;
    case ASKS_GREATER:
      return op == ASK_DRAFT_GREATER ? 1 : up ? 0.5f : -1;
    case ASKS_GREATER_EQUAL:
      return op == ASK_DRAFT_GREATER_EQUAL ? 1 : up ? 0.5f : -1;
    case ASKS_LESS:
      return op == ASK_DRAFT_LESS ? 1 : down ? 0.5f : -1;
    case ASKS_LESS_EQUAL:
      return op == ASK_DRAFT_LESS_EQUAL ? 1 : down ? 0.5f : -1;
    case ASKS_BETWEEN:
      return op == ASK_DRAFT_BETWEEN ? 1 : up || down ? 0 : -1;
    case ASKS_LIKE:
      return op == ASK_DRAFT_LIKE || op == ASK_DRAFT_NOT_LIKE ? 1 : up || down ? -1 : -0.5f;
    case ASKS_EQUAL:
    default:
      return op == ASK_DRAFT_EQUAL || op == ASK_DRAFT_IN ? 1 : op == ASK_DRAFT_LIKE || not ? 0 : -0.5f;
    }
}

static gboolean
is_negative (const AskDraft *draft)
{
  for (guint i = 0; i < draft->conditions->len; i++)
    if (g_array_index (draft->conditions, AskDraftCondition, i).op == ASK_DRAFT_NOT_IN)
      return TRUE;
  return draft->set == ASK_DRAFT_EXCEPT;
}

static guint
get_length (const AskMention *mention)
{
  return mention->last - mention->first;
}

static void
put_compared (const AskGuess *guess, const AskCandidate *of, float **out)
{
  const AskQuestion *question = guess->question;
  gboolean negative = is_negative (of->draft);
  float sum = 0;
  float least = 1;
  guint wrong = 0;
  guint limits = 0;
  guint named = 0;
  guint twice = 0;
  guint shorter = 0;
  double stored = 1;

  for (guint i = 0; i < of->n_mentions; i++)
    {
      const AskSketchValue *value = &g_array_index (of->sketch->values, AskSketchValue, i);
      const AskMention *mention = ask_question_mention (question, of->mentions[i]);
      Asks asks = read_asks (question, mention);
      float fit = value->place == ASK_SKETCH_LIMIT ? (asks == ASKS_EQUAL ? 1 : -1)
                                                   : compare (asks, value->op, negative && *value->block != '\0');
      guint longest = get_length (mention);

      sum += fit;
      least = MIN (least, fit);
      wrong += fit < 0;
      limits += value->place == ASK_SKETCH_LIMIT;
      for (guint t = mention->first; t < mention->last; t++)
        named += g_array_index (question->marks, AskMark, t) != ASK_MARK_NONE;
      for (guint k = 0; k < i; k++)
        {
          const AskSketchValue *before = &g_array_index (of->sketch->values, AskSketchValue, k);
          const AskMention *other = ask_question_mention (question, of->mentions[k]);

          twice += (other->first < mention->last && mention->first < other->last)
                   || (value->attribute >= 0 && before->attribute >= 0 && value->op == before->op
                       && of->attributes[value->attribute] == of->attributes[before->attribute]
                       && g_ascii_strcasecmp (other->literal, mention->literal) == 0);
        }
      for (guint m = 0; m < question->mentions->len; m++)
        {
          const AskMention *other = ask_question_mention (question, m);

          if (other->first <= mention->first && mention->last <= other->last && other->kind != ASK_MENTION_NAME)
            longest = MAX (longest, get_length (other));
        }
      shorter += longest - get_length (mention);
      for (guint l = 0; value->attribute >= 0 && l < mention->links->len; l++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

          if (link->attribute == of->attributes[value->attribute])
            stored = MIN (stored, link->score);
        }
    }
  ASK_PUT (sum);
  ASK_PUT (least);
  ASK_PUT (wrong);
  ASK_PUT (limits);
  ASK_PUT (named);
  ASK_PUT (twice);
  ASK_PUT (shorter);
  ASK_PUT (stored);
}

static void
count_figures (const AskDraft *draft, guint *terms, guint *all)
{
  for (guint i = 0; i < draft->terms->len; i++)
    {
      AskDraftAggregate aggregate = g_array_index (draft->terms, AskDraftTerm, i).aggregate;

      terms[aggregate]++;
      all[aggregate]++;
    }
  for (guint i = 0; i < draft->orders->len; i++)
    all[g_array_index (draft->orders, AskDraftTerm, i).aggregate]++;
  for (guint i = 0; i < draft->having->len; i++)
    all[g_array_index (draft->having, AskDraftCondition, i).left.aggregate]++;
  if (draft->orders->len > 0 && draft->limit != ASK_DRAFT_NO_LIMIT)
    all[draft->descending ? ASK_DRAFT_MAX : ASK_DRAFT_MIN]++;
  for (guint i = 0; i < draft->conditions->len; i++)
    {
      const AskDraftCondition *condition = &g_array_index (draft->conditions, AskDraftCondition, i);
      guint nested[N_FIGURES] = { 0 };

      if (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_QUERY)
        count_figures (condition->operands[0].query, nested, all);
    }
  if (draft->second != NULL)
    {
      guint nested[N_FIGURES] = { 0 };

      count_figures (draft->second, nested, all);
    }
}

static void
put_figures (const AskGuess *guess, const AskDraft *draft, float **out)
{
  const AskQuestion *question = guess->question;
  guint terms[N_FIGURES] = { 0 };
  guint all[N_FIGURES] = { 0 };
  gboolean asked[N_FIGURES] = { FALSE };
  gboolean distinct = draft->distinct;
  guint missing = 0;
  guint more = 0;

  for (int t = 0; t < (int) question->tokens->len; t++)
    {
      gboolean least
        = is_word (question, t - 1, "at") && (is_word (question, t, "least") || is_word (question, t, "most"));

      asked[ASK_DRAFT_COUNT] = asked[ASK_DRAFT_COUNT] || is_word (question, t, "count")
                               || (is_word (question, t - 1, "how") && is_word (question, t, "many"))
                               || (is_word (question, t, "number") && is_word (question, t + 1, "of"))
                               || is_word (question, t, "numbers");
      asked[ASK_DRAFT_SUM] = asked[ASK_DRAFT_SUM] || is_one (question, t, words_sum);
      asked[ASK_DRAFT_AVG] = asked[ASK_DRAFT_AVG] || is_one (question, t, words_avg);
      asked[ASK_DRAFT_MIN] = asked[ASK_DRAFT_MIN] || (!least && is_one (question, t, words_min));
      asked[ASK_DRAFT_MAX] = asked[ASK_DRAFT_MAX] || (!least && is_one (question, t, words_max));
    }
  count_figures (draft, terms, all);
  for (guint k = ASK_DRAFT_COUNT; k < N_FIGURES; k++)
    {
      ASK_PUT ((float) (terms[k] > 0) - (float) asked[k]);
      missing += asked[k] && all[k] == 0;
      more += terms[k] > 0 && !asked[k];
    }
  ASK_PUT (missing);
  ASK_PUT (more);
  ASK_PUT ((float) (terms[ASK_DRAFT_MAX] + terms[ASK_DRAFT_MIN]) - (float) count_any (question, words_extreme));
  for (guint i = 0; i < draft->terms->len; i++)
    distinct = distinct || g_array_index (draft->terms, AskDraftTerm, i).distinct;
  ASK_PUT ((float) distinct - (float) (count_any (question, words_distinct) > 0));
  ASK_PUT ((float) (draft->groups->len > 0) - (float) (count_any (question, words_each) > 0));
}

static void
put_order (const AskGuess *guess, const AskDraft *draft, float **out)
{
  const AskQuestion *question = guess->question;
  const AskDraftTerm *term = draft->orders->len > 0 ? &g_array_index (draft->orders, AskDraftTerm, 0) : NULL;
  const AskNameMatch *match = NULL;
  int way = 0;
  int cue = -1;
  guint place = 0;
  guint nearest = 0;

  for (int t = 0; t < (int) question->tokens->len; t++)
    if (is_one (question, t, words_order))
      cue = cue < 0 ? t : cue;
  if (term != NULL && term->attribute >= 0)
    match = &g_array_index (question->attributes, AskNameMatch, term->attribute);
  if (term != NULL)
    place = match == NULL || match->met <= 0 ? 3 : cue >= 0 && (int) match->last > cue ? 1 : 2;
  if (term != NULL && term->attribute < 0)
    place = 4;
  /* Whether it is the first that is named after the word. */
  if (place == 1)
    for (guint a = 0; a < question->attributes->len; a++)
      {
        const AskNameMatch *other = &g_array_index (question->attributes, AskNameMatch, a);

        nearest += other->met > 0 && other->exact && (int) other->first > cue && other->first < match->first;
      }
  way = (count_any (question, words_down) > 0) - (count_any (question, words_up) > 0);
  ASK_PUT (cue >= 0);
  ASK_PUT (place);
  ASK_PUT (MIN (nearest, 3));
  ASK_PUT (cue >= 0 && term == NULL);
  ASK_PUT (term == NULL || way == 0 ? 0 : (draft->descending ? way : -way));
}

/* Whether @match is of the words that say what is wanted. */
static gboolean
is_within (const AskNameMatch *match, guint end)
{
  return match->met > 0 && match->first < end;
}

static void
put_wanted (const AskGuess *guess, const AskDraft *draft, float **out)
{
  const AskQuestion *question = guess->question;
  g_autofree gboolean *taken = g_new0 (gboolean, question->tokens->len + 1);
  guint end = question->tokens->len;
  guint within = 0;
  guint later = 0;
  guint open = 0;
  guint strange = 0;
  guint elsewhere = 0;
  float odds = 9;

  for (guint t = 2; t < question->tokens->len && end == question->tokens->len; t++)
    if (is_one (question, (int) t, words_end) && g_array_index (question->marks, AskMark, t) == ASK_MARK_NONE)
      end = t;
  for (guint i = 0; i < draft->terms->len; i++)
    {
      int at = g_array_index (draft->terms, AskDraftTerm, i).attribute;
      const AskNameMatch *match;
      const AskNameMatch *entity;
      guint of;

      if (at < 0)
        continue;
      of = ask_domain_attribute (guess->domain, at)->entity;
      match = &g_array_index (question->attributes, AskNameMatch, at);
      entity = &g_array_index (question->entities, AskNameMatch, of);
      within += is_within (match, end);
      later += match->met > 0 && match->first >= end;
      for (guint t = match->first; match->met > 0 && t < match->last; t++)
        taken[t] = TRUE;
      strange += entity->met <= 0;
      odds = MIN (odds, guess->entities[of]);
      for (guint a = 0; a < question->attributes->len && entity->met <= 0; a++)
        {
          const AskDomainAttribute *other = ask_domain_attribute (guess->domain, a);
          const AskNameMatch *known = &g_array_index (question->entities, AskNameMatch, other->entity);

          if (known->met > 0 && known->exact
              && g_strv_equal ((const char *const *) other->stems,
                               (const char *const *) ask_domain_attribute (guess->domain, at)->stems))
            {
              elsewhere++;
              break;
            }
        }
    }
  for (guint t = 0; t < end; t++)
    open += g_array_index (question->marks, AskMark, t) == ASK_MARK_ATTRIBUTE && !taken[t];
  ASK_PUT (within);
  ASK_PUT (later);
  ASK_PUT (open);
  ASK_PUT (strange);
  ASK_PUT (elsewhere);
  ASK_PUT (odds);
  ASK_PUT ((float) end / (float) MAX (question->tokens->len, 1));
}

/**
 * ask_candidates_asked:
 * @guess: of the question
 * @candidates: (element-type AskCandidate): for it
 *
 * Returns: (transfer full): %ASK_N_ASKED_FEATURES for each candidate
 */
float *
ask_candidates_asked (const AskGuess *guess, GPtrArray *candidates)
{
  float *features = g_new0 (float, (gsize) MAX (candidates->len, 1) * ASK_N_ASKED_FEATURES);
  float *next = features;
  float **out = &next;

  for (guint i = 0; i < candidates->len; i++)
    {
      const AskCandidate *of = g_ptr_array_index (candidates, i);

      put_compared (guess, of, out);
      put_figures (guess, of->draft, out);
      put_order (guess, of->draft, out);
      put_wanted (guess, of->draft, out);
      g_assert (next == features + (gsize) (i + 1) * ASK_N_ASKED_FEATURES);
    }
  return features;
}
