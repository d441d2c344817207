/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What holds of every reading, whatever was learned: it names only what is there, is one SELECT, and runs; names are only
 * names; and no question, however bad, does harm.
 */
#include "config.h"

#include "understand/interpret/ask-beam.h"
#include "understand/interpret/ask-interpret.h"

#include <string.h>

#include "sql/ask-sql-parser.h"
#include "store/store-fixture.h"

/* @1 … @6 stand for names: of an entity, three of its columns, another entity, and one of its columns. */
static const char *const plain_sql
    = "CREATE TABLE @1 (id INTEGER PRIMARY KEY, @2 TEXT, @3 REAL, @4 TEXT);"
      "CREATE TABLE @5 (id INTEGER PRIMARY KEY, @1_id INTEGER REFERENCES @1, @6 INTEGER);"
      "INSERT INTO @1 VALUES (1, 'Alpha', 4.5, 'red'), (2, 'Beta', 7, 'green'), (3, 'Gamma', 9.25, 'red'),"
      "  (4, 'Delta', 1.5, 'blue');"
      "INSERT INTO @5 VALUES (1, 1, 10), (2, 1, 30), (3, 2, 20), (4, 4, 30);";

static const char *const plain_questions[] = {
  "How many @1s are there?",
  "What is the average @3 of all @1s?",
  "List the @2 of all @1s.",
  "How many @1s are there for each @4?",
  "What is the @2 of the @1 with the highest @3?",
  "How many @5s are there?",
  "What is the maximum @6 of all @5s?",
};

/* Words of the same kinds. */
static const char *const names[][6] = {
  { "lamp", "title", "height", "color", "repair", "amount" },
  { "boat", "label", "length", "paint", "visit", "number" },
  { "chair", "title", "weight", "color", "sale", "quantity" },
};

static char *
fill (const char *text, const char *const *words)
{
  GString *filled = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if (*p == '@')
      g_string_append (filled, words[*++p - '1']);
    else
      g_string_append_c (filled, *p);
  return g_string_free (filled, FALSE);
}

typedef struct
{
  StoreShop *shop;
  AskEngine *engine;
  AskInterpreter *interpreter;
} Fixture;

static Fixture *
fixture_new (const char *sql)
{
  Fixture *self = g_new0 (Fixture, 1);
  g_autoptr (GError) error = NULL;

  self->shop = store_shop_new (sql);
  self->engine = ask_workspace_open_engine (self->shop->workspace, &error);
  g_assert_no_error (error);
  self->interpreter = ask_interpreter_new (self->shop->workspace, self->engine, &error);
  g_assert_no_error (error);
  return self;
}

static void
fixture_free (Fixture *self)
{
  ask_interpreter_free (self->interpreter);
  ask_engine_free (self->engine);
  store_shop_free (self->shop);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

/* Every reading is one SELECT that the engine runs, and a number is a chance. */
static AskInterpretation *
read_question (Fixture *self, const char *question)
{
  g_autoptr (GError) error = NULL;
  AskInterpretation *answer = ask_interpreter_read (self->interpreter, question, NULL, &error);
  double last = 1;

  g_assert_no_error (error);
  for (guint i = 0; i < answer->readings->len; i++)
    {
      const AskQuestionReading *reading = g_ptr_array_index (answer->readings, i);
      const AskLimits limits = { 100, 1 << 20, 10000 };
      g_autoptr (AskSqlTree) tree = ask_sql_parse (reading->sql, -1, &error);
      g_autoptr (AskResult) result = NULL;

      g_assert_no_error (error);
      g_assert_true (g_str_has_prefix (reading->sql, "SELECT "));
      g_assert_null (strchr (reading->sql, ';'));
      g_assert_nonnull (tree->select);
      /* What is not there would be an error here. */
      result = ask_engine_query (self->engine, reading->sql, &limits, NULL, NULL, &error);
      if (!g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT))
        g_assert_no_error (error);
      g_clear_error (&error);
      g_assert_cmpfloat (reading->score, >=, 0);
      g_assert_cmpfloat (reading->score, <=, last);
      g_assert_true (g_utf8_validate (reading->words, -1, NULL));
      last = reading->score;
    }
  return answer;
}

