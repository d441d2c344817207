/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * llm_image against a scripted server over real HTTP, which looks at the pixels that reach it: what it gets, what a person is told
 * before, and what never leaves.
 */
#include "config.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "blend-session.h"
#include "base/ask-json.h"
#include "source/document/ask-document-source.h"
#include "store/ask-workspace-ledger.h"
#include "support/ask-test-picture.h"

typedef struct
{
  AskAgentFixture *base;
  AskEngine *engine;
  AskBlend *blend;
  AskSpending *spending;
  guint n_chats;
  guint n_previews;
  gboolean refuses; /* the person does */
  char *shown; /* to the person */
  char *user; /* the words beside the last picture */
  GHashTable *seen; /* the URLs that reached the server */
} Fixture;

/* Looks at the one picture of the request. Returns: (transfer full): as the model sees it */
static GdkPixbuf *
look (Fixture *self, JsonObject *request)
{
  JsonArray *messages = json_object_get_array_member (request, "messages");
  JsonArray *parts
    = json_object_get_array_member (json_array_get_object_element (messages, json_array_get_length (messages) - 1),
                                    "content");
  const char *url = NULL;
  const char *comma;
  g_autofree guchar *bytes = NULL;
  gsize size;
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new ();

  g_assert_cmpuint (json_array_get_length (parts), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      JsonObject *part = json_array_get_object_element (parts, i);
      const char *type = json_object_get_string_member (part, "type");

      if (g_str_equal (type, "text"))
        {
          g_free (self->user);
          self->user = g_strdup (json_object_get_string_member (part, "text"));
          continue;
        }
      g_assert_cmpstr (type, ==, "image_url");
      g_assert_null (url);
      url = json_object_get_string_member (json_object_get_object_member (part, "image_url"), "url");
    }
  g_assert_true (g_str_has_prefix (url, "data:image/png;base64,") || g_str_has_prefix (url, "data:image/jpeg;base64,"));
  g_hash_table_add (self->seen, g_strdup (url));
  comma = strchr (url, ',');
  bytes = g_base64_decode (comma + 1, &size);
  g_assert_null (memmem (bytes, size, ASK_TEST_PICTURE_SECRET, strlen (ASK_TEST_PICTURE_SECRET)));
  g_assert_null (memmem (bytes, size, "Exif", 4));
  g_assert_true (gdk_pixbuf_loader_write (loader, bytes, size, NULL));
  g_assert_true (gdk_pixbuf_loader_close (loader, NULL));
  return g_object_ref (gdk_pixbuf_loader_get_pixbuf (loader));
}

/* How blue it is, from 0 to 6, or how wide. */
static char *
on_chat (const char *last_user, JsonObject *request, gpointer data)
{
  Fixture *self = data;
  g_autoptr (GdkPixbuf) pixbuf = look (self, request);
  JsonArray *messages = json_object_get_array_member (request, "messages");
  const char *system = json_object_get_string_member (json_array_get_object_element (messages, 0), "content");
  guint blue = (gdk_pixbuf_read_pixels (pixbuf)[2] + 20) / 40;

  self->n_chats++;
  g_assert_cmpint (MAX (gdk_pixbuf_get_width (pixbuf), gdk_pixbuf_get_height (pixbuf)), <=, 1024);
  if (strstr (system, "How wide") != NULL)
    return g_strdup_printf ("{\"1\": %d}", gdk_pixbuf_get_width (pixbuf));
  if (strstr (system, "Is it blue") != NULL)
    return g_strdup_printf ("{\"1\": %s}", blue > 2 ? "true" : "false");
  if (strstr (system, "Which colour") != NULL)
    return g_strdup_printf ("{\"1\": \"%s\"}", blue > 2 ? "blue" : "grey");
  if (strstr (system, "Say nothing") != NULL)
    return g_strdup ("It is a picture.");
  return g_strdup_printf ("{\"1\": %u}", blue);
}

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  Fixture *self = data;

  self->n_previews++;
  g_free (self->shown);
  self->shown = ask_preview_to_lines (preview);
  g_assert_true (preview->shows);
  g_assert_cmpuint (self->n_chats, ==, 0);
  if (self->refuses)
    g_set_error_literal (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, "no");
  return !self->refuses;
}

