/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The body with what stands around it: a search bar above, and below a line that counts rows and tells figures of what is
 * selected. The bar and the line never order, filter or add up: the model and jobs do.
 */
#include "config.h"

#include "app/grid/ask-grid.h"

#include <glib/gi18n.h>

#include "app/grid/ask-grid-private.h"
#include "app/jobs/ask-job.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

/* A table that fits its rows shows so many of them at least, whatever else its page has. */
#define LEAST_ROWS 8
/* Figures of so few cells are there at once. */
#define AT_ONCE_CELLS 20000

struct _AskGrid
{
  GtkWidget parent_instance;
  GtkWidget *box;
  GtkWidget *search;
  GtkWidget *entry;
  GtkWidget *scroller;
  GtkWidget *body;
  GtkWidget *line;
  GtkWidget *count;
  GtkWidget *reset;
  GtkWidget *figures;
  GtkWidget *spinner;
  GtkWidget *enlarge;
  AskGridModel *model; /* nullable */
  char *title; /* nullable: what it is a table of */
  char *columns; /* nullable: the same where nobody said it */
  char *rename; /* nullable: an action of its owner */
  char *statement; /* nullable: gives its rows as they are wanted, where its model knows of none */
  int max_height; /* 0 where the page gives it its height */
  GCancellable *reckoning; /* nullable */
};

G_DEFINE_FINAL_TYPE (AskGrid, ask_grid, GTK_TYPE_WIDGET)

static void
stop (AskGrid *self)
{
  if (self->reckoning != NULL)
    g_cancellable_cancel (self->reckoning);
  g_clear_object (&self->reckoning);
}

static void
selection_free (gpointer data)
{
  ask_grid_selection_free (data);
}

static gpointer
figures_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskGridSelection *selection = data;

  return ask_figures_new (&selection->block, cancellable, error);
}

static void
add_figure (GString *words, const char *name, const char *text)
{
  g_string_append_printf (words, "%s%s %s", words->len > 0 ? "  ·  " : "", name, text);
}

static void
add_count (GString *words, const char *name, gsize count)
{
  g_autofree char *text = ask_number_count (count);

  add_figure (words, name, text);
}

static void
add_value (GString *words, const char *name, const AskValue *value, AskCellFormat format)
{
  g_autofree char *text = value->kind != ASK_VALUE_NULL ? ask_cell_to_text (value, format) : NULL;

  if (text != NULL)
    add_figure (words, name, text);
}

/* Digits as the cells of their column are written; an average has places of its own. */
static void
add_digits (GString *words, const char *name, const char *digits, AskCellFormat format)
{
  AskValue value;

  if (digits == NULL)
    return;
  if (format.exact || !ask_text_to_number (digits, &value))
    {
      value = ask_value_text (digits, -1);
      format.exact = TRUE;
    }
  add_value (words, name, &value, format);
}

static void
show_figures (AskGrid *self, const AskFigures *figures)
{
  g_autoptr (GString) words = g_string_new (NULL);
  AskCellFormat format = { .decimals = -1 };
  AskCellFormat average;

  if (figures != NULL)
    {
      format = ask_cell_format_find (ask_grid_model_get_rows (self->model), figures->column);
      average = format;
      average.exact = FALSE;
      average.decimals = MAX (2, format.decimals);
      /* Translators: figures of selected cells, each before its number. */
      add_count (words, _ ("Count"), figures->n_values);
      add_digits (words, _ ("Sum"), figures->sum, format);
      add_digits (words, _ ("Average"), figures->average, average);
      add_value (words, _ ("Least"), &figures->least, format);
      add_value (words, _ ("Most"), &figures->most, format);
      add_count (words, _ ("Distinct"), figures->n_distinct);
    }
  gtk_label_set_text (GTK_LABEL (self->figures), words->str);
}

/** ask_grid_tell: @self: a grid; @words: what became of something, which stand in its line until cells are selected */
void
ask_grid_tell (AskGrid *self, const char *words)
{
  stop (self);
  gtk_label_set_text (GTK_LABEL (self->figures), words);
}

static void
figures_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskGrid *self = ASK_GRID (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskFigures) figures = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->reckoning)
    return;
  g_clear_object (&self->reckoning);
  if (figures != NULL)
    show_figures (self, figures);
}

