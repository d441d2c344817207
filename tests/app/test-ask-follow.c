/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Ask page with questions that lean on the answer before, and answers whose parts are changed.
 */
#include "config.h"

#include <string.h>

#include "app-card.h"
#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-follow-line.h"
#include "app/ask/ask-reading-parts.h"
#include "store/ask-workspace-examples.h"

static const char *const sales
    = "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, region TEXT);"
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, day DATE, amount REAL);"
      "INSERT INTO customer VALUES (1, 'Ann', 'Paris', 'North'), (2, 'Bob', 'Lyon', 'South'), (3, 'Cy', 'Nice', 'South'),"
      " (4, 'Di', 'Berlin', 'East'), (5, 'Ed', 'Merlin', 'East');"
      "INSERT INTO orders VALUES (1, 1, '2024-03-01', 10), (2, 1, '2025-01-01', 20), (3, 2, '2025-12-31', 30),"
      " (4, 3, '2026-02-02', 40), (5, 3, '2024-02-02', 5), (6, 4, '2025-02-02', 15);";

static void
set_up (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskVerified) verified = NULL;
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("askdata-follow-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "sales.askdata", NULL);
  app_test_add_database (self->path, "sales", sales);
  workspace = ask_workspace_open (self->path, &error);
  g_assert_no_error (error);
  verified = ask_workspace_add_verified (workspace, "Our people", "SELECT count(*) AS people FROM customer WHERE city = 'Kerlin'",
                                         &error);
  g_assert_no_error (error);
  self->window = ask_window_new (NULL, self->path);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 900, 1000);
  gtk_window_present (GTK_WINDOW (self->window));
  app_test_pause (100);
}

static GtkWidget *
get_page (AppTest *self)
{
  return ask_window_get_page (self->window, "ask");
}

/* As a person does: typed, and Enter. */
static AskAnswerCard *
type (AppTest *self, const char *question)
{
  GtkWidget *entry = app_test_find (get_page (self), GTK_TYPE_ENTRY, "Your question");
  AskAnswerCard *card;

  gtk_editable_set_text (GTK_EDITABLE (entry), question);
  g_signal_emit_by_name (entry, "activate");
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self)));
  app_card_wait (card, "answer");
  return card;
}

static AskAnswer *
get_answer (AskAnswerCard *card)
{
  return ask_answer_card_get_answer (card);
}

static gsize
count_rows (AskAnswerCard *card)
{
  return ask_rows_get_n_rows (get_answer (card)->rows);
}

static GtkWidget *
get_line (AppTest *self)
{
  return app_test_find (get_page (self), ASK_TYPE_FOLLOW_LINE, NULL);
}

/* What is typed leans on the newest answer, until one begins afresh. */
static void
test_follow (AppTest *self, gconstpointer data)
{
  AskAnswerCard *first, *second, *third;

  first = type (self, "how many orders are there?");
  g_assert_cmpint (get_answer (first)->follows, ==, 0);
  g_assert_true (gtk_widget_get_visible (get_line (self)));
  g_assert_true (app_test_shows (get_line (self), "Goes on from “how many orders are there?”"));
  second = type (self, "and by region");
  g_assert_cmpint (get_answer (second)->follows, ==, get_answer (first)->history_id);
  g_assert_cmpuint (count_rows (second), ==, 3);
  g_assert_true (app_test_shows (second, "As before, and for each region."));
  g_assert_true (app_test_shows (get_line (self), "Goes on from “and by region”"));
  /* Few words are no question that a person could vouch for. */
  g_assert_true (app_test_shows (first, "This Is Right"));
  g_assert_false (app_test_shows (second, "This Is Right"));
  app_test_picture (GTK_WIDGET (self->window), "follow-second");
  third = type (self, "as a pie");
  g_assert_cmpstr (get_answer (third)->wish, ==, "pie");
  app_test_picture (GTK_WIDGET (self->window), "follow-pie");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.new-question", NULL));
  g_assert_false (gtk_widget_get_visible (get_line (self)));
  third = type (self, "show customers");
  g_assert_cmpint (get_answer (third)->follows, ==, 0);
  g_assert_true (gtk_widget_get_visible (get_line (self)));
}

