/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL that is read back, what differs between readings, and the parts of a reading with their alternatives.
 */
#include "config.h"

#include "understand/interpret/ask-reading-part.h"

#include <string.h>

#include "understand-shop.h"
#include "understand/interpret/ask-follow.h"

static const char *const shop_sql
    = "CREATE TABLE airport (code TEXT PRIMARY KEY, town TEXT);"
      "CREATE TABLE flight (id INTEGER PRIMARY KEY, origin TEXT REFERENCES airport, target TEXT REFERENCES airport,"
      "  price REAL);"
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, region TEXT);"
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, day DATE, amount REAL,"
      "  weight REAL, state TEXT);"
      "INSERT INTO airport VALUES ('CDG', 'Paris'), ('LYS', 'Lyon');"
      "INSERT INTO flight VALUES (1, 'CDG', 'LYS', 80), (2, 'LYS', 'CDG', 90), (3, 'LYS', 'CDG', 70);"
      "INSERT INTO customer VALUES (1, 'Ann', 'Paris', 'North'), (2, 'Bob', 'Lyon', 'South'), (3, 'Cy', 'Nice', 'South');"
      "INSERT INTO orders VALUES (1, 1, '2024-03-01', 10, 1, 'open'), (2, 1, '2025-01-01', 20, 2, 'paid'),"
      " (3, 2, '2025-12-31', 30, 3, 'paid'), (4, 3, '2026-02-02', 40, 4, 'open');";

typedef UnderstandReader Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  understand_reader_open (self, shop_sql);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  understand_reader_close (self);
}

static char *
run (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, r, c));

        g_string_append_printf (text, "%s%c", cell, c + 1 < ask_rows_get_n_columns (result->rows) ? ',' : ';');
      }
  return g_strdup (text->str);
}

static AskQuestionReading *
recall (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskQuestionReading *reading = ask_interpreter_recall (self->interpreter, sql, "", &error);

  g_assert_no_error (error);
  return reading;
}

/* What is read back gives the same rows, by whichever key it joins. */
static void
test_recall (Fixture *self, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "SELECT count(*) AS n FROM orders", "Counted: orders." },
    { "SELECT DISTINCT city FROM customer ORDER BY 1", "Shown, each once: city. Smallest first: city." },
    { "SELECT a.town, count(*) FROM flight f JOIN airport a ON f.origin = a.code GROUP BY a.town ORDER BY a.town", NULL },
    { "SELECT a.town, count(*) FROM flight f JOIN airport a ON a.code = f.target GROUP BY a.town ORDER BY a.town", NULL },
    { "SELECT a.town, count(*) FROM flight f, airport a WHERE a.code = f.target GROUP BY a.town ORDER BY a.town", NULL },
    { "SELECT name FROM customer WHERE id NOT IN (SELECT customer_id FROM orders WHERE state = 'paid') ORDER BY name", NULL },
    { "SELECT city FROM customer UNION SELECT town FROM airport ORDER BY 1", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestionReading) reading = recall (self, cases[i][0]);
      g_autofree char *expected = run (self, cases[i][0]);
      g_autofree char *found = run (self, reading->sql);

      g_test_message ("%s → %s", cases[i][0], reading->sql);
      g_assert_cmpstr (found, ==, expected);
      if (cases[i][1] != NULL)
        g_assert_cmpstr (reading->words, ==, cases[i][1]);
    }
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  static const char *const cases[] = {
    "SELECT count(*) FROM flight JOIN airport ON price = code",
    "SELECT count(*) FROM orders, customer",
    "SELECT count(*) FROM orders NATURAL JOIN customer",
    "SELECT name FROM customer LEFT JOIN orders ON customer_id = customer.id",
    "WITH x AS (SELECT 1 AS n) SELECT n FROM x",
    "SELECT amount * 2 FROM orders",
    "SELECT nothing FROM orders",
    "DROP TABLE orders",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskQuestionReading) reading = ask_interpreter_recall (self->interpreter, cases[i], "", &error);

      g_test_message ("%s: %s", cases[i], error != NULL ? error->message : "taken");
      g_assert_null (reading);
      g_assert_nonnull (error);
    }
}

#define COUNTED "SELECT count(*) FROM orders"
#define LISTED "SELECT name FROM customer WHERE city = 'Paris'"
#define GROUPED "SELECT region, count(*) FROM orders JOIN customer ON customer_id = customer.id GROUP BY region"
#define SORTED "SELECT name, sum(amount) FROM orders JOIN customer ON customer_id = customer.id GROUP BY name " \
               "ORDER BY sum(amount) DESC LIMIT 5"

