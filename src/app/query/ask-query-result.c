/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows, chart and plan are made when they are first looked at. It runs nothing: "query.fetch-all" is the pane's.
 */
#include "config.h"

#include "app/query/ask-query-result.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/charts/ask-chart-desk.h"
#include "app/grid/ask-grid.h"
#include "app/jobs/ask-jobs-export.h"
#include "app/jobs/ask-jobs-question.h"
#include "app/query/ask-plan-view.h"
#include "app/steps/ask-asked-view.h"
#include "app/widgets/ask-chooser.h"
#include "app/widgets/ask-format.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

struct _AskQueryResult
{
  GtkWidget parent_instance;
  AskSession *session;
  AskQueryOutcome *outcome; /* nullable */
  char *sql; /* nullable: what ran, without parameters */

  GtkWidget *box;
  GtkLabel *words;
  GtkLabel *notes;
  GtkWidget *fetch_all;
  GtkStackSwitcher *switcher;
  GtkStack *views;
};

G_DEFINE_FINAL_TYPE (AskQueryResult, ask_query_result, GTK_TYPE_WIDGET)

/* "12 calls, 2 queries": what left for it. */
static void
append_left (GString *text, const AskResult *result)
{
  guint n_calls = ask_calls_count_requests (result->calls);
  g_autofree char *calls = ask_number_count (n_calls);
  g_autofree char *queries = ask_number_count (result->remote->len);

  if (n_calls > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%s call", "%s calls", n_calls), calls);
    }
  if (result->remote->len > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%s query", "%s queries", result->remote->len), queries);
    }
}

/* "1,204 rows · 12 ms · sales, shop · 3 calls" */
static char *
describe (const AskQueryOutcome *outcome)
{
  const AskResult *result = outcome->result;
  gsize n = ask_rows_get_n_rows (result->rows);
  g_autofree char *count = ask_number_count (n);
  g_autofree char *elapsed = ask_format_elapsed (result->elapsed_ms);
  GString *text = g_string_new (NULL);

  if (ask_rows_get_truncated (result->rows))
    g_string_append_printf (text, _ ("first %s rows"), count);
  else
    g_string_append_printf (text, ngettext ("%s row", "%s rows", n), count);
  g_string_append_printf (text, " · %s", elapsed);
  for (guint i = 0; i < result->sources->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? " · " : ", ", (char *) result->sources->pdata[i]);
  append_left (text, result);
  return g_string_free (text, FALSE);
}