static void
selected (AskGrid *self)
{
  AskGridSelection *selection;

  stop (self);
  selection = ask_grid_selection_new (ASK_GRID_BODY (self->body));
  if (selection == NULL || selection->cells < 2)
    {
      ask_grid_selection_free (selection);
      show_figures (self, NULL);
      return;
    }
  if (selection->cells <= AT_ONCE_CELLS)
    {
      g_autoptr (AskFigures) figures = figures_job (NULL, selection, NULL, NULL);

      show_figures (self, figures);
      ask_grid_selection_free (selection);
      return;
    }
  gtk_label_set_text (GTK_LABEL (self->figures), "…");
  self->reckoning = g_cancellable_new ();
  ask_job_start (ask_job_new (figures_job, (GDestroyNotify) ask_figures_free, selection, selection_free), self, NULL,
                 self->reckoning, figures_ready, NULL);
}

static char *
describe_count (AskGridModel *model)
{
  AskRows *rows = ask_grid_model_get_rows (model);
  gsize n = ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (model));
  gint64 total = ask_grid_model_get_total (model);
  g_autofree char *shown = ask_number_count (n);
  g_autofree char *all = ask_number_count ((guint64) MAX (total, (gint64) ask_rows_get_n_rows (rows)));

  if (total < 0 && n == ask_rows_get_n_rows (rows))
    return g_strdup_printf (_ ("first %s rows"), shown);
  if (n == (gsize) MAX (total, (gint64) ask_rows_get_n_rows (rows)))
    return g_strdup_printf (ngettext ("%s row", "%s rows", n), shown);
  if (total < 0)
    /* Translators: two numbers of rows: those that pass a filter, and those that are here, of more. */
    return g_strdup_printf (_ ("%s of the first %s rows"), shown, all);
  /* Translators: two numbers of rows. */
  return g_strdup_printf (_ ("%s of %s rows"), shown, all);
}

static void
show_count (AskGrid *self)
{
  const AskTableWish *wish = self->model != NULL ? ask_grid_model_get_wish (self->model) : NULL;
  g_autofree char *count = self->model != NULL ? describe_count (self->model) : g_strdup ("");
  const char *failure = self->model != NULL ? ask_grid_model_get_failure (self->model) : NULL;
  g_autofree char *words = NULL;
  gboolean filtered = wish != NULL && (wish->filters->len > 0 || wish->search != NULL);
  gboolean busy = self->model != NULL && ask_grid_model_is_busy (self->model);

  if (self->model != NULL && ask_grid_model_is_asking (self->model))
    words = g_strdup (_ ("Asking for all rows…"));
  else if (failure != NULL)
    /* Translators: how many rows are shown, then why others could not be asked for. */
    words = g_strdup_printf (_ ("%s · only of what is here: %s"), count, failure);
  else if (self->model != NULL && ask_grid_model_is_asked (self->model))
    /* Translators: how many rows are shown; a query has looked through all, not only through those that were here. */
    words = g_strdup_printf (_ ("%s · by a query over all rows"), count);
  else
    words = g_steal_pointer (&count);
  gtk_label_set_text (GTK_LABEL (self->count), words);
  gtk_widget_set_tooltip_text (self->count, failure);
  gtk_widget_set_visible (self->reset, filtered);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
}

static void search_changed (AskGrid *self);

static void
arranged (AskGrid *self)
{
  const AskTableWish *wish = ask_grid_model_get_wish (self->model);
  const char *words = wish->search != NULL ? wish->search : "";

  show_count (self);
  /* Another grid on the model searched. An entry is empty for a moment before it has other words. */
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->entry)), words) != 0
      && !gtk_widget_has_focus (gtk_widget_get_first_child (self->entry)) && !ask_grid_model_is_busy (self->model))
    {
      g_signal_handlers_block_by_func (self->entry, search_changed, self);
      gtk_editable_set_text (GTK_EDITABLE (self->entry), words);
      g_signal_handlers_unblock_by_func (self->entry, search_changed, self);
    }
  if (wish->search != NULL)
    gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->search), TRUE);
}

static void
tell_title (AskGrid *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->body), GTK_ACCESSIBLE_PROPERTY_LABEL, ask_grid_get_title (self),
                                  -1);
}

/**
 * ask_grid_set_model:
 * @self: a grid
 * @model: (nullable): what it shows from now on, perhaps beside another grid; a reference is kept
 */
