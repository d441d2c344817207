/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a card shows: an answer with its views, how it was read and who stands for it, or why there is none.
 */
#include "config.h"

#include "app/ask/ask-answer-card-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "agent/ask-trace-line.h"
#include "app/ask/ask-card-sql.h"
#include "app/charts/ask-chart-desk.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-picture-view.h"
#include "app/widgets/ask-source-list.h"
#include "app/grid/ask-grid.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

/** ask_answer_card_forget: @self: a card: takes away what came of its question, and what showed it. */
void
ask_answer_card_forget (AskAnswerCard *self)
{
  const char *const names[] = { "picture", "chart", "table", "sql" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *page = gtk_stack_get_child_by_name (self->views, names[i]);

      if (page != NULL)
        gtk_stack_remove (self->views, page);
    }
  g_clear_pointer (&self->outcome, ask_outcome_unref);
  g_clear_pointer (&self->vouched, ask_verified_free);
  gtk_widget_set_visible (GTK_WIDGET (self->marks), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->routes), FALSE);
}

/** ask_answer_card_set_state: @self: a card; @name: one of ask_answer_card_get_state(). Shows the card so. */
void
ask_answer_card_set_state (AskAnswerCard *self, const char *name)
{
  gtk_stack_set_visible_child_name (self->state, name);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, g_str_equal (name, "running"), -1);
  if (!g_str_equal (name, "running"))
    ask_run_view_stop (self->run);
  /* Whatever is shown instead, nobody can answer any more. */
  if (!g_str_equal (name, "cost"))
    ask_cost_view_forget (self->cost);
}

/* Also of a row that a query brought, which the answer lacks. */
static void
cell_activated (AskGrid *grid, guint row, guint column, AskAnswerCard *self)
{
  ask_answer_card_find_behind (self, ask_grid_get_rows (grid), row, column);
}

/* What came of SQL that a person changed is an answer of its own. */
static void
sql_changed (AskAnswerCard *self, AskOutcome *outcome)
{
  g_signal_emit_by_name (self, "derived", outcome);
}

static void
behind_wanted (AskAnswerCard *self, guint row, guint column)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "card.behind", "(uu)", row, column);
}

static void
look_kept (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (source);
  g_autoptr (GError) error = NULL;

  self->keeping = FALSE;
  if (ask_job_finish (source, result, &error) == NULL && self->session != NULL)
    ask_session_toast (self->session, ask_error_get_words (error));
  else
    ask_answer_card_keep_look (self);
}

/** ask_answer_card_keep_look: @self: a card. Has the look of its chart stay with the answer, the last one where it changes
 * while one is written; that of a file stays as long as its card. */
void
ask_answer_card_keep_look (AskAnswerCard *self)
{
  GtkWidget *desk = self->views != NULL ? ask_answer_card_get_desk (self) : NULL;
  g_autofree char *look = NULL;

  if (desk == NULL || self->keeping || self->session == NULL || self->outcome->saved != NULL
      || self->outcome->answer->history_id == 0)
    return;
  look = ask_chart_look_to_text (ask_chart_desk_get_look (ASK_CHART_DESK (desk)));
  if (g_strcmp0 (look, self->kept_look) == 0)
    return;
  self->keeping = TRUE;
  g_free (self->kept_look);
  self->kept_look = g_steal_pointer (&look);
  ask_job_start (ask_jobs_keep_look (self->outcome->answer->history_id,
                                     ask_chart_desk_get_look (ASK_CHART_DESK (desk))),
                 self, ask_session_get_path (self->session), NULL, look_kept, NULL);
}

/** ask_answer_card_get_desk: @self: a card. Returns: (transfer none) (nullable): its chart, once it was looked at */
GtkWidget *
ask_answer_card_get_desk (AskAnswerCard *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->views, "chart");

  return page != NULL ? adw_bin_get_child (ADW_BIN (page)) : NULL;
}

/** ask_answer_card_dup_title: @self: a card with an answer. Returns: (transfer full): what its rows are called: as was asked, else,
 * where a person wrote SQL, by their columns */
char *
ask_answer_card_dup_title (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;

  return answer->written && answer->rows != NULL ? ask_grid_name_rows (answer->rows) : g_strdup (answer->question);
}

