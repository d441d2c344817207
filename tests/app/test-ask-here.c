/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Ask page without a language model: it suggests questions, answers what it reads, asks back where a question may
 * mean several things, and says what it does not know.
 */
#include "config.h"

#include <string.h>

#include "app-card.h"
#include "app-test.h"
#include "app/ask-preferences.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-choice-list.h"
#include "app/ask/ask-question-marks.h"
#include "store/ask-workspace-examples.h"

static const char *const music
    = "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
      "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist (id), price REAL);"
      "CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT, founded INTEGER);"
      "INSERT INTO label VALUES (1, 'Blue Note', 1939), (2, 'Motown', 1959);"
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 30) INSERT INTO artist"
      " SELECT n, 'Band ' || n, CASE n % 3 WHEN 0 THEN 'France' WHEN 1 THEN 'Italy' ELSE 'Spain' END FROM c;"
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 200) INSERT INTO album"
      " SELECT n, 'Record ' || n, 1 + n % 30, 5 + n % 17 FROM c;";

static const char *const school
    = "CREATE TABLE student (student_id INTEGER PRIMARY KEY, name TEXT);"
      "CREATE TABLE likes (student_id INTEGER REFERENCES student (student_id),"
      "  liked_id INTEGER REFERENCES student (student_id), since TEXT, PRIMARY KEY (student_id, liked_id));"
      "INSERT INTO student VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cy'), (4, 'Di');"
      "INSERT INTO likes VALUES (1, 2, 'a'), (1, 3, 'b'), (2, 3, 'c'), (4, 3, 'd');";

/* @data: the SQL of the database, music where it is NULL */
static void
set_up (AppTest *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("askdata-here-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "music.askdata", NULL);
  app_test_add_database (self->path, data != NULL ? "school" : "music", data != NULL ? data : music);
  self->window = ask_window_new (NULL, self->path);
  gtk_window_present (GTK_WINDOW (self->window));
  app_test_pause (100);
}

static gint64
get_number (AskAnswerCard *card)
{
  AskRows *rows = ask_answer_card_get_answer (card)->rows;

  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 1);
  return ask_rows_get (rows, 0, 0)->integer;
}

static gboolean
has_answer (gpointer page)
{
  AskAnswerCard *card = ask_ask_view_get_newest (page);

  return card != NULL && app_card_is_done (card);
}

/* An empty page has five questions, and a click on each gives an answer. */
static void
test_suggestions (AppTest *self, gconstpointer data)
{
  AskAskView *page = ASK_ASK_VIEW (ask_window_get_page (self->window, "ask"));
  GtkWidget *list;
  guint n = 0;

  app_test_wait_for_words (page, "How many albums are there?");
  g_assert_true (app_test_shows (page, "Answers are worked out on this computer"));
  app_test_picture (GTK_WIDGET (self->window), "here-suggestions");
  list = app_test_find (GTK_WIDGET (page), GTK_TYPE_LIST_BOX, "Suggested questions");
  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), (int) n) != NULL)
    {
      AskAnswerCard *card;

      g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), (int) n++));
      g_assert_true (app_test_wait (has_answer, page));
      card = ask_ask_view_get_newest (page);
      app_card_wait (card, "answer");
      g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (card)->rows), >=, 1);
      g_assert_true (app_test_shows (card, "Worked out here"));
    }
  g_assert_cmpuint (n, ==, 5);
}

/* A source that is added changes what is suggested; a page that is not shown does nothing for it. */
static void
test_added (AppTest *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->window, "ask");

  app_test_wait_for_words (page, "How many albums are there?");
  ask_window_show_page (self->window, "sources");
  app_test_add_database (self->path, "zoo",
                         "CREATE TABLE animal (id INTEGER PRIMARY KEY, name TEXT);"
                         "INSERT INTO animal VALUES (1, 'Elephant'), (2, 'Zebra');");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.reload", NULL));
  ask_window_show_page (self->window, "ask");
  app_test_wait_for_words (page, "How many animals are there?");
}

static void
test_looks (AppTest *self, gconstpointer data)
{
  app_test_wait_for_words (self->window, "How many albums are there?");
  app_test_looks (GTK_WIDGET (self->window), "here-suggestions");
}