/* What the first reading of each question is. */
static const char *const plain_answers[] = {
  "SELECT count(*) FROM @1",
  "SELECT avg(@3) FROM @1",
  "SELECT @2 FROM @1",
  "SELECT @4, count(*) FROM @1 GROUP BY @4",
  "SELECT @2 FROM @1 ORDER BY @3 DESC LIMIT 1",
  "SELECT count(*) FROM @5",
  "SELECT max(@6) FROM @5",
};

/* Of readings that give the same one speaks for all. */
static void
assert_different (Fixture *self, const AskInterpretation *answer)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < answer->readings->len; i++)
    {
      const AskQuestionReading *reading = g_ptr_array_index (answer->readings, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = ask_engine_query (self->engine, reading->sql, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      if (ask_rows_get_n_rows (result->rows) == 1 && ask_rows_get_n_columns (result->rows) == 1)
        g_assert_true (g_hash_table_add (numbers, ask_value_to_text (ask_rows_get (result->rows, 0, 0))));
    }
  g_assert_cmpuint (g_hash_table_size (numbers), >, 0);
}

/* A view that shows a table again is read only where the question names it, or what the table has not. */
static void
test_views (void)
{
  static const struct
  {
    const char *question;
    gboolean view;
  } cases[] = {
    { "How many orders are there for each city?", FALSE },
    { "Top 2 customers by number of orders", FALSE },
    { "What is the average freight of all orders?", FALSE },
    { "What are the names of customers in Rome?", FALSE },
    { "How many orders overview are there?", TRUE },
    { "What is the highest gross weight?", TRUE },
  };
  g_autoptr (Fixture) fixture = fixture_new (
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, freight REAL, city TEXT);"
    "CREATE VIEW orders_overview AS SELECT o.id, o.customer_id, o.freight, o.city, c.name AS customer_name,"
    "  o.freight * 2 AS gross_weight FROM orders o JOIN customers c ON c.id = o.customer_id;"
    "INSERT INTO customers VALUES (1, 'Ada', 'Rome'), (2, 'Bo', 'Bern'), (3, 'Cy', 'Rome');"
    "INSERT INTO orders VALUES (1, 1, 4.5, 'Rome'), (2, 1, 7, 'Rome'), (3, 2, 9.25, 'Bern'), (4, 3, 1.5, 'Oslo');");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskInterpretation) answer = read_question (fixture, cases[i].question);

      g_assert_cmpuint (answer->readings->len, >, 0);
      for (guint r = 0; r < (cases[i].view ? 1 : answer->readings->len); r++)
        {
          const AskQuestionReading *reading = g_ptr_array_index (answer->readings, r);

          g_test_message ("%s: %s", cases[i].question, reading->sql);
          g_assert_cmpint (strstr (reading->sql, "orders_overview") != NULL, ==, cases[i].view);
        }
    }
}

/* Thanks, and names that ask for nothing: there are readings, but none is likely. */
static void
test_doubtful (void)
{
  static const char *const questions[] = { "Thank you very much for nothing", "repair color height cost title name" };
  g_autofree char *sql = fill (plain_sql, names[0]);
  g_autoptr (Fixture) fixture = fixture_new (sql);

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskInterpretation) answer = read_question (fixture, questions[i]);

      g_test_message ("%s: %.2f", questions[i],
                      answer->readings->len > 0 ? ((AskQuestionReading *) answer->readings->pdata[0])->score : 0.0);
      g_assert_true (answer->doubtful);
      g_assert_false (answer->confident);
    }
}

static void
test_plain (void)
{
  g_autofree char *sql = fill (plain_sql, names[0]);
  g_autoptr (Fixture) fixture = fixture_new (sql);

  for (guint i = 0; i < G_N_ELEMENTS (plain_questions); i++)
    {
      g_autofree char *question = fill (plain_questions[i], names[0]);
      g_autoptr (AskInterpretation) answer = read_question (fixture, question);

      g_autofree char *expected = fill (plain_answers[i], names[0]);

      g_assert_cmpstr (answer->question, ==, question);
      g_assert_cmpuint (answer->readings->len, >, 0);
      g_assert_cmpstr (((AskQuestionReading *) g_ptr_array_index (answer->readings, 0))->sql, ==, expected);
      g_assert_false (answer->doubtful);
      if (i == 0)
        assert_different (fixture, answer);
    }
}

