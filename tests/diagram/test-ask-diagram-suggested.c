/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Suggested relationships in the diagram: dashed, to be found and hit like others, and nothing moves for them.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"
#include "diagram-schemas.h"

/* Fontconfig keeps its patterns until the process ends; that is no leak of ours. Read by the leak
 * sanitizer. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libfontconfig\n";
}

/* Copies of two relationships of @schema's own, which goes without them, and one that joins nothing there is. */
static GPtrArray *
take_suggestions (AskSchema *schema)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_unref);
  g_autoptr (AskSchema) other = ask_schema_new ();

  for (guint i = 0; i < 2; i++)
    g_ptr_array_add (list, g_ptr_array_steal_index (schema->relationships, 0));
  g_ptr_array_add (list, ask_relationship_ref (ask_schema_add_relationship (other, "nobody", "id", "nowhere", "id")));
  return list;
}

static cairo_surface_t *
draw (AskDiagram *diagram)
{
  AskDiagramRect area = ask_diagram_get_bounds (diagram);
  cairo_surface_t *surface
    = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (area.width), (int) ceil (area.height));
  cairo_t *cr = cairo_create (surface);

  ask_diagram_draw (diagram, cr, &area, 1, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
same_picture (cairo_surface_t *a, cairo_surface_t *b)
{
  gsize size = (gsize) cairo_image_surface_get_stride (a) * (gsize) cairo_image_surface_get_height (a);

  return cairo_image_surface_get_width (a) == cairo_image_surface_get_width (b)
         && cairo_image_surface_get_height (a) == cairo_image_surface_get_height (b)
         && memcmp (cairo_image_surface_get_data (a), cairo_image_surface_get_data (b), size) == 0;
}

/* A point of the line that no box and no other line is near. */
static gboolean
find_point (AskDiagram *diagram, guint relationship, double *x, double *y)
{
  const AskDiagramLine *line = &g_array_index (diagram->lines, AskDiagramLine, relationship);
  double xy[8];
  guint n;

  ask_diagram_settle_lines (diagram);
  n = ask_diagram_line_get_points (line, xy);
  for (guint i = 0; i + 1 < n; i++)
    for (double t = 0; t <= 1; t += 0.05)
      {
        AskDiagramTarget target;

        *x = xy[2 * i] + t * (xy[2 * i + 2] - xy[2 * i]);
        *y = xy[2 * i + 1] + t * (xy[2 * i + 3] - xy[2 * i + 1]);
        ask_diagram_hit (diagram, *x, *y, 2, &target);
        if (target.hit == ASK_DIAGRAM_LINE && target.relationship == (int) relationship)
          return TRUE;
      }
  return FALSE;
}

static void
test_suggested (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (GPtrArray) suggested = take_suggestions (schema);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  g_autoptr (GError) error = NULL;
  guint n = schema->relationships->len;
  cairo_surface_t *before, *with, *after;
  AskDiagramRect group;
  double x, y;

  ask_diagram_set_schema (diagram, schema);
  ask_diagram_arrange (diagram, TRUE, NULL, &error);
  g_assert_no_error (error);
  before = draw (diagram);
  for (guint i = 0; i < n; i++)
    {
      AskDiagramRect way = ask_diagram_get_line (diagram, i);

      g_array_append_val (ways, way);
    }
  group = ((AskDiagramGroup *) diagram->groups->pdata[0])->bounds;

  ask_diagram_set_suggested (diagram, suggested);
  with = draw (diagram);
  g_assert_false (same_picture (before, with));
  for (guint i = 0; i < n; i++)
    {
      AskDiagramRect way = ask_diagram_get_line (diagram, i);

      g_assert_cmpmem (&way, sizeof way, &g_array_index (ways, AskDiagramRect, i), sizeof way);
    }
  g_assert_cmpmem (&group, sizeof group, &((AskDiagramGroup *) diagram->groups->pdata[0])->bounds, sizeof group);
  g_assert_true (find_point (diagram, n, &x, &y) && find_point (diagram, n + 1, &x, &y));
  g_assert_cmpfloat (ask_diagram_get_line (diagram, n + 2).width, ==, 0);

  /* They follow into another schema, are no end of an arrow there, and go without a trace. */
  ask_diagram_set_schema (diagram, schema);
  g_assert_true (find_point (diagram, n, &x, &y));
  ask_diagram_set_suggested (diagram, NULL);
  g_assert_cmpuint (diagram->lines->len, ==, n);
  after = draw (diagram);
  g_assert_true (same_picture (before, after));
  cairo_surface_destroy (before);
  cairo_surface_destroy (with);
  cairo_surface_destroy (after);
}

/* Of a straight line: some of it is drawn, and some is ground, which a line of the schema never is. */
static void
test_dashed (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) suggested = NULL;
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();

  for (guint i = 0; i < 2; i++)
    {
      AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new (i == 0 ? "a" : "b", "s", "t", ASK_ENTITY_TABLE));

      ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER);
      entity->placed = TRUE;
      entity->x = i * 600;
    }
  ask_schema_add_relationship (schema, "a", "id", "b", "id");
  for (guint dashed = 0; dashed < 2; dashed++)
    {
      guint n_ground = 0;
      cairo_surface_t *surface;
      AskDiagramRect bounds, row;

      if (dashed)
        {
          suggested = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_unref);
          g_ptr_array_add (suggested, g_ptr_array_steal_index (schema->relationships, 0));
        }
      ask_diagram_set_schema (diagram, schema);
      ask_diagram_set_suggested (diagram, suggested);
      surface = draw (diagram);
      bounds = ask_diagram_get_bounds (diagram);
      g_assert_true (ask_diagram_get_row (diagram, 0, 0, &row));
      for (int x = (int) (row.x + row.width - bounds.x) + 60; x < 540; x++)
        {
          const unsigned char *line
            = cairo_image_surface_get_data (surface)
              + (gsize) (row.y + rint (row.height / 2) - bounds.y) * (gsize) cairo_image_surface_get_stride (surface);

          n_ground += (((const guint32 *) (const void *) line)[x] & 0xffffff) == diagram->colors.background;
        }
      if (dashed)
        g_assert_cmpuint (n_ground, >, 50);
      else
        g_assert_cmpuint (n_ground, ==, 0);
      cairo_surface_destroy (surface);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagram/suggested/a-suggestion-is-found-and-moves-nothing", test_suggested);
  g_test_add_func ("/diagram/suggested/a-suggestion-is-drawn-dashed", test_dashed);
  return g_test_run ();
}