/* The card says how the question was read, and one click makes a person vouch for it. */
static void
test_answer (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "How many albums are there?", "answer");
  GtkWidget *right;

  g_assert_cmpint (get_number (card), ==, 200);
  g_assert_true (app_test_shows (card, "Worked out here"));
  g_assert_true (app_test_shows (card, "Counted:"));
  g_assert_nonnull (app_test_find (GTK_WIDGET (card), GTK_TYPE_MENU_BUTTON, "Counted: album"));
  app_test_picture (GTK_WIDGET (self->window), "here-answer");
  right = app_test_find_label (GTK_WIDGET (card), "This Is Right");
  g_assert_nonnull (right);
  g_signal_emit_by_name (gtk_widget_get_ancestor (right, GTK_TYPE_BUTTON), "clicked");
  app_test_wait_for_words (card, "Verified, ");
  g_assert_false (app_test_shows (card, "Worked out here"));
  card = app_card_ask (self->window, "How many albums are there?", "answer");
  g_assert_nonnull (ask_answer_card_get_answer (card)->verified);
}

/* The words are underlined, and say what they stand for; so they do in an answer that is read back. */
static void
test_marks (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "How many albums are there?", "answer");
  AskQuestionMarks *marks
      = ASK_QUESTION_MARKS (app_test_find (GTK_WIDGET (card), ASK_TYPE_QUESTION_MARKS, NULL));
  GtkWidget *label = app_test_find (GTK_WIDGET (marks), GTK_TYPE_LABEL, NULL);
  gboolean handled = FALSE;
  gint64 id = ask_answer_card_get_answer (card)->history_id;

  g_assert_cmpstr (ask_question_marks_get_tip (marks, 0), ==, "operation count: asks for a number of rows");
  g_assert_cmpstr (ask_question_marks_get_tip (marks, 1), ==, "entity album: is called so");
  g_assert_null (ask_question_marks_get_tip (marks, 2));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "How many albums are there?");
  g_signal_emit_by_name (label, "activate-link", "1", &handled);
  g_assert_true (handled);
  g_assert_true (app_test_shows (marks, "entity album: is called so"));
  app_test_picture (app_test_find (GTK_WIDGET (marks), GTK_TYPE_POPOVER, NULL), "here-marks");
  /* A tooltip that comes when its popover is gone is a warning of GTK's: half a second, and it came. */
  app_test_pause (700);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-answer", "x", id));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")));
  app_card_wait (card, "answer");
  marks = ASK_QUESTION_MARKS (app_test_find (GTK_WIDGET (card), ASK_TYPE_QUESTION_MARKS, NULL));
  g_assert_cmpstr (ask_question_marks_get_tip (marks, 1), ==, "entity album: is called so");
  g_assert_true (app_test_shows (card, "Worked out here"));
}

typedef struct
{
  AskAnswerCard *card;
  const char *words;
} Wanted;

static const char *
find_tip (AskAnswerCard *card, const char *words)
{
  AskQuestionMarks *marks
      = ASK_QUESTION_MARKS (app_test_find (GTK_WIDGET (card), ASK_TYPE_QUESTION_MARKS, NULL));
  const char *tip;

  for (guint n = 0; (tip = ask_question_marks_get_tip (marks, n)) != NULL; n++)
    if (strstr (tip, words) != NULL)
      return tip;
  return NULL;
}

static gboolean
is_read_so (gpointer data)
{
  const Wanted *wanted = data;

  return app_card_is_done (wanted->card) && find_tip (wanted->card, wanted->words) != NULL;
}

static gboolean
is_read_otherwise (gpointer data)
{
  const Wanted *wanted = data;

  return app_card_is_done (wanted->card) && find_tip (wanted->card, wanted->words) == NULL;
}

/* Another meaning of the words is a click away, and the next question with them knows it. */
static void
test_link (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;
  GtkWidget *label;
  GtkWidget *choice;
  gboolean handled = FALSE;
  g_autofree char *uri = NULL;
  AskQuestionMarks *marks;
  const char *tip;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.ask", "s", "Which names do artists have?"));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")));
  app_card_wait (card, NULL);
  marks = ASK_QUESTION_MARKS (app_test_find (GTK_WIDGET (card), ASK_TYPE_QUESTION_MARKS, NULL));
  label = app_test_find (GTK_WIDGET (marks), GTK_TYPE_LABEL, NULL);
  for (guint n = 0; (tip = ask_question_marks_get_tip (marks, n)) != NULL && uri == NULL; n++)
    if (strstr (tip, ".name") != NULL)
      uri = g_strdup_printf ("%u", n);
  g_assert_nonnull (uri);
  g_signal_emit_by_name (label, "activate-link", uri, &handled);
  app_test_wait_for_words (marks, "label.name");
  app_test_picture (app_test_find (GTK_WIDGET (marks), GTK_TYPE_POPOVER, NULL), "here-link");
  choice = app_test_find_label (app_test_find (GTK_WIDGET (marks), GTK_TYPE_POPOVER, NULL), "attribute label.name");
  g_assert_nonnull (choice);
  g_signal_emit_by_name (gtk_widget_get_ancestor (choice, GTK_TYPE_BUTTON), "clicked");
  g_assert_true (app_test_wait (is_read_so, &(Wanted) { card, "attribute label.name: was chosen" }));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.link", "(ss)", "names", ""));
  g_assert_true (app_test_wait (is_read_otherwise, &(Wanted) { card, "was chosen" }));
}

