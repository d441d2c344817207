/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What columns mean, from the words of their names, their types, and a sample of values that was read on this
 * machine: where the values speak against a name, nothing is offered. General rules; nothing knows a database.
 */
#include "config.h"

#include "schema/infer/ask-infer-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* So many values make a form sure; fewer may be chance. */
#define ENOUGH 3

typedef gboolean (*FitFunc) (const char *text);

static gboolean
is_email (const char *text)
{
  const char *at = strchr (text, '@');

  return at != NULL && at > text && strchr (at + 1, '@') == NULL && strchr (at + 1, '.') != NULL
         && strpbrk (text, " ,;<>") == NULL;
}

static gboolean
is_url (const char *text)
{
  return g_ascii_strncasecmp (text, "http://", 7) == 0 || g_ascii_strncasecmp (text, "https://", 8) == 0
         || g_ascii_strncasecmp (text, "www.", 4) == 0;
}

static gboolean
is_phone (const char *text)
{
  guint digits = 0;

  for (const char *p = text; *p != '\0'; p++)
    {
      digits += g_ascii_isdigit (*p);
      if (!g_ascii_isdigit (*p) && strchr ("+-() ./x", *p) == NULL)
        return FALSE;
    }
  return digits >= 5 && digits <= 20;
}

static gboolean
is_number (const char *text)
{
  char *end;

  g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

static gboolean
is_within (const char *text, double least, double greatest)
{
  double number = g_ascii_strtod (text, NULL);

  return is_number (text) && number >= least && number <= greatest;
}

static gboolean
is_latitude (const char *text)
{
  return is_within (text, -90, 90);
}

static gboolean
is_longitude (const char *text)
{
  return is_within (text, -180, 180);
}

static gboolean
is_year (const char *text)
{
  return strlen (text) == 4 && strspn (text, "0123456789") == 4 && is_within (text, 1000, 2999);
}

static gboolean
is_words (const char *text)
{
  return strpbrk (text, "0123456789@/") == NULL;
}

static gboolean
is_anything (const char *text)
{
  return TRUE;
}

static gboolean
is_short (const char *text)
{
  return g_utf8_strlen (text, -1) <= 20 && strchr (text, '\n') == NULL;
}

/* "2024-05-17", "17.05.2024", "5/17/2024", "20240517" is a number
 * @rest: (out): what follows */
static gboolean
begins_with_date (const char *text, const char **rest)
{
  guint parts[3] = { 0, 0, 0 };
  guint digits[3] = { 0, 0, 0 };
  char separator = '\0';
  const char *p = text;

  for (guint i = 0; i < 3; i++)
    {
      for (; g_ascii_isdigit (*p) && digits[i] < 5; p++, digits[i]++)
        parts[i] = parts[i] * 10 + (guint) (*p - '0');
      if (digits[i] == 0 || digits[i] > 4)
        return FALSE;
      if (i == 2)
        break;
      if ((*p != '-' && *p != '/' && *p != '.') || (separator != '\0' && *p != separator))
        return FALSE;
      separator = *p++;
    }
  *rest = p;
  if (digits[0] == 4)
    return parts[1] >= 1 && parts[1] <= 12 && parts[2] >= 1 && parts[2] <= 31;
  return digits[2] == 4 && parts[0] >= 1 && parts[1] >= 1 && MAX (parts[0], parts[1]) <= 31
         && MIN (parts[0], parts[1]) <= 12;
}

static gboolean
is_date (const char *text)
{
  const char *rest;

  return begins_with_date (text, &rest) && *rest == '\0';
}

static gboolean
is_moment (const char *text)
{
  const char *rest;

  return begins_with_date (text, &rest) && (*rest == ' ' || *rest == 'T') && g_ascii_isdigit (rest[1])
         && strchr (rest, ':') != NULL;
}

static gboolean
is_flag (const char *text)
{
  static const char *const flags[] = { "0", "1", "y", "n", "yes", "no", "t", "f", "true", "false", NULL };
  g_autofree char *folded = g_ascii_strdown (text, -1);

  return g_strv_contains (flags, folded);
}

static gboolean
is_prose (const char *text)
{
  return g_utf8_strlen (text, -1) >= 25 && strchr (text, ' ') != NULL;
}

enum
{
  NUMBER = 1 << 0,
  WORDS = 1 << 1
};

/*
 * @meaning: of the last word of a name, or of the one before a word that only says that it is a name or a number
 * @types: that it goes with
 * @fits: what its values have to look like
 * @by_name: how sure it is by the name alone
 * @seen: how sure where the values fit
 */
typedef struct
{
  AskMeaning meaning;
  int types;
  FitFunc fits;
  double by_name;
  double seen;
} Rule;

static const Rule rules[] = {
  { ASK_MEANING_EMAIL, WORDS, is_email, 0.85, 0.99 },
  { ASK_MEANING_PHONE, WORDS | NUMBER, is_phone, 0.8, 0.96 },
  { ASK_MEANING_URL, WORDS, is_url, 0.75, 0.99 },
  { ASK_MEANING_LATITUDE, WORDS | NUMBER, is_latitude, 0.85, 0.97 },
  { ASK_MEANING_LONGITUDE, WORDS | NUMBER, is_longitude, 0.8, 0.97 },
  { ASK_MEANING_YEAR, WORDS | NUMBER, is_year, 0.85, 0.97 },
  { ASK_MEANING_COUNTRY, WORDS, is_words, 0.85, 0.95 },
  { ASK_MEANING_PLACE, WORDS, is_anything, 0.75, 0.85 },
  { ASK_MEANING_PERCENTAGE, NUMBER, is_number, 0.9, 0.96 },
  { ASK_MEANING_MONEY, NUMBER, is_number, 0.75, 0.85 },
  { ASK_MEANING_QUANTITY, NUMBER, is_number, 0.8, 0.9 },
  { ASK_MEANING_PERSON, WORDS, is_words, 0.85, 0.95 },
  { ASK_MEANING_DATE, WORDS, is_date, 0.7, 0.98 },
  { ASK_MEANING_FLAG, WORDS | NUMBER, is_flag, 0.8, 0.97 },
  { ASK_MEANING_CODE, WORDS | NUMBER, is_short, 0.75, 0.88 },
  { ASK_MEANING_TEXT, WORDS, is_prose, 0.7, 0.92 },
};

/* What values say by themselves, of text. */
static const struct
{
  FitFunc fits;
  AskMeaning meaning;
  double seen;
} forms[] = {
  { is_email, ASK_MEANING_EMAIL, 0.97 },
  { is_url, ASK_MEANING_URL, 0.97 },
  { is_date, ASK_MEANING_DATE, 0.96 },
  { is_moment, ASK_MEANING_MOMENT, 0.96 },
};

static int
kind_of (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
    case ASK_TYPE_DECIMAL:
      return NUMBER;
    case ASK_TYPE_TEXT:
      return WORDS;
    case ASK_TYPE_ANY:
      return WORDS | NUMBER;
    case ASK_TYPE_BOOLEAN:
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
    case ASK_TYPE_JSON:
    case ASK_TYPE_BLOB:
    default:
      return 0; /* the type says it, or nothing can be said */
    }
}