/* A question in the card that is asked once more still leans on the same answer; so it does when it is read back. */
static void
test_again (AppTest *self, gconstpointer data)
{
  AskAnswerCard *first = type (self, "how many orders are there?");
  AskAnswerCard *card = type (self, "only 2025");
  GtkWidget *entry = app_test_find (GTK_WIDGET (card), GTK_TYPE_ENTRY, "Question");
  gint64 id = get_answer (first)->history_id;
  gint64 own = get_answer (card)->history_id;

  gtk_editable_set_text (GTK_EDITABLE (entry), "only 2024");
  g_signal_emit_by_name (entry, "activate");
  app_card_wait (card, "answer");
  g_assert_cmpint (get_answer (card)->follows, ==, id);
  g_assert_cmpint (ask_rows_get (get_answer (card)->rows, 0, 0)->integer, ==, 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-answer", "x", own));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self)));
  app_card_wait (card, "answer");
  g_assert_true (app_test_shows (card, "As before, and only where"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.ask-again", NULL));
  app_card_wait (card, "answer");
  g_assert_cmpint (get_answer (card)->follows, ==, id);
}

/* A card that goes takes the way to lean on it with it. */
static void
test_closed (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = type (self, "how many orders are there?");

  g_signal_emit_by_name (card, "closed");
  g_assert_false (gtk_widget_get_visible (get_line (self)));
}

static GtkWidget *
find_part (AskAnswerCard *card, const char *name)
{
  GtkWidget *button = app_test_find (GTK_WIDGET (card), GTK_TYPE_MENU_BUTTON, name);

  g_assert_nonnull (button);
  return button;
}

static void
click_alternative (GtkWidget *part, const char *words)
{
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (part));
  GtkWidget *alternative;

  gtk_menu_button_popup (GTK_MENU_BUTTON (part));
  alternative = app_test_find (GTK_WIDGET (popover), GTK_TYPE_BUTTON, words);
  g_assert_nonnull (alternative);
  g_signal_emit_by_name (alternative, "clicked");
}

/* A click on a part lists what it may be; one of these runs in the same card. */
static void
test_parts (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = type (self, "how many orders are there?");
  GtkWidget *part = find_part (card, "Counted: orders");

  app_test_picture (GTK_WIDGET (self->window), "follow-parts");
  gtk_menu_button_popup (GTK_MENU_BUTTON (part));
  app_test_pause (100);
  app_test_picture (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (part))), "follow-alternatives");
  click_alternative (part, "sum of amount");
  app_card_wait (card, "answer");
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, "how many orders are there?");
  g_assert_true (app_test_shows (card, "As before, and sum of amount instead of number of orders."));
  g_assert_cmpfloat (ask_rows_get (get_answer (card)->rows, 0, 0)->real, ==, 120);

  card = type (self, "by region");
  click_alternative (find_part (card, "For each: region"), "city");
  app_card_wait (card, "answer");
  g_assert_cmpuint (count_rows (card), ==, 4);
  app_test_picture (GTK_WIDGET (self->window), "follow-changed");
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

static gboolean
is_changed (gpointer card)
{
  return app_card_is_done (card) && ask_answer_card_get_answer (card)->change != NULL;
}

static gboolean
has_learned_choice (gpointer data)
{
  AppTest *self = data;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) examples = ask_workspace_list_examples (workspace, FALSE, NULL);
  gboolean found = FALSE;

  for (guint i = 0; i < examples->len; i++)
    {
      const AskExample *example = examples->pdata[i];

      found = found || (example->sql != NULL && strstr (example->sql, "sum") != NULL && example->wrong->len > 0);
    }
  return found;
}

/* What is wrong is a part of the reading: it is ticked, what it should be is chosen, and that is answered and learned. */
static void
test_complaint (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = type (self, "how many orders are there?");
  GtkWidget *dialog;
  GtkWidget *check;
  GtkDropDown *instead;
  guint sum = 0;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.complain", NULL));
  dialog = app_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  check = app_test_find (dialog, GTK_TYPE_CHECK_BUTTON, "Counted: orders");
  g_assert_nonnull (check);
  /* Of what the reading has no part, the kind is asked about. */
  g_assert_nonnull (app_test_find (dialog, GTK_TYPE_CHECK_BUTTON, "Which rows are taken"));
  g_assert_null (app_test_find (dialog, GTK_TYPE_CHECK_BUTTON, "What is shown"));
  instead = GTK_DROP_DOWN (app_test_find (dialog, GTK_TYPE_DROP_DOWN, "Counted: orders"));
  g_assert_nonnull (instead);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (instead)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (instead)));
  for (guint i = 0; i < g_list_model_get_n_items (gtk_drop_down_get_model (instead)); i++)
    if (strcmp (gtk_string_list_get_string (GTK_STRING_LIST (gtk_drop_down_get_model (instead)), i), "Instead: sum of amount")
        == 0)
      sum = i;
  g_assert_cmpuint (sum, >, 0);
  gtk_drop_down_set_selected (instead, sum);
  app_test_picture (dialog, "follow-complaint");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  g_assert_true (app_test_wait (is_changed, card));
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_assert_cmpfloat (ask_rows_get (get_answer (card)->rows, 0, 0)->real, ==, 120);
  g_assert_true (app_test_wait (has_learned_choice, self));
}

