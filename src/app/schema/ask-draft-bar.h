/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bar over the schema that says that a draft is open, with what can be done with it.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"
#include "app/schema/ask-schema-saver.h"

G_BEGIN_DECLS

#define ASK_TYPE_DRAFT_BAR (ask_draft_bar_get_type ())
G_DECLARE_FINAL_TYPE (AskDraftBar, ask_draft_bar, ASK, DRAFT_BAR, GtkBox)

void ask_draft_bar_attach    (AskDraftBar    *self,
                              AskSession     *session,
                              GtkWidget      *view,
                              GtkWidget      *canvas);
void ask_draft_bar_set_saver (AskDraftBar    *self,
                              AskSchemaSaver *saver);

G_END_DECLS
