/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arranging: no two boxes on each other, whatever the schema; the same twice; what is placed stays.
 */
#include "config.h"

#include "diagram/ask-diagram-private.h"
#include "diagram-schemas.h"

static void
assert_apart (AskDiagram *diagram)
{
  guint n = ask_diagram_get_schema (diagram)->entities->len;

  for (guint i = 0; i < n; i++)
    {
      AskDiagramRect box = ask_diagram_get_box (diagram, i);
      g_autoptr (GArray) found = ask_diagram_find_boxes (diagram, &box);

      g_assert_cmpuint (found->len, ==, 1);
    }
}

static AskDiagram *
make_arranged (AskSchema *schema)
{
  AskDiagram *diagram = ask_diagram_new ();
  g_autoptr (GError) error = NULL;

  ask_diagram_set_schema (diagram, schema);
  ask_diagram_arrange (diagram, TRUE, NULL, &error);
  g_assert_no_error (error);
  return diagram;
}

static void
test_apart (void)
{
  for (guint round = 0; round < 25; round++)
    {
      guint n = (guint) g_test_rand_int_range (0, round % 5 == 0 ? 200 : 60);
      g_autoptr (AskSchema) schema
        = make_random_schema (g_test_rand_int (), n, (guint) g_test_rand_int_range (2, 20),
                              (guint) g_test_rand_int_range (1, 5));
      g_autoptr (AskDiagram) diagram = make_arranged (schema);

      g_assert_false (ask_diagram_has_unplaced (diagram));
      assert_apart (diagram);
      /* Each source can be framed: none has a box in another's midst. */
      ask_diagram_settle (diagram);
      for (guint g = 0; g < diagram->groups->len; g++)
        for (guint h = 0; h < g; h++)
          {
            AskDiagramRect a = { 0 }, b = { 0 };
            gboolean any_a = FALSE, any_b = FALSE;

            for (guint i = 0; i < n; i++)
              {
                const AskDiagramBox *box = diagram->boxes->pdata[i];
                AskDiagramRect *all = box->source == g ? &a : box->source == h ? &b : NULL;
                gboolean *any = box->source == g ? &any_a : &any_b;
                double x2, y2;

                if (all == NULL)
                  continue;
                x2 = *any ? MAX (all->x + all->width, box->rect.x + box->rect.width) : box->rect.x + box->rect.width;
                y2 = *any ? MAX (all->y + all->height, box->rect.y + box->rect.height) : box->rect.y + box->rect.height;
                all->x = *any ? MIN (all->x, box->rect.x) : box->rect.x;
                all->y = *any ? MIN (all->y, box->rect.y) : box->rect.y;
                all->width = x2 - all->x;
                all->height = y2 - all->y;
                *any = TRUE;
              }
            g_assert_false (ask_diagram_rect_meets (&a, &b));
          }
    }
}

static void
assert_same_places (AskDiagram *a, AskDiagram *b, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      AskDiagramRect p = ask_diagram_get_box (a, i), q = ask_diagram_get_box (b, i);

      g_assert_cmpmem (&p, sizeof p, &q, sizeof q);
    }
}

static void
test_same_twice (void)
{
  g_autoptr (AskSchema) schema = make_random_schema (9, 150, 8, 2);
  g_autoptr (AskDiagram) a = make_arranged (schema), b = NULL;
  g_autoptr (AskSchema) other = make_random_schema (4, 90, 8, 1);

  /* Something else between them, for what the library might remember. */
  ask_diagram_free (make_arranged (other));
  b = make_arranged (schema);
  assert_same_places (a, b, 150);
}

static gpointer
run (gpointer data)
{
  GError *error = NULL;

  ask_diagram_layout_run (data, NULL, &error);
  return error;
}

static void
test_threads (void)
{
  AskDiagramLayout *layouts[4];
  GThread *threads[4];
  g_autoptr (AskSchema) schema = make_random_schema (21, 80, 6, 2);
  g_autoptr (AskDiagram) expected = make_arranged (schema);

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (AskDiagram) diagram = ask_diagram_new ();

      ask_diagram_set_schema (diagram, schema);
      layouts[i] = ask_diagram_layout_new (diagram, TRUE);
      threads[i] = g_thread_new ("layout", run, layouts[i]);
    }
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (AskDiagram) diagram = ask_diagram_new ();
      GError *error = g_thread_join (threads[i]);

      g_assert_no_error (error);
      ask_diagram_set_schema (diagram, schema);
      ask_diagram_layout_apply (layouts[i], diagram);
      assert_same_places (diagram, expected, 80);
      ask_diagram_layout_free (layouts[i]);
    }
}

