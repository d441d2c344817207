/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of an answer whose rows were cut off: another order, a filter and groups are of all rows, and a row that only a
 * query brought leads to the rows behind it, as others do.
 */
#include "config.h"

#include <string.h>

#include "app-card.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-citation-list.h"
#include "app/grid/ask-grid.h"
#include "app/grid/ask-pivot-window.h"
#include "app/reader/ask-reader-window.h"
#include "app/steps/ask-steps-window.h"

static gboolean
is_idle (gpointer model)
{
  return !ask_grid_model_is_busy (model);
}

/* What follows the statement is no part of it. */
static AskAnswer *
new_answer (void)
{
  static const char *const json
    = "{\"question\":\"Long sales\",\"status\":\"answered\",\"sql\":\"SELECT id, town FROM long_sale; -- all of them\","
      "\"answer\":{\"text\":\"t\",\"columns\":[{\"name\":\"id\",\"type\":\"INTEGER\"},"
      "{\"name\":\"town\",\"type\":\"TEXT\"}],\"rows\":[[1,\"Oslo\"],[2,\"Oslo\"]],\"truncated\":true},"
      "\"suggestions\":[],\"sources\":[],\"steps\":[],\"stats\":{}}";
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_answer_from_json (json, &error);

  g_assert_no_error (error);
  g_assert_true (ask_rows_get_truncated (answer->rows));
  return answer;
}

/* Returns: the card of an answer with the first two of 3000 rows */
static AskAnswerCard *
show (AppTest *self, GtkWidget **grid)
{
  AskAnswerCard *card;

  app_test_add_database (self->path, "long",
                         "CREATE TABLE long_sale (id INTEGER PRIMARY KEY, town TEXT);"
                         "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                         "INSERT INTO long_sale SELECT i, iif(i % 1000 = 0, 'Köln', 'Oslo') FROM n");
  card = app_card_ask (self->window, "Sales by city", "answer");
  ask_answer_card_show (card, ask_outcome_new (new_answer (), NULL));
  ask_answer_card_show_view (card, "table");
  app_test_wait_for_words (card, "first 2 rows");
  g_assert_cmpuint (app_test_find_all (GTK_WIDGET (card), ASK_TYPE_GRID, grid, 1), ==, 1);
  return card;
}

static void
sort (GtkWidget *grid, guint column, gboolean descending)
{
  gtk_widget_activate_action (grid, "grid.sort", "(ubb)", column, descending, FALSE);
  g_assert_true (app_test_wait (is_idle, ask_grid_get_model (ASK_GRID (grid))));
  g_assert_null (ask_grid_model_get_failure (ask_grid_get_model (ASK_GRID (grid))));
}

static void
test_asked (AppTest *self, gconstpointer data)
{
  GtkWidget *grid, *label;
  AskAnswerCard *card = show (self, &grid);
  AskTableWish *wish = ask_table_wish_new ();

  label = app_test_find_label (GTK_WIDGET (card), "first 2 rows");
  g_assert_false (gtk_widget_is_ancestor (label, grid));
  sort (grid, 0, TRUE);
  g_assert_cmpint (ask_rows_get (ask_grid_get_rows (ASK_GRID (grid)), 0, 0)->integer, ==, 3000);
  ask_table_wish_set_search (wish, "koln");
  ask_grid_model_take_wish (ask_grid_get_model (ASK_GRID (grid)), wish);
  app_test_wait_for_words (grid, "3 rows · by a query over all rows");
  /* The card counts what its table shows, and not what was there before. */
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "3 rows");
  app_test_picture (GTK_WIDGET (self->window), "card-rows-asked");
  ask_answer_card_show_view (card, "sql");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "first 2 rows");
  ask_answer_card_show_view (card, "table");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "3 rows");
  gtk_widget_activate_action (grid, "grid.reset", NULL);
  app_test_wait_for_words (card, "first 2 rows");
}

/* A row that the answer lacks. */
static void
test_behind (AppTest *self, gconstpointer data)
{
  GtkWidget *grid, *window;

  show (self, &grid);
  sort (grid, 0, TRUE);
  g_signal_emit_by_name (grid, "cell-activated", 0u, 1u);
  window = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  app_test_wait_for_words (window, "1 row");
  g_assert_cmpuint (app_test_find_all (window, ASK_TYPE_GRID, &grid, 1), ==, 1);
  g_assert_cmpint (ask_rows_get (ask_grid_get_rows (ASK_GRID (grid)), 0, 0)->integer, ==, 3000);
  app_test_picture (window, "card-rows-behind");
  gtk_window_destroy (GTK_WINDOW (window));
}

