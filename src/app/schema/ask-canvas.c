/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widget itself: a frame, and what follows when the schema becomes another one. Entities are kept by their
 * place in the schema only between two changes of it.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/ask-error.h"

/* How near a line the pointer has to be, in pixels of the widget. */
#define SLACK 6.0
/* The diagram's text at 100 %, in pixels. */
#define FONT_SIZE 13.0

enum
{
  VIEW_CHANGED,
  SELECTION_CHANGED,
  ACTIVATED,
  PROBLEM,
  DISMISSED,
  RISKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskCanvas, ask_canvas, GTK_TYPE_WIDGET)

/** ask_canvas_to_plane: from pixels of the widget to the diagram's plane */
void
ask_canvas_to_plane (AskCanvas *self, double x, double y, double *plane_x, double *plane_y)
{
  *plane_x = self->x + x / self->scale;
  *plane_y = self->y + y / self->scale;
}

/** ask_canvas_hit: what lies at a pixel of the widget; a box from afar has no rows */
void
ask_canvas_hit (AskCanvas *self, double x, double y, AskDiagramTarget *target)
{
  double plane_x, plane_y;

  ask_canvas_to_plane (self, x, y, &plane_x, &plane_y);
  ask_diagram_hit (self->diagram, plane_x, plane_y, SLACK / self->scale, target);
  if ((target->hit == ASK_DIAGRAM_ROW || target->hit == ASK_DIAGRAM_FOLD)
      && !ask_diagram_shows_rows (self->diagram, self->scale))
    *target = (AskDiagramTarget) { ASK_DIAGRAM_BOX, target->entity, -1, -1 };
}

/** ask_canvas_get_schema: Returns: (transfer none) (nullable): what is shown */
AskSchema *
ask_canvas_get_schema (AskCanvas *self)
{
  return self->editor != NULL ? ask_schema_editor_get_schema (self->editor) : NULL;
}

/** ask_canvas_get_entity: Returns: (transfer none) (nullable): the entity at this place of the schema */
AskEntity *
ask_canvas_get_entity (AskCanvas *self, guint entity)
{
  AskSchema *schema = ask_canvas_get_schema (self);

  return schema != NULL && entity < schema->entities->len ? schema->entities->pdata[entity] : NULL;
}

/** ask_canvas_get_attribute: Returns: (transfer none) (nullable): the attribute's or metric's name */
const char *
ask_canvas_get_attribute (AskCanvas *self, const AskDiagramTarget *target)
{
  const AskEntity *entity = ask_canvas_get_entity (self, target->entity);
  guint row = (guint) target->attribute;

  if (entity == NULL || target->attribute < 0)
    return NULL;
  if (row < entity->attributes->len)
    return ((const AskAttribute *) entity->attributes->pdata[row])->name;
  row -= entity->attributes->len;
  return row < entity->metrics->len ? ((const AskMetric *) entity->metrics->pdata[row])->name : NULL;
}

/** ask_canvas_get_diagram: Returns: (transfer none): what is drawn; for the overview and for export */
AskDiagram *
ask_canvas_get_diagram (AskCanvas *self)
{
  return self->diagram;
}