void
ask_grid_set_model (AskGrid *self, AskGridModel *model)
{
  g_return_if_fail (ASK_IS_GRID (self));
  if (self->model == model)
    return;
  stop (self);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_set_object (&self->model, model);
  ask_grid_body_set_model (ASK_GRID_BODY (self->body), model);
  if (model != NULL)
    {
      g_signal_connect_swapped (model, "arranged", G_CALLBACK (arranged), self);
      g_signal_connect_swapped (model, "busy-changed", G_CALLBACK (show_count), self);
      arranged (self);
    }
  show_count (self);
  tell_title (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ask_grid_set_rows:
 * @self: a grid
 * @rows: (nullable) (transfer none): what to show; %NULL for nothing
 *
 * Shows all of them as they came, in a model of its own. Costs what is on screen, however many rows there are.
 */
void
ask_grid_set_rows (AskGrid *self, AskRows *rows)
{
  g_autoptr (AskGridModel) model = NULL;

  g_return_if_fail (ASK_IS_GRID (self));
  if (rows == ask_grid_get_rows (self))
    return;
  model = rows != NULL ? ask_grid_model_new (rows) : NULL;
  ask_grid_set_model (self, model);
}

/** ask_grid_get_rows: @self: a grid; Returns: (transfer none) (nullable): all rows that are here */
AskRows *
ask_grid_get_rows (AskGrid *self)
{
  g_return_val_if_fail (ASK_IS_GRID (self), NULL);
  return self->model != NULL ? ask_grid_model_get_rows (self->model) : NULL;
}

/** ask_grid_get_model: @self: a grid; Returns: (transfer none) (nullable): what it shows and how */
AskGridModel *
ask_grid_get_model (AskGrid *self)
{
  g_return_val_if_fail (ASK_IS_GRID (self), NULL);
  return self->model;
}

/** ask_grid_set_title: @self: a grid; @title: (nullable): what it is a table of, for screen readers and its own window */
void
ask_grid_set_title (AskGrid *self, const char *title)
{
  g_return_if_fail (ASK_IS_GRID (self));
  ask_text_set (&self->title, title);
  tell_title (self);
}

/** ask_grid_set_rename: @self: a grid; @action: of a widget around it, with a column of the rows (u), which menus of columns offer
 * to give it another name */
void
ask_grid_set_rename (AskGrid *self, const char *action)
{
  g_return_if_fail (ASK_IS_GRID (self));
  ask_text_set (&self->rename, action);
}

/**
 * ask_grid_set_statement:
 * @self: a grid
 * @sql: (nullable): one SELECT that gives all of its rows, filtered as they are seen. Its owner brings rows that are not here;
 *   where the model does (ask_grid_model_set_source()), nobody need say
 */
void
ask_grid_set_statement (AskGrid *self, const char *sql)
{
  g_return_if_fail (ASK_IS_GRID (self));
  ask_text_set (&self->statement, sql);
}

/** ask_grid_get_statement: @self: a grid; Returns: (transfer none) (nullable): as of ask_grid_set_statement() */
const char *
ask_grid_get_statement (AskGrid *self)
{
  return self->statement;
}

/** ask_grid_get_rename: @self: a grid; Returns: (transfer none) (nullable): the action that renames a column */
const char *
ask_grid_get_rename (AskGrid *self)
{
  return self->rename;
}

/** ask_grid_get_title: @self: a grid; Returns: (transfer none): what it is a table of: as was said, else its columns */
const char *
ask_grid_get_title (AskGrid *self)
{
  const AskRows *rows = ask_grid_get_rows (self);

  if (self->title != NULL || rows == NULL)
    return self->title != NULL ? self->title : _ ("Table");
  g_free (self->columns);
  self->columns = ask_grid_name_rows (rows);
  return self->columns;
}

/** ask_grid_set_clickable: @self: a grid; @tooltip: what a click on a cell does; "cell-activated" is emitted from now on */
void
ask_grid_set_clickable (AskGrid *self, const char *tooltip)
{
  g_return_if_fail (ASK_IS_GRID (self));
  ask_text_set (&ASK_GRID_BODY (self->body)->tooltip, tooltip);
}

/**
 * ask_grid_fit:
 * @self: a grid on a page that scrolls
 * @max_height: in pixels; with more rows it scrolls by itself, but shows eight
 *
 * Makes the grid as high as its rows need. How many pass a filter changes nothing.
 */
void
ask_grid_fit (AskGrid *self, int max_height)
{
  g_return_if_fail (ASK_IS_GRID (self));
  self->max_height = max_height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/** ask_grid_get_body: @self: a grid; Returns: (transfer none): its body */
AskGridBody *
ask_grid_get_body (AskGrid *self)
{
  return ASK_GRID_BODY (self->body);
}

/** ask_grid_enlarge: @self: a grid; shows what it shows in a window of its own */
void
ask_grid_enlarge (AskGrid *self)
{
  g_return_if_fail (ASK_IS_GRID (self));
  if (self->model != NULL)
    ask_grid_window_show (self);
}

/** ask_grid_hide_enlarge: @self: a grid that has a window of its own already */
void
ask_grid_hide_enlarge (AskGrid *self)
{
  gtk_widget_set_visible (self->enlarge, FALSE);
}

/** ask_grid_search: @self: a grid; opens its search bar, with the keyboard in it */
void
ask_grid_search (AskGrid *self)
{
  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->search), TRUE);
  gtk_widget_grab_focus (self->entry);
}

/** ask_grid_close_search: @self: a grid; closes its search bar */
void
ask_grid_close_search (AskGrid *self)
{
  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->search), FALSE);
}

