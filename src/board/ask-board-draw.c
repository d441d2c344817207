/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tile drawn with cairo and Pango, for files: a title, what it shows, its age or its failure. Always in light colours, as
 * paper is. The window has widgets for that.
 */
#include "config.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-number.h"
#include "board/ask-board-private.h"
#include "chart/ask-chart-look.h"

#include <glib/gi18n.h>

#define PAD 10.0
#define BODY 11.0
#define SMALL 9.0
#define TITLE 13.0
#define HEADING 20.0
#define MAX_FIGURE 44.0
#define INK 0x241f31u
#define MUTED 0x5e5c64u
#define RULE 0xd0cfccu
#define RED 0xa51d2du
/* Of a column of a table, in characters. */
#define MOST 24

static const guint32 level_colors[] = { INK, 0x1b6e41, 0x8a5a00, RED };

static void
set_color (cairo_t *cr, guint32 color)
{
  cairo_set_source_rgb (cr, ((color >> 16) & 0xff) / 255.0, ((color >> 8) & 0xff) / 255.0, (color & 0xff) / 255.0);
}

/* A piece of text: within @width, at most @lines of them where that is above 0. */
typedef struct
{
  double size;
  gboolean bold;
  guint32 color;
  double width;
  int lines;
  PangoAlignment alignment;
} Style;