static GtkWidget *
new_desk (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;
  gboolean behind = answer->sql != NULL, query = behind && self->outcome->saved == NULL && self->session != NULL;
  GtkWidget *desk
    = ask_chart_desk_new (&(AskChartAsked) { answer->rows, answer->question, answer->wish }, self->outcome->chart,
                          (behind ? ASK_CHART_DRILL_BEHIND : 0) | (query ? ASK_CHART_DRILL_QUERY : 0));

  ask_chart_desk_set_sql (ASK_CHART_DESK (desk), answer->sql,
                          self->session != NULL ? ask_session_get_path (self->session) : NULL);
  g_free (self->kept_look);
  self->kept_look = ask_chart_look_to_text (ask_chart_desk_get_look (ASK_CHART_DESK (desk)));
  g_signal_connect_object (desk, "changed", G_CALLBACK (ask_answer_card_keep_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (desk, "wants-behind", G_CALLBACK (behind_wanted), self, G_CONNECT_SWAPPED);
  return desk;
}

/* How many rows the view has that is looked at: in its table a person may have asked for others. */
static void
show_row_count (AskAnswerCard *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->views);
  GtkWidget *child = page != NULL ? adw_bin_get_child (ADW_BIN (page)) : NULL;
  AskRows *rows = child != NULL && ASK_IS_GRID (child) ? ask_grid_get_rows (ASK_GRID (child)) : NULL;
  g_autofree char *count = NULL;
  g_autofree char *words = NULL;

  if (rows == NULL && self->outcome != NULL)
    rows = self->outcome->answer->rows;
  if (rows == NULL)
    return;
  count = ask_number_count (ask_rows_get_n_rows (rows));
  words = ask_rows_get_truncated (rows)
            ? g_strdup_printf (_ ("first %s rows"), count)
            : g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) ask_rows_get_n_rows (rows)), count);
  gtk_label_set_text (self->row_count, words);
}

/* Returns: the first cell of an answer of one row that may be a picture, or -1 */
static int
find_picture (const AskAnswer *answer)
{
  if (answer->rows == NULL || ask_rows_get_n_rows (answer->rows) != 1)
    return -1;
  for (guint i = 0; i < ask_rows_get_n_columns (answer->rows); i++)
    if (ask_picture_may_be (ask_rows_get (answer->rows, 0, i)))
      return (int) i;
  return -1;
}

/* The text was a name and no more. */
static void
picture_is_none (AskAnswerCard *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->views, "picture");

  if (page == NULL)
    return;
  if (gtk_stack_get_visible_child (self->views) == page)
    gtk_stack_set_visible_child_name (self->views, "table");
  gtk_stack_remove (self->views, page);
}

static GtkWidget *
new_picture (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;
  GtkWidget *view
    = ask_picture_view_new (answer->rows, 0, (guint) find_picture (answer),
                            self->session != NULL && self->outcome->saved == NULL ? ask_session_get_path (self->session)
                                                                                  : NULL);

  g_signal_connect_object (view, "none", G_CALLBACK (picture_is_none), self, G_CONNECT_SWAPPED);
  return view;
}

/** ask_answer_card_fill_view: @self: a card. Makes the view that is looked at, when it is first looked at: most answers
 * are read as a chart only. */
void
ask_answer_card_fill_view (AskAnswerCard *self)
{
  AdwBin *page = ADW_BIN (gtk_stack_get_visible_child (self->views));
  const char *name = gtk_stack_get_visible_child_name (self->views);
  GtkWidget *child = NULL;

  if (page == NULL || self->outcome == NULL)
    return;
  if (adw_bin_get_child (page) != NULL)
    {
      show_row_count (self);
      return;
    }
  if (g_str_equal (name, "picture"))
    child = new_picture (self);
  else if (g_str_equal (name, "chart"))
    child = new_desk (self);
  else if (g_str_equal (name, "table"))
    {
      g_autofree char *title = ask_answer_card_dup_title (self);

      child = ask_grid_new ();
      ask_grid_set_title (ASK_GRID (child), title);
      if (self->outcome->answer->sql != NULL)
        {
          ask_grid_set_clickable (ASK_GRID (child), _ ("Show the rows behind this"));
          g_signal_connect_object (child, "cell-activated", G_CALLBACK (cell_activated), self, 0);
        }
      ask_grid_set_rows (ASK_GRID (child), self->outcome->answer->rows);
      if (self->outcome->answer->sql != NULL && self->outcome->saved == NULL && self->session != NULL)
        ask_grid_model_set_source (ask_grid_get_model (ASK_GRID (child)), ask_session_get_path (self->session),
                                   self->outcome->answer->sql);
      g_signal_connect_object (ask_grid_get_model (ASK_GRID (child)), "rows-changed", G_CALLBACK (show_row_count), self,
                               G_CONNECT_SWAPPED);
      ask_grid_fit (ASK_GRID (child), 340);
      gtk_widget_add_css_class (child, "ask-frame");
      gtk_widget_set_overflow (child, GTK_OVERFLOW_HIDDEN);
    }
  else
    {
      child = ask_card_sql_new (self->session, self->outcome);
      g_signal_connect_swapped (child, "changed-answer", G_CALLBACK (sql_changed), self);
    }
  adw_bin_set_child (page, child);
  show_row_count (self);
}

