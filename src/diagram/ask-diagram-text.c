/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shaping and inking. Hinting is off, as in every picture of this room: advances grow with the size, so that a
 * box that was measured once fits its text at every scale. Sizes are rounded to few steps, because each size of a
 * face is rasterised anew; a text is then drawn with letters up to 1.5 % off the size that their places were made for.
 */
#include "config.h"

#include "diagram/ask-diagram-text.h"

#include <math.h>
#include <string.h>

/* The size that texts are measured at: large enough for Pango's units to be exact. */
#define UNIT 64
#define FIRST_CHAR 32
#define LAST_CHAR 126
/* Neighbouring sizes of letters differ by this factor. */
#define SIZE_STEP 1.03
#define MAX_SCALED 160

typedef struct
{
  guint32 index;
  float advance;
} AsciiGlyph;

typedef struct
{
  guint face;
  int step;
  cairo_matrix_t base;
  cairo_scaled_font_t *font;
} ScaledFont;

struct _AskDiagramFonts
{
  PangoLayout *layout;
  PangoFontDescription *fonts[2]; /* normal, bold */
  cairo_font_options_t *options;
  GPtrArray *faces; /* cairo_font_face_t */
  GHashTable *face_places; /* cairo_font_face_t → its place + 1 */
  guint ascii_faces[2];
  AsciiGlyph ascii[2][LAST_CHAR - FIRST_CHAR + 1];
  gboolean has_ascii[2];
  AsciiGlyph ellipsis[2];
  GArray *scaled; /* ScaledFont, the last used ones at the end */
};

static guint
find_face (AskDiagramFonts *self, PangoFont *font)
{
  cairo_scaled_font_t *scaled = pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (font));
  cairo_font_face_t *face = cairo_scaled_font_get_font_face (scaled);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->face_places, face));

  if (place == 0)
    {
      g_ptr_array_add (self->faces, cairo_font_face_reference (face));
      place = self->faces->len;
      g_hash_table_insert (self->face_places, face, GUINT_TO_POINTER (place));
    }
  return place - 1;
}

