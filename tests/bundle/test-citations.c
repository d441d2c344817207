/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Passages of documents in a saved answer: with their text as it was, without a place on the computer of whoever saved them, and
 * whatever a file says, it names no file of whoever opens it.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "agent/ask-citation.h"
#include "bundle-fixture.h"
#include "source/ask-source-kinds.h"

static const char *const passage = "The notice periods are <b>three</b> months & no store of the secret is open.";

/* Adds a folder of documents, which is only there while it is added. */
static char *
add_documents (Bundle *self)
{
  char *folder = g_build_filename (self->shop->fixture->folder, "cnry_folder", NULL);
  g_autofree char *file = g_build_filename (folder, "lease.md", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "# Lease\n\n## Notice\n\nThree months.\n", -1, NULL));
  record = ask_workspace_add_source (self->shop->workspace,
                                     &(AskNewSource) { ask_source_kinds_find ("documents"), "docs", folder, NULL, NULL },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  g_remove (file);
  g_rmdir (folder);
  return folder;
}

static AskCitation *
cite (Bundle *self, const char *folder, const char *path)
{
  AskCitation *citation = ask_citation_new ();

  citation->source = g_strdup ("docs");
  citation->title = g_strdup ("Lease of cnry_title");
  citation->path = g_strdup (path);
  citation->uri = g_strdup_printf ("file://%s/%s#page=3", folder, path);
  citation->page = 3;
  citation->heading = g_strdup ("cnry_heading");
  citation->number = 2;
  citation->text = g_strdup (passage);
  g_ptr_array_add (self->answer->citations, citation);
  return citation;
}

static gboolean
holds (Bundle *self, const char *text)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (self->file, &bytes, &length, NULL));
  return memmem (bytes, length, text, strlen (text)) != NULL;
}

static void
hide (Bundle *self, const char *entity, const char *attribute)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (self->shop->workspace, &error);
  g_autoptr (AskSchema) copy = ask_schema_fork (schema);
  AskEntity *found = ask_schema_own_entity (copy, ask_schema_find_entity (copy, entity)->id);

  g_assert_no_error (error);
  ask_entity_find_attribute (found, attribute)->hidden = TRUE;
  g_assert_true (ask_workspace_save_schema (self->shop->workspace, copy, "Hidden", &error));
}

static void
test_kept (void)
{
  Bundle bundle;
  g_autofree char *folder = NULL;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (AskBundle) collected = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GError) error = NULL;
  gboolean said = FALSE;

  bundle_open (&bundle);
  folder = add_documents (&bundle);
  cite (&bundle, folder, "below/lease.pdf");
  cite (&bundle, folder, "/srv/cnry_absolute/lease.pdf");
  collected = ask_bundle_collect (bundle.shop->workspace, bundle.answer, FALSE, &error);
  g_assert_no_error (error);
  lines = ask_bundle_list (collected);
  for (guint i = 0; i < lines->len; i++)
    said |= strstr (lines->pdata[i], "2 passages of documents") != NULL;
  g_assert_true (said);
  bundle_save (&bundle);
  g_assert_false (holds (&bundle, "cnry_folder"));
  g_assert_false (holds (&bundle, "cnry_absolute"));
  g_assert_false (holds (&bundle, "file://"));
  back = bundle_read (&bundle);
  g_assert_cmpuint (back->answer->citations->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const AskCitation *citation = back->answer->citations->pdata[i];

      g_assert_cmpstr (citation->source, ==, "docs");
      g_assert_cmpstr (citation->title, ==, "Lease of cnry_title");
      g_assert_cmpstr (citation->path, ==, i == 0 ? "below/lease.pdf" : NULL);
      g_assert_null (citation->uri);
      g_assert_cmpint (citation->page, ==, 3);
      g_assert_cmpint (citation->number, ==, 2);
      g_assert_cmpstr (citation->heading, ==, "cnry_heading");
      g_assert_cmpstr (citation->text, ==, passage);
    }
  bundle_close (&bundle);
}

/* What a steward has hidden meanwhile. */
static void
test_hidden (void)
{
  Bundle bundle;
  g_autofree char *folder = NULL;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (AskBundle) none = NULL;
  const AskCitation *citation;

  bundle_open (&bundle);
  folder = add_documents (&bundle);
  cite (&bundle, folder, "cnry_path.pdf");
  hide (&bundle, "passages", "heading");
  hide (&bundle, "documents", "title");
  bundle_save (&bundle);
  g_assert_false (holds (&bundle, "cnry_heading"));
  g_assert_false (holds (&bundle, "cnry_title"));
  back = bundle_read (&bundle);
  g_assert_cmpuint (back->answer->citations->len, ==, 1);
  citation = back->answer->citations->pdata[0];
  g_assert_cmpstr (citation->title, ==, "cnry_path.pdf");
  g_assert_null (citation->heading);
  hide (&bundle, "passages", "text");
  bundle_save (&bundle);
  g_assert_false (holds (&bundle, "notice periods"));
  g_assert_false (holds (&bundle, "cnry_path"));
  none = bundle_read (&bundle);
  g_assert_cmpuint (none->answer->citations->len, ==, 0);
  bundle_close (&bundle);
}

/* A file that somebody made to lead to a file of whoever opens it. */
static void
test_hostile (void)
{
  static const char *const paths[] = { "/etc/passwd",       "../../etc/passwd", "a/../../b",   "~/.ssh/id_rsa", "file:///etc/passwd",
                                       "C:\\\\Windows\\\\x", "\\\\\\\\host\\\\x", "good/one.pdf" };
  Bundle bundle;
  g_autoptr (AskBundle) collected = NULL;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) citations = g_string_new ("\"citations\":[");
  g_autofree char *long_text = g_strnfill (100000, 'x');
  char *json;
  g_auto (GStrv) parts = NULL;

  bundle_open (&bundle);
  collected = ask_bundle_collect (bundle.shop->workspace, bundle.answer, FALSE, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 150; i++)
    g_string_append_printf (citations,
                            "%s{\"source\":\"docs\",\"document\":\"%s\",\"path\":\"%s\",\"uri\":\"file:///etc/passwd\","
                            "\"heading\":\"h\",\"number\":-7,\"page\":-1,\"text\":\"%s\"}",
                            i > 0 ? "," : "", i == 0 ? long_text : "t", paths[i % G_N_ELEMENTS (paths)],
                            i == 0 ? long_text : "t");
  g_string_append (citations, "]");
  parts = g_strsplit (collected->json, "\"citations\":[]", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  json = g_strjoinv (citations->str, parts);
  g_free (collected->json);
  collected->json = json;
  g_assert_true (ask_bundle_save (collected, bundle.file, NULL, &error));
  g_assert_no_error (error);
  back = bundle_read (&bundle);
  g_assert_cmpuint (back->answer->citations->len, ==, 100);
  for (guint i = 0; i < back->answer->citations->len; i++)
    {
      const AskCitation *citation = back->answer->citations->pdata[i];

      g_assert_null (citation->uri);
      g_assert_cmpstr (citation->path, ==, i % G_N_ELEMENTS (paths) == 7 ? "good/one.pdf" : NULL);
      g_assert_cmpuint (strlen (citation->title), <, 2000);
      g_assert_cmpuint (strlen (citation->text), <, 80000);
    }
  bundle_close (&bundle);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bundle/citations/passages-are-kept-without-their-place", test_kept);
  g_test_add_func ("/bundle/citations/what-is-hidden-stays-out", test_hidden);
  g_test_add_func ("/bundle/citations/no-file-can-name-a-file-to-open", test_hostile);
  return g_test_run ();
}
