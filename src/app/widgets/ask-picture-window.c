/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The picture is read once more, as large as a screen. What cannot be shown says why.
 */
#include "config.h"

#include "app/widgets/ask-picture-window.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

/* Pixels of the longer side. */
#define MOST 2048u

struct _AskPictureWindow
{
  AdwWindow parent_instance;
  AskRows *rows;
  AskValue value;
  char *workspace; /* nullable */
  AskPicture *picture; /* nullable */
  GCancellable *cancellable;
  guint page; /* 0 for the one that the value says */
  gboolean busy;
  GtkWidget *title;
  GtkWidget *stack;
  GtkWidget *image;
  GtkWidget *fault;
  GtkWidget *pages;
};

G_DEFINE_FINAL_TYPE (AskPictureWindow, ask_picture_window, ADW_TYPE_WINDOW)

static void
stop (gpointer window)
{
  g_cancellable_cancel (ASK_PICTURE_WINDOW (window)->cancellable);
}

static void
show_fault (AskPictureWindow *self, const char *words)
{
  adw_status_page_set_description (ADW_STATUS_PAGE (self->fault), words);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->fault);
}

static void
show_picture (AskPictureWindow *self)
{
  g_autofree char *words = ask_picture_to_words (self->picture);
  g_autofree char *said = ask_picture_say (self->picture);
  g_autofree char *count = ask_number_count (self->picture->n_bytes);
  g_autofree char *bytes = g_strdup_printf (ngettext ("%s byte", "%s bytes", (gulong) self->picture->n_bytes), count);
  g_autofree char *line = g_strdup_printf ("%s · %s", words, bytes);

  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), line);
  gtk_picture_set_paintable (GTK_PICTURE (self->image), GDK_PAINTABLE (self->picture->texture));
  gtk_picture_set_alternative_text (GTK_PICTURE (self->image), said);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->image);
  gtk_widget_set_visible (self->pages, self->picture->n_pages > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.before", self->picture->page > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.next", self->picture->page < self->picture->n_pages);
}

static void
picture_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskPictureWindow *self = ASK_PICTURE_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskPicture) picture = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->busy = FALSE;
  if (picture == NULL)
    show_fault (self, ask_error_get_words (error));
  else if (picture->texture == NULL)
    show_fault (self, picture->fault != NULL ? picture->fault : _ ("There is no such picture any more."));
  else
    {
      g_clear_pointer (&self->picture, ask_picture_unref);
      self->picture = g_steal_pointer (&picture);
      show_picture (self);
    }
}

static void
read_page (AskPictureWindow *self, guint page)
{
  self->busy = TRUE;
  self->page = page;
  ask_job_start (ask_jobs_picture (&(AskPictureAsked) { self->rows, &self->value, MOST, page }), self, self->workspace,
                 self->cancellable, picture_ready, NULL);
}

static void
turn (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPictureWindow *self = ASK_PICTURE_WINDOW (widget);

  if (self->picture == NULL || self->busy)
    return;
  read_page (self, g_str_equal (action, "picture.next") ? self->picture->page + 1 : self->picture->page - 1);
}

static void
ask_picture_window_dispose (GObject *object)
{
  stop (object);
  G_OBJECT_CLASS (ask_picture_window_parent_class)->dispose (object);
}

static void
ask_picture_window_finalize (GObject *object)
{
  AskPictureWindow *self = ASK_PICTURE_WINDOW (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->picture, ask_picture_unref);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->workspace);
  G_OBJECT_CLASS (ask_picture_window_parent_class)->finalize (object);
}

static void
ask_picture_window_class_init (AskPictureWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_picture_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_picture_window_finalize;
  gtk_widget_class_install_action (widget_class, "picture.before", NULL, turn);
  gtk_widget_class_install_action (widget_class, "picture.next", NULL, turn);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Page_Up, 0, "picture.before", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Page_Down, 0, "picture.next", NULL);
}

static GtkWidget *
new_button (const char *icon, const char *action, const char *words)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  return button;
}

static GtkWidget *
new_wait (void)
{
  GtkWidget *spinner = gtk_spinner_new ();

  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_widget_set_halign (spinner, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (spinner, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (spinner, 32, 32);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spinner), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Reading the picture"),
                                  -1);
  return spinner;
}

static void
ask_picture_window_init (AskPictureWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new ();

  self->cancellable = g_cancellable_new ();
  self->title = adw_window_title_new ("", "");
  self->pages = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->pages, "linked");
  gtk_widget_set_visible (self->pages, FALSE);
  gtk_box_append (GTK_BOX (self->pages), new_button ("go-previous-symbolic", "picture.before", _ ("Page Before")));
  gtk_box_append (GTK_BOX (self->pages), new_button ("go-next-symbolic", "picture.next", _ ("Next Page")));
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (bar), self->title);
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar), self->pages);
  gtk_box_append (GTK_BOX (box), bar);
  self->stack = gtk_stack_new ();
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_stack_add_child (GTK_STACK (self->stack), new_wait ());
  self->image = gtk_picture_new ();
  gtk_widget_set_margin_start (self->image, 12);
  gtk_widget_set_margin_end (self->image, 12);
  gtk_widget_set_margin_bottom (self->image, 12);
  gtk_stack_add_child (GTK_STACK (self->stack), self->image);
  self->fault = adw_status_page_new ();
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->fault), "image-missing-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (self->fault), _ ("This Picture Cannot Be Shown"));
  gtk_stack_add_child (GTK_STACK (self->stack), self->fault);
  gtk_box_append (GTK_BOX (box), self->stack);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_default_size (GTK_WINDOW (self), 760, 620);
  ask_transient_init (self, stop);
}

/**
 * ask_picture_window_show:
 * @from: before whose window it stands
 * @title: what it is a picture of: the name of a column
 * @asked: which one; how large is said here
 * @workspace: (nullable): the path of the workspace that the value comes from
 *
 * Opens a window with the picture.
 */
void
ask_picture_window_show (GtkWidget *from, const char *title, const AskPictureAsked *asked, const char *workspace)
{
  AskPictureWindow *self = g_object_new (ASK_TYPE_PICTURE_WINDOW, NULL);
  GtkRoot *parent = gtk_widget_get_root (from);

  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), title);
  self->rows = ask_rows_ref (asked->rows);
  self->value = *asked->value;
  self->workspace = g_strdup (workspace);
  if (GTK_IS_WINDOW (parent))
    {
      gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (parent));
      gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
    }
  read_page (self, asked->page);
  gtk_window_present (GTK_WINDOW (self));
}

/** ask_picture_window_is_busy: @self: a window. Returns: whether its picture is read */
gboolean
ask_picture_window_is_busy (AskPictureWindow *self)
{
  g_return_val_if_fail (ASK_IS_PICTURE_WINDOW (self), FALSE);
  return self->busy;
}
