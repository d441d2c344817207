/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is preferred beside what was learned: tables to views, an order's own date to others, dates of birth for ages.
 */
#include "config.h"

#include "understand/interpret/ask-guess-private.h"
#include "understand/interpret/ask-prefer.h"

#include "understand-shop.h"

static const char *const shop_sql
  = "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, shipped_date DATE, order_date DATE, amount REAL);"
    "CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name TEXT, birth_date DATE, hire_date DATE);"
    "CREATE VIEW order_totals AS SELECT order_id, amount FROM orders;"
    "INSERT INTO orders VALUES (1, '2025-02-03', '2025-02-01', 5);"
    "INSERT INTO staff VALUES (1, 'Ada', '1990-01-01', '2020-01-01');";

static void
set_up (UnderstandShop *self, gconstpointer data)
{
  understand_shop_open (self, shop_sql);
  understand_shop_make_domain (self);
}

static void
tear_down (UnderstandShop *self, gconstpointer data)
{
  understand_shop_close (self);
}

/* How many preferences speak against @sql. */
static int
count_against (UnderstandShop *self, const char *text, const char *sql)
{
  g_autoptr (AskQuestion) question = understand_shop_ask (self, text);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_candidate_free);
  g_autofree float *changes = NULL;
  AskCandidate *candidate = g_new0 (AskCandidate, 1);
  AskGuess guess = { .domain = self->domain, .question = question };

  candidate->draft = understand_shop_read (self, sql);
  g_ptr_array_add (candidates, candidate);
  changes = ask_candidates_prefer (&guess, candidates);
  return changes != NULL ? (int) (-changes[0] / 2) : 0;
}

/* Where all candidates pass over a value, none is sure. */
static void
test_passed_over (UnderstandShop *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *sql;
    gboolean passed;
  } cases[] = {
    { "birth date of Ada", "SELECT birth_date FROM staff", TRUE },
    { "birth date of Ada", "SELECT birth_date FROM staff WHERE name = 'Ada'", FALSE },
    { "birth date of ada", "SELECT birth_date FROM staff WHERE name LIKE '%Ada%'", FALSE },
    /* Nothing of orders is called so. */
    { "amount of orders of Ada", "SELECT amount FROM orders", FALSE },
    { "birth dates of staff", "SELECT birth_date FROM staff", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (self, cases[i].text);
      g_autoptr (AskDraft) draft = understand_shop_read (self, cases[i].sql);
      const AskCandidate candidate = { .draft = draft };
      const AskGuess guess = { .domain = self->domain, .question = question };

      g_test_message ("%s: %s", cases[i].text, cases[i].sql);
      g_assert_cmpint (ask_prefer_passes_over (&guess, &candidate), ==, cases[i].passed);
    }
}

static void
test_preferred (UnderstandShop *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *sql;
    int against;
  } cases[] = {
    { "total amount of orders", "SELECT sum(amount) FROM orders", 0 },
    { "total amount of orders", "SELECT sum(amount) FROM order_totals", 1 },
    /* A stored value of what is asked for is said of it. */
    { "birth date of Ada", "SELECT birth_date FROM staff WHERE name = 'Ada'", 0 },
    { "birth date of Ada", "SELECT birth_date FROM staff", 1 },
    { "birth date of Ada",
      "SELECT birth_date FROM staff WHERE staff_id IN (SELECT staff_id FROM staff WHERE name = 'Ada')", 0 },
    { "total amount of order totals", "SELECT sum(amount) FROM order_totals", 0 },
    { "orders in 2025", "SELECT order_id FROM orders WHERE order_date >= '2025-01-01'", 0 },
    { "orders in 2025", "SELECT order_id FROM orders WHERE shipped_date >= '2025-01-01'", 1 },
    { "orders shipped in 2025", "SELECT order_id FROM orders WHERE shipped_date >= '2025-01-01'", 0 },
    { "when was the last order", "SELECT max(shipped_date) FROM orders", 1 },
    { "oldest staff", "SELECT name FROM staff ORDER BY birth_date LIMIT 1", 0 },
    { "oldest staff", "SELECT name FROM staff ORDER BY birth_date DESC LIMIT 1", 1 },
    { "oldest staff", "SELECT name FROM staff ORDER BY hire_date LIMIT 1", 1 },
    { "youngest staff", "SELECT name FROM staff ORDER BY birth_date DESC LIMIT 1", 0 },
    /* Of a person nobody says which date is meant. */
    { "staff since 2019", "SELECT name FROM staff WHERE hire_date >= '2019-01-01'", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s: %s", cases[i].text, cases[i].sql);
      g_assert_cmpint (count_against (self, cases[i].text, cases[i].sql), ==, cases[i].against);
    }
}