/* New entities come near what they are related to, or below; nobody else moves. */
static void
test_new_only (void)
{
  for (guint round = 0; round < 15; round++)
    {
      g_autoptr (AskSchema) schema = make_random_schema (g_test_rand_int (), 60, 6, 2);
      g_autoptr (AskDiagram) first = make_arranged (schema), diagram = ask_diagram_new ();
      g_autoptr (GError) error = NULL;
      g_autofree gboolean *was = g_new0 (gboolean, 60);

      TAKE_PLACES (first, schema);
      for (guint i = 0; i < 60; i++)
        {
          AskEntity *entity = schema->entities->pdata[i];

          was[i] = i == 0 || g_test_rand_int_range (0, 3) != 0;
          entity->placed = was[i];
        }
      ask_diagram_set_schema (diagram, schema);
      ask_diagram_arrange (diagram, FALSE, NULL, &error);
      g_assert_no_error (error);
      assert_apart (diagram);
      for (guint i = 0; i < 60; i++)
        {
          AskDiagramRect a = ask_diagram_get_box (first, i), b = ask_diagram_get_box (diagram, i);

          if (was[i])
            g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
        }
      g_autoptr (GArray) moved = ask_diagram_list_moved (diagram);

      for (guint i = 0; i < moved->len; i++)
        g_assert_false (was[g_array_index (moved, guint, i)]);
    }
}

/* Sources that come one after the other, with nothing between them, fill the plane; they stood in one column. */
static void
test_one_by_one (void)
{
  for (guint round = 0; round < 10; round++)
    {
      g_autoptr (AskSchema) schema = ask_schema_new ();
      guint n = (guint) g_test_rand_int_range (6, 24);
      double area = 0, left = 0, top = 0, right = 0, bottom = 0;

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *name = g_strdup_printf ("table%u", i);
          g_autofree char *source = g_strdup_printf ("source%u", i);
          AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new (name, source, name, ASK_ENTITY_TABLE));
          g_autoptr (AskDiagram) diagram = ask_diagram_new ();
          g_autoptr (GError) error = NULL;

          for (int a = g_test_rand_int_range (1, 8); a > 0; a--)
            {
              g_autofree char *attribute = g_strdup_printf ("attribute%d", a);

              ask_entity_add_attribute (entity, attribute, attribute, ASK_TYPE_TEXT);
            }
          ask_diagram_set_schema (diagram, schema);
          ask_diagram_arrange (diagram, FALSE, NULL, &error);
          g_assert_no_error (error);
          assert_apart (diagram);
          TAKE_PLACES (diagram, schema);
          if (i + 1 < n)
            continue;
          for (guint k = 0; k < n; k++)
            {
              AskDiagramRect box = ask_diagram_get_box (diagram, k);

              left = k == 0 ? box.x : MIN (left, box.x);
              top = k == 0 ? box.y : MIN (top, box.y);
              right = k == 0 ? box.x + box.width : MAX (right, box.x + box.width);
              bottom = k == 0 ? box.y + box.height : MAX (bottom, box.y + box.height);
              /* With the room between sources. */
              area += (box.width + 12 * 13) * (box.height + 12 * 13);
            }
        }
      g_test_message ("%u sources: %.0f × %.0f, %.0f %% filled", n, right - left, bottom - top,
                      100 * area / ((right - left + 12 * 13) * (bottom - top + 12 * 13)));
      g_assert_cmpfloat (bottom - top, <, 1.6 * (right - left));
      g_assert_cmpfloat (area / ((right - left + 12 * 13) * (bottom - top + 12 * 13)), >, 0.5);
    }
}

