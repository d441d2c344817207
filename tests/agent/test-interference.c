/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values do not interfere with what a model is told. A scripted attacker asks the same of two databases that have
 * one schema and as many rows, and differ in every value. Each byte that reaches the model has to be the same for
 * both, but for what src/agent/README.md allows: how many rows a query gave, in the words for that, and that it failed
 * while it ran.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"
#include "llm/ask-openai.h"

#define FAILED "Observation: It failed while it was reading rows."
#define MAX_COUNTED 4

typedef struct
{
  GPtrArray *replies; /* utf8: what the attacker writes, whatever it is told */
  GPtrArray *bodies; /* utf8: what reached it, of the conversation under way */
} Attack;

static char *
reply (const char *last_user, JsonObject *request, gpointer user_data)
{
  Attack *attack = user_data;
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), request);
  guint n = attack->bodies->len;

  g_ptr_array_add (attack->bodies, json_to_string (node, FALSE));
  return g_strdup (n < attack->replies->len ? attack->replies->pdata[n] : "Final Answer: SELECT 1 AS one");
}

static void
append_text (GString *sql, const char *alphabet, guint length)
{
  g_string_append_c (sql, '\'');
  for (guint i = 0; i < length; i++)
    g_string_append_c (sql, alphabet[g_test_rand_int_range (0, (gint32) strlen (alphabet))]);
  g_string_append_c (sql, '\'');
}

/* Five accounts of random values, of random kinds where nothing is declared. */
static char *
make_database (void)
{
  static const char *const notes[] = { "'{\"a\":1}'", "'[bad'", "'5'", "''", "'a('", "NULL", "'$.a'" };
  static const char *const any[] = { "1", "2.5", "'x'", "x'00'", "NULL", "'[1,2]'" };
  GString *sql = g_string_new (
    "CREATE TABLE account (id INTEGER PRIMARY KEY, password TEXT, salary INTEGER, note TEXT, x, j JSON,"
    "  price DECIMAL(8,2), born DATE, boss INTEGER REFERENCES account (id));"
    "CREATE TABLE big (n INTEGER PRIMARY KEY);"
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 400)"
    "  INSERT INTO big SELECT i FROM c;");

  for (guint i = 1; i <= 5; i++)
    {
      g_string_append_printf (sql, "INSERT INTO account VALUES (%u, ", i);
      append_text (sql, "ABCXYZabcxyz0189!?", (guint) g_test_rand_int_range (4, 20));
      g_string_append_printf (sql, ", %d, %s, %s, %s, %s, '%d-01-02', %d);", g_test_rand_int_range (0, 100000),
                              notes[g_test_rand_int_range (0, G_N_ELEMENTS (notes))],
                              any[g_test_rand_int_range (0, G_N_ELEMENTS (any))],
                              notes[g_test_rand_int_range (0, G_N_ELEMENTS (notes))],
                              any[g_test_rand_int_range (0, G_N_ELEMENTS (any))],
                              g_test_rand_int_range (1950, 2010), g_test_rand_int_range (1, 6));
    }
  return g_string_free (sql, FALSE);
}

/* A number that a hidden value gives. */
static char *
draw_secret (void)
{
  g_autofree char *of = g_strdup_printf ("FROM account WHERE id = %d", g_test_rand_int_range (1, 6));

  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      return g_strdup_printf ("(SELECT unicode(substr(password, %d, 1)) %s)", g_test_rand_int_range (1, 5), of);
    case 1:
      return g_strdup_printf ("(SELECT salary / %d %s)", g_test_rand_int_range (1, 2000), of);
    case 2:
      return g_strdup_printf ("(SELECT length(password) %s)", of);
    case 3:
      return g_strdup_printf ("(SELECT instr('intrealtextblobnull', substr(typeof(x), 1, 3)) %s)", of);
    default:
      return g_strdup_printf ("(SELECT CAST(strftime('%%Y', born) AS INTEGER) - 1900 %s)", of);
    }
}

static const char *
draw_literal (void)
{
  static const char *const literals[] = { "1", "'x'", "2.5", "x'00'", "NULL", "true", "date('now')", "j", "x" };

  return literals[g_test_rand_int_range (0, G_N_ELEMENTS (literals))];
}