static char *
describe_notes (const AskQueryOutcome *outcome)
{
  GString *text = g_string_new (outcome->empty);

  for (guint i = 0; i < outcome->result->warnings->len; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", (char *) outcome->result->warnings->pdata[i]);
  return g_string_free (text, FALSE);
}

/* Makes what is looked at. */
static void
fill (AskQueryResult *self)
{
  AdwBin *page = ADW_BIN (gtk_stack_get_visible_child (self->views));
  const char *name = gtk_stack_get_visible_child_name (self->views);
  GtkWidget *child;

  if (page == NULL || self->outcome == NULL || adw_bin_get_child (page) != NULL)
    return;
  if (g_str_equal (name, "chart"))
    {
      child = ask_chart_desk_new (&(AskChartAsked) { self->outcome->result->rows, NULL, NULL }, self->outcome->chart,
                                  self->session != NULL ? ASK_CHART_DRILL_QUERY : ASK_CHART_DRILL_NONE);
      ask_chart_desk_set_sql (ASK_CHART_DESK (child), self->sql,
                              self->session != NULL ? ask_session_get_path (self->session) : NULL);
    }
  else if (g_str_equal (name, "asked"))
    child = ask_asked_view_new (self->outcome->asked);
  else if (g_str_equal (name, "plan"))
    {
      child = ask_plan_view_new ();
      ask_plan_view_set_plan (ASK_PLAN_VIEW (child), self->outcome->result->plan, NULL);
    }
  else
    {
      child = ask_grid_new ();
      ask_grid_set_rows (ASK_GRID (child), self->outcome->result->rows);
      if (self->session != NULL && self->sql != NULL)
        ask_grid_model_set_source (ask_grid_get_model (ASK_GRID (child)), ask_session_get_path (self->session),
                                   self->sql);
      gtk_widget_add_css_class (child, "ask-frame");
      gtk_widget_set_overflow (child, GTK_OVERFLOW_HIDDEN);
    }
  gtk_widget_set_vexpand (child, TRUE);
  adw_bin_set_child (page, child);
}

static void
add_view (AskQueryResult *self, const char *name, const char *title)
{
  gtk_stack_add_titled (self->views, adw_bin_new (), name, title);
}

static void
clear_views (AskQueryResult *self)
{
  GtkWidget *page;

  while ((page = gtk_widget_get_first_child (GTK_WIDGET (self->views))) != NULL)
    gtk_stack_remove (self->views, page);
}

static void
tell (AskQueryResult *self, const char *words)
{
  if (self->session != NULL)
    ask_session_toast (self->session, words);
}

static void
text_made (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryResult *self = ASK_QUERY_RESULT (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ask_job_finish (source, result, &error);

  if (text == NULL)
    {
      tell (self, ask_error_get_words (error));
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  tell (self, _ ("Copied as a table"));
}

static void
action_copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskQueryResult *self = ASK_QUERY_RESULT (widget);

  if (self->outcome != NULL)
    ask_job_start (ask_jobs_table_text (self->outcome->result->rows), self, NULL, NULL, text_made, NULL);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryResult *self = ASK_QUERY_RESULT (source);
  g_autofree char *path = data;
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL;

  ask_job_finish (source, result, &error);
  /* Translators: the name of a file. */
  words = error == NULL ? g_strdup_printf (_ ("Saved as %s"), name) : g_strdup (ask_error_get_words (error));
  tell (self, words);
}

static void
place_chosen (gpointer owner, const char *path)
{
  AskQueryResult *self = owner;

  if (path == NULL)
    tell (self, ask_chooser_get_elsewhere ());
  else if (self->outcome != NULL)
    ask_job_start (ask_jobs_save_table (self->outcome->result->rows, _ ("result"), path), self, NULL, NULL, saved,
                   g_strdup (path));
}

static void
action_export (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *ending = g_strconcat (".", g_variant_get_string (parameter, NULL), NULL);

  ask_chooser_save (widget, _ ("Save the result"), _ ("result"), ending, place_chosen);
}

static void
verified (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryResult *self = ASK_QUERY_RESULT (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = ask_job_finish (source, result, &error);

  tell (self, pair != NULL ? _ ("Saved as a verified question") : ask_error_get_words (error));
  if (pair != NULL && self->session != NULL)
    ask_session_changed (self->session);
}

static void
question_given (AdwMessageDialog *dialog, const char *response, AskQueryResult *self)
{
  GtkWidget *entry = adw_message_dialog_get_extra_child (dialog);
  g_autofree char *question = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  if (g_str_equal (response, "save") && *question != '\0' && self->sql != NULL && self->session != NULL)
    ask_job_start (ask_jobs_verify (question, self->sql), self, ask_session_get_path (self->session), NULL, verified,
                   NULL);
}

static void
question_typed (GtkEditable *entry, AdwMessageDialog *dialog)
{
  adw_message_dialog_set_response_enabled (dialog, "save", *gtk_editable_get_text (entry) != '\0');
}

static void
action_verify (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog
    = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _ ("Save as Verified"),
                              _ ("Which question does this SQL answer? Saving it says that you vouch for "
                                 "both."));
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Question"), -1);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Question"));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "save", FALSE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (entry, "changed", G_CALLBACK (question_typed), dialog, 0);
  g_signal_connect_object (dialog, "response", G_CALLBACK (question_given), widget, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_ask_from_here (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskQueryResult *self = ASK_QUERY_RESULT (widget);

  if (self->sql != NULL)
    gtk_widget_activate_action (widget, "win.answer-sql", "s", self->sql);
}

static void
update_actions (AskQueryResult *self)
{
  gboolean has_rows = self->outcome != NULL && ask_rows_get_n_rows (self->outcome->result->rows) > 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.copy", has_rows);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.export-table", has_rows);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.verify", self->sql != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.ask-from-here", self->sql != NULL);
}

static void
ask_query_result_dispose (GObject *object)
{
  AskQueryResult *self = ASK_QUERY_RESULT (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->outcome, ask_query_outcome_free);
  g_clear_pointer (&self->sql, g_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_query_result_parent_class)->dispose (object);
}

static void
ask_query_result_class_init (AskQueryResultClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_query_result_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "result.copy", NULL, action_copy);
  gtk_widget_class_install_action (widget_class, "result.export-table", "s", action_export);
  gtk_widget_class_install_action (widget_class, "result.verify", NULL, action_verify);
  gtk_widget_class_install_action (widget_class, "result.ask-from-here", NULL, action_ask_from_here);
}

static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) use = g_menu_new ();
  g_autoptr (GMenu) files = g_menu_new ();

  g_menu_append (use, _ ("_Ask from Here"), "result.ask-from-here");
  g_menu_append (use, _ ("Save as _Verified…"), "result.verify");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (use));
  g_menu_append (files, _ ("_Copy as a Table"), "result.copy");
  g_menu_append (files, _ ("Table as _CSV…"), "result.export-table::csv");
  g_menu_append (files, _ ("Table as _Workbook (XLSX)…"), "result.export-table::xlsx");
  g_menu_append (files, _ ("Table as _JSON…"), "result.export-table::json");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  return G_MENU_MODEL (menu);
}

