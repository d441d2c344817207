/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Children come as template children. A line is filled with their least widths. What is left of it goes to those that
 * expand, else stays free at its end.
 */
#include "config.h"

#include "app/widgets/ask-wrap-box.h"

#define SPACING 6

struct _AskWrapBox
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (AskWrapBox, ask_wrap_box, GTK_TYPE_WIDGET)

static int
measure_child (GtkWidget *child, GtkOrientation orientation)
{
  int least;

  gtk_widget_measure (child, orientation, -1, &least, NULL, NULL, NULL);
  return least;
}

static GtkWidget *
next_visible (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* Places the line that begins with @first, @y pixels down, unless @y is negative. @height: (out): of the line.
 * Returns: (transfer none) (nullable): the first child of the next line */
static GtkWidget *
lay_line (AskWrapBox *self, GtkWidget *first, int width, int y, int *height)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GtkWidget *after = NULL;
  int used = 0, x = 0, n_expanding = 0;

  *height = 0;
  for (GtkWidget *child = first; child != NULL; child = next_visible (gtk_widget_get_next_sibling (child)))
    {
      int least = measure_child (child, GTK_ORIENTATION_HORIZONTAL) + (child != first ? SPACING : 0);

      after = child;
      if (child != first && used + least > width)
        break;
      used += least;
      *height = MAX (*height, measure_child (child, GTK_ORIENTATION_VERTICAL));
      n_expanding += gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL);
      after = NULL;
    }
  for (GtkWidget *child = first; y >= 0 && child != after; child = next_visible (gtk_widget_get_next_sibling (child)))
    {
      int share = measure_child (child, GTK_ORIENTATION_HORIZONTAL);

      if (gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL))
        {
          int more = MAX (width - used, 0) / n_expanding--;

          share += more;
          used += more;
        }
      gtk_widget_size_allocate (child, &(GtkAllocation) { rtl ? width - x - share : x, y, share, *height }, -1);
      x += share + SPACING;
    }
  return after;
}

/* Returns: how high all lines are together */
static int
lay_all (AskWrapBox *self, int width, gboolean place)
{
  GtkWidget *child = next_visible (gtk_widget_get_first_child (GTK_WIDGET (self)));
  int y = 0;

  while (child != NULL)
    {
      int height;

      child = lay_line (self, child, width, place ? y : -1, &height);
      y += height + (child != NULL ? SPACING : 0);
    }
  return y;
}

static GtkSizeRequestMode
ask_wrap_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ask_wrap_box_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  int widest = 0, sum = -SPACING;

  for (GtkWidget *child = next_visible (gtk_widget_get_first_child (widget)); child != NULL;
       child = next_visible (gtk_widget_get_next_sibling (child)))
    {
      int least, whole;

      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &whole, NULL, NULL);
      widest = MAX (widest, least);
      sum += whole + SPACING;
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = widest;
      *natural = MAX (sum, widest);
    }
  else
    *minimum = *natural = lay_all (ASK_WRAP_BOX (widget), for_size < 0 ? MAX (sum, widest) : for_size, FALSE);
}

static void
ask_wrap_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  lay_all (ASK_WRAP_BOX (widget), width, TRUE);
}

static void
ask_wrap_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_wrap_box_parent_class)->dispose (object);
}

static void
ask_wrap_box_class_init (AskWrapBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_wrap_box_dispose;
  widget_class->get_request_mode = ask_wrap_box_get_request_mode;
  widget_class->measure = ask_wrap_box_measure;
  widget_class->size_allocate = ask_wrap_box_size_allocate;
}

static void
ask_wrap_box_init (AskWrapBox *self)
{
}