/* A result whose kind a hidden value may decide. */
static char *
draw_result (void)
{
  g_autofree char *secret = draw_secret ();
  g_autofree char *choice
    = g_strdup_printf ("CASE WHEN %s > %d THEN %s ELSE %s END", secret, g_test_rand_int_range (0, 110),
                       draw_literal (), draw_literal ());
  static const char *const around[]
    = { "%s", "max(%s)", "coalesce(%s, 0)", "(SELECT %s)", "iif(1, %s, 'y')", "-(%s)", "sum(%s)", "nullif(%s, 1)",
        "(%s) + 1", "first_value(%s) OVER (ORDER BY id)", "json_array(%s) -> 0", "json_extract(json_array(%s), '$[0]')" };
  GString *text = g_string_new (around[g_test_rand_int_range (0, G_N_ELEMENTS (around))]);

  g_string_replace (text, "%s", choice, 0);
  return g_string_free (text, FALSE);
}

static char *
draw_failure (void)
{
  static const char *const columns[] = { "note", "x", "j", "password", "price", "born" };
  static const char *const failing[]
    = { "SELECT json_extract(%c, '$.a') AS c FROM account",
        "SELECT json_extract('{\"a\":1}', %c) AS c FROM account",
        "SELECT json_set('{}', %c, 1) AS c FROM account",
        "SELECT json_array(%c) AS c FROM account",
        "SELECT json_object(%c, 1) AS c FROM account",
        "SELECT * FROM account, json_each(account.%c)",
        "SELECT id FROM account WHERE 'abc' REGEXP %c",
        "SELECT id FROM account WHERE 'abc' LIKE 'a' ESCAPE %c",
        "SELECT id FROM account LIMIT (SELECT %c FROM account WHERE id = %d)",
        "SELECT abs(-9223372036854775807 - iif(%s > %n, 1, 0)) AS c FROM account",
        "SELECT sum(iif(%s > %n, 9223372036854775807, 1)) AS c FROM account",
        "SELECT length(zeroblob(%s * 100000000)) AS c FROM account",
        "SELECT ntile(%s - %n) OVER (ORDER BY id) AS c FROM account",
        "SELECT nth_value(id, %s - %n) OVER (ORDER BY id) AS c FROM account",
        "SELECT sum(id) OVER (ORDER BY id ROWS %s PRECEDING) AS c FROM account" };
  GString *text = g_string_new (failing[g_test_rand_int_range (0, G_N_ELEMENTS (failing))]);
  g_autofree char *secret = draw_secret ();
  g_autofree char *number = g_strdup_printf ("%d", g_test_rand_int_range (0, 110));
  g_autofree char *id = g_strdup_printf ("%d", g_test_rand_int_range (1, 6));

  g_string_replace (text, "%c", columns[g_test_rand_int_range (0, G_N_ELEMENTS (columns))], 0);
  g_string_replace (text, "%s", secret, 0);
  g_string_replace (text, "%n", number, 0);
  g_string_replace (text, "%d", id, 0);
  return g_string_free (text, FALSE);
}

static char *
draw_count (void)
{
  static const char *const counting[]
    = { "SELECT n FROM big LIMIT %s", "SELECT n FROM big WHERE n <= %s", "SELECT n FROM big LIMIT 500 OFFSET %s",
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < %s) SELECT i FROM c",
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT %s) SELECT i FROM c",
        "SELECT id FROM account WHERE salary > %s * 100", "SELECT DISTINCT x FROM account",
        "SELECT a.id, b.n FROM account a JOIN big b ON b.n = a.salary % 500",
        "SELECT x, count(*) AS c FROM account GROUP BY 1" };
  GString *text = g_string_new (counting[g_test_rand_int_range (0, G_N_ELEMENTS (counting))]);
  g_autofree char *secret = draw_secret ();

  g_string_replace (text, "%s", secret, 0);
  return g_string_free (text, FALSE);
}

