/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources in the window, from an empty workspace on: what the command line can say of a source can be said here, when
 * it is added. Wrong input is answered with its reason, and nothing that was typed is lost.
 */
#include "config.h"

#include <string.h>

#include "app-card.h"
#include "app-form.h"
#include "app/ask/ask-ask-view.h"
#include "app/sources/ask-sheet-form.h"
#include "app/sources/ask-threshold-group.h"
#include "app/grid/ask-grid.h"
#include "app/verified/ask-verified-view.h"
#include "source/ask-source-kinds.h"
#include "source/sheet-zip.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-options.h"
#include "support/ask-test-postgres.h"

static gboolean
has_failed (gpointer data)
{
  return g_str_equal (ask_sheet_form_get_state (data), "failed");
}

static gboolean
has_numbered_columns (gpointer data)
{
  AppTest *self = data;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, NULL);
  AskEntity *entity = ask_schema_find_entity (schema, "places");

  return ask_entity_find_attribute (entity, "column_1") != NULL;
}

/* A text file: what is recognised is the default, another way is previewed, added, and changed later. */
static void
test_sheet (AppTest *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "places.txt", NULL);
  AskAddSourceDialog *dialog = app_form_open (self, "sheet");
  g_autoptr (AskSourceRecord) record = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;
  GtkWidget *desk, *form;
  AskRows *rows;

  g_assert_true (g_file_set_contents (path,
                                      "place#a;b\n\xB3\xF3"
                                      "d#c;d\n",
                                      -1, NULL));
  ask_add_source_dialog_set (dialog, NULL, path, NULL, NULL);
  rows = app_form_wait_for_preview (dialog);
  g_assert_cmpuint (ask_rows_get_n_columns (rows), ==, 2);
  g_assert_true (app_test_shows (dialog, "Recognised: semicolon"));
  g_assert_true (app_test_shows (dialog, "The first rows of “places”"));

  app_form_choose (dialog, "Between cells", "Another…");
  app_form_type (dialog, "The character between cells", "#");
  app_form_choose (dialog, "Encoding", "Another…");
  app_form_type (dialog, "Name of the encoding", "klingon");
  form = app_test_find (GTK_WIDGET (dialog), ASK_TYPE_SHEET_FORM, NULL);
  g_assert_true (app_test_wait (has_failed, form));
  g_assert_true (app_test_shows (dialog, "klingon"));
  app_test_picture (GTK_WIDGET (dialog), "sources-sheet-refused");
  g_assert_cmpstr (app_form_get_typed (dialog, "The character between cells"), ==, "#");
  app_form_choose (dialog, "Encoding", "ISO-8859-2");
  app_form_choose (dialog, "First row", "Values");
  rows = app_form_wait_for_preview (dialog);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
  g_assert_cmpstr (ask_rows_get (rows, 1, 0)->text, ==, "łód");
  app_test_picture (GTK_WIDGET (dialog), "sources-sheet-preview");
  app_form_test (dialog);
  app_form_add (self, dialog, "places");
  first = app_form_query (self, "SELECT column_1 FROM places");
  g_assert_cmpstr (first, ==, "place|łód");

  desk = ask_source_card_open (app_form_find_card (self, "places"), "access");
  rows = app_form_wait_for_preview (desk);
  g_assert_cmpstr (ask_rows_get (rows, 1, 0)->text, ==, "łód");
  g_assert_cmpstr (app_form_get_typed (desk, "The character between cells"), ==, "#");
  app_test_picture (desk, "sources-sheet-access");
  g_assert_false (gtk_widget_is_sensitive (app_form_find_button (desk, "Read It So")));
  app_test_looks (desk, "sources-sheet-access");
  app_form_choose (desk, "First row", "Names of columns");
  app_form_press (desk, "Read It So");
  app_test_wait_for_words (self->window, "at the source");
  second = app_form_query (self, "SELECT place FROM places");
  g_assert_cmpstr (second, ==, "łód");
  record = app_form_read_record (self);
  g_assert_cmpuint (record->options->len, ==, 3);
  gtk_window_destroy (GTK_WINDOW (desk));

  /* Before the file was looked at again, what is not shown yet holds all the same. */
  desk = ask_source_card_open (app_form_find_card (self, "places"), "access");
  app_form_choose (desk, "First row", "Values");
  g_assert_cmpstr (ask_sheet_form_get_state (ASK_SHEET_FORM (app_test_find (desk, ASK_TYPE_SHEET_FORM, NULL))), ==,
                   "looking");
  /* A press would take as long as the look. */
  g_assert_true (gtk_widget_activate_action (app_form_find_button (desk, "Read It So"), "access.apply", NULL));
  g_assert_true (app_test_wait (has_numbered_columns, self));
  third = app_form_query (self, "SELECT column_1 FROM places");
  g_assert_cmpstr (third, ==, "place|łód");
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* A workbook: its sheets, one of them hidden, to choose from; a text file after it has none. */
static void
test_workbook (AppTest *self, gconstpointer data)
{
  static const SheetPart parts[] = {
    { "[Content_Types].xml", "<Types/>", 0 },
    { "_rels/.rels", "<Relationships><Relationship Id='r1' Type='x/officeDocument' Target='w.xml'/></Relationships>",
      0 },
    { "_rels/w.xml.rels",
      "<Relationships><Relationship Id='a' Type='x/worksheet' Target='a.xml'/>"
      "<Relationship Id='b' Type='x/worksheet' Target='b.xml'/></Relationships>",
      0 },
    { "w.xml",
      "<workbook><sheets><sheet name='Costs' id='a' state='hidden'/><sheet name='Sales' id='b'/></sheets></workbook>",
      0 },
    { "a.xml",
      "<worksheet><sheetData><row><c t='inlineStr'><is><t>cost</t></is></c></row><row><c><v>7</v></c></row>"
      "</sheetData></worksheet>",
      0 },
    { "b.xml",
      "<worksheet><sheetData><row><c t='inlineStr'><is><t>sold</t></is></c></row><row><c><v>1.5</v></c></row>"
      "</sheetData></worksheet>",
      0 },
  };
  g_autoptr (GByteArray) bytes = sheet_zip (parts, G_N_ELEMENTS (parts));
  g_autofree char *book = g_build_filename (self->folder, "year.xlsx", NULL);
  g_autofree char *text = g_build_filename (self->folder, "year.csv", NULL);
  AskAddSourceDialog *dialog = app_form_open (self, "sheet");
  g_autofree char *answer = NULL;
  AskRows *rows;

  g_assert_true (g_file_set_contents (book, (const char *) bytes->data, (gssize) bytes->len, NULL));
  g_assert_true (g_file_set_contents (text, "a,b\n1,2\n", -1, NULL));
  ask_add_source_dialog_set (dialog, NULL, book, NULL, NULL);
  rows = app_form_wait_for_preview (dialog);
  g_assert_cmpstr (ask_rows_get_column (rows, 0)->name, ==, "sold");
  g_assert_false (app_test_shows (dialog, "Between cells"));
  app_form_choose (dialog, "Sheets", "Costs");
  rows = app_form_wait_for_preview (dialog);
  g_assert_cmpstr (ask_rows_get_column (rows, 0)->name, ==, "cost");
  app_test_picture (GTK_WIDGET (dialog), "sources-workbook");
  /* Another file: what cannot be said of it is not said. */
  ask_add_source_dialog_set (dialog, NULL, text, NULL, NULL);
  rows = app_form_wait_for_preview (dialog);
  g_assert_cmpuint (ask_rows_get_n_columns (rows), ==, 2);
  ask_add_source_dialog_set (dialog, NULL, book, NULL, NULL);
  app_form_wait_for_preview (dialog);
  app_form_choose (dialog, "Sheets", "Costs");
  app_form_wait_for_preview (dialog);
  app_form_test (dialog);
  app_form_add (self, dialog, "year");
  answer = app_form_query (self, "SELECT cost FROM costs");
  g_assert_cmpstr (answer, ==, "7");
}

