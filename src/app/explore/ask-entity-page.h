/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One entity, opened: its description, key and rows, a page at a time; a row's own page; its profile. "related"
 * (AskBrowse *) says that a person wants to go on to other rows.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"
#include "explore/ask-browse.h"

G_BEGIN_DECLS

#define ASK_TYPE_ENTITY_PAGE (ask_entity_page_get_type ())
G_DECLARE_FINAL_TYPE (AskEntityPage, ask_entity_page, ASK, ENTITY_PAGE, GtkWidget)

GtkWidget *ask_entity_page_new (AskSession *session, AskSchema *schema, const AskBrowse *browse);
const AskBrowse *ask_entity_page_get_browse (AskEntityPage *self);
const char *ask_entity_page_get_state (AskEntityPage *self);
gboolean ask_entity_page_is_busy (AskEntityPage *self);
void ask_entity_page_show_row (AskEntityPage *self, guint row);
AskRows *ask_entity_page_get_rows (AskEntityPage *self);
GVariant *ask_entity_page_dup_layout (AskEntityPage *self);
void ask_entity_page_set_layout (AskEntityPage *self, GVariant *layout);

G_END_DECLS