static gboolean
all_fit (const AskInferColumn *column, FitFunc fits)
{
  GPtrArray *sample = column->profile.sample;

  for (guint i = 0; sample != NULL && i < sample->len; i++)
    if (!fits (sample->pdata[i]))
      return FALSE;
  return sample != NULL && sample->len > 0;
}

static gboolean
is_empty (const AskInferColumn *column)
{
  return column->profile.sample == NULL || column->profile.sample->len == 0;
}

/* What is thought of a column, and why.
 * @unit: (nullable): where its values have one
 * @by_name, @by_values: whether its name and its sample speak for it */
typedef struct
{
  AskMeaning meaning;
  const char *unit;
  double confidence;
  gboolean by_name;
  gboolean by_values;
} Guess;

static void
offer (const AskInferColumn *column, const Guess *guess, GPtrArray *suggestions)
{
  AskMeaning meaning = column->what->meaning == ASK_MEANING_NONE ? guess->meaning : ASK_MEANING_NONE;
  const char *unit = column->what->unit == NULL ? guess->unit : NULL;
  AskSuggestion *suggestion;

  if (guess->confidence < ASK_INFER_LEAST || (meaning == ASK_MEANING_NONE && unit == NULL))
    return;
  suggestion = ask_suggestion_new (ASK_SUGGESTION_MEANING, column->owner);
  ask_suggestion_add (suggestion, NULL, column->what, NULL);
  suggestion->meaning = meaning;
  suggestion->unit = g_strdup (unit);
  suggestion->confidence = guess->confidence;
  suggestion->reason = g_strdup_printf (guess->by_name && guess->by_values
                                          ? _ ("%s is called like that, and the values that were read fit.")
                                        : guess->by_values ? _ ("%s holds only values that look like that.")
                                                           : _ ("%s is called like that; no values were read."),
                                        column->what->name);
  g_ptr_array_add (suggestions, suggestion);
}

static gboolean
mean_by_unit (const AskInferColumn *column, GPtrArray *suggestions)
{
  const char *name = column->what->column != NULL ? column->what->column : column->what->name;
  AskMeaning meaning = ASK_MEANING_NONE;
  const char *unit;

  if (!(kind_of (column->what->type) & NUMBER) || (!is_empty (column) && !all_fit (column, is_number)))
    return FALSE;
  unit = ask_name_read_unit (name, &meaning);
  if (unit == NULL)
    return FALSE;
  offer (column, &(Guess) { meaning, unit, is_empty (column) ? 0.9 : 0.96, TRUE, !is_empty (column) }, suggestions);
  return TRUE;
}

