/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions over documents: found here by a rule, searched by a model in each form of a reply, cited, and told to a model only
 * where somebody allows it.
 */
#include "config.h"

#include <ftw.h>
#include <glib/gstdio.h>
#include <string.h>

#include "agent/ask-citation.h"
#include "ask-agent-fixture.h"
#include "schema/edit/ask-schema-edit.h"
#include "source/ask-source-kinds.h"

#define SEARCH "Thought: look into the documents\nAction: search_documents\nAction Input: notice contract"
#define FINAL "Thought: done\nFinal Answer: SELECT document, heading, text FROM step_1"

static char *cache; /* of all tests, with the folders that they search */

static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
add_folder (AskAgentFixture *fixture, const char *source, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record
    = ask_workspace_add_source (fixture->workspace,
                                &(AskNewSource) { ask_source_kinds_find ("documents"), source, folder }, NULL, NULL,
                                &error);

  g_assert_no_error (error);
  g_assert_nonnull (record);
}

static char *
add_documents (AskAgentFixture *fixture)
{
  char *folder = g_build_filename (cache, "docs-XXXXXX", NULL);

  g_assert_nonnull (g_mkdtemp (folder));
  put (
    folder, "contract.md",
    "# Supply contract\nAbout wood.\n## Notice\nNotice of 47 days in writing ends this contract.\n## Delivery\nWood is "
    "delivered weekly to Paris.\n");
  put (
    folder, "lease.md",
    "# Lease Munich\nAbout a flat.\n## Notice\nThe notice periods are three months.\n## Rent\nThe rent is 900 euros.\n");
  put (folder, "koeln.txt", "Die Kündigungsfrist beträgt drei Monate.\n");
  add_folder (fixture, "docs", folder);
  return folder;
}

static void
test_here (void)
{
  static const struct
  {
    const char *question;
    const char *reading; /* nullable: no search answers it */
    guint n_rows;
    const char *first; /* the title of the first citation */
  } cases[] = {
    { "What does the contract say about notice?", "Searched “Supply contract” for: notice.", 1, "Supply contract" },
    { "what does the leese say about notice", "Searched “Lease Munich” for: notice.", 1, "Lease Munich" },
    { "documents about wood", "Searched the documents for: wood.", 2, "Supply contract" },
    { "search rent", "Searched the documents for: rent.", 1, "Lease Munich" },
    { "search for notice in the lease", "Searched “Lease Munich” for: notice.", 1, "Lease Munich" },
    { "Was steht im Lease Munich über rent?", "Searched “Lease Munich” for: rent.", 1, "Lease Munich" },
    /* A part of a word, where no word fits. */
    { "suche nach frist", "Searched the documents for: frist.", 1, "koeln" },
    /* Nothing else is known of it. */
    { "writing ends days", "Searched the documents for: writing ends days.", 1, "Supply contract" },
    { "search zebra", "Searched the documents for: zebra.", 0, NULL },
    /* Signs of MATCH are nobody's operators here. */
    { "search \"rent\" NOT ( * :", "Searched the documents for: rent NOT.", 1, "Lease Munich" },
    { "how groovy is the zeppelin", NULL, 0, NULL },
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;

  ask_agent_fixture_add_music (fixture);
  folder = add_documents (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, cases[i].question);

      g_test_message ("%s", cases[i].question);
      if (cases[i].reading == NULL)
        {
          g_assert_cmpint (answer->status, !=, ASK_STATUS_ANSWERED);
          continue;
        }
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpstr (answer->reading, ==, cases[i].reading);
      g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, cases[i].n_rows);
      g_assert_cmpuint (answer->citations->len, ==, cases[i].n_rows);
      if (cases[i].first != NULL)
        g_assert_cmpstr (((AskCitation *) answer->citations->pdata[0])->title, ==, cases[i].first);
    }
}

/* Every byte of a prompt is looked at: passages, titles and headings stay here. */
static void
assert_clean (AskAgentFixture *fixture)
{
  static const char *const secrets[] = { "47 days", "three months", "900 euros", "Supply contract", "Lease Munich" };

  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    g_assert_false (ask_test_model_received (fixture->server, secrets[i]));
}