/* An API whose document says nothing of it: each way to sign in can be chosen. */
static void
test_ways (AppTest *self, gconstpointer data)
{
  static const struct
  {
    const char *way;
    const char *name; /* of the row that says what it is called, or who, and what to type there */
    const char *typed;
    const char *secret;
    AppFormDoor door;
    const char *record;
  } cases[] = {
    { "A key in a header",
      "Name of the header",
      "X-Key",
      "Key",
      { .header = "x-key: open" },
      "header X-Key=$ASK_TEST_OPEN" },
    { "A key in the address",
      "Name of the parameter",
      "key",
      "Key",
      { .query = "key=open" },
      "query key=$ASK_TEST_OPEN" },
    { "A key in a cookie",
      "Name of the cookie",
      "sid",
      "Key",
      { .header = "cookie: sid=open" },
      "cookie sid=$ASK_TEST_OPEN" },
    { "A token",
      NULL,
      NULL,
      "Token",
      { .header = "authorization: Bearer open" },
      "header Authorization=Bearer $ASK_TEST_OPEN" },
    { "User and password",
      "User",
      "ana",
      "Password",
      { .header = "authorization: Basic YW5hOm9wZW4=" },
      "basic ana=$ASK_TEST_OPEN" },
    { "Client id and secret",
      "Client id",
      "me",
      "Client secret",
      { .header = "authorization: Bearer t" },
      "client me=$ASK_TEST_OPEN" },
  };

  g_setenv ("ASK_TEST_OPEN", "open", TRUE);
  g_setenv ("ASK_TEST_SHUT", "shut", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AppFormDoor door = cases[i].door;
      g_autoptr (AskTestServer) server = ask_test_server_new (app_form_serve_door, &door);
      g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
      g_autofree char *token = ask_test_server_dup_url (server, "/token");
      g_autofree char *name = g_strdup_printf ("parcels%u", i);
      g_autoptr (AskWorkspace) workspace = NULL;
      g_autoptr (GPtrArray) records = NULL;
      AskAddSourceDialog *dialog = app_form_open (self, "openapi");
      gboolean client = g_str_has_prefix (cases[i].way, "Client");

      g_test_message ("%s", cases[i].way);
      ask_add_source_dialog_set (dialog, name, url, NULL, "Accept-Language: de");
      app_form_test (dialog);
      app_form_assert_refused (dialog, "answered 401");
      app_form_choose (dialog, "Sign in with", cases[i].way);
      app_form_type (dialog, cases[i].secret, "$ASK_TEST_SHUT");
      if (cases[i].name != NULL)
        {
          app_form_test (dialog);
          app_form_assert_refused (dialog, "Say w");
          g_assert_cmpuint (ask_test_server_count (server, "/v1/parcels"), ==, 1);
          app_form_type (dialog, cases[i].name, cases[i].typed);
        }
      if (client)
        app_form_type (dialog, "Address that gives tokens", token);
      else
        {
          app_form_test (dialog);
          app_form_assert_refused (dialog, "answered 401");
          g_assert_cmpstr (app_form_get_typed (dialog, cases[i].secret), ==, "$ASK_TEST_SHUT");
        }
      if (i == 0)
        app_test_looks (GTK_WIDGET (dialog), "sources-way-refused");
      /* The variable is spelt wrong: words, and all of it is still there. */
      app_form_type (dialog, cases[i].secret, "$ASK_TEST_NOWHERE");
      app_form_test (dialog);
      app_form_assert_refused (dialog, "ASK_TEST_NOWHERE");
      app_form_type (dialog, cases[i].secret, "$ASK_TEST_OPEN");
      app_form_test (dialog);
      app_form_add (self, dialog, name);
      workspace = ask_workspace_open (self->path, NULL);
      records = ask_workspace_list_sources (workspace, NULL);
      g_assert_cmpuint (records->len, ==, i + 1);
      {
        const AskSourceRecord *record = records->pdata[i];

        g_autofree char *said = ask_test_describe_options (record->options);
        g_autofree char *start = g_strconcat ("header Accept-Language=de, ", cases[i].record, NULL);

        g_assert_true (g_str_has_prefix (said, start));
      }
    }
  app_test_picture (GTK_WIDGET (self->window), "sources-ways");
}

