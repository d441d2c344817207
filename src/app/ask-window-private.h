/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of AskWindow share. Nobody else includes this.
 *
 *   ask-window.c        the widget: its pages, its list of them, its toasts
 *   ask-window-actions.c  what other rooms and keys can have it do
 *   ask-window-close.c  what it does before it closes
 *   ask-window-files.c  what it does with files, and the sample
 *   ask-window-functions.c  what it does where a model is asked about values
 *   ask-window-overview.c  which model answers, and how much is in the inbox
 */
#pragma once

#include "app/ask-window.h"
#include "app/schema/ask-schema-view.h"
#include "app/sources/ask-source-keeper.h"

G_BEGIN_DECLS

struct _AskWindow
{
  AdwApplicationWindow parent_instance;
  AskSession *session;
  AskSourceKeeper *keeper;
  GCancellable *cancellable;

  AdwFlap *flap;
  AdwHeaderBar *header;
  AdwWindowTitle *title;
  AdwToastOverlay *toasts;
  AdwToast *toast; /* (nullable): the one that was shown last; weak */
  GtkListBox *sidebar;
  GtkStack *pages;
  GMenu *recent_menu;
  GtkButton *model_button;
  GtkLabel *model_label;
  GtkWidget *model_dot;
  GtkWidget *inbox_row;
  GtkLabel *inbox_count;

  AskSchemaSaver *awaited; /* whose edits the window, asked to close, waits for */
  gboolean drop_drafts; /* of verified questions: a person said so */
  GtkWidget *asking; /* (nullable): whether to close without saving; weak */
};

void ask_window_install_actions (GtkWidgetClass *widget_class);
void ask_window_count_inbox (AskWindow *self);
void ask_window_load_overview (AskWindow *self);
void ask_window_await_first_frame (AskWindow *self);
void ask_window_stop_waiting (AskWindow *self);
gboolean ask_window_wait_before_close (AskWindow *self);
void ask_window_take_drops (AskWindow *self);
void ask_window_choose_files (GtkWidget *widget, const char *action, GVariant *parameter);
void ask_window_try_sample (GtkWidget *widget, const char *action, GVariant *parameter);
void ask_window_ask_each (GtkWidget *widget, const char *action, GVariant *parameter);
void ask_window_show_functions (GtkWidget *widget, const char *action, GVariant *parameter);
void ask_window_match_lists (GtkWidget *widget, const char *action, GVariant *parameter);
void ask_window_show_attribute (GtkWidget *widget, const char *action, GVariant *parameter);
void ask_window_remove_sample (GtkWidget *widget, const char *action, GVariant *parameter);

G_END_DECLS
