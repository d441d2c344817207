/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of tables and columns as words, and what the words say. The only place that knows them, in every
 * language of the program. A name is a guess about people: it is asked only where neither a steward nor an
 * analysis has said what values are.
 */
#pragma once

#include "base/ask-meaning.h"

G_BEGIN_DECLS

/**
 * AskNameWord:
 * @ASK_WORD_ID: "id", "number": names a row
 * @ASK_WORD_KEY: "title", "ref": names a row, too, or what people call it
 * @ASK_WORD_MEASURE: "price", "date": a value that leads to no other table
 * @ASK_WORD_PROSE: "comment"
 * @ASK_WORD_ROLE: "manager": what a column calls somebody
 * @ASK_WORD_PEOPLE: "employee": what a table of people is called
 * @ASK_WORD_PREPOSITION: "of"
 * @ASK_WORD_NOISE: "tbl": says nothing
 */
typedef enum
{
  ASK_WORD_ID = 1 << 0,
  ASK_WORD_KEY = 1 << 1,
  ASK_WORD_MEASURE = 1 << 2,
  ASK_WORD_PROSE = 1 << 3,
  ASK_WORD_ROLE = 1 << 4,
  ASK_WORD_PEOPLE = 1 << 5,
  ASK_WORD_PREPOSITION = 1 << 6,
  ASK_WORD_NOISE = 1 << 7
} AskNameWord;

gboolean    ask_name_word_is      (const char *word,
                                   guint       kinds);
AskMeaning  ask_name_word_mean    (const char *word);
const char *ask_name_word_unit    (const char *word,
                                   AskMeaning *meaning);
char      **ask_name_split        (const char *name);
AskSense    ask_name_read         (const char *name,
                                   AskType     type);
const char *ask_name_read_unit    (const char *name,
                                   AskMeaning *meaning);
char       *ask_name_without_unit (const char *name,
                                   const char *unit);
void        ask_sense_complete    (AskSense   *self,
                                   const char *name,
                                   AskType     type);

G_END_DECLS
