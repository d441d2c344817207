/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a steward changes of a source once it is there, on its desk: keys, how it is read, which operations may be
 * called. What is refused says why, and nothing that was typed is lost.
 */
#include "config.h"

#include <sqlite3.h>

#include "app-form.h"
#include "app/sources/ask-keys-dialog.h"
#include "source/sheet-zip.h"
#include "support/ask-test-options.h"
#include "support/ask-test-postgres.h"

static gboolean
is_denied (gpointer data)
{
  return app_test_shows (data, "401");
}

/* The key of an API changes: the card says so, and the dialog takes another one, if the API does. */
static void
test_keys (AppTest *self, gconstpointer data)
{
  AppFormDoor door = { .header = "x-key: open" };
  g_autoptr (AskTestServer) server = ask_test_server_new (app_form_serve_door, &door);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = app_form_open (self, "openapi");
  g_autoptr (AskSourceRecord) record = NULL;
  g_autofree char *said = NULL;
  GtkWidget *desk, *keys;

  g_setenv ("ASK_TEST_OPEN", "open", TRUE);
  g_setenv ("ASK_TEST_OTHER", "other", TRUE);
  g_setenv ("ASK_TEST_SHUT", "shut", TRUE);
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, "X-Key: $ASK_TEST_OPEN");
  app_form_test (dialog);
  app_form_add (self, dialog, "parcels");
  door.header = "x-key: other";
  gtk_widget_activate_action (GTK_WIDGET (app_form_find_card (self, "parcels")), "source.test", NULL);
  g_assert_true (app_test_wait (is_denied, self->window));

  desk = ask_source_card_open (app_form_find_card (self, "parcels"), "access");
  app_test_wait_for_words (desk, "From the environment: $ASK_TEST_OPEN");
  app_test_picture (desk, "sources-access");
  app_form_press (desk, "Change…");
  keys = app_test_wait_for_window (ASK_TYPE_KEYS_DIALOG);
  g_assert_cmpstr (app_form_get_typed (keys, "Name of the header"), ==, "X-Key");
  app_form_press (keys, "Try and Save");
  app_test_wait_for_words (keys, "Type a key first.");
  app_form_type (keys, "Key", "$ASK_TEST_SHUT");
  app_form_press (keys, "Try and Save");
  app_test_wait_for_words (keys, "401");
  app_test_looks (keys, "sources-keys-refused");
  g_assert_cmpstr (app_form_get_typed (keys, "Key"), ==, "$ASK_TEST_SHUT");
  /* No Secret Service runs here: that is said, and nothing is kept. */
  app_form_type (keys, "Key", "other");
  app_form_press (keys, "Try and Save");
  app_test_wait_for_words (keys, "Secret Service");
  g_assert_cmpstr (app_form_get_typed (keys, "Key"), ==, "other");
  app_form_type (keys, "Key", "$ASK_TEST_OTHER");
  app_form_press (keys, "Try and Save");
  app_test_wait_for_no_window (ASK_TYPE_KEYS_DIALOG);
  app_test_wait_for_words (desk, "From the environment: $ASK_TEST_OTHER");
  app_test_wait_for_words (self->window, "Works");
  record = app_form_read_record (self);
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
  dialog = app_form_open (self, "postgres");
  ask_add_source_dialog_set (dialog, "shop", uri, NULL, "$ASK_TEST_SHUT");
  app_form_test (dialog);
  app_form_assert_refused (dialog, "does not take the password");
  app_test_picture (GTK_WIDGET (dialog), "sources-password-refused");
  g_assert_cmpstr (app_form_get_typed (dialog, "Password"), ==, "$ASK_TEST_SHUT");
  app_form_type (dialog, "Password", "$ASK_TEST_OPEN");
  app_form_test (dialog);
  app_form_add (self, dialog, "shop");

  ask_test_postgres_exec (server, "ALTER ROLE ana PASSWORD 'other'");
  desk = ask_source_card_open (app_form_find_card (self, "shop"), "access");
  app_form_press (desk, "Change…");
  keys = app_test_wait_for_window (ASK_TYPE_KEYS_DIALOG);
  app_form_type (keys, "New password", "$ASK_TEST_SHUT");
  app_form_press (keys, "Try and Save");
  app_test_wait_for_words (keys, "does not take the password");
  app_test_picture (keys, "sources-password-change");
  app_form_type (keys, "New password", "$ASK_TEST_OTHER");
  app_form_press (keys, "Try and Save");
  app_test_wait_for_no_window (ASK_TYPE_KEYS_DIALOG);
  app_test_wait_for_words (desk, "From the environment: $ASK_TEST_OTHER");
  gtk_window_destroy (GTK_WINDOW (desk));
}