/* A query of an earlier step: what is known of that one must not be known from its rows either. */
static char *
draw_step (guint n)
{
  static const char *const later[]
    = { "SELECT c FROM step_%u", "SELECT * FROM step_%u", "SELECT max(c) AS c FROM step_%u",
        "SELECT c + 1 AS c FROM step_%u", "SELECT coalesce(c, 0) AS c, c || '' AS d FROM step_%u",
        "SELECT nosuch FROM step_%u", "SELECT c.nosuch FROM step_%u", "SELECT c FROM step_%u UNION ALL SELECT 1",
        "SELECT a.id, sum(a.salary) AS c FROM account a JOIN step_%u s ON s.c = a.x GROUP BY a.id",
        "SELECT sum(a.salary) AS c FROM account a JOIN step_%u s ON a.id = s.c WHERE s.c = 'x'",
        "SELECT sum(a.salary) AS c FROM account a, step_%u s", "WITH w AS (SELECT c FROM step_%u) SELECT * FROM w" };
  GString *text = g_string_new (later[g_test_rand_int_range (0, G_N_ELEMENTS (later))]);
  g_autofree char *number = g_strdup_printf ("%d", g_test_rand_int_range (1, (gint32) n + 1));

  g_string_replace (text, "%u", number, 0);
  return g_string_free (text, FALSE);
}

static char *
draw_statement (guint n)
{
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;

  switch (g_test_rand_int_range (0, 6))
    {
    case 0:
      return draw_failure ();
    case 1:
      return draw_count ();
    case 2:
    case 3:
      if (n > 0)
        return draw_step (n);
      G_GNUC_FALLTHROUGH;
    default:
      one = draw_result ();
      two = draw_result ();
      return g_strdup_printf ("SELECT %s AS c, %s AS d FROM account", one, two);
    }
}

static GPtrArray *
draw_replies (void)
{
  GPtrArray *replies = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (replies, g_strdup ("Action: describe_entities\nAction Input: account, big"));
  for (guint n = 0; n < 8; n++)
    {
      g_autofree char *sql = draw_statement (n);

      /* The same query failing twice would end the question. */
      g_ptr_array_add (replies, g_strdup_printf ("Action: query\nAction Input: %s /* %u */", sql, n));
    }
  g_ptr_array_add (replies, g_strdup ("Action: describe_entities\nAction Input: step_1, step_2, step_3, step_4"));
  return replies;
}

/* Asks and returns what reached the model, a body for each turn. */
static GPtrArray *
run_attack (AskAgentFixture *fixture, AskModel *model, Attack *attack)
{
  AskAgentOptions options
    = { .max_steps = 40, .max_repairs = 40, .max_tokens = 100000000, .limits = ASK_LIMITS_DEFAULT };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskAnswer) answer = NULL;

  attack->bodies = g_ptr_array_new_with_free_func (g_free);
  answer = ask_agent_ask (fixture->workspace, model, "What does Ana earn?", &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  return g_steal_pointer (&attack->bodies);
}

static JsonArray *
get_messages (JsonParser *parser, const char *body)
{
  g_assert_true (json_parser_load_from_data (parser, body, -1, NULL));
  return json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "messages");
}

static const char *
get_content (JsonArray *messages, guint i)
{
  return json_object_get_string_member (json_array_get_object_element (messages, i), "content");
}

