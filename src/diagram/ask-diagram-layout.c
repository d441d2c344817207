/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arranging: where boxes go that nobody has placed, or all of them. Each source is laid out by itself, and each part of
 * it that hangs together by libgraphviz: few boxes in ranks (dot), many by springs (sfdp); what is related to nothing stands in
 * grids beside them, one for each topic that names share. The sources are then packed side by side, so that each can be framed.
 *
 * It works on numbers that were copied from the diagram, so it may run in any thread; libgraphviz has global state,
 * so one layout runs at a time in a process. The same diagram gives the same places.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <gvc.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

#include "base/ask-error.h"

/* Beyond this a part is laid out by springs: ranks of many boxes become towers. */
#define MAX_RANKED 48
#define INCH 72.0
/* Between boxes that nothing relates: a line goes straight from one to the other here, once there is one. */
#define GRID_GAP 5
/* Between two topics: enough that the eye takes each for one. */
#define TOPIC_GAP 10
/* About how wide the whole is to its height. */
#define ASPECT 1.6

typedef struct
{
  char *id;
  char *name;
  AskDiagramRect rect;
  gboolean placed;
  guint source;
  guint part; /* of those that hang together */
  GArray *near; /* guint: what it is related to */
} Node;

struct _AskDiagramLayout
{
  GArray *nodes; /* Node */
  GArray *edges; /* guint pairs: from, to */
  guint n_sources;
  gboolean all;
  gboolean done;
  double em;
};

/* libgraphviz keeps its context, its random numbers and its errors in globals. */
static GMutex graphviz_lock;
static GVC_t *graphviz;

static void
clear_node (gpointer data)
{
  Node *node = data;

  g_free (node->id);
  g_free (node->name);
  g_array_unref (node->near);
}

/**
 * ask_diagram_layout_new:
 * @all: whether those that have a place get a new one too
 *
 * Returns: (transfer full): the task, with all that it needs to know of @diagram as it is now
 */
AskDiagramLayout *
ask_diagram_layout_new (AskDiagram *diagram, gboolean all)
{
  AskDiagramLayout *self = g_new0 (AskDiagramLayout, 1);
  gboolean any_placed = FALSE;

  self->nodes = g_array_new (FALSE, TRUE, sizeof (Node));
  g_array_set_clear_func (self->nodes, clear_node);
  self->edges = g_array_new (FALSE, FALSE, sizeof (guint));
  self->n_sources = diagram->groups->len;
  self->em = diagram->metrics.em;
  for (guint i = 0; i < diagram->boxes->len; i++)
    {
      const AskDiagramBox *box = diagram->boxes->pdata[i];
      Node node = { g_strdup (box->entity->id),
                    g_strdup (box->entity->name),
                    box->rect,
                    box->placed && !all,
                    box->source,
                    0,
                    g_array_new (FALSE, FALSE, sizeof (guint)) };

      any_placed = any_placed || node.placed;
      g_array_append_val (self->nodes, node);
    }
  for (guint i = 0; i < diagram->lines->len; i++)
    {
      const AskDiagramLine *line = &g_array_index (diagram->lines, AskDiagramLine, i);

      if (line->from == G_MAXUINT || line->from == line->to || line->suggested)
        continue;
      g_array_append_val (self->edges, line->from);
      g_array_append_val (self->edges, line->to);
      g_array_append_val (g_array_index (self->nodes, Node, line->from).near, line->to);
      g_array_append_val (g_array_index (self->nodes, Node, line->to).near, line->from);
    }
  self->all = !any_placed;
  return self;
}

/** ask_diagram_layout_free: @self: (nullable) (transfer full): frees it; no thread may still run it */
void
ask_diagram_layout_free (AskDiagramLayout *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_free (self);
}

static Node *
get_node (AskDiagramLayout *self, guint i)
{
  return &g_array_index (self->nodes, Node, i);
}

static void
set_number (void *thing, const char *name, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  agsafeset (thing, (char *) name, g_ascii_formatd (text, sizeof text, "%.4f", number), (char *) "");
}

static void
set_text (void *thing, const char *name, const char *text)
{
  agsafeset (thing, (char *) name, (char *) text, (char *) "");
}

/* Calls the library, which reads numbers in the thread's locale; ours are in C's. */
static gboolean
call_graphviz (graph_t *graph, const char *engine)
{
  locale_t c = newlocale (LC_NUMERIC_MASK, "C", (locale_t) 0), before;
  int result;

  before = c != (locale_t) 0 ? uselocale (c) : (locale_t) 0;
  if (graphviz == NULL)
    graphviz = gvContext ();
  /* Its springs draw from both of C's generators, and not all of them seed it. */
  srand (7);
  srand48 (7);
  result = graphviz != NULL ? gvLayout (graphviz, graph, engine) : -1;
  if (before != (locale_t) 0)
    uselocale (before);
  if (c != (locale_t) 0)
    freelocale (c);
  return result == 0;
}

