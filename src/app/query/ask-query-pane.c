/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the statement at the cursor, or what is selected, one at a time. Parameters are asked for before; what costs much
 * is asked about before it runs. What was run last can be run again in full ("query.fetch-all").
 *
 * ::changed: text, cursor, title or parameters are other ones. ::ran: something ran, or was stopped.
 */
#include "config.h"

#include "app/query/ask-query-pane.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "agent/ask-remedy.h"
#include "app/query/ask-plan-view.h"
#include "app/query/ask-query-parameters.h"
#include "app/query/ask-query-result.h"
#include "app/widgets/ask-cost-view.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-problem-view.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "sql/ask-sql-parameter.h"

/* Of a title that nobody gave. */
#define TITLE_LENGTH 28

struct _AskQueryPane
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable; /* nullable: while a job runs */
  char *id;
  char *title; /* nullable: as a person gave it */
  char *written; /* nullable: what runs, or ran last, with its parameters */
  char *sql; /* nullable: the same as it runs */
  gboolean explains; /* it is only explained */
  gint64 started;
  guint clock;
  guint64 calls;

  GtkWidget *paned;
  AskSqlEditor *editor;
  AskQueryParameters *parameters;
  GtkStack *states;
  GtkLabel *progress;
  GtkSpinner *spinner;
  AskCostView *cost;
  AskProblemView *problem;
  AskPlanView *plan;
  AskQueryResult *result;
};

G_DEFINE_FINAL_TYPE (AskQueryPane, ask_query_pane, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  RAN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_state (AskQueryPane *self, const char *name)
{
  gboolean running = g_str_equal (name, "running");

  gtk_stack_set_visible_child_name (self->states, name);
  gtk_spinner_set_spinning (self->spinner, running);
  if (!running)
    g_clear_handle_id (&self->clock, g_source_remove);
  /* Whatever is shown instead, nobody can answer any more. */
  if (!g_str_equal (name, "cost"))
    ask_cost_view_forget (self->cost);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.stop", self->cancellable != NULL);
}

/* "Running… 12 calls, 3.2 s" */
static gboolean
show_progress (gpointer data)
{
  AskQueryPane *self = data;
  g_autofree char *elapsed = ask_format_elapsed ((double) (g_get_monotonic_time () - self->started) / 1000.0);
  g_autofree char *count = ask_number_count (self->calls);
  g_autofree char *calls = g_strdup_printf (ngettext ("%s call", "%s calls", (gulong) self->calls), count);
  g_autofree char *words = self->calls > 0 ? g_strdup_printf (_ ("Running… %s, %s"), calls, elapsed)
                                           : g_strdup_printf (_ ("Running… %s"), elapsed);

  gtk_label_set_text (self->progress, words);
  return G_SOURCE_CONTINUE;
}

static void
show_calls (gpointer target, guint64 calls)
{
  AskQueryPane *self = ASK_QUERY_PANE (target);

  if (self->cancellable == NULL || self->session == NULL)
    return;
  self->calls = calls;
  show_progress (self);
}

static void
show_problem (AskQueryPane *self, const GError *error)
{
  gboolean stopped = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_autofree char *place = ask_remedy_dup_place (error);

  ask_problem_view_show (self->problem, stopped ? "process-stop-symbolic" : "dialog-error-symbolic",
                         stopped ? "dim-label" : "error", stopped ? _ ("Stopped.") : ask_error_get_words (error), NULL,
                         NULL);
  ask_problem_view_set_remedy (self->problem, stopped ? ASK_REMEDY_NONE : ask_remedy_find (error), place);
  ask_sql_editor_set_told (self->editor, ask_problem_view_get_words (self->problem));
  set_state (self, "problem");
}

/* The job waits before what costs much. */
static void
show_cost (gpointer target, AskCostWait *wait)
{
  AskQueryPane *self = ASK_QUERY_PANE (target);

  if (self->session == NULL || self->cancellable == NULL || ask_cost_wait_is_over (wait))
    {
      ask_cost_wait_answer (wait, ASK_WAIT_NO, 0);
      ask_cost_wait_unref (wait);
      return;
    }
  ask_cost_view_show (self->cost, wait);
  set_state (self, "cost");
}

static void
begin (AskQueryPane *self)
{
  ask_query_pane_stop (self);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->started = g_get_monotonic_time ();
  self->calls = 0;
  ask_sql_editor_set_told (self->editor, NULL);
  show_progress (self);
  set_state (self, "running");
  if (self->clock == 0)
    self->clock = g_timeout_add (250, show_progress, self);
}

static void
cost_answered (AskQueryPane *self)
{
  set_state (self, "running");
  if (self->clock == 0)
    self->clock = g_timeout_add (250, show_progress, self);
}

/* Returns: whether what the job gives is still wanted; else it goes */
static gboolean
end (AskQueryPane *self, GAsyncResult *result)
{
  if (self->session == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return FALSE;
  g_clear_object (&self->cancellable);
  return TRUE;
}

static void
ran (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryPane *self = ASK_QUERY_PANE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskQueryOutcome) outcome = ask_job_finish (source, result, &error);

  if (!end (self, result))
    return;
  if (outcome != NULL)
    {
      ask_query_result_show (self->result, g_steal_pointer (&outcome), self->sql);
      set_state (self, "result");
    }
  else
    show_problem (self, error);
  g_signal_emit (self, signals[RAN], 0);
}

static void
explained (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryPane *self = ASK_QUERY_PANE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskQueryPlan) plan = ask_job_finish (source, result, &error);
  g_autofree char *words = NULL;

  if (!end (self, result))
    return;
  if (plan == NULL)
    {
      show_problem (self, error);
      return;
    }
  words = plan->words != NULL ? g_strdup_printf ("%s\n%s", plan->words, plan->cost) : g_strdup (plan->cost);
  ask_plan_view_set_plan (self->plan, plan->root, words);
  set_state (self, "plan");
}

