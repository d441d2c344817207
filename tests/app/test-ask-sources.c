/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources in the window, from an empty workspace on: what the command line can say of a source can be said here, when
 * it is added and later. Wrong input is answered with its reason, and nothing that was typed is lost.
 */
#include "config.h"

#include <string.h>

#include "app-test.h"
#include "app/sources/ask-add-source-dialog.h"
#include "app/ask/ask-ask-view.h"
#include "app/sources/ask-keys-dialog.h"
#include "app/sources/ask-sheet-form.h"
#include "app/sources/ask-source-card.h"
#include "app/sources/ask-source-desk.h"
#include "app/sources/ask-sources-view.h"
#include "app/widgets/ask-table-view.h"
#include "app/verified/ask-verified-view.h"
#include "source/sheet-zip.h"
#include "store/ask-workspace.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-options.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-server.h"

/* Returns: (transfer none): the row of that title; that there is none fails the test */
static GtkWidget *
find_row (gpointer root, GType type, const char *title)
{
  GtkWidget *rows[64] = { NULL };
  guint n = app_test_find_all (GTK_WIDGET (root), type, rows, G_N_ELEMENTS (rows));

  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (rows[i])), title)
        && gtk_widget_get_visible (rows[i]))
      return rows[i];
  g_error ("there is no row “%s”", title);
}

static void
type_into (gpointer root, const char *title, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find_row (root, ADW_TYPE_ENTRY_ROW, title)), text);
}

static const char *
get_typed (gpointer root, const char *title)
{
  return gtk_editable_get_text (GTK_EDITABLE (find_row (root, ADW_TYPE_ENTRY_ROW, title)));
}

/* Chooses by the words of the list. */
static void
choose (gpointer root, const char *title, const char *words)
{
  AdwComboRow *row = ADW_COMBO_ROW (find_row (root, ADW_TYPE_COMBO_ROW, title));
  GListModel *model = adw_combo_row_get_model (row);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), words))
      {
        adw_combo_row_set_selected (row, i);
        return;
      }
  g_error ("“%s” offers no “%s”", title, words);
}

/* Returns: (transfer none): the button inside of @root that says @label; that there is none fails the test */
static GtkWidget *
find_button (gpointer root, const char *label)
{
  GtkWidget *words = app_test_find_label (GTK_WIDGET (root), label);
  GtkWidget *button = words != NULL ? gtk_widget_get_ancestor (words, GTK_TYPE_BUTTON) : NULL;

  if (button == NULL)
    g_error ("there is no button “%s”", label);
  return button;
}

static void
press (gpointer root, const char *label)
{
  GtkWidget *button = find_button (root, label);

  if (!gtk_widget_is_sensitive (button))
    g_error ("“%s” cannot be pressed", label);
  gtk_widget_activate (button);
}

static AskAddSourceDialog *
open_dialog (AppTest *self, const char *kind)
{
  ask_window_show_page (self->window, "sources");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.add-source", "s", kind));
  return ASK_ADD_SOURCE_DIALOG (app_test_find_toplevel (ASK_TYPE_ADD_SOURCE_DIALOG));
}

static gboolean
is_settled (gpointer data)
{
  return !g_str_equal (ask_add_source_dialog_get_state (data), "working")
         && ask_add_source_dialog_get_words (data) != NULL;
}

/* Presses Test, and waits for what comes of it. */
static void
test_dialog (AskAddSourceDialog *dialog)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (is_settled, dialog));
}

static void
assert_found (AskAddSourceDialog *dialog)
{
  if (!g_str_equal (ask_add_source_dialog_get_state (dialog), "found"))
    g_error ("nothing was found: %s", ask_add_source_dialog_get_words (dialog));
}

static void
assert_refused (AskAddSourceDialog *dialog, const char *words)
{
  g_assert_cmpstr (ask_add_source_dialog_get_state (dialog), ==, "idle");
  if (strstr (ask_add_source_dialog_get_words (dialog), words) == NULL)
    g_error ("no “%s” in: %s", words, ask_add_source_dialog_get_words (dialog));
}

