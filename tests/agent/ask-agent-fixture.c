/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See ask-agent-fixture.h.
 */
#include "config.h"

#include "ask-agent-fixture.h"

#include <sqlite3.h>
#include <string.h>

#include "llm/ask-openai.h"
#include "schema/edit/ask-schema-edit.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-shipments.h"

AskAgentFixture *
ask_agent_fixture_new (void)
{
  AskAgentFixture *self = g_new0 (AskAgentFixture, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  self->folder = g_dir_make_tmp ("askdata-agent-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (self->folder, "workspace.askdata", NULL);
  self->workspace = ask_workspace_open (path, &error);
  g_assert_no_error (error);
  return self;
}

void
ask_agent_fixture_free (AskAgentFixture *self)
{
  g_clear_object (&self->model);
  g_clear_pointer (&self->server, ask_test_model_free);
  g_clear_pointer (&self->workspace, ask_workspace_close);
  g_clear_pointer (&self->api, ask_test_server_free);
  ask_test_folder_remove (self->folder);
  g_free (self->folder);
  g_free (self);
}

/* Returns: (transfer full): the path of the database that was changed, or made */
char *
ask_agent_fixture_run_sqlite (AskAgentFixture *self, const char *name, const char *sql)
{
  g_autofree char *file = g_strconcat (name, ".sqlite", NULL);
  char *path = g_build_filename (self->folder, file, NULL);
  char *message = NULL;
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  if (sqlite3_exec (database, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s", message);
  sqlite3_close (database);
  return path;
}

void
ask_agent_fixture_add_sqlite (AskAgentFixture *self, const char *name, const char *sql)
{
  g_autofree char *path = ask_agent_fixture_run_sqlite (self, name, sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  record
    = ask_workspace_add_source (self->workspace, &(AskNewSource) { &ask_sqlite_kind, name, path }, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (record);
}

/* Artists, their albums and labels. */
void
ask_agent_fixture_add_music (AskAgentFixture *fixture)
{
  ask_agent_fixture_add_sqlite (
    fixture, "music",
    "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
    "CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist (artist_id),"
    "  price REAL);"
    "CREATE TABLE label (label_id INTEGER PRIMARY KEY, name TEXT);"
    "INSERT INTO artist VALUES (1, 'Accept', 'Germany'), (2, 'Aerosmith', 'USA'), (3, 'Scorpions', 'Germany');"
    "INSERT INTO album VALUES (1, 'Rocks', 2, 9.5), (2, 'Blackout', 3, 7), (3, 'Restless', 1, 8),"
    "  (4, 'Humanity', 3, 12);"
    "INSERT INTO label VALUES (1, 'Sony'), (2, 'Nuclear');");
}

void
ask_agent_fixture_add_shop (AskAgentFixture *self)
{
  ask_agent_fixture_add_sqlite (self, "shop",
                                "CREATE TABLE store (id INTEGER PRIMARY KEY, city TEXT);"
                                "CREATE TABLE sale (id INTEGER PRIMARY KEY, store_id INTEGER REFERENCES store (id),"
                                "  sold_on DATE, total REAL);"
                                "INSERT INTO store VALUES (1, 'Paris'), (2, 'Lyon'), (3, 'Le Havre');"
                                "INSERT INTO sale VALUES (1, 1, '2024-03-01', 10.5), (2, 1, '2025-03-01', 20),"
                                "  (3, 2, '2025-04-01', 5.25), (4, 3, '2025-05-01', 100);");
}

/* An API entity "shipment" with the equality parameter store_id. */
void
ask_agent_fixture_add_api (AskAgentFixture *self, const char *rows)
{
  g_autofree char *url = NULL;
  g_autofree char *path = g_build_filename (self->folder, "api.json", NULL);
  g_autofree char *spec = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  self->api = ask_test_server_new (NULL, NULL);
  self->shipments = ask_test_server_add_json (self->api, "/shipment", rows);
  url = ask_test_server_dup_url (self->api, "");
  spec = g_strdup_printf (ASK_TEST_SHIPMENTS, url);
  g_assert_true (g_file_set_contents (path, spec, -1, NULL));
  record = ask_workspace_add_source (self->workspace, &(AskNewSource) { &ask_rest_kind, "logistics", path, url }, NULL,
                                     NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (record);
}

/* What a script says has to be asked for, so nothing is answered before. */
static void
connect_model (AskAgentFixture *self)
{
  g_autoptr (GError) error = NULL;
  AskOpenaiOptions options = { .url = ask_test_model_get_url (self->server),
                               .model = "scripted",
                               .stream = g_test_rand_bit (),
                               .time_out_ms = 5000,
                               .max_tries = 1 };

  self->model = ask_openai_new (&options, &error);
  g_assert_no_error (error);
  ask_workspace_set_setting (self->workspace, "model/answer-here-first", "off", &error);
  g_assert_no_error (error);
}

void
ask_agent_fixture_script (AskAgentFixture *self, const char *const *replies)
{
  self->server = ask_test_model_new (replies);
  connect_model (self);
}

void
ask_agent_fixture_script_func (AskAgentFixture *self, AskTestModelFunc func, gpointer user_data)
{
  self->server = ask_test_model_new_func (func, user_data);
  connect_model (self);
}

/* The model, which has a script, is asked in this form: "text", "json" or "tools". */
void
ask_agent_fixture_set_form (AskAgentFixture *self, const char *form)
{
  g_assert_true (ask_workspace_set_setting (self->workspace, "model/form", form, NULL));
  ask_test_model_set_forms (self->server, ASK_TEST_FORM_SPOKEN, ASK_TEST_FORM_SPOKEN);
}

/* ask_agent_fixture_share: a steward lets the values of @attribute reach the model */
void
ask_agent_fixture_share (AskAgentFixture *self, const char *entity, const char *attribute)
{
  gint64 version = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) newest = ask_workspace_load_newest_schema (self->workspace, &version, &error);
  g_autoptr (AskSchema) draft = ask_schema_fork (newest);

  ask_schema_edit_set_attribute (draft, ask_schema_find_entity (draft, entity)->id, attribute, "sharing", "yes",
                                 &error);
  g_assert_no_error (error);
  ask_workspace_save_schema_from (self->workspace, &version, draft, "test", NULL, &error);
  g_assert_no_error (error);
}

void
ask_agent_fixture_verify (AskAgentFixture *self, const char *question, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = ask_workspace_add_verified (self->workspace, question, sql, &error);

  g_assert_no_error (error);
  g_assert_nonnull (pair);
}

AskAnswer *
ask_agent_fixture_ask (AskAgentFixture *self, const char *question)
{
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_agent_ask (self->workspace, self->model, question, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (answer);
  g_assert_cmpstr (answer->text, !=, "");
  g_test_message ("%s: %s", ask_status_to_string (answer->status), answer->text);
  return answer;
}

/* The @nth step of that kind, from 0; NULL where there are fewer. */
const AskTraceStep *
ask_answer_find_step (AskAnswer *answer, const char *kind, guint nth)
{
  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      if (strcmp (step->kind, kind) == 0 && nth-- == 0)
        return step;
    }
  return NULL;
}