/* Names of a schema come before its words of SQL, none of which is a name here. */
static char *
rename_back (const char *sql, const char *const *words)
{
  g_autofree char *renamed = g_strdup (sql);

  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *pattern = g_strdup_printf ("\\b\"?%s(_id)?\"?\\b", words[i]);
      g_autofree char *place = g_strdup_printf ("@%u\\1", i + 1);
      g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
      char *next = g_regex_replace (regex, renamed, -1, 0, place, 0, NULL);

      g_free (renamed);
      renamed = next;
    }
  return g_steal_pointer (&renamed);
}

static void
test_renamed (void)
{
  g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    {
      g_autofree char *sql = fill (plain_sql, names[n]);
      g_autoptr (Fixture) fixture = fixture_new (sql);

      for (guint i = 0; i < G_N_ELEMENTS (plain_questions); i++)
        {
          g_autofree char *question = fill (plain_questions[i], names[n]);
          g_autoptr (AskInterpretation) answer = read_question (fixture, question);
          g_autofree char *renamed = NULL;

          g_assert_cmpuint (answer->readings->len, >, 0);
          renamed = rename_back (((AskQuestionReading *) g_ptr_array_index (answer->readings, 0))->sql, names[n]);
          if (n == 0)
            g_ptr_array_add (expected, g_steal_pointer (&renamed));
          else
            g_assert_cmpstr (renamed, ==, expected->pdata[i]);
        }
    }
}

static char *
draw_bytes (guint n)
{
  g_autofree char *bytes = g_malloc (n + 1);

  for (guint i = 0; i < n; i++)
    bytes[i] = (char) g_test_rand_int_range (1, 256);
  bytes[n] = '\0';
  return g_utf8_make_valid (bytes, n);
}