static void
start (AskQueryPane *self, gsize max_rows)
{
  begin (self);
  if (self->explains)
    ask_job_start (ask_jobs_explain_query (self->sql), self, ask_session_get_path (self->session), self->cancellable,
                   explained, NULL);
  else
    ask_job_start (ask_jobs_run_query (self,
                                       &(AskQueryAsking) { self->sql, self->written, max_rows, show_cost, show_calls }),
                   self, ask_session_get_path (self->session), self->cancellable, ran, NULL);
}

/* With what was given for the parameters. */
static void
start_with_values (AskQueryPane *self)
{
  g_autoptr (GError) error = NULL;

  g_free (self->sql);
  self->sql = ask_query_parameters_put (self->parameters, self->written, &error);
  if (self->sql == NULL)
    show_problem (self, error);
  else
    start (self, ASK_QUERY_FIRST_ROWS);
}

static void
parameters_found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryPane *self = ASK_QUERY_PANE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) parameters = ask_job_finish (source, result, &error);

  if (!end (self, result))
    return;
  if (parameters == NULL)
    show_problem (self, error);
  else if (ask_query_parameters_ask (self->parameters, parameters))
    start_with_values (self);
  else
    set_state (self, "asking");
}

static void
prepare (AskQueryPane *self, gboolean explains)
{
  char *chosen = ask_sql_editor_dup_chosen (self->editor);
  g_autoptr (GPtrArray) parameters = NULL;

  if (chosen == NULL || self->session == NULL)
    {
      g_free (chosen);
      return;
    }
  g_free (self->written);
  self->written = chosen;
  self->explains = explains;
  parameters = ask_sql_list_parameters (chosen, NULL);
  begin (self);
  if (parameters->len > 0)
    {
      ask_job_start (ask_jobs_list_parameters (chosen), self, ask_session_get_path (self->session), self->cancellable,
                     parameters_found, NULL);
      return;
    }
  ask_query_parameters_ask (self->parameters, parameters);
  start_with_values (self);
}

/* Enter in the form: all that it shows is given now. */
static void
values_given (AskQueryPane *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
  prepare (self, self->explains);
}

/** ask_query_pane_run: runs what is selected, or the statement at the cursor; nothing where there is none. */
void
ask_query_pane_run (AskQueryPane *self)
{
  g_return_if_fail (ASK_IS_QUERY_PANE (self));
  prepare (self, FALSE);
}