static const char *const firm_sql
  = "CREATE TABLE departments (department_id INTEGER PRIMARY KEY, department_name TEXT);"
    "CREATE TABLE employees (employee_id INTEGER PRIMARY KEY, name TEXT, country TEXT, salary REAL, birth_date DATE,"
    "  department_id INTEGER REFERENCES departments);"
    "CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, employee_id INTEGER REFERENCES employees, sold_on DATE,"
    "  ship_country TEXT, freight REAL, cost_price REAL, list_price REAL, bytes INTEGER, milliseconds INTEGER);"
    "CREATE TABLE sale_lines (line_id INTEGER PRIMARY KEY, sale_id INTEGER REFERENCES sales, returned_on DATE, total REAL);"
    "INSERT INTO departments VALUES (1, 'Ann'), (2, 'Post');"
    "INSERT INTO employees VALUES (1, 'Ann', 'France', 10, '1990-01-01', 1), (2, 'Bob', 'Spain', 20, '1980-01-01', 2);"
    "INSERT INTO sales VALUES (1, 1, '2025-02-03', 'Peru', 5, 1, 2, 3, 4);"
    "INSERT INTO sale_lines VALUES (1, 1, '2025-03-04', 7);";

static void
set_up_firm (UnderstandShop *self, gconstpointer data)
{
  understand_shop_open (self, firm_sql);
  understand_shop_make_domain (self);
}

/* Pairs: the first is what the words say, the second is not. */
static void
test_words (UnderstandShop *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *right;
    const char *wrong;
  } cases[] = {
    { "employees who earn less than the average",
      "SELECT name FROM employees WHERE salary < (SELECT avg(salary) FROM employees)",
      "SELECT name FROM employees WHERE salary > (SELECT avg(salary) FROM employees)" },
    { "employees who earn no more than 20", "SELECT name FROM employees WHERE salary <= 20",
      "SELECT name FROM employees WHERE salary > 20" },
    { "departments with more than 2 employees",
      "SELECT T1.department_name FROM departments AS T1 JOIN employees AS T2 ON T2.department_id = T1.department_id "
      "GROUP BY T1.department_id HAVING count(*) > 2",
      "SELECT T1.department_name FROM departments AS T1 JOIN employees AS T2 ON T2.department_id = T1.department_id "
      "GROUP BY T1.department_id HAVING count(*) < 2" },
    { "number of employees for each department",
      "SELECT T1.department_name, count(*) FROM departments AS T1 JOIN employees AS T2 ON T2.department_id = "
      "T1.department_id GROUP BY T1.department_id",
      "SELECT count(*) FROM employees" },
    { "number of people in each department",
      "SELECT T1.department_name, count(*) FROM departments AS T1 JOIN employees AS T2 ON T2.department_id = "
      "T1.department_id GROUP BY T1.department_id",
      "SELECT department_name, count(*) FROM departments GROUP BY department_name" },
    { "employees from France", "SELECT name FROM employees WHERE country = 'France'",
      "SELECT count(*) FROM employees WHERE country = 'France'" },
    { "how many bytes do the sales in 2025 have", "SELECT sum(bytes) FROM sales WHERE sold_on >= '2025-01-01'",
      "SELECT count(*) FROM sales WHERE sold_on >= '2025-01-01'" },
    { "departments", "SELECT department_name FROM departments",
      "SELECT department_name FROM departments ORDER BY department_id DESC LIMIT 1" },
    { "salaries of employees", "SELECT salary FROM employees", "SELECT salary FROM employees ORDER BY birth_date" },
    { "employees in France and Spain", "SELECT name FROM employees WHERE country = 'France' OR country = 'Spain'",
      "SELECT name FROM employees WHERE country = 'France' INTERSECT SELECT name FROM employees WHERE country = "
      "'Spain'" },
    { "total freight of sales for each country", "SELECT ship_country, sum(freight) FROM sales GROUP BY ship_country",
      "SELECT T1.country, sum(T2.freight) FROM employees AS T1 JOIN sales AS T2 ON T2.employee_id = T1.employee_id "
      "GROUP BY T1.country" },
    { "how many departments does Ann have",
      "SELECT count(*) FROM departments AS T1 JOIN employees AS T2 ON T2.department_id = T1.department_id "
      "WHERE T2.name = 'Ann'",
      "SELECT count(*) FROM departments WHERE department_name = 'Ann'" },
    { "sales in 2025", "SELECT sale_id FROM sales WHERE sold_on >= '2025-01-01'",
      "SELECT T1.sale_id FROM sales AS T1 JOIN sale_lines AS T2 ON T2.sale_id = T1.sale_id WHERE T2.returned_on >= "
      "'2025-01-01'" },
    { "who is the oldest employee",
      "SELECT name FROM employees WHERE birth_date = (SELECT min(birth_date) FROM employees)",
      "SELECT name FROM employees WHERE birth_date = (SELECT max(birth_date) FROM employees)" },
    { "longest sale", "SELECT sale_id FROM sales ORDER BY milliseconds DESC LIMIT 1",
      "SELECT sale_id FROM sales ORDER BY bytes DESC LIMIT 1" },
    { "sales over 300 euros", "SELECT sale_id FROM sales WHERE list_price > 300",
      "SELECT sale_id FROM sales WHERE cost_price > 300" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s: %s", cases[i].text, cases[i].wrong);
      g_assert_cmpint (count_against (self, cases[i].text, cases[i].right), ==, 0);
      g_assert_cmpint (count_against (self, cases[i].text, cases[i].wrong), >, 0);
    }
}

