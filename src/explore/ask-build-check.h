/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is wrong with a query that is built, each fault at the step that makes it. It looks at names and types; nothing
 * runs.
 */
#pragma once

#include "explore/ask-build.h"
#include "schema/names/ask-schema-reader.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_BUILD_FAULT, /* it cannot run so */
  ASK_BUILD_DOUBT, /* it runs, but probably gives something else than was meant */
  ASK_BUILD_OPEN /* not whole yet: it counts for nothing */
} AskBuildLevel;

/**
 * AskBuildProblem:
 * @stage: which one of ask_build_list_stages()
 * @step: its place among the steps of the stage
 * @words: one or two sentences in the user's language
 */
typedef struct
{
  AskBuildLevel level;
  guint stage;
  guint step;
  char *words;
} AskBuildProblem;

GPtrArray *ask_build_check        (const AskBuild  *self,
                                   AskSchema       *schema);
GPtrArray *ask_build_check_with   (const AskBuild  *self,
                                   AskSchema       *schema,
                                   AskSchemaReader *reader);
void       ask_build_problem_free (AskBuildProblem *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildProblem, ask_build_problem_free)

G_END_DECLS