/** ask_query_pane_explain: shows what would run where; runs nothing. */
void
ask_query_pane_explain (AskQueryPane *self)
{
  g_return_if_fail (ASK_IS_QUERY_PANE (self));
  prepare (self, TRUE);
}

/** ask_query_pane_stop: Returns: whether something ran; it is being stopped */
gboolean
ask_query_pane_stop (AskQueryPane *self)
{
  g_return_val_if_fail (ASK_IS_QUERY_PANE (self), FALSE);
  if (self->cancellable == NULL)
    return FALSE;
  g_cancellable_cancel (self->cancellable);
  return TRUE;
}

static void
action_stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_query_pane_stop (ASK_QUERY_PANE (widget));
}

static void
action_fetch_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskQueryPane *self = ASK_QUERY_PANE (widget);

  if (self->sql != NULL && self->session != NULL)
    start (self, ASK_QUERY_ALL_ROWS);
}

static void
action_again (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskQueryPane *self = ASK_QUERY_PANE (widget);

  prepare (self, self->explains);
}

static void
changed (AskQueryPane *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
escape_pressed (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return ask_query_pane_stop (ASK_QUERY_PANE (widget));
}

static gboolean
ask_query_pane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (ASK_QUERY_PANE (widget)->editor));
}

static void
stop (gpointer pane)
{
  ask_query_pane_stop (pane);
}

static void
ask_query_pane_dispose (GObject *object)
{
  AskQueryPane *self = ASK_QUERY_PANE (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->clock, g_source_remove);
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_query_pane_parent_class)->dispose (object);
}

static void
ask_query_pane_finalize (GObject *object)
{
  AskQueryPane *self = ASK_QUERY_PANE (object);

  g_free (self->id);
  g_free (self->title);
  g_free (self->written);
  g_free (self->sql);
  G_OBJECT_CLASS (ask_query_pane_parent_class)->finalize (object);
}