static gboolean
read_glyph (AskDiagramFonts *self, gboolean bold, const char *text, AsciiGlyph *glyph, guint *face)
{
  PangoLayoutLine *line;
  PangoLayoutRun *run;
  guint found;

  pango_layout_set_font_description (self->layout, self->fonts[bold]);
  pango_layout_set_text (self->layout, text, -1);
  line = pango_layout_get_line_readonly (self->layout, 0);
  if (line == NULL || line->runs == NULL || line->runs->next != NULL)
    return FALSE;
  run = line->runs->data;
  if (run->glyphs->num_glyphs != 1 || (run->glyphs->glyphs[0].glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0)
    return FALSE;
  found = find_face (self, run->item->analysis.font);
  if (*face == G_MAXUINT)
    *face = found;
  if (*face != found)
    return FALSE;
  glyph->index = run->glyphs->glyphs[0].glyph;
  glyph->advance = run->glyphs->glyphs[0].geometry.width / (float) (PANGO_SCALE * UNIT);
  return TRUE;
}

static void
read_ascii (AskDiagramFonts *self, gboolean bold)
{
  guint face = G_MAXUINT;

  for (int c = FIRST_CHAR; c <= LAST_CHAR; c++)
    {
      char text[2] = { (char) c, '\0' };

      if (!read_glyph (self, bold, text, &self->ascii[bold][c - FIRST_CHAR], &face))
        return;
    }
  if (!read_glyph (self, bold, "…", &self->ellipsis[bold], &face))
    return;
  self->ascii_faces[bold] = face;
  self->has_ascii[bold] = TRUE;
}

static void
clear_scaled (gpointer data)
{
  cairo_scaled_font_destroy (((ScaledFont *) data)->font);
}

/** ask_diagram_fonts_new: Returns: (transfer full): the faces of @family, and of what it falls back to */
AskDiagramFonts *
ask_diagram_fonts_new (const char *family)
{
  AskDiagramFonts *self = g_new0 (AskDiagramFonts, 1);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  self->options = cairo_font_options_create ();
  cairo_font_options_set_antialias (self->options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (self->options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (self->options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, self->options);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  self->layout = pango_layout_new (context);
  g_object_unref (context);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  self->faces = g_ptr_array_new_with_free_func ((GDestroyNotify) cairo_font_face_destroy);
  self->face_places = g_hash_table_new (NULL, NULL);
  self->scaled = g_array_new (FALSE, FALSE, sizeof (ScaledFont));
  g_array_set_clear_func (self->scaled, clear_scaled);
  for (int bold = 0; bold < 2; bold++)
    {
      self->fonts[bold] = pango_font_description_from_string (family != NULL ? family : "Sans");
      pango_font_description_set_absolute_size (self->fonts[bold], UNIT * PANGO_SCALE);
      pango_font_description_set_weight (self->fonts[bold], bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
      read_ascii (self, bold);
    }
  return self;
}

/** ask_diagram_fonts_free: @self: (nullable) (transfer full): frees it; texts made with it cannot be drawn any more */
void
ask_diagram_fonts_free (AskDiagramFonts *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->scaled);
  g_hash_table_unref (self->face_places);
  g_ptr_array_unref (self->faces);
  for (int bold = 0; bold < 2; bold++)
    pango_font_description_free (self->fonts[bold]);
  g_object_unref (self->layout);
  cairo_font_options_destroy (self->options);
  g_free (self);
}

static gboolean
is_plain (AskDiagramFonts *self, const char *text, gboolean bold)
{
  if (!self->has_ascii[bold])
    return FALSE;
  for (const char *p = text; *p != '\0'; p++)
    if (*p < FIRST_CHAR || *p > LAST_CHAR)
      return FALSE;
  return TRUE;
}

/**
 * ask_diagram_fonts_measure:
 * @text: in UTF-8
 * @bold: whether it is to be drawn bold, which makes it wider
 *
 * Returns: how wide @text is on one line, in em
 */
double
ask_diagram_fonts_measure (AskDiagramFonts *self, const char *text, gboolean bold)
{
  double width = 0;
  int layout_width;

  bold = bold ? 1 : 0;
  if (is_plain (self, text, bold))
    {
      for (const char *p = text; *p != '\0'; p++)
        width += self->ascii[bold][*p - FIRST_CHAR].advance;
      return width;
    }
  pango_layout_set_font_description (self->layout, self->fonts[bold]);
  pango_layout_set_width (self->layout, -1);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_text (self->layout, text, -1);
  pango_layout_get_size (self->layout, &layout_width, NULL);
  return layout_width / (double) (PANGO_SCALE * UNIT);
}

static AskDiagramText *
text_alloc (guint n_glyphs, guint n_parts)
{
  AskDiagramText *self
    = g_malloc (sizeof (AskDiagramText) + n_glyphs * sizeof (AskDiagramGlyph) + n_parts * sizeof *self->parts);

  self->width = 0;
  self->n_glyphs = n_glyphs;
  self->n_parts = n_parts;
  self->parts = (gpointer) &self->glyphs[n_glyphs];
  return self;
}

static AskDiagramText *
shape_plain (AskDiagramFonts *fonts, const char *text, gboolean bold, double max_width)
{
  const AsciiGlyph *table = fonts->ascii[bold];
  gsize length = strlen (text), n = 0;
  AskDiagramText *self;
  double width = 0, fits = 0;
  gsize n_fits = 0;

  /* How many letters stay beside an ellipsis, and whether it is needed at all. */
  for (; n < length && width <= max_width; n++)
    {
      width += table[text[n] - FIRST_CHAR].advance;
      if (width + fonts->ellipsis[bold].advance <= max_width)
        {
          n_fits = n + 1;
          fits = width;
        }
    }
  if (width <= max_width)
    n_fits = length;
  self = text_alloc ((guint) (n_fits < length ? n_fits + 1 : n_fits), 1);
  self->width = 0;
  for (gsize i = 0; i < n_fits; i++)
    {
      self->glyphs[i] = (AskDiagramGlyph) { table[text[i] - FIRST_CHAR].index, self->width, 0 };
      self->width += table[text[i] - FIRST_CHAR].advance;
    }
  if (n_fits < length)
    {
      self->glyphs[n_fits] = (AskDiagramGlyph) { fonts->ellipsis[bold].index, (float) fits, 0 };
      self->width = (float) fits + fonts->ellipsis[bold].advance;
    }
  self->parts[0].face = fonts->ascii_faces[bold];
  self->parts[0].end = self->n_glyphs;
  return self;
}

static AskDiagramText *
shape_layout (AskDiagramFonts *fonts, const char *text, gboolean bold, double max_width)
{
  PangoLayout *layout = fonts->layout;
  PangoLayoutLine *line;
  AskDiagramText *self;
  guint n_glyphs = 0, n_parts = 0, g = 0, part = 0;
  double pen = 0;
  int width;

  pango_layout_set_font_description (layout, fonts->fonts[bold]);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (layout, -1);
  pango_layout_set_text (layout, text, -1);
  pango_layout_get_size (layout, &width, NULL);
  if (width > max_width * UNIT * PANGO_SCALE)
    {
      pango_layout_set_width (layout, (int) (MAX (max_width, 0.1) * UNIT * PANGO_SCALE));
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
    }
  line = pango_layout_get_line_readonly (layout, 0);
  for (GSList *l = line->runs; l != NULL; l = l->next)
    {
      n_glyphs += (guint) ((PangoLayoutRun *) l->data)->glyphs->num_glyphs;
      n_parts++;
    }
  self = text_alloc (n_glyphs, n_parts);
  for (GSList *l = line->runs; l != NULL; l = l->next)
    {
      PangoLayoutRun *run = l->data;

      for (int i = 0; i < run->glyphs->num_glyphs; i++)
        {
          const PangoGlyphInfo *info = &run->glyphs->glyphs[i];

          if (info->glyph != PANGO_GLYPH_EMPTY)
            {
              /* What no font has is shown by the face's own sign for that. */
              self->glyphs[g].index = (info->glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0 ? 0 : info->glyph;
              self->glyphs[g].x = (float) ((pen + info->geometry.x_offset) / (PANGO_SCALE * UNIT));
              self->glyphs[g].y = (float) (info->geometry.y_offset / (double) (PANGO_SCALE * UNIT));
              g++;
            }
          pen += info->geometry.width;
        }
      self->parts[part].face = find_face (fonts, run->item->analysis.font);
      self->parts[part].end = g;
      part++;
    }
  self->n_glyphs = g;
  self->width = (float) (pen / (PANGO_SCALE * UNIT));
  pango_layout_set_width (layout, -1);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_NONE);
  return self;
}

/**
 * ask_diagram_text_new:
 * @fonts: must be there for as long as the text is drawn
 * @text: in UTF-8
 * @bold: whether it is drawn bold
 * @max_width: in em; longer text ends in an ellipsis
 *
 * Returns: (transfer full): @text as glyphs on one line, for ask_diagram_ink_add() of an ink with the same @fonts
 */
AskDiagramText *
ask_diagram_text_new (AskDiagramFonts *fonts, const char *text, gboolean bold, double max_width)
{
  bold = bold ? 1 : 0;
  if (is_plain (fonts, text, bold))
    return shape_plain (fonts, text, bold, max_width);
  return shape_layout (fonts, text, bold, max_width);
}

/** ask_diagram_text_free: @self: (nullable) (transfer full): frees it */
void
ask_diagram_text_free (AskDiagramText *self)
{
  g_free (self);
}

/* One call of cairo: glyphs of one face, size and colour. */
typedef struct
{
  guint face;
  int step;
  guint32 color;
  GArray *glyphs; /* cairo_glyph_t */
} Batch;

struct _AskDiagramInk
{
  AskDiagramFonts *fonts;
  cairo_t *cr;
  gboolean vector;
  cairo_matrix_t base;
  GArray *batches; /* Batch */
  guint last;
};

static void
clear_batch (gpointer data)
{
  g_array_unref (((Batch *) data)->glyphs);
}

/**
 * ask_diagram_ink_new:
 * @fonts: those that its texts are made with; used until it is freed
 * @cr: used until it is freed, with the transformation that ask_diagram_ink_show() will find: texts are added in its
 *   units
 * @vector: for a file that is scaled later: exact places and sizes
 *
 * Returns: (transfer full): an empty pot
 */
AskDiagramInk *
ask_diagram_ink_new (AskDiagramFonts *fonts, cairo_t *cr, gboolean vector)
{
  AskDiagramInk *self = g_new0 (AskDiagramInk, 1);

  self->fonts = fonts;
  self->cr = cr;
  self->vector = vector;
  self->batches = g_array_new (FALSE, FALSE, sizeof (Batch));
  g_array_set_clear_func (self->batches, clear_batch);
  cairo_get_matrix (cr, &self->base);
  self->base.x0 = self->base.y0 = 0;
  return self;
}

static Batch *
find_batch (AskDiagramInk *self, guint face, int step, guint32 color)
{
  Batch batch = { face, step, color, NULL };

  for (guint n = 0; n < self->batches->len; n++)
    {
      guint i = (self->last + n) % self->batches->len;
      Batch *b = &g_array_index (self->batches, Batch, i);

      if (b->face == face && b->step == step && b->color == color)
        {
          self->last = i;
          return b;
        }
    }
  batch.glyphs = g_array_sized_new (FALSE, FALSE, sizeof (cairo_glyph_t), 256);
  g_array_append_val (self->batches, batch);
  self->last = self->batches->len - 1;
  return &g_array_index (self->batches, Batch, self->last);
}

/**
 * ask_diagram_ink_add:
 * @text: its glyphs are copied
 * @x: of the left end
 * @y: of the baseline
 * @size: of an em
 * @color: 0xAARRGGBB
 *
 * Nothing is drawn before ask_diagram_ink_show(). Unless it is for a vector file, place and size are rounded a little.
 */
void
ask_diagram_ink_add (AskDiagramInk *self, const AskDiagramText *text, double x, double y, double size, guint32 color)
{
  int step = self->vector ? (int) lrint (size * 64) : (int) lrint (log (MAX (size, 1)) / log (SIZE_STEP));
  guint g = 0;

  /* The same letters stand on the same pixels wherever the text is moved to. */
  if (!self->vector)
    {
      x = rint (x);
      y = rint (y);
    }
  for (guint p = 0; p < text->n_parts; p++)
    {
      Batch *batch = find_batch (self, text->parts[p].face, step, color);
      guint n = text->parts[p].end - g, at = batch->glyphs->len;
      cairo_glyph_t *out;

      g_array_set_size (batch->glyphs, at + n);
      out = &g_array_index (batch->glyphs, cairo_glyph_t, at);
      for (; g < text->parts[p].end; g++, out++)
        {
          out->index = text->glyphs[g].index;
          out->x = x + text->glyphs[g].x * size;
          out->y = y + text->glyphs[g].y * size;
        }
    }
}

static cairo_scaled_font_t *
find_scaled (AskDiagramInk *self, guint face, int step)
{
  AskDiagramFonts *fonts = self->fonts;
  ScaledFont made = { face, step, self->base, NULL };
  cairo_matrix_t size;
  double pixels = self->vector ? step / 64.0 : pow (SIZE_STEP, step);

  if (!self->vector)
    for (guint i = fonts->scaled->len; i-- > 0;)
      {
        const ScaledFont *have = &g_array_index (fonts->scaled, ScaledFont, i);

        if (have->face == face && have->step == step && memcmp (&have->base, &self->base, sizeof self->base) == 0)
          return cairo_scaled_font_reference (have->font);
      }
  cairo_matrix_init_scale (&size, pixels, pixels);
  made.font = cairo_scaled_font_create (fonts->faces->pdata[face], &size, &self->base, fonts->options);
  if (self->vector)
    return made.font;
  if (fonts->scaled->len >= MAX_SCALED)
    g_array_remove_range (fonts->scaled, 0, MAX_SCALED / 4);
  g_array_append_val (fonts->scaled, made);
  return cairo_scaled_font_reference (made.font);
}

/** ask_diagram_ink_show: draws what was added since the last time. */
void
ask_diagram_ink_show (AskDiagramInk *self)
{
  for (guint i = 0; i < self->batches->len; i++)
    {
      Batch *batch = &g_array_index (self->batches, Batch, i);
      cairo_scaled_font_t *font;

      if (batch->glyphs->len == 0)
        continue;
      font = find_scaled (self, batch->face, batch->step);
      cairo_set_scaled_font (self->cr, font);
      cairo_scaled_font_destroy (font);
      cairo_set_source_rgba (self->cr, ((batch->color >> 16) & 255) / 255.0, ((batch->color >> 8) & 255) / 255.0,
                             (batch->color & 255) / 255.0, (batch->color >> 24) / 255.0);
      cairo_show_glyphs (self->cr, (cairo_glyph_t *) batch->glyphs->data, (int) batch->glyphs->len);
      g_array_set_size (batch->glyphs, 0);
    }
}

/** ask_diagram_ink_free: @self: (nullable) (transfer full): frees it; what was not shown is never drawn */
void
ask_diagram_ink_free (AskDiagramInk *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->batches);
  g_free (self);
}
