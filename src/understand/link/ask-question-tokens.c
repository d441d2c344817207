/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question cut into words, numbers and signs, and what stands between quotation marks. A date or a number
 * with its separators is one token; the "n't" and "'s" of a word belong to it.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"

#include <string.h>

/* No quantifier here can be tried in two ways, so that a long nonsense takes no longer than its length. */
#define TOKEN \
  "[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])(?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?" \
  "|[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{4}(?![0-9])" \
  "|[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])(?:\\.[0-9]++)?" \
  "|[0-9]++\\.[0-9]++" \
  "|[0-9]++" \
  "|\\p{L}[\\p{L}\\p{M}]*+(?:['’]\\p{Ll}++)?" \
  "|[\"“”„«»'‘’`]++" \
  "|\\S"

#define QUOTE \
  "\"([^\"]{1,80})\"" \
  "|“([^”]{1,80})”" \
  "|„([^“”]{1,80})[“”]" \
  "|«([^»]{1,80})»" \
  "|(?:(?<=\\s)|^)'([^']{1,80})'(?=[\\s.,?!;)]|$)" \
  "|``([^'`]{1,80})''" \
  "|‘([^’]{1,80})’"

/* Quotation marks around so many tokens hold a sentence, not a value. */
#define MAX_QUOTED 13

/* Words of asking, counting and comparing. One of them alone is no value and has no synonym. Sorted. */
static const char *const idle_words[] = {
  "a",     "all",  "an",    "and",       "any",      "are",   "as",   "at",     "average", "be",    "been",
  "by",    "can",  "did",   "different", "distinct", "do",    "does", "each",   "every",   "find",  "for",
  "from",  "give", "had",   "has",       "have",     "her",   "his",  "how",    "i",       "in",    "is",
  "it",    "its",  "least", "less",      "list",     "many",  "me",   "more",   "most",    "much",  "name",
  "names", "no",   "not",   "number",    "of",       "on",    "or",   "please", "return",  "show",  "tell",
  "than",  "that", "the",   "their",     "there",    "these", "this", "those",  "to",      "total", "was",
  "were",  "what", "when",  "where",     "which",    "who",   "whom", "whose",  "will",    "with",  "you",
};

static int
compare_words (const void *key, const void *item)
{
  return strcmp (key, *(const char *const *) item);
}

/**
 * ask_question_is_idle:
 * @folded: a token's
 *
 * Returns: whether it is a word that alone names nothing
 */
gboolean
ask_question_is_idle (const char *folded)
{
  return bsearch (folded, idle_words, G_N_ELEMENTS (idle_words), sizeof *idle_words, compare_words) != NULL;
}

/* Compiled once for each pattern. */
static GRegex *
get_pattern (gsize *pattern, const char *text)
{
  if (g_once_init_enter (pattern))
    {
      g_autoptr (GError) error = NULL;
      GRegex *made = g_regex_new (text, G_REGEX_OPTIMIZE, 0, &error);

      g_assert_no_error (error);
      g_once_init_leave (pattern, (gsize) made);
    }
  return (GRegex *) *pattern;
}

static char *
fold (const char *surface)
{
  g_autofree char *folded = ask_text_fold (surface);
  g_auto (GStrv) pieces = g_strsplit (folded, "’", -1);

  return g_strjoinv ("'", pieces);
}

/* Without "'s": "artist's" is of "artist", and "students'" comes as "students". */
static char *
stem (const char *folded)
{
  g_autofree char *owner = g_strdup (folded);

  if (g_str_has_suffix (owner, "'s"))
    owner[strlen (owner) - 2] = '\0';
  return ask_text_stem (owner);
}

static void
add_token (GArray *tokens, const char *text, guint start, guint end)
{
  AskToken token = { .start = start, .end = end, .surface = g_strndup (text + start, end - start) };
  gunichar first = g_utf8_get_char (token.surface);

  token.folded = fold (token.surface);
  token.stem = g_unichar_isalpha (first) ? stem (token.folded) : g_strdup (token.folded);
  token.upper = g_unichar_isupper (first);
  token.word = g_unichar_isalnum (first);
  token.stop = ask_question_is_idle (token.folded);
  g_array_append_val (tokens, token);
}

static void
add_quote (AskQuestionWork *work, GMatchInfo *match)
{
  AskQuestion *self = work->question;
  AskQuote quote = { .first = G_MAXUINT };
  int start, end;

  g_match_info_fetch_pos (match, 0, &start, &end);
  for (guint i = 0; i < self->tokens->len; i++)
    {
      AskToken *token = ask_question_token (self, i);

      if (token->start < (guint) start || token->end > (guint) end)
        continue;
      token->quoted = TRUE;
      if (quote.first == G_MAXUINT)
        quote.first = i;
      quote.last = i + 1;
    }
  if (quote.first == G_MAXUINT || quote.last - quote.first > MAX_QUOTED)
    return;
  for (int i = 1; quote.text == NULL && i < g_match_info_get_match_count (match); i++)
    {
      g_autofree char *group = g_match_info_fetch (match, i);

      if (group != NULL && *group != '\0')
        quote.text = g_strstrip (g_steal_pointer (&group));
    }
  g_array_append_val (work->quotes, quote);
}

/**
 * ask_question_read_tokens:
 * @work: its question has a text; tokens and quotes are added
 */
void
ask_question_read_tokens (AskQuestionWork *work)
{
  static gsize tokens, quotes;
  AskQuestion *self = work->question;
  g_autoptr (GMatchInfo) token = NULL;
  g_autoptr (GMatchInfo) quote = NULL;

  g_regex_match (get_pattern (&tokens, TOKEN), self->text, 0, &token);
  while (g_match_info_matches (token) && self->tokens->len < ASK_QUESTION_MAX_TOKENS)
    {
      int start, end;

      g_match_info_fetch_pos (token, 0, &start, &end);
      add_token (self->tokens, self->text, (guint) start, (guint) end);
      g_match_info_next (token, NULL);
    }
  g_regex_match (get_pattern (&quotes, QUOTE), self->text, 0, &quote);
  while (g_match_info_matches (quote))
    {
      add_quote (work, quote);
      g_match_info_next (quote, NULL);
    }
}

/**
 * ask_question_dup_span:
 * @self: a question
 * @first: a token
 * @last: one past the last token, more than @first
 *
 * Returns: (transfer full): the text from one to the other
 */
char *
ask_question_dup_span (AskQuestion *self, guint first, guint last)
{
  guint start = ask_question_token (self, first)->start;

  return g_strndup (self->text + start, ask_question_token (self, last - 1)->end - start);
}
