/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the keyboard is, and what is selected: a block of cells between the cursor and where it set out, and blocks that were
 * selected before it and kept, with Ctrl held or after Shift+F8 as in other spreadsheets. The cursor's cell
 * has the focus, so that a screen reader reads it; while it is out of sight, the body has.
 */
#include "config.h"

#include "app/grid/ask-grid-picture.h"

#include "base/ask-text.h"

/* The selection is the block between both. */
static void
span (AskGridBody *self)
{
  self->range = (AskGridRange) {
    MIN (self->cursor.row, self->anchor.row),
    MAX (self->cursor.row, self->anchor.row) + 1,
    MIN (self->cursor.place, self->anchor.place),
    MAX (self->cursor.place, self->anchor.place) + 1,
  };
}

/* Blocks of one selection: more than anybody keeps in mind, and each cell asks all of them. */
#define MAX_BLOCKS 64

/* What is selected stays, and what is selected next is one more block. */
static void
keep_block (AskGridBody *self)
{
  if (self->has_cursor && self->range.to > self->range.from && self->others->len + 1 < MAX_BLOCKS)
    g_array_append_val (self->others, self->range);
}

static void
give_up_blocks (AskGridBody *self)
{
  self->adding = FALSE;
  g_array_set_size (self->others, 0);
}

static gboolean
has (const AskGridRange *range, gsize row, guint place)
{
  return row >= range->from && row < range->to && place >= range->first && place < range->last;
}

/** ask_grid_select_has: @row, @place: from 0, of what is shown; Returns: whether that cell is selected */
gboolean
ask_grid_select_has (AskGridBody *self, gsize row, guint place)
{
  if (has (&self->range, row, place))
    return TRUE;
  for (guint i = 0; i < self->others->len; i++)
    if (has (&g_array_index (self->others, AskGridRange, i), row, place))
      return TRUE;
  return FALSE;
}

/** ask_grid_select_fits: @n_rows: that are shown now; Returns: whether all that is selected is among them */
gboolean
ask_grid_select_fits (AskGridBody *self, gsize n_rows)
{
  for (guint i = 0; i < self->others->len; i++)
    if (g_array_index (self->others, AskGridRange, i).to > n_rows)
      return FALSE;
  return self->range.to <= n_rows;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  guint one = *(const guint *) a, other = *(const guint *) b;

  return one < other ? -1 : one > other;
}

/* The places of all columns in which something is selected, in their order. */
static GArray *
list_places (AskGridBody *self, const AskGridRange *ranges, guint n)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));
  guint kept = 0;

  for (guint i = 0; i < n; i++)
    for (guint place = ranges[i].first; place < MIN (ranges[i].last, self->n_columns); place++)
      g_array_append_val (places, place);
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++)
    if (kept == 0 || g_array_index (places, guint, i) != g_array_index (places, guint, kept - 1))
      g_array_index (places, guint, kept++) = g_array_index (places, guint, i);
  g_array_set_size (places, kept);
  return places;
}

static guint
find_place (const GArray *places, guint wanted)
{
  guint i = 0;

  while (i < places->len && g_array_index (places, guint, i) < wanted)
    i++;
  return i;
}

/**
 * ask_grid_selection_new:
 * @body: with a model
 *
 * Returns: (transfer full) (nullable): what is selected; %NULL for nothing
 */
