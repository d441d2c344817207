/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Verified questions: which saved pair answers a question, with no model. A pair fits a question
 * that is the same up to case, punctuation, stop words and word forms, up to a value that
 * occurs in the data, or up to a synonym that the schema gives for what its SQL is about. It never invents a value: what goes into SQL stands in the value index.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskFindValueFunc:
 * @text: a value as a person wrote it
 *
 * Returns: (transfer full) (element-type AskValueHit): where it occurs, or %NULL with @error set
 */
typedef GPtrArray *(*AskFindValueFunc) (const char *text,
                                        gpointer    user_data,
                                        GError    **error);

/**
 * AskValueIndex:
 * @find: looks a value up
 * @user_data: for @find
 *
 * What knows the values of the data.
 */
typedef struct
{
  AskFindValueFunc find;
  gpointer user_data;
} AskValueIndex;

/**
 * AskMatchKind:
 * @ASK_MATCH_NONE: no pair fits
 * @ASK_MATCH_EXACT: the same question
 * @ASK_MATCH_VALUES: the same question with other values
 * @ASK_MATCH_CLARIFY: several pairs fit and say different things
 * @ASK_MATCH_NO_VALUE: a pair would fit, but the data holds no such value
 */
typedef enum
{
  ASK_MATCH_NONE,
  ASK_MATCH_EXACT,
  ASK_MATCH_VALUES,
  ASK_MATCH_CLARIFY,
  ASK_MATCH_NO_VALUE
} AskMatchKind;

/**
 * AskMatch:
 * @pair: (nullable): belongs to the list that was searched
 * @sql: (nullable): the pair's SQL with the question's values
 * @values: (nullable): how it was varied, "Lyon instead of Paris"
 * @problem: (nullable): which value there is not, as a sentence
 * @n_words: words of the pair that the question shares, where values are missing
 * @choices: (element-type AskVerified): belong to the list; for %ASK_MATCH_CLARIFY
 */
typedef struct
{
  AskMatchKind kind;
  const AskVerified *pair;
  char *sql;
  char *values;
  char *problem;
  guint n_words;
  GPtrArray *choices;
} AskMatch;

AskMatch  *ask_match_find    (GPtrArray        *verified,
                              const char       *question,
                              AskSchema        *schema,
                              AskFindValueFunc  find,
                              gpointer          user_data,
                              GError          **error);
void       ask_match_free    (AskMatch         *self);
GPtrArray *ask_match_closest (GPtrArray        *verified,
                              const char       *question,
                              AskSchema        *schema,
                              guint             max);
GPtrArray *ask_match_closest_pairs (GPtrArray  *verified,
                                    const char *question,
                                    AskSchema  *schema,
                                    guint       max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskMatch, ask_match_free)

G_END_DECLS
