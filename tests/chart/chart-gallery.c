/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws every kind of chart, light and dark, with patterns, at 200 % text, from right to left and in four sizes,
 * into a folder, for people to look at, and writes each as Vega-Lite: chart-gallery FOLDER [NAME].
 */
#include "config.h"

#include <cairo.h>
#include <glib/gstdio.h>

#include "chart-samples.h"
#include "chart/ask-chart.h"

static gboolean
draw (AskChart *chart, const char *folder, const char *name, const char *variant, int width, int height,
      const AskChartTheme *theme)
{
  g_autofree char *file = g_strdup_printf ("%s-%s.png", name, variant);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  ask_chart_draw (chart, cr, width, height, theme);
  cairo_destroy (cr);
  status = cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    g_printerr ("%s: %s\n", path, cairo_status_to_string (status));
  return status == CAIRO_STATUS_SUCCESS;
}

static gboolean
draw_all (const char *folder, const char *name, AskRows *rows, const char *question)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskChart) chart = ask_chart_choose (rows, question, &error);
  g_autofree char *words = NULL;
  g_autofree char *document = NULL;
  AskChartTheme large = *ask_chart_theme_light ();
  AskChartTheme mirrored = *ask_chart_theme_light ();
  AskChartTheme patterns = *ask_chart_theme_light ();

  if (chart == NULL)
    {
      g_printerr ("%s: %s\n", name, error->message);
      return FALSE;
    }
  document = g_strdup_printf ("%s/%s.vl.json", folder, name);
  if (!ask_chart_export (chart, document, 640, 400, NULL, &error))
    {
      g_printerr ("%s: %s\n", name, error->message);
      return FALSE;
    }
  words = ask_chart_describe (chart);
  g_print ("%s\n  %s\n  %s\n", name, words, ask_chart_get_reason (chart));
  large.text_scale = 2;
  mirrored.right_to_left = TRUE;
  patterns.patterns = TRUE;
  return draw (chart, folder, name, "light", 640, 400, ask_chart_theme_light ())
         && draw (chart, folder, name, "dark", 640, 400, ask_chart_theme_dark ())
         && draw (chart, folder, name, "large", 640, 400, &large)
         && draw (chart, folder, name, "patterns", 640, 400, &patterns)
         && draw (chart, folder, name, "rtl", 640, 400, &mirrored)
         && draw (chart, folder, name, "small", 240, 160, ask_chart_theme_light ())
         && draw (chart, folder, name, "tall", 360, 640, ask_chart_theme_light ())
         && draw (chart, folder, name, "huge", 2000, 1200, ask_chart_theme_light ());
}

typedef struct
{
  const char *folder;
  const char *only;
  gboolean good;
} Gallery;

static void
draw_sample (const char *name, AskRows *rows, const char *question, gpointer data)
{
  Gallery *self = data;

  if (self->only == NULL || strcmp (self->only, name) == 0)
    self->good &= draw_all (self->folder, name, rows, question);
}

int
main (int argc, char **argv)
{
  Gallery self = { argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : NULL, TRUE };

  if (self.folder == NULL || g_mkdir_with_parents (self.folder, 0755) != 0)
    {
      g_printerr ("Usage: chart-gallery FOLDER [NAME]\n");
      return 2;
    }
  chart_samples_foreach (draw_sample, &self);
  return self.good ? 0 : 1;
}
