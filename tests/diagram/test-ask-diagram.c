/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The diagram's geometry and drawing: what is found is what is there, what is drawn of a part is that part of the
 * whole, and a diagram that followed many edits is the one that was made of the last.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"
#include "diagram-schemas.h"

/* A random schema with boxes at random places, some on each other. */
static AskSchema *
make_scattered (guint32 seed, guint n)
{
  AskSchema *schema = make_random_schema (seed, n, 6, 3);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  for (guint i = 0; i < n; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      entity->x = g_rand_int_range (random, -3000, 3000);
      entity->y = g_rand_int_range (random, -2000, 2000);
      entity->placed = TRUE;
      entity->collapsed = g_rand_int_range (random, 0, 5) == 0;
    }
  return schema;
}

static cairo_surface_t *
draw (AskDiagram *diagram, const AskDiagramRect *area, double scale, const AskDiagramMarks *marks)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) lrint (area->width * scale),
                                                         (int) lrint (area->height * scale));
  cairo_t *cr = cairo_create (surface);

  ask_diagram_draw (diagram, cr, area, scale, marks);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *row
    = cairo_image_surface_get_data (surface) + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (const void *) row)[x] & 0xffffff;
}

/* In pixels, where nothing is made larger. */
#define MAX_LETTER 16

/* Letters that touch are darker there or not, by what else cairo draws in the same call: that is far less than
 * anything that is drawn or left out. */
static gboolean
is_unlike (guint32 a, guint32 b)
{
  for (int shift = 0; shift <= 16; shift += 8)
    if (ABS ((int) ((a >> shift) & 255) - (int) ((b >> shift) & 255)) > 40)
      return TRUE;
  return FALSE;
}

/* @part: of @whole, from @x, @y on */
typedef struct
{
  cairo_surface_t *part;
  cairo_surface_t *whole;
  int x;
  int y;
} Pair;

static gboolean
differs (const Pair *self, int i, int j)
{
  return i >= 0 && j >= 0 && i < cairo_image_surface_get_width (self->part)
         && j < cairo_image_surface_get_height (self->part)
         && is_unlike (get_pixel (self->part, i, j), get_pixel (self->whole, self->x + i, self->y + j));
}

/* Cairo 1.18 puts letters between pixels, too, and cuts off the last column of one or not, by what else it draws in the
 * same call: that is one pixel wide, and no higher than a letter. */
static gboolean
is_edge_of_letter (const Pair *self, int i, int j)
{
  int first = j, last = j;

  while (differs (self, i, first - 1))
    first--;
  while (differs (self, i, last + 1))
    last++;
  return !differs (self, i - 1, j) && !differs (self, i + 1, j) && last - first < MAX_LETTER;
}

/* How many pixels differ by more than cairo's ways with letters between @part, and @whole from @x, @y on. */
static guint
count_different (cairo_surface_t *part, cairo_surface_t *whole, int x, int y)
{
  const Pair pair = { part, whole, x, y };
  guint n = 0;

  for (int j = 0; j < cairo_image_surface_get_height (part); j++)
    for (int i = 0; i < cairo_image_surface_get_width (part); i++)
      n += differs (&pair, i, j) && !is_edge_of_letter (&pair, i, j);
  return n;
}

static void
test_empty (void)
{
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  AskDiagramRect area = { 0, 0, 100, 100 }, bounds = ask_diagram_get_bounds (diagram);
  AskDiagramTarget target;
  cairo_surface_t *surface = draw (diagram, &area, 1, NULL);
  cairo_t *cr = cairo_create (surface);

  g_assert_cmpfloat (bounds.width, ==, 0);
  g_assert_cmphex (get_pixel (surface, 50, 50), ==, diagram->colors.background);
  ask_diagram_draw_overview (diagram, cr, 100, 100, &area);
  ask_diagram_draw_legend (diagram, cr, 100);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  ask_diagram_hit (diagram, 1, 1, 4, &target);
  g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_NOTHING);
  g_assert_false (ask_diagram_has_unplaced (diagram));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
hit_middle (AskDiagram *diagram, const AskDiagramRect *rect, AskDiagramTarget *target)
{
  ask_diagram_hit (diagram, rect->x + rect->width / 3, rect->y + rect->height / 2, 3, target);
}

