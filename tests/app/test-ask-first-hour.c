/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first hour of somebody who never saw the program, from an empty window to a board: what doc/first-hour.md tells is done
 * here, by the words on the buttons, on the sample, a PostgreSQL server and an API. Each heading of the document is a step;
 * after each step the window has to show what the document says, and ASKDATA_PICTURES=DIR keeps a picture of it.
 */
#include "config.h"

#include <string.h>

#include "app-card.h"
#include "app-form.h"
#include "app/ask/ask-ask-view.h"
#include "app/board/ask-tile-card.h"
#include "app/explore/ask-browse-view.h"
#include "app/grid/ask-grid.h"
#include "app/query/ask-query-view.h"
#include "app/schema/ask-schema-view.h"
#include "app/sql/ask-sql-editor.h"
#include "app/steps/ask-steps-window.h"
#include "support/ask-test-postgres.h"

/* What comes from the suppliers of the sample's products, and how they are rated elsewhere. */
#define SUPPLIERS_SQL                                                                                      \
  "CREATE TABLE supplier (supplier_id int PRIMARY KEY, supplier_name text NOT NULL, brand text NOT NULL);" \
  "INSERT INTO supplier VALUES (1, 'Alpenweber', 'Fjellheim'), (2, 'Nordlys', 'Zugspitz'), (3, 'Tramontane', 'Névé');"

#define RATINGS_DOCUMENT                                                                                                \
  "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Ratings\",\"version\":\"1\"},\"servers\":[{\"url\":\"/v1\"}],"         \
  "\"paths\":{\"/ratings\":{\"get\":{\"operationId\":\"ratings\",\"responses\":{\"200\":{\"description\":\"How "        \
  "suppliers are rated\",\"content\":{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":"        \
  "\"object\",\"properties\":{\"rating_id\":{\"type\":\"integer\"},\"supplier_id\":{\"type\":\"integer\"},\"stars\":{" \
  "\"type\":\"integer\"}}}}}}}}}}}}"

#define RATINGS                                                                                     \
  "[{\"rating_id\":1,\"supplier_id\":1,\"stars\":4},{\"rating_id\":2,\"supplier_id\":1,\"stars\":2}," \
  "{\"rating_id\":3,\"supplier_id\":2,\"stars\":5},{\"rating_id\":4,\"supplier_id\":3,\"stars\":3}]"

/* Of the server and of the API. */
#define JOIN_SQL                                                                                              \
  "SELECT supplier_name, avg(stars) AS stars FROM supplier JOIN ratings ON ratings.supplier_id = "            \
  "supplier.supplier_id GROUP BY supplier_name ORDER BY stars DESC"

typedef struct
{
  AppTest *app;
  AskTestPostgres *server;
  AskTestServer *api;
  AskAnswerCard *card; /* the newest */
} Hour;

static GtkWidget *
get_page (Hour *self, const char *name)
{
  return ask_window_get_page (self->app->window, name);
}

/* Turns to a page, as a click in the list does. */
static GtkWidget *
turn (Hour *self, const char *name)
{
  ask_window_show_page (self->app->window, name);
  return get_page (self, name);
}

/* Presses the row, of whatever list, that has @words. */
static void
press_row (GtkWidget *root, const char *words)
{
  GtkWidget *row = app_test_find_label (root, words);

  while (row != NULL && strcmp (gtk_widget_get_css_name (row), "row") != 0)
    row = gtk_widget_get_parent (row);
  if (row == NULL)
    g_error ("there is no row “%s”", words);
  g_assert_true (gtk_widget_activate (row));
}

static gboolean
has_card (gpointer data)
{
  Hour *self = data;
  AskAnswerCard *newest = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self, "ask")));

  return newest != NULL && newest != self->card;
}

/* Returns: the card that a question has brought, answered */
static AskAnswerCard *
wait_for_answer (Hour *self)
{
  g_assert_true (app_test_wait (has_card, self));
  self->card = ask_ask_view_get_newest (ASK_ASK_VIEW (get_page (self, "ask")));
  app_card_wait (self->card, "answer");
  return self->card;
}

static void
start (Hour *self)
{
  GtkWidget *page = get_page (self, "ask");

  app_test_wait_for_words (page, "Try the Sample");
  g_assert_true (app_test_shows (page, "Open a File"));
  g_assert_true (app_test_shows (page, "Connect"));
}

static void
try_sample (Hour *self)
{
  GtkWidget *page = get_page (self, "ask");

  press_row (page, "Try the Sample");
  app_test_wait_for_words (page, "Your data can answer these:");
  app_test_wait_for_words (page, "Revenue by product category in 2025");
}

