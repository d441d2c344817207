/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins that nobody declared: compared by their values when they are first used, remembered, and told to a model in
 * tenths. Counts are for the person alone.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "ask-agent-fixture.h"

#define GIVE_UP "I don't know: nothing"
#define FINAL(sql) "Thought: x\nFinal Answer: " sql

/* Forty labels, and a record of each; what the records call them by is @code, made of n. */
#define LABELS(code) \
  "CREATE TABLE label (code TEXT PRIMARY KEY, name TEXT);" \
  "CREATE TABLE record (record_id INTEGER PRIMARY KEY, label_code TEXT, title TEXT);" \
  "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 40)" \
  "  INSERT INTO label SELECT 'L' || (100 + n), 'Label ' || n FROM t;" \
  "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 40)" \
  "  INSERT INTO record SELECT n, " code ", 'Record ' || n FROM t;"

/* Keeps the first message of the last question. */
static char *
reply (const char *last_user, JsonObject *request, gpointer user_data)
{
  char **system = user_data;
  JsonArray *messages = json_object_get_array_member (request, "messages");

  g_free (*system);
  *system = g_strdup (json_object_get_string_member (json_array_get_object_element (messages, 0), "content"));
  return g_strdup (GIVE_UP);
}

/* Asks how many records each label has. @told: what the model was told first */
static AskAnswer *
ask (AskAgentFixture *fixture, char **told)
{
  if (fixture->server == NULL)
    ask_agent_fixture_script_func (fixture, reply, told);
  return ask_agent_fixture_ask (fixture, "How many records has each label?");
}

static void
exec (AskAgentFixture *fixture, const char *sql)
{
  g_autofree char *path = g_build_filename (fixture->folder, "music.sqlite", NULL);
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
}

static void
assert_told (const char *told, const char *part)
{
  if (strstr (told, part) == NULL)
    g_error ("“%s” is not in:\n%s", part, told);
}

static const char *
find_detail (const AskAnswer *answer, const char *part)
{
  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      if (step->detail != NULL && strstr (step->detail, part) != NULL)
        return step->detail;
    }
  return NULL;
}

/* What the first prompt says of each kind of likely join. */
static void
test_prompt (void)
{
  static const struct
  {
    const char *sql;
    const char *told;
    const char *shown;
  } cases[] = {
    { LABELS ("'L' || (100 + n)"), "-- likely, but not declared: label_code refers to label(code); all of the values match\n",
      "record.label_code and label.code: 40 of 40 different values match." },
    { LABELS ("'  L' || (100 + n) || ' '"),
      "-- likely, but not declared: label_code refers to label(code); all of the values match after trim() on both sides\n",
      "40 of 40 different values match after trim() on both sides, 0 match as they are." },
    { LABELS ("CASE WHEN n <= 36 THEN ' l' || (100 + n) ELSE 'none' || n END"),
      "label_code refers to label(code); about 90 % of the values match after lower(trim()) on both sides\n",
      "36 of 40 different values match after lower(trim()) on both sides, 0 match as they are." },
    { "CREATE TABLE label (code TEXT PRIMARY KEY, name TEXT);"
      "CREATE TABLE record (record_id INTEGER PRIMARY KEY, label_code TEXT, title TEXT);"
      "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 40)"
      "  INSERT INTO label SELECT printf('%06d', n), 'Label ' || n FROM t;"
      "INSERT INTO record SELECT rowid, CAST (CAST (code AS INTEGER) AS TEXT), name FROM label;",
      "label_code refers to label(code); all of the values match after CAST(… AS INTEGER) on both sides\n",
      "40 of 40 different values match after CAST(… AS INTEGER) on both sides, 0 match as they are." },
    { LABELS ("'X' || n"), "-- doubtful, by its name only: label_code refers to label(code); none of the values match\n",
      "0 of 40 different values match." },
    { LABELS ("CASE WHEN n <= 7 THEN 'L' || (100 + n) ELSE 'X' || n END"),
      "-- doubtful, by its name only: label_code refers to label(code); about 20 % of the values match\n",
      "7 of 40 different values match." },
    /* Of few values no share is told, which would count single ones. */
    { LABELS ("CASE WHEN n <= 8 THEN 'L' || (100 + n % 3) END"),
      "-- likely, but not declared: label_code refers to label(code); most of the values match\n",
      "2 of 3 different values match." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = NULL;
      g_autofree char *told = NULL;

      g_test_message ("%s", cases[i].shown);
      ask_agent_fixture_add_sqlite (fixture, "music", cases[i].sql);
      answer = ask (fixture, &told);
      assert_told (told, cases[i].told);
      g_assert_nonnull (find_detail (answer, cases[i].shown));
    }
}

static void
test_switch (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;
  g_autofree char *told = NULL;

  ask_agent_fixture_add_sqlite (fixture, "music", LABELS ("'L' || (100 + n)"));
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/facts", "off", NULL));
  answer = ask (fixture, &told);
  assert_told (told, "-- likely, but not declared: label_code refers to label(code)\n");
  g_assert_null (strstr (told, "match"));
}

static void
test_sensitive (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskSchema) loaded = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  g_autofree char *told = NULL;
  AskEntity *label;

  ask_agent_fixture_add_sqlite (fixture, "music", LABELS ("'L' || (100 + n)"));
  loaded = ask_workspace_load_schema (fixture->workspace, NULL);
  schema = ask_schema_copy (loaded);
  label = ask_schema_own_entity (schema, ask_schema_find_entity (schema, "label")->id);
  ask_entity_find_attribute (label, "code")->sensitive = TRUE;
  g_assert_true (ask_workspace_save_schema (fixture->workspace, schema, "test", NULL));
  answer = ask (fixture, &told);
  assert_told (told, "-- likely, but not declared: label_code refers to label(code)\n");
  g_assert_null (strstr (told, "match"));
}

