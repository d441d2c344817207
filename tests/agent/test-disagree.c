/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows in which several results differ, and what is asked of a person because of them.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-disagree.h"
#include "ask-agent-fixture.h"
#include "store/ask-workspace-examples.h"

/* Rows of texts and whole numbers: "name,n;Ann,2;Bob,3". */
static AskRows *
rows_new (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, ";", -1);
  g_auto (GStrv) names = g_strsplit (lines[0], ",", -1);
  AskRows *rows = ask_rows_new ();
  guint n = g_strv_length (names);

  for (guint c = 0; c < n; c++)
    ask_rows_add_column (rows, names[c], ASK_TYPE_ANY);
  for (guint r = 1; lines[r] != NULL; r++)
    {
      g_auto (GStrv) texts = g_strsplit (lines[r], ",", -1);
      g_autofree AskValue *cells = g_new0 (AskValue, n);

      for (guint c = 0; c < n; c++)
        cells[c] = texts[c][0] == '\0'             ? ASK_NULL_INIT
                   : g_ascii_isdigit (texts[c][0]) ? ask_value_integer (g_ascii_strtoll (texts[c], NULL, 10))
                                                   : ask_value_text (texts[c], -1);
      ask_rows_append (rows, cells);
    }
  ask_rows_infer_types (rows);
  return rows;
}

static char *
print (AskRows *rows)
{
  GString *text = g_string_new (NULL);

  for (guint c = 0; rows != NULL && c < ask_rows_get_n_columns (rows); c++)
    g_string_append_printf (text, "%s%s", c > 0 ? "," : "", ask_rows_get_column (rows, c)->name);
  for (gsize r = 0; rows != NULL && r < ask_rows_get_n_rows (rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
      {
        const AskValue *value = ask_rows_get (rows, r, c);
        g_autofree char *cell = value->kind == ASK_VALUE_NULL ? g_strdup ("") : ask_value_to_text (value);

        g_string_append_printf (text, "%s%s", c > 0 ? "," : ";", cell);
      }
  return g_string_free (text, FALSE);
}

static AskDisagreement *
find (const char *const *texts)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_rows_unref);

  for (guint i = 0; texts[i] != NULL; i++)
    g_ptr_array_add (results, rows_new (texts[i]));
  return ask_disagree_find (results);
}