/* The keyboard reaches each part, opens its list, and takes one of it. */
static void
test_keyboard (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = type (self, "how many orders are there?");
  GtkWidget *part = find_part (card, "Counted: orders");
  GtkWidget *button = gtk_widget_get_first_child (part);
  GtkWidget *alternative;

  g_assert_true (gtk_widget_grab_focus (button));
  g_assert_true (gtk_widget_activate (button));
  alternative = app_test_find (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (part))), GTK_TYPE_BUTTON,
                               "sum of amount");
  g_assert_true (app_test_wait (is_mapped, alternative));
  g_assert_true (gtk_widget_grab_focus (alternative));
  g_assert_true (gtk_widget_activate (alternative));
  app_test_wait_for_words (card, "As before, and sum of amount");
}

/* What a verified question names and the data does not have is said, with what may be meant. */
static void
test_value (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = type (self, "our people");
  GtkWidget *choice = app_test_find (GTK_WIDGET (card), GTK_TYPE_BUTTON, "Berlin");

  g_assert_true (app_test_shows (card, "No row of customer has “Kerlin” as its city. Did you mean:"));
  g_assert_nonnull (choice);
  app_test_picture (GTK_WIDGET (self->window), "follow-value");
  g_signal_emit_by_name (choice, "clicked");
  app_card_wait (card, "answer");
  g_assert_cmpint (ask_rows_get (get_answer (card)->rows, 0, 0)->integer, ==, 1);
  g_assert_true (app_test_shows (card, "As before, and “Berlin” instead of “Kerlin”."));
  g_assert_false (app_test_shows (card, "Did you mean:"));
}

static char *
get_kept (AppTest *self)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);

  return ask_workspace_get_setting (workspace, "window/cards");
}

static gboolean
has_two_kept (gpointer self)
{
  g_autofree char *kept = get_kept (self);

  return kept != NULL && strchr (kept, ' ') != NULL;
}

static gboolean
has_one_kept (gpointer self)
{
  g_autofree char *kept = get_kept (self);

  return kept != NULL && strchr (kept, ' ') == NULL;
}

static gboolean
has_two_answers (gpointer self)
{
  AskAnswerCard *first = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self)));
  GtkWidget *second = first != NULL ? gtk_widget_get_next_sibling (GTK_WIDGET (first)) : NULL;

  return second != NULL && app_card_is_done (first) && app_card_is_done (second);
}

static void
open_again (AppTest *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  app_test_wait_for_no_window (ASK_TYPE_WINDOW);
  self->window = ask_window_new (NULL, self->path);
  gtk_window_present (GTK_WINDOW (self->window));
}

/* What stood on the page stands there again, in its order; what was closed does not. */
static void
test_restored (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;
  gint64 last;

  type (self, "how many orders are there?");
  last = get_answer (type (self, "by region"))->history_id;
  g_assert_true (app_test_wait (has_two_kept, self));
  open_again (self);
  g_assert_true (app_test_wait (has_two_answers, self));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self)));
  g_assert_cmpint (get_answer (card)->history_id, ==, last);
  g_assert_cmpint (get_answer (card)->before, ==, last - 1);
  /* The conversation goes on, and stands together. */
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (card), "ask-continues"));
  g_assert_cmpint (get_answer (type (self, "only 2025"))->before, ==, last);
  g_signal_emit_by_name (card, "closed");
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self)));
  g_signal_emit_by_name (card, "closed");
  g_assert_true (app_test_wait (has_one_kept, self));
}

static gboolean
has_card (gpointer self)
{
  return ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self))) != NULL;
}

/* A window that closes before it has read what stood on the page loses nothing of it. */
static void
test_restoring (AppTest *self, gconstpointer data)
{
  type (self, "how many orders are there?");
  type (self, "by region");
  g_assert_true (app_test_wait (has_two_kept, self));
  open_again (self);
  g_assert_true (app_test_wait (has_card, self));
  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = NULL;
  app_test_wait_for_no_window (ASK_TYPE_WINDOW);
  app_test_pause (300);
  g_assert_true (has_two_kept (self));
  self->window = ask_window_new (NULL, self->path);
  gtk_window_present (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (has_two_answers, self));
}

