/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A source that changes: what a refresh finds, what that breaks, and how long it is remembered.
 */
#include "config.h"

#include "store/ask-workspace.h"

#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "store-fixture.h"

static StoreShop *
open_shop (void)
{
  return store_shop_new ("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);"
                         "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers,"
                         " total INTEGER, note TEXT);"
                         "INSERT INTO customers VALUES (1, 'Ada'); INSERT INTO orders VALUES (1, 1, 10, 'x')");
}

static void
refresh (StoreShop *self)
{
  g_autoptr (GError) error = NULL;

  ask_workspace_refresh_source (self->workspace, "SHOP", NULL, NULL, &error);
  g_assert_no_error (error);
}

static AskDrift *
get_drift (StoreShop *self)
{
  g_autoptr (GError) error = NULL;
  AskDrift *drift = ask_workspace_get_drift (self->workspace, "shop", &error);

  g_assert_no_error (error);
  return drift;
}

static gboolean
has_change (const AskDrift *drift, AskChangeKind kind, AskPart part, const char *entity,
            const char *name)
{
  for (guint i = 0; i < drift->changes->len; i++)
    {
      const AskChange *change = drift->changes->pdata[i];

      if (change->kind == kind && change->part == part && g_strcmp0 (change->entity, entity) == 0
          && (name == NULL || g_strcmp0 (change->name, name) == 0))
        return TRUE;
    }
  return FALSE;
}

static const AskBreak *
find_break (const AskDrift *drift, AskBreakKind kind, const char *name)
{
  for (guint i = 0; i < drift->breaks->len; i++)
    {
      const AskBreak *item = drift->breaks->pdata[i];

      if (item->kind == kind && strcmp (item->name, name) == 0)
        return item;
    }
  return NULL;
}

static void
test_nothing (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskDrift) drift = NULL;

  refresh (shop);
  drift = get_drift (shop);
  g_assert_cmpuint (drift->changes->len, ==, 0);
  g_assert_cmpuint (drift->breaks->len, ==, 0);
  g_assert_cmpint (drift->since, ==, 0);
}

static void
test_drift (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDrift) drift = NULL;
  g_autoptr (AskDrift) later = NULL;
  g_autoptr (AskDrift) seen = NULL;
  g_autoptr (AskVerified) breaks = NULL;
  g_autoptr (AskVerified) holds = NULL;
  g_autoptr (AskVerified) mended = NULL;
  g_autoptr (AskVerified) old = NULL;
  g_autoptr (AskSchema) schema = NULL;
  AskEntity *orders;
  const AskBreak *item;

  schema = ask_workspace_load_schema (shop->workspace, &error);
  orders = ask_schema_find_entity (schema, "orders");
  ask_entity_add_metric (orders, "revenue", "sum(total)");
  ask_entity_add_metric (orders, "how_many", "count(*)");
  g_assert_true (ask_workspace_save_schema (shop->workspace, schema, "Metrics", &error));
  breaks = ask_workspace_add_verified (shop->workspace, "Sales?", "SELECT sum(total) FROM orders",
                                       NULL);
  holds = ask_workspace_add_verified (shop->workspace, "Orders?", "SELECT count(*) FROM orders",
                                      NULL);
  old = ask_workspace_add_verified (shop->workspace, "Never?", "SELECT never FROM orders", NULL);
  g_assert_nonnull (holds);
  g_assert_nonnull (old);

  store_exec (shop->shop, "ALTER TABLE orders RENAME COLUMN total TO amount;"
                         "ALTER TABLE orders ADD COLUMN paid_on DATE;"
                         "CREATE TABLE towns (name TEXT PRIMARY KEY)");
  refresh (shop);
  drift = get_drift (shop);
  g_assert_true (has_change (drift, ASK_CHANGE_ADDED, ASK_PART_ENTITY, "towns", NULL));
  g_assert_true (has_change (drift, ASK_CHANGE_ADDED, ASK_PART_ATTRIBUTE, "orders", "paid_on"));
  g_assert_true (has_change (drift, ASK_CHANGE_REMOVED, ASK_PART_ATTRIBUTE, "orders", "total"));
  g_assert_false (has_change (drift, ASK_CHANGE_REMOVED, ASK_PART_METRIC, "orders", "revenue"));
  g_assert_cmpint (drift->since, >, 0);
  item = find_break (drift, ASK_BREAK_VERIFIED, "Sales?");
  g_assert_nonnull (item);
  g_assert_cmpint (item->verified, ==, breaks->id);
  g_assert_nonnull (strstr (item->message, "total"));
  item = find_break (drift, ASK_BREAK_METRIC, "orders.revenue");
  g_assert_nonnull (item);
  g_assert_null (find_break (drift, ASK_BREAK_VERIFIED, "Orders?"));
  /* What did not fit before is not the refresh's doing. */
  g_assert_null (find_break (drift, ASK_BREAK_VERIFIED, "Never?"));

  /* A second refresh adds to the first, and does not repeat it. */
  store_exec (shop->shop, "DROP TABLE customers; CREATE TABLE c2 (id INTEGER)");
  refresh (shop);
  refresh (shop);
  later = get_drift (shop);
  g_assert_true (has_change (later, ASK_CHANGE_ADDED, ASK_PART_ENTITY, "towns", NULL));
  g_assert_true (has_change (later, ASK_CHANGE_REMOVED, ASK_PART_ENTITY, "customers", NULL));
  g_assert_cmpint (later->since, ==, drift->since);
  g_assert_cmpint (later->found_at, >, drift->found_at);
  item = find_break (later, ASK_BREAK_RELATIONSHIP, "orders (customer_id) → customers (id)");
  g_assert_nonnull (item);
  g_assert_nonnull (strstr (item->message, "customers"));

  /* What is mended is no break any more; the rest stays until somebody says that they saw it. */
  mended = ask_workspace_edit_verified (shop->workspace, breaks->id, NULL,
                                        "SELECT sum(amount) FROM orders", &error);
  g_assert_no_error (error);
  g_clear_pointer (&later, ask_drift_free);
  later = get_drift (shop);
  g_assert_null (find_break (later, ASK_BREAK_VERIFIED, "Sales?"));
  g_assert_nonnull (find_break (later, ASK_BREAK_METRIC, "orders.revenue"));
  g_assert_true (ask_workspace_clear_drift (shop->workspace, "shop", &error));
  seen = get_drift (shop);
  g_assert_cmpuint (seen->changes->len, ==, 0);
  g_assert_cmpuint (seen->breaks->len, ==, 0);

  /* The drift goes with the source. */
  store_exec (shop->shop, "DROP TABLE c2");
  refresh (shop);
  g_assert_cmpint (store_get_integer (shop->fixture->path, "SELECT count(*) FROM source_drift"), ==,
                   1);
  g_assert_true (ask_workspace_remove_source (shop->workspace, "shop", &error));
  g_assert_cmpint (store_get_integer (shop->fixture->path,
                                      "SELECT (SELECT count(*) FROM source_drift)"
                                      " + (SELECT count(*) FROM source_import)"),
                   ==, 0);
}

