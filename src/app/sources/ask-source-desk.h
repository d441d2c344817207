/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All about one source, for the steward: what changed there and what that breaks, what became of an API's
 * operations, and whether its values may reach a language model.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-jobs-care.h"
#include "app/jobs/ask-session.h"
#include "app/widgets/ask-desk-window.h"

G_BEGIN_DECLS

#define ASK_TYPE_SOURCE_DESK (ask_source_desk_get_type ())
G_DECLARE_FINAL_TYPE (AskSourceDesk, ask_source_desk, ASK, SOURCE_DESK, AskDeskWindow)

GtkWidget *ask_source_desk_new (AskSession    *session,
                                AskSourceCare *care,
                                const char    *page);
void       ask_source_desk_show_operation (AskSourceDesk *self,
                                           const char    *operation);

G_END_DECLS
