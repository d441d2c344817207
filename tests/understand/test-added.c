/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What questions ask for beside what sketches can say: parts of times, shares, differences, metrics, calculated
 * attributes. What is right is a query; a reading is right where both give the same rows.
 */
#include "config.h"

#include "understand/interpret/ask-interpret.h"

#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "sql/ask-sql-guard.h"
#include "sql/ask-sql-parser.h"
#include "store/store-fixture.h"
#include "understand/link/ask-wordnet.h"

static const char *const shop_sql
    = "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, born DATE);"
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, placed DATE, amount REAL,"
      "  weight REAL, state TEXT);"
      "CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, release_year INTEGER, market_share REAL);"
      "INSERT INTO customer VALUES (1, 'Ann', 'Paris', '1980-03-01'), (2, 'Bob', 'Lyon', '1985-04-02'),"
      "  (3, 'Cy', 'Lyon', '1990-04-09');"
      "INSERT INTO orders VALUES (1, 1, '2024-03-04', 10, 1, 'open'), (2, 1, '2024-03-05', 20, 2, 'paid'),"
      "  (3, 2, '2024-05-06', 30, 3, 'paid'), (4, 3, '2025-01-06', 40, 4, 'open'), (5, 3, '2025-03-08', 50, 5, 'paid'),"
      "  (6, 2, '2025-03-09', 70, 6, 'paid'), (7, 2, '2025-03-10', 80, 7, 'paid');"
      "INSERT INTO film VALUES (1, 'Up', 2001, 0.5), (2, 'Down', 2002, 0.25), (3, 'Left', 2002, 0.25);";

typedef struct
{
  StoreShop *shop;
  AskEngine *engine;
  AskInterpreter *interpreter;
} Fixture;

static void
define (AskSchema *draft, const char *name, const char *field, const char *value)
{
  g_autoptr (GError) error = NULL;
  AskEntity *orders = ask_schema_find_entity (draft, "orders");

  if (field == NULL)
    ask_schema_edit_add_calculated (draft, orders->id, name, value, &error);
  else
    ask_schema_edit_set_metric (draft, orders->id, name, field, value, &error);
  g_assert_no_error (error);
}

static void
open_shop (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  ask_wordnet_set_folder ("/nonexistent");
  self->engine = ask_workspace_open_engine (self->shop->workspace, &error);
  g_assert_no_error (error);
  self->interpreter = ask_interpreter_new (self->shop->workspace, self->engine, &error);
  g_assert_no_error (error);
}

static void
fixture_init (Fixture *self, gboolean defined)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = NULL;

  self->shop = store_shop_new (shop_sql);
  schema = ask_workspace_load_schema (self->shop->workspace, &error);
  g_assert_no_error (error);
  if (defined)
    {
      g_autoptr (AskSchema) draft = ask_schema_fork (schema);

      define (draft, "revenue", "expression", "sum(amount)");
      define (draft, "revenue", "synonyms", "turnover\nUmsatz");
      define (draft, "price", NULL, "amount / weight");
      ask_workspace_save_schema (self->shop->workspace, draft, "test", &error);
      g_assert_no_error (error);
    }
  open_shop (self);
}

