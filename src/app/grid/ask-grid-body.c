/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where columns and rows stand. All rows are of one height, so any of a million is found by division; only columns and
 * rows that are on screen have widgets. Places are counted from the start of a line, which is its right end where people
 * read from the right.
 */
#include "config.h"

#include "app/grid/ask-grid-picture.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"
#include "base/ask-text.h"
#include "chart/ask-chart-series.h"

/* Rows that tell how wide a column has to be. */
#define SAMPLE_ROWS 100
/* Longer text is cut before it reaches Pango: laying out a cell of a megabyte stutters. */
#define MAX_CELL_CHARS 200
/* Where what is frozen would leave less of the width, nothing is frozen. */
#define LEAST_FREE 0.35

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AskGridBody, ask_grid_body, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

/** ask_grid_body_is_rtl: @self: a body; Returns: whether a line starts at the right */
gboolean
ask_grid_body_is_rtl (AskGridBody *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

/** ask_grid_body_get_n_rows: @self: a body; Returns: how many rows are shown */
gsize
ask_grid_body_get_n_rows (AskGridBody *self)
{
  return self->model != NULL ? ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)) : 0;
}

static void
describe_colour (AskGridBody *self, guint column, const AskValue *value, AskGridLook *look)
{
  double zero, part, number = 0;
  AskGridColour colour = ask_grid_model_get_colour (self->model, column);

  if (colour == ASK_GRID_COLOUR_NONE)
    return;
  if (value->kind == ASK_VALUE_TEXT)
    look->alert = value->text[0] == '-' && g_ascii_strtod (value->text, NULL) < 0;
  else
    look->alert = ask_value_get_number (value, &number) && number < 0;
  if (colour == ASK_GRID_COLOUR_NEGATIVE || !ask_grid_model_get_part (self->model, column, value, &zero, &part))
    return;
  if (colour == ASK_GRID_COLOUR_SCALE)
    {
      look->depth = MAX (part, 0.001);
      look->alert = FALSE;
      return;
    }
  look->bar_from = MIN (zero, part);
  look->bar_to = MAX (zero, part);
}

/**
 * ask_grid_body_describe:
 * @self: a body
 * @row: from 0, of what is shown
 * @column: of the rows
 * @look: (out): what the cell shows; its series is the caller's to free
 * @text: (out) (nullable): what @look borrows its text from
 */
void
ask_grid_body_describe (AskGridBody *self, gsize row, guint column, AskGridLook *look, char **text)
{
  AskArrangement *arrangement = ask_grid_model_get_arrangement (self->model);
  const AskValue *value = ask_arrangement_get (arrangement, row, column);
  AskCellFormat format = self->formats[column];

  look->right = format.right;
  look->about = ask_rows_get_column (ask_arrangement_get_rows (arrangement), column)->name;
  if (value->kind == ASK_VALUE_NULL)
    {
      look->text = "–";
      look->said = _ ("no value");
      look->dim = TRUE;
      return;
    }
  if (ask_grid_spark_describe (self, column, value, look, text))
    return;
  *text = ask_cell_to_text (value, format);
  if (value->kind == ASK_VALUE_TEXT)
    {
      char *line = ask_text_shorten (*text, MAX_CELL_CHARS);

      g_free (*text);
      *text = line;
    }
  look->text = *text;
  describe_colour (self, column, value, look);
  ask_grid_pictures_describe (self->pictures, value, column, look, text);
}