static void
test_hit (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (GError) error = NULL;
  AskDiagramTarget target;
  AskDiagramRect rect;
  guint lines = 0;

  ((AskEntity *) schema->entities->pdata[2])->collapsed = TRUE;
  ask_diagram_set_schema (diagram, schema);
  ask_diagram_arrange (diagram, TRUE, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      for (guint a = 0; a < entity->attributes->len + entity->metrics->len; a++)
        {
          if (!ask_diagram_get_row (diagram, i, a, &rect))
            {
              g_assert_true (entity->collapsed);
              continue;
            }
          hit_middle (diagram, &rect, &target);
          g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_ROW);
          g_assert_cmpuint (target.entity, ==, i);
          g_assert_cmpint (target.attribute, ==, (int) a);
        }
      rect = ask_diagram_get_box (diagram, i);
      ask_diagram_hit (diagram, rect.x + 5, rect.y + 5, 3, &target);
      g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_BOX);
      g_assert_cmpint (target.attribute, ==, -1);
      ask_diagram_hit (diagram, rect.x + rect.width - 5, rect.y + 5, 3, &target);
      g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_FOLD);
      g_assert_cmpuint (target.entity, ==, i);
      ask_diagram_hit (diagram, rect.x + rect.width, rect.y + rect.height + 1e6, 3, &target);
      g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_NOTHING);
    }
  /* On each line's own first part, just off the box. */
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskDiagramLine *line = &g_array_index (diagram->lines, AskDiagramLine, i);

      ask_diagram_hit (diagram, line->x1 + line->from_side * 6, line->y1 + 2, 3, &target);
      g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_LINE);
      g_assert_cmpint (target.relationship, ==, (int) i);
      lines++;
      ask_diagram_hit (diagram, line->x1 + line->from_side * 6, line->y1 + 8, 3, &target);
      g_assert_false (target.hit == ASK_DIAGRAM_LINE && target.relationship == (int) i);
    }
  g_assert_cmpuint (lines, ==, 8);
  /* The name of a source, above its boxes. */
  for (guint g = 0; g < 2; g++)
    {
      const AskDiagramGroup *group = diagram->groups->pdata[g];

      g_assert_true (group->apart);
      ask_diagram_hit (diagram, group->bounds.x + 20, group->bounds.y + 10, 3, &target);
      g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_GROUP);
      g_assert_cmpuint (target.entity, ==, g == 0 ? 0 : 6);
      g_autoptr (GArray) members = ask_diagram_list_group (diagram, target.entity);

      g_assert_cmpuint (members->len, ==, g == 0 ? 6 : 2);
    }
}

static void
test_topmost (void)
{
  g_autoptr (AskSchema) schema = make_random_schema (3, 3, 6, 1);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  AskDiagramTarget target;

  ask_diagram_set_schema (diagram, schema);
  for (guint i = 0; i < 3; i++)
    ((AskDiagramBox *) diagram->boxes->pdata[i])->rect.x = ((AskDiagramBox *) diagram->boxes->pdata[i])->rect.y = 0;
  diagram->boxes_dirty = TRUE;
  ask_diagram_hit (diagram, 5, 5, 3, &target);
  g_assert_cmpuint (target.entity, ==, 2);
  /* What was moved lies above. */
  ask_diagram_move_box (diagram, 0, 1, 1);
  ask_diagram_hit (diagram, 5, 5, 3, &target);
  g_assert_cmpuint (target.entity, ==, 0);
}

