/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model is told before its first turn, as the bytes that reach its server say it.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-context.h"
#include "ask-agent-fixture.h"
#include "llm/ask-openai.h"
#include "llm/ask-prompt.h"

#define GIVE_UP "I don't know: nothing"

/* The first messages of the system and of the user, of each question that was asked. */
typedef struct
{
  AskAgentFixture *fixture;
  GPtrArray *systems;
  GPtrArray *questions;
} Told;

static char *
reply (const char *last_user, JsonObject *request, gpointer user_data)
{
  Told *told = user_data;
  JsonArray *messages = json_object_get_array_member (request, "messages");

  g_ptr_array_add (told->systems,
                   g_strdup (json_object_get_string_member (json_array_get_object_element (messages, 0), "content")));
  g_ptr_array_add (told->questions, g_strdup (last_user));
  return g_strdup (GIVE_UP);
}

static void
set_up (Told *told, gconstpointer data)
{
  told->fixture = ask_agent_fixture_new ();
  told->systems = g_ptr_array_new_with_free_func (g_free);
  told->questions = g_ptr_array_new_with_free_func (g_free);
  ask_agent_fixture_script_func (told->fixture, reply, told);
  /* What is told where nobody chooses among the tables beforehand. */
  g_assert_true (ask_workspace_set_setting (told->fixture->workspace, "model/select", "off", NULL));
}

static void
tear_down (Told *told, gconstpointer data)
{
  ask_agent_fixture_free (told->fixture);
  g_ptr_array_unref (told->systems);
  g_ptr_array_unref (told->questions);
}

static void
ask (Told *told, const char *question)
{
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (told->fixture, question);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_UNANSWERABLE);
}

static const char *
get_view (Told *told, guint nth)
{
  return strstr (told->systems->pdata[nth], "Tables:\n");
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in:\n%s", part, text);
}

static void
assert_lacks (const char *text, const char *part)
{
  if (strstr (text, part) != NULL)
    g_error ("“%s” is in:\n%s", part, text);
}

static void
set (Told *told, const char *setting, const char *value)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_set_setting (told->fixture->workspace, setting, value, &error));
  g_assert_no_error (error);
}

/* @edit changes the schema as a steward does. */
static void
edit (Told *told, void (*change) (AskSchema *schema))
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) loaded = ask_workspace_load_schema (told->fixture->workspace, &error);
  g_autoptr (AskSchema) schema = ask_schema_copy (loaded);

  change (schema);
  g_assert_true (ask_workspace_save_schema (told->fixture->workspace, schema, "test", &error));
  g_assert_no_error (error);
}

static void
test_whole (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_shop (told->fixture);
  ask (told, "Which city has the dearest sale?");
  ask (told, "What is the average total of a store?");
  /* The same bytes for each question: a server that keeps what it has read need not read it again. */
  g_assert_cmpstr (told->systems->pdata[0], ==, told->systems->pdata[1]);
  /* Where all tables lie in one place, no table says so. */
  assert_has (get_view (told, 0), "CREATE TABLE store (\n");
  assert_has (get_view (told, 0), "store_id INTEGER REFERENCES store (id),\n");
  assert_lacks (get_view (told, 0), "Further tables");
}

static void
test_places (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_shop (told->fixture);
  ask_agent_fixture_add_api (told->fixture, "[]");
  ask (told, "Which city has the dearest sale?");
  assert_has (get_view (told, 0), "CREATE TABLE store ( -- database shop\n");
  assert_has (get_view (told, 0), "CREATE TABLE shipment ( -- web API logistics\n");
}

/* A model reads it at each turn of each question. */
static void
test_short (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_shop (told->fixture);
  ask (told, "Which city has the dearest sale?");
  g_assert_cmpint (get_view (told, 0) - (const char *) told->systems->pdata[0], <, 1650);
}

static void
describe_source (AskSchema *schema)
{
  AskSchemaSource *source = ask_schema_own_source (schema, "shop");

  g_ptr_array_add (source->statements, g_strdup ("churn: share of customers who left in a year"));
  ask_entity_add_metric (ask_schema_own_entity (schema, ask_schema_find_entity (schema, "sale")->id), "revenue",
                         "sum(total)");
}

