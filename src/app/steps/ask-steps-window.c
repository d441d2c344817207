/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of steps left, the chosen one right: plain words first, SQL, calls and rows one fold below. A turn of a model is
 * one line. It shows what the trace holds, and runs nothing but for a person who orders or filters rows that were cut off.
 */
#include "config.h"

#include "app/steps/ask-steps-window.h"

#include <glib/gi18n.h>

#include "agent/ask-inquiry-step.h"
#include "agent/ask-trace-line.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-list-tab.h"
#include "app/widgets/ask-source-list.h"
#include "app/sql/ask-sql-view.h"
#include "app/steps/ask-step-lists.h"
#include "app/grid/ask-grid.h"
#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-number.h"
#include "sql/ask-sql-name.h"

struct _AskStepsWindow
{
  AdwWindow parent_instance;
  AskOutcome *outcome;
  char *path; /* nullable: of the workspace that steps can be asked again in */
  GPtrArray *lines; /* AskTraceLine */

  AdwLeaflet *leaflet;
  GtkListBox *steps;
  GtkLabel *sent;
  GtkWidget *back;
  GtkWidget *detail_scroller;
  GtkBox *detail;
};

G_DEFINE_FINAL_TYPE (AskStepsWindow, ask_steps_window, ADW_TYPE_WINDOW)

static void
add_fold (AskStepsWindow *self, const char *title, GtkWidget *child, gboolean open)
{
  GtkWidget *fold = gtk_expander_new (title);

  gtk_widget_set_margin_top (child, 6);
  gtk_expander_set_child (GTK_EXPANDER (fold), child);
  gtk_expander_set_expanded (GTK_EXPANDER (fold), open);
  gtk_box_append (self->detail, fold);
}

/* Rows that were kept for a later step went with the answer. */
static gboolean
can_ask_again (AskStepsWindow *self, const char *sql)
{
  for (guint i = 0; sql != NULL && i < self->outcome->answer->steps->len; i++)
    {
      const AskTraceStep *step = self->outcome->answer->steps->pdata[i];
      const char *kept = step->fields != NULL ? ask_json_get_string (step->fields, "temp_table") : NULL;

      if (kept != NULL && ask_sql_has_name (sql, kept))
        return FALSE;
    }
  return sql != NULL && self->path != NULL;
}

static void
add_rows (AskStepsWindow *self, const AskTraceStep *step)
{
  const char *table = step->fields != NULL ? ask_json_get_string (step->fields, "temp_table") : NULL;
  const char *sql = step->fields != NULL ? ask_json_get_string (step->fields, "sql") : NULL;
  gint64 n_rows = step->fields != NULL ? ask_json_get_integer (step->fields, "n_rows", -1) : -1;
  g_autofree char *title = NULL;
  g_autofree char *count = NULL;
  g_autoptr (AskRows) shown = NULL;
  GtkWidget *view;

  if (step->rows != NULL && n_rows < 0)
    n_rows = (gint64) ask_rows_get_n_rows (step->rows);
  if (n_rows < 0)
    return;
  count = ask_number_count ((guint64) n_rows);
  if (table != NULL)
    /* Translators: the name of a table, then how many rows it has. */
    title = g_strdup_printf (ngettext ("%s: %s row", "%s: %s rows", (gulong) n_rows), table, count);
  else
    title = g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) n_rows), count);
  if (step->rows == NULL || ask_rows_get_n_rows (step->rows) == 0)
    {
      gtk_box_append (self->detail, ask_wrapped_label_new (title, "heading"));
      return;
    }
  view = ask_grid_new ();
  ask_grid_set_title (ASK_GRID (view), title);
  shown = g_str_equal (step->kind, ASK_STEP_FUNCTION) ? ask_inquiry_name_rows (step->rows) : ask_rows_ref (step->rows);
  ask_grid_set_rows (ASK_GRID (view), shown);
  if (can_ask_again (self, sql))
    ask_grid_model_set_source (ask_grid_get_model (ASK_GRID (view)), self->path, sql);
  ask_grid_fit (ASK_GRID (view), 280);
  gtk_widget_add_css_class (view, "ask-frame");
  gtk_widget_set_overflow (view, GTK_OVERFLOW_HIDDEN);
  add_fold (self, title, view, TRUE);
}

static void
add_words (AskStepsWindow *self, const char *text)
{
  GtkWidget *words = ask_wrapped_label_new (text, NULL);

  gtk_label_set_selectable (GTK_LABEL (words), TRUE);
  gtk_box_append (self->detail, words);
}