/* What was found is added, and its card is there. */
static void
add (AppTest *self, AskAddSourceDialog *dialog, const char *name)
{
  assert_found (dialog);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  app_test_wait_for_no_window (ASK_TYPE_ADD_SOURCE_DIALOG);
  app_test_wait_for_words (ask_window_get_page (self->window, "sources"), name);
}

static AskSourceCard *
find_card (AppTest *self, const char *name)
{
  return ASK_SOURCE_CARD (app_test_find (GTK_WIDGET (self->window), ASK_TYPE_SOURCE_CARD, name));
}

static AskSourceRecord *
read_record (AppTest *self)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, NULL);

  g_assert_cmpuint (records->len, ==, 1);
  return g_ptr_array_steal_index (records, 0);
}

/* Returns: (transfer full): the rows of a query of one column, with | between them */
static char *
query (AppTest *self, const char *sql)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (gsize i = 0; i < ask_rows_get_n_rows (result->rows); i++)
    {
      g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, i, 0));

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", cell);
    }
  return g_strdup (text->str);
}

static gboolean
shows_rows (gpointer data)
{
  return g_str_equal (ask_sheet_form_get_state (data), "rows");
}

static gboolean
has_failed (gpointer data)
{
  return g_str_equal (ask_sheet_form_get_state (data), "failed");
}

