/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names for sources that nobody has named yet.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

char *ask_source_name_suggest (const AskSourceKind *kind, const char *location);
char *ask_source_name_suggest_new (AskWorkspace *workspace, const AskSourceKind *kind, const char *location,
                                   GError **error);

G_END_DECLS
