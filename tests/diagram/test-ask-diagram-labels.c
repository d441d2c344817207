/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names from afar, over a thousand entities of ten sources: at every scale what many others refer to can be read, no
 * name lies over another, and coming nearer brings the names of all.
 */
#include "config.h"

#include "diagram/ask-diagram-private.h"

#define N_SOURCES 10
#define N_EACH 100

/* Of each source the first entity is the one that all others belong to. */
static AskSchema *
make_thousand (void)
{
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < N_SOURCES * N_EACH; i++)
    {
      g_autofree char *source = g_strdup_printf ("branch%u", i / N_EACH);
      g_autofree char *name = g_strdup_printf ("%s_list_%u", source, i % N_EACH);
      AskEntity *entity = ask_entity_new (name, source, name, ASK_ENTITY_TABLE);

      entity->id = g_strdup (name);
      ask_schema_add_entity (schema, entity);
      ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
      ask_entity_add_attribute (entity, "hub", "hub", ASK_TYPE_INTEGER);
      for (guint a = 0; a < i % 5; a++)
        {
          g_autofree char *attribute = g_strdup_printf ("a%u", a);

          ask_entity_add_attribute (entity, attribute, attribute, ASK_TYPE_TEXT);
        }
    }
  for (guint i = 0; i < N_SOURCES * N_EACH; i++)
    if (i % N_EACH != 0 && i % 4 == 0)
      ask_schema_add_relationship (schema, ((AskEntity *) schema->entities->pdata[i])->name, "hub",
                                   ((AskEntity *) schema->entities->pdata[i - i % N_EACH])->name, "id");
  return schema;
}

typedef struct
{
  AskSchema *schema;
  AskDiagram *diagram;
  cairo_surface_t *surface;
  cairo_t *cr;
  guint8 *selected;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->schema = make_thousand ();
  self->diagram = ask_diagram_new ();
  ask_diagram_set_schema (self->diagram, self->schema);
  g_assert_true (ask_diagram_arrange (self->diagram, TRUE, NULL, &error));
  g_assert_no_error (error);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1280, 900);
  self->cr = cairo_create (self->surface);
  self->selected = g_new0 (guint8, N_SOURCES * N_EACH + 1);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_free (self->selected);
  cairo_destroy (self->cr);
  cairo_surface_destroy (self->surface);
  ask_diagram_free (self->diagram);
  ask_schema_unref (self->schema);
}

/* What is seen in a window of 1280 × 900 whose middle is that of the plane. */
static AskDiagramFrame
make_frame (Fixture *self, double scale, GArray *written)
{
  static const AskDiagramMarks none = { 0 };
  AskDiagramRect all = ask_diagram_get_bounds (self->diagram);
  AskDiagramRect area = { all.x + all.width / 2 - 640 / scale, all.y + all.height / 2 - 450 / scale, 1280 / scale,
                          900 / scale };

  return (AskDiagramFrame) { .diagram = self->diagram, .cr = self->cr, .area = area, .scale = scale, .marks = &none,
                             .selected = self->selected, .written = written };
}

static double
find_fit (Fixture *self)
{
  AskDiagramRect all = ask_diagram_get_bounds (self->diagram);

  return MIN (1200 / all.width, 820 / all.height);
}

static const GArray *
place (Fixture *self, AskDiagramFrame *frame, GArray *found)
{
  /* A first frame settles lines and what is where. */
  ask_diagram_draw (self->diagram, self->cr, &frame->area, frame->scale, NULL);
  ask_diagram_index_find (self->diagram->box_index, &frame->area, found);
  return ask_diagram_frame_place_labels (frame);
}

static gboolean
is_hub (guint box)
{
  return box % N_EACH == 0;
}

/* No name lies over another one, and none but that of a hub over a box. */
static void
check_apart (Fixture *self, const AskDiagramFrame *frame, const GArray *placed)
{
  for (guint i = 0; i < placed->len; i++)
    {
      const AskDiagramLabel *label = &g_array_index (placed, AskDiagramLabel, i);

      for (guint o = i + 1; o < placed->len; o++)
        g_assert_false (ask_diagram_rect_meets (&label->place, &g_array_index (placed, AskDiagramLabel, o).place));
      for (guint b = 0; b < self->diagram->boxes->len && !is_hub (label->box); b++)
        {
          const AskDiagramBox *box = self->diagram->boxes->pdata[b];
          AskDiagramRect seen = { box->rect.x * frame->scale, box->rect.y * frame->scale, box->rect.width * frame->scale,
                                  box->rect.height * frame->scale };

          g_assert_false (b != label->box && ask_diagram_rect_meets (&label->place, &seen));
        }
    }
}

static void
test_apart (Fixture *self, gconstpointer data)
{
  for (double scale = find_fit (self); scale < 0.4; scale *= 1.4)
    {
      g_autoptr (GArray) written = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
      AskDiagramFrame frame = make_frame (self, scale, written);
      const GArray *placed = place (self, &frame, found);

      check_apart (self, &frame, placed);
    }
}

/* When all is seen, each hub has its name, without that of its source. */
static void
test_hubs (Fixture *self, gconstpointer data)
{
  g_autoptr (GArray) written = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  AskDiagramFrame frame = make_frame (self, find_fit (self), written);
  const GArray *placed = place (self, &frame, found);
  guint n_hubs = 0;

  g_assert_cmpuint (found->len, ==, N_SOURCES * N_EACH);
  for (guint i = 0; i < placed->len; i++)
    n_hubs += is_hub (g_array_index (placed, AskDiagramLabel, i).box);
  g_assert_cmpuint (n_hubs, ==, N_SOURCES);
  g_assert_cmpuint (placed->len, >, N_SOURCES);
  g_assert_cmpstr (ask_diagram_box_get_short_name (self->diagram, self->diagram->boxes->pdata[0]), ==, "list_0");
}

/* A box that is chosen has its name before all others. */
static void
test_selected (Fixture *self, gconstpointer data)
{
  g_autoptr (GArray) written = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  AskDiagramFrame frame = make_frame (self, find_fit (self), written);
  const GArray *placed;

  self->selected[N_EACH * 4 + 57] = TRUE;
  placed = place (self, &frame, found);
  g_assert_cmpuint (g_array_index (placed, AskDiagramLabel, 0).box, ==, N_EACH * 4 + 57);
}

/* Long before rows can be read, nearly all that is seen has a name, beside it or in it. */
static void
test_near (Fixture *self, gconstpointer data)
{
  g_autoptr (GArray) written = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  AskDiagramFrame frame = make_frame (self, 0.25, written);
  const GArray *placed = place (self, &frame, found);
  guint n_named = 0;

  for (guint i = 0; i < placed->len; i++)
    for (guint f = 0; f < found->len; f++)
      n_named += g_array_index (found, guint, f) == g_array_index (placed, AskDiagramLabel, i).box;
  for (guint i = 0; i < found->len; i++)
    n_named += ask_diagram_frame_has_name (&frame, self->diagram->boxes->pdata[g_array_index (found, guint, i)]);
  g_assert_cmpuint (found->len, >, 10);
  g_assert_cmpuint (n_named * 10, >=, found->len * 8);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/diagram/labels/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("no-name-lies-over-another-at-any-scale", test_apart);
  ADD ("what-many-refer-to-is-named-from-afar", test_hubs);
  ADD ("what-is-chosen-is-named-first", test_selected);
  ADD ("nearly-all-have-names-before-rows-are-read", test_near);
  return g_test_run ();
}
