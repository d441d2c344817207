/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts an answer onto a board: a person chooses one, or names a new one.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"
#include "board/ask-board.h"

G_BEGIN_DECLS

void ask_pin_dialog_present (GtkWidget         *over,
                             AskSession        *session,
                             const AskBoardPin *pin);

G_END_DECLS
