/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is not there, and what is: "without a phone", "that have no region", "who never ordered". What each becomes, its
 * words, and its opposite among what a part can be changed to.
 */
#include "understand-shop.h"

#include <string.h>

#include "understand/interpret/ask-draft-add.h"
#include "understand/interpret/ask-reading-part.h"

static const char shop_sql[]
    = "CREATE TABLE region (id INTEGER PRIMARY KEY, name TEXT);"
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, phone TEXT, fax TEXT, credit_pct REAL,"
      "  region_id INTEGER REFERENCES region);"
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, placed DATE, amount REAL, paid_on DATE);"
      "CREATE TABLE product (id INTEGER PRIMARY KEY, title TEXT, price REAL, discontinued_on DATE);"
      "CREATE TABLE order_line (order_id INTEGER REFERENCES orders, line INTEGER, product_id INTEGER REFERENCES product,"
      "  pieces INTEGER, PRIMARY KEY (order_id, line));"
      "INSERT INTO region VALUES (1, 'North'), (2, 'South');"
      "INSERT INTO customer VALUES (1, 'Ann', 'Paris', '0311', NULL, 0, 1), (2, 'Bob', 'Lyon', '', NULL, 5, NULL),"
      "  (3, 'Cy', 'Lyon', NULL, '0399', 0, 2), (4, 'Di', 'Nice', '0322', NULL, 9, 1);"
      "INSERT INTO orders VALUES (1, 1, '2024-03-04', 10, '2024-04-01'), (2, NULL, '2024-03-05', 20, NULL),"
      "  (3, 2, '2025-05-06', 30, '2025-05-07');"
      "INSERT INTO product VALUES (1, 'Lamp', 30, NULL), (2, 'Rug', 80, '2024-01-01'), (3, 'Vase', 12, NULL);"
      "INSERT INTO order_line VALUES (1, 1, 1, 2), (2, 1, 2, 1);";

#define NO_ORDER "id NOT IN (SELECT customer_id FROM orders WHERE customer_id IS NOT NULL)"
#define NO_LINE "id NOT IN (SELECT product_id FROM order_line WHERE product_id IS NOT NULL)"

typedef struct
{
  const char *question;
  const char *sql;
} Case;

static const Case cases[] = {
  { "customers without a fax", "SELECT name FROM customer WHERE (fax IS NULL OR fax = '')" },
  { "customers with no phone", "SELECT name FROM customer WHERE (phone IS NULL OR phone = '')" },
  { "customers that have no region", "SELECT name FROM customer WHERE region_id IS NULL" },
  { "how many customers have no phone number?", "SELECT count(*) FROM customer WHERE (phone IS NULL OR phone = '')" },
  { "how many customers do not have a region", "SELECT count(*) FROM customer WHERE region_id IS NULL" },
  { "how many customers have a phone?", "SELECT count(*) FROM customer WHERE phone != ''" },
  { "customers with a region", "SELECT name FROM customer WHERE region_id IS NOT NULL" },
  /* No row lacks it: then none is what it is. */
  { "customers without credit", "SELECT name FROM customer WHERE credit_pct = 0" },
  { "customers without orders", "SELECT name FROM customer WHERE " NO_ORDER },
  { "which customers have no orders?", "SELECT name FROM customer WHERE " NO_ORDER },
  { "customers who never ordered anything", "SELECT name FROM customer WHERE " NO_ORDER },
  { "customers who bought nothing", "SELECT name FROM customer WHERE " NO_ORDER },
  { "products never sold", "SELECT title FROM product WHERE " NO_LINE },
  { "customers with no phone and no fax",
    "SELECT name FROM customer WHERE (phone IS NULL OR phone = '') AND (fax IS NULL OR fax = '')" },
  /* What was done has a time, what was not yet has none. */
  { "how many unpaid orders are there", "SELECT count(*) FROM orders WHERE paid_on IS NULL" },
  { "how many orders are not yet paid", "SELECT count(*) FROM orders WHERE paid_on IS NULL" },
  { "discontinued products", "SELECT title FROM product WHERE discontinued_on IS NOT NULL" },
  { "how many paid orders are there", "SELECT count(*) FROM orders WHERE paid_on IS NOT NULL" },
  { "products that are discontinued", "SELECT title FROM product WHERE discontinued_on IS NOT NULL" },
  { "Kunden ohne Telefon", "SELECT name FROM customer WHERE (phone IS NULL OR phone = '')" },
  { "Welche Kunden haben noch nie bestellt?", "SELECT name FROM customer WHERE " NO_ORDER },
  { "Wie viele Kunden haben keine Region?", "SELECT count(*) FROM customer WHERE region_id IS NULL" },
};

static AskInterpretation *
read_question (UnderstandReader *reader, const char *question)
{
  g_autoptr (GError) error = NULL;
  AskInterpretation *found = ask_interpreter_read (reader->interpreter, question, NULL, &error);

  g_assert_no_error (error);
  return found;
}

static AskQuestionReading *
get_first (AskInterpretation *found)
{
  g_assert_cmpuint (found->readings->len, >, 0);
  return found->readings->pdata[0];
}

static void
test_readings (void)
{
  UnderstandReader reader;

  understand_reader_open (&reader, shop_sql);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskInterpretation) found = read_question (&reader, cases[i].question);

      g_test_message ("%s", cases[i].question);
      g_assert_cmpstr (get_first (found)->sql, ==, cases[i].sql);
    }
  understand_reader_close (&reader);
}

#define BUYERS \
  "SELECT T1.name FROM customer AS T1 JOIN orders AS T2 ON T2.customer_id = T1.id JOIN order_line AS T3 ON " \
  "T3.order_id = T2.id JOIN product AS T4 ON T3.product_id = T4.id WHERE T4.title = 'Lamp'"

