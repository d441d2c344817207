/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list model over a result: any row at once, nothing kept for rows that nobody looks at.
 */
#include "config.h"

#include "app/widgets/ask-rows-model.h"

#define MILLION 1000000

static AskRows *
new_rows (guint n)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "n", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "square", ASK_TYPE_REAL);
  for (guint i = 0; i < n; i++)
    {
      AskValue cells[] = { ask_value_integer (i), ask_value_real ((double) i * i) };

      ask_rows_append (rows, cells);
    }
  return rows;
}

static void
test_million (void)
{
  g_autoptr (AskRows) rows = new_rows (MILLION);
  gsize before = ask_rows_get_size (rows);
  g_autoptr (AskRowsModel) model = ask_rows_model_new (rows);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, MILLION);
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (model)) == ASK_TYPE_ROW_ITEM);
  for (guint i = 0; i < 5000; i++)
    {
      guint position = (guint) g_test_rand_int_range (0, MILLION);
      g_autoptr (AskRowItem) item = g_list_model_get_item (G_LIST_MODEL (model), position);

      g_assert_cmpint (ask_row_item_get_cell (item, 0)->integer, ==, position);
      g_assert_true (ask_row_item_get_cell (item, 0) == ask_rows_get (rows, position, 0));
    }
  g_assert_cmpuint (ask_rows_get_size (rows), ==, before);
}

static void
test_edges (void)
{
  g_autoptr (AskRows) rows = new_rows (3);
  g_autoptr (AskRowsModel) model = ask_rows_model_new (rows);
  g_autoptr (AskRowItem) last = g_list_model_get_item (G_LIST_MODEL (model), 2);

  g_assert_nonnull (last);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), 3));
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), G_MAXUINT));
  /* An item outlives its model and the caller's result. */
  g_clear_object (&model);
  g_clear_pointer (&rows, ask_rows_unref);
  g_assert_cmpint (ask_row_item_get_cell (last, 0)->integer, ==, 2);
}

static void
test_empty (void)
{
  g_autoptr (AskRows) rows = new_rows (0);
  g_autoptr (AskRowsModel) model = ask_rows_model_new (rows);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), 0));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/ask-rows-model/any-of-a-million-rows-is-there-at-once", test_million);
  g_test_add_func ("/app/ask-rows-model/beyond-the-last-row-there-is-none", test_edges);
  g_test_add_func ("/app/ask-rows-model/an-empty-result-has-no-rows", test_empty);
  return g_test_run ();
}
