/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Areas of the diagram, what is near an entity, and many entities that nothing relates.
 */
#include "config.h"

#include "diagram/ask-diagram.h"
#include "schema/edit/ask-schema-edit.h"

/* e0 → e1 → e2 → …, all placed in a row. */
static AskSchema *
make_chain (guint n)
{
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("e%u", i);
      AskEntity *entity = ask_entity_new (name, "shop", name, ASK_ENTITY_TABLE);

      entity->id = g_strdup (name);
      ask_schema_add_entity (schema, entity);
      entity->placed = TRUE;
      entity->x = 400.0 * i;
      ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
      ask_entity_add_attribute (entity, "next", "next", ASK_TYPE_INTEGER);
    }
  for (guint i = 0; i + 1 < n; i++)
    {
      g_autofree char *from = g_strdup_printf ("e%u", i);
      g_autofree char *to = g_strdup_printf ("e%u", i + 1);

      ask_schema_add_relationship (schema, from, "next", to, "id");
    }
  return schema;
}

static void
test_near (void)
{
  g_autoptr (AskSchema) schema = make_chain (8);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();

  ask_diagram_set_schema (diagram, schema);
  for (guint distance = 0; distance <= 3; distance++)
    {
      g_autoptr (GArray) near = ask_diagram_list_near (diagram, 3, distance);

      g_assert_cmpuint (near->len, ==, 1 + 2 * distance);
      g_assert_cmpuint (g_array_index (near, guint, 0), ==, 3);
    }
}

static void
test_fold (void)
{
  g_autoptr (AskSchema) schema = make_chain (4);
  g_autoptr (AskSchema) folded = NULL;
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autoptr (GArray) members = NULL;
  g_autoptr (GArray) boxes = NULL;
  g_autoptr (GArray) lines = NULL;
  AskDiagramRect all, box;
  AskDiagramTarget target;

  g_ptr_array_add (ids, (gpointer) "e1");
  g_ptr_array_add (ids, (gpointer) "e2");
  g_assert_true (ask_schema_edit_set_area (schema, ids, "Middle", NULL));
  ask_diagram_set_schema (diagram, schema);
  box = ask_diagram_get_box (diagram, 1);
  ask_diagram_hit (diagram, box.x + 5, box.y + 5, 1, &target);
  g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_BOX);
  ask_diagram_hit (diagram, box.x + 5, box.y - 30, 1, &target);
  g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_AREA);
  g_assert_cmpuint (target.entity, ==, 1);
  members = ask_diagram_list_area (diagram, 2);
  g_assert_cmpuint (members->len, ==, 2);
  g_assert_cmpstr (ask_diagram_find_area (diagram, box.x + 5, box.y + 5, NULL), ==, "Middle");
  g_assert_null (ask_diagram_find_area (diagram, -5000, 0, NULL));
  g_assert_null (ask_diagram_find_area (diagram, box.x + 5, box.y + 5, "Middle"));

  /* Folded, neither its boxes nor their lines are there; where they lay is one tile. */
  folded = ask_schema_fork (schema);
  g_assert_true (ask_schema_edit_fold_area (folded, "Middle", TRUE, NULL));
  ask_diagram_set_schema (diagram, folded);
  ask_diagram_hit (diagram, box.x + 5, box.y + 5, 1, &target);
  g_assert_cmpint (target.hit, ==, ASK_DIAGRAM_AREA);
  all = ask_diagram_get_bounds (diagram);
  boxes = ask_diagram_find_boxes (diagram, &all);
  g_assert_cmpuint (boxes->len, ==, 2);
  lines = ask_diagram_find_lines (diagram, &all);
  g_assert_cmpuint (lines->len, ==, 0);
  /* And where they were is where they are again. */
  ask_diagram_set_schema (diagram, schema);
  g_assert_cmpfloat (ask_diagram_get_box (diagram, 1).x, ==, box.x);
}

static guint32
get_pixel (cairo_surface_t *picture, int x, int y)
{
  cairo_surface_flush (picture);
  return *(guint32 *) (gpointer) (cairo_image_surface_get_data (picture) + y * cairo_image_surface_get_stride (picture)
                                  + 4 * x);
}