/* What was found is known until the source is read anew. */
static void
test_remembered (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) first = NULL;
  g_autoptr (AskAnswer) second = NULL;
  g_autoptr (AskAnswer) third = NULL;
  g_autofree char *told = NULL;
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_sqlite (fixture, "music", LABELS ("'L' || (100 + n)"));
  first = ask (fixture, &told);
  assert_told (told, "all of the values match\n");
  exec (fixture, "UPDATE record SET label_code = 'X' || record_id");
  second = ask (fixture, &told);
  assert_told (told, "all of the values match\n");
  g_assert_true (ask_workspace_refresh_source (fixture->workspace, "music", NULL, NULL, &error));
  g_assert_no_error (error);
  third = ask (fixture, &told);
  assert_told (told, "none of the values match\n");
}

/* A join that does not match is doubted once; one that needs a change is said with it. */
static void
test_doubt (void)
{
  static const struct
  {
    const char *sql;
    const char *asked;
  } cases[] = {
    { LABELS ("'X' || n"), "nobody declared that record.label_code and label.code belong together, and none of their "
                           "values match" },
    { LABELS ("' L' || (100 + n)"),
      "record.label_code and label.code match only after trim(): write it around both sides of the join" },
  };
  static const char *const replies[]
    = { FINAL ("SELECT name, title FROM label LEFT JOIN record ON record.label_code = label.code"),
        FINAL ("SELECT name, title FROM label LEFT JOIN record ON trim(label_code) = trim(code)"), NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint off = 0; off < 2; off++)
      {
        g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
        g_autoptr (AskAnswer) answer = NULL;

        ask_agent_fixture_add_sqlite (fixture, "music", cases[i].sql);
        ask_agent_fixture_script (fixture, replies);
        if (off == 1)
          g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/facts", "off", NULL));
        answer = ask_agent_fixture_ask (fixture, "Tell me the name and the title");
        g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
        g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, off == 1 ? 1 : 2);
        g_assert_true (ask_test_model_received (fixture->server, cases[i].asked) == (off == 0));
        g_assert_nonnull (find_detail (answer, "of 40 different values match"));
      }
}

