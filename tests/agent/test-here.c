/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of answers without a model: plain questions, readings, questions that are asked back, and what is no question
 * about the data at all.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "ask-agent-fixture.h"
#include "base/ask-text.h"

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static gint64
get_number (const AskAnswer *answer)
{
  g_assert_nonnull (answer->rows);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 1);
  return ask_rows_get (answer->rows, 0, 0)->integer;
}

static void
test_count (void)
{
  static const struct
  {
    const char *question;
    gint64 number;
    const char *reading;
  } cases[] = {
    { "how many albums are there?", 4, "Counted: album." },
    { "How many ARTISTS do we have", 3, "Counted: artist." },
    { "count the albums", 4, "Counted: album." },
    { "number of albums", 4, "Counted: album." },
    { "Wie viele Album gibt es?", 4, "Counted: album." },
    { "how many countries are there?", 2, "Shown: number of different country of artist." },
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_music (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, cases[i].question);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpint (get_number (answer), ==, cases[i].number);
      g_assert_cmpstr (answer->reading, ==, cases[i].reading);
      g_assert_cmpstr (ask_answer_get_by (answer), ==, "here");
      g_assert_null (answer->model);
      g_assert_null (answer->verified);
      g_assert_cmpstr (answer->sources->pdata[0], ==, "music");
      g_assert_nonnull (ask_answer_find_step (answer, "select", 0));
      g_assert_nonnull (ask_answer_find_step (answer, "sql", 0)->rows);
      g_assert_nonnull (ask_answer_find_step (answer, "answer", 0));
      g_assert_null (ask_answer_find_step (answer, "sent", 0));
    }
}

static void
test_show (void)
{
  static const struct
  {
    const char *question;
    guint n_rows;
    guint n_columns;
  } cases[] = {
    { "show albums", 4, 4 },     { "list all the artists", 3, 3 },    { "Zeige Album", 4, 4 },
    { "show me titles", 4, 1 },  { "list country please", 2, 1 },     { "show albums as a pie chart", 4, 4 },
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_music (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, cases[i].question);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, cases[i].n_rows);
      g_assert_cmpuint (ask_rows_get_n_columns (answer->rows), ==, cases[i].n_columns);
    }
}

static void
test_describe (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_music (fixture);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "describe albums");

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (answer->text, ==, "album has 4 attributes. Its key is album_id. It belongs together with artist.");
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 4);
  g_assert_cmpstr (ask_rows_get (answer->rows, 1, 0)->text, ==, "title");
  g_assert_cmpint (ask_rows_get (answer->rows, 0, 2)->integer, ==, 1);
  g_assert_null (answer->sql);

  /* The history holds the same. */
  g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (fixture->workspace, answer->history_id, &error);
  g_assert_no_error (error);

  g_autoptr (AskAnswer) kept = ask_answer_from_json (entry->answer, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (kept->reading, ==, answer->reading);
  g_assert_cmpstr (ask_answer_get_by (kept), ==, "here");
}

/* Of what is large only the first rows are shown, and the reading says so. Of what is not known, too: an API. */
static void
test_large (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GString) rows = g_string_new ("[");

  for (guint i = 0; i < 1001; i++)
    g_string_append_printf (rows, "%s{\"shipment_id\":%u,\"store_id\":2,\"carrier\":\"A\"}", i > 0 ? "," : "", i);
  g_string_append_c (rows, ']');
  ask_agent_fixture_add_api (fixture, rows->str);
  ask_agent_fixture_add_sqlite (fixture, "log",
                                "CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT);"
                                "INSERT INTO line VALUES (1000000, 'a');"
                                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)"
                                "  INSERT INTO line SELECT i, 'b' FROM n");

  g_autoptr (AskAnswer) api = ask_agent_fixture_ask (fixture, "show shipments");
  g_autoptr (AskAnswer) counted = ask_agent_fixture_ask (fixture, "how many shipments");
  g_autoptr (AskAnswer) lines = ask_agent_fixture_ask (fixture, "list lines");

  g_assert_cmpuint (api->n_rows, ==, 1000);
  g_assert_cmpstr (api->reading, ==, "Shown: shipment, only the first 1000.");
  g_assert_cmpint (get_number (counted), ==, 1001);
  g_assert_cmpuint (lines->n_rows, ==, 1000);
  g_assert_cmpstr (lines->reading, ==, "Shown: line, only the first 1000.");
}