static void
test_smallest (void)
{
  static const struct
  {
    const char *results[4];
    gboolean same;
    guint n;
    const char *shown;
  } cases[] = {
    /* Whatever the order of rows and columns, and what they are called. */
    { { "name,n;Ann,2;Bob,3", "m,who;3,Bob;2,Ann", NULL }, TRUE, 0, "" },
    /* One figure differs: side by side. */
    { { "name,n;Ann,2;Bob,3;Cy,1", "name,n;Cy,1;Bob,4;Ann,2", NULL }, FALSE, 1, "name,(1),(2);Bob,3,4" },
    /* Called otherwise, it is still the only figure. */
    { { "name,given;Ann,2;Bob,3", "name,taken;Ann,2;Di,1", NULL }, FALSE, 2, "name,(1),(2);Bob,3,;Di,,1" },
    { { "n;12", "n;14", "n;12", NULL }, FALSE, 1, "(1),(2),(3);12,14,12" },
    /* Rows that some have and others have not. */
    { { "title;Rocks;Humanity", "title;Rocks", NULL }, FALSE, 1, "title,(1),(2);Humanity,yes,no" },
    { { "title;Rocks", "name;Rocks;Nuclear", NULL }, FALSE, 1, "title,(1),(2);Nuclear,no,yes" },
    /* A row that comes twice is another one than the one that comes once. */
    { { "title;Rocks;Rocks", "title;Rocks", NULL }, FALSE, 1, "title,(1),(2);Rocks,yes,no" },
    { { "a,b;x,1;x,2", "a,b;x,1;x,3", NULL }, FALSE, 2, "a,b,(1),(2);x,2,yes,no;x,3,no,yes" },
    /* What only one of them shows beside is no row that differs. */
    { { "name;Ann", "name,n;Ann,3", NULL }, FALSE, 0, "" },
    /* A number and names are nothing to be compared. */
    { { "n;3", "name;Ann;Bob", NULL }, FALSE, 0, "" },
    { { "n;3", "name,town,age;Ann,Kiel,3", NULL }, FALSE, 0, "" },
    /* Two lists that have nothing in common are two lists. */
    { { "name;Ann;Bob", "name;Kiel;Ulm", NULL }, FALSE, 4, "" },
    /* As many as one reads, and how many there are. */
    { { "n;1;2;3;4;5;6;7;9", "n;8;9", NULL }, FALSE, 8, "n,(1),(2);1,yes,no;2,yes,no;3,yes,no;4,yes,no;5,yes,no" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskDisagreement) found = find (cases[i].results);
      g_autofree char *shown = print (found->rows);

      g_test_message ("%s | %s", cases[i].results[0], cases[i].results[1]);
      g_assert_cmpint (found->same, ==, cases[i].same);
      g_assert_cmpuint (found->n, ==, cases[i].n);
      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* Any two lists of names with a figure: a row is told exactly where a name is missing or has another figure. */
static void
test_drawn (void)
{
  for (guint round = 0; round < (g_test_slow () ? 5000 : 300); round++)
    {
      g_autoptr (GString) one = g_string_new ("name,n");
      g_autoptr (GString) other = g_string_new ("name,n");
      g_autoptr (AskDisagreement) found = NULL;
      guint n = 0;

      for (guint i = 0; i < 12; i++)
        {
          int here = g_test_rand_int_range (0, 3);
          int there = g_test_rand_bit () ? here : g_test_rand_int_range (0, 3);

          if (here > 0)
            g_string_append_printf (one, ";N%u,%d", i, here);
          if (there > 0)
            g_string_append_printf (other, ";N%u,%d", i, there);
          n += here != there;
        }
      /* Of a list of nothing nobody knows that its column is of numbers. */
      if (strchr (one->str, ';') == NULL || strchr (other->str, ';') == NULL)
        continue;
      found = find ((const char *const[]) { one->str, other->str, NULL });
      g_assert_cmpuint (found->n, ==, n);
      g_assert_cmpint (found->same, ==, n == 0);
    }
}

#define SCHOOL \
  "CREATE TABLE student (student_id INTEGER PRIMARY KEY, name TEXT);" \
  "CREATE TABLE likes (student_id INTEGER REFERENCES student (student_id)," \
  "  liked_id INTEGER REFERENCES student (student_id), since TEXT, PRIMARY KEY (student_id, liked_id));" \
  "INSERT INTO student VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cy'), (4, 'Di');" \
  "INSERT INTO likes VALUES (1, 2, '2024-01-01'), (1, 3, '2024-02-01'), (2, 3, '2024-03-01'), (4, 3, '2024-01-01');"

static AskAnswer *
choose (AskAgentFixture *fixture, const char *question, guint reading)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  AskAnswer *answer;

  options.reading = reading;
  options.learn = TRUE;
  answer = ask_agent_ask (fixture->workspace, NULL, question, &options, NULL, &error);
  g_assert_no_error (error);
  return answer;
}

/* Likes given or received: who asks sees in whom that differs. */
static void
test_asked (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) asked = NULL;
  g_autoptr (AskAnswer) kept = NULL;
  g_autofree char *json = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *again = NULL;

  ask_agent_fixture_add_sqlite (fixture, "school", SCHOOL);
  asked = ask_agent_fixture_ask (fixture, "how many likes does each student have");
  g_assert_cmpint (asked->status, ==, ASK_STATUS_CLARIFY);
  g_assert_cmpuint (asked->choices->len, ==, 2);
  g_assert_cmpuint (asked->n_differences, ==, 3);
  shown = print (asked->difference);
  g_assert_true (strcmp (shown, "name,(1),(2);Cy,3,;Ann,,2;Di,,1") == 0
                 || strcmp (shown, "name,(1),(2);Ann,2,;Di,1,;Cy,,3") == 0);
  json = ask_answer_to_json (asked, NULL, 100);
  kept = ask_answer_from_json (json, NULL);
  again = print (kept->difference);
  g_assert_cmpstr (again, ==, shown);
  g_assert_cmpuint (kept->n_differences, ==, 3);
}

static gboolean
was_settled (const AskAnswer *answer, const char *word)
{
  for (guint i = 0; i < answer->steps->len; i++)
    if (strstr (((AskTraceStep *) answer->steps->pdata[i])->title, "Nobody has to be asked") != NULL)
      return strstr (((AskTraceStep *) answer->steps->pdata[i])->detail, word) != NULL;
  return FALSE;
}

