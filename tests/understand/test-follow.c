/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Follow-ups: what they make of the last reading, and what is none.
 */
#include "config.h"

#include "understand/interpret/ask-follow.h"

#include <string.h>

#include "base/ask-json.h"
#include "sql/ask-sql-parser.h"
#include "understand-shop.h"
#include "understand/interpret/ask-draft-private.h"

static const char *const shop_sql
    = "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, region TEXT, phone TEXT, credit REAL);"
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, day DATE, amount REAL,"
      "  weight REAL, state TEXT);"
      "CREATE TABLE project (id INTEGER PRIMARY KEY, title TEXT, begun DATE, ended DATE, city TEXT);"
      "INSERT INTO customer VALUES (1, 'Ann', 'Paris', 'North', '12', 1), (2, 'Bob', 'Lyon', 'South', NULL, 2),"
      " (3, 'Cy', 'Nice', 'South', '', 3);"
      "INSERT INTO orders VALUES (1, 1, '2024-03-01', 10, 1, 'open'), (2, 1, '2025-01-01', 20, 2, 'paid'),"
      " (3, 2, '2025-12-31', 30, 3, 'paid'), (4, 3, '2026-02-02', 40, 4, 'open');"
      "INSERT INTO project VALUES (1, 'Roof', '2024-01-01', '2025-01-01', 'Oslo'),"
      " (2, 'Radar', '2022-02-01', '2023-02-01', 'Oslo');";

/* By place in @lasts. */
enum
{
  COUNT,
  LIST,
  TOP,
  MEAN,
  EITHER,
  GROUPED,
  PROJECTS,
  BOTH,
  CITIES,
  MONTHS,
  AMOUNTS,
  OTHERS,
  CUSTOMERS,
  NAMES,
  CREDIT,
  N_LASTS
};

static const char *const lasts[N_LASTS] = {
  [COUNT] = "SELECT count(*) FROM orders",
  [LIST] = "SELECT name FROM customer WHERE city = 'Paris'",
  [TOP] = ("SELECT customer.name, sum(amount) FROM orders JOIN customer ON customer_id = customer.id "
           "GROUP BY customer.name ORDER BY sum(amount) DESC LIMIT 5"),
  [MEAN] = "SELECT avg(amount) FROM orders WHERE day >= '2024-01-01' AND day < '2025-01-01'",
  [EITHER] = "SELECT amount FROM orders WHERE state = 'open' OR weight > 3",
  [GROUPED] = "SELECT state, count(*) FROM orders GROUP BY state",
  [PROJECTS] = "SELECT title FROM project",
  [BOTH] = "SELECT city FROM customer UNION SELECT city FROM project",
  [CITIES] = "SELECT city, count(*) FROM customer GROUP BY city",
  [MONTHS] = ("SELECT strftime('%Y-%m', day), count(*) FROM orders GROUP BY strftime('%Y-%m', day) "
              "ORDER BY strftime('%Y-%m', day)"),
  [AMOUNTS] = "SELECT amount FROM orders",
  [CUSTOMERS] = "SELECT count(*) FROM customer",
  [NAMES] = "SELECT name FROM customer",
  [CREDIT] = "SELECT sum(credit) FROM customer",
  [OTHERS] = "SELECT name FROM customer WHERE city <> 'Lyon'",
};

typedef struct
{
  int last;
  const char *text;
  const char *sql; /* NULL where it is no follow-up */
} Case;

#define JOINED "orders AS T1 JOIN customer AS T2 ON T1.customer_id = T2.id"