static void
test_steward (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_shop (told->fixture);
  edit (told, describe_source);
  ask (told, "What is our churn?");
  assert_has (get_view (told, 0), "-- in shop, churn: share of customers who left in a year");
  assert_has (get_view (told, 0), "revenue = sum(total)");
}

/* More than fits: each of them has a number. */
static void
state_much (AskSchema *schema)
{
  AskSchemaSource *source = ask_schema_own_source (schema, "shop");

  for (guint i = 0; i < 400; i++)
    g_ptr_array_add (source->statements,
                     g_strdup_printf ("rule %u: nothing is counted before it was settled by the clerk of the day", i));
  g_ptr_array_add (source->statements, g_strdup ("churn: share of customers who left in a year"));
}

static void
test_much_said (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_shop (told->fixture);
  edit (told, state_much);
  set (told, "model/context-length", "5000");
  ask (told, "What is our churn?");
  /* What the question speaks of, what fits beside it, and that there is more. */
  assert_has (get_view (told, 0), "-- in shop, churn: share of customers who left in a year");
  assert_has (get_view (told, 0), "-- in shop, rule 0:");
  assert_lacks (get_view (told, 0), "-- in shop, rule 399:");
  assert_has (get_view (told, 0), " more such lines are left out.)");
  /* Where all tables lie in one place, no table says so. */
  assert_has (get_view (told, 0), "CREATE TABLE store (\n");
  g_assert_cmpuint (ask_prompt_count_tokens (get_view (told, 0)), <, 2000);
}

static void
add_many (Told *told, guint n)
{
  g_autoptr (GString) sql
    = g_string_new ("CREATE TABLE violin (violin_id INTEGER PRIMARY KEY, maker TEXT, price REAL);");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (sql,
                            "CREATE TABLE log_%u (log_id INTEGER PRIMARY KEY, written_on DATE, text_of_line TEXT,"
                            " level INTEGER, host_name TEXT);",
                            i);
  ask_agent_fixture_add_sqlite (told->fixture, "many", sql->str);
}

static void
test_many (Told *told, gconstpointer data)
{
  add_many (told, 249);
  set (told, "model/context-length", "5000");
  ask (told, "Which maker has the dearest violin?");
  g_assert_cmpuint (ask_prompt_count_tokens (get_view (told, 0)), <, 2000);
  /* What is needed comes first and whole, some by name, and how many more there are. */
  assert_has (get_view (told, 0), "Tables:\nCREATE TABLE violin (");
  assert_has (get_view (told, 0), "price REAL");
  assert_has (get_view (told, 0), "-- Further tables, which describe_entities tells more of: log_");
  assert_has (get_view (told, 0), " more, which list_entities names");
}

static void
test_wide (Told *told, gconstpointer data)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE sensor (sensor_id INTEGER PRIMARY KEY");

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (sql, ", channel_number_%u REAL", i);
  g_string_append (sql, ", humidity REAL); CREATE TABLE room (room_id INTEGER PRIMARY KEY, floor INTEGER);");
  ask_agent_fixture_add_sqlite (told->fixture, "wide", sql->str);
  set (told, "model/context-length", "4000");
  ask (told, "What is the greatest humidity of any sensor?");
  assert_has (get_view (told, 0), "humidity REAL");
  assert_has (get_view (told, 0), "sensor_id INTEGER PRIMARY KEY");
  assert_has (get_view (told, 0), " more columns");
  g_assert_cmpuint (ask_prompt_count_tokens (get_view (told, 0)), <, 1600);
}

static void
hide_salary (AskSchema *schema)
{
  AskEntity *entity = ask_schema_own_entity (schema, ask_schema_find_entity (schema, "person")->id);

  ask_entity_find_attribute (entity, "salary")->sensitive = TRUE;
}

/* 40 rows: heights and salaries are numbers in text but for two, every second comment is empty. */
static void
add_people (Told *told, guint n)
{
  g_autoptr (GString) sql
    = g_string_new ("CREATE TABLE person (person_id INTEGER PRIMARY KEY, height TEXT, salary TEXT, comment TEXT);");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (sql, "INSERT INTO person VALUES (%u, '%s%u', '%s%u', %s);", i, i < 2 ? "ca. " : "", 150 + i,
                            i < 2 ? "ca. " : "", 2000 + i, i % 2 == 0 ? "'x'" : "NULL");
  ask_agent_fixture_add_sqlite (told->fixture, "people", sql->str);
}

