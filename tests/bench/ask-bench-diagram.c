/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-diagram: how long a frame of the schema's diagram takes, drawn in software into a window of
 * 1280 × 800 pixels: all of it, moved at 100 %, and zoomed from all to 200 %; and how long until the first is seen.
 * Wall time is what a person waits; the thread's own processor time is what it would be on an idle machine.
 *
 * It prints; it fails for nothing. With --callgrind it draws one round of 500 entities and prints nothing, for a tool that counts.
 */
#include "config.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "diagram/ask-diagram.h"
#include "bench/ask-bench-times.h"
#include "diagram/diagram-schemas.h"

#define WIDTH 1280
#define HEIGHT 800
#define FRAMES 60

typedef struct
{
  double wall;
  double own;
} Moment;

static Moment
now (void)
{
  struct timespec own;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &own);
  return (Moment) { g_get_monotonic_time () / 1e3, own.tv_sec * 1e3 + own.tv_nsec / 1e6 };
}

typedef struct
{
  double wall[FRAMES];
  double own[FRAMES];
} Times;

static void
report (const char *what, Times *times, double limit)
{
  qsort (times->wall, FRAMES, sizeof (double), bench_compare_times);
  qsort (times->own, FRAMES, sizeof (double), bench_compare_times);
  g_print ("  %-28s median %6.2f ms  p95 %6.2f  max %6.2f   (own time %6.2f  %6.2f  %6.2f)   %.2f of %.0f ms at p95\n",
           what, times->wall[FRAMES / 2], times->wall[FRAMES * 95 / 100], times->wall[FRAMES - 1],
           times->own[FRAMES / 2], times->own[FRAMES * 95 / 100], times->own[FRAMES - 1],
           times->wall[FRAMES * 95 / 100] / limit, limit);
}

/* Frame @i of @n: the centre and the scale. */
typedef void (*CameraFunc) (const AskDiagramRect *bounds, guint i, double *x, double *y, double *scale);

static double
get_fit (const AskDiagramRect *bounds)
{
  return MIN (WIDTH / (bounds->width + 40), HEIGHT / (bounds->height + 40));
}

static void
look_at_all (const AskDiagramRect *bounds, guint i, double *x, double *y, double *scale)
{
  *x = bounds->x + bounds->width / 2;
  *y = bounds->y + bounds->height / 2;
  *scale = get_fit (bounds);
}

/* 40 pixels a frame through the middle: a fast hand. */
static void
pan (const AskDiagramRect *bounds, guint i, double *x, double *y, double *scale)
{
  look_at_all (bounds, i, x, y, scale);
  *x += (i - FRAMES / 2.0) * 40;
  *y += (i - FRAMES / 2.0) * 17;
  *scale = 1;
}

static void
pan_half (const AskDiagramRect *bounds, guint i, double *x, double *y, double *scale)
{
  pan (bounds, i, x, y, scale);
  *scale = 0.55;
}

static void
zoom (const AskDiagramRect *bounds, guint i, double *x, double *y, double *scale)
{
  look_at_all (bounds, i, x, y, scale);
  *scale *= pow (2 / *scale, i / (double) (FRAMES - 1));
}

static void
draw (AskDiagram *diagram, cairo_t *cr, CameraFunc camera, guint i, const AskDiagramMarks *marks)
{
  AskDiagramRect bounds = ask_diagram_get_bounds (diagram), area;
  double x, y, scale;

  camera (&bounds, i, &x, &y, &scale);
  area = (AskDiagramRect) { x - WIDTH / scale / 2, y - HEIGHT / scale / 2, WIDTH / scale, HEIGHT / scale };
  ask_diagram_draw (diagram, cr, &area, scale, marks);
}

static const struct
{
  const char *name;
  CameraFunc camera;
  gboolean drag;
} walks[] = {
  { "all of it", look_at_all, FALSE },
  { "moved at 100 %", pan, FALSE },
  { "moved at 55 %", pan_half, FALSE },
  { "zoomed from all to 200 %", zoom, FALSE },
  { "a box dragged, all seen", look_at_all, TRUE },
};

static void
measure (guint n, double open_limit, double frame_limit, gboolean quiet)
{
  g_autoptr (AskSchema) schema = make_random_schema (7, n, 10, 1);
  g_autoptr (AskDiagram) diagram = ask_diagram_new ();
  g_autoptr (GError) error = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  guint n_attributes = 0;
  Moment start, end;

  for (guint i = 0; i < n; i++)
    n_attributes += ((AskEntity *) schema->entities->pdata[i])->attributes->len;
  ask_diagram_set_schema (diagram, schema);
  start = now ();
  if (!ask_diagram_arrange (diagram, TRUE, NULL, &error))
    g_error ("%s", error->message);
  end = now ();
  TAKE_PLACES (diagram, schema);
  if (!quiet)
    {
      g_print ("%u entities, %u attributes, %u relationships, in %d by %d pixels\n", n, n_attributes,
               schema->relationships->len, WIDTH, HEIGHT);
      g_print ("  %-28s %6.0f ms (own time %.0f)\n", "arranged, once", end.wall - start.wall, end.own - start.own);
    }
  ask_diagram_free (diagram);
  start = now ();
  diagram = ask_diagram_new ();
  ask_diagram_set_schema (diagram, schema);
  draw (diagram, cr, look_at_all, 0, NULL);
  end = now ();
  if (!quiet)
    g_print ("  %-28s %6.1f ms (own time %.1f)   %.3f of %.0f ms\n", "opened, first frame drawn", end.wall - start.wall,
             end.own - start.own, (end.wall - start.wall) / open_limit, open_limit);
  for (guint w = 0; w < G_N_ELEMENTS (walks); w++)
    {
      Times times;

      for (guint i = 0; i < FRAMES; i++)
        {
          start = now ();
          if (walks[w].drag)
            {
              AskDiagramRect box = ask_diagram_get_box (diagram, n / 2);

              ask_diagram_move_box (diagram, n / 2, box.x + 11, box.y + 5);
            }
          draw (diagram, cr, walks[w].camera, i, NULL);
          cairo_surface_flush (surface);
          end = now ();
          times.wall[i] = end.wall - start.wall;
          times.own[i] = end.own - start.own;
        }
      if (!quiet)
        report (walks[w].name, &times, frame_limit);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "--callgrind") == 0)
    {
      measure (500, 500, 16, TRUE);
      return 0;
    }
  if (argc > 1)
    {
      g_printerr ("Usage: ask-bench-diagram [--callgrind]\n");
      return 2;
    }
  measure (500, 500, 16, FALSE);
  measure (2000, 500, 33, FALSE);
  return 0;
}