/* Two entities have names: each is a choice with its first rows, and a click takes it. */
static void
test_choices (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "show names", "choices");
  GtkWidget *list = app_test_find (GTK_WIDGET (card), ASK_TYPE_CHOICE_LIST, NULL);
  GtkWidget *buttons[8];
  GtkWidget *chosen = NULL;
  guint n = app_test_find_all (list, GTK_TYPE_BUTTON, buttons, G_N_ELEMENTS (buttons));

  g_assert_cmpuint (n, ==, 2);
  for (guint i = 0; i < n; i++)
    if (app_test_shows (buttons[i], "name of label"))
      chosen = buttons[i];
  g_assert_nonnull (chosen);
  g_assert_true (app_test_shows (chosen, "2 rows"));
  g_assert_true (app_test_shows (chosen, "Blue Note"));
  g_assert_true (app_test_shows (list, "30 rows"));
  app_test_picture (GTK_WIDGET (self->window), "here-choices");
  g_signal_emit_by_name (chosen, "clicked");
  app_card_wait (card, "answer");
  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (card)->rows), ==, 2);
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, "show names");
}

/* Likes given or received: below the choices stand the rows in which that differs, by the choices' numbers. */
static void
test_difference (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "how many likes does each student have", "choices");
  GtkWidget *list = app_test_find (GTK_WIDGET (card), ASK_TYPE_CHOICE_LIST, NULL);

  g_assert_true (app_test_shows (list, "(1) Shown: name, number of likes."));
  g_assert_true (app_test_shows (list, "(2) Shown: name, number of likes."));
  g_assert_true (app_test_shows (list, "They differ in 3 rows:"));
  g_assert_true (app_test_shows (list, "Ann"));
  /* Bob gives one and gets one. */
  g_assert_false (app_test_shows (list, "Bob"));
  app_test_looks (GTK_WIDGET (self->window), "here-difference");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.read", "u", 2));
  app_card_wait (card, "answer");
  card = app_card_ask (self->window, "number of likes of each student", "answer");
}

/* What was typed into the card meanwhile is another question; a choice belongs to the one that was asked. */
static void
test_edited (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "show names", "choices");
  GtkWidget *entry = app_test_find (GTK_WIDGET (card), GTK_TYPE_ENTRY, "Question");

  gtk_editable_set_text (GTK_EDITABLE (entry), "How many albums are there?");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.read", "u", 1));
  app_card_wait (card, "answer");
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, "show names");
}

static void
test_unknown (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "Which plumber repaired the groovy dishwasher?", "problem");

  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "groovy"));
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "album"));
  g_assert_null (strstr (ask_answer_card_get_headline (card), "No language model"));
  app_test_picture (GTK_WIDGET (self->window), "here-unknown");
}

static gboolean
is_ready (gpointer widget)
{
  return gtk_widget_get_sensitive (widget);
}

typedef struct
{
  AppTest *test;
  const char *setting;
} Setting;

static gboolean
is_set (gpointer data)
{
  const Setting *wanted = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (wanted->test->path, &error);
  g_autofree char *setting = NULL;

  g_assert_no_error (error);
  setting = ask_workspace_get_setting (workspace, "model/answer-here-first");
  return g_strcmp0 (setting, wanted->setting) == 0;
}

static GtkWidget *
open_preferences (AppTest *self, GtkWidget **here_first)
{
  GtkWidget *preferences = ask_preferences_new (ask_window_get_session (self->window), NULL);

  gtk_window_present (GTK_WINDOW (preferences));
  *here_first = app_test_find (preferences, GTK_TYPE_SWITCH, "Answer here first");
  g_assert_nonnull (*here_first);
  g_assert_true (app_test_wait (is_ready, *here_first));
  return preferences;
}

