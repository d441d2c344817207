/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No cell reaches a model unless a steward said that it may. Every cell of a database and of an API is a
 * canary, a text or number that occurs nowhere else; a scripted model reads them all and provokes every error message that
 * might quote one. Then each byte that reached the model's server is searched.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "ask-agent-fixture.h"
#include "store/ask-workspace-examples.h"
#include "store/ask-workspace-ledger.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-kinds.h"

#define VAULT \
  "CREATE TABLE vault (t TEXT, i INTEGER, r REAL, j JSON, d DATE, b BLOB, n NUMERIC, p TEXT," \
  "  x, k TEXT PRIMARY KEY);" \
  "INSERT INTO vault VALUES" \
  "  ('cnry_text_one', 731000017, 5511.0625, '{\"cnry_json\": 731000029}', '3917-05-11'," \
  "   x'636e72795f626c6f62', '731000043', '(cnry_regex[', 'cnry_any', 'cnry_key_one')," \
  "  ('cnry text ''two''', -731000053, 8837.4375, '[\"cnry_array\"', '3918-06-12'," \
  "   x'ff636e7279', 'cnry_number', 'cnry*+?{', 731000061, 'cnry_key_two');" \
  "CREATE VIEW cellar AS SELECT t AS wine, i AS bottles FROM vault;"

/* None is short enough to be a port or a length by chance. */
static const char *const canaries[] = {
  "cnry",      "CNRY",      "731000017", "5511.0",   "731000029", "3917-0",    "3918-0",
  "731000043", "731000053", "8837.4",    "731000061", "636e7279", "636E7279",  "Y25yeQ",
  "881000071", "881000083", "991730097",
};

/* What a model may write to see a cell. */
static const char *const queries[] = {
  "SELECT * FROM vault",
  "SELECT wine, bottles FROM cellar",
  "SELECT json_extract(t, '$.a') FROM vault",
  "SELECT json_extract('{}', t) FROM vault",
  "SELECT json_extract('{\"a\":1}', '$.' || t || '[') FROM vault",
  "SELECT j -> t FROM vault",
  "SELECT json(t) FROM vault",
  "SELECT json_array(b) FROM vault",
  "SELECT json_object(b, 1) FROM vault",
  "SELECT json_set(j, t, 1) FROM vault",
  "SELECT * FROM json_each((SELECT t FROM vault LIMIT 1))",
  "SELECT * FROM json_tree((SELECT j FROM vault LIMIT 1), (SELECT t FROM vault LIMIT 1))",
  "SELECT abs(-9223372036854775807 - 1 + 0 * i) FROM vault",
  "SELECT sum(i * 9000000000) + 9223372036854775807 FROM vault",
  "SELECT sum(z) FROM (SELECT 9223372036854775807 AS z UNION ALL SELECT abs(i) FROM vault)",
  "SELECT * FROM vault LIMIT (SELECT t FROM vault)",
  "SELECT * FROM vault LIMIT 1 OFFSET (SELECT p FROM vault)",
  "SELECT CAST(t AS INTEGER), CAST(b AS TEXT), typeof(x) FROM vault",
  "SELECT printf('%s %d', t, i) AS shown FROM vault",
  "SELECT printf(t || '%d%n', i) FROM vault",
  "SELECT t COLLATE nosuch FROM vault",
  "SELECT load_extension(t) FROM vault",
  "SELECT readfile(t), writefile(t, b) FROM vault",
  "SELECT * FROM vault WHERE t LIKE p ESCAPE t",
  "SELECT * FROM vault WHERE t REGEXP p",
  "SELECT * FROM vault WHERE t GLOB p",
  "SELECT * FROM vault WHERE t MATCH p",
  "SELECT date(t), strftime(t, d), julianday(x) FROM vault",
  "SELECT round(r, t), substr(t, i), nullif(t, x) FROM vault",
  "SELECT sum(i) OVER (ORDER BY k ROWS t PRECEDING) FROM vault",
  "SELECT nth_value(t, i) OVER (ORDER BY k) FROM vault",
  "SELECT ntile(i) OVER (ORDER BY k), lag(t, t) OVER (ORDER BY k) FROM vault",
  "SELECT zeroblob(i * 1000) FROM vault",
  "SELECT hex(b), quote(b), unicode(t), char(i) FROM vault",
  "SELECT group_concat(t), json_group_array(t), json_group_object(t, i) FROM vault",
  "SELECT likelihood(i, t) FROM vault",
  "SELECT (SELECT t, i FROM vault)",
  "SELECT t FROM vault WHERE (t, i) IN (SELECT t FROM vault)",
  "SELECT * FROM vault, vault",
  "SELECT t.i.r FROM vault t",
  "SELECT nosuch FROM vault WHERE t = 'x'",
  "SELECT * FROM vaults",
  "SELECT count(*) FROM vault GROUP BY t HAVING raise(ABORT, t)",
  "SELECT * FROM pragma_table_info('vault')",
  "SELECT sql FROM sqlite_master",
  "SELECT * FROM shipment",
  "SELECT carrier, store_id FROM shipment WHERE store_id = 881000071",
  "SELECT * FROM shipment WHERE store_id IN (SELECT i FROM vault)",
  "SELECT * FROM step_1 JOIN vault USING (t)",
  "SELECT json_extract(carrier, carrier) FROM shipment",
  "SELECT * FROM nosuch_step",
};

