/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the index of values knows of a query's attributes: how many different values they have, and which, where these
 * are few. No source is asked anything. Of what is hidden or sensitive nothing is known here.
 *
 * |[
 * g_autoptr (AskBuildKnown) known = ask_build_known_load (workspace, schema, build, &error);
 * const AskBuildFact *fact = ask_build_known_find (known, "shipment", "state");
 * ]|
 */
#pragma once

#include "explore/ask-build.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/** ASK_BUILD_FEW: one sees as many different values all at once */
#define ASK_BUILD_FEW 40

/**
 * AskBuildFact:
 * @n_distinct: different values; -1 where nobody counted
 * @values: (element-type utf8): all of them, where they are texts and at most %ASK_BUILD_FEW; else none
 */
typedef struct
{
  gint64 n_distinct;
  GPtrArray *values;
} AskBuildFact;

typedef struct _AskBuildKnown AskBuildKnown;

AskBuildKnown      *ask_build_known_new    (void);
AskBuildKnown      *ask_build_known_load   (AskWorkspace         *workspace,
                                            AskSchema            *schema,
                                            const AskBuild       *build,
                                            GError              **error);
void                ask_build_known_free   (AskBuildKnown        *self);
AskBuildFact       *ask_build_known_add    (AskBuildKnown        *self,
                                            const char           *entity,
                                            const char           *attribute,
                                            gint64                n_distinct);
const AskBuildFact *ask_build_known_find   (const AskBuildKnown  *self,
                                            const char           *entity,
                                            const char           *attribute);
gboolean            ask_build_known_covers (const AskBuildKnown  *self,
                                            const AskBuild       *build);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildKnown, ask_build_known_free)

G_END_DECLS
