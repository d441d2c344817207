/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One row: its values, and the rows that belong to it along each relationship. "related" (AskBrowse *) says that a person
 * wants to go on to these; "closed" that they have seen enough.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"
#include "explore/ask-browse.h"

G_BEGIN_DECLS

#define ASK_TYPE_ROW_PANEL (ask_row_panel_get_type ())
G_DECLARE_FINAL_TYPE (AskRowPanel, ask_row_panel, ASK, ROW_PANEL, GtkWidget)

GtkWidget *ask_row_panel_new (AskSession *session);
void ask_row_panel_show (AskRowPanel *self, AskSchema *schema, const AskEntity *entity, AskBrowsePage *page, gsize row,
                         const char *words);
void ask_row_panel_clear (AskRowPanel *self);
gboolean ask_row_panel_is_busy (AskRowPanel *self);

G_END_DECLS