static void
add_view (AskAnswerCard *self, const char *name, const char *title)
{
  gtk_stack_add_titled (self->views, adw_bin_new (), name, title);
}

static void
show_views (AskAnswerCard *self)
{
  AskAnswer *answer = self->outcome->answer;
  gboolean has_rows = answer->rows != NULL && ask_rows_get_n_rows (answer->rows) > 0;
  gboolean has_chart = has_rows && self->outcome->chart != NULL
                       && (ask_chart_get_kind (self->outcome->chart) != ASK_CHART_TABLE
                           || !ask_chart_look_is_empty (ask_chart_get_look (self->outcome->chart)));

  if (find_picture (answer) >= 0)
    add_view (self, "picture", _ ("Picture"));
  if (has_chart)
    add_view (self, "chart", _ ("Chart"));
  if (has_rows)
    add_view (self, "table", _ ("Table"));
  if (answer->sql != NULL && *answer->sql != '\0')
    add_view (self, "sql", _ ("SQL"));
  gtk_widget_set_visible (GTK_WIDGET (self->views), has_rows || answer->sql != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->switcher), has_rows);
  gtk_widget_set_visible (GTK_WIDGET (self->row_count), has_rows);
  if (!has_rows)
    gtk_widget_set_visible (GTK_WIDGET (self->views), FALSE);
  ask_answer_card_fill_view (self);
}

static void
show_verified (AskAnswerCard *self, const AskVerified *verified, const char *values)
{
  g_autofree char *day = ask_format_day (verified->verified_at);
  g_autofree char *words = NULL;
  g_autofree char *who = NULL;

  if (values != NULL && *values != '\0')
    /* Translators: first a day, then what differs from the verified question. */
    words = g_strdup_printf (_ ("Verified, %s, with %s"), day, values);
  else
    /* Translators: a person vouched for this question on that day. */
    words = g_strdup_printf (_ ("Verified, %s"), day);
  gtk_label_set_text (self->badge_label, words);
  if (verified->verified_by != NULL)
    who = g_strdup_printf (_ ("%s vouches for this question and its query"), verified->verified_by);
  else
    who = g_strdup (_ ("A person vouches for this question and its query"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->badge), who);
}

/* What a model has to do with the answer, and how sure it is. */
static char *
describe_model (const AskAnswer *answer)
{
  g_autofree char *words = NULL;

  if (g_strcmp0 (answer->origin, "model") == 0)
    return g_strdup_printf (_ ("What %s knows by itself, not from your data"), answer->model);
  if (answer->origin != NULL)
    return g_strdup_printf (_ ("Taken by %s from the question itself, not from your data"), answer->model);
  words = g_strdup_printf (_ ("Answered by %s, not verified"), answer->model);
  return answer->agreement != NULL ? g_strconcat (words, ". ", answer->agreement, NULL) : g_steal_pointer (&words);
}

/** ask_answer_card_update_voucher: @self: a card with an answer: says who stands for it: a person, this computer, or a
 * model. */
