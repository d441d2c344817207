/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The side of the page that says what the steps mean: the sentence, the SQL, faults and rows. SQL that a person edits
 * becomes steps again; what no step says stays SQL, and the page says which part that is.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-build.h"
#include "sql/ask-sql-layout.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "explore/ask-build-check.h"
#include "understand/explain/ask-explain.h"

/* Milliseconds after the last key. */
#define WAIT_UPDATE 150
#define WAIT_SQL 500
#define MAX_ROWS 200
#define MAX_HEIGHT 420

/* ask_build_view_dup_sql: Returns: (transfer full): the query, as steps or as a person wrote it */
char *
ask_build_view_dup_sql (AskBuildView *self)
{
  return self->as_sql || self->build == NULL ? ask_sql_editor_dup_text (self->editor)
                                             : ask_build_to_sql (self->build, self->schema);
}

/* ask_build_view_dup_words: Returns: (transfer full) (nullable): what it asks for; %NULL where it cannot run */
char *
ask_build_view_dup_words (AskBuildView *self)
{
  g_autofree char *sql = ask_build_view_dup_sql (self);

  return ask_explain_sql (self->schema, sql, NULL);
}

static void
show_sentence (AskBuildView *self)
{
  g_autofree char *words = ask_build_view_dup_words (self);

  gtk_label_set_text (self->sentence, words != NULL ? words : _ ("This query cannot run yet."));
}

static gboolean
is_writing (AskBuildView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->editor));
}

/* What a person is writing is not changed under their hands. */
static void
show_sql (AskBuildView *self)
{
  g_autofree char *sql = NULL;
  g_autofree char *laid_out = NULL;

  if (self->as_sql || is_writing (self))
    return;
  sql = ask_build_to_sql (self->build, self->schema);
  laid_out = ask_sql_lay_out (sql);
  self->quiet = TRUE;
  ask_sql_editor_set_text (self->editor, laid_out);
  self->quiet = FALSE;
}

static void
refuse (AskBuildView *self, const GError *error)
{
  gboolean shown = error == NULL;

  self->as_sql = !shown;
  gtk_label_set_text (self->refusal, shown ? "" : ask_error_get_words (error));
  gtk_widget_set_visible (GTK_WIDGET (self->refusal), !shown);
  gtk_widget_set_sensitive (GTK_WIDGET (self->cards), shown);
  if (!shown)
    gtk_widget_set_visible (self->go_on, FALSE);
  ask_build_view_update_actions (self);
}

/* ---- rows */

static void
say_rows (AskBuildView *self, const char *words, gboolean table)
{
  gtk_label_set_text (self->rows_words, words);
  gtk_widget_set_visible (GTK_WIDGET (self->table), table);
}

static void
rows_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBuildView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = ask_job_finish (source, result, &error);
  g_autofree char *count = NULL;
  g_autofree char *words = NULL;
  gsize n;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_BUILD_VIEW (source);
  g_clear_object (&self->reading);
  if (self->session == NULL)
    return;
  if (rows == NULL)
    {
      say_rows (self, ask_error_get_words (error), FALSE);
      return;
    }
  n = ask_rows_get_n_rows (rows);
  count = ask_number_count (n);
  words = ask_rows_get_truncated (rows) ? g_strdup_printf (_ ("The first %s rows"), count)
                                        : g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) n), count);
  ask_grid_set_title (self->table, gtk_label_get_text (self->sentence));
  ask_grid_set_rows (self->table, rows);
  ask_grid_model_set_source (ask_grid_get_model (self->table), ask_session_get_path (self->session), self->rows_sql);
  ask_grid_fit (self->table, MAX_HEIGHT);
  say_rows (self, words, n > 0);
}

/*
 * ask_build_view_read_rows:
 * @asked: a person wants them now; else rows that may come from web APIs are not read
 */
void
ask_build_view_read_rows (AskBuildView *self, gboolean asked)
{
  g_autofree char *sql = NULL;
  gboolean costs = self->as_sql || ask_build_reads_apis (self->build, self->schema, self->build->steps->len);

  ask_build_stop (&self->reading);
  gtk_widget_set_visible (self->show_rows, costs);
  if (costs && !asked)
    {
      say_rows (self, self->as_sql ? "" : _ ("Rows come from a web API, so they are read when you want them."), FALSE);
      return;
    }
  /* One row more tells whether there are more. */
  sql = self->as_sql ? ask_sql_editor_dup_text (self->editor)
                     : ask_build_preview_sql (self->build, self->schema, self->build->steps->len, MAX_ROWS + 1);
  g_free (self->rows_sql);
  self->rows_sql = ask_build_view_dup_sql (self);
  gtk_label_set_text (self->rows_words, _ ("Reading…"));
  self->reading = g_cancellable_new ();
  ask_job_start (ask_jobs_read_rows (sql, MAX_ROWS), self, ask_session_get_path (self->session), self->reading,
                 rows_ready, NULL);
}

/* ---- all of it */

static gboolean
has_fault (GPtrArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    if (((const AskBuildProblem *) problems->pdata[i])->level == ASK_BUILD_FAULT)
      return TRUE;
  return FALSE;
}

static gboolean
update_now (gpointer data)
{
  AskBuildView *self = data;
  g_autoptr (GPtrArray) problems = ask_build_check (self->build, self->schema);

  self->update_id = 0;
  show_sql (self);
  show_sentence (self);
  ask_build_view_refresh_cards (self, problems);
  gtk_widget_set_visible (self->go_on, ask_build_gives_new_rows (self->build) && !has_fault (problems));
  if (has_fault (problems))
    {
      ask_build_stop (&self->reading);
      gtk_widget_set_visible (self->show_rows, FALSE);
      say_rows (self, _ ("Mend what is wrong with the steps to see rows."), FALSE);
    }
  else
    ask_build_view_read_rows (self, FALSE);
  ask_build_view_show_next (self);
  return G_SOURCE_REMOVE;
}

/* ask_build_view_update: says what the steps mean now, a moment after the last edit */
void
ask_build_view_update (AskBuildView *self)
{
  g_clear_handle_id (&self->update_id, g_source_remove);
  self->update_id = g_timeout_add (WAIT_UPDATE, update_now, self);
  refuse (self, NULL);
}

static gboolean
read_sql (gpointer data)
{
  AskBuildView *self = data;
  g_autofree char *sql = ask_sql_editor_dup_text (self->editor);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBuild) build = NULL;

  self->read_id = 0;
  if (self->schema == NULL)
    return G_SOURCE_REMOVE;
  build = ask_build_from_sql (self->schema, sql, &error);
  if (build != NULL)
    {
      ask_build_view_adopt (self, g_steal_pointer (&build), TRUE);
      return G_SOURCE_REMOVE;
    }
  g_clear_handle_id (&self->update_id, g_source_remove);
  refuse (self, error);
  show_sentence (self);
  ask_build_view_show_next (self);
  ask_build_view_read_rows (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* ask_build_view_sql_edited: reads what a person wrote, a moment after the last key */
void
ask_build_view_sql_edited (AskBuildView *self)
{
  if (self->quiet)
    return;
  g_clear_handle_id (&self->read_id, g_source_remove);
  self->read_id = g_timeout_add (WAIT_SQL, read_sql, self);
}

/* ask_build_view_stop: nothing comes later any more */
void
ask_build_view_stop (AskBuildView *self)
{
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_handle_id (&self->read_id, g_source_remove);
  ask_build_stop (&self->reading);
}
