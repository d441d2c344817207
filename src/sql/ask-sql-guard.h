/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Guardrails: what is wrong with a statement, or probably not meant, in words that a person and a
 * model both understand, with the nearest real names. It only reads the tree and the catalogue, so
 * its words never hold a data value but those that stand in the statement itself.
 */
#pragma once

#include "sql/ask-sql-analysis.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_HINT_ERROR, /* the statement cannot run */
  ASK_HINT_WARNING /* it runs, but probably gives something else than was meant */
} AskSqlHintLevel;

typedef enum
{
  ASK_HINT_SYNTAX,
  ASK_HINT_UNKNOWN_TABLE,
  ASK_HINT_UNKNOWN_COLUMN,
  ASK_HINT_AMBIGUOUS,
  ASK_HINT_UNKNOWN_FUNCTION,
  ASK_HINT_MISUSED_AGGREGATE,
  ASK_HINT_MISSING_PARAMETER, /* an API's required parameter that nothing supplies */
  ASK_HINT_CROSS_JOIN, /* a join with no condition */
  ASK_HINT_FAN_OUT, /* a sum or count multiplied by a one-to-many join */
  ASK_HINT_SUM_OF_KEY, /* a sum or an average of what only tells rows apart */
  ASK_HINT_BARE_COLUMN, /* beside an aggregate, neither grouped nor determined by what is */
  ASK_HINT_UNANSWERED /* an external function has no answer for some values */
} AskSqlHintKind;

/**
 * AskSqlHint:
 * @message: one or two whole sentences: what, where, and what to do; in English
 * @words: the same for a person, in the language of the program
 * @suggestions: (element-type utf8): nearest real names, best first; perhaps none
 */
typedef struct
{
  AskSqlHintLevel level;
  AskSqlHintKind kind;
  AskSqlSpan span;
  char *message;
  char *words;
  GPtrArray *suggestions;
} AskSqlHint;

void       ask_sql_hint_free (AskSqlHint           *self);
GPtrArray *ask_sql_guard     (const char           *sql,
                              const AskSqlCatalog  *catalog);
GPtrArray *ask_sql_guard_tree (AskSqlTree          *tree,
                              const AskSqlCatalog  *catalog);
char      *ask_sql_hints_to_text (GPtrArray        *hints);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSqlHint, ask_sql_hint_free)

G_END_DECLS