#define API_ROWS \
  "[{\"shipment_id\":881000083,\"store_id\":881000071,\"carrier\":\"cnry_carrier\"}," \
  "{\"shipment_id\":991730097,\"store_id\":1,\"carrier\":\"cnry_other\"}]"

static const char *const forms[] = { "text", "json", "tools" };

static char *
reply (const char *last_user, JsonObject *request, gpointer user_data)
{
  guint *next = user_data;
  guint n = (*next)++;

  if (n == 0)
    return g_strdup ("Action: describe_entities\nAction Input: vault, cellar, shipment, step_1");
  if (n <= G_N_ELEMENTS (queries))
    return g_strdup_printf ("Thought: look\nAction: query\nAction Input: %s", queries[n - 1]);
  if (n == G_N_ELEMENTS (queries) + 1)
    return g_strdup ("Action: describe_entities\nAction Input: step_1, step_2, vault");
  return g_strdup ("Final Answer: SELECT * FROM step_1");
}

static void
assert_clean (AskAgentFixture *fixture)
{
  g_autoptr (GBytes) received = ask_test_model_dup_received (fixture->server);
  gsize length;
  const char *bytes = g_bytes_get_data (received, &length);

  g_assert_cmpuint (length, >, 1000);
  for (guint i = 0; i < G_N_ELEMENTS (canaries); i++)
    {
      const char *at = memmem (bytes, length, canaries[i], strlen (canaries[i]));

      /* What the model wrote itself comes back to it. */
      while (at != NULL && strcmp (canaries[i], "881000071") == 0
             && at >= bytes + strlen ("store_id = ")
             && strncmp (at - strlen ("store_id = "), "store_id = ", strlen ("store_id = ")) == 0)
        at = memmem (at + 1, length - (gsize) (at + 1 - bytes), canaries[i], strlen (canaries[i]));
      if (at != NULL)
        {
          const char *from = MAX (bytes, at - 200);
          g_autofree char *around = g_strndup (from, MIN (400, (gsize) (bytes + length - from)));

          g_error ("The canary %s reached the model: …%s…", canaries[i], around);
        }
    }
}

/* In every form of replies. */
static void
test_every_query (gconstpointer form)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options
    = { .max_steps = 200, .max_repairs = 200, .max_tokens = 100000000, .limits = ASK_LIMITS_DEFAULT };
  g_autoptr (GError) error = NULL;
  guint next = 0;

  ask_agent_fixture_add_sqlite (fixture, "bank", VAULT);
  ask_agent_fixture_add_api (fixture, API_ROWS);
  ask_agent_fixture_verify (fixture, "Wine of cnry_text_one",
                            "SELECT wine FROM cellar WHERE wine = 'cnry_text_one'");
  ask_agent_fixture_script_func (fixture, reply, &next);
  ask_agent_fixture_set_form (fixture, form);

  g_autoptr (AskAnswer) answer
    = ask_agent_ask (fixture->workspace, fixture->model, "What lies in the vault?", &options, NULL, &error);

  g_assert_no_error (error);
  g_test_message ("%s: %s", ask_status_to_string (answer->status), answer->text);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (next, ==, G_N_ELEMENTS (queries) + 3);

  /* The person does see the cells: the test would mean nothing otherwise. */
  g_autofree char *json = ask_answer_to_json (answer, NULL, 100);

  for (guint i = 0; i < G_N_ELEMENTS (canaries); i++)
    if (strstr ("cnry 731000017 5511.0 731000053 3917-0 881000083", canaries[i]) != NULL)
      g_assert_nonnull (strstr (json, canaries[i]));
  assert_clean (fixture);
  g_assert_true (ask_test_model_received (fixture->server, "step_1: 2 rows"));
  g_assert_true (ask_test_model_received (fixture->server, "It failed while it was reading rows"));
}

