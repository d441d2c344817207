/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GtkColumnView over AskRowsModel. A cell's text is made when its row comes on screen. It never
 * looks at more than the first rows to choose a column's format, and holds the result by reference.
 */
#include "config.h"

#include "app/widgets/ask-table-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/widgets/ask-rows-model.h"
#include "base/ask-cell.h"
#include "base/ask-text.h"

/* Longer text is cut before it reaches Pango: laying out a cell of a megabyte stutters. */
#define MAX_CELL_CHARS 200
#define MAX_TOOLTIP_CHARS 2000

/* GtkListView makes the widgets of 200 rows at once where the model has so many, whatever fits on
 * screen: 80 ms of a new table's first frame. So the view first knows of about a screenful, and of
 * as many more with each frame, until all those widgets are there. */
#define FIRST_ROWS 40
#define EAGER_ROWS 200

/* A table that fits its rows shows so many of them at least, whatever else its page has. */
#define LEAST_ROWS 8

struct _AskTableView
{
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkColumnView *column_view;
  AskRows *rows;
  GtkSliceListModel *shown; /* nullable: the rows that the view knows of; owned by its model */
  gboolean painted; /* the first of them */
  guint reveal;
  int max_height; /* 0 where the page gives it its height */
  char *tooltip; /* nullable: what a click on a cell does; %NULL where it does nothing */
};

G_DEFINE_FINAL_TYPE (AskTableView, ask_table_view, GTK_TYPE_WIDGET)

enum
{
  CELL_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* @view: which outlives its columns */
typedef struct
{
  AskTableView *view;
  guint column;
  AskCellFormat format;
} CellFormat;

static gboolean
query_cell_tooltip (GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, CellFormat *cell)
{
  GtkListItem *list_item = g_object_get_data (G_OBJECT (label), "ask-list-item");
  AskRowItem *item = list_item != NULL ? gtk_list_item_get_item (list_item) : NULL;
  guint column = cell->column;
  g_autofree char *whole = NULL;
  const AskValue *value;

  if (item == NULL)
    return FALSE;
  value = ask_row_item_get_cell (item, column);
  if (value->kind == ASK_VALUE_NULL || value->kind == ASK_VALUE_BLOB)
    return FALSE;
  whole = ask_value_to_text (value);
  if (strcmp (whole, gtk_label_get_text (GTK_LABEL (label))) == 0
      && !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))))
    {
      if (cell->view->tooltip == NULL)
        return FALSE;
      gtk_tooltip_set_text (tooltip, cell->view->tooltip);
      return TRUE;
    }
  if (g_utf8_strlen (whole, -1) > MAX_TOOLTIP_CHARS)
    {
      g_autofree char *cut = ask_text_shorten (whole, MAX_TOOLTIP_CHARS);

      gtk_tooltip_set_text (tooltip, cut);
    }
  else
    gtk_tooltip_set_text (tooltip, whole);
  return TRUE;
}

static void
cell_released (GtkGestureClick *click, int n_press, double x, double y, CellFormat *cell)
{
  GtkWidget *label = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click));
  GtkListItem *list_item = g_object_get_data (G_OBJECT (label), "ask-list-item");

  if (n_press == 1 && list_item != NULL && gtk_widget_contains (label, x, y))
    g_signal_emit (cell->view, signals[CELL_ACTIVATED], 0, gtk_list_item_get_position (list_item), cell->column);
}

static void
add_click (GtkWidget *label, CellFormat *cell)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (click, "released", G_CALLBACK (cell_released), cell);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_cursor_from_name (label, "pointer");
}

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *list_item, CellFormat *cell)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), cell->format.right ? 1.0f : 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 42);
  gtk_label_set_width_chars (GTK_LABEL (label), cell->format.right ? 6 : 8);
  if (cell->format.right)
    gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_has_tooltip (label, TRUE);
  g_object_set_data (G_OBJECT (label), "ask-list-item", list_item);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_cell_tooltip), cell);
  if (cell->view->tooltip != NULL)
    add_click (label, cell);
  gtk_list_item_set_child (list_item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *list_item, CellFormat *cell)
{
  GtkWidget *label = gtk_list_item_get_child (list_item);
  const AskValue *value = ask_row_item_get_cell (gtk_list_item_get_item (list_item), cell->column);
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_NULL)
    {
      gtk_label_set_text (GTK_LABEL (label), "–");
      gtk_widget_add_css_class (label, "dim-label");
      gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("no value"), -1);
      return;
    }
  gtk_widget_remove_css_class (label, "dim-label");
  gtk_accessible_reset_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL);
  text = ask_cell_to_text (value, cell->format);
  if (value->kind == ASK_VALUE_TEXT)
    {
      g_autofree char *line = ask_text_shorten (text, MAX_CELL_CHARS);

      gtk_label_set_text (GTK_LABEL (label), line);
    }
  else
    gtk_label_set_text (GTK_LABEL (label), text);
}