static void
test_find (void)
{
  for (guint round = 0; round < 30; round++)
    {
      g_autoptr (AskSchema) schema = make_scattered (g_test_rand_int (), (guint) g_test_rand_int_range (1, 120));
      g_autoptr (AskDiagram) diagram = ask_diagram_new ();

      ask_diagram_set_schema (diagram, schema);
      for (guint k = 0; k < 40; k++)
        {
          AskDiagramRect area = { g_test_rand_double_range (-4000, 4000), g_test_rand_double_range (-3000, 3000),
                                  g_test_rand_double_range (0, 3000), g_test_rand_double_range (0, 2000) };
          g_autoptr (GArray) found = ask_diagram_find_boxes (diagram, &area);
          g_autoptr (GArray) lines = ask_diagram_find_lines (diagram, &area);
          guint at = 0;

          for (guint i = 0; i < schema->entities->len; i++)
            {
              AskDiagramRect box = ask_diagram_get_box (diagram, i);

              if (!ask_diagram_rect_meets (&box, &area))
                continue;
              g_assert_cmpuint (at, <, found->len);
              g_assert_cmpuint (g_array_index (found, guint, at), ==, i);
              at++;
            }
          g_assert_cmpuint (at, ==, found->len);
          at = 0;
          for (guint i = 0; i < schema->relationships->len; i++)
            {
              AskDiagramRect line = ask_diagram_get_line (diagram, i);

              if (!ask_diagram_rect_meets (&line, &area))
                continue;
              g_assert_cmpuint (at, <, lines->len);
              g_assert_cmpuint (g_array_index (lines, guint, at), ==, i);
              at++;
            }
          g_assert_cmpuint (at, ==, lines->len);
          if (k % 4 == 0)
            ask_diagram_move_box (diagram, (guint) g_test_rand_int_range (0, (int) schema->entities->len),
                                  g_test_rand_double_range (-4000, 4000), g_test_rand_double_range (-3000, 3000));
        }
    }
}

/* A part is drawn as that part of the whole, at every level of detail. */
static void
test_culling (void)
{
  static const double scales[] = { 1, 0.5, 0.25 };

  for (guint s = 0; s < G_N_ELEMENTS (scales); s++)
    {
      g_autoptr (AskSchema) schema = make_scattered (g_test_rand_int (), 40);
      g_autoptr (AskDiagram) diagram = ask_diagram_new ();
      AskDiagramRect whole = { -3200, -2400, 6400, 4800 };
      cairo_surface_t *all;

      ask_diagram_set_schema (diagram, schema);
      all = draw (diagram, &whole, scales[s], NULL);
      for (guint k = 0; k < 6; k++)
        {
          int x = g_test_rand_int_range (0, 700) * 8, y = g_test_rand_int_range (0, 500) * 8;
          AskDiagramRect area = { whole.x + x, whole.y + y, 640, 480 };
          cairo_surface_t *part = draw (diagram, &area, scales[s], NULL);

          g_assert_cmpuint (count_different (part, all, (int) (x * scales[s]), (int) (y * scales[s])), ==, 0);
          cairo_surface_destroy (part);
        }
      cairo_surface_destroy (all);
    }
}

static void
test_move (void)
{
  g_autoptr (AskSchema) schema = make_scattered (5, 20);
  g_autoptr (AskSchema) fork = NULL;
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  AskEntity *entity;
  AskDiagramRect box;

  ask_diagram_set_schema (diagram, schema);
  g_assert_false (ask_diagram_has_unplaced (diagram));
  {
    g_autoptr (GArray) moved = ask_diagram_list_moved (diagram);

    g_assert_cmpuint (moved->len, ==, 0);
  }
  ask_diagram_move_box (diagram, 7, 123.4, -55.6);
  box = ask_diagram_get_box (diagram, 7);
  g_assert_cmpfloat (box.x, ==, 123);
  g_assert_cmpfloat (box.y, ==, -56);
  {
    g_autoptr (GArray) moved = ask_diagram_list_moved (diagram);

    g_assert_cmpuint (moved->len, ==, 1);
    g_assert_cmpuint (g_array_index (moved, guint, 0), ==, 7);
  }
  /* The edit that writes it down makes it the schema's own. */
  fork = ask_schema_fork (schema);
  entity = ask_schema_own_entity (fork, ((AskEntity *) schema->entities->pdata[7])->id);
  entity->x = box.x;
  entity->y = box.y;
  ask_diagram_set_schema (diagram, fork);
  {
    g_autoptr (GArray) moved = ask_diagram_list_moved (diagram);

    g_assert_cmpuint (moved->len, ==, 0);
  }
  /* Undo takes it back. */
  ask_diagram_set_schema (diagram, schema);
  box = ask_diagram_get_box (diagram, 7);
  g_assert_cmpfloat (box.x, ==, ((AskEntity *) schema->entities->pdata[7])->x);
}

