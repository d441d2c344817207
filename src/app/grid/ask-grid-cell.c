/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A cell. A page of a grid has hundreds of them, all of which may say something else in the next frame, so a cell asks
 * nobody for a size: it draws its text into the one that it is given.
 */
#include "config.h"

#include "app/grid/ask-grid-picture.h"

#include <math.h>

struct _AskGridCell
{
  GtkWidget parent_instance;
  PangoLayout *layout;
  char *text;
  char *about;
  gboolean right;
  gboolean dim;
  gboolean alert;
  gboolean selected;
  double bar_from;
  double bar_to;
  double depth;
  AskPicture *picture;
  GArray *series; /* nullable: drawn instead of the text */
  gboolean steps;
};

G_DEFINE_FINAL_TYPE (AskGridCell, ask_grid_cell, GTK_TYPE_WIDGET)

/* A number runs from left to right, its sign first, wherever it stands. */
static void
fill_layout (AskGridCell *self)
{
  g_autofree char *marked = NULL;

  if (self->right && gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    marked = g_strconcat ("\u200e", self->text, NULL);
  pango_layout_set_text (self->layout, marked != NULL ? marked : self->text != NULL ? self->text : "", -1);
}

static void
make_layout (AskGridCell *self)
{
  g_autoptr (PangoAttrList) attributes = NULL;

  if (self->layout == NULL)
    {
      self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
      pango_layout_set_single_paragraph_mode (self->layout, TRUE);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      fill_layout (self);
    }
  if (self->right)
    {
      attributes = pango_attr_list_new ();
      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
    }
  pango_layout_set_attributes (self->layout, attributes);
}

static void
append_colour (GtkSnapshot *snapshot, const char *name, double alpha, GtkStyleContext *context,
               const graphene_rect_t *area)
{
  GdkRGBA colour;

  if (!gtk_style_context_lookup_color (context, name, &colour))
    return;
  colour.alpha *= (float) alpha;
  gtk_snapshot_append_color (snapshot, &colour, area);
}

static void
ask_grid_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskGridCell *self = ASK_GRID_CELL (widget);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  PangoRectangle logical;
  GdkRGBA colour;
  int taken, begin;
  double x;

  if (self->depth > 0)
    append_colour (snapshot, "accent_bg_color", 0.05 + 0.45 * self->depth, context,
                   &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  if (self->bar_to > self->bar_from)
    {
      double from = rtl ? 1 - self->bar_to : self->bar_from;

      append_colour (snapshot, self->alert ? "error_bg_color" : "accent_bg_color", 0.32, context,
                     &GRAPHENE_RECT_INIT ((float) floor (2 + from * (width - 4)), 3,
                                          (float) ceil ((self->bar_to - self->bar_from) * (width - 4)),
                                          (float) height - 6));
    }
  if (self->series != NULL)
    {
      ask_grid_spark_snapshot (widget, snapshot, self->series, self->steps, self->selected);
      return;
    }
  if (self->layout == NULL)
    make_layout (self);
  taken = self->picture != NULL ? ask_grid_picture_snapshot (widget, self->picture, snapshot) : 0;
  pango_layout_set_width (self->layout, MAX (0, width - taken - 2 * ASK_GRID_PADDING) * PANGO_SCALE);
  pango_layout_get_pixel_extents (self->layout, NULL, &logical);
  begin = ASK_GRID_PADDING + (rtl ? 0 : taken);
  x = self->right != rtl ? MAX (begin, width - ASK_GRID_PADDING - (rtl ? taken : 0) - logical.width) : begin;
  gtk_style_context_get_color (context, &colour);
  if (self->alert && !self->selected)
    gtk_style_context_lookup_color (context, "error_color", &colour);
  if (self->dim)
    colour.alpha *= 0.55f;
  gtk_snapshot_save (snapshot);
  /* A text that runs the other way stands at the other end of its layout. */
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (x - logical.x),
                                                          (float) floor ((height - logical.height) / 2.0)));
  gtk_snapshot_append_layout (snapshot, self->layout, &colour);
  gtk_snapshot_restore (snapshot);
}

static void
ask_grid_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
ask_grid_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ask_grid_cell_parent_class)->css_changed (widget, change);
  gtk_widget_queue_draw (widget);
}

static void
ask_grid_cell_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (ask_grid_cell_parent_class)->system_setting_changed (widget, setting);
  g_clear_object (&ASK_GRID_CELL (widget)->layout);
  gtk_widget_queue_draw (widget);
}