/* Several servers, one of them with a variable: each address can be chosen. */
static void
test_servers (AppTest *self, gconstpointer data)
{
  static const char *const paths[] = { "/v1", "/test/v1", "/eu/v1", "/us/v1" };
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = app_form_open (self, "openapi");
  g_autoptr (AskSourceRecord) record = NULL;
  g_autofree char *chosen = ask_test_server_dup_url (server, paths[3]);
  GtkWidget *button;
  GMenuModel *menu;

  ask_test_server_add_json (
    server, "/openapi.json",
    "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Parcels\",\"version\":\"1\"},\"servers\":[{\"url\":\"/v1\"},"
    "{\"url\":\"/{place}/v1/\",\"variables\":{\"place\":{\"default\":\"test\",\"enum\":[\"test\",\"eu\",\"us\"]}}}],"
    "\"paths\":{\"/parcels\":{\"get\":{\"operationId\":\"parcels\",\"responses\":{\"200\":{\"description\":\"All\","
    "\"content\":{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
    "\"id\":{\"type\":\"integer\"}}}}}}}}}}}}");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *path = g_strconcat (paths[i], "/parcels", NULL);

      ask_test_server_add_json (server, path, "[{\"id\":1}]");
    }
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, NULL);
  app_form_test (dialog);
  g_assert_cmpstr (ask_add_source_dialog_get_state (dialog), ==, "found");
  button = app_test_find (GTK_WIDGET (dialog), GTK_TYPE_MENU_BUTTON, "Addresses in the document");
  g_assert_true (gtk_widget_get_mapped (button));
  menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button));
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, G_N_ELEMENTS (paths));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *expected = ask_test_server_dup_url (server, paths[i]);
      g_autofree char *label = NULL;

      g_assert_true (g_menu_model_get_item_attribute (menu, (int) i, G_MENU_ATTRIBUTE_LABEL, "s", &label));
      g_assert_cmpstr (label, ==, expected);
    }
  ask_test_server_forget (server);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.server", "s", chosen));
  app_test_picture (GTK_WIDGET (dialog), "sources-servers");
  /* What was found was found elsewhere. */
  g_assert_cmpstr (ask_add_source_dialog_get_state (dialog), ==, "idle");
  app_form_test (dialog);
  app_form_add (self, dialog, "parcels");
  g_assert_cmpuint (ask_test_server_count (server, "/us/v1/parcels"), >, 0);
  g_assert_cmpuint (ask_test_server_count (server, "/v1/parcels"), ==, 0);
  record = app_form_read_record (self);
  g_assert_cmpstr (record->base_url, ==, chosen);
}

