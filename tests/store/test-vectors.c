/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Vectors of names: kept as they came, told apart by their model, and gone with the names that they were of.
 */
#include "config.h"

#include <string.h>

#include "store/ask-workspace-vectors.h"
#include "store-fixture.h"

static void
collect (const char *hash, const float *numbers, guint n, gpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %g", (double) numbers[i]);
  g_hash_table_insert (data, g_strdup (hash), g_strdup (text->str));
}

static GHashTable *
list (AskWorkspace *workspace, const char *model)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_each_vector (workspace, model, collect, found, &error));
  g_assert_no_error (error);
  return found;
}

static void
add (AskWorkspace *workspace, const char *model, const char *hash, const float *numbers, guint dims)
{
  g_autoptr (GPtrArray) hashes = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (hashes, (gpointer) hash);
  ask_workspace_add_vectors (workspace, &(AskNewVectors) { model, hashes, numbers, dims }, &error);
  g_assert_no_error (error);
}

static void
test_vectors_are_kept_as_they_came (void)
{
  static const float first[] = { 1, -0.5F, 1e-20F }, second[] = { 4, 5, 6 };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = store_open (fixture->path);
  g_autoptr (GHashTable) found = NULL;
  g_autoptr (GHashTable) others = NULL;
  g_autofree char *before = ask_workspace_get_state (workspace, NULL);
  g_autofree char *after = NULL;

  add (workspace, "one", "a", second, 3);
  add (workspace, "one", "a", first, 3);
  add (workspace, "one", "b", second, 3);
  add (workspace, "two", "a", second, 3);
  after = ask_workspace_get_state (workspace, NULL);
  g_assert_cmpstr (before, !=, after);
  ask_workspace_close (workspace);
  workspace = store_open (fixture->path);
  found = list (workspace, "one");
  others = list (workspace, "two");
  g_assert_cmpuint (g_hash_table_size (found), ==, 2);
  g_assert_cmpstr (g_hash_table_lookup (found, "a"), ==, " 1 -0.5 1e-20");
  g_assert_cmpstr (g_hash_table_lookup (found, "b"), ==, " 4 5 6");
  g_assert_cmpuint (g_hash_table_size (others), ==, 1);
  ask_workspace_close (workspace);
}

static void
test_vectors_of_another_length_replace_all_of_their_model (void)
{
  static const float numbers[] = { 1, 2, 3, 4 };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = store_open (fixture->path);
  g_autoptr (GHashTable) found = NULL;
  g_autoptr (GHashTable) others = NULL;

  add (workspace, "one", "a", numbers, 3);
  add (workspace, "two", "a", numbers, 3);
  add (workspace, "one", "b", numbers, 4);
  found = list (workspace, "one");
  others = list (workspace, "two");
  g_assert_cmpuint (g_hash_table_size (found), ==, 1);
  g_assert_true (g_hash_table_contains (found, "b"));
  g_assert_cmpuint (g_hash_table_size (others), ==, 1);
  ask_workspace_close (workspace);
}

static void
test_vectors_go_with_their_names_and_with_their_model (void)
{
  static const float numbers[] = { 1, 2 };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = store_open (fixture->path);
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) found = NULL;
  g_autoptr (GHashTable) others = NULL;
  g_autoptr (GError) error = NULL;

  add (workspace, "one", "a", numbers, 2);
  add (workspace, "one", "b", numbers, 2);
  add (workspace, "two", "a", numbers, 2);
  g_hash_table_add (kept, (gpointer) "b");
  g_hash_table_add (kept, (gpointer) "not there");
  ask_workspace_clean_vectors (workspace, "one", kept, &error);
  g_assert_no_error (error);
  found = list (workspace, "one");
  others = list (workspace, "two");
  g_assert_cmpuint (g_hash_table_size (found), ==, 1);
  g_assert_true (g_hash_table_contains (found, "b"));
  g_assert_cmpuint (g_hash_table_size (others), ==, 0);
  ask_workspace_close (workspace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/store/vectors/vectors-are-kept-as-they-came", test_vectors_are_kept_as_they_came);
  g_test_add_func ("/store/vectors/vectors-of-another-length-replace-all-of-their-model", test_vectors_of_another_length_replace_all_of_their_model);
  g_test_add_func ("/store/vectors/vectors-go-with-their-names-and-with-their-model", test_vectors_go_with_their_names_and_with_their_model);

  return g_test_run ();
}