static void
ask_query_result_init (AskQueryResult *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *more = gtk_menu_button_new ();
  g_autoptr (GMenuModel) menu = make_menu ();

  self->words = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, "ellipsize", PANGO_ELLIPSIZE_END,
                              "selectable", TRUE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->words), "numeric");
  self->fetch_all = gtk_button_new_with_mnemonic (_ ("_Fetch All"));
  gtk_widget_set_tooltip_text (self->fetch_all, _ ("Run it again and read up to 1,000,000 rows"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->fetch_all), "query.fetch-all");
  self->switcher = GTK_STACK_SWITCHER (gtk_stack_switcher_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->switcher), "ask-switcher");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (more), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (more), menu);
  gtk_widget_set_tooltip_text (more, _ ("What to do with this result"));
  gtk_widget_add_css_class (more, "flat");
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->words));
  gtk_box_append (GTK_BOX (head), self->fetch_all);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->switcher));
  gtk_box_append (GTK_BOX (head), more);
  self->notes = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "selectable", TRUE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->notes), "dim-label");
  self->views = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->views, FALSE);
  gtk_stack_set_vhomogeneous (self->views, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->views), TRUE);
  gtk_stack_switcher_set_stack (self->switcher, self->views);
  g_signal_connect_object (self->views, "notify::visible-child", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->box), head);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->notes));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->views));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  update_actions (self);
}

/** ask_query_result_new: Returns: (transfer floating): a view that shows nothing yet */
GtkWidget *
ask_query_result_new (AskSession *session)
{
  AskQueryResult *self = g_object_new (ASK_TYPE_QUERY_RESULT, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

/**
 * ask_query_result_show:
 * @outcome: (transfer full): what came of it
 * @sql: what ran, without parameters
 */
void
ask_query_result_show (AskQueryResult *self, AskQueryOutcome *outcome, const char *sql)
{
  const AskRows *rows = outcome->result->rows;
  g_autofree char *words = describe (outcome);
  g_autofree char *notes = describe_notes (outcome);
  g_autofree char *before = g_strdup (gtk_stack_get_visible_child_name (self->views));

  g_return_if_fail (ASK_IS_QUERY_RESULT (self));
  clear_views (self);
  g_clear_pointer (&self->outcome, ask_query_outcome_free);
  g_free (self->sql);
  self->sql = g_strdup (sql);
  gtk_label_set_text (self->words, words);
  gtk_label_set_text (self->notes, notes);
  gtk_widget_set_visible (GTK_WIDGET (self->notes), *notes != '\0');
  gtk_widget_set_visible (self->fetch_all,
                          ask_rows_get_truncated (rows) && ask_rows_get_n_rows (rows) < ASK_QUERY_ALL_ROWS);
  self->outcome = outcome;
  add_view (self, "table", _ ("Table"));
  if (outcome->chart != NULL && ask_chart_get_kind (outcome->chart) != ASK_CHART_TABLE)
    add_view (self, "chart", _ ("Chart"));
  if (outcome->result->plan != NULL)
    add_view (self, "plan", _ ("Plan"));
  if (outcome->asked->len > 0)
    /* Translators: a view of what functions of a statement were asked, and what they answered. */
    add_view (self, "asked", _ ("Functions"));
  /* Who looked at the chart looks at the next one. */
  if (before != NULL && gtk_stack_get_child_by_name (self->views, before) != NULL)
    gtk_stack_set_visible_child_name (self->views, before);
  fill (self);
  update_actions (self);
}

/** ask_query_result_get_words: Returns: (transfer none): how many rows, how long, from where */
const char *
ask_query_result_get_words (AskQueryResult *self)
{
  g_return_val_if_fail (ASK_IS_QUERY_RESULT (self), NULL);
  return gtk_label_get_text (self->words);
}

/** ask_query_result_get_rows: Returns: (transfer none) (nullable): what is shown */
AskRows *
ask_query_result_get_rows (AskQueryResult *self)
{
  g_return_val_if_fail (ASK_IS_QUERY_RESULT (self), NULL);
  return self->outcome != NULL ? self->outcome->result->rows : NULL;
}

/** ask_query_result_show_view: @name: "table", "chart", "plan" or "asked"; one that is not there is ignored */
void
ask_query_result_show_view (AskQueryResult *self, const char *name)
{
  g_return_if_fail (ASK_IS_QUERY_RESULT (self));
  if (gtk_stack_get_child_by_name (self->views, name) != NULL)
    gtk_stack_set_visible_child_name (self->views, name);
}
