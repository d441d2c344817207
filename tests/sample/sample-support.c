/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of the sample share. See the header. A step that fails ends the test at once.
 */
#include "config.h"

#include "sample-support.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

/* (transfer full): path of askdata-sample-data or askdata-sample-api, as built. */
char *
sample_program (const char *name)
{
  return g_test_build_filename (G_TEST_BUILT, "..", "data", "sample", name, NULL);
}

/* (transfer full): a new folder; give it back with sample_remove_folder(). */
char *
sample_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("ask-sample-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

/* Removes the folder and the files in it; frees @folder. */
void
sample_remove_folder (char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
}

/* (transfer full): path of a sales file that the generator just wrote. */
char *
sample_make_data (const char *folder, const char *name, const char *seed)
{
  g_autofree char *program = sample_program ("askdata-sample-data");
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GSubprocess) process
    = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, path, "--seed", seed, NULL);

  g_assert_no_error (error);
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
  return path;
}

/* Runs in the child: a test that aborts must not leave its server behind, which would hold the
 * test runner's pipes open. */
static void
end_with_parent (gpointer data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* (transfer full): a server on a free port; @arguments: (nullable): more of them. */
SampleApi *
sample_api_start (const char *const *arguments)
{
  static const char announcement[] = "askdata-sample-api: listening on ";
  g_autofree char *program = sample_program ("askdata-sample-api");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autofree char *line = NULL;
  g_auto (GStrv) argv = NULL;
  SampleApi *api = g_new0 (SampleApi, 1);

  g_strv_builder_add_many (builder, program, "--port", "0", "--key", SAMPLE_TEST_KEY, NULL);
  if (arguments != NULL)
    g_strv_builder_addv (builder, (const char **) arguments);
  argv = g_strv_builder_end (builder);

  g_subprocess_launcher_set_child_setup (launcher, end_with_parent, NULL, NULL);
  api->process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv, &error);
  g_assert_no_error (error);
  api->output = g_object_ref (g_subprocess_get_stdout_pipe (api->process));
  lines = g_data_input_stream_new (api->output);
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  line = g_data_input_stream_read_line_utf8 (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (line);
  g_assert_true (g_str_has_prefix (line, announcement));
  api->base = g_strdup (line + strlen (announcement));
  g_assert_true (g_str_has_suffix (api->base, "/"));
  api->base[strlen (api->base) - 1] = '\0';

  api->session = soup_session_new ();
  soup_session_set_timeout (api->session, 20);
  api->key = SAMPLE_TEST_KEY;
  return api;
}

/* Asks it to end, as `kill` does, and checks that it ends well. */
void
sample_api_stop (SampleApi *api)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_send_signal (api->process, SIGTERM);
  g_subprocess_wait_check (api->process, NULL, &error);
  g_assert_no_error (error);
  soup_session_abort (api->session);
  g_object_unref (api->session);
  g_object_unref (api->output);
  g_object_unref (api->process);
  g_free (api->base);
  g_free (api);
}

