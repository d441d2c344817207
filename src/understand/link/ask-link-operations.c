/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words that say what is to be done: count, average, at least, between, each. German ones are English in a
 * token's folded form.
 */
#include "config.h"

#include "understand/link/ask-link-private.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  const char *operation;
  const char *reason;
  const char *words; /* ways to say it, with "|" between; "#" is a number or a date */
} Operation;

static const Operation operations[] = {
  { "count", N_ ("asks for a number of rows"), "how many|number of|count|how many times" },
  { "average", N_ ("asks for an average"), "average|mean|avg|on average" },
  { "sum", N_ ("asks for a sum"), "sum|sum of|total|how much|altogether" },
  { "most", N_ ("asks for the largest"),
    "most|the most|maximum|max|highest|largest|greatest|biggest|longest|oldest|latest|newest|tallest|heaviest|fastest|"
    "most recent|most common|most popular|most expensive|best|top" },
  { "least", N_ ("asks for the smallest"),
    "least|the least|minimum|min|lowest|smallest|shortest|youngest|earliest|cheapest|fewest|lightest|slowest|worst|"
    "least common|least popular|least expensive" },
  { "top", N_ ("asks for so many rows"), "top #|first #|# most|# largest|# highest|# best" },
  { "not", N_ ("asks for what is not so"),
    "not|no|without|never|except|excluding|neither|nor|don't|doesn't|didn't|isn't|"
    "aren't|wasn't|weren't|hasn't|haven't|other than" },
  { "each", N_ ("asks for one row for each"), "each|every|per|for each|for every|grouped by|broken down by" },
  { "at least", N_ ("compares: this or more"), "at least #|# or more|no less than #|no fewer than #|minimum of #" },
  { "at most", N_ ("compares: this or less"), "at most #|# or less|# or fewer|no more than #|up to #|maximum of #" },
  { "more than", N_ ("compares: more than this"),
    "more than|greater than|larger than|higher than|bigger than|longer than|older than|taller than|heavier than|over #|"
    "above|above #|exceeds|exceeding|after #|later than|since #|more expensive than" },
  { "less than", N_ ("compares: less than this"),
    "less than|fewer than|smaller than|lower than|shorter than|younger than|lighter than|under #|below|below #|before #|"
    "earlier than|until #|cheaper than" },
  { "between", N_ ("compares: from this to that"), "between # and #|from # to #|between" },
  { "order", N_ ("asks for an order"),
    "sorted by|sort by|order by|ordered by|sorted|ordered|order of|in order of|ascending|descending|ascending order|"
    "descending order|alphabetical|alphabetically|alphabetical order|alphabetic order|lexicographical order|decreasing|increasing" },
  { "distinct", N_ ("asks for each only once"), "different|distinct|unique" },
  { "or", N_ ("joins two conditions: one is enough"), "or" },
  { "both", N_ ("joins two conditions: both are needed"), "both|as well as" },
};

/* Where a number or date ends that begins at @at; 0 for none. */
static guint
number_end (AskQuestion *question, guint at)
{
  guint last = 0;

  for (guint i = 0; i < question->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (question, i);

      if (mention->first == at && (mention->kind == ASK_MENTION_NUMBER || mention->kind == ASK_MENTION_DATE))
        last = MAX (last, mention->last);
    }
  return last;
}

/* How long @word is at the beginning of @words, which ends with a blank or "|" there; 0 where another stands there. */
static gsize
begins_with (const char *words, const char *word)
{
  gsize n = strlen (word);

  return strncmp (words, word, n) == 0 && strchr (" |", words[n]) != NULL ? n : 0;
}

/* Where the words end that say it, from @at on; 0 where others stand there. @words ends at "|" or at its end. */
static guint
match_words (AskQuestion *question, guint at, const char *words)
{
  static const char *const currencies[] = { "$", "€", "£", NULL };

  while (TRUE)
    {
      gsize n;

      if (at >= question->tokens->len || ask_question_token (question, at)->quoted)
        return 0;
      if (*words == '#')
        {
          at += g_strv_contains (currencies, ask_question_token (question, at)->surface);
          at = number_end (question, at);
          n = 1;
        }
      else
        n = begins_with (words, ask_question_token (question, at++)->folded);
      if (n == 0 || at == 0)
        return 0;
      words += n;
      if (*words != ' ')
        return at;
      words++;
    }
}

static void
add_operation (AskQuestion *question, guint at, const Operation *operation, GPtrArray *links)
{
  guint last = 0;
  AskLink *link;

  for (const char *way = operation->words; way != NULL; way = strchr (way, '|'))
    {
      way += *way == '|';
      last = MAX (last, match_words (question, at, way));
    }
  if (last == 0)
    return;
  link = ask_link_new (question, at, last, ASK_LINK_OPERATION, 1);
  link->target = g_strdup (operation->operation);
  link->reason = g_strdup (_ (operation->reason));
  g_ptr_array_add (links, link);
}

/* Within a longer one: "how many" in "how many times", "least" in "at least 3". */
static gboolean
is_within (const GPtrArray *links, const AskLink *link)
{
  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *other = links->pdata[i];

      if (other->first <= link->first && other->last >= link->last
          && other->last - other->first > link->last - link->first)
        return TRUE;
    }
  return FALSE;
}

/*
 * ask_link_add_operations:
 * @question: a question
 * @links: (inout) (element-type AskLink): they are added here
 */
void
ask_link_add_operations (AskQuestion *question, GPtrArray *links)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_link_free);

  for (guint at = 0; at < question->tokens->len; at++)
    for (guint i = 0; i < G_N_ELEMENTS (operations) && ask_question_token (question, at)->word; i++)
      add_operation (question, at, &operations[i], found);
  for (guint i = found->len; i > 0; i--)
    if (is_within (found, found->pdata[i - 1]))
      g_ptr_array_remove_index (found, i - 1);
  g_ptr_array_extend_and_steal (links, g_steal_pointer (&found));
}
