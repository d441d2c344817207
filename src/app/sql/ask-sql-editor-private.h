/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of AskSqlEditor share. Nobody else includes this.
 *
 *   ask-sql-editor.c           the widget: its text, its keys, which statement is meant
 *   ask-sql-editor-problems.c  what is wrong with the text, underlined and said; which argument is being written
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "app/sql/ask-sql-completion.h"
#include "app/sql/ask-sql-editor.h"
#include "app/sql/ask-sql-find.h"

G_BEGIN_DECLS

struct _AskSqlEditor
{
  GtkWidget parent_instance;
  GtkWidget *box;
  GtkWidget *scroller;
  GtkWidget *view;
  AskSqlFind *find;
  GtkLabel *said;
  GtkSourceBuffer *buffer;
  AskSqlCompletion *completion;
  char *path; /* nullable: the workspace whose names it is checked by */
  GPtrArray *problems; /* nullable AskQueryProblem */
  char *told; /* nullable: of these, what stands elsewhere */
  GCancellable *cancellable; /* nullable: while it is checked */
  guint waiting; /* the source of the next check, or 0 */
};

void ask_sql_editor_add_tags     (AskSqlEditor *self);
void ask_sql_editor_check_later  (AskSqlEditor *self);
void ask_sql_editor_stop_check   (AskSqlEditor *self);
void ask_sql_editor_say          (AskSqlEditor *self);

G_END_DECLS