static void
ask_first (Hour *self)
{
  press_row (get_page (self, "ask"), "Revenue by product category in 2025");
  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (wait_for_answer (self))->rows), >, 3);
  g_assert_true (app_test_shows (self->card, "Jackets has the highest revenue"));
  g_assert_true (app_test_shows (self->card, "How I got this"));
}

static void
ask_own (Hour *self)
{
  GtkWidget *entry = app_test_find (get_page (self, "ask"), GTK_TYPE_ENTRY, "Your question");

  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "how many orders per store");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (wait_for_answer (self))->rows), >, 10);
}

static void
look_at_steps (Hour *self)
{
  GtkWidget *steps;

  app_form_press (self->card, "How I got this");
  steps = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  app_test_picture (steps, "hour-steps");
  app_test_wait_for_words (steps, "Nothing left this computer");
  gtk_window_destroy (GTK_WINDOW (steps));
}

static gboolean
is_browsed (gpointer view)
{
  return g_str_equal (ask_browse_view_get_state (view), "full") && !ask_browse_view_is_busy (view);
}

static void
browse (Hour *self)
{
  GtkWidget *page = turn (self, "browse");

  app_test_wait_for_words (page, "customers");
  press_row (page, "customers");
  g_assert_true (app_test_wait (is_browsed, page));
  app_test_wait_for_words (page, "key: customer_id");
}

static void
connect_server (Hour *self)
{
  AskAddSourceDialog *dialog = app_form_open (self->app, "postgres");
  g_autofree char *port = g_strdup_printf ("%u", ask_test_postgres_get_port (self->server));

  app_form_type (dialog, "Short name", "purchasing");
  app_form_type (dialog, "Server, such as", "127.0.0.1");
  app_form_type (dialog, "Port", port);
  app_form_type (dialog, "Database", "postgres");
  app_form_type (dialog, "User", "askdata");
  app_form_test (dialog);
  app_test_picture (GTK_WIDGET (dialog), "hour-server");
  app_form_add (self->app, dialog, "purchasing");
}

static void
connect_api (Hour *self)
{
  AskAddSourceDialog *dialog = app_form_open (self->app, "openapi");
  g_autofree char *url = ask_test_server_dup_url (self->api, "/openapi.json");

  ask_add_source_dialog_set (dialog, "ratings", url, NULL, NULL);
  app_form_test (dialog);
  app_test_picture (GTK_WIDGET (dialog), "hour-api");
  app_form_add (self->app, dialog, "ratings");
  /* Of the two toasts the last one. */
  g_assert_false (app_test_shows (self->app->window, "purchasing was added"));
  g_assert_true (app_test_shows (self->app->window, "ratings was added"));
}

static gboolean
is_full (gpointer page)
{
  return g_str_equal (ask_schema_view_get_state (page), "full") && ask_schema_view_is_saved (page);
}

static gboolean
has_all (gpointer page)
{
  AskSchema *schema = ask_schema_editor_get_schema (ask_schema_view_get_editor (page));

  return ask_schema_find_entity (schema, "orders") != NULL && ask_schema_find_entity (schema, "supplier") != NULL
         && ask_schema_find_entity (schema, "ratings") != NULL;
}

static void
look_at_schema (Hour *self)
{
  GtkWidget *page = turn (self, "schema");

  g_assert_true (app_test_wait (is_full, page));
  g_assert_true (app_test_wait (has_all, page));
  app_test_pause (500);
}

static gboolean
has_pane (gpointer view)
{
  return ask_query_view_get_pane (view) != NULL;
}

static gboolean
has_run (gpointer pane)
{
  return !g_str_equal (ask_query_pane_get_state (pane), "running");
}

static void
join (Hour *self)
{
  GtkWidget *page = turn (self, "sql");
  AskQueryPane *pane;

  g_assert_true (app_test_wait (has_pane, page));
  pane = ask_query_view_get_pane (ASK_QUERY_VIEW (page));
  ask_sql_editor_put_text (ask_query_pane_get_editor (pane), JOIN_SQL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (pane), "queries.run", NULL));
  g_assert_true (app_test_wait (has_run, pane));
  g_assert_cmpstr (ask_query_pane_get_state (pane), ==, "result");
  g_assert_true (g_str_has_prefix (ask_query_pane_get_words (pane), "3 rows"));
  app_test_wait_for_words (page, "3 rows");
}

static void
pin (Hour *self)
{
  GtkWidget *dialog;

  turn (self, "ask");
  app_test_pause (300);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->card), "card.pin", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_picture (dialog, "hour-pin");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "pin");
  app_test_wait_for_words (self->app->window, "Pinned");
}

