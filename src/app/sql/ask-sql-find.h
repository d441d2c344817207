/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bar over an editor to find words in it, and to put others in their place.
 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define ASK_TYPE_SQL_FIND (ask_sql_find_get_type ())
G_DECLARE_FINAL_TYPE (AskSqlFind, ask_sql_find, ASK, SQL_FIND, GtkWidget)

GtkWidget *ask_sql_find_new  (GtkSourceView *view);
void       ask_sql_find_open (AskSqlFind    *self,
                              gboolean       replace);

G_END_DECLS
