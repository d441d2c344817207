/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names from afar, as maps have them: in letters of one size, beside boxes that are too small for words. What many lines
 * lead to comes first, then the others, as far as there is room. No name lies over another one, and none over a box but
 * that of a box that far more lines lead to than to those below it.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

/* In pixels, as are all lengths here. */
#define SIZE 9.0
/* Of a name, in em; a longer one is cut. */
#define LONGEST 16
#define HEIGHT 12.0
#define GAP 2.0
/* Around a name nothing else is written. */
#define APART 3.0
/* So many lines make a box one that is looked for. */
#define HUB 6
/* Cells of the grid in which taken places are found. */
#define CELL 64.0

typedef struct
{
  guint box;
  guint rank; /* the higher, the sooner */
} Candidate;

typedef struct
{
  AskDiagramFrame *frame;
  GHashTable *cells; /* cell → GArray of AskDiagramRect: what is written there */
  GArray *found; /* guint: boxes */
} Labels;

/* ---- names */

/*
 * ask_diagram_box_get_short_name:
 *
 * Returns: (transfer none): the name of @box, without that of its group where that stands beside it already
 */
const char *
ask_diagram_box_get_short_name (AskDiagram *self, const AskDiagramBox *box)
{
  const AskDiagramGroup *group = box->source < self->groups->len ? self->groups->pdata[box->source] : NULL;
  const char *name = box->entity->name;
  gsize length = group != NULL ? strlen (group->name) : 0;

  if (length == 0 || self->groups->len < 2 || !group->apart || g_ascii_strncasecmp (name, group->name, length) != 0
      || strchr ("_ .-", name[length]) == NULL || name[length] == '\0' || name[length + 1] == '\0')
    return name;
  return name + length + 1;
}

/* ask_diagram_box_get_label: Returns: (transfer none): the short name, as it stands beside or in the box */
const AskDiagramText *
ask_diagram_box_get_label (AskDiagram *self, AskDiagramBox *box)
{
  if (box->label == NULL)
    box->label = ask_diagram_text_new (self->fonts, ask_diagram_box_get_short_name (self, box), FALSE, LONGEST);
  return box->label;
}

/* ---- places */

static guint
count_cells (double from, double to, int *first)
{
  *first = (int) floor (from / CELL);
  return (guint) ((int) floor (to / CELL) - *first + 1);
}

static void
take (Labels *self, const AskDiagramRect *rect)
{
  int x, y;
  guint columns = count_cells (rect->x, rect->x + rect->width, &x);
  guint rows = count_cells (rect->y, rect->y + rect->height, &y);

  for (guint i = 0; i < columns * rows; i++)
    {
      gpointer key = GINT_TO_POINTER (((y + (int) (i / columns)) * 4096 + x + (int) (i % columns)) * 2 + 1);
      GArray *taken = g_hash_table_lookup (self->cells, key);

      if (taken == NULL)
        {
          taken = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
          g_hash_table_insert (self->cells, key, taken);
        }
      g_array_append_vals (taken, rect, 1);
    }
}

static gboolean
is_taken (Labels *self, const AskDiagramRect *rect)
{
  AskDiagramRect wide = { rect->x - APART, rect->y - APART, rect->width + 2 * APART, rect->height + 2 * APART };
  int x, y;
  guint columns = count_cells (wide.x, wide.x + wide.width, &x);
  guint rows = count_cells (wide.y, wide.y + wide.height, &y);

  for (guint i = 0; i < columns * rows; i++)
    {
      gpointer key = GINT_TO_POINTER (((y + (int) (i / columns)) * 4096 + x + (int) (i % columns)) * 2 + 1);
      const GArray *taken = g_hash_table_lookup (self->cells, key);

      for (guint t = 0; taken != NULL && t < taken->len; t++)
        if (ask_diagram_rect_meets (&wide, &g_array_index (taken, AskDiagramRect, t)))
          return TRUE;
    }
  return FALSE;
}

/* The most lines that lead to a box below @rect, beside @box itself; -1 where there is none. */
static int
find_below (Labels *self, guint box, const AskDiagramRect *rect)
{
  const AskDiagramFrame *frame = self->frame;
  AskDiagramRect area = { frame->area.x + rect->x / frame->scale, frame->area.y + rect->y / frame->scale,
                          rect->width / frame->scale, rect->height / frame->scale };
  int most = -1;

  ask_diagram_index_find (frame->diagram->box_index, &area, self->found);
  for (guint i = 0; i < self->found->len; i++)
    {
      guint other = g_array_index (self->found, guint, i);
      const AskDiagramBox *below = frame->diagram->boxes->pdata[other];

      if (other != box && ask_diagram_rect_meets (&below->rect, &area))
        most = MAX (most, (int) below->lines->len);
    }
  return most;
}

static gboolean
is_marked (const AskDiagramFrame *self, guint box)
{
  return self->selected[box] || (self->bright != NULL && self->bright[box]);
}