/* What is not bright is nearly the background. */
static void
test_bright (void)
{
  g_autoptr (AskSchema) schema = make_chain (2);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  cairo_surface_t *pictures[2];
  guint32 pixels[2][2];
  guint bright[] = { 0 };
  AskDiagramRect area;

  ask_diagram_set_schema (diagram, schema);
  area = ask_diagram_get_bounds (diagram);
  for (guint i = 0; i < 2; i++)
    {
      AskDiagramMarks marks = { .bright = i == 1 ? bright : NULL, .n_bright = i };
      cairo_t *cr;

      pictures[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) area.width + 1, (int) area.height + 1);
      cr = cairo_create (pictures[i]);
      ask_diagram_draw (diagram, cr, &area, 1, &marks);
      cairo_destroy (cr);
      for (guint b = 0; b < 2; b++)
        {
          AskDiagramRect box = ask_diagram_get_box (diagram, b);

          pixels[i][b] = get_pixel (pictures[i], (int) (box.x - area.x + box.width / 2), (int) (box.y - area.y + 3));
        }
      cairo_surface_destroy (pictures[i]);
    }
  g_assert_cmphex (pixels[0][0], ==, pixels[1][0]);
  g_assert_cmphex (pixels[0][1], !=, pixels[1][1]);
}

static void
add_placed (AskSchema *schema, const char *name, const char *source, double x, double y)
{
  AskEntity *entity = ask_entity_new (name, source, name, ASK_ENTITY_TABLE);

  entity->id = g_strdup (name);
  entity->placed = TRUE;
  entity->x = x;
  entity->y = y;
  ask_schema_add_entity (schema, entity);
}

/* From afar one sees where one is: the name of a group stands at the edge of what is seen of it. */
static void
test_group_name (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  AskDiagramRect between = { 1000, 800, 1200, 600 };
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 240, 120);
  cairo_t *cr = cairo_create (picture);
  guint32 empty;
  guint n = 0;

  add_placed (schema, "first", "warehouse", 0, 0);
  add_placed (schema, "last", "warehouse", 3000, 2000);
  add_placed (schema, "other", "elsewhere", 5000, 0);
  ask_diagram_set_schema (diagram, schema);
  ask_diagram_draw (diagram, cr, &between, 0.2, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (picture);
  /* Nothing but the name is drawn there. */
  empty = get_pixel (picture, 200, 100);
  for (int y = 0; y < 120; y++)
    for (int x = 0; x < 240; x++)
      if (get_pixel (picture, x, y) != empty)
        {
          g_assert_cmpint (x, <, 120);
          g_assert_cmpint (y, <, 30);
          n++;
        }
  g_assert_cmpuint (n, >, 50);
  cairo_surface_destroy (picture);
}