static void
assert_same (AskDiagram *a, AskDiagram *b, AskSchema *schema)
{
  AskDiagramRect area = { -1500, -1000, 3000, 2000 };
  cairo_surface_t *x = draw (a, &area, 0.7, NULL), *y = draw (b, &area, 0.7, NULL);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskDiagramRect p = ask_diagram_get_box (a, i), q = ask_diagram_get_box (b, i);

      g_assert_cmpmem (&p, sizeof p, &q, sizeof q);
    }
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      AskDiagramRect p = ask_diagram_get_line (a, i), q = ask_diagram_get_line (b, i);

      g_assert_cmpmem (&p, sizeof p, &q, sizeof q);
    }
  g_assert_cmpuint (count_different (x, y, 0, 0), ==, 0);
  cairo_surface_destroy (x);
  cairo_surface_destroy (y);
}

static void
edit (AskSchema *draft)
{
  AskEntity *entity = draft->entities->pdata[g_test_rand_int_range (0, (int) draft->entities->len)];
  g_autofree char *word = g_strdup_printf ("edited_%u", g_test_rand_int ());

  switch (g_test_rand_int_range (0, 6))
    {
    case 0:
      entity = ask_schema_own_entity (draft, entity->id);
      entity->x = g_test_rand_int_range (-1000, 1000);
      entity->y = g_test_rand_int_range (-1000, 1000);
      break;
    case 1:
      entity = ask_schema_own_entity (draft, entity->id);
      entity->collapsed = !entity->collapsed;
      break;
    case 2:
      ask_entity_add_attribute (ask_schema_own_entity (draft, entity->id), word, word, ASK_TYPE_TEXT);
      break;
    case 3:
      entity = ask_schema_add_entity (draft, ask_entity_new (word, entity->source, word, ASK_ENTITY_TABLE));
      entity->placed = TRUE;
      entity->x = g_test_rand_int_range (-1000, 1000);
      break;
    case 4:
      if (draft->relationships->len > 0)
        g_ptr_array_remove_index (draft->relationships,
                                  (guint) g_test_rand_int_range (0, (int) draft->relationships->len));
      break;
    default:
      entity = ask_schema_own_entity (draft, entity->id);
      entity->hidden = !entity->hidden;
    }
}

static void
test_incremental (void)
{
  AskSchema *schema = make_scattered (g_test_rand_int (), 40);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();

  ask_diagram_set_schema (diagram, schema);
  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (AskDiagram) fresh = ask_diagram_new ();
      AskSchema *draft = ask_schema_fork (schema);
      gpointer kept = diagram->boxes->pdata[0];
      AskEntity *first = schema->entities->pdata[0];

      edit (draft);
      ask_diagram_set_schema (diagram, draft);
      ask_diagram_set_schema (fresh, draft);
      assert_same (diagram, fresh, draft);
      /* What was not touched is not made anew. */
      if (draft->entities->pdata[0] == first)
        g_assert_true (diagram->boxes->pdata[0] == kept);
      ask_schema_unref (schema);
      schema = draft;
    }
  ask_schema_unref (schema);
}

/* Upright parts do not lie on each other, unless they lead to the same row. */
static void
test_lanes (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    ask_schema_add_relationship (schema, "order_item", "quantity", "product", i % 2 == 0 ? "product_id" : "weight");
  ask_diagram_set_schema (diagram, schema);
  ask_diagram_arrange (diagram, TRUE, NULL, &error);
  g_assert_no_error (error);
  ask_diagram_settle (diagram);
  for (guint i = 0; i < diagram->lines->len; i++)
    for (guint j = 0; j < i; j++)
      {
        const AskDiagramLine *a = &g_array_index (diagram->lines, AskDiagramLine, i);
        const AskDiagramLine *b = &g_array_index (diagram->lines, AskDiagramLine, j);

        if (a->to == b->to && a->to_row == b->to_row && a->y2 == b->y2)
          {
            g_assert_false (a->x1 == b->x1 && a->y1 == b->y1 && a->y2 == b->y2);
            continue;
          }
        if (fabs (a->y1 - a->y2) < 1 || fabs (b->y1 - b->y2) < 1)
          continue;
        g_assert_false (fabs (a->bend - b->bend) < 4 && MIN (a->y1, a->y2) < MAX (b->y1, b->y2)
                        && MIN (b->y1, b->y2) < MAX (a->y1, a->y2));
      }
}