static void
open_quiet (AskAgentFixture *fixture)
{
  ask_agent_fixture_add_shop (fixture);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "off", NULL));
}

/* The action is there in each form, and what it finds is told as a count alone. */
static void
test_forms (void)
{
  static const char *const forms[][2] = { { "text", "search_documents\\\\nAction Input" },
                                          { "json", "\"search_documents\"" },
                                          { "tools", "\"name\":\"search_documents\"" } };
  static const char *const replies[] = { SEARCH, FINAL, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autofree char *folder = NULL;
      g_autoptr (AskAnswer) answer = NULL;

      open_quiet (fixture);
      folder = add_documents (fixture);
      ask_agent_fixture_script (fixture, replies);
      ask_agent_fixture_set_form (fixture, forms[i][0]);
      ask_test_server_add_json (ask_test_model_get_server (fixture->server), "/v1/models",
                                "{\"data\":[{\"id\":\"m.gguf\",\"owned_by\":\"llamacpp\"}]}");
      answer = ask_agent_fixture_ask (fixture, "How can one end it?");
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 3);
      g_assert_true (ask_test_model_received (fixture->server, forms[i][1]));
      g_assert_true (ask_test_model_received (fixture->server, "step_1: 3 rows; columns document TEXT"));
      assert_clean (fixture);
      g_assert_cmpuint (answer->citations->len, ==, 3);
      g_assert_cmpstr (((AskCitation *) answer->citations->pdata[0])->heading, ==, "Notice");
      g_assert_nonnull (ask_answer_find_step (answer, "temp", 0));
      g_assert_cmpstr (ask_answer_find_step (answer, "temp", 0)->title, ==,
                       "Searched the documents for “notice contract”");
    }
}

