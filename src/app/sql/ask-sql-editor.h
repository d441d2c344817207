/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL to be written: highlighted, with the names of the schema offered while typing.
 */
#pragma once

#include <gtk/gtk.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_TYPE_SQL_EDITOR (ask_sql_editor_get_type ())
G_DECLARE_FINAL_TYPE (AskSqlEditor, ask_sql_editor, ASK, SQL_EDITOR, GtkWidget)

void  ask_sql_editor_set_schema (AskSqlEditor *self,
                                 AskSchema    *schema);
void  ask_sql_editor_set_text   (AskSqlEditor *self,
                                 const char   *sql);
char *ask_sql_editor_dup_text   (AskSqlEditor *self);

G_END_DECLS
