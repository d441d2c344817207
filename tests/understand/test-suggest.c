/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions to begin with: they are of several kinds, they are answered as they are meant, and none is of what nobody
 * may see.
 */
#include "config.h"

#include "understand/interpret/ask-suggest.h"

#include <libintl.h>
#include <string.h>

#include "store/store-fixture.h"
#include "support/ask-test-locale.h"

static const char *const music
  = "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
    "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist (id), price REAL);"
    "CREATE TABLE note (id INTEGER PRIMARY KEY, words TEXT);"
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 30) INSERT INTO artist"
    " SELECT n, 'Band ' || n, CASE n % 3 WHEN 0 THEN 'France' WHEN 1 THEN 'Italy' ELSE 'Spain' END FROM c;"
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 200) INSERT INTO album"
    " SELECT n, 'Record ' || n, CASE WHEN n < 20 THEN 7 ELSE 1 + n % 30 END, 5 + n % 17 FROM c;";

/* Something of each sort: a measure that adds up, one that does not, a category, days, names. */
static const char *const trade
  = "CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price REAL);"
    "CREATE TABLE sale (id INTEGER PRIMARY KEY, product_id INTEGER REFERENCES product (id), amount REAL,"
    " sale_date DATE);"
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 30) INSERT INTO product"
    " SELECT n, 'Article ' || n, CASE n % 3 WHEN 0 THEN 'Tents' WHEN 1 THEN 'Boots' ELSE 'Hats' END, 3 * n FROM c;"
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 200) INSERT INTO sale"
    " SELECT n, 1 + n % 30, 5 + n % 17, date ('2025-01-01', '+' || n || ' days') FROM c;";

static const char *catalogue; /* where German words are */

static AskEngine *
open_engine (StoreShop *shop)
{
  g_autoptr (GError) error = NULL;
  AskEngine *engine = ask_workspace_open_engine (shop->workspace, &error);

  g_assert_no_error (error);
  return engine;
}

static GPtrArray *
suggest (StoreShop *shop, AskEngine *engine, guint max)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *questions = ask_suggest_questions (shop->workspace, engine, max, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < questions->len; i++)
    g_test_message ("%s", (char *) questions->pdata[i]);
  return questions;
}

static void
test_music (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (music);
  g_autoptr (AskEngine) engine = open_engine (shop);
  g_autoptr (GPtrArray) questions = suggest (shop, engine, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskInterpreter) interpreter = ask_interpreter_new (shop->workspace, engine, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (questions->len, ==, 5);
  g_assert_cmpstr (questions->pdata[0], ==, "How many albums are there?");
  for (guint i = 0; i < questions->len; i++)
    {
      const char *question = questions->pdata[i];
      g_autoptr (AskInterpretation) read = ask_interpreter_read (interpreter, question, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (((AskQuestionReading *) read->readings->pdata[0])->n_rows, >=, 1);
      /* It has no rows. */
      g_assert_null (strstr (question, "note"));
      for (guint j = 0; j < i; j++)
        g_assert_cmpstr (question, !=, questions->pdata[j]);
    }
}

static gboolean
has_part (GPtrArray *questions, const char *part)
{
  for (guint i = 0; i < questions->len; i++)
    if (strstr (questions->pdata[i], part) != NULL)
      return TRUE;
  return FALSE;
}

static void
check_kinds (const char *const *parts)
{
  g_autoptr (StoreShop) shop = store_shop_new (trade);
  g_autoptr (AskEngine) engine = open_engine (shop);
  g_autoptr (GPtrArray) questions = suggest (shop, engine, 5);

  g_assert_cmpuint (questions->len, ==, 5);
  for (guint i = 0; parts[i] != NULL; i++)
    if (!has_part (questions, parts[i]))
      g_error ("no question says “%s”", parts[i]);
}

static void
test_kinds (void)
{
  check_kinds ((const char *const[]) { "How many sales are there?", "for each month", "total amount",
                                       "for each product", "Which 5 products", NULL });
}

static void
test_german (void)
{
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      check_kinds (
        (const char *const[]) { "Wie viele", "pro Monat", "Summe von amount", "pro product", "Welche 5", NULL });
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

/* What a steward hides or calls sensitive is in no question. */
static void
test_sensitive (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (music);
  g_autoptr (AskEngine) engine = open_engine (shop);
  AskSchema *schema = ask_engine_get_schema (engine);
  g_autoptr (GPtrArray) questions = NULL;

  ask_entity_find_attribute (ask_schema_find_entity (schema, "album"), "price")->sensitive = TRUE;
  ask_schema_find_entity (schema, "artist")->hidden = TRUE;
  questions = suggest (shop, engine, 20);
  g_assert_cmpuint (questions->len, >=, 1);
  for (guint i = 0; i < questions->len; i++)
    {
      g_assert_null (strstr (questions->pdata[i], "price"));
      g_assert_null (strstr (questions->pdata[i], "artist"));
    }
}

static void
test_nothing (void)
{
  g_autoptr (StoreShop) shop = store_shop_new ("CREATE TABLE note (id INTEGER PRIMARY KEY, words TEXT);");
  g_autoptr (AskEngine) engine = open_engine (shop);
  g_autoptr (GPtrArray) questions = suggest (shop, engine, 5);

  g_assert_cmpuint (questions->len, ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (music);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskEngine) engine = open_engine (shop);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ask_suggest_questions (shop->workspace, engine, 5, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  catalogue = argv[1];
  g_test_add_func ("/understand/suggest/five-questions-are-all-answered", test_music);
  g_test_add_func ("/understand/suggest/five-questions-are-of-five-kinds", test_kinds);
  g_test_add_func ("/understand/suggest/five-german-questions-are-of-five-kinds", test_german);
  g_test_add_func ("/understand/suggest/nothing-hidden-or-sensitive-is-suggested", test_sensitive);
  g_test_add_func ("/understand/suggest/nothing-is-suggested-where-no-row-is", test_nothing);
  g_test_add_func ("/understand/suggest/one-can-stop-it", test_cancelled);
  return g_test_run ();
}