static const Case english[] = {
  { COUNT, "and by region", "SELECT T2.region, count(*) FROM " JOINED " GROUP BY T2.region" },
  { COUNT, "by customer", "SELECT T2.name, count(*) FROM " JOINED " GROUP BY T2.name" },
  { COUNT, "only 2025", "SELECT count(*) FROM orders WHERE day >= '2025-01-01' AND day < '2026-01-01'" },
  { COUNT, "only since May 2025", "SELECT count(*) FROM orders WHERE day >= '2025-05-01'" },
  { COUNT, "only between 2024 and 2025", "SELECT count(*) FROM orders WHERE day >= '2024-01-01' AND day < '2026-01-01'" },
  { COUNT, "and the average amount instead", "SELECT avg(amount) FROM orders" },
  { COUNT, "only the paid ones", "SELECT count(*) FROM orders WHERE state = 'paid'" },
  { COUNT, "but not Lyon", "SELECT count(*) FROM " JOINED " WHERE T2.city <> 'Lyon'" },
  { COUNT, "as a pie", "SELECT count(*) FROM orders" },
  { LIST, "what about Lyon?", "SELECT name FROM customer WHERE city = 'Lyon'" },
  { LIST, "Lyon?", "SELECT name FROM customer WHERE city = 'Lyon'" },
  { LIST, "and also Lyon", "SELECT name FROM customer WHERE city = 'Paris' OR city = 'Lyon'" },
  { LIST, "or Lyon", "SELECT name FROM customer WHERE city = 'Paris' OR city = 'Lyon'" },
  { LIST, "without the filter", "SELECT name FROM customer" },
  { LIST, "without Paris", "SELECT name FROM customer" },
  { LIST, "and the region", "SELECT name, region FROM customer WHERE city = 'Paris'" },
  { LIST, "how many are there?", "SELECT count(*) FROM customer WHERE city = 'Paris'" },
  { LIST, "sorted by name", "SELECT name FROM customer WHERE city = 'Paris' ORDER BY name" },
  { TOP, "top 10", "SELECT T2.name, sum(T1.amount) FROM " JOINED " GROUP BY T2.name ORDER BY sum(T1.amount) DESC LIMIT 10" },
  { TOP, "the other way round",
    "SELECT T2.name, sum(T1.amount) FROM " JOINED " GROUP BY T2.name ORDER BY sum(T1.amount) LIMIT 5" },
  { TOP, "all of them", "SELECT T2.name, sum(T1.amount) FROM " JOINED " GROUP BY T2.name ORDER BY sum(T1.amount) DESC" },
  { TOP, "now by region",
    "SELECT T2.region, sum(T1.amount) FROM " JOINED " GROUP BY T2.region ORDER BY sum(T1.amount) DESC LIMIT 5" },
  { TOP, "and the average instead",
    "SELECT T2.name, avg(T1.amount) FROM " JOINED " GROUP BY T2.name ORDER BY avg(T1.amount) DESC LIMIT 5" },
  { TOP, "the weight instead",
    "SELECT T2.name, sum(T1.weight) FROM " JOINED " GROUP BY T2.name ORDER BY sum(T1.weight) DESC LIMIT 5" },
  { TOP, "only over 25",
    "SELECT T2.name, sum(T1.amount) FROM " JOINED " GROUP BY T2.name HAVING sum(T1.amount) > 25 ORDER BY sum(T1.amount) DESC "
    "LIMIT 5" },
  { MEAN, "and 2025?", "SELECT avg(amount) FROM orders WHERE day >= '2025-01-01' AND day < '2026-01-01'" },
  { MEAN, "2025", "SELECT avg(amount) FROM orders WHERE day >= '2025-01-01' AND day < '2026-01-01'" },
  { MEAN, "and the maximum?", "SELECT max(amount) FROM orders WHERE day >= '2024-01-01' AND day < '2025-01-01'" },
  /* AND joins both sides of OR. */
  { EITHER, "only 2026",
    "SELECT amount FROM orders WHERE state = 'open' AND day >= '2026-01-01' AND day < '2027-01-01' OR weight > 3 AND "
    "day >= '2026-01-01' AND day < '2027-01-01'" },
  { EITHER, "weight over 2", "SELECT amount FROM orders WHERE state = 'open' OR weight > 2" },
  { GROUPED, "and by region", "SELECT T1.state, T2.region, count(*) FROM " JOINED " GROUP BY T1.state, T2.region" },
  { GROUPED, "by region instead", "SELECT T2.region, count(*) FROM " JOINED " GROUP BY T2.region" },
  { GROUPED, "without the state", "SELECT count(*) FROM orders" },
  { GROUPED, "top 1", "SELECT state, count(*) FROM orders GROUP BY state ORDER BY count(*) DESC LIMIT 1" },
  /* A title, and no chart. */
  { PROJECTS, "only Radar", "SELECT title FROM project WHERE title = 'Radar'" },
  { PROJECTS, "as a radar", "SELECT title FROM project" },
  { BOTH, "top 2", "SELECT city FROM customer UNION SELECT city FROM project LIMIT 2" },
  { COUNT, "and customers?", "SELECT count(*) FROM customer" },
  { CITIES, "what about projects?", "SELECT city, count(*) FROM project GROUP BY city" },
};

#define MONTH "strftime('%Y-%m', day)"
#define SHARE "100.0 * count(*) / sum(count(*)) OVER ()"
#define BEFORE "lag(count(*)) OVER (ORDER BY " MONTH ")"