/* What was chosen for a word is meant by the next question with it, until it is forgotten. */
static void
test_term (void)
{
  static const char *const first = "how many likes does each student have";
  static const char *const next = "number of likes of each student";

  for (guint reading = 1; reading <= 2; reading++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) before = NULL;
      g_autoptr (AskAnswer) chosen = NULL;
      g_autoptr (AskAnswer) after = NULL;
      g_autoptr (AskAnswer) forgotten = NULL;

      ask_agent_fixture_add_sqlite (fixture, "school", SCHOOL);
      before = ask_agent_fixture_ask (fixture, next);
      g_assert_cmpint (before->status, ==, ASK_STATUS_CLARIFY);
      chosen = choose (fixture, first, reading);
      after = ask_agent_fixture_ask (fixture, next);
      g_assert_cmpint (after->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpstr (after->sql, ==, chosen->sql);
      g_assert_true (was_settled (after, "likes") || was_settled (after, "student"));
      g_assert_true (ask_workspace_forget_learned (fixture->workspace, NULL));
      forgotten = ask_agent_fixture_ask (fixture, next);
      g_assert_cmpint (forgotten->status, ==, ASK_STATUS_CLARIFY);
    }
}

/* What was chosen for other words says nothing. */
static void
test_other_term (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) chosen = NULL;
  g_autoptr (AskAnswer) asked = NULL;

  ask_agent_fixture_add_sqlite (fixture, "school", SCHOOL);
  ask_agent_fixture_add_music (fixture);
  chosen = choose (fixture, "show names", 2);
  g_assert_cmpint (chosen->status, ==, ASK_STATUS_ANSWERED);
  asked = ask_agent_fixture_ask (fixture, "number of likes of each student");
  g_assert_cmpint (asked->status, ==, ASK_STATUS_CLARIFY);
}

/* Readings of the same rows, of which one shows the numbers, too: that one is the answer. */
static void
test_widest (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;

  ask_agent_fixture_add_sqlite (
    fixture, "shop",
    "CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, company_name TEXT, city TEXT);"
    "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, freight REAL);"
    "INSERT INTO customers VALUES (1, 'Ernst', 'Graz'), (2, 'Quick', 'Cunewalde'), (3, 'Rattle', 'Boise');"
    "INSERT INTO orders VALUES (1, 1, 4.5), (2, 1, 7), (3, 2, 9), (4, 2, 2), (5, 2, 3), (6, 3, 1);");
  answer = ask_agent_fixture_ask (fixture, "top 2 customers by number of orders");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 2);
  g_assert_cmpuint (ask_rows_get_n_columns (answer->rows), ==, 2);
  g_assert_cmpint (ask_rows_get (answer->rows, 0, 1)->integer, ==, 3);
}

/* Two tables of the same names: whichever is meant, the answer is the same. */
static void
test_same (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;

  ask_agent_fixture_add_sqlite (fixture, "shop",
                                "CREATE TABLE seller (seller_id INTEGER PRIMARY KEY, name TEXT);"
                                "CREATE TABLE clerk (clerk_id INTEGER PRIMARY KEY, name TEXT);"
                                "INSERT INTO seller VALUES (1, 'Ann'), (2, 'Bob');"
                                "INSERT INTO clerk VALUES (7, 'Bob'), (8, 'Ann');");
  answer = ask_agent_fixture_ask (fixture, "show names");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (answer->choices->len, ==, 0);
  g_assert_nonnull (strstr (answer->agreement, "All of them give the same."));
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/disagree/the-smallest-difference-is-found", test_smallest);
  g_test_add_func ("/agent/disagree/drawn-rows-differ-where-they-were-made-to", test_drawn);
  g_test_add_func ("/agent/disagree/who-is-asked-sees-where-readings-differ", test_asked);
  g_test_add_func ("/agent/disagree/what-was-chosen-for-a-word-is-meant-by-it", test_term);
  g_test_add_func ("/agent/disagree/what-was-chosen-for-other-words-says-nothing", test_other_term);
  g_test_add_func ("/agent/disagree/of-the-same-rows-the-most-is-shown", test_widest);
  g_test_add_func ("/agent/disagree/nobody-is-asked-where-nothing-differs", test_same);
  return g_test_run ();
}