static void
attach (Fixture *self, gboolean asks)
{
  g_clear_pointer (&self->spending, ask_spending_free);
  self->spending = ask_spending_new (self->base->workspace,
                                     &(AskSpendingRules) {
                                       .any_cost = !asks, .on_preview = asks ? on_preview : NULL, .user_data = self });
  blend_session_renew (self->base, &(AskBlendModelOptions) { .spending = self->spending }, &self->engine, &self->blend);
  self->n_chats = self->n_previews = 0;
  g_hash_table_remove_all (self->seen);
}

static void
append_row (GString *sql, guint id, GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  g_string_append_printf (sql, "INSERT INTO animal VALUES (%u, 'animal %u', x'", id, id);
  for (gsize i = 0; i < size; i++)
    g_string_append_printf (sql, "%02x", data[i]);
  g_string_append (sql, "');");
}

/* Animals 1 to 6 are as blue as their number, 7 looks as 1 does, 8 has no picture. */
static void
fixture_open (Fixture *self)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE animal (id INTEGER PRIMARY KEY, name TEXT, photo BLOB);");

  memset (self, 0, sizeof *self);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 1; i <= 7; i++)
    {
      g_autoptr (GBytes) png = ask_test_picture_png (i == 6 ? 2000 : 100 + i % 7, 80, TRUE, i);

      if (i < 7)
        append_row (sql, i, png);
    }
  g_string_append (sql, "INSERT INTO animal SELECT 7, 'twin', photo FROM animal WHERE id = 1;"
                        "INSERT INTO animal VALUES (8, 'unseen', NULL);");
  self->base = ask_agent_fixture_new ();
  ask_agent_fixture_add_sqlite (self->base, "zoo", sql->str);
  ask_agent_fixture_script_func (self->base, on_chat, self);
  ask_agent_fixture_share (self->base, "animal", "photo");
  attach (self, FALSE);
}

static void
fixture_close (Fixture *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->blend, ask_blend_free);
  g_clear_pointer (&self->spending, ask_spending_free);
  g_clear_pointer (&self->base, ask_agent_fixture_free);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->user, g_free);
}

static AskResult *
query (Fixture *self, const char *sql, GError **error)
{
  return ask_spending_query (self->spending, self->engine, &(AskSpendingQuery) { sql, NULL, NULL }, NULL, error);
}

