/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A schema that people edit: the present version, what came before it, and what was undone. Every edit is
 * a fork of the schema, made with the functions of ask-schema-edit.h and committed as a whole: a reader in
 * another thread keeps the version that it has, and undo takes the earlier one back.
 *
 * It belongs to one thread and saves nothing: whoever owns it saves on "changed".
 */
#pragma once

#include <glib-object.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_EDITOR (ask_schema_editor_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaEditor, ask_schema_editor, ASK, SCHEMA_EDITOR, GObject)

AskSchemaEditor *ask_schema_editor_new            (AskSchema       *schema);
AskSchema       *ask_schema_editor_get_schema     (AskSchemaEditor *self);
AskSchema       *ask_schema_editor_begin          (AskSchemaEditor *self);
gboolean         ask_schema_editor_commit         (AskSchemaEditor *self,
                                                   AskSchema       *draft,
                                                   const char      *title,
                                                   const char      *merge_key);
void             ask_schema_editor_replace        (AskSchemaEditor *self,
                                                   AskSchema       *schema,
                                                   const char      *title);
void             ask_schema_editor_restart        (AskSchemaEditor *self,
                                                   AskSchema       *schema,
                                                   const char      *title);
gboolean         ask_schema_editor_undo           (AskSchemaEditor *self);
gboolean         ask_schema_editor_redo           (AskSchemaEditor *self);
const char      *ask_schema_editor_get_undo_title (AskSchemaEditor *self);
const char      *ask_schema_editor_get_redo_title (AskSchemaEditor *self);

G_END_DECLS