typedef struct
{
  GtkWidget *pivot;
  gint64 total;
} Groups;

static gboolean
has_total (gpointer data)
{
  const Groups *groups = data;
  GtkWidget *grid = app_test_find (groups->pivot, ASK_TYPE_GRID, NULL);
  AskRows *rows = grid != NULL ? ask_grid_get_rows (ASK_GRID (grid)) : NULL;
  gsize n = rows != NULL ? ask_rows_get_n_rows (rows) : 0;

  return n == 3 && ask_rows_get (rows, n - 1, 1)->integer == groups->total;
}

/* Of the card, and of its table. */
static void
test_pivot (AppTest *self, gconstpointer data)
{
  static const char *const actions[] = { "card.pivot", "grid.pivot" };
  GtkWidget *grid;
  AskAnswerCard *card = show (self, &grid);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GtkWidget *from = i == 0 ? GTK_WIDGET (card) : grid;
      Groups groups = { NULL, 3000 };

      g_assert_true (gtk_widget_activate_action (from, actions[i], NULL));
      groups.pivot = app_test_wait_for_window (ASK_TYPE_PIVOT_WINDOW);
      g_assert_true (gtk_widget_activate_action (groups.pivot, "pivot.put", "(uuuu)", (guint) ASK_PIVOT_FIELDS, 1u,
                                                 (guint) ASK_PIVOT_ROWS, G_MAXUINT));
      g_assert_true (app_test_wait (has_total, &groups));
      app_test_picture (groups.pivot, "card-rows-pivot");
      gtk_window_destroy (GTK_WINDOW (groups.pivot));
      app_test_wait_for_no_window (ASK_TYPE_PIVOT_WINDOW);
    }
}

/* Passages that an answer rests on stand in a row, each of which opens; what a passage says is no markup. */
static void
test_citations (AppTest *self, gconstpointer data)
{
  static const char *const json
    = "{\"question\":\"Notice?\",\"status\":\"answered\",\"answer\":{\"text\":\"47 days\",\"columns\":[{\"name\":\"n\","
      "\"type\":\"INTEGER\"}],\"rows\":[[47]]},\"citations\":[{\"source\":\"docs\",\"document\":\"Supply contract\","
      "\"path\":\"contract.pdf\",\"uri\":\"file:///nowhere/at/all/contract.pdf#page=3\",\"page\":3,\"heading\":\"Notice\","
      "\"number\":2,\"text\":\"Notice of <b>47 & days\"},{\"source\":\"docs\",\"document\":\"Note\",\"path\":null,"
      "\"uri\":null,\"heading\":null,\"number\":9,\"text\":\"t\"}],\"suggestions\":[],\"sources\":[],\"steps\":[],"
      "\"stats\":{}}";
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_answer_from_json (json, &error);
  AskAnswerCard *card;
  GtkWidget *lists[1], *buttons[3], *window;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  card = app_card_ask (self->window, "Sales by city", "answer");
  g_assert_cmpuint (app_test_find_all (GTK_WIDGET (card), ASK_TYPE_CITATION_LIST, lists, 1), ==, 1);
  g_assert_false (gtk_widget_get_visible (lists[0]));
  ask_answer_card_show (card, ask_outcome_new (answer, NULL));
  g_assert_true (gtk_widget_get_visible (lists[0]));
  g_assert_cmpuint (app_test_find_all (lists[0], GTK_TYPE_BUTTON, buttons, 3), ==, 2);
  g_assert_nonnull (app_test_find_label (lists[0], "Supply contract, page 3, Notice"));
  g_assert_nonnull (app_test_find_label (lists[0], "Note, passage 9"));
  app_test_picture (GTK_WIDGET (self->window), "citations");
  g_signal_emit_by_name (buttons[0], "clicked");
  window = app_test_wait_for_window (ASK_TYPE_READER_WINDOW);
  app_test_wait_for_words (window, "The source of this document is not there any more.");
  text = ask_reader_text_dup_text (ask_reader_window_get_text (ASK_READER_WINDOW (window)));
  g_assert_cmpstr (text, ==, "Notice\nNotice of <b>47 & days\n");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-card-rows/" name, func, APP_TEST_SHOP)
  ADD ("an-order-and-a-search-are-of-all-rows", test_asked);
  ADD ("a-row-that-a-query-brought-leads-to-those-behind-it", test_behind);
  ADD ("groups-are-of-all-rows", test_pivot);
  ADD ("passages-that-it-rests-on-are-buttons", test_citations);
  return g_test_run ();
}
