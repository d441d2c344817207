/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One SELECT at a time over the rows that a file has, as a job; the result or the reason why not stands below.
 */
#include "config.h"

#include "app/ask/ask-saved-query.h"

#include <glib/gi18n.h>

#include "app/sql/ask-sql-editor.h"
#include "app/grid/ask-grid.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

#define MAX_HEIGHT 400

struct _AskSavedQuery
{
  AdwWindow parent_instance;
  AskOutcome *outcome;
  GCancellable *cancellable; /* nullable: while a query runs */

  GtkLabel *tables;
  AskSqlEditor *editor;
  GtkLabel *said;
  AdwBin *result;
};

G_DEFINE_FINAL_TYPE (AskSavedQuery, ask_saved_query, ADW_TYPE_WINDOW)

static void
say (AskSavedQuery *self, const char *words, gboolean failed)
{
  gtk_label_set_text (self->said, words);
  gtk_widget_set_visible (GTK_WIDGET (self->said), TRUE);
  if (failed)
    gtk_widget_add_css_class (GTK_WIDGET (self->said), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->said), "error");
}

static void
show_rows (AskSavedQuery *self, AskRows *rows)
{
  gsize n = ask_rows_get_n_rows (rows);
  g_autofree char *count = ask_number_count (n);
  g_autofree char *words = g_strdup_printf (ngettext ("%s row", "%s rows", n), count);
  GtkWidget *view;

  say (self, words, FALSE);
  if (n == 0)
    return;
  view = ask_grid_new ();
  ask_grid_set_rows (ASK_GRID (view), rows);
  ask_grid_fit (ASK_GRID (view), MAX_HEIGHT);
  gtk_widget_add_css_class (view, "ask-frame");
  gtk_widget_set_overflow (view, GTK_OVERFLOW_HIDDEN);
  adw_bin_set_child (self->result, view);
}

static void
ran (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSavedQuery *self = ASK_SAVED_QUERY (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) answer = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (answer != NULL)
    show_rows (self, answer->rows);
  else
    say (self, ask_error_get_words (error), TRUE);
}

static void
stop (AskSavedQuery *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
action_run (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSavedQuery *self = ASK_SAVED_QUERY (widget);
  g_autofree char *sql = ask_sql_editor_dup_text (self->editor);

  stop (self);
  adw_bin_set_child (self->result, NULL);
  say (self, _ ("Running…"), FALSE);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_query_saved (self->outcome, sql), self, NULL, self->cancellable, ran, NULL);
}

static void
ask_saved_query_dispose (GObject *object)
{
  AskSavedQuery *self = ASK_SAVED_QUERY (object);

  stop (self);
  g_clear_pointer (&self->outcome, ask_outcome_unref);
  G_OBJECT_CLASS (ask_saved_query_parent_class)->dispose (object);
}

static void
ask_saved_query_class_init (AskSavedQueryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_SQL_EDITOR);
  G_OBJECT_CLASS (klass)->dispose = ask_saved_query_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-saved-query.ui");
  gtk_widget_class_bind_template_child (widget_class, AskSavedQuery, tables);
  gtk_widget_class_bind_template_child (widget_class, AskSavedQuery, editor);
  gtk_widget_class_bind_template_child (widget_class, AskSavedQuery, said);
  gtk_widget_class_bind_template_child (widget_class, AskSavedQuery, result);
  gtk_widget_class_install_action (widget_class, "query.run", NULL, action_run);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "query.run", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_saved_query_init (AskSavedQuery *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* "answer (city, n), step_1 (city, amount)" */
static char *
list_tables (AskSchema *schema)
{
  GString *text = g_string_new (NULL);

  for (guint e = 0; e < schema->entities->len; e++)
    {
      const AskEntity *entity = schema->entities->pdata[e];

      g_string_append_printf (text, "%s%s (", e > 0 ? ", " : "", entity->name);
      for (guint a = 0; a < entity->attributes->len; a++)
        g_string_append_printf (text, "%s%s", a > 0 ? ", " : "",
                                ((const AskAttribute *) entity->attributes->pdata[a])->name);
      g_string_append_c (text, ')');
    }
  return g_string_free (text, FALSE);
}

/**
 * ask_saved_query_new:
 * @outcome: (transfer none): of a file
 *
 * Returns: (transfer none): the window, not yet shown
 */
GtkWidget *
ask_saved_query_new (AskOutcome *outcome)
{
  AskSavedQuery *self = g_object_new (ASK_TYPE_SAVED_QUERY, NULL);
  g_autoptr (AskSchema) schema = ask_bundle_make_schema (outcome->saved);
  g_autofree char *tables = list_tables (schema);
  /* Translators: names of tables with their columns. */
  g_autofree char *words = g_strdup_printf (_ ("Tables in this file: %s"), tables);

  self->outcome = ask_outcome_ref (outcome);
  gtk_label_set_text (self->tables, words);
  ask_sql_editor_set_schema (self->editor, schema);
  ask_sql_editor_set_text (self->editor, "SELECT * FROM answer");
  return GTK_WIDGET (self);
}
