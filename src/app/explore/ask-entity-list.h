/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All entities by their sources, to be searched. "chosen" (name) says that a person wants to see one.
 */
#pragma once

#include <gtk/gtk.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_TYPE_ENTITY_LIST (ask_entity_list_get_type ())
G_DECLARE_FINAL_TYPE (AskEntityList, ask_entity_list, ASK, ENTITY_LIST, GtkWidget)

void ask_entity_list_set_schema (AskEntityList *self, AskSchema *schema);
void ask_entity_list_select (AskEntityList *self, const char *entity);
void ask_entity_list_search (AskEntityList *self, const char *words);
void ask_entity_list_focus (AskEntityList *self);
guint ask_entity_list_get_n_found (AskEntityList *self);

G_END_DECLS