/* A column view has no way to say where a title stands, so the title's label is found in the
 * header: over numbers it stands at their end. Where a later GTK builds headers another way, titles
 * stay at the start. */
static void
align_title (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child))
      {
        gtk_label_set_xalign (GTK_LABEL (child), 1);
        gtk_widget_set_halign (child, GTK_ALIGN_END);
        gtk_widget_set_hexpand (child, TRUE);
      }
    else
      align_title (child);
}

static void
align_titles (AskTableView *self)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->column_view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (guint i = 0; title != NULL && i < ask_rows_get_n_columns (self->rows);
       i++, title = gtk_widget_get_next_sibling (title))
    if (ask_cell_format_find (self->rows, i).right)
      align_title (title);
}

static void
free_cell_format (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
remove_columns (AskTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->column_view);

  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->column_view, column);
    }
}

static void
stop_reveal (AskTableView *self)
{
  if (self->reveal != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->reveal);
  self->reveal = 0;
}

/* Runs as each frame begins; the first of them shows the first rows. */
static gboolean
reveal (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AskTableView *self = ASK_TABLE_VIEW (widget);
  guint size = gtk_slice_list_model_get_size (self->shown);

  if (!self->painted)
    {
      self->painted = TRUE;
      return G_SOURCE_CONTINUE;
    }
  if (size < EAGER_ROWS)
    {
      gtk_slice_list_model_set_size (self->shown, size + FIRST_ROWS);
      return G_SOURCE_CONTINUE;
    }
  gtk_slice_list_model_set_size (self->shown, G_MAXUINT);
  self->reveal = 0;
  return G_SOURCE_REMOVE;
}

/**
 * ask_table_view_set_rows:
 * @rows: (nullable) (transfer none): what to show; %NULL for nothing
 *
 * Costs the visible rows, not all. Those further down come with the next frames.
 */
void
ask_table_view_set_rows (AskTableView *self, AskRows *rows)
{
  g_autoptr (GtkNoSelection) selection = NULL;
  guint n_columns;

  g_return_if_fail (ASK_IS_TABLE_VIEW (self));
  if (self->rows == rows)
    return;
  stop_reveal (self);
  self->shown = NULL;
  gtk_column_view_set_model (self->column_view, NULL);
  remove_columns (self);
  g_clear_pointer (&self->rows, ask_rows_unref);
  if (rows == NULL)
    return;
  self->rows = ask_rows_ref (rows);
  n_columns = ask_rows_get_n_columns (rows);
  for (guint i = 0; i < n_columns; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      CellFormat *cell = g_new0 (CellFormat, 1);
      g_autoptr (GtkColumnViewColumn) column = NULL;

      cell->view = self;
      cell->column = i;
      cell->format = ask_cell_format_find (rows, i);
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), cell);
      g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cell), cell, free_cell_format, 0);
      column = gtk_column_view_column_new (ask_rows_get_column (rows, i)->name, factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      /* A column view wider than its columns draws an overshoot ellipse (GTK 4.8) unless the last
       * column takes the rest; text columns share it. */
      gtk_column_view_column_set_expand (column, !cell->format.right || i + 1 == n_columns);
      gtk_column_view_append_column (self->column_view, column);
    }
  self->shown = gtk_slice_list_model_new (G_LIST_MODEL (ask_rows_model_new (rows)), 0, FIRST_ROWS);
  selection = gtk_no_selection_new (G_LIST_MODEL (self->shown));
  gtk_column_view_set_model (self->column_view, GTK_SELECTION_MODEL (selection));
  align_titles (self);
  self->painted = FALSE;
  self->reveal = gtk_widget_add_tick_callback (GTK_WIDGET (self), reveal, NULL, NULL);
}