/* A workspace of an earlier AskData does not know what the source gave before. */
static void
test_no_base (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskDrift) drift = NULL;

  store_exec (shop->fixture->path, "DELETE FROM source_import");
  store_exec (shop->shop, "CREATE TABLE towns (name TEXT PRIMARY KEY)");
  refresh (shop);
  drift = get_drift (shop);
  g_assert_cmpuint (drift->changes->len, ==, 1);
  g_assert_true (has_change (drift, ASK_CHANGE_ADDED, ASK_PART_ENTITY, "towns", NULL));
}

static void
test_renamed_by_steward (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (GPtrArray) breaks = NULL;
  AskEntity *entity;

  pair = ask_workspace_add_verified (shop->workspace, "Sales?", "SELECT sum(total) FROM orders",
                                     NULL);
  g_assert_nonnull (pair);
  before = ask_workspace_load_schema (shop->workspace, &error);
  after = ask_schema_copy (before);
  entity = ask_schema_find_entity (after, "orders");
  g_free (entity->name);
  entity->name = g_strdup ("purchases");
  for (guint i = 0; i < after->relationships->len; i++)
    {
      AskRelationship *relationship = after->relationships->pdata[i];

      g_free (relationship->from);
      relationship->from = g_strdup ("purchases");
    }
  breaks = ask_workspace_find_breaks (shop->workspace, before, after, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (breaks->len, ==, 0);
}

/* Metrics and calculated attributes have no id to be known by. */
static void
test_renamed_expressions (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) before = ask_workspace_load_schema (shop->workspace, &error);
  g_autoptr (AskSchema) renamed = NULL;
  g_autoptr (AskSchema) removed = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) both = NULL;
  g_autofree char *id = g_strdup (ask_schema_find_entity (before, "orders")->id);

  g_assert_true (ask_schema_edit_set_metric (before, id, "gain", "expression", "sum(total)", &error));
  g_assert_true (ask_schema_edit_add_calculated (before, id, "half", "total / 2", &error));
  g_assert_no_error (error);
  renamed = ask_schema_fork (before);
  g_assert_true (ask_schema_edit_rename_metric (renamed, id, "gain", "win", &error));
  g_assert_true (ask_schema_edit_rename_attribute (renamed, id, "half", "part", &error));
  none = ask_workspace_find_breaks (shop->workspace, before, renamed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
  removed = ask_schema_fork (before);
  g_assert_true (ask_schema_edit_remove_metric (removed, id, "gain", &error));
  g_assert_true (ask_schema_edit_remove_attribute (removed, id, "half", &error));
  both = ask_workspace_find_breaks (shop->workspace, before, removed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (both->len, ==, 2);
}

static void
test_doctor (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDoctor) doctor = NULL;
  g_autoptr (AskDoctor) kept = NULL;
  g_autofree char *sql = NULL;

  kept = ask_workspace_get_doctor (shop->workspace, "shop", &error);
  g_assert_null (kept);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);

  doctor = ask_doctor_new ("Shop's API", "OpenAPI 3.0.3");
  ask_doctor_add (doctor, "GET", "/orders", "listOrders");
  {
    g_autoptr (JsonNode) node = ask_doctor_to_json (doctor);
    g_autofree char *json = ask_json_to_string (node, FALSE);
    g_auto (GStrv) parts = g_strsplit (json, "'", -1);
    g_autofree char *quoted = g_strjoinv ("''", parts);

    sql = g_strdup_printf ("UPDATE source_import SET report = '%s'", quoted);
  }
  store_exec (shop->fixture->path, sql);
  kept = ask_workspace_get_doctor (shop->workspace, "Shop", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (kept->title, ==, "Shop's API");
  g_assert_cmpuint (kept->entries->len, ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  store_without_session ();
  g_test_add_func ("/store/drift/an-unchanged-source-shows-no-drift", test_nothing);
  g_test_add_func ("/store/drift/what-changed-and-what-it-breaks-is-found", test_drift);
  g_test_add_func ("/store/drift/an-old-workspace-finds-new-tables", test_no_base);
  g_test_add_func ("/store/drift/a-steward-s-rename-is-no-drift", test_renamed_by_steward);
  g_test_add_func ("/store/drift/a-renamed-expression-breaks-nothing", test_renamed_expressions);
  g_test_add_func ("/store/drift/the-doctor-s-report-is-kept-with-its-source", test_doctor);
  return g_test_run ();
}