static void
test_change (Fixture *self, gconstpointer data)
{
  static const char *const cases[][3] = {
    { COUNTED, "and by region", "As before, and for each region." },
    { COUNTED, "only 2025", "As before, and only where day below 2026-01-01 and day at least 2025-01-01." },
    { COUNTED, "and the average amount instead", "As before, and average amount instead of number of orders." },
    { LISTED, "what about Lyon?", "As before, and only where city is Lyon." },
    { LISTED, "or Lyon", "As before, and only where city is Paris or city is Lyon." },
    { LISTED, "without the filter", "As before, and no longer only where city is Paris." },
    { LISTED, "and the region", "As before, and with region." },
    { GROUPED, "as a pie", "As before, and as a pie chart." },
    { GROUPED, "as stacked bars", "As before, and as stacked bars." },
    { GROUPED, "by city instead", "As before, and for each city instead of region." },
    { GROUPED, "top 1", "As before, and the largest number of orders first, only the first row." },
    { SORTED, "top 10", "As before, and only the first 10 rows." },
    { SORTED, "the other way round", "As before, and smallest first." },
    { SORTED, "all of them", "As before, and all rows." },
    { SORTED, "only over 25", "As before, and only groups where sum of amount above 25." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskQuestionReading) last = recall (self, cases[i][0]);
      g_autoptr (AskInterpretation) followed
          = ask_interpreter_follow (self->interpreter, last, cases[i][1], NULL, &error);

      g_assert_no_error (error);
      g_test_message ("%s", cases[i][1]);
      g_assert_cmpuint (followed->readings->len, ==, 1);
      g_assert_cmpstr (((AskQuestionReading *) followed->readings->pdata[0])->change, ==, cases[i][2]);
    }
}

/* All of a row are the columns of what was shown, also where another table says which rows. */
static void
test_star (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskQuestionReading) last = recall (self, "SELECT * FROM orders");
  g_autoptr (AskInterpretation) followed = ask_interpreter_follow (self->interpreter, last, "only South", NULL, &error);
  g_autofree char *rows = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (followed->readings->len, ==, 1);
  rows = run (self, ((AskQuestionReading *) followed->readings->pdata[0])->sql);
  g_assert_cmpstr (rows, ==, "3,2,2025-12-31,30.0,3.0,paid;4,3,2026-02-02,40.0,4.0,open;");
}

static GPtrArray *
list_parts (Fixture *self, const AskQuestionReading *reading, const char *text)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *parts = ask_reading_list_parts (self->interpreter, reading, text, &error);

  g_assert_no_error (error);
  return parts;
}

static const AskReadingAlternative *
find (GPtrArray *parts, AskReadingPartKind kind, const char *part_words, const char *words)
{
  for (guint i = 0; i < parts->len; i++)
    {
      const AskReadingPart *part = parts->pdata[i];

      if (part->kind != kind || strcmp (part->words, part_words) != 0)
        continue;
      for (guint a = 0; a < part->alternatives->len; a++)
        {
          const AskReadingAlternative *alternative = part->alternatives->pdata[a];

          g_test_message ("%s → %s", part->words, alternative->words);
          if (strcmp (alternative->words, words) == 0)
            return alternative;
        }
    }
  return NULL;
}

/* What each part may be changed into. */
static void
test_alternatives (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *sql;
    AskReadingPartKind kind;
    const char *part;
    const char *words;
    const char *expected;
  } cases[] = {
    { COUNTED, ASK_READING_PART_SHOWN, "orders", "customer", "SELECT count(*) FROM customer" },
    { COUNTED, ASK_READING_PART_SHOWN, "orders", "sum of amount", "SELECT sum(amount) FROM orders" },
    { LISTED, ASK_READING_PART_SHOWN, "name", "region", "SELECT region FROM customer WHERE city = 'Paris'" },
    { LISTED, ASK_READING_PART_CONDITION, "city is Paris", "Leave it out", "SELECT name FROM customer" },
    { LISTED, ASK_READING_PART_CONDITION, "city is Paris", "city is Lyon", "SELECT name FROM customer WHERE city = 'Lyon'" },
    { LISTED, ASK_READING_PART_CONDITION, "city is Paris", "city is not Paris",
      "SELECT name FROM customer WHERE city <> 'Paris'" },
    { GROUPED, ASK_READING_PART_GROUP, "region", "city",
      "SELECT city, count(*) FROM orders JOIN customer ON customer_id = customer.id GROUP BY city" },
    { GROUPED, ASK_READING_PART_GROUP, "region", "Leave it out",
      "SELECT count(*) FROM orders" },
    { SORTED, ASK_READING_PART_SHOWN, "sum of amount", "average amount",
      "SELECT name, avg(amount) FROM orders JOIN customer ON customer_id = customer.id GROUP BY name "
      "ORDER BY avg(amount) DESC LIMIT 5" },
    { SORTED, ASK_READING_PART_SHOWN, "sum of amount", "sum of weight",
      "SELECT name, sum(weight) FROM orders JOIN customer ON customer_id = customer.id GROUP BY name "
      "ORDER BY sum(weight) DESC LIMIT 5" },
    { SORTED, ASK_READING_PART_ORDER, "sum of amount", "Smallest first",
      "SELECT name, sum(amount) FROM orders JOIN customer ON customer_id = customer.id GROUP BY name "
      "ORDER BY sum(amount) LIMIT 5" },
    { SORTED, ASK_READING_PART_LIMIT, "only the first 5 rows", "only the first 3 rows",
      "SELECT name, sum(amount) FROM orders JOIN customer ON customer_id = customer.id GROUP BY name "
      "ORDER BY sum(amount) DESC LIMIT 3" },
    { "SELECT name FROM customer JOIN orders ON customer_id = customer.id WHERE amount > 25 AND state = 'paid'",
      ASK_READING_PART_CONDITION, "amount above 25", "weight above 25",
      "SELECT name FROM customer JOIN orders ON customer_id = customer.id WHERE weight > 25 AND state = 'paid'" },
    { "SELECT name FROM customer JOIN orders ON customer_id = customer.id WHERE amount > 25 AND state = 'paid'",
      ASK_READING_PART_CONDITION, "amount above 25", "amount below 25",
      "SELECT name FROM customer JOIN orders ON customer_id = customer.id WHERE amount < 25 AND state = 'paid'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestionReading) reading = recall (self, cases[i].sql);
      g_autoptr (GPtrArray) parts = list_parts (self, reading, "");
      const AskReadingAlternative *alternative;
      g_autofree char *expected = run (self, cases[i].expected);
      g_autofree char *found = NULL;

      g_test_message ("%s", cases[i].sql);
      alternative = find (parts, cases[i].kind, cases[i].part, cases[i].words);
      g_assert_nonnull (alternative);
      found = run (self, alternative->reading->sql);
      g_assert_cmpstr (found, ==, expected);
      g_assert_true (g_str_has_prefix (alternative->reading->change, "As before, and "));
    }
}