/* What an API says when it refuses may quote cells too. */
static void
test_api_errors (void)
{
  static const struct
  {
    guint status;
    const char *type;
    const char *body;
  } failures[] = {
    { 400, "application/json", "{\"error\":\"store 731000017 is unknown: cnry_400\"}" },
    { 403, "text/plain", "cnry_403 may not read 731000017" },
    { 404, "application/json", "{\"detail\":\"no cnry_404\"}" },
    { 422, "application/json", "{\"detail\":\"cnry_422\"}" },
    { 200, "application/json", "{\"cnry_200\": " },
    { 200, "application/json", "\"cnry_string\"" },
    { 200, "text/html", "<html>cnry_html 731000017</html>" },
    { 200, "application/json", "[{\"shipment_id\":\"cnry_id\"}, \"cnry_row\"]" },
  };
  static const char *const replies[]
    = { "Action: describe_entities\nAction Input: shipment",
        "Action: query\nAction Input: SELECT * FROM shipment JOIN vault ON store_id = i",
        "Action: query\nAction Input: SELECT carrier FROM shipment",
        "Action: query\nAction Input: SELECT nosuch FROM shipment",
        "I don't know: the API does not answer.", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

      ask_agent_fixture_add_sqlite (fixture, "bank", VAULT);
      ask_agent_fixture_add_api (fixture, "[]");
      ask_test_reply_set (fixture->shipments, failures[i].status, failures[i].type,
                          failures[i].body, -1);
      ask_agent_fixture_script (fixture, replies);

      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "What does the API hold?");

      g_assert_cmpint (answer->status, !=, ASK_STATUS_CLARIFY);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), >=, 2);
      assert_clean (fixture);
    }
}

