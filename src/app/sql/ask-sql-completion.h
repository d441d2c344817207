/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of the schema offered while SQL is written, in GtkSourceView's own pop-up.
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_TYPE_SQL_COMPLETION (ask_sql_completion_get_type ())
G_DECLARE_FINAL_TYPE (AskSqlCompletion, ask_sql_completion, ASK, SQL_COMPLETION, GObject)

AskSqlCompletion *ask_sql_completion_new        (void);
void              ask_sql_completion_set_schema (AskSqlCompletion *self,
                                                 AskSchema        *schema);
void              ask_sql_completion_set_questions (AskSqlCompletion *self,
                                                    GPtrArray        *verified);
void ask_sql_completion_set_functions (AskSqlCompletion *self, GPtrArray *own);

G_END_DECLS
