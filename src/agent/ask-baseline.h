/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The agents that AskData is measured against, as they were published. They get the schemas and the question, and nothing
 * of what is known here; their prompts cannot be replaced, so that figures can be compared. All guards hold for them, and
 * so does sharing: where an agent of the literature reads rows, this one reads them only where they may be told. Private
 * to this room.
 *
 *   ask-baseline.c           which one, and what both have in common
 *   ask-baseline-plain.c     thought, action, observation, with a tool for SQL and one for an API's calls
 *   ask-baseline-tools.c     these two tools
 *   ask-baseline-pipeline.c  choose tables, write a query, run it, mend it
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

/**
 * AskBaseline:
 * @run: with a model; its engine is the one that the last query ran in
 * @messages: (element-type AskMessage): the conversation
 * @engines: an engine for each source, by the kind and name of what may be asked there; see ask-baseline-tools.c
 * @results: (element-type AskResult): what queries and calls gave, in their order
 * @sqls: (element-type utf8): their statements
 * @n_failures: queries and calls that failed
 */
typedef struct
{
  AskAgentRun *run;
  GPtrArray *messages;
  GHashTable *engines;
  GPtrArray *results;
  GPtrArray *sqls;
  guint n_failures;
} AskBaseline;

gboolean   ask_baseline_run           (AskAgentRun *run,
                                       GError     **error);

void       ask_baseline_say           (AskBaseline *self,
                                       AskRole      role,
                                       const char  *text);
gboolean   ask_baseline_take_failure  (AskBaseline *self,
                                       const char  *sql,
                                       GError      *failure,
                                       char       **observation,
                                       GError     **error);
gboolean   ask_baseline_take_problem  (AskBaseline *self,
                                       const char  *problem,
                                       char       **observation);
char      *ask_baseline_get_today     (void);

gboolean   ask_baseline_pipeline      (AskBaseline *self,
                                       GError     **error);
gboolean   ask_baseline_plain         (AskBaseline *self,
                                       GError     **error);

char      *ask_baseline_list_sources  (AskAgentRun *run);
gboolean   ask_baseline_call          (AskBaseline *self,
                                       const char  *tool,
                                       const char  *input,
                                       char       **observation,
                                       GError     **error);

G_END_DECLS