static void
search_changed (AskGrid *self)
{
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  AskTableWish *wish;

  if (self->model == NULL
      || g_strcmp0 (ask_grid_model_get_wish (self->model)->search, *words != '\0' ? words : NULL) == 0)
    return;
  wish = ask_table_wish_copy (ask_grid_model_get_wish (self->model));
  ask_table_wish_set_search (wish, words);
  ask_grid_model_take_wish (self->model, wish);
}

static void
search_closed (AskGrid *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (gtk_search_bar_get_search_mode (GTK_SEARCH_BAR (self->search)))
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  search_changed (self);
  if (focus != NULL && gtk_widget_is_ancestor (focus, self->search))
    gtk_widget_grab_focus (self->body);
}

static void
activated (AskGrid *self, guint row, guint column)
{
  g_signal_emit_by_name (self, "cell-activated", row, column);
}

static gboolean
forget_popover (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* What was chosen in it is carried out first. */
static void
popover_closed (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, forget_popover, g_object_ref (popover), g_object_unref);
}

/**
 * ask_grid_show_popover:
 * @self: a grid
 * @popover: (transfer full): a popover, which is gone when it is closed
 * @at: (nullable): the widget that it points to
 */
void
ask_grid_show_popover (AskGrid *self, GtkWidget *popover, GtkWidget *at)
{
  graphene_rect_t area;

  gtk_widget_set_parent (popover, self->box);
  if (at != NULL && gtk_widget_compute_bounds (at, self->box, &area))
    {
      graphene_rect_t inside = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (self->box),
                                                   (float) gtk_widget_get_height (self->box));

      graphene_rect_intersection (&area, &inside, &area);
      gtk_popover_set_pointing_to (GTK_POPOVER (popover),
                                   &(GdkRectangle) { (int) area.origin.x, (int) area.origin.y,
                                                     MAX (1, (int) area.size.width), MAX (1, (int) area.size.height) });
    }
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  g_signal_connect (popover, "closed", G_CALLBACK (popover_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
ask_grid_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                  int *minimum_baseline, int *natural_baseline)
{
  AskGrid *self = ASK_GRID (widget);
  int least, usual, wanted;
  gsize n_rows;

  gtk_widget_measure (self->box, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL || self->max_height == 0 || self->model == NULL)
    return;
  /* A scrolled page gives its children no more than the least that they ask for. */
  gtk_widget_measure (self->scroller, orientation, -1, &least, &usual, NULL, NULL);
  n_rows = ask_rows_get_n_rows (ask_grid_model_get_rows (self->model));
  wanted = ask_grid_body_get_height (ASK_GRID_BODY (self->body), MAX (1, n_rows));
  wanted = MIN (wanted, MAX (self->max_height,
                             ask_grid_body_get_height (ASK_GRID_BODY (self->body), MIN (n_rows, LEAST_ROWS))));
  *minimum = *natural = *minimum - least + MAX (least, wanted);
}

static void
ask_grid_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (ASK_GRID (widget)->box, width, height, baseline, NULL);
}

static gboolean
ask_grid_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (ASK_GRID (widget)->body);
}

