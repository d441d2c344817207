/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values that look like markup stay what they are, wherever the window shows them: in cells and heads of tables, in the
 * headline of an answer, its chart and its steps, beside a row, in filters and profiles, in the history, and in tooltips.
 */
#include "config.h"

#include <string.h>

#include "app-card.h"
#include "app-documents.h"
#include "app/ask/ask-ask-view.h"
#include "app/explore/ask-browse-view.h"
#include "app/explore/ask-entity-page.h"
#include "app/grid/ask-grid.h"
#include "app/steps/ask-steps-window.h"

/* Read as markup it would be “bold & x” in thick letters, and the second would be no markup at all. */
#define VALUE "<b>bold</b> & <i>x</i>"

static const char rows[] = "CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, guests INTEGER);"
                           "INSERT INTO place VALUES (1, '" VALUE "', '&amp;bold', 30),"
                           "(2, '</span><span size=''0''>bold', '<b>bold', 20), (3, 'Plain', '&amp;bold', 10)";

typedef struct
{
  guint n_shown; /* texts that have such a value in them */
  char *wrong; /* nullable: the first that was taken for markup */
} Shown;

/* “bold” never stands alone: what comes before it is part of each value. */
static void
look_at_text (Shown *self, const char *text)
{
  for (const char *at = text; at != NULL && (at = strstr (at, "bold")) != NULL; at += 4)
    {
      self->n_shown++;
      if ((at == text || strchr (">;", at[-1]) == NULL) && self->wrong == NULL)
        self->wrong = g_strdup (text);
    }
}

static void
look_at_tooltip (Shown *self, GtkWidget *widget)
{
  const char *markup = gtk_widget_get_tooltip_markup (widget);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (markup != NULL && pango_parse_markup (markup, -1, 0, NULL, &text, NULL, &error))
    look_at_text (self, text);
  g_assert_no_error (error);
}

static void
look_at (Shown *self, GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    look_at_text (self, gtk_label_get_text (GTK_LABEL (widget)));
  look_at_tooltip (self, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    look_at (self, child);
}

/* All that @root shows; @n: so many texts at least have such a value in them. */
static void
expect_plain (GtkWidget *root, guint n, const char *picture)
{
  Shown shown = { 0, NULL };

  look_at (&shown, root);
  app_test_picture (GTK_WIDGET (gtk_widget_get_root (root)), picture);
  g_test_message ("%s: %u texts", picture, shown.n_shown);
  g_assert_cmpstr (shown.wrong, ==, NULL);
  g_assert_cmpuint (shown.n_shown, >=, n);
}

static AskAnswerCard *
answer_sql (AppTest *self, const char *sql)
{
  AskAnswerCard *card;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.answer-sql", "s", sql));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")));
  app_card_wait (card, "answer");
  return card;
}

static void
test_answer (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;
  GtkWidget *window;

  app_test_add_database (self->path, "places", rows);
  /* What is asked, and what nobody can answer. */
  card = app_card_ask (self->window, "Who " VALUE " knows?", NULL);
  g_assert_true (app_test_wait (app_card_is_done, card));
  expect_plain (GTK_WIDGET (card), 1, "plain-values-asked");
  card = answer_sql (self, "SELECT name FROM place WHERE id = 1");
  expect_plain (GTK_WIDGET (card), 1, "plain-values-headline");
  card = answer_sql (self, "SELECT name, guests FROM place ORDER BY id");
  ask_answer_card_show_view (card, "table");
  app_test_pause (300);
  expect_plain (GTK_WIDGET (card), 0, "plain-values-table");
  ask_answer_card_show_view (card, "chart");
  app_test_pause (300);
  expect_plain (GTK_WIDGET (card), 0, "plain-values-chart");
  gtk_widget_activate_action (GTK_WIDGET (card), "card.steps", NULL);
  window = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  app_test_pause (300);
  expect_plain (window, 0, "plain-values-steps");
  gtk_window_destroy (GTK_WINDOW (window));
  expect_plain (GTK_WIDGET (self->window), 3, "plain-values-window");
  ask_window_show_page (self->window, "history");
  app_test_wait_for_words (self->window, "Who " VALUE " knows?");
  expect_plain (GTK_WIDGET (self->window), 3, "plain-values-history");
}

static void
test_browse (AppTest *self, gconstpointer data)
{
  AskBrowseView *view;
  GtkWidget *page;

  app_test_add_database (self->path, "places", rows);
  view = app_documents_browse (self, "place");
  page = app_test_find (GTK_WIDGET (view), ASK_TYPE_ENTITY_PAGE, NULL);
  ask_entity_page_show_row (ASK_ENTITY_PAGE (page), 0);
  app_test_wait_for_words (page, VALUE);
  expect_plain (GTK_WIDGET (view), 2, "plain-values-row");
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
  APP_TEST_ADD ("/app/ask-plain-values/an-answer-shows-them-as-they-are", test_answer, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-plain-values/browse-shows-them-as-they-are", test_browse, APP_TEST_SHOP);
  return g_test_run ();
}