static GtkWidget *
find_switch (gpointer root)
{
  GtkWidget *row = app_form_find_row (root, ADW_TYPE_ACTION_ROW, "Read a faulty document");

  return app_test_find (row, GTK_TYPE_SWITCH, NULL);
}

static gboolean
is_strict (gpointer data)
{
  g_autoptr (AskSourceRecord) record = app_form_read_record (data);

  return !record->lenient && record->problem != NULL;
}

static gboolean
is_lenient (gpointer data)
{
  g_autoptr (AskSourceRecord) record = app_form_read_record (data);

  return record->lenient && record->problem == NULL;
}

/* A document that breaks its own rules is refused with the place, and read where a person says so. */
static void
test_lenient (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = app_form_open (self, "openapi");
  GtkWidget *desk;

  ask_test_server_add_json (server, "/openapi.json", APP_FORM_PARCELS (",\"/broken\":{\"get\":{\"responses\":7}}"));
  ask_test_server_add_json (server, "/v1/parcels", "[{\"id\":1}]");
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, NULL);
  app_form_test (dialog);
  app_form_assert_refused (dialog, "/paths/~1broken/get/responses");
  app_test_picture (GTK_WIDGET (dialog), "sources-faulty");
  app_form_press (dialog, "Read It All the Same");
  app_test_wait_for_words (dialog, "1 entity found");
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (find_switch (dialog))));
  app_form_add (self, dialog, "parcels");
  g_assert_true (is_lenient (self));

  desk = ask_source_card_open (app_form_find_card (self, "parcels"), "access");
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

/* Two sheets of two columns each: only one has a first row of names. */
static void
write_workbook (const char *path)
{
  static const SheetPart parts[] = {
    { "[Content_Types].xml", "<Types/>", 0 },
    { "_rels/.rels",
      "<Relationships><Relationship Id='r1' Type='x/officeDocument' Target='w.xml'/></Relationships>", 0 },
    { "_rels/w.xml.rels",
      "<Relationships><Relationship Id='a' Type='x/worksheet' Target='a.xml'/>"
      "<Relationship Id='b' Type='x/worksheet' Target='b.xml'/></Relationships>",
      0 },
    { "w.xml", "<workbook><sheets><sheet name='Costs' id='a'/><sheet name='Sales' id='b'/></sheets></workbook>", 0 },
    { "a.xml",
      "<worksheet><sheetData><row><c t='inlineStr'><is><t>cost</t></is></c></row><row><c><v>7</v></c></row>"
      "</sheetData></worksheet>",
      0 },
    { "b.xml", "<worksheet><sheetData><row><c><v>1.5</v></c></row><row><c><v>2.5</v></c></row></sheetData></worksheet>",
      0 },
  };
  g_autoptr (GByteArray) bytes = sheet_zip (parts, G_N_ELEMENTS (parts));

  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, (gssize) bytes->len, NULL));
}

static gboolean
has_one_sheet (gpointer data)
{
  g_autoptr (AskSourceRecord) record = app_form_read_record (data);
  g_autofree char *said = ask_test_describe_options (record->options);

  return strstr (said, "sheet=Sales") != NULL;
}

static gboolean
is_idle (gpointer desk)
{
  return !app_test_shows (desk, "Reading the source…");
}

static gboolean
holds (gpointer data)
{
  return !gtk_widget_is_sensitive (app_form_find_button (data, "Read It So")) && is_idle (data);
}

