/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A turn of a model with its step, for all agents. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

AskReply *ask_talk_turn           (AskAgentRun *run,
                                   GPtrArray   *messages,
                                   double       temperature,
                                   GError     **error);
gboolean  ask_talk_is_over_budget (AskAgentRun *run);

G_END_DECLS