/** ask_canvas_view_changed: tells everybody who shows which part is seen */
void
ask_canvas_view_changed (AskCanvas *self)
{
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/** ask_canvas_selection_changed: tells everybody who shows it */
void
ask_canvas_selection_changed (AskCanvas *self)
{
  ask_canvas_update_actions (self);
  ask_canvas_queue_items (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

/** ask_canvas_problem: tells a person why an edit cannot be made */
void
ask_canvas_problem (AskCanvas *self, const char *message)
{
  g_signal_emit (self, signals[PROBLEM], 0, message);
}

/** ask_canvas_commit: @draft: (transfer full). Returns: whether anything changed */
gboolean
ask_canvas_commit (AskCanvas *self, AskSchema *draft, const char *title, const char *merge_key)
{
  return ask_schema_editor_commit (self->editor, draft, title, merge_key);
}

/**
 * ask_canvas_commit_risky:
 * @draft: (transfer full): lacks something that there was, or has another name for it
 * @title: with names
 * @about: (nullable): "orders.total" or "orders", what is gone; %NULL of a relationship
 *
 * The same for an edit that may break what people saved, which the window looks after.
 */
void
ask_canvas_commit_risky (AskCanvas *self, AskSchema *draft, const char *title, const char *about)
{
  g_autoptr (AskSchema) own = draft;
  gboolean handled = FALSE;

  g_signal_emit (self, signals[RISKED], 0, self->editor, draft, title, about, &handled);
  if (!handled)
    ask_canvas_commit (self, g_steal_pointer (&own), title, NULL);
}

/**
 * ask_canvas_set_coverage:
 * @per_entity: (array length=n) (nullable): in the schema's order; copied. %NULL paints by source again
 * @n: how many; entities beyond count as never asked
 */
void
ask_canvas_set_coverage (AskCanvas *self, const AskCoverage *per_entity, guint n)
{
  ask_diagram_set_coverage (self->diagram, per_entity, n,
                            per_entity != NULL ? ASK_DIAGRAM_PAINT_COVERAGE : ASK_DIAGRAM_PAINT_SOURCE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

static void
schema_changed (AskCanvas *self)
{
  AskSchema *schema = ask_canvas_get_schema (self);

  ask_canvas_cancel_drag (self);
  ask_canvas_carry_selection (self, schema);
  self->hovered = (AskDiagramTarget) { 0 };
  /* What stands out is known by its place. */
  if (schema->entities->len != ask_diagram_get_schema (self->diagram)->entities->len)
    g_clear_pointer (&self->bright, g_array_unref);
  ask_diagram_set_schema (self->diagram, schema);
  ask_diagram_set_suggested (self->diagram, self->offered);
  ask_canvas_selection_changed (self);
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/**
 * ask_canvas_set_editor:
 * @editor: (transfer none): what is shown and edited from now on
 *
 * The view is fitted to it once there is a size.
 */
void
ask_canvas_set_editor (AskCanvas *self, AskSchemaEditor *editor)
{
  g_return_if_fail (ASK_IS_CANVAS (self) && ASK_IS_SCHEMA_EDITOR (editor));

  if (self->editor == editor)
    return;
  if (self->editor != NULL)
    g_signal_handlers_disconnect_by_data (self->editor, self);
  g_set_object (&self->editor, editor);
  g_signal_connect_object (editor, "changed", G_CALLBACK (schema_changed), self, G_CONNECT_SWAPPED);
  self->fit_when_sized = TRUE;
  schema_changed (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/** ask_canvas_commit_moves: writes down where boxes lie now, as one edit */
void
ask_canvas_commit_moves (AskCanvas *self, const char *merge_key)
{
  g_autoptr (GArray) moved = ask_diagram_list_moved (self->diagram);
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) ids = NULL;
  g_autofree char *title = NULL;

  if (moved->len == 0)
    return;
  draft = ask_schema_editor_begin (self->editor);
  ids = g_ptr_array_new ();
  for (guint i = 0; i < moved->len; i++)
    {
      guint index = g_array_index (moved, guint, i);
      const AskEntity *entity = ask_canvas_get_entity (self, index);
      AskDiagramRect box = ask_diagram_get_box (self->diagram, index);

      if (!ask_schema_edit_move (draft, entity->id, box.x, box.y, &error))
        {
          ask_canvas_problem (self, ask_error_get_words (error));
          return;
        }
      g_ptr_array_add (ids, entity->id);
    }
  if (self->joining != NULL && !ask_schema_edit_set_area (draft, ids, self->joining, &error))
    {
      ask_canvas_problem (self, ask_error_get_words (error));
      return;
    }
  title = moved->len == 1
            ? g_strdup_printf (_ ("Moved %s"), ask_canvas_get_entity (self, g_array_index (moved, guint, 0))->name)
            : g_strdup_printf (g_dngettext (NULL, "Moved %u box", "Moved %u boxes", moved->len), moved->len);
  ask_canvas_commit (self, g_steal_pointer (&draft), title, merge_key);
}

/** ask_canvas_apply_layout: moves boxes as @layout, which was run, has them: one edit. Then shows everything */
void
ask_canvas_apply_layout (AskCanvas *self, AskDiagramLayout *layout)
{
  g_return_if_fail (ASK_IS_CANVAS (self) && layout != NULL);
  ask_diagram_layout_apply (layout, self->diagram);
  ask_canvas_commit_moves (self, NULL);
  ask_canvas_fit (self);
}

/* How large the desktop wants text, by what the diagram has at 100 %. */
static double
get_text_scale (GtkWidget *widget)
{
  const PangoFontDescription *font = pango_context_get_font_description (gtk_widget_get_pango_context (widget));
  double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  if (!pango_font_description_get_size_is_absolute (font))
    size *= (dpi > 0 ? dpi / 1024.0 : 96.0) / 72.0;
  size /= FONT_SIZE;
  /* Usual sizes are near enough, and whole pixels are sharper. */
  return size > 0 && fabs (size - 1) > 0.1 ? size : 1;
}

/* Boxes stay as large as they were arranged for, and are looked at from nearer by. */
static void
set_text_scale (AskCanvas *self, double text)
{
  double scale = CLAMP (self->scale * text / self->text, ASK_CANVAS_MIN_SCALE, ASK_CANVAS_MAX_SCALE);
  double closer = 1 / self->scale - 1 / scale;

  self->x += gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 * closer;
  self->y += gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 * closer;
  self->scale = scale;
  self->text = text;
}

/** ask_canvas_refresh_theme: gives the diagram the colours and the font of the widget */
void
ask_canvas_refresh_theme (AskCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *style = adw_style_manager_get_default ();
  PangoContext *pango = gtk_widget_get_pango_context (widget);
  AskDiagramTheme theme = { 0 };

  theme.dark = adw_style_manager_get_dark (style);
  theme.high_contrast = adw_style_manager_get_high_contrast (style);
  theme.right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  theme.font = pango_font_description_get_family (pango_context_get_font_description (pango));
  ask_diagram_set_theme (self->diagram, &theme);
  if (get_text_scale (widget) != self->text)
    set_text_scale (self, get_text_scale (widget));
  self->theme_is_old = FALSE;
}

static void
theme_changed (AskCanvas *self)
{
  self->theme_is_old = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
fill_marks (AskCanvas *self, AskDiagramMarks *marks)
{
  *marks = (AskDiagramMarks) { 0 };
  marks->selected = (const guint *) self->selected->data;
  marks->n_selected = self->selected->len;
  marks->selected_row = self->current;
  marks->hovered = self->hovered;
  if (self->keyboard && gtk_widget_has_focus (GTK_WIDGET (self)))
    marks->focused = self->current;
  marks->linking = self->linking;
  marks->link_from = self->link_from;
  marks->link_x = self->link_x;
  marks->link_y = self->link_y;
  marks->target = self->link_target;
  if (self->drag == ASK_DRAG_BAND)
    marks->band = &self->band;
  if (self->bright != NULL)
    {
      marks->bright = (const guint *) self->bright->data;
      marks->n_bright = self->bright->len;
    }
}

/* The picture to draw this frame into. GTK still holds the one of the frame before, to compare with, and cairo
 * would copy it if it changed; so there are two, in turns. */
static cairo_surface_t *
get_picture (AskCanvas *self, int width, int height)
{
  cairo_surface_t **picture = &self->pictures[self->turn];

  self->turn = !self->turn;
  if (*picture != NULL
      && (cairo_image_surface_get_width (*picture) != width || cairo_image_surface_get_height (*picture) != height))
    g_clear_pointer (picture, cairo_surface_destroy);
  if (*picture == NULL)
    *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  return *picture;
}

/* Drawn into a picture of our own first: a cairo node records each call, which costs more than the drawing, and a
 * texture is copied once more on its way. */
static void
ask_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskCanvas *self = ASK_CANVAS (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  int factor = gtk_widget_get_scale_factor (widget);
  AskDiagramRect view;
  AskDiagramMarks marks;
  cairo_surface_t *picture;
  cairo_t *cr;

  if (width <= 0 || height <= 0)
    return;
  if (self->theme_is_old)
    ask_canvas_refresh_theme (self);
  view = ask_canvas_get_view (self);
  fill_marks (self, &marks);
  picture = get_picture (self, width * factor, height * factor);
  cairo_surface_set_device_scale (picture, 1, 1);
  cr = cairo_create (picture);
  ask_diagram_draw (self->diagram, cr, &view, self->scale * factor, &marks);
  cairo_destroy (cr);

  cairo_surface_set_device_scale (picture, factor, factor);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
drop_pictures (AskCanvas *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->pictures); i++)
    g_clear_pointer (&self->pictures[i], cairo_surface_destroy);
}

/* They are as large as the window, and of no use while another page is looked at. */
static void
ask_canvas_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_canvas_parent_class)->unmap (widget);
  drop_pictures (ASK_CANVAS (widget));
}

static void
ask_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AskCanvas *self = ASK_CANVAS (widget);

  /* Not from here: who hears of it may want another size. */
  if (self->fit_when_sized && width > 1 && height > 1)
    gtk_widget_add_tick_callback (widget, ask_canvas_fit_first, NULL, NULL);
  ask_canvas_allocate_items (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
ask_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline)
{
  *minimum = 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 600;
}

static void
ask_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ask_canvas_parent_class)->css_changed (widget, change);
  theme_changed (ASK_CANVAS (widget));
}

static void
ask_canvas_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  theme_changed (ASK_CANVAS (widget));
}

static void
ask_canvas_dispose (GObject *object)
{
  AskCanvas *self = ASK_CANVAS (object);

  g_clear_pointer (&self->bright, g_array_unref);
  ask_canvas_stop_flight (self);
  ask_canvas_clear_items (self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (ask_canvas_parent_class)->dispose (object);
}

static void
ask_canvas_finalize (GObject *object)
{
  AskCanvas *self = ASK_CANVAS (object);

  g_clear_pointer (&self->diagram, ask_diagram_free);
  drop_pictures (self);
  g_clear_pointer (&self->offers, g_ptr_array_unref);
  g_clear_pointer (&self->offered, g_ptr_array_unref);
  g_clear_pointer (&self->suggestions, g_ptr_array_unref);
  g_clear_pointer (&self->selected, g_array_unref);
  g_clear_pointer (&self->dragged, g_array_unref);
  g_clear_pointer (&self->band_before, g_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_canvas_parent_class)->finalize (object);
}

static void
ask_canvas_class_init (AskCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ask_canvas_dispose;
  object_class->finalize = ask_canvas_finalize;
  widget_class->snapshot = ask_canvas_snapshot;
  widget_class->unmap = ask_canvas_unmap;
  widget_class->size_allocate = ask_canvas_size_allocate;
  widget_class->measure = ask_canvas_measure;
  widget_class->css_changed = ask_canvas_css_changed;
  widget_class->direction_changed = ask_canvas_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "askcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  ask_canvas_install_actions (widget_class);

  /** AskCanvas::view-changed: another part of the plane is seen, or what lies in it changed */
  signals[VIEW_CHANGED]
    = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /** AskCanvas::selection-changed: see ask_canvas_get_selected() */
  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 0);
  /** AskCanvas::activated: a person wants to edit what is selected: Enter, or a double click on a row */
  signals[ACTIVATED]
    = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /** AskCanvas::problem: @message: one sentence: why an edit could not be made */
  signals[PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  /** AskCanvas::dismissed: @suggestion: an AskSuggestion that is not to be offered again: to be taken out of the list */
  signals[DISMISSED] = g_signal_new ("dismissed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_POINTER);
  /** AskCanvas::risked: @editor: AskSchemaEditor, @draft: AskSchema, @title, @about: removes or renames something; whoever
   * returns TRUE has committed it */
  signals[RISKED]
    = g_signal_new ("risked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                    NULL, G_TYPE_BOOLEAN, 4, ASK_TYPE_SCHEMA_EDITOR, G_TYPE_POINTER, G_TYPE_STRING, G_TYPE_STRING);
}

static void
focus_changed (AskCanvas *self)
{
  if (!gtk_widget_has_focus (GTK_WIDGET (self)))
    self->space = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ask_canvas_init (AskCanvas *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->diagram = ask_diagram_new ();
  self->scale = self->text = 1;
  self->theme_is_old = TRUE;
  self->selected = g_array_new (FALSE, FALSE, sizeof (guint));
  self->dragged = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  self->band_before = g_array_new (FALSE, FALSE, sizeof (guint));
  self->items = g_ptr_array_new ();
  self->offers = g_ptr_array_new ();
  self->offered = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_unref);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Schema diagram"), -1);
  ask_canvas_init_pointer (self);
  ask_canvas_init_keys (self);
  ask_canvas_update_actions (self);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_changed), NULL);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (theme_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (theme_changed), self, G_CONNECT_SWAPPED);
}

/** ask_canvas_new: Returns: (transfer floating): an empty canvas */
GtkWidget *
ask_canvas_new (void)
{
  return g_object_new (ASK_TYPE_CANVAS, NULL);
}