/* What is chosen of a workbook stays while the session changes, until it is read so; then what holds is shown. */
static void
test_workbook (AppTest *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "year.xlsx", NULL);
  AskAddSourceDialog *dialog = app_form_open (self, "sheet");
  g_autofree char *answer = NULL;
  GtkWidget *desk;
  AskRows *rows;

  write_workbook (path);
  ask_add_source_dialog_set (dialog, NULL, path, NULL, NULL);
  app_form_wait_for_preview (dialog);
  app_form_test (dialog);
  app_form_add (self, dialog, "year");

  desk = ask_source_card_open (app_form_find_card (self, "year"), "access");
  app_form_wait_for_preview (desk);
  app_form_choose (desk, "Sheets", "Sales");
  app_form_choose (desk, "First row", "Names of columns");
  ask_session_changed (ask_window_get_session (self->window));
  app_test_pause (400);
  rows = app_form_wait_for_preview (desk);
  g_assert_cmpstr (ask_rows_get_column (rows, 0)->name, ==, "1.5");
  app_test_picture (desk, "access-workbook");
  app_form_press (desk, "Read It So");
  g_assert_true (app_test_wait (has_one_sheet, self));
  g_assert_true (app_test_wait (holds, desk));
  answer = app_form_query (self, "SELECT \"1.5\" FROM sales");
  g_assert_cmpstr (answer, ==, "2.5");
  gtk_window_destroy (GTK_WINDOW (desk));
}

static gboolean
is_tuned (gpointer data)
{
  g_autoptr (AskSourceRecord) record = app_form_read_record (data);

  return record->tuning.cache_s == 600 && record->tuning.max_calls == 50 && record->tuning.lanes == 4;
}

/* The numbers of the page, as is_tuned() wants them. */
static void
type_numbers (GtkWidget *desk)
{
  static const struct
  {
    const char *title;
    int value;
  } numbers[] = {
    { "Seconds that an answer counts", 600 },
    { "Calls that one query may make", 50 },
    { "Calls at a time", 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (app_test_find (desk, GTK_TYPE_SPIN_BUTTON, numbers[i].title)),
                               numbers[i].value);
}

/* Returns: (transfer none): the page of an API that @server gives */
static GtkWidget *
open_parcels (AppTest *self, AskTestServer *server)
{
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog = app_form_open (self, "openapi");
  GtkWidget *desk;

  ask_test_server_add_json (server, "/openapi.json", APP_FORM_PARCELS (""));
  ask_test_server_add_json (server, "/v1/parcels", "[{\"id\":1}]");
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, NULL);
  app_form_test (dialog);
  app_form_add (self, dialog, "parcels");
  desk = ask_source_card_open (app_form_find_card (self, "parcels"), "access");
  app_test_wait_for_words (desk, "Read a faulty document");
  return desk;
}