AskGridSelection *
ask_grid_selection_new (AskGridBody *body)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (AskGridRange));
  g_autoptr (GArray) places = NULL;
  AskGridSelection *self;

  if (body->model == NULL || body->range.from == body->range.to)
    return NULL;
  g_array_append_vals (ranges, body->others->data, body->others->len);
  g_array_append_val (ranges, body->range);
  places = list_places (body, (const AskGridRange *) (gpointer) ranges->data, ranges->len);
  self = g_new0 (AskGridSelection, 1);
  self->arrangement = ask_arrangement_ref (ask_grid_model_get_arrangement (body->model));
  self->columns = g_new (guint, places->len + 1);
  for (guint i = 0; i < places->len; i++)
    self->columns[i] = ask_grid_model_get_shown (body->model, g_array_index (places, guint, i));
  self->parts = g_new (AskBlockPart, ranges->len);
  self->block = (AskBlock) { self->arrangement, body->range.from, body->range.to, self->columns, places->len, NULL, 0 };
  for (guint i = 0; i < ranges->len; i++)
    {
      const AskGridRange *range = &g_array_index (ranges, AskGridRange, i);
      AskBlockPart *part = &self->parts[i];

      *part = (AskBlockPart) { range->from, range->to, find_place (places, range->first),
                               find_place (places, range->last) };
      self->block.from = MIN (self->block.from, part->from);
      self->block.to = MAX (self->block.to, part->to);
      self->cells += (part->to - part->from) * (part->last - part->first);
    }
  if (ranges->len > 1)
    {
      self->block.parts = self->parts;
      self->block.n_parts = ranges->len;
    }
  return self;
}

/** ask_grid_selection_free: @self: (nullable): a selection that nobody reads any more */
void
ask_grid_selection_free (AskGridSelection *self)
{
  if (self == NULL)
    return;
  ask_arrangement_unref (self->arrangement);
  g_free (self->columns);
  g_free (self->parts);
  g_free (self);
}

static void
selected (AskGridBody *self)
{
  if (self->has_cursor)
    self->cursor_row = ask_arrangement_get_row (ask_grid_model_get_arrangement (self->model), self->cursor.row);
  ask_grid_rows_select (ASK_GRID_ROWS (self->rows));
  g_signal_emit_by_name (self, "selected");
}

/* The cell's widget comes with the next layout, where it is scrolled into sight. */
static gboolean
focus_cursor (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AskGridBody *self = ASK_GRID_BODY (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GtkWidget *cell = ask_grid_rows_find_cell (ASK_GRID_ROWS (self->rows), self->cursor);

  if (cell != NULL && focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget)))
    gtk_widget_grab_focus (cell);
  return G_SOURCE_REMOVE;
}

static void
go_to (AskGridBody *self, AskGridPoint point, gboolean extend)
{
  gsize n_rows = ask_grid_body_get_n_rows (self);
  GtkWidget *cell;

  if (n_rows == 0 || self->n_columns == 0)
    return;
  point.row = MIN (point.row, n_rows - 1);
  point.place = MIN (point.place, self->n_columns - 1);
  self->cursor = point;
  if (!extend || !self->has_cursor)
    self->anchor = point;
  self->has_cursor = TRUE;
  span (self);
  ask_grid_body_show (self, point);
  cell = ask_grid_rows_find_cell (ASK_GRID_ROWS (self->rows), point);
  if (cell != NULL)
    gtk_widget_grab_focus (cell);
  else
    {
      gtk_widget_grab_focus (GTK_WIDGET (self));
      gtk_widget_add_tick_callback (GTK_WIDGET (self), focus_cursor, NULL, NULL);
    }
  selected (self);
}

/**
 * ask_grid_select_point:
 * @self: a body
 * @point: a cell, which gets the focus; one that does not exist is taken for the nearest
 * @extend: whether the selection reaches to it from where it began; else it is selected alone
 */
void
ask_grid_select_point (AskGridBody *self, AskGridPoint point, gboolean extend)
{
  if (!extend)
    give_up_blocks (self);
  go_to (self, point, extend);
}

/** ask_grid_select_range: @self: a body; @range: what is selected from now on, its first cell being the cursor */
void
ask_grid_select_range (AskGridBody *self, AskGridRange range)
{
  if (range.to > ask_grid_body_get_n_rows (self) || range.from >= range.to || range.first >= range.last)
    return;
  self->range = range;
  self->anchor = (AskGridPoint) { range.to - 1, range.last - 1 };
  if (!self->has_cursor || self->cursor.row < range.from || self->cursor.row >= range.to
      || self->cursor.place < range.first || self->cursor.place >= range.last)
    self->cursor = (AskGridPoint) { range.from, range.first };
  self->has_cursor = TRUE;
  selected (self);
}

