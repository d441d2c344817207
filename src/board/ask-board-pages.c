/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board as pages or as one picture. A tile is never cut in two: one that does not fit what is left of a page begins the
 * next one, and takes with it what lies below; one that is higher than a page is made as high as that.
 */
#include "config.h"

#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-file-writer.h"
#include "board/ask-board-private.h"
#include "chart/ask-picture.h"

#include <glib/gi18n.h>

/* A board is drawn 760 points wide, and scaled to what it is for. */
#define WIDTH 760.0
#define COLUMN (WIDTH / ASK_BOARD_COLUMNS)
#define ROW 38.0
#define GAP 8.0
#define HEADER 62.0
#define FOOTER 20.0
#define MARGIN 40.0
#define A4_ACROSS_WIDTH 841.89
#define A4_ACROSS_HEIGHT 595.28
#define PICTURE_WIDTH 1600.0
/* What cairo can draw at most, a side. */
#define MAX_PICTURE 32000.0

/**
 * Sheet:
 * @board: what is drawn
 * @now: µs since 1970, UTC
 * @n_rows: rows of the grid on one page; 0 for one page as high as all of them
 * @boxes: (array): of the tiles, in the board's order, @n_rows a page
 */
typedef struct
{
  const AskBoard *board;
  const AskBoardPicture *picture;
  gint64 now;
  int n_rows;
  guint n_pages;
  AskTileBox *boxes;
} Sheet;

static void
lay_out (Sheet *self)
{
  guint n = self->board->tiles->len;

  self->boxes = g_new (AskTileBox, n + 1);
  for (guint i = 0; i < n; i++)
    self->boxes[i] = ((AskTile *) self->board->tiles->pdata[i])->box;
  if (self->n_rows == 0)
    self->n_rows = MAX (1, ask_layout_count_rows (self->boxes, n));
  self->n_pages = ask_layout_break (self->boxes, n, self->n_rows);
}

static char *
dup_moment (gint64 at)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (at / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_local (utc);

  return g_date_time_format (local, "%c");
}

/** ask_board_dup_settings: Returns: (transfer full) (nullable): "Year: 2024 · City: Nice": parameters, and what was clicked */
char *
ask_board_dup_settings (const AskBoard *self, const GPtrArray *filters)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const AskBoardParameter *parameter = self->parameters->pdata[i];

      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? " · " : "", parameter->title,
                              parameter->value != NULL ? parameter->value : parameter->text);
    }
  for (guint i = 0; filters != NULL && i < filters->len; i++)
    {
      g_autofree char *words = ask_board_filter_to_words (filters->pdata[i]);

      g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", words);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
draw_page (const Sheet *self, guint page, cairo_t *cr)
{
  g_autofree char *when = dup_moment (self->now);
  g_autofree char *settings = ask_board_dup_settings (self->board, self->picture->filters);
  int first = (int) page * self->n_rows;

  ask_board_draw_line (self->board->name, TRUE, FALSE, cr, (AskBoardArea) { 0, 0, WIDTH * 0.7, HEADER });
  ask_board_draw_line (when, FALSE, TRUE, cr, (AskBoardArea) { WIDTH * 0.7, 10, WIDTH * 0.3, HEADER });
  if (settings != NULL)
    ask_board_draw_line (settings, FALSE, FALSE, cr, (AskBoardArea) { 0, 32, WIDTH, HEADER });
  for (guint i = 0; i < self->board->tiles->len; i++)
    {
      const AskTile *tile = self->board->tiles->pdata[i];
      AskTileBox box = self->boxes[i];

      if (box.y < first || box.y >= first + self->n_rows)
        continue;
      ask_board_draw_tile (tile, ask_results_find (self->picture->results, tile->id), cr,
                           (AskBoardArea) { box.x * COLUMN + GAP / 2, HEADER + (box.y - first) * ROW + GAP / 2,
                                            box.width * COLUMN - GAP, box.height * ROW - GAP });
    }
  if (self->n_pages > 1)
    {
      g_autofree char *number = g_strdup_printf (_ ("Page %u of %u"), page + 1, self->n_pages);

      ask_board_draw_line (number, FALSE, TRUE, cr,
                           (AskBoardArea) { 0, HEADER + self->n_rows * ROW + 4, WIDTH, FOOTER });
    }
}

static cairo_status_t
draw_pages (const Sheet *self, cairo_surface_t *surface, double scale, double margin)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  for (guint page = 0; page < self->n_pages; page++)
    {
      cairo_save (cr);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
      cairo_translate (cr, margin, margin);
      cairo_scale (cr, scale, scale);
      draw_page (self, page, cr);
      cairo_restore (cr);
      cairo_show_page (cr);
    }
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

/* Returns: (transfer full): the bytes; %NULL with @error set */
static GByteArray *
make_picture (Sheet *self, AskPictureFormat format, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const AskBoardPicture *picture = self->picture;
  double width, height, scale, margin = MARGIN;
  cairo_surface_t *surface;
  cairo_status_t status;

  if (format == ASK_PICTURE_PDF)
    {
      width = CLAMP (picture->page_width > 0 ? picture->page_width : A4_ACROSS_WIDTH, 144, 14400);
      height = CLAMP (picture->page_height > 0 ? picture->page_height : A4_ACROSS_HEIGHT, 144, 14400);
      scale = (width - 2 * margin) / WIDTH;
      self->n_rows = (int) MAX (1, floor (((height - 2 * margin) / scale - HEADER - FOOTER) / ROW));
      lay_out (self);
    }
  else
    {
      lay_out (self);
      width = CLAMP (picture->width > 0 ? picture->width : PICTURE_WIDTH, 100, MAX_PICTURE);
      scale = width / (WIDTH + 2 * MARGIN);
      height = (HEADER + self->n_rows * ROW + 2 * MARGIN) * scale;
      if (height > MAX_PICTURE)
        {
          scale *= MAX_PICTURE / height;
          width *= MAX_PICTURE / height;
          height = MAX_PICTURE;
        }
      margin = MARGIN * scale;
    }
  surface = ask_picture_new_surface (format, bytes, width, height, FALSE, self->board->name);
  status = ask_picture_finish (surface, format, bytes, draw_pages (self, surface, scale, margin));
  if (status == CAIRO_STATUS_SUCCESS)
    return g_steal_pointer (&bytes);
  ask_error_set (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_FORMAT, N_ ("The board “%s” could not be drawn: %s."),
                 self->board->name, cairo_status_to_string (status));
  return NULL;
}

/**
 * ask_board_to_picture:
 * @picture: what to draw
 * @format: PNG, SVG or PDF
 * @error: %ASK_BOARD_ERROR_FORMAT
 *
 * Returns: (transfer full): the bytes of a file
 */
GByteArray *
ask_board_to_picture (const AskBoard *self, const AskBoardPicture *picture, AskPictureFormat format, GError **error)
{
  Sheet sheet = { self, picture, picture->now != 0 ? picture->now : g_get_real_time (), 0, 0, NULL };
  GByteArray *bytes = make_picture (&sheet, format, error);

  g_free (sheet.boxes);
  return bytes;
}
