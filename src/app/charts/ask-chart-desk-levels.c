/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same by a finer unit of time, in the place of the chart that it was asked of. That one is kept as it is, with what can be
 * taken back of it, until the person goes back. What is changed of a finer chart stays as long as it is looked at: the look
 * that is kept with the answer is that of the answer's own rows.
 */
#include "config.h"

#include "app/charts/ask-chart-desk-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/ask-error.h"
#include "chart/ask-chart-units.h"

struct _AskChartLevel
{
  AskRows *rows;
  char *question;
  char *wish;
  char *sql;
  AskChartDrill drill;
  AskChart *chart; /* what was drawn */
  GPtrArray *choices; /* nullable */
  GPtrArray *before;
  AskChartLook *last;
};

/* What is on its way: its rows, then its chart. */
typedef struct
{
  AskRows *rows; /* nullable: until they are here */
  char *question;
  char *wish;
  char *sql;
  AskChartLook *look;
  double from; /* the stretch of time that was pointed at */
  double to;
} Finer;

static void
finer_free (Finer *self)
{
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->question);
  g_free (self->wish);
  g_free (self->sql);
  ask_chart_look_free (self->look);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Finer, finer_free)

/** ask_chart_level_free: @level: a chart that could be gone back to. Frees it. */
void
ask_chart_level_free (gpointer level)
{
  AskChartLevel *self = level;

  ask_rows_unref (self->rows);
  g_free (self->question);
  g_free (self->wish);
  g_free (self->sql);
  g_clear_pointer (&self->chart, ask_chart_unref);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  g_clear_pointer (&self->last, ask_chart_look_free);
  g_free (self);
}

static void
set_asking (AskChartDesk *self, gboolean asking)
{
  if (!asking)
    g_clear_object (&self->asking);
  gtk_spinner_set_spinning (self->spinner, asking);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), asking);
}

/* Swaps what the desk shows with what is in @level. */
static void
swap (AskChartDesk *self, AskChartLevel *level)
{
  AskChartLevel now = { self->rows,  self->question, self->wish,   self->sql, self->drill,
                        self->chart, self->choices,  self->before, self->last };

  /* A look that is being drawn is one of the chart that goes. */
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->rows = level->rows;
  self->question = level->question;
  self->wish = level->wish;
  self->sql = level->sql;
  self->drill = level->drill;
  self->chart = level->chart;
  self->choices = level->choices;
  self->before = level->before;
  self->last = level->last;
  *level = now;
  ask_chart_view_set_chart (self->view, self->chart);
}

static void
enter (AskChartDesk *self, Finer *finer, AskChartDrawn *drawn)
{
  AskChartLevel *level = g_new0 (AskChartLevel, 1);

  if (ask_chart_has_times (drawn->chart))
    {
      finer->look->zoom_x[0] = finer->from;
      finer->look->zoom_x[1] = finer->to;
      ask_chart_set_look (drawn->chart, finer->look);
    }
  level->rows = g_steal_pointer (&finer->rows);
  level->question = g_steal_pointer (&finer->question);
  level->wish = g_steal_pointer (&finer->wish);
  level->sql = g_steal_pointer (&finer->sql);
  level->drill = self->drill & ~ASK_CHART_DRILL_BEHIND;
  level->chart = g_steal_pointer (&drawn->chart);
  level->choices = g_steal_pointer (&drawn->choices);
  level->before = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_chart_look_free);
  level->last = ask_chart_look_copy (ask_chart_get_look (level->chart));
  swap (self, level);
  g_ptr_array_add (self->levels, level);
  ask_chart_desk_update (self);
}

static void
say_error (AskChartDesk *self, const GError *error)
{
  set_asking (self, FALSE);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_chart_desk_say (self, ask_error_get_words (error));
}

static void
chart_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskChartDesk *self = ASK_CHART_DESK (source);
  g_autoptr (Finer) finer = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskChartDrawn) drawn = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->asking || self->view == NULL)
    return;
  if (drawn == NULL)
    {
      say_error (self, error);
      return;
    }
  set_asking (self, FALSE);
  enter (self, finer, drawn);
}