/* Below, above, behind or before its box: the first place that is free. */
static gboolean
find_place (Labels *self, guint at, double width, AskDiagramRect *place)
{
  const AskDiagramFrame *frame = self->frame;
  const AskDiagramBox *box = frame->diagram->boxes->pdata[at];
  double x = ask_diagram_frame_x (frame, box->rect.x), y = ask_diagram_frame_y (frame, box->rect.y);
  double w = box->rect.width * frame->scale, h = box->rect.height * frame->scale;
  const AskDiagramRect places[] = {
    { x + (w - width) / 2, y + h + GAP, width, HEIGHT },
    { x + (w - width) / 2, y - GAP - HEIGHT, width, HEIGHT },
    { x + w + GAP, y + (h - HEIGHT) / 2, width, HEIGHT },
    { x - GAP - width, y + (h - HEIGHT) / 2, width, HEIGHT },
  };

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < G_N_ELEMENTS (places); i++)
      {
        int below;

        *place = places[i];
        if (is_taken (self, place))
          continue;
        below = find_below (self, at, place);
        if (below < 0
            || (pass == 1 && (is_marked (frame, at) || (box->lines->len >= HUB && below * 2 < (int) box->lines->len))))
          return TRUE;
      }
  return FALSE;
}

/* ---- all of them */

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *one = a;
  const Candidate *other = b;

  if (one->rank != other->rank)
    return one->rank > other->rank ? -1 : 1;
  return one->box < other->box ? -1 : 1;
}

static GArray *
list_candidates (const AskDiagramFrame *self)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint at = 0; at < self->diagram->boxes->len; at++)
    {
      AskDiagramBox *box = self->diagram->boxes->pdata[at];
      Candidate candidate = { at, box->lines->len + (is_marked (self, at) ? G_MAXUINT / 2 : 0) };

      if (!box->folded && !ask_diagram_frame_has_name (self, box) && (self->bright == NULL || self->bright[at]))
        g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  return candidates;
}

/* What the places depend on beside the boxes: which of them are marked. */
static guint
hash_marks (const AskDiagramFrame *self)
{
  guint hash = self->titles ? 1 : 2;

  for (guint i = 0; i < self->diagram->boxes->len; i++)
    hash = hash * 31 + self->selected[i] + (self->bright != NULL ? 2u + self->bright[i] : 0);
  return hash;
}

/*
 * ask_diagram_frame_place_labels:
 *
 * Where names stand does not depend on what is seen, so that they stay while a person moves about. They are found anew
 * where the scale, the boxes or the marks changed.
 *
 * Returns: (transfer none) (element-type AskDiagramLabel): which boxes have a name beside them, and where
 */
const GArray *
ask_diagram_frame_place_labels (AskDiagramFrame *self)
{
  AskDiagram *diagram = self->diagram;
  guint marks = hash_marks (self);
  g_autoptr (GArray) candidates = NULL;
  g_autoptr (GHashTable) cells = NULL;
  g_autoptr (GArray) below = NULL;
  AskDiagramFrame plane = *self;
  Labels labels = { &plane };

  if (diagram->labels != NULL && diagram->labels_scale == self->scale && diagram->labels_marks == marks)
    return diagram->labels;
  g_clear_pointer (&diagram->labels, g_array_unref);
  diagram->labels = g_array_new (FALSE, FALSE, sizeof (AskDiagramLabel));
  diagram->labels_scale = self->scale;
  diagram->labels_marks = marks;
  plane.area = (AskDiagramRect) { 0 };
  labels.cells = cells = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  labels.found = below = g_array_new (FALSE, FALSE, sizeof (guint));
  candidates = list_candidates (self);
  for (guint i = 0; i < candidates->len; i++)
    {
      AskDiagramLabel label = { .box = g_array_index (candidates, Candidate, i).box };
      const AskDiagramText *text = ask_diagram_box_get_label (diagram, diagram->boxes->pdata[label.box]);

      if (!find_place (&labels, label.box, text->width * SIZE, &label.place))
        continue;
      take (&labels, &label.place);
      g_array_append_val (diagram->labels, label);
    }
  return diagram->labels;
}

/* Whether the name of a group or an area is there. */
static gboolean
is_written (const AskDiagramFrame *self, const AskDiagramRect *place)
{
  for (guint i = 0; i < self->written->len; i++)
    if (ask_diagram_rect_meets (place, &g_array_index (self->written, AskDiagramRect, i)))
      return TRUE;
  return FALSE;
}

/* ask_diagram_frame_labels: writes names beside boxes */
void
ask_diagram_frame_labels (AskDiagramFrame *self)
{
  const GArray *placed = ask_diagram_frame_place_labels (self);
  const AskDiagramColors *colors = &self->diagram->colors;
  guint32 ground = colors->background;
  AskDiagramRect seen = { 0, 0, self->area.width * self->scale, self->area.height * self->scale };

  for (guint i = 0; i < placed->len; i++)
    {
      const AskDiagramLabel *label = &g_array_index (placed, AskDiagramLabel, i);
      AskDiagramBox *box = self->diagram->boxes->pdata[label->box];
      AskDiagramRect place = { label->place.x - self->area.x * self->scale, label->place.y - self->area.y * self->scale,
                               label->place.width, label->place.height };

      if (!ask_diagram_rect_meets (&place, &seen) || is_written (self, &place))
        continue;
      cairo_rectangle (self->cr, rint (place.x) - 1, rint (place.y), ceil (place.width) + 2, HEIGHT);
      ask_diagram_ink_add (self->ink, ask_diagram_box_get_label (self->diagram, box), place.x,
                           place.y + HEIGHT / 2 + SIZE * 0.36, SIZE,
                           0xff000000 | (box->entity->hidden ? colors->faint : colors->text));
    }
  cairo_set_source_rgba (self->cr, ((ground >> 16) & 255) / 255.0, ((ground >> 8) & 255) / 255.0,
                         (ground & 255) / 255.0, 0.8);
  cairo_fill (self->cr);
  ask_diagram_ink_show (self->ink);
}