/* Each kind's dialog with what it cannot use: the reason in words, and what was typed is still there. */
static void
test_refusals (AppTest *self, gconstpointer data)
{
  static const struct
  {
    const char *kind;
    const char *location; /* %s is a folder */
    const char *words;
  } cases[] = {
    { "sqlite", "%s/nothing.db", "nothing.db" },
    { "sqlite", "%s/text.txt", "text.txt" },
    { "sheet", "%s/nothing.csv", "nothing.csv" },
    { "sheet", "%s/empty.csv", "empty" },
    { "openapi", "%s/nothing.json", "nothing.json" },
    { "openapi", "%s/text.txt", "plain text, not an OpenAPI specification" },
    { "openapi", "http://127.0.0.1:1/openapi.json", "127.0.0.1" },
    { "postgres", "postgresql://ana@127.0.0.1:1/shop", "127.0.0.1, port 1" },
    { "postgres", "shop", "shop" },
    { "mysql", "mysql://ana@127.0.0.1:1/shop", "127.0.0.1" },
    { "mysql", "postgresql://ana@127.0.0.1:1/shop", "no URI of such a server" },
  };
  g_autofree char *empty = g_build_filename (self->folder, "empty.csv", NULL);
  g_autofree char *text = g_build_filename (self->folder, "text.txt", NULL);

  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  g_assert_true (g_file_set_contents (text, "Dear all, this is a letter.", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskAddSourceDialog *dialog = app_form_open (self, cases[i].kind);
      g_auto (GStrv) parts = g_strsplit (cases[i].location, "%s", 2);
      g_autofree char *location = g_strjoinv (self->folder, parts);
      g_autofree char *picture = g_strdup_printf ("sources-refused-%u", i);

      g_test_message ("%s %s", cases[i].kind, location);
      ask_add_source_dialog_set (dialog, "thing", location, NULL, NULL);
      app_form_test (dialog);
      app_form_assert_refused (dialog, cases[i].words);
      g_assert_cmpstr (app_form_get_typed (dialog, ask_source_kinds_find (cases[i].kind)->add_place), ==, location);
      g_assert_cmpstr (app_form_get_typed (dialog, "Short name"), ==, "thing");
      app_test_picture (GTK_WIDGET (dialog), picture);
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
}

static gboolean
panel_is_idle (gpointer data)
{
  return !ask_verified_panel_is_busy (data);
}

/* Somebody saves a question with its SQL, and asks it. */
static void
save_and_ask (AppTest *self, const char *question, const char *sql, const char *answer)
{
  AskVerifiedView *view = ASK_VERIFIED_VIEW (ask_window_get_page (self->window, "verified"));
  AskVerifiedPanel *panel = ask_verified_view_get_panel (view);
  AskAnswerCard *card;

  ask_window_show_page (self->window, "verified");
  app_test_wait_for_words (view, "erified");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "verified-list.add", NULL));
  ask_verified_panel_set (panel, question, sql);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "verified.save", NULL));
  g_assert_true (app_test_wait (panel_is_idle, panel));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.ask", "s", question));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")));
  app_card_wait (card, NULL);
  if (!g_str_equal (ask_answer_card_get_state (card), "answer")
      || strstr (ask_answer_card_get_headline (card), answer) == NULL)
    g_error ("%s: %s", question, ask_answer_card_get_headline (card));
}

