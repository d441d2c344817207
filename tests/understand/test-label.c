/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Labels: what rows are called, and when keys are shown all the same.
 */
#include "config.h"

#include "understand/interpret/ask-guess-private.h"
#include "understand/interpret/ask-label.h"
#include "understand/interpret/ask-shown.h"

#include <string.h>

#include "understand-shop.h"

static const char *const shop_sql
    = "CREATE TABLE Kunden (KundenNr INTEGER PRIMARY KEY, Telefon TEXT, Name TEXT);"
      "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, KundenNr INTEGER REFERENCES Kunden, amount REAL);"
      "CREATE TABLE album (id INTEGER PRIMARY KEY, genre TEXT, title TEXT);"
      "CREATE TABLE seasons (year INTEGER PRIMARY KEY, champion TEXT);"
      "CREATE TABLE employees (employee_id INTEGER PRIMARY KEY, title TEXT, last_name TEXT, first_name TEXT, city TEXT, salary REAL);"
      "CREATE TABLE phones (model_name TEXT PRIMARY KEY, weight REAL);"
      "CREATE TABLE gear (gear_id INTEGER PRIMARY KEY, sku TEXT UNIQUE, product_name TEXT, kind TEXT, price REAL);"
      "INSERT INTO gear VALUES (1, '0042-TNT', 'Fjell', 'Tents', 300), (2, '0043-TNT', 'Alm', 'Tents', 200),"
      " (3, '0044-BTS', 'Grat', 'Boots', 100);";

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

static void
test_asked (UnderstandShop *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    gboolean asked;
  } cases[] = {
    { "Which customers ordered most?", FALSE }, { "Show the ids of all customers", TRUE },
    { "What is the number of albums?", FALSE }, { "What are the numbers of the orders?", TRUE },
    { "Wie viele Kunden gibt es?", FALSE },     { "Zeige die Kundennummern", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (self, cases[i].text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (ask_label_is_asked (question), ==, cases[i].asked);
    }
}

/* A filling of the query's own sketch with its own attributes: what is shown then. */
static char *
show (UnderstandShop *self, const char *sql)
{
  g_autoptr (AskDraft) draft = understand_shop_read (self, sql);
  g_autoptr (AskFilling) filling = NULL;
  g_autoptr (AskSketch) sketch = NULL;
  g_autoptr (AskDraft) filled = NULL;
  AskGuess guess = { .domain = self->domain };
  AskBeamState state = { 0 };

  sketch = ask_sketch_new (self->domain, draft, &filling);
  for (guint i = 0; i < sketch->slots->len; i++)
    state.attributes[i] = g_array_index (filling->attributes, int, i);
  ask_label_show (&guess, sketch, &state);
  for (guint i = 0; i < sketch->slots->len; i++)
    g_array_index (filling->attributes, int, i) = state.attributes[i];
  filled = ask_sketch_fill (sketch, filling);
  return ask_draft_to_sql (filled, self->domain, 0);
}

static void
test_shown (UnderstandShop *self, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "SELECT KundenNr FROM Kunden", "SELECT Name FROM Kunden" },
    { "SELECT id FROM album WHERE genre = 'Jazz'", "SELECT title FROM album WHERE genre = 'Jazz'" },
    /* A key that leads elsewhere stands for what it leads to. */
    { "SELECT KundenNr FROM orders WHERE amount > 3",
      "SELECT T1.Name FROM Kunden AS T1 JOIN orders AS T2 ON T2.KundenNr = T1.KundenNr WHERE T2.amount > 3" },
    /* Else nothing would say that they ordered. */
    { "SELECT KundenNr FROM orders", "SELECT KundenNr FROM orders" },
    { "SELECT KundenNr FROM Kunden EXCEPT SELECT KundenNr FROM orders", "SELECT KundenNr FROM Kunden EXCEPT SELECT KundenNr FROM orders" },
    /* Nothing to be called by, and a key that says something itself. */
    { "SELECT order_id FROM orders", "SELECT order_id FROM orders" },
    { "SELECT year FROM seasons", "SELECT year FROM seasons" },
    /* What is compared stays. */
    { "SELECT Telefon FROM Kunden WHERE KundenNr NOT IN (SELECT KundenNr FROM orders)",
      "SELECT Telefon FROM Kunden WHERE KundenNr NOT IN (SELECT KundenNr FROM orders WHERE KundenNr IS NOT NULL)" },
    /* It is shown already. */
    { "SELECT KundenNr, Name FROM Kunden", "SELECT KundenNr, Name FROM Kunden" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = show (self, cases[i][0]);

      g_assert_cmpstr (shown, ==, cases[i][1]);
    }
}