/* Keys are identifiers, and what is called like a key. */
static gboolean
mean_key (const AskInferColumn *column, GPtrArray *suggestions)
{
  const char *last = ask_infer_last (column->words);

  if (ask_name_word_mean (last) != ASK_MEANING_IDENTIFIER || !kind_of (column->what->type))
    return FALSE;
  offer (column,
         &(Guess) { .meaning = ASK_MEANING_IDENTIFIER,
                    .confidence = column->key == ASK_INFER_KEY_SINGLE ? 0.98 : 0.93,
                    .by_name = TRUE,
                    .by_values = !is_empty (column) },
         suggestions);
  return TRUE;
}

static gboolean
mean_by_rule (const AskInferColumn *column, GPtrArray *suggestions)
{
  const char *last = ask_infer_last (column->words);
  const char *core = ask_infer_last (column->core);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      const Rule *rule = &rules[i];

      if (!(kind_of (column->what->type) & rule->types) || last == NULL
          || (ask_name_word_mean (last) != rule->meaning
              && !(core != NULL && (strcmp (last, "name") == 0 || strcmp (last, "number") == 0)
                   && ask_name_word_mean (core) == rule->meaning)))
        continue;
      if (is_empty (column))
        offer (column, &(Guess) { rule->meaning, NULL, rule->by_name, TRUE, FALSE }, suggestions);
      else if (all_fit (column, rule->fits))
        offer (column, &(Guess) { rule->meaning, NULL, rule->seen, TRUE, TRUE }, suggestions);
      else
        continue;
      return TRUE;
    }
  return FALSE;
}

static gboolean
mean_by_values (const AskInferColumn *column, GPtrArray *suggestions)
{
  const AskInferProfile *profile = &column->profile;
  gboolean hinted
    = column->words[0] != NULL && (strcmp (column->words[0], "is") == 0 || strcmp (column->words[0], "has") == 0);

  /* Two values, yes and no in whatever words. */
  if (profile->n_distinct == 2 && profile->n_values >= 2 * ENOUGH && all_fit (column, is_flag)
      && kind_of (column->what->type))
    {
      double confidence = hinted ? 0.97 : profile->n_numbers == 2 ? 0.75 : 0.9;

      offer (column, &(Guess) { ASK_MEANING_FLAG, NULL, confidence, hinted, TRUE }, suggestions);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if ((kind_of (column->what->type) & WORDS) && !is_empty (column) && all_fit (column, forms[i].fits))
      {
        double confidence = profile->sample->len >= ENOUGH ? forms[i].seen : 0.8;

        offer (column, &(Guess) { forms[i].meaning, NULL, confidence, FALSE, TRUE }, suggestions);
        return TRUE;
      }
  return FALSE;
}

static gboolean
mean_name (const AskInferColumn *column, GPtrArray *suggestions)
{
  const char *last = ask_infer_last (column->words);
  const char *core = ask_infer_last (column->core);
  gboolean person;

  if (!(kind_of (column->what->type) & WORDS) || last == NULL
      || (strcmp (last, "name") != 0 && strcmp (last, "title") != 0)
      || (!is_empty (column) && (all_fit (column, is_number) || all_fit (column, is_prose))))
    return FALSE;
  person
    = core != NULL
      && g_strv_contains (((const char *const[]) { "first", "last", "middle", "family", "given", "full", NULL }), core);
  if (!person && column->core[0] != NULL && column->home < 0.7)
    return FALSE;
  offer (column,
         &(Guess) { .meaning = person ? ASK_MEANING_PERSON : ASK_MEANING_NAME,
                    .confidence = is_empty (column) ? 0.8 : 0.9,
                    .by_name = TRUE,
                    .by_values = !is_empty (column) },
         suggestions);
  return TRUE;
}

/* Adds what columns mean, of those of which nobody said it: one for a column at most. */
void
ask_infer_mean (AskInfer *self, GPtrArray *suggestions)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      const AskInferTable *table = self->tables->pdata[i];

      for (guint c = 0; c < table->columns->len; c++)
        {
          const AskInferColumn *column = table->columns->pdata[c];

          if (column->what->meaning != ASK_MEANING_NONE && column->what->unit != NULL)
            continue;
          (void) (mean_by_unit (column, suggestions) || mean_key (column, suggestions)
                  || mean_by_rule (column, suggestions) || mean_by_values (column, suggestions)
                  || mean_name (column, suggestions));
        }
    }
}
