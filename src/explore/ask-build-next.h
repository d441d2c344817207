/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be done next with a query that is built: a few whole queries, each one step or two further, which make sense
 * for these attributes by what they mean. They come from the schema, its relationships and the index of values. No model
 * is asked, nothing runs, and none of them has a fault or a doubt that the query does not have already.
 */
#pragma once

#include "explore/ask-build-known.h"

G_BEGIN_DECLS

/**
 * AskBuildNext:
 * @words: what it does, for a button, in the user's language
 * @build: the query with it
 * @step: of @build: where a person goes on
 */
typedef struct
{
  char *words;
  AskBuild *build;
  guint step;
} AskBuildNext;

GPtrArray *ask_build_list_next (const AskBuild      *self,
                                AskSchema           *schema,
                                const AskBuildKnown *known,
                                guint                max);
void       ask_build_next_free (AskBuildNext        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildNext, ask_build_next_free)

G_END_DECLS
