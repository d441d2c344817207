/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls, queries and plans of a step as they stand in the trace: nothing is computed here, and
 * what a trace of an earlier version does not hold is left out.
 */
#include "config.h"

#include "app/steps/ask-step-lists.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-format.h"
#include "app/sql/ask-sql-view.h"
#include "base/ask-number.h"

/* Calls shown in words; a join of a thousand keys makes a thousand calls. */
#define MAX_CALLS 200
/* Each is a text view of its own. */
#define MAX_QUERIES 20
/* Milliseconds; what is shorter would read "0.00 s". */
#define MIN_ELAPSED 5

/* "and 12 more" */
static GtkWidget *
new_rest_row (guint n)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *more = g_strdup_printf (_ ("and %u more"), n);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), more);
  return row;
}

/**
 * ask_step_calls_new:
 * @calls: of a step
 *
 * Returns: (transfer floating): a list of the calls to APIs
 */
GtkWidget *
ask_step_calls_new (JsonArray *calls)
{
  GtkWidget *list = gtk_list_box_new ();
  guint n = json_array_get_length (calls);

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  for (guint i = 0; i < MIN (n, MAX_CALLS); i++)
    {
      JsonObject *call = ask_json_element_object (calls, i);
      GtkWidget *row = adw_action_row_new ();
      g_autoptr (GString) facts = g_string_new (NULL);
      const char *entity, *url, *arguments, *cached;
      gint64 status, rows;
      double elapsed;

      if (call == NULL)
        continue;
      entity = ask_json_get_string (call, "entity");
      url = ask_json_get_string (call, "url");
      arguments = ask_json_get_string (call, "arguments");
      cached = ask_json_get_string (call, "cached");
      status = ask_json_get_integer (call, "status", 0);
      rows = ask_json_get_integer (call, "rows", -1);
      elapsed = json_object_get_double_member_with_default (call, "elapsed_ms", 0);
      if (entity != NULL)
        g_string_append_printf (facts, "%s(%s)", entity, arguments != NULL ? arguments : "");
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), facts->len > 0 ? facts->str : (url != NULL ? url : ""));
      if (url != NULL && facts->len > 0)
        {
          const char *body = ask_json_get_string (call, "body");
          g_autofree char *sent = body != NULL ? g_strconcat ("POST ", url, " ", body, NULL) : g_strdup (url);

          adw_action_row_set_subtitle (ADW_ACTION_ROW (row), sent);
        }
      adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
      g_string_truncate (facts, 0);
      if (status >= 200 && status < 300 && rows >= 0)
        {
          g_autofree char *count = ask_number_count ((guint64) rows);

          g_string_append_printf (facts, ngettext ("%s row", "%s rows", (gulong) rows), count);
        }
      else if (status == 0)
        g_string_append (facts, _ ("no answer"));
      else if (status == 404 || status == 410)
        /* Translators: what an API said of one key. */
        g_string_append (facts, _ ("no such row"));
      else
        /* Translators: an HTTP status, such as 404. */
        g_string_append_printf (facts, _ ("refused with %d"), (int) status);
      if (g_strcmp0 (cached, "fresh") == 0)
        /* Translators: an earlier answer of the API was used again. */
        g_string_append_printf (facts, " · %s", _ ("kept"));
      else if (elapsed >= MIN_ELAPSED)
        {
          g_autofree char *time = ask_format_elapsed (elapsed);

          g_string_append_printf (facts, " · %s", time);
        }
      {
        GtkWidget *label = gtk_label_new (facts->str);

        gtk_widget_add_css_class (label, "dim-label");
        gtk_widget_add_css_class (label, "numeric");
        adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
      }
      gtk_list_box_append (GTK_LIST_BOX (list), row);
    }
  if (n > MAX_CALLS)
    gtk_list_box_append (GTK_LIST_BOX (list), new_rest_row (n - MAX_CALLS));
  return list;
}

/**
 * ask_step_requests_new:
 * @requests: of a step that asked a function
 *
 * Returns: (transfer floating): a list of the requests to a model
 */
