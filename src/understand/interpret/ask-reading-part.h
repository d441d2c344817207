/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A reading taken apart: what it shows, its conditions, its groups, its order, how many rows. Each part may be changed
 * by one of its alternatives, which is a reading of its own.
 */
#pragma once

#include "understand/interpret/ask-interpret.h"

G_BEGIN_DECLS

/**
 * AskReadingPartKind:
 * @ASK_READING_PART_SHOWN: a column of the result
 * @ASK_READING_PART_CONDITION: a condition on rows
 * @ASK_READING_PART_GROUP: one row for each of it
 * @ASK_READING_PART_HAVING: a condition on groups
 * @ASK_READING_PART_ORDER: what comes first
 * @ASK_READING_PART_LIMIT: how many rows
 * @ASK_READING_PART_QUERY: another query beside this one, which has no alternatives
 */
typedef enum
{
  ASK_READING_PART_SHOWN,
  ASK_READING_PART_CONDITION,
  ASK_READING_PART_GROUP,
  ASK_READING_PART_HAVING,
  ASK_READING_PART_ORDER,
  ASK_READING_PART_LIMIT,
  ASK_READING_PART_QUERY
} AskReadingPartKind;

/**
 * AskReadingAlternative:
 * @words: what stands in the part's place: "sum of price"
 * @reading: the whole with it; its change says so
 */
typedef struct
{
  char *words;
  AskQuestionReading *reading;
} AskReadingAlternative;

/**
 * AskReadingPart:
 * @lead: (nullable): what stands before it: "Only where:", or "and"
 * @words: the part in the user's language
 * @alternatives: (element-type AskReadingAlternative): the likeliest first; perhaps none
 */
typedef struct
{
  AskReadingPartKind kind;
  char *lead;
  char *words;
  GPtrArray *alternatives;
} AskReadingPart;

GPtrArray  *ask_reading_list_parts          (AskInterpreter           *interpreter,
                                             const AskQuestionReading *reading,
                                             const char               *text,
                                             GError                  **error);
const char *ask_reading_part_kind_to_string (AskReadingPartKind        kind);

G_END_DECLS