/* (transfer full): the body of a GET; @path with its query. */
char *
sample_api_get_text (SampleApi *api, const char *path, guint *status)
{
  g_autofree char *uri = g_strconcat (api->base, path, NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", uri);
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *text;

  g_assert_nonnull (message);
  if (api->key != NULL)
    soup_message_headers_replace (soup_message_get_request_headers (message), "X-Api-Key",
                                  api->key);
  body = soup_session_send_and_read (api->session, message, NULL, &error);
  g_assert_no_error (error);
  if (status != NULL)
    *status = soup_message_get_status (message);
  else
    g_assert_cmpuint (soup_message_get_status (message), ==, 200);
  text = g_bytes_get_data (body, &length);
  return g_strndup (text, length);
}

/* (transfer full): the same as JSON. */
JsonNode *
sample_api_get (SampleApi *api, const char *path, guint *status)
{
  g_autofree char *text = sample_api_get_text (api, path, status);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  g_assert_no_error (error);
  g_assert_nonnull (node);
  return node;
}

static void
append_rows (JsonArray *all, JsonArray *rows)
{
  for (guint i = 0; i < json_array_get_length (rows); i++)
    json_array_add_element (all, json_node_copy (json_array_get_element (rows, i)));
}

/* Each collection has its own way of pages; all rows of all of them, in order. (transfer full) */

JsonArray *
sample_api_get_shipments (SampleApi *api, guint per_page, const char *filters)
{
  JsonArray *all = json_array_new ();
  gint64 total = 1;

  for (guint page = 1; (gint64) (page - 1) * per_page < total; page++)
    {
      g_autofree char *path
        = g_strdup_printf ("/v1/shipments?per_page=%u&page=%u%s", per_page, page, filters);
      g_autoptr (JsonNode) node = sample_api_get (api, path, NULL);
      JsonObject *envelope = json_node_get_object (node);

      append_rows (all, json_object_get_array_member (envelope, "data"));
      total = json_object_get_int_member (envelope, "total");
      g_assert_cmpint (json_object_get_int_member (envelope, "page"), ==, page);
    }
  g_assert_cmpint (json_array_get_length (all), ==, total);
  return all;
}

JsonArray *
sample_api_get_claims (SampleApi *api, guint limit)
{
  JsonArray *all = json_array_new ();
  g_autofree char *path = g_strdup_printf ("/v1/claims?limit=%u", limit);

  while (path != NULL)
    {
      g_autoptr (JsonNode) node = sample_api_get (api, path, NULL);
      JsonObject *envelope = json_node_get_object (node);

      append_rows (all, json_object_get_array_member (envelope, "data"));
      g_free (path);
      path = g_strdup (json_object_get_string_member_with_default (envelope, "next", NULL));
    }
  return all;
}

JsonArray *
sample_api_get_carriers (SampleApi *api, guint limit)
{
  JsonArray *all = json_array_new ();
  g_autofree char *cursor = g_strdup ("");

  while (cursor != NULL)
    {
      g_autofree char *path = g_strdup_printf ("/v1/carriers?limit=%u&cursor=%s", limit, cursor);
      g_autoptr (JsonNode) node = sample_api_get (api, path, NULL);
      JsonObject *envelope = json_node_get_object (node);

      append_rows (all, json_object_get_array_member (envelope, "data"));
      g_free (cursor);
      cursor
        = g_strdup (json_object_get_string_member_with_default (envelope, "next_cursor", NULL));
    }
  return all;
}

JsonArray *
sample_api_get_warehouses (SampleApi *api)
{
  g_autoptr (JsonNode) node = sample_api_get (api, "/v1/warehouses", NULL);

  return json_array_ref (json_node_get_array (node));
}

JsonArray *
sample_api_get_stock (SampleApi *api, guint limit)
{
  g_autoptr (JsonArray) warehouses = sample_api_get_warehouses (api);
  JsonArray *all = json_array_new ();

  for (guint w = 0; w < json_array_get_length (warehouses); w++)
    {
      const char *id = json_object_get_string_member (
        json_array_get_object_element (warehouses, w), "warehouse_id");
      gint64 total = 1;

      for (guint offset = 0; offset < total; offset += limit)
        {
          g_autofree char *path = g_strdup_printf (
            "/v1/stock?warehouse_id=%s&offset=%u&limit=%u", id, offset, limit);
          g_autoptr (JsonNode) node = sample_api_get (api, path, NULL);
          JsonObject *envelope = json_node_get_object (node);

          append_rows (all, json_object_get_array_member (envelope, "data"));
          total = json_object_get_int_member (envelope, "total");
        }
    }
  return all;
}

/* (transfer full): an open database; @flags as of sqlite3_open_v2(). */
sqlite3 *
sample_open (const char *path, int flags)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, flags, NULL), ==, SQLITE_OK);
  return db;
}

/* The only cell of the only row of a query. */
gint64
sample_query_integer (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  gint64 value;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  value = sqlite3_column_int64 (statement, 0);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
  sqlite3_finalize (statement);
  return value;
}