void
ask_answer_card_update_voucher (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;
  const AskVerified *verified = self->vouched != NULL ? self->vouched : answer->verified;
  gboolean saved = self->outcome->saved != NULL;
  gboolean read = verified == NULL && answer->reading != NULL;
  gboolean here = read && !saved;
  gboolean model = verified == NULL && !read && answer->model != NULL && answer->status == ASK_STATUS_ANSWERED;
  gboolean written = verified == NULL && answer->written;

  if (verified != NULL)
    show_verified (self, verified, self->vouched != NULL ? NULL : answer->verified_values);
  else if (model)
    {
      g_autofree char *words = describe_model (answer);

      gtk_label_set_text (self->model, words);
    }
  else if (written)
    gtk_label_set_text (self->model, answer->before != 0 ? _ ("SQL changed by you, not verified")
                                                         : _ ("SQL written by you, not verified"));
  else if (read && saved)
    gtk_label_set_text (self->model, _ ("Worked out without a language model, not verified"));
  gtk_widget_set_visible (GTK_WIDGET (self->badge), verified != NULL);
  gtk_widget_set_visible (self->here, here);
  gtk_widget_set_visible (GTK_WIDGET (self->model), model || written || (read && saved));
  /* A few words mean nothing without the answer that they lean on. */
  gtk_widget_set_visible (self->right, here && answer->sql != NULL && answer->follows == 0);
}

/* How the question was read, as parts that can be changed where there are any; of a query that a model or a person wrote
 * what it asks for. */
static void
show_reading (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;
  gboolean parts = ask_reading_parts_show (self->parts, answer);
  const char *words = answer->reading != NULL ? answer->reading : answer->words;

  gtk_widget_set_visible (GTK_WIDGET (self->parts), parts);
  gtk_label_set_text (self->reading, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->reading), words != NULL && !parts);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reading),
                               answer->reading != NULL ? _ ("How the question was read") : _ ("What the query does"));
  if (answer->reading == NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->reading), "dim-label");
  gtk_label_set_text (self->change, answer->change != NULL ? answer->change : "");
  gtk_widget_set_visible (GTK_WIDGET (self->change), answer->change != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->values), ask_reading_parts_show_values (self->values, answer));
  gtk_widget_set_visible (GTK_WIDGET (self->citations), ask_citation_list_show (self->citations, answer, self->session,
                                                                                self->outcome->saved != NULL));
}

static void
show_marks (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;

  if (answer->links->len > 0)
    ask_question_marks_show (self->marks, answer->question, answer->links);
  gtk_widget_set_visible (GTK_WIDGET (self->marks), answer->links->len > 0);
}

static JsonArray *
get_routed (const AskAnswer *answer)
{
  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      if (g_strcmp0 (step->kind, "route") == 0 && step->fields != NULL)
        return ask_json_get_array (step->fields, "sources");
    }
  return NULL;
}

/* Where there is more than one, another one may be asked. */
static void
show_routes (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;
  JsonArray *routed = get_routed (answer);
  gboolean any = routed != NULL && json_array_get_length (routed) > 1 && self->outcome->saved == NULL;
  g_autofree char *title = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->routes), any);
  gtk_expander_set_expanded (self->routes, FALSE);
  gtk_expander_set_child (self->routes, NULL);
  if (!any)
    return;
  if (answer->only != NULL)
    /* Translators: the name of a source. */
    title = g_strdup_printf (_ ("Asked only %s"), answer->only);
  else
    title = g_strdup (_ ("Which sources could answer"));
  gtk_expander_set_label (self->routes, title);
  gtk_expander_set_child (self->routes, ask_source_list_new (routed, answer->only, TRUE));
}

/* What can be chosen is shown as such, and not told in the sentence. */
static void
show_choices (AskAnswerCard *self)
{
  GPtrArray *choices = self->outcome->answer->choices;
  GPtrArray *previews = self->outcome->previews;

  gtk_label_set_text (self->which, choices->len > 1 ? _ ("This can be read in several ways. Which one do you mean?")
                                                    : _ ("Is this what you mean?"));
  ask_choice_list_show (self->choices, self->outcome->answer, previews->len == choices->len ? previews : NULL);
  ask_answer_card_set_state (self, "choices");
}

/* An answer from a file says so, and cannot be asked again: what it was asked of is not here. */
static void
show_saved (AskAnswerCard *self)
{
  const AskBundle *saved = self->outcome->saved;
  g_autofree char *words = NULL;

  if (saved != NULL)
    {
      g_autofree char *name = g_filename_display_basename (self->outcome->file);
      g_autofree char *day = ask_format_day (saved->saved_at);

      /* Translators: a day, then the name of a file. */
      words = g_strdup_printf (_ ("Saved on %s, opened from %s. Its sources are not asked."), day, name);
      gtk_label_set_text (self->saved, words);
      gtk_widget_set_tooltip_text (self->close, _ ("Remove this card; the file stays"));
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->question), NULL);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->saved), saved != NULL);
  gtk_editable_set_editable (GTK_EDITABLE (self->question), saved == NULL);
}