static void
test_near (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) first = make_arranged (schema), diagram = ask_diagram_new ();
  AskEntity *entity;
  AskDiagramRect box, customer;
  g_autoptr (GError) error = NULL;

  TAKE_PLACES (first, schema);
  entity = ask_schema_add_entity (schema, ask_entity_new ("complaint", "sales", "complaints", ASK_ENTITY_TABLE));
  ask_entity_add_attribute (entity, "customer_id", "customer_id", ASK_TYPE_INTEGER);
  ask_schema_add_relationship (schema, "complaint", "customer_id", "customer", "customer_id");
  ask_diagram_set_schema (diagram, schema);
  g_assert_true (ask_diagram_has_unplaced (diagram));
  ask_diagram_arrange (diagram, FALSE, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (ask_diagram_has_unplaced (diagram));
  assert_apart (diagram);
  box = ask_diagram_get_box (diagram, 9);
  customer = ask_diagram_get_box (diagram, 0);
  g_assert_cmpfloat (ABS (box.x - customer.x), <, 600);
  g_assert_cmpfloat (ABS (box.y - customer.y), <, 600);
}

static void
test_cancelled (void)
{
  g_autoptr (AskSchema) schema = make_random_schema (2, 60, 6, 2);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  ask_diagram_set_schema (diagram, schema);
  g_cancellable_cancel (cancellable);
  g_assert_false (ask_diagram_arrange (diagram, TRUE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (ask_diagram_has_unplaced (diagram));
}

/* The schema went on while the layout ran. */
static void
test_late (void)
{
  g_autoptr (AskSchema) schema = make_random_schema (2, 30, 6, 1), fork = ask_schema_fork (schema);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (AskDiagramLayout) layout = NULL;
  g_autoptr (GError) error = NULL;
  AskDiagramRect last;

  ask_diagram_set_schema (diagram, schema);
  layout = ask_diagram_layout_new (diagram, TRUE);
  g_ptr_array_remove_index (fork->entities, 0);
  ask_schema_add_entity (fork, ask_entity_new ("late", "source_0", "late", ASK_ENTITY_TABLE));
  ask_diagram_set_schema (diagram, fork);
  last = ask_diagram_get_box (diagram, 29);
  g_assert_true (ask_diagram_layout_run (layout, NULL, &error));
  g_assert_no_error (error);
  ask_diagram_layout_apply (layout, diagram);
  g_assert_true (ask_diagram_has_unplaced (diagram));
  g_assert_cmpfloat (ask_diagram_get_box (diagram, 29).y, ==, last.y);
}

/* Numbers are the library's own, whatever people write them like. */
static void
test_rectangles (void)
{
  for (guint round = 0; round < 50; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 60);
      g_autofree AskDiagramRect *rects = g_new0 (AskDiagramRect, n);
      g_autofree AskDiagramSlot *slots = g_new0 (AskDiagramSlot, n);

      for (guint i = 0; i < n; i++)
        {
          rects[i].width = g_test_rand_int_range (10, 300);
          rects[i].height = g_test_rand_int_range (10, 300);
          slots[i].rect = rects[i];
          slots[i].rect.x = g_test_rand_int_range (0, 400);
          slots[i].rect.y = g_test_rand_int_range (0, 400);
        }
      for (int kind = 0; kind < 3; kind++)
        {
          if (kind == 0)
            ask_diagram_place_pack (rects, n, 9, 1.5);
          else if (kind == 1)
            ask_diagram_place_grid (rects, n, 9, 1.5);
          else
            ask_diagram_place_apart (slots, n, 9);
          for (guint i = 0; i < n; i++)
            for (guint j = 0; j < i; j++)
              {
                AskDiagramRect a = kind == 2 ? slots[i].rect : rects[i], b = kind == 2 ? slots[j].rect : rects[j];

                a.x -= 8.9;
                a.y -= 8.9;
                a.width += 17.8;
                a.height += 17.8;
                g_assert_false (ask_diagram_rect_meets (&a, &b));
              }
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagram/layout/random-rectangles-are-pulled-apart", test_rectangles);
  g_test_add_func ("/diagram/layout/no-box-lies-on-another", test_apart);
  g_test_add_func ("/diagram/layout/one-schema-is-arranged-the-same-twice", test_same_twice);
  g_test_add_func ("/diagram/layout/four-threads-arrange-the-same", test_threads);
  g_test_add_func ("/diagram/layout/only-new-entities-are-placed", test_new_only);
  g_test_add_func ("/diagram/layout/sources-one-by-one-fill-the-plane", test_one_by_one);
  g_test_add_func ("/diagram/layout/a-new-entity-comes-near-its-relation", test_near);
  g_test_add_func ("/diagram/layout/a-cancelled-layout-places-nothing", test_cancelled);
  g_test_add_func ("/diagram/layout/a-late-layout-fits-the-schema-of-now", test_late);
  return g_test_run ();
}
