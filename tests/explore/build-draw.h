/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drawn queries, for the tests of what holds for all of them.
 */
#pragma once

#include "explore/ask-build.h"

G_BEGIN_DECLS

AskBuild     *build_draw      (AskSchema   *schema);
AskBuildStep *build_draw_step (AskBuild    *build,
                               AskBuildKind kind);

G_END_DECLS