/* Words of questions, in any order and number. */
static char *
draw_words (guint n)
{
  static const char *const words[] = { "how many", "lamps", "repair", "the most", "not", "between 3 and", "for each", "color",
                                       "'red'", "\"", "Alpha", "average", "height", "top 5", "in 2014", "without", ",", "id",
                                       "more than", "(", "100000000000000000000", "than the average", "or", "wie viele" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s ", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
  return g_string_free (text, FALSE);
}

static void
survive (Fixture *self, const char *question)
{
  g_autoptr (AskInterpretation) answer = read_question (self, question);

  g_assert_cmpstr (answer->question, ==, question);
}

static void
test_bad (void)
{
  static const char *const questions[] = {
    "", " ", "?", "\"", "'", "\\", "%s%n", "SELECT * FROM lamp", "DROP TABLE lamp; --", "'; DELETE FROM lamp WHERE ''='",
    "lamps called '); DROP TABLE lamp; --", "Combien de lampes y a-t-il ?", "有多少盏灯？", "Сколько ламп?", "كم عدد المصابيح؟",
    "lamps with a height of 1e999", "lamps with a height of -0", "lamp lamp lamp lamp lamp lamp lamp lamp lamp lamp lamp lamp",
  };
  g_autofree char *sql = fill (plain_sql, names[0]);
  g_autoptr (Fixture) fixture = fixture_new (sql);
  g_autofree char *nonsense = draw_bytes (10240);
  g_autofree char *blanks = g_strnfill (10240, ' ');
  g_autofree char *one = g_strnfill (10240, 'a');

  survive (fixture, nonsense);
  survive (fixture, blanks);
  survive (fixture, one);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    survive (fixture, questions[i]);
  for (guint i = 0; i < (g_test_thorough () ? 400 : 6); i++)
    {
      g_autofree char *bytes = draw_bytes ((guint) g_test_rand_int_range (1, 300));
      g_autofree char *words = draw_words ((guint) g_test_rand_int_range (1, 30));

      survive (fixture, bytes);
      survive (fixture, words);
    }
  /* Whatever was asked, the rows are still there. */
  g_assert_cmpint (store_get_integer (fixture->shop->shop, "SELECT count(*) FROM lamp"), ==, 4);
}

/* A table among many is found, and what is read of it is right. */
static void
test_large (void)
{
  g_autofree char *shop = fill (plain_sql, names[0]);
  g_autoptr (GString) sql = g_string_new (shop);
  g_autoptr (Fixture) fixture = NULL;
  g_autoptr (AskInterpretation) answer = NULL;
  const AskQuestionReading *reading;

  for (guint i = 0; i < 120; i++)
    g_string_append_printf (sql, "CREATE TABLE gauge_%u (id INTEGER PRIMARY KEY, title TEXT, level REAL, color TEXT);", i);
  fixture = fixture_new (sql->str);
  answer = read_question (fixture, "How many lamps are there?");
  g_assert_cmpuint (answer->readings->len, >, 0);
  reading = g_ptr_array_index (answer->readings, 0);
  g_assert_cmpstr (reading->sql, ==, "SELECT count(*) FROM lamp");
}

/* How a sketch can be filled with what a question has. */
typedef struct
{
  AskDomain *domain;
  AskQuestion *question;
  AskGuess *guess;
  AskSketch *sketch;
  AskBeam *beam;
  GArray *states;
} Filled;

static Filled *
filled_new (Fixture *fixture, const char *text, const char *key)
{
  Filled *self = g_new0 (Filled, 1);
  g_autoptr (GError) error = NULL;

  self->domain = ask_domain_new (fixture->shop->workspace, ask_engine_get_schema (fixture->engine), NULL, &error);
  g_assert_no_error (error);
  self->question = ask_question_new (self->domain, text, &error);
  g_assert_no_error (error);
  self->guess = ask_guess_new (self->question, ask_weights_get_default ());
  ask_guess_all (self->guess);
  self->sketch = ask_sketch_parse (key, &error);
  g_assert_no_error (error);
  self->beam = ask_beam_new (self->guess);
  self->states = ask_beam_fill (self->beam, self->sketch);
  return self;
}

static void
filled_free (Filled *self)
{
  g_array_unref (self->states);
  ask_beam_free (self->beam);
  ask_sketch_free (self->sketch);
  ask_guess_free (self->guess);
  ask_question_free (self->question);
  ask_domain_unref (self->domain);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Filled, filled_free)

/* A "%" that somebody asks for is a character like others. */
static void
test_percent (void)
{
  g_autofree char *sql = fill (plain_sql, names[0]);
  g_autoptr (Fixture) fixture = fixture_new (sql);
  g_autoptr (Filled) filled = filled_new (fixture, "Which lamps have a title with \"50%\" in it?", "Sp0Wp1~v0");

  g_assert_cmpuint (filled->states->len, >, 0);
  for (guint i = 0; i < filled->states->len; i++)
    g_assert_cmpstr (g_array_index (filled->states, AskBeamState, i).values[0], ==, "%50_%");
}

static void
test_limit_numbers (void)
{
  static const struct
  {
    const char *question;
    double limit; /* 0: none */
  } cases[] = {
    { "Show the 3 highest lamps", 3 },
    { "Show the 0.5 highest lamps", 0 },
    { "Show the 2.5 highest lamps", 0 },
    { "Show the 0 highest lamps", 0 },
  };
  g_autofree char *sql = fill (plain_sql, names[0]);
  g_autoptr (Fixture) fixture = fixture_new (sql);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Filled) filled = filled_new (fixture, cases[i].question, "Sp0O-p1Lv0");

      g_test_message ("%s", cases[i].question);
      g_assert_cmpint (filled->states->len > 0, ==, cases[i].limit > 0);
      for (guint s = 0; s < filled->states->len; s++)
        g_assert_cmpfloat (g_array_index (filled->states, AskBeamState, s).numbers[0], ==, cases[i].limit);
    }
}

static const char flights_sql[]
  = "CREATE TABLE airports (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE flights (id INTEGER PRIMARY KEY, number TEXT, departure_airport_id INTEGER REFERENCES airports,"
    "  arrival_airport_id INTEGER REFERENCES airports, emergency_airport_id INTEGER REFERENCES airports, seats INTEGER);"
    "INSERT INTO airports VALUES (1, 'Saint-Exupery', 'Lyon'), (2, 'Heathrow', 'London'), (3, 'Tegel', 'Berlin'),"
    "  (4, 'Blankensee', 'Lubeck');"
    "INSERT INTO flights VALUES (1, 'A1', 1, 2, 4, 100), (2, 'A2', 1, 3, 4, 90), (3, 'A3', 2, 1, 2, 120),"
    "  (4, 'A4', 3, 4, 2, 60), (5, 'A5', 2, 3, 2, 70);";

/* The first reading that joins. */
static const char *
find_joined (const AskInterpretation *answer)
{
  for (guint i = 0; i < answer->readings->len; i++)
    {
      const char *sql = ((const AskQuestionReading *) answer->readings->pdata[i])->sql;

      if (strstr (sql, " JOIN ") != NULL)
        return sql;
    }
  return "";
}

