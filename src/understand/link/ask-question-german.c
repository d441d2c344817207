/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * German words of asking, counting and comparing, and nouns that databases are often about, with their English
 * ones. What is learned about questions is learned from English ones; with these words put into English it
 * serves German ones, too. A schema's German names are met by what was typed, and so are values.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"
#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"

#include <string.h>

/* German words that are English ones as well decide nothing about the language. */
static const char *const in_both[]
  = { "all", "alter", "am", "an", "best", "die", "in", "minimal", "such", "under", "war", "was", NULL };

/* An adjective or article has an ending: "welcher", "höchsten", "jedem". */
static const char *
find_pair (const char *word)
{
  static const char *const endings[] = { "en", "er", "em", "es", "e" };
  const char *english = ask_question_find_german (word);

  for (guint i = 0; i < G_N_ELEMENTS (endings) && english == NULL; i++)
    if (strlen (word) > 4 && g_str_has_suffix (word, endings[i]))
      {
        g_autofree char *root = g_strndup (word, strlen (word) - strlen (endings[i]));

        english = ask_question_find_german (root);
      }
  return english;
}

/* The English word for a German one; NULL where none is known. */
static const char *
translate (const char *folded)
{
  const char *english = find_pair (folded);

  return english != NULL ? english : ask_question_find_german_noun (folded);
}

static gboolean
is_german (AskQuestion *self)
{
  guint german = 0;
  guint english = 0;
  guint nouns = 0;

  for (guint i = 0; i < self->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (self, i);

      if (token->quoted)
        continue;
      if (find_pair (token->folded) != NULL && !g_strv_contains (in_both, token->folded))
        german++;
      else if (token->stop && !g_strv_contains (in_both, token->folded))
        english++;
      else if (ask_question_is_german_noun (token->folded))
        nouns++;
    }
  /* "Offene Rechnungen" has no small words. */
  return german > english || (english == 0 && nouns > 0);
}

/* The first part of a compound as a noun: "rechnung" of "rechnungs"; %NULL where it is none. */
static char *
find_first (const char *part)
{
  static const char *const joints[] = { "", "s", "n", "en", "es", "e" };

  for (guint i = 0; i < G_N_ELEMENTS (joints); i++)
    if (g_str_has_suffix (part, joints[i]) && strlen (part) >= strlen (joints[i]) + 3)
      {
        g_autofree char *root = g_strndup (part, strlen (part) - strlen (joints[i]));

        if (ask_question_find_german_noun (root) != NULL)
          return g_steal_pointer (&root);
      }
  return NULL;
}

/* A name of the schema has the word as it is, or begins with it, or it begins with the name. */
static gboolean
is_of_schema (AskDomain *domain, const char *folded)
{
  g_autofree char *stem = ask_text_stem (folded);
  gsize n = strlen (stem);

  for (guint i = 0; i < domain->attributes->len + domain->entities->len; i++)
    {
      guint e = i - domain->attributes->len;
      const char *name
        = i < domain->attributes->len ? ask_domain_attribute (domain, i)->name : ask_domain_entity (domain, e)->name;
      g_auto (GStrv) stems = ask_domain_words_raw (name);

      for (guint k = 0; stems[k] != NULL; k++)
        if (strncmp (stems[k], stem, MIN (strlen (stems[k]), n)) == 0 && ABS ((int) strlen (stems[k]) - (int) n) <= 3)
          return TRUE;
    }
  return FALSE;
}

/* Where in its surface a compound of two known nouns parts; 0 where it is none. */
static gsize
find_joint (AskDomain *domain, const AskToken *token, char **first)
{
  if (token->quoted || !token->upper || translate (token->folded) != NULL
      || ask_question_find_german_name (token->folded) != NULL || is_of_schema (domain, token->folded))
    return 0;
  for (const char *p = token->surface; *p != '\0'; p = g_utf8_next_char (p))
    {
      gsize at = (gsize) (p - token->surface);
      g_autofree char *part = g_strndup (token->surface, at);
      g_autofree char *folded = ask_text_fold (part);
      g_autofree char *second = ask_text_fold (p);

      if (at < 3 || strlen (second) < 3 || ask_question_find_german_noun (second) == NULL)
        continue;
      *first = find_first (folded);
      if (*first != NULL)
        return at;
    }
  return 0;
}

