/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each change of the pivot is computed anew by a job, and the one before is cancelled; what is shown stays until the new table
 * is there. What a change does is ask_pivot_put()'s to say.
 */
#include "config.h"

#include "app/grid/ask-pivot-window.h"

#include <glib/gi18n.h>

#include "app/grid/ask-grid.h"
#include "app/grid/ask-pivot-choices.h"
#include "app/grid/ask-pivot-well-view.h"
#include "app/jobs/ask-jobs-pivot.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "table/ask-pivot-table.h"

struct _AskPivotWindow
{
  AdwWindow parent_instance;
  AskRows *rows;
  char *path;
  char *from; /* nullable: the rows are here */
  char *title;
  AskPivot *pivot;
  AskPivotTable *table; /* nullable */
  GHashTable *closed; /* groups of @table */
  GArray *lines;
  GArray *columns;
  GCancellable *cancellable; /* of the table on its way */
  GCancellable *behind; /* of rows on their way */

  GtkWidget *wells;
  GtkWidget *well[ASK_N_PIVOT_WELLS];
  GtkWidget *spinner;
  GtkLabel *said;
  GtkStack *stack;
  AdwBin *place;
  AdwStatusPage *failure;
  AdwToastOverlay *toasts;
};

G_DEFINE_FINAL_TYPE (AskPivotWindow, ask_pivot_window, ADW_TYPE_WINDOW)

static void
tell (AskPivotWindow *self, const char *words)
{
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (words));
}

static void
stop_one (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static void
stop (gpointer window)
{
  AskPivotWindow *self = window;

  stop_one (&self->cancellable);
  stop_one (&self->behind);
}

static void
set_lines (AskPivotWindow *self, GArray *lines, GArray *columns)
{
  g_clear_pointer (&self->lines, g_array_unref);
  g_clear_pointer (&self->columns, g_array_unref);
  self->lines = lines;
  self->columns = columns;
}

static void
show_table (AskPivotWindow *self)
{
  GtkWidget *view = adw_bin_get_child (self->place);
  g_autoptr (AskRows) shown = NULL;
  GArray *lines, *columns;

  shown = ask_pivot_table_to_rows (self->table, self->closed, FALSE, &lines, &columns);
  set_lines (self, lines, columns);
  ask_grid_set_rows (ASK_GRID (view), shown);
  /* Groups are ordered by their fields; a subtotal belongs to what stands above it. */
  ask_grid_model_fix_order (ask_grid_get_model (ASK_GRID (view)));
  gtk_stack_set_visible_child_name (self->stack, "table");
}

static void
show_failure (AskPivotWindow *self, const GError *error)
{
  g_autofree char *words = g_markup_escape_text (ask_error_get_words (error), -1);

  adw_status_page_set_description (self->failure, words);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

static void
computed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskPivotTable) table = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->table, ask_pivot_table_free);
  g_hash_table_remove_all (self->closed);
  if (table == NULL)
    {
      show_failure (self, error);
      return;
    }
  self->table = g_steal_pointer (&table);
  show_table (self);
}

static void
compute (AskPivotWindow *self)
{
  stop_one (&self->cancellable);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  if (self->pivot->values->len == 0 && self->pivot->rows->len == 0 && self->pivot->columns->len == 0)
    {
      g_clear_pointer (&self->table, ask_pivot_table_free);
      gtk_stack_set_visible_child_name (self->stack, "empty");
      return;
    }
  gtk_spinner_start (GTK_SPINNER (self->spinner));
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_pivot (self->pivot, self->rows, self->from), self, self->from != NULL ? self->path : NULL,
                 self->cancellable, computed, NULL);
}

static void
changed (AskPivotWindow *self)
{
  for (guint i = 0; i < ASK_N_PIVOT_WELLS; i++)
    ask_pivot_well_view_set (ASK_PIVOT_WELL_VIEW (self->well[i]), self->pivot, self->rows);
  compute (self);
}

static void
action_put (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);
  guint from, from_index, to, to_index;

  g_variant_get (parameter, "(uuuu)", &from, &from_index, &to, &to_index);
  if (from >= ASK_N_PIVOT_WELLS || to >= ASK_N_PIVOT_WELLS)
    return;
  ask_pivot_put (self->pivot, self->rows, (AskPivotPlace) { (AskPivotWell) from, from_index },
                 (AskPivotPlace) { (AskPivotWell) to, to_index });
  /* Groups without a value count their rows, as people expect. */
  if (self->pivot->values->len == 0 && (to == ASK_PIVOT_ROWS || to == ASK_PIVOT_COLUMNS))
    ask_pivot_add_value (self->pivot, -1, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
  changed (self);
}

