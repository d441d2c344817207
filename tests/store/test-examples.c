/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Examples: what a person said of questions is kept once for each, bounded, follows renames, goes with what it is about,
 * and is forgotten as a whole.
 */
#include "config.h"

#include "store/ask-workspace-examples.h"

#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace-links.h"
#include "store-fixture.h"

static StoreShop *
open_shop (void)
{
  return store_shop_new ("CREATE TABLE orders (id INTEGER PRIMARY KEY, town TEXT, total INTEGER);"
                         "INSERT INTO orders VALUES (1, 'Lyon', 10), (2, 'Bern', 20), (3, 'Lyon', 5)");
}

static void
add (StoreShop *shop, AskExampleOrigin origin, const char *question, const char *sql, const char *wrong)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_example_wrong_free);
  AskExample example = { .question = (char *) question, .sql = (char *) sql, .origin = origin, .wrong = all };
  g_autoptr (GError) error = NULL;

  if (wrong != NULL)
    g_ptr_array_add (all, ask_example_wrong_new (wrong, "filter", "the other town"));
  g_assert_true (ask_workspace_add_example (shop->workspace, &example, &error));
  g_assert_no_error (error);
}

static GPtrArray *
list (StoreShop *shop)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *examples = ask_workspace_list_examples (shop->workspace, FALSE, &error);

  g_assert_no_error (error);
  return examples;
}

static void
test_join (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GPtrArray) examples = NULL;
  const AskExample *example;
  const AskExampleWrong *wrong;

  add (shop, ASK_EXAMPLE_WRONG, "How many orders?", NULL, "SELECT 1");
  add (shop, ASK_EXAMPLE_CHOSEN, " how MANY  orders? ", "SELECT 2", "SELECT 3");
  add (shop, ASK_EXAMPLE_CHOSEN, "How many towns?", "SELECT 4", NULL);
  examples = list (shop);
  g_assert_cmpuint (examples->len, ==, 2);
  example = examples->pdata[0];
  g_assert_cmpstr (example->sql, ==, "SELECT 2");
  g_assert_cmpint (example->origin, ==, ASK_EXAMPLE_CHOSEN);
  g_assert_cmpuint (example->wrong->len, ==, 2);
  wrong = example->wrong->pdata[0];
  g_assert_cmpstr (wrong->sql, ==, "SELECT 1");
  g_assert_cmpstr (wrong->parts, ==, "filter");
  g_assert_cmpstr (wrong->note, ==, "the other town");
}

static void
test_taken_back (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GPtrArray) wrong = NULL;
  g_autoptr (GPtrArray) right = NULL;

  add (shop, ASK_EXAMPLE_CHOSEN, "How many orders?", "SELECT 1", NULL);
  add (shop, ASK_EXAMPLE_WRONG, "How many orders?", NULL, "SELECT 1");
  wrong = list (shop);
  g_assert_null (((AskExample *) wrong->pdata[0])->sql);
  add (shop, ASK_EXAMPLE_CHOSEN, "How many orders?", "SELECT 1", NULL);
  right = list (shop);
  g_assert_cmpstr (((AskExample *) right->pdata[0])->sql, ==, "SELECT 1");
  g_assert_cmpuint (((AskExample *) right->pdata[0])->wrong->len, ==, 0);
}

static void
test_nothing (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  AskExample example = { .question = (char *) "Orders?", .origin = ASK_EXAMPLE_WRONG, .wrong = none };

  g_assert_false (ask_workspace_add_example (shop->workspace, &example, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
}

/* A verified question is an example for as long as it is there, with the SQL that it has now. */
static void
test_verified (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerified) edited = NULL;
  g_autoptr (GPtrArray) there = NULL;
  g_autoptr (GPtrArray) gone = NULL;
  const AskExample *example;

  add (shop, ASK_EXAMPLE_CHOSEN, "How many orders?", "SELECT 1", NULL);
  pair = ask_workspace_add_verified (shop->workspace, "How many orders?", "SELECT 2", NULL);
  edited = ask_workspace_edit_verified (shop->workspace, pair->id, NULL, "SELECT 3", NULL);
  there = list (shop);
  g_assert_cmpuint (there->len, ==, 1);
  example = there->pdata[0];
  g_assert_cmpint (example->origin, ==, ASK_EXAMPLE_VERIFIED);
  g_assert_cmpstr (example->question, ==, "How many orders?");
  g_assert_cmpstr (example->sql, ==, "SELECT 3");
  g_assert_true (ask_workspace_remove_verified (shop->workspace, pair->id, NULL));
  gone = list (shop);
  g_assert_cmpuint (gone->len, ==, 0);
}

static gboolean
has (GPtrArray *examples, const char *question)
{
  for (guint i = 0; i < examples->len; i++)
    if (strcmp (((AskExample *) examples->pdata[i])->question, question) == 0)
      return TRUE;
  return FALSE;
}

static void
test_bound (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) examples = NULL;
  g_autoptr (AskVerified) pair = ask_workspace_add_verified (shop->workspace, "How many orders?", "SELECT 1", NULL);

  g_assert_nonnull (pair);
  add (shop, ASK_EXAMPLE_CHOSEN, "used", "SELECT 1", NULL);
  add (shop, ASK_EXAMPLE_CHOSEN, "unused", "SELECT 1", NULL);
  first = list (shop);
  for (guint i = 2; i <= ASK_EXAMPLES_MAX; i++)
    {
      g_autofree char *question = g_strdup_printf ("question %u", i);

      if (i == ASK_EXAMPLES_MAX)
        g_assert_true (
            ask_workspace_use_example (shop->workspace, ((AskExample *) first->pdata[1])->id, NULL));
      add (shop, ASK_EXAMPLE_CHOSEN, question, "SELECT 1", NULL);
    }
  examples = list (shop);
  g_assert_cmpuint (examples->len, ==, ASK_EXAMPLES_MAX + 1);
  g_assert_true (has (examples, "used"));
  g_assert_false (has (examples, "unused"));
  g_assert_true (has (examples, "How many orders?"));
}

