/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "Cancelled orders": a stored value that stands in the question, of an attribute of what is asked for, is said of it. A
 * draft that asks for all orders passes over it.
 */
#include "config.h"

#include "understand/interpret/ask-prefer-private.h"

#include <string.h>

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-figure-private.h"

/* What explains codes has no more than these. */
#define MAX_LOOKUP_ATTRIBUTES 3
#define MAX_LOOKUP_ROWS 50

static gboolean
is_within (const AskDraftOperand *operand, const char *text)
{
  g_autofree char *here = NULL;
  g_autofree char *wanted = NULL;

  if (operand->kind != ASK_DRAFT_VALUE || operand->text == NULL || text == NULL || *text == '\0')
    return FALSE;
  here = g_utf8_casefold (operand->text, -1);
  wanted = g_utf8_casefold (text, -1);
  return strstr (here, wanted) != NULL;
}

/* Something in it is compared with the text. */
static gboolean
compares (const AskDraft *draft, const char *text)
{
  const GArray *lists[] = { draft->conditions, draft->having };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      {
        const AskDraftCondition *condition = ask_draft_condition (lists[l], i);

        for (guint o = 0; o < condition->n_operands; o++)
          if (is_within (&condition->operands[o], text)
              || (condition->operands[o].query != NULL && compares (condition->operands[o].query, text)))
            return TRUE;
      }
  return (draft->second != NULL && compares (draft->second, text))
         || (draft->whole != NULL && compares (draft->whole, text));
}

/* It is compared with what some words are, or what they were taken for. */
static gboolean
uses (const AskDraft *draft, const AskMention *mention)
{
  if (compares (draft, mention->literal))
    return TRUE;
  for (guint l = 0; l < mention->links->len; l++)
    if (compares (draft, g_array_index (mention->links, AskMentionLink, l).value))
      return TRUE;
  return FALSE;
}

static gboolean
overlaps (const AskMention *a, guint first, guint last)
{
  return a->first < last && first < a->last;
}

/* A longer value, or a name, is what the words mean. */
static gboolean
is_otherwise (const AskQuestion *question, const AskDraft *draft, const AskMention *mention)
{
  const GArray *names[] = { question->attributes, question->entities, question->metrics };

  for (guint m = 0; m < question->mentions->len; m++)
    if (overlaps (ask_question_mention (question, m), mention->first, mention->last)
        && uses (draft, ask_question_mention (question, m)))
      return TRUE;
  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    for (guint i = 0; i < names[n]->len; i++)
      {
        const AskNameMatch *match = &g_array_index (names[n], AskNameMatch, i);

        if (match->met > 0 && match->exact && overlaps (mention, match->first, match->last))
          return TRUE;
      }
  return FALSE;
}

/* Words of asking are stored somewhere, too. */
static gboolean
is_asking (const AskQuestion *question, const AskMention *mention)
{
  static const char *const words[]
    = { "show", "list",  "give", "find", "what",   "which",   "who",   "how",  "many", "number", "count", "total",
        "most", "least", "best", "top",  "first",  "last",    "all",   "each", "per",  "by",     "more",  "less",
        "than", "name",  "sum",  "mean", "latest", "average", "worst", "not",  "no",   "only",   "other", NULL };

  for (guint t = mention->first; t < mention->last; t++)
    if (ask_question_token (question, t)->stop || g_strv_contains (words, ask_question_token (question, t)->folded))
      return TRUE;
  return FALSE;
}

/* What a code of @entity stands for: a few rows of few words, which it leads to. */
static gboolean
explains (AskDomain *domain, guint entity, guint other)
{
  const AskDomainEntity *of = ask_domain_entity (domain, other);

  return of->n_attributes <= MAX_LOOKUP_ATTRIBUTES && of->n_rows >= 0 && of->n_rows <= MAX_LOOKUP_ROWS
         && ask_figure_get_distance (domain, entity, other) == 1;
}

static gboolean
is_here (const AskMention *mention, AskDomain *domain, const GArray *entities)
{
  for (guint l = 0; l < mention->links->len; l++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

      for (guint e = 0; e < entities->len && link->score >= 0.99; e++)
        {
          guint owner = ask_domain_attribute (domain, link->attribute)->entity;

          if (g_array_index (entities, guint, e) == owner
              || explains (domain, g_array_index (entities, guint, e), owner))
            return TRUE;
        }
    }
  return FALSE;
}

/**
 * ask_prefer_passes_over:
 * @guess: of a question
 * @candidate: a candidate
 *
 * Returns: whether it passes over a stored value of what it asks for, or is against plain words of the question
 */
gboolean
ask_prefer_passes_over (const AskGuess *guess, const AskCandidate *candidate)
{
  return ask_prefer_count_values (guess->question, guess->domain, candidate->draft) > 0
         || ask_prefer_count_contrary (guess->question, guess->domain, candidate->draft) > 0;
}

/*
 * ask_prefer_count_values:
 * @question: a question
 * @domain: what it is about
 * @draft: a reading
 *
 * Returns: 1 where it passes over a stored value of what it asks for; else 0
 */
guint
ask_prefer_count_values (const AskQuestion *question, AskDomain *domain, const AskDraft *draft)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);

  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);

      if (mention->kind == ASK_MENTION_STORED && !is_asking (question, mention) && is_here (mention, domain, entities)
          && !is_otherwise (question, draft, mention))
        return 1;
    }
  return 0;
}
