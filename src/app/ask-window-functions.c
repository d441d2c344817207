/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the window does where a model is asked about values: the dialog, the answer that comes of it, and the way to what would
 * have to be shared.
 */
#include "config.h"

#include "app/ask-window-private.h"

#include "app/ask/ask-ask-view.h"
#include "app/functions/ask-each-dialog.h"
#include "app/functions/ask-functions-window.h"
#include "app/functions/ask-match-window.h"

static void
show_outcome (AskWindow *self, AskOutcome *outcome)
{
  ask_window_show_page (self, "ask");
  ask_ask_view_show (ASK_ASK_VIEW (ask_window_get_page (self, "ask")), outcome);
}

static void
present (AskWindow *self, GtkWidget *window)
{
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (window));
}

/** ask_window_ask_each: @parameter: a statement, its rows as they stand behind FROM, and a column of them: its name and its place.
 * Opens the dialog for a question about each of its values. */
void
ask_window_ask_each (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);
  AskBlendColumn column;
  GtkWidget *dialog;

  g_variant_get (parameter, "(&s&s&su)", &column.sql, &column.from, &column.name, &column.index);
  dialog = ask_each_dialog_new (self->session, &column);
  g_signal_connect_object (dialog, "answered", G_CALLBACK (show_outcome), self, G_CONNECT_SWAPPED);
  present (self, dialog);
}

/** ask_window_show_attribute: @parameter: the id of an entity, and the name of its attribute, which may be "". Shows it in Schema. */
void
ask_window_show_attribute (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);
  const char *entity, *attribute;

  g_variant_get (parameter, "(&s&s)", &entity, &attribute);
  ask_window_show_page (self, "schema");
  if (*entity != '\0')
    ask_schema_view_show_attribute (ASK_SCHEMA_VIEW (ask_window_get_page (self, "schema")), entity,
                                    *attribute != '\0' ? attribute : NULL);
}

/** ask_window_show_functions: Opens the functions of the workspace. */
void
ask_window_show_functions (GtkWidget *widget, const char *action, GVariant *parameter)
{
  present (ASK_WINDOW (widget), ask_functions_window_new (ASK_WINDOW (widget)->session));
}

/** ask_window_match_lists: Opens the window that finds which values of two lists belong together. */
void
ask_window_match_lists (GtkWidget *widget, const char *action, GVariant *parameter)
{
  present (ASK_WINDOW (widget), ask_match_window_new (ASK_WINDOW (widget)->session));
}