/* Who has the program for the first time: an empty window, a source of each kind, and a question of each. */
static void
test_first_day (AppTest *self, gconstpointer data)
{
  g_autofree char *none = NULL;
  g_autofree char *neither = NULL;
  g_autofree char *book = g_build_filename (self->folder, "book.csv", NULL);
  g_autofree char *shop = g_build_filename (self->folder, "shop.db", NULL);
  g_autoptr (AskTestServer) api = ask_test_server_new (NULL, NULL);
  g_autofree char *document = ask_test_server_dup_url (api, "/openapi.json");
  g_autoptr (AskTestPostgres) postgres = ask_test_postgres_new (NULL, &none);
  g_autoptr (AskTestMariadb) mariadb = ask_test_mariadb_new (ASK_TEST_MARIADB_TCP, &neither);
  g_autofree char *mysql = mariadb != NULL ? ask_test_mariadb_dup_uri (mariadb, NULL, "stock", NULL) : NULL;
  const struct
  {
    const char *kind;
    const char *location; /* NULL where there is no such server here */
    const char *question;
    const char *sql;
    const char *answer;
  } sources[] = {
    { "sqlite", shop, "How many sales were there?", "SELECT count(*) AS sales FROM sale", "360" },
    { "sheet", book, "How many books do we have?", "SELECT sum(copies) AS books FROM book", "12" },
    { "openapi", document, "How many parcels are under way?", "SELECT count(*) AS parcels FROM parcels", "2" },
    { "postgres", postgres != NULL ? ask_test_postgres_get_uri (postgres) : NULL, "How many tickets are open?",
      "SELECT count(*) AS tickets FROM ticket", "3" },
    { "mysql", mysql, "How many shelves are there?", "SELECT count(*) AS shelves FROM shelf", "4" },
  };

  g_free (app_test_make_workspace (self->folder));
  g_assert_true (g_file_set_contents (book, "title;copies\nEmma;5\nUlysses;7\n", -1, NULL));
  ask_test_server_add_json (api, "/openapi.json", APP_FORM_PARCELS (""));
  ask_test_server_add_json (api, "/v1/parcels", "[{\"id\":1},{\"id\":2}]");
  if (postgres != NULL)
    ask_test_postgres_exec (postgres, "CREATE TABLE ticket (id int PRIMARY KEY);"
                                      "INSERT INTO ticket SELECT generate_series (1, 3)");
  if (mariadb != NULL)
    ask_test_mariadb_exec (mariadb, "CREATE DATABASE stock; CREATE TABLE stock.shelf (id INT PRIMARY KEY);"
                                    "INSERT INTO stock.shelf VALUES (1), (2), (3), (4)");
  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "No Sources Yet");
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autofree char *name = g_strdup_printf ("my_%s", sources[i].kind);
      AskAddSourceDialog *dialog;

      if (sources[i].location == NULL)
        {
          g_test_message ("no %s: %s", sources[i].kind, i == 3 ? none : neither);
          continue;
        }
      dialog = app_form_open (self, sources[i].kind);
      ask_add_source_dialog_set (dialog, name, sources[i].location, NULL, NULL);
      app_form_test (dialog);
      app_form_add (self, dialog, name);
      save_and_ask (self, sources[i].question, sources[i].sql, sources[i].answer);
    }
  app_test_picture (GTK_WIDGET (self->window), "sources-first-day");
}

