/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is made of a workspace is kept as long as the workspace is in the same state, and no longer.
 */
#include "config.h"

#include "store/ask-workspace-kept.h"

#include <gio/gio.h>

#include "store-fixture.h"

typedef struct
{
  guint n_made;
  gboolean fails;
} Maker;

static guint n_cleared;

static void
clear (gpointer thing)
{
  n_cleared++;
}

static void
release (gpointer thing)
{
  g_atomic_rc_box_release_full (thing, clear);
}

/* Gives the how-manieth it is. */
static gpointer
make (AskWorkspace *workspace, gpointer data, GError **error)
{
  Maker *maker = data;
  guint *thing;

  if (maker->fails)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "It cannot be made.");
      return NULL;
    }
  thing = g_atomic_rc_box_new0 (guint);
  *thing = ++maker->n_made;
  return thing;
}

/* Returns: the number of the thing that @kept gives for @workspace */
static guint
get (AskKept *kept, AskWorkspace *workspace, Maker *maker)
{
  g_autoptr (GError) error = NULL;
  guint *thing = ask_kept_get (kept, workspace, make, release, maker, &error);
  guint n;

  g_assert_no_error (error);
  g_assert_nonnull (thing);
  n = *thing;
  release (thing);
  return n;
}

static void
test_state (void)
{
  g_autoptr (StoreShop) shop = store_shop_new ("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT)");
  g_autoptr (AskWorkspace) again = store_open (shop->fixture->path);
  g_autoptr (GError) error = NULL;
  static AskKept kept;
  Maker maker = { 0 };

  n_cleared = 0;
  g_assert_cmpuint (get (&kept, shop->workspace, &maker), ==, 1);
  g_assert_cmpuint (get (&kept, again, &maker), ==, 1);
  g_assert_cmpuint (n_cleared, ==, 0);

  g_assert_true (ask_workspace_remove_source (shop->workspace, "shop", NULL));
  maker.fails = TRUE;
  g_assert_null (ask_kept_get (&kept, again, make, release, &maker, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  maker.fails = FALSE;
  g_assert_cmpuint (get (&kept, again, &maker), ==, 2);
  g_assert_cmpuint (n_cleared, ==, 1);
}

static void
test_other (void)
{
  g_autoptr (StoreFixture) one = store_fixture_new ();
  g_autofree char *path = store_fixture_file (one, "copy.askdata");
  g_autoptr (AskWorkspace) first = store_open (one->path);
  g_autoptr (AskWorkspace) copy = NULL;
  g_autoptr (GFile) from = g_file_new_for_path (one->path);
  g_autoptr (GFile) to = g_file_new_for_path (path);
  g_autofree char *id = g_strdup (ask_workspace_get_id (first));
  static AskKept kept;
  Maker maker = { 0 };

  g_clear_pointer (&first, ask_workspace_close);
  g_assert_true (g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  first = store_open (one->path);
  copy = store_open (path);
  g_assert_cmpstr (ask_workspace_get_id (copy), ==, id);
  g_assert_cmpuint (get (&kept, first, &maker), ==, 1);
  g_assert_cmpuint (get (&kept, copy, &maker), ==, 2);
  g_assert_cmpuint (get (&kept, copy, &maker), ==, 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/kept/it-serves-as-long-as-the-workspace-stays-the-same", test_state);
  g_test_add_func ("/store/kept/a-copy-of-the-workspace-gets-its-own", test_other);
  return g_test_run ();
}
