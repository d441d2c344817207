/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions that lean on an earlier answer: follow-ups, parts that are changed, and values of which the person is asked
 * which one is meant.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "agent/ask-thread.h"
#include "ask-agent-fixture.h"
#include "store/ask-workspace-examples.h"

static AskAnswer *
ask_with (AskAgentFixture *fixture, const char *question, const AskAgentOptions *options)
{
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_agent_ask (fixture->workspace, fixture->model, question, options, NULL, &error);

  g_assert_no_error (error);
  g_test_message ("%s → %s %s", question, answer->text, answer->sql != NULL ? answer->sql : "");
  return answer;
}

static AskAnswer *
follow (AskAgentFixture *fixture, const AskAnswer *last, const char *question)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  options.follow = last->history_id;
  return ask_with (fixture, question, &options);
}

static AskAnswer *
take (AskAgentFixture *fixture, const AskAnswer *last, const char *sql)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  options.follow = last->history_id;
  options.take = sql;
  return ask_with (fixture, last->question, &options);
}

static void
add_sales (AskAgentFixture *fixture)
{
  ask_agent_fixture_add_sqlite (
      fixture, "sales",
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, region TEXT);"
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, day DATE, amount REAL);"
      "CREATE TABLE project (id INTEGER PRIMARY KEY, title TEXT, begun DATE, ended DATE);"
      "INSERT INTO customer VALUES (1, 'Ann', 'Paris', 'North'), (2, 'Bob', 'Lyon', 'South'), (3, 'Cy', 'Nice', 'South'),"
      " (4, 'Di', 'Berlin', 'East'), (5, 'Ed', 'Merlin', 'East');"
      "INSERT INTO orders VALUES (1, 1, '2024-03-01', 10), (2, 1, '2025-01-01', 20), (3, 2, '2025-12-31', 30),"
      " (4, 3, '2026-02-02', 40), (5, 3, '2024-02-02', 5);"
      "INSERT INTO project VALUES (1, 'Roof', '2024-01-01', '2025-01-01'), (2, 'Door', '2025-01-01', '2025-02-01');");
}

static char *
describe_rows (const AskAnswer *answer)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (answer->rows);
  for (gsize r = 0; r < ask_rows_get_n_rows (answer->rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (answer->rows); c++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (answer->rows, r, c));

        g_string_append_printf (text, "%s%c", cell, c + 1 < ask_rows_get_n_columns (answer->rows) ? ',' : ';');
      }
  return g_strdup (text->str);
}

static void
assert_rows (const AskAnswer *answer, const char *expected)
{
  g_autofree char *rows = describe_rows (answer);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (rows, ==, expected);
}

/* One after the other, each leaning on the one before. */
static void
test_chain (void)
{
  static const struct
  {
    const char *question;
    const char *rows;
    const char *change;
  } cases[] = {
    { "and by region", "North,2;South,3;", "As before, and for each region." },
    { "only 2025", "North,1;South,1;", "As before, and only where day below 2026-01-01 and day at least 2025-01-01." },
    { "what about South?", "South,1;", "As before, and only where region is South." },
    { "without the filter", "North,2;South,3;", NULL },
    { "top 1", "South,3;", NULL },
    { "and the sum of amount", "South,75.0;", NULL },
    { "the other way round", "North,30.0;", "As before, and smallest first." },
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) last = NULL;

  add_sales (fixture);
  last = ask_with (fixture, "how many orders are there?", NULL);
  g_assert_cmpint (last->follows, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAnswer) answer = follow (fixture, last, cases[i].question);

      assert_rows (answer, cases[i].rows);
      if (cases[i].change != NULL)
        g_assert_cmpstr (answer->change, ==, cases[i].change);
      g_assert_true (g_str_has_prefix (answer->change, "As before, and "));
      g_assert_cmpstr (ask_answer_get_by (answer), ==, "here");
      g_assert_cmpint (answer->follows, ==, last->history_id);
      g_assert_cmpstr (ask_answer_find_step (answer, "thought", 0)->title, ==, "Read it as a follow-up");
      g_assert_nonnull (strstr (ask_answer_find_step (answer, "thought", 0)->detail, last->question));
      ask_answer_free (last);
      last = g_steal_pointer (&answer);
    }
}

