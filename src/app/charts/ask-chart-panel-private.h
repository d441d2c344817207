/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * AskChartPanel from the inside.
 *
 *   ask-chart-panel.c        the form: kind, columns, order, titles, axis
 *   ask-chart-panel-keys.c   the series: shown or not, and their colours
 */
#pragma once

#include <adwaita.h>

#include "app/charts/ask-chart-panel.h"

G_BEGIN_DECLS

struct _AskChartPanel
{
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkBox *groups;
  AskChartLook *look;
  AskChart *chart; /* borrowed, while it is shown */
  AdwPreferencesGroup *keys; /* nullable: the series */
  AdwExpanderRow *kind;
  GPtrArray *kinds; /* rows, as the choices */
  gboolean filling;
};

void ask_chart_panel_changed   (AskChartPanel *self);
void ask_chart_panel_fill_keys (AskChartPanel *self);

G_END_DECLS