static void
rows_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskChartDesk *self = ASK_CHART_DESK (source);
  g_autoptr (Finer) finer = data;
  g_autoptr (GError) error = NULL;
  AskRows *rows = ask_job_finish (source, result, &error);
  AskChartAsked asked;

  finer->rows = rows;
  if (g_task_get_cancellable (G_TASK (result)) != self->asking || self->view == NULL)
    return;
  if (rows == NULL)
    {
      say_error (self, error);
      return;
    }
  if (ask_rows_get_n_rows (rows) == 0)
    {
      set_asking (self, FALSE);
      ask_chart_desk_say (self, _ ("There are no rows."));
      return;
    }
  asked = (AskChartAsked) { rows, finer->question, finer->wish };
  ask_job_start (ask_jobs_draw_chart (&asked, finer->look), self, NULL, self->asking, chart_ready, finer);
  finer = NULL;
}

/* The kind, the colours and what is hidden; titles and bounds are of the chart before. */
static AskChartLook *
dup_look (AskChartDesk *self)
{
  AskChartLook *look = ask_chart_look_copy (ask_chart_get_look (self->chart));

  ask_chart_look_clear_zoom (look);
  g_clear_pointer (&look->x, g_free);
  g_clear_pointer (&look->title, g_free);
  g_clear_pointer (&look->x_title, g_free);
  g_clear_pointer (&look->y_title, g_free);
  look->min = look->max = NAN;
  return look;
}

/**
 * ask_chart_desk_ask_finer:
 * @self: a desk with SQL and a workspace
 * @unit: a finer unit of time than that of the chart
 * @pick: the place that it is asked of, whose stretch of time is seen first
 *
 * Looks for the rows and shows their chart in the place of this one.
 */
void
ask_chart_desk_ask_finer (AskChartDesk *self, AskChartTime unit, const AskChartPick *pick)
{
  g_autofree char *sql = ask_chart_dup_finer (self->chart, self->sql, unit);
  Finer *finer;

  if (sql == NULL)
    return;
  if (self->asking != NULL)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  self->asking = g_cancellable_new ();
  finer = g_new0 (Finer, 1);
  finer->question = g_strdup (self->question);
  finer->wish = g_strdup (self->wish);
  finer->sql = g_steal_pointer (&sql);
  finer->look = dup_look (self);
  ask_chart_get_stretch (self->chart, pick->place, unit, &finer->from, &finer->to);
  ask_chart_desk_say (self, NULL);
  set_asking (self, TRUE);
  ask_job_start (ask_jobs_query_rows (finer->sql), self, self->path, self->asking, rows_ready, finer);
}

/** ask_chart_desk_go_back: @self: a desk. Shows the chart that a finer unit of time was asked of. Returns: whether there is one */
gboolean
ask_chart_desk_go_back (AskChartDesk *self)
{
  AskChartLevel *level;

  if (self->levels->len == 0)
    return FALSE;
  level = g_ptr_array_steal_index (self->levels, self->levels->len - 1);
  swap (self, level);
  ask_chart_level_free (level);
  ask_chart_desk_update (self);
  return TRUE;
}

/** ask_chart_desk_get_kept_look: Returns: (transfer none): what is changed of the chart of the answer's own rows */
const AskChartLook *
ask_chart_desk_get_kept_look (AskChartDesk *self)
{
  const AskChartLevel *first = self->levels->len > 0 ? self->levels->pdata[0] : NULL;

  return ask_chart_get_look (first != NULL ? first->chart : self->chart);
}

/** ask_chart_desk_dup_back: Returns: (transfer full) (nullable): what is gone back to, in words */
char *
ask_chart_desk_dup_back (AskChartDesk *self)
{
  const AskChartLevel *last = self->levels->len > 0 ? self->levels->pdata[self->levels->len - 1] : NULL;

  /* TRANSLATORS: the title of a chart follows: "Back to “Sales by month”" */
  return last != NULL ? g_strdup_printf (_ ("Back to “%s”"), ask_chart_get_title (last->chart)) : NULL;
}
