/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of a question, one after another, for readers that take each of them.
 */
#include "config.h"

#include "understand/interpret/ask-figure-private.h"

#include "base/ask-text-match.h"

/* More rows than these nobody asks for by a number. */
#define MAX_LIMIT 1000

/*
 * ask_figure_is_one:
 * @question: a question
 * @t: a token, or none
 * @ways: words, with "|" between them
 *
 * Returns: whether the token is one of them
 */
gboolean
ask_figure_is_one (const AskQuestion *question, guint t, const char *ways)
{
  return t < question->tokens->len && !ask_question_token (question, t)->quoted
         && ask_text_is_among (ways, ask_question_token (question, t)->folded);
}

/*
 * ask_figure_skip:
 * @question: a question
 * @t: a token, or none
 * @ways: as of ask_figure_is_one()
 *
 * Returns: the first token from @t on that is none of them
 */
guint
ask_figure_skip (const AskQuestion *question, guint t, const char *ways)
{
  while (t < question->tokens->len
         && (ask_figure_is_one (question, t, ways) || *ask_question_token (question, t)->folded == '\0'))
    t++;
  return t;
}

/*
 * ask_figure_is_end:
 * @question: a question
 * @t: a token, or none
 *
 * Returns: whether nothing but signs stands from @t on
 */
gboolean
ask_figure_is_end (const AskQuestion *question, guint t)
{
  for (; t < question->tokens->len; t++)
    if (ask_question_token (question, t)->word && *ask_question_token (question, t)->folded != '\0')
      return FALSE;
  return TRUE;
}

/*
 * ask_figure_is_plural:
 * @question: a question
 * @t: one of its tokens
 *
 * Returns: whether it is "customers", where the name itself is "customer"
 */
gboolean
ask_figure_is_plural (const AskQuestion *question, guint t)
{
  const AskToken *token = ask_question_token (question, t);

  return g_str_has_suffix (token->folded, "s") || g_str_equal (token->folded, "people");
}

/*
 * ask_figure_read_limit:
 * @question: a question
 * @t: a token
 * @last: (inout): set to one past the number where one stands there
 *
 * Returns: how many rows are asked for there; 0 where no such number is
 */
gint64
ask_figure_read_limit (const AskQuestion *question, guint t, guint *last)
{
  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);

      if (mention->first == t && mention->kind == ASK_MENTION_NUMBER && mention->number >= 1
          && mention->number <= MAX_LIMIT && mention->number == (int) mention->number)
        {
          *last = mention->last;
          return (gint64) mention->number;
        }
    }
  return 0;
}

/*
 * ask_figure_is_year:
 * @mention: a number, or something else
 *
 * Returns: whether it may be a year
 */
gboolean
ask_figure_is_year (const AskMention *mention)
{
  return mention->kind == ASK_MENTION_NUMBER && mention->number >= 1900 && mention->number <= 2100
         && mention->number == (int) mention->number;
}

/*
 * ask_figure_find_value:
 * @question: a question
 * @t: a token
 * @find_owner: whose value a mention is; -1 where it is none that counts
 * @data: for @find_owner
 * @attribute: (out): whose value it is
 *
 * Returns: the place of the longest value that stands there among the mentions; G_MAXUINT where none does
 */
guint
ask_figure_find_value (const AskQuestion *question, guint t, int (*find_owner) (const AskMention *, gconstpointer),
                       gconstpointer data, int *attribute)
{
  guint best = G_MAXUINT;

  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);
      int owner;

      if (mention->first != t || (mention->kind != ASK_MENTION_STORED && mention->kind != ASK_MENTION_QUOTED)
          || (best != G_MAXUINT && mention->last <= ask_question_mention (question, best)->last))
        continue;
      owner = find_owner (mention, data);
      if (owner < 0)
        continue;
      best = m;
      *attribute = owner;
    }
  return best;
}
