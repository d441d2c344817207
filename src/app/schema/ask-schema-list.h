/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The schema as a readable list: entities grouped by source, with a search over names, descriptions and synonyms.
 */
#pragma once

#include <gtk/gtk.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_LIST (ask_schema_list_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaList, ask_schema_list, ASK, SCHEMA_LIST, GtkWidget)

void       ask_schema_list_set_schema (AskSchemaList *self,
                                       AskSchema     *schema);
void       ask_schema_list_set_words  (AskSchemaList *self,
                                       const char    *words);
GPtrArray *ask_schema_list_find       (AskSchemaList *self,
                                       const char    *words);
const char *ask_schema_list_find_attribute (const AskEntity *entity,
                                       const char    *words);

G_END_DECLS