/* What certain words of a question ask for, they ask for in a follow-up. */
static const Case added[] = {
  { COUNT, "by month", "SELECT " MONTH ", count(*) FROM orders GROUP BY " MONTH " ORDER BY " MONTH },
  { COUNT, "only in March", "SELECT count(*) FROM orders WHERE CAST(strftime('%m', day) AS INTEGER) = 3" },
  { GROUPED, "and by month",
    "SELECT state, " MONTH ", count(*) FROM orders GROUP BY state, " MONTH " ORDER BY " MONTH },
  { GROUPED, "as a share", "SELECT state, " SHARE " FROM orders GROUP BY state ORDER BY " SHARE " DESC" },
  { GROUPED, "in percent", "SELECT state, " SHARE " FROM orders GROUP BY state ORDER BY " SHARE " DESC" },
  { MONTHS, "by year",
    "SELECT strftime('%Y', day), count(*) FROM orders GROUP BY strftime('%Y', day) ORDER BY strftime('%Y', day)" },
  { MONTHS, "and the growth",
    "SELECT " MONTH ", count(*), 100.0 * (count(*) - " BEFORE ") / " BEFORE " FROM orders GROUP BY " MONTH
    " ORDER BY " MONTH },
  { MONTHS, "compared with the month before",
    "SELECT " MONTH ", count(*), count(*) - " BEFORE " FROM orders GROUP BY " MONTH " ORDER BY " MONTH },
  { MONTHS, "only 2025",
    "SELECT " MONTH ", count(*) FROM orders WHERE day >= '2025-01-01' AND day < '2026-01-01' GROUP BY " MONTH
    " ORDER BY " MONTH },
  { LIST, "only those without a phone",
    "SELECT name FROM customer WHERE city = 'Paris' AND (phone IS NULL OR phone = '')" },
  { LIST, "no phone", "SELECT name FROM customer WHERE city = 'Paris' AND (phone IS NULL OR phone = '')" },
  { LIST, "only the ones with a phone", "SELECT name FROM customer WHERE city = 'Paris' AND phone <> ''" },
  { LIST, "without orders",
    "SELECT name FROM customer WHERE city = 'Paris' AND id NOT IN (SELECT customer_id FROM orders)" },
};

/* Orders, periods, several values: what a person says next. */
static const Case more[] = {
  { MEAN, "the year before", "SELECT avg(amount) FROM orders WHERE day >= '2023-01-01' AND day < '2024-01-01'" },
  { MEAN, "and the year after?", "SELECT avg(amount) FROM orders WHERE day >= '2025-01-01' AND day < '2026-01-01'" },
  { MEAN, "same for 2023", "SELECT avg(amount) FROM orders WHERE day >= '2023-01-01' AND day < '2024-01-01'" },
  { LIST, "only Lyon and Nice", "SELECT name FROM customer WHERE city = 'Lyon' OR city = 'Nice'" },
  { COUNT, "without Lyon or Nice", "SELECT count(*) FROM " JOINED " WHERE T2.city <> 'Lyon' AND T2.city <> 'Nice'" },
  { OTHERS, "and not Nice", "SELECT name FROM customer WHERE city <> 'Lyon' AND city <> 'Nice'" },
  { COUNT, "only amount between 10 and 30", "SELECT count(*) FROM orders WHERE amount BETWEEN 10 AND 30" },
  { COUNT, "only amount over 10 and under 40", "SELECT count(*) FROM orders WHERE amount > 10 AND amount < 40" },
  { COUNT, "only after 2023 and before 2025",
    "SELECT count(*) FROM orders WHERE day >= '2024-01-01' AND day < '2025-01-01'" },
  { GROUPED, "overall", "SELECT count(*) FROM orders" },
  { GROUPED, "and the total?", "SELECT count(*) FROM orders" },
  { GROUPED, "sorted by count", "SELECT state, count(*) FROM orders GROUP BY state ORDER BY count(*) DESC" },
  { LIST, "alphabetically", "SELECT name FROM customer WHERE city = 'Paris' ORDER BY name" },
  { LIST, "only the region", "SELECT region FROM customer WHERE city = 'Paris'" },
  /* Each customer once, however many orders there are. */
  { CUSTOMERS, "only paid", "SELECT count(DISTINCT T2.id) FROM " JOINED " WHERE T1.state = 'paid'" },
  { CUSTOMERS, "and by state", "SELECT T1.state, count(DISTINCT T2.id) FROM " JOINED " GROUP BY T1.state" },
  { CUSTOMERS, "and projects?", "SELECT count(*) FROM project" },
  { NAMES, "only paid", "SELECT DISTINCT T2.name FROM " JOINED " WHERE T1.state = 'paid'" },
  { AMOUNTS, "newest first", "SELECT amount FROM orders ORDER BY day DESC" },
};

