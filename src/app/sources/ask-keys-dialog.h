/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Other keys of an API, or another password of a database server.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

#define ASK_TYPE_KEYS_DIALOG (ask_keys_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AskKeysDialog, ask_keys_dialog, ASK, KEYS_DIALOG, AdwWindow)

GtkWidget *ask_keys_dialog_new (AskSession            *session,
                                const AskSourceRecord *record);

G_END_DECLS
