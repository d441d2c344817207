/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sentence that a model wrote with holes is filled with the answer's own values here, so that prose needs no value to
 * leave. Private to this room.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

char *ask_sentence_fill (const AskRows *rows,
                         const char    *sentence,
                         const char    *question,
                         gboolean       seen);

G_END_DECLS