/* They would be a wrong answer. */
static const Case refused[] = {
  { COUNT, "only 2024 and 2026", NULL },            /* no time is both */
  { MEAN, "the month before", NULL },               /* of a year */
  { GROUPED, "and the sum of credit instead", NULL }, /* once for each order of a customer */
  { CREDIT, "only paid", NULL },                    /* the same */
  { LIST, "without the phone", NULL },              /* which is not shown */
  { CITIES, "and orders?", NULL },                  /* which have no city */
};

static const Case german[] = {
  { COUNT, "und nach Region", "SELECT T2.region, count(*) FROM " JOINED " GROUP BY T2.region" },
  { COUNT, "je Kunde", "SELECT T2.name, count(*) FROM " JOINED " GROUP BY T2.name" },
  { COUNT, "nur 2025", "SELECT count(*) FROM orders WHERE day >= '2025-01-01' AND day < '2026-01-01'" },
  { COUNT, "nur nach 2024", "SELECT count(*) FROM orders WHERE day >= '2025-01-01'" },
  { COUNT, "nur im Mai 2025", "SELECT count(*) FROM orders WHERE day >= '2025-05-01' AND day < '2025-06-01'" },
  { COUNT, "als Torte", "SELECT count(*) FROM orders" },
  { LIST, "und Lyon?", "SELECT name FROM customer WHERE city = 'Lyon'" },
  { LIST, "ohne den Filter", "SELECT name FROM customer" },
  { LIST, "oder Lyon", "SELECT name FROM customer WHERE city = 'Paris' OR city = 'Lyon'" },
  { LIST, "wie viele sind es", "SELECT count(*) FROM customer WHERE city = 'Paris'" },
  { TOP, "die besten 10",
    "SELECT T2.name, sum(T1.amount) FROM " JOINED " GROUP BY T2.name ORDER BY sum(T1.amount) DESC LIMIT 10" },
  { TOP, "die 10 besten",
    "SELECT T2.name, sum(T1.amount) FROM " JOINED " GROUP BY T2.name ORDER BY sum(T1.amount) DESC LIMIT 10" },
  { TOP, "umgekehrt", "SELECT T2.name, sum(T1.amount) FROM " JOINED " GROUP BY T2.name ORDER BY sum(T1.amount) LIMIT 5" },
  { TOP, "und stattdessen der Durchschnitt",
    "SELECT T2.name, avg(T1.amount) FROM " JOINED " GROUP BY T2.name ORDER BY avg(T1.amount) DESC LIMIT 5" },
};

static const Case questions[] = {
  { COUNT, "how many customers are there?", NULL },
  { COUNT, "and how many customers are there?", NULL },
  { COUNT, "which customers live in Lyon?", NULL },
  { COUNT, "top 10 customers by amount", NULL },
  { COUNT, "only groovy", NULL },
  { COUNT, "and", NULL },
  { COUNT, "what about Lyon's weather tomorrow", NULL },
  { COUNT, "Lyon", NULL }, /* nothing was said of cities */
  { COUNT, "average weight", NULL },
  { COUNT, "the other way round", NULL }, /* there is no order */
  { COUNT, "ignore this'; DROP TABLE orders; --", NULL },
  { COUNT, "", NULL },
  { LIST, "and the sum of name", NULL },
  { LIST, "list the amount of orders of 2025", NULL },
  { LIST, "zeige alle Kunden", NULL },
  { TOP, "and the region", NULL },
  { BOTH, "only Lyon", NULL }, /* of two queries */
};

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

static AskDraft *
read_draft (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);
  AskDraft *draft;

  g_assert_no_error (error);
  draft = ask_draft_recall_tree (self->shop.domain, tree, &error);
  g_assert_no_error (error);
  return draft;
}

/* The one way to write it: which entity comes first, and which condition, says nothing. */
static char *
unify (Fixture *self, const char *sql)
{
  g_autoptr (AskDraft) draft = read_draft (self, sql);

  return ask_draft_to_sql (draft, self->shop.domain, 0);
}

static void
assert_sql (Fixture *self, const AskInterpretation *followed, guint at, const char *expected)
{
  g_autofree char *wanted = expected != NULL ? unify (self, expected) : NULL;
  g_autofree char *found
      = at < followed->readings->len ? unify (self, ((AskQuestionReading *) followed->readings->pdata[at])->sql) : NULL;

  g_assert_cmpstr (found, ==, wanted);
}

static AskInterpretation *
follow (Fixture *self, const char *sql, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDraft) draft = read_draft (self, sql);
  AskQuestionReading last = { 0 };
  AskInterpretation *followed;

  last.draft = draft;
  last.domain = self->shop.domain;
  followed = ask_interpreter_follow (self->interpreter, &last, text, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (followed);
  return followed;
}

