/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The history by conversations: each entry is in one, below the one it was asked after, whatever its answer looks like.
 */
#include "config.h"

#include "store-fixture.h"
#include "store/ask-workspace-threads.h"

/* @before: (nullable): what the answer says of it, as JSON */
static gint64
add (AskWorkspace *workspace, const char *question, const char *before)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *answer
    = before != NULL ? g_strdup_printf ("{\"question\":\"%s\",\"steps\":[{\"before\":1}],\"before\":%s}", question, before)
                     : g_strdup ("{\"question\":\"?\"}");
  gint64 id = ask_workspace_add_history (workspace, &(AskHistoryRecord) { question, "answered", NULL, 1, answer }, &error);

  g_assert_no_error (error);
  return id;
}

/* Returns: (transfer full): "1 3 4|2", a thread between bars */
static char *
list (AskWorkspace *workspace, guint max)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) threads = ask_workspace_list_threads (workspace, max, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint t = 0; t < threads->len; t++)
    {
      const AskHistoryThread *thread = threads->pdata[t];

      g_string_append (text, t > 0 ? "|" : "");
      for (guint i = 0; i < thread->entries->len; i++)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "",
                                ((const AskHistoryEntry *) thread->entries->pdata[i])->id);
    }
  return g_string_free (text, FALSE);
}

static void
test_together (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autofree char *all = NULL;
  g_autofree char *newest = NULL;

  add (workspace, "one", NULL);
  add (workspace, "two", NULL);
  add (workspace, "after one", "1");
  add (workspace, "after that", "3");
  add (workspace, "also after one", "1");
  add (workspace, "six", "0");
  all = list (workspace, 0);
  g_assert_cmpstr (all, ==, "6|1 3 4 5|2");
  /* What is not listed begins nothing. */
  newest = list (workspace, 3);
  g_assert_cmpstr (newest, ==, "6|5|4");
}

/* An answer that says nonsense, or is none, stands for itself. */
static void
test_nonsense (void)
{
  static const char *const before[] = { "99", "-1", "\"1\"x", "{}", "[1]", "2", "3", "null", "1e300", "\"a\"" };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);

  add (workspace, "one", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    {
      gint64 id = add (workspace, "nonsense", before[i]);
      g_autofree char *all = list (workspace, 0);
      g_autofree char *own = g_strdup_printf ("%" G_GINT64_FORMAT "|", id);

      g_assert_true (g_str_has_prefix (all, own) || g_str_equal (before[i], "2") || g_str_equal (before[i], "3"));
    }
}

/* Any conversations: every entry comes once, in order, and its predecessor stands above it in the same one. */
static void
test_any (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (StoreFixture) fixture = store_fixture_new ();
      g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
      g_autoptr (GPtrArray) threads = NULL;
      g_autoptr (GError) error = NULL;
      guint n = (guint) g_test_rand_int_range (1, 30);
      gint64 before[31] = { 0 };
      guint n_seen = 0;
      gint64 last = G_MAXINT64;

      for (guint i = 1; i <= n; i++)
        {
          g_autofree char *text = NULL;

          before[i] = g_test_rand_int_range (0, (int) i);
          text = g_strdup_printf ("%" G_GINT64_FORMAT, before[i]);
          g_assert_cmpint (add (workspace, "q", text), ==, i);
        }
      threads = ask_workspace_list_threads (workspace, 0, &error);
      g_assert_no_error (error);
      for (guint t = 0; t < threads->len; t++)
        {
          GPtrArray *entries = ((AskHistoryThread *) threads->pdata[t])->entries;
          gint64 newest = ((AskHistoryEntry *) entries->pdata[entries->len - 1])->id;

          g_assert_cmpint (newest, <, last);
          last = newest;
          n_seen += entries->len;
          for (guint i = 0; i < entries->len; i++)
            {
              gint64 id = ((AskHistoryEntry *) entries->pdata[i])->id;
              gboolean above = before[id] == 0;

              g_assert_true (i == 0 ? before[id] == 0 : id > ((AskHistoryEntry *) entries->pdata[i - 1])->id);
              for (guint a = 0; a < i; a++)
                above = above || ((AskHistoryEntry *) entries->pdata[a])->id == before[id];
              g_assert_true (above);
            }
        }
      g_assert_cmpuint (n_seen, ==, n);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/threads/a-question-stands-below-the-one-before", test_together);
  g_test_add_func ("/store/threads/nonsense-stands-for-itself", test_nonsense);
  g_test_add_func ("/store/threads/drawn-conversations-stay-together", test_any);
  return g_test_run ();
}
