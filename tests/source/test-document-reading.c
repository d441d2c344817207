/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A document to be read, from the index of its source: its passages in order, and where what was searched for is.
 */
#include "config.h"

#include "source/document-fixture.h"

#include "base/ask-progress.h"
#include "source/document/ask-document-cache.h"
#include "source/document/ask-document-reading.h"
#include "source/document/ask-document-source.h"

static char *
ensure (const char *folder)
{
  AskSourceConfig *config = ask_source_config_new ("docs", &ask_document_kind, folder);
  g_autoptr (GError) error = NULL;
  char *path = ask_document_cache_ensure (config, NULL, &error);

  g_assert_no_error (error);
  ask_source_config_unref (config);
  return path;
}

static char *
make_folder (const char *name)
{
  char *folder = g_build_filename (sheet_folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  return folder;
}

static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static AskDocumentReading *
load (const char *index, const char *path)
{
  g_autoptr (GError) error = NULL;
  AskDocumentReading *reading = NULL;

  g_assert_true (ask_document_reading_load (index, path, 0, &reading, NULL, &error));
  g_assert_no_error (error);
  return reading;
}

/* Each hit as "place of its passage:what stands there", "#" before one in a heading. */
static void
expect (const AskDocumentReading *self, const char *index, const char *words, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) hits = ask_document_reading_find (self, index, words, NULL, &error);
  g_autoptr (GString) found = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < hits->len; i++)
    {
      const AskDocumentHit *hit = &g_array_index (hits, AskDocumentHit, i);
      const AskDocumentPart *part = self->parts->pdata[hit->part];
      const char *text = hit->in_heading ? part->heading : part->text;

      g_assert_cmpuint (hit->end, <=, strlen (text));
      g_string_append_printf (found, "%s%s%u:%.*s", i > 0 ? " " : "", hit->in_heading ? "#" : "", hit->part,
                              (int) (hit->end - hit->start), text + hit->start);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_words (void)
{
  static const struct
  {
    const char *words;
    const char *match;
  } cases[] = {
    { "notice period", "\"notice\" OR \"period\"" },
    { "notice AND period", "\"notice\" OR \"period\"" },
    { "\"notice period\" OR deadline", "\"notice period\" OR \"deadline\"" },
    { "notice NOT rent", "\"notice\"" },
    { "notice NOT (rent OR \"the (house\") lease", "\"notice\" OR \"lease\"" },
    { "NEAR(notice month, 5)", "\"notice\" OR \"month\"" },
    { "kündig*", "\"kündig\"*" },
    { "heading : notice", "\"notice\"" },
    { "{heading text} : notice", "\"notice\"" },
    { "- {heading} : notice", "\"notice\"" },
    { "^notice + period", "\"notice\" OR \"period\"" },
    { "Notice, notice; Notice", "\"Notice\" OR \"notice\"" },
    { "it's", "\"it\" OR \"s\"" },
    { "\"a \"\"b\"\" c\"", "\"a \"\"b\"\" c\"" },
    { "\"open", "\"open\"" },
    { "NOT house", "\"house\"" },
    { "Near and not", "\"Near\" OR \"and\" OR \"not\"" },
    { "", NULL },
    { "?!", NULL },
    { "\"\"", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *match = ask_document_words_to_match (cases[i].words);

      g_assert_cmpstr (match, ==, cases[i].match);
    }
}

/* What a person sees of a search finds the same. */
static void
test_tidy (void)
{
  static const struct
  {
    const char *words;
    const char *tidy;
  } cases[] = {
    { "\"notice\" OR \"three months\" NOT x", "notice \"three months\"" }, { "kündig*", "kündig*" }, { "\"AND\"", "\"AND\"" },
    { "\"a \"\"b\"\"\"", "\"a \"\"b\"\"\"" },                       { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *tidy = ask_document_words_tidy (cases[i].words);
      g_autofree char *one = ask_document_words_to_match (cases[i].words);
      g_autofree char *other = ask_document_words_to_match (tidy);

      g_assert_cmpstr (tidy, ==, cases[i].tidy);
      g_assert_cmpstr (one, ==, other);
    }
}

static void
test_hits (void)
{
  g_autofree char *folder = make_folder ("hits");
  g_autofree char *index = NULL;
  g_autoptr (AskDocumentReading) lease = NULL;
  g_autoptr (AskDocumentReading) miete = NULL;
  g_autoptr (AskDocumentReading) none = NULL;

  put (folder, "a lease.md",
       "# Lease\nAbout <b>it</b> & more.\n## Notice\nThe notice periods are three months.\n\n## Rent\nA rent of the "
       "notice \"kind\".\n");
  put (folder, "miete.txt", "Die Kündigungsfrist beträgt drei Monate.\n\nGrüße aus Köln\n");
  put (folder, "other.txt", "Another notice.");
  index = ensure (folder);
  lease = load (index, "a lease.md");
  g_assert_cmpstr (lease->title, ==, "Lease");
  g_assert_cmpuint (lease->parts->len, ==, 3);
  g_assert_cmpstr (((AskDocumentPart *) lease->parts->pdata[0])->text, ==, "About <b>it</b> & more.");
  g_assert_cmpstr (((AskDocumentPart *) lease->parts->pdata[1])->heading, ==, "Notice");
  g_assert_cmpint (((AskDocumentPart *) lease->parts->pdata[2])->number, ==, 3);

  /* By stems, each word for itself, and only here. */
  expect (lease, index, "notices AND period", "#1:Notice 1:notice 1:periods 2:notice");
  expect (lease, index, "\"three months\"", "1:three months");
  expect (lease, index, "rent NOT notice", "#2:Rent 2:rent");
  expect (lease, index, "what\"is", "");
  expect (lease, index, "", "");
  miete = load (index, "miete.txt");
  expect (miete, index, "kundigungsfristen koln", "0:Kündigungsfrist 0:Köln");
  /* A part of a word, where the word itself is nowhere. */
  expect (miete, index, "frist", "0:Kündigungsfrist");
  g_clear_pointer (&miete, ask_document_reading_free);
  g_assert_true (ask_document_reading_load (index, NULL, lease->id + 1, &miete, NULL, NULL));
  g_assert_cmpstr (miete->path, ==, "miete.txt");
  none = load (index, "../a lease.md");
  g_assert_null (none);
}

static void
test_overview (void)
{
  g_autofree char *folder = make_folder ("overview");
  AskSourceConfig *config = ask_source_config_new ("docs", &ask_document_kind, folder);
  g_autofree char *before = ask_document_cache_find (config);
  g_autofree char *found = NULL;
  g_autofree char *index = NULL;
  g_autoptr (AskDocumentOverview) all = NULL;
  g_autoptr (AskDocumentOverview) first = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (before);
  put (folder, "good.md", "# One\ntext\n# Two\ntext\n");
  put (folder, "broken.pdf", "%PDF nothing");
  put (folder, "empty.txt", "");
  put (folder, "picture.png", "no");
  index = ensure (folder);
  found = ask_document_cache_find (config);
  g_assert_cmpstr (found, ==, index);
  all = ask_document_overview_new (index, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpint (all->n_documents, ==, 3);
  g_assert_cmpint (all->n_passages, ==, 2);
  g_assert_cmpint (all->n_noted, ==, 2);
  g_assert_cmpuint (all->paths->len, ==, 2);
  g_assert_cmpstr (all->paths->pdata[0], ==, "broken.pdf");
  g_assert_nonnull (strstr (all->notes->pdata[0], "It is damaged"));
  g_assert_cmpstr (all->paths->pdata[1], ==, "empty.txt");
  g_assert_cmpuint (all->about->len, ==, 1);
  first = ask_document_overview_new (index, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (first->notes->len, ==, 1);
  g_assert_cmpint (first->n_noted, ==, 2);
  ask_source_config_unref (config);
}

typedef struct
{
  guint64 n;
  guint64 all;
  guint told;
} Told;

static void
take_progress (guint64 n, guint64 all, gpointer data)
{
  Told *told = data;

  g_assert_cmpuint (n, ==, told->told);
  told->n = n;
  told->all = all;
  told->told++;
}

/* Each document is counted, once; what is read already is not. */
static void
test_progress (void)
{
  g_autofree char *folder = make_folder ("progress");
  g_autofree char *index = NULL;
  g_autofree char *again = NULL;
  Told told = { 0 };

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.txt", i);

      put (folder, name, name);
    }
  /* Until their times tell any later change. */
  g_usleep (80 * 1000);
  ask_progress_watch (take_progress, &told);
  index = ensure (folder);
  g_assert_cmpuint (told.n, ==, 40);
  g_assert_cmpuint (told.all, ==, 40);
  told.told = 0;
  put (folder, "7.txt", "changed");
  again = ensure (folder);
  g_assert_cmpuint (told.all, ==, 1);
  ask_progress_watch (NULL, NULL);
  told.all = 0;
  put (folder, "8.txt", "changed");
  g_free (again);
  again = ensure (folder);
  g_assert_cmpuint (told.all, ==, 0);
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/document-reading/each-word-of-a-search-is-looked-for", test_words);
  g_test_add_func ("/source/document-reading/a-search-is-shown-as-words", test_tidy);
  g_test_add_func ("/source/document-reading/what-is-marked-is-what-a-search-finds", test_hits);
  g_test_add_func ("/source/document-reading/what-could-not-be-read-is-told", test_overview);
  g_test_add_func ("/source/document-reading/each-document-that-is-read-counts", test_progress);
  return sheet_end (g_test_run ());
}