/* A question of its own is read as one, whatever it could lean on. */
static void
test_own (void)
{
  static const char *const cases[][2]
      = { { "how many customers are there?", "5;" }, { "show projects", NULL }, { "list customer names", NULL } };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) last = NULL;

  add_sales (fixture);
  last = ask_with (fixture, "how many orders are there?", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAnswer) answer = follow (fixture, last, cases[i][0]);

      g_assert_cmpint (answer->follows, ==, 0);
      g_assert_null (answer->change);
      if (cases[i][1] != NULL)
        assert_rows (answer, cases[i][1]);
    }
}

/* The wish for a kind of chart stays until another is said, and is kept. */
static void
test_wish (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;

  add_sales (fixture);

  g_autoptr (AskAnswer) first = ask_with (fixture, "how many orders are there?", NULL);
  g_autoptr (AskAnswer) groups = follow (fixture, first, "by region");
  g_autoptr (AskAnswer) pie = follow (fixture, groups, "as a pie");
  g_autoptr (AskAnswer) later = follow (fixture, pie, "only 2025");
  g_autoptr (AskAnswer) stack = follow (fixture, later, "as stacked bars");
  g_autoptr (AskAnswer) table = follow (fixture, stack, "as a table");

  g_assert_null (groups->wish);
  g_assert_cmpstr (pie->wish, ==, "pie");
  g_assert_cmpstr (pie->change, ==, "As before, and as a pie chart.");
  g_assert_cmpstr (later->wish, ==, "pie");
  g_assert_cmpstr (stack->wish, ==, "stacked-bar");
  g_assert_cmpstr (stack->change, ==, "As before, and as stacked bars.");
  g_assert_cmpstr (stack->sql, ==, later->sql);
  g_assert_cmpstr (table->wish, ==, "table");

  g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (fixture->workspace, later->history_id, &error);
  g_assert_no_error (error);
  g_autoptr (AskAnswer) kept = ask_answer_from_json (entry->answer, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (kept->wish, ==, "pie");
  g_assert_cmpstr (kept->change, ==, later->change);
  g_assert_cmpint (kept->follows, ==, pie->history_id);
  g_assert_cmpuint (kept->parts->len, ==, later->parts->len);
}

/* Two dates are asked about, and the number of a choice answers. */
static void
test_choice (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  add_sales (fixture);

  g_autoptr (AskAnswer) last = ask_with (fixture, "show projects", NULL);
  g_autoptr (AskAnswer) asked = follow (fixture, last, "only 2025");

  g_assert_cmpint (asked->status, ==, ASK_STATUS_CLARIFY);
  g_assert_cmpuint (asked->choices->len, ==, 2);
  g_assert_cmpint (asked->follows, ==, last->history_id);
  options.follow = last->history_id;
  options.reading = 2;

  g_autoptr (AskAnswer) answer = ask_with (fixture, "only 2025", &options);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (answer->n_rows, ==, 2);
  g_assert_nonnull (strstr (answer->sql, "ended"));
}

/* What a verified question gives can be followed as well; a query that no draft can say cannot, and the trace says so. */
static void
test_verified (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  add_sales (fixture);
  ask_agent_fixture_verify (fixture, "Turnover", "SELECT sum(amount) AS turnover FROM orders");
  ask_agent_fixture_verify (fixture, "Turnover twice", "SELECT 2 * sum(amount) AS turnover FROM orders");

  g_autoptr (AskAnswer) last = ask_with (fixture, "turnover", NULL);
  g_autoptr (AskAnswer) answer = follow (fixture, last, "only 2025");
  g_autoptr (AskAnswer) twice = ask_with (fixture, "turnover twice", NULL);
  g_autoptr (AskAnswer) refused = follow (fixture, twice, "only 2025");

  g_assert_nonnull (last->verified);
  assert_rows (answer, "50.0;");
  g_assert_null (answer->verified);
  g_assert_cmpint (refused->follows, ==, 0);
  g_assert_cmpstr (ask_answer_find_step (refused, "context", 0)->title, ==, "Read as a question of its own");
}

static void
test_missing (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  add_sales (fixture);
  options.follow = 4711;

  g_autoptr (AskAnswer) answer = ask_with (fixture, "only 2025", &options);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_nonnull (strstr (answer->text, "4711"));
}

/* Where a model is, a follow-up is answered here all the same. */
static void
test_model (void)
{
  static const char *const replies[] = { "Final Answer:\nSELECT 1 AS one", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;

  add_sales (fixture);
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "on", &error));

  g_autoptr (AskAnswer) last = ask_with (fixture, "how many orders are there?", NULL);
  g_autoptr (AskAnswer) answer = follow (fixture, last, "only 2025");

  assert_rows (answer, "2;");
  g_assert_null (answer->model);
}

