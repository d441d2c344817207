/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A draft of the schema: edits beside the published one, published as one version, rebased, or discarded.
 */
#include "config.h"

#include "store/ask-workspace-draft.h"

#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "store-fixture.h"

static StoreShop *
open_shop (void)
{
  return store_shop_new ("CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL);"
                         "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);"
                         "CREATE TABLE towns (id INTEGER PRIMARY KEY, name TEXT)");
}

static void
start (AskWorkspace *workspace)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_start_draft (workspace, &error));
  g_assert_no_error (error);
}

/* Renames an entity where edits go to. */
static gboolean
rename_entity (AskWorkspace *workspace, const char *from, const char *to, GError **error)
{
  AskEditBase base;
  g_autoptr (AskSchema) before = ask_workspace_load_edited (workspace, &base, error);
  g_autoptr (AskSchema) after = ask_schema_fork (before);
  g_autofree char *title = g_strdup_printf ("Renamed %s to %s", from, to);

  g_assert_true (ask_schema_edit_rename_entity (after, ask_schema_find_entity (before, from)->id, to, NULL));
  return ask_workspace_save_edit (workspace, &base, after, title, NULL, error);
}

static void
rename_now (AskWorkspace *workspace, const char *from, const char *to)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rename_entity (workspace, from, to, &error));
  g_assert_no_error (error);
}

/* What another program does without a thought of drafts. */
static void
publish_elsewhere (AskWorkspace *workspace, const char *from, const char *to)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_schema_edit_rename_entity (schema, ask_schema_find_entity (schema, from)->id, to, NULL));
  g_assert_true (ask_workspace_save_schema (workspace, schema, "Elsewhere", &error));
}

static gboolean
is_published (AskWorkspace *workspace, const char *name)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, NULL);

  return ask_schema_find_entity (schema, name) != NULL;
}

static guint
count_edits (AskWorkspace *workspace)
{
  g_autoptr (AskSchemaDraft) draft = NULL;

  g_assert_true (ask_workspace_load_draft (workspace, &draft, NULL));
  return draft != NULL ? draft->edits->len : 0;
}

static gboolean
is_open (AskWorkspace *workspace)
{
  g_autoptr (AskSchemaDraft) draft = NULL;

  g_assert_true (ask_workspace_load_draft (workspace, &draft, NULL));
  return draft != NULL;
}

static void
place (AskWorkspace *workspace, const char *name, double x)
{
  AskEditBase base;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) before = ask_workspace_load_edited (workspace, &base, &error);
  g_autoptr (AskSchema) after = ask_schema_fork (before);
  AskEntity *entity = ask_schema_own_entity (after, ask_schema_find_entity (before, name)->id);

  entity->placed = TRUE;
  entity->x = x;
  g_assert_true (ask_workspace_save_edit (workspace, &base, after, "Moved boxes", NULL, &error));
  g_assert_no_error (error);
}

/* As the window does with new boxes. Whoever moves a box that has a place edits the draft. */
static void
test_placed (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskSchema) edited = NULL;
  AskEditBase base;

  start (shop->workspace);
  place (shop->workspace, "orders", 40);
  g_assert_cmpuint (count_edits (shop->workspace), ==, 0);
  edited = ask_workspace_load_edited (shop->workspace, &base, NULL);
  g_assert_true (ask_schema_find_entity (edited, "orders")->placed);
  g_assert_cmpfloat (ask_schema_find_entity (edited, "orders")->x, ==, 40);
  g_assert_cmpuint (base.n_edits, ==, 0);
  place (shop->workspace, "orders", 90);
  g_assert_cmpuint (count_edits (shop->workspace), ==, 1);
  rename_now (shop->workspace, "items", "things");
  g_assert_cmpuint (count_edits (shop->workspace), ==, 2);
}

