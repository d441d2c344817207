/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Adding a source: a form for its kind, a test that shows what was found, then saving.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_ADD_SOURCE_DIALOG (ask_add_source_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AskAddSourceDialog, ask_add_source_dialog, ASK, ADD_SOURCE_DIALOG, AdwWindow)

GtkWidget  *ask_add_source_dialog_new       (AskSession         *session,
                                             const AskSourceKind *kind);
void        ask_add_source_dialog_set       (AskAddSourceDialog *self,
                                             const char         *name,
                                             const char         *location,
                                             const char         *base_url,
                                             const char         *headers);
gboolean    ask_add_source_dialog_sign_in (AskAddSourceDialog *self,
                                           const char *user,
                                           const char *secret);
const char *ask_add_source_dialog_get_state (AskAddSourceDialog *self);
const char *ask_add_source_dialog_get_words (AskAddSourceDialog *self);

G_END_DECLS