static void
show_foot (AskAnswerCard *self)
{
  AskAnswer *answer = self->outcome->answer;
  g_autofree char *elapsed = ask_format_elapsed (answer->elapsed_ms);
  g_autoptr (GString) sources = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = ask_trace_fold (answer);
  g_autoptr (GString) facts = g_string_new (NULL);

  for (guint i = 0; i < answer->sources->len; i++)
    g_string_append_printf (sources, "%s%s", i > 0 ? " + " : "", (const char *) answer->sources->pdata[i]);
  gtk_label_set_text (self->sources, sources->str);
  gtk_widget_set_visible (GTK_WIDGET (self->sources), sources->len > 0);
  g_string_append_printf (facts, ngettext ("%u step", "%u steps", lines->len), lines->len);
  if (answer->api_requests > 0)
    {
      g_string_append (facts, " · ");
      g_string_append_printf (facts, ngettext ("%u call", "%u calls", answer->api_requests), answer->api_requests);
    }
  g_string_append_printf (facts, " · %s", elapsed);
  gtk_label_set_text (self->facts, facts->str);
}

/**
 * ask_answer_card_show:
 * @outcome: (transfer full): what came of the question
 *
 * Shows an answer, or why there is none.
 */
void
ask_answer_card_show (AskAnswerCard *self, AskOutcome *outcome)
{
  AskAnswer *answer = outcome->answer;
  gboolean has_rows = answer->rows != NULL && ask_rows_get_n_rows (answer->rows) > 0;

  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  ask_answer_card_forget (self);
  self->outcome = outcome;
  gtk_editable_set_text (GTK_EDITABLE (self->question), answer->question);
  show_saved (self);
  show_foot (self);
  ask_answer_card_update_voucher (self);
  show_reading (self);
  show_marks (self);
  show_routes (self);
  ask_answer_card_update_actions (self);
  gtk_widget_set_visible (GTK_WIDGET (self->foot), answer->steps->len > 0 || has_rows);
  if (answer->status == ASK_STATUS_ANSWERED)
    {
      gtk_label_set_text (self->headline, answer->text != NULL ? answer->text : "");
      show_views (self);
      ask_answer_card_set_state (self, "answer");
    }
  else if (answer->status == ASK_STATUS_CLARIFY && answer->choices->len > 0)
    show_choices (self);
  else
    {
      gboolean failed = answer->status == ASK_STATUS_FAILED;

      ask_problem_view_show (self->problem, failed ? "dialog-warning-symbolic" : "dialog-information-symbolic",
                             failed ? "warning" : "dim-label",
                             answer->text != NULL ? answer->text : _ ("There is no answer to this question."),
                             answer->suggestions, answer->question);
      ask_problem_view_set_remedy (self->problem, answer->remedy, answer->remedy_place);
      ask_answer_card_set_state (self, "problem");
    }
  gtk_widget_set_visible (self->verbs, has_rows);
  if (answer->follows != 0)
    self->follow = answer->follows;
  g_signal_emit_by_name (self, "answered");
}

/** ask_answer_card_show_error: @self: a card; @error: why the question came to nothing. Says so. */
void
ask_answer_card_show_error (AskAnswerCard *self, const GError *error)
{
  gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_autofree char *place = ask_remedy_dup_place (error);

  ask_answer_card_forget (self);
  gtk_widget_set_visible (GTK_WIDGET (self->foot), FALSE);
  ask_answer_card_update_actions (self);
  ask_problem_view_show (self->problem, cancelled ? "process-stop-symbolic" : "dialog-warning-symbolic",
                         cancelled ? "dim-label" : "warning",
                         cancelled ? _ ("Stopped. Nothing was changed.") : ask_error_get_words (error), NULL, NULL);
  ask_problem_view_set_remedy (self->problem, ask_remedy_find (error), place);
  ask_answer_card_set_state (self, "problem");
}

/**
 * ask_answer_card_show_view:
 * @name: "chart", "table" or "sql"; one that this answer does not have is ignored
 */
void
ask_answer_card_show_view (AskAnswerCard *self, const char *name)
{
  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  if (gtk_stack_get_child_by_name (self->views, name) != NULL)
    gtk_stack_set_visible_child_name (self->views, name);
}