/* Returns: (transfer full): a name of one to three words, as careless people give them */
static char *
draw_name (void)
{
  static const char *const words[]
    = { "order", "group", "select", "count", "show", "all", "the", "of", "Ärzte", "straße", "two", "2024", "x", "ids",
        "Status", "class", "data", "series", "news", "How", "list", "É", "items", "Box", "city", "Kunden", "table" };
  static const char *const joints[] = { "_", " ", "", "-", "__", ".", "'", "\"\"" };
  g_autoptr (GString) name = g_string_new (words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);

  for (int n = g_test_rand_int_range (0, 3); n > 0; n--)
    g_string_append_printf (name, "%s%s", joints[g_test_rand_int_range (0, G_N_ELEMENTS (joints))],
                            words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
  return g_strdup (name->str);
}

/* What a plain question gives: an answer, or a choice among things of one name. */
static void
assert_plain (AskAgentFixture *fixture, const char *before, const char *name, const char *behind)
{
  g_autofree char *words = ask_text_to_words (name);
  g_autofree char *question = g_strconcat (before, words, behind, NULL);
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, question);
  const AskTraceStep *thought;

  if (answer->status == ASK_STATUS_CLARIFY)
    g_assert_cmpuint (answer->choices->len, >=, 2);
  else if (answer->status != ASK_STATUS_ANSWERED || answer->reading == NULL)
    g_error ("“%s” gives %s: %s", question, ask_status_to_string (answer->status), answer->text);
  /* A table may be called "all data": several readings, which agree. */
  thought = ask_answer_find_step (answer, "thought", 0);
  if (thought != NULL)
    g_assert_cmpstr (thought->title, ==, "Nobody has to be asked");
}

/* Whatever things are called, keywords, signs and words of asking included. */
static void
test_drawn_names (void)
{
  guint n_rounds = g_test_slow () ? 40 : 4;

  for (guint round = 0; round < n_rounds; round++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (GString) sql = g_string_new (NULL);
      g_autoptr (AskSchema) schema = NULL;

      for (guint t = 0; t < 3; t++)
        {
          g_autofree char *table = draw_name ();
          g_autofree char *first = draw_name ();
          g_autofree char *second = draw_name ();

          g_string_append_printf (sql, "CREATE TABLE \"%s%u\" (\"%s\" INTEGER, \"%s_b\" TEXT);", table, t, first, second);
          g_string_append_printf (sql, "INSERT INTO \"%s%u\" VALUES (1, 'a'), (2, 'b');", table, t);
        }
      ask_agent_fixture_add_sqlite (fixture, "drawn", sql->str);
      schema = ask_workspace_load_schema (fixture->workspace, NULL);
      g_assert_cmpuint (schema->entities->len, ==, 3);
      for (guint e = 0; e < schema->entities->len; e++)
        {
          const AskEntity *entity = schema->entities->pdata[e];

          assert_plain (fixture, "how many ", entity->name, " are there?");
          assert_plain (fixture, "Show ", entity->name, "");
          assert_plain (fixture, "describe the ", entity->name, "");
          for (guint a = 0; a < entity->attributes->len; a++)
            assert_plain (fixture, "list all ", ((const AskAttribute *) entity->attributes->pdata[a])->name, "");
        }
    }
}

