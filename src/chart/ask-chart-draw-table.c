/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A single value, large, and the beginning of a table. The window has a table of its own that
 * scrolls; this one is for files, where what has no room is counted.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "chart/ask-chart-draw.h"
#include "chart/ask-chart-series.h"
#include "chart/ask-chart-spark.h"

#define MAX_ROWS 200
#define MAX_COLUMNS 40
/* In em: a small line in a cell. */
#define SPARK_WIDTH 9

/** ask_chart_draw_value: draws the value in the middle of @box of @canvas, what it is above, whose it is below. */
void
ask_chart_draw_value (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  guint column = g_array_index (self->y_columns, guint, 0);
  const AskValue *value = ask_rows_get (self->rows, 0, column);
  g_autofree char *text
    = value->kind == ASK_VALUE_NULL ? g_strdup (_ ("no value")) : ask_chart_dup_cell (self, 0, column);
  const char *name = self->labels->len > 0 ? self->labels->pdata[0] : NULL;
  double lines = canvas->line * (name != NULL ? 2.6 : 1.3);
  double size = MIN ((box.height - lines) * 0.7, canvas->height * 0.28) / canvas->em;
  double width, height, y;

  size = CLAMP (size, 1.4, 6);
  width = ask_chart_canvas_measure (canvas, text, size, TRUE);
  if (width > box.width)
    size = MAX (1, size * box.width / width * 0.98);
  height = size * canvas->em * 1.3;
  y = box.y + MAX (0, (box.height - height - lines) / 2);
  ask_chart_canvas_text (canvas, self->title,
                         (AskChartSpot) { box.x + box.width / 2, y, box.width, ASK_CHART_ANCHOR_CENTER },
                         (AskChartStyle) { ASK_CHART_BODY, FALSE, canvas->theme->muted });
  ask_chart_canvas_text (canvas, text,
                         (AskChartSpot) { box.x + box.width / 2, y + canvas->line * 1.2, box.width,
                                          ASK_CHART_ANCHOR_CENTER },
                         (AskChartStyle) { size, TRUE, canvas->theme->text });
  if (name != NULL)
    ask_chart_canvas_text (canvas, name,
                           (AskChartSpot) { box.x + box.width / 2, y + canvas->line * 1.2 + height, box.width,
                                            ASK_CHART_ANCHOR_CENTER },
                           (AskChartStyle) { ASK_CHART_BODY, FALSE, canvas->theme->text });
}

static gboolean
is_number (AskChart *self, guint column)
{
  return self->profile->columns[column].role == ASK_CHART_ROLE_MEASURE;
}

/* Columns are as wide as they need; when that is too much, the widest give first. */
static guint
plan_columns (AskChart *self, AskChartCanvas *canvas, double room, gsize n_rows, const gboolean *series, double *widths)
{
  guint n = MIN (self->profile->n_columns, MAX_COLUMNS);
  double gap = canvas->em * 1.4, least = canvas->em * 5, total = 0;

  for (guint i = 0; i < n; i++)
    {
      widths[i] = ask_chart_canvas_measure (canvas, self->profile->columns[i].label, ASK_CHART_SMALL, TRUE);
      if (series[i])
        widths[i] = MAX (widths[i], canvas->em * SPARK_WIDTH);
      else
        for (gsize row = 0; row < n_rows; row++)
          {
            g_autofree char *text = ask_chart_dup_cell (self, row, i);

            widths[i] = MAX (widths[i], ask_chart_canvas_measure (canvas, text, ASK_CHART_SMALL, FALSE));
          }
      widths[i] = MIN (widths[i], canvas->em * 24);
      total += widths[i] + gap;
    }
  for (int pass = 0; pass < 64 && total - gap > room; pass++)
    {
      guint widest = 0;
      double cut;

      for (guint i = 1; i < n; i++)
        if (widths[i] > widths[widest])
          widest = i;
      cut = MIN (MAX (widths[widest] * 0.15, 1), widths[widest] - least);
      if (cut <= 0)
        break;
      cut = MIN (cut, total - gap - room);
      widths[widest] -= cut;
      total -= cut;
    }
  for (; n > 1 && total - gap > room + 1; n--)
    total -= widths[n - 1] + gap;
  if (n > 0)
    widths[0] = MIN (widths[0], room);
  return n;
}