static void
set_word (AskToken *token, const char *folded)
{
  g_free (token->folded);
  g_free (token->stem);
  token->folded = g_strdup (folded);
  token->stem = ask_text_stem (folded);
}

/* From token @from on, all are one further right or left. */
static void
move_quotes (AskQuestionWork *work, guint from, int by)
{
  for (guint i = 0; i < work->quotes->len; i++)
    {
      AskQuote *quote = &g_array_index (work->quotes, AskQuote, i);

      if (quote->first >= from)
        {
          quote->first = (guint) ((int) quote->first + by);
          quote->last = (guint) ((int) quote->last + by);
        }
    }
}

/* "Rechnungsbetrag" is two words, as "invoice amount" is, unless the schema has a name like it. */
static void
split_compounds (AskQuestionWork *work)
{
  AskQuestion *self = work->question;

  for (guint i = 0; i < self->tokens->len; i++)
    {
      AskToken *token = ask_question_token (self, i);
      g_autofree char *first = NULL;
      g_autofree char *rest = NULL;
      gsize at = find_joint (self->domain, token, &first);
      AskToken second = *token;

      if (at == 0)
        continue;
      second.start += (guint) at;
      second.surface = g_strdup (token->surface + at);
      second.folded = second.stem = NULL;
      rest = ask_text_fold (second.surface);
      set_word (&second, rest);
      token->end = second.start;
      token->surface[at] = '\0';
      set_word (token, first);
      move_quotes (work, i + 1, 1);
      g_array_insert_val (self->tokens, i + 1, second);
      i++;
    }
}

/*
 * ask_question_insert_word:
 * @work: with its tokens
 * @i: where it stands then
 * @word: a word of asking that nobody typed: it has no place in the text
 */
void
ask_question_insert_word (AskQuestionWork *work, guint i, const char *word)
{
  AskQuestion *self = work->question;
  AskToken token = { .surface = g_strdup (""), .word = TRUE };

  token.start = token.end = i < self->tokens->len ? ask_question_token (self, i)->start : (guint) strlen (self->text);
  set_word (&token, word);
  token.stop = ask_question_is_idle (token.folded);
  move_quotes (work, i, 1);
  g_array_insert_val (self->tokens, i, token);
  g_ptr_array_insert (work->own_stems, (int) i, NULL);
}

/*
 * ask_question_put_word:
 * @work: with its tokens
 * @i: one of them
 * @english: what it says instead; what was typed is kept beside it
 *
 * Of several words the last is the token's, and those before it are inserted.
 *
 * Returns: how many were inserted: the token is so many further right
 */
guint
ask_question_put_word (AskQuestionWork *work, guint i, const char *english)
{
  AskToken *token = ask_question_token (work->question, i);
  g_auto (GStrv) words = g_strsplit (english, " ", -1);
  guint n = MAX (g_strv_length (words), 1);

  g_free (token->folded);
  token->folded = g_strdup (words[0] != NULL ? words[n - 1] : "");
  if (work->own_stems->pdata[i] == NULL)
    work->own_stems->pdata[i] = token->stem;
  else
    g_free (token->stem);
  token->stem = ask_text_stem (token->folded);
  token->stop = *token->folded == '\0' || ask_question_is_idle (token->folded);
  for (guint w = 0; w + 1 < n; w++)
    ask_question_insert_word (work, i + w, words[w]);
  return n - 1;
}

static gboolean
is_any_typed (AskQuestion *self, guint i, const char *const *words)
{
  g_autofree char *typed = i < self->tokens->len ? ask_text_fold (ask_question_token (self, i)->surface) : NULL;

  return typed != NULL && g_strv_contains (words, typed);
}

/* "wie heißen" → "what are the names"; "wie hoch ist" → "what is"; "wie teuer ist" → "what is the price of" */
static void
put_how_in_english (AskQuestionWork *work)
{
  static const char *const how[] = { "wie", NULL };
  static const char *const is[] = { "ist", "sind", "war", "waren", NULL };
  static const struct
  {
    const char *next;
    const char *what;
    const char *english; /* of the next word */
    const char *of; /* of "ist" after it; NULL: as ever */
  } phrases[] = {
    { "heissen", "what are", "names", NULL },
    { "heisst", "what is", "name", NULL },
    { "lauten", "what", "are", NULL },
    { "lautet", "what", "is", NULL },
    { "hoch", "what", "", NULL },
    { "teuer", "what is", "price", "of" },
  };
  AskQuestion *self = work->question;

  for (guint i = 0; i + 1 < self->tokens->len; i++)
    for (guint p = 0; p < G_N_ELEMENTS (phrases); p++)
      if (is_any_typed (self, i, how) && is_any_typed (self, i + 1, (const char *const[]) { phrases[p].next, NULL }))
        {
          i += ask_question_put_word (work, i, phrases[p].what);
          i += ask_question_put_word (work, i + 1, phrases[p].english);
          if (phrases[p].of != NULL && is_any_typed (self, i + 2, is))
            ask_question_put_word (work, i + 2, phrases[p].of);
          break;
        }
}

