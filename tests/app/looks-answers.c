/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Scenes of answers: cards, charts, grids and their windows. What is waited for is told by states and never by words, which differ from
 * language to language.
 */
#include "config.h"

#include "looks.h"

#include "app-card.h"
#include "app/ask/ask-ask-view.h"
#include "app/charts/ask-chart-desk.h"
#include "app/functions/ask-each-dialog.h"
#include "app/grid/ask-grid.h"
#include "app/grid/ask-pivot-window.h"
#include "app/steps/ask-steps-window.h"

/* ---- Ask */

static GtkWidget *
show_start (Looks *self)
{
  looks_turn (self, "ask");
  app_test_pause (1500);
  return looks_settle (looks_get_window (self));
}

static AskAnswerCard *
ask (Looks *self, const char *question)
{
  looks_turn (self, "ask");
  return app_card_ask (self->test.window, question, "answer");
}

static GtkWidget *
show_answer (Looks *self)
{
  ask (self, "Which carriers delivered late most often?");
  ask (self, "Revenue by month and channel in 2025");
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_table (Looks *self)
{
  ask_answer_card_show_view (ask (self, "Which products are below their reorder level in Hamburg?"), "table");
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_value (Looks *self)
{
  ask (self, "What was our revenue in 2025?");
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_unknown (Looks *self)
{
  app_card_ask (self->test.window, "Which plumber repaired the groovy dishwasher?", NULL);
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_sql_in_card (Looks *self)
{
  ask_answer_card_show_view (ask (self, "Average days from order to delivery by country in 2025"), "sql");
  return looks_settle (looks_get_window (self));
}

static AskAnswerCard *
get_card (Looks *self)
{
  AskAnswerCard *card = ask_ask_view_get_newest (looks_get_page (self, "ask"));

  return card != NULL && g_str_equal (ask_answer_card_get_state (card), "answer")
           ? card
           : ask (self, "Stock value by warehouse");
}

static GtkWidget *
show_steps (Looks *self)
{
  GtkWidget *steps;

  looks_act (ask (self, "What is in stock per product category and warehouse?"), "card.steps");
  steps = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  ask_steps_window_select (ASK_STEPS_WINDOW (steps), 1);
  return looks_settle (steps);
}

static GtkWidget *
show_claim (Looks *self)
{
  looks_act (get_card (self), "card.check");
  return looks_settle (app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG));
}

/* ---- charts */

static gboolean
has_size (gpointer widget)
{
  return gtk_widget_get_width (widget) > 100 && gtk_widget_get_height (widget) > 100;
}

/* The chart of the newest answer on a screen of its own, with the panel of what can be changed. */
static GtkWidget *
show_chart (Looks *self)
{
  AskAnswerCard *card = ask (self, "Late shipments by month and carrier in 2024");
  AskChartDesk *desk = ASK_CHART_DESK (app_test_find (GTK_WIDGET (card), ASK_TYPE_CHART_DESK, NULL));
  GListModel *toplevels = gtk_window_get_toplevels ();

  g_assert_true (app_test_wait (has_size, ask_chart_desk_get_view (desk)));
  looks_act (desk, "chart.fullscreen");
  app_test_pause (300);
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (window != looks_get_window (self) && gtk_widget_get_mapped (window))
        {
          gtk_window_unfullscreen (GTK_WINDOW (window));
          return looks_settle (window);
        }
    }
  g_error ("the chart has no window of its own");
}

/* ---- grids */

static AskGrid *
get_grid (Looks *self, const char *sql)
{
  AskAnswerCard *card;

  looks_turn (self, "ask");
  g_assert_true (gtk_widget_activate_action (looks_get_window (self), "win.answer-sql", "s", sql));
  card = ask_ask_view_get_newest (looks_get_page (self, "ask"));
  app_card_wait (card, "answer");
  ask_answer_card_show_view (card, "table");
  return ASK_GRID (app_test_find (GTK_WIDGET (card), ASK_TYPE_GRID, NULL));
}

static gboolean
find_other (gpointer data)
{
  GtkWidget **found = data;
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (!ASK_IS_WINDOW (window) && gtk_widget_get_mapped (window))
        *found = window;
    }
  return *found != NULL;
}

static GtkWidget *
wait_for_other (void)
{
  GtkWidget *found = NULL;

  g_assert_true (app_test_wait (find_other, &found));
  return looks_settle (found);
}

static GtkWidget *
show_trend (Looks *self)
{
  looks_act (get_grid (self, REVENUE_BY_MONTH_AND_CHANNEL), "grid.trend");
  return wait_for_other ();
}

static GtkWidget *
show_enlarged (Looks *self)
{
  AskGrid *grid = get_grid (self, "SELECT * FROM products ORDER BY product_id");

  gtk_widget_activate_action (GTK_WIDGET (grid), "grid.colour", "(uu)", 6, 1);
  ask_grid_enlarge (grid);
  return wait_for_other ();
}

static GtkWidget *
show_pivot (Looks *self)
{
  looks_act (get_grid (self, REVENUE_BY_MONTH_AND_CHANNEL), "grid.pivot");
  return looks_settle (app_test_wait_for_window (ASK_TYPE_PIVOT_WINDOW));
}

static GtkWidget *
show_each (Looks *self)
{
  AskGrid *grid = get_grid (self, "SELECT product_id, product_name, list_price FROM products ORDER BY 1 LIMIT 8");
  g_autoptr (AskOwnFunction) asked = NULL;
  AskEachDialog *dialog;
  AskFunctionForm *form;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (grid), "grid.ask-each", "u", 1));
  dialog = ASK_EACH_DIALOG (app_test_wait_for_window (ASK_TYPE_EACH_DIALOG));
  form = ask_each_dialog_get_form (dialog);
  asked = ask_own_function_new ("", "Is it waterproof?");
  asked->type = g_strdup ("bool");
  ask_function_form_set_asked (form, asked);
  ask_function_form_try (form);
  while (ask_function_form_is_trying (form))
    app_test_pause (50);
  return looks_settle (dialog);
}

const LooksScene looks_answers[] = {
  { "ask-start", show_start },
  { "ask-answer", show_answer },
  { "ask-table", show_table },
  { "ask-value", show_value },
  { "ask-sql", show_sql_in_card },
  { "ask-unknown", show_unknown },
  { "ask-steps", show_steps },
  { "ask-claim", show_claim },
  { "ask-each", show_each },
  { "chart", show_chart },
  { "grid", show_enlarged },
  { "grid-trend", show_trend },
  { "grid-pivot", show_pivot },
  { NULL, NULL },
};
