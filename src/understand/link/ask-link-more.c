/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Links to what a steward added to a schema: metrics, units, the verbs of relationships; and the words that ask for
 * more than sketches can say.
 */
#include "config.h"

#include "understand/link/ask-link-private.h"

#include <glib/gi18n.h>

#include "understand/link/ask-addition.h"
#include "understand/link/ask-domain-private.h"
#include "understand/link/ask-question-private.h"

/* How far apart the words of a verb may stand. */
#define VERB_SLACK 2

static void
add_metric (AskQuestion *question, guint metric, guint first, guint last, GPtrArray *links)
{
  const AskNameMatch *match = &g_array_index (question->metrics, AskNameMatch, metric);
  const AskDomainMetric *of = ask_domain_metric (question->domain, metric);
  AskLink *link
    = ask_link_new (question, first, last, of->metric != NULL ? ASK_LINK_METRIC : ASK_LINK_OPERATION, match->score);

  if (of->metric == NULL)
    {
      link->target = g_strdup (of->name);
      link->reason = g_strdup (_ ("is worked out of prices and quantities"));
      g_ptr_array_add (links, link);
      return;
    }
  link->target = g_strconcat (ask_domain_entity (question->domain, of->entity)->name, ".", of->name, NULL);
  link->reason = g_strdup (ask_link_give_reason (question, match, of->stems));
  g_ptr_array_add (links, link);
}

static void
add_metrics (AskQuestion *question, GPtrArray *links)
{
  for (guint i = 0; i < question->metrics->len; i++)
    {
      const AskNameMatch *match = &g_array_index (question->metrics, AskNameMatch, i);

      if (match->met > 0 && match->score >= ASK_LINK_MIN_SCORE)
        add_metric (question, i, match->first, match->last, links);
    }
}

static void
add_additions (AskQuestion *question, GPtrArray *links)
{
  static const struct
  {
    const char *target;
    const char *reason;
  } kinds[] = {
    [ASK_ADDITION_METRIC] = { NULL, NULL },
    [ASK_ADDITION_LACK] = { "lack", N_ ("asks for those that lack it") },
    [ASK_ADDITION_HAVE] = { "have", N_ ("asks for those that have it") },
    [ASK_ADDITION_BUT] = { "but not", N_ ("leaves out what this finds") },
    [ASK_ADDITION_ELSEWHERE] = { "but no", N_ ("leaves out what the other has as well") },
    [ASK_ADDITION_OVERDUE] = { "overdue", N_ ("asks for what should have been done before today") },
    [ASK_ADDITION_LATE] = { "late", N_ ("asks for what was done too late") },
    [ASK_ADDITION_ONLY] = { "part of times", N_ ("asks for a part of all times") },
    [ASK_ADDITION_EACH] = { "each time", N_ ("asks for one row for each time") },
    [ASK_ADDITION_MOST] = { "best time", N_ ("asks for the time with the largest figure") },
    [ASK_ADDITION_LEAST] = { "worst time", N_ ("asks for the time with the smallest figure") },
    [ASK_ADDITION_CHANGE] = { "change", N_ ("asks for the difference to the time before") },
    [ASK_ADDITION_GROWTH] = { "growth", N_ ("asks for the difference to the time before in percent") },
    [ASK_ADDITION_SHARE] = { "share", N_ ("asks for a share of the whole") },
  };
  g_autoptr (GArray) additions = ask_additions_find (question, NULL);

  for (guint i = 0; i < additions->len; i++)
    {
      const AskAddition *addition = ask_addition (additions, i);
      AskLink *link;

      if (addition->kind == ASK_ADDITION_METRIC)
        {
          /* Where it is named once more. */
          if (addition->last != g_array_index (question->metrics, AskNameMatch, addition->metric).last)
            add_metric (question, addition->metric, addition->first, addition->last, links);
          continue;
        }
      link = ask_link_new (question, addition->first, addition->last, ASK_LINK_OPERATION, 1);
      link->target = g_strdup (kinds[addition->kind].target);
      link->reason = g_strdup (_ (kinds[addition->kind].reason));
      g_ptr_array_add (links, link);
    }
}

static void
add_units (AskQuestion *question, GPtrArray *links)
{
  for (guint i = 0; i < question->units->len; i++)
    {
      const AskUnitMatch *match = &g_array_index (question->units, AskUnitMatch, i);
      AskLink *link = ask_link_new (question, match->token, match->token + 1, ASK_LINK_UNIT, 1);

      link->target = ask_link_name_attribute (question->domain, match->attribute);
      link->reason = g_strdup (_ ("is the unit of its numbers"));
      g_ptr_array_add (links, link);
    }
}

/* Where the verb's words stand near each other, in their order; FALSE where they do not. */
static gboolean
find_verb (AskQuestion *question, char **stems, guint *first, guint *last)
{
  for (guint start = 0; start < question->tokens->len; start++)
    {
      guint at = start;
      guint n = 0;

      for (; stems[n] != NULL && at < question->tokens->len && at <= start + n + VERB_SLACK; at++)
        {
          n += ask_question_token (question, at)->word
               && g_str_equal (ask_question_token (question, at)->stem, stems[n]);
          if (n == 0)
            break;
        }
      if (n > 0 && stems[n] == NULL)
        {
          *first = start;
          *last = at;
          return TRUE;
        }
    }
  return FALSE;
}

static void
add_verbs (AskQuestion *question, GPtrArray *links)
{
  const AskSchema *schema = question->domain->schema;

  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];
      g_auto (GStrv) stems = NULL;
      guint first, last;
      AskLink *link;

      if (relationship->verb == NULL || ask_domain_find_entity (question->domain, relationship->from) < 0
          || ask_domain_find_entity (question->domain, relationship->to) < 0)
        continue;
      stems = ask_domain_words_describe (relationship->verb);
      if (*stems == NULL || !find_verb (question, stems, &first, &last))
        continue;
      link = ask_link_new (question, first, last, ASK_LINK_RELATIONSHIP, 1);
      link->target = g_strjoin (" ", relationship->from, relationship->verb, relationship->to, NULL);
      link->reason = g_strdup (_ ("is what joins them"));
      g_ptr_array_add (links, link);
    }
}

/*
 * ask_link_add_more:
 * @question: a question
 * @links: (inout) (element-type AskLink): they are added here
 */
void
ask_link_add_more (AskQuestion *question, GPtrArray *links)
{
  add_metrics (question, links);
  add_additions (question, links);
  add_units (question, links);
  add_verbs (question, links);
}
