/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-canvas: how long a frame of the window takes while the schema's canvas moves and zooms: from the frame clock's
 * "before-paint" to its "after-paint", so layout, drawing, GSK's software renderer and the display server's part are in
 * it. 500 entities with 5,000 attributes and 2,000 with 20,000, in a window of 1280 × 800 pixels, and how long until
 * the first frame is there. ask-bench-diagram measures the drawing alone.
 *
 * It needs a display (xvfb-run); it prints, and fails for nothing.
 */
#include "config.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "app/schema/ask-canvas.h"
#include "bench/ask-bench-times.h"
#include "diagram/diagram-schemas.h"

#define WIDTH 1280
#define HEIGHT 800
#define FRAMES 60

typedef struct
{
  AskCanvas *canvas;
  GdkFrameClock *clock;
  gint64 began;
  double own_began;
  double wall[FRAMES];
  double own[FRAMES];
  guint n;
  gboolean counting;
} Bench;

static double
get_own_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
before_paint (GdkFrameClock *clock, Bench *self)
{
  self->began = g_get_monotonic_time ();
  self->own_began = get_own_ms ();
}

static void
after_paint (GdkFrameClock *clock, Bench *self)
{
  if (!self->counting || self->n == FRAMES)
    return;
  self->wall[self->n] = (double) (g_get_monotonic_time () - self->began) / 1e3;
  self->own[self->n] = get_own_ms () - self->own_began;
  self->n++;
}

static void
show (Bench *self, guint i, gboolean zooming, double fit, const AskDiagramRect *bounds)
{
  double x = bounds->x + bounds->width / 2;
  double y = bounds->y + bounds->height / 2;

  if (zooming)
    {
      ask_canvas_zoom (self->canvas, fit * pow (2 / fit, i / (double) (FRAMES - 1)));
      return;
    }
  ask_canvas_scroll_to (self->canvas, x + (i - FRAMES / 2.0) * 40, y + (i - FRAMES / 2.0) * 17);
}

static void
walk (Bench *self, const char *what, gboolean zooming, double scale, double limit)
{
  AskDiagramRect bounds = ask_diagram_get_bounds (ask_canvas_get_diagram (self->canvas));
  double fit = MIN (WIDTH / (bounds.width + 40), HEIGHT / (bounds.height + 40));

  ask_canvas_zoom (self->canvas, zooming ? fit : scale);
  ask_canvas_scroll_to (self->canvas, bounds.x + bounds.width / 2, bounds.y + bounds.height / 2);
  for (gint64 end = g_get_monotonic_time () + 400000; g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
  self->n = 0;
  self->counting = TRUE;
  while (self->n < FRAMES)
    {
      guint before = self->n;

      show (self, self->n, zooming, fit, &bounds);
      gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
      while (self->n == before)
        g_main_context_iteration (NULL, TRUE);
    }
  self->counting = FALSE;
  qsort (self->wall, FRAMES, sizeof (double), bench_compare_times);
  qsort (self->own, FRAMES, sizeof (double), bench_compare_times);
  g_print ("  %-26s median %6.2f ms  p95 %6.2f  max %6.2f   (own time %6.2f  %6.2f  %6.2f)   %.2f of %.0f ms at p95\n", what,
           self->wall[FRAMES / 2], self->wall[FRAMES * 95 / 100], self->wall[FRAMES - 1], self->own[FRAMES / 2],
           self->own[FRAMES * 95 / 100], self->own[FRAMES - 1], self->wall[FRAMES * 95 / 100] / limit, limit);
}

static gboolean
has_painted (Bench *self)
{
  return self->began > 0;
}

static void
measure (guint n, double open_limit, double frame_limit)
{
  g_autoptr (AskSchema) schema = make_random_schema (7, n, 10, 1);
  g_autoptr (AskDiagram) arranger = ask_diagram_new ();
  g_autoptr (AskSchemaEditor) editor = NULL;
  g_autoptr (GError) error = NULL;
  Bench self = { 0 };
  GtkWidget *window;
  gint64 started;

  ask_diagram_set_schema (arranger, schema);
  if (!ask_diagram_arrange (arranger, TRUE, NULL, &error))
    g_error ("%s", error->message);
  TAKE_PLACES (arranger, schema);
  g_print ("%u entities, %u relationships, in a window of %d by %d pixels\n", n, schema->relationships->len, WIDTH, HEIGHT);

  window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  started = g_get_monotonic_time ();
  editor = ask_schema_editor_new (schema);
  self.canvas = ASK_CANVAS (ask_canvas_new ());
  ask_canvas_set_editor (self.canvas, editor);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (self.canvas));
  gtk_widget_realize (window);
  self.clock = gtk_widget_get_frame_clock (window);
  g_signal_connect (self.clock, "before-paint", G_CALLBACK (before_paint), &self);
  g_signal_connect (self.clock, "after-paint", G_CALLBACK (after_paint), &self);
  gtk_window_present (GTK_WINDOW (window));
  while (!has_painted (&self) || !gtk_widget_get_mapped (GTK_WIDGET (self.canvas)))
    g_main_context_iteration (NULL, TRUE);
  g_print ("  %-26s %6.1f ms   %.3f of %.0f ms\n", "opened, first frame", (double) (g_get_monotonic_time () - started) / 1e3,
           (double) (g_get_monotonic_time () - started) / 1e3 / open_limit, open_limit);

  walk (&self, "moved at 100 %", FALSE, 1, frame_limit);
  walk (&self, "moved at 40 %", FALSE, 0.4, frame_limit);
  walk (&self, "zoomed from all to 200 %", TRUE, 1, frame_limit);
  g_signal_handlers_disconnect_by_data (self.clock, &self);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    {
      g_printerr ("Usage: ask-bench-canvas\n");
      return 2;
    }
  if (!gtk_init_check ())
    {
      g_printerr ("ask-bench-canvas: There is no display. Run it under xvfb-run.\n");
      return 1;
    }
  adw_init ();
  measure (500, 500, 16);
  measure (2000, 500, 33);
  return 0;
}