/* "One" and "one or none" in the same row stand beside each other, and each still ends in it. */
static void
test_mixed_ends (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  const AskDiagramLine *placed, *paid;
  AskDiagramRect row;

  ask_entity_find_attribute (schema->entities->pdata[1], "customer_id")->nullable = FALSE;
  ask_diagram_set_schema (diagram, schema);
  ask_diagram_settle (diagram);
  placed = &g_array_index (diagram->lines, AskDiagramLine, 0);
  paid = &g_array_index (diagram->lines, AskDiagramLine, 1);
  g_assert_false (placed->optional);
  g_assert_true (paid->optional);
  g_assert_cmpfloat (paid->y2 - placed->y2, >, diagram->metrics.em * 0.7);
  g_assert_true (ask_diagram_get_row (diagram, 0, 0, &row));
  g_assert_cmpfloat (placed->y2, >, row.y);
  g_assert_cmpfloat (paid->y2, <, row.y + row.height);
}

/* An end that is missing is no line, and no crash. */
static void
test_broken (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  AskDiagramRect area = { -5000, -5000, 10000, 10000 }, line;
  cairo_surface_t *surface;
  g_autoptr (GArray) lines = NULL;

  ask_schema_add_relationship (schema, "order", "customer_id", "nobody", "id");
  ask_schema_add_relationship (schema, "order", "no_such_attribute", "customer", "customer_id");
  ask_diagram_set_schema (diagram, schema);
  line = ask_diagram_get_line (diagram, 8);
  g_assert_cmpfloat (line.width, ==, 0);
  lines = ask_diagram_find_lines (diagram, &area);
  g_assert_cmpuint (lines->len, ==, 9);
  surface = draw (diagram, &area, 0.1, NULL);
  cairo_surface_destroy (surface);
}

static void
test_flags (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  static const struct
  {
    guint entity;
    guint row;
    AskDiagramRowFlags flags;
    const char *note;
  } cases[] = {
    { 0, 0, ASK_DIAGRAM_ROW_KEY, "integer" },
    { 0, 3, ASK_DIAGRAM_ROW_HIDDEN, "text" },
    { 0, 4, ASK_DIAGRAM_ROW_FOREIGN, "integer" },
    { 1, 6, ASK_DIAGRAM_ROW_CALCULATED, "decimal" },
    { 1, 7, 0, "EUR" },
    { 1, 8, 0, "metric" },
    { 6, 1, ASK_DIAGRAM_ROW_REQUIRED | ASK_DIAGRAM_ROW_FOREIGN, "required" },
    { 6, 4, ASK_DIAGRAM_ROW_INPUT, "text" },
  };

  ask_diagram_set_schema (diagram, schema);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const AskDiagramBox *box = diagram->boxes->pdata[cases[i].entity];
      const AskDiagramRow *row = &g_array_index (box->rows, AskDiagramRow, cases[i].row);

      g_assert_cmphex (row->flags, ==, cases[i].flags);
      g_assert_cmpstr (ask_diagram_box_get_note (box, row), ==, cases[i].note);
    }
  g_assert_true (g_array_index (diagram->lines, AskDiagramLine, 1).optional);
  g_assert_true (g_array_index (diagram->lines, AskDiagramLine, 0).many_from);
  g_assert_false (g_array_index (diagram->lines, AskDiagramLine, 0).many_to);
}

/* The ink of @color in the left and right half of a box. */
static void
weigh (cairo_surface_t *surface, guint32 color, guint *left, guint *right)
{
  int width = cairo_image_surface_get_width (surface);

  *left = *right = 0;
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < width; x++)
      if (get_pixel (surface, x, y) == color)
        (*(x < width / 2 ? left : right))++;
}

