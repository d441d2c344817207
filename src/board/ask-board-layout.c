/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boxes on a grid that never lie on each other. Everything is done in reading order, from the top down and from left to
 * right, so the same boxes always come to the same places.
 */
#include "config.h"

#include "board/ask-board-layout.h"

#include <stdlib.h>

/** ask_layout_clamp: Returns: @box, within the grid and not larger or smaller than a tile may be */
AskTileBox
ask_layout_clamp (AskTileBox box)
{
  box.width = CLAMP (box.width, 1, ASK_BOARD_COLUMNS);
  box.height = CLAMP (box.height, 1, ASK_BOARD_MAX_HEIGHT);
  box.x = CLAMP (box.x, 0, ASK_BOARD_COLUMNS - box.width);
  box.y = CLAMP (box.y, 0, ASK_BOARD_MAX_ROWS - box.height);
  return box;
}

/** ask_layout_overlap: Returns: whether @a and @b have a cell in common */
gboolean
ask_layout_overlap (AskTileBox a, AskTileBox b)
{
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

typedef struct
{
  AskTileBox box;
  guint place;
} Placed;

static int
compare_placed (gconstpointer a, gconstpointer b)
{
  const Placed *one = a;
  const Placed *other = b;

  if (one->box.y != other->box.y)
    return one->box.y < other->box.y ? -1 : 1;
  if (one->box.x != other->box.x)
    return one->box.x < other->box.x ? -1 : 1;
  return one->place < other->place ? -1 : one->place > other->place;
}

/**
 * ask_layout_order:
 * @boxes: (array length=n): boxes
 * @n: how many
 *
 * Returns: (transfer full) (array length=n): their places among @boxes in reading order
 */
guint *
ask_layout_order (const AskTileBox *boxes, guint n)
{
  g_autofree Placed *placed = g_new (Placed, n + 1);
  guint *order = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    placed[i] = (Placed) { boxes[i], i };
  qsort (placed, n, sizeof *placed, compare_placed);
  for (guint i = 0; i < n; i++)
    order[i] = placed[i].place;
  return order;
}

/* The lowest end of what @box lies upon, of those that are @fixed; -1 where it lies free. */
static int
find_below (const AskTileBox *boxes, const gboolean *fixed, guint n, AskTileBox box)
{
  int below = -1;

  for (guint i = 0; i < n; i++)
    if (fixed[i] && ask_layout_overlap (boxes[i], box))
      below = MAX (below, boxes[i].y + boxes[i].height);
  return below;
}

/* Moves all that is not @fixed yet down to where it lies on nothing. */
static void
give_way (AskTileBox *boxes, gboolean *fixed, guint n)
{
  g_autofree guint *order = ask_layout_order (boxes, n);

  for (guint i = 0; i < n; i++)
    {
      AskTileBox *box = &boxes[order[i]];
      int below;

      if (fixed[order[i]])
        continue;
      while ((below = find_below (boxes, fixed, n, *box)) >= 0)
        box->y = below;
      fixed[order[i]] = TRUE;
    }
}

/**
 * ask_layout_place:
 * @boxes: (array length=n) (inout): that do not lie on each other
 * @n: how many
 * @moved: which one is moved or sized
 * @to: where to; taken into the grid
 *
 * Puts one where it is wanted. What lay there moves down.
 */
void
ask_layout_place (AskTileBox *boxes, guint n, guint moved, AskTileBox to)
{
  g_autofree gboolean *fixed = g_new0 (gboolean, n + 1);

  g_return_if_fail (moved < n);
  boxes[moved] = ask_layout_clamp (to);
  fixed[moved] = TRUE;
  give_way (boxes, fixed, n);
}

/**
 * ask_layout_settle:
 * @boxes: (array length=n) (inout): from wherever
 * @n: how many
 *
 * Takes boxes into the grid, and apart where they lie on each other: the later one in reading order moves down.
 */
void
ask_layout_settle (AskTileBox *boxes, guint n)
{
  g_autofree gboolean *fixed = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    boxes[i] = ask_layout_clamp (boxes[i]);
  give_way (boxes, fixed, n);
}

/**
 * ask_layout_find_free:
 * @boxes: (array length=n): what is there
 * @n: how many
 * @width: in cells
 * @height: in cells
 *
 * Returns: the first place in reading order where such a box lies on nothing
 */
AskTileBox
ask_layout_find_free (const AskTileBox *boxes, guint n, int width, int height)
{
  AskTileBox box = ask_layout_clamp ((AskTileBox) { 0, 0, width, height });

  for (;; box.y++)
    for (box.x = 0; box.x + box.width <= ASK_BOARD_COLUMNS; box.x++)
      {
        gboolean is_free = TRUE;

        for (guint i = 0; i < n && is_free; i++)
          is_free = !ask_layout_overlap (boxes[i], box);
        if (is_free)
          return box;
      }
}

/**
 * ask_layout_close_gaps:
 * @boxes: (array length=n) (inout): that do not lie on each other
 * @n: how many
 *
 * Moves all as far up as they can go, in reading order.
 */
void
ask_layout_close_gaps (AskTileBox *boxes, guint n)
{
  g_autofree guint *order = ask_layout_order (boxes, n);

  for (guint i = 0; i < n; i++)
    {
      AskTileBox *box = &boxes[order[i]];
      int top = 0;

      for (guint k = 0; k < i; k++)
        {
          const AskTileBox *above = &boxes[order[k]];

          if (above->x < box->x + box->width && box->x < above->x + above->width)
            top = MAX (top, above->y + above->height);
        }
      box->y = top;
    }
}

/**
 * ask_layout_fold:
 * @boxes: (array length=n): of the whole grid
 * @n: how many
 * @folded: (array length=n) (out caller-allocates): for a narrow window: one below the other in reading order, each over
 *   the whole width
 */
void
ask_layout_fold (const AskTileBox *boxes, guint n, AskTileBox *folded)
{
  g_autofree guint *order = ask_layout_order (boxes, n);
  int y = 0;

  for (guint i = 0; i < n; i++)
    {
      folded[order[i]] = (AskTileBox) { 0, y, ASK_BOARD_COLUMNS, boxes[order[i]].height };
      y += boxes[order[i]].height;
    }
}

/** ask_layout_count_rows: Returns: how many rows of the grid the @n @boxes take */
int
ask_layout_count_rows (const AskTileBox *boxes, guint n)
{
  int rows = 0;

  for (guint i = 0; i < n; i++)
    rows = MAX (rows, boxes[i].y + boxes[i].height);
  return rows;
}

/**
 * ask_layout_break:
 * @boxes: (array length=n) (inout): that do not lie on each other
 * @n: how many
 * @n_rows: of a page
 *
 * Takes what a page would cut to the next one, with all that follows it in reading order. What is higher than a page
 * becomes as high as that.
 *
 * Returns: how many pages there are, at least 1
 */
guint
ask_layout_break (AskTileBox *boxes, guint n, int n_rows)
{
  g_autofree guint *order = ask_layout_order (boxes, n);
  int shift = 0;
  int last = 0;

  for (guint i = 0; i < n; i++)
    {
      AskTileBox *box = &boxes[order[i]];
      int within;

      box->height = MIN (box->height, n_rows);
      box->y += shift;
      within = box->y % n_rows;
      if (within + box->height > n_rows)
        {
          shift += n_rows - within;
          box->y += n_rows - within;
        }
      last = MAX (last, box->y + box->height);
    }
  return (guint) MAX (1, (last + n_rows - 1) / n_rows);
}