/* No tall column: as wide as it is high, more or less, however many there are and from however many sources. */
static void
test_unrelated (void)
{
  static const guint sizes[][2] = { { 101, 1 }, { 101, 101 }, { 101, 7 }, { 1000, 1 }, { 1000, 20 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (AskSchema) schema = ask_schema_new ();
      g_autoptr (AskDiagram) diagram = ask_diagram_new ();
      g_autoptr (GError) error = NULL;
      AskDiagramRect all;

      for (guint e = 0; e < sizes[i][0]; e++)
        {
          g_autofree char *name = g_strdup_printf ("entity_%u", e);
          g_autofree char *source = g_strdup_printf ("source%u", e % sizes[i][1]);
          AskEntity *entity = ask_entity_new (name, source, name, ASK_ENTITY_TABLE);

          entity->id = g_strdup (name);
          ask_schema_add_entity (schema, entity);
          for (guint a = 0; a < 3 + e % 9; a++)
            {
              g_autofree char *attribute = g_strdup_printf ("a%u", a);

              ask_entity_add_attribute (entity, attribute, attribute, ASK_TYPE_TEXT);
            }
        }
      ask_diagram_set_schema (diagram, schema);
      g_assert_true (ask_diagram_arrange (diagram, TRUE, NULL, &error));
      g_assert_no_error (error);
      all = ask_diagram_get_bounds (diagram);
      g_test_message ("%u of %u sources: %.0f × %.0f", sizes[i][0], sizes[i][1], all.width, all.height);
      g_assert_cmpfloat (all.width / all.height, >, 0.8);
      g_assert_cmpfloat (all.width / all.height, <, 3.2);
    }
}

/* What shares a word stands together, apart from everything else. */
static void
test_topics (void)
{
  static const char *const topics[] = { "order", "customer", "stock", "invoice", NULL };
  static const char *const others[] = { "log", "holiday", "currency", "printer", "region" };
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (GError) error = NULL;
  AskDiagramRect bounds[G_N_ELEMENTS (topics)], all;
  guint n = 0, topic_of[101];

  for (; n < 101; n++)
    {
      guint topic = n % G_N_ELEMENTS (topics);
      g_autofree char *name
        = topics[topic] != NULL ? g_strdup_printf ("%s_%c%c", topics[topic], 'k' + (int) n / 20, 'a' + (int) n % 20)
          : n / 5 < G_N_ELEMENTS (others) ? g_strdup (others[n / 5])
                                          : g_strdup_printf ("%c%c%c", 'a' + (int) n % 20, 'q', 'a' + (int) n / 20);
      AskEntity *entity = ask_entity_new (name, "shop", name, ASK_ENTITY_TABLE);

      topic_of[n] = topic;
      entity->id = g_strdup_printf ("e%u", n);
      ask_schema_add_entity (schema, entity);
      for (guint a = 0; a < 3 + n % 9; a++)
        {
          g_autofree char *attribute = g_strdup_printf ("a%u", a);

          ask_entity_add_attribute (entity, attribute, attribute, ASK_TYPE_TEXT);
        }
    }
  ask_diagram_set_schema (diagram, schema);
  g_assert_true (ask_diagram_arrange (diagram, TRUE, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      AskDiagramRect box = ask_diagram_get_box (diagram, i), *of = &bounds[topic_of[i]];
      double right, bottom;

      if (i < G_N_ELEMENTS (topics))
        *of = box;
      right = MAX (of->x + of->width, box.x + box.width);
      bottom = MAX (of->y + of->height, box.y + box.height);
      of->x = MIN (of->x, box.x);
      of->y = MIN (of->y, box.y);
      of->width = right - of->x;
      of->height = bottom - of->y;
    }
  for (guint i = 0; i < G_N_ELEMENTS (topics); i++)
    for (guint k = 0; k < i; k++)
      g_assert_true (bounds[i].x >= bounds[k].x + bounds[k].width || bounds[k].x >= bounds[i].x + bounds[i].width
                     || bounds[i].y >= bounds[k].y + bounds[k].height || bounds[k].y >= bounds[i].y + bounds[i].height);
  all = ask_diagram_get_bounds (diagram);
  g_assert_cmpfloat (all.width / all.height, >, 0.8);
  g_assert_cmpfloat (all.width / all.height, <, 3.2);
  if (g_getenv ("ASKDATA_PICTURES") != NULL)
    {
      g_autofree char *path = g_build_filename (g_getenv ("ASKDATA_PICTURES"), "diagram-topics.png", NULL);
      cairo_surface_t *picture
        = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1280, (int) (1280 * all.height / all.width));
      cairo_t *cr = cairo_create (picture);

      ask_diagram_draw (diagram, cr, &all, 1280 / all.width, NULL);
      cairo_surface_write_to_png (picture, path);
      cairo_destroy (cr);
      cairo_surface_destroy (picture);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagram/area/what-is-near-is-found-by-distance", test_near);
  g_test_add_func ("/diagram/area/a-folded-area-is-one-tile", test_fold);
  g_test_add_func ("/diagram/area/what-is-not-bright-is-faint", test_bright);
  g_test_add_func ("/diagram/area/what-shares-a-word-stands-together", test_topics);
  g_test_add_func ("/diagram/area/many-unrelated-entities-make-no-column", test_unrelated);
  g_test_add_func ("/diagram/area/a-group-is-named-wherever-one-looks", test_group_name);
  return g_test_run ();
}