static void
action_part (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);
  guint well, index, part;

  g_variant_get (parameter, "(uuu)", &well, &index, &part);
  ask_pivot_set_part (self->pivot, (AskPivotPlace) { (AskPivotWell) well, index }, (AskPivotPart) part);
  changed (self);
}

static void
action_order (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);
  guint well, index, by;
  gboolean descending;
  GArray *fields;

  g_variant_get (parameter, "(uuub)", &well, &index, &by, &descending);
  fields = well == ASK_PIVOT_ROWS ? self->pivot->rows : self->pivot->columns;
  if (index < fields->len)
    {
      AskPivotField *field = &g_array_index (fields, AskPivotField, index);

      field->by_value = by > 0;
      field->value = by > 0 ? by - 1 : 0;
      field->descending = descending;
    }
  changed (self);
}

static void
action_function (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);
  guint index, function;

  g_variant_get (parameter, "(uu)", &index, &function);
  if (index < self->pivot->values->len)
    {
      AskPivotValue *value = &g_array_index (self->pivot->values, AskPivotValue, index);

      value->function = (AskPivotFunction) function;
      value->share = ASK_PIVOT_OF_NOTHING;
    }
  changed (self);
}

static void
action_share (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);
  guint index, share;

  g_variant_get (parameter, "(uu)", &index, &share);
  if (index < self->pivot->values->len)
    g_array_index (self->pivot->values, AskPivotValue, index).share = (AskPivotShare) share;
  changed (self);
}

static void
action_count (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);

  ask_pivot_add_value (self->pivot, -1, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
  changed (self);
}

static void
action_swap (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);
  GArray *rows = self->pivot->rows;

  self->pivot->rows = self->pivot->columns;
  self->pivot->columns = rows;
  changed (self);
}

static void
action_open_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);

  g_hash_table_remove_all (self->closed);
  if (self->table != NULL)
    show_table (self);
}

static void
action_close_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);

  action_open_all (widget, action, parameter);
  for (guint i = 0; self->table != NULL && i < self->lines->len; i++)
    {
      const AskPivotLine *line = &g_array_index (self->lines, AskPivotLine, i);

      if (line->has_groups)
        g_hash_table_add (self->closed, GUINT_TO_POINTER (line->group));
    }
  if (self->table != NULL)
    show_table (self);
}

static void
choices_made (AskPivotChoices *choices, AskPivotWindow *self)
{
  AskPivotFilter *chosen = ask_pivot_choices_dup_filter (choices);

  for (guint i = 0; i < self->pivot->filters->len; i++)
    {
      AskPivotFilter *filter = self->pivot->filters->pdata[i];

      if (filter->column != chosen->column || filter->part != chosen->part)
        continue;
      ask_pivot_filter_free (filter);
      self->pivot->filters->pdata[i] = chosen;
      compute (self);
      return;
    }
  ask_pivot_filter_free (chosen);
}

static void
choices_found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskPivotChoices *choices = ASK_PIVOT_CHOICES (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskPivotTable) table = ask_job_finish (source, result, &error);
  g_autoptr (AskRows) groups = NULL;

  if (table != NULL)
    groups = ask_pivot_table_list_groups (table);
  if (groups != NULL)
    ask_pivot_choices_set_groups (choices, groups);
  else
    ask_pivot_choices_fail (choices, ask_error_get_words (error));
}

static void
action_choose (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (widget);
  guint index = g_variant_get_uint32 (parameter);
  g_autoptr (AskPivot) pivot = ask_pivot_new ();
  g_autofree char *title = NULL;
  const AskPivotFilter *filter;
  AskPivotField *field;
  GtkWidget *choices;

  if (index >= self->pivot->filters->len)
    return;
  filter = self->pivot->filters->pdata[index];
  title = ask_pivot_name_field (self->rows, filter->column, filter->part);
  choices = ask_pivot_choices_new (title, filter);
  gtk_window_set_transient_for (GTK_WINDOW (choices), GTK_WINDOW (self));
  g_signal_connect_object (choices, "chosen", G_CALLBACK (choices_made), self, 0);
  /* The values are a pivot, too: those with most rows first. */
  ask_pivot_add_row (pivot, filter->column, filter->part);
  ask_pivot_add_value (pivot, -1, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
  field = &g_array_index (pivot->rows, AskPivotField, 0);
  field->by_value = field->descending = TRUE;
  ask_job_start (ask_jobs_pivot (pivot, self->rows, self->from), choices, self->from != NULL ? self->path : NULL, NULL,
                 choices_found, NULL);
  gtk_window_present (GTK_WINDOW (choices));
}

static void
behind_found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (source);
  g_autofree char *title = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = ask_job_finish (source, result, &error);
  GtkWidget *window, *view, *box;

  if (rows == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        tell (self, ask_error_get_words (error));
      return;
    }
  window = adw_window_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  view = ask_grid_new ();
  gtk_widget_set_vexpand (view, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), view);
  ask_grid_set_title (ASK_GRID (view), title);
  ask_grid_set_rows (ASK_GRID (view), rows);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_default_size (GTK_WINDOW (window), 760, 480);
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (self));
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_present (GTK_WINDOW (window));
}

