/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows that are on screen, and their cells. A row that leaves at one end comes back at the other with other cells: what
 * stays in sight is not made anew, and widgets stand in the order of what they show, which is how a screen reader reads.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include "base/ask-number.h"

/* @cells: (element-type AskGridCell): the row's number, then one for each slot of the body */
struct _AskGridRow
{
  GtkWidget parent_instance;
  AskGridBody *body;
  GPtrArray *cells;
  gsize row;
};

G_DEFINE_FINAL_TYPE (AskGridRow, ask_grid_row, GTK_TYPE_WIDGET)

/* @rows: (element-type AskGridRow): those on screen, from @first on */
struct _AskGridRows
{
  GtkWidget parent_instance;
  AskGridBody *body;
  GPtrArray *rows;
  gsize first;
};

G_DEFINE_FINAL_TYPE (AskGridRows, ask_grid_rows, GTK_TYPE_WIDGET)

static const AskGridSlot *
get_slot (const AskGridBody *body, guint i)
{
  return &g_array_index (body->slots, AskGridSlot, i);
}

static void
keep_cells (AskGridRow *self)
{
  guint n = self->body->slots->len + 1;

  while (self->cells->len > n)
    {
      gtk_widget_unparent (self->cells->pdata[self->cells->len - 1]);
      g_ptr_array_set_size (self->cells, (int) self->cells->len - 1);
    }
  while (self->cells->len < n)
    {
      GtkWidget *cell
        = ask_grid_cell_new (self->cells->len == 0 ? GTK_ACCESSIBLE_ROLE_ROW_HEADER : GTK_ACCESSIBLE_ROLE_GRID_CELL);

      if (self->cells->len == 0)
        gtk_widget_add_css_class (cell, "number");
      gtk_widget_set_parent (cell, GTK_WIDGET (self));
      g_ptr_array_add (self->cells, cell);
    }
}

/** ask_grid_row_select: @self: a row; shows which of its cells are selected */
void
ask_grid_row_select (AskGridRow *self)
{
  for (guint i = 1; i < self->cells->len; i++)
    ask_grid_cell_set_selected (self->cells->pdata[i],
                                ask_grid_select_has (self->body, self->row, get_slot (self->body, i - 1)->place));
}

/** ask_grid_row_set: @self: a row; @row: from 0, of what is shown: which one it is from now on */
void
ask_grid_row_set (AskGridRow *self, gsize row)
{
  g_autofree char *number = ask_number_count (row + 1);
  AskGridLook head = { .text = number, .right = TRUE, .dim = TRUE };

  self->row = row;
  keep_cells (self);
  ask_grid_cell_set (self->cells->pdata[0], &head);
  for (guint i = 1; i < self->cells->len; i++)
    {
      const AskGridSlot *slot = get_slot (self->body, i - 1);
      g_autofree char *text = NULL;
      AskGridLook look = { 0 };

      ask_grid_body_describe (self->body, row, slot->column, &look, &text);
      look.selected = ask_grid_select_has (self->body, row, slot->place);
      ask_grid_cell_set (self->cells->pdata[i], &look);
      g_clear_pointer (&look.series, g_array_unref);
    }
}

/** ask_grid_row_get: @self: a row; Returns: which one it is, from 0, of what is shown */
gsize
ask_grid_row_get (AskGridRow *self)
{
  return self->row;
}

/** ask_grid_row_find_cell: @self: a row; @place: of a shown column; Returns: (transfer none) (nullable): its cell */
GtkWidget *
ask_grid_row_find_cell (AskGridRow *self, guint place)
{
  for (guint i = 1; i < self->cells->len; i++)
    if (get_slot (self->body, i - 1)->place == place)
      return self->cells->pdata[i];
  return NULL;
}