/* Returns: (transfer none): what the preview shows, once it does */
static AskRows *
wait_for_preview (gpointer root)
{
  GtkWidget *form = app_test_find (GTK_WIDGET (root), ASK_TYPE_SHEET_FORM, NULL);

  g_assert_true (app_test_wait (shows_rows, form));
  return ask_table_view_get_rows (ASK_TABLE_VIEW (app_test_find (form, ASK_TYPE_TABLE_VIEW, NULL)));
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
  AskAddSourceDialog *dialog = open_dialog (self, "sheet");
  g_autoptr (AskSourceRecord) record = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;
  GtkWidget *desk, *form;
  AskRows *rows;

  g_assert_true (g_file_set_contents (path, "place#a;b\n\xB3\xF3" "d#c;d\n", -1, NULL));
  ask_add_source_dialog_set (dialog, NULL, path, NULL, NULL);
  rows = wait_for_preview (dialog);
  g_assert_cmpuint (ask_rows_get_n_columns (rows), ==, 2);
  g_assert_true (app_test_shows (dialog, "Recognised: semicolon"));
  g_assert_true (app_test_shows (dialog, "The first rows of “places”"));

  choose (dialog, "Between cells", "Another…");
  type_into (dialog, "The character between cells", "#");
  choose (dialog, "Encoding", "Another…");
  type_into (dialog, "Name of the encoding", "klingon");
  form = app_test_find (GTK_WIDGET (dialog), ASK_TYPE_SHEET_FORM, NULL);
  g_assert_true (app_test_wait (has_failed, form));
  g_assert_true (app_test_shows (dialog, "klingon"));
  app_test_picture (GTK_WIDGET (dialog), "sources-sheet-refused");
  g_assert_cmpstr (get_typed (dialog, "The character between cells"), ==, "#");
  choose (dialog, "Encoding", "ISO-8859-2");
  choose (dialog, "First row", "Values");
  rows = wait_for_preview (dialog);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
  g_assert_cmpstr (ask_rows_get (rows, 1, 0)->text, ==, "łód");
  app_test_picture (GTK_WIDGET (dialog), "sources-sheet-preview");
  test_dialog (dialog);
  add (self, dialog, "places");
  first = query (self, "SELECT column_1 FROM places");
  g_assert_cmpstr (first, ==, "place|łód");

  desk = ask_source_card_open (find_card (self, "places"), "access");
  rows = wait_for_preview (desk);
  g_assert_cmpstr (ask_rows_get (rows, 1, 0)->text, ==, "łód");
  g_assert_cmpstr (get_typed (desk, "The character between cells"), ==, "#");
  app_test_picture (desk, "sources-sheet-access");
  g_assert_false (gtk_widget_is_sensitive (find_button (desk, "Read It So")));
  app_test_looks (desk, "sources-sheet-access");
  choose (desk, "First row", "Names of columns");
  press (desk, "Read It So");
  app_test_wait_for_words (self->window, "at the source");
  second = query (self, "SELECT place FROM places");
  g_assert_cmpstr (second, ==, "łód");
  record = read_record (self);
  g_assert_cmpuint (record->options->len, ==, 3);
  gtk_window_destroy (GTK_WINDOW (desk));

  /* Before the file was looked at again, what is not shown yet holds all the same. */
  desk = ask_source_card_open (find_card (self, "places"), "access");
  choose (desk, "First row", "Values");
  g_assert_cmpstr (ask_sheet_form_get_state (ASK_SHEET_FORM (app_test_find (desk, ASK_TYPE_SHEET_FORM, NULL))), ==,
                   "looking");
  /* A press would take as long as the look. */
  g_assert_true (gtk_widget_activate_action (find_button (desk, "Read It So"), "access.apply", NULL));
  g_assert_true (app_test_wait (has_numbered_columns, self));
  third = query (self, "SELECT column_1 FROM places");
  g_assert_cmpstr (third, ==, "place|łód");
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* A workbook: its sheets, one of them hidden, to choose from; a text file after it has none. */
static void
test_workbook (AppTest *self, gconstpointer data)
{
  static const SheetPart parts[] = {
    { "[Content_Types].xml", "<Types/>", 0 },
    { "_rels/.rels",
      "<Relationships><Relationship Id='r1' Type='x/officeDocument' Target='w.xml'/></Relationships>", 0 },
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
  AskAddSourceDialog *dialog = open_dialog (self, "sheet");
  g_autofree char *answer = NULL;
  AskRows *rows;

  g_assert_true (g_file_set_contents (book, (const char *) bytes->data, (gssize) bytes->len, NULL));
  g_assert_true (g_file_set_contents (text, "a,b\n1,2\n", -1, NULL));
  ask_add_source_dialog_set (dialog, NULL, book, NULL, NULL);
  rows = wait_for_preview (dialog);
  g_assert_cmpstr (ask_rows_get_column (rows, 0)->name, ==, "sold");
  g_assert_false (app_test_shows (dialog, "Between cells"));
  choose (dialog, "Sheets", "Costs");
  rows = wait_for_preview (dialog);
  g_assert_cmpstr (ask_rows_get_column (rows, 0)->name, ==, "cost");
  app_test_picture (GTK_WIDGET (dialog), "sources-workbook");
  /* Another file: what cannot be said of it is not said. */
  ask_add_source_dialog_set (dialog, NULL, text, NULL, NULL);
  rows = wait_for_preview (dialog);
  g_assert_cmpuint (ask_rows_get_n_columns (rows), ==, 2);
  ask_add_source_dialog_set (dialog, NULL, book, NULL, NULL);
  wait_for_preview (dialog);
  choose (dialog, "Sheets", "Costs");
  wait_for_preview (dialog);
  test_dialog (dialog);
  add (self, dialog, "year");
  answer = query (self, "SELECT cost FROM costs");
  g_assert_cmpstr (answer, ==, "7");
}

/* What an API lets in, and where calls and secrets went. */
typedef struct
{
  const char *header; /* as "name: value", of the request that is let in */
  const char *query;
} Door;

static gboolean
is_let_in (const Door *door, const AskTestRequest *request)
{
  g_auto (GStrv) parts = door->header != NULL ? g_strsplit (door->header, ": ", 2) : NULL;

  if (door->query != NULL)
    return g_strcmp0 (request->query, door->query) == 0;
  return parts == NULL || g_strcmp0 (ask_test_request_get_header (request, parts[0]), parts[1]) == 0;
}

#define PARCELS(more)                                                                                                  \
  "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Parcels\",\"version\":\"1\"},\"servers\":[{\"url\":\"/v1\"}],"        \
  "\"paths\":{\"/parcels\":{\"get\":{\"operationId\":\"parcels\",\"responses\":{\"200\":{\"description\":\"All\","    \
  "\"content\":{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{" \
  "\"id\":{\"type\":\"integer\"}}}}}}}}}}" more "}}"

static void
serve_door (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Door *door = data;

  if (g_str_equal (request->path, "/openapi.json"))
    ask_test_reply_set (reply, 200, "application/json", PARCELS (""), -1);
  else if (g_str_equal (request->path, "/token"))
    ask_test_reply_set (reply, 200, "application/json", "{\"access_token\":\"t\"}", -1);
  else if (is_let_in (door, request))
    ask_test_reply_set (reply, 200, "application/json", "[{\"id\":1}]", -1);
  else
    ask_test_reply_set (reply, 401, "application/json", "{\"error\":\"who are you?\"}", -1);
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
    Door door;
    const char *record;
  } cases[] = {
    { "A key in a header", "Name of the header", "X-Key", "Key", { .header = "x-key: open" },
      "header X-Key=$ASK_TEST_OPEN" },
    { "A key in the address", "Name of the parameter", "key", "Key", { .query = "key=open" },
      "query key=$ASK_TEST_OPEN" },
    { "A key in a cookie", "Name of the cookie", "sid", "Key", { .header = "cookie: sid=open" },
      "cookie sid=$ASK_TEST_OPEN" },
    { "A token", NULL, NULL, "Token", { .header = "authorization: Bearer open" },
      "header Authorization=Bearer $ASK_TEST_OPEN" },
    { "User and password", "User", "ana", "Password", { .header = "authorization: Basic YW5hOm9wZW4=" },
      "basic ana=$ASK_TEST_OPEN" },
    { "Client id and secret", "Client id", "me", "Client secret", { .header = "authorization: Bearer t" },
      "client me=$ASK_TEST_OPEN" },
  };

  g_setenv ("ASK_TEST_OPEN", "open", TRUE);
  g_setenv ("ASK_TEST_SHUT", "shut", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Door door = cases[i].door;
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_door, &door);
      g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
      g_autofree char *token = ask_test_server_dup_url (server, "/token");
      g_autofree char *name = g_strdup_printf ("parcels%u", i);
      g_autoptr (AskWorkspace) workspace = NULL;
      g_autoptr (GPtrArray) records = NULL;
      AskAddSourceDialog *dialog = open_dialog (self, "openapi");
      gboolean client = g_str_has_prefix (cases[i].way, "Client");

      g_test_message ("%s", cases[i].way);
      ask_add_source_dialog_set (dialog, name, url, NULL, "Accept-Language: de");
      test_dialog (dialog);
      assert_refused (dialog, "answered 401");
      choose (dialog, "Sign in with", cases[i].way);
      type_into (dialog, cases[i].secret, "$ASK_TEST_SHUT");
      if (cases[i].name != NULL)
        {
          test_dialog (dialog);
          assert_refused (dialog, "Say w");
          g_assert_cmpuint (ask_test_server_count (server, "/v1/parcels"), ==, 1);
          type_into (dialog, cases[i].name, cases[i].typed);
        }
      if (client)
        type_into (dialog, "Address that gives tokens", token);
      else
        {
          test_dialog (dialog);
          assert_refused (dialog, "answered 401");
          g_assert_cmpstr (get_typed (dialog, cases[i].secret), ==, "$ASK_TEST_SHUT");
        }
      if (i == 0)
        app_test_looks (GTK_WIDGET (dialog), "sources-way-refused");
      /* The variable is spelt wrong: words, and all of it is still there. */
      type_into (dialog, cases[i].secret, "$ASK_TEST_NOWHERE");
      test_dialog (dialog);
      assert_refused (dialog, "ASK_TEST_NOWHERE");
      type_into (dialog, cases[i].secret, "$ASK_TEST_OPEN");
      test_dialog (dialog);
      add (self, dialog, name);
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

static gboolean
is_denied (gpointer data)
{
  return app_test_shows (data, "401");
}

/* The key of an API changes: the card says so, and the dialog takes another one, if the API does. */
static void
test_keys (AppTest *self, gconstpointer data)
{
  Door door = { .header = "x-key: open" };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_door, &door);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = open_dialog (self, "openapi");
  g_autoptr (AskSourceRecord) record = NULL;
  g_autofree char *said = NULL;
  GtkWidget *desk, *keys;

  g_setenv ("ASK_TEST_OPEN", "open", TRUE);
  g_setenv ("ASK_TEST_OTHER", "other", TRUE);
  g_setenv ("ASK_TEST_SHUT", "shut", TRUE);
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, "X-Key: $ASK_TEST_OPEN");
  test_dialog (dialog);
  add (self, dialog, "parcels");
  door.header = "x-key: other";
  gtk_widget_activate_action (GTK_WIDGET (find_card (self, "parcels")), "source.test", NULL);
  g_assert_true (app_test_wait (is_denied, self->window));

  desk = ask_source_card_open (find_card (self, "parcels"), "access");
  app_test_wait_for_words (desk, "From the environment: $ASK_TEST_OPEN");
  app_test_picture (desk, "sources-access");
  press (desk, "Change…");
  keys = app_test_wait_for_window (ASK_TYPE_KEYS_DIALOG);
  g_assert_cmpstr (get_typed (keys, "Name of the header"), ==, "X-Key");
  press (keys, "Try and Save");
  app_test_wait_for_words (keys, "Type a key first.");
  type_into (keys, "Key", "$ASK_TEST_SHUT");
  press (keys, "Try and Save");
  app_test_wait_for_words (keys, "401");
  app_test_looks (keys, "sources-keys-refused");
  g_assert_cmpstr (get_typed (keys, "Key"), ==, "$ASK_TEST_SHUT");
  /* No Secret Service runs here: that is said, and nothing is kept. */
  type_into (keys, "Key", "other");
  press (keys, "Try and Save");
  app_test_wait_for_words (keys, "Secret Service");
  g_assert_cmpstr (get_typed (keys, "Key"), ==, "other");
  type_into (keys, "Key", "$ASK_TEST_OTHER");
  press (keys, "Try and Save");
  app_test_wait_for_no_window (ASK_TYPE_KEYS_DIALOG);
  app_test_wait_for_words (desk, "From the environment: $ASK_TEST_OTHER");
  app_test_wait_for_words (self->window, "Works");
  record = read_record (self);
  said = ask_test_describe_options (record->options);
  g_assert_cmpstr (said, ==, "header X-Key=$ASK_TEST_OTHER");
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* The same of a database server's password. */
static void
test_password (AppTest *self, gconstpointer data)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (
    &(AskTestPostgresOptions) { .tcp = TRUE,
                                .hba = "local all all trust\nhost all ana 127.0.0.1/32 scram-sha-256\n" },
    &reason);
  g_autofree char *uri = NULL;
  AskAddSourceDialog *dialog;
  GtkWidget *desk, *keys;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  g_setenv ("PGPASSFILE", "/no/such/file", TRUE);
  g_setenv ("ASK_TEST_OPEN", "open", TRUE);
  g_setenv ("ASK_TEST_OTHER", "other", TRUE);
  g_setenv ("ASK_TEST_SHUT", "shut", TRUE);
  ask_test_postgres_exec (server, "CREATE ROLE ana LOGIN PASSWORD 'open'; CREATE TABLE orders (id int PRIMARY KEY);"
                                  "GRANT SELECT ON orders TO ana");
  uri = g_strdup_printf ("postgresql://ana@127.0.0.1:%u/postgres", ask_test_postgres_get_port (server));
  dialog = open_dialog (self, "postgres");
  ask_add_source_dialog_set (dialog, "shop", uri, NULL, "$ASK_TEST_SHUT");
  test_dialog (dialog);
  assert_refused (dialog, "does not take the password");
  app_test_picture (GTK_WIDGET (dialog), "sources-password-refused");
  g_assert_cmpstr (get_typed (dialog, "Password"), ==, "$ASK_TEST_SHUT");
  type_into (dialog, "Password", "$ASK_TEST_OPEN");
  test_dialog (dialog);
  add (self, dialog, "shop");

  ask_test_postgres_exec (server, "ALTER ROLE ana PASSWORD 'other'");
  desk = ask_source_card_open (find_card (self, "shop"), "access");
  press (desk, "Change…");
  keys = app_test_wait_for_window (ASK_TYPE_KEYS_DIALOG);
  type_into (keys, "New password", "$ASK_TEST_SHUT");
  press (keys, "Try and Save");
  app_test_wait_for_words (keys, "does not take the password");
  app_test_picture (keys, "sources-password-change");
  type_into (keys, "New password", "$ASK_TEST_OTHER");
  press (keys, "Try and Save");
  app_test_wait_for_no_window (ASK_TYPE_KEYS_DIALOG);
  app_test_wait_for_words (desk, "From the environment: $ASK_TEST_OTHER");
  gtk_window_destroy (GTK_WINDOW (desk));
}

