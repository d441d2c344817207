/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The meanings: their words in documents, and what they say about how values are shown and added.
 */
#include "config.h"

#include "base/ask-meaning.h"

#include <string.h>

/* In the order of the enumeration. */
static const char *const meanings[]
  = { "none",      "identifier", "code",  "name",  "money", "percentage", "quantity", "date",    "moment",
      "year",      "flag",       "email", "phone", "url",   "person",     "place",    "country", "latitude",
      "longitude", "text",       "share", "rate",  "month", "quarter",    "week",     "day",     "hour" };

G_STATIC_ASSERT (G_N_ELEMENTS (meanings) == ASK_N_MEANINGS);

/** ask_meaning_to_string: Returns: (transfer none): the word in a schema document, "money" */
const char *
ask_meaning_to_string (AskMeaning self)
{
  g_return_val_if_fail ((guint) self < ASK_N_MEANINGS, meanings[0]);
  return meanings[self];
}

/**
 * ask_meaning_from_string:
 * @string: (nullable): a word of a schema document
 * @meaning: (out): set only where it is one
 *
 * Returns: whether @string is a meaning
 */
gboolean
ask_meaning_from_string (const char *string, AskMeaning *meaning)
{
  for (guint i = 0; i < ASK_N_MEANINGS; i++)
    if (g_strcmp0 (meanings[i], string) == 0)
      {
        *meaning = (AskMeaning) i;
        return TRUE;
      }
  return FALSE;
}

/** ask_meaning_is_key: Returns: whether such values stand for something, so that no number of them is an amount */
gboolean
ask_meaning_is_key (AskMeaning self)
{
  switch (self)
    {
    case ASK_MEANING_IDENTIFIER:
    case ASK_MEANING_CODE:
    case ASK_MEANING_NAME:
    case ASK_MEANING_EMAIL:
    case ASK_MEANING_PHONE:
    case ASK_MEANING_URL:
    case ASK_MEANING_PERSON:
    case ASK_MEANING_PLACE:
    case ASK_MEANING_COUNTRY:
    case ASK_MEANING_TEXT:
      return TRUE;
    default:
      return FALSE;
    }
}

/** ask_meaning_is_time: Returns: whether such values have an order of time */
gboolean
ask_meaning_is_time (AskMeaning self)
{
  return self == ASK_MEANING_DATE || self == ASK_MEANING_MOMENT || self == ASK_MEANING_YEAR
         || self >= ASK_MEANING_MONTH;
}

/** ask_meaning_is_amount: Returns: whether numbers of it say how much there is; so do those without a meaning */
gboolean
ask_meaning_is_amount (AskMeaning self)
{
  return !ask_meaning_is_key (self) && !ask_meaning_is_time (self) && self != ASK_MEANING_FLAG;
}

/**
 * ask_meaning_get_percent:
 * @largest: of a column's numbers, without signs
 *
 * Returns: what a number of the column is to be multiplied with to be of a hundred: 100 for parts of one, 1 for what is of
 *   a hundred, 0 where it is no percentage
 */
int
ask_meaning_get_percent (AskMeaning self, double largest)
{
  if (self == ASK_MEANING_PERCENTAGE)
    return 1;
  if ((self == ASK_MEANING_SHARE || self == ASK_MEANING_RATE) && largest <= 1)
    return 100;
  return self == ASK_MEANING_SHARE && largest <= 100 ? 1 : 0;
}

/**
 * ask_meaning_suits:
 * @type: a declared type
 *
 * Whether a name may give values of @type this meaning: a "city" that is a number counts cities, and a
 * "price" in words is none.
 *
 * Returns: whether it suits
 */
gboolean
ask_meaning_suits (AskMeaning self, AskType type)
{
  gboolean number = type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_DECIMAL;

  switch (self)
    {
    case ASK_MEANING_NAME:
    case ASK_MEANING_PERSON:
    case ASK_MEANING_PLACE:
    case ASK_MEANING_COUNTRY:
    case ASK_MEANING_TEXT:
    case ASK_MEANING_EMAIL:
    case ASK_MEANING_URL:
      return type == ASK_TYPE_TEXT;
    case ASK_MEANING_MONEY:
    case ASK_MEANING_PERCENTAGE:
    case ASK_MEANING_QUANTITY:
    case ASK_MEANING_SHARE:
    case ASK_MEANING_RATE:
      return number || type == ASK_TYPE_ANY;
    case ASK_MEANING_DATE:
    case ASK_MEANING_MOMENT:
      return type == ASK_TYPE_TEXT || type == ASK_TYPE_ANY;
    default:
      return number || type == ASK_TYPE_TEXT || type == ASK_TYPE_ANY;
    }
}

/** ask_meaning_from_type: Returns: what @type alone says of a column, %ASK_MEANING_NONE for most types */
AskMeaning
ask_meaning_from_type (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_BOOLEAN:
      return ASK_MEANING_FLAG;
    case ASK_TYPE_DATE:
      return ASK_MEANING_DATE;
    case ASK_TYPE_DATETIME:
      return ASK_MEANING_MOMENT;
    default:
      return ASK_MEANING_NONE;
    }
}

/* Of copies that were asked for last, each where its original lies. */
#define N_LAST 256

/* The one copy of @text, which lives as long as the program. GLib's own table of such strings is made for few. */
static const char *
intern (const char *text)
{
  static GMutex lock;
  static GStringChunk *texts;
  static const char *last[N_LAST]; /* atomic */
  const char **place;
  const char *one;

  if (text == NULL)
    return NULL;
  /* The same few names of one schema, at the same addresses, for each statement. */
  place = &last[GPOINTER_TO_SIZE (text) / 16 % N_LAST];
  one = g_atomic_pointer_get (place);
  if (one != NULL && strcmp (one, text) == 0)
    return one;
  g_mutex_lock (&lock);
  if (texts == NULL)
    texts = g_string_chunk_new (1024);
  one = g_string_chunk_insert_const (texts, text);
  g_mutex_unlock (&lock);
  g_atomic_pointer_set (place, one);
  return one;
}

/**
 * ask_sense_intern:
 *
 * Puts copies that live as long as the program in the place of the strings: results outlive the schema and
 * the session that they came from, and there are no more names than schemas have.
 */
void
ask_sense_intern (AskSense *self)
{
  self->unit = intern (self->unit);
  self->entity = intern (self->entity);
  self->attribute = intern (self->attribute);
}

/**
 * ask_sense_adds_up:
 *
 * Returns: whether a sum of such values says something: of amounts and counts, and not of prices, weights and the like
 */
gboolean
ask_sense_adds_up (const AskSense *self)
{
  return self->adding != ASK_ADDING_NO
         && (self->meaning == ASK_MEANING_MONEY || (self->meaning == ASK_MEANING_QUANTITY && self->unit == NULL));
}