/* Several queries are compared here: the rows in which they differ are for the person. */
static void
test_differences (void)
{
  static const char *const replies[] = { "Final Answer: SELECT k, i FROM vault",
                                         "Final Answer: SELECT k, 1 + i AS i FROM vault WHERE i > 0",
                                         "Final Answer: SELECT k, i FROM vault WHERE i > 0", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;
  g_autofree char *json = NULL;

  ask_agent_fixture_add_sqlite (fixture, "bank", VAULT);
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/candidates", "3", NULL));
  answer = ask_agent_fixture_ask (fixture, "Which of them should be closed down?");
  g_assert_nonnull (answer->difference);
  json = ask_answer_to_json (answer, NULL, 0);
  g_assert_nonnull (strstr (json, "cnry_key_two"));
  assert_clean (fixture);
}

/* A plan's goals are tables here; the model compares none of them. */
static void
test_plan (void)
{
  static const char *const replies[]
    = { "Goal step_1: SELECT t, i FROM vault\nGoal step_2: SELECT carrier FROM shipment\nGoal step_3: SELECT abs (t) FROM "
        "vault WHERE json_extract (t, p) > 0\nFinal Answer: SELECT * FROM step_1, step_2",
        "Goal step_1: SELECT t, i FROM vault\nGoal step_2: SELECT carrier FROM shipment",
        "Final Answer: SELECT t FROM step_1", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;

  ask_agent_fixture_add_sqlite (fixture, "bank", VAULT);
  ask_agent_fixture_add_api (fixture, API_ROWS);
  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "Which of them should be closed down?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_true (ask_test_model_received (fixture->server, "step_3: "));
  g_assert_true (ask_test_model_received (fixture->server, "Tables that you can read now:"));
  assert_clean (fixture);
}

/* Joins that nobody declared are proved by their values: of these only a share in words leaves. */
static void
test_joins (void)
{
  static const char *const replies[]
    = { "Final Answer: SELECT t, note FROM vault JOIN cask ON cask.vault_k = vault.k",
        "Final Answer: SELECT t, carrier FROM vault JOIN shipment ON shipment.store_id = vault.i",
        "Final Answer: SELECT t, carrier FROM vault JOIN shipment ON shipment.carrier = vault.t", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) first = NULL;
  g_autoptr (AskAnswer) second = NULL;

  ask_agent_fixture_add_sqlite (fixture, "bank",
                                VAULT "CREATE TABLE cask (cask_id INTEGER PRIMARY KEY, vault_k TEXT, note TEXT);"
                                      "INSERT INTO cask VALUES (1, ' cnry_key_one', 'cnry_note'),"
                                      "  (2, 'cnry_key_none', 'cnry_note');");
  ask_agent_fixture_add_api (fixture, API_ROWS);
  ask_agent_fixture_script (fixture, replies);
  first = ask_agent_fixture_ask (fixture, "What lies in the vault and the cask?");
  second = ask_agent_fixture_ask (fixture, "Which carrier takes what?");
  g_assert_true (ask_test_model_received (fixture->server, "The query runs, but: "));
  g_assert_true (ask_test_model_received (fixture->server, "match only after trim()")
                 || ask_test_model_received (fixture->server, "few of their values match"));
  assert_clean (fixture);
}

#define BOX                                                                                       \
  "CREATE TABLE box (id INTEGER PRIMARY KEY, open TEXT, half TEXT, shut TEXT, dark TEXT, tender TEXT);" \
  "INSERT INTO box VALUES (91001, 'okay_open_one', 'cnry_half_one', 'cnry_shut_one', 'cnry_dark_one',"  \
  "  'cnry_tender_one'), (91002, 'okay_open_two', 'cnry_half_two', 'cnry_shut_two', 'cnry_dark_two',"   \
  "  'cnry_tender_two');"

/* What a model asks, and whether it may see the rows; what is hidden is not there for it. */
static const struct
{
  const char *sql;
  gboolean rows;
  gboolean refused;
} shared[] = {
  { "SELECT open FROM box", TRUE }, /* step_1 */
  { "SELECT shut FROM box", FALSE }, /* step_2 */
  { "SELECT half FROM box", FALSE },
  { "SELECT dark FROM box", FALSE, TRUE },
  { "SELECT tender FROM box", FALSE },
  { "SELECT * FROM box", FALSE },
  { "SELECT open || '!' AS cry, 1 AS one FROM box WHERE open LIKE 'okay%'", TRUE },
  { "SELECT count(*) AS n, max(open) AS last FROM box", TRUE },
  { "SELECT count(*) AS n FROM box", FALSE },
  { "SELECT open FROM box WHERE shut > ''", FALSE },
  { "SELECT open FROM box ORDER BY shut", FALSE },
  { "SELECT open, count(shut) FROM box GROUP BY open", FALSE },
  { "SELECT open FROM box GROUP BY open HAVING max(shut) > ''", FALSE },
  { "SELECT open FROM box b WHERE EXISTS (SELECT 1 FROM box WHERE shut > b.open)", FALSE },
  { "SELECT a.open FROM box a JOIN box b ON a.shut = b.shut", FALSE },
  { "SELECT a.open FROM box a NATURAL JOIN box b", FALSE },
  { "WITH x AS (SELECT shut AS open FROM box) SELECT open FROM x", FALSE },
  { "SELECT rank() OVER (ORDER BY shut) AS place, open FROM box", FALSE },
  { "SELECT open FROM box UNION SELECT shut FROM box", FALSE },
  { "SELECT open FROM box LIMIT (SELECT count(shut) FROM box)", FALSE },
  { "SELECT rowid AS r, open FROM box", FALSE },
  { "SELECT loud FROM box", TRUE },
  { "SELECT mixed FROM box", FALSE },
  { "SELECT veiled FROM box", FALSE },
  { "SELECT cloaked FROM box", FALSE, TRUE },
  { "SELECT open FROM box WHERE veiled > ''", FALSE },
  { "SELECT lasts, open FROM box GROUP BY open", TRUE },
  { "SELECT shuts, open FROM box GROUP BY open", FALSE },
  { "SELECT word FROM words", TRUE },
  { "SELECT word FROM secrets", FALSE },
  { "SELECT word FROM whispers", FALSE, TRUE },
  { "SELECT * FROM step_1", TRUE },
  { "SELECT * FROM step_2", FALSE },
  { "SELECT a.open FROM step_1 a, step_2 b", FALSE },
  { "SELECT 'okay' AS word", FALSE },
};

static void
add_word_query (AskSchema *schema, const char *name, const char *sql)
{
  AskEntity *entity
    = ask_schema_add_entity (schema, ask_entity_new (name, "", "", ASK_ENTITY_QUERY));

  entity->query = g_strdup (sql);
  ask_entity_add_attribute (entity, "word", "word", ASK_TYPE_TEXT);
}

/* @sharing: what the attributes "open" and "half" say; the others stay silent, or say no */
static void
prepare_box (AskAgentFixture *fixture, AskSharing open, AskSharing half, AskSharing source)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) loaded = NULL;
  g_autoptr (AskSchema) schema = NULL;
  AskEntity *box;

  ask_agent_fixture_add_sqlite (fixture, "bank", BOX);
  loaded = ask_workspace_load_schema (fixture->workspace, &error);
  g_assert_no_error (error);
  schema = ask_schema_copy (loaded);
  box = ask_schema_find_entity (schema, "box");
  ask_entity_find_attribute (box, "open")->sharing = open;
  ask_entity_find_attribute (box, "half")->sharing = half;
  ask_entity_find_attribute (box, "shut")->sharing = ASK_SHARING_NEVER;
  ask_entity_find_attribute (box, "id")->sharing = ASK_SHARING_NEVER;
  ask_entity_find_attribute (box, "dark")->hidden = TRUE;
  ask_entity_find_attribute (box, "tender")->sensitive = TRUE;
  ask_schema_own_source (schema, "bank")->sharing = source;
  g_ptr_array_add (ask_entity_find_attribute (box, "open")->examples, g_strdup ("okay_open_example"));
  g_ptr_array_add (ask_entity_find_attribute (box, "half")->examples, g_strdup ("okay_half_example"));
  g_ptr_array_add (ask_entity_find_attribute (box, "shut")->examples, g_strdup ("cnry_shut_example"));
  g_ptr_array_add (ask_entity_find_attribute (box, "dark")->examples, g_strdup ("cnry_dark_example"));
  g_ptr_array_add (ask_entity_find_attribute (box, "tender")->examples,
                   g_strdup ("cnry_tender_example"));
  ask_entity_add_attribute (box, "loud", NULL, ASK_TYPE_TEXT)->expression = g_strdup ("upper(open)");
  ask_entity_add_attribute (box, "mixed", NULL, ASK_TYPE_TEXT)->expression
    = g_strdup ("open || shut");
  /* Made of what may be told, and still not to be told. */
  ask_entity_add_attribute (box, "veiled", NULL, ASK_TYPE_TEXT)->expression
    = g_strdup ("replace(open, 'okay', 'cn' || 'ry')");
  ask_entity_find_attribute (box, "veiled")->sensitive = TRUE;
  ask_entity_add_attribute (box, "cloaked", NULL, ASK_TYPE_TEXT)->expression
    = g_strdup ("replace(open, 'okay', 'cn' || 'ry')");
  ask_entity_find_attribute (box, "cloaked")->hidden = TRUE;
  ask_entity_add_metric (box, "lasts", "max(open)");
  ask_entity_add_metric (box, "shuts", "max(shut)");
  add_word_query (schema, "words", "SELECT open AS word FROM box");
  add_word_query (schema, "secrets", "SELECT shut AS word FROM box");
  add_word_query (schema, "whispers", "SELECT replace(open, 'okay', 'cn' || 'ry') AS word FROM box");
  ask_schema_find_entity (schema, "whispers")->hidden = TRUE;
  ask_workspace_save_schema (fixture->workspace, schema, "sharing", &error);
  g_assert_no_error (error);
}