static gboolean
begins_number_or_date (AskQuestionWork *work, guint i)
{
  AskDateReading reading;
  guint last;
  double number;
  gboolean date = i < work->question->tokens->len && ask_question_read_date (work, i, &reading);

  if (date)
    g_free (reading.value);
  return date || (i < work->question->tokens->len && ask_question_read_number (work, i, &last, &number));
}

/* What a small word is in English depends on what stands beside it. */
static void
put_small_words_in_english (AskQuestionWork *work)
{
  static const char *const genitive[] = { "der", "des", "aller", NULL };
  static const char *const by[] = { "nach", NULL };
  static const char *const the[] = { "dem", "den", NULL };
  static const char *const apart[] = { "auf", "an", "aus", "ab", NULL };
  static const char *const neither[] = { "weder", NULL };
  static const char *const nor[] = { "noch", NULL };
  static const char *const letter[] = { "e", NULL };
  static const char *const mail[] = { "mail", "mails", NULL };
  static const char *const address[] = { "adresse", "adressen", NULL };
  AskQuestion *self = work->question;
  gboolean has_neither = FALSE;

  for (guint i = 0; i < self->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (self, i);
      const AskToken *before = i > 1 ? ask_question_token (self, i - 1) : NULL;

      if (token->quoted)
        continue;
      has_neither = has_neither || is_any_typed (self, i, neither);
      /* "Preis der Artikel" */
      if (before != NULL && before->upper && before->word && is_any_typed (self, i, genitive))
        i += ask_question_put_word (work, i, is_any_typed (self, i, genitive + 2) ? "of all" : "of the");
      else if (is_any_typed (self, i, by) && begins_number_or_date (work, i + 1 + is_any_typed (self, i + 1, the)))
        ask_question_put_word (work, i, "after");
      /* "Liste … auf" */
      else if (i > 1 && is_any_typed (self, i, apart)
               && (i + 1 == self->tokens->len
                   || (i + 2 == self->tokens->len && !ask_question_token (self, i + 1)->word)))
        ask_question_put_word (work, i, "");
      else if (has_neither && is_any_typed (self, i, nor))
        ask_question_put_word (work, i, "nor");
      else if (is_any_typed (self, i, letter) && i + 2 < self->tokens->len && is_any_typed (self, i + 2, mail)
               && *ask_question_token (self, i + 1)->surface == '-')
        {
          ask_question_put_word (work, i, "email");
          ask_question_put_word (work, i + 2, "");
          if (is_any_typed (self, i + 4, address) && *ask_question_token (self, i + 3)->surface == '-')
            ask_question_put_word (work, i + 4, "");
        }
    }
}

/**
 * ask_question_put_in_english:
 * @work: with its tokens
 *
 * Finds out whether the question is a German one, and then puts its small words into English: their folded form, stem
 * and stop. Their surface stays.
 */
void
ask_question_put_in_english (AskQuestionWork *work)
{
  AskQuestion *self = work->question;

  work->german = self->german = is_german (self);
  if (work->german)
    split_compounds (work);
  g_ptr_array_set_size (work->own_stems, (int) self->tokens->len);
  for (guint i = 0; work->german && i < self->tokens->len; i++)
    {
      AskToken *token = ask_question_token (self, i);
      const char *english = NULL;

      /* "Größe", not "große" */
      if (!token->quoted && token->word && token->upper && i > 0)
        english = ask_question_find_german_noun (token->folded);
      if (english == NULL && !token->quoted && token->word)
        english = translate (token->folded);
      if (english != NULL)
        i += ask_question_put_word (work, i, english);
    }
  if (work->german)
    {
      put_how_in_english (work);
      put_small_words_in_english (work);
    }
}
