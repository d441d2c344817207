/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grid: about one cell a rectangle, each cell with the places of those that touch it, in one array.
 */
#include "config.h"

#include "diagram/ask-diagram-index.h"

#include <math.h>
#include <string.h>

/* Long lines lie in many cells: beyond this many a rectangle lies in a list of its own, looked at each time. */
#define MAX_CELLS 64
#define MAX_SIDE 512

struct _AskDiagramIndex
{
  AskDiagramRect *rects;
  guint n;
  AskDiagramRect bounds;
  double cell_width;
  double cell_height;
  int columns;
  int rows;
  guint *starts; /* columns × rows + 1 */
  guint *items;
  GArray *large; /* guint */
  guint *seen; /* for each rectangle, the search that found it last */
  guint search;
};

/** ask_diagram_index_new: Returns: (transfer full): an index of no rectangles */
AskDiagramIndex *
ask_diagram_index_new (void)
{
  AskDiagramIndex *self = g_new0 (AskDiagramIndex, 1);

  self->large = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

static void
index_clear (AskDiagramIndex *self)
{
  g_clear_pointer (&self->rects, g_free);
  g_clear_pointer (&self->starts, g_free);
  g_clear_pointer (&self->items, g_free);
  g_clear_pointer (&self->seen, g_free);
  g_array_set_size (self->large, 0);
  self->n = 0;
  self->search = 0;
}

/** ask_diagram_index_free: @self: (nullable) (transfer full): frees it */
void
ask_diagram_index_free (AskDiagramIndex *self)
{
  if (self == NULL)
    return;
  index_clear (self);
  g_array_unref (self->large);
  g_free (self);
}

/** ask_diagram_rect_meets: Returns: whether @a and @b share a point; touching counts */
gboolean
ask_diagram_rect_meets (const AskDiagramRect *a, const AskDiagramRect *b)
{
  return a->x <= b->x + b->width && b->x <= a->x + a->width && a->y <= b->y + b->height && b->y <= a->y + a->height;
}

typedef struct
{
  int x1;
  int y1;
  int x2;
  int y2;
} Cells;

static int
to_cell (double offset, double size, int n)
{
  double cell = floor (offset / size);

  return cell <= 0 ? 0 : cell >= n - 1 ? n - 1 : (int) cell;
}

static Cells
find_cells (AskDiagramIndex *self, const AskDiagramRect *r)
{
  return (Cells) {
    to_cell (r->x - self->bounds.x, self->cell_width, self->columns),
    to_cell (r->y - self->bounds.y, self->cell_height, self->rows),
    to_cell (r->x + r->width - self->bounds.x, self->cell_width, self->columns),
    to_cell (r->y + r->height - self->bounds.y, self->cell_height, self->rows),
  };
}

static void
find_bounds (AskDiagramIndex *self)
{
  double x1 = self->rects[0].x, y1 = self->rects[0].y, x2 = x1, y2 = y1;

  for (guint i = 0; i < self->n; i++)
    {
      const AskDiagramRect *r = &self->rects[i];

      x1 = MIN (x1, r->x);
      y1 = MIN (y1, r->y);
      x2 = MAX (x2, r->x + r->width);
      y2 = MAX (y2, r->y + r->height);
    }
  self->bounds = (AskDiagramRect) { x1, y1, MAX (x2 - x1, 1), MAX (y2 - y1, 1) };
}

/**
 * ask_diagram_index_fill:
 * @rects: (array length=n): copied; finite
 * @n: how many; 0 leaves it empty
 *
 * Forgets what there was. A rectangle is found again by its place in @rects.
 */
void
ask_diagram_index_fill (AskDiagramIndex *self, const AskDiagramRect *rects, guint n)
{
  g_autofree guint *at = NULL;
  gsize n_cells, n_items = 0;

  index_clear (self);
  if (n == 0)
    return;
  self->n = n;
  self->rects = g_memdup2 (rects, n * sizeof *rects);
  self->seen = g_new0 (guint, n);
  find_bounds (self);
  self->columns = (int) CLAMP (sqrt (n * self->bounds.width / self->bounds.height), 1, MAX_SIDE);
  self->rows = (int) CLAMP (n / (double) self->columns, 1, MAX_SIDE);
  self->cell_width = self->bounds.width / self->columns;
  self->cell_height = self->bounds.height / self->rows;
  n_cells = (gsize) self->columns * (gsize) self->rows;
  self->starts = g_new0 (guint, n_cells + 1);
  for (guint i = 0; i < n; i++)
    {
      Cells c = find_cells (self, &rects[i]);

      if ((c.x2 - c.x1 + 1) * (c.y2 - c.y1 + 1) > MAX_CELLS)
        {
          g_array_append_val (self->large, i);
          continue;
        }
      for (int y = c.y1; y <= c.y2; y++)
        for (int x = c.x1; x <= c.x2; x++, n_items++)
          self->starts[(gsize) y * (gsize) self->columns + (gsize) x + 1]++;
    }
  for (gsize i = 0; i < n_cells; i++)
    self->starts[i + 1] += self->starts[i];
  self->items = g_new (guint, MAX (n_items, 1));
  at = g_memdup2 (self->starts, n_cells * sizeof *at);
  for (guint i = 0; i < n; i++)
    {
      Cells c = find_cells (self, &rects[i]);

      if ((c.x2 - c.x1 + 1) * (c.y2 - c.y1 + 1) > MAX_CELLS)
        continue;
      for (int y = c.y1; y <= c.y2; y++)
        for (int x = c.x1; x <= c.x2; x++)
          self->items[at[(gsize) y * (gsize) self->columns + (gsize) x]++] = i;
    }
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return x < y ? -1 : x > y;
}

static void
look_at (AskDiagramIndex *self, guint i, const AskDiagramRect *area, GArray *found)
{
  if (self->seen[i] == self->search)
    return;
  self->seen[i] = self->search;
  if (ask_diagram_rect_meets (&self->rects[i], area))
    g_array_append_val (found, i);
}

/**
 * ask_diagram_index_find:
 * @found: (element-type guint): emptied, then the places of all that meet @area, in their order
 */
void
ask_diagram_index_find (AskDiagramIndex *self, const AskDiagramRect *area, GArray *found)
{
  Cells c;

  g_array_set_size (found, 0);
  if (self->n == 0 || !ask_diagram_rect_meets (&self->bounds, area))
    return;
  self->search++;
  c = find_cells (self, area);
  /* All of it: in order already. */
  if (c.x1 == 0 && c.y1 == 0 && c.x2 == self->columns - 1 && c.y2 == self->rows - 1)
    {
      for (guint i = 0; i < self->n; i++)
        look_at (self, i, area, found);
      return;
    }
  for (guint i = 0; i < self->large->len; i++)
    look_at (self, g_array_index (self->large, guint, i), area, found);
  for (int y = c.y1; y <= c.y2; y++)
    for (int x = c.x1; x <= c.x2; x++)
      {
        gsize cell = (gsize) y * (gsize) self->columns + (gsize) x;

        for (guint i = self->starts[cell]; i < self->starts[cell + 1]; i++)
          look_at (self, self->items[i], area, found);
      }
  g_array_sort (found, compare_places);
}