static void
test_facts (Told *told, gconstpointer data)
{
  add_people (told, 40);
  edit (told, hide_salary);
  ask (told, "Who is taller than all others?");
  assert_has (get_view (told, 0), "height TEXT, -- numbers kept as text, but about 2 of 40 are not\n");
  assert_has (get_view (told, 0), "comment TEXT -- about 50 % are empty");
  assert_has (get_view (told, 0), "salary TEXT, -- sensitive: only where it is asked for\n");
  set (told, "model/facts", "off");
  ask (told, "Who is taller than all others?");
  assert_lacks (get_view (told, 1), "kept as text");
  assert_lacks (get_view (told, 1), "are empty");
}

static void
test_few_rows (Told *told, gconstpointer data)
{
  add_people (told, 19);
  ask (told, "Who is taller than all others?");
  assert_lacks (get_view (told, 0), "kept as text");
  assert_lacks (get_view (told, 0), "are empty");
}

#define MUSIC \
  "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT);" \
  "CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER, price REAL);" \
  "INSERT INTO artist VALUES (1, 'Aerosmith', 'United States'), (2, 'Scorpions', 'Germany');" \
  "INSERT INTO album VALUES (1, 'Rocks', 1, 9.5), (2, 'Blackout', 2, 7);"

static void
test_likely (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_sqlite (told->fixture, "music", MUSIC);
  ask (told, "Which artist has the most albums?");
  assert_has (get_view (told, 0), "-- likely, but not declared: artist_id refers to artist(artist_id)");
}

static void
name_with_dots (AskSchema *schema)
{
  AskEntity *entity = ask_schema_own_entity (schema, ask_schema_find_entity (schema, "home")->id);

  g_free (entity->name);
  entity->name = g_strdup ("home.of.runners");
}

static void
test_links (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_sqlite (told->fixture, "music", MUSIC);
  ask (told, "albums of aerosmith that cost the most");
  assert_has (told->questions->pdata[0], "Question: albums of aerosmith that cost the most");
  assert_has (told->questions->pdata[0], "- “aerosmith”: in artist.name");
  assert_has (told->questions->pdata[0], "- “cost”: column album.price");
  /* Who reads the tables sees it; and "of" means nothing. */
  assert_lacks (told->questions->pdata[0], "- “albums”");
  assert_lacks (told->questions->pdata[0], "- “of”");
  /* As the person typed it, never as it is stored. */
  assert_lacks (told->questions->pdata[0], "Aerosmith");
  set (told, "model/reading", "off");
  ask (told, "albums of aerosmith that cost the most");
  g_assert_cmpstr (told->questions->pdata[1], ==, "Question: albums of aerosmith that cost the most");
}

/* Names may have dots themselves. */
static void
test_dots (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_sqlite (told->fixture, "dots",
                                "CREATE TABLE home (id INTEGER PRIMARY KEY, town TEXT);"
                                "INSERT INTO home VALUES (1, 'Lyon'), (2, 'Ulm')");
  edit (told, name_with_dots);
  ask (told, "Who has a red door in lyon?");
  assert_has (told->questions->pdata[0], "- “lyon”: in home.of.runners.town");
}

static void
share_countries (AskSchema *schema)
{
  AskEntity *artist = ask_schema_own_entity (schema, ask_schema_find_entity (schema, "artist")->id);

  ask_entity_find_attribute (artist, "country")->sharing = ASK_SHARING_YES;
}

static void
test_reading (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_sqlite (told->fixture, "music", MUSIC);
  ask (told, "How many artists are from germany?");
  assert_has (told->questions->pdata[0], "A program read it so");
  assert_has (told->questions->pdata[0], "'germany'");
  assert_lacks (told->questions->pdata[0], "Germany");
  edit (told, share_countries);
  ask (told, "How many artists are from germany?");
  assert_has (told->questions->pdata[1], "'Germany'");
}

