/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a question says of values: quoted texts, words that are stored somewhere, numbers, dates, and names
 * that nobody knows. They may overlap. Looking a value up is a query, so each key is asked for once.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"
#include "understand/link/ask-wordnet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A stored value that is looked for has at most so many words. */
#define MAX_WORDS 7

/* So many signs may stand between the words of a value. */
#define MAX_SIGNS 2

/* So many words, the name among them, may follow a value that says which ones are meant. */
#define MAX_BEFORE 2

/* A word that occurs in values of more attributes than these says nothing. */
#define MAX_PARTS 3

/* An adjective without its ending has more letters than these. */
#define LEAST_ROOT 3

typedef struct
{
  AskQuestionWork *work;
  AskQuestion *question;
  GPtrArray *keys; /* for each token, its part of a value's key */
  GHashTable *values; /* key → GArray of AskDomainValue */
  GHashTable *words; /* stem → GArray of AskDomainValue */
  gboolean *covered; /* for each token: a quoted or stored value, or a date */
  gboolean *dated; /* for each token: stands in a date */
} Finder;

static void
clear_link (gpointer data)
{
  g_free (((AskMentionLink *) data)->value);
}

static AskMention *
add_mention (Finder *self, guint first, guint last, AskMentionKind kind, const char *literal)
{
  AskMention mention = { .first = first, .last = last, .kind = kind, .literal = g_strdup (literal) };

  mention.links = g_array_new (FALSE, FALSE, sizeof (AskMentionLink));
  g_array_set_clear_func (mention.links, clear_link);
  g_array_append_val (self->question->mentions, mention);
  return ask_question_mention (self->question, self->question->mentions->len - 1);
}

/* The last one. */
static void
drop_mention (Finder *self)
{
  g_array_set_size (self->question->mentions, self->question->mentions->len - 1);
}

/* The first link of an attribute stays. */
static void
add_link (AskMention *mention, int attribute, const char *value, double score)
{
  AskMentionLink link = { .attribute = attribute, .score = score };

  for (guint i = 0; i < mention->links->len; i++)
    if (g_array_index (mention->links, AskMentionLink, i).attribute == attribute)
      return;
  link.value = g_strdup (value);
  g_array_append_val (mention->links, link);
}

static void
add_links (AskMention *mention, GArray *values, double score)
{
  for (guint i = 0; i < values->len; i++)
    {
      const AskDomainValue *value = &g_array_index (values, AskDomainValue, i);

      add_link (mention, value->attribute, value->value, score);
    }
}

static GArray *
find_values (Finder *self, const char *key, GError **error)
{
  GArray *values = g_hash_table_lookup (self->values, key);

  if (values != NULL)
    return values;
  values = ask_domain_find_values (self->question->domain, key, error);
  if (values != NULL)
    g_hash_table_insert (self->values, g_strdup (key), values);
  return values;
}

static GArray *
find_word (Finder *self, const char *stem, GError **error)
{
  GArray *values = g_hash_table_lookup (self->words, stem);

  if (values != NULL)
    return values;
  values = ask_domain_find_word (self->question->domain, stem, error);
  if (values != NULL)
    g_hash_table_insert (self->words, g_strdup (stem), values);
  return values;
}

/* The key is made of what was typed: words put into English are none of a value. */
static void
make_keys (Finder *self)
{
  for (guint i = 0; i < self->question->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (self->question, i);
      g_autofree char *folded = ask_text_fold (token->surface);
      g_auto (GStrv) pieces = g_strsplit (folded, "’", -1);
      g_autofree char *typed = g_strjoinv ("'", pieces);

      if (g_str_has_suffix (typed, "'s"))
        typed[strlen (typed) - 2] = '\0';
      char *key = token->word ? ask_domain_value_key (typed) : NULL;

      g_ptr_array_add (self->keys, key != NULL ? key : g_strdup (""));
    }
}

static gboolean
is_number (const char *text, double *number)
{
  char *end;

  if (strspn (text, "-0123456789.") != strlen (text) || !g_ascii_isdigit (text[strlen (text) - 1]))
    return FALSE;
  *number = g_ascii_strtod (text, &end);
  return *end == '\0' && isfinite (*number);
}

