/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows and groups of the pages about one source, which are filled anew when the source has changed; and rows of
 * other lists that may be long.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Rows of one kind: more are of no use to a person, and the copied report has them all. */
#define ASK_DESK_MAX_ROWS 200

GtkWidget           *ask_desk_row_new   (const char           *title,
                                         const char           *subtitle,
                                         const char           *icon,
                                         const char           *style,
                                         const char           *icon_words);
GtkWidget           *ask_desk_add_button (GtkWidget           *row,
                                         const char           *label,
                                         const char           *tooltip,
                                         const char           *action);
AdwPreferencesGroup *ask_desk_add_group (AdwPreferencesPage   *page,
                                         const char           *title,
                                         const char           *description);
GtkWidget           *ask_desk_more_new  (guint                 left);
void                 ask_desk_add_more  (AdwPreferencesGroup  *group,
                                         guint                 n);
void                 ask_desk_clear     (AdwPreferencesPage   *page);

G_END_DECLS
