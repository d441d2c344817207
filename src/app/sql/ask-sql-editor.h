/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL to be written: highlighted, with names offered while typing, and what is wrong with it underlined.
 */
#pragma once

#include <gtk/gtk.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_TYPE_SQL_EDITOR (ask_sql_editor_get_type ())
G_DECLARE_FINAL_TYPE (AskSqlEditor, ask_sql_editor, ASK, SQL_EDITOR, GtkWidget)

void  ask_sql_editor_set_schema (AskSqlEditor *self,
                                 AskSchema    *schema);
void  ask_sql_editor_set_questions (AskSqlEditor *self,
                                 GPtrArray    *verified);
void ask_sql_editor_set_functions (AskSqlEditor *self, GPtrArray *own);
void  ask_sql_editor_set_workspace (AskSqlEditor *self,
                                 const char   *path);
void  ask_sql_editor_set_page   (AskSqlEditor *self,
                                 gboolean      page);
void  ask_sql_editor_set_text   (AskSqlEditor *self,
                                 const char   *sql);
void  ask_sql_editor_put_text   (AskSqlEditor *self,
                                 const char   *sql);
char *ask_sql_editor_dup_text   (AskSqlEditor *self);
char *ask_sql_editor_dup_whole  (AskSqlEditor *self);
char *ask_sql_editor_dup_chosen (AskSqlEditor *self);
int   ask_sql_editor_get_cursor (AskSqlEditor *self);
void  ask_sql_editor_set_cursor (AskSqlEditor *self,
                                 int           cursor);
void  ask_sql_editor_format     (AskSqlEditor *self);
void  ask_sql_editor_find       (AskSqlEditor *self,
                                 gboolean      replace);
void  ask_sql_editor_next_problem (AskSqlEditor *self);
void  ask_sql_editor_complete   (AskSqlEditor *self);
void  ask_sql_editor_set_told   (AskSqlEditor *self,
                                 const char   *words);
const char *ask_sql_editor_get_said (AskSqlEditor *self);

G_END_DECLS