static void
set_up_graph (graph_t *graph, gboolean ranked, double em)
{
  set_text (graph, "splines", "none");
  set_text (graph, "start", "7");
  if (ranked)
    {
      set_text (graph, "rankdir", "LR");
      set_number (graph, "nodesep", em * 2.4 / INCH);
      set_number (graph, "ranksep", em * 11 / INCH);
      return;
    }
  set_text (graph, "overlap", "prism");
  set_text (graph, "overlap_scaling", "-2");
  set_number (graph, "K", em * 20 / INCH);
  set_text (graph, "smoothing", "spring");
}

/* Puts the boxes of @part into @graph, and the lines between them. @made: gets each box at its number */
static void
fill_graph (AskDiagramLayout *self, graph_t *graph, const GArray *part, gboolean ranked, node_t **made)
{
  for (guint i = 0; i < part->len; i++)
    {
      guint n = g_array_index (part, guint, i);
      char name[16];

      g_snprintf (name, sizeof name, "%u", n);
      made[n] = agnode (graph, name, 1);
      set_text (made[n], "shape", "box");
      set_text (made[n], "fixedsize", "true");
      set_text (made[n], "label", "");
      /* Springs know no ranks to keep free for lines: the boxes bring their own room. */
      set_number (made[n], "width", (get_node (self, n)->rect.width + (ranked ? 0 : self->em * 7)) / INCH);
      set_number (made[n], "height", (get_node (self, n)->rect.height + (ranked ? 0 : self->em * 4)) / INCH);
    }
  for (guint i = 0; i + 1 < self->edges->len; i += 2)
    {
      node_t *from = made[g_array_index (self->edges, guint, i)], *to = made[g_array_index (self->edges, guint, i + 1)];

      if (from != NULL && to != NULL && agedge (graph, from, to, NULL, 0) == NULL)
        agedge (graph, from, to, NULL, 1);
    }
}

/* @rects: gets the places of @slots, moved so that they begin at 0, 0 */
static void
move_to_origin (const AskDiagramSlot *slots, guint n, AskDiagramRect *rects)
{
  double x = G_MAXDOUBLE, y = G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      x = MIN (x, slots[i].rect.x);
      y = MIN (y, slots[i].rect.y);
    }
  for (guint i = 0; i < n; i++)
    {
      rects[i] = slots[i].rect;
      rects[i].x = rint (rects[i].x - x);
      rects[i].y = rint (rects[i].y - y);
    }
}

/* One part that hangs together, of two boxes or more; from 0, 0. */
static gboolean
lay_out_part (AskDiagramLayout *self, const GArray *part, AskDiagramRect *rects, GError **error)
{
  g_autofree node_t **made = g_new0 (node_t *, self->nodes->len + 1);
  g_autofree AskDiagramSlot *slots = g_new0 (AskDiagramSlot, part->len);
  gboolean ranked = part->len <= MAX_RANKED, laid_out;
  graph_t *graph;

  g_mutex_lock (&graphviz_lock);
  agseterr (AGMAX);
  graph = agopen ((char *) "schema", Agdirected, NULL);
  set_up_graph (graph, ranked, self->em);
  fill_graph (self, graph, part, ranked, made);
  laid_out = call_graphviz (graph, ranked ? "dot" : "sfdp");
  for (guint i = 0; i < part->len && laid_out; i++)
    {
      guint n = g_array_index (part, guint, i);
      const AskDiagramRect *box = &get_node (self, n)->rect;

      slots[i].rect = (AskDiagramRect) { ND_coord (made[n]).x - box->width / 2, -ND_coord (made[n]).y - box->height / 2,
                                         box->width, box->height };
    }
  if (!laid_out)
    ask_error_set (error, ASK_DIAGRAM_ERROR, ASK_DIAGRAM_ERROR_LAYOUT,
                   N_ ("The boxes cannot be arranged: %s. Is Graphviz installed with its layout plugins?"),
                   aglasterr () != NULL ? aglasterr () : "the layout library gave no reason");
  else
    gvFreeLayout (graphviz, graph);
  agclose (graph);
  g_mutex_unlock (&graphviz_lock);
  if (!laid_out)
    return FALSE;
  ask_diagram_place_apart (slots, part->len, self->em * 2.4);
  move_to_origin (slots, part->len, rects);
  return TRUE;
}

