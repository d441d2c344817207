/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was drawn where: a scene is filled by drawing, and tells what is at a point, where a value stands, and what part of
 * the axes a rectangle is. It lives no longer than the chart that was drawn, and until that gets another look.
 *
 * |[
 * g_autoptr (AskChartScene) scene = ask_chart_scene_new ();
 *
 * ask_chart_draw_scene (chart, cr, 640, 400, theme, scene);
 * if (ask_chart_scene_find_at (scene, x, y, &pick))
 *   text = ask_chart_dup_place_text (chart, &pick);
 * ]|
 */
#pragma once

#include "chart/ask-chart-look.h"

G_BEGIN_DECLS

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} AskChartBox;

/**
 * AskChartPick:
 * @place: a place of the x axis, a part of a pie, or a dot; from 0
 * @series: from 0; -1 for the place as a whole
 *
 * What is pointed at.
 */
typedef struct
{
  gsize place;
  int series;
} AskChartPick;

typedef struct _AskChartScene AskChartScene;

AskChartScene *ask_chart_scene_new         (void);
void           ask_chart_scene_free        (AskChartScene       *self);
gboolean       ask_chart_scene_find_at     (AskChartScene       *self,
                                            double               x,
                                            double               y,
                                            AskChartPick        *pick);
gboolean       ask_chart_scene_find_key    (AskChartScene       *self,
                                            double               x,
                                            double               y,
                                            guint               *key);
gboolean       ask_chart_scene_get_middle  (AskChartScene       *self,
                                            const AskChartPick  *pick,
                                            double              *x,
                                            double              *y);
guint          ask_chart_scene_get_n_marks (AskChartScene       *self);
gboolean       ask_chart_scene_get_mark    (AskChartScene       *self,
                                            guint                mark,
                                            AskChartPick        *pick);
gboolean       ask_chart_scene_has_plot    (AskChartScene       *self,
                                            AskChartBox         *box);
gboolean       ask_chart_scene_find_zoom   (AskChartScene       *self,
                                            AskChartBox          box,
                                            double              *zoom_x,
                                            double              *zoom_y);
gboolean       ask_chart_scene_walk        (AskChartScene       *self,
                                            AskChartPick        *pick,
                                            int                  places,
                                            int                  series);
void           ask_chart_scene_draw_marker (AskChartScene       *self,
                                            cairo_t             *cr,
                                            const AskChartPick  *pick,
                                            const AskChartTheme *theme,
                                            gboolean             selected);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskChartScene, ask_chart_scene_free)

void  ask_chart_draw_scene (AskChart            *self,
                            cairo_t             *cr,
                            double               width,
                            double               height,
                            const AskChartTheme *theme,
                            AskChartScene       *scene);
guint ask_chart_count_keys (AskChart            *self);
char *ask_chart_dup_key    (AskChart            *self,
                            guint                key);

G_END_DECLS
