/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a query that runs probably does not mean: guards that read meaning. Some are told to the model once, before its
 * answer counts; all are told to the person. Private to this room.
 *
 *   ask-doubt.c        all of them, in order
 *   ask-doubt-text.c   text compared as numbers
 *   ask-likely.c       joins that nobody declared and whose values do not match
 *   ask-doubt-words.c  what the question says and the query does not, and the other way round
 */
#pragma once

#include "agent/ask-run.h"
#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

/**
 * AskDoubt:
 * @text: for the model: names, and literals of the query; no value of the data
 * @words: for the person, in the user's language
 * @strong: the model is asked again
 */
typedef struct
{
  char *text;
  char *words;
  gboolean strong;
} AskDoubt;

GPtrArray *ask_doubt_find      (AskAgentRun     *run,
                                const AskResult *result,
                                const char      *sql,
                                GError         **error);
void       ask_doubt_add       (GPtrArray       *doubts,
                                gboolean         strong,
                                char            *text,
                                char            *words);
gboolean   ask_doubt_add_texts (AskAgentRun     *run,
                                AskSqlTree      *tree,
                                GPtrArray       *doubts,
                                GError         **error);
void       ask_doubt_add_words (AskAgentRun     *run,
                                AskSqlTree      *tree,
                                GPtrArray       *doubts);

G_END_DECLS