/* Boxes that have their places to each other. */
typedef struct
{
  GArray *members; /* guint */
  AskDiagramRect *rects;
  AskDiagramRect bounds;
} Block;

static Block *
block_new (void)
{
  Block *self = g_new0 (Block, 1);

  self->members = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

static void
block_free (gpointer data)
{
  Block *self = data;

  g_array_unref (self->members);
  g_free (self->rects);
  g_free (self);
}

static void
block_measure (Block *self)
{
  self->bounds = (AskDiagramRect) { 0 };
  for (guint i = 0; i < self->members->len; i++)
    {
      self->bounds.width = MAX (self->bounds.width, self->rects[i].x + self->rects[i].width);
      self->bounds.height = MAX (self->bounds.height, self->rects[i].y + self->rects[i].height);
    }
}

static void
collect_part (AskDiagramLayout *self, guint start, guint source, guint8 *seen, GArray *part)
{
  g_array_append_val (part, start);
  seen[start] = TRUE;
  for (guint i = 0; i < part->len; i++)
    {
      const Node *node = get_node (self, g_array_index (part, guint, i));

      for (guint k = 0; k < node->near->len; k++)
        {
          guint next = g_array_index (node->near, guint, k);

          if (seen[next] || get_node (self, next)->source != source)
            continue;
          seen[next] = TRUE;
          g_array_append_val (part, next);
        }
    }
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return x < y ? -1 : x > y;
}

/* All blocks of a source into one. */
static Block *
join_blocks (GPtrArray *blocks, double gap)
{
  g_autofree AskDiagramRect *bounds = g_new (AskDiagramRect, blocks->len + 1);
  Block *joined = block_new ();
  guint at = 0;

  for (guint i = 0; i < blocks->len; i++)
    bounds[i] = ((Block *) blocks->pdata[i])->bounds;
  ask_diagram_place_pack (bounds, blocks->len, gap, ASPECT);
  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = blocks->pdata[i];

      g_array_append_vals (joined->members, block->members->data, block->members->len);
    }
  joined->rects = g_new (AskDiagramRect, joined->members->len + 1);
  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = blocks->pdata[i];

      for (guint k = 0; k < block->members->len; k++)
        {
          joined->rects[at] = block->rects[k];
          joined->rects[at].x += rint (bounds[i].x);
          joined->rects[at].y += rint (bounds[i].y);
          at++;
        }
    }
  block_measure (joined);
  return joined;
}

static Block *
lay_out_grid (AskDiagramLayout *self, GArray *members)
{
  Block *block = block_new ();

  g_array_append_vals (block->members, members->data, members->len);
  block->rects = g_new0 (AskDiagramRect, members->len + 1);
  for (guint i = 0; i < members->len; i++)
    block->rects[i] = get_node (self, g_array_index (members, guint, i))->rect;
  ask_diagram_place_grid (block->rects, members->len, self->em * GRID_GAP, 1.4);
  block_measure (block);
  return block;
}

/* What nothing relates, topic by topic. */
static Block *
lay_out_loose (AskDiagramLayout *self, const GArray *loose)
{
  g_autoptr (GPtrArray) grids = g_ptr_array_new_with_free_func (block_free);
  g_autofree const char **names = g_new0 (const char *, loose->len + 1);
  g_autofree guint *topics = NULL;
  guint n_topics = 0;

  for (guint i = 0; i < loose->len; i++)
    names[i] = get_node (self, g_array_index (loose, guint, i))->name;
  topics = ask_diagram_list_topics (names, loose->len);
  for (guint i = 0; i < loose->len; i++)
    n_topics = MAX (n_topics, topics[i]);
  for (guint topic = 0; topic <= n_topics; topic++)
    {
      g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint));

      for (guint i = 0; i < loose->len; i++)
        if (topics[i] == topic)
          g_array_append_val (members, g_array_index (loose, guint, i));
      if (members->len > 0)
        g_ptr_array_add (grids, lay_out_grid (self, members));
    }
  return join_blocks (grids, self->em * TOPIC_GAP);
}