/* What a query shows once it was found to be the answer to a question. */
static char *
show_for (UnderstandShop *self, const char *text, const char *sql)
{
  g_autoptr (AskQuestion) question = understand_shop_ask (self, text);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_candidate_free);
  AskCandidate *candidate = g_new0 (AskCandidate, 1);
  AskGuess guess = { .domain = self->domain, .question = question };

  candidate->draft = understand_shop_read (self, sql);
  candidate->sql = g_strdup (sql);
  g_ptr_array_add (candidates, candidate);
  ask_candidates_show (&guess, candidates);
  return g_strdup (candidate->sql);
}

static void
test_shown_for (UnderstandShop *self, gconstpointer data)
{
  static const char *const cases[][3] = {
    /* Whoever has two names is called by both. */
    { "Which employees live in Bonn?", "SELECT title FROM employees WHERE city = 'Bonn'",
      "SELECT first_name, last_name FROM employees WHERE city = 'Bonn'" },
    { "names of all employees", "SELECT DISTINCT last_name FROM employees", "SELECT first_name, last_name FROM employees" },
    { "Wer verdient am meisten?", "SELECT salary FROM employees ORDER BY salary DESC LIMIT 1",
      "SELECT first_name, last_name FROM employees ORDER BY salary DESC LIMIT 1" },
    /* What is compared is not what is asked for. */
    { "which employee has the highest salary", "SELECT salary FROM employees ORDER BY salary DESC LIMIT 1",
      "SELECT first_name, last_name FROM employees ORDER BY salary DESC LIMIT 1" },
    { "what is the highest salary of employees", "SELECT salary FROM employees ORDER BY salary DESC LIMIT 1",
      "SELECT salary FROM employees ORDER BY salary DESC LIMIT 1" },
    /* What the question names stays. */
    { "titles of employees in Bonn", "SELECT title FROM employees WHERE city = 'Bonn'",
      "SELECT title FROM employees WHERE city = 'Bonn'" },
    { "last names of employees", "SELECT last_name FROM employees", "SELECT last_name FROM employees" },
    /* A thing that is meant by a value is called by its name, unless its number is asked for. */
    { "most expensive tent", "SELECT sku FROM gear WHERE kind = 'Tents' ORDER BY price DESC LIMIT 1",
      "SELECT product_name FROM gear WHERE kind = 'Tents' ORDER BY price DESC LIMIT 1" },
    { "sku of the most expensive tent", "SELECT sku FROM gear WHERE kind = 'Tents' ORDER BY price DESC LIMIT 1",
      "SELECT sku FROM gear WHERE kind = 'Tents' ORDER BY price DESC LIMIT 1" },
    { "how much is the cheapest tent", "SELECT price FROM gear WHERE kind = 'Tents' ORDER BY price LIMIT 1",
      "SELECT price FROM gear WHERE kind = 'Tents' ORDER BY price LIMIT 1" },
    { "ids of employees", "SELECT employee_id FROM employees", "SELECT employee_id FROM employees" },
    { "how many different titles of employees are there", "SELECT count(DISTINCT title) FROM employees",
      "SELECT count(DISTINCT title) FROM employees" },
    /* A key that leads elsewhere, and one that is a name. */
    { "how many orders has each customer", "SELECT KundenNr, count(*) FROM orders GROUP BY KundenNr",
      "SELECT KundenNr, count(*) FROM orders GROUP BY KundenNr" },
    { "wie viele orders hat jeder Kunde", "SELECT KundenNr, count(*) FROM orders GROUP BY KundenNr",
      "SELECT T1.Name, count(*) FROM Kunden AS T1 JOIN orders AS T2 ON T2.KundenNr = T1.KundenNr GROUP BY T2.KundenNr" },
    { "which phones are heavier than 100", "SELECT model_name FROM phones WHERE weight > 100",
      "SELECT model_name FROM phones WHERE weight > 100" },
    /* What has no name is shown as a whole, and so is all of an entity. */
    { "orders over 3", "SELECT amount FROM orders WHERE amount > 3", "SELECT * FROM orders WHERE amount > 3" },
    { "Zeige alle Kunden", "SELECT DISTINCT Telefon FROM Kunden", "SELECT * FROM Kunden" },
    /* Keys of one entity without those of another: not names, which two may share. */
    { "Kunden ohne orders", "SELECT KundenNr FROM Kunden EXCEPT SELECT KundenNr FROM Kunden WHERE Name = 'Bo'",
      "SELECT Name FROM Kunden WHERE KundenNr NOT IN (SELECT KundenNr FROM Kunden WHERE Name = 'Bo')" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = show_for (self, cases[i][0], cases[i][1]);

      g_test_message ("%s", cases[i][0]);
      g_assert_cmpstr (shown, ==, cases[i][2]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/understand/label/keys-are-asked-for-by-name", UnderstandShop, NULL, set_up, test_asked, tear_down);
  g_test_add ("/understand/label/rows-are-shown-by-what-they-are-called", UnderstandShop, NULL, set_up, test_shown, tear_down);
  g_test_add ("/understand/label/rows-are-shown-by-what-the-question-asks-for", UnderstandShop, NULL, set_up, test_shown_for,
              tear_down);
  return g_test_run ();
}