static void
test_published (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerified) renamed = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *done = NULL;
  guint n;

  pair = ask_workspace_add_verified (shop->workspace, "Totals?", "SELECT total FROM orders", &error);
  versions = ask_workspace_list_schema_versions (shop->workspace, &error);
  n = versions->len;
  start (shop->workspace);
  g_assert_false (ask_workspace_start_draft (shop->workspace, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS);
  g_clear_error (&error);
  rename_now (shop->workspace, "orders", "sales");
  rename_now (shop->workspace, "items", "things");
  g_assert_cmpuint (count_edits (shop->workspace), ==, 2);
  g_assert_true (is_published (shop->workspace, "orders"));
  g_assert_false (is_published (shop->workspace, "sales"));

  /* It is there again when the file is opened anew. */
  g_clear_pointer (&shop->workspace, ask_workspace_close);
  shop->workspace = store_open (shop->fixture->path);
  g_assert_cmpuint (count_edits (shop->workspace), ==, 2);
  done = ask_workspace_publish_draft (shop->workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (done, ==, "Renamed orders to sales; Renamed items to things");
  g_assert_true (is_published (shop->workspace, "sales"));
  g_assert_true (is_published (shop->workspace, "things"));
  g_assert_false (is_open (shop->workspace));
  g_clear_pointer (&versions, g_ptr_array_unref);
  versions = ask_workspace_list_schema_versions (shop->workspace, &error);
  g_assert_cmpuint (versions->len, ==, n + 1);
  g_assert_cmpstr (((AskSchemaVersion *) versions->pdata[0])->reason, ==, done);
  renamed = ask_workspace_get_verified (shop->workspace, pair->id, &error);
  g_assert_nonnull (strstr (renamed->sql, "sales"));
}

static void
test_discarded (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;

  g_assert_false (ask_workspace_discard_draft (shop->workspace, TRUE, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);
  start (shop->workspace);
  rename_now (shop->workspace, "orders", "sales");
  g_assert_true (ask_workspace_discard_draft (shop->workspace, TRUE, &error));
  g_assert_false (is_open (shop->workspace));
  g_assert_null (ask_workspace_publish_draft (shop->workspace, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);
  g_assert_true (ask_workspace_discard_draft (shop->workspace, FALSE, &error));
  g_assert_cmpuint (count_edits (shop->workspace), ==, 1);
  g_assert_true (ask_workspace_discard_draft (shop->workspace, TRUE, &error));
  start (shop->workspace);
  g_assert_cmpuint (count_edits (shop->workspace), ==, 0);
  g_assert_true (is_published (shop->workspace, "orders"));
}

static void
test_moved (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autofree char *done = NULL;

  start (shop->workspace);
  rename_now (shop->workspace, "orders", "sales");
  publish_elsewhere (shop->workspace, "items", "things");
  g_assert_null (ask_workspace_publish_draft (shop->workspace, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT);
  g_assert_nonnull (strstr (error->message, "Rebase the draft"));
  g_clear_error (&error);
  g_assert_false (is_published (shop->workspace, "sales"));
  g_assert_true (ask_workspace_rebase_draft (shop->workspace, &error));
  g_assert_no_error (error);
  done = ask_workspace_publish_draft (shop->workspace, &error);
  g_assert_no_error (error);
  g_assert_nonnull (done);
  g_assert_true (is_published (shop->workspace, "sales"));
  g_assert_true (is_published (shop->workspace, "things"));
}

static void
test_clash (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;

  start (shop->workspace);
  rename_now (shop->workspace, "orders", "sales");
  rename_now (shop->workspace, "items", "goods");
  rename_now (shop->workspace, "towns", "cities");
  publish_elsewhere (shop->workspace, "items", "things");
  publish_elsewhere (shop->workspace, "orders", "purchases");
  for (guint i = 0; i < 2; i++)
    {
      if (i == 0)
        g_assert_null (ask_workspace_publish_draft (shop->workspace, &error));
      else
        g_assert_false (ask_workspace_rebase_draft (shop->workspace, &error));
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT);
      g_assert_nonnull (strstr (error->message, "“purchases” and “things”"));
      g_assert_null (strstr (error->message, "towns"));
      g_clear_error (&error);
    }
  g_assert_cmpuint (count_edits (shop->workspace), ==, 3);
  g_assert_false (is_published (shop->workspace, "cities"));
}

/* Two programs: neither goes over what the other did, nor edits what it does not see. */
static void
test_two (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskWorkspace) other = store_open (shop->fixture->path);
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (AskSchema) later = NULL;
  g_autoptr (GError) error = NULL;
  AskEditBase base;

  before = ask_workspace_load_edited (shop->workspace, &base, &error);
  after = ask_schema_fork (before);
  g_assert_true (ask_schema_edit_rename_entity (after, ask_schema_find_entity (before, "orders")->id, "sales", NULL));
  start (other);
  g_assert_false (ask_workspace_save_edit (shop->workspace, &base, after, "Renamed", NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT);
  g_clear_error (&error);

  later = ask_workspace_load_edited (shop->workspace, &base, &error);
  g_assert_true (base.draft);
  rename_now (other, "items", "things");
  g_assert_false (ask_workspace_save_edit (shop->workspace, &base, after, "Renamed", NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT);
  g_clear_error (&error);
  g_assert_true (rename_entity (shop->workspace, "orders", "sales", &error));
  g_assert_cmpuint (count_edits (other), ==, 2);
}

static void
test_undone (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  AskEditBase base;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) now = NULL;
  g_autoptr (GError) error = NULL;

  start (shop->workspace);
  before = ask_workspace_load_edited (shop->workspace, &base, &error);
  rename_now (shop->workspace, "orders", "sales");
  now = ask_workspace_load_edited (shop->workspace, &base, &error);
  g_assert_cmpuint (base.n_edits, ==, 1);
  g_assert_true (ask_workspace_save_edit (shop->workspace, &base, before, "Undo: Renamed orders to sales", NULL,
                                          &error));
  g_assert_cmpuint (base.n_edits, ==, 0);
  g_assert_cmpuint (count_edits (shop->workspace), ==, 0);
}

/* What ran under the published names is not broken by an edit beside a rename in the draft. */
static void
test_breaks (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  AskEditBase base;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerified) other = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskVerifiedRun) run = NULL;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (GPtrArray) breaks = NULL;
  g_autoptr (GError) error = NULL;

  pair = ask_workspace_add_verified (shop->workspace, "Totals?", "SELECT total FROM orders", &error);
  other = ask_workspace_add_verified (shop->workspace, "Things?", "SELECT name FROM items", &error);
  engine = ask_workspace_open_engine (shop->workspace, &error);
  run = ask_workspace_run_verified (shop->workspace, engine, pair->id, NULL, &error);
  g_assert_no_error (error);
  start (shop->workspace);
  rename_now (shop->workspace, "orders", "sales");
  before = ask_workspace_load_edited (shop->workspace, &base, &error);
  after = ask_schema_fork (before);
  g_assert_true (ask_schema_edit_remove_entity (after, ask_schema_find_entity (after, "items")->id, &error));
  breaks = ask_workspace_find_edit_breaks (shop->workspace, before, after, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (breaks->len, ==, 1);
  g_assert_cmpstr (((AskBreak *) breaks->pdata[0])->name, ==, "Things?");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_without_session ();
  g_test_add_func ("/store/draft/a-first-place-of-a-box-is-no-edit", test_placed);
  g_test_add_func ("/store/draft/all-edits-are-published-as-one-version", test_published);
  g_test_add_func ("/store/draft/what-is-discarded-can-be-brought-back", test_discarded);
  g_test_add_func ("/store/draft/a-schema-that-moved-asks-for-a-rebase", test_moved);
  g_test_add_func ("/store/draft/what-both-changed-is-refused-by-name", test_clash);
  g_test_add_func ("/store/draft/two-programs-do-not-go-over-each-other", test_two);
  g_test_add_func ("/store/draft/an-undo-takes-the-edit-out-of-the-list", test_undone);
  g_test_add_func ("/store/draft/a-rename-in-it-breaks-nothing-later", test_breaks);
  return g_test_run ();
}