static char *
reply_shared (const char *last_user, JsonObject *request, gpointer user_data)
{
  guint *next = user_data;
  guint n = (*next)++;

  if (n == 0)
    return g_strdup ("Action: describe_entities\nAction Input: box, words, secrets, dark");
  if (n <= G_N_ELEMENTS (shared))
    return g_strdup_printf ("Thought: look\nAction: query\nAction Input: %s", shared[n - 1].sql);
  return g_strdup ("Final Answer: SELECT * FROM box");
}

static AskAnswer *
ask_about_box (AskAgentFixture *fixture)
{
  AskAgentOptions options
    = { .max_steps = 200, .max_repairs = 200, .max_tokens = 100000000, .limits = ASK_LIMITS_DEFAULT };
  g_autoptr (GError) error = NULL;
  guint next = 0;
  AskAnswer *answer;

  ask_agent_fixture_script_func (fixture, reply_shared, &next);
  ask_agent_fixture_set_form (fixture, forms[g_test_rand_int_range (0, G_N_ELEMENTS (forms))]);
  answer = ask_agent_ask (fixture->workspace, fixture->model, "What of OKAY_open_two is in the box?",
                          &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  return answer;
}

static guint
count_sent (AskAnswer *answer, const char *what)
{
  guint n = 0;

  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      n += strcmp (step->kind, "sent") == 0 && strstr (step->detail, what) != NULL;
    }
  return n;
}