static gboolean
find_quoted (Finder *self, GError **error)
{
  for (guint i = 0; i < self->work->quotes->len; i++)
    {
      const AskQuote *quote = &g_array_index (self->work->quotes, AskQuote, i);
      g_autofree char *key = ask_domain_value_key (quote->text);
      g_auto (GStrv) stems = g_strsplit (key != NULL ? key : "", " ", -1);
      GArray *values = key != NULL ? find_values (self, key, error) : NULL;
      AskMention *mention;
      gboolean whole;

      if (values == NULL && key != NULL)
        return FALSE;
      mention = add_mention (self, quote->first, quote->last, ASK_MENTION_QUOTED, quote->text);
      if (values != NULL)
        add_links (mention, values, 1);
      whole = mention->links->len > 0;
      for (guint s = 0; !whole && stems[s] != NULL; s++)
        {
          GArray *parts = find_word (self, stems[s], error);

          if (parts == NULL)
            return FALSE;
          for (guint k = 0; k < parts->len; k++)
            add_link (mention, g_array_index (parts, AskDomainValue, k).attribute, quote->text, 0.3);
        }
      mention->has_number = *quote->text != '\0' && is_number (quote->text, &mention->number);
      for (guint k = quote->first; k < quote->last; k++)
        self->covered[k] = TRUE;
    }
  return TRUE;
}

/* @key: (nullable). What is stored under it joins @found. */
static gboolean
add_stored (Finder *self, const char *key, GPtrArray *found, GError **error)
{
  GArray *values = key != NULL ? find_values (self, key, error) : NULL;

  if (values != NULL && values->len > 0)
    g_ptr_array_add (found, values);
  return key == NULL || values != NULL;
}

/* "French" is asked for, "France" stored. */
static gboolean
find_pertainym (Finder *self, const char *folded, GPtrArray *found, GError **error)
{
  g_autoptr (GPtrArray) nouns = ask_wordnet_pertainyms (folded);

  for (guint i = 0; i < nouns->len; i++)
    {
      g_autofree char *key = ask_domain_value_key (nouns->pdata[i]);

      if (!add_stored (self, key, found, error))
        return FALSE;
    }
  return TRUE;
}

/* "Deutschland" is asked for, "Germany" stored. */
static gboolean
find_in_english (Finder *self, const char *folded, GPtrArray *found, GError **error)
{
  const char *english = ask_question_find_german_name (folded);
  g_autofree char *key = english != NULL ? ask_domain_value_key (english) : NULL;

  return add_stored (self, key, found, error);
}