/* Where no side is known to be a key, either may have only some of the other's values. */
static void
test_sides (void)
{
  static const char *const replies[]
    = { FINAL ("SELECT name FROM drug JOIN dose ON drug.code = dose.drug"), NULL };
  static const char *const turned[]
    = { FINAL ("SELECT name FROM drug JOIN dose ON dose.drug = drug.code"), NULL };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = NULL;

      ask_agent_fixture_add_sqlite (fixture, "music",
                                    "CREATE TABLE drug (code INTEGER, name TEXT);"
                                    "INSERT INTO drug VALUES (1, 'A'), (2, 'B'), (3, 'C'), (4, 'D'), (5, 'E');"
                                    "CREATE TABLE dose (patient INTEGER, drug INTEGER);"
                                    "INSERT INTO dose VALUES (7, 1), (8, 2), (9, 2);");
      ask_agent_fixture_script (fixture, i == 0 ? replies : turned);
      answer = ask_agent_fixture_ask (fixture, "What do the patients take?");
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
      g_assert_nonnull (find_detail (answer, "2 of 2 different values match"));
    }
}

#define SHIPMENTS \
  "[{\"shipment_id\":1,\"store_id\":1,\"carrier\":\"DHL\"},{\"shipment_id\":2,\"store_id\":2,\"carrier\":\"UPS\"}," \
  "{\"shipment_id\":3,\"store_id\":77,\"carrier\":\"UPS\"}]"

/* An API is asked only where a query has used the join, and once. */
static void
test_api (void)
{
  static const char *const replies[]
    = { FINAL ("SELECT town, carrier FROM depot JOIN shipment ON shipment.store_id = depot.number"),
        FINAL ("SELECT carrier, town FROM depot JOIN shipment ON shipment.store_id = depot.number"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) first = NULL;
  g_autoptr (AskAnswer) second = NULL;
  guint before;

  ask_agent_fixture_add_sqlite (fixture, "depots",
                                "CREATE TABLE depot (depot_id INTEGER PRIMARY KEY, number INTEGER, town TEXT);"
                                "INSERT INTO depot VALUES (1, 1, 'Kiel'), (2, 2, 'Bonn'), (3, 5, 'Ulm');");
  ask_agent_fixture_add_api (fixture, SHIPMENTS);
  ask_agent_fixture_script (fixture, replies);
  before = ask_test_server_count (fixture->api, "/shipment");
  first = ask_agent_fixture_ask (fixture, "Tell me the town and the carrier");
  g_assert_cmpint (first->status, ==, ASK_STATUS_ANSWERED);
  g_assert_nonnull (find_detail (first, "shipment.store_id and depot.number: 2 of 3 different values match."));
  g_assert_cmpuint (ask_test_server_count (fixture->api, "/shipment") - before, <=, 4);
  /* The person's counts are not the model's. */
  g_assert_false (ask_test_model_received (fixture->server, "2 of 3"));
  before = ask_test_server_count (fixture->api, "/shipment");
  second = ask_agent_fixture_ask (fixture, "Tell me the carrier and the town");
  g_assert_cmpuint (ask_test_server_count (fixture->api, "/shipment") - before, <=, 2);
  g_assert_nonnull (find_detail (second, "shipment.store_id and depot.number: 2 of 3 different values match."));
}

/* What a cap left no room for is compared when there is room. */
static void
test_capped (void)
{
  static const char final[] = FINAL ("SELECT town, carrier FROM depot JOIN shipment ON shipment.store_id = depot.number");
  static const char *const replies[] = { final, final, final, final, final, final, NULL };
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) capped = NULL;
  g_autoptr (AskAnswer) later = NULL;
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_sqlite (fixture, "depots",
                                "CREATE TABLE depot (depot_id INTEGER PRIMARY KEY, number INTEGER, town TEXT);"
                                "INSERT INTO depot VALUES (1, 1, 'Kiel'), (2, 2, 'Bonn'), (3, 5, 'Ulm');");
  ask_agent_fixture_add_api (fixture, SHIPMENTS);
  ask_agent_fixture_script (fixture, replies);
  /* The least that the query itself needs. */
  for (options.caps.calls = 1; capped == NULL || capped->status != ASK_STATUS_ANSWERED; options.caps.calls++)
    {
      g_assert_cmpuint (options.caps.calls, <, 5);
      g_clear_pointer (&capped, ask_answer_free);
      capped = ask_agent_ask (fixture->workspace, fixture->model, "Tell me the town and the carrier", &options, NULL,
                              &error);
      g_assert_no_error (error);
    }
  g_assert_nonnull (find_detail (capped, "The cap on calls is reached"));
  later = ask_agent_fixture_ask (fixture, "Tell me the carrier and the town");
  g_assert_nonnull (find_detail (later, "shipment.store_id and depot.number: 2 of 3 different values match."));
}