static GtkWidget *
find_switch (gpointer root)
{
  GtkWidget *row = find_row (root, ADW_TYPE_ACTION_ROW, "Read a faulty document");

  return app_test_find (row, GTK_TYPE_SWITCH, NULL);
}

static gboolean
is_strict (gpointer data)
{
  g_autoptr (AskSourceRecord) record = read_record (data);

  return !record->lenient && record->problem != NULL;
}

static gboolean
is_lenient (gpointer data)
{
  g_autoptr (AskSourceRecord) record = read_record (data);

  return record->lenient && record->problem == NULL;
}

/* A document that breaks its own rules is refused with the place, and read where a person says so. */
static void
test_lenient (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = open_dialog (self, "openapi");
  GtkWidget *desk;

  ask_test_server_add_json (server, "/openapi.json", PARCELS (",\"/broken\":{\"get\":{\"responses\":7}}"));
  ask_test_server_add_json (server, "/v1/parcels", "[{\"id\":1}]");
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, NULL);
  test_dialog (dialog);
  assert_refused (dialog, "/paths/~1broken/get/responses");
  app_test_picture (GTK_WIDGET (dialog), "sources-faulty");
  press (dialog, "Read It All the Same");
  app_test_wait_for_words (dialog, "1 entity found");
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (find_switch (dialog))));
  add (self, dialog, "parcels");
  g_assert_true (is_lenient (self));

  desk = ask_source_card_open (find_card (self, "parcels"), "access");
  app_test_wait_for_words (desk, "Read a faulty document");
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (find_switch (desk))));
  gtk_switch_set_active (GTK_SWITCH (find_switch (desk)), FALSE);
  g_assert_true (app_test_wait (is_strict, self));
  app_test_wait_for_words (desk, "/paths/~1broken/get/responses");
  app_test_picture (desk, "sources-lenient-off");
  gtk_switch_set_active (GTK_SWITCH (find_switch (desk)), TRUE);
  g_assert_true (app_test_wait (is_lenient, self));
  gtk_window_destroy (GTK_WINDOW (desk));
}

