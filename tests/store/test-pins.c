/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pinned answers: in the order of their pins, each once, kept however old they grow, and gone when they are taken off.
 */
#include "config.h"

#include "store-fixture.h"
#include "store/ask-workspace-pins.h"

static gint64
add (AskWorkspace *workspace, const char *question)
{
  g_autoptr (GError) error = NULL;
  gint64 id = ask_workspace_add_history (workspace, &(AskHistoryRecord) { question, "answered", "7", 1, "{}" }, &error);

  g_assert_no_error (error);
  return id;
}

static void
pin (AskWorkspace *workspace, gint64 id, gboolean pinned)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_pin (workspace, id, pinned, &error));
  g_assert_no_error (error);
}

/* Returns: (transfer full): "three one" */
static char *
list (AskWorkspace *workspace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = ask_workspace_list_pinned (workspace, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", ((const AskHistoryEntry *) entries->pdata[i])->question);
  return g_string_free (text, FALSE);
}

static void
check (AskWorkspace *workspace, const char *expected)
{
  g_autofree char *found = list (workspace);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_order (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  gint64 one = add (workspace, "one"), two = add (workspace, "two"), three = add (workspace, "three");

  check (workspace, "");
  pin (workspace, two, FALSE);
  pin (workspace, one, TRUE);
  pin (workspace, three, TRUE);
  check (workspace, "three one");
  pin (workspace, one, TRUE);
  check (workspace, "one three");
  pin (workspace, three, FALSE);
  check (workspace, "one");
  g_assert_false (ask_workspace_pin (workspace, 4711, TRUE, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  check (workspace, "one");
}

/* The history forgets what is old, but not what is pinned. */
static void
test_old (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskHistoryEntry) gone = NULL;
  gint64 kept = add (workspace, "kept"), other = add (workspace, "other");

  pin (workspace, kept, TRUE);
  for (guint i = 0; i < 1010; i++)
    add (workspace, "more");
  check (workspace, "kept");
  gone = ask_workspace_get_history (workspace, other, &error);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  pin (workspace, kept, FALSE);
  add (workspace, "one more");
  check (workspace, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/pins/the-newest-pin-comes-first", test_order);
  g_test_add_func ("/store/pins/what-is-pinned-is-never-forgotten", test_old);
  return g_test_run ();
}