static void
ask_query_pane_class_init (AskQueryPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_SQL_EDITOR);
  g_type_ensure (ASK_TYPE_QUERY_PARAMETERS);
  g_type_ensure (ASK_TYPE_COST_VIEW);
  g_type_ensure (ASK_TYPE_PROBLEM_VIEW);
  g_type_ensure (ASK_TYPE_PLAN_VIEW);
  G_OBJECT_CLASS (klass)->dispose = ask_query_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_query_pane_finalize;
  widget_class->grab_focus = ask_query_pane_grab_focus;
  signals[CHANGED]
    = g_signal_new ("changed", ASK_TYPE_QUERY_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RAN] = g_signal_new ("ran", ASK_TYPE_QUERY_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-query-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, paned);
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, editor);
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, parameters);
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, states);
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, progress);
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, spinner);
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, cost);
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, problem);
  gtk_widget_class_bind_template_child (widget_class, AskQueryPane, plan);
  gtk_widget_class_bind_template_callback (widget_class, changed);
  gtk_widget_class_bind_template_callback (widget_class, cost_answered);
  gtk_widget_class_bind_template_callback (widget_class, values_given);
  gtk_widget_class_bind_template_callback_full (widget_class, "run", G_CALLBACK (ask_query_pane_run));
  gtk_widget_class_install_action (widget_class, "query.stop", NULL, action_stop);
  gtk_widget_class_install_action (widget_class, "query.fetch-all", NULL, action_fetch_all);
  /* What the views of a failure and of a price have on their buttons. */
  gtk_widget_class_install_action (widget_class, "card.ask-again", NULL, action_again);
  gtk_widget_class_install_action (widget_class, "card.cancel", NULL, action_stop);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_pressed, NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_query_pane_init (AskQueryPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_transient_init_part (self, stop);
  ask_sql_editor_set_page (self->editor, TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.stop", FALSE);
}

/** ask_query_pane_new: @tab: what stands in it. Returns: (transfer floating): the pane */
GtkWidget *
ask_query_pane_new (AskSession *session, const AskQueryTab *tab)
{
  AskQueryPane *self = g_object_new (ASK_TYPE_QUERY_PANE, NULL);

  self->session = g_object_ref (session);
  self->id = g_strdup (tab->id);
  self->title = g_strdup (tab->title);
  self->result = ASK_QUERY_RESULT (ask_query_result_new (session));
  gtk_stack_add_named (self->states, GTK_WIDGET (self->result), "result");
  ask_query_parameters_set_json (self->parameters, tab->parameters);
  ask_sql_editor_set_text (self->editor, tab->sql);
  ask_sql_editor_set_cursor (self->editor, (int) CLAMP (tab->cursor, 0, G_MAXINT));
  ask_sql_editor_set_workspace (self->editor, ask_session_get_path (session));
  return GTK_WIDGET (self);
}

/** ask_query_pane_set_desk: @desk: whose names and questions are offered */
void
ask_query_pane_set_desk (AskQueryPane *self, const AskQueryDesk *desk)
{
  g_return_if_fail (ASK_IS_QUERY_PANE (self));
  ask_sql_editor_set_schema (self->editor, desk->schema);
  ask_sql_editor_set_functions (self->editor, desk->functions);
  ask_sql_editor_set_questions (self->editor, desk->verified);
}

/** ask_query_pane_dup_tab: Returns: (transfer full): what stands in it, to be kept */
AskQueryTab *
ask_query_pane_dup_tab (AskQueryPane *self)
{
  AskQueryTab *tab;

  g_return_val_if_fail (ASK_IS_QUERY_PANE (self), NULL);
  tab = g_new0 (AskQueryTab, 1);
  tab->id = g_strdup (self->id);
  tab->title = g_strdup (self->title);
  tab->sql = ask_sql_editor_dup_whole (self->editor);
  tab->cursor = ask_sql_editor_get_cursor (self->editor);
  tab->parameters = ask_query_parameters_to_json (self->parameters);
  return tab;
}

/** ask_query_pane_dup_title: Returns: (transfer full): as a person gave it, else how its text begins */
char *
ask_query_pane_dup_title (AskQueryPane *self)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GString) line = g_string_new (NULL);

  g_return_val_if_fail (ASK_IS_QUERY_PANE (self), NULL);
  if (self->title != NULL)
    return g_strdup (self->title);
  text = ask_sql_editor_dup_text (self->editor);
  words = g_strsplit_set (text, " \t\n", -1);
  for (guint i = 0; words[i] != NULL && line->len < 2 * TITLE_LENGTH; i++)
    if (*words[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);
  /* Translators: a tab with SQL in which nothing was written yet. */
  return line->len > 0 ? ask_text_shorten (line->str, TITLE_LENGTH) : g_strdup (_ ("New Query"));
}

/** ask_query_pane_set_title: @title: (nullable): as a person gives it; %NULL or "" for how its text begins */
void
ask_query_pane_set_title (AskQueryPane *self, const char *title)
{
  g_return_if_fail (ASK_IS_QUERY_PANE (self));
  g_free (self->title);
  self->title = title != NULL && *title != '\0' ? g_strdup (title) : NULL;
  g_signal_emit (self, signals[CHANGED], 0);
}

/** ask_query_pane_get_editor: Returns: (transfer none): where it is written */
AskSqlEditor *
ask_query_pane_get_editor (AskQueryPane *self)
{
  g_return_val_if_fail (ASK_IS_QUERY_PANE (self), NULL);
  return self->editor;
}

/** ask_query_pane_get_state: Returns: (transfer none): "nothing", "asking", "running", "cost", "result", "plan" or "problem" */
const char *
ask_query_pane_get_state (AskQueryPane *self)
{
  g_return_val_if_fail (ASK_IS_QUERY_PANE (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_query_pane_get_words: Returns: (transfer none): what is said of the result, or why there is none */
const char *
ask_query_pane_get_words (AskQueryPane *self)
{
  g_return_val_if_fail (ASK_IS_QUERY_PANE (self), NULL);
  if (g_str_equal (ask_query_pane_get_state (self), "result"))
    return ask_query_result_get_words (self->result);
  if (g_str_equal (ask_query_pane_get_state (self), "problem"))
    return ask_problem_view_get_words (self->problem);
  return gtk_label_get_text (self->progress);
}
