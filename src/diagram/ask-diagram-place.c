/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rectangles beside each other: off each other with little movement, in a grid, or packed into a sheet. Pure functions of
 * numbers; the same in gives the same out.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

static gboolean
is_close (const AskDiagramRect *a, const AskDiagramRect *b, double gap)
{
  return a->x < b->x + b->width + gap && b->x < a->x + a->width + gap && a->y < b->y + b->height + gap
         && b->y < a->y + a->height + gap;
}

/* The first of those that stand already which @rect is too close to. */
static const AskDiagramSlot *
find_close (AskDiagramSlot **standing, guint n, const AskDiagramRect *rect, double gap)
{
  for (guint i = 0; i < n; i++)
    if (is_close (&standing[i]->rect, rect, gap))
      return standing[i];
  return NULL;
}

typedef struct
{
  AskDiagramSlot *slot;
  double far; /* from the middle */
  guint place;
} Turn;

static int
compare_turns (const void *a, const void *b)
{
  const Turn *x = a, *y = b;

  if (x->slot->fixed != y->slot->fixed)
    return x->slot->fixed ? -1 : 1;
  if (!x->slot->fixed && x->far != y->far)
    return x->far < y->far ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* The free place nearest to where @slot would like to be. What is free next to a box that stands lies along one of
 * its four edges, so those are the candidates, of nearer boxes first. */
static void
seat (AskDiagramSlot **standing, guint n, AskDiagramSlot *slot, double gap)
{
  AskDiagramRect wish = slot->rect, best = wish;
  double best_cost = G_MAXDOUBLE;

  if (find_close (standing, n, &wish, gap) == NULL)
    return;
  for (guint i = 0; i < n; i++)
    {
      const AskDiagramRect *at = &standing[i]->rect;
      double x1 = at->x - gap - wish.width, x2 = at->x + at->width + gap;
      double y1 = at->y - gap - wish.height, y2 = at->y + at->height + gap;
      AskDiagramRect tries[] = {
        { x1, wish.y, wish.width, wish.height }, { x2, wish.y, wish.width, wish.height },
        { wish.x, y1, wish.width, wish.height }, { wish.x, y2, wish.width, wish.height },
        { x1, at->y, wish.width, wish.height },  { x2, at->y, wish.width, wish.height },
        { at->x, y1, wish.width, wish.height },  { at->x, y2, wish.width, wish.height },
      };

      for (guint k = 0; k < G_N_ELEMENTS (tries); k++)
        {
          /* A step up or down is smaller to the eye than one aside. */
          double cost = hypot (tries[k].x - wish.x, tries[k].y - wish.y);

          if (cost < best_cost && find_close (standing, n, &tries[k], gap) == NULL)
            {
              best_cost = cost;
              best = tries[k];
            }
        }
    }
  slot->rect = best;
}

/**
 * ask_diagram_place_apart:
 * @slots: (array length=n): moved apart in place, but those that are fixed
 * @gap: between any two of which one is not fixed
 *
 * From the middle outwards, each to the free place that is nearest to where it was.
 */
void
ask_diagram_place_apart (AskDiagramSlot *slots, guint n, double gap)
{
  g_autofree Turn *turns = g_new (Turn, n + 1);
  g_autofree AskDiagramSlot **standing = g_new (AskDiagramSlot *, n + 1);
  double x = 0, y = 0;

  for (guint i = 0; i < n; i++)
    {
      x += (slots[i].rect.x + slots[i].rect.width / 2) / n;
      y += (slots[i].rect.y + slots[i].rect.height / 2) / n;
    }
  for (guint i = 0; i < n; i++)
    turns[i]
      = (Turn) { &slots[i],
                 hypot (slots[i].rect.x + slots[i].rect.width / 2 - x, slots[i].rect.y + slots[i].rect.height / 2 - y),
                 i };
  qsort (turns, n, sizeof *turns, compare_turns);
  for (guint i = 0; i < n; i++)
    {
      if (!turns[i].slot->fixed)
        seat (standing, i, turns[i].slot, gap);
      standing[i] = turns[i].slot;
    }
}

/**
 * ask_diagram_place_grid:
 * @rects: (array length=n): get their places, from 0, 0, in their order: columns, each filled from the top, so that boxes
 *   of different heights leave no holes
 * @aspect: about how wide the whole is to its height
 */
void
ask_diagram_place_grid (AskDiagramRect *rects, guint n, double gap, double aspect)
{
  double area = 0, height, x = 0, y = 0, column = 0;

  for (guint i = 0; i < n; i++)
    area += (rects[i].width + gap) * (rects[i].height + gap);
  height = sqrt (area / aspect);
  for (guint i = 0; i < n; i++)
    {
      if (y > 0 && y + rects[i].height > height)
        {
          x += column + gap;
          y = column = 0;
        }
      rects[i].x = x;
      rects[i].y = y;
      y += rects[i].height + gap;
      column = MAX (column, rects[i].width);
    }
}

typedef struct
{
  AskDiagramRect *rect;
  guint place;
} Piece;

static int
compare_pieces (const void *a, const void *b)
{
  const Piece *x = a, *y = b;

  if (x->rect->height != y->rect->height)
    return x->rect->height > y->rect->height ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* How high the skyline is over [x, x + width]. */
static double
find_ground (const GArray *steps, double x, double width)
{
  double ground = 0;

  for (guint i = 0; i < steps->len; i++)
    {
      const AskDiagramRect *step = &g_array_index (steps, AskDiagramRect, i);

      if (step->x < x + width && x < step->x + step->width)
        ground = MAX (ground, step->y + step->height);
    }
  return ground;
}

/**
 * ask_diagram_place_pack:
 * @rects: (array length=n): get their places, from 0, 0, the highest first
 * @aspect: about how wide the whole is to its height
 *
 * For pieces of different sizes: each goes where it ends highest up, the leftmost of these.
 */
void
ask_diagram_place_pack (AskDiagramRect *rects, guint n, double gap, double aspect)
{
  g_autofree Piece *pieces = g_new (Piece, n + 1);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  double area = 0, width = 0;

  for (guint i = 0; i < n; i++)
    {
      pieces[i] = (Piece) { &rects[i], i };
      area += (rects[i].width + gap) * (rects[i].height + gap);
      width = MAX (width, rects[i].width + gap);
    }
  width = MAX (width, sqrt (area * aspect) * 1.08);
  qsort (pieces, n, sizeof *pieces, compare_pieces);
  for (guint i = 0; i < n; i++)
    {
      AskDiagramRect *rect = pieces[i].rect;
      AskDiagramRect step = { 0, find_ground (steps, 0, rect->width + gap), rect->width + gap, rect->height + gap };

      for (guint k = 0; k < steps->len; k++)
        {
          const AskDiagramRect *at = &g_array_index (steps, AskDiagramRect, k);
          double x = at->x + at->width, ground;

          if (x + step.width > width)
            continue;
          ground = find_ground (steps, x, step.width);
          if (ground < step.y || (ground == step.y && x < step.x))
            {
              step.x = x;
              step.y = ground;
            }
        }
      rect->x = step.x;
      rect->y = step.y;
      g_array_append_val (steps, step);
    }
}