/* "Stornierte" is asked for, "storniert" or "cancelled" stored: an adjective before a noun has an ending. */
static gboolean
find_inflected (Finder *self, const char *key, GPtrArray *found, GError **error)
{
  static const char *const endings[] = { "en", "er", "em", "es", "e" };

  for (guint i = 0; i < G_N_ELEMENTS (endings) && found->len == 0; i++)
    {
      g_autofree char *root = g_str_has_suffix (key, endings[i]) && strlen (key) > strlen (endings[i]) + LEAST_ROOT
                                ? g_strndup (key, strlen (key) - strlen (endings[i]))
                                : NULL;

      if (!add_stored (self, root, found, error)
          || (root != NULL && found->len == 0 && !find_in_english (self, root, found, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_named_at (const GArray *matches, guint i)
{
  for (guint e = 0; e < matches->len; e++)
    {
      const AskNameMatch *match = &g_array_index (matches, AskNameMatch, e);

      if (match->met > 0 && match->exact && match->first == i)
        return TRUE;
    }
  return FALSE;
}

/* "Cancelled orders", "small yellow products", "high or urgent tickets": what stands before the name of what is asked for says which. */
static gboolean
stands_before_name (Finder *self, guint i)
{
  static const char *const between[] = { "or", "and", "oder", "und", NULL };
  guint n = 0;

  for (guint at = i + 1; n < MAX_BEFORE && at < self->question->tokens->len; at++)
    {
      if (g_strv_contains (between, ask_question_token (self->question, at)->folded))
        continue;
      n++;
      if (is_named_at (self->question->entities, at) || is_named_at (self->question->attributes, at))
        return TRUE;
      if (ask_question_token (self->question, at)->stop)
        return FALSE;
    }
  return FALSE;
}

/* A verb or a question word: "count orders", "which orders". */
static gboolean
is_asking (Finder *self, guint i)
{
  static const char *const words[]
    = { "show",  "list", "give", "find",  "get",   "count", "display", "print", "tell",    "name", "number",
        "total", "all",  "most", "least", "which", "what",  "whose",   "some",  "many",    "any",  "sort",
        "order", "rank", "top",  "best",  "first", "last",  "max",     "min",   "average", "sum",  NULL };
  const AskToken *token = ask_question_token (self->question, i);

  return token->stop || g_strv_contains (words, token->folded);
}

/* More than one word. */
static gboolean
is_sentence (Finder *self)
{
  guint n = 0;

  for (guint i = 0; i < self->question->tokens->len; i++)
    n += ask_question_token (self->question, i)->word;
  return n > 1;
}

/* Looks @n words up that are the tokens in @words. */
static gboolean
find_span (Finder *self, const guint *words, guint n, GError **error)
{
  guint first = words[0];
  guint last = words[n - 1] + 1;
  const AskToken *token = ask_question_token (self->question, first);
  g_autoptr (GString) key = g_string_new (NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  gboolean says_something = FALSE;
  g_autoptr (GArray) alike = NULL;
  GArray *values;

  /* A word that was put in is the end of nothing that was typed. */
  if (last - first > n + MAX_SIGNS || *(char *) self->keys->pdata[first] == '\0'
      || *(char *) self->keys->pdata[last - 1] == '\0')
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      const AskToken *part = ask_question_token (self->question, words[i]);

      if (part->quoted && self->covered[words[i]])
        return TRUE;
      says_something = says_something || !part->stop || part->upper;
      if (key->len > 0 && *(char *) self->keys->pdata[words[i]] != '\0')
        g_string_append_c (key, ' ');
      g_string_append (key, self->keys->pdata[words[i]]);
    }
  if (!says_something || key->len == 0)
    return TRUE;
  values = find_values (self, key->str, error);
  if (values == NULL)
    return FALSE;
  /* The first word alone has its capital from the sentence, or is its verb. */
  if (n == 1 && first == 0 && is_sentence (self)
      && (is_asking (self, 0) || !(stands_before_name (self, 0) || ask_question_are_plural (values, token->surface))))
    return TRUE;
  alike = n == 1 ? ask_question_keep_alike (values, token->surface, !token->upper) : g_array_ref (values);
  if (alike->len > 0)
    g_ptr_array_add (found, alike);
  if (n == 1 && found->len == 0 && self->work->german && !find_in_english (self, key->str, found, error))
    return FALSE;
  if (n == 1 && found->len == 0 && self->work->german && !token->upper && !token->stop
      && !find_inflected (self, key->str, found, error))
    return FALSE;
  if (n == 1 && found->len == 0 && !find_pertainym (self, token->folded, found, error))
    return FALSE;
  if (found->len > 0)
    {
      g_autofree char *literal = ask_question_dup_span (self->question, first, last);
      AskMention *mention = add_mention (self, first, last, ASK_MENTION_STORED, literal);

      for (guint i = 0; i < found->len; i++)
        add_links (mention, found->pdata[i], 1);
      for (guint i = first; i < last; i++)
        self->covered[i] = TRUE;
    }
  return TRUE;
}

static gboolean
find_stored (Finder *self, GError **error)
{
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->question->tokens->len; i++)
    if (ask_question_token (self->question, i)->word)
      g_array_append_val (words, i);
  for (guint x = 0; x < words->len; x++)
    for (guint n = MIN (MAX_WORDS, words->len - x); n > 0; n--)
      if (!find_span (self, &g_array_index (words, guint, x), n, error))
        return FALSE;
  return TRUE;
}

/* Of a text attribute its name must say so. */
static gboolean
holds_dates (const AskDomainAttribute *attribute)
{
  static const char *const words[]
    = { "date", "time", "day", "datum", "zeit", "from", "to", "at", "timestamp", "datetim", NULL };

  if (attribute->numeric || attribute->kind == ASK_DOMAIN_BOOLEAN)
    return FALSE;
  return attribute->kind == ASK_DOMAIN_TIME || ask_domain_words_have_any (attribute->raw_stems, words)
         || ask_domain_words_have_any (attribute->stems, words);
}

static void
add_date (Finder *self, const AskDateReading *reading)
{
  AskDomain *domain = self->question->domain;
  g_autofree char *literal = ask_question_dup_span (self->question, reading->first, reading->last);
  AskMention *mention = add_mention (self, reading->first, reading->last, ASK_MENTION_DATE, literal);

  for (guint i = 0; i < domain->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, i);

      if (holds_dates (attribute)
          || (attribute->numeric && strlen (reading->value) == 4 && ask_question_is_year (attribute)))
        add_link (mention, (int) i, reading->value, 0.8);
    }
  /* "last year" may as well be a name, where nothing has a date. */
  if (mention->links->len == 0 && reading->relative)
    {
      drop_mention (self);
      return;
    }
  for (guint i = reading->first; i < reading->last; i++)
    self->covered[i] = self->dated[i] = TRUE;
}

static void
find_dates (Finder *self)
{
  AskDateReading reading;

  for (guint i = 0; i < self->question->tokens->len; i++)
    {
      if (!ask_question_read_date (self->work, i, &reading))
        continue;
      /* What is quoted is not read word by word, but a day is a day. */
      if (!ask_question_token (self->question, i)->quoted || (reading.last == i + 1 && !reading.relative))
        {
          add_date (self, &reading);
          i = reading.last - 1;
        }
      g_free (reading.value);
    }
}

static void
add_number (Finder *self, guint first, guint last, double number)
{
  AskDomain *domain = self->question->domain;
  g_autofree char *literal = ask_question_dup_span (self->question, first, last);
  AskMention *mention = add_mention (self, first, last, ASK_MENTION_NUMBER, literal);

  gboolean year = number >= 1000 && number <= 2999 && number == floor (number);
  char typed[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (typed, sizeof typed, "%.15g", number);
  mention->has_number = TRUE;
  mention->number = number;
  for (guint i = 0; i < domain->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, i);
      gboolean counted = attribute->least <= attribute->most;
      gboolean inside = counted && number >= attribute->least && number <= attribute->most;

      if (!attribute->numeric && !counted && attribute->kind != ASK_DOMAIN_NUMBER && attribute->kind != ASK_DOMAIN_TIME)
        continue;
      inside = inside && ask_domain_has_number (domain, (int) i, number);
      if (year && attribute->kind == ASK_DOMAIN_TIME && !attribute->numeric)
        add_link (mention, (int) i, typed, 0.8);
      else
        add_link (mention, (int) i, attribute->numeric || attribute->kind == ASK_DOMAIN_NUMBER ? NULL : typed,
                  inside ? 1 : 0.5);
    }
}

static gboolean
is_quoted_text (Finder *self, guint at)
{
  for (guint i = 0; i < self->question->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (self->question, i);

      if (mention->kind == ASK_MENTION_QUOTED && mention->first <= at && at < mention->last && !mention->has_number)
        return TRUE;
    }
  return FALSE;
}

/* A number within a date is a number only where it is a year. */
static gboolean
is_of_date (Finder *self, guint first, double number)
{
  return self->dated[first] && !(number >= 1000 && number <= 2999 && number == floor (number));
}

static void
find_numbers (Finder *self)
{
  for (guint i = 0; i < self->question->tokens->len; i++)
    {
      guint last;
      double number;

      if (is_quoted_text (self, i) || !ask_question_read_number (self->work, i, &last, &number))
        continue;
      if (!is_of_date (self, i, number))
        add_number (self, i, last, number);
      i = last - 1;
    }
}

/* Every name of the schema that stands there as it is takes the capitals away: "List all Albums". In German each noun
 * has one. */
static gboolean
is_of_schema (Finder *self, guint first, guint last)
{
  for (guint i = first; i < last; i++)
    if (g_array_index (self->question->marks, AskMark, i) == ASK_MARK_NONE
        && (!self->work->german || self->work->own_stems->pdata[i] == NULL))
      return FALSE;
  return TRUE;
}

/* Where the words that begin with capitals end; small words may stand between them. */
static guint
name_end (Finder *self, guint first)
{
  static const char *const between[] = { "of", "the", "and", NULL };
  static const char *const german[] = { "von", "der", NULL };
  guint n = self->question->tokens->len;
  guint last = first + 1;

  while (last < n && !self->covered[last])
    {
      const AskToken *token = ask_question_token (self->question, last);
      gboolean joins = g_strv_contains (self->work->german ? german : between, token->surface) && last + 1 < n
                       && ask_question_token (self->question, last + 1)->upper;

      if ((!token->upper && !joins) || (self->work->german && is_of_schema (self, last, last + 1) && !joins))
        break;
      last++;
    }
  return last;
}

/* In German each noun has a capital: one that nobody knows is a name only where something is from there or of it. */
static gboolean
may_be_unknown (Finder *self, guint first)
{
  static const char *const before[] = { "from", "in", "of", "by", "at", NULL };

  return !self->work->german || g_strv_contains (before, ask_question_token (self->question, first - 1)->folded);
}

static gboolean
add_name (Finder *self, guint first, guint last, GError **error)
{
  g_autofree char *literal = ask_question_dup_span (self->question, first, last);
  AskMention *mention;

  if (is_of_schema (self, first, last))
    return TRUE;
  mention = add_mention (self, first, last, ASK_MENTION_NAME, literal);
  for (guint i = first; i < last; i++)
    {
      const char *key = self->keys->pdata[i];
      GArray *values = *key != '\0' ? find_word (self, key, error) : NULL;

      if (values == NULL && *key != '\0')
        return FALSE;
      if (values != NULL)
        add_links (mention, values, 0.4);
    }
  if (mention->links->len == 0 && !may_be_unknown (self, first))
    drop_mention (self);
  return TRUE;
}

static gboolean
add_part (Finder *self, guint at, GError **error)
{
  const AskToken *token = ask_question_token (self->question, at);
  const char *key = self->keys->pdata[at];
  gboolean letters = g_unichar_isalpha (g_utf8_get_char (token->surface));
  AskMention *mention;
  GArray *values;

  if (token->quoted || token->stop || !letters || strlen (token->folded) <= 2 || *key == '\0'
      || self->work->own_stems->pdata[at] != NULL)
    return TRUE;
  values = find_word (self, key, error);
  if (values == NULL)
    return FALSE;
  mention = add_mention (self, at, at + 1, ASK_MENTION_PART, token->surface);
  add_links (mention, values, 0.3);
  if (mention->links->len == 0 || mention->links->len > MAX_PARTS)
    drop_mention (self);
  return TRUE;
}

static gboolean
find_names (Finder *self, GError **error)
{
  static const char *const no_names[] = { "id", "i", "ids", NULL };

  for (guint i = 1; i < self->question->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (self->question, i);

      if (self->covered[i])
        continue;
      if (token->upper && !token->quoted && !g_strv_contains (no_names, token->folded))
        {
          guint last = name_end (self, i);

          if (!add_name (self, i, last, error))
            return FALSE;
          i = last - 1;
        }
      else if (!add_part (self, i, error))
        return FALSE;
    }
  return TRUE;
}

/* One letter, whatever else it is ("names that begin with S"), and what is spelled out. */
static void
find_letters (Finder *self)
{
  for (guint i = 1; i < self->question->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (self->question, i);
      gboolean known
        = g_str_equal (token->surface, "I") || token->quoted || self->dated[i] || !token->upper
          || g_utf8_strlen (token->surface, -1) != 1
          || (i + 1 < self->question->tokens->len && *ask_question_token (self->question, i + 1)->surface == '-');

      if (ask_question_is_spelled_out (self->question, i))
        {
          add_mention (self, i, i + 1, ASK_MENTION_QUOTED, token->surface);
          continue;
        }
      for (guint k = 0; k < self->question->mentions->len && !known; k++)
        {
          const AskMention *mention = ask_question_mention (self->question, k);

          known = mention->kind == ASK_MENTION_NAME && mention->first == i && mention->last == i + 1;
        }
      if (!known)
        add_mention (self, i, i + 1, ASK_MENTION_NAME, token->surface);
    }
}

/**
 * ask_question_find_mentions:
 * @work: with its tokens, and with its names marked
 * @error: of the workspace
 *
 * Returns: FALSE where values could not be looked up
 */
gboolean
ask_question_find_mentions (AskQuestionWork *work, GError **error)
{
  guint n = work->question->tokens->len;
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) values
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) words
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autofree gboolean *covered = g_new0 (gboolean, n + 1);
  g_autofree gboolean *dated = g_new0 (gboolean, n + 1);
  Finder self = { work, work->question, keys, values, words, covered, dated };

  make_keys (&self);
  if (!find_quoted (&self, error) || !find_stored (&self, error))
    return FALSE;
  find_dates (&self);
  find_numbers (&self);
  if (!find_names (&self, error))
    return FALSE;
  find_letters (&self);
  ask_question_drop_codes (self.question);
  return TRUE;
}
