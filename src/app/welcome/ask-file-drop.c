/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is shown over a window while files are held over it, and says "dropped" with those that were let go: a GSList of
 * GFile. It takes no clicks itself.
 */
#include "config.h"

#include "app/welcome/ask-file-drop.h"

#include <glib/gi18n.h>

struct _AskFileDrop
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (AskFileDrop, ask_file_drop, GTK_TYPE_WIDGET)

static guint dropped_signal;

static GdkDragAction
entered (AskFileDrop *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  return GDK_ACTION_COPY;
}

static void
left (AskFileDrop *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static gboolean
dropped (AskFileDrop *self, const GValue *value)
{
  left (self);
  g_signal_emit (self, dropped_signal, 0, g_value_get_boxed (value));
  return TRUE;
}

/**
 * ask_file_drop_watch:
 * @self: laid over @widget
 * @widget: that files are dropped on
 */
void
ask_file_drop_watch (AskFileDrop *self, GtkWidget *widget)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_return_if_fail (ASK_IS_FILE_DROP (self) && GTK_IS_WIDGET (widget));
  g_signal_connect_object (target, "enter", G_CALLBACK (entered), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "leave", G_CALLBACK (left), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "drop", G_CALLBACK (dropped), self, G_CONNECT_SWAPPED);
  /* Before an entry takes their names as text. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (target), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}

static void
ask_file_drop_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_file_drop_parent_class)->dispose (object);
}

static void
ask_file_drop_class_init (AskFileDropClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_file_drop_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  dropped_signal = g_signal_new ("dropped", ASK_TYPE_FILE_DROP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 GDK_TYPE_FILE_LIST);
}

static void
ask_file_drop_init (AskFileDrop *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *icon = gtk_image_new_from_icon_name ("document-open-symbolic");
  GtkWidget *label = gtk_label_new (_ ("Drop Files or Folders to Open Them"));

  g_object_set (icon, "pixel-size", 64, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (label, "title-1");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "ask-drop");
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
