/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL to read: highlighted, selectable, not editable.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_SQL_VIEW (ask_sql_view_get_type ())
G_DECLARE_FINAL_TYPE (AskSqlView, ask_sql_view, ASK, SQL_VIEW, GtkWidget)

GtkWidget  *ask_sql_view_new      (const char *sql);
const char *ask_sql_view_get_text (AskSqlView *self);

G_END_DECLS