static PangoLayout *
new_layout (cairo_t *cr, const char *text, const Style *style)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Sans");

  pango_font_description_set_absolute_size (font, style->size * PANGO_SCALE);
  if (style->bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_width (layout, (int) (MAX (style->width, 1) * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_alignment (layout, style->alignment);
  if (style->lines > 0)
    {
      pango_layout_set_height (layout, -style->lines);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
    }
  return layout;
}

/* Draws @text at @x, @y. Returns: how high it is */
static double
draw_text (cairo_t *cr, const char *text, double x, double y, const Style *style)
{
  g_autoptr (PangoLayout) layout = new_layout (cr, text, style);
  int height;

  pango_layout_get_size (layout, NULL, &height);
  set_color (cr, style->color);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
  return (double) height / PANGO_SCALE;
}

/* ---- what an answer shows */

static void
draw_words (cairo_t *cr, const char *words, AskBoardArea box)
{
  draw_text (cr, words, box.x, box.y, &(Style) { BODY, FALSE, MUTED, box.width, 0, PANGO_ALIGN_LEFT });
}

static void
draw_figure (const AskTile *tile, const AskTileResult *result, cairo_t *cr, AskBoardArea box)
{
  g_autofree char *figure = ask_tile_result_dup_figure (result);
  g_autofree char *change = ask_tile_result_dup_change (tile, result);
  double room = box.height - (change != NULL ? 1.6 * SMALL : 0);
  double size = CLAMP (room * 0.7, BODY, MAX_FIGURE);
  double used;

  if (figure == NULL)
    {
      draw_words (cr, _ ("No figure"), box);
      return;
    }
  for (; size > BODY; size -= 2)
    {
      g_autoptr (PangoLayout) layout
        = new_layout (cr, figure, &(Style) { size, TRUE, INK, G_MAXINT / (2 * PANGO_SCALE), 1, PANGO_ALIGN_LEFT });
      int width;

      pango_layout_get_size (layout, &width, NULL);
      if (width <= box.width * PANGO_SCALE)
        break;
    }
  used = draw_text (cr, figure, box.x, box.y,
                    &(Style) { size, TRUE, level_colors[result->level], box.width, 1, PANGO_ALIGN_LEFT });
  if (change != NULL)
    draw_text (cr, change, box.x, box.y + used, &(Style) { SMALL, FALSE, MUTED, box.width, 1, PANGO_ALIGN_LEFT });
}

static char *
dup_cell (const AskRows *rows, gsize row, guint column, AskCellFormat format)
{
  const AskValue *value = ask_rows_get (rows, row, column);

  return value->kind == ASK_VALUE_NULL ? g_strdup ("–") : ask_cell_to_text (value, format);
}

/**
 * Table:
 * @formats: (array): of each column
 * @starts: (array): where each begins, of a whole that is 1; one more than there are columns
 */
typedef struct
{
  const AskRows *rows;
  AskCellFormat *formats;
  double *starts;
} Table;

/* Columns are as wide as what their first rows hold, long texts at most as wide as MOST characters. */
static void
find_starts (Table *self, gsize n_shown)
{
  guint n = ask_rows_get_n_columns (self->rows);
  double all = 0;

  for (guint c = 0; c < n; c++)
    {
      glong longest = g_utf8_strlen (ask_rows_get_column (self->rows, c)->name, -1);

      for (gsize r = 0; r < n_shown; r++)
        {
          g_autofree char *text = dup_cell (self->rows, r, c, self->formats[c]);

          longest = MAX (longest, g_utf8_strlen (text, -1));
        }
      all += CLAMP (longest, 3, MOST) + 2;
      self->starts[c + 1] = all;
    }
  for (guint c = 0; c <= n; c++)
    self->starts[c] /= all;
}

static void
draw_row (cairo_t *cr, const Table *table, gssize row, AskBoardArea box)
{
  guint n = ask_rows_get_n_columns (table->rows);

  for (guint c = 0; c < n; c++)
    {
      g_autofree char *text = row < 0 ? g_strdup (ask_rows_get_column (table->rows, c)->name)
                                      : dup_cell (table->rows, (gsize) row, c, table->formats[c]);
      double width = (table->starts[c + 1] - table->starts[c]) * box.width;

      draw_text (cr, text, box.x + table->starts[c] * box.width, box.y,
                 &(Style) { BODY, row < 0, INK, width - 6, 1,
                            table->formats[c].right ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT });
    }
}

static void
draw_more (cairo_t *cr, const AskRows *rows, gsize n_shown, AskBoardArea box)
{
  gsize left = ask_rows_get_n_rows (rows) - n_shown;
  g_autofree char *count = ask_number_count (left);
  g_autofree char *words
    = ask_rows_get_truncated (rows)
        ? g_strdup_printf (_ ("and more than %s further rows"), count)
        : g_strdup_printf (ngettext ("and %s further row", "and %s further rows", (gulong) left), count);

  draw_text (cr, words, box.x, box.y, &(Style) { SMALL, FALSE, MUTED, box.width, 1, PANGO_ALIGN_LEFT });
}

static void
draw_rows (const AskRows *rows, cairo_t *cr, AskBoardArea box)
{
  double line = BODY * 1.6;
  gsize n_rows = ask_rows_get_n_rows (rows);
  gsize n_shown = (gsize) MAX (0, floor (box.height / line) - 1);
  guint n = ask_rows_get_n_columns (rows);
  g_autofree AskCellFormat *formats = g_new0 (AskCellFormat, n + 1);
  g_autofree double *starts = g_new0 (double, n + 1);
  gboolean more = n_shown < n_rows || ask_rows_get_truncated (rows);
  Table table = { rows, formats, starts };

  if (n == 0)
    return;
  for (guint c = 0; c < n; c++)
    formats[c] = ask_cell_format_find (rows, c);
  n_shown = MIN (more && n_shown > 0 ? n_shown - 1 : n_shown, n_rows);
  find_starts (&table, n_shown);
  draw_row (cr, &table, -1, box);
  set_color (cr, RULE);
  cairo_set_line_width (cr, 0.8);
  cairo_move_to (cr, box.x, box.y + line - 1.5);
  cairo_rel_line_to (cr, box.width, 0);
  cairo_stroke (cr);
  for (gsize r = 0; r < n_shown; r++)
    draw_row (cr, &table, (gssize) r, (AskBoardArea) { box.x, box.y + (double) (r + 1) * line, box.width, line });
  if (more)
    draw_more (cr, rows, n_shown, (AskBoardArea) { box.x, box.y + (double) (n_shown + 1) * line, box.width, line });
}

/**
 * ask_tile_choose_chart:
 * @tile: with what a person changed of its chart
 * @rows: what it gave
 * @error: ASK_CHART_ERROR
 *
 * Returns: (transfer full): its chart
 */
AskChart *
ask_tile_choose_chart (const AskTile *tile, AskRows *rows, GError **error)
{
  /* A look of a later AskData, or of anybody's file, is as good as none. */
  g_autoptr (AskChartLook) look = tile->look != NULL ? ask_chart_look_from_json (tile->look, NULL) : NULL;

  return look != NULL ? ask_chart_choose_with (rows, tile->question, NULL, look, error)
                      : ask_chart_choose (rows, tile->question, error);
}

static void
draw_chart (const AskTile *tile, const AskTileResult *result, cairo_t *cr, AskBoardArea box)
{
  g_autoptr (AskChart) chart = ask_tile_choose_chart (tile, result->kept->rows, NULL);
  AskChartTheme theme = *ask_chart_theme_light ();

  if (chart == NULL || ask_chart_get_kind (chart) == ASK_CHART_TABLE)
    {
      draw_rows (result->kept->rows, cr, box);
      return;
    }
  theme.transparent = TRUE;
  cairo_save (cr);
  cairo_translate (cr, box.x, box.y);
  ask_chart_draw (chart, cr, box.width, box.height, &theme);
  cairo_restore (cr);
}

static void
draw_answer (const AskTile *tile, const AskTileResult *result, cairo_t *cr, AskBoardArea box)
{
  if (result == NULL || result->kept->rows == NULL)
    draw_words (cr, _ ("Nothing yet"), box);
  else if (ask_rows_get_n_rows (result->kept->rows) == 0)
    draw_words (cr, _ ("No rows"), box);
  else if (tile->view == ASK_VIEW_VALUE)
    draw_figure (tile, result, cr, box);
  else if (tile->view == ASK_VIEW_TABLE)
    draw_rows (result->kept->rows, cr, box);
  else
    draw_chart (tile, result, cr, box);
}

static void
draw_card (const AskTile *tile, const AskTileResult *result, cairo_t *cr, AskBoardArea box)
{
  g_autofree char *name = ask_tile_get_name (tile);
  g_autofree char *state = result != NULL ? ask_tile_result_dup_state (result, 0) : NULL;
  gboolean failed = result != NULL && result->kept->failed_at != 0;
  AskBoardArea inner = { box.x + PAD, box.y + PAD, box.width - 2 * PAD, box.height - 2 * PAD };
  double foot = state != NULL ? SMALL * (failed ? 2.8 : 1.5) : 0;
  double used;

  set_color (cr, result != NULL && result->level != ASK_LEVEL_NONE ? level_colors[result->level] : RULE);
  cairo_set_line_width (cr, result != NULL && result->level != ASK_LEVEL_NONE ? 2 : 0.8);
  cairo_rectangle (cr, box.x, box.y, box.width, box.height);
  cairo_stroke (cr);
  used = draw_text (cr, name, inner.x, inner.y, &(Style) { TITLE, TRUE, INK, inner.width, 1, PANGO_ALIGN_LEFT }) + 4;
  if (state != NULL)
    draw_text (cr, state, inner.x, inner.y + inner.height - foot + 2,
               &(Style) { SMALL, FALSE, failed ? RED : MUTED, inner.width, failed ? 2 : 1, PANGO_ALIGN_LEFT });
  inner.y += used;
  inner.height -= used + foot;
  if (inner.height > BODY)
    draw_answer (tile, result, cr, inner);
}

/**
 * ask_board_draw_tile:
 * @tile: of a board
 * @result: (nullable): how it stands with it
 * @cr: where to, in points
 * @box: all of the tile
 */
void
ask_board_draw_tile (const AskTile *tile, const AskTileResult *result, cairo_t *cr, AskBoardArea box)
{
  cairo_save (cr);
  cairo_rectangle (cr, box.x - 1, box.y - 1, box.width + 2, box.height + 2);
  cairo_clip (cr);
  switch (tile->kind)
    {
    case ASK_TILE_TEXT:
      draw_text (cr, tile->text != NULL ? tile->text : "", box.x, box.y,
                 &(Style) { BODY, FALSE, INK, box.width, 0, PANGO_ALIGN_LEFT });
      break;
    case ASK_TILE_HEADING:
      draw_text (cr, tile->text != NULL ? tile->text : "", box.x, box.y + MAX (0, box.height - HEADING * 1.5) / 2,
                 &(Style) { HEADING, TRUE, INK, box.width, 1, PANGO_ALIGN_LEFT });
      break;
    case ASK_TILE_SEPARATOR:
      set_color (cr, RULE);
      cairo_set_line_width (cr, 1);
      cairo_move_to (cr, box.x, box.y + box.height / 2);
      cairo_rel_line_to (cr, box.width, 0);
      cairo_stroke (cr);
      break;
    case ASK_TILE_ANSWER:
    default:
      draw_card (tile, result, cr, box);
      break;
    }
  cairo_restore (cr);
}

/**
 * ask_board_draw_line:
 * @text: one line, which ends in an ellipsis where it is too long
 * @bold: it is a heading, and large
 * @end: it ends at the end of the line
 * @cr: where to, in points
 * @box: within which
 *
 * Returns: how high it is
 */
double
ask_board_draw_line (const char *text, gboolean bold, gboolean end, cairo_t *cr, AskBoardArea box)
{
  return draw_text (cr, text, box.x, box.y,
                    &(Style) { bold ? HEADING : SMALL, bold, bold ? INK : MUTED, box.width, 1,
                               end ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT });
}
