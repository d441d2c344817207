/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A label that is drawn smaller where there is no room for it. A figure that is cut off would be another figure: "6,878…" may
 * be thousands or millions.
 */
#include "config.h"

#include "app/widgets/ask-whole-label.h"

struct _AskWholeLabel
{
  GtkWidget parent_instance;

  GtkWidget *label;
};

G_DEFINE_FINAL_TYPE (AskWholeLabel, ask_whole_label, GTK_TYPE_WIDGET)

static GtkSizeRequestMode
ask_whole_label_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
ask_whole_label_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (ASK_WHOLE_LABEL (widget)->label, orientation, -1, NULL, natural, NULL, NULL);
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 0 : *natural;
}

static void
ask_whole_label_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AskWholeLabel *self = ASK_WHOLE_LABEL (widget);
  GtkRequisition whole;
  GskTransform *transform;
  float scale;

  gtk_widget_get_preferred_size (self->label, NULL, &whole);
  scale = MIN (1, (float) MAX (1, width) / (float) MAX (1, whole.width));
  transform
    = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (((float) width - scale * (float) whole.width) / 2,
                                                           ((float) height - scale * (float) whole.height) / 2));
  gtk_widget_allocate (self->label, whole.width, whole.height, -1, gsk_transform_scale (transform, scale, scale));
}

static void
ask_whole_label_dispose (GObject *object)
{
  g_clear_pointer (&ASK_WHOLE_LABEL (object)->label, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_whole_label_parent_class)->dispose (object);
}

static void
ask_whole_label_class_init (AskWholeLabelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_whole_label_dispose;
  widget_class->get_request_mode = ask_whole_label_get_request_mode;
  widget_class->measure = ask_whole_label_measure;
  widget_class->size_allocate = ask_whole_label_size_allocate;
}

static void
ask_whole_label_init (AskWholeLabel *self)
{
  self->label = gtk_label_new (NULL);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
}

/** ask_whole_label_new: @figure: what it says. Returns: (transfer floating): it, as large as its classes of CSS make it */
GtkWidget *
ask_whole_label_new (const char *figure)
{
  AskWholeLabel *self = g_object_new (ASK_TYPE_WHOLE_LABEL, NULL);

  gtk_label_set_text (GTK_LABEL (self->label), figure);
  return GTK_WIDGET (self);
}