GtkWidget *
ask_step_requests_new (JsonArray *requests)
{
  GtkWidget *list = gtk_list_box_new ();
  guint n = json_array_get_length (requests);

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  for (guint i = 0; i < MIN (n, MAX_CALLS); i++)
    {
      JsonObject *request = ask_json_element_object (requests, i);
      const char *problem = request != NULL ? ask_json_get_string (request, "problem") : NULL;
      gint64 values = ask_json_get_integer (request, "values", 0);
      double elapsed = request != NULL ? json_object_get_double_member_with_default (request, "elapsed_ms", 0) : 0;
      GtkWidget *row = adw_action_row_new ();
      g_autofree char *count = ask_number_count ((guint64) values);
      g_autofree char *title = g_strdup_printf (ngettext ("%s value", "%s values", (gulong) values), count);
      g_autofree char *size = ask_format_size (ask_json_get_integer (request, "bytes", 0));
      g_autoptr (GString) facts = g_string_new (size);
      GtkWidget *label;

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
      if (problem != NULL)
        {
          adw_action_row_set_subtitle (ADW_ACTION_ROW (row), problem);
          adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 4);
        }
      if (elapsed >= MIN_ELAPSED)
        {
          g_autofree char *time = ask_format_elapsed (elapsed);

          g_string_append_printf (facts, " · %s", time);
        }
      label = gtk_label_new (facts->str);
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "numeric");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
      gtk_list_box_append (GTK_LIST_BOX (list), row);
    }
  if (n > MAX_CALLS)
    gtk_list_box_append (GTK_LIST_BOX (list), new_rest_row (n - MAX_CALLS));
  return list;
}

/* "shop · 12 rows · 3 ms" */
static GtkWidget *
new_query_heading (JsonObject *query)
{
  const char *source = ask_json_get_string (query, "source");
  gint64 rows = ask_json_get_integer (query, "rows", -1);
  double elapsed = json_object_get_double_member_with_default (query, "elapsed_ms", 0);
  g_autoptr (GString) facts = g_string_new (source);
  GtkWidget *label;

  if (rows >= 0)
    {
      g_autofree char *count = ask_number_count ((guint64) rows);

      g_string_append_printf (facts, "%s", facts->len > 0 ? " · " : "");
      g_string_append_printf (facts, ngettext ("%s row", "%s rows", (gulong) rows), count);
    }
  if (elapsed >= MIN_ELAPSED)
    {
      g_autofree char *time = ask_format_elapsed (elapsed);

      g_string_append_printf (facts, " · %s", time);
    }
  label = gtk_label_new (facts->str);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

/**
 * ask_step_queries_new:
 * @queries: of a step
 *
 * Returns: (transfer floating): the SQL that each server ran, with what it gave
 */
GtkWidget *
ask_step_queries_new (JsonArray *queries)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  guint n = json_array_get_length (queries);

  for (guint i = 0; i < MIN (n, MAX_QUERIES); i++)
    {
      JsonObject *query = ask_json_element_object (queries, i);
      const char *sql = query != NULL ? ask_json_get_string (query, "sql") : NULL;

      if (sql == NULL)
        continue;
      gtk_box_append (GTK_BOX (box), new_query_heading (query));
      gtk_box_append (GTK_BOX (box), ask_sql_view_new (sql));
    }
  if (n > MAX_QUERIES)
    {
      g_autofree char *more = g_strdup_printf (_ ("and %u more"), n - MAX_QUERIES);
      GtkWidget *label = gtk_label_new (more);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_box_append (GTK_BOX (box), label);
    }
  return box;
}

/**
 * ask_step_plan_new:
 * @plan: the tree as text, a line a node
 *
 * Returns: (transfer floating): the text as it is; long lines scroll, since a tree that wraps is none
 */
GtkWidget *
ask_step_plan_new (const char *plan)
{
  g_autofree char *text = g_strchomp (g_strdup (plan));
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_widget_set_margin_top (label, 10);
  gtk_widget_set_margin_bottom (label, 10);
  /* SQL and its tree read from left to right in every language. */
  gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  gtk_widget_add_css_class (scroller, "ask-frame");
  gtk_widget_set_overflow (scroller, GTK_OVERFLOW_HIDDEN);
  return scroller;
}
