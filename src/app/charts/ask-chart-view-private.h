/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * AskChartView from the inside.
 *
 *   ask-chart-view.c         the widget: drawing, the tip, the chart
 *   ask-chart-view-input.c   pointer and keys
 */
#pragma once

#include "app/charts/ask-chart-view.h"

G_BEGIN_DECLS

struct _AskChartView
{
  GtkWidget parent_instance;
  AskChart *chart; /* borrowed */
  AskChartScene *scene; /* of what is on @surface */
  cairo_surface_t *surface; /* nullable: the chart as it was drawn last */
  AskChartTheme theme; /* that it was drawn with */
  gboolean small; /* as large as it is made */
  gboolean untitled; /* what is around says what it is */
  int width;
  int height;
  int factor;

  GtkWidget *tip;
  gboolean hovers;
  AskChartPick hover;
  gboolean selects;
  AskChartPick selected;
  guint choosing; /* a click may yet become a double click */
  AskChartPick pressed; /* what was clicked */
  guint32 clicked; /* when it was clicked last, of an event; 0 where that was the second of a double click */
  double clicked_at[2]; /* where that was */
  double pointer[2]; /* where it was last; -1 outside */
  gboolean drags;
  double drag[4]; /* where it began and where it is */
};

void ask_chart_view_add_input (AskChartView       *self);
void ask_chart_view_point_at  (AskChartView       *self,
                               const AskChartPick *pick);
void ask_chart_view_dress     (AskChartView       *self,
                               const AskChartLook *look);
void ask_chart_view_activate  (AskChartView       *self,
                               const AskChartPick *pick);
void ask_chart_view_ensure    (AskChartView       *self);

G_END_DECLS