/* Without documents nobody is told of the action, and there is none. */
static void
test_none (void)
{
  static const char *const replies[] = { SEARCH, "Final Answer: SELECT city FROM store", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;

  open_quiet (fixture);
  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "Which towns sound French?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_true (ask_test_model_received (fixture->server, "There is no tool search_documents. There are list_entities, describe_entities, query."));
  g_assert_false (ask_test_model_received (fixture->server, "There are documents, too"));
  g_assert_cmpuint (answer->citations->len, ==, 0);
}

static void
test_unknown (void)
{
  static const char *const replies[] = { "Action: browse\nAction Input: x", FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;
  g_autoptr (AskAnswer) answer = NULL;

  open_quiet (fixture);
  folder = add_documents (fixture);
  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "How can one end it?");
  g_assert_true (ask_test_model_received (fixture->server, "There is no tool browse. There are list_entities, "
                                                           "describe_entities, query, search_documents."));
}

static void
set_attributes (AskWorkspace *workspace, const char *entity, const char *member, const char *value)
{
  g_autoptr (GError) error = NULL;
  gint64 version = 0;
  g_autoptr (AskSchema) newest = ask_workspace_load_newest_schema (workspace, &version, &error);
  g_autoptr (AskSchema) draft = ask_schema_fork (newest);
  const AskEntity *old = ask_schema_find_entity (newest, entity);

  for (guint i = 0; i < old->attributes->len; i++)
    ask_schema_edit_set_attribute (draft, old->id, ((AskAttribute *) old->attributes->pdata[i])->name, member, value,
                                   &error);
  g_assert_no_error (error);
  ask_workspace_save_schema_from (workspace, &version, draft, "test", NULL, &error);
  g_assert_no_error (error);
}

/* Where a steward lets the text leave, the model reads whole passages, and may answer in a sentence of what stands there. */
static void
test_shared (void)
{
  static const char *const cases[][2] = {
    { FINAL "\nSentence: 47 days, in writing.", "47 days, in writing." },
    /* What no passage says is not shown. */
    { FINAL "\nSentence: 48 days, in writing.", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const replies[] = { SEARCH, cases[i][0], NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autofree char *folder = NULL;
      g_autoptr (AskAnswer) answer = NULL;

      open_quiet (fixture);
      folder = add_documents (fixture);
      set_attributes (fixture->workspace, "passages", "sharing", "yes");
      set_attributes (fixture->workspace, "documents", "sharing", "yes");
      ask_agent_fixture_script (fixture, replies);
      answer = ask_agent_fixture_ask (fixture, "How can one end it?");
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_true (ask_test_model_received (fixture->server, "Notice of 47 days in writing ends this contract."));
      /* The tables of documents come without rows of theirs. */
      g_assert_false (ask_test_model_received (fixture->server, "Some of its rows"));
      if (cases[i][1] != NULL)
        g_assert_cmpstr (answer->text, ==, cases[i][1]);
      else
        g_assert_null (strstr (answer->text, "48"));
    }
}

static gboolean
agree (const AskConsent *consent, AskConsentAnswer *answer, GCancellable *cancellable, gpointer data, GError **error)
{
  char **seen = data;

  *seen = g_strdup (consent->text);
  *answer = ASK_CONSENT_ONCE;
  return TRUE;
}

/* A person may let the passages of one search go, and sees whole what leaves. */
static void
test_consent (void)
{
  static const char *const replies[]
    = { SEARCH, "Thought: I need the text\nAction: show_rows\nAction Input: step_1", FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;
  g_autofree char *seen = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  open_quiet (fixture);
  folder = add_documents (fixture);
  ask_agent_fixture_script (fixture, replies);
  options.on_consent = agree;
  options.user_data = &seen;
  answer = ask_agent_ask (fixture->workspace, fixture->model, "How can one end it?", &options, NULL, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_nonnull (seen);
  g_assert_nonnull (strstr (seen, "Notice of 47 days in writing ends this contract."));
  g_assert_true (ask_test_model_received (fixture->server, "Notice of 47 days"));
  g_assert_false (ask_test_model_received (fixture->server, "900 euros"));
}

/* What a steward hides is not searched, by nobody. */
static void
test_hidden (void)
{
  static const char *const replies[] = { SEARCH, "I don't know: no data", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (AskAnswer) here = NULL;

  ask_agent_fixture_add_shop (fixture);
  folder = add_documents (fixture);
  set_attributes (fixture->workspace, "passages", "hidden", "true");
  here = ask_agent_fixture_ask (fixture, "search rent");
  g_assert_cmpint (here->status, !=, ASK_STATUS_ANSWERED);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "off", NULL));
  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "How can one end it?");
  g_assert_true (ask_test_model_received (fixture->server, "There is no tool search_documents."));
  g_assert_cmpuint (answer->citations->len, ==, 0);
}

static char *
list (const AskAnswer *answer)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < answer->citations->len; i++)
    {
      const AskCitation *citation = answer->citations->pdata[i];

      g_string_append_printf (text, "%s%s:%s:%" G_GINT64_FORMAT, i > 0 ? " " : "", citation->source, citation->path,
                              citation->number);
    }
  return g_strdup (text->str);
}

/* Whatever is made of passages says which ones: joins, groups, parts of queries, two sources at once. */
static void
test_citations (void)
{
  static const char *const cases[][2] = {
    { "SELECT text FROM passages WHERE passages MATCH 'wood' ORDER BY rank", "docs:contract.md:1 docs:contract.md:3" },
    { "SELECT count(*) FROM passages WHERE passages MATCH 'notice'", "docs:contract.md:2 docs:lease.md:2" },
    { "SELECT d.title, count(*) AS n FROM passages p JOIN documents d ON d.id = p.document WHERE p.passages MATCH 'notice' "
      "GROUP BY d.title HAVING n > 0 ORDER BY n LIMIT 1",
      "docs:contract.md:2 docs:lease.md:2" },
    { "SELECT s.city FROM store s JOIN passages p ON p.text LIKE '%' || s.city || '%'", "docs:contract.md:3" },
    { "WITH found AS (SELECT heading, document FROM passages WHERE passages MATCH 'rent') SELECT upper (heading) FROM found",
      "docs:lease.md:3" },
    { "SELECT x.text FROM (SELECT text FROM passages WHERE passages MATCH 'rent') AS x, store LIMIT 2",
      "docs:lease.md:3" },
    { "SELECT text FROM passages WHERE passages MATCH 'rent' UNION ALL SELECT text FROM more_passages WHERE more_passages "
      "MATCH 'rent'",
      "docs:lease.md:3 more:lease.md:3" },
    /* No passage is behind it. */
    { "SELECT city FROM store", "" },
    { "SELECT title FROM documents", "" },
    { "SELECT city FROM store WHERE EXISTS (SELECT 1 FROM passages)", "" },
    { "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n", "" },
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;
  g_autofree char *other = NULL;

  ask_agent_fixture_add_shop (fixture);
  folder = add_documents (fixture);
  other = g_build_filename (cache, "other-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (other));
  put (other, "lease.md", "# Lease\nA flat.\n## Notice\nNone.\n## Rent\nNo rent.\n");
  add_folder (fixture, "more", other);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
      g_autoptr (AskAnswer) answer = NULL;
      g_autofree char *found = NULL;

      options.sql = cases[i][0];
      answer = ask_agent_ask (fixture->workspace, NULL, "which passages", &options, NULL, NULL);
      g_test_message ("%s", cases[i][0]);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      found = list (answer);
      g_assert_cmpstr (found, ==, cases[i][1]);
    }
}

/* A model joins what its search found with a table: rows of both, cited, and nothing of a passage told. */
static void
test_both (void)
{
  static const char *const replies[]
    = { "Thought: look\nAction: search_documents\nAction Input: delivered",
        "Thought: join\nFinal Answer: SELECT s.city, t.document, t.text FROM step_1 AS t JOIN store AS s "
        "ON t.text LIKE '%' || s.city || '%'",
        NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  g_autofree char *found = NULL;

  open_quiet (fixture);
  folder = add_documents (fixture);
  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "To which of our cities do suppliers go?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 1);
  g_assert_cmpstr (ask_rows_get (answer->rows, 0, 0)->text, ==, "Paris");
  found = list (answer);
  g_assert_cmpstr (found, ==, "docs:contract.md:3");
  assert_clean (fixture);
  g_assert_false (ask_test_model_received (fixture->server, "delivered weekly"));
}

/* A word of a title is told as a hint: where it stands, and not what the title is. That it is a word of a text, too, says nothing. */
static void
test_bridge (void)
{
  static const char *const replies[] = { "I don't know: no", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;
  g_autoptr (AskAnswer) answer = NULL;

  open_quiet (fixture);
  folder = add_documents (fixture);
  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "Who signed the leese munich?");
  g_assert_true (ask_test_model_received (fixture->server, "- “munich”: in documents.title"));
  g_assert_false (ask_test_model_received (fixture->server, "words.word"));
  assert_clean (fixture);
}

/* Titles are words of questions; texts are searched, and not kept once more among the values. */
static void
test_values (void)
{
  static const char *const cases[][3] = { { "documents", "title", "known" },
                                          { "documents", "text", NULL },
                                          { "passages", "text", NULL },
                                          { "words", "word", NULL } };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;

  folder = add_documents (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) facts = ask_workspace_load_facts (fixture->workspace, "docs", cases[i][0], &error);
      gboolean known = FALSE;

      g_assert_no_error (error);
      for (guint k = 0; k < facts->len; k++)
        known |= g_str_equal (((const AskValueFacts *) facts->pdata[k])->column, cases[i][1]);
      g_assert_cmpint (known, ==, cases[i][2] != NULL);
    }
}

/* Two sources are searched at once, the best of both first. */
static void
test_two (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = NULL;
  g_autofree char *other = g_build_filename (cache, "two-XXXXXX", NULL);
  g_autoptr (AskAnswer) answer = NULL;
  g_autofree char *found = NULL;

  folder = add_documents (fixture);
  g_assert_nonnull (g_mkdtemp (other));
  put (other, "rent.txt", "Rent rent rent.\n");
  add_folder (fixture, "more", other);
  answer = ask_agent_fixture_ask (fixture, "search rent");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 2);
  found = list (answer);
  g_assert_nonnull (strstr (found, "docs:lease.md:3"));
  g_assert_nonnull (strstr (found, "more:rent.txt:1"));
}

static void
test_json (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *folder = add_documents (fixture);
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "search rent");
  g_autofree char *json = ask_answer_to_json (answer, NULL, 100);
  g_autoptr (AskAnswer) read = ask_answer_from_json (json, NULL);
  g_autofree char *again = ask_answer_to_json (read, NULL, 100);
  const AskCitation *citation = read->citations->pdata[0];
  g_autofree char *words = ask_citation_to_words (citation);

  g_assert_cmpstr (json, ==, again);
  g_assert_cmpuint (read->citations->len, ==, 1);
  g_assert_cmpstr (words, ==, "Lease Munich, Rent");
  g_assert_true (g_str_has_prefix (citation->uri, "file:///"));
  g_assert_true (g_str_has_prefix (citation->uri + strlen ("file://"), folder));
  g_assert_true (g_str_has_suffix (citation->uri, "/lease.md"));
  g_assert_cmpstr (citation->text, ==, "The rent is 900 euros.");
}