static void
ask_grid_dispose (GObject *object)
{
  AskGrid *self = ASK_GRID (object);

  stop (self);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->rename, g_free);
  g_clear_pointer (&self->statement, g_free);
  G_OBJECT_CLASS (ask_grid_parent_class)->dispose (object);
}

static void
ask_grid_class_init (AskGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_grid_dispose;
  widget_class->measure = ask_grid_measure;
  widget_class->size_allocate = ask_grid_size_allocate;
  widget_class->grab_focus = ask_grid_grab_focus;
  gtk_widget_class_set_css_name (widget_class, "asktable");
  /**
   * AskGrid::cell-activated:
   * @row: of the rows, from 0
   * @column: of the rows, from 0
   *
   * Only of a grid that ask_grid_set_clickable() was called for.
   */
  g_signal_new ("cell-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_UINT, G_TYPE_UINT);
  /**
   * AskGrid::save-wanted:
   * @path: of a file that a person chose; its ending says how it is written
   *
   * Returns: %TRUE where the owner writes it, because what is shown is not all that belongs into a file
   */
  g_signal_new ("save-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                NULL, G_TYPE_BOOLEAN, 1, G_TYPE_STRING);
  ask_grid_menu_install (widget_class);
}

static GtkWidget *
add_button (AskGrid *self, const char *icon, const char *words, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (self->line), button);
  return button;
}

static void
add_save_button (AskGrid *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = ask_grid_save_menu ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "document-save-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Save the Table"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Save the Table"), -1);
  gtk_box_append (GTK_BOX (self->line), button);
}

static void
make_line (AskGrid *self)
{
  self->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->line, "ask-grid-line");
  self->spinner = gtk_spinner_new ();
  gtk_box_append (GTK_BOX (self->line), self->spinner);
  self->count = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->count), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->count, "numeric");
  gtk_box_append (GTK_BOX (self->line), self->count);
  self->reset = gtk_button_new_with_label (_ ("Show All"));
  gtk_widget_add_css_class (self->reset, "flat");
  gtk_widget_set_valign (self->reset, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->reset, _ ("Take away all filters and the search"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->reset), "grid.reset");
  gtk_box_append (GTK_BOX (self->line), self->reset);
  self->figures = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->figures), 1);
  gtk_label_set_wrap (GTK_LABEL (self->figures), TRUE);
  gtk_label_set_selectable (GTK_LABEL (self->figures), TRUE);
  gtk_widget_set_focusable (self->figures, FALSE);
  gtk_widget_set_hexpand (self->figures, TRUE);
  gtk_widget_add_css_class (self->figures, "numeric");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->figures), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ ("Figures of the selected cells"), -1);
  gtk_box_append (GTK_BOX (self->line), self->figures);
  add_button (self, "edit-find-symbolic", _ ("Search in the Table"), "grid.search");
  add_button (self, "ask-columns-symbolic", _ ("Columns"), "grid.columns");
  add_save_button (self);
  self->enlarge = add_button (self, "view-fullscreen-symbolic", _ ("Enlarge"), "grid.enlarge");
}

static void
ask_grid_init (AskGrid *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->search = gtk_search_bar_new ();
  self->entry = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search in the table"), -1);
  gtk_search_bar_set_child (GTK_SEARCH_BAR (self->search), self->entry);
  gtk_search_bar_connect_entry (GTK_SEARCH_BAR (self->search), GTK_EDITABLE (self->entry));
  gtk_search_bar_set_show_close_button (GTK_SEARCH_BAR (self->search), TRUE);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (search_changed), self);
  g_signal_connect_swapped (self->search, "notify::search-mode-enabled", G_CALLBACK (search_closed), self);
  gtk_box_append (GTK_BOX (self->box), self->search);
  self->body = ask_grid_body_new ();
  g_signal_connect_swapped (self->body, "selected", G_CALLBACK (selected), self);
  g_signal_connect_swapped (self->body, "activated", G_CALLBACK (activated), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->body);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->scroller);
  make_line (self);
  gtk_box_append (GTK_BOX (self->box), self->line);
  ask_grid_set_title (self, NULL);
  show_count (self);
}

/** ask_grid_new: Returns: (transfer floating): a grid without rows */
GtkWidget *
ask_grid_new (void)
{
  return g_object_new (ASK_TYPE_GRID, NULL);
}
