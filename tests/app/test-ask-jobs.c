/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The async edge without a window: results, errors and cancelling reach the main thread.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app/jobs/ask-jobs-export.h"
#include "app/jobs/ask-jobs-question.h"
#include "app/jobs/ask-jobs-source.h"
#include "app/jobs/ask-job.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-options.h"

typedef struct
{
  char *folder;
  char *workspace;
  GObject *source;
  GAsyncResult *result;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("askdata-jobs-XXXXXX", NULL);
  self->workspace = g_build_filename (self->folder, "w.askdata", NULL);
  self->source = g_object_new (G_TYPE_OBJECT, NULL);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gpointer alive = self->source;

  g_clear_object (&self->result);
  /* The worker's own hold on the task ends a moment after the callback, and comes back here to end. */
  g_object_add_weak_pointer (self->source, &alive);
  g_object_unref (self->source);
  for (guint i = 0; i < 5000 && g_atomic_pointer_get (&alive) != NULL; i++)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  g_assert_null (alive);
  remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->workspace);
}

static void
done (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;

  g_clear_object (&self->result);
  self->result = g_object_ref (result);
}

static GAsyncResult *
wait_for (Fixture *self)
{
  while (self->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return self->result;
}

static AskRows *
new_rows (void)
{
  AskRows *rows = ask_rows_new ();
  AskValue first[] = { ask_value_text ("a \"b\", c", -1), ask_value_integer (9007199254740993),
                       ASK_NULL_INIT };
  AskValue second[] = { ask_value_text ("07", -1), ask_value_real (0.1),
                        ask_value_text ("two\nlines", -1) };

  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "n", ASK_TYPE_ANY);
  ask_rows_add_column (rows, "note", ASK_TYPE_TEXT);
  ask_rows_append (rows, first);
  ask_rows_append (rows, second);
  return rows;
}

static void
test_csv (Fixture *self, gconstpointer data)
{
  g_autoptr (AskRows) rows = new_rows ();
  g_autofree char *path = g_build_filename (self->folder, "t.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  ask_job_start (ask_jobs_save_table (rows, NULL, path), self->source, NULL, NULL, done, self);
  g_assert_true (ask_job_finish (self->source, wait_for (self), &error) != NULL);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==,
                   "name,n,note\r\n\"a \"\"b\"\", c\",9007199254740993,\r\n"
                   "07,0.1,\"two\nlines\"\r\n");
}

static void
test_csv_without_place (Fixture *self, gconstpointer data)
{
  g_autoptr (AskRows) rows = new_rows ();
  g_autofree char *path = g_build_filename (self->folder, "no such folder", "t.csv", NULL);
  g_autoptr (GError) error = NULL;

  ask_job_start (ask_jobs_save_table (rows, NULL, path), self->source, NULL, NULL, done, self);
  g_assert_false (ask_job_finish (self->source, wait_for (self), &error) != NULL);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, path));
}

static void
test_clipboard (Fixture *self, gconstpointer data)
{
  g_autoptr (AskRows) rows = new_rows ();
  g_autofree char *text = NULL;

  ask_job_start (ask_jobs_table_text (rows), self->source, NULL, NULL, done, self);
  text = ask_job_finish (self->source, wait_for (self), NULL);
  g_assert_cmpstr (text, ==,
                   "name\tn\tnote\na \"b\", c\t9007199254740993\t\n07\t0.1\ttwo lines\n");
}

static void
test_probe_wrong_file (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "letter.db", NULL);
  g_autoptr (GError) error = NULL;
  AskSourceForm form = { &ask_sqlite_kind, (char *) "letter", path, NULL, NULL };

  g_assert_true (g_file_set_contents (path, "Dear Sir or Madam, this is no database at all.", -1,
                                      NULL));
  ask_job_start (ask_jobs_probe_source (&form), self->source, NULL, NULL, done, self);
  g_assert_null (ask_job_finish (self->source, wait_for (self), &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE);
}

