/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * AskChartDesk from the inside.
 *
 *   ask-chart-desk.c       the widget: a look, what came of it, and what was before
 *   ask-chart-desk-menu.c  what can be done with a place
 *   ask-chart-desk-levels.c  the same by a finer unit of time, and back
 *   ask-chart-screen.c     the same chart on all of the screen
 */
#pragma once

#include "app/charts/ask-chart-desk.h"
#include "app/charts/ask-chart-panel.h"
#include "chart/ask-chart-time.h"

G_BEGIN_DECLS

/* A chart that can be gone back to. */
typedef struct _AskChartLevel AskChartLevel;

struct _AskChartDesk
{
  GtkWidget parent_instance;
  AskRows *rows;
  char *question;
  char *wish;
  char *sql; /* nullable: the query of the rows */
  char *path; /* nullable: of the workspace that it runs in */
  GPtrArray *levels; /* AskChartLevel: charts of which a finer unit of time was asked, the answer's own first */
  GCancellable *asking; /* nullable: while the rows of a finer unit are looked for */
  AskChartDrill drill;
  AskChart *chart; /* what is drawn */
  GPtrArray *choices; /* nullable: until they are known */
  GPtrArray *before; /* AskChartLook: what can be undone */
  AskChartLook *last; /* the look that was told last */
  GCancellable *cancellable; /* nullable: while a chart is chosen */

  GtkWidget *box;
  GtkMenuButton *change;
  AskChartPanel *panel;
  GtkWidget *back;
  GtkSpinner *spinner;
  GtkWidget *zoomed;
  GtkLabel *unfit;
  AskChartView *view;
  GtkWidget *menu; /* nullable: what can be done with the selected place */
  GPtrArray *spans; /* nullable: of that place */
};

void       ask_chart_desk_update       (AskChartDesk   *self);
void       ask_chart_desk_say          (AskChartDesk   *self,
                                        const char     *words);
void       ask_chart_level_free        (gpointer        level);
void       ask_chart_desk_ask_finer    (AskChartDesk   *self,
                                        AskChartTime    unit,
                                        const AskChartPick *pick);
gboolean   ask_chart_desk_go_back      (AskChartDesk   *self);
char      *ask_chart_desk_dup_back     (AskChartDesk   *self);
const AskChartLook *ask_chart_desk_get_kept_look (AskChartDesk *self);
void       ask_chart_desk_open_menu    (AskChartDesk   *self);
void       ask_chart_desk_install_menu (GtkWidgetClass *widget_class);
GtkWidget *ask_chart_screen_new        (AskChartDesk   *desk);

G_END_DECLS
