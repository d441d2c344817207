/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Undo and redo of a query that is built. Each state is a copy: queries are small, and no edit has to know its opposite.
 */
#pragma once

#include "explore/ask-build.h"

G_BEGIN_DECLS

/** ASK_BUILD_MAX_UNDO: earlier states that are kept */
#define ASK_BUILD_MAX_UNDO 200

typedef struct _AskBuildHistory AskBuildHistory;

AskBuildHistory *ask_build_history_new      (const AskBuild  *build);
void             ask_build_history_free     (AskBuildHistory *self);
const AskBuild  *ask_build_history_get      (AskBuildHistory *self);
gboolean         ask_build_history_push     (AskBuildHistory *self,
                                             const AskBuild  *build,
                                             gboolean         same_edit);
gboolean         ask_build_history_can_undo (AskBuildHistory *self);
gboolean         ask_build_history_can_redo (AskBuildHistory *self);
gboolean         ask_build_history_undo     (AskBuildHistory *self);
gboolean         ask_build_history_redo     (AskBuildHistory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildHistory, ask_build_history_free)

G_END_DECLS