static void
show_behind (AskPivotWindow *self, guint row, guint column)
{
  g_autoptr (AskPivot) narrow = ask_pivot_table_narrow (self->table, row, column);
  g_autofree char *of_row = ask_pivot_table_name_row (self->table, row);
  g_autofree char *of_column = ask_pivot_table_name_column (self->table, column);
  /* Translators: the title of rows behind a cell of a pivot: its row, its column. */
  char *title = column > 0 ? g_strdup_printf (_ ("%s, %s"), of_row, of_column) : g_strdup (of_row);

  stop_one (&self->behind);
  self->behind = g_cancellable_new ();
  ask_job_start (ask_jobs_pivot_behind (narrow, self->rows, self->from), self, self->from != NULL ? self->path : NULL,
                 self->behind, behind_found, title);
}

static void
cell_activated (AskGrid *view, guint row, guint column, AskPivotWindow *self)
{
  guint n_labels;
  const AskPivotLine *line;

  if (self->table == NULL || row >= self->lines->len)
    return;
  /* Of what is shown, which another pivot may be on its way to replace. */
  n_labels = MAX (1, ask_pivot_table_get_pivot (self->table)->rows->len);
  line = &g_array_index (self->lines, AskPivotLine, row);
  if (column < n_labels && line->has_groups)
    {
      gpointer group = GUINT_TO_POINTER (line->group);

      if (!g_hash_table_remove (self->closed, group))
        g_hash_table_add (self->closed, group);
      show_table (self);
    }
  else if (column >= n_labels && column - n_labels < self->columns->len)
    show_behind (self, line->group, g_array_index (self->columns, AskPivotColumn, column - n_labels).group);
  else
    show_behind (self, line->group, 0);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (ask_job_finish (source, result, &error) != NULL)
    tell (ASK_PIVOT_WINDOW (source), _ ("Table saved"));
  else
    tell (ASK_PIVOT_WINDOW (source), ask_error_get_words (error));
}

/* What the grid shows may have closed groups: a file has all of them, and its lines say which group they are in. */
static gboolean
save_wanted (AskGrid *grid, const char *path, AskPivotWindow *self)
{
  g_autoptr (GArray) lines = NULL;
  g_autoptr (GArray) columns = NULL;
  g_autoptr (AskRows) rows = NULL;

  if (self->table == NULL)
    return TRUE;
  rows = ask_pivot_table_to_rows (self->table, NULL, TRUE, &lines, &columns);
  ask_job_start (ask_jobs_pivot_save (rows, MAX (1, ask_pivot_table_get_pivot (self->table)->rows->len), self->title,
                                      path),
                 self, NULL, NULL, saved, NULL);
  return TRUE;
}

static void
ask_pivot_window_dispose (GObject *object)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (object);

  stop (self);
  G_OBJECT_CLASS (ask_pivot_window_parent_class)->dispose (object);
}

static void
ask_pivot_window_finalize (GObject *object)
{
  AskPivotWindow *self = ASK_PIVOT_WINDOW (object);

  set_lines (self, NULL, NULL);
  g_clear_pointer (&self->table, ask_pivot_table_free);
  g_clear_pointer (&self->pivot, ask_pivot_free);
  g_clear_pointer (&self->closed, g_hash_table_unref);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->path);
  g_free (self->from);
  g_free (self->title);
  G_OBJECT_CLASS (ask_pivot_window_parent_class)->finalize (object);
}

