/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which values of two sets belong together without anybody being asked: equal ones, and nearly equal ones. Private to the room.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

gsize ask_blend_align     (const AskRows  *left,
                           const AskRows  *right,
                           GHashTable     *cut,
                           AskRows        *pairs,
                           gboolean       *left_done,
                           gboolean       *right_done);
char *ask_blend_align_key (const AskValue *left,
                           const AskValue *right);

G_END_DECLS