static void
test_right_to_left (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  AskDiagramTheme theme = { .right_to_left = TRUE };
  AskDiagramTarget target;
  AskDiagramRect box, before;
  guint left, right;
  cairo_surface_t *surface;

  ask_diagram_set_schema (diagram, schema);
  before = ask_diagram_get_box (diagram, 6);
  for (guint i = 0; i < 2; i++)
    {
      box = ask_diagram_get_box (diagram, 6);
      /* Boxes stay where they are. */
      g_assert_cmpmem (&box, sizeof box, &before, sizeof before);
      /* A fold at the end of the title. */
      ask_diagram_hit (diagram, i == 0 ? box.x + box.width - 8 : box.x + 8, box.y + 8, 2, &target);
      g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_FOLD);
      /* Names are at the start, in the strongest colour; a title's words too. */
      surface = draw (diagram, &box, 3, NULL);
      weigh (surface, diagram->colors.text, &left, &right);
      g_assert_cmpuint (MAX (left, right), >, 100);
      g_assert_true (i == 0 ? left > right : right > left);
      cairo_surface_destroy (surface);
      ask_diagram_set_theme (diagram, &theme);
    }
}

static void
test_themes (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  AskDiagramRect area, small = { 0 };
  AskCoverage coverage[] = { { 40, 2, 1 } };

  ask_diagram_set_schema (diagram, schema);
  for (guint bits = 0; bits < 16; bits++)
    {
      AskDiagramTheme theme = { .dark = bits & 1,
                                .high_contrast = (bits >> 1) & 1,
                                .right_to_left = (bits >> 2) & 1,
                                .font_size = (bits & 8) != 0 ? 26 : 13,
                                .font = (bits & 8) != 0 ? "Serif" : NULL };
      cairo_surface_t *plain, *covered;

      ask_diagram_set_theme (diagram, &theme);
      area = ask_diagram_get_box (diagram, 0);
      if (bits == 0)
        small = area;
      /* Twice the text is about twice the box. */
      if (bits == 8)
        g_assert_cmpfloat (area.height, >, small.height * 1.8);
      area.x -= 20;
      area.y -= 20;
      plain = draw (diagram, &area, 1, NULL);
      g_assert_cmphex (get_pixel (plain, 2, 2), ==, diagram->colors.background);
      ask_diagram_set_coverage (diagram, coverage, 1, ASK_DIAGRAM_PAINT_COVERAGE);
      covered = draw (diagram, &area, 1, NULL);
      g_assert_cmpuint (count_different (plain, covered, 0, 0), >, 500);
      ask_diagram_set_coverage (diagram, NULL, 0, ASK_DIAGRAM_PAINT_SOURCE);
      cairo_surface_destroy (covered);
      covered = draw (diagram, &area, 1, NULL);
      g_assert_cmpuint (count_different (plain, covered, 0, 0), ==, 0);
      cairo_surface_destroy (covered);
      cairo_surface_destroy (plain);
    }
}

static void
test_marks (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  guint selected[] = { 1, 4000 };
  AskDiagramRect area, band = { 10, 10, 50, 50 };
  const AskDiagramMarks marks[] = {
    { .selected = selected, .n_selected = 2 },
    { .hovered = { ASK_DIAGRAM_ROW, 1, 1, -1 } },
    { .hovered = { ASK_DIAGRAM_LINE, 1, -1, 0 } },
    { .focused = { ASK_DIAGRAM_BOX, 1, -1, -1 } },
    { .focused = { ASK_DIAGRAM_ROW, 1, 2, -1 } },
    { .selected_row = { ASK_DIAGRAM_ROW, 1, 2, -1 } },
    { .selected_row = { ASK_DIAGRAM_LINE, 1, -1, 1 } },
    { .linking = TRUE, .link_from = { ASK_DIAGRAM_ROW, 1, 1, -1 }, .target = { ASK_DIAGRAM_ROW, 0, 0, -1 } },
    { .linking = TRUE,
      .link_from = { ASK_DIAGRAM_ROW, 1, 1, -1 },
      .target = { ASK_DIAGRAM_ROW, 0, 0, -1 },
      .link_refused = TRUE },
    { .band = &band },
  };

  ask_diagram_set_schema (diagram, schema);
  area = ask_diagram_get_bounds (diagram);
  for (double scale = 0.02; scale < 3; scale *= 3)
    for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
      {
        cairo_surface_t *plain = draw (diagram, &area, scale, NULL), *marked = draw (diagram, &area, scale, &marks[i]);

        if (scale > 0.1)
          g_assert_cmpuint (count_different (plain, marked, 0, 0), >, 0);
        cairo_surface_destroy (plain);
        cairo_surface_destroy (marked);
      }
}

