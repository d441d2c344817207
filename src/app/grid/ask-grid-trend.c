/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A grouped result over time as a table of its own: a row for each group, its course as a small line. The rows are those that
 * are seen; where they have no course, a dialog says why.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-job.h"
#include "base/ask-error.h"
#include "chart/ask-chart-trend.h"

static AskRows *
copy_shown (AskArrangement *arrangement)
{
  AskRows *rows = ask_arrangement_get_rows (arrangement), *shown = ask_rows_new ();

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);

      ask_rows_add_column (shown, column->name, column->type);
      ask_rows_set_sense (shown, i, &column->sense);
    }
  for (gsize i = 0; i < ask_arrangement_get_n_rows (arrangement); i++)
    ask_rows_append (shown, ask_rows_get_row (rows, ask_arrangement_get_row (arrangement, i)));
  ask_rows_set_truncated (shown, ask_rows_get_truncated (rows));
  return shown;
}

static gpointer
trend_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskRows) shown = copy_shown (data);

  return ask_chart_trend_new (shown, error);
}

static void
say (AskGrid *self, const char *why)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog
    = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _ ("No Trend in This Table"), why);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
trend_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskGrid *self = ASK_GRID (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = ask_job_finish (source, result, &error);
  g_autoptr (AskGridModel) model = NULL;
  g_autofree char *title = NULL;

  /* The grid may be gone from its window by now. */
  if (gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return;
  if (rows == NULL)
    {
      say (self, ask_error_get_words (error));
      return;
    }
  model = ask_grid_model_new (rows);
  /* TRANSLATORS: the title of a window: what its table is made of */
  title = g_strdup_printf (_ ("Trend: %s"), ask_grid_get_title (self));
  ask_grid_window_open (self, model, title);
}

/** ask_grid_show_trend: @self: a grid with a model; shows the courses of its groups in a window, or says why there are none */
void
ask_grid_show_trend (AskGrid *self)
{
  AskArrangement *arrangement = ask_grid_model_get_arrangement (ask_grid_get_model (self));

  ask_job_start (ask_job_new (trend_job, (GDestroyNotify) ask_rows_unref, ask_arrangement_ref (arrangement),
                              (GDestroyNotify) ask_arrangement_unref),
                 self, NULL, NULL, trend_ready, NULL);
}
