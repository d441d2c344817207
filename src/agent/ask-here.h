/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers that are worked out on this machine, without a model: plain questions, and readings that are sure enough.
 * Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

gboolean ask_here_plain        (AskAgentRun   *run,
                                gboolean      *done,
                                GError       **error);
gboolean ask_here_search       (AskAgentRun   *run,
                                gboolean      *done,
                                GError       **error);
gboolean ask_here_take         (AskAgentRun   *run,
                                GError       **error);
gboolean ask_here_follow       (AskAgentRun   *run,
                                gboolean      *done,
                                GError       **error);
gboolean ask_here_interpret    (AskAgentRun   *run,
                                gboolean       calls,
                                GError       **error);
gboolean ask_here_read         (AskAgentRun   *run,
                                gboolean      *done,
                                GError       **error);

G_END_DECLS