static int
measure_text (PangoLayout *layout, const char *text)
{
  int width;

  pango_layout_set_text (layout, text, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/**
 * ask_grid_body_find_width:
 * @self: a body
 * @column: of the rows
 *
 * Returns: how wide the column has to be for its name and what is shown first of it, in pixels
 */
int
ask_grid_body_find_width (AskGridBody *self, guint column)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  AskRows *rows = ask_grid_model_get_rows (self->model);
  gsize n = ask_rows_get_n_rows (rows);
  g_autofree char *name = ask_text_shorten (ask_rows_get_column (rows, column)->name, MAX_CELL_CHARS);
  g_autoptr (PangoAttrList) bold = pango_attr_list_new ();
  int width;
  glong longest = 0;

  pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, bold);
  /* Beside a name stand a sign of its order and a button. */
  width = measure_text (layout, name) + 40;
  pango_layout_set_attributes (layout, NULL);
  if (ask_grid_spark_is_drawn (self, column))
    return MAX (width, ASK_GRID_SPARK_WIDTH) + 2 * ASK_GRID_PADDING + 2;
  for (gsize i = 0; i < MIN (n, SAMPLE_ROWS); i++)
    {
      const AskValue *value = ask_rows_get (rows, i, column);
      g_autofree char *text = value->kind == ASK_VALUE_NULL ? NULL : ask_cell_to_text (value, self->formats[column]);
      glong length = text != NULL ? g_utf8_strlen (text, -1) : 0;

      /* Shorter texts are no wider, or little. */
      if (length * 5 < longest * 4)
        continue;
      longest = MAX (longest, length);
      if (length > MAX_CELL_CHARS)
        width = ASK_GRID_MOST_WIDTH;
      else if (length > 0)
        width = MAX (width, measure_text (layout, text));
    }
  width += ask_grid_pictures_get_room (self->pictures, column);
  return MIN (width + 2 * ASK_GRID_PADDING + 2, ASK_GRID_MOST_WIDTH);
}

static int
get_natural (AskGridBody *self, guint column)
{
  if (self->naturals[column] == 0)
    self->naturals[column] = ask_grid_body_find_width (self, column);
  return self->naturals[column];
}

static void
measure_lines (AskGridBody *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "Äg");
  g_autofree char *number = ask_number_count (MAX (99, ask_grid_body_get_n_rows (self)));
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  self->row_height = MAX (height + 14, ask_grid_pictures_get_height (self->pictures));
  self->head_height = height + 16;
  self->gutter = measure_text (layout, number) + 2 * ASK_GRID_PADDING;
}

/* How wide what is shown is altogether, not stretched. */
static int
get_total (AskGridBody *self)
{
  int total = self->gutter;

  for (guint i = 0; self->model != NULL && i < ask_grid_model_get_n_shown (self->model); i++)
    {
      guint column = ask_grid_model_get_shown (self->model, i);
      int width = ask_grid_model_get_width (self->model, column);

      total += width > 0 ? width : get_natural (self, column);
    }
  return total;
}

/* Room that is left over goes to texts whose width nobody chose, in equal parts. */
static void
place_columns (AskGridBody *self, int width)
{
  guint n = ask_grid_model_get_n_shown (self->model);
  int left = MAX (0, width - get_total (self));
  int end = self->gutter;
  int n_wide = 0;

  self->n_columns = n;
  self->ends = g_renew (int, self->ends, MAX (1, n));
  for (guint i = 0; i < n; i++)
    {
      guint column = ask_grid_model_get_shown (self->model, i);

      n_wide += ask_grid_model_get_width (self->model, column) == 0 && !self->formats[column].right;
    }
  for (guint i = 0; i < n; i++)
    {
      guint column = ask_grid_model_get_shown (self->model, i);
      int chosen = ask_grid_model_get_width (self->model, column);

      end += chosen > 0 ? chosen : get_natural (self, column);
      if (chosen == 0 && !self->formats[column].right)
        {
          int share = left / n_wide--;

          end += share;
          left -= share;
        }
      self->ends[i] = end;
    }
}

static void
add_slot (AskGridBody *self, guint place, int x, gboolean frozen)
{
  int begin = place > 0 ? self->ends[place - 1] : self->gutter;
  AskGridSlot slot = { place, ask_grid_model_get_shown (self->model, place), x, self->ends[place] - begin, frozen };

  g_array_append_val (self->slots, slot);
}

