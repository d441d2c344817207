/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the edits share: finding what an edit is about, checks of names, and the draft of a draft
 * that makes an edit whole or not at all.
 *
 *   ask-schema-edit.c         entities, calculated attributes, metrics, places on the canvas
 *   ask-schema-edit-field.c   one field of one thing
 *   ask-schema-edit-relate.c  relationships and bindings
 *   ask-schema-edit-rename.c  names, and SQL that follows them
 *   ask-schema-editor.c       the edits of a session, with undo and redo
 */
#pragma once

#include "schema/edit/ask-schema-edit.h"
#include "schema/names/ask-schema-names.h"

G_BEGIN_DECLS

AskEntity     *ask_schema_edit_entity       (AskSchema           *draft,
                                             const char          *id,
                                             GError             **error);
AskAttribute  *ask_schema_edit_attribute    (AskEntity           *entity,
                                             const char          *name,
                                             GError             **error);
AskMetric     *ask_schema_edit_metric       (AskEntity           *entity,
                                             const char          *name,
                                             GError             **error);
gboolean       ask_schema_edit_check_name   (const char          *name,
                                             const char          *what,
                                             GError             **error);
void           ask_schema_edit_drop_attribute (AskSchema         *work,
                                             AskEntity           *entity,
                                             const char          *attribute);
gboolean       ask_schema_edit_check_queries (AskSchema          *draft,
                                             AskSchema           *work,
                                             const char          *removed,
                                             GError             **error);
gboolean       ask_schema_edit_check_free   (const AskEntity     *entity,
                                             const char          *name,
                                             const void          *but,
                                             GError             **error);

G_END_DECLS
