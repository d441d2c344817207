/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of names share: ask-name-words.c holds the words, ask-name.c puts them together. No other
 * file includes it.
 */
#pragma once

#include "base/ask-name.h"

G_BEGIN_DECLS

/* What a word does in a name, beside #AskNameWord. */
enum
{
  ASK_WORD_ANYWHERE = 1 << 16, /* its meaning holds wherever it stands */
  ASK_WORD_STARTS = 1 << 17, /* also as the first word: "zip code of home" */
  ASK_WORD_COMPOUND = 1 << 18, /* also as the end of a longer word: "rechnungsbetrag" */
  ASK_WORD_NO_SUM = 1 << 19, /* what is called so does not add up */
  ASK_WORD_COUNTS = 1 << 20, /* an amount whatever else the name says */
  ASK_WORD_TOTALS = 1 << 21, /* an amount of what else the name says */
  ASK_WORD_NUMBER = 1 << 22, /* behind another word it names a row */
  ASK_WORD_NO_RATE = 1 << 23, /* with it a rate is an amount */
  ASK_WORD_WHOLE = 1 << 24 /* ends in "id" and is no identifier */
};

typedef struct
{
  AskMeaning meaning;
  guint flags;
} AskNameEntry;

const AskNameEntry *ask_name_find_word     (const char *word);
const AskNameEntry *ask_name_find_compound (const char *word);

G_END_DECLS
