/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers as people write them: "1,000", "3.5", "two hundred", "40k", "2 million", "twice", "-5". In German
 * questions "1.000" is a thousand and "3,5" three and a half.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *word;
  double number;
} NumberWord;

static const NumberWord number_words[] = {
  { "zero", 0 },      { "one", 1 },        { "once", 1 },      { "two", 2 },       { "twice", 2 },
  { "three", 3 },     { "four", 4 },       { "five", 5 },      { "six", 6 },       { "seven", 7 },
  { "eight", 8 },     { "nine", 9 },       { "ten", 10 },      { "eleven", 11 },   { "twelve", 12 },
  { "thirteen", 13 }, { "fourteen", 14 },  { "fifteen", 15 },  { "sixteen", 16 },  { "seventeen", 17 },
  { "eighteen", 18 }, { "nineteen", 19 },  { "twenty", 20 },   { "thirty", 30 },   { "forty", 40 },
  { "fifty", 50 },    { "sixty", 60 },     { "seventy", 70 },  { "eighty", 80 },   { "ninety", 90 },
  { "hundred", 100 }, { "thousand", 1e3 }, { "million", 1e6 }, { "billion", 1e9 },
};

static const NumberWord german_words[] = {
  { "null", 0 },     { "eins", 1 },      { "einmal", 1 },   { "zwei", 2 },      { "zweimal", 2 },
  { "drei", 3 },     { "vier", 4 },      { "funf", 5 },     { "sechs", 6 },     { "sieben", 7 },
  { "acht", 8 },     { "neun", 9 },      { "zehn", 10 },    { "elf", 11 },      { "zwolf", 12 },
  { "zwanzig", 20 }, { "dreissig", 30 }, { "vierzig", 40 }, { "funfzig", 50 },  { "sechzig", 60 },
  { "siebzig", 70 }, { "achtzig", 80 },  { "neunzig", 90 }, { "hundert", 100 }, { "tausend", 1e3 },
};

/* What may follow a number and multiplies it. */
static const NumberWord scales[] = {
  { "hundred", 100 },   { "hundert", 100 },    { "thousand", 1e3 },  { "tausend", 1e3 }, { "k", 1e3 },
  { "million", 1e6 },   { "millions", 1e6 },   { "millionen", 1e6 }, { "mio", 1e6 },     { "billion", 1e9 },
  { "milliarde", 1e9 }, { "milliarden", 1e9 }, { "mrd", 1e9 },
};

static gboolean
find (const NumberWord *words, gsize n, const char *word, double *number)
{
  for (gsize i = 0; i < n; i++)
    if (g_str_equal (words[i].word, word))
      {
        *number = words[i].number;
        return TRUE;
      }
  return FALSE;
}

static const AskToken *
token_at (AskQuestionWork *work, guint i)
{
  return i < work->question->tokens->len ? ask_question_token (work->question, i) : NULL;
}

/* Nothing stands between this token and the one before. */
static gboolean
touches (AskQuestionWork *work, guint i)
{
  return i > 0 && ask_question_token (work->question, i - 1)->end == ask_question_token (work->question, i)->start;
}

static gboolean
is_digits (const AskToken *token)
{
  return token != NULL && strspn (token->surface, "0123456789") == strlen (token->surface);
}

/* "1.000" and "1.000.000": a German thousand or million; the latter comes as several tokens. */
static gboolean
read_digits (AskQuestionWork *work, guint first, guint *last, double *number)
{
  const AskToken *token = token_at (work, first);
  g_autoptr (GString) digits = g_string_new (NULL);
  gboolean thousands = FALSE;
  char *end;

  if (strspn (token->surface, "0123456789.,") != strlen (token->surface) || !g_ascii_isdigit (*token->surface))
    return FALSE;
  for (const char *p = token->surface; *p != '\0'; p++)
    if (*p != ',')
      g_string_append_c (digits, *p);
  *last = first + 1;
  if (work->german)
    {
      char *point = strchr (digits->str, '.');

      if (point != NULL && strlen (point) == 4 && *digits->str != '0')
        {
          g_string_erase (digits, point - digits->str, 1);
          thousands = TRUE;
        }
      while (thousands && token_at (work, *last + 1) != NULL && g_str_equal (token_at (work, *last)->surface, ".")
             && touches (work, *last) && touches (work, *last + 1) && is_digits (token_at (work, *last + 1))
             && strlen (token_at (work, *last + 1)->surface) == 3)
        {
          g_string_append (digits, token_at (work, *last + 1)->surface);
          *last += 2;
        }
      if (strchr (digits->str, '.') == NULL && token_at (work, *last + 1) != NULL
          && g_str_equal (token_at (work, *last)->surface, ",") && touches (work, *last) && touches (work, *last + 1)
          && is_digits (token_at (work, *last + 1)))
        {
          g_string_append_printf (digits, ".%s", token_at (work, *last + 1)->surface);
          *last += 2;
        }
    }
  *number = g_ascii_strtod (digits->str, &end);
  return *end == '\0' && isfinite (*number);
}

static gboolean
read_word (AskQuestionWork *work, guint i, double *number)
{
  const AskToken *token = token_at (work, i);

  if (token == NULL)
    return FALSE;
  if (work->german && find (german_words, G_N_ELEMENTS (german_words), token->folded, number))
    return TRUE;
  return find (number_words, G_N_ELEMENTS (number_words), token->folded, number);
}

/* "twenty five", "twenty-five" */
static void
read_unit (AskQuestionWork *work, guint *last, double *number)
{
  const AskToken *next = token_at (work, *last);
  gboolean hyphen = next != NULL && g_str_equal (next->surface, "-") && touches (work, *last);
  double unit;

  if (*number < 20 || *number > 90 || fmod (*number, 10) != 0 || !read_word (work, *last + hyphen, &unit))
    return;
  if (unit < 1 || unit > 9)
    return;
  *number += unit;
  *last += 1 + hyphen;
}

/**
 * ask_question_read_number:
 * @work: with its tokens
 * @first: where the number would begin; a minus sign before a number begins it
 * @last: (out): one past its last token
 * @number: (out):
 *
 * Returns: whether a number begins there
 */
gboolean
ask_question_read_number (AskQuestionWork *work, guint first, guint *last, double *number)
{
  const AskToken *token = token_at (work, first);
  gboolean minus = (g_str_equal (token->surface, "-") || g_str_equal (token->surface, "−")) && !touches (work, first)
                   && token_at (work, first + 1) != NULL && touches (work, first + 1);
  guint at = first + minus;
  double scale;

  if (read_digits (work, at, last, number))
    ;
  else if (!minus && read_word (work, at, number))
    {
      *last = at + 1;
      read_unit (work, last, number);
    }
  else
    return FALSE;
  while (token_at (work, *last) != NULL && find (scales, G_N_ELEMENTS (scales), token_at (work, *last)->folded, &scale)
         && (!g_str_equal (token_at (work, *last)->folded, "k") || touches (work, *last)))
    {
      *number *= scale;
      *last += 1;
    }
  if (minus)
    *number = -*number;
  return isfinite (*number);
}