/* What the question names comes before what it does not. */
static void
test_ranked (Fixture *self, gconstpointer data)
{
  g_autoptr (AskQuestionReading) reading = recall (self, SORTED);
  g_autoptr (GPtrArray) plain = list_parts (self, reading, "the best by amount");
  g_autoptr (GPtrArray) named = list_parts (self, reading, "total amount by region");

  for (guint i = 0; i < named->len; i++)
    {
      const AskReadingPart *part = named->pdata[i];

      if (part->kind == ASK_READING_PART_GROUP)
        g_assert_cmpstr (((AskReadingAlternative *) part->alternatives->pdata[0])->words, ==, "region");
    }
  g_assert_nonnull (find (plain, ASK_READING_PART_GROUP, "name", "region"));
}

/* Whatever is read back, each alternative of each part runs, says something else, and is read back as what it says. */
static void
test_all_run (Fixture *self, gconstpointer data)
{
  static const char *const all[] = {
    COUNTED, LISTED, GROUPED, SORTED,
    ("SELECT state, region, avg(weight) FROM orders JOIN customer ON customer_id = customer.id WHERE day >= '2024-01-01' "
     "OR city <> 'Nice' GROUP BY state, region HAVING count(*) > 0 ORDER BY region"),
    "SELECT DISTINCT town FROM airport JOIN flight ON target = code WHERE price BETWEEN 10 AND 85",
    "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM orders) AND name LIKE '%n%'",
    "SELECT city FROM customer UNION SELECT town FROM airport ORDER BY city LIMIT 3",
    "SELECT * FROM flight WHERE price > (SELECT avg(price) FROM flight)",
    "SELECT max(day), count(DISTINCT state) FROM orders WHERE customer_id IS NOT NULL",
  };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (AskQuestionReading) reading = recall (self, all[i]);
      g_autoptr (GPtrArray) parts = list_parts (self, reading, "how many orders in Paris by state and weight over 2");

      g_assert_cmpuint (parts->len, >=, 1);
      for (guint p = 0; p < parts->len; p++)
        {
          const AskReadingPart *part = parts->pdata[p];

          g_assert_cmpstr (part->words, !=, "");
          g_assert_cmpuint (part->alternatives->len, <=, 8);
          for (guint a = 0; a < part->alternatives->len; a++)
            {
              const AskReadingAlternative *alternative = part->alternatives->pdata[a];
              g_autofree char *rows = run (self, alternative->reading->sql);
              g_autoptr (AskQuestionReading) again = recall (self, alternative->reading->sql);

              g_assert_nonnull (rows);
              g_assert_cmpstr (alternative->reading->sql, !=, reading->sql);
              g_assert_cmpstr (again->words, ==, alternative->reading->words);
              n++;
            }
        }
    }
  g_assert_cmpuint (n, >, 100);
}

static void
add (const char *path, void (*test) (Fixture *self, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/understand/reading-part/sql-that-is-read-back-gives-the-same-rows", test_recall);
  add ("/understand/reading-part/what-a-draft-cannot-say-is-refused", test_refused);
  add ("/understand/reading-part/what-differs-is-said-in-words", test_change);
  add ("/understand/reading-part/a-star-stays-what-it-was", test_star);
  add ("/understand/reading-part/each-kind-of-part-has-its-alternatives", test_alternatives);
  add ("/understand/reading-part/what-is-named-comes-first", test_ranked);
  add ("/understand/reading-part/every-alternative-runs-and-says-something-else", test_all_run);
  return g_test_run ();
}