/* ---- parts */

static const AskAnswerPart *
find_part (const AskAnswer *answer, const char *kind)
{
  for (guint i = 0; i < answer->parts->len; i++)
    if (g_str_equal (((AskAnswerPart *) answer->parts->pdata[i])->kind, kind))
      return answer->parts->pdata[i];
  g_error ("“%s” has no part of kind %s", answer->question, kind);
}

static const char *
find_alternative (const AskAnswerPart *part, const char *words)
{
  for (guint i = 0; i < part->alternatives->len; i++)
    if (g_str_equal (((AskAnswerChoice *) part->alternatives->pdata[i])->words, words))
      return ((AskAnswerChoice *) part->alternatives->pdata[i])->sql;
  g_error ("“%s” cannot become “%s”", part->words, words);
}

static void
test_part (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  add_sales (fixture);

  g_autoptr (AskAnswer) first = ask_with (fixture, "how many orders are there?", NULL);
  g_autoptr (AskAnswer) sum = take (fixture, first, find_alternative (find_part (first, "shown"), "sum of amount"));
  g_autoptr (AskAnswer) groups = follow (fixture, sum, "by region");
  g_autoptr (AskAnswer) cities = take (fixture, groups, find_alternative (find_part (groups, "group"), "city"));

  assert_rows (first, "5;");
  assert_rows (sum, "105.0;");
  g_assert_cmpstr (sum->change, ==, "As before, and sum of amount instead of number of orders.");
  g_assert_cmpstr (sum->reading, ==, "Shown: sum of amount.");
  g_assert_cmpint (sum->follows, ==, 0);
  g_assert_cmpuint (sum->links->len, ==, first->links->len);
  g_assert_cmpstr (ask_answer_find_step (sum, "thought", 0)->title, ==, "Changed a part of the reading");
  assert_rows (cities, "Lyon,30.0;Nice,45.0;Paris,30.0;");
  g_assert_cmpint (cities->follows, ==, groups->follows);
}

/* What a person changes of a whole question is kept, where the person is asked; of a few words nothing is. */
static void
test_learnt (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  add_sales (fixture);

  g_autoptr (AskAnswer) first = ask_with (fixture, "how many orders are there?", NULL);
  g_autoptr (AskAnswer) groups = follow (fixture, first, "by region");

  options.learn = TRUE;
  options.follow = groups->history_id;
  options.take = find_alternative (find_part (groups, "group"), "city");

  g_autoptr (AskAnswer) cities = ask_with (fixture, "by region", &options);

  options.follow = first->history_id;
  options.take = find_alternative (find_part (first, "shown"), "sum of amount");

  g_autoptr (AskAnswer) sum = ask_with (fixture, first->question, &options);
  g_autoptr (GPtrArray) few = ask_workspace_find_examples (fixture->workspace, "by region", &error);
  g_autoptr (GPtrArray) kept = ask_workspace_find_examples (fixture->workspace, first->question, &error);

  g_assert_no_error (error);
  g_assert_cmpint (cities->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (few->len, ==, 0);
  g_assert_cmpuint (kept->len, ==, 1);
  g_assert_cmpstr (((AskExample *) kept->pdata[0])->sql, ==, sum->sql);
}

/* Nothing runs that is not among the alternatives. */
static void
test_forged (void)
{
  static const char *const cases[] = { "SELECT name FROM customer", "DROP TABLE orders", "", "SELECT sum(amount) FROM orders;" };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  add_sales (fixture);

  g_autoptr (AskAnswer) first = ask_with (fixture, "how many orders are there?", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAnswer) answer = take (fixture, first, cases[i]);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_UNANSWERABLE);
      g_assert_null (answer->rows);
      g_assert_null (ask_answer_find_step (answer, "sql", 0));
    }
}