static void
fixture_clear (Fixture *self)
{
  ask_interpreter_free (self->interpreter);
  ask_engine_free (self->engine);
  store_shop_free (self->shop);
  ask_wordnet_set_folder (NULL);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static AskInterpretation *
read_question (Fixture *self, const char *question)
{
  g_autoptr (GError) error = NULL;
  AskInterpretation *found = ask_interpreter_read (self->interpreter, question, NULL, &error);

  g_assert_no_error (error);
  return found;
}

/* All rows as one text. */
static char *
run (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    {
      for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
        {
          const AskValue *value = ask_rows_get (result->rows, r, c);
          double number;

          if (value->kind == ASK_VALUE_TEXT)
            g_string_append (text, value->text);
          else if (ask_value_get_number (value, &number))
            g_string_append_printf (text, "%.4g", number);
          else
            g_string_append (text, "NULL");
          g_string_append (text, " | ");
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

typedef struct
{
  const char *question;
  const char *sql;
} Case;

/* The first reading gives the rows of the right query, passes the guard, and no word is left over. */
static void
assert_reads (Fixture *self, const Case *it)
{
  g_autoptr (AskInterpretation) found = read_question (self, it->question);
  g_autofree char *wanted = run (self, it->sql);
  g_autofree char *given = NULL;
  const AskQuestionReading *first;

  g_assert_cmpuint (found->readings->len, >, 0);
  first = found->readings->pdata[0];
  g_test_message ("%s: %s", it->question, first->sql);
  given = run (self, first->sql);
  g_assert_cmpstr (given, ==, wanted);
  g_assert_cmpuint (found->unknown->len, ==, 0);
  g_assert_cmpuint (strlen (first->words), >, 0);
  for (guint i = 1; i < found->readings->len; i++)
    g_assert_cmpfloat (((AskQuestionReading *) found->readings->pdata[i])->score, <=,
                       ((AskQuestionReading *) found->readings->pdata[i - 1])->score);
}

static void
assert_all (const Case *cases, guint n, gboolean defined)
{
  g_auto (Fixture) self = { NULL, NULL, NULL };

  fixture_init (&self, defined);
  for (guint i = 0; i < n; i++)
    assert_reads (&self, &cases[i]);
}

/* The Thursday of a week says which year it is of. */
#define THURSDAY "date(placed, '-3 days', 'weekday 4')"
#define WEEK \
  "strftime('%Y', " THURSDAY ") || '-W' || substr('0' || ((CAST(strftime('%j', " THURSDAY ") AS INTEGER) + 6) / 7), -2)"
#define MONTH "strftime('%Y-%m', placed)"
#define YEAR "strftime('%Y', placed)"
#define DAY "CASE strftime('%w', placed) WHEN '0' THEN 'Sunday' WHEN '1' THEN 'Monday' WHEN '2' THEN 'Tuesday' WHEN '6' THEN 'Saturday' END"

static void
test_times_are_grouped_by_their_parts (void)
{
  static const Case cases[] = {
    { "How many orders by month?", "SELECT " MONTH ", count(*) FROM orders GROUP BY 1 ORDER BY 1" },
    { "How many orders per week?", "SELECT " WEEK ", count(*) FROM orders GROUP BY 1 ORDER BY 1" },
    { "orders per year", "SELECT " YEAR ", count(*) FROM orders GROUP BY 1 ORDER BY 1" },
    { "What is the average amount of orders per quarter?",
      "SELECT " YEAR " || '-Q' || ((CAST(strftime('%m', placed) AS INTEGER) + 2) / 3), avg(amount) FROM orders GROUP BY 1 "
      "ORDER BY 1" },
    { "number of orders per weekday",
      "SELECT " DAY ", count(*) FROM orders GROUP BY 1 ORDER BY (strftime('%w', placed) + 6) % 7" },
    { "monthly number of orders", "SELECT " MONTH ", count(*) FROM orders GROUP BY 1 ORDER BY 1" },
    { "Which month had the most orders?",
      "SELECT " MONTH ", count(*) FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 1" },
    { "wie viele Bestellungen je Monat", "SELECT " MONTH ", count(*) FROM orders GROUP BY 1 ORDER BY 1" },
  };

  assert_all (cases, G_N_ELEMENTS (cases), FALSE);
}

static void
test_parts_of_times_are_filtered (void)
{
  static const Case cases[] = {
    { "How many orders in March?", "SELECT count(*) FROM orders WHERE strftime('%m', placed) = '03'" },
    { "How many orders on Mondays?", "SELECT count(*) FROM orders WHERE strftime('%w', placed) = '1'" },
    { "How many orders on weekdays?", "SELECT count(*) FROM orders WHERE strftime('%w', placed) NOT IN ('0', '6')" },
    { "Wie viele orders werktags?", "SELECT count(*) FROM orders WHERE strftime('%w', placed) NOT IN ('0', '6')" },
    { "How many orders at the weekend?", "SELECT count(*) FROM orders WHERE strftime('%w', placed) IN ('0', '6')" },
    { "How many orders in the first quarter?", "SELECT count(*) FROM orders WHERE strftime('%m', placed) < '04'" },
    { "How many customers were born in April?", "SELECT count(*) FROM customer WHERE strftime('%m', born) = '04'" },
    { "wie viele Bestellungen gibt es im März", "SELECT count(*) FROM orders WHERE strftime('%m', placed) = '03'" },
  };

  assert_all (cases, G_N_ELEMENTS (cases), FALSE);
}

static void
test_figures_are_compared_with_the_period_before (void)
{
  static const Case cases[] = {
    { "number of orders by month compared to last month",
      "SELECT m, n, n - lag(n) OVER (ORDER BY m) FROM (SELECT " MONTH " AS m, count(*) AS n FROM orders GROUP BY 1) "
      "ORDER BY m" },
    { "number of orders per year, year over year growth",
      "SELECT y, n, 100.0 * (n - lag(n) OVER (ORDER BY y)) / lag(n) OVER (ORDER BY y) FROM (SELECT " YEAR
      " AS y, count(*) AS n FROM orders GROUP BY 1) ORDER BY y" },
    { "number of orders per year, compared to the year before",
      "SELECT y, n, n - lag(n) OVER (ORDER BY y) FROM (SELECT " YEAR " AS y, count(*) AS n FROM orders GROUP BY 1) ORDER "
      "BY y" },
  };

  assert_all (cases, G_N_ELEMENTS (cases), FALSE);
}

static void
test_shares_are_of_a_whole (void)
{
  static const Case cases[] = {
    { "What percentage of customers are from Lyon?", "SELECT 200.0 / 3" },
    { "What share of orders is paid?", "SELECT 500.0 / 7" },
    { "What is the share of orders for each state?",
      "SELECT state, 100.0 * count(*) / 7 FROM orders GROUP BY state ORDER BY 2 DESC" },
    { "number of orders for each state as a percentage of the total",
      "SELECT state, 100.0 * count(*) / 7 FROM orders GROUP BY state ORDER BY 2 DESC" },
    { "Wie viel Prozent der Kunden sind aus Lyon?", "SELECT 200.0 / 3" },
  };

  assert_all (cases, G_N_ELEMENTS (cases), FALSE);
}

static void
test_metrics_are_figures (void)
{
  static const Case cases[] = {
    { "What is the revenue?", "SELECT sum(amount) FROM orders" },
    { "revenue by month", "SELECT " MONTH ", sum(amount) FROM orders GROUP BY 1 ORDER BY 1" },
    { "total turnover for each state", "SELECT state, sum(amount) FROM orders GROUP BY state" },
    { "revenue for each city in descending order of revenue",
      "SELECT city, sum(amount) FROM orders JOIN customer ON customer_id = customer.id GROUP BY city ORDER BY 2 DESC" },
    { "Umsatz je Monat", "SELECT " MONTH ", sum(amount) FROM orders GROUP BY 1 ORDER BY 1" },
    { "Which month had the highest revenue?",
      "SELECT " MONTH ", sum(amount) FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 1" },
    { "share of revenue for each state",
      "SELECT state, 100.0 * sum(amount) / 300 FROM orders GROUP BY state ORDER BY 2 DESC" },
    { "states with revenue over 100", "SELECT state FROM orders GROUP BY state HAVING sum(amount) > 100" },
  };

  assert_all (cases, G_N_ELEMENTS (cases), TRUE);
}

static void
test_a_calculated_attribute_is_an_attribute (void)
{
  static const Case cases[] = {
    { "What is the average price of all orders?", "SELECT avg(amount / weight) FROM orders" },
    { "average price per month", "SELECT " MONTH ", avg(amount / weight) FROM orders GROUP BY 1 ORDER BY 1" },
    { "How many orders have a price above 11?", "SELECT count(*) FROM orders WHERE amount / weight > 11" },
  };

  assert_all (cases, G_N_ELEMENTS (cases), TRUE);
}

/* What the data keeps by itself is no part of a time. */
static void
test_names_and_values_open_nothing (void)
{
  static const char *const questions[] = {
    "How many films are there for each release year?",
    "How many films per year?",
    "What is the market share of each film?",
    "List the titles of films sorted by year.",
    "What is the average market share?",
  };
  g_auto (Fixture) self = { NULL, NULL, NULL };

  fixture_init (&self, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskInterpretation) found = read_question (&self, questions[i]);

      for (guint r = 0; r < found->readings->len; r++)
        {
          const char *sql = ((AskQuestionReading *) found->readings->pdata[r])->sql;

          g_test_message ("%s: %s", questions[i], sql);
          g_assert_null (strstr (sql, "strftime"));
          g_assert_null (strstr (sql, "100.0"));
        }
    }
}

static const AskLink *
find_link (const AskInterpretation *found, AskLinkKind kind)
{
  for (guint i = 0; i < found->links->len; i++)
    if (((AskLink *) found->links->pdata[i])->kind == kind)
      return found->links->pdata[i];
  return NULL;
}

static void
test_a_metric_is_linked (void)
{
  g_auto (Fixture) self = { NULL, NULL, NULL };
  g_autoptr (AskInterpretation) found = NULL;
  const AskLink *link;

  fixture_init (&self, TRUE);
  found = read_question (&self, "turnover by month");
  link = find_link (found, ASK_LINK_METRIC);
  g_assert_nonnull (link);
  g_assert_cmpstr (link->target, ==, "orders.revenue");
  g_assert_cmpuint (link->end, ==, strlen ("turnover"));
  g_assert_cmpfloat (link->score, ==, 1);
  g_assert_cmpstr (link->reason, ==, "is one of its other names");
  g_assert_nonnull (find_link (found, ASK_LINK_OPERATION));
}

/* A unit is of the attribute whose numbers are in it, and a verb joins its two entities. Either is told of the schema. */
static void
test_units_and_verbs_are_linked (void)
{
  g_auto (Fixture) self = { NULL, NULL, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (AskInterpretation) found = NULL;
  g_autoptr (AskInterpretation) other = NULL;
  AskEntity *entity;
  AskAttribute *attribute;
  const AskLink *link;

  self.shop = store_shop_new (shop_sql);
  schema = ask_workspace_load_schema (self.shop->workspace, &error);
  g_assert_no_error (error);
  draft = ask_schema_fork (schema);
  ask_schema_edit_set_attribute (draft, ask_schema_find_entity (draft, "orders")->id, "weight", "unit", "kg", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (draft->relationships->len, ==, 1);
  ask_schema_edit_set_relationship (draft, 0, "verb", "were bought by", &error);
  g_assert_no_error (error);
  ask_workspace_save_schema (self.shop->workspace, draft, "test", &error);
  g_assert_no_error (error);
  open_shop (&self);

  found = read_question (&self, "Which orders over 5 kilos were bought by Ann?");
  link = find_link (found, ASK_LINK_UNIT);
  g_assert_nonnull (link);
  g_assert_cmpstr (link->target, ==, "orders.weight");
  g_assert_cmpmem (found->question + link->start, link->end - link->start, "kilos", 5);
  g_assert_true (ask_link_names_data (link));
  g_assert_false (ask_link_is_choice (link));
  g_assert_true (ask_link_find_target (link, draft, &entity, &attribute));
  g_assert_cmpstr (entity->name, ==, "orders");
  g_assert_cmpstr (attribute->name, ==, "weight");

  link = find_link (found, ASK_LINK_RELATIONSHIP);
  g_assert_nonnull (link);
  g_assert_cmpstr (link->target, ==, "orders were bought by customer");
  g_assert_cmpmem (found->question + link->start, link->end - link->start, "bought by", strlen ("bought by"));
  g_assert_true (ask_link_names_data (link));
  g_assert_false (ask_link_find_target (link, draft, &entity, &attribute));

  /* Another unit, and a verb of which not all is there. */
  other = read_question (&self, "Which orders over 5 liters were bought?");
  g_assert_null (find_link (other, ASK_LINK_UNIT));
  g_assert_null (find_link (other, ASK_LINK_RELATIONSHIP));
}

static void
verify (Fixture *self, const char *question, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) verified = ask_workspace_add_verified (self->shop->workspace, question, sql, &error);

  g_assert_no_error (error);
  g_assert_nonnull (verified);
}

/* A verified query that no rule would make: its words do not say what counts. */
static void
test_a_verified_question_is_replayed_with_other_values (void)
{
  g_auto (Fixture) self = { NULL, NULL, NULL };
  g_autoptr (AskInterpretation) found = NULL;
  g_autofree char *rows = NULL;
  const AskLink *link;

  fixture_init (&self, TRUE);
  verify (&self, "How is business in Lyon since 2024?",
          "SELECT orders.state, revenue FROM orders JOIN customer ON customer_id = customer.id WHERE city = 'Lyon' "
          "AND placed >= '2024-01-01' GROUP BY orders.state");
  found = read_question (&self, "How is business in Paris since 2024?");
  rows = run (&self, ((AskQuestionReading *) found->readings->pdata[0])->sql);
  g_assert_cmpstr (rows, ==, "open | 10 | \npaid | 20 | \n");
  g_assert_true (found->confident);
  link = find_link (found, ASK_LINK_QUESTION);
  g_assert_nonnull (link);
  g_assert_cmpstr (link->target, ==, "How is business in Lyon since 2024?");
  g_assert_cmpfloat (link->score, ==, 1);
}

static void
test_a_verified_question_about_something_else_is_no_candidate (void)
{
  g_auto (Fixture) self = { NULL, NULL, NULL };
  g_autoptr (AskInterpretation) found = NULL;

  fixture_init (&self, FALSE);
  verify (&self, "Which customers live in Lyon?", "SELECT name FROM customer WHERE city = 'Lyon'");
  found = read_question (&self, "How many orders are paid?");
  g_assert_null (find_link (found, ASK_LINK_QUESTION));
}

/* Whatever is put together: each reading is one SELECT that runs. */
static void
test_whatever_is_put_together_runs (void)
{
  static const char *const figures[] = { "how many orders", "revenue", "average amount of orders", "orders", "Umsatz",
                                         "the total weight", "customers", "price", "names of customers" };
  static const char *const groups[] = { "by month", "per weekday", "for each state", "for each city", "each quarter", "",
                                        "je Jahr", "over time" };
  static const char *const more[] = { "in March",   "on Mondays", "compared to last month", "growth", "as a percentage",
                                      "in 2025",    "in Lyon",    "most first",             "",       "over 20",
                                      "top 3",      "" };
  g_auto (Fixture) self = { NULL, NULL, NULL };

  fixture_init (&self, TRUE);
  for (guint n = 0; n < (g_test_slow () ? 500 : 40); n++)
    {
      g_autofree char *question
          = g_strjoin (" ", figures[g_test_rand_int_range (0, G_N_ELEMENTS (figures))],
                       groups[g_test_rand_int_range (0, G_N_ELEMENTS (groups))],
                       more[g_test_rand_int_range (0, G_N_ELEMENTS (more))],
                       more[g_test_rand_int_range (0, G_N_ELEMENTS (more))], NULL);
      g_autoptr (AskInterpretation) found = read_question (&self, question);

      for (guint i = 0; i < found->readings->len; i++)
        {
          const AskQuestionReading *reading = found->readings->pdata[i];
          g_autoptr (GError) error = NULL;
          g_autoptr (AskSqlTree) tree = ask_sql_parse (reading->sql, -1, &error);
          g_autofree char *rows = NULL;

          g_test_message ("%s: %s", question, reading->sql);
          g_assert_no_error (error);
          g_assert_nonnull (tree->select);
          rows = run (&self, reading->sql);
        }
    }
}

/* A word that nothing is known of leaves less than half of being right to a reading without it. */
static void
test_a_word_that_is_not_known_is_a_doubt (void)
{
  static const char *const questions[] = { "title repair", "film titles groovy" };
  g_auto (Fixture) self = { NULL, NULL, NULL };

  fixture_init (&self, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskInterpretation) found = read_question (&self, questions[i]);
      const AskQuestionReading *first;

      g_assert_cmpuint (found->readings->len, >, 0);
      first = found->readings->pdata[0];
      g_test_message ("%s: %s %f", questions[i], first->sql, first->score);
      g_assert_cmpuint (found->unknown->len, ==, 1);
      g_assert_false (found->confident);
      g_assert_cmpfloat (first->score, <, 0.5);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/added/a-word-that-is-not-known-is-a-doubt", test_a_word_that_is_not_known_is_a_doubt);
  g_test_add_func ("/understand/added/times-are-grouped-by-their-parts", test_times_are_grouped_by_their_parts);
  g_test_add_func ("/understand/added/parts-of-times-are-filtered", test_parts_of_times_are_filtered);
  g_test_add_func ("/understand/added/figures-are-compared-with-the-period-before",
                   test_figures_are_compared_with_the_period_before);
  g_test_add_func ("/understand/added/shares-are-of-a-whole", test_shares_are_of_a_whole);
  g_test_add_func ("/understand/added/metrics-are-figures", test_metrics_are_figures);
  g_test_add_func ("/understand/added/a-calculated-attribute-is-an-attribute",
                   test_a_calculated_attribute_is_an_attribute);
  g_test_add_func ("/understand/added/names-and-values-open-nothing", test_names_and_values_open_nothing);
  g_test_add_func ("/understand/added/a-metric-is-linked", test_a_metric_is_linked);
  g_test_add_func ("/understand/added/units-and-verbs-are-linked", test_units_and_verbs_are_linked);
  g_test_add_func ("/understand/added/a-verified-question-is-replayed-with-other-values",
                   test_a_verified_question_is_replayed_with_other_values);
  g_test_add_func ("/understand/added/a-verified-question-about-something-else-is-no-candidate",
                   test_a_verified_question_about_something_else_is_no_candidate);
  g_test_add_func ("/understand/added/whatever-is-put-together-runs", test_whatever_is_put_together_runs);
  return g_test_run ();
}
