/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages are made when they are first shown, so that the first frame waits for the Ask page alone.
 * The window owns the session; its pages hold references.
 */
#include "config.h"

#include "app/ask-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/ask-workspaces.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-history-view.h"
#include "app/board/ask-boards-view.h"
#include "app/explore/ask-build-view.h"
#include "app/explore/ask-browse-view.h"
#include "app/inbox/ask-inbox-view.h"
#include "app/query/ask-query-view.h"
#include "app/sources/ask-sources-view.h"
#include "app/verified/ask-verified-view.h"
#include "app/welcome/ask-welcome.h"
#include "app/widgets/ask-button-names.h"
#include "app/widgets/ask-display-errors.h"
#include "app/widgets/ask-list-tab.h"
#include "app/widgets/ask-menu-sections.h"
#include "app/widgets/ask-popovers.h"
#include "store/ask-workspace.h"

G_DEFINE_FINAL_TYPE (AskWindow, ask_window, ADW_TYPE_APPLICATION_WINDOW)

static const struct
{
  const char *name;
  const char *title;
  const char *icon;
  GtkWidget *(*create) (AskSession *session);
} page_table[] = {
  { "ask", N_ ("Ask"), "ask-question-symbolic", ask_ask_view_new },
  { "boards", N_ ("Boards"), "ask-board-symbolic", ask_boards_view_new },
  { "browse", N_ ("Browse"), "ask-browse-symbolic", ask_browse_view_new },
  { "build", N_ ("Build"), "ask-build-symbolic", ask_build_view_new },
  { "sql", N_ ("SQL"), "ask-sql-symbolic", ask_query_view_new },
  { "history", N_ ("History"), "ask-history-symbolic", ask_history_view_new },
  { "verified", N_ ("Verified"), "ask-verified-symbolic", ask_verified_view_new },
  { "inbox", N_ ("Inbox"), "ask-inbox-symbolic", ask_inbox_view_new },
  { "sources", N_ ("Sources"), "ask-source-symbolic", ask_sources_view_new },
  { "schema", N_ ("Schema"), "ask-schema-symbolic", ask_schema_view_new },
};

static GSettings *
get_settings (AskWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  return ASK_IS_APPLICATION (application) ? ask_application_get_settings (ASK_APPLICATION (application)) : NULL;
}

/**
 * ask_window_get_page:
 * @name: as in the table of pages: "ask", "history", …
 *
 * Returns: (transfer none) (nullable): the page, made if it was not there; %NULL for another name
 */
GtkWidget *
ask_window_get_page (AskWindow *self, const char *name)
{
  GtkWidget *page;

  g_return_val_if_fail (ASK_IS_WINDOW (self), NULL);
  page = gtk_stack_get_child_by_name (self->pages, name);
  for (guint i = 0; page == NULL && i < G_N_ELEMENTS (page_table); i++)
    if (g_str_equal (page_table[i].name, name))
      {
        page = page_table[i].create (self->session);
        if (ASK_IS_ASK_VIEW (page))
          ask_ask_view_set_welcome (ASK_ASK_VIEW (page), ask_welcome_new ());
        gtk_stack_add_named (self->pages, page, name);
      }
  return page;
}

/**
 * ask_window_show_page:
 * @name: as for ask_window_get_page(); another name is ignored
 *
 * Shows a page and remembers it for the next start.
 */
void
ask_window_show_page (AskWindow *self, const char *name)
{
  GtkWidget *page;
  GSettings *settings;

  g_return_if_fail (ASK_IS_WINDOW (self));
  page = ask_window_get_page (self, name);
  if (page == NULL)
    return;
  gtk_stack_set_visible_child (self->pages, page);
  for (guint i = 0; i < G_N_ELEMENTS (page_table); i++)
    if (g_str_equal (page_table[i].name, name))
      {
        GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->sidebar, (int) i);

        adw_window_title_set_title (self->title, _ (page_table[i].title));
        if (gtk_list_box_get_selected_row (self->sidebar) != row)
          gtk_list_box_select_row (self->sidebar, row);
      }
  /* Questions were asked since. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    ask_window_count_inbox (self);
  settings = get_settings (self);
  if (settings != NULL)
    g_settings_set_string (settings, "last-page", name);
}

static void
row_selected (AskWindow *self, GtkListBoxRow *row)
{
  int index = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  if (index < 0 || index >= (int) G_N_ELEMENTS (page_table))
    return;
  ask_window_show_page (self, page_table[index].name);
}

static void
row_activated (AskWindow *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
}

static void
show_toast (AskWindow *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (escaped);

  /* What is said last is seen at once. Toasts would wait for each other, and speak of what is long over. */
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_set_weak_pointer (&self->toast, toast);
  adw_toast_set_timeout (toast, 4);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
ask_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_window_parent_class)->realize (widget);
  ask_window_await_first_frame (ASK_WINDOW (widget));
}

static gboolean
ask_window_close_request (GtkWindow *window)
{
  AskWindow *self = ASK_WINDOW (window);
  GSettings *settings = get_settings (self);
  int width, height;

  if (ask_window_wait_before_close (self))
    return TRUE;
  if (settings != NULL)
    {
      gtk_window_get_default_size (window, &width, &height);
      g_settings_set_int (settings, "window-width", width);
      g_settings_set_int (settings, "window-height", height);
      g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (window));
    }
  return GTK_WINDOW_CLASS (ask_window_parent_class)->close_request (window);
}