static void
ask_grid_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AskGridRow *self = ASK_GRID_ROW (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  for (guint i = 0; i < self->cells->len && i <= self->body->slots->len; i++)
    {
      const AskGridSlot *slot = i > 0 ? get_slot (self->body, i - 1) : NULL;
      int w = slot != NULL ? slot->width : self->body->gutter;
      int x = slot != NULL ? slot->x : 0;

      gtk_widget_measure (self->cells->pdata[i], GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (self->cells->pdata[i], &(GtkAllocation) { rtl ? width - x - w : x, 0, w, height }, -1);
    }
}

static void
ask_grid_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskGridRow *self = ASK_GRID_ROW (widget);
  int width = gtk_widget_get_width (widget), frozen = MIN (self->body->frozen, width);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (rtl ? 0 : (float) frozen, 0, (float) (width - frozen),
                                                         (float) gtk_widget_get_height (widget)));
  for (guint i = 1; i < self->cells->len && i <= self->body->slots->len; i++)
    if (!get_slot (self->body, i - 1)->frozen)
      gtk_widget_snapshot_child (widget, self->cells->pdata[i], snapshot);
  gtk_snapshot_pop (snapshot);
  for (guint i = 0; i < self->cells->len && i <= self->body->slots->len; i++)
    if (i == 0 || get_slot (self->body, i - 1)->frozen)
      gtk_widget_snapshot_child (widget, self->cells->pdata[i], snapshot);
}

static void
ask_grid_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
ask_grid_row_dispose (GObject *object)
{
  AskGridRow *self = ASK_GRID_ROW (object);

  for (guint i = 0; i < self->cells->len; i++)
    gtk_widget_unparent (self->cells->pdata[i]);
  g_ptr_array_set_size (self->cells, 0);
  G_OBJECT_CLASS (ask_grid_row_parent_class)->dispose (object);
}

static void
ask_grid_row_finalize (GObject *object)
{
  g_ptr_array_unref (ASK_GRID_ROW (object)->cells);
  G_OBJECT_CLASS (ask_grid_row_parent_class)->finalize (object);
}