/* "But not": who is found by the other value goes. */
static void
test_but (void)
{
  static const struct
  {
    const char *question;
    const char *rest; /* of the question */
    const char *sql; /* %NULL where it is refused */
  } buts[] = {
    { "customers who bought a Lamp but not a Rug", BUYERS,
      BUYERS " AND T1.id NOT IN (SELECT T1.id FROM customer AS T1 JOIN orders AS T2 ON T2.customer_id = T1.id JOIN "
             "order_line AS T3 ON T3.order_id = T2.id JOIN product AS T4 ON T3.product_id = T4.id WHERE T4.title = 'Rug' "
             "AND T1.id IS NOT NULL)" },
    { "customers who ordered in 2024 but not in 2025",
      "SELECT T1.name FROM customer AS T1 JOIN orders AS T2 ON T2.customer_id = T1.id WHERE T2.placed >= '2024-01-01' AND "
      "T2.placed < '2025-01-01'",
      "SELECT T1.name FROM customer AS T1 JOIN orders AS T2 ON T2.customer_id = T1.id WHERE T2.placed >= '2024-01-01' AND "
      "T2.placed < '2025-01-01' AND T1.id NOT IN (SELECT T1.id FROM customer AS T1 JOIN orders AS T2 ON T2.customer_id = "
      "T1.id WHERE T2.placed >= '2025-01-01' AND T2.placed < '2026-01-01' AND T1.id IS NOT NULL)" },
    /* Nobody has two cities. */
    { "customers in Lyon but not in Paris", "SELECT name FROM customer WHERE city = 'Lyon'", NULL },
  };
  UnderstandReader reader;

  understand_reader_open (&reader, shop_sql);
  for (guint i = 0; i < G_N_ELEMENTS (buts); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (&reader.shop, buts[i].question);
      g_autoptr (GArray) additions = ask_additions_find (question, NULL);
      g_autoptr (AskDraft) draft = understand_shop_read (&reader.shop, buts[i].rest);
      g_autoptr (AskDraft) wanted = buts[i].sql != NULL ? understand_shop_read (&reader.shop, buts[i].sql) : NULL;
      g_autofree char *sql = NULL;
      g_autofree char *right = wanted != NULL ? ask_draft_to_sql (wanted, reader.shop.domain, 0) : NULL;

      g_test_message ("%s", buts[i].question);
      g_assert_cmpuint (additions->len, ==, 1);
      g_assert_cmpint (ask_addition (additions, 0)->kind, ==, ASK_ADDITION_BUT);
      if (ask_draft_add (draft, question, additions, -1))
        {
          ask_draft_normalise (draft);
          sql = ask_draft_to_sql (draft, reader.shop.domain, 0);
        }
      g_assert_cmpstr (sql, ==, right);
    }
  understand_reader_close (&reader);
}

/* What is said of the words in between, or of another thing, opens nothing. */
static void
test_nothing_is_opened (void)
{
  static const char *const questions[] = { "customers with an order over 20", "what is the name of the customer without equal",
                                           "customers with the highest credit", "orders not from Lyon" };
  UnderstandReader reader;

  understand_reader_open (&reader, shop_sql);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (&reader.shop, questions[i]);
      g_autoptr (GArray) additions = ask_additions_find (question, NULL);

      for (guint a = 0; a < additions->len; a++)
        g_assert_true (ask_addition (additions, a)->kind != ASK_ADDITION_LACK
                       && ask_addition (additions, a)->kind != ASK_ADDITION_HAVE);
    }
  understand_reader_close (&reader);
}

static void
test_words_and_parts (void)
{
  static const struct
  {
    const char *question;
    const char *words;
    const char *opposite;
  } sides[] = {
    { "customers without a phone", "phone is empty", "SELECT name FROM customer WHERE phone != ''" },
    { "how many customers have a phone?", "phone is not empty",
      "SELECT count(*) FROM customer WHERE (phone IS NULL OR phone = '')" },
    { "customers that have no region", "is empty", "SELECT name FROM customer WHERE region_id IS NOT NULL" },
  };
  UnderstandReader reader;

  understand_reader_open (&reader, shop_sql);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      g_autoptr (AskInterpretation) found = read_question (&reader, sides[i].question);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskQuestionReading) again
        = ask_interpreter_recall (reader.interpreter, get_first (found)->sql, "", &error);
      g_autoptr (GPtrArray) parts = NULL;
      gboolean offered = FALSE;

      g_assert_nonnull (strstr (get_first (found)->words, sides[i].words));
      /* Read back, it is the same. */
      g_assert_no_error (error);
      g_assert_cmpstr (again->sql, ==, get_first (found)->sql);
      parts = ask_reading_list_parts (reader.interpreter, again, sides[i].question, &error);
      g_assert_no_error (error);
      for (guint p = 0; p < parts->len; p++)
        {
          const AskReadingPart *part = parts->pdata[p];

          for (guint a = 0; a < part->alternatives->len; a++)
            offered = offered
                      || g_str_equal (((AskReadingAlternative *) part->alternatives->pdata[a])->reading->sql,
                                      sides[i].opposite);
        }
      g_assert_true (offered);
    }
  understand_reader_close (&reader);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/lack/what-lacks-is-read", test_readings);
  g_test_add_func ("/understand/lack/one-value-but-not-the-other", test_but);
  g_test_add_func ("/understand/lack/other-words-open-nothing", test_nothing_is_opened);
  g_test_add_func ("/understand/lack/words-and-parts", test_words_and_parts);
  return g_test_run ();
}