/* ---- values */

/* A value that is not there is asked about where several are near; one alone is taken. */
static void
test_values_here (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  add_sales (fixture);

  g_autoptr (AskAnswer) asked = ask_with (fixture, "how many customers live in the city \"Kerlin\"?", NULL);

  g_assert_cmpint (asked->status, ==, ASK_STATUS_CLARIFY);
  g_assert_cmpuint (asked->choices->len, >=, 2);
  g_assert_nonnull (strstr (((AskAnswerChoice *) asked->choices->pdata[0])->words, "city is Berlin"));
  g_assert_nonnull (strstr (((AskAnswerChoice *) asked->choices->pdata[1])->words, "city is Merlin"));
  g_assert_cmpint (((AskAnswerChoice *) asked->choices->pdata[0])->n_rows, ==, 1);
  g_assert_nonnull (ask_answer_find_step (asked, "values", 0));
  options.reading = 2;

  g_autoptr (AskAnswer) chosen = ask_with (fixture, "how many customers live in the city \"Kerlin\"?", &options);

  assert_rows (chosen, "1;");
  g_assert_nonnull (strstr (chosen->sql, "Merlin"));
}

/* Of a verified question's value nothing is replaced: the answer stands, and says what may be meant. */
static void
test_values_verified (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  const AskAnswerPart *part;

  add_sales (fixture);
  ask_agent_fixture_verify (fixture, "Our people", "SELECT count(*) AS n FROM customer WHERE city = 'Kerlin'");

  g_autoptr (AskAnswer) answer = ask_with (fixture, "our people", NULL);

  assert_rows (answer, "0;");
  g_assert_nonnull (answer->verified);
  part = find_part (answer, "value");
  g_assert_cmpstr (part->lead, ==, "No row of customer has “Kerlin” as its city. Did you mean:");
  g_assert_cmpuint (part->alternatives->len, ==, 2);

  g_autoptr (AskAnswer) taken = take (fixture, answer, find_alternative (part, "Berlin"));

  assert_rows (taken, "1;");
  g_assert_null (taken->verified);
  g_assert_cmpstr (taken->change, ==, "As before, and “Berlin” instead of “Kerlin”.");
  g_assert_cmpstr (taken->reading, ==, "Counted: customer. Only where: city is Berlin.");
}

/* The same of a model's, also where no draft can say the query. */
static void
test_values_model (void)
{
  static const char *const replies[]
      = { "Final Answer:\nSELECT 1 + count(*) AS n FROM customer WHERE city LIKE '%Kerlin'", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;

  add_sales (fixture);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "off", &error));
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_with (fixture, "What is one more than our people in Kerlin?", NULL);

  assert_rows (answer, "1;");

  g_autoptr (AskAnswer) taken = take (fixture, answer, find_alternative (find_part (answer, "value"), "Merlin"));

  assert_rows (taken, "2;");
  g_assert_nonnull (strstr (taken->sql, "'%Merlin'"));
}