/* Two things are called so: the question is asked back, and a choice answers it. */
static void
test_choice (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_music (fixture);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "show names");

  g_assert_cmpint (answer->status, ==, ASK_STATUS_CLARIFY);
  assert_has (answer->text, "(1) Shown, each once: name of artist. 3 rows.");
  assert_has (answer->text, "(2) Shown, each once: name of label. 2 rows.");
  g_assert_cmpuint (answer->choices->len, ==, 2);
  g_assert_cmpint (((AskAnswerChoice *) answer->choices->pdata[1])->n_rows, ==, 2);
  g_assert_null (answer->rows);
  g_assert_null (ask_answer_get_by (answer));

  g_autofree char *json = ask_answer_to_json (answer, NULL, 10);
  g_autoptr (AskAnswer) kept = ask_answer_from_json (json, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (kept->choices->len, ==, 2);

  for (guint i = 1; i <= 3; i++)
    {
      AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
      g_autoptr (AskAnswer) chosen = NULL;

      options.reading = i;
      chosen = ask_agent_ask (fixture->workspace, NULL, "show names", &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (chosen->status, ==, i < 3 ? ASK_STATUS_ANSWERED : ASK_STATUS_UNANSWERABLE);
      if (i < 3)
        g_assert_cmpuint (chosen->n_rows, ==, 4 - i);
      else
        g_assert_cmpstr (chosen->text, ==, "There is no reading 3 of this question, only 2.");
    }
}

/* What no rule knows is read: whatever comes of it says where it comes from. */
static void
test_reading (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  ask_agent_fixture_add_music (fixture);
  options.reading = 1;

  g_autoptr (AskAnswer) answer
    = ask_agent_ask (fixture->workspace, NULL, "Which artists are from Germany?", &options, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (ask_answer_get_by (answer), ==, "here");
  g_assert_nonnull (answer->reading);
  g_assert_nonnull (answer->sql);
  g_assert_nonnull (answer->rows);
  g_assert_nonnull (ask_answer_find_step (answer, "route", 0));
  assert_has (ask_answer_find_step (answer, "select", 0)->detail, "artist");
  assert_has (ask_answer_find_step (answer, "values", 0)->detail, "Germany");
  assert_has (ask_answer_find_step (answer, "thought", 0)->detail, answer->reading);
  g_assert_cmpstr (ask_json_get_string (ask_answer_find_step (answer, "sql", 0)->fields, "sql"), ==, answer->sql);
}

/* Where to look is known for as long as the workspace stays what it is, and no longer. */
static void
test_new_source (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  options.reading = 1;
  ask_agent_fixture_add_music (fixture);
  ask_agent_fixture_add_shop (fixture);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskAnswer) answer = NULL;
      const char *why;

      if (i == 2)
        ask_agent_fixture_add_sqlite (fixture, "space",
                                      "CREATE TABLE planet (planet_id INTEGER PRIMARY KEY, name TEXT, moons INTEGER);"
                                      "INSERT INTO planet VALUES (1, 'Mars', 2), (2, 'Venus', 0)");
      answer = ask_agent_ask (fixture->workspace, NULL, "Which planets and artists have moons?", &options, NULL, &error);
      g_assert_no_error (error);
      why = ask_answer_find_step (answer, "route", 0)->detail;
      assert_has (why, i == 2 ? "space (" : "music (");
      g_assert_cmpint (strstr (why, "space (") != NULL, ==, i == 2);
    }
}

/* The setting decides whether a model that is set is asked what is sure without it. */
static void
test_first (void)
{
  static const char *const replies[] = { "Final Answer: SELECT count(*) AS n FROM label", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_music (fixture);
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", NULL, &error));
  g_assert_true (ask_agent_is_here_first (fixture->workspace));

  g_autoptr (AskAnswer) here = ask_agent_fixture_ask (fixture, "how many albums are there?");
  g_assert_cmpstr (ask_answer_get_by (here), ==, "here");
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 0);

  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "off", &error));

  g_autoptr (AskAnswer) model = ask_agent_fixture_ask (fixture, "how many albums are there?");
  g_assert_cmpstr (ask_answer_get_by (model), ==, "model");
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
  g_assert_cmpint (get_number (model), ==, 2);
}

/* What is not sure goes to the model, and leaves no trace of another answer. */
static void
test_not_sure (void)
{
  static const char *const replies[] = { "Final Answer: SELECT count(*) AS n FROM label", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_music (fixture);
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "on", &error));

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "How groovy is the zeppelin?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (ask_answer_get_by (answer), ==, "model");
  g_assert_null (answer->reading);
  g_assert_cmpuint (answer->choices->len, ==, 0);
}

