/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * AskChartDesk from the inside.
 *
 *   ask-chart-desk.c       the widget: a look, what came of it, and what was before
 *   ask-chart-desk-menu.c  what can be done with a place
 *   ask-chart-screen.c     the same chart on all of the screen
 */
#pragma once

#include "app/charts/ask-chart-desk.h"
#include "app/charts/ask-chart-panel.h"

G_BEGIN_DECLS

struct _AskChartDesk
{
  GtkWidget parent_instance;
  AskRows *rows;
  char *question;
  char *wish;
  char *sql; /* nullable: the query of the rows */
  AskChartDrill drill;
  AskChart *chart; /* what is drawn: that of the answer, or @own */
  AskChart *own; /* nullable */
  GPtrArray *choices; /* nullable: until they are known */
  GPtrArray *before; /* AskChartLook: what can be undone */
  AskChartLook *last; /* the look that was told last */
  GCancellable *cancellable; /* nullable: while a chart is chosen */

  GtkWidget *box;
  GtkMenuButton *change;
  AskChartPanel *panel;
  GtkWidget *zoomed;
  GtkLabel *unfit;
  AskChartView *view;
  GtkWidget *menu; /* nullable: what can be done with the selected place */
  GPtrArray *spans; /* nullable: of that place */
};

void       ask_chart_desk_open_menu    (AskChartDesk   *self);
void       ask_chart_desk_install_menu (GtkWidgetClass *widget_class);
GtkWidget *ask_chart_screen_new        (AskChartDesk   *desk);

G_END_DECLS