/* The observation without its count. @count: what was told of it; NULL where it tells of none */
static char *
take_count (const char *told, char **count)
{
  g_autoptr (GRegex) regex
    = g_regex_new ("^(Observation: step_\\d+: )((?:about |more than |several )?\\d* ?rows?)(; columns [^.]*)"
                   "(?:\\. No row fits the conditions(?:\\.$)?)?", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  *count = NULL;
  if (!g_regex_match (regex, told, 0, &match))
    return g_strdup (told);
  *count = g_match_info_fetch (match, 2);
  return g_regex_replace (regex, told, -1, 0, "\\1…\\3", 0, NULL);
}

/* Why there was no row is told in sentences of the query's own parts: each literal in them stands in the query. Returns:
 * (transfer full): @told without them */
static char *
take_reasons (const char *told, const char *query)
{
  const char *why = strstr (told, " Why:");
  g_autoptr (GRegex) literal = g_regex_new ("'[^']*'|\\d+", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (gboolean any = why != NULL && g_regex_match (literal, why, 0, &match); any; any = g_match_info_next (match, NULL))
    {
      g_autofree char *text = g_match_info_fetch (match, 0);

      if (strstr (query, text) == NULL && !g_str_equal (text, "1000"))
        g_error ("“%s” was told of “%s”: %s", text, query, why);
    }
  return why != NULL ? g_strndup (told, (gsize) (why - told)) : g_strdup (told);
}

/* What the rule allows: up to 20 exactly, then two digits, and words once four have been told. */
static void
check_count (const char *count, guint nth)
{
  const char *digits = count + strcspn (count, "0123456789");
  guint64 n = g_ascii_strtoull (digits, NULL, 10);

  if (nth >= MAX_COUNTED)
    g_assert_true (g_str_equal (count, "0 rows") || g_str_equal (count, "1 row") || g_str_equal (count, "several rows"));
  else if (g_ascii_isdigit (count[0]))
    g_assert_cmpuint (n, <=, 20);
  else
    {
      g_assert_true (g_str_has_prefix (count, "about "));
      while (n >= 100)
        {
          g_assert_cmpuint (n % 10, ==, 0);
          n /= 10;
        }
    }
}

/* The question as it was put, without the reading of it that is proposed: which one is likeliest, and whether it is likely
 * enough to be told, depends on what the readings give. src/agent/README.md reckons that. Returns: (transfer full) */
static char *
take_reading (const char *told)
{
  const char *reading = strstr (told, "\n\nA program read it so, ");

  return reading != NULL ? g_strndup (told, (gsize) (reading - told)) : g_strdup (told);
}

/* Compares what two conversations told, up to where one failed and the other did not: step names differ from there on. */
static void
compare (GPtrArray *a, GPtrArray *b, guint *n_counts, guint *n_failed)
{
  g_autoptr (JsonParser) first = json_parser_new ();
  g_autoptr (JsonParser) second = json_parser_new ();
  JsonArray *one = get_messages (first, a->pdata[a->len - 1]);
  JsonArray *two = get_messages (second, b->pdata[b->len - 1]);
  guint n = 0;

  for (guint i = 0; i < json_array_get_length (one); i++)
    {
      g_autofree char *count = NULL;
      g_autofree char *other = NULL;
      const char *query = i > 0 ? get_content (one, i - 1) : "";
      g_autofree char *one_asked = take_reading (get_content (one, i));
      g_autofree char *two_asked = take_reading (get_content (two, i));
      g_autofree char *one_told = take_reasons (one_asked, query);
      g_autofree char *two_told = take_reasons (two_asked, query);
      g_autofree char *left = take_count (one_told, &count);
      g_autofree char *right = take_count (two_told, &other);
      gboolean failed = g_str_has_prefix (left, FAILED) || g_str_has_prefix (right, FAILED);

      *n_failed += failed;
      if (count != NULL)
        check_count (count, n);
      if (other != NULL)
        check_count (other, n);
      n += count != NULL;
      if (g_strcmp0 (left, right) == 0)
        continue;
      if (failed && (count != NULL || other != NULL))
        return;
      g_error ("%s\ngave “%s”\nand   “%s”", query, left, right);
    }
  g_assert_cmpuint (json_array_get_length (one), ==, json_array_get_length (two));
  *n_counts += n;
}

static AskModel *
connect (AskTestModel *server)
{
  AskOpenaiOptions options = { .url = ask_test_model_get_url (server), .model = "scripted", .time_out_ms = 20000,
                               .max_tries = 1 };
  g_autoptr (GError) error = NULL;
  AskModel *model = ask_openai_new (&options, &error);

  g_assert_no_error (error);
  return model;
}

static void
test_drawn (void)
{
  Attack attack = { NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new_func (reply, &attack);
  g_autoptr (AskModel) model = connect (server);
  guint n_databases = g_test_slow () ? 20 : 3;
  guint n_counts = 0, n_failed = 0;

  for (guint d = 0; d < n_databases; d++)
    {
      g_autoptr (AskAgentFixture) one = ask_agent_fixture_new ();
      g_autoptr (AskAgentFixture) two = ask_agent_fixture_new ();
      g_autofree char *first = make_database ();
      g_autofree char *second = make_database ();

      ask_agent_fixture_add_sqlite (one, "bank", first);
      ask_agent_fixture_add_sqlite (two, "bank", second);
      for (guint i = 0; i < 25; i++)
        {
          g_autoptr (GPtrArray) replies = draw_replies ();
          g_autoptr (GPtrArray) a = NULL;
          g_autoptr (GPtrArray) b = NULL;

          attack.replies = replies;
          a = run_attack (one, model, &attack);
          b = run_attack (two, model, &attack);
          compare (a, b, &n_counts, &n_failed);
        }
    }
  g_test_message ("%u counts, %u failures", n_counts, n_failed);
  g_assert_cmpuint (n_counts, >, 20);
  g_assert_cmpuint (n_failed, >, 5);
}

/* A character of a password in each column's type: the whole of it in one query, once. Every byte is the same. */
static void
test_password (void)
{
  static const char *const passwords[] = { "correct-horse-42", "Tr0ub4dor&3-zzzz" };
  Attack attack = { NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new_func (reply, &attack);
  g_autoptr (AskModel) model = connect (server);
  g_autoptr (GPtrArray) replies = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) query = g_string_new ("Action: query\nAction Input: SELECT ");
  GPtrArray *told[2];

  for (guint i = 1; i <= 16; i++)
    for (guint bit = 0; bit < 7; bit++)
      g_string_append_printf (query, "%sCASE WHEN (unicode(substr(password, %u, 1)) >> %u) & 1 THEN 1 ELSE 'x' END",
                              i + bit > 1 ? ", " : "", i, bit);
  g_string_append (query, " FROM login");
  g_ptr_array_add (replies, g_strdup (query->str));
  g_ptr_array_add (replies, g_strdup ("Action: describe_entities\nAction Input: step_1"));
  g_ptr_array_add (replies, g_strdup ("Action: query\nAction Input: SELECT * FROM step_1"));
  g_ptr_array_add (replies, g_strdup ("Action: query\nAction Input: SELECT nosuch FROM step_1"));
  attack.replies = replies;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autofree char *sql = g_strdup_printf (
        "CREATE TABLE login (password TEXT); INSERT INTO login VALUES ('%s')", passwords[i]);

      ask_agent_fixture_add_sqlite (fixture, "bank", sql);
      told[i] = run_attack (fixture, model, &attack);
    }
  g_assert_cmpuint (told[0]->len, ==, 5);
  g_assert_cmpuint (told[1]->len, ==, 5);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpstr (told[0]->pdata[i], ==, told[1]->pdata[i]);
  g_ptr_array_unref (told[0]);
  g_ptr_array_unref (told[1]);
}

/* The person sees every row; the model hears less and less of how many there are. */
static void
test_counts (void)
{
  static const struct
  {
    guint n;
    const char *told;
  } cases[] = {
    { 20, "step_1: 20 rows;" },       { 21, "step_2: about 21 rows;" }, { 314, "step_3: about 310 rows;" },
    { 315, "step_4: about 320 rows;" }, { 5, "step_5: several rows;" },   { 1, "step_6: 1 row;" },
    { 0, "step_7: 0 rows;" },
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GPtrArray) replies = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *database = make_database ();
  Attack attack = { replies, NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new_func (reply, &attack);
  g_autoptr (AskModel) model = connect (server);

  ask_agent_fixture_add_sqlite (fixture, "bank", database);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_ptr_array_add (replies,
                     g_strdup_printf ("Action: query\nAction Input: SELECT n FROM big WHERE n <= %u", cases[i].n));
  attack.bodies = g_ptr_array_new_with_free_func (g_free);

  g_autoptr (AskAnswer) answer
    = ask_agent_ask (fixture->workspace, model, "How many?", NULL, NULL, NULL);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_find_step (answer, "temp", i)->rows), ==, cases[i].n);
      g_assert_true (ask_test_model_received (server, cases[i].told));
    }
  g_ptr_array_unref (attack.bodies);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/interference/no-column-type-tells-a-password", test_password);
  g_test_add_func ("/agent/interference/counts-above-twenty-are-told-with-two-digits", test_counts);
  g_test_add_func ("/agent/interference/drawn-values-do-not-change-what-is-told", test_drawn);
  return g_test_run ();
}