/* A variable that is gone by now. */
static void
test_probe_headers (Fixture *self, gconstpointer data)
{
  const char *lines[] = { "header X-Key: $ASKDATA_TEST_NOT_SET", NULL };
  g_autoptr (GPtrArray) options = NULL;
  g_autoptr (GError) error = NULL;
  AskSourceForm form
    = { &ask_rest_kind, (char *) "api", (char *) "http://127.0.0.1:1/spec", NULL, NULL };

  g_setenv ("ASKDATA_TEST_NOT_SET", "x", TRUE);
  form.options = options = ask_test_options (&ask_rest_kind, lines, &error);
  g_assert_no_error (error);
  g_unsetenv ("ASKDATA_TEST_NOT_SET");
  g_clear_object (&self->result);
  ask_job_start (ask_jobs_probe_source (&form), self->source, NULL, NULL, done, self);
  g_assert_null (ask_job_finish (self->source, wait_for (self), &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
}

/* An API that wants a password says so, and is content with the right one. */
static void
serve_basic (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  if (g_str_equal (request->path, "/openapi.json"))
    ask_test_reply_set (
      reply, 200, "application/json",
      "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Parcels\",\"version\":\"1\"},"
      "\"servers\":[{\"url\":\"/v1\"}],\"security\":[{\"b\":[]}],\"components\":{"
      "\"securitySchemes\":{\"b\":{\"type\":\"http\",\"scheme\":\"basic\"}}},"
      "\"paths\":{\"/parcels\":{\"get\":{\"operationId\":"
      "\"parcels\",\"responses\":{\"200\":{\"description\":\"All\",\"content\":"
      "{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
      "\"properties\":{\"id\":{\"type\":\"integer\"}}}}}}}}}}}}",
      -1);
  else if (g_strcmp0 (ask_test_request_get_header (request, "authorization"), "Basic YW5hOm9wZW4=") == 0)
    ask_test_reply_set (reply, 200, "application/json", "[{\"id\":1}]", -1);
  else
    ask_test_reply_set (reply, 401, "text/plain", "no", -1);
}

static void
test_probe_basic (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *line;
    gboolean good;
  } cases[] = { { NULL, FALSE }, { "basic ana: wrong", FALSE }, { "basic ana: open", TRUE } };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_basic, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *headers[] = { cases[i].line, NULL };
      g_autoptr (AskIntrospection) found = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) options = ask_test_options (&ask_rest_kind, headers, NULL);
      AskSourceForm form = { &ask_rest_kind, (char *) "api", url, NULL, options };

      g_clear_object (&self->result);
      ask_job_start (ask_jobs_probe_source (&form), self->source, NULL, NULL, done, self);
      found = ask_job_finish (self->source, wait_for (self), &error);
      g_assert_no_error (error);
      g_assert_cmpint (found->auth, ==, ASK_AUTH_BASIC);
      g_assert_cmpint (found->refusal == NULL, ==, cases[i].good);
      if (!cases[i].good)
        g_assert_nonnull (strstr (found->refusal, "answered 401"));
    }
}

/* The document names no server, so calls go to where it came from. */
static void
test_probe_api (Fixture *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  const char *headers[] = { "header X-Key: open", NULL };
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) options = ask_test_options (&ask_rest_kind, headers, NULL);
  AskSourceForm form = { &ask_rest_kind, (char *) "api", url, NULL, options };

  ask_test_server_add_json (
      server, "/openapi.json",
      "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Parcels\",\"version\":\"1\"},"
      "\"servers\":[{\"url\":\"/v1\"}],\"paths\":{\"/parcels\":{\"get\":{\"operationId\":"
      "\"parcels\",\"responses\":{\"200\":{\"description\":\"All\",\"content\":"
      "{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
      "\"properties\":{\"id\":{\"type\":\"integer\"}}}}}}}}}}}}");
  ask_test_server_add_json (server, "/v1/parcels", "[{\"id\":1}]");
  ask_job_start (ask_jobs_probe_source (&form), self->source, NULL, NULL, done, self);
  found = ask_job_finish (self->source, wait_for (self), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->schema->entities->len, ==, 1);
}