/* One source: the boxes of @wanted that are its. NULL with no error: it has none. */
static Block *
lay_out_source (AskDiagramLayout *self, guint source, const guint8 *wanted, GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *seen = g_new (guint8, self->nodes->len + 1);
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func (block_free);
  g_autoptr (GArray) loose = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->nodes->len; i++)
    seen[i] = !wanted[i];
  for (guint i = 0; i < self->nodes->len; i++)
    {
      Block *block;

      if (seen[i] || get_node (self, i)->source != source)
        continue;
      block = block_new ();
      collect_part (self, i, source, seen, block->members);
      if (block->members->len == 1)
        {
          g_array_append_val (loose, i);
          block_free (block);
          continue;
        }
      g_array_sort (block->members, compare_numbers);
      g_ptr_array_add (blocks, block);
      block->rects = g_new0 (AskDiagramRect, block->members->len);
      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !lay_out_part (self, block->members, block->rects, error))
        return NULL;
      block_measure (block);
    }
  if (loose->len > 0)
    g_ptr_array_add (blocks, lay_out_loose (self, loose));
  return blocks->len > 0 ? join_blocks (blocks, self->em * 5) : NULL;
}

static AskDiagramRect
unite (const AskDiagramRect *a, const AskDiagramRect *b)
{
  double left = MIN (a->x, b->x), top = MIN (a->y, b->y);

  return (AskDiagramRect) { left, top, MAX (a->x + a->width, b->x + b->width) - left,
                            MAX (a->y + a->height, b->y + b->height) - top };
}

/* Returns: (transfer full) (element-type AskDiagramRect): what the boxes of each source take up that stay */
static GArray *
list_taken (AskDiagramLayout *self, const guint8 *wanted)
{
  GArray *taken = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));

  for (guint source = 0; source < self->n_sources; source++)
    {
      AskDiagramRect all = { 0 };

      for (guint i = 0; i < self->nodes->len; i++)
        {
          const Node *node = get_node (self, i);

          if (!wanted[i] && node->source == source)
            all = all.width > 0 ? unite (&all, &node->rect) : node->rect;
        }
      if (all.width > 0)
        g_array_append_val (taken, all);
    }
  return taken;
}

/* Moves @rect beside or below what is @taken, to where the whole is least in its longer direction: each source that
 * comes alone would else make the plane a taller column. */
static void
find_room (const GArray *taken, double gap, AskDiagramRect *rect)
{
  const AskDiagramRect *rects = (const AskDiagramRect *) taken->data;
  AskDiagramRect all = { 0 }, best = *rect;
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < taken->len; i++)
    all = i > 0 ? unite (&all, &rects[i]) : rects[i];
  for (guint i = 0; i < 2 * (taken->len + 1); i++)
    {
      /* The last one is the whole, beside and below which there is always room. */
      const AskDiagramRect *at = i / 2 < taken->len ? &rects[i / 2] : &all;
      AskDiagramRect to = i % 2 == 0 ? (AskDiagramRect) { at->x + at->width + gap, at->y, rect->width, rect->height }
                                     : (AskDiagramRect) { at->x, at->y + at->height + gap, rect->width, rect->height };
      AskDiagramRect whole = unite (&all, &to);
      double size = MAX (whole.width / ASPECT, whole.height);
      gboolean free = TRUE;

      for (guint k = 0; k < taken->len && free; k++)
        free = to.x >= rects[k].x + rects[k].width + gap || rects[k].x >= to.x + to.width + gap
               || to.y >= rects[k].y + rects[k].height + gap || rects[k].y >= to.y + to.height + gap;
      if (!free || size >= least)
        continue;
      least = size;
      best = to;
    }
  *rect = best;
}

/* All of @wanted; where there are placed ones, beside or below these. */
static gboolean
lay_out_all (AskDiagramLayout *self, const guint8 *wanted, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) taken = list_taken (self, wanted);
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func (block_free);
  AskDiagramRect room;
  Block *whole;

  for (guint source = 0; source < self->n_sources; source++)
    {
      g_autoptr (GError) local = NULL;
      Block *block = lay_out_source (self, source, wanted, cancellable, &local);

      if (local != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      if (block != NULL)
        g_ptr_array_add (blocks, block);
    }
  /* Room for the frames of both, the name of one, and lines between them. */
  whole = join_blocks (blocks, self->em * 12);
  room = whole->bounds;
  if (taken->len > 0)
    find_room (taken, self->em * 12, &room);
  for (guint i = 0; i < whole->members->len; i++)
    {
      Node *node = get_node (self, g_array_index (whole->members, guint, i));

      node->rect = whole->rects[i];
      node->rect.x = rint (node->rect.x + room.x - whole->bounds.x);
      node->rect.y = rint (node->rect.y + room.y - whole->bounds.y);
      node->placed = TRUE;
    }
  block_free (whole);
  return TRUE;
}

