/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window of what left this computer.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_LEDGER_WINDOW (ask_ledger_window_get_type ())
G_DECLARE_FINAL_TYPE (AskLedgerWindow, ask_ledger_window, ASK, LEDGER_WINDOW, AdwWindow)

GtkWidget  *ask_ledger_window_new        (AskSession      *session);
const char *ask_ledger_window_get_state  (AskLedgerWindow *self);
guint       ask_ledger_window_get_n_rows (AskLedgerWindow *self);
void        ask_ledger_window_select     (AskLedgerWindow *self,
                                          guint            index);
void        ask_ledger_window_save       (AskLedgerWindow *self,
                                          const char      *path);

G_END_DECLS
