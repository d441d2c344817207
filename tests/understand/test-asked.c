/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What words ask for, beside what a candidate does: of two queries the one that does what is asked has the better
 * feature.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "understand/interpret/ask-candidate.h"
#include "understand/understand-shop.h"

static const char *const shop_sql
  = "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT, age INTEGER);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, amount REAL, name TEXT);"
    "INSERT INTO customers VALUES (1, 'Ann', 'Lyon', 30), (2, 'Bob', 'Rome', 40);"
    "INSERT INTO orders VALUES (1, 1, 10, 'first'), (2, 2, 20, 'second');";

/* A query as a candidate for a question, and what is read of it. */
typedef struct
{
  AskCandidate *candidate;
  AskSketch *sketch;
} Made;

static guint
find_mention (const AskQuestion *question, const AskDraftOperand *value)
{
  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);

      if (value->text != NULL ? g_ascii_strcasecmp (mention->literal, value->text) == 0
                              : mention->has_number && fabs (mention->number - value->number) < 1e-9)
        return m;
    }
  g_error ("no mention of %s", value->text != NULL ? value->text : "a number");
}

static void
made_clear (Made *self)
{
  ask_candidate_free (self->candidate);
  ask_sketch_free (self->sketch);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Made, made_clear)

static float *
read_asked (UnderstandShop *shop, AskGuess *guess, const char *sql)
{
  g_autoptr (AskFilling) filling = NULL;
  g_autoptr (AskDraft) draft = understand_shop_read (shop, sql);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  g_auto (Made) made = { g_new0 (AskCandidate, 1), NULL };

  made.sketch = ask_sketch_new (shop->domain, draft, &filling);
  g_assert_nonnull (made.sketch);
  made.candidate->sketch = made.sketch;
  made.candidate->draft = ask_draft_copy (draft);
  for (guint i = 0; i < filling->attributes->len; i++)
    made.candidate->attributes[made.candidate->n_attributes++] = g_array_index (filling->attributes, int, i);
  for (guint i = 0; i < filling->values->len; i++)
    made.candidate->mentions[made.candidate->n_mentions++]
      = find_mention (guess->question, &g_array_index (filling->values, AskDraftOperand, i));
  g_ptr_array_add (candidates, made.candidate);
  return ask_candidates_asked (guess, candidates);
}

/* Both queries' feature, for one question. */
static void
read_both (UnderstandShop *shop, const char *question, const char *const sql[2], AskAskedFeature feature, float found[2])
{
  g_autoptr (AskQuestion) asked = understand_shop_ask (shop, question);
  g_autoptr (AskGuess) guess = ask_guess_new (asked, ask_weights_get_default ());

  ask_guess_all (guess);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree float *features = read_asked (shop, guess, sql[i]);

      found[i] = features[feature];
    }
  g_test_message ("%s: %.2f, not %.2f", question, (double) found[0], (double) found[1]);
}

static void
test_what_is_asked_is_told_from_what_is_not (void)
{
  static const struct
  {
    const char *question;
    const char *sql[2]; /* the right one first */
    AskAskedFeature feature;
    gboolean more; /* the right one has more of it */
  } cases[] = {
    { "What is the maximum age of all customers?",
      { "SELECT max(age) FROM customers", "SELECT avg(age) FROM customers" },
      ASK_ASKED_MISSING,
      FALSE },
    { "What is the maximum age of all customers?",
      { "SELECT max(age) FROM customers", "SELECT avg(age) FROM customers" },
      ASK_ASKED_MORE,
      FALSE },
    { "What is the total and minimum amount of all orders?",
      { "SELECT sum(amount), min(amount) FROM orders", "SELECT sum(amount), avg(amount) FROM orders" },
      ASK_ASKED_MIN,
      TRUE },
    { "names of customers with age lower than 35",
      { "SELECT name FROM customers WHERE age < 35", "SELECT name FROM customers WHERE age > 35" },
      ASK_ASKED_FIT,
      TRUE },
    { "names of customers with an age of at least 35",
      { "SELECT name FROM customers WHERE age >= 35", "SELECT name FROM customers WHERE age = 35" },
      ASK_ASKED_WRONG,
      FALSE },
    { "Show names of customers in descending order of age",
      { "SELECT name FROM customers ORDER BY age DESC", "SELECT name FROM customers ORDER BY age" },
      ASK_ASKED_DIRECTION,
      TRUE },
    { "Show names of customers sorted by age",
      { "SELECT name FROM customers ORDER BY age", "SELECT name FROM customers" },
      ASK_ASKED_NO_ORDER,
      FALSE },
    { "Show the city and age of customers whose name is Ann",
      { "SELECT city, age FROM customers WHERE name = 'Ann'", "SELECT city FROM customers WHERE name = 'Ann'" },
      ASK_ASKED_OPEN,
      FALSE },
    { "Show the different cities of customers",
      { "SELECT DISTINCT city FROM customers", "SELECT city FROM customers" },
      ASK_ASKED_DISTINCT,
      TRUE },
    { "Which customers do not live in Rome?",
      { "SELECT name FROM customers WHERE city != 'Rome'", "SELECT name FROM customers WHERE city = 'Rome'" },
      ASK_ASKED_FIT,
      TRUE },
  };
  UnderstandShop shop;

  understand_shop_open (&shop, shop_sql);
  understand_shop_make_domain (&shop);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      float found[2];

      read_both (&shop, cases[i].question, cases[i].sql, cases[i].feature, found);
      if (cases[i].more)
        g_assert_cmpfloat (found[0], >, found[1]);
      else
        g_assert_cmpfloat (found[0], <, found[1]);
    }
  understand_shop_close (&shop);
}

/* Whatever the number and the words of comparing: no other comparison fits as well as theirs. */
static void
test_words_of_comparing_fit_one_operator (void)
{
  static const char *const operators[] = { "=", ">", ">=", "<", "<=", "!=" };
  static const struct
  {
    const char *words;
    guint op;
  } ways[] = { { "of", 0 },        { "above", 1 },    { "greater than", 1 }, { "of at least", 2 }, { "below", 3 },
               { "smaller than", 3 }, { "of at most", 4 }, { "of no more than", 4 }, { "other than", 5 } };
  UnderstandShop shop;

  understand_shop_open (&shop, shop_sql);
  understand_shop_make_domain (&shop);
  for (guint n = 0; n < (g_test_slow () ? 100 : 10); n++)
    {
      guint w = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (ways));
      guint other = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (operators));
      int number = g_test_rand_int_range (2, 99);
      g_autofree char *question = g_strdup_printf ("names of customers with an age %s %d", ways[w].words, number);
      g_autofree char *right
        = g_strdup_printf ("SELECT name FROM customers WHERE age %s %d", operators[ways[w].op], number);
      g_autofree char *wrong = g_strdup_printf ("SELECT name FROM customers WHERE age %s %d", operators[other], number);
      const char *const sql[2] = { right, wrong };
      float found[2];

      read_both (&shop, question, sql, ASK_ASKED_FIT, found);
      g_assert_cmpfloat (found[0], ==, 1);
      if (other != ways[w].op)
        g_assert_cmpfloat (found[1], <, 1);
    }
  understand_shop_close (&shop);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/asked/what-is-asked-is-told-from-what-is-not", test_what_is_asked_is_told_from_what_is_not);
  g_test_add_func ("/understand/asked/words-of-comparing-fit-one-operator", test_words_of_comparing_fit_one_operator);
  return g_test_run ();
}
