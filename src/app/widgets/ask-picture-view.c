/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The picture is a button with its words below. One that cannot be shown is a plain mark with the reason beside it.
 */
#include "config.h"

#include "app/widgets/ask-picture-view.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-picture-window.h"
#include "app/widgets/ask-transient.h"
#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-error.h"

/* Pixels of the longer side, on a screen with two of them to a point, too. */
#define MOST 640u
#define HEIGHT 260
/* Of the button, beside the picture. */
#define ROOM 24

struct _AskPictureView
{
  GtkWidget parent_instance;
  AskRows *rows;
  gsize row;
  guint column;
  char *workspace; /* nullable */
  GCancellable *cancellable;
  GtkWidget *box;
  GtkWidget *clamp;
  GtkWidget *button;
  GtkWidget *image;
  GtkWidget *words;
};

G_DEFINE_FINAL_TYPE (AskPictureView, ask_picture_view, GTK_TYPE_WIDGET)

enum
{
  NONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
stop (gpointer part)
{
  g_cancellable_cancel (ASK_PICTURE_VIEW (part)->cancellable);
}

static AskPictureAsked
describe (AskPictureView *self, guint most)
{
  return (AskPictureAsked) { self->rows, ask_rows_get (self->rows, self->row, self->column), most, 0 };
}

static void
clicked (AskPictureView *self)
{
  AskPictureAsked asked = describe (self, 0);

  ask_picture_window_show (GTK_WIDGET (self), ask_rows_get_column (self->rows, self->column)->name, &asked,
                           self->workspace);
}

static void
show_fault (AskPictureView *self, const char *words)
{
  gtk_widget_set_visible (self->button, FALSE);
  gtk_widget_set_visible (self->image, TRUE);
  gtk_label_set_text (GTK_LABEL (self->words), words);
}

static void
show_picture (AskPictureView *self, const AskPicture *picture)
{
  GtkWidget *child = gtk_picture_new_for_paintable (GDK_PAINTABLE (picture->texture));
  g_autofree char *words = ask_picture_to_words (picture);
  g_autofree char *said = ask_picture_say (picture);
  int height = MIN (gdk_texture_get_height (picture->texture), HEIGHT);
  int width = MAX (1, gdk_texture_get_width (picture->texture) * height / gdk_texture_get_height (picture->texture));

  /* A small one is not blown up, and a large one stands within the card. */
  adw_clamp_set_maximum_size (ADW_CLAMP (self->clamp), width + ROOM);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (self->clamp), width + ROOM);
  gtk_button_set_child (GTK_BUTTON (self->button), child);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, said, -1);
  gtk_widget_set_visible (self->button, TRUE);
  gtk_label_set_text (GTK_LABEL (self->words), words);
}

static void
picture_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskPictureView *self = ASK_PICTURE_VIEW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskPicture) picture = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (picture == NULL || picture->fault != NULL)
    show_fault (self, picture != NULL ? picture->fault : ask_error_get_words (error));
  else if (picture->texture != NULL)
    show_picture (self, picture);
  else
    g_signal_emit (self, signals[NONE], 0);
}

static void
ask_picture_view_dispose (GObject *object)
{
  AskPictureView *self = ASK_PICTURE_VIEW (object);

  stop (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_picture_view_parent_class)->dispose (object);
}

static void
ask_picture_view_finalize (GObject *object)
{
  AskPictureView *self = ASK_PICTURE_VIEW (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->workspace);
  G_OBJECT_CLASS (ask_picture_view_parent_class)->finalize (object);
}

static void
ask_picture_view_class_init (AskPictureViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_picture_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_picture_view_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  /** AskPictureView::none: the value names no picture that is here */
  signals[NONE]
    = g_signal_new ("none", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_picture_view_init (AskPictureView *self)
{
  self->cancellable = g_cancellable_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  self->button = gtk_button_new ();
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_set_tooltip_text (self->button, _ ("Show it large"));
  gtk_widget_set_visible (self->button, FALSE);
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (clicked), self, G_CONNECT_SWAPPED);
  self->clamp = adw_clamp_new ();
  gtk_widget_set_halign (self->clamp, GTK_ALIGN_START);
  adw_clamp_set_child (ADW_CLAMP (self->clamp), self->button);
  self->image = gtk_image_new_from_icon_name ("image-missing-symbolic");
  gtk_image_set_icon_size (GTK_IMAGE (self->image), GTK_ICON_SIZE_LARGE);
  gtk_widget_set_halign (self->image, GTK_ALIGN_START);
  gtk_widget_set_visible (self->image, FALSE);
  self->words = ask_wrapped_label_new (_ ("Reading…"), "dim-label");
  gtk_box_append (GTK_BOX (self->box), self->clamp);
  gtk_box_append (GTK_BOX (self->box), self->image);
  gtk_box_append (GTK_BOX (self->box), self->words);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  ask_transient_init_part (self, stop);
}

/**
 * ask_picture_view_new:
 * @rows: which have it
 * @row, @column: from 0
 * @workspace: (nullable): the path of the workspace that the value comes from: a text may name a file of its folders
 *
 * Returns: (transfer floating): the picture of a value that may be one
 */
GtkWidget *
ask_picture_view_new (AskRows *rows, gsize row, guint column, const char *workspace)
{
  AskPictureView *self = g_object_new (ASK_TYPE_PICTURE_VIEW, NULL);
  AskPictureAsked asked;

  self->rows = ask_rows_ref (rows);
  self->row = row;
  self->column = column;
  self->workspace = g_strdup (workspace);
  asked = describe (self, MOST);
  ask_job_start (ask_jobs_picture (&asked), self, workspace, self->cancellable, picture_ready, NULL);
  return GTK_WIDGET (self);
}
