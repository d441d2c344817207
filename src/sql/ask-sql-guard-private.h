/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the guardrails share. Not for other rooms.
 *
 *   ask-sql-guard.c        the guardrails as a whole
 *   ask-sql-guard-names.c  names that are not there, and what could have been meant
 *   ask-sql-guard-words.c  functions and words of other databases
 *   ask-sql-guard-joins.c  joins with no condition, sums over multiplied rows
 *   ask-sql-guard-keys.c   how many rows of one item meet a row of another
 *   ask-sql-guard-sums.c   sums of what only tells rows apart
 *   ask-sql-guard-rows.c   columns beside an aggregate, parameters that nothing supplies
 */
#pragma once

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-guard.h"

G_BEGIN_DECLS

typedef struct
{
  const char *sql;
  const AskSqlCatalog *catalog;
  AskSqlTree *tree;
  GPtrArray *hints;
} AskSqlGuard;

AskSqlHint *ask_sql_guard_add (AskSqlGuard     *self,
                               AskSqlHintLevel  level,
                               AskSqlHintKind   kind,
                               AskSqlSpan       span,
                               const char      *format,
                               ...) G_GNUC_PRINTF (5, 6);
void ask_sql_guard_suggest    (AskSqlHint      *hint,
                               const char      *format,
                               ...) G_GNUC_PRINTF (2, 3);
void ask_sql_guard_take_words (AskSqlHint      *hint,
                               char            *message,
                               char            *words);
void ask_sql_guard_lengthen   (AskSqlHint      *hint,
                               gboolean         instead,
                               const char      *format,
                               ...) G_GNUC_PRINTF (3, 4);

/* ask-sql-guard-names.c */
guint ask_sql_guard_distance  (const char      *wanted,
                               const char      *name,
                               GPtrArray       *synonyms);
void ask_sql_guard_table      (AskSqlGuard     *self,
                               const AskSqlProblem *problem);
void ask_sql_guard_column     (AskSqlGuard     *self,
                               const AskSqlProblem *problem);
void ask_sql_guard_ambiguous  (AskSqlGuard     *self,
                               const AskSqlProblem *problem);

/* ask-sql-guard-words.c */
void ask_sql_guard_function   (AskSqlGuard     *self,
                               const AskSqlProblem *problem);
void ask_sql_guard_syntax     (AskSqlGuard     *self,
                               const GError    *error);

/* ask-sql-guard-joins.c */
char *ask_sql_guard_join_text (const AskSqlTable *a,
                               const char      *a_name,
                               const AskSqlTable *b,
                               const char      *b_name);
void ask_sql_guard_joins      (AskSqlGuard     *self,
                               AskSqlSelect    *select,
                               AskSqlCore      *core);
gboolean ask_sql_guard_stop   (AskSqlSelect    *select,
                               gpointer         data);
void ask_sql_guard_walk_results (AskSqlSelect  *select,
                               AskSqlCore      *core,
                               const AskSqlVisit *visit);

/* ask-sql-guard-sums.c */
void ask_sql_guard_sums       (AskSqlGuard     *self,
                               AskSqlSelect    *select,
                               AskSqlCore      *core);

/* ask-sql-guard-keys.c */
typedef struct
{
  AskSqlCore *core;
  GPtrArray *items; /* AskSqlFrom */
  GArray *predicates; /* AskSqlPredicate */
  gboolean *fixed; /* one row of the item at most in each group, or in all */
} AskSqlKeys;

void     ask_sql_keys_init    (AskSqlKeys      *self,
                               AskSqlTree      *tree,
                               AskSqlCore      *core);
void     ask_sql_keys_assume_names (AskSqlKeys *self);
void     ask_sql_keys_clear   (AskSqlKeys      *self);
gboolean ask_sql_keys_is_single (const AskSqlFrom *from);
gboolean ask_sql_keys_meets_one (const AskSqlKeys *self,
                               guint            from,
                               guint            to);
gboolean ask_sql_keys_meets_many (const AskSqlKeys *self,
                               guint            from,
                               guint            to);
gboolean ask_sql_keys_are_joined (const AskSqlKeys *self,
                               guint            a,
                               guint            b);
int      ask_sql_keys_find    (const AskSqlKeys *self,
                               const AskSqlFrom *from);

/* ask-sql-guard-rows.c */
void ask_sql_guard_rows       (AskSqlGuard     *self,
                               AskSqlSelect    *select,
                               AskSqlCore      *core);
void ask_sql_guard_parameters (AskSqlGuard     *self,
                               AskSqlCore      *core);

G_END_DECLS
