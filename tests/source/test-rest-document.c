/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which further documents of a specification are read: neighbours among files, the same server among
 * URLs, what a file names by URL; and nothing else. No key goes along.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "rest-fixture.h"
#include "support/ask-test-kinds.h"

#define ITEM \
  "{\"get\": {\"responses\": {\"200\": {\"description\": \"d\", \"content\": {\"application/json\": {\"schema\": " \
  "{\"type\": \"array\", \"items\": {\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"integer\"}}}}}}}}}}"

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* A specification whose one path is @ref. */
static char *
dup_root (const char *ref)
{
  return g_strdup_printf ("{\"openapi\": \"3.0.3\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, "
                          "\"servers\": [{\"url\": \"http://127.0.0.1:9\"}], \"paths\": {\"/things\": {\"$ref\": "
                          "\"%s\"}}}", ref);
}

/* Returns NULL where it was read, else the error. */
static char *
introspect (const char *location, const char *key)
{
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_rest_kind, location);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;

  if (key != NULL)
    ask_source_config_add_header (config, "X-Key", key);
  source = ask_rest_source_new (config);
  ask_source_config_unref (config);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_true ((found == NULL) == (error != NULL));
  if (found == NULL)
    return g_strdup (error->message);
  g_assert_cmpuint (found->schema->entities->len, ==, 1);
  g_assert_nonnull (found->doctor);
  return NULL;
}

static void
remove_tree (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        remove_tree (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

static void
test_files (void)
{
  g_autofree char *top = g_dir_make_tmp ("askdata-document-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (top, "all", "api", NULL);
  g_autofree char *secret = g_build_filename (top, "secret.yaml", NULL);
  g_autofree char *link = g_build_filename (folder, "link.yaml", NULL);
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/item.json");
  g_autofree char *other = ask_test_server_dup_url (server, "/hop.json");
  g_autofree char *gone = ask_test_server_dup_url (server, "/gone.json");
  g_autofree char *root = g_build_filename (folder, "root.json", NULL);
  const struct
  {
    const char *ref, *said;
  } cases[] = {
    { "models/a b.yaml", NULL },
    { "./models/../item.yml", NULL },
    { "../shared/item.json", NULL },
    { "../../secret.yaml", "others are not read" },
    { "/etc/hostname", "others are not read" },
    { "link.yaml", "others are not read" },
    { "notes.txt", "others are not read" },
    { "none.yaml", "there is no file" },
    { "broken.yaml", "broken.yaml, line 2" },
    { "ftp://a.example/x.yaml", "only http, https and files" },
    { url, NULL },
    { gone, "answered 404" },
    /* What came from a server names nothing but documents of that server. */
    { other, "may name documents of its own server only" },
  };

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  write_file (folder, "models/a b.yaml", ITEM);
  write_file (folder, "item.yml", ITEM);
  write_file (folder, "../shared/item.json", ITEM);
  write_file (folder, "notes.txt", ITEM);
  write_file (folder, "broken.yaml", "{a");
  g_assert_true (g_file_set_contents (secret, ITEM, -1, NULL));
  g_assert_cmpint (symlink (secret, link), ==, 0);
  ask_test_server_add_json (server, "/item.json", ITEM);
  ask_test_server_add_json (server, "/hop.json", "{\"$ref\": \"http://localhost:9/x.json\"}");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dup_root (cases[i].ref);
      g_autofree char *error = NULL;

      g_assert_true (g_file_set_contents (root, text, -1, NULL));
      error = introspect (root, "top-secret");
      if ((error == NULL) != (cases[i].said == NULL)
          || (error != NULL && (strstr (error, cases[i].said) == NULL || strstr (error, "/paths/~1things") == NULL)))
        g_error ("%s: %s", cases[i].ref, error != NULL ? error : "was read");
    }
  remove_tree (top);
}

/* Files that are too long, alone or together, are not even read. */
static void
test_long (void)
{
  g_autofree char *top = g_dir_make_tmp ("askdata-document-XXXXXX", NULL);
  g_autofree char *root = g_build_filename (top, "root.json", NULL);
  g_autofree char *item = g_build_filename (top, "item.json", NULL);
  g_autofree char *text = dup_root ("item.json");
  g_autofree char *error = NULL;
  const off_t limit = (off_t) 64 << 20;

  g_assert_true (g_file_set_contents (root, text, -1, NULL));
  g_assert_true (g_file_set_contents (item, ITEM, -1, NULL));
  g_assert_cmpint (truncate (item, limit - (off_t) strlen (text) + 1), ==, 0);
  error = introspect (root, NULL);
  g_assert_nonnull (strstr (error, "with it the specification is longer than 64 MiB"));
  g_free (error);
  /* Far more than memory: a file with a hole takes no room. */
  g_assert_cmpint (truncate (root, (off_t) 1 << 36), ==, 0);
  error = introspect (root, NULL);
  g_assert_nonnull (strstr (error, "root.json is longer than 64 MiB"));
  remove_tree (top);
}

static void
test_urls (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *location = ask_test_server_dup_url (server, "/v1/root.json");
  g_autoptr (GPtrArray) requests = NULL;
  static const struct
  {
    const char *ref, *said;
  } cases[] = {
    { "item.json", NULL },
    { "/item.json", NULL },
    { "http://localhost:9/x.json", "may name documents of its own server only" },
    { "file:///etc/hostname", "only http, https and files" },
  };

  ask_test_server_add_json (server, "/v1/item.json", ITEM);
  ask_test_server_add_json (server, "/item.json", ITEM);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dup_root (cases[i].ref);
      g_autofree char *error = NULL;

      ask_test_server_add_json (server, "/v1/root.json", text);
      error = introspect (location, "top-secret");
      if ((error == NULL) != (cases[i].said == NULL)
          || (error != NULL && strstr (error, cases[i].said) == NULL))
        g_error ("%s: %s", cases[i].ref, error != NULL ? error : "was read");
    }
  /* The key is for the API, and these are documents that anybody may read. */
  requests = ask_test_server_dup_requests (server);
  g_assert_cmpuint (requests->len, ==, 6);
  for (guint i = 0; i < requests->len; i++)
    {
      const AskTestRequest *request = g_ptr_array_index (requests, i);

      g_assert_null (g_hash_table_lookup (request->headers, "x-key"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-document/only-neighbouring-files-are-read", test_files);
  g_test_add_func ("/source/rest-document/files-too-long-are-not-read", test_long);
  g_test_add_func ("/source/rest-document/only-the-same-server-s-documents-are-read", test_urls);
  return g_test_run ();
}