/* An answer of the history comes with those before it. */
static void
test_thread (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;
  GtkWidget *below;
  gint64 last;

  type (self, "how many orders are there?");
  last = get_answer (type (self, "by region"))->history_id;
  while ((card = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self)))) != NULL)
    g_signal_emit_by_name (card, "closed");
  ask_ask_view_open (ASK_ASK_VIEW (get_page (self)), last);
  g_assert_true (app_test_wait (has_two_answers, self));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self)));
  below = gtk_widget_get_next_sibling (GTK_WIDGET (card));
  g_assert_cmpint (get_answer (card)->history_id, ==, last);
  g_assert_cmpint (get_answer (ASK_ANSWER_CARD (below))->history_id, ==, last - 1);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (card), "ask-continues"));
  g_assert_null (gtk_widget_get_next_sibling (below));
}

static void
assert_fits (AppTest *self, const char *picture)
{
  int least;

  app_test_picture (GTK_WIDGET (self->window), picture);
  gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 400);
}

static void
test_narrow (AppTest *self, gconstpointer data)
{
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 800);
  type (self, "our people");
  assert_fits (self, "follow-narrow-value");
  type (self, "how many orders are there?");
  type (self, "by region");
  type (self, "only 2025");
  assert_fits (self, "follow-narrow-parts");
}

/* The list of earlier questions has a conversation in one place, those after the first set in below it. */
static void
test_history (AppTest *self, gconstpointer data)
{
  static const char *const order[] = { "how many orders are there?", "and by region", "how many customers are there?" };
  GtkWidget *rows[8];
  GtkWidget *history;
  GtkWidget *search;
  guint n;

  type (self, "how many orders are there?");
  type (self, "and by region");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.new-question", NULL));
  type (self, "how many customers are there?");
  ask_window_show_page (self->window, "history");
  history = ask_window_get_page (self->window, "history");
  app_test_wait_for_words (history, "how many customers are there?");
  n = app_test_find_all (history, ADW_TYPE_ACTION_ROW, rows, G_N_ELEMENTS (rows));
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (rows[0])), ==, order[2]);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (rows[1])), ==, order[0]);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (rows[2])), ==, order[1]);
  g_assert_false (app_test_shows (rows[1], "↳"));
  g_assert_true (app_test_shows (rows[2], "↳"));
  g_assert_nonnull (app_test_find (rows[2], GTK_TYPE_LABEL, "Goes on from “how many orders are there?”"));
  app_test_picture (GTK_WIDGET (self->window), "follow-history");

  /* A conversation is found by what was asked later in it. */
  search = app_test_find (history, GTK_TYPE_SEARCH_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), "region");
  app_test_wait_for_no_words (history, "how many customers are there?");
  g_assert_true (app_test_shows (history, "how many orders are there?"));
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 700);
  app_test_pause (200);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), <=, 400);
  app_test_picture (GTK_WIDGET (self->window), "follow-history-narrow");
}

static void
test_looks (AppTest *self, gconstpointer data)
{
  type (self, "how many orders are there?");
  type (self, "by region");
  type (self, "only 2025");
  app_test_looks (GTK_WIDGET (self->window), "follow-looks");
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) g_test_add ("/app/ask-follow/" name, AppTest, NULL, set_up, func, app_test_tear_down)
  ADD ("what-is-typed-leans-on-the-newest-answer", test_follow);
  ADD ("a-card-leans-on-the-same-answer-again", test_again);
  ADD ("a-card-that-goes-is-not-leant-on", test_closed);
  ADD ("a-part-is-changed-from-a-list", test_parts);
  ADD ("a-complaint-puts-another-part-in-its-place", test_complaint);
  ADD ("the-keyboard-changes-a-part", test_keyboard);
  ADD ("a-value-that-is-not-there-can-be-chosen", test_value);
  ADD ("what-stood-on-the-page-stands-there-again", test_restored);
  ADD ("what-is-being-read-again-is-not-lost", test_restoring);
  ADD ("an-answer-comes-with-those-before-it", test_thread);
  ADD ("the-history-keeps-a-conversation-together", test_history);
  ADD ("all-of-it-fits-into-400-pixels", test_narrow);
  ADD ("answers-with-parts-have-every-look", test_looks);
#undef ADD
  return g_test_run ();
}
