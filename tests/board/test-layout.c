/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boxes on the grid: whatever is moved or sized, none lies on another, and what was put somewhere is there.
 */
#include "config.h"

#include "board/ask-board-layout.h"

#define MOST 24

static AskTileBox
draw_box (void)
{
  return (AskTileBox) { g_test_rand_int_range (-3, 16), g_test_rand_int_range (-3, 30), g_test_rand_int_range (-1, 15),
                        g_test_rand_int_range (-1, 9) };
}

static void
assert_apart (const AskTileBox *boxes, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (boxes[i].x, >=, 0);
      g_assert_cmpint (boxes[i].y, >=, 0);
      g_assert_cmpint (boxes[i].width, >=, 1);
      g_assert_cmpint (boxes[i].height, >=, 1);
      g_assert_cmpint (boxes[i].x + boxes[i].width, <=, ASK_BOARD_COLUMNS);
      for (guint k = i + 1; k < n; k++)
        g_assert_false (ask_layout_overlap (boxes[i], boxes[k]));
    }
}

static gboolean
equal (AskTileBox a, AskTileBox b)
{
  return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

static void
test_drawn (void)
{
  for (guint round = 0; round < 300; round++)
    {
      AskTileBox boxes[MOST];
      guint n = (guint) g_test_rand_int_range (1, MOST);

      for (guint i = 0; i < n; i++)
        boxes[i] = draw_box ();
      ask_layout_settle (boxes, n);
      assert_apart (boxes, n);
      for (guint edit = 0; edit < 10; edit++)
        {
          guint moved = (guint) g_test_rand_int_range (0, (gint32) n);
          AskTileBox to = draw_box ();
          AskTileBox before[MOST];

          for (guint i = 0; i < n; i++)
            before[i] = boxes[i];
          ask_layout_place (boxes, n, moved, to);
          assert_apart (boxes, n);
          g_assert_true (equal (boxes[moved], ask_layout_clamp (to)));
          /* Others go down only, and keep their size and column. */
          for (guint i = 0; i < n; i++)
            if (i != moved)
              {
                g_assert_cmpint (boxes[i].x, ==, before[i].x);
                g_assert_cmpint (boxes[i].width, ==, before[i].width);
                g_assert_cmpint (boxes[i].height, ==, before[i].height);
                g_assert_cmpint (boxes[i].y, >=, before[i].y);
              }
        }
    }
}

static void
test_place (void)
{
  /* Two side by side, one below: the left one is moved on the right one. */
  AskTileBox boxes[] = { { 0, 0, 6, 4 }, { 6, 0, 6, 4 }, { 0, 4, 12, 2 } };

  ask_layout_place (boxes, 3, 0, (AskTileBox) { 6, 0, 6, 4 });
  g_assert_true (equal (boxes[0], (AskTileBox) { 6, 0, 6, 4 }));
  g_assert_true (equal (boxes[1], (AskTileBox) { 6, 4, 6, 4 }));
  g_assert_true (equal (boxes[2], (AskTileBox) { 0, 8, 12, 2 }));
}

/* What nothing is put upon stays where it is. */
static void
test_others_stay (void)
{
  AskTileBox boxes[] = { { 0, 0, 3, 2 }, { 9, 7, 3, 2 }, { 4, 20, 2, 2 } };

  ask_layout_place (boxes, 3, 0, (AskTileBox) { 4, 7, 3, 2 });
  g_assert_true (equal (boxes[1], (AskTileBox) { 9, 7, 3, 2 }));
  g_assert_true (equal (boxes[2], (AskTileBox) { 4, 20, 2, 2 }));
}

static void
test_free (void)
{
  AskTileBox boxes[] = { { 0, 0, 6, 4 }, { 8, 0, 4, 4 }, { 0, 4, 12, 1 } };

  g_assert_true (equal (ask_layout_find_free (boxes, 3, 2, 4), (AskTileBox) { 6, 0, 2, 4 }));
  g_assert_true (equal (ask_layout_find_free (boxes, 3, 3, 1), (AskTileBox) { 0, 5, 3, 1 }));
  g_assert_true (equal (ask_layout_find_free (boxes, 0, 3, 1), (AskTileBox) { 0, 0, 3, 1 }));
}

static void
test_gaps (void)
{
  AskTileBox boxes[] = { { 0, 9, 6, 4 }, { 6, 3, 6, 4 }, { 0, 20, 12, 1 } };

  ask_layout_close_gaps (boxes, 3);
  g_assert_true (equal (boxes[0], (AskTileBox) { 0, 0, 6, 4 }));
  g_assert_true (equal (boxes[1], (AskTileBox) { 6, 0, 6, 4 }));
  g_assert_true (equal (boxes[2], (AskTileBox) { 0, 4, 12, 1 }));
  g_assert_cmpint (ask_layout_count_rows (boxes, 3), ==, 5);
}

/* Whatever lies where, no page cuts a tile, and none lies on another. */
static void
test_pages (void)
{
  for (guint round = 0; round < 300; round++)
    {
      AskTileBox boxes[MOST];
      guint n = (guint) g_test_rand_int_range (1, MOST);
      int n_rows = g_test_rand_int_range (1, 15);
      guint n_pages;

      for (guint i = 0; i < n; i++)
        boxes[i] = draw_box ();
      ask_layout_settle (boxes, n);
      n_pages = ask_layout_break (boxes, n, n_rows);
      assert_apart (boxes, n);
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpint (boxes[i].y / n_rows, ==, (boxes[i].y + boxes[i].height - 1) / n_rows);
          g_assert_cmpint (boxes[i].y / n_rows, <, (int) n_pages);
        }
    }
}

static void
test_fold (void)
{
  AskTileBox boxes[] = { { 6, 0, 6, 4 }, { 0, 0, 6, 2 }, { 0, 4, 12, 1 } };
  AskTileBox folded[3];

  ask_layout_fold (boxes, 3, folded);
  g_assert_true (equal (folded[1], (AskTileBox) { 0, 0, 12, 2 }));
  g_assert_true (equal (folded[0], (AskTileBox) { 0, 2, 12, 4 }));
  g_assert_true (equal (folded[2], (AskTileBox) { 0, 6, 12, 1 }));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/board/layout/drawn-boxes-never-lie-on-each-other", test_drawn);
  g_test_add_func ("/board/layout/what-is-put-somewhere-pushes-down", test_place);
  g_test_add_func ("/board/layout/what-is-not-touched-stays", test_others_stay);
  g_test_add_func ("/board/layout/the-first-free-place-is-found", test_free);
  g_test_add_func ("/board/layout/gaps-close-upwards", test_gaps);
  g_test_add_func ("/board/layout/no-page-cuts-a-tile", test_pages);
  g_test_add_func ("/board/layout/a-narrow-window-reads-from-top-to-bottom", test_fold);
  return g_test_run ();
}
