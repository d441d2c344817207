/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bounds that are said behind a number or in rare words become the usual ones: "10 or more", "no less than 10" and "ab 10"
 * are "at least 10", "up to 10", "no more than 10" and "bis 10" are "at most 10", "from May on" is "since May". Runs on
 * tokens that are in English already.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include "base/ask-text-match.h"
#include "base/ask-text.h"

#include <math.h>
#include <string.h>

static gboolean
is_one (const AskQuestion *self, guint i, const char *ways)
{
  return i < self->tokens->len && !ask_question_token (self, i)->quoted
         && ask_text_is_among (ways, ask_question_token (self, i)->folded);
}

/* As it was typed, in a German question. */
static gboolean
is_typed (const AskQuestionWork *work, guint i, const char *ways)
{
  g_autofree char *typed = NULL;

  if (!work->german || i >= work->question->tokens->len)
    return FALSE;
  typed = ask_text_fold (ask_question_token (work->question, i)->surface);
  return ask_text_is_among (ways, typed);
}

static void
blank (AskQuestionWork *work, guint first, guint last)
{
  for (guint t = first; t < last; t++)
    ask_question_put_word (work, t, "");
}

/* The number that begins at @i; a year is none, it is a time. */
static gboolean
read_number (AskQuestionWork *work, guint i, guint *last)
{
  double number = 0;

  if (i >= work->question->tokens->len || !ask_question_read_number (work, i, last, &number))
    return FALSE;
  return number != floor (number) || number < 1900 || number > 2100;
}

/* "At least" in the place of the word at @i and those before @last. */
static void
put_bound (AskQuestionWork *work, guint i, guint last, gboolean least)
{
  blank (work, i + 1, last);
  ask_question_put_word (work, i, least ? "at least" : "at most");
}

/* "No more than 10", "up to 10", "maximum of 10", "ab 10" */
static gboolean
put_before (AskQuestionWork *work, guint i)
{
  const AskQuestion *self = work->question;
  gboolean least = FALSE;
  guint at = i;
  guint last = 0;

  if (is_one (self, i, "no|not") && is_one (self, i + 1, "more|less|fewer|over|under|above|below|higher|lower"))
    {
      least = is_one (self, i + 1, "less|fewer|under|below|lower");
      at = i + 2 + is_one (self, i + 2, "than");
    }
  else if (is_one (self, i, "up") && is_one (self, i + 1, "to"))
    at = i + 2;
  else if (is_one (self, i, "maximum|max|minimum|min") && is_one (self, i + 1, "of"))
    {
      least = is_one (self, i, "minimum|min");
      at = i + 2;
    }
  else if (is_typed (work, i, "bis") && (i == 0 || !g_ascii_isdigit (*ask_question_token (self, i - 1)->surface)))
    at = i + 1 + is_typed (work, i + 1, "zu");
  else if (is_typed (work, i, "ab"))
    {
      least = TRUE;
      at = i + 1;
    }
  if (at == i || !read_number (work, at, &last))
    return FALSE;
  put_bound (work, i, at, least);
  return TRUE;
}

/* How many of the words of a number's unit stand at @i: "10 euros or more", "3 orders or more" */
static guint
skip_unit (const AskQuestion *self, guint i)
{
  return i < self->tokens->len && ask_question_token (self, i)->word && !ask_question_token (self, i)->stop
         && !is_one (self, i, "or|and");
}

/* "10 or more", "65 and over", "5 euros or less" */
static gboolean
put_behind (AskQuestionWork *work, guint i)
{
  static const char *const most_ways = "less|fewer|under|below|lower|cheaper|younger";
  const AskQuestion *self = work->question;
  guint last = 0;
  guint at;
  gboolean least;

  if (!read_number (work, i, &last) || (i > 0 && is_one (self, i - 1, "least|most|than|between|and")))
    return FALSE;
  at = last;
  if (!is_one (self, at, "or|and"))
    at += skip_unit (self, at);
  least = is_one (self, at + 1, "more|above|over|higher|greater|larger|older|up|upwards|longer");
  if (!is_one (self, at, "or|and") || (!least && !is_one (self, at + 1, most_ways)))
    return FALSE;
  /* "10 or more than 20" goes on. */
  if (is_one (self, at + 2, "than") || read_number (work, at + 2, &last))
    return FALSE;
  blank (work, at, at + 2);
  /* "Priced at 10 or less" */
  ask_question_insert_word (work, i, least ? "least" : "most");
  if (i == 0 || !is_one (self, i - 1, "at"))
    ask_question_insert_word (work, i, "at");
  return TRUE;
}

/* "From May 2024 on", "ab Oktober" */
static gboolean
put_since (AskQuestionWork *work, guint i)
{
  const AskQuestion *self = work->question;
  gboolean from = is_typed (work, i, "ab") || is_one (self, i, "as");
  guint at = i + 1 + (is_one (self, i, "as") && is_one (self, i + 1, "of"));
  AskDateReading reading = { 0 };
  guint last = 0;
  double number = 0;

  if (!is_one (self, i, "from|as|starting") && !is_typed (work, i, "ab|von"))
    return FALSE;
  if (is_one (self, i, "as") && at == i + 1)
    return FALSE;
  at += is_one (self, at, "the|from");
  if (at < self->tokens->len && ask_question_read_date (work, at, &reading))
    {
      last = reading.last;
      g_free (reading.value);
    }
  else if (at >= self->tokens->len || !ask_question_read_number (work, at, &last, &number) || number < 1900
           || number > 2100)
    return FALSE;
  if (is_one (self, last, "on|onward|onwards|forward") || is_typed (work, last, "an"))
    blank (work, last, last + 1);
  else if (!from)
    return FALSE;
  blank (work, i + 1, at);
  ask_question_put_word (work, i, "since");
  return TRUE;
}

/*
 * ask_question_put_bounds:
 * @work: with its tokens, in English
 *
 * Puts "at least", "at most" and "since" in the place of other words for them.
 */
void
ask_question_put_bounds (AskQuestionWork *work)
{
  for (guint i = 0; i < work->question->tokens->len; i++)
    if (put_before (work, i) || put_since (work, i) || put_behind (work, i))
      i++;
}