/* Which columns are on screen, and where. Returns: whether others than before */
static gboolean
place_slots (AskGridBody *self, int width)
{
  g_autoptr (GArray) before = g_steal_pointer (&self->slots);
  int scrolled = (int) gtk_adjustment_get_value (self->adjustments[GTK_ORIENTATION_HORIZONTAL]);
  guint n_frozen = ask_grid_model_get_n_frozen (self->model);
  gboolean changed;

  self->slots = g_array_new (FALSE, FALSE, sizeof (AskGridSlot));
  self->frozen = n_frozen > 0 ? self->ends[n_frozen - 1] : self->gutter;
  if (n_frozen > 0 && self->frozen > width * (1 - LEAST_FREE))
    {
      n_frozen = 0;
      self->frozen = self->gutter;
    }
  for (guint i = 0; i < self->n_columns; i++)
    {
      int begin = i > 0 ? self->ends[i - 1] : self->gutter;

      if (i < n_frozen)
        add_slot (self, i, begin, TRUE);
      else if (self->ends[i] - scrolled > self->frozen && begin - scrolled < width)
        add_slot (self, i, begin - scrolled, FALSE);
    }
  changed = before == NULL || before->len != self->slots->len;
  for (guint i = 0; i < self->slots->len && !changed; i++)
    changed = g_array_index (before, AskGridSlot, i).column != g_array_index (self->slots, AskGridSlot, i).column
              || g_array_index (before, AskGridSlot, i).place != g_array_index (self->slots, AskGridSlot, i).place;
  return changed;
}

static void
configure (AskGridBody *self, GtkOrientation orientation, double upper, double page, double step)
{
  GtkAdjustment *adjustment = self->adjustments[orientation];
  double value = CLAMP (gtk_adjustment_get_value (adjustment), 0, MAX (0, upper - page));

  gtk_adjustment_configure (adjustment, value, 0, MAX (upper, page), step, page, page);
}

static void
ask_grid_body_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AskGridBody *self = ASK_GRID_BODY (widget);
  int left = MAX (0, height - self->head_height);

  if (self->model == NULL || self->n_columns + ask_grid_model_get_n_shown (self->model) == 0)
    {
      gtk_widget_set_child_visible (self->head, FALSE);
      gtk_widget_set_child_visible (self->rows, FALSE);
      return;
    }
  gtk_widget_set_child_visible (self->head, TRUE);
  gtk_widget_set_child_visible (self->rows, TRUE);
  place_columns (self, width);
  configure (self, GTK_ORIENTATION_HORIZONTAL, self->n_columns > 0 ? self->ends[self->n_columns - 1] : self->gutter,
             width, 60);
  configure (self, GTK_ORIENTATION_VERTICAL, (double) ask_grid_body_get_n_rows (self) * self->row_height, left,
             self->row_height);
  if (place_slots (self, width))
    {
      ask_grid_head_update (ASK_GRID_HEAD (self->head));
      ask_grid_rows_rebind (ASK_GRID_ROWS (self->rows));
    }
  gtk_widget_measure (self->head, GTK_ORIENTATION_VERTICAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->head, &(GtkAllocation) { 0, 0, width, self->head_height }, -1);
  gtk_widget_measure (self->rows, GTK_ORIENTATION_VERTICAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->rows, &(GtkAllocation) { 0, self->head_height, width, left }, -1);
}

static void
ask_grid_body_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  AskGridBody *self = ASK_GRID_BODY (widget);

  measure_lines (self);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 60;
      *natural = MAX (60, get_total (self));
    }
  else
    {
      *minimum = ask_grid_body_get_height (self, 1);
      *natural = ask_grid_body_get_height (self, MAX (1, ask_grid_body_get_n_rows (self)));
    }
}

/** ask_grid_body_get_height: @self: a body; @n_rows: below the names; Returns: how high it is with so many, in pixels */
int
ask_grid_body_get_height (AskGridBody *self, gsize n_rows)
{
  if (self->row_height == 0)
    measure_lines (self);
  return (int) MIN ((gsize) self->head_height + n_rows * (gsize) self->row_height, 30000);
}

