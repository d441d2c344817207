/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window of AdwPreferencesPages, one of which is shown. It is there for a fault of libadwaita, seen in 1.2 (Debian 12):
 * AdwPreferencesWindow takes a reference to each group of its pages, for its search, and never gives it back, whether
 * there is a search or not: each group, with what belongs to it, stays for ever. This one has no search.
 *
 * In a template its pages are its children.
 */
#include "config.h"

#include "app/widgets/ask-desk-window.h"

typedef struct
{
  AdwToastOverlay *toasts;
  AdwViewStack *stack;
} AskDeskWindowPrivate;

static GtkBuildableIface *parent_buildable;

static void ask_desk_window_buildable_init (GtkBuildableIface *iface);

G_DEFINE_TYPE_WITH_CODE (AskDeskWindow, ask_desk_window, ADW_TYPE_WINDOW,
                         G_ADD_PRIVATE (AskDeskWindow)
                           G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, ask_desk_window_buildable_init))

static AskDeskWindowPrivate *
get_private (AskDeskWindow *self)
{
  return ask_desk_window_get_instance_private (self);
}

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  if (ADW_IS_PREFERENCES_PAGE (child))
    ask_desk_window_add (ASK_DESK_WINDOW (buildable), ADW_PREFERENCES_PAGE (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
ask_desk_window_buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

static void
ask_desk_window_class_init (AskDeskWindowClass *klass)
{
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_desk_window_init (AskDeskWindow *self)
{
  AskDeskWindowPrivate *private = get_private (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *title = adw_view_switcher_title_new ();
  GtkWidget *bar = adw_view_switcher_bar_new ();

  private->stack = ADW_VIEW_STACK (adw_view_stack_new ());
  private->toasts = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self), "preferences");
  /* As narrow as its pages can be. */
  gtk_widget_set_size_request (box, 360, -1);
  gtk_widget_set_vexpand (GTK_WIDGET (private->stack), TRUE);
  adw_view_switcher_title_set_stack (ADW_VIEW_SWITCHER_TITLE (title), private->stack);
  adw_view_switcher_bar_set_stack (ADW_VIEW_SWITCHER_BAR (bar), private->stack);
  g_object_bind_property (self, "title", title, "title", G_BINDING_SYNC_CREATE);
  /* Not just folded: GTK 4.8 complains about what is in a bar that has no height. */
  adw_view_switcher_bar_set_reveal (ADW_VIEW_SWITCHER_BAR (bar), TRUE);
  g_object_bind_property (title, "title-visible", bar, "visible", G_BINDING_SYNC_CREATE);
  adw_header_bar_set_centering_policy (ADW_HEADER_BAR (header), ADW_CENTERING_POLICY_STRICT);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), title);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (private->stack));
  gtk_box_append (GTK_BOX (box), bar);
  adw_toast_overlay_set_child (private->toasts, box);
  adw_window_set_content (ADW_WINDOW (self), GTK_WIDGET (private->toasts));
}

/** ask_desk_window_add: adds @page after the others, under its own name, title and icon. */
void
ask_desk_window_add (AskDeskWindow *self, AdwPreferencesPage *page)
{
  AdwViewStack *stack;
  AdwViewStackPage *entry;

  g_return_if_fail (ASK_IS_DESK_WINDOW (self) && ADW_IS_PREFERENCES_PAGE (page));
  stack = get_private (self)->stack;
  entry = adw_view_stack_add_named (stack, GTK_WIDGET (page), adw_preferences_page_get_name (page));
  g_object_bind_property (page, "title", entry, "title", G_BINDING_SYNC_CREATE);
  g_object_bind_property (page, "icon-name", entry, "icon-name", G_BINDING_SYNC_CREATE);
  g_object_bind_property (page, "use-underline", entry, "use-underline", G_BINDING_SYNC_CREATE);
}

/** ask_desk_window_add_toast: @toast: (transfer full): shown below the page */
void
ask_desk_window_add_toast (AskDeskWindow *self, AdwToast *toast)
{
  g_return_if_fail (ASK_IS_DESK_WINDOW (self));
  adw_toast_overlay_add_toast (get_private (self)->toasts, toast);
}

/** ask_desk_window_show_page: @page: one that was added; shown from now on */
void
ask_desk_window_show_page (AskDeskWindow *self, AdwPreferencesPage *page)
{
  g_return_if_fail (ASK_IS_DESK_WINDOW (self));
  adw_view_stack_set_visible_child (get_private (self)->stack, GTK_WIDGET (page));
}

/** ask_desk_window_show_page_named: @name: the name of a page that was added; shown from now on */
void
ask_desk_window_show_page_named (AskDeskWindow *self, const char *name)
{
  g_return_if_fail (ASK_IS_DESK_WINDOW (self));
  adw_view_stack_set_visible_child_name (get_private (self)->stack, name);
}