static void
ask_window_dispose (GObject *object)
{
  AskWindow *self = ASK_WINDOW (object);

  ask_window_stop_waiting (self);
  g_clear_weak_pointer (&self->asking);
  g_clear_weak_pointer (&self->toast);
  g_cancellable_cancel (self->cancellable);
  if (self->keeper != NULL)
    g_object_run_dispose (G_OBJECT (self->keeper));
  g_clear_object (&self->keeper);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_window_parent_class)->dispose (object);
}

static void
ask_window_finalize (GObject *object)
{
  g_clear_object (&ASK_WINDOW (object)->cancellable);
  G_OBJECT_CLASS (ask_window_parent_class)->finalize (object);
}

static void
ask_window_class_init (AskWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ask_button_names_init ();
  ask_popovers_init ();
  ask_menu_sections_init ();
  ask_display_errors_init ();
  G_OBJECT_CLASS (klass)->dispose = ask_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_window_finalize;
  widget_class->realize = ask_window_realize;
  GTK_WINDOW_CLASS (klass)->close_request = ask_window_close_request;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-window.ui");
  gtk_widget_class_bind_template_child (widget_class, AskWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, header);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, title);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, recent_menu);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, model_button);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, model_label);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, model_dot);
  gtk_widget_class_bind_template_callback (widget_class, row_selected);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  ask_window_install_actions (widget_class);
}

/* The row of a page in the sidebar: its icon and its name. */
static void
add_row (AskWindow *self, guint page)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "icon-name", page_table[page].icon, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  GtkWidget *name = g_object_new (GTK_TYPE_LABEL, "label", _ (page_table[page].title), "xalign", 0.0, "ellipsize",
                                  PANGO_ELLIPSIZE_END, "hexpand", TRUE, NULL);

  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), name);
  if (g_str_equal (page_table[page].name, "inbox"))
    {
      self->inbox_row = row;
      self->inbox_count = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "valign", GTK_ALIGN_CENTER, NULL);
      gtk_widget_add_css_class (GTK_WIDGET (self->inbox_count), "ask-badge");
      gtk_widget_add_css_class (GTK_WIDGET (self->inbox_count), "ask-news");
      gtk_widget_add_css_class (GTK_WIDGET (self->inbox_count), "numeric");
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->inbox_count));
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (page_table[page].title), -1);
  gtk_list_box_append (self->sidebar, row);
}

static void
ask_window_init (AskWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_window_take_drops (self);
  ask_list_leave_by_tab (self->sidebar);
  for (guint i = 0; i < G_N_ELEMENTS (page_table); i++)
    add_row (self, i);
}

static void
fill_recent (AskWindow *self)
{
  ask_workspaces_fill_menu (self->recent_menu, get_settings (self), ask_session_get_path (self->session));
}

/* Several windows are told apart by their workspace; the usual one needs no name. */
static void
show_workspace (AskWindow *self, const char *path)
{
  g_autofree char *usual = ask_workspace_get_default_path ();
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = NULL;

  if (g_str_equal (path, usual))
    return;
  if (g_str_has_suffix (name, ".askdata"))
    name[strlen (name) - strlen (".askdata")] = '\0';
  /* Translators: the name of a workspace's file, in the window's title. */
  title = g_strdup_printf (_ ("%s – AskData"), name);
  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_subtitle (self->title, name);
}

/**
 * ask_window_new:
 * @application: (nullable): whose settings it keeps
 * @path: the workspace file
 *
 * Returns: (transfer none): the window, not yet shown; GTK holds it
 */
AskWindow *
ask_window_new (AskApplication *application, const char *path)
{
  AskWindow *self = g_object_new (ASK_TYPE_WINDOW, "application", application, NULL);
  GSettings *settings = get_settings (self);
  g_autofree char *page = NULL;

  self->session = ask_session_new (path);
  self->keeper = ask_source_keeper_new (self->session);
  show_workspace (self, path);
  g_signal_connect_object (self->session, "toast", G_CALLBACK (show_toast), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "changed", G_CALLBACK (ask_window_load_overview), self, G_CONNECT_SWAPPED);
  if (settings != NULL)
    {
      gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "window-width"),
                                   g_settings_get_int (settings, "window-height"));
      if (g_settings_get_boolean (settings, "window-maximized"))
        gtk_window_maximize (GTK_WINDOW (self));
      page = g_settings_get_string (settings, "last-page");
      ask_workspaces_remember (settings, path);
      g_signal_connect_object (settings, "changed::recent-workspaces", G_CALLBACK (fill_recent), self,
                               G_CONNECT_SWAPPED);
    }
  fill_recent (self);
  ask_window_show_page (self, "ask");
  if (page != NULL && !g_str_equal (page, "ask"))
    ask_window_show_page (self, page);
  return self;
}

/** ask_window_get_session: Returns: (transfer none): what its pages share */
AskSession *
ask_window_get_session (AskWindow *self)
{
  g_return_val_if_fail (ASK_IS_WINDOW (self), NULL);
  return self->session;
}