/** ask_grid_body_rebind: @self: a body; shows other rows, or the same otherwise */
void
ask_grid_body_rebind (AskGridBody *self)
{
  ask_grid_head_update (ASK_GRID_HEAD (self->head));
  ask_grid_rows_rebind (ASK_GRID_ROWS (self->rows));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
read_columns (AskGridBody *self)
{
  AskRows *rows = self->model != NULL ? ask_grid_model_get_rows (self->model) : NULL;
  guint n = rows != NULL ? ask_rows_get_n_columns (rows) : 0;

  g_clear_pointer (&self->formats, g_free);
  g_clear_pointer (&self->naturals, g_free);
  g_clear_pointer (&self->series, g_free);
  self->formats = g_new0 (AskCellFormat, n + 1);
  self->series = g_new0 (gboolean, n + 1);
  self->naturals = g_new0 (int, n + 1);
  for (guint i = 0; i < n; i++)
    {
      self->formats[i] = ask_cell_format_find (rows, i);
      self->series[i] = ask_chart_series_find (rows, i);
    }
  ask_grid_pictures_read (self->pictures);
}

static void
rows_changed (AskGridBody *self)
{
  read_columns (self);
  /* Slots hold columns of the rows that were. */
  g_array_set_size (self->slots, 0);
  ask_grid_select_forget (self);
}

/* Whether the cursor is still at the same row: more came behind it, or nothing changed there. */
static gboolean
is_in_place (AskGridBody *self)
{
  const AskArrangement *arrangement = ask_grid_model_get_arrangement (self->model);

  return self->has_cursor && ask_grid_select_fits (self, ask_arrangement_get_n_rows (arrangement))
         && ask_arrangement_get_row (arrangement, self->cursor.row) == self->cursor_row;
}

static void
arranged (AskGridBody *self)
{
  if (!is_in_place (self))
    ask_grid_select_forget (self);
  ask_grid_body_rebind (self);
}

/** ask_grid_body_set_model: @self: a body; @model: (nullable): what it shows from now on; a reference is kept */
void
ask_grid_body_set_model (AskGridBody *self, AskGridModel *model)
{
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_set_object (&self->model, model);
  rows_changed (self);
  if (model != NULL)
    {
      g_signal_connect_swapped (model, "rows-changed", G_CALLBACK (rows_changed), self);
      g_signal_connect_swapped (model, "arranged", G_CALLBACK (arranged), self);
      g_signal_connect_swapped (model, "columns-changed", G_CALLBACK (ask_grid_body_rebind), self);
    }
  ask_grid_body_rebind (self);
}

/** ask_grid_body_get_page: @self: a body; Returns: how many rows a page has */
guint
ask_grid_body_get_page (AskGridBody *self)
{
  return (guint) MAX (1, gtk_widget_get_height (self->rows) / MAX (1, self->row_height) - 1);
}

/* Scrolls so that from @from to @to is within what is seen of a direction. */
static void
clamp_page (GtkAdjustment *adjustment, double from, double to, double covered)
{
  double value = gtk_adjustment_get_value (adjustment);
  double page = gtk_adjustment_get_page_size (adjustment);

  if (to > value + page)
    value = to - page;
  if (from < value + covered)
    value = from - covered;
  gtk_adjustment_set_value (adjustment, value);
}

/** ask_grid_body_show: @self: a body; @point: a cell, which is scrolled into sight */
void
ask_grid_body_show (AskGridBody *self, AskGridPoint point)
{
  double top = (double) point.row * self->row_height;

  clamp_page (self->adjustments[GTK_ORIENTATION_VERTICAL], top, top + self->row_height, 0);
  if (point.place < self->n_columns && self->ends[point.place] > self->frozen)
    clamp_page (self->adjustments[GTK_ORIENTATION_HORIZONTAL], point.place > 0 ? self->ends[point.place - 1] : 0,
                self->ends[point.place], self->frozen);
}

/** ask_grid_body_find_slot: @self: a body; @x: on screen; Returns: (transfer none) (nullable): the column that is there */
const AskGridSlot *
ask_grid_body_find_slot (AskGridBody *self, double x)
{
  if (ask_grid_body_is_rtl (self))
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  for (guint i = 0; i < self->slots->len; i++)
    {
      const AskGridSlot *slot = &g_array_index (self->slots, AskGridSlot, i);

      if (x >= slot->x && x < slot->x + slot->width && (slot->frozen || x >= self->frozen))
        return slot;
    }
  return NULL;
}

/** ask_grid_body_find_point: @self: a body; @x, @y: on screen; @point: (out): the cell there; Returns: whether there is one */
gboolean
ask_grid_body_find_point (AskGridBody *self, double x, double y, AskGridPoint *point)
{
  const AskGridSlot *slot = ask_grid_body_find_slot (self, x);
  double top = y - self->head_height + gtk_adjustment_get_value (self->adjustments[GTK_ORIENTATION_VERTICAL]);

  if (slot == NULL || y < self->head_height || top / self->row_height >= (double) ask_grid_body_get_n_rows (self))
    return FALSE;
  *point = (AskGridPoint) { (gsize) (top / self->row_height), slot->place };
  return TRUE;
}

static void
scrolled (AskGridBody *self)
{
  if (self->model == NULL || self->n_columns != ask_grid_model_get_n_shown (self->model))
    return;
  if (place_slots (self, gtk_widget_get_width (GTK_WIDGET (self))))
    {
      ask_grid_head_update (ASK_GRID_HEAD (self->head));
      ask_grid_rows_rebind (ASK_GRID_ROWS (self->rows));
    }
  ask_grid_rows_move (ASK_GRID_ROWS (self->rows));
  gtk_widget_queue_allocate (self->head);
}

static void
scrolled_down (AskGridBody *self)
{
  if (self->model != NULL && self->n_columns == ask_grid_model_get_n_shown (self->model))
    ask_grid_rows_scroll (ASK_GRID_ROWS (self->rows));
}

static void
set_adjustment (AskGridBody *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  if (adjustment != NULL && adjustment == self->adjustments[orientation])
    return;
  if (self->adjustments[orientation] != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustments[orientation], self);
  g_clear_object (&self->adjustments[orientation]);
  if (adjustment == NULL)
    adjustment = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  self->adjustments[orientation] = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed",
                            G_CALLBACK (orientation == GTK_ORIENTATION_HORIZONTAL ? scrolled : scrolled_down), self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
ask_grid_body_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  AskGridBody *self = ASK_GRID_BODY (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
      set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, g_value_get_object (value));
      break;
    case PROP_VADJUSTMENT:
      set_adjustment (self, GTK_ORIENTATION_VERTICAL, g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
      self->policies[GTK_ORIENTATION_HORIZONTAL] = (GtkScrollablePolicy) g_value_get_enum (value);
      break;
    case PROP_VSCROLL_POLICY:
      self->policies[GTK_ORIENTATION_VERTICAL] = (GtkScrollablePolicy) g_value_get_enum (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ask_grid_body_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  AskGridBody *self = ASK_GRID_BODY (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
      g_value_set_object (value, self->adjustments[GTK_ORIENTATION_HORIZONTAL]);
      break;
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->adjustments[GTK_ORIENTATION_VERTICAL]);
      break;
    case PROP_HSCROLL_POLICY:
      g_value_set_enum (value, self->policies[GTK_ORIENTATION_HORIZONTAL]);
      break;
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, self->policies[GTK_ORIENTATION_VERTICAL]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

/* Text of another size needs other rooms. */
static void
forget_sizes (AskGridBody *self)
{
  for (guint i = 0; self->model != NULL && i < ask_grid_model_get_n_columns (self->model); i++)
    self->naturals[i] = 0;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
ask_grid_body_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ask_grid_body_parent_class)->css_changed (widget, change);
  forget_sizes (ASK_GRID_BODY (widget));
}

static void
ask_grid_body_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (ask_grid_body_parent_class)->system_setting_changed (widget, setting);
  forget_sizes (ASK_GRID_BODY (widget));
}

/* Between what is frozen and what scrolls stands a line. */
static void
ask_grid_body_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskGridBody *self = ASK_GRID_BODY (widget);
  int width = gtk_widget_get_width (widget);
  GdkRGBA colour;

  GTK_WIDGET_CLASS (ask_grid_body_parent_class)->snapshot (widget, snapshot);
  if (self->frozen <= self->gutter || self->model == NULL)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  colour.alpha *= 0.35f;
  gtk_snapshot_append_color (snapshot, &colour,
                             &GRAPHENE_RECT_INIT ((float) (ask_grid_body_is_rtl (self) ? width - self->frozen
                                                                                       : self->frozen - 1),
                                                  0, 1, (float) gtk_widget_get_height (widget)));
}

static void
ask_grid_body_dispose (GObject *object)
{
  AskGridBody *self = ASK_GRID_BODY (object);

  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_object (&self->model);
  for (guint i = 0; i < 2; i++)
    {
      if (self->adjustments[i] != NULL)
        g_signal_handlers_disconnect_by_data (self->adjustments[i], self);
      g_clear_object (&self->adjustments[i]);
    }
  g_clear_pointer (&self->head, gtk_widget_unparent);
  g_clear_pointer (&self->rows, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_grid_body_parent_class)->dispose (object);
}

static void
ask_grid_body_finalize (GObject *object)
{
  AskGridBody *self = ASK_GRID_BODY (object);

  g_free (self->formats);
  g_free (self->series);
  g_free (self->naturals);
  g_free (self->ends);
  g_free (self->tooltip);
  ask_grid_pictures_free (self->pictures);
  g_array_unref (self->slots);
  g_array_unref (self->others);
  G_OBJECT_CLASS (ask_grid_body_parent_class)->finalize (object);
}

static void
ask_grid_body_class_init (AskGridBodyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ask_grid_body_dispose;
  object_class->finalize = ask_grid_body_finalize;
  object_class->set_property = ask_grid_body_set_property;
  object_class->get_property = ask_grid_body_get_property;
  widget_class->measure = ask_grid_body_measure;
  widget_class->size_allocate = ask_grid_body_size_allocate;
  widget_class->snapshot = ask_grid_body_snapshot;
  widget_class->css_changed = ask_grid_body_css_changed;
  widget_class->system_setting_changed = ask_grid_body_system_setting_changed;
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
  gtk_widget_class_set_css_name (widget_class, "askgrid");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
  /**
   * AskGridBody::selected:
   *
   * The selection, or the cell that the keyboard is at, changed.
   */
  g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* AskGridBody::activated: @row, @column: both of the rows. */
  g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_UINT, G_TYPE_UINT);
}

static void
ask_grid_body_init (AskGridBody *self)
{
  self->slots = g_array_new (FALSE, FALSE, sizeof (AskGridSlot));
  self->others = g_array_new (FALSE, FALSE, sizeof (AskGridRange));
  self->pictures = ask_grid_pictures_new (self);
  self->row_height = 1;
  set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, NULL);
  set_adjustment (self, GTK_ORIENTATION_VERTICAL, NULL);
  self->head = ask_grid_head_new (self);
  gtk_widget_set_parent (self->head, GTK_WIDGET (self));
  self->rows = ask_grid_rows_new (self);
  gtk_widget_set_parent (self->rows, GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  read_columns (self);
  measure_lines (self);
  ask_grid_select_watch (self);
}

/** ask_grid_body_new: Returns: (transfer floating): a body without columns */
GtkWidget *
ask_grid_body_new (void)
{
  return g_object_new (ASK_TYPE_GRID_BODY, NULL);
}