/* Of a list that is longer than what is read of it nothing is counted. */
static void
test_long_list (void)
{
  static const char *const replies[]
    = { FINAL ("SELECT town, carrier FROM depot JOIN shipment ON depot.number = shipment.store_id"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GString) rows = g_string_new ("[");
  g_autoptr (AskAnswer) answer = NULL;

  for (guint i = 1; i <= 101; i++)
    g_string_append_printf (rows, "%s{\"shipment_id\":%u,\"store_id\":%u,\"carrier\":\"DHL\"}", i > 1 ? "," : "", i, i);
  g_string_append_c (rows, ']');
  ask_agent_fixture_add_sqlite (fixture, "depots",
                                "CREATE TABLE depot (depot_id INTEGER PRIMARY KEY, number INTEGER, town TEXT);"
                                "INSERT INTO depot VALUES (1, 1, 'Kiel'), (2, 2, 'Bonn'), (3, 5, 'Ulm');");
  ask_agent_fixture_add_api (fixture, rows->str);
  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "Tell me the town and the carrier");
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 3);
  g_assert_nonnull (find_detail (answer, "Whether the values of depot.number and shipment.store_id match is not known."));
}

/* A steward who is offered the join reads what came of its use. */
static void
test_suggestion (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GPtrArray) suggestions = NULL;
  g_autofree char *told = NULL;
  g_autoptr (GError) error = NULL;
  const AskSuggestion *first;

  ask_agent_fixture_add_sqlite (fixture, "music", LABELS ("'L' || (100 + n)"));
  answer = ask (fixture, &told);
  suggestions = ask_workspace_suggest (fixture->workspace, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (suggestions->len, >=, 1);
  first = suggestions->pdata[0];
  g_assert_cmpstr (first->to, ==, "label");
  g_assert_true (g_str_has_suffix (first->reason, " When a question used it, 40 of 40 different values matched."));
}

/* A reading's join is proved, too. */
static void
test_reading (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;

  ask_agent_fixture_add_sqlite (fixture, "music", LABELS ("'L' || (100 + n)"));
  answer = ask_agent_fixture_ask (fixture, "number of records per name of label");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_nonnull (find_detail (answer, "record.label_code and label.code: 40 of 40 different values match."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/likely/a-model-is-told-what-share-matches-and-after-what", test_prompt);
  g_test_add_func ("/agent/likely/no-share-is-told-where-facts-are-not", test_switch);
  g_test_add_func ("/agent/likely/what-is-sensitive-is-not-compared", test_sensitive);
  g_test_add_func ("/agent/likely/what-was-found-is-known-until-the-source-is-read-anew", test_remembered);
  g_test_add_func ("/agent/likely/a-join-that-does-not-match-is-doubted-once", test_doubt);
  g_test_add_func ("/agent/likely/either-side-may-have-some-of-the-other-s-values", test_sides);
  g_test_add_func ("/agent/likely/an-api-is-compared-once-when-a-query-used-the-join", test_api);
  g_test_add_func ("/agent/likely/what-a-cap-left-no-room-for-is-compared-later", test_capped);
  g_test_add_func ("/agent/likely/of-a-long-list-nothing-is-counted", test_long_list);
  g_test_add_func ("/agent/likely/a-steward-reads-what-came-of-the-join", test_suggestion);
  g_test_add_func ("/agent/likely/the-join-of-a-reading-is-proved-too", test_reading);
  return g_test_run ();
}
