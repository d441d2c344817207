/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is remembered of joins that nobody declared, and when it is forgotten.
 */
#include "config.h"

#include <string.h>

#include "store/ask-workspace-overlaps.h"
#include "store-fixture.h"

#define SHOP \
  "CREATE TABLE city (code TEXT PRIMARY KEY, name TEXT);" \
  "CREATE TABLE shop (id INTEGER PRIMARY KEY, city_code TEXT);"

typedef struct
{
  StoreShop *shop;
  AskSchema *schema;
  AskOverlapEnds ends;
} Fixture;

static void
load (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->schema, ask_schema_unref);
  self->schema = ask_workspace_load_schema (self->shop->workspace, &error);
  g_assert_no_error (error);
  self->ends.from_entity = ask_schema_find_entity (self->schema, "shop");
  self->ends.from = ask_entity_find_attribute (self->ends.from_entity, "city_code");
  self->ends.to_entity = ask_schema_find_entity (self->schema, "city");
  self->ends.to = ask_entity_find_attribute (self->ends.to_entity, "code");
}

static gboolean
find (Fixture *self, AskOverlap *overlap)
{
  g_autoptr (GError) error = NULL;
  gboolean found = FALSE;

  g_assert_true (ask_workspace_find_overlap (self->shop->workspace, &self->ends, overlap, &found, &error));
  g_assert_no_error (error);
  return found;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  const AskOverlap overlap = { 40, 3, 36, ASK_OVERLAP_FOLDED, 1234567 };
  g_autoptr (GError) error = NULL;

  self->shop = store_shop_new (SHOP);
  load (self);
  g_assert_true (ask_workspace_put_overlap (self->shop->workspace, &self->ends, &overlap, &error));
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ask_schema_unref (self->schema);
  store_shop_free (self->shop);
}

static void
test_kept (Fixture *self, gconstpointer data)
{
  const AskOverlap later = { 41, 41, 41, ASK_OVERLAP_PLAIN, 1234568 };
  AskOverlapEnds turned = { self->ends.to_entity, self->ends.to, self->ends.from_entity, self->ends.from };
  AskOverlap overlap;
  gboolean found;

  g_assert_true (find (self, &overlap));
  g_assert_cmpint (overlap.n_checked, ==, 40);
  g_assert_cmpint (overlap.n_plain, ==, 3);
  g_assert_cmpint (overlap.n_found, ==, 36);
  g_assert_cmpint (overlap.change, ==, ASK_OVERLAP_FOLDED);
  g_assert_cmpint (overlap.measured_at, ==, 1234567);
  g_assert_true (ask_workspace_find_overlap (self->shop->workspace, &turned, &overlap, &found, NULL));
  g_assert_false (found);
  g_assert_true (ask_workspace_put_overlap (self->shop->workspace, &self->ends, &later, NULL));
  g_assert_true (find (self, &overlap));
  g_assert_cmpint (overlap.n_found, ==, 41);
}

/* Another type compares otherwise; another name does not. */
static void
test_edited (Fixture *self, gconstpointer data)
{
  g_autoptr (AskSchema) renamed = ask_schema_copy (self->schema);
  g_autoptr (AskSchema) retyped = NULL;
  AskEntity *shop = ask_schema_own_entity (renamed, self->ends.from_entity->id);
  AskOverlap overlap;

  g_free (ask_entity_find_attribute (shop, "city_code")->description);
  ask_entity_find_attribute (shop, "city_code")->description = g_strdup ("where it is");
  g_assert_true (ask_workspace_save_schema (self->shop->workspace, renamed, "test", NULL));
  load (self);
  g_assert_true (find (self, &overlap));
  retyped = ask_schema_copy (self->schema);
  shop = ask_schema_own_entity (retyped, self->ends.from_entity->id);
  ask_entity_find_attribute (shop, "city_code")->type = ASK_TYPE_INTEGER;
  g_assert_true (ask_workspace_save_schema (self->shop->workspace, retyped, "test", NULL));
  load (self);
  g_assert_false (find (self, &overlap));
}

static void
test_refreshed (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  AskOverlap overlap;

  g_assert_true (ask_workspace_refresh_source (self->shop->workspace, "shop", NULL, NULL, &error));
  g_assert_no_error (error);
  load (self);
  g_assert_false (find (self, &overlap));
}

static void
test_removed (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_remove_source (self->shop->workspace, "shop", &error));
  g_assert_no_error (error);
  g_assert_cmpint (store_get_integer (self->shop->fixture->path, "SELECT count(*) FROM overlap"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/store/overlaps/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("what-was-found-of-a-join-is-kept", test_kept);
  ADD ("another-type-forgets-what-was-found", test_edited);
  ADD ("a-source-that-is-read-anew-forgets-its-joins", test_refreshed);
  ADD ("a-source-that-is-removed-takes-its-joins-along", test_removed);
  return g_test_run ();
}
