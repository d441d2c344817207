/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the attributes of a query are good for: to group by, to follow in time, to sum up, to choose a value of. Of
 * ask_build_list_next(); nobody else includes this.
 */
#pragma once

#include "explore/ask-build-known.h"

G_BEGIN_DECLS

/** ASK_BUILD_JOINED_NAME: the weight of what the rows of a joined entity are called */
#define ASK_BUILD_JOINED_NAME 5

/**
 * AskBuildUse: an attribute, and what it is good for
 * @weight: of those of one use the heaviest is offered first
 * @function: of a figure; plain for a metric, which sums up by itself
 * @value: (nullable): of what can be filtered
 */
typedef struct
{
  AskBuildTerm term; /* borrows its texts */
  AskBuildFunction function;
  AskBuildValueKind value_kind;
  const char *value;
  int weight;
} AskBuildUse;

/** AskBuildUses: all (element-type AskBuildUse), the heaviest first */
typedef struct
{
  GArray *categories;
  GArray *times;
  GArray *figures;
  GArray *choices;
  GArray *names;
} AskBuildUses;

void     ask_build_uses_init  (AskBuildUses        *self,
                               const AskBuild      *build,
                               AskSchema           *schema,
                               const AskBuildKnown *known);
void     ask_build_uses_clear (AskBuildUses        *self);
gboolean ask_build_is_tested  (const AskBuild      *build,
                               const AskBuildTerm  *term);

G_END_DECLS
