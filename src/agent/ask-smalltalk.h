/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Greetings and calls for help: questions that need no data.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

gboolean ask_smalltalk_is     (const char *question);
char    *ask_smalltalk_answer (AskSchema  *schema,
                               GPtrArray  *verified);

G_END_DECLS
