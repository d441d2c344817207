/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The SQL of an answer under a person's hands: changed and run it is an answer of its own, and what fails is said where
 * it is mended.
 */
#include "config.h"

#include <string.h>

#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-card-sql.h"
#include "app/grid/ask-pivot-window.h"
#include "app/query/ask-query-view.h"
#include "app/sql/ask-sql-editor.h"
#include "board/ask-board.h"
#include "store/ask-workspace-boards.h"

static AskAskView *
get_page (AppTest *self)
{
  return ASK_ASK_VIEW (ask_window_get_page (self->window, "ask"));
}

static gboolean
is_done (gpointer card)
{
  return !g_str_equal (ask_answer_card_get_state (card), "running");
}

/* Returns: the card of a verified question, with its SQL being edited */
static AskAnswerCard *
edit (AppTest *self, AskCardSql **sql, AskSqlEditor **editor)
{
  AskAnswerCard *card;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.ask", "s", "Sales by city");
  card = ask_ask_view_get_newest (get_page (self));
  g_assert_true (app_test_wait (is_done, card));
  ask_answer_card_show_view (card, "sql");
  *sql = ASK_CARD_SQL (app_test_find (GTK_WIDGET (card), ASK_TYPE_CARD_SQL, NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (*sql), "card-sql.edit", NULL));
  *editor = ASK_SQL_EDITOR (app_test_find (GTK_WIDGET (*sql), ASK_TYPE_SQL_EDITOR, NULL));
  return card;
}

typedef struct
{
  AskAskView *page;
  AskAnswerCard *old;
} Cards;

static gboolean
has_new (gpointer data)
{
  const Cards *cards = data;

  return ask_ask_view_get_newest (cards->page) != cards->old;
}

static void
test_changed (AppTest *self, gconstpointer data)
{
  AskCardSql *sql;
  AskSqlEditor *editor;
  AskAnswerCard *card = edit (self, &sql, &editor);
  Cards cards = { get_page (self), card };
  AskAnswerCard *derived;
  AskAnswer *answer;

  app_test_looks (GTK_WIDGET (self->window), "card-sql-edit");
  ask_sql_editor_put_text (editor, "SELECT country, count(*) AS cities FROM city GROUP BY 1");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (sql), "card-sql.run", NULL));
  g_assert_true (app_test_wait (has_new, &cards));
  derived = ask_ask_view_get_newest (get_page (self));
  g_assert_cmpstr (ask_answer_card_get_question (derived), ==, "SQL of “Sales by city”");
  answer = ask_answer_card_get_answer (derived);
  g_assert_true (answer->written);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 3);
  g_assert_cmpint (answer->history_id, >, 0);
  g_assert_cmpint (answer->before, ==, ask_answer_card_get_answer (card)->history_id);
  g_assert_true (app_test_shows (derived, "SQL changed by you, not verified"));
  g_assert_nonnull (strstr (ask_answer_card_get_answer (card)->sql, "sum(amount)"));
  app_test_picture (GTK_WIDGET (self->window), "card-sql-changed");
  /* Asked again it is run again; its question says nothing that could be read. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (derived), "card.ask-again", NULL));
  g_assert_true (app_test_wait (is_done, derived));
  g_assert_true (ask_answer_card_get_answer (derived)->written);
}

static gboolean
says (gpointer sql)
{
  return *ask_card_sql_get_said (sql) != '\0';
}

static void
test_fails (AppTest *self, gconstpointer data)
{
  AskCardSql *sql;
  AskSqlEditor *editor;
  AskAnswerCard *card = edit (self, &sql, &editor);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) before = ask_workspace_list_history (workspace, 0, NULL);
  g_autoptr (GPtrArray) after = NULL;

  ask_sql_editor_put_text (editor, "SELECT contry FROM city");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (sql), "card-sql.run", NULL));
  g_assert_true (app_test_wait (says, sql));
  g_assert_nonnull (strstr (ask_card_sql_get_said (sql), "country"));
  g_assert_true (ask_ask_view_get_newest (get_page (self)) == card);
  app_test_picture (GTK_WIDGET (self->window), "card-sql-fails");
  after = ask_workspace_list_history (workspace, 0, NULL);
  g_assert_cmpuint (after->len, ==, before->len);
}

static gboolean
has_tab (gpointer view)
{
  return ask_query_view_get_n_panes (view) > 0;
}

static void
test_opened (AppTest *self, gconstpointer data)
{
  AskCardSql *sql;
  AskSqlEditor *editor;
  AskQueryView *view;
  g_autofree char *text = NULL;

  edit (self, &sql, &editor);
  ask_sql_editor_put_text (editor, "SELECT 42");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (sql), "card-sql.open", NULL));
  view = ASK_QUERY_VIEW (ask_window_get_page (self->window, "sql"));
  g_assert_true (app_test_wait (has_tab, view));
  text = ask_sql_editor_dup_text (ask_query_pane_get_editor (ask_query_view_get_pane (view)));
  g_assert_cmpstr (text, ==, "SELECT 42");
}

/* "Ask from Here" of the SQL page. */
static void
test_answered (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.answer-sql", "s", "SELECT count(*) AS n FROM sale");
  card = ask_ask_view_get_newest (get_page (self));
  g_assert_true (app_test_wait (is_done, card));
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "answer");
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "360"));
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, "SQL: SELECT count(*) AS n FROM sale");
  g_assert_true (app_test_shows (card, "SQL written by you, not verified"));
}

static gboolean
has_pinned (gpointer workspace)
{
  g_autoptr (GPtrArray) boards = ask_workspace_list_boards (workspace, NULL);

  return boards->len == 1;
}

/* What a query gave is not called by the query, where a person reads a title. */
static void
test_titles (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) boards = NULL;
  g_autoptr (AskBoard) board = NULL;
  AskAnswerCard *card;
  GtkWidget *window;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.answer-sql", "s",
                              "SELECT city, count(*) AS n FROM sale GROUP BY city");
  card = ask_ask_view_get_newest (get_page (self));
  g_assert_true (app_test_wait (is_done, card));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.pivot", NULL));
  window = app_test_wait_for_window (ASK_TYPE_PIVOT_WINDOW);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Pivot: city, n");
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.pin", NULL));
  window = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (window), "pin");
  g_assert_true (app_test_wait (has_pinned, workspace));
  boards = ask_workspace_list_boards (workspace, NULL);
  board = ask_board_load (workspace, ((AskBoardRecord *) boards->pdata[0])->id, 0, NULL);
  g_assert_cmpstr (((AskTile *) board->tiles->pdata[0])->title, ==, "city, n");
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-card-sql/" name, func, APP_TEST_SHOP)
  ADD ("what-is-changed-is-an-answer-of-its-own", test_changed);
  ADD ("what-fails-is-said-under-the-editor", test_fails);
  ADD ("it-opens-in-the-page-for-sql", test_opened);
  ADD ("sql-of-the-page-becomes-a-card", test_answered);
  ADD ("its-rows-are-called-by-their-columns", test_titles);
#undef ADD
  return g_test_run ();
}
