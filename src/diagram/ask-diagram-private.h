/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * AskDiagram from the inside, for this room and its tests: boxes, rows, lines, and what a frame is drawn with.
 *
 *   ask-diagram.c             the whole: follows the schema, finds what is at a point
 *   ask-diagram-box.c         one box and its rows
 *   ask-diagram-line.c        one line and its way
 *   ask-diagram-area.c        areas: frames and tiles around boxes
 *   ask-diagram-theme.c       colours and lengths
 *   ask-diagram-layout.c      where boxes go that nobody has placed
 *   ask-diagram-place.c       rectangles beside each other
 *
 *   ask-diagram-draw.c        a frame, in layers
 *   ask-diagram-draw-boxes.c  its boxes
 *   ask-diagram-draw-text.c   what is written in them
 *   ask-diagram-draw-labels.c  names beside them, from afar
 *   ask-diagram-draw-lines.c  its lines
 *   ask-diagram-overview.c    the map of the whole, the legend
 *   ask-diagram-export.c      the whole as a file
 */
#pragma once

#include "diagram/ask-diagram-index.h"
#include "diagram/ask-diagram-text.h"
#include "diagram/ask-diagram.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_DIAGRAM_ROW_ATTRIBUTE,
  ASK_DIAGRAM_ROW_METRIC,
  ASK_DIAGRAM_ROW_MORE /* "12 more", in a collapsed box */
} AskDiagramRowKind;

typedef enum
{
  ASK_DIAGRAM_ROW_KEY = 1 << 0,
  ASK_DIAGRAM_ROW_REQUIRED = 1 << 1, /* no call without it */
  ASK_DIAGRAM_ROW_INPUT = 1 << 2, /* an argument of the API, no column of its answer */
  ASK_DIAGRAM_ROW_CALCULATED = 1 << 3,
  ASK_DIAGRAM_ROW_HIDDEN = 1 << 4,
  ASK_DIAGRAM_ROW_FOREIGN = 1 << 5 /* a relationship goes from here */
} AskDiagramRowFlags;

typedef struct
{
  AskDiagramRowKind kind;
  AskDiagramRowFlags flags;
  int attribute; /* as in AskDiagramTarget; -1 for "more" */
  float name_width; /* in em, before anything is cut */
  float note_width;
  AskDiagramText *name; /* NULL until it is first drawn */
  const AskDiagramText *note; /* the type, borrowed from the diagram; likewise */
} AskDiagramRow;

#define ASK_DIAGRAM_SMALL_LINES 3
/* The size of a line's verb, in em. */
#define ASK_DIAGRAM_VERB 0.88

typedef struct
{
  AskEntity *entity;
  AskDiagramRect rect;
  gboolean placed; /* somebody gave it this place: the schema, a drag, the layout */
  guint level; /* drawn after what it lies upon */
  gboolean moved; /* since the lines had their ways found */
  guint raised; /* 1 where a drag moved it: lies above the others */
  guint source; /* place in sources */
  int area; /* place in areas; -1 for none */
  gboolean folded; /* its area is */
  GArray *rows; /* AskDiagramRow */
  float title_width; /* in em */
  AskDiagramText *title;
  AskDiagramText *small[ASK_DIAGRAM_SMALL_LINES]; /* the name when the box is small: broken and cut to it then */
  int small_key; /* what it was broken for */
  AskDiagramText *label; /* the name beside the box from afar; NULL until it is first drawn */
  GArray *lines; /* guint: those that end here */
} AskDiagramBox;

/* Of a bend line: out of a row, along, into a row. */
typedef struct
{
  guint from; /* boxes */
  guint to;
  int from_row; /* row, or -1: the title */
  int to_row;
  gboolean optional; /* there may be none at the "to" end */
  gboolean many_from;
  gboolean many_to;
  gboolean hidden; /* one of its ends is */
  gboolean suggested;
  gint8 from_side; /* -1 left, 1 right */
  gint8 to_side;
  gboolean mixed; /* others end in the same row with other signs: it ends beside them */
  guint twin; /* how many lines before it join the same two rows */
  double x1;
  double y1;
  double x2;
  double y2;
  double bend; /* where the upright part is */
  AskDiagramRect bounds;
  AskDiagramText *verb; /* nullable */
} AskDiagramLine;

typedef struct
{
  char *name;
  guint color; /* place in the palette */
  AskDiagramRect bounds;
  guint n; /* boxes */
  gboolean apart; /* no box of another source lies within: it is framed */
  AskDiagramText *title;
} AskDiagramGroup;