static gboolean
is_tuned (gpointer data)
{
  g_autoptr (AskSourceRecord) record = read_record (data);

  return record->tuning.cache_s == 600 && record->tuning.max_calls == 50 && record->tuning.lanes == 4;
}

static gboolean
is_idle (gpointer desk)
{
  return !app_test_shows (desk, "Reading the source…");
}

/* While one change is made another one is refused: what was typed for it stays, and it can be wanted again. */
static void
test_refused_change (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = open_dialog (self, "openapi");
  GtkWidget *desk, *spin;

  ask_test_server_add_json (server, "/openapi.json", PARCELS (""));
  ask_test_server_add_json (server, "/v1/parcels", "[{\"id\":1}]");
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, NULL);
  test_dialog (dialog);
  add (self, dialog, "parcels");
  desk = ask_source_card_open (find_card (self, "parcels"), "access");
  app_test_wait_for_words (desk, "Read a faulty document");
  ask_test_server_add_json (server, "/openapi.json", PARCELS (""))->delay_ms = 500;
  gtk_switch_set_active (GTK_SWITCH (find_switch (desk)), TRUE);
  spin = app_test_find (desk, GTK_TYPE_SPIN_BUTTON, "Seconds that an answer counts");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 600);
  gtk_spin_button_set_value (
    GTK_SPIN_BUTTON (app_test_find (desk, GTK_TYPE_SPIN_BUTTON, "Calls that one query may make")), 50);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (app_test_find (desk, GTK_TYPE_SPIN_BUTTON, "Calls at a time")), 4);
  press (desk, "Save");
  app_test_wait_for_words (desk, "The source is being read.");
  g_assert_true (gtk_widget_is_sensitive (find_button (desk, "Save")));
  g_assert_true (app_test_wait (is_idle, desk));
  g_assert_true (app_test_wait (is_lenient, self));
  app_test_pause (200);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (spin)), ==, 600);
  press (desk, "Save");
  g_assert_true (app_test_wait (is_tuned, self));
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* Several servers, one of them with a variable: each address can be chosen. */
static void
test_servers (AppTest *self, gconstpointer data)
{
  static const char *const paths[] = { "/v1", "/test/v1", "/eu/v1", "/us/v1" };
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = open_dialog (self, "openapi");
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
  test_dialog (dialog);
  assert_found (dialog);
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
  test_dialog (dialog);
  add (self, dialog, "parcels");
  g_assert_cmpuint (ask_test_server_count (server, "/us/v1/parcels"), >, 0);
  g_assert_cmpuint (ask_test_server_count (server, "/v1/parcels"), ==, 0);
  record = read_record (self);
  g_assert_cmpstr (record->base_url, ==, chosen);
}

