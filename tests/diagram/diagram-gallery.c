/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * diagram-gallery FOLDER [SCHEMA.json]: draws diagrams for people to look at: a small company and 500 random entities,
 * in all themes and at several scales. It checks nothing.
 */
#include "config.h"

#include <string.h>

#include "diagram/ask-diagram.h"
#include "diagram-schemas.h"

static void
write_view (AskDiagram *diagram, const char *folder, const char *name, double width, double height, double scale,
            const AskDiagramMarks *marks)
{
  AskDiagramRect bounds = ask_diagram_get_bounds (diagram), area;
  g_autofree char *path = g_strdup_printf ("%s/%s.png", folder, name);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  cairo_t *cr = cairo_create (surface);

  if (scale <= 0)
    scale = MIN (1, MIN (width / (bounds.width + 40), height / (bounds.height + 40)));
  area = (AskDiagramRect) { bounds.x + bounds.width / 2 - width / scale / 2,
                            bounds.y + bounds.height / 2 - height / scale / 2, width / scale, height / scale };
  ask_diagram_draw (diagram, cr, &area, scale, marks);
  cairo_translate (cr, width - 170, height - 130);
  ask_diagram_draw_overview (diagram, cr, 160, 120, &area);
  cairo_destroy (cr);
  if (cairo_surface_write_to_png (surface, path) != CAIRO_STATUS_SUCCESS)
    g_printerr ("%s cannot be written\n", path);
  cairo_surface_destroy (surface);
}

static void
arrange (AskDiagram *diagram)
{
  g_autoptr (GError) error = NULL;

  if (!ask_diagram_arrange (diagram, TRUE, NULL, &error))
    g_error ("%s", error->message);
}

static void
export (AskDiagram *diagram, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (!ask_diagram_export (diagram, path, 1, NULL, &error))
    g_error ("%s", error->message);
}

static void
draw_company (const char *folder)
{
  g_autoptr (AskSchema) schema = make_company ();
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  static const struct
  {
    const char *name;
    AskDiagramTheme theme;
  } themes[] = {
    { "light", { 0 } },
    { "dark", { .dark = TRUE } },
    { "rtl", { .right_to_left = TRUE } },
    { "large", { .font_size = 26 } },
    { "contrast", { .high_contrast = TRUE } },
    { "dark-contrast", { .high_contrast = TRUE, .dark = TRUE } },
  };
  g_autoptr (GPtrArray) suggested = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_unref);
  g_autoptr (AskSchema) other = ask_schema_new ();
  guint selected[] = { 1 };
  AskDiagramMarks marks = { .selected = selected,
                            .n_selected = 1,
                            .hovered = { ASK_DIAGRAM_ROW, 0, 1, -1 },
                            .focused = { ASK_DIAGRAM_ROW, 1, 1, -1 },
                            .linking = TRUE,
                            .link_from = { ASK_DIAGRAM_ROW, 2, 0, -1 },
                            .target = { ASK_DIAGRAM_ROW, 6, 2, -1 } };
  AskCoverage coverage[] = { { 40, 0, 2 }, { 90, 4, 0 }, { 12, 0, 0 }, { 3, 1, 1 }, { 0, 0, 2 },
                             { 0, 0, 0 }, { 20, 6, 0 }, { 1, 0, 0 }, { 0, 0, 0 } };

  ((AskEntity *) schema->entities->pdata[2])->collapsed = TRUE;
  ask_diagram_set_schema (diagram, schema);
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      g_autofree char *name = g_strconcat ("company-", themes[i].name, NULL);

      ask_diagram_set_theme (diagram, &themes[i].theme);
      arrange (diagram);
      write_view (diagram, folder, name, 1280, 900, 0, NULL);
    }
  ask_diagram_set_theme (diagram, &themes[0].theme);
  arrange (diagram);
  marks.link_x = ask_diagram_get_box (diagram, 6).x + 20;
  marks.link_y = ask_diagram_get_box (diagram, 6).y + 80;
  write_view (diagram, folder, "company-marks", 1280, 900, 0, &marks);
  g_ptr_array_add (suggested, ask_relationship_ref (ask_schema_add_relationship (other, "order", "order_id", "customer",
                                                                                 "country")));
  ((AskRelationship *) suggested->pdata[0])->verb = g_strdup ("92 %");
  ask_diagram_set_suggested (diagram, suggested);
  write_view (diagram, folder, "company-suggested", 1280, 900, 0, NULL);
  ask_diagram_set_suggested (diagram, NULL);
  export (diagram, folder, "company.svg");
  export (diagram, folder, "company.pdf");
  export (diagram, folder, "company-export.png");
  ask_diagram_set_coverage (diagram, coverage, G_N_ELEMENTS (coverage), ASK_DIAGRAM_PAINT_COVERAGE);
  write_view (diagram, folder, "company-coverage", 1280, 900, 0, NULL);
  export (diagram, folder, "company-coverage-export.png");
  ask_diagram_set_theme (diagram, &themes[1].theme);
  write_view (diagram, folder, "company-coverage-dark", 1280, 900, 0, NULL);
}

static void
draw_many (const char *folder, AskSchema *schema, const char *prefix)
{
  static const double scales[] = { 0, 0.2, 0.35, 0.5, 0.6, 1 };
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (GTimer) timer = g_timer_new ();

  ask_diagram_set_schema (diagram, schema);
  g_print ("%s: %u entities, set_schema %.0f ms\n", prefix, schema->entities->len, g_timer_elapsed (timer, NULL) * 1e3);
  g_timer_start (timer);
  arrange (diagram);
  g_print ("%s: arranged in %.0f ms\n", prefix, g_timer_elapsed (timer, NULL) * 1e3);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%g", prefix, scales[i]);

      write_view (diagram, folder, name, 1280, 900, scales[i], NULL);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (AskSchema) many = make_random_schema (1, 500, 10, 4);
  g_autoptr (AskSchema) one = make_random_schema (1, 500, 10, 1);

  if (argc < 2)
    {
      g_printerr ("Usage: diagram-gallery FOLDER [SCHEMA.json…]\n");
      return 2;
    }
  g_mkdir_with_parents (argv[1], 0700);
  draw_company (argv[1]);
  draw_many (argv[1], many, "many");
  draw_many (argv[1], one, "one");
  for (int i = 2; i < argc; i++)
    {
      g_autofree char *text = NULL, *name = g_strdup_printf ("file%d", i - 1);
      g_autoptr (JsonNode) document = NULL;
      g_autoptr (AskSchema) schema = NULL;
      g_autoptr (GError) error = NULL;

      if (!g_file_get_contents (argv[i], &text, NULL, &error) || (document = ask_json_parse (text, -1, &error)) == NULL
          || (schema = ask_schema_from_json (document, &error)) == NULL)
        {
          g_printerr ("%s: %s\n", argv[i], error->message);
          return 1;
        }
      draw_many (argv[1], schema, name);
    }
  return 0;
}
