/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files of an explanation: ask-explain.c has the sentences of a SELECT, ask-explain-from.c what is joined,
 * ask-explain-condition.c what holds, ask-explain-value.c what is computed, ask-explain-time.c days and months.
 */
#pragma once

#include "understand/explain/ask-explain.h"
#include "understand/interpret/ask-reading-words.h"

G_BEGIN_DECLS

/**
 * AskExplain:
 * @schema: whose relationships are known
 * @core: (nullable): the SELECT that is being said
 * @only_rows: of the next one only matters whether it has rows
 */
typedef struct
{
  AskSchema *schema;
  AskSqlCore *core;
  gboolean only_rows;
} AskExplain;

char     *ask_explain_words         (const char         *name);
char     *ask_explain_step          (const char         *name);
char     *ask_explain_quote         (const char         *text);
void      ask_explain_append_select (AskExplain         *self,
                                     GString            *words,
                                     const AskSqlSelect *select);
char     *ask_explain_select        (AskExplain         *self,
                                     const AskSqlSelect *select);

char     *ask_explain_item          (const AskSqlFrom   *item);
char     *ask_explain_column        (const AskSqlExpr   *expr);
char     *ask_explain_from          (AskExplain         *self,
                                     AskSqlCore         *core);
gboolean  ask_explain_is_join       (AskExplain         *self,
                                     const AskSqlExpr   *expr);

char     *ask_explain_condition     (AskExplain         *self,
                                     const AskSqlExpr   *expr);
char     *ask_explain_conditions    (AskExplain         *self,
                                     const AskSqlExpr   *expr);

char     *ask_explain_value         (AskExplain         *self,
                                     const AskSqlExpr   *expr);
char     *ask_explain_values        (AskExplain         *self,
                                     const AskSqlExprs  *list,
                                     const char         *last);
char     *ask_explain_as_it_is      (const AskSqlExpr   *expr);

const AskSqlExpr *
          ask_explain_find_time     (const AskSqlExpr   *expr,
                                     AskTimePart        *part);
char     *ask_explain_time_value    (const AskSqlExpr   *of,
                                     AskTimePart         part,
                                     const AskSqlExpr   *literal);
char     *ask_explain_period        (const char         *name,
                                     const char         *first,
                                     const char         *after);
gboolean  ask_explain_next_day      (const char         *day,
                                     char              **after);

G_END_DECLS