/* What is sure is the answer; what is not is asked back; what is not about the data is neither. */
static void
test_decided (void)
{
  static const struct
  {
    const char *question;
    AskStatus status;
    const char *text; /* a part of it */
  } cases[] = {
    { "How many artists have the country Germany?", ASK_STATUS_ANSWERED, "2" },
    { "How many albums cost more than 8?", ASK_STATUS_ANSWERED, "2" },
    { "best artist", ASK_STATUS_CLARIFY, "(1) Shown: name of artist. 3 rows." },
    /* One that is likely by far stands alone. */
    { "records Scorpions", ASK_STATUS_CLARIFY,
      "Is this what you mean? (1) Shown: name of artist. Only where: name of artist is Scorpions. 1 row." },
    /* Few words are asked back. */
    { "albums by country", ASK_STATUS_CLARIFY, "country" },
    /* It knows the words, so what it guesses is asked about, however unlikely. */
    { "country albums", ASK_STATUS_CLARIFY, "you mean?" },
    { "artist price label", ASK_STATUS_CLARIFY, "(1) Shown" },
    /* It does not know a word, and nothing is likelier than all else together. */
    { "groovy zeppelin albums", ASK_STATUS_UNANSWERABLE, "“groovy”" },
    /* A reading is likely by itself, but no word leads to it. */
    { "How many zeppelins are there?", ASK_STATUS_UNANSWERABLE, "“zeppelins”" },
  };
  static const char *const replies[] = { "Final Answer: SELECT count(*) AS n FROM label", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAgentFixture) other = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_music (fixture);
  ask_agent_fixture_add_music (other);
  ask_agent_fixture_script (other, replies);
  g_assert_true (ask_workspace_set_setting (other->workspace, "model/answer-here-first", "on", &error));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean sure = cases[i].status == ASK_STATUS_ANSWERED;
      AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
      g_autoptr (AskAnswer) answer
        = ask_agent_ask (fixture->workspace, NULL, cases[i].question, &options, NULL, &error);

      g_test_message ("%s", cases[i].question);
      g_assert_no_error (error);
      g_assert_cmpint (answer->status, ==, cases[i].status);
      assert_has (answer->text, cases[i].text);
      g_assert_cmpint (answer->rows != NULL, ==, sure);
      g_assert_cmpint (ask_answer_find_step (answer, "sql", 0) != NULL, ==, sure);
      if (sure)
        g_assert_cmpint (get_number (answer), ==, 2);
      g_assert_cmpint (answer->choices->len > 0, ==, cases[i].status == ASK_STATUS_CLARIFY);
      g_assert_cmpint (answer->suggestions->len > 0, ==, cases[i].status == ASK_STATUS_UNANSWERABLE);
    }

  /* A model is asked only for what is not sure. */
  g_autoptr (AskAnswer) here = ask_agent_fixture_ask (other, cases[0].question);
  g_assert_cmpstr (ask_answer_get_by (here), ==, "here");
  g_assert_cmpint (get_number (here), ==, 2);
  g_assert_cmpuint (ask_test_model_get_n_chats (other->server), ==, 0);

  g_autoptr (AskAnswer) model = ask_agent_fixture_ask (other, "records Scorpions");
  g_assert_cmpstr (ask_answer_get_by (model), ==, "model");
  g_assert_cmpuint (model->choices->len, ==, 0);
}