static void
ask_grid_row_class_init (AskGridRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_grid_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_grid_row_finalize;
  widget_class->measure = ask_grid_row_measure;
  widget_class->size_allocate = ask_grid_row_size_allocate;
  widget_class->snapshot = ask_grid_row_snapshot;
  gtk_widget_class_set_css_name (widget_class, "row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ROW);
}

static void
ask_grid_row_init (AskGridRow *self)
{
  self->cells = g_ptr_array_new ();
}

/** ask_grid_row_new: @body: whose slots its cells stand in, and which outlives it; Returns: (transfer floating): a row */
GtkWidget *
ask_grid_row_new (AskGridBody *body)
{
  AskGridRow *self = g_object_new (ASK_TYPE_GRID_ROW, NULL);

  self->body = body;
  return GTK_WIDGET (self);
}

/* Makes the rows on screen those from @first on: what was there already stays itself. */
static void
turn_rows (AskGridRows *self, gsize first)
{
  gsize n = self->rows->len;

  while (self->first < first && first - self->first < n && self->first + n > first)
    {
      GtkWidget *row = self->rows->pdata[0];

      g_ptr_array_remove_index (self->rows, 0);
      gtk_widget_insert_after (row, GTK_WIDGET (self),
                               self->rows->len > 0 ? self->rows->pdata[self->rows->len - 1] : NULL);
      g_ptr_array_add (self->rows, row);
      self->first++;
    }
  while (self->first > first && self->first - first < n)
    {
      GtkWidget *row = self->rows->pdata[self->rows->len - 1];

      g_ptr_array_set_size (self->rows, (int) self->rows->len - 1);
      gtk_widget_insert_after (row, GTK_WIDGET (self), NULL);
      g_ptr_array_insert (self->rows, 0, row);
      self->first--;
    }
  self->first = first;
}

static int
get_scrolled (const AskGridRows *self)
{
  return (int) gtk_adjustment_get_value (self->body->adjustments[GTK_ORIENTATION_VERTICAL]);
}

/* As many rows as fill @height, from the first that is in sight. */
static void
keep_rows (AskGridRows *self, int height)
{
  gsize n_rows = ask_grid_body_get_n_rows (self->body);
  gsize first = (gsize) (MAX (0, get_scrolled (self)) / self->body->row_height);
  guint n = (guint) MIN ((gsize) (height / self->body->row_height) + 2, n_rows - MIN (first, n_rows));

  while (self->rows->len > n)
    {
      gtk_widget_unparent (self->rows->pdata[self->rows->len - 1]);
      g_ptr_array_set_size (self->rows, (int) self->rows->len - 1);
    }
  turn_rows (self, first);
  for (guint i = 0; i < n; i++)
    {
      gboolean fresh = i >= self->rows->len;

      if (fresh)
        {
          GtkWidget *row = ask_grid_row_new (self->body);

          gtk_widget_insert_before (row, GTK_WIDGET (self), NULL);
          g_ptr_array_add (self->rows, row);
        }
      if (fresh || ask_grid_row_get (self->rows->pdata[i]) != first + i)
        ask_grid_row_set (self->rows->pdata[i], first + i);
    }
  if (first + n + n >= n_rows && n_rows > 0)
    ask_grid_model_want_more (self->body->model);
}

static void
ask_grid_rows_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AskGridRows *self = ASK_GRID_ROWS (widget);
  int row_height = self->body->row_height;

  keep_rows (self, height);
  for (guint i = 0; i < self->rows->len; i++)
    {
      gint64 top = (gint64) (self->first + i) * row_height - get_scrolled (self);

      gtk_widget_measure (self->rows->pdata[i], GTK_ORIENTATION_VERTICAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (self->rows->pdata[i], &(GtkAllocation) { 0, (int) top, width, row_height }, -1);
    }
}

/** ask_grid_rows_scroll: @self: rows; shows those that are scrolled into sight. Not while anything is allocated */
void
ask_grid_rows_scroll (AskGridRows *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  /* New widgets are made here, not while sizes are given out, which would have to begin again. */
  if (height > 0)
    keep_rows (self, height);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
ask_grid_rows_dispose (GObject *object)
{
  AskGridRows *self = ASK_GRID_ROWS (object);

  for (guint i = 0; i < self->rows->len; i++)
    gtk_widget_unparent (self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  G_OBJECT_CLASS (ask_grid_rows_parent_class)->dispose (object);
}

static void
ask_grid_rows_finalize (GObject *object)
{
  g_ptr_array_unref (ASK_GRID_ROWS (object)->rows);
  G_OBJECT_CLASS (ask_grid_rows_parent_class)->finalize (object);
}

static void
ask_grid_rows_class_init (AskGridRowsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_grid_rows_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_grid_rows_finalize;
  widget_class->measure = ask_grid_row_measure;
  widget_class->size_allocate = ask_grid_rows_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "rows");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ROW_GROUP);
}

static void
ask_grid_rows_init (AskGridRows *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/** ask_grid_rows_new: @body: which outlives it; Returns: (transfer floating): the rows that are on screen */
GtkWidget *
ask_grid_rows_new (AskGridBody *body)
{
  AskGridRows *self = g_object_new (ASK_TYPE_GRID_ROWS, NULL);

  self->body = body;
  return GTK_WIDGET (self);
}

/** ask_grid_rows_rebind: @self: rows; reads all cells on screen anew: the slots or what is shown changed */
void
ask_grid_rows_rebind (AskGridRows *self)
{
  gsize n_rows = ask_grid_body_get_n_rows (self->body);

  for (guint i = 0; i < self->rows->len; i++)
    if (ask_grid_row_get (self->rows->pdata[i]) < n_rows)
      ask_grid_row_set (self->rows->pdata[i], ask_grid_row_get (self->rows->pdata[i]));
  ask_grid_rows_move (self);
}

/** ask_grid_rows_move: @self: rows; places the cells on screen anew */
void
ask_grid_rows_move (AskGridRows *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    gtk_widget_queue_allocate (self->rows->pdata[i]);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/** ask_grid_rows_select: @self: rows; shows which of the cells on screen are selected */
void
ask_grid_rows_select (AskGridRows *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    ask_grid_row_select (self->rows->pdata[i]);
}

/** ask_grid_rows_find_cell: @self: rows; @point: a cell; Returns: (transfer none) (nullable): its widget, if it is on screen */
GtkWidget *
ask_grid_rows_find_cell (AskGridRows *self, AskGridPoint point)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (ask_grid_row_get (self->rows->pdata[i]) == point.row)
      return ask_grid_row_find_cell (self->rows->pdata[i], point.place);
  return NULL;
}