/** ask_grid_select_all: @self: a body; selects what is shown */
void
ask_grid_select_all (AskGridBody *self)
{
  give_up_blocks (self);
  ask_grid_select_range (self, (AskGridRange) { 0, ask_grid_body_get_n_rows (self), 0, self->n_columns });
}

/** ask_grid_select_forget: @self: a body; nothing is selected any more: what was may stand elsewhere now */
void
ask_grid_select_forget (AskGridBody *self)
{
  give_up_blocks (self);
  self->has_cursor = FALSE;
  self->cursor = self->anchor = (AskGridPoint) { 0 };
  self->range = (AskGridRange) { 0 };
  selected (self);
}

static void
activate (AskGridBody *self, AskGridPoint point)
{
  AskArrangement *arrangement = ask_grid_model_get_arrangement (self->model);

  if (ask_grid_pictures_open (self->pictures, point))
    return;
  if (self->tooltip != NULL)
    g_signal_emit_by_name (self, "activated", (guint) ask_arrangement_get_row (arrangement, point.row),
                           ask_grid_model_get_shown (self->model, point.place));
}

/* Steps of the cursor; all in lines' own directions. */
typedef struct
{
  guint key;
  int rows;
  int places;
} Step;

#define ALL G_MAXINT
#define PAGE (G_MAXINT - 1)

static const Step steps[] = {
  { GDK_KEY_Up, -1, 0 },
  { GDK_KEY_Down, 1, 0 },
  { GDK_KEY_Left, 0, -1 },
  { GDK_KEY_Right, 0, 1 },
  { GDK_KEY_KP_Up, -1, 0 },
  { GDK_KEY_KP_Down, 1, 0 },
  { GDK_KEY_KP_Left, 0, -1 },
  { GDK_KEY_KP_Right, 0, 1 },
  { GDK_KEY_Page_Up, -PAGE, 0 },
  { GDK_KEY_Page_Down, PAGE, 0 },
  { GDK_KEY_Home, 0, -ALL },
  { GDK_KEY_End, 0, ALL },
  { GDK_KEY_KP_Page_Up, -PAGE, 0 },
  { GDK_KEY_KP_Page_Down, PAGE, 0 },
  { GDK_KEY_KP_Home, 0, -ALL },
  { GDK_KEY_KP_End, 0, ALL },
};

static gint64
move (gint64 from, int by, guint page, gint64 n)
{
  gint64 step = by == PAGE ? page : by == -PAGE ? -(gint64) page : by;

  return CLAMP (from + step, 0, n - 1);
}

