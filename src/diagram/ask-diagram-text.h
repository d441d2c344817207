/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text as runs of glyphs, shaped once and drawn at any scale. A diagram has tens of thousands of short texts and
 * draws them sixty times a second, for which a PangoLayout each is too slow: plain ASCII takes its glyphs and
 * advances from a table, anything else goes through Pango once. Lengths are in em, so that a run serves every
 * size; it never touches a cairo context before ask_diagram_ink_show().
 */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

typedef struct _AskDiagramFonts AskDiagramFonts;

typedef struct
{
  guint32 index;
  float x;
  float y;
} AskDiagramGlyph;

/**
 * AskDiagramText:
 * @width: in em
 * @n_glyphs: of all parts
 * @faces: for each glyph's run: the face, and where its glyphs end
 */
typedef struct
{
  float width;
  guint n_glyphs;
  guint n_parts;
  struct
  {
    guint face;
    guint end;
  } *parts;
  AskDiagramGlyph glyphs[];
} AskDiagramText;

AskDiagramFonts *ask_diagram_fonts_new   (const char      *family);
void             ask_diagram_fonts_free  (AskDiagramFonts *self);
double           ask_diagram_fonts_measure (AskDiagramFonts *self,
                                          const char      *text,
                                          gboolean         bold);
AskDiagramText  *ask_diagram_text_new    (AskDiagramFonts *fonts,
                                          const char      *text,
                                          gboolean         bold,
                                          double           max_width);
void             ask_diagram_text_free   (AskDiagramText  *self);

/* Glyphs of one frame, gathered by face, size and colour, and shown in few calls. */
typedef struct _AskDiagramInk AskDiagramInk;

AskDiagramInk   *ask_diagram_ink_new     (AskDiagramFonts *fonts,
                                          cairo_t         *cr,
                                          gboolean         vector);
void             ask_diagram_ink_add     (AskDiagramInk        *self,
                                          const AskDiagramText *text,
                                          double                x,
                                          double                y,
                                          double                size,
                                          guint32               color);
void             ask_diagram_ink_show    (AskDiagramInk   *self);
void             ask_diagram_ink_free    (AskDiagramInk   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDiagramFonts, ask_diagram_fonts_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDiagramText, ask_diagram_text_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDiagramInk, ask_diagram_ink_free)

G_END_DECLS
