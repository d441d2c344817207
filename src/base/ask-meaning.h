/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the values of a column are, beyond their type. It is said by a steward, by an importer or by the
 * name of an attribute; a query's analysis carries it into the result, and whoever shows values reads it
 * there. It never depends on a value.
 */
#pragma once

#include "base/ask-value.h"

G_BEGIN_DECLS

/**
 * AskMeaning:
 *
 * What values are. Those from %ASK_MEANING_MONTH on are numbers in a cycle.
 */
typedef enum
{
  ASK_MEANING_NONE,
  ASK_MEANING_IDENTIFIER, /* tells rows apart: never summed */
  ASK_MEANING_CODE, /* one of few short values that stand for something */
  ASK_MEANING_NAME, /* what people call the row */
  ASK_MEANING_MONEY,
  ASK_MEANING_PERCENTAGE, /* of 100 */
  ASK_MEANING_QUANTITY,
  ASK_MEANING_DATE, /* dates in text included */
  ASK_MEANING_MOMENT,
  ASK_MEANING_YEAR,
  ASK_MEANING_FLAG, /* yes or no, however it is written */
  ASK_MEANING_EMAIL,
  ASK_MEANING_PHONE,
  ASK_MEANING_URL,
  ASK_MEANING_PERSON,
  ASK_MEANING_PLACE, /* city, region, address */
  ASK_MEANING_COUNTRY,
  ASK_MEANING_LATITUDE,
  ASK_MEANING_LONGITUDE,
  ASK_MEANING_TEXT, /* sentences */
  ASK_MEANING_SHARE, /* a part of a whole: of 1, or of 100 where one is larger than 1 */
  ASK_MEANING_RATE, /* one figure by another: a fraction where all are at most 1 */
  ASK_MEANING_MONTH,
  ASK_MEANING_QUARTER,
  ASK_MEANING_WEEK,
  ASK_MEANING_DAY, /* of the week or of the month */
  ASK_MEANING_HOUR
} AskMeaning;

#define ASK_N_MEANINGS (ASK_MEANING_HOUR + 1)

/** AskAdding: whether the sum of a column's values means something */
typedef enum
{
  ASK_ADDING_UNKNOWN,
  ASK_ADDING_NO, /* averages, extremes, prices, shares */
  ASK_ADDING_YES /* counts and sums */
} AskAdding;

/**
 * AskSense:
 * @unit: (nullable): "EUR", "kg", "%"
 * @entity: (nullable): the entity that the values came from, where it is one
 * @attribute: (nullable): its attribute, which they are values of, or sums, averages or extremes of
 *
 * What a column's values are. The strings belong to whoever made it; see ask_sense_intern().
 */
typedef struct
{
  AskMeaning meaning;
  AskAdding adding;
  const char *unit;
  const char *entity;
  const char *attribute;
} AskSense;

const char *ask_meaning_to_string   (AskMeaning   self);
gboolean    ask_meaning_from_string (const char  *string,
                                     AskMeaning  *meaning);
gboolean    ask_meaning_is_key      (AskMeaning   self);
gboolean    ask_meaning_is_time     (AskMeaning   self);
gboolean    ask_meaning_is_amount   (AskMeaning   self);
int         ask_meaning_get_percent (AskMeaning   self,
                                     double       largest);
gboolean    ask_meaning_suits       (AskMeaning   self,
                                     AskType      type);
AskMeaning  ask_meaning_from_type   (AskType      type);
void        ask_sense_intern        (AskSense    *self);
gboolean    ask_sense_adds_up       (const AskSense *self);

G_END_DECLS