/* Words put together in any way: what is offered is likely, and no reading beside it that is likely is held back. */
static void
test_likely (void)
{
  static const char *const words[] = { "average", "album",   "price", "artist", "country", "label", "name", "title",
                                       "top",     "longest", "by",    "of",     "Germany", "each",  "best", "number" };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  guint n_asked = 0;

  ask_agent_fixture_add_music (fixture);
  for (guint i = 0; i < (g_test_slow () ? 400 : 30); i++)
    {
      g_autoptr (GString) question = g_string_new (NULL);
      g_autoptr (AskAnswer) answer = NULL;
      g_autoptr (AskInterpretation) found = NULL;

      for (int w = g_test_rand_int_range (2, 5); w > 0; w--)
        g_string_append_printf (question, "%s ", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
      g_test_message ("%s", question->str);
      answer = ask_agent_fixture_ask (fixture, question->str);
      found = ask_agent_interpret (fixture->workspace, question->str, NULL, &error);
      g_assert_no_error (error);
      /* Plain questions have no odds. */
      if (answer->status != ASK_STATUS_CLARIFY || found->confident || ask_answer_find_step (answer, "route", 0) == NULL)
        continue;
      n_asked++;
      for (guint r = 0; r < MIN (found->readings->len, 4); r++)
        {
          const AskQuestionReading *reading = found->readings->pdata[r];
          double best = ((AskQuestionReading *) found->readings->pdata[0])->score;

          g_assert_cmpint (r < answer->choices->len, ==, reading->score >= MAX (0.05, 0.1 * best));
        }
      /* With a word that is not known, one alone has to be likelier than all else. */
      g_assert_true (found->unknown->len == 0 || answer->choices->len > 1
                     || ((AskQuestionReading *) found->readings->pdata[0])->score >= 0.5);
    }
  g_test_message ("%u were asked back", n_asked);
}

/* A table that is gone since: without a model that is an error, with one the model may know better. */
static void
test_failing (void)
{
  static const char *const replies[] = { "Final Answer: SELECT count(*) AS n FROM artist", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "music.sqlite", NULL);
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  sqlite3 *database = NULL;

  ask_agent_fixture_add_music (fixture);
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "on", &error));
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "DROP TABLE label", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);

  g_autoptr (AskAnswer) model = ask_agent_fixture_ask (fixture, "how many labels are there?");
  g_assert_cmpstr (ask_answer_get_by (model), ==, "model");
  g_assert_cmpint (get_number (model), ==, 3);
  g_assert_null (model->reading);

  g_autoptr (AskAnswer) alone
    = ask_agent_ask (fixture->workspace, NULL, "how many labels are there?", &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (alone->status, ==, ASK_STATUS_FAILED);
  assert_has (alone->text, "label");
}

/* Small words alone name nothing, even where there is only one thing to be asked for. */
static void
test_stop_words (void)
{
  static const char *const questions[] = { "what is the of?", "which of the?", "is there?", "the" };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_sqlite (fixture, "music",
                                "CREATE TABLE album (title TEXT); INSERT INTO album VALUES ('Rocks'), ('Blackout');");
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, questions[i]);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_UNANSWERABLE);
      g_assert_cmpuint (answer->choices->len, ==, 0);
      g_assert_null (ask_answer_find_step (answer, "sql", 0));
    }
}

static void
test_sql (void)
{
  static const struct
  {
    const char *text;
    gboolean is_sql;
  } cases[] = {
    { "SELECT * FROM album", TRUE },
    { "select * from album where price > 3", TRUE },
    { "  select count(*) from album;", TRUE },
    { "DROP TABLE album", TRUE },
    { "delete from album", TRUE },
    { "Update album set price = 0", TRUE },
    { "WITH a AS (SELECT 1) SELECT * FROM a", TRUE },
    { "select albums from Germany", FALSE },
    { "update me on the albums", FALSE },
    { "with whom did the artist play", FALSE },
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_music (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, cases[i].text);

      g_assert_cmpint (answer->remedy == ASK_REMEDY_SQL, ==, cases[i].is_sql);
      if (!cases[i].is_sql)
        continue;
      g_assert_cmpint (answer->status, ==, ASK_STATUS_UNANSWERABLE);
      assert_has (answer->text, "This is SQL and no question.");
      g_assert_null (ask_answer_find_step (answer, "sql", 0));
    }
}

static void
assert_unharmed (AskAgentFixture *fixture)
{
  g_autoptr (AskAnswer) albums = ask_agent_fixture_ask (fixture, "how many albums");
  g_autoptr (AskAnswer) artists = ask_agent_fixture_ask (fixture, "how many artists");

  g_assert_cmpint (get_number (albums), ==, 4);
  g_assert_cmpint (get_number (artists), ==, 3);
}

