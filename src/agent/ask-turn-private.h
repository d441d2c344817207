/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the readers of a turn share.
 */
#pragma once

#include "agent/ask-turn.h"

G_BEGIN_DECLS

char       *ask_turn_strip_thinking      (const char *reply);
const char *ask_turn_find_statement_word (const char *text);
gboolean    ask_turn_begins_statement    (const char *text);
char       *ask_turn_take_fenced         (const char *text);

G_END_DECLS