static int
remove_one (const char *path, const struct stat *info, int kind, struct FTW *place)
{
  return remove (path);
}

/* A citation says which page, passage or row it is, and says it once. */
static void
test_words (void)
{
  static const struct
  {
    const char *title;
    const char *path;
    gboolean row;
    gint64 page;
    const char *heading;
    gint64 number;
    const char *words;
  } cases[] = {
    { "Lease", "lease.pdf", FALSE, 3, "Notice", 5, "Lease, page 3, Notice" },
    { "Lease", "lease.txt", FALSE, 0, NULL, 5, "Lease, passage 5" },
    { "Printer", "7", TRUE, 0, NULL, 1, "Printer, row 7" },
    { "Printer", "7", TRUE, 0, NULL, 2, "Printer, row 7, passage 2" },
    { "ticket 8", "8", TRUE, 0, NULL, 1, "ticket 8" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskCitation) citation = ask_citation_new ();
      g_autofree char *words = NULL;

      citation->title = g_strdup (cases[i].title);
      citation->path = g_strdup (cases[i].path);
      citation->row = cases[i].row;
      citation->page = cases[i].page;
      citation->heading = g_strdup (cases[i].heading);
      citation->number = cases[i].number;
      words = ask_citation_to_words (citation);
      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

int
main (int argc, char **argv)
{
  int code;

  cache = g_dir_make_tmp ("askdata-test-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/search/a-rule-finds-passages-here", test_here);
  g_test_add_func ("/agent/search/each-form-searches-and-tells-counts", test_forms);
  g_test_add_func ("/agent/search/without-documents-there-is-no-such-action", test_none);
  g_test_add_func ("/agent/search/whoever-calls-no-tool-is-told-of-all", test_unknown);
  g_test_add_func ("/agent/search/shared-text-is-read-and-said", test_shared);
  g_test_add_func ("/agent/search/a-person-lets-passages-go", test_consent);
  g_test_add_func ("/agent/search/what-is-hidden-is-not-searched", test_hidden);
  g_test_add_func ("/agent/search/an-answer-cites-its-passages", test_citations);
  g_test_add_func ("/agent/search/tables-and-passages-are-joined-and-cited", test_both);
  g_test_add_func ("/agent/search/a-title-in-the-question-is-a-hint", test_bridge);
  g_test_add_func ("/agent/search/texts-are-no-values", test_values);
  g_test_add_func ("/agent/search/two-sources-are-searched-at-once", test_two);
  g_test_add_func ("/agent/search/citations-are-kept-as-json", test_json);
  g_test_add_func ("/agent/search/a-citation-says-where-it-is", test_words);
  code = g_test_run ();
  nftw (cache, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  g_free (cache);
  return code;
}