/* The same for what plain words are against. Each counts as much as three of the others. */
static void
test_contrary (UnderstandShop *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *right;
    const char *wrong; /* nullable: there is only one that is right */
  } cases[] = {
    { "departments with employees",
      "SELECT department_name FROM departments WHERE department_id IN (SELECT department_id FROM employees)",
      "SELECT department_name FROM departments WHERE department_id NOT IN (SELECT department_id FROM employees)" },
    { "employees outside France", "SELECT name FROM employees WHERE country != 'France'", NULL },
    { "employees who are not in France", "SELECT name FROM employees WHERE country != 'France'",
      "SELECT name FROM employees WHERE country = 'France'" },
    { "employees who don't live in France",
      "SELECT name FROM employees EXCEPT SELECT name FROM employees WHERE country = 'France'",
      "SELECT name FROM employees WHERE country = 'France'" },
    { "employees not older than 30 or under 40", "SELECT name FROM employees WHERE salary <= 30 OR salary < 40", NULL },
    { "departments without employees",
      "SELECT T1.department_name FROM departments AS T1 JOIN employees AS T2 ON T2.department_id = T1.department_id "
      "GROUP BY T1.department_id HAVING count(*) = 0",
      "SELECT T1.department_name FROM departments AS T1 JOIN employees AS T2 ON T2.department_id = T1.department_id" },
    { "names of employees in reverse alphabetical order", "SELECT name FROM employees ORDER BY name DESC",
      "SELECT name FROM employees ORDER BY name" },
    { "salaries of employees from high to low", "SELECT salary FROM employees ORDER BY salary DESC",
      "SELECT salary FROM employees ORDER BY salary" },
    { "employees by salary, ascending", "SELECT name FROM employees ORDER BY salary",
      "SELECT name FROM employees ORDER BY salary DESC" },
    { "employees whose name ends with the letter n", "SELECT name FROM employees WHERE name LIKE '%n'",
      "SELECT name FROM employees" },
    { "employees whose name contains \"nn\"", "SELECT name FROM employees WHERE name LIKE '%nn%'",
      "SELECT name FROM employees WHERE name = 'nn'" },
    { "sales with a freight over 300", "SELECT sale_id FROM sales WHERE freight > 300", "SELECT sale_id FROM sales" },
    { "sales since May 2025", "SELECT sale_id FROM sales WHERE sold_on >= '2025-05-01'",
      "SELECT sale_id FROM sales WHERE sold_on LIKE '%2025-05%'" },
    { "sales after 2024", "SELECT sale_id FROM sales WHERE sold_on >= '2025-01-01'", "SELECT sale_id FROM sales" },
    { "the 20 largest freights", "SELECT freight FROM sales ORDER BY freight DESC LIMIT 20",
      "SELECT freight FROM sales ORDER BY freight DESC" },
    { "the 3 lowest freights", "SELECT freight FROM sales ORDER BY freight LIMIT 3",
      "SELECT freight FROM sales ORDER BY freight DESC LIMIT 3" },
    { "the country with the most employees of at least 2 departments",
      "SELECT country FROM employees GROUP BY country ORDER BY count(*) DESC LIMIT 1", NULL },
    { "names of employees in alphabetical order", "SELECT name FROM employees ORDER BY name",
      "SELECT name FROM employees ORDER BY birth_date" },
    { "employees who earn at least 15", "SELECT name FROM employees WHERE salary >= 15",
      "SELECT name FROM employees WHERE salary > 15" },
    { "employees who earn 15 or more", "SELECT name FROM employees WHERE salary >= 15",
      "SELECT name FROM employees WHERE salary = 15" },
    { "employees born outside France", "SELECT name FROM employees WHERE country != 'France'",
      "SELECT name FROM employees WHERE country = 'France'" },
    { "distinct countries of employees", "SELECT DISTINCT country FROM employees", "SELECT country FROM employees" },
    { "number of distinct countries of employees", "SELECT count(DISTINCT country) FROM employees",
      "SELECT count(country) FROM employees" },
    { "employees in either France or Spain", "SELECT name FROM employees WHERE country = 'France' OR country = 'Spain'",
      "SELECT name FROM employees WHERE country = 'France' INTERSECT SELECT name FROM employees WHERE country = 'Spain'" },
    { "employees in France or called Bob", "SELECT name FROM employees WHERE country = 'France' OR name = 'Bob'",
      "SELECT name FROM employees WHERE country = 'France' AND name = 'Bob'" },
    { "employees in France who earn 10 or more", "SELECT name FROM employees WHERE country = 'France' AND salary >= 10",
      NULL },
    { "average and maximum salary of employees", "SELECT avg(salary), max(salary) FROM employees",
      "SELECT max(salary) FROM employees" },
    { "salaries of employees", "SELECT salary FROM employees", "SELECT avg(salary) FROM employees" },
    { "employees above the average salary",
      "SELECT name FROM employees WHERE salary > (SELECT avg(salary) FROM employees)", NULL },
    { "how many employees are there", "SELECT count(*) FROM employees", "SELECT name FROM employees" },
    { "how many bytes does each sale have", "SELECT bytes FROM sales", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s: %s", cases[i].text, cases[i].right);
      g_assert_cmpint (count_against (self, cases[i].text, cases[i].right), <, 3);
      if (cases[i].wrong == NULL)
        continue;
      g_test_message ("%s: %s", cases[i].text, cases[i].wrong);
      g_assert_cmpint (count_against (self, cases[i].text, cases[i].wrong), >=, 3);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/understand/prefer/what-nobody-names-comes-later", UnderstandShop, NULL, set_up, test_preferred,
              tear_down);
  g_test_add ("/understand/prefer/a-value-that-is-passed-over-is-found", UnderstandShop, NULL, set_up, test_passed_over,
              tear_down);
  g_test_add ("/understand/prefer/what-the-words-do-not-say-comes-later", UnderstandShop, NULL, set_up_firm, test_words,
              tear_down);
  g_test_add ("/understand/prefer/what-plain-words-are-against-comes-last", UnderstandShop, NULL, set_up_firm,
              test_contrary, tear_down);
  return g_test_run ();
}
