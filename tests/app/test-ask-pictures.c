/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pictures of README.md and of the software centre: the window on the sample company. Whether they show what
 * they are to show is tested; ASKDATA_PICTURES=data/pictures makes them anew (see src/CONTRIBUTING.md).
 */
#include "config.h"

#include "app-card.h"
#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/schema/ask-schema-view.h"
#include "app/steps/ask-steps-window.h"
#include "cli/cli-fixture.h"

/* Of both sources. */
#define QUESTION "What is in stock per product category and warehouse?"

typedef struct
{
  Cli cli;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *pairs
    = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "data", "sample", "verified.json", NULL);

  cli_open (&self->cli);
  /* The window's title has this name. */
  g_free (self->cli.workspace);
  self->cli.workspace = cli_path (&self->cli, "sample.askdata");
  cli_add_sample (&self->cli);
  cli_run_good (&self->cli, "verified", "import", pairs, NULL);
  /* By this name the workspace keeps the key of the API. */
  g_setenv ("ASKDATA_TEST_KEY", CLI_KEY, TRUE);
  self->window = GTK_WIDGET (ask_window_new (NULL, self->cli.workspace));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1280, 800);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  app_test_pause (200);
  cli_close (&self->cli);
}

static AskAnswerCard *
ask (Fixture *self, const char *question)
{
  GtkWidget *page = ask_window_get_page (ASK_WINDOW (self->window), "ask");
  AskAnswerCard *card = ask_ask_view_ask (ASK_ASK_VIEW (page), question);

  app_card_wait (card, "answer");
  return card;
}

static void
test_answer (Fixture *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, QUESTION);

  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (card)->rows), ==, 55);
  g_assert_cmpuint (app_test_picture (self->window, "answer"), >, 30);
}

static void
test_steps (Fixture *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, QUESTION);
  GtkWidget *steps;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.steps", NULL));
  steps = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  /* The query, with the calls that it made. */
  ask_steps_window_select (ASK_STEPS_WINDOW (steps), 1);
  g_assert_cmpuint (app_test_picture (steps, "steps"), >, 20);
  gtk_window_destroy (GTK_WINDOW (steps));
}

static gboolean
schema_is_full (gpointer data)
{
  return g_str_equal (ask_schema_view_get_state (data), "full") && ask_schema_view_is_saved (data);
}

static void
test_schema (Fixture *self, gconstpointer data)
{
  AskSchemaView *page = ASK_SCHEMA_VIEW (ask_window_get_page (ASK_WINDOW (self->window), "schema"));
  AskSchema *schema;

  ask_window_show_page (ASK_WINDOW (self->window), "schema");
  g_assert_true (app_test_wait (schema_is_full, page));
  app_test_pause (500);
  schema = ask_schema_editor_get_schema (ask_schema_view_get_editor (page));
  g_assert_true (ask_canvas_fly_to (ask_schema_view_get_canvas (page),
                                    ask_schema_find_entity (schema, "shipments")->id, NULL));
  g_assert_cmpuint (app_test_picture (self->window, "schema"), >, 30);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) g_test_add ("/app/ask-pictures/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("an-answer-of-both-sources-has-its-chart", test_answer);
  ADD ("the-steps-say-what-was-asked-of-the-api", test_steps);
  ADD ("the-schema-has-both-sources", test_schema);
#undef ADD
  return g_test_run ();
}