/* Returns: whether the cell is a small line, which was drawn into @box */
static gboolean
draw_series (AskChart *self, AskChartCanvas *canvas, AskChartBox box, gsize row, guint column)
{
  g_autoptr (GArray) numbers = ask_chart_series_read (ask_rows_get (self->rows, row, column));
  double left = ask_chart_canvas_x (canvas, box.x);

  if (numbers == NULL)
    return FALSE;
  cairo_save (canvas->cr);
  cairo_translate (canvas->cr, canvas->theme->right_to_left ? left - box.width : left, box.y);
  ask_chart_draw_spark (canvas->cr, box.width, box.height,
                        &(AskChartSpark) { (const double *) (gpointer) numbers->data, numbers->len, FALSE },
                        canvas->theme);
  cairo_restore (canvas->cr);
  return TRUE;
}

static void
draw_cell (AskChart *self, AskChartCanvas *canvas, AskChartBox box, gsize row, guint column, gboolean series)
{
  gboolean number = is_number (self, column);
  g_autofree char *text = NULL;

  if (series && draw_series (self, canvas, box, row, column))
    return;
  text = ask_chart_dup_cell (self, row, column);
  ask_chart_canvas_text (canvas, text,
                         (AskChartSpot) { number ? box.x + box.width : box.x, box.y, box.width + 0.5,
                                          number ? ASK_CHART_ANCHOR_END : ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
}

/** ask_chart_draw_table: draws the first rows and columns of the result into @box of @canvas. */
void
ask_chart_draw_table (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  double row_height = canvas->line * 1.25, gap = canvas->em * 1.4;
  double widths[MAX_COLUMNS] = { 0 };
  gsize fits = (gsize) MAX (0, floor (box.height / row_height) - 1);
  gsize shown = MIN (MIN (n_rows, MAX_ROWS), fits < n_rows && fits > 1 ? fits - 1 : fits);
  gboolean series[MAX_COLUMNS] = { 0 };
  guint n;
  double y = box.y;
  double x = box.x;
  g_autoptr (GString) more = g_string_new (NULL);

  for (guint i = 0; i < MIN (self->profile->n_columns, MAX_COLUMNS); i++)
    series[i] = ask_chart_series_find (self->rows, i);
  n = plan_columns (self, canvas, box.width, shown, series, widths);
  for (guint i = 0; i < n; i++)
    {
      gboolean number = is_number (self, i);

      ask_chart_canvas_text (canvas, self->profile->columns[i].label,
                             (AskChartSpot) { number ? x + widths[i] : x, y, widths[i] + 0.5,
                                              number ? ASK_CHART_ANCHOR_END : ASK_CHART_ANCHOR_START },
                             (AskChartStyle) { ASK_CHART_SMALL, TRUE, canvas->theme->text });
      x += widths[i] + gap;
    }
  y += row_height;
  ask_chart_canvas_rule (canvas, box.x, y - canvas->em * 0.2, box.x + box.width, y - canvas->em * 0.2,
                         canvas->theme->muted);
  for (gsize row = 0; row < shown; row++, y += row_height)
    {
      x = box.x;
      for (guint i = 0; i < n; i++)
        {
          draw_cell (self, canvas,
                     (AskChartBox) { x, y + canvas->em * 0.15, widths[i], row_height - canvas->em * 0.45 }, row, i,
                     series[i]);
          x += widths[i] + gap;
        }
      ask_chart_canvas_rule (canvas, box.x, y + row_height - canvas->em * 0.2, box.x + box.width,
                             y + row_height - canvas->em * 0.2, canvas->theme->grid);
    }
  if (n_rows == 0)
    {
      ask_chart_canvas_text (canvas, _ ("No rows"),
                             (AskChartSpot) { box.x + box.width / 2, y + canvas->em, box.width,
                                              ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_BODY, FALSE, canvas->theme->muted });
      return;
    }
  if (shown < n_rows)
    {
      g_autofree char *count = ask_chart_format_number ((double) (n_rows - shown), ASK_CHART_FORMAT_NUMBER);

      g_string_append_printf (more, ngettext ("and %s more row", "and %s more rows", n_rows - shown), count);
    }
  if (n < self->profile->n_columns)
    {
      guint hidden = self->profile->n_columns - n;

      g_string_append (more, more->len > 0 ? ", " : "");
      g_string_append_printf (more, ngettext ("and %u more column", "and %u more columns", hidden), hidden);
    }
  if (more->len > 0)
    ask_chart_canvas_text (canvas, more->str,
                           (AskChartSpot) { box.x, y + canvas->em * 0.25, box.width, ASK_CHART_ANCHOR_START },
                           (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
}