#define SEARCH                                                                                                         \
  ",\"/parcels/search\":{\"post\":{\"operationId\":\"findParcels\",\"requestBody\":{\"content\":{\"application/json\":" \
  "{\"schema\":{\"type\":\"object\",\"properties\":{\"town\":{\"type\":\"string\"}}}}}},\"responses\":{\"200\":{"      \
  "\"description\":\"Some\",\"content\":{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":"    \
  "\"object\",\"properties\":{\"code\":{\"type\":\"string\"},\"town\":{\"type\":\"string\"}}}}}}}}}}"

/* A POST is never called, unless a person says that it only reads; and no longer once they take that back. */
static void
test_reads (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = open_dialog (self, "openapi");
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskSourceRecord) after = NULL;
  g_autofree char *answer = NULL;
  GtkWidget *desk, *asked;

  ask_test_server_add_json (server, "/openapi.json", PARCELS (SEARCH));
  ask_test_server_add_json (server, "/v1/parcels", "[{\"id\":1}]");
  ask_test_server_add_json (server, "/v1/parcels/search", "[{\"code\":\"a\",\"town\":\"Lyon\"}]");
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, NULL);
  test_dialog (dialog);
  add (self, dialog, "parcels");
  desk = ask_source_card_open (find_card (self, "parcels"), "doctor");
  app_test_wait_for_words (desk, "Could be used: 1");
  press (desk, "It Only Reads…");
  asked = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_picture (asked, "sources-reads-asked");
  press (asked, "Cancel");
  app_test_wait_for_no_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_cmpuint (ask_test_server_count (server, "/v1/parcels/search"), ==, 0);

  press (desk, "It Only Reads…");
  asked = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  press (asked, "It Only Reads");
  app_test_wait_for_words (desk, "2 of 2 operations can be asked about.");
  app_test_wait_for_words (desk, "Take Back");
  app_test_looks (desk, "sources-reads");
  record = read_record (self);
  g_assert_cmpuint (record->reads->len, ==, 1);
  g_assert_cmpstr (record->reads->pdata[0], ==, "POST /parcels/search");
  answer = query (self, "SELECT code FROM parcels_search WHERE town = 'Lyon'");
  g_assert_cmpstr (answer, ==, "a");

  press (desk, "Take Back");
  app_test_wait_for_words (desk, "1 of 2 operations can be asked about.");
  after = read_record (self);
  g_assert_cmpuint (after->reads->len, ==, 0);
  gtk_window_destroy (GTK_WINDOW (desk));

  desk = ask_source_card_open (find_card (self, "parcels"), "access");
  app_test_wait_for_words (desk, "The API is called without a key.");
  gtk_spin_button_set_value (
    GTK_SPIN_BUTTON (app_test_find (desk, GTK_TYPE_SPIN_BUTTON, "Seconds that an answer counts")), 600);
  gtk_spin_button_set_value (
    GTK_SPIN_BUTTON (app_test_find (desk, GTK_TYPE_SPIN_BUTTON, "Calls that one query may make")), 50);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (app_test_find (desk, GTK_TYPE_SPIN_BUTTON, "Calls at a time")), 4);
  press (desk, "Save");
  g_assert_true (app_test_wait (is_tuned, self));
  gtk_window_destroy (GTK_WINDOW (desk));
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
      AskAddSourceDialog *dialog = open_dialog (self, cases[i].kind);
      g_auto (GStrv) parts = g_strsplit (cases[i].location, "%s", 2);
      g_autofree char *location = g_strjoinv (self->folder, parts);
      g_autofree char *picture = g_strdup_printf ("sources-refused-%u", i);
      GtkWidget *entry;

      g_test_message ("%s %s", cases[i].kind, location);
      ask_add_source_dialog_set (dialog, "thing", location, NULL, NULL);
      test_dialog (dialog);
      assert_refused (dialog, cases[i].words);
      entry = app_test_find (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW, NULL);
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, location);
      g_assert_cmpstr (get_typed (dialog, "Short name"), ==, "thing");
      app_test_picture (GTK_WIDGET (dialog), picture);
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
}