typedef struct
{
  AppTest *app;
  const char *threshold;
  const char *value; /* NULL where nothing is said of the source */
} Kept;

static gboolean
is_kept (gpointer data)
{
  const Kept *wanted = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (wanted->app->path, &error);
  g_autofree char *key = g_strdup_printf ("ask-above/%s/parcels", wanted->threshold);
  g_autofree char *setting = NULL;

  g_assert_no_error (error);
  setting = ask_workspace_get_setting (workspace, key);
  return g_strcmp0 (setting, wanted->value) == 0;
}

static gboolean
is_ready (gpointer row)
{
  return gtk_widget_is_sensitive (row);
}

/* Opens the desk of parcels. Returns: its row for this threshold, with what is set */
static GtkWidget *
open_threshold (AppTest *self, GtkWidget **desk, const char *title)
{
  GtkWidget *row;

  *desk = ask_source_card_open (app_form_find_card (self, "parcels"), "cost");
  row = app_form_find_row (*desk, ADW_TYPE_ENTRY_ROW, title);
  g_assert_true (app_test_wait (is_ready, row));
  return row;
}

static void
apply (GtkWidget *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  g_signal_emit_by_name (row, "apply");
}

/* Above what one is asked is said of a single source in its desk, as for all of them in the preferences. */
static void
test_thresholds (AppTest *self, gconstpointer data)
{
  g_autofree char *book = g_build_filename (self->folder, "book.csv", NULL);
  g_autoptr (AskTestServer) api = ask_test_server_new (NULL, NULL);
  g_autofree char *document = ask_test_server_dup_url (api, "/openapi.json");
  AskAddSourceDialog *dialog = app_form_open (self, "openapi");
  GtkWidget *desk, *row;

  ask_test_server_add_json (api, "/openapi.json", APP_FORM_PARCELS (""));
  ask_test_server_add_json (api, "/v1/parcels", "[{\"id\":1},{\"id\":2}]");
  ask_add_source_dialog_set (dialog, "parcels", document, NULL, NULL);
  app_form_test (dialog);
  app_form_add (self, dialog, "parcels");

  row = open_threshold (self, &desk, "Calls");
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==, "Calls (all sources: 500)");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (row)), ==, "");
  app_test_looks (desk, "sources-desk-cost");
  gtk_window_set_default_size (GTK_WINDOW (desk), 400, 620);
  app_test_looks (desk, "sources-desk-cost-narrow");
  apply (row, "25");
  apply (row, "many");
  app_test_wait_for_words (desk, "“many” is no threshold.");
  g_assert_true (is_kept (&(Kept) { self, "calls", "25" }));
  /* What another row keeps takes no word away; it saves the second only when it has heard of the first. */
  apply (app_form_find_row (desk, ADW_TYPE_ENTRY_ROW, "Seconds (all sources: 30)"), "8");
  apply (app_form_find_row (desk, ADW_TYPE_ENTRY_ROW, "Seconds (all sources: 30)"), "9");
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, "seconds", "9" }));
  g_assert_true (app_test_shows (desk, "“many” is no threshold."));
  apply (row, "<5 & more");
  app_test_wait_for_words (desk, "“<5 & more” is no threshold.");
  apply (row, "Never");
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, "calls", "never" }));
  app_test_wait_for_no_words (desk, " is no threshold.");
  apply (app_form_find_row (desk, ADW_TYPE_ENTRY_ROW, "Seconds (all sources: 30)"), " 7 ");
  /* What was applied is saved, though the desk is gone. */
  gtk_window_destroy (GTK_WINDOW (desk));
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, "seconds", "7" }));

  row = open_threshold (self, &desk, "Calls");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (row)), ==, "never");
  g_assert_cmpstr (app_form_get_typed (desk, "Seconds"), ==, "7");
  g_assert_cmpstr (app_form_get_typed (desk, "Rows (all sources: 200000)"), ==, "");
  apply (row, "");
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, "calls", NULL }));
  gtk_window_destroy (GTK_WINDOW (desk));

  /* A file costs nothing. */
  g_assert_true (g_file_set_contents (book, "title;copies\nEmma;5\nUlysses;7\n", -1, NULL));
  dialog = app_form_open (self, "sheet");
  ask_add_source_dialog_set (dialog, "book", book, NULL, NULL);
  app_form_test (dialog);
  app_form_add (self, dialog, "book");
  desk = ask_source_card_open (app_form_find_card (self, "book"), "sharing");
  app_test_wait_for_words (desk, "May Values Reach");
  g_assert_null (app_test_find (desk, ASK_TYPE_THRESHOLD_GROUP, NULL));
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* An address and its fields say the same, whichever of them is written. */
static void
test_fields (AppTest *self, gconstpointer data)
{
  AskAddSourceDialog *dialog = app_form_open (self, "postgres");

  app_form_type (dialog, "Server", "db.example");
  app_form_type (dialog, "Database", "shop");
  app_form_type (dialog, "User", "ana maria");
  g_assert_cmpstr (app_form_get_typed (dialog, "Address"), ==, "postgresql://ana%20maria@db.example/shop");
  g_assert_cmpstr (app_form_get_typed (dialog, "Short name"), ==, "shop");
  app_form_type (dialog, "Port (5432)", "5433");
  app_form_choose (dialog, "Encrypted", "Always");
  g_assert_cmpstr (app_form_get_typed (dialog, "Address"), ==,
                   "postgresql://ana%20maria@db.example:5433/shop?sslmode=require");
  app_test_looks (GTK_WIDGET (dialog), "sources-server");
  app_form_type (dialog, "Address", "postgres://bob@other.example/crm?sslmode=disable&connect_timeout=3");
  g_assert_cmpstr (app_form_get_typed (dialog, "Server"), ==, "other.example");
  g_assert_cmpstr (app_form_get_typed (dialog, "Port"), ==, "");
  g_assert_cmpstr (app_form_get_typed (dialog, "Database"), ==, "crm");
  g_assert_cmpstr (app_form_get_typed (dialog, "User"), ==, "bob");
  app_form_type (dialog, "User", "");
  g_assert_cmpstr (app_form_get_typed (dialog, "Address"), ==,
                   "postgres://other.example/crm?sslmode=disable&connect_timeout=3");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
offers_to_add (gpointer dialog)
{
  return app_test_shows (dialog, "Add It All the Same");
}

/* An API that nobody serves yet is added by its document; what is wrong with it is said until it answers. */
static void
test_unreached (AppTest *self, gconstpointer data)
{
  static const char document[]
    = "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Trees\",\"version\":\"1\"},"
      "\"servers\":[{\"url\":\"http://127.0.0.1:1/v1\"}],\"paths\":{\"/trees\":{\"get\":{\"responses\":{\"200\":"
      "{\"description\":\"d\",\"content\":{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":"
      "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"}}}}}}}}}}}}";
  g_autofree char *path = g_build_filename (self->folder, "trees.json", NULL);
  AskAddSourceDialog *dialog = app_form_open (self, "openapi");
  g_autoptr (AskSourceRecord) record = NULL;

  g_assert_true (g_file_set_contents (path, document, -1, NULL));
  ask_add_source_dialog_set (dialog, NULL, path, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (offers_to_add, dialog));
  app_test_picture (GTK_WIDGET (dialog), "sources-unreached");
  app_form_press (dialog, "Add It All the Same");
  app_test_wait_for_no_window (ASK_TYPE_ADD_SOURCE_DIALOG);
  app_test_wait_for_words (ask_window_get_page (self->window, "sources"), "Not reached yet");
  app_test_picture (GTK_WIDGET (self->window), "sources-unreached-card");
  record = app_form_read_record (self);
  g_assert_true (g_str_has_prefix (record->problem, "Not reached yet."));
  g_assert_cmpuint (record->n_entities, ==, 1);
}

int
main (int argc, char *argv[])
{
  /* No Secret Service is to be started, nor to ask anybody for a password: a bus without one is what is tested. */
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-sources/on-the-first-day-each-kind-answers-a-question", test_first_day, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-text-file-is-previewed-added-and-changed", test_sheet, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-workbook-s-sheet-is-chosen", test_workbook, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/above-what-one-is-asked-of-a-source-is-said-in-its-desk", test_thresholds,
                APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/each-way-to-sign-in-can-be-chosen", test_ways, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/each-of-several-servers-can-be-chosen", test_servers, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/an-address-and-its-fields-say-the-same", test_fields, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/an-api-that-nobody-serves-is-added-all-the-same", test_unreached, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-refusal-says-why-and-keeps-what-was-typed", test_refusals, APP_TEST_EMPTY);
  return g_test_run ();
}