static void
test_doubtful_reading (Told *told, gconstpointer data)
{
  static const char *const questions[]
    = { "How many artists are from germany?", "Which country has albums of both artists?",
        "albums of aerosmith that cost the most", "Whose albums are neither cheap nor by Scorpions?",
        "Had aerosmith been cheaper than both albums of an artist, which price would title every other country?" };
  guint n[2] = { 0, 0 };

  ask_agent_fixture_add_sqlite (told->fixture, "music", MUSIC);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskInterpretation) found = ask_agent_interpret (told->fixture->workspace, questions[i], NULL, NULL);
      const AskQuestionReading *best = found->readings->len > 0 ? found->readings->pdata[0] : NULL;
      gboolean likely = best != NULL && !found->doubtful && best->score >= 0.5;

      ask (told, questions[i]);
      if (likely)
        assert_has (told->questions->pdata[i], "A program read it so");
      else if (best == NULL || best->score < 0.4)
        assert_lacks (told->questions->pdata[i], "A program read it so");
      g_test_message ("%.2f: %s", best != NULL ? best->score : 0.0, questions[i]);
      n[likely]++;
    }
  g_assert_cmpuint (n[FALSE], >, 0);
  g_assert_cmpuint (n[TRUE], >, 0);
}

static void
test_examples (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_sqlite (told->fixture, "music", MUSIC);
  ask_agent_fixture_verify (told->fixture, "Which albums did Scorpions make?",
                            "SELECT title FROM album JOIN artist USING (artist_id) WHERE name = 'Scorpions' -- Klaus");
  ask_agent_fixture_verify (told->fixture, "What is the mean price?", "SELECT avg(price) FROM album");
  ask (told, "Which albums did anybody make who is not famous?");
  assert_has (told->questions->pdata[0], "Questions like it that people have verified:\nWhich albums did … make?\n"
                                         "SELECT title FROM album JOIN artist USING (artist_id) WHERE name = '…'");
  assert_lacks (told->questions->pdata[0], "Scorpions");
  assert_lacks (told->questions->pdata[0], "Klaus");
  assert_lacks (told->questions->pdata[0], "avg(price)");
}

#define LENDING                                                                                                      \
  "CREATE TABLE loan (id INTEGER PRIMARY KEY, borrower TEXT, title TEXT, photo BLOB, fee REAL);"                      \
  "INSERT INTO loan VALUES (771, 'cnry_ann', 'It''s\nlate', x'636e7279', 1.5), (772, 'cnry_bob', NULL, NULL, 2),"     \
  "  (773, 'cnry_cem', 'Dune', NULL, 2.5), (774, 'cnry_dee', 'Emma', NULL, 3);"                                       \
  "CREATE TABLE desk (id INTEGER PRIMARY KEY, clerk TEXT); INSERT INTO desk VALUES (775, 'cnry_eve');"                \
  "CREATE VIEW late AS SELECT borrower, title FROM loan;"

static void
share_loans (AskSchema *schema)
{
  AskEntity *loan = ask_schema_own_entity (schema, ask_schema_find_entity (schema, "loan")->id);

  ask_entity_find_attribute (loan, "title")->sharing = ASK_SHARING_YES;
  ask_entity_find_attribute (loan, "fee")->sharing = ASK_SHARING_YES;
  ask_entity_find_attribute (loan, "photo")->sharing = ASK_SHARING_YES;
  ask_entity_find_attribute (loan, "borrower")->sharing = ASK_SHARING_SAMPLES;
}

static void
share_all (AskSchema *schema)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = ask_schema_own_entity (schema, ((AskEntity *) schema->entities->pdata[i])->id);

      for (guint a = 0; a < entity->attributes->len; a++)
        ((AskAttribute *) entity->attributes->pdata[a])->sharing = ASK_SHARING_YES;
    }
}

static void
test_rows (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_sqlite (told->fixture, "lending", LENDING);
  ask (told, "Who is the fastest reader?");
  assert_lacks (get_view (told, 0), "Some of its rows");
  edit (told, share_loans);
  ask (told, "Who is the fastest reader?");
  assert_has (get_view (told, 1), ");\n-- Some of its rows (title, fee):\n-- ('It''s late', 1.5)\n-- (NULL, 2.0)\n-- ('Dune', 2.5)\n");
  assert_lacks (get_view (told, 1), "Emma");
  assert_lacks (get_view (told, 1), "Some of its rows (clerk");
  /* Neither a value of what is not shared nor a key, nor what a picture is made of. */
  g_assert_false (ask_test_model_received (told->fixture->server, "cnry"));
  g_assert_false (ask_test_model_received (told->fixture->server, "77"));
  g_assert_false (ask_test_model_received (told->fixture->server, "636e"));
}

