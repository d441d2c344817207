/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two widgets side by side, each with half of the width; the second below the first where there is not enough for both.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

/* Pixels between them, and from which width on they stand side by side. */
#define SPACING 18
#define WIDE 760

struct _AskBuildSides
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (AskBuildSides, ask_build_sides, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ask_build_sides_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
                         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  gboolean wide = for_size >= WIDE;
  int n = 0;

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least, wanted;
      int size = orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : wide ? (for_size - SPACING) / 2 : for_size;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, size, &least, &wanted, NULL, NULL);
      if (orientation == GTK_ORIENTATION_HORIZONTAL || wide)
        {
          *minimum = MAX (*minimum, least);
          *natural = MAX (*natural, wanted);
        }
      else
        {
          *minimum += least + (n > 0 ? SPACING : 0);
          *natural += wanted + (n > 0 ? SPACING : 0);
        }
      n++;
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*natural, WIDE);
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  gboolean wide = width >= WIDE;
  gboolean turned = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int half = (width - SPACING) / 2;
  int n = 0;
  int y = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int wanted;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, wide ? half : width, NULL, &wanted, NULL, NULL);
      if (wide)
        {
          int x = (n > 0) != turned ? width - half : 0;

          gtk_widget_size_allocate (child, &(GtkAllocation) { x, 0, half, MAX (wanted, height) }, -1);
        }
      else
        {
          gtk_widget_size_allocate (child, &(GtkAllocation) { 0, y, width, wanted }, -1);
          y += wanted + SPACING;
        }
      n++;
    }
}

static void
ask_build_sides_class_init (AskBuildSidesClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = get_request_mode;
  manager_class->measure = ask_build_sides_measure;
  manager_class->allocate = allocate;
}

static void
ask_build_sides_init (AskBuildSides *self)
{
}