static void
ask_grid_cell_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  GTK_WIDGET_CLASS (ask_grid_cell_parent_class)->direction_changed (widget, previous);
  g_clear_object (&ASK_GRID_CELL (widget)->layout);
}

static void
ask_grid_cell_finalize (GObject *object)
{
  AskGridCell *self = ASK_GRID_CELL (object);

  g_clear_object (&self->layout);
  g_clear_pointer (&self->series, g_array_unref);
  g_free (self->text);
  g_free (self->about);
  g_clear_pointer (&self->picture, ask_picture_unref);
  G_OBJECT_CLASS (ask_grid_cell_parent_class)->finalize (object);
}

static void
ask_grid_cell_class_init (AskGridCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ask_grid_cell_finalize;
  widget_class->snapshot = ask_grid_cell_snapshot;
  widget_class->measure = ask_grid_cell_measure;
  widget_class->css_changed = ask_grid_cell_css_changed;
  widget_class->system_setting_changed = ask_grid_cell_system_setting_changed;
  widget_class->direction_changed = ask_grid_cell_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "cell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID_CELL);
}

static void
ask_grid_cell_init (AskGridCell *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/** ask_grid_cell_new: @role: a cell, or a row's number; Returns: (transfer floating): an empty cell */
GtkWidget *
ask_grid_cell_new (GtkAccessibleRole role)
{
  GtkWidget *self = g_object_new (ASK_TYPE_GRID_CELL, "accessible-role", role, NULL);

  gtk_widget_set_focusable (self, role == GTK_ACCESSIBLE_ROLE_GRID_CELL);
  return self;
}

/** ask_grid_cell_set_selected: @self: a cell; @selected: whether it is part of the selection */
void
ask_grid_cell_set_selected (AskGridCell *self, gboolean selected)
{
  if (self->selected == selected)
    return;
  self->selected = selected;
  if (selected)
    gtk_widget_set_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

static void
set_picture (AskGridCell *self, AskPicture *picture)
{
  if (picture == self->picture)
    return;
  g_clear_pointer (&self->picture, ask_picture_unref);
  self->picture = picture != NULL ? ask_picture_ref (picture) : NULL;
  /* What is said is another thing now, whatever the text is. */
  g_clear_pointer (&self->text, g_free);
}

/* Returns: (transfer full): what a screen reader says */
static char *
dup_said (const AskGridLook *look)
{
  g_autofree char *picture = look->picture != NULL ? ask_picture_say (look->picture) : NULL;
  g_autofree char *words
    = look->picture != NULL && look->picture->texture != NULL ? ask_picture_to_words (look->picture) : NULL;

  if (picture == NULL)
    return g_strdup (look->said != NULL ? look->said : look->text);
  /* A path has its name read, too; of bytes the words are all. */
  return g_strcmp0 (words, look->text) == 0 ? g_steal_pointer (&picture)
                                            : g_strdup_printf ("%s, %s", picture, look->text);
}

static void
set_text (AskGridCell *self, const AskGridLook *look)
{
  gboolean aligned = self->right == look->right;

  self->right = look->right;
  if (!aligned && self->layout != NULL)
    make_layout (self);
  if (g_strcmp0 (self->text, look->text) != 0)
    {
      g_autofree char *said = dup_said (look);

      g_free (self->text);
      self->text = g_strdup (look->text);
      if (self->layout != NULL)
        fill_layout (self);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, said, -1);
    }
  if (look->about != NULL && g_strcmp0 (self->about, look->about) != 0)
    {
      g_free (self->about);
      self->about = g_strdup (look->about);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->about, -1);
    }
}

/** ask_grid_cell_set: @self: a cell; @look: what it shows from now on, copied */
void
ask_grid_cell_set (AskGridCell *self, const AskGridLook *look)
{
  set_picture (self, look->picture);
  set_text (self, look);
  self->dim = look->dim;
  self->alert = look->alert;
  self->bar_from = look->bar_from;
  self->bar_to = look->bar_to;
  self->depth = look->depth;
  g_clear_pointer (&self->series, g_array_unref);
  self->series = look->series != NULL ? g_array_ref (look->series) : NULL;
  self->steps = look->steps;
  ask_grid_cell_set_selected (self, look->selected);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** ask_grid_cell_get_text: @self: a cell; Returns: (transfer none) (nullable): what it says */
const char *
ask_grid_cell_get_text (AskGridCell *self)
{
  return self->text;
}

/** ask_grid_cell_is_cut: @self: a cell; Returns: whether there is no room for its whole text */
gboolean
ask_grid_cell_is_cut (AskGridCell *self)
{
  return self->layout != NULL && pango_layout_is_ellipsized (self->layout);
}