static gpointer
wait_until_cancelled (AskWorkspace *workspace, gpointer data, GCancellable *cancellable,
                      GError **error)
{
  while (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_usleep (1000);
  return NULL;
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  ask_job_start (ask_job_new (wait_until_cancelled, NULL, NULL, NULL), self->source, NULL, cancellable, done, self);
  g_cancellable_cancel (cancellable);
  g_assert_null (ask_job_finish (self->source, wait_for (self), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_no_workspace (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (self->workspace, "This is no workspace, but a letter to you.",
                                      -1, NULL));
  ask_job_start (ask_jobs_overview (), self->source, self->workspace, NULL, done, self);
  g_assert_null (ask_job_finish (self->source, wait_for (self), &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN);
}

static void
test_new_workspace (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOverview) overview = NULL;

  ask_job_start (ask_jobs_overview (), self->source, self->workspace, NULL, done, self);
  overview = ask_job_finish (self->source, wait_for (self), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (overview->n_sources, ==, 0);
  g_assert_cmpuint (overview->verified->len, ==, 0);
  g_assert_null (overview->model_name);
}

static gpointer
do_at_once (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return data;
}

static void
count_done (GObject *source, GAsyncResult *result, gpointer data)
{
  ++*(guint *) data;
}

static void
ended (gpointer thread, GObject *source)
{
  g_assert_true (thread == g_thread_self ());
}

/* A widget whose page is closed meanwhile: its last hold is the job's, and a worker must not dispose of it. */
static void
test_source_ends_here (Fixture *self, gconstpointer data)
{
  enum { N = 10000 };
  guint n_done = 0;

  for (guint i = 0; i < N; i++)
    {
      GObject *source = g_object_new (G_TYPE_OBJECT, NULL);

      g_object_weak_ref (source, ended, g_thread_self ());
      ask_job_start (ask_job_new (do_at_once, NULL, self, NULL), source, NULL, NULL, count_done, &n_done);
      g_object_unref (source);
      /* Without sleeping, so that the callback runs as early as it can. */
      while (n_done <= i)
        g_main_context_iteration (NULL, FALSE);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
take_news (gpointer object, gpointer news)
{
  g_assert_true (news == g_thread_self ());
  g_object_set_data (object, "news", GUINT_TO_POINTER (GPOINTER_TO_UINT (g_object_get_data (object, "news")) + 1));
}

static gpointer
post_news (gpointer data)
{
  gpointer *words = data;

  for (guint i = 0; i < 100; i++)
    ask_job_post (words[0], take_news, words[1], NULL);
  return NULL;
}

/* Also where nobody waits for them at that moment. */
static void
test_news_come_here (Fixture *self, gconstpointer data)
{
  AskJobTarget *target = ask_job_target_new (self->source);
  gpointer words[] = { target, g_thread_self () };

  g_thread_join (g_thread_new ("news", post_news, words));
  ask_job_target_unref (target);
  g_assert_null (g_object_get_data (self->source, "news"));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (GPOINTER_TO_UINT (g_object_get_data (self->source, "news")), ==, 100);
}

#define ADD(path, func) \
  g_test_add ("/app/ask-jobs/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("a-table-is-saved-as-csv", test_csv);
  ADD ("a-csv-without-a-place-is-told", test_csv_without_place);
  ADD ("a-table-is-copied-as-text", test_clipboard);
  ADD ("a-probe-tells-a-wrong-file", test_probe_wrong_file);
  ADD ("a-probe-tells-a-wrong-header", test_probe_headers);
  ADD ("a-probe-calls-the-api-it-came-from", test_probe_api);
  ADD ("a-probe-signs-in-with-a-password", test_probe_basic);
  ADD ("a-cancelled-job-says-so", test_cancel);
  ADD ("what-is-no-workspace-is-told", test_no_workspace);
  ADD ("a-new-workspace-is-empty", test_new_workspace);
  ADD ("a-job-s-widget-is-disposed-of-in-the-main-thread", test_source_ends_here);
  ADD ("news-of-a-job-come-to-the-main-thread", test_news_come_here);
  return g_test_run ();
}