/* Text that no table has: other scripts, nothing, too long, wrong. */
static void
test_names (void)
{
  static const char *const names[]
    = { "مبيعات", "売上",           "ábç",  "",
        "a\nb",   "עברית mixed 12", "🙂", "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" };
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  AskDiagramRect area;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new (names[i], "s", names[i], ASK_ENTITY_API));

      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        ask_entity_add_attribute (entity, names[k], names[k], ASK_TYPE_TEXT);
    }
  ask_diagram_set_schema (diagram, schema);
  area = ask_diagram_get_bounds (diagram);
  for (double scale = 0.02; scale < 2; scale *= 1.7)
    cairo_surface_destroy (draw (diagram, &area, scale, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const AskDiagramBox *box = diagram->boxes->pdata[i];

      g_assert_cmpfloat (box->rect.width, <=, diagram->metrics.max_width);
      for (guint k = 0; k < box->rows->len; k++)
        {
          g_autoptr (AskDiagramText) text = ask_diagram_text_new (diagram->fonts, names[k], FALSE, 6);

          g_assert_cmpfloat (text->width, <=, 6.01);
        }
    }
}

static void
test_overview (void)
{
  g_autoptr (AskSchema) schema = make_scattered (11, 50);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 120);
  cairo_t *cr = cairo_create (surface);
  double scale, x, y;
  AskDiagramRect box;

  ask_diagram_set_schema (diagram, schema);
  ask_diagram_draw_overview (diagram, cr, 200, 120, NULL);
  cairo_surface_flush (surface);
  ask_diagram_get_overview (diagram, 200, 120, &scale, &x, &y);
  for (guint i = 0; i < 50; i++)
    {
      box = ask_diagram_get_box (diagram, i);
      g_assert_cmphex (get_pixel (surface, (int) ((box.x + box.width / 2 - x) * scale),
                                  (int) ((box.y + box.height / 2 - y) * scale)),
                       !=, diagram->colors.background);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagram/diagram/an-empty-diagram-is-ground-alone", test_empty);
  g_test_add_func ("/diagram/diagram/each-part-is-hit-where-it-is", test_hit);
  g_test_add_func ("/diagram/diagram/the-topmost-box-is-hit", test_topmost);
  g_test_add_func ("/diagram/diagram/finding-equals-looking-at-all", test_find);
  g_test_add_func ("/diagram/diagram/a-part-is-drawn-as-in-the-whole", test_culling);
  g_test_add_func ("/diagram/diagram/a-moved-box-stays-where-it-was-put", test_move);
  g_test_add_func ("/diagram/diagram/an-updated-diagram-equals-a-fresh-one", test_incremental);
  g_test_add_func ("/diagram/diagram/lines-side-by-side-do-not-touch", test_lanes);
  g_test_add_func ("/diagram/diagram/different-ends-in-one-row-stand-apart", test_mixed_ends);
  g_test_add_func ("/diagram/diagram/a-relationship-without-an-end-is-no-line", test_broken);
  g_test_add_func ("/diagram/diagram/each-row-shows-what-it-is", test_flags);
  g_test_add_func ("/diagram/diagram/right-to-left-mirrors-the-rows", test_right_to_left);
  g_test_add_func ("/diagram/diagram/every-theme-is-drawn-and-differs", test_themes);
  g_test_add_func ("/diagram/diagram/each-mark-is-drawn-and-goes", test_marks);
  g_test_add_func ("/diagram/diagram/names-of-any-script-are-drawn", test_names);
  g_test_add_func ("/diagram/diagram/the-overview-holds-every-box", test_overview);
  return g_test_run ();
}
