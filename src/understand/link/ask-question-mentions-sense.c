/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What words around a mention say of it: that it is spelled out, or is a year.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include <stdlib.h>
#include <string.h>

static gboolean
is_word_at (const AskQuestion *self, guint i, const char *const *words)
{
  return g_strv_contains (words, ask_question_token (self, i)->folded);
}

/*
 * ask_question_is_spelled_out:
 * @self: a question with its tokens
 * @i: a token, but not the first
 *
 * "Ends with the letter m", "contains the word you": a part of a text is named, as between quotation marks.
 *
 * Returns: whether the token is one
 */
gboolean
ask_question_is_spelled_out (const AskQuestion *self, guint i)
{
  static const char *const letter[] = { "letter", "letters", "buchstabe", "buchstaben", NULL };
  static const char *const word[] = { "word", "phrase", "substring", "string", "wort", NULL };
  static const char *const holds[]
    = { "contain", "contains", "containing", "contained", "include",   "includes", "including", "starts",
        "start",   "starting", "begin",      "begins",    "beginning", "ends",     "end",       "ending",
        "has",     "have",     "having",     "enthalt",   "enthalten", NULL };
  static const char *const not [] = { "of", "in", "that", "which", "is", "are", "for", "on", "to", "count", NULL };
  const AskToken *token = ask_question_token (self, i);

  if (!token->word || token->quoted || is_word_at (self, i, not ))
    return FALSE;
  if (is_word_at (self, i - 1, letter))
    return g_utf8_strlen (token->surface, -1) == 1;
  for (guint k = MAX (i, 6) - 6; k + 1 < i && is_word_at (self, i - 1, word); k++)
    if (is_word_at (self, k, holds))
      return TRUE;
  return FALSE;
}

/*
 * ask_question_is_year:
 * @attribute: an attribute
 *
 * Returns: whether its name says that it holds years
 */
gboolean
ask_question_is_year (const AskDomainAttribute *attribute)
{
  static const char *const years[] = { "year", "jahr", NULL };

  return ask_domain_words_have_any (attribute->stems, years) || ask_domain_words_have_any (attribute->raw_stems, years);
}

/* "in 2010", "since 2010" */
static gboolean
is_year_of_time (const AskQuestion *self, const AskMention *mention)
{
  static const char *const before[] = { "in",      "during", "since", "until", "till", "before", "after", "from",
                                        "between", "to",     "and",   "year",  "of",   "for",    NULL };
  const char *text = ask_question_token (self, mention->first)->folded;
  int year = strlen (text) == 4 ? atoi (text) : 0;

  return mention->last == mention->first + 1 && mention->first > 0 && year >= 1900 && year <= 2100
         && g_strv_contains (before, ask_question_token (self, mention->first - 1)->folded);
}

static gboolean
has_times (AskDomain *domain)
{
  for (guint a = 0; a < domain->attributes->len; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, a);

      if ((attribute->kind == ASK_DOMAIN_TIME && !attribute->numeric) || ask_question_is_year (attribute))
        return TRUE;
    }
  return FALSE;
}

/*
 * ask_question_drop_codes:
 * @self: a question with its mentions
 *
 * A year is no postal code, where there are days and the question does not speak of the code.
 */
void
ask_question_drop_codes (AskQuestion *self)
{
  AskDomain *domain = self->domain;
  gboolean times = has_times (domain);

  for (guint m = self->mentions->len; times && m-- > 0;)
    {
      AskMention *mention = ask_question_mention (self, m);

      if (!is_year_of_time (self, mention))
        continue;
      for (guint l = mention->links->len; l-- > 0;)
        {
          guint at = (guint) g_array_index (mention->links, AskMentionLink, l).attribute;
          const AskDomainAttribute *attribute = ask_domain_attribute (domain, at);
          const AskNameMatch *match = &g_array_index (self->attributes, AskNameMatch, at);

          if (!attribute->numeric && attribute->kind != ASK_DOMAIN_TIME && !ask_question_is_year (attribute)
              && (match->met <= 0 || match->score <= 0.5))
            g_array_remove_index (mention->links, l);
        }
      if (mention->links->len == 0 && !mention->has_number)
        g_array_remove_index (self->mentions, m);
    }
}