static void
test_rename (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (shop->workspace, NULL);
  g_autoptr (AskSchema) draft = ask_schema_fork (schema);
  g_autoptr (GPtrArray) examples = NULL;
  g_autoptr (GError) error = NULL;
  const AskExample *example;

  add (shop, ASK_EXAMPLE_CHOSEN, "How many orders?", "SELECT count(*) FROM orders", "SELECT town FROM orders");
  g_assert_true (ask_schema_edit_rename_entity (draft, ((AskEntity *) draft->entities->pdata[0])->id, "purchase", &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_save_schema (shop->workspace, draft, "Renamed", &error));
  g_assert_no_error (error);
  examples = list (shop);
  example = examples->pdata[0];
  g_assert_cmpstr (example->sql, ==, "SELECT count(*) FROM purchase");
  g_assert_cmpstr (((AskExampleWrong *) example->wrong->pdata[0])->sql, ==, "SELECT town FROM purchase");
}

/* One call takes all of it back; what was verified goes on answering. */
static void
test_forget (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskVerified) pair = ask_workspace_add_verified (shop->workspace, "How many orders?", "SELECT 1", NULL);
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (GBytes) lesson = g_bytes_new_static ("cnry", 4);
  g_autoptr (GPtrArray) examples = NULL;
  guint n = 0;

  g_assert_nonnull (pair);
  add (shop, ASK_EXAMPLE_CHOSEN, "cnry_question", "SELECT 'cnry_right'", "SELECT 'cnry_wrong'");
  examples = list (shop);
  for (guint i = 0; i < examples->len; i++)
    g_assert_true (ask_workspace_keep_lesson (shop->workspace, ((AskExample *) examples->pdata[i])->id, lesson, "this",
                                              NULL));
  g_assert_true (ask_workspace_choose_link (shop->workspace, "cnry_words", "entity:orders", NULL));
  g_assert_true (ask_workspace_count_learned (shop->workspace, &n, NULL));
  g_assert_cmpuint (n, ==, 3);
  g_assert_true (ask_workspace_forget_learned (shop->workspace, NULL));
  g_assert_true (ask_workspace_count_learned (shop->workspace, &n, NULL));
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (store_get_integer (shop->fixture->path, "SELECT count(*) FROM example_wrong"), ==, 0);
  pairs = ask_workspace_list_verified (shop->workspace, NULL);
  g_assert_cmpuint (pairs->len, ==, 1);
}

static void
test_export (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (shop->workspace, NULL);
  g_autoptr (AskSchema) copy = ask_schema_fork (schema);
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;

  add (shop, ASK_EXAMPLE_CHOSEN, "cnry_question", "SELECT 'cnry_right'", "SELECT 'cnry_wrong'");
  g_assert_true (ask_workspace_put_questions (shop->workspace, copy, NULL));
  node = ask_schema_to_json (copy);
  text = json_to_string (node, FALSE);
  g_assert_nonnull (strstr (text, "orders"));
  g_assert_null (strstr (text, "cnry"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/examples/what-is-said-of-a-question-joins", test_join);
  g_test_add_func ("/store/examples/what-is-wrong-now-is-right-no-more", test_taken_back);
  g_test_add_func ("/store/examples/nothing-said-is-no-example", test_nothing);
  g_test_add_func ("/store/examples/a-verified-question-is-one-while-it-is-there", test_verified);
  g_test_add_func ("/store/examples/what-was-of-no-use-longest-goes-first", test_bound);
  g_test_add_func ("/store/examples/a-rename-reaches-the-sql-of-examples", test_rename);
  g_test_add_func ("/store/examples/all-is-forgotten-at-once-but-verified-questions", test_forget);
  g_test_add_func ("/store/examples/an-exported-schema-has-no-example", test_export);
  return g_test_run ();
}