/* Nobody said anything, or no: no example and no row. */
static void
test_never (void)
{
  static const AskSharing says[] = { ASK_SHARING_INHERIT, ASK_SHARING_NEVER };

  for (guint i = 0; i < G_N_ELEMENTS (says); i++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

      prepare_box (fixture, says[i], says[i], i == 0 ? ASK_SHARING_INHERIT : ASK_SHARING_YES);

      g_autoptr (AskAnswer) answer = ask_about_box (fixture);

      assert_clean (fixture);
      g_assert_false (ask_test_model_received (fixture->server, "okay_open_one"));
      g_assert_false (ask_test_model_received (fixture->server, "okay_open_two"));
      g_assert_false (ask_test_model_received (fixture->server, "example"));
      g_assert_false (ask_test_model_received (fixture->server, "91001"));
      g_assert_cmpuint (count_sent (answer, "no data"), >, G_N_ELEMENTS (shared));
    }
}

/* What the ledger says of the last time that the model was asked: "box.open: 1 samples" each. */
static char *
dup_ledger_values (AskAgentFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries
    = ask_workspace_list_ledger (fixture->workspace, &(AskLedgerFilter) { .kind = "model" }, &error);
  g_autoptr (GString) text = g_string_new (NULL);
  const AskLedgerEntry *last;

  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, >, 0);
  last = entries->pdata[0];
  g_assert_cmpint (last->history_id, >, 0);
  for (guint i = 0; i < last->values->len; i++)
    {
      const AskLedgerValues *values = last->values->pdata[i];

      g_string_append_printf (text, "%s: %d %s\n", values->of, (int) values->n, values->consent);
    }
  return g_strdup (text->str);
}

/* Samples: the examples of that attribute, and how it spells what the question names. */
static void
test_samples (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  const AskTraceStep *last = NULL;

  prepare_box (fixture, ASK_SHARING_SAMPLES, ASK_SHARING_NEVER, ASK_SHARING_INHERIT);

  g_autoptr (AskAnswer) answer = ask_about_box (fixture);

  assert_clean (fixture);
  g_assert_true (ask_test_model_received (fixture->server, "okay_open_example"));
  g_assert_true (ask_test_model_received (fixture->server, "'okay_open_two' is a value of box.open"));
  g_assert_false (ask_test_model_received (fixture->server, "okay_open_one"));
  g_assert_false (ask_test_model_received (fixture->server, "okay_half_example"));
  g_assert_false (ask_test_model_received (fixture->server, "Some of its rows"));
  g_assert_false (ask_test_model_received (fixture->server, "OKAY_OPEN"));
  g_assert_false (ask_test_model_received (fixture->server, "91001"));
  /* The trace says what left. */
  for (guint i = 0; ask_answer_find_step (answer, "sent", i) != NULL; i++)
    last = ask_answer_find_step (answer, "sent", i);
  g_assert_nonnull (strstr (last->detail, "values of box.open = 'okay_open_two', box.open, which"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (last->fields, "values")), ==,
                    2);

  g_autofree char *ledger = dup_ledger_values (fixture);

  g_assert_cmpstr (ledger, ==, "box.open = 'okay_open_two': 1 samples\nbox.open: 1 samples\n");
}

/* Yes: rows that are made of nothing but such attributes, whatever else the schema has. */
static void
test_yes (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  guint n = 0;

  prepare_box (fixture, ASK_SHARING_INHERIT, ASK_SHARING_SAMPLES, ASK_SHARING_YES);

  g_autoptr (AskAnswer) answer = ask_about_box (fixture);

  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];
      gboolean rows;

      if (strcmp (step->kind, "observation") != 0 || strstr (step->detail, "columns") == NULL
          || !g_str_has_prefix (step->detail, "step_"))
        continue;
      while (shared[n].refused)
        n++;
      rows = strstr (step->detail, "The rows:") != NULL;
      if (rows != shared[n].rows)
        g_error ("%s: %s", shared[n].sql, step->detail);
      n++;
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (shared));
  assert_clean (fixture);
  g_assert_true (ask_test_model_received (fixture->server, "okay_open_one"));
  g_assert_true (ask_test_model_received (fixture->server, "OKAY_OPEN_TWO"));
  g_assert_true (ask_test_model_received (fixture->server, "okay_half_example"));
  g_assert_false (ask_test_model_received (fixture->server, "91001"));
  g_assert_true (ask_test_model_received (fixture->server, "-- Some of its rows (open):"));
  g_assert_cmpuint (count_sent (answer, "box (open)"), >, 0);
  g_assert_cmpuint (count_sent (answer, "step_1"), >, 0);
}