/* No room for them: the columns are told, and no row counts as one that left. */
static void
test_rows_without_room (Told *told, gconstpointer data)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE wide (");
  g_autoptr (AskAnswer) answer = NULL;

  for (guint i = 0; i < 16; i++)
    g_string_append_printf (sql, "%sc%u TEXT", i > 0 ? ", " : "", i);
  g_string_append (sql, ");");
  for (guint row = 0; row < 3; row++)
    {
      g_string_append (sql, "INSERT INTO wide VALUES (");
      for (guint i = 0; i < 16; i++)
        g_string_append_printf (sql, "%s'%u a b c d e f g h i j k l m n o p q r s t u v w x y z a b c'", i > 0 ? ", " : "", i);
      g_string_append (sql, ");");
    }
  ask_agent_fixture_add_sqlite (told->fixture, "wide", sql->str);
  edit (told, share_all);
  set (told, "model/context-length", "4096");
  answer = ask_agent_fixture_ask (told->fixture, "How wide is it?");
  assert_has (get_view (told, 0), "CREATE TABLE wide (");
  assert_lacks (get_view (told, 0), "Some of its rows");
  assert_has (ask_answer_find_step (answer, "sent", 0)->detail, "no data");
}

/* Nobody calls a web API for them. */
static void
test_rows_of_api (Told *told, gconstpointer data)
{
  ask_agent_fixture_add_api (told->fixture, "[{\"shipment_id\":1,\"store_id\":2,\"carrier\":\"Hermes\"}]");
  edit (told, share_all);
  ask_test_server_forget (told->fixture->api);
  ask (told, "Who is the fastest?");
  assert_has (get_view (told, 0), "CREATE TABLE shipment (");
  assert_lacks (get_view (told, 0), "Hermes");
  g_assert_cmpuint (ask_test_server_count (told->fixture->api, "/shipment"), ==, 0);
}

static void
test_tokens (void)
{
  static const struct
  {
    const char *text;
    guint n;
  } cases[] = { { "", 0 }, { "word", 1 }, { "words", 2 }, { "a b c", 3 }, { "2025", 4 }, { "(a)", 3 }, { "Größe", 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (ask_prompt_count_tokens (cases[i].text), ==, cases[i].n);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define CLAIM(path, function) g_test_add ("/agent/context/" path, Told, NULL, set_up, function, tear_down)
  CLAIM ("what-fits-is-told-whole-and-alike-for-each-question", test_whole);
  CLAIM ("of-several-places-each-table-says-its-own", test_places);
  CLAIM ("forms-and-rules-are-short", test_short);
  CLAIM ("what-stewards-say-is-told", test_steward);
  CLAIM ("of-much-that-is-said-what-the-question-speaks-of-is-told", test_much_said);
  CLAIM ("of-many-tables-the-needed-ones-come-first", test_many);
  CLAIM ("of-a-wide-table-the-needed-columns-are-told", test_wide);
  CLAIM ("facts-are-told-unless-sensitive-or-switched-off", test_facts);
  CLAIM ("of-a-few-rows-no-facts-are-told", test_few_rows);
  CLAIM ("likely-joins-are-marked-as-likely", test_likely);
  CLAIM ("words-are-told-where-they-were-found", test_links);
  CLAIM ("names-with-dots-are-told", test_dots);
  CLAIM ("a-reading-is-told-in-the-person-s-own-words", test_reading);
  CLAIM ("a-reading-that-is-more-often-wrong-is-not-told", test_doubtful_reading);
  CLAIM ("verified-questions-are-examples-without-their-values", test_examples);
  CLAIM ("three-rows-are-told-of-what-is-shared", test_rows);
  CLAIM ("rows-are-left-out-before-columns-are", test_rows_without_room);
  CLAIM ("no-api-is-called-for-rows", test_rows_of_api);
#undef CLAIM
  g_test_add_func ("/agent/context/tokens-are-reckoned-high", test_tokens);
  return g_test_run ();
}