/* Beside what it is related to: left of what it refers to, as ranks would have it. */
static void
seat_near (AskDiagramLayout *self, guint i, guint near)
{
  g_autofree AskDiagramSlot *slots = g_new0 (AskDiagramSlot, self->nodes->len + 1);
  Node *node = get_node (self, i);
  const AskDiagramRect *at = &get_node (self, near)->rect;
  double gap = self->em * 8;
  gboolean refers = FALSE;
  guint n = 0;

  for (guint e = 0; e + 1 < self->edges->len && !refers; e += 2)
    refers = g_array_index (self->edges, guint, e) == i && g_array_index (self->edges, guint, e + 1) == near;
  node->rect.x = refers ? at->x - gap - node->rect.width : at->x + at->width + gap;
  node->rect.y = at->y;
  for (guint k = 0; k < self->nodes->len; k++)
    if (k != i && get_node (self, k)->placed)
      slots[n++] = (AskDiagramSlot) { get_node (self, k)->rect, TRUE };
  slots[n] = (AskDiagramSlot) { node->rect, FALSE };
  ask_diagram_place_apart (slots, n + 1, self->em * 2.4);
  node->rect.x = rint (slots[n].rect.x);
  node->rect.y = rint (slots[n].rect.y);
  node->placed = TRUE;
}

/* New boxes among placed ones, which stay: those that are related come near, the others beside or below all. */
static gboolean
lay_out_new (AskDiagramLayout *self, GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *wanted = g_new0 (guint8, self->nodes->len + 1);
  gboolean moved = TRUE, any = FALSE;

  while (moved)
    {
      moved = FALSE;
      for (guint i = 0; i < self->nodes->len; i++)
        {
          const Node *node = get_node (self, i);

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          for (guint k = 0; k < node->near->len && !node->placed; k++)
            if (get_node (self, g_array_index (node->near, guint, k))->placed)
              {
                seat_near (self, i, g_array_index (node->near, guint, k));
                moved = TRUE;
              }
        }
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      wanted[i] = !get_node (self, i)->placed;
      any = any || wanted[i];
    }
  return !any || lay_out_all (self, wanted, cancellable, error);
}

/**
 * ask_diagram_layout_run:
 * @cancellable: (nullable): looked at between parts of the schema; libgraphviz itself cannot be stopped
 * @error: (nullable): ASK_DIAGRAM_ERROR_LAYOUT, G_IO_ERROR_CANCELLED
 *
 * Blocks, for about a second for 500 entities. Any thread; another layout in this process waits.
 *
 * Returns: whether there are places to apply
 */
gboolean
ask_diagram_layout_run (AskDiagramLayout *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && !self->done, FALSE);
  if (self->all)
    {
      g_autofree guint8 *wanted = g_new (guint8, self->nodes->len + 1);

      memset (wanted, TRUE, self->nodes->len + 1);
      self->done = lay_out_all (self, wanted, cancellable, error);
    }
  else
    self->done = lay_out_new (self, cancellable, error);
  return self->done;
}

/**
 * ask_diagram_layout_apply:
 * @diagram: the one that it was made of, whatever became of it meanwhile: entities are told by their ids
 *
 * Moves the boxes; ask_diagram_list_moved() then says what an edit has to write down. Nothing where the layout
 * did not succeed.
 */
void
ask_diagram_layout_apply (AskDiagramLayout *self, AskDiagram *diagram)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_if_fail (self != NULL && diagram != NULL);
  for (guint i = 0; i < self->nodes->len && self->done; i++)
    g_hash_table_insert (places, get_node (self, i)->id, GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < diagram->boxes->len && self->done; i++)
    {
      AskDiagramBox *box = diagram->boxes->pdata[i];
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, box->entity->id));

      if (place == 0)
        continue;
      box->rect.x = get_node (self, place - 1)->rect.x;
      box->rect.y = get_node (self, place - 1)->rect.y;
      box->placed = TRUE;
      box->raised = 0;
    }
  diagram->boxes_dirty = diagram->lines_dirty = TRUE;
}

/**
 * ask_diagram_arrange:
 * @all: whether those that have a place get a new one too
 * @cancellable: (nullable): see ask_diagram_layout_run()
 * @error: (nullable): likewise
 *
 * The three steps in one, for callers that may block.
 *
 * Returns: whether the boxes are arranged
 */
gboolean
ask_diagram_arrange (AskDiagram *self, gboolean all, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDiagramLayout) layout = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  layout = ask_diagram_layout_new (self, all);
  if (!ask_diagram_layout_run (layout, cancellable, error))
    return FALSE;
  ask_diagram_layout_apply (layout, self);
  return TRUE;
}
