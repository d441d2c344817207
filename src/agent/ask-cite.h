/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the passages that an answer rests on. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

void ask_cite (AskAgentRun *run,
               const char  *sql);

G_END_DECLS