/* An answer is kept as its SQL: what was followed once can be followed again. */
static void
assert_recalled (Fixture *self, const AskQuestionReading *reading)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskQuestionReading) again = ask_interpreter_recall (self->interpreter, reading->sql, "", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (again->sql, ==, reading->sql);
}

static void
check_after (Fixture *self, const char *const *before, const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AskInterpretation) followed = follow (self, before[cases[i].last], cases[i].text);
      const AskQuestionReading *reading = followed->readings->len > 0 ? followed->readings->pdata[0] : NULL;

      g_test_message ("%s: %s", before[cases[i].last], cases[i].text);
      assert_sql (self, followed, 0, cases[i].sql);
      g_assert_cmpint (followed->confident, ==, cases[i].sql != NULL);
      g_assert_cmpint (followed->doubtful, ==, cases[i].sql == NULL);
      if (reading == NULL)
        continue;
      g_assert_cmpuint (followed->readings->len, ==, 1);
      g_assert_cmpint (reading->n_rows, >=, 0);
      g_assert_cmpuint (reading->sources->len, ==, 1);
      assert_recalled (self, reading);
    }
}

static void
check (Fixture *self, const Case *cases, guint n)
{
  check_after (self, lasts, cases, n);
}

static void
test_english (Fixture *self, gconstpointer data)
{
  check (self, english, G_N_ELEMENTS (english));
}

static void
test_german (Fixture *self, gconstpointer data)
{
  check (self, german, G_N_ELEMENTS (german));
}

static void
test_questions (Fixture *self, gconstpointer data)
{
  check (self, questions, G_N_ELEMENTS (questions));
}

static void
test_added (Fixture *self, gconstpointer data)
{
  check (self, added, G_N_ELEMENTS (added));
}

static void
test_more (Fixture *self, gconstpointer data)
{
  check (self, more, G_N_ELEMENTS (more));
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  check (self, refused, G_N_ELEMENTS (refused));
}

/* Of several times the one that rows have of themselves. */
static void
test_own_time (Fixture *self, gconstpointer data)
{
  static const char *const before[]
      = { "SELECT T1.name, count(*) FROM staff AS T1 JOIN orders AS T2 ON T2.staff_id = T1.id GROUP BY T1.name" };
  static const Case cases[] = {
    { 0, "only 2025",
      "SELECT T1.name, count(*) FROM staff AS T1 JOIN orders AS T2 ON T2.staff_id = T1.id WHERE T2.order_date >= "
      "'2025-01-01' AND T2.order_date < '2026-01-01' GROUP BY T1.name" },
    { 0, "only shipped date 2025",
      "SELECT T1.name, count(*) FROM staff AS T1 JOIN orders AS T2 ON T2.staff_id = T1.id WHERE T2.shipped_date >= "
      "'2025-01-01' AND T2.shipped_date < '2026-01-01' GROUP BY T1.name" },
  };
  Fixture other = { 0 };

  understand_reader_open (
      &other, "CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, birth_date DATE, hire_date DATE);"
              "CREATE TABLE orders (id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff, order_date DATE,"
              "  required_date DATE, shipped_date DATE);"
              "INSERT INTO staff VALUES (1, 'Ada', '1990-01-01', '2020-01-01'), (2, 'Bo', '1991-02-01', '2021-03-01');"
              "INSERT INTO orders VALUES (1, 1, '2025-02-01', '2025-02-20', '2025-02-03'),"
              "  (2, 2, '2024-02-01', '2024-02-20', '2024-02-03');");
  check_after (&other, before, cases, G_N_ELEMENTS (cases));
  understand_reader_close (&other);
}