/* Several keys lead to the same entity: the words choose. */
static void
test_keys (void)
{
  static const struct
  {
    const char *question;
    const char *key;
    const char *verb; /* nullable: a steward's, of the key of emergencies */
  } cases[] = {
    { "How many flights arrive in London?", "arrival_airport_id", NULL },
    { "How many flights depart from London?", "departure_airport_id", NULL },
    { "How many flights departing from Lyon are there?", "departure_airport_id", NULL },
    { "How many flights arriving in Berlin are there?", "arrival_airport_id", NULL },
    { "How many flights to Berlin are there?", "arrival_airport_id", NULL },
    { "How many flights from Lyon are there?", "departure_airport_id", NULL },
    { "Wie viele Flüge landen in London?", "arrival_airport_id", NULL },
    { "Wie viele Flüge gehen nach Berlin?", "arrival_airport_id", NULL },
    { "How many flights arrive in each city?", "arrival_airport_id", NULL },
    { "How many flights could be diverted to London?", "emergency_airport_id", "could be diverted to" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreShop) shop = store_shop_new (flights_sql);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSchema) whole = ask_workspace_load_schema (shop->workspace, &error);
      g_autoptr (AskSchema) schema = ask_schema_fork (whole);
      g_autoptr (AskEngine) engine = NULL;
      g_autoptr (AskInterpreter) interpreter = NULL;
      g_autoptr (AskInterpretation) answer = NULL;
      const char *sql;

      for (guint r = 0; cases[i].verb != NULL && r < schema->relationships->len; r++)
        {
          AskRelationship *relationship = ask_schema_own_relationship (schema, r);

          if (strcmp (relationship->from_attributes->pdata[0], cases[i].key) == 0)
            relationship->verb = g_strdup (cases[i].verb);
        }
      engine = ask_workspace_open_engine_on (shop->workspace, schema, &error);
      g_assert_no_error (error);
      interpreter = ask_interpreter_new (shop->workspace, engine, &error);
      g_assert_no_error (error);
      answer = ask_interpreter_read (interpreter, cases[i].question, NULL, &error);
      g_assert_no_error (error);
      sql = find_joined (answer);
      g_test_message ("%s %s", cases[i].question, sql);
      g_assert_nonnull (strstr (sql, cases[i].key));
    }
}

/* Since a year is not in that year. */
static void
test_since (void)
{
  static const struct
  {
    const char *question;
    const char *bound;
  } cases[] = {
    { "How many visits since 2019?", "2019-01-01" },
    { "How many visits since March 2020?", "2020-03-01" },
    { "Wie viele visits seit 2019?", "2019-01-01" },
  };
  g_autoptr (Fixture) fixture
    = fixture_new ("CREATE TABLE visits (id INTEGER PRIMARY KEY, visited TEXT, guest TEXT);"
                   "INSERT INTO visits VALUES (1, '2018-02-03', 'Ana'), (2, '2019-05-06', 'Bo'), (3, '2020-03-01', 'Cy'),"
                   "  (4, '2020-11-12', 'Di'), (5, '2021-04-05', 'Ed'), (6, '2018-07-08', 'Flo');");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM visits WHERE visited >= '%s'", cases[i].bound);
      g_autoptr (AskInterpretation) answer = read_question (fixture, cases[i].question);

      g_assert_cmpuint (answer->readings->len, >, 0);
      g_assert_cmpstr (((AskQuestionReading *) answer->readings->pdata[0])->sql, ==, sql);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interpret/each-reading-is-one-select-that-runs", test_plain);
  g_test_add_func ("/interpret/a-view-is-read-where-it-is-named", test_views);
  g_test_add_func ("/interpret/what-is-no-question-is-doubtful", test_doubtful);
  g_test_add_func ("/interpret/names-are-only-names", test_renamed);
  g_test_add_func ("/interpret/bad-input-does-no-harm", test_bad);
  g_test_add_func ("/interpret/a-percent-sign-stands-for-itself", test_percent);
  g_test_add_func ("/interpret/the-words-choose-among-keys", test_keys);
  g_test_add_func ("/interpret/since-a-year-goes-on-after-it", test_since);
  g_test_add_func ("/interpret/only-whole-numbers-are-limits", test_limit_numbers);
  g_test_add_func ("/interpret/a-table-among-many-is-found", test_large);
  return g_test_run ();
}