/* While one change is made another one is refused: what was typed for it stays, and it can be wanted again. */
static void
test_refused_change (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  GtkWidget *desk = open_parcels (self, server);

  ask_test_server_add_json (server, "/openapi.json", APP_FORM_PARCELS (""))->delay_ms = 500;
  gtk_switch_set_active (GTK_SWITCH (find_switch (desk)), TRUE);
  type_numbers (desk);
  app_form_press (desk, "Save");
  app_test_wait_for_words (desk, "The source is being read.");
  g_assert_true (gtk_widget_is_sensitive (app_form_find_button (desk, "Save")));
  g_assert_true (app_test_wait (is_idle, desk));
  g_assert_true (app_test_wait (is_lenient, self));
  app_test_pause (200);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (
                     app_test_find (desk, GTK_TYPE_SPIN_BUTTON, "Seconds that an answer counts"))),
                   ==, 600);
  app_form_press (desk, "Save");
  g_assert_true (app_test_wait (is_tuned, self));
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* The change that another one was refused for fails itself: it can be wanted again, too. */
static void
test_failed_change (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  GtkWidget *desk = open_parcels (self, server);
  sqlite3 *lock = NULL;

  /* Somebody else writes, so that the change waits until it is stopped. */
  g_assert_cmpint (sqlite3_open (self->path, &lock), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (lock, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  type_numbers (desk);
  app_form_press (desk, "Save");
  app_test_wait_for_words (desk, "Reading the source…");
  gtk_switch_set_active (GTK_SWITCH (find_switch (desk)), TRUE);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (find_switch (desk))));
  g_assert_false (gtk_widget_is_sensitive (app_form_find_button (desk, "Save")));
  g_assert_true (gtk_widget_activate_action (desk, "desk.stop", NULL));
  g_assert_cmpint (sqlite3_exec (lock, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (lock), ==, SQLITE_OK);
  g_assert_true (app_test_wait (is_idle, desk));
  app_form_press (desk, "Save");
  g_assert_true (app_test_wait (is_tuned, self));
  gtk_window_destroy (GTK_WINDOW (desk));
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
  AskAddSourceDialog *dialog = app_form_open (self, "openapi");
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskSourceRecord) after = NULL;
  g_autofree char *answer = NULL;
  GtkWidget *desk, *asked;

  ask_test_server_add_json (server, "/openapi.json", APP_FORM_PARCELS (SEARCH));
  ask_test_server_add_json (server, "/v1/parcels", "[{\"id\":1}]");
  ask_test_server_add_json (server, "/v1/parcels/search", "[{\"code\":\"a\",\"town\":\"Lyon\"}]");
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, NULL);
  app_form_test (dialog);
  app_form_add (self, dialog, "parcels");
  desk = ask_source_card_open (app_form_find_card (self, "parcels"), "doctor");
  app_test_wait_for_words (desk, "Could be used: 1");
  app_form_press (desk, "It Only Reads…");
  asked = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_picture (asked, "sources-reads-asked");
  app_form_press (asked, "Cancel");
  app_test_wait_for_no_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_cmpuint (ask_test_server_count (server, "/v1/parcels/search"), ==, 0);

  app_form_press (desk, "It Only Reads…");
  asked = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_form_press (asked, "It Only Reads");
  app_test_wait_for_words (desk, "2 of 2 operations can be asked about.");
  app_test_wait_for_words (desk, "Take Back");
  app_test_looks (desk, "sources-reads");
  record = app_form_read_record (self);
  g_assert_cmpuint (record->reads->len, ==, 1);
  g_assert_cmpstr (record->reads->pdata[0], ==, "POST /parcels/search");
  answer = app_form_query (self, "SELECT code FROM parcels_search WHERE town = 'Lyon'");
  g_assert_cmpstr (answer, ==, "a");

  app_form_press (desk, "Take Back");
  app_test_wait_for_words (desk, "1 of 2 operations can be asked about.");
  after = app_form_read_record (self);
  g_assert_cmpuint (after->reads->len, ==, 0);
  gtk_window_destroy (GTK_WINDOW (desk));

  desk = ask_source_card_open (app_form_find_card (self, "parcels"), "access");
  app_test_wait_for_words (desk, "The API is called without a key.");
  type_numbers (desk);
  app_form_press (desk, "Save");
  g_assert_true (app_test_wait (is_tuned, self));
  gtk_window_destroy (GTK_WINDOW (desk));
}

int
main (int argc, char *argv[])
{
  /* No Secret Service is to be started, nor to ask anybody for a password: a bus without one is what is tested. */
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-access/a-new-key-is-taken-if-the-api-takes-it", test_keys, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-access/a-new-password-is-taken-if-the-server-takes-it", test_password, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-access/a-faulty-document-is-read-where-a-person-says-so", test_lenient, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-access/a-post-is-called-only-on-a-person-s-word", test_reads, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-access/a-refused-change-can-be-wanted-again", test_refused_change, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-access/a-failed-change-can-be-wanted-again", test_failed_change, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-access/what-is-chosen-of-a-workbook-stays", test_workbook, APP_TEST_EMPTY);
  return g_test_run ();
}