typedef struct
{
  char *name;
  guint color; /* place in the palette */
  gboolean folded;
  AskDiagramRect bounds; /* of width -1 where no box is in it */
  guint n; /* boxes */
  AskDiagramText *title;
} AskDiagramArea;

typedef struct
{
  guint32 background;
  guint32 body;
  guint32 border;
  guint32 text;
  guint32 dim;
  guint32 faint; /* hidden things */
  guint32 line;
  guint32 accent;
  guint32 on_accent;
  guint32 warning;
  guint32 error;
  guint32 rule; /* between rows */
  guint32 heat_low;
  guint32 heat_high;
  guint32 palette[8]; /* strong, for borders and words */
  double title_tint; /* how much of a source's colour is in a title */
  double group_tint;
} AskDiagramColors;

/* Lengths at 100 %, made from the size of the text. */
typedef struct
{
  double em;
  double row;
  double title;
  double pad;
  double sign;
  double min_width;
  double max_width;
  double foot; /* a line's first and last part, where its signs are */
  double lane; /* between two upright parts */
  double radius;
} AskDiagramMetrics;

struct _AskDiagram
{
  AskSchema *schema;
  GPtrArray *suggested; /* AskRelationship; nullable */
  AskDiagramTheme theme; /* its font is owned */
  AskDiagramColors colors;
  AskDiagramMetrics metrics;
  AskDiagramFonts *fonts;
  GPtrArray *boxes; /* AskDiagramBox, as the schema's entities */
  /* AskDiagramLine, as the schema's relationships and then those suggested; from is G_MAXUINT where an end is
   * missing */
  GArray *lines;
  GPtrArray *groups; /* AskDiagramGroup */
  GPtrArray *areas; /* AskDiagramArea, as the schema's */
  GHashTable *notes; /* text → AskDiagramText */
  AskDiagramIndex *box_index;
  AskDiagramIndex *line_index;
  gboolean boxes_dirty;
  gboolean lines_dirty; /* all of them; else those of moved boxes */
  gboolean line_index_dirty;
  AskCoverage *coverage; /* nullable; as many as boxes */
  guint n_coverage;
  AskDiagramPaint paint;
  guint max_asked;
  GArray *found; /* guint: of one frame */
  GArray *labels; /* AskDiagramLabel; NULL where they are to be found anew */
  double labels_scale;
  guint labels_marks;
  GArray *found_lines;
};

/* ask-diagram-theme.c */
void     ask_diagram_theme_colors    (const AskDiagramTheme *theme,
                                      AskDiagramColors      *colors);
void     ask_diagram_theme_metrics   (const AskDiagramTheme *theme,
                                      AskDiagramMetrics     *metrics);
guint32  ask_diagram_mix             (guint32                a,
                                      guint32                b,
                                      double                 share);

/* ask-diagram-box.c */
AskDiagramBox *ask_diagram_box_new   (AskEntity             *entity);
void     ask_diagram_box_free        (AskDiagramBox         *self);
void     ask_diagram_box_build       (AskDiagram            *diagram,
                                      AskDiagramBox         *self);
void     ask_diagram_box_forget_text (AskDiagramBox         *self);
int      ask_diagram_box_find_row    (const AskDiagramBox   *self,
                                      int                    attribute);
int      ask_diagram_box_find_end    (const AskDiagramBox   *self,
                                      int                    attribute);
AskDiagramRect ask_diagram_box_get_row (AskDiagram          *diagram,
                                      const AskDiagramBox   *self,
                                      int                    row);
const char *ask_diagram_box_get_badge (const AskDiagramBox  *self);
const char *ask_diagram_box_get_name (const AskDiagramBox   *self,
                                      const AskDiagramRow   *row,
                                      char                  *more,
                                      gsize                  n_more);
const char *ask_diagram_box_get_note (const AskDiagramBox   *self,
                                      const AskDiagramRow   *row);

/* ask-diagram-line.c */
void     ask_diagram_line_clear      (gpointer               data);
void     ask_diagram_build_lines     (AskDiagram            *self,
                                      GHashTable            *places);
void     ask_diagram_route_lines     (AskDiagram            *self,
                                      gboolean               all);
guint    ask_diagram_line_get_points (const AskDiagramLine  *self,
                                      double                *xy);
double   ask_diagram_line_distance   (const AskDiagramLine  *self,
                                      double                 x,
                                      double                 y);

/* ask-diagram.c */
void     ask_diagram_settle          (AskDiagram            *self);
void     ask_diagram_settle_lines    (AskDiagram            *self);

/* ask-diagram-draw.c */
void     ask_diagram_draw_whole      (AskDiagram            *self,
                                      cairo_t               *cr,
                                      const AskDiagramRect  *area,
                                      double                 scale,
                                      const AskDiagramMarks *marks,
                                      gboolean               vector);