static void
look_at_board (Hour *self)
{
  GtkWidget *page = turn (self, "boards");

  app_test_wait_for_words (page, "1 tile");
  g_assert_nonnull (app_test_find (page, GTK_TYPE_LIST_BOX, "Boards"));
  press_row (page, "1 tile");
  app_test_wait_for_words (page, "how many orders per store");
  g_assert_nonnull (app_test_find (page, ASK_TYPE_TILE_CARD, NULL));
}

static void
come_back (Hour *self)
{
  GtkWidget *page;

  gtk_window_destroy (GTK_WINDOW (self->app->window));
  app_test_pause (500);
  self->app->window = ask_window_new (NULL, self->app->path);
  gtk_window_present (GTK_WINDOW (self->app->window));
  page = get_page (self, "ask");
  app_test_wait_for_words (page, "Jackets has the highest revenue");
  page = turn (self, "sources");
  app_test_wait_for_words (page, "purchasing");
  app_test_wait_for_words (page, "ratings");
  turn (self, "ask");
}

static const struct
{
  const char *heading; /* in the document */
  const char *picture;
  void (*do_it) (Hour *self);
} steps[] = {
  { "Start", "hour-start", start },
  { "Try the sample", "hour-sample", try_sample },
  { "Ask a question that is offered", "hour-first", ask_first },
  { "Ask one of your own", "hour-own", ask_own },
  { "See how it was found", "hour-found", look_at_steps },
  { "Look at what is there", "hour-browse", browse },
  { "Connect a database server", "hour-sources", connect_server },
  { "Connect a web API", "hour-apis", connect_api },
  { "See how it hangs together", "hour-schema", look_at_schema },
  { "Join what lies in two places", "hour-join", join },
  { "Keep an answer on a board", "hour-pinned", pin },
  { "Look at the board", "hour-board", look_at_board },
  { "Come back", "hour-back", come_back },
};

/* Whether @line shows a picture that is there. @words: (out): the name of its file */
static gboolean
is_picture (const char *line, char **words)
{
  const char *start = strstr (line, "](pictures/");
  const char *end = start != NULL ? strstr (start, ".png)") : NULL;
  g_autofree char *path = NULL;

  if (*line != '!' || end == NULL)
    return FALSE;
  start += strlen ("](pictures/");
  *words = g_strndup (start, (gsize) (end - start));
  path = g_strdup_printf ("%s/doc/pictures/%s.png", g_getenv ("ASKDATA_SOURCE_ROOT"), *words);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    g_error ("there is no picture %s", path);
  return TRUE;
}

/* Returns: (transfer full): of the steps the heading, "## 1. Start" without what is before the words, and the picture, in turns */
static GPtrArray *
read_steps (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "doc", "first-hour.md", NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *picture = NULL;

      if (g_str_has_prefix (lines[i], "## ") && strstr (lines[i], ". ") != NULL)
        g_ptr_array_add (found, g_strdup (strstr (lines[i], ". ") + 2));
      else if (is_picture (lines[i], &picture))
        g_ptr_array_add (found, picture);
    }
  return found;
}

static void
test_hour (AppTest *app, gconstpointer data)
{
  g_autofree char *none = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (&(AskTestPostgresOptions) { .tcp = TRUE }, &none);
  g_autoptr (AskTestServer) api = ask_test_server_new (NULL, NULL);
  g_autoptr (GPtrArray) written = read_steps ();
  Hour hour = { .app = app, .server = server, .api = api };

  g_assert_cmpuint (written->len, ==, 2 * G_N_ELEMENTS (steps));
  if (server == NULL)
    {
      g_test_skip (none);
      return;
    }
  ask_test_postgres_exec (server, SUPPLIERS_SQL);
  ask_test_server_add_json (api, "/openapi.json", RATINGS_DOCUMENT);
  ask_test_server_add_json (api, "/v1/ratings", RATINGS);
  gtk_window_set_default_size (GTK_WINDOW (app->window), 1280, 860);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("step %u: %s", i + 1, steps[i].heading);
      g_assert_cmpstr (written->pdata[2 * i], ==, steps[i].heading);
      g_assert_cmpstr (written->pdata[2 * i + 1], ==, steps[i].picture);
      steps[i].do_it (&hour);
      g_assert_cmpuint (app_test_picture (GTK_WIDGET (app->window), steps[i].picture), >, 10);
    }
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-first-hour/each-step-of-the-document-holds", test_hour, APP_TEST_EMPTY);
  return g_test_run ();
}