static gboolean
step (AskGridBody *self, const Step *step, GdkModifierType state)
{
  gboolean extend = (state & GDK_SHIFT_MASK) != 0;
  gboolean far = (state & GDK_CONTROL_MASK) != 0;
  gint64 n_rows = (gint64) ask_grid_body_get_n_rows (self);
  int rows = step->rows, places = step->places;
  AskGridPoint point = self->cursor;

  if (n_rows == 0 || self->n_columns == 0)
    return FALSE;
  if (ask_grid_body_is_rtl (self) && ABS (places) == 1)
    places = -places;
  if (!self->has_cursor)
    {
      ask_grid_select_point (self, point, FALSE);
      return TRUE;
    }
  /* Above the first row are the names. */
  if (rows == -1 && point.row == 0 && !extend && !far)
    {
      GtkWidget *name
        = ask_grid_head_find_cell (ASK_GRID_HEAD (self->head), ask_grid_model_get_shown (self->model, point.place));

      return name != NULL && gtk_widget_grab_focus (name);
    }
  if (far && ABS (rows) == 1)
    rows = rows < 0 ? -ALL : ALL;
  if (far && ABS (places) == 1)
    places = places < 0 ? -ALL : ALL;
  else if (far && ABS (places) == ALL)
    rows = places < 0 ? -ALL : ALL;
  point.row = (gsize) move ((gint64) point.row, rows, ask_grid_body_get_page (self), n_rows);
  point.place = (guint) move (point.place, places, 0, self->n_columns);
  if (self->adding)
    go_to (self, point, extend);
  else
    ask_grid_select_point (self, point, extend);
  return TRUE;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, AskGridBody *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (self->model == NULL || (focus != NULL && gtk_widget_is_ancestor (focus, self->head)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i].key == key && (state & GDK_ALT_MASK) == 0)
      return step (self, &steps[i], state);
  switch (key)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->has_cursor && (self->tooltip != NULL || ask_grid_pictures_has (self->pictures, self->cursor)))
        {
          activate (self, self->cursor);
          return TRUE;
        }
      return FALSE;
    case GDK_KEY_space:
      if ((state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0 || !self->has_cursor)
        return FALSE;
      if ((state & GDK_SHIFT_MASK) != 0)
        ask_grid_select_range (self, (AskGridRange) { self->range.from, self->range.to, 0, self->n_columns });
      else
        ask_grid_select_range (self, (AskGridRange) { 0, ask_grid_body_get_n_rows (self), self->range.first,
                                                      self->range.last });
      return TRUE;
    case GDK_KEY_F8:
      if ((state & GDK_SHIFT_MASK) == 0 || !self->has_cursor)
        return FALSE;
      keep_block (self);
      self->adding = TRUE;
      return TRUE;
    case GDK_KEY_Escape:
      if (!self->adding && self->others->len == 0 && self->range.to - self->range.from <= 1
          && self->range.last - self->range.first <= 1)
        return FALSE;
      ask_grid_select_point (self, self->cursor, FALSE);
      return TRUE;
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (!self->has_cursor || (key == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) == 0))
        return FALSE;
      ask_grid_menu_popup_cell (ASK_GRID (gtk_widget_get_ancestor (GTK_WIDGET (self), ASK_TYPE_GRID)), self->cursor);
      return TRUE;
    default:
      return FALSE;
    }
}

/* The numbers of the rows select whole rows. */
static gboolean
find_row (AskGridBody *self, double x, double y, gsize *row)
{
  double top = y - self->head_height + gtk_adjustment_get_value (self->adjustments[GTK_ORIENTATION_VERTICAL]);

  if (ask_grid_body_is_rtl (self))
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  if (x >= self->gutter || y < self->head_height || top < 0
      || top / self->row_height >= (double) ask_grid_body_get_n_rows (self))
    return FALSE;
  *row = (gsize) (top / self->row_height);
  return TRUE;
}

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, AskGridBody *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  gboolean extend = (state & GDK_SHIFT_MASK) != 0;
  gboolean more = (state & GDK_CONTROL_MASK) != 0 && !extend;
  AskGridPoint point;
  gsize row;

  if (find_row (self, x, y, &row))
    {
      if (more)
        keep_block (self);
      else if (!extend)
        give_up_blocks (self);
      gsize from = extend && self->has_cursor ? MIN (row, self->range.from) : row;
      gsize to = extend && self->has_cursor ? MAX (row + 1, self->range.to) : row + 1;

      go_to (self, (AskGridPoint) { row, self->n_columns - 1 }, FALSE);
      self->cursor.place = 0;
      ask_grid_select_range (self, (AskGridRange) { from, to, 0, self->n_columns });
      return;
    }
  if (!ask_grid_body_find_point (self, x, y, &point))
    return;
  if (more)
    {
      keep_block (self);
      go_to (self, point, FALSE);
    }
  else
    ask_grid_select_point (self, point, extend);
}