/* The switch is on unless somebody turned it off, and remembers that for the workspace. */
static void
test_switch (AppTest *self, gconstpointer data)
{
  GtkWidget *here_first;
  GtkWidget *preferences = open_preferences (self, &here_first);

  g_assert_true (gtk_switch_get_active (GTK_SWITCH (here_first)));
  g_assert_true (is_set (&(Setting) { self, NULL }));
  app_test_picture (preferences, "here-preferences");
  gtk_switch_set_active (GTK_SWITCH (here_first), FALSE);
  g_assert_true (app_test_wait (is_set, &(Setting) { self, "off" }));
  gtk_window_destroy (GTK_WINDOW (preferences));
  preferences = open_preferences (self, &here_first);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (here_first)));
  gtk_switch_set_active (GTK_SWITCH (here_first), TRUE);
  g_assert_true (app_test_wait (is_set, &(Setting) { self, "on" }));
  gtk_window_destroy (GTK_WINDOW (preferences));
}

/* What could not be saved is not shown as if it were, and nobody can switch on while it is being saved. */
static void
test_switch_not_saved (AppTest *self, gconstpointer data)
{
  GtkWidget *here_first;
  GtkWidget *preferences = open_preferences (self, &here_first);

  app_test_exec (self->path, "CREATE TRIGGER no BEFORE INSERT ON setting WHEN new.key = 'model/answer-here-first'"
                        " BEGIN SELECT RAISE (FAIL, 'no switch today'); END");
  gtk_switch_set_active (GTK_SWITCH (here_first), FALSE);
  g_assert_false (gtk_widget_get_sensitive (here_first));
  g_assert_true (app_test_wait (is_ready, here_first));
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (here_first)));
  g_assert_nonnull (app_test_find_label (preferences, "no switch today"));
  app_test_exec (self->path, "DROP TRIGGER no");
  gtk_switch_set_active (GTK_SWITCH (here_first), FALSE);
  g_assert_true (app_test_wait (is_ready, here_first));
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (here_first)));
  g_assert_true (is_set (&(Setting) { self, "off" }));
  gtk_window_destroy (GTK_WINDOW (preferences));
}

typedef struct
{
  GtkWidget *root;
  const char *words;
} Shown;

static gboolean
shows_words (gpointer data)
{
  const Shown *shown = data;

  return app_test_find_label (shown->root, shown->words) != NULL;
}

static gboolean
has_wrong_part (gpointer data)
{
  AppTest *self = data;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) examples = ask_workspace_list_examples (workspace, FALSE, NULL);
  const AskExample *example = examples->len == 1 ? examples->pdata[0] : NULL;
  gboolean found = FALSE;

  for (guint i = 0; example != NULL && i < example->wrong->len; i++)
    found = found || strcmp (((AskExampleWrong *) example->wrong->pdata[i])->parts, "columns") == 0;
  return found;
}

/* A part of the answer is wrong: that is kept for the steward, and learned from. */
static void
complain (AppTest *self, AskAnswerCard *card)
{
  GtkWidget *dialog;
  GtkWidget *check;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.complain", NULL));
  dialog = app_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  app_test_picture (dialog, "here-complaint");
  g_assert_false (adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "keep"));
  check = gtk_widget_get_ancestor (app_test_find_label (dialog, "What is shown"), GTK_TYPE_CHECK_BUTTON);
  g_assert_nonnull (check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_true (adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "keep"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  g_assert_true (app_test_wait (has_wrong_part, self));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What was chosen answers the same question, until what is wrong is said, or all is forgotten. */
static void
test_learned (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "show names", "choices");
  GtkWidget *chosen = app_test_find_label (app_test_find (GTK_WIDGET (card), ASK_TYPE_CHOICE_LIST, NULL), "name of label");
  GtkWidget *here_first;
  GtkWidget *preferences;
  GtkWidget *dialog;

  g_assert_nonnull (chosen);
  g_signal_emit_by_name (gtk_widget_get_ancestor (chosen, GTK_TYPE_BUTTON), "clicked");
  app_card_wait (card, "answer");
  card = app_card_ask (self->window, "show names", "answer");
  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (card)->rows), ==, 2);
  complain (self, card);
  app_card_ask (self->window, "show names", "choices");

  preferences = open_preferences (self, &here_first);
  g_assert_true (app_test_wait (shows_words, &(Shown) { preferences, "1 example" }));
  gtk_window_set_default_size (GTK_WINDOW (preferences), 600, 1050);
  app_test_picture (preferences, "here-learned");
  g_assert_true (gtk_widget_activate_action (app_test_find_label (preferences, "1 example"), "kept.forget", NULL));
  dialog = app_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  app_test_picture (dialog, "here-forget");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "forget");
  g_assert_true (app_test_wait (shows_words, &(Shown) { preferences, "0 examples" }));
  gtk_window_destroy (GTK_WINDOW (preferences));
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
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 700);
  app_test_wait_for_words (self->window, "How many albums are there?");
  assert_fits (self, "here-narrow-suggestions");
  app_card_ask (self->window, "How many albums are there?", "answer");
  assert_fits (self, "here-narrow-answer");
  app_card_ask (self->window, "show names", "choices");
  assert_fits (self, "here-narrow-choices");
  app_card_ask (self->window, "Which plumber repaired the groovy dishwasher?", "problem");
  assert_fits (self, "here-narrow-unknown");
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_DARK);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 900, 1000);
  app_test_picture (GTK_WIDGET (self->window), "here-dark");
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
}