/**
 * AskDiagramFrame:
 *
 * One drawing: the plane's @area at @scale on @cr, which is in pixels.
 */
typedef struct
{
  AskDiagram *diagram;
  cairo_t *cr;
  AskDiagramRect area;
  double scale;
  const AskDiagramMarks *marks;
  gboolean vector;
  gboolean rows; /* the rows' texts can be read */
  gboolean titles; /* the titles' texts can be */
  gboolean bars; /* rows are shown as bars */
  AskDiagramInk *ink;
  guint8 *selected; /* for each box */
  guint8 *bright; /* for each box; NULL where all are */
  GArray *written; /* AskDiagramRect, in pixels: names of groups and areas */
} AskDiagramFrame;

/* Nothing else is to be written there. */
static inline void
ask_diagram_frame_note (AskDiagramFrame *self, const AskDiagramRect *written)
{
  g_array_append_vals (self->written, written, 1);
}

/* ask-diagram-draw-labels.c */
const char *ask_diagram_box_get_short_name (AskDiagram      *self,
                                      const AskDiagramBox   *box);
const AskDiagramText *ask_diagram_box_get_label (AskDiagram *self,
                                      AskDiagramBox         *box);

/* @place: in pixels from the plane's origin */
typedef struct
{
  guint box;
  AskDiagramRect place;
} AskDiagramLabel;

const GArray *ask_diagram_frame_place_labels (AskDiagramFrame *self);
void     ask_diagram_frame_labels    (AskDiagramFrame       *self);

/* ask-diagram-area.c */
void     ask_diagram_follow_areas    (AskDiagram            *self);
void     ask_diagram_measure_areas   (AskDiagram            *self);
void     ask_diagram_frame_areas     (AskDiagramFrame       *self);
void     ask_diagram_frame_area_names (AskDiagramFrame      *self);
gboolean ask_diagram_hit_area        (AskDiagram            *self,
                                      double                 x,
                                      double                 y,
                                      AskDiagramTarget      *target);

double   ask_diagram_frame_x         (const AskDiagramFrame *self,
                                      double                 x);
double   ask_diagram_frame_y         (const AskDiagramFrame *self,
                                      double                 y);
void     ask_diagram_frame_color     (const AskDiagramFrame *self,
                                      guint32                color);
void     ask_diagram_frame_rect      (const AskDiagramFrame *self,
                                      const AskDiagramRect  *rect,
                                      double                 grow);
void     ask_diagram_frame_round     (const AskDiagramFrame *self,
                                      const AskDiagramRect  *rect,
                                      double                 grow,
                                      double                 radius);
void     ask_diagram_frame_boxes     (AskDiagramFrame       *self,
                                      const guint           *boxes,
                                      guint                  n);
void     ask_diagram_frame_bars      (AskDiagramFrame       *self,
                                      const guint           *boxes,
                                      guint                  n);
void     ask_diagram_frame_signs     (AskDiagramFrame       *self,
                                      const guint           *boxes,
                                      guint                  n);
void     ask_diagram_frame_names     (AskDiagramFrame       *self,
                                      const guint           *boxes,
                                      guint                  n);
gboolean ask_diagram_frame_has_name  (const AskDiagramFrame *self,
                                      AskDiagramBox         *box);
void     ask_diagram_frame_texts     (AskDiagramFrame       *self,
                                      const guint           *boxes,
                                      guint                  n);
const AskCoverage *ask_diagram_get_coverage (AskDiagram     *self,
                                      guint                  entity);
void     ask_diagram_frame_lines     (AskDiagramFrame       *self,
                                      const GArray          *lines);
void     ask_diagram_frame_link      (AskDiagramFrame       *self);
guint32  ask_diagram_box_get_color   (AskDiagram            *self,
                                      const AskDiagramBox   *box);

/* ask-diagram-place.c */
typedef struct
{
  AskDiagramRect rect;
  gboolean fixed;
} AskDiagramSlot;

guint   *ask_diagram_list_topics     (const char *const     *names,
                                      guint                  n);
void     ask_diagram_place_apart     (AskDiagramSlot        *slots,
                                      guint                  n,
                                      double                 gap);
void     ask_diagram_place_pack      (AskDiagramRect        *rects,
                                      guint                  n,
                                      double                 gap,
                                      double                 aspect);
void     ask_diagram_place_grid      (AskDiagramRect        *rects,
                                      guint                  n,
                                      double                 gap,
                                      double                 aspect);

G_END_DECLS