/* German words over German names. */
static void
test_other (Fixture *self, gconstpointer data)
{
  enum
  {
    ORTE,
    BESTELLUNGEN,
    KOELN,
    JAHR
  };
  static const char *const before[] = {
    [ORTE] = "SELECT ort, count(*) FROM kunde GROUP BY ort",
    [BESTELLUNGEN] = "SELECT count(*) FROM bestellung",
    [KOELN] = "SELECT name FROM kunde WHERE ort = 'Köln'",
    [JAHR] = "SELECT sum(betrag) FROM bestellung WHERE datum >= '2024-01-01' AND datum < '2025-01-01'",
  };
  static const Case cases[] = {
    { BESTELLUNGEN, "je Monat",
      "SELECT strftime('%Y-%m', datum), count(*) FROM bestellung GROUP BY strftime('%Y-%m', datum) "
      "ORDER BY strftime('%Y-%m', datum)" },
    { BESTELLUNGEN, "nur montags",
      "SELECT count(*) FROM bestellung WHERE (CAST(strftime('%w', datum) AS INTEGER) + 6) % 7 + 1 = 1" },
    { BESTELLUNGEN, "und Kunden?", "SELECT count(*) FROM kunde" },
    { ORTE, "als Anteil", "SELECT ort, " SHARE " FROM kunde GROUP BY ort ORDER BY " SHARE " DESC" },
    { ORTE, "und insgesamt?", "SELECT count(*) FROM kunde" },
    { ORTE, "was ist mit Lieferanten?", "SELECT ort, count(*) FROM lieferant GROUP BY ort" },
    { ORTE, "ohne Köln und Bonn",
      "SELECT ort, count(*) FROM kunde WHERE ort <> 'Köln' AND ort <> 'Bonn' GROUP BY ort" },
    { KOELN, "nur die ohne Telefon",
      "SELECT name FROM kunde WHERE ort = 'Köln' AND (telefon IS NULL OR telefon = '')" },
    { KOELN, "nur die mit Telefon", "SELECT name FROM kunde WHERE ort = 'Köln' AND telefon <> ''" },
    { KOELN, "nur die, die ein Telefon haben",
      "SELECT name FROM kunde WHERE ort = 'Köln' AND telefon <> ''" },
    { KOELN, "nur die ohne Bestellungen",
      "SELECT name FROM kunde WHERE ort = 'Köln' AND id NOT IN (SELECT kunde_id FROM bestellung)" },
    { KOELN, "alphabetisch", "SELECT name FROM kunde WHERE ort = 'Köln' ORDER BY name" },
    { KOELN, "nur Köln und Bonn", "SELECT name FROM kunde WHERE ort = 'Köln' OR ort = 'Bonn'" },
    { KOELN, "nur das Telefon", "SELECT telefon FROM kunde WHERE ort = 'Köln'" },
    { JAHR, "und im Vorjahr?",
      "SELECT sum(betrag) FROM bestellung WHERE datum >= '2023-01-01' AND datum < '2024-01-01'" },
    { JAHR, "dasselbe für 2025",
      "SELECT sum(betrag) FROM bestellung WHERE datum >= '2025-01-01' AND datum < '2026-01-01'" },
  };
  Fixture other = { 0 };

  understand_reader_open (
      &other, "CREATE TABLE kunde (id INTEGER PRIMARY KEY, name TEXT, ort TEXT, telefon TEXT);"
              "CREATE TABLE lieferant (id INTEGER PRIMARY KEY, name TEXT, ort TEXT);"
              "CREATE TABLE bestellung (id INTEGER PRIMARY KEY, kunde_id INTEGER REFERENCES kunde, datum DATE, betrag REAL);"
              "INSERT INTO kunde VALUES (1, 'Anna', 'Köln', '12'), (2, 'Bernd', 'Bonn', NULL), (3, 'Cem', 'Aachen', '34');"
              "INSERT INTO lieferant VALUES (1, 'Holz GmbH', 'Trier'), (2, 'Stein AG', 'Mainz');"
              "INSERT INTO bestellung VALUES (1, 1, '2024-03-01', 10), (2, 1, '2025-01-06', 20), (3, 2, '2025-12-31', 30);");
  check_after (&other, before, cases, G_N_ELEMENTS (cases));
  understand_reader_close (&other);
}

static void
test_chart (Fixture *self, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "as a pie", "pie" },         { "as a bar chart", "bar" },          { "line chart", "line" },
    { "als Torte", "pie" },        { "als Balkendiagramm", "bar" },      { "and by region as a pie", "pie" },
    { "by region", NULL },         { "show it as a scatter plot", "scatter" }, { "als Tabelle", "table" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskInterpretation) followed = follow (self, lasts[GROUPED], cases[i][0]);

      g_assert_cmpuint (followed->readings->len, ==, 1);
      g_assert_cmpstr (((AskQuestionReading *) followed->readings->pdata[0])->chart, ==, cases[i][1]);
    }
}