/* Enter on a row: of its cells the one that people ask about. */
static void
row_activated (AskTableView *self, guint position)
{
  guint column = 0;

  if (self->tooltip == NULL || self->rows == NULL)
    return;
  for (guint i = ask_rows_get_n_columns (self->rows); i-- > 0;)
    if (ask_cell_format_find (self->rows, i).right)
      column = i;
  g_signal_emit (self, signals[CELL_ACTIVATED], 0, position, column);
}

/**
 * ask_table_view_set_clickable:
 * @tooltip: what a click on a cell does
 *
 * Lets people click on cells. To be called before ask_table_view_set_rows().
 */
void
ask_table_view_set_clickable (AskTableView *self, const char *tooltip)
{
  g_return_if_fail (ASK_IS_TABLE_VIEW (self) && self->rows == NULL);
  ask_text_set (&self->tooltip, tooltip);
}

/**
 * ask_table_view_fit:
 * @max_height: in pixels; a higher table scrolls, but shows eight rows
 *
 * Makes the view as high as its rows need. A page that is too small for it scrolls, too.
 */
void
ask_table_view_fit (AskTableView *self, int max_height)
{
  g_return_if_fail (ASK_IS_TABLE_VIEW (self));
  self->max_height = max_height;
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/** ask_table_view_get_rows: Returns: (transfer none) (nullable): what it shows */
AskRows *
ask_table_view_get_rows (AskTableView *self)
{
  g_return_val_if_fail (ASK_IS_TABLE_VIEW (self), NULL);
  return self->rows;
}

/** ask_table_view_get_column_view: Returns: (transfer none): the column view inside */
GtkColumnView *
ask_table_view_get_column_view (AskTableView *self)
{
  g_return_val_if_fail (ASK_IS_TABLE_VIEW (self), NULL);
  return self->column_view;
}

/* Returns: how high the titles and the first rows are; 0 as long as there is no row */
static int
measure_least (AskTableView *self)
{
  GtkWidget *titles = gtk_widget_get_first_child (GTK_WIDGET (self->column_view));
  GtkWidget *row = titles != NULL ? gtk_widget_get_first_child (gtk_widget_get_next_sibling (titles)) : NULL;
  int title_height, row_height;

  if (row == NULL)
    return 0;
  gtk_widget_measure (titles, GTK_ORIENTATION_VERTICAL, -1, NULL, &title_height, NULL, NULL);
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, NULL, &row_height, NULL, NULL);
  return title_height + LEAST_ROWS * row_height;
}

static void
ask_table_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  AskTableView *self = ASK_TABLE_VIEW (widget);

  gtk_widget_measure (self->scroller, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL || self->max_height == 0)
    return;
  /* A scrolled page gives its children no more than the least that they ask for. */
  *natural = MIN (*natural, MAX (self->max_height, measure_least (self)));
  *minimum = MAX (*minimum, *natural);
}

static void
ask_table_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (ASK_TABLE_VIEW (widget)->scroller, width, height, baseline, NULL);
}

static void
ask_table_view_dispose (GObject *object)
{
  AskTableView *self = ASK_TABLE_VIEW (object);

  stop_reveal (self);
  self->shown = NULL;
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  self->column_view = NULL;
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->tooltip, g_free);
  G_OBJECT_CLASS (ask_table_view_parent_class)->dispose (object);
}

static void
ask_table_view_class_init (AskTableViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_table_view_dispose;
  widget_class->measure = ask_table_view_measure;
  widget_class->size_allocate = ask_table_view_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "asktable");
  /**
   * AskTableView::cell-activated:
   * @row: from 0
   * @column: from 0
   *
   * Only of a table that ask_table_view_set_clickable() was called for.
   */
  signals[CELL_ACTIVATED] = g_signal_new ("cell-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
ask_table_view_init (AskTableView *self)
{
  self->column_view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_column_view_set_show_row_separators (self->column_view, TRUE);
  g_signal_connect_swapped (self->column_view, "activate", G_CALLBACK (row_activated), self);
  gtk_widget_add_css_class (GTK_WIDGET (self->column_view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->column_view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Table of the answer"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->column_view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/** ask_table_view_new: Returns: (transfer floating): an empty table */
GtkWidget *
ask_table_view_new (void)
{
  return g_object_new (ASK_TYPE_TABLE_VIEW, NULL);
}