static gboolean
card_is_done (gpointer data)
{
  return !g_str_equal (ask_answer_card_get_state (data), "running");
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
  g_assert_true (app_test_wait (card_is_done, card));
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
  ask_test_server_add_json (api, "/openapi.json", PARCELS (""));
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
      dialog = open_dialog (self, sources[i].kind);
      ask_add_source_dialog_set (dialog, name, sources[i].location, NULL, NULL);
      test_dialog (dialog);
      add (self, dialog, name);
      save_and_ask (self, sources[i].question, sources[i].sql, sources[i].answer);
    }
  app_test_picture (GTK_WIDGET (self->window), "sources-first-day");
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
  APP_TEST_ADD ("/app/ask-sources/each-way-to-sign-in-can-be-chosen", test_ways, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-new-key-is-taken-if-the-api-takes-it", test_keys, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-new-password-is-taken-if-the-server-takes-it", test_password, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-faulty-document-is-read-where-a-person-says-so", test_lenient, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/each-of-several-servers-can-be-chosen", test_servers, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-post-is-called-only-on-a-person-s-word", test_reads, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-refused-change-can-be-wanted-again", test_refused_change, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-sources/a-refusal-says-why-and-keeps-what-was-typed", test_refusals, APP_TEST_EMPTY);
  return g_test_run ();
}
