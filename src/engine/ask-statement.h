/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One statement, from its text to its rows. Private to the engine.
 *
 *   ask-statement.c       read, planned, prepared, run to its end
 *   ask-statement-text.c  the first check of a text, and the words for what fails
 *   ask-statement-rows.c  the rows of what was prepared, from SQLite or straight from a server
 */
#pragma once

#include "engine/ask-plan.h"

G_BEGIN_DECLS

/**
 * AskStatement:
 * @sql: (nullable): what was asked, where somebody wrote it; borrowed
 * @started: when, on the monotonic clock
 * @text: (nullable): with definitions put in: what is run instead of what was asked
 * @hints: (nullable) (element-type AskSqlHint): what it probably does not mean
 * @types: (nullable) (element-type AskType): of its columns, by what it says
 * @senses: (array length=n_senses): what they are; the tree's
 * @origins: (nullable) (element-type AskOrigin): what it reads
 * @plan: (nullable): %NULL where our analysis did not take it
 * @traits: of what SQLite runs
 * @note: (nullable): which other places are read, for people
 * @local: (nullable): what SQLite runs
 * @fragments: (nullable): name → AskFragment; the tables that were made
 * @statement: (nullable): %NULL where a server runs all of it
 *
 * The statement under way: its plan, the tables of its fragments, and what SQLite runs of it.
 */
typedef struct
{
  const char *sql;
  gint64 started;
  char *text;
  GPtrArray *hints;
  GArray *types;
  AskSense *senses;
  guint n_senses;
  GPtrArray *origins;
  AskPlan *plan;
  AskSqlTraits traits;
  char *note;
  char *local;
  GHashTable *fragments;
  sqlite3_stmt *statement;
} AskStatement;

/* ask-statement.c */
AskRows       *ask_statement_read       (AskEngine          *self,
                                         const char         *sql,
                                         AskPlan           **plan,
                                         GCancellable       *cancellable,
                                         GError            **error);
gboolean       ask_statement_check      (AskEngine          *self,
                                         const char         *sql,
                                         GError            **error);
GPtrArray     *ask_statement_estimate   (AskEngine          *self,
                                         const char         *sql,
                                         AskRun             *run,
                                         GError            **error);
AskRows       *ask_statement_read_part  (AskEngine          *self,
                                         const char         *sql,
                                         const AskLimits    *limits,
                                         AskPlan           **plan,
                                         GError            **error);
AskRows       *ask_engine_read          (AskEngine          *self,
                                         AskSqlTree         *tree,
                                         const AskLimits    *limits,
                                         GError            **error);

/* ask-external.c */
gboolean       ask_external_has_calls   (AskEngine          *self,
                                         AskSqlTree         *tree);
char          *ask_external_begin       (AskEngine          *self,
                                         AskSqlTree         *tree,
                                         gboolean            dry,
                                         GError            **error);
AskRows       *ask_external_read        (AskEngine          *self,
                                         AskSqlTree         *tree,
                                         AskPlan           **plan,
                                         GCancellable       *cancellable,
                                         GError            **error);
void           ask_external_answer      (sqlite3_context    *context,
                                         int                 n,
                                         sqlite3_value     **arguments);

/* ask-cost.c */
GPtrArray     *ask_cost_collect         (AskEngine          *self,
                                         const AskStatement *statement,
                                         struct _AskDry      *dry);

/* ask-statement-text.c */
AskSqlTree    *ask_statement_parse      (AskEngine          *self,
                                         const char         *sql,
                                         const GArray       *tokens,
                                         GError            **error);
gboolean       ask_statement_refuse     (GError            **error,
                                         const char         *why);
gboolean       ask_statement_failed     (AskEngine          *self,
                                         int                 code,
                                         GCancellable       *cancellable,
                                         GError            **error);
void           ask_statement_take_sql_error (AskEngine      *self,
                                         GError             *failure,
                                         GCancellable       *cancellable,
                                         GError            **error);

/* ask-statement-rows.c */
AskRows       *ask_statement_read_rows  (AskEngine          *self,
                                         const AskStatement *statement,
                                         const AskLimits    *limits,
                                         GCancellable       *cancellable,
                                         GError            **error);

G_END_DECLS
