/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Verified questions with their last good results: what is the same, what differs and how, who said
 * so, and documents that carry questions from one workspace to another.
 */
#include "config.h"

#include "store/ask-workspace.h"

#include <string.h>

#include "store-fixture.h"

static StoreShop *
open_shop (void)
{
  StoreShop *self = store_shop_new ("CREATE TABLE orders (id INTEGER PRIMARY KEY, town TEXT, total INTEGER);"
                                    "INSERT INTO orders VALUES (1, 'Lyon', 10), (2, 'Bern', 20),"
                                    " (3, 'Lyon', 5)");

  g_assert_true (ask_workspace_set_setting (self->workspace, "person/name", "Ada", NULL));
  return self;
}

static AskVerifiedRun *
run (StoreShop *self, gint64 id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (self->workspace, &error);
  AskVerifiedRun *run;

  g_assert_no_error (error);
  run = ask_workspace_run_verified (self->workspace, engine, id, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static void
assert_run (StoreShop *self, gint64 id, AskVerifiedStatus status, const char *message)
{
  g_autoptr (AskVerifiedRun) done = run (self, id);
  g_autoptr (AskVerified) pair = ask_workspace_get_verified (self->workspace, id, NULL);

  g_assert_cmpstr (ask_verified_status_to_string (done->status), ==,
                   ask_verified_status_to_string (status));
  if (message == NULL)
    g_assert_null (done->message);
  else if (strstr (done->message, message) == NULL)
    g_error ("“%s” says nothing of “%s”", done->message, message);
  g_assert_cmpint (pair->run_status, ==, status);
  g_assert_cmpstr (pair->run_message, ==, done->message);
  g_assert_cmpint (pair->run_at, >, 0);
  g_assert_true ((done->failure != NULL) == (status == ASK_VERIFIED_FAILED));
}

static void
test_runs (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerified) now = NULL;
  g_autoptr (AskVerifiedRun) last = NULL;

  pair = ask_workspace_add_verified (shop->workspace, "Sales by town?",
                                     "SELECT town, sum(total) AS sales FROM orders GROUP BY town",
                                     &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pair->verified_by, ==, "Ada");
  g_assert_null (pair->result);
  g_assert_cmpint (pair->run_at, ==, 0);
  assert_run (shop, pair->id, ASK_VERIFIED_NEW, NULL);
  assert_run (shop, pair->id, ASK_VERIFIED_SAME, NULL);
  store_exec (shop->shop, "INSERT INTO orders VALUES (4, 'Oslo', 1), (5, 'Bern', 1)");
  assert_run (shop, pair->id, ASK_VERIFIED_DIFFERENT, "1 row added, 1 row changed");
  assert_run (shop, pair->id, ASK_VERIFIED_DIFFERENT, "1 row added, 1 row changed");

  /* Somebody else says that this is right now. */
  g_assert_true (ask_workspace_set_setting (shop->workspace, "person/name", "Bo", NULL));
  last = run (shop, pair->id);
  g_assert_true (ask_workspace_accept_verified (shop->workspace, pair->id, last->sql, last->result, &error));
  now = ask_workspace_get_verified (shop->workspace, pair->id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (now->verified_by, ==, "Bo");
  g_assert_cmpint (now->verified_at, >, pair->verified_at);
  g_assert_cmpint (now->run_status, ==, ASK_VERIFIED_SAME);
  g_assert_null (now->run_message);
  g_assert_cmpuint (now->result->n_rows, ==, 3);
  assert_run (shop, pair->id, ASK_VERIFIED_SAME, NULL);

  /* A failure is kept, and does not touch the last good result. */
  store_exec (shop->shop, "DROP TABLE orders");
  assert_run (shop, pair->id, ASK_VERIFIED_FAILED, "orders");
  ask_verified_free (g_steal_pointer (&now));
  now = ask_workspace_get_verified (shop->workspace, pair->id, &error);
  g_assert_cmpuint (now->result->n_rows, ==, 3);
  g_assert_false (ask_workspace_accept_verified (shop->workspace, 4711, last->sql, last->result, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);

  /* What another SQL gave is not what this one should give. */
  g_clear_error (&error);
  g_assert_false (ask_workspace_accept_verified (shop->workspace, pair->id, "SELECT 1", last->result, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT);
  g_assert_nonnull (strstr (error->message, "Sales by town?"));

  /* Values stay in the source. */
  g_assert_false (store_tree_contains (shop->fixture->folder, "Oslo"));
}

static void
test_cancelled (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerified) now = NULL;
  g_autoptr (AskEngine) engine = NULL;

  pair = ask_workspace_add_verified (shop->workspace, "Orders?", "SELECT count(*) FROM orders", NULL);
  engine = ask_workspace_open_engine (shop->workspace, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (
      ask_workspace_run_verified (shop->workspace, engine, pair->id, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  now = ask_workspace_get_verified (shop->workspace, pair->id, NULL);
  g_assert_cmpint (now->run_at, ==, 0);
  g_clear_pointer (&engine, ask_engine_free);
}

static void
test_edit (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) one = NULL;
  g_autoptr (AskVerified) two = NULL;
  g_autoptr (AskVerified) edited = NULL;

  one = ask_workspace_add_verified (shop->workspace, "Orders?", "SELECT count(*) FROM orders", NULL);
  two = ask_workspace_add_verified (shop->workspace, "Towns?", "SELECT DISTINCT town FROM orders",
                                    NULL);
  assert_run (shop, one->id, ASK_VERIFIED_NEW, NULL);

  edited = ask_workspace_edit_verified (shop->workspace, one->id, " How many orders? ", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (edited->id, ==, one->id);
  g_assert_cmpstr (edited->question, ==, "How many orders?");
  g_assert_cmpstr (edited->sql, ==, one->sql);
  g_assert_nonnull (edited->result);
  ask_verified_free (edited);

  edited = ask_workspace_edit_verified (shop->workspace, one->id, NULL, "SELECT 3", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (edited->question, ==, "How many orders?");
  g_assert_null (edited->result);
  g_assert_cmpint (edited->run_at, ==, 0);
  ask_verified_free (edited);

  edited = ask_workspace_edit_verified (shop->workspace, one->id, "TOWNS?", NULL, &error);
  g_assert_null (edited);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS);
  g_clear_error (&error);
  edited = ask_workspace_edit_verified (shop->workspace, one->id, NULL, "  ", &error);
  g_assert_null (edited);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_clear_error (&error);
  edited = ask_workspace_edit_verified (shop->workspace, 99, NULL, "SELECT 1", &error);
  g_assert_null (edited);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
}

/* What was renamed is renamed in the SQL that people saved, and still gives the same. */
static void
test_rename (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerified) now = NULL;
  g_autoptr (AskSchema) schema = NULL;
  AskEntity *entity;
  gint64 version;

  pair = ask_workspace_add_verified (shop->workspace, "Sales?",
                                     "SELECT sum(total) AS s FROM orders -- total", NULL);
  assert_run (shop, pair->id, ASK_VERIFIED_NEW, NULL);
  schema = ask_workspace_load_newest_schema (shop->workspace, &version, &error);
  entity = schema->entities->pdata[0];
  g_free (entity->name);
  entity->name = g_strdup ("sale");
  g_free (ask_entity_find_attribute (entity, "total")->name);
  ((AskAttribute *) entity->attributes->pdata[2])->name = g_strdup ("amount");
  g_assert_true (
      ask_workspace_save_schema_from (shop->workspace, &version, schema, "Renamed", NULL, &error));
  g_assert_no_error (error);
  now = ask_workspace_get_verified (shop->workspace, pair->id, NULL);
  g_assert_cmpstr (now->sql, ==, "SELECT sum(amount) AS s FROM sale -- total");
  assert_run (shop, pair->id, ASK_VERIFIED_SAME, NULL);

  /* And back, with the version before. */
  g_assert_true (ask_workspace_restore_schema (shop->workspace, version - 1, &error));
  g_assert_no_error (error);
  ask_verified_free (now);
  now = ask_workspace_get_verified (shop->workspace, pair->id, NULL);
  g_assert_cmpstr (now->sql, ==, pair->sql);
  assert_run (shop, pair->id, ASK_VERIFIED_SAME, NULL);
}

static void
set_name (AskEntity *entity, guint attribute, const char *name)
{
  AskAttribute *own = entity->attributes->pdata[attribute];

  g_free (own->name);
  own->name = g_strdup (name);
}

/* Two names that change places in one version leave no name behind that is not there any more. */
static void
test_swapped (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerified) now = NULL;
  g_autoptr (AskSchema) schema = NULL;

  pair = ask_workspace_add_verified (shop->workspace, "Sales?", "SELECT sum(total) AS s FROM orders", NULL);
  assert_run (shop, pair->id, ASK_VERIFIED_NEW, NULL);
  schema = ask_workspace_load_schema (shop->workspace, &error);
  set_name (schema->entities->pdata[0], 0, "total");
  set_name (schema->entities->pdata[0], 2, "id");
  g_assert_true (ask_workspace_save_schema (shop->workspace, schema, "Changed places", &error));
  g_assert_no_error (error);
  now = ask_workspace_get_verified (shop->workspace, pair->id, NULL);
  g_assert_cmpstr (now->sql, ==, "SELECT sum(id) AS s FROM orders");
  assert_run (shop, pair->id, ASK_VERIFIED_SAME, NULL);
}

static char *
export (AskWorkspace *workspace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, &error);
  g_autoptr (JsonNode) node = NULL;

  g_assert_no_error (error);
  g_assert_true (ask_workspace_put_questions (workspace, schema, &error));
  node = ask_schema_to_json (schema);
  return ask_json_to_string (node, TRUE);
}

static void
import (AskWorkspace *workspace, const char *text, GError **error)
{
  g_autoptr (JsonNode) node = ask_json_parse (text, -1, error);
  g_autoptr (AskSchema) schema = ask_schema_from_json (node, error);

  g_assert_no_error (*error);
  ask_workspace_import_schema (workspace, schema, "Imported", error);
}

static void
test_documents (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) other = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;
  g_autoptr (AskVerified) stays = NULL;
  g_autoptr (AskVerified) goes = NULL;
  g_autoptr (AskVerified) extra = NULL;
  g_autoptr (AskVerified) now = NULL;
  g_autoptr (AskSchema) bare = NULL;
  g_autoptr (GPtrArray) pairs = NULL;

  goes = ask_workspace_add_verified (shop->workspace, "Zebras \"é🙂\"?", "SELECT 'it''s'", NULL);
  stays = ask_workspace_add_verified (shop->workspace, "Orders?", "SELECT count(*) FROM orders", NULL);
  assert_run (shop, stays->id, ASK_VERIFIED_NEW, NULL);
  first = export (shop->workspace);
  g_assert_true (strstr (first, "Orders?") < strstr (first, "Zebras"));

  /* Into a new workspace, and into one that has others. */
  import (other, first, &error);
  g_assert_no_error (error);
  second = export (other);
  g_assert_cmpstr (second, ==, first);
  extra = ask_workspace_add_verified (shop->workspace, "Another?", "SELECT 1", NULL);
  g_assert_nonnull (extra);
  import (shop->workspace, first, &error);
  g_assert_no_error (error);
  third = export (shop->workspace);
  g_assert_cmpstr (third, ==, first);
  now = ask_workspace_get_verified (shop->workspace, stays->id, &error);
  g_assert_no_error (error);
  g_assert_nonnull (now->result);

  /* A document without questions says nothing of them. */
  bare = ask_schema_new ();
  g_assert_true (ask_workspace_import_schema (shop->workspace, bare, NULL, &error));
  pairs = ask_workspace_list_verified (shop->workspace, NULL);
  g_assert_cmpuint (pairs->len, ==, 2);

  /* The same question twice: nothing of the document is taken. */
  g_free (second);
  second = g_strdup ("{\"version\":2,\"entities\":[],\"relationships\":[],\"notes\":\"x\",\"questions\":["
                     "{\"question\":\"A?\",\"sql\":\"SELECT 1\"},{\"question\":\"a ?\",\"sql\":\"SELECT 2\"},"
                     "{\"question\":\"A?\",\"sql\":\"SELECT 2\"}]}");
  import (shop->workspace, second, &error);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_clear_pointer (&pairs, g_ptr_array_unref);
  pairs = ask_workspace_list_verified (shop->workspace, NULL);
  g_assert_cmpuint (pairs->len, ==, 2);
  ask_schema_unref (bare);
  bare = ask_workspace_load_schema (shop->workspace, NULL);
  g_assert_null (bare->notes);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  store_without_session ();
  g_test_add_func ("/store/verified/a-run-says-what-differs-from-the-last", test_runs);
  g_test_add_func ("/store/verified/a-cancelled-run-is-not-kept", test_cancelled);
  g_test_add_func ("/store/verified/an-edit-forgets-the-old-result", test_edit);
  g_test_add_func ("/store/verified/a-rename-reaches-the-sql-that-people-saved", test_rename);
  g_test_add_func ("/store/verified/swapped-names-leave-no-stale-name", test_swapped);
  g_test_add_func ("/store/verified/documents-of-questions-merge-without-loss", test_documents);
  return g_test_run ();
}
