/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which values of two sets belong together without anybody being asked: equal ones, and nearly equal ones. Private to the room.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

void ask_blend_align (const AskRows *left,
                      const AskRows *right,
                      AskRows       *pairs,
                      gboolean      *left_done,
                      gboolean      *right_done);

G_END_DECLS