/* What a server says when a query fails quotes values: those that it could not read, and those that a
 * function of its own puts into an exception. */
static void
run_server (const AskSourceKind *kind, const char *uri)
{
  static const char *const asked[] = {
    "SELECT CAST(t AS INTEGER) + 1, date(t), CAST(t AS REAL) FROM vault",
    "SELECT json_extract(t, '$.a'), json_array_length(t) FROM vault",
    "SELECT t -> 'a' FROM vault",
    "SELECT * FROM vault WHERE t LIKE t ESCAPE t",
    "SELECT * FROM vault WHERE t REGEXP t",
    "SELECT i * 9223372036854775807, 1 / (i - i) FROM vault",
    "SELECT abs(-9223372036854775807 - 1 + 0 * i) FROM vault",
    "SELECT strftime('%Y', t), julianday(t) FROM vault WHERE d > t",
    "SELECT nosuch FROM vault WHERE t = i",
    "SELECT * FROM vault LIMIT (SELECT t FROM vault)",
    "SELECT * FROM raising",
    "SELECT count(*) FROM raising WHERE t > 'a' GROUP BY t",
    "SELECT v.t FROM vault v JOIN raising r ON r.t = v.t",
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  guint n_failed = 0;

  record = ask_workspace_add_source (fixture->workspace, &(AskNewSource) { kind, "bank", uri }, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autofree char *query = g_strconcat ("Action: query\nAction Input: ", asked[i], NULL);
      const char *const replies[] = { "Action: describe_entities\nAction Input: vault, raising", query,
                                      "Final Answer: SELECT count(*) AS n FROM vault", NULL };
      g_autoptr (AskAnswer) answer = NULL;

      g_clear_object (&fixture->model);
      g_clear_pointer (&fixture->server, ask_test_model_free);
      ask_agent_fixture_script (fixture, replies);
      answer = ask_agent_fixture_ask (fixture, "What does the server hold?");
      g_test_message ("%s: %s", asked[i], answer->text);
      assert_clean (fixture);
      n_failed += answer->status == ASK_STATUS_FAILED;
      /* The person is told in the server's own words. */
      if (strstr (asked[i], "raising") != NULL)
        g_assert_nonnull (strstr (answer->text, "cnry_raised"));
    }
  g_assert_cmpuint (n_failed, >=, 3);
}

static void
test_postgres (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (NULL, &reason);

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_postgres_exec (
    server, "CREATE TABLE vault (t text, i bigint, d date); INSERT INTO vault VALUES"
            "  ('cnry_text_one', 731000017, '3917-05-11'), ('{cnry(', 731000043, '3918-06-12');"
            "CREATE FUNCTION tell (t text) RETURNS text LANGUAGE plpgsql AS"
            "  $$ BEGIN RAISE EXCEPTION 'cnry_raised %', t; END $$;"
            "CREATE VIEW raising AS SELECT tell (t) AS t FROM vault");
  run_server (&ask_postgres_kind, ask_test_postgres_get_uri (server));
}

static void
test_mariadb (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestMariadb) server = ask_test_mariadb_new (0, &reason);
  g_autofree char *uri = NULL;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_mariadb_exec (
    server, "CREATE DATABASE shop; USE shop; CREATE TABLE vault (t TEXT, i BIGINT, d DATE);"
            "INSERT INTO vault VALUES ('cnry_text_one', 731000017, '3917-05-11'),"
            "  ('{cnry(', 731000043, '3918-06-12');"
            "CREATE FUNCTION tell (t TEXT) RETURNS TEXT DETERMINISTIC BEGIN"
            "  SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'cnry_raised'; RETURN t; END;"
            "CREATE VIEW raising AS SELECT tell (t) AS t FROM vault");
  uri = ask_test_mariadb_dup_uri (server, NULL, "shop", NULL);
  run_server (&ask_mysql_kind, uri);
}

