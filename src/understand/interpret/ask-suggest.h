/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions to begin with: made by rule from the entities of a source, and only such as are read here as they
 * are meant and give rows.
 */
#pragma once

#include "understand/interpret/ask-interpret.h"

G_BEGIN_DECLS

GPtrArray *ask_suggest_questions (AskWorkspace  *workspace,
                                  AskEngine     *engine,
                                  guint          max,
                                  GCancellable  *cancellable,
                                  GError       **error);

G_END_DECLS