/* What ran, and what came of it. */
static void
add_query (AskStepsWindow *self, const AskTraceStep *step)
{
  const char *sql = ask_json_get_string (step->fields, "sql");
  const char *executable = ask_json_get_string (step->fields, "executable_sql");
  const char *plan = ask_json_get_string (step->fields, "plan");
  JsonArray *calls = ask_json_get_array (step->fields, "calls");
  JsonArray *queries = ask_json_get_array (step->fields, "remote");
  JsonArray *requests = ask_json_get_array (step->fields, "requests");

  if (sql != NULL && *sql != '\0')
    add_fold (self, _ ("SQL"), ask_sql_view_new (sql), FALSE);
  if (executable != NULL && *executable != '\0' && g_strcmp0 (sql, executable) != 0)
    add_fold (self, _ ("Runs as"), ask_sql_view_new (executable), FALSE);
  if (calls != NULL && json_array_get_length (calls) > 0)
    {
      guint n = json_array_get_length (calls);
      g_autofree char *words = g_strdup_printf (ngettext ("%u call", "%u calls", n), n);

      add_fold (self, words, ask_step_calls_new (calls), FALSE);
    }
  if (requests != NULL && json_array_get_length (requests) > 0)
    {
      guint n = json_array_get_length (requests);
      g_autofree char *words = g_strdup_printf (ngettext ("%u request", "%u requests", n), n);

      add_fold (self, words, ask_step_requests_new (requests), FALSE);
    }
  if (queries != NULL && json_array_get_length (queries) > 0)
    {
      guint n = json_array_get_length (queries);
      /* Translators: SQL that a database server ran. */
      g_autofree char *words = g_strdup_printf (ngettext ("%u server query", "%u server queries", n), n);

      add_fold (self, words, ask_step_queries_new (queries), FALSE);
    }
  if (plan != NULL && *plan != '\0')
    /* Translators: the heading of what ran where. */
    add_fold (self, _ ("What ran where"), ask_step_plan_new (plan), FALSE);
}

static void
add_step (AskStepsWindow *self, const AskTraceLine *line, const AskTraceStep *step)
{
  JsonArray *sources = step->fields != NULL ? ask_json_get_array (step->fields, "sources") : NULL;
  gboolean listed = sources != NULL && json_array_get_length (sources) > 0;
  const char *words = ask_trace_line_get_words (line, step);

  if (listed)
    gtk_box_append (self->detail, ask_source_list_new (sources, NULL, FALSE));
  if (words != NULL && (!listed || self->outcome->answer->only != NULL))
    add_words (self, words);
  if (step->fields != NULL)
    add_query (self, step);
  add_rows (self, step);
}

/* What went to the model, and what it was told: one click away. */
static gboolean
is_aside (const AskTraceLine *line, const AskTraceStep *step)
{
  return step != line->main && (g_str_equal (step->kind, "sent") || g_str_equal (step->kind, "observation"));
}

static void
add_aside (AskStepsWindow *self, const AskTraceLine *line, const AskTraceStep *step)
{
  const char *words = ask_trace_line_get_words (line, step);
  GtkWidget *label;

  if (words == NULL)
    return;
  label = ask_wrapped_label_new (words, NULL);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  add_fold (self, step->title, label, FALSE);
}

static void
show_line (AskStepsWindow *self, guint at)
{
  const AskTraceLine *line = self->lines->pdata[at];
  g_autofree char *title = g_strdup_printf ("%u  %s", at + 1, line->main->title);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->detail))) != NULL)
    gtk_box_remove (self->detail, child);
  gtk_box_append (self->detail, ask_wrapped_label_new (title, "title-3"));
  for (guint i = 0; i < line->steps->len; i++)
    if (!is_aside (line, line->steps->pdata[i]))
      add_step (self, line, line->steps->pdata[i]);
  for (guint i = 0; i < line->steps->len; i++)
    if (is_aside (line, line->steps->pdata[i]))
      add_aside (self, line, line->steps->pdata[i]);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->detail_scroller)), 0);
}

static void
step_selected (AskStepsWindow *self, GtkListBoxRow *row)
{
  if (row != NULL && self->outcome != NULL)
    show_line (self, (guint) gtk_list_box_row_get_index (row));
}

static void
step_activated (AskStepsWindow *self)
{
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
}

static void
go_back (AskStepsWindow *self)
{
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
}

static GtkWidget *
new_line_row (const AskTraceLine *line, guint n)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  g_autofree char *number = g_strdup_printf ("%u", n);
  GtkWidget *label = gtk_label_new (number);

  gtk_label_set_width_chars (GTK_LABEL (label), 2);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  label = ask_wrapped_label_new (line->main->title, NULL);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  if (line->elapsed_ms >= 5)
    {
      g_autofree char *elapsed = ask_format_elapsed (line->elapsed_ms);

      label = gtk_label_new (elapsed);
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "numeric");
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, line->main->title, -1);
  return row;
}

