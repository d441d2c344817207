/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the tools share. Only ask-tools*.c include it.
 *
 *   ask-consent.c       rows that a person lets a model see
 *   ask-tools.c         queries: running them, repair, doubts, the answer
 *   ask-tools-search.c  documents
 *   ask-tools-tables.c  what tables there are, and what they are like
 */
#pragma once

#include "agent/ask-tools.h"

G_BEGIN_DECLS

struct _AskTools
{
  AskAgentRun *run;
  GPtrArray *steps; /* AskStepTable */
  GPtrArray *step_rows; /* char *: "step_1(carrier TEXT)" */
  GHashTable *shared; /* set of names: steps whose rows may be told */
  GHashTable *failed; /* queries that failed, white space folded */
  GHashTable *results; /* step → AskResult: where a person can be asked whether a model sees its rows */
  GHashTable *refused; /* set of names: steps that a person said no to */
  guint n_asked;
  guint n_steps;
  guint n_failures;
  guint n_deadlines;
  guint n_counted;
  guint n_diagnosed;
  char *diagnosed; /* nullable: the query of the last diagnosis */
  AskCorrectedSql *missing; /* nullable: what APIs have otherwise, or not, of the last query's values */
  char *known; /* nullable: a final query that has run, as it was written, */
  char *known_ran; /* nullable: with its values put right, */
  AskResult *known_result; /* nullable: and what it gave */
  gboolean turned; /* the model wrote a failing query again and was asked to go another way */
  gboolean doubted; /* the model was asked again */
};

/**
 * AskToolQuery:
 * @sql: that the model wrote
 * @title: of its step
 * @temp_table: (nullable): keeps its rows under this name
 */
typedef struct
{
  const char *sql;
  const char *title;
  const char *temp_table;
} AskToolQuery;

/* ask-tools.c */
AskToolOutcome ask_tools_run_step      (AskTools           *self,
                                        const AskToolQuery *query,
                                        char              **observation,
                                        GError            **error);
const char    *ask_tools_find_step     (AskTools    *self,
                                        const char  *name);

AskToolOutcome ask_tools_run_search    (AskTools    *self,
                                        const char  *sql,
                                        const char  *title,
                                        gsize       *n_rows,
                                        char       **observation,
                                        GError     **error);

/* ask-tools-search.c */
AskToolOutcome ask_tools_call_search   (AskTools    *self,
                                        const char  *input,
                                        const char  *thought,
                                        char       **observation,
                                        GError     **error);

/* ask-tools-tables.c */
AskToolOutcome ask_tools_call_list     (AskTools    *self,
                                        const char  *input,
                                        const char  *thought,
                                        char       **observation,
                                        GError     **error);
AskToolOutcome ask_tools_call_describe (AskTools    *self,
                                        const char  *input,
                                        const char  *thought,
                                        char       **observation,
                                        GError     **error);

G_END_DECLS