static void
ask_pivot_window_class_init (AskPivotWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc func;
  } actions[] = {
    { "pivot.put", "(uuuu)", action_put },         { "pivot.part", "(uuu)", action_part },
    { "pivot.order", "(uuub)", action_order },     { "pivot.function", "(uu)", action_function },
    { "pivot.share", "(uu)", action_share },       { "pivot.choose", "u", action_choose },
    { "pivot.count", NULL, action_count },         { "pivot.swap", NULL, action_swap },
    { "pivot.close-all", NULL, action_close_all }, { "pivot.open-all", NULL, action_open_all },
  };

  G_OBJECT_CLASS (klass)->dispose = ask_pivot_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_pivot_window_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-pivot-window.ui");
  gtk_widget_class_bind_template_child (widget_class, AskPivotWindow, wells);
  gtk_widget_class_bind_template_child (widget_class, AskPivotWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, AskPivotWindow, said);
  gtk_widget_class_bind_template_child (widget_class, AskPivotWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, AskPivotWindow, place);
  gtk_widget_class_bind_template_child (widget_class, AskPivotWindow, failure);
  gtk_widget_class_bind_template_child (widget_class, AskPivotWindow, toasts);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter, actions[i].func);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_pivot_window_init (AskPivotWindow *self)
{
  static const AskPivotWell order[]
    = { ASK_PIVOT_ROWS, ASK_PIVOT_COLUMNS, ASK_PIVOT_VALUES, ASK_PIVOT_FILTERS, ASK_PIVOT_FIELDS };
  GtkWidget *view;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->closed = g_hash_table_new (NULL, NULL);
  self->pivot = ask_pivot_new ();
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      self->well[order[i]] = ask_pivot_well_view_new (order[i]);
      gtk_box_append (GTK_BOX (self->wells), self->well[order[i]]);
    }
  view = ask_grid_new ();
  /* Translators: what a click on a cell of a pivot does. */
  ask_grid_set_clickable (ASK_GRID (view), _ ("Opens a group, or shows the rows behind a number"));
  g_signal_connect (view, "cell-activated", G_CALLBACK (cell_activated), self);
  g_signal_connect (view, "save-wanted", G_CALLBACK (save_wanted), self);
  adw_bin_set_child (self->place, view);
  ask_transient_init (self, stop);
}

/**
 * ask_pivot_window_new:
 * @rows: what a pivot is made of
 * @title: (nullable): what they are
 *
 * Returns: (transfer none): the window, not yet shown
 */
GtkWidget *
ask_pivot_window_new (AskRows *rows, const char *title)
{
  AskPivotWindow *self = g_object_new (ASK_TYPE_PIVOT_WINDOW, NULL);
  g_autofree char *name = title != NULL ? g_strdup_printf (_ ("Pivot: %s"), title) : g_strdup (_ ("Pivot"));

  self->rows = ask_rows_ref (rows);
  self->title = g_strdup (title);
  gtk_window_set_title (GTK_WINDOW (self), name);
  ask_grid_set_title (ASK_GRID (adw_bin_get_child (self->place)), name);
  if (ask_rows_get_truncated (rows))
    {
      g_autofree char *count = ask_number_count (ask_rows_get_n_rows (rows));
      /* Translators: above a pivot that is not of all rows. */
      g_autofree char *words = g_strdup_printf (_ ("Of the first %s rows only; there are more."), count);

      gtk_label_set_text (self->said, words);
      gtk_widget_set_visible (GTK_WIDGET (self->said), TRUE);
    }
  changed (self);
  return GTK_WIDGET (self);
}

/**
 * ask_pivot_window_set_source:
 * @path: of the workspace
 * @from: what stands behind FROM: the quoted name of an entity, or a SELECT in parentheses with a name
 *
 * The rows are only the first ones, and are grouped where they lie. To be called before it is shown.
 */
void
ask_pivot_window_set_source (AskPivotWindow *self, const char *path, const char *from)
{
  g_return_if_fail (ASK_IS_PIVOT_WINDOW (self) && path != NULL && from != NULL);
  g_free (self->path);
  g_free (self->from);
  self->path = g_strdup (path);
  self->from = g_strdup (from);
  gtk_widget_set_visible (GTK_WIDGET (self->said), FALSE);
}

/** ask_pivot_window_set_pivot: @pivot: copied, and shown */
void
ask_pivot_window_set_pivot (AskPivotWindow *self, const AskPivot *pivot)
{
  g_return_if_fail (ASK_IS_PIVOT_WINDOW (self));
  ask_pivot_free (self->pivot);
  self->pivot = ask_pivot_copy (pivot);
  changed (self);
}

/** ask_pivot_window_get_pivot: Returns: (transfer none): what is shown, or on its way */
const AskPivot *
ask_pivot_window_get_pivot (AskPivotWindow *self)
{
  return self->pivot;
}