static const char *const gallery
    = "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
      "CREATE TABLE painting (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist (id), year INTEGER);"
      "INSERT INTO artist VALUES (1, 'Ada', 'France'), (2, 'Bo', 'Norway');"
      "INSERT INTO painting VALUES (1, 'Sea', 1, 1900)";

static void
add_gallery (AppTest *self)
{
  app_test_add_database (self->path, "gallery", gallery);
}

/* Which sources could answer is one click away, and so is asking another one. */
static void
test_another_source (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;
  GtkWidget *list;
  GtkExpander *expander;

  add_gallery (self);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.ask", "s",
                                             "Show the names of artists from France with albums"));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")));
  app_card_wait (card, NULL);
  g_assert_null (ask_answer_card_get_answer (card)->only);
  expander = GTK_EXPANDER (app_test_find (GTK_WIDGET (card), GTK_TYPE_EXPANDER, NULL));
  g_assert_cmpstr (gtk_expander_get_label (expander), ==, "Which sources could answer");
  gtk_expander_set_expanded (expander, TRUE);
  list = gtk_expander_get_child (expander);
  g_assert_true (app_test_shows (list, "music"));
  g_assert_true (app_test_shows (list, "gallery"));
  g_assert_true (app_test_shows (list, "“france” is a value of"));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1100, 1000);
  app_test_picture (GTK_WIDGET (self->window), "here-sources");
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 900);
  app_test_picture (GTK_WIDGET (self->window), "here-sources-narrow");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.ask-only", "s", "gallery"));
  app_card_wait (card, NULL);
  g_assert_cmpstr (ask_answer_card_get_answer (card)->only, ==, "gallery");
  g_assert_true (app_test_shows (card, "Asked only gallery"));
  for (guint i = 0; i < ask_answer_card_get_answer (card)->sources->len; i++)
    g_assert_cmpstr (ask_answer_card_get_answer (card)->sources->pdata[i], ==, "gallery");
  app_test_picture (GTK_WIDGET (self->window), "here-sources-only");
}

static void
test_sql (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "Which plumber repaired the groovy dishwasher?", "problem");

  g_assert_null (app_test_find_label (GTK_WIDGET (card), "Verified Question…"));
  card = app_card_ask (self->window, "DROP TABLE album", "problem");
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (card), "Verified Question…"));
  g_assert_null (app_test_find_label (GTK_WIDGET (card), "Language Model…"));
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) g_test_add ("/app/ask-here/" name, AppTest, NULL, set_up, func, app_test_tear_down)
  ADD ("five-questions-are-suggested-and-answered", test_suggestions);
  ADD ("a-new-source-is-suggested-first", test_added);
  ADD ("suggestions-have-every-look", test_looks);
  ADD ("an-answer-is-marked-and-one-click-verifies-it", test_answer);
  ADD ("words-say-what-they-were-taken-for", test_marks);
  ADD ("a-click-changes-what-words-stand-for", test_link);
  ADD ("a-question-with-two-meanings-has-two-choices", test_choices);
  g_test_add ("/app/ask-here/choices-that-differ-in-some-rows-show-these", AppTest, school, set_up, test_difference,
              app_test_tear_down);
  ADD ("a-choice-is-of-the-question-that-was-asked", test_edited);
  ADD ("what-is-not-understood-is-named", test_unknown);
  ADD ("answering-here-first-is-a-switch", test_switch);
  ADD ("the-switch-shows-what-was-saved", test_switch_not_saved);
  ADD ("what-was-chosen-answers-until-it-is-forgotten", test_learned);
  ADD ("another-source-can-be-asked", test_another_source);
  ADD ("sql-is-shown-where-it-can-be-kept", test_sql);
  ADD ("all-of-it-fits-into-400-pixels", test_narrow);
#undef ADD
  return g_test_run ();
}