/* Its rows: "1|2\n". */
static char *
read_rows (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = query (self, sql, &error);
  GString *text = g_string_new (NULL);

  if (result == NULL)
    g_error ("%s: %s", sql, error->message);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
      {
        const AskValue *value = ask_rows_get (result->rows, r, i);
        g_autofree char *cell = ask_value_to_text (value);

        g_string_append_printf (text, "%s%c", value->kind != ASK_VALUE_NULL ? cell : "NULL",
                                i + 1 < ask_rows_get_n_columns (result->rows) ? '|' : '\n');
      }
  for (guint i = 0; i < result->warnings->len; i++)
    g_string_append_printf (text, "! %s\n", (const char *) result->warnings->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
assert_rows (Fixture *self, const char *sql, const char *rows)
{
  g_autofree char *got = read_rows (self, sql);

  g_assert_cmpstr (got, ==, rows);
}

static void
assert_fails (Fixture *self, const char *sql, GQuark domain, int code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = query (self, sql, &error);

  g_assert_null (result);
  g_test_message ("%s", error->message);
  g_assert_error (error, domain, code);
  g_assert_nonnull (strstr (error->message, words));
}

#define BLUE "SELECT id, llm_image('How blue?', photo, return_type => 'int') FROM animal"
#define ALL_BLUE "1|1\n2|2\n3|3\n4|4\n5|5\n6|6\n7|1\n8|NULL\n"

/* Each once, however many rows have it; in both spellings; a second session asks nothing. */
static void
test_each_once (void)
{
  Fixture self;

  fixture_open (&self);
  assert_rows (&self, BLUE " ORDER BY id", ALL_BLUE);
  g_assert_cmpuint (self.n_chats, ==, 6);
  g_assert_cmpuint (g_hash_table_size (self.seen), ==, 6);
  attach (&self, FALSE);
  assert_rows (&self, BLUE " ORDER BY id", ALL_BLUE);
  g_assert_cmpuint (self.n_chats, ==, 0);
  ask_agent_fixture_share (self.base, "animal", "id");
  attach (&self, FALSE);
  assert_rows (&self, "SELECT id FROM animal AS a WHERE {{LLMImage('Is it blue?', 'a::photo')}} = TRUE AND id < 5",
               "3\n4\n");
  g_assert_cmpuint (self.n_chats, ==, 4);
  fixture_close (&self);
}

/* A number, a truth value, one of some options, by what the place or the call says; scaled down before it leaves. */
static void
test_answers_have_their_types (void)
{
  Fixture self;

  fixture_open (&self);
  ask_agent_fixture_share (self.base, "animal", "id");
  attach (&self, FALSE);
  assert_rows (&self, "SELECT id FROM animal WHERE llm_image('How blue?', photo) >= 5 ORDER BY id", "5\n6\n");
  assert_rows (&self, "SELECT count(*) FROM animal WHERE llm_image('Is it blue?', photo)", "4\n");
  assert_rows (
    &self,
    "SELECT id, llm_image('Which colour?', photo, options => 'blue;grey') FROM animal WHERE id IN (1, 4) ORDER BY id",
    "1|grey\n4|blue\n");
  assert_rows (&self, "SELECT llm_image('How wide?', photo, return_type => 'int') FROM animal WHERE id = 6", "1024\n");
  fixture_close (&self);
}

/* What is told beside a picture is told, and a picture is told by nothing but its pixels. */
static void
test_context_stands_beside (void)
{
  Fixture self;

  fixture_open (&self);
  assert_fails (&self, "SELECT llm_image('How blue?', photo, context => name) FROM animal WHERE id = 2",
                ASK_BLEND_ERROR, ASK_BLEND_ERROR_CONSENT, "animal");
  ask_agent_fixture_share (self.base, "animal", "name");
  ask_agent_fixture_share (self.base, "animal", "id");
  attach (&self, FALSE);
  assert_rows (&self,
               "SELECT llm_image('How blue?', photo, context => name, return_type => 'int') FROM animal WHERE id = 2",
               "2\n");
  g_assert_cmpstr (self.user, ==, "{\"1\": {\"picture\": \"the picture\", \"name\": \"animal 2\"}}");
  fixture_close (&self);
}

/* Nothing leaves where the attribute is not shared, and nothing before a person has seen the names of the pictures. */
static void
test_nothing_leaves_without_consent (void)
{
  Fixture self;

  fixture_open (&self);
  assert_fails (&self, "SELECT llm_image('How blue?', photo) FROM animal WHERE name LIKE '%2'", ASK_BLEND_ERROR,
                ASK_BLEND_ERROR_CONSENT, "animal.name");
  g_assert_cmpuint (self.n_chats, ==, 0);
  attach (&self, TRUE);
  self.refuses = TRUE;
  assert_fails (&self, BLUE, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, "no");
  g_assert_cmpuint (self.n_chats, ==, 0);
  g_assert_cmpuint (self.n_previews, ==, 1);
  g_test_message ("%s", self.shown);
  g_assert_nonnull (strstr (self.shown, "2: PNG, 102 × 80 pixels, "));
  g_assert_nonnull (strstr (self.shown, "6: PNG, 2000 × 80 pixels, "));
  g_assert_nonnull (strstr (self.shown, "sent as 1024 × 41 pixels"));
  self.refuses = FALSE;
  assert_rows (&self, BLUE " ORDER BY id", ALL_BLUE);
  g_assert_cmpuint (self.n_chats, ==, 6);
  g_assert_cmpuint (self.n_previews, ==, 2);
  fixture_close (&self);
}

/* Where nobody can be asked the error names the pictures, and nothing leaves. */
static void
test_nobody_to_ask (void)
{
  Fixture self;

  fixture_open (&self);
  attach (&self, TRUE);
  g_clear_pointer (&self.spending, ask_spending_free);
  self.spending = ask_spending_new (self.base->workspace, &(AskSpendingRules) { .any_cost = FALSE });
  blend_session_renew (self.base, &(AskBlendModelOptions) { .spending = self.spending }, &self.engine, &self.blend);
  assert_fails (&self, BLUE, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, "4: PNG, 104 × 80 pixels");
  g_assert_cmpuint (self.n_chats, ==, 0);
  fixture_close (&self);
}

static void
append_odd (GString *sql, guint id, GBytes *bytes, gsize most)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  g_string_append_printf (sql, "INSERT INTO strange VALUES (%u, x'", id);
  for (gsize i = 0; i < MIN (size, most); i++)
    g_string_append_printf (sql, "%02x", data[i]);
  g_string_append (sql, "');");
}

/* Cut, one pixel, a head that lies, a drawing, words: NULL where it is no picture, counted; an error where that is wanted. */
static void
test_what_is_no_picture_is_null (void)
{
  Fixture self;
  g_autoptr (GBytes) png = ask_test_picture_png (60, 40, TRUE, 2);
  g_autoptr (GBytes) dot = ask_test_picture_png (1, 1, FALSE, 3);
  g_autoptr (GBytes) photo = ask_test_picture_jpeg (1600, 800, TRUE);
  g_autoptr (GBytes) bomb = ask_test_picture_bomb (30000, 30000);
  g_autoptr (GBytes) svg = g_bytes_new_static ("<svg xmlns='http://www.w3.org/2000/svg'/>", 41);
  g_autoptr (GBytes) pdf = ask_test_picture_pdf ();
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE strange (id INTEGER PRIMARY KEY, photo BLOB);");

  fixture_open (&self);
  append_odd (sql, 1, png, 90);
  append_odd (sql, 2, dot, G_MAXSIZE);
  append_odd (sql, 3, bomb, G_MAXSIZE);
  append_odd (sql, 4, svg, G_MAXSIZE);
  append_odd (sql, 5, photo, G_MAXSIZE);
  append_odd (sql, 6, pdf, G_MAXSIZE);
  g_string_append (sql, "INSERT INTO strange VALUES (7, x''), (8, 42);");
  ask_agent_fixture_add_sqlite (self.base, "odds", sql->str);
  ask_agent_fixture_share (self.base, "strange", "photo");
  attach (&self, FALSE);
  assert_rows (&self, "SELECT id, llm_image('How wide?', photo, return_type => 'int') FROM strange ORDER BY id",
               "1|NULL\n2|1\n3|NULL\n4|NULL\n5|512\n6|1024\n7|NULL\n8|NULL\n"
               "! llm_image gave no answer that fits for 5 of its values. They are NULL here.\n");
  g_assert_cmpuint (self.n_chats, ==, 3);
  ask_agent_fixture_share (self.base, "strange", "id");
  attach (&self, FALSE);
  assert_fails (&self, "SELECT llm_image('How wide?', photo, on_error => 'fail') FROM strange WHERE id = 4",
                ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL, "cannot ask about 4.");
  assert_fails (&self, "SELECT llm_image('How wide?', photo, on_error => 'fail') FROM strange WHERE id = 3",
                ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL, "100 million");
  g_assert_cmpuint (self.n_chats, ==, 0);
  fixture_close (&self);
}

/* A model that says nothing that can be read ends the query, and says which call; with on_error it is NULL. */
static void
test_no_answer_is_an_error (void)
{
  Fixture self;

  fixture_open (&self);
  ask_agent_fixture_share (self.base, "animal", "id");
  attach (&self, FALSE);
  assert_fails (&self, "SELECT llm_image('Say nothing', photo) FROM animal WHERE id = 1", ASK_BLEND_ERROR,
                ASK_BLEND_ERROR_ANSWER, "Say nothing");
  g_assert_cmpuint (self.n_chats, ==, 3);
  fixture_close (&self);
}

/* A data: URL, and a file below a folder of documents, which may leave only where its text may. */
static void
test_files_below_a_folder (void)
{
  Fixture self;
  g_autofree char *top = g_dir_make_tmp ("picture-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (top, "docs", NULL);
  g_autofree char *inner = g_build_filename (folder, "photos", NULL);
  g_autofree char *inside = g_build_filename (inner, "a.png", NULL);
  g_autofree char *paper = g_build_filename (folder, "paper.pdf", NULL);
  g_autofree char *outside = g_build_filename (top, "secret.png", NULL);
  g_autofree char *link = g_build_filename (folder, "link.png", NULL);
  g_autoptr (GBytes) png = ask_test_picture_png (50, 40, TRUE, 4);
  g_autoptr (GBytes) pdf = ask_test_picture_pdf ();
  g_autofree char *encoded = g_base64_encode (g_bytes_get_data (png, NULL), g_bytes_get_size (png));
  g_autofree char *sql = g_strdup_printf (
    "CREATE TABLE picture (id INTEGER PRIMARY KEY, place TEXT); INSERT INTO picture VALUES (1, 'photos/a.png'),"
    " (2, 'paper.pdf#page=1'), (3, '../secret.png'), (4, '%s'), (5, 'link.png'), (6, 'data:image/png;base64,%s'),"
    " (7, 'paper.pdf#page=9')",
    outside, encoded);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  const char *files[] = { inside, outside };

  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_true (g_file_set_contents (files[i], g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), NULL));
  g_assert_true (g_file_set_contents (paper, g_bytes_get_data (pdf, NULL), (gssize) g_bytes_get_size (pdf), NULL));
  g_assert_cmpint (symlink (outside, link), ==, 0);
  fixture_open (&self);
  ask_agent_fixture_add_sqlite (self.base, "places", sql);
  record = ask_workspace_add_source (self.base->workspace, &(AskNewSource) { &ask_document_kind, "papers", folder },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  ask_agent_fixture_share (self.base, "picture", "place");
  ask_agent_fixture_share (self.base, "picture", "id");
  attach (&self, FALSE);
  assert_rows (&self, "SELECT llm_image('How blue?', place, return_type => 'int') FROM picture WHERE id = 6", "4\n");
  assert_fails (&self, "SELECT llm_image('How blue?', place) FROM picture WHERE id = 1", ASK_BLEND_ERROR,
                ASK_BLEND_ERROR_CONSENT, "documents.text");
  ask_agent_fixture_share (self.base, "documents", "text");
  attach (&self, FALSE);
  assert_rows (&self, "SELECT id, llm_image('How wide?', place, return_type => 'int') FROM picture ORDER BY id",
               "1|50\n2|1024\n3|NULL\n4|NULL\n5|NULL\n6|50\n7|NULL\n"
               "! llm_image gave no answer that fits for 4 of its values. They are NULL here.\n");
  fixture_close (&self);
  g_unlink (link);
  g_unlink (inside);
  g_unlink (outside);
  g_unlink (paper);
  g_rmdir (inner);
  g_rmdir (folder);
  g_rmdir (top);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/image/each-picture-is-sent-once", test_each_once);
  g_test_add_func ("/blend/image/answers-have-their-types", test_answers_have_their_types);
  g_test_add_func ("/blend/image/context-stands-beside-the-picture", test_context_stands_beside);
  g_test_add_func ("/blend/image/nothing-leaves-without-consent", test_nothing_leaves_without_consent);
  g_test_add_func ("/blend/image/nobody-to-ask-is-an-error", test_nobody_to_ask);
  g_test_add_func ("/blend/image/what-is-no-picture-is-null", test_what_is_no_picture_is_null);
  g_test_add_func ("/blend/image/no-answer-is-an-error", test_no_answer_is_an_error);
  g_test_add_func ("/blend/image/files-lie-below-a-folder", test_files_below_a_folder);
  return g_test_run ();
}