static void
released (GtkGestureClick *gesture, int n_press, double x, double y, AskGridBody *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  AskGridPoint point;

  if (n_press == 1 && (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0
      && ask_grid_body_find_point (self, x, y, &point) && point.row == self->anchor.row
      && point.place == self->anchor.place && self->range.to - self->range.from == 1
      && self->range.last - self->range.first == 1)
    activate (self, point);
}

static void
menu_pressed (GtkGestureClick *gesture, int n_press, double x, double y, AskGridBody *self)
{
  AskGridPoint point;

  if (!ask_grid_body_find_point (self, x, y, &point))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (!ask_grid_select_has (self, point.row, point.place))
    ask_grid_select_point (self, point, FALSE);
  ask_grid_menu_popup_cell (ASK_GRID (gtk_widget_get_ancestor (GTK_WIDGET (self), ASK_TYPE_GRID)), point);
}

static void
drag_update (GtkGestureDrag *gesture, double x, double y, AskGridBody *self)
{
  AskGridPoint point;
  double from_x, from_y;
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (!gtk_gesture_drag_get_start_point (gesture, &from_x, &from_y) || from_y < self->head_height || !self->has_cursor
      || ABS (x) + ABS (y) < 6)
    return;
  /* Beyond an edge, it goes on there. */
  if (ask_grid_body_find_point (self, CLAMP (from_x + x, 1, width - 2),
                                CLAMP (from_y + y, self->head_height + 1, height - 2), &point))
    {
      if (from_y + y > height && point.row + 1 < ask_grid_body_get_n_rows (self))
        point.row++;
      else if (from_y + y < self->head_height && point.row > 0)
        point.row--;
      if (point.row != self->cursor.row || point.place != self->cursor.place)
        {
          gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
          ask_grid_select_point (self, point, TRUE);
        }
    }
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  AskGridBody *self = ASK_GRID_BODY (widget);
  AskArrangement *arrangement = self->model != NULL ? ask_grid_model_get_arrangement (self->model) : NULL;
  AskGridPoint point = self->cursor;
  const AskValue *value;
  GtkWidget *cell;
  g_autofree char *picture = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *cut = NULL;

  if (arrangement == NULL || (keyboard ? !self->has_cursor : !ask_grid_body_find_point (self, x, y, &point)))
    return FALSE;
  picture = ask_grid_pictures_dup_tooltip (self->pictures, point);
  if (picture != NULL)
    {
      gtk_tooltip_set_text (tooltip, picture);
      return TRUE;
    }
  cell = ask_grid_rows_find_cell (ASK_GRID_ROWS (self->rows), point);
  value = ask_arrangement_get (arrangement, point.row, ask_grid_model_get_shown (self->model, point.place));
  if (cell == NULL || value->kind == ASK_VALUE_NULL || value->kind == ASK_VALUE_BLOB)
    return FALSE;
  whole = ask_value_to_text (value);
  if (g_strcmp0 (whole, ask_grid_cell_get_text (ASK_GRID_CELL (cell))) == 0
      && !ask_grid_cell_is_cut (ASK_GRID_CELL (cell)))
    {
      gtk_tooltip_set_text (tooltip, self->tooltip);
      return self->tooltip != NULL;
    }
  cut = ask_text_shorten (whole, 2000);
  gtk_tooltip_set_text (tooltip, cut);
  return TRUE;
}

static void
focus_entered (GtkEventControllerFocus *controller, AskGridBody *self)
{
  if (gtk_widget_is_focus (GTK_WIDGET (self)) && self->model != NULL && !self->has_cursor)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), focus_cursor, NULL, NULL);
}

/** ask_grid_select_watch: @self: a body that is being made; listens to keys and the pointer */
void
ask_grid_select_watch (AskGridBody *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkWidget *widget = GTK_WIDGET (self);

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect (focus, "enter", G_CALLBACK (focus_entered), self);
  gtk_widget_add_controller (widget, focus);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect (menu, "pressed", G_CALLBACK (menu_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (menu));
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
}
