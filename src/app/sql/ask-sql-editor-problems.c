/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A moment after the last key the text is checked in a job; what came of an older text is thrown away. Below the text
 * stands what is wrong at the cursor, else which argument is being written there, else the first thing that is wrong.
 */
#include "config.h"

#include "app/sql/ask-sql-editor-private.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-query.h"
#include "understand/complete/ask-sql-words.h"

/* Of quiet before a check, ms. */
#define QUIET 400

/** ask_sql_editor_add_tags: @self: with a buffer. What underlines look like. */
void
ask_sql_editor_add_tags (AskSqlEditor *self)
{
  static const GdkRGBA warning = { 0.8f, 0.55f, 0.0f, 1.0f };

  gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), "warning", "underline", PANGO_UNDERLINE_ERROR,
                              "underline-rgba", &warning, NULL);
  gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), "error", "underline", PANGO_UNDERLINE_ERROR, NULL);
}

static void
clear_tags (AskSqlEditor *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  gtk_text_buffer_remove_tag_by_name (GTK_TEXT_BUFFER (self->buffer), "error", &start, &end);
  gtk_text_buffer_remove_tag_by_name (GTK_TEXT_BUFFER (self->buffer), "warning", &start, &end);
}

static const AskQueryProblem *
find_problem (AskSqlEditor *self, guint cursor)
{
  for (guint i = 0; self->problems != NULL && i < self->problems->len; i++)
    {
      const AskQueryProblem *problem = self->problems->pdata[i];

      if (cursor >= problem->start && cursor <= problem->end)
        return problem;
    }
  return NULL;
}

static const AskQueryProblem *
find_untold (AskSqlEditor *self)
{
  for (guint i = 0; self->problems != NULL && i < self->problems->len; i++)
    if (g_strcmp0 (((AskQueryProblem *) self->problems->pdata[i])->words, self->told) != 0)
      return self->problems->pdata[i];
  return NULL;
}

/* "substr (text, start, length?)", with the argument that is being written in bold. */
static char *
describe_call (AskSqlEditor *self)
{
  g_autofree char *text = ask_sql_editor_dup_whole (self);
  gsize cursor = (gsize) (g_utf8_offset_to_pointer (text, ask_sql_editor_get_cursor (self)) - text);
  AskSqlSignature signature;
  g_auto (GStrv) arguments = NULL;
  GString *words;
  guint argument, n;

  if (!ask_sql_words_find_call (text, cursor, &signature, &argument) || *signature.arguments == '\0')
    return NULL;
  arguments = g_strsplit (signature.arguments, ", ", -1);
  n = g_strv_length (arguments);
  words = g_string_new (signature.name);
  g_string_append (words, " (");
  for (guint i = 0; i < n; i++)
    {
      /* The last one may come any number of times. */
      gboolean here = i == argument || (i + 1 == n && argument >= n);

      g_string_append_printf (words, here ? "%s<b>%s</b>" : "%s%s", i > 0 ? ", " : "", arguments[i]);
    }
  g_string_append_c (words, ')');
  return g_string_free (words, FALSE);
}

/** ask_sql_editor_say: @self: an editor. Says below it what there is to say at the cursor. */
void
ask_sql_editor_say (AskSqlEditor *self)
{
  const AskQueryProblem *problem = find_problem (self, (guint) ask_sql_editor_get_cursor (self));
  g_autofree char *call = NULL;
  const char *style = "dim-label";

  if (self->said == NULL)
    return;
  if (problem == NULL)
    call = describe_call (self);
  else if (g_strcmp0 (problem->words, self->told) == 0)
    problem = NULL;
  if (problem == NULL && call == NULL)
    problem = find_untold (self);
  if (problem != NULL)
    {
      style = problem->warning ? "warning" : "error";
      gtk_label_set_text (self->said, problem->words);
    }
  else
    gtk_label_set_markup (self->said, call != NULL ? call : "");
  gtk_widget_set_css_classes (GTK_WIDGET (self->said), (const char *[]) { style, NULL });
  gtk_widget_set_visible (GTK_WIDGET (self->said), problem != NULL || call != NULL);
}

static void
show_problems (AskSqlEditor *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  gboolean wrong = FALSE;

  clear_tags (self);
  for (guint i = 0; self->problems != NULL && i < self->problems->len; i++)
    {
      const AskQueryProblem *problem = self->problems->pdata[i];
      GtkTextIter start, end;

      gtk_text_buffer_get_iter_at_offset (buffer, &start, (int) problem->start);
      gtk_text_buffer_get_iter_at_offset (buffer, &end, (int) problem->end);
      gtk_text_buffer_apply_tag_by_name (buffer, problem->warning ? "warning" : "error", &start, &end);
      wrong = wrong || !problem->warning;
    }
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  ask_sql_editor_say (self);
}

static void
checked (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSqlEditor *self = ASK_SQL_EDITOR (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) problems = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  /* Whoever runs it is told why it cannot be read. */
  if (problems == NULL)
    return;
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  self->problems = g_steal_pointer (&problems);
  show_problems (self);
}

static gboolean
check (gpointer data)
{
  AskSqlEditor *self = data;
  g_autofree char *text = ask_sql_editor_dup_whole (self);

  self->waiting = 0;
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_check_sql (text), self, self->path, self->cancellable, checked, NULL);
  return G_SOURCE_REMOVE;
}

/** ask_sql_editor_stop_check: @self: an editor. Nothing comes of the check that is under way. */
void
ask_sql_editor_stop_check (AskSqlEditor *self)
{
  g_clear_handle_id (&self->waiting, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/** ask_sql_editor_check_later: @self: an editor whose text is another one: what was said of the last one goes, and the
 * new one is checked when nobody types. */
void
ask_sql_editor_check_later (AskSqlEditor *self)
{
  ask_sql_editor_stop_check (self);
  g_clear_pointer (&self->told, g_free);
  if (self->problems != NULL)
    {
      g_clear_pointer (&self->problems, g_ptr_array_unref);
      show_problems (self);
    }
  if (self->path != NULL)
    self->waiting = g_timeout_add (QUIET, check, self);
}

/** ask_sql_editor_next_problem: puts the cursor at the next thing that is wrong; behind the last comes the first. */
void
ask_sql_editor_next_problem (AskSqlEditor *self)
{
  const AskQueryProblem *next = NULL;
  const AskQueryProblem *first = NULL;
  guint cursor;

  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  cursor = (guint) ask_sql_editor_get_cursor (self);
  for (guint i = 0; self->problems != NULL && i < self->problems->len; i++)
    {
      const AskQueryProblem *problem = self->problems->pdata[i];

      if (first == NULL || problem->start < first->start)
        first = problem;
      if (problem->start > cursor && (next == NULL || problem->start < next->start))
        next = problem;
    }
  if (first == NULL)
    return;
  ask_sql_editor_set_cursor (self, (int) (next != NULL ? next : first)->start);
  gtk_widget_grab_focus (self->view);
}

/**
 * ask_sql_editor_set_told:
 * @words: (nullable): why what was run failed, where that stands beside the editor
 *
 * Nothing is said twice: below the text these words are left out until it changes.
 */
void
ask_sql_editor_set_told (AskSqlEditor *self, const char *words)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  g_free (self->told);
  self->told = g_strdup (words);
  ask_sql_editor_say (self);
}

/** ask_sql_editor_get_said: Returns: (transfer none): what stands below it; "" where nothing does */
const char *
ask_sql_editor_get_said (AskSqlEditor *self)
{
  g_return_val_if_fail (ASK_IS_SQL_EDITOR (self), "");
  return gtk_label_get_text (self->said);
}