/* A model is told of the questions before, in the person's words, and its queries read their rows. */
static void
test_thread (void)
{
  static const char *const replies[]
    = { "Final Answer: SELECT region, count(*) AS n FROM customer WHERE city <> 'PARIS' GROUP BY region ORDER BY region",
        "Final Answer: SELECT region FROM answer_1 WHERE n > 1 ORDER BY region",
        "Final Answer: SELECT count(*) AS n FROM answer_1 a JOIN answer_2 b USING (region)",
        "Final Answer: SELECT count(*) AS n FROM answer_9", "Final Answer: SELECT count(*) AS n FROM customer", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  add_sales (fixture);
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "off", NULL));

  g_autoptr (AskAnswer) first = ask_with (fixture, "Customers of each region, but for the capital", NULL);
  g_assert_cmpint (first->before, ==, 0);
  /* The value as the data spells it. */
  g_assert_nonnull (strstr (first->sql, "'Paris'"));

  g_autoptr (AskAnswer) second = follow (fixture, first, "and which of these have more than one?");
  assert_rows (second, "East;South;");
  g_assert_cmpint (second->before, ==, first->history_id);
  g_assert_cmpint (second->follows, ==, first->history_id);
  g_assert_true (ask_test_model_received (fixture->server, "answer_1: Customers of each region, but for the capital"));
  g_assert_true (ask_test_model_received (fixture->server, "city <> '…' GROUP BY region"));
  g_assert_false (ask_test_model_received (fixture->server, "Paris"));

  /* Its SQL stands on its own. */
  g_autoptr (AskAnswer) third = follow (fixture, second, "How many regions are in both of the lists that you made?");
  assert_rows (third, "2;");
  g_assert_cmpint (third->follows, ==, second->history_id);

  /* A table of an answer that there is not is a name like others. */
  g_autoptr (AskAnswer) fourth = follow (fixture, third, "How many customers are there in the whole of the data?");
  assert_rows (fourth, "5;");
  g_assert_cmpint (fourth->follows, ==, 0);
  g_assert_cmpint (fourth->before, ==, third->history_id);
}

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* What an earlier answer read is gone: the model is told so, and the question has its answer. */
static void
test_lost (void)
{
  static const char *const replies[]
    = { "Final Answer: SELECT region, count(*) AS n FROM customer GROUP BY region",
        "Final Answer: SELECT count(*) AS n FROM answer_1", "Final Answer: SELECT count(*) AS n FROM answer_1 AS a",
        "Final Answer: SELECT count(*) AS n FROM orders", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *path = NULL;

  add_sales (fixture);
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) first = ask_with (fixture, "How many customers are there in each region?", NULL);
  g_assert_cmpint (first->status, ==, ASK_STATUS_ANSWERED);
  path = ask_agent_fixture_run_sqlite (fixture, "sales", "ALTER TABLE customer RENAME COLUMN region TO area");

  g_autoptr (AskAnswer) second = follow (fixture, first, "And how many of them are there?");
  assert_rows (second, "5;");
  g_assert_true (ask_test_model_received (fixture->server, "The table answer_1 is not there any more"));
  g_assert_cmpint (second->before, ==, first->history_id);
  /* It was not read, so nothing leans on its rows; the words do. */
  g_assert_null (strstr (second->sql, "answer_1"));
}

/* A model is told of three questions before, and of no value in them that nobody typed; a thread that begins before the
 * history does is told from there. */
static void
test_length (void)
{
  static const char *const replies[]
    = { "Final Answer: SELECT count(*) AS n FROM customer", "Final Answer: SELECT count(*) AS n FROM orders",
        "Final Answer: SELECT count(*) AS n FROM project", "Final Answer: SELECT n FROM answer_3",
        "Final Answer: SELECT n FROM answer_1", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) last = NULL;
  g_autofree char *forget = NULL;
  static const char *const questions[] = { "Who counts the first thing here?", "Who counts the second thing here?",
                                           "Who counts the third thing here?", "And what of the sum of those?" };

  add_sales (fixture);
  ask_agent_fixture_verify (fixture, "Customers of the house", "SELECT name FROM customer WHERE city = 'Lyon'");
  ask_agent_fixture_script (fixture, replies);
  last = ask_with (fixture, "Customers of the house", NULL);
  g_assert_nonnull (last->verified);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      AskAnswer *next = follow (fixture, last, questions[i]);

      g_assert_cmpint (next->status, ==, ASK_STATUS_ANSWERED);
      ask_answer_free (last);
      last = next;
      /* The verified answer is the last but … */
      g_assert_true (ask_test_model_received (fixture->server, "answer_1: Customers of the house"));
      g_assert_true (ask_test_model_received (fixture->server, "answer_2: Customers of the house") == (i >= 1));
      g_assert_true (ask_test_model_received (fixture->server, "answer_3: Customers of the house") == (i >= 2));
    }
  g_assert_false (ask_test_model_received (fixture->server, "answer_4"));
  g_assert_false (ask_test_model_received (fixture->server, "Lyon"));
  g_assert_true (ask_test_model_received (fixture->server, "WHERE city = '…'"));
  /* The first of the three that were told, by its number of customers. */
  assert_rows (last, "5;");

  forget = g_strdup_printf ("DELETE FROM history WHERE id < %" G_GINT64_FORMAT, last->history_id);
  run_sql (ask_workspace_get_path (fixture->workspace), forget);
  g_autoptr (AskAnswer) after = follow (fixture, last, "And the same for it once more?");
  assert_rows (after, "5;");
}

