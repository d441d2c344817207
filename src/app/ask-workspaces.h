/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Workspaces that a person opens, makes, or had open before.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_workspaces_open (GtkWindow *parent, const char *path);
void ask_workspaces_remember (GSettings *settings, const char *path);
void ask_workspaces_fill_menu (GMenu *menu, GSettings *settings, const char *current);
void ask_workspaces_choose (GtkWidget *widget, const char *action, GVariant *parameter);
void ask_workspaces_choose_new (GtkWidget *widget, const char *action, GVariant *parameter);
void ask_workspaces_open_recent (GtkWidget *widget, const char *action, GVariant *parameter);

G_END_DECLS