/* Whatever is typed, it is answered in words, and only readings run: each one SELECT of what there is. */
static void
test_bad_input (void)
{
  static const char *const questions[] = {
    "customers named '; DROP TABLE album",
    "customers named ''; DELETE FROM artist; --'",
    "artists named \"x\" OR 1=1 --",
    "show album; drop table artist",
    "how many album\"; delete from artist; --",
    "artists from Germany' UNION SELECT * FROM sqlite_master --",
    "アルバムはいくつありますか",
    "сколько альбомов у артиста?",
    "كم عدد الألبومات",
    "combien d'albums y a-t-il ?",
    "albums \x01\x02\x1b[31m\x7f artists",
    "albums \xff\xfe\x80 artists",
    "a",
    "''''''''\"\"\"\"%%%% artist",
    "%s %n %d albums",
    "\u202e\u200b albums \ufeff",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
    "99999999999999999999999999999999999999 albums",
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskEngine) engine = NULL;

  ask_agent_fixture_add_music (fixture);
  engine = ask_workspace_open_engine (fixture->workspace, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, questions[i]);

      g_assert_cmpint (answer->status, !=, ASK_STATUS_FAILED);
      if (answer->sql != NULL)
        g_assert_true (ask_engine_check (engine, answer->sql, NULL));
      for (guint c = 0; c < answer->choices->len; c++)
        g_assert_true (ask_engine_check (engine, ((AskAnswerChoice *) answer->choices->pdata[c])->sql, NULL));
    }
  assert_unharmed (fixture);
}

/* Ten thousand bytes of anything. */
static void
test_nonsense (void)
{
  static const char letters[] = "abcdefg hij klm nop qrs tuv 0123 ' \" ; ( ) % , . - _ ä € \n\t\x01 albums artist ";
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_music (fixture);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GString) text = g_string_new ("x");

      while (text->len < 9990)
        g_string_append_c (text, i == 0 ? 'a' : letters[g_test_rand_int_range (0, sizeof letters - 1)]);

      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, text->str);
      g_assert_cmpint (answer->status, !=, ASK_STATUS_FAILED);
      g_assert_cmpuint (strlen (answer->text), <, 2000);
    }
  assert_unharmed (fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/here/how-many-of-what-is-named-is-counted", test_count);
  g_test_add_func ("/agent/here/what-is-named-is-shown", test_show);
  g_test_add_func ("/agent/here/whatever-things-are-called-they-can-be-asked-for", test_drawn_names);
  g_test_add_func ("/agent/here/of-much-the-first-rows-are-shown", test_large);
  g_test_add_func ("/agent/here/what-is-named-is-described", test_describe);
  g_test_add_func ("/agent/here/what-two-things-are-called-is-asked-back", test_choice);
  g_test_add_func ("/agent/here/a-reading-is-run-and-says-how-it-came-about", test_reading);
  g_test_add_func ("/agent/here/a-new-source-is-found-at-once", test_new_source);
  g_test_add_func ("/agent/here/a-setting-says-whether-a-model-is-asked-first", test_first);
  g_test_add_func ("/agent/here/what-is-not-sure-goes-to-the-model", test_not_sure);
  g_test_add_func ("/agent/here/what-is-sure-is-answered-and-what-is-not-is-asked-back", test_decided);
  g_test_add_func ("/agent/here/only-likely-readings-are-offered", test_likely);
  g_test_add_func ("/agent/here/what-fails-here-goes-to-the-model", test_failing);
  g_test_add_func ("/agent/here/small-words-alone-are-about-nothing", test_stop_words);
  g_test_add_func ("/agent/here/sql-is-sent-to-its-page", test_sql);
  g_test_add_func ("/agent/here/nothing-but-readings-runs", test_bad_input);
  g_test_add_func ("/agent/here/ten-kilobytes-of-nonsense-are-answered", test_nonsense);
  return g_test_run ();
}