static void
test_leans (void)
{
  static const struct
  {
    const char *question;
    gboolean leans;
  } cases[] = {
    { "and by region?", TRUE },
    { "And what is the turnover of the others?", TRUE },
    { "only those of the last two years", TRUE },
    { "why is the June of last year so low?", TRUE },
    { "the same for the customers in Lyon", TRUE },
    { "what about the customers in Lyon?", TRUE },
    { "Lyon?", TRUE },
    { "", TRUE },
    { "how many of them have more than one order?", TRUE },
    { "which customers have more orders than that?", TRUE },
    { "how many orders come from that in a year?", TRUE },
    { "und wie viele sind es je Region?", TRUE },
    { "nur die aus dem letzten Jahr bitte", TRUE },
    { "Warum ist der Juni so niedrig?", TRUE },
    { "was ist mit den Kunden aus Lyon?", TRUE },
    { "das Gleiche für die Kunden aus Lyon", TRUE },
    { "wie viele davon haben mehr als eine Bestellung?", TRUE },
    { "welche dieser Kunden haben mehr als eine Bestellung?", TRUE },
    { "How many customers are there in Lyon?", FALSE },
    { "List the customers that live in Lyon", FALSE },
    { "Android phones that were sold last year", FALSE },
    { "Which orders are not yet paid by customers?", FALSE },
    { "What is the turnover of each region?", FALSE },
    { "Wie viele Kunden gibt es in Lyon?", FALSE },
    { "Welche Kunden haben mehr als eine Bestellung?", FALSE },
    { "Wie viele Bestellungen gab es in diesen Jahren in Lyon?", FALSE },
    { "Welchen Umsatz hat jede Region in diesem Jahr?", FALSE },
    { "Wie viele Bestellungen kamen diese Woche aus Lyon?", FALSE },
    { "Undine hat wie viele Bestellungen im Mai?", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (ask_thread_leans (cases[i].question) != cases[i].leans)
      g_error ("“%s” should %slean", cases[i].question, cases[i].leans ? "" : "not ");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/follow/each-leans-on-the-answer-before", test_chain);
  g_test_add_func ("/agent/follow/a-question-of-its-own-stays-one", test_own);
  g_test_add_func ("/agent/follow/a-wish-for-a-chart-is-kept", test_wish);
  g_test_add_func ("/agent/follow/two-meanings-are-asked-back", test_choice);
  g_test_add_func ("/agent/follow/a-verified-answer-can-be-followed", test_verified);
  g_test_add_func ("/agent/follow/what-is-not-in-the-history-is-an-error", test_missing);
  g_test_add_func ("/agent/follow/a-model-is-not-asked-what-is-understood-here", test_model);
  g_test_add_func ("/agent/follow/a-part-is-changed-and-runs-again", test_part);
  g_test_add_func ("/agent/follow/what-was-changed-of-a-whole-question-is-learnt", test_learnt);
  g_test_add_func ("/agent/follow/only-what-is-offered-runs", test_forged);
  g_test_add_func ("/agent/follow/of-several-values-one-is-asked-for", test_values_here);
  g_test_add_func ("/agent/follow/a-verified-value-that-is-not-there-is-asked-about", test_values_verified);
  g_test_add_func ("/agent/follow/a-model-s-value-that-is-not-there-is-asked-about", test_values_model);
  g_test_add_func ("/agent/follow/a-model-reads-the-answers-before", test_thread);
  g_test_add_func ("/agent/follow/an-answer-that-is-lost-is-told-as-lost", test_lost);
  g_test_add_func ("/agent/follow/three-answers-are-told-without-values-that-nobody-typed", test_length);
  g_test_add_func ("/agent/follow/what-leans-is-known-by-its-words", test_leans);
  return g_test_run ();
}
