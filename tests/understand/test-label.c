/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Labels: what rows are called, and when keys are shown all the same.
 */
#include "config.h"

#include "understand/interpret/ask-guess-private.h"
#include "understand/interpret/ask-label.h"

#include <string.h>

#include "understand-shop.h"

static const char *const shop_sql
    = "CREATE TABLE Kunden (KundenNr INTEGER PRIMARY KEY, Telefon TEXT, Name TEXT);"
      "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, KundenNr INTEGER REFERENCES Kunden, amount REAL);"
      "CREATE TABLE album (id INTEGER PRIMARY KEY, genre TEXT, title TEXT);"
      "CREATE TABLE seasons (year INTEGER PRIMARY KEY, champion TEXT);";

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
      "SELECT Telefon FROM Kunden WHERE KundenNr NOT IN (SELECT KundenNr FROM orders)" },
    /* It is shown already. */
    { "SELECT KundenNr, Name FROM Kunden", "SELECT KundenNr, Name FROM Kunden" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = show (self, cases[i][0]);

      g_assert_cmpstr (shown, ==, cases[i][1]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/understand/label/keys-are-asked-for-by-name", UnderstandShop, NULL, set_up, test_asked, tear_down);
  g_test_add ("/understand/label/rows-are-shown-by-what-they-are-called", UnderstandShop, NULL, set_up, test_shown, tear_down);
  return g_test_run ();
}
