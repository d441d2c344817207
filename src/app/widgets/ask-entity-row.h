/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One entity of the schema, folded; its attributes and relationships when unfolded.
 */
#pragma once

#include <adwaita.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_TYPE_ENTITY_ROW (ask_entity_row_get_type ())
G_DECLARE_FINAL_TYPE (AskEntityRow, ask_entity_row, ASK, ENTITY_ROW, AdwExpanderRow)

GtkWidget *ask_entity_row_new (AskSchema       *schema,
                               const AskEntity *entity);

G_END_DECLS
