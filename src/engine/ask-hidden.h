/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a statement names of what a steward has hidden. A steward's own query may name it; what a model writes may not.
 */
#pragma once

#include "engine/ask-engine.h"

G_BEGIN_DECLS

char *ask_engine_find_hidden (AskEngine  *self,
                              const char *sql);

G_END_DECLS
