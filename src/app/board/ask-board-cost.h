/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before a tile's functions ask a model: what would be asked and what it would cost, in a window of its own.
 */
#pragma once

#include "app/jobs/ask-cost-wait.h"

G_BEGIN_DECLS

void ask_board_cost_ask (gpointer page, AskCostWait *wait);

G_END_DECLS