/* A column that came to a table after its source was read is of no attribute, so nobody has allowed it. */
static void
test_new_columns (void)
{
  static const char *const replies[]
    = { "Action: describe_entities\nAction Input: crate",
        "Action: query\nAction Input: SELECT * FROM crate",
        "Action: query\nAction Input: SELECT * FROM bank.crate",
        "Action: query\nAction Input: SELECT late FROM crate",
        "Action: query\nAction Input: SELECT bank.crate.late FROM bank.crate",
        "Action: query\nAction Input: SELECT open FROM crate WHERE late > ''",
        "Final Answer: SELECT open FROM crate", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *path = g_build_filename (fixture->folder, "bank.sqlite", NULL);
  g_autoptr (AskSchema) loaded = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *file = NULL;

  ask_agent_fixture_add_sqlite (fixture, "bank", "CREATE TABLE crate (open TEXT);"
                                                 "INSERT INTO crate VALUES ('okay_open')");
  loaded = ask_workspace_load_schema (fixture->workspace, &error);
  g_assert_no_error (error);
  schema = ask_schema_copy (loaded);
  ask_entity_find_attribute (ask_schema_find_entity (schema, "crate"), "open")->sharing = ASK_SHARING_YES;
  ask_workspace_save_schema (fixture->workspace, schema, "sharing", &error);
  g_assert_no_error (error);
  g_assert_cmpint (sqlite3_open (path, &file), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (file, "ALTER TABLE crate ADD COLUMN late TEXT DEFAULT 'cnry_late'", NULL,
                                 NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (file);
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "What lies in the crate?");

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_true (ask_test_model_received (fixture->server, "okay_open"));
  assert_clean (fixture);
}

/* What people said of other questions, and of this one, is for this machine alone. */
static void
test_examples (void)
{
  static const char *const replies[] = { "Thought: look\nAction: describe_entities\nAction Input: vault",
                                         "Final Answer: SELECT count(*) FROM vault", NULL };
  static const char *const question = "How would a sage reckon the vault?";
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GPtrArray) wrong = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_example_wrong_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  AskExample examples[] = {
    { .question = (char *) "What is cnry_question?", .sql = (char *) "SELECT 'cnry_right' FROM vault", .wrong = wrong,
      .origin = ASK_EXAMPLE_CHOSEN },
    { .question = (char *) question, .wrong = wrong, .origin = ASK_EXAMPLE_WRONG },
  };

  ask_agent_fixture_add_sqlite (fixture, "vault", VAULT);
  g_ptr_array_add (wrong, ask_example_wrong_new ("SELECT 'cnry_wrong' FROM vault", "filter", "cnry_note"));
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_assert_true (ask_workspace_add_example (fixture->workspace, &examples[i], &error));
      g_assert_no_error (error);
    }
  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, question);
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), >=, 2);
  assert_clean (fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/agent/canary/no-query-tells-the-model-a-cell", "text", test_every_query);
  g_test_add_data_func ("/agent/canary/no-query-in-json-tells-the-model-a-cell", "json", test_every_query);
  g_test_add_data_func ("/agent/canary/no-result-of-a-call-tells-the-model-a-cell", "tools", test_every_query);
  g_test_add_func ("/agent/canary/no-api-error-tells-the-model-a-cell", test_api_errors);
  g_test_add_func ("/agent/canary/goals-of-a-plan-tell-no-cell", test_plan);
  g_test_add_func ("/agent/canary/joins-that-are-proved-tell-no-cell", test_joins);
  g_test_add_func ("/agent/canary/queries-that-are-compared-tell-no-cell", test_differences);
  g_test_add_func ("/agent/canary/without-a-yes-no-example-and-no-row-is-told", test_never);
  g_test_add_func ("/agent/canary/samples-tell-examples-and-no-rows", test_samples);
  g_test_add_func ("/agent/canary/yes-tells-rows-of-such-attributes-only", test_yes);
  g_test_add_func ("/agent/canary/a-new-column-is-allowed-by-nobody", test_new_columns);
  g_test_add_func ("/agent/canary/no-example-to-learn-from-reaches-the-model", test_examples);
  g_test_add_func ("/agent/canary/no-cell-of-postgres-reaches-the-model", test_postgres);
  g_test_add_func ("/agent/canary/no-cell-of-mariadb-reaches-the-model", test_mariadb);
  return g_test_run ();
}