/* No kind that the rules let a person name is without a case. */
static void
assert_all_kinds (const char *const (*cases)[3], guint n_cases)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_resources_lookup_data ("/com/example/AskData/understand/chart-rules.json",
                                                      G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_assert_no_error (error);
  g_autoptr (JsonNode) rules
      = ask_json_parse (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  JsonArray *wishes = ask_json_get_array (json_node_get_object (rules), "wishes");

  for (guint i = 0; i < json_array_get_length (wishes); i++)
    {
      JsonObject *wish = json_array_get_object_element (wishes, i);
      gboolean has_case = !json_object_get_boolean_member_with_default (wish, "named", FALSE);

      for (guint k = 0; k < n_cases; k++)
        has_case = has_case || g_str_equal (cases[k][0], ask_json_get_string (wish, "hint"));
      g_assert_true (has_case);
    }
}

/* Each kind of data/chart-rules.json, as a person says it, changes the chart and leaves the query as it was. */
static void
test_kinds (Fixture *self, gconstpointer data)
{
  static const char *const cases[][3] = {
    { "percent-bar", "as 100 % bars", "als 100-%-Balken" },
    { "percent-bar", "as 100% stacked bars", "als Prozentbalken" },
    { "stacked-area", "as a stacked area chart", "als gestapelte Flächen" },
    { "stacked-bar", "as stacked bars", "als gestapelte Balken" },
    { "stacked-bar", "stacked bar chart", "als gestapeltes Säulendiagramm" },
    { "stacked-bar", "stacked, please", "gestapelt" },
    { "grouped-bar", "as grouped bars", "als gruppierte Balken" },
    { "grouped-bar", "bars side by side", "Balken nebeneinander" },
    { "small-multiples", "as small multiples", "als kleine Diagramme" },
    { "sparklines", "as sparklines", "als Miniaturlinien" },
    { "histogram", "as a histogram", "als Histogramm" },
    { "heat-map", "as a heat map", "als Heatmap" },
    { "heat-map", "heat map", "Wärmekarte" },
    { "map", "on a map", "auf einer Karte" },
    { "map", "as a map", "als Karte" },
    { "combination", "as a combination chart", "als Kombinationsdiagramm" },
    { "combination", "as bars and a line", "als Balken und Linie" },
    { "candlestick", "as candles", "als Kerzendiagramm" },
    { "box", "as a box plot", "als Kastengrafik" },
    { "radar", "as a spider", "als Netzdiagramm" },
    { "bubble", "as bubbles", "als Blasen" },
    { "funnel", "as a funnel", "als Trichterdiagramm" },
    { "waterfall", "as a waterfall chart", "als Wasserfalldiagramm" },
    { "slope", "as a slope chart", "als Steigungsdiagramm" },
    { "donut", "as a donut", "als Ringdiagramm" },
    { "area", "as an area", "als Flächendiagramm" },
    { "pie", "as a pie", "als Kreis" },
    { "bar", "as columns", "als Säulen" },
    { "line", "as lines", "als Kurve" },
    { "scatter", "as a scatter plot", "als Punktwolke" },
    { "table", "as a table", "als Tabelle" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint text = 1; text < 3; text++)
      {
        g_autoptr (AskInterpretation) followed = follow (self, lasts[GROUPED], cases[i][text]);
        const AskQuestionReading *reading;

        g_test_message ("%s", cases[i][text]);
        g_assert_cmpuint (followed->readings->len, ==, 1);
        reading = followed->readings->pdata[0];
        g_assert_cmpstr (reading->chart, ==, cases[i][0]);
        g_assert_cmpstr (reading->change, !=, "As before.");
        assert_sql (self, followed, 0, lasts[GROUPED]);
      }
  assert_all_kinds (cases, G_N_ELEMENTS (cases));
}

/* A project has two dates: nobody can say which one is meant. */
static void
test_choice (Fixture *self, gconstpointer data)
{
  g_autoptr (AskInterpretation) followed = follow (self, lasts[PROJECTS], "only 2024");
  const AskQuestionReading *first, *second;

  g_assert_cmpuint (followed->readings->len, ==, 2);
  g_assert_false (followed->confident);
  g_assert_false (followed->doubtful);
  first = followed->readings->pdata[0];
  second = followed->readings->pdata[1];
  assert_sql (self, followed, 0, "SELECT title FROM project WHERE begun >= '2024-01-01' AND begun < '2025-01-01'");
  assert_sql (self, followed, 1, "SELECT title FROM project WHERE ended >= '2024-01-01' AND ended < '2025-01-01'");
  g_assert_cmpint (first->n_rows, ==, 1);
  g_assert_cmpint (second->n_rows, ==, 0);
}

/* What was followed can be followed. */
static void
test_chain (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskInterpretation) first = follow (self, lasts[COUNT], "and by region");
  g_autoptr (AskInterpretation) second
      = ask_interpreter_follow (self->interpreter, first->readings->pdata[0], "only 2025", NULL, &error);
  g_autoptr (AskInterpretation) third
      = ask_interpreter_follow (self->interpreter, second->readings->pdata[0], "the sum of the amount", NULL, &error);
  g_autoptr (AskInterpretation) fourth
      = ask_interpreter_follow (self->interpreter, second->readings->pdata[0], "and the sum of the amount", NULL, &error);

  g_assert_no_error (error);
  assert_sql (self, second, 0, "SELECT T2.region, count(*) FROM " JOINED " WHERE T1.day >= '2025-01-01' AND "
                               "T1.day < '2026-01-01' GROUP BY T2.region");
  g_assert_cmpuint (third->readings->len, ==, 0);
  assert_sql (self, fourth, 0, "SELECT T2.region, sum(T1.amount) FROM " JOINED " WHERE T1.day >= '2025-01-01' AND "
                               "T1.day < '2026-01-01' GROUP BY T2.region");
}

/* What is not known is named. */
static void
test_unknown (Fixture *self, gconstpointer data)
{
  g_autoptr (AskInterpretation) followed = follow (self, lasts[COUNT], "only groovy");

  g_assert_cmpuint (followed->readings->len, ==, 0);
  g_assert_true (g_ptr_array_find_with_equal_func (followed->unknown, "groovy", g_str_equal, NULL));
}

/* Any words in any order give drafts that run, or none. */
static void
test_random (Fixture *self, gconstpointer data)
{
  static const char *const words[]
      = { "and", "only", "by", "region", "city", "Lyon", "Paris", "2025", "over", "12", "top", "not", "or", "without", "the",
          "filter", "average", "amount", "instead", "as a pie", "sum", "sorted by", "name", "und", "nach", "ohne", "umgekehrt",
          "weight", "state", "open", "between", "since", "2024", "how many", "first", "bottom", "?", "customer", "also", "by month",
          "as a share", "growth", "without a phone", "with", "phone", "the year before", "newest first", "alphabetically",
          "overall", "in March", "and customers", "projects", "credit", "no", "orders" };

  for (guint round = 0; round < 400; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint last = (guint) g_test_rand_int_range (0, N_LASTS);
      int n = g_test_rand_int_range (1, 7);

      for (int i = 0; i < n; i++)
        g_string_append_printf (text, "%s ", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);

      g_autoptr (AskInterpretation) followed = follow (self, lasts[last], text->str);

      for (guint i = 0; i < followed->readings->len; i++)
        {
          const AskQuestionReading *reading = followed->readings->pdata[i];

          g_test_message ("%s + %s= %s", lasts[last], text->str, reading->sql);
          g_assert_cmpint (reading->n_rows, >=, 0);
        }
    }
}

static void
add (const char *path, void (*test) (Fixture *self, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

/* How an answer is to be drawn is no part of what is asked; what the data are called stays. */
static void
test_cut (void)
{
  static const char *const cases[][2] = {
    { "how many tracks per genre as a pie", "how many tracks per genre" },
    { "how many tracks per genre as a pie chart?", "how many tracks per genre" },
    { "sales by year as stacked bars.", "sales by year" },
    { "Umsatz je Monat als Ringdiagramm", "Umsatz je Monat" },
    { "Umsatz je Monat als Balken", "Umsatz je Monat" },
    { "which dishes are served as a pie", NULL },
    { "which places are known as bars?", NULL },
    { "how many sales as of today", NULL },
    { "who works as a line cook", NULL },
    { " as a pie", NULL },
    { "as a pie", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *cut = ask_follow_cut_chart (cases[i][0]);

      g_assert_cmpstr (cut, ==, cases[i][cases[i][1] != NULL]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/understand/follow/english-words-change-the-last-reading", test_english);
  add ("/understand/follow/german-words-change-the-last-reading", test_german);
  add ("/understand/follow/a-question-of-its-own-is-none", test_questions);
  add ("/understand/follow/what-is-added-to-a-question-is-added-to-the-last-reading", test_added);
  add ("/understand/follow/orders-periods-and-several-values-are-changed", test_more);
  add ("/understand/follow/what-would-be-wrong-is-refused", test_refused);
  g_test_add ("/understand/follow/a-time-is-that-of-the-rows", Fixture, NULL, NULL, test_own_time, NULL);
  g_test_add ("/understand/follow/german-words-change-a-german-reading", Fixture, NULL, NULL, test_other, NULL);
  add ("/understand/follow/a-chart-is-wished-for", test_chart);
  add ("/understand/follow/every-kind-of-chart-is-wished-for", test_kinds);
  g_test_add_func ("/understand/follow/how-to-draw-is-no-part-of-what-is-asked", test_cut);
  add ("/understand/follow/two-dates-are-a-choice", test_choice);
  add ("/understand/follow/a-follow-up-is-followed", test_chain);
  add ("/understand/follow/unknown-words-are-named", test_unknown);
  add ("/understand/follow/any-words-give-what-runs-or-nothing", test_random);
  return g_test_run ();
}