/* Whether a step asked a database server. */
static gboolean
has_queries (const AskAnswer *answer)
{
  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];
      JsonArray *queries = step->fields != NULL ? ask_json_get_array (step->fields, "remote") : NULL;

      if (queries != NULL && json_array_get_length (queries) > 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether the model was told values, which a steward allowed. */
static gboolean
has_shared (AskAnswer *answer)
{
  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      if (step->fields == NULL)
        continue;
      if (g_strcmp0 (step->kind, "sent") == 0 && json_object_has_member (step->fields, "values"))
        return TRUE;
      if (g_strcmp0 (step->kind, ASK_STEP_FUNCTION) == 0 && ask_json_get_integer (step->fields, "bytes", 0) > 0)
        return TRUE;
    }
  return FALSE;
}

static void
show_sent (AskStepsWindow *self)
{
  AskAnswer *answer = self->outcome->answer;
  g_autofree char *words = NULL;

  if (answer->bytes_sent > 0)
    {
      g_autofree char *size = ask_format_size (answer->bytes_sent);

      if (has_shared (answer))
        /* Translators: %s is a size, such as 1.9 kB. */
        words = g_strdup_printf (_ ("Sent to the model: %s, with values that may be shared"), size);
      else
        /* Translators: %s is a size, such as 1.9 kB. */
        words = g_strdup_printf (_ ("Sent to the model: %s, names only, no data"), size);
    }
  else if (answer->api_requests > 0 || has_queries (answer))
    words = g_strdup (_ ("No model was asked. Only what the sources were asked left this computer"));
  else
    words = g_strdup (_ ("Nothing left this computer"));
  gtk_label_set_text (self->sent, words);
}

static void
ask_steps_window_dispose (GObject *object)
{
  g_clear_pointer (&ASK_STEPS_WINDOW (object)->path, g_free);
  g_clear_pointer (&ASK_STEPS_WINDOW (object)->lines, g_ptr_array_unref);
  g_clear_pointer (&ASK_STEPS_WINDOW (object)->outcome, ask_outcome_unref);
  G_OBJECT_CLASS (ask_steps_window_parent_class)->dispose (object);
}

static void
ask_steps_window_class_init (AskStepsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_steps_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-steps-window.ui");
  gtk_widget_class_bind_template_child (widget_class, AskStepsWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, AskStepsWindow, steps);
  gtk_widget_class_bind_template_child (widget_class, AskStepsWindow, sent);
  gtk_widget_class_bind_template_child (widget_class, AskStepsWindow, back);
  gtk_widget_class_bind_template_child (widget_class, AskStepsWindow, detail_scroller);
  gtk_widget_class_bind_template_child (widget_class, AskStepsWindow, detail);
  gtk_widget_class_bind_template_callback (widget_class, step_selected);
  gtk_widget_class_bind_template_callback (widget_class, step_activated);
  gtk_widget_class_bind_template_callback (widget_class, go_back);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_steps_window_init (AskStepsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_list_leave_by_tab (self->steps);
}

/**
 * ask_steps_window_new:
 * @outcome: (transfer none): a reference is kept
 * @path: (nullable): of the workspace that its steps ran over; %NULL where they cannot run again, as those of a file
 *
 * Returns: (transfer none): the window, not yet shown
 */
GtkWidget *
ask_steps_window_new (AskOutcome *outcome, const char *path)
{
  AskStepsWindow *self = g_object_new (ASK_TYPE_STEPS_WINDOW, NULL);

  self->outcome = ask_outcome_ref (outcome);
  self->path = g_strdup (path);
  self->lines = ask_trace_fold (outcome->answer);
  for (guint i = 0; i < self->lines->len; i++)
    gtk_list_box_append (self->steps, new_line_row (self->lines->pdata[i], i + 1));
  show_sent (self);
  ask_steps_window_select (self, 0);
  gtk_widget_grab_focus (GTK_WIDGET (self->steps));
  return GTK_WIDGET (self);
}

/** ask_steps_window_select: shows the line at @index, from 0. */
void
ask_steps_window_select (AskStepsWindow *self, guint index)
{
  GtkListBoxRow *row;

  g_return_if_fail (ASK_IS_STEPS_WINDOW (self));
  row = gtk_list_box_get_row_at_index (self->steps, (int) index);
  if (row != NULL)
    gtk_list_box_select_row (self->steps, row);
}
