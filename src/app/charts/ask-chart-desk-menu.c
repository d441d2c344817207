/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be done with a place that was chosen: see the rows that it is drawn of, see only its month or year, or ask for a
 * finer unit of time. Rows are those of the answer, which are here. Where the place is one cell of the answer, the rows behind
 * that are looked for at the sources, as from the table. A finer unit of time is the answer's own query with another unit, where
 * that says its unit plainly; it is seen in the place of this chart (ask-chart-desk-levels.c).
 */
#include "config.h"

#include "app/charts/ask-chart-desk-private.h"

#include <glib/gi18n.h>

#include "app/charts/ask-chart-rows-window.h"
#include "base/ask-number.h"
#include "chart/ask-chart-places.h"
#include "chart/ask-chart-rows.h"
#include "chart/ask-chart-units.h"

static void
add_rows (AskChartDesk *self, GMenu *menu, const AskChartPick *pick)
{
  g_autoptr (GArray) rows = ask_chart_list_rows (self->chart, pick);
  g_autofree char *count = ask_number_count (rows->len);
  g_autofree char *words = NULL;
  gsize row;

  if ((self->drill & ASK_CHART_DRILL_BEHIND) != 0 && ask_chart_find_cell (self->chart, pick, &row) >= 0)
    g_menu_append (menu, _ ("Show the rows behind this"), "chart.behind");
  if (rows->len == 0)
    return;
  words = g_strdup_printf (ngettext ("Show this row", "Show these %s rows", rows->len), count);
  g_menu_append (menu, words, "chart.rows");
}

static void
add_spans (AskChartDesk *self, GMenu *menu, const AskChartPick *pick)
{
  g_clear_pointer (&self->spans, g_ptr_array_unref);
  self->spans = ask_chart_list_spans (self->chart, pick);
  for (guint i = 0; i < self->spans->len; i++)
    {
      const AskChartSpan *span = self->spans->pdata[i];
      /* Translators: a month or a year, of which alone a chart is to be seen. */
      g_autofree char *words = g_strdup_printf (_ ("Only %s"), span->name);
      g_autofree char *action = g_strdup_printf ("chart.only(uint32 %u)", i);

      g_menu_append (menu, words, action);
    }
}

/* Units of time that are finer than that of the axis. */
static const struct
{
  AskChartTime unit;
  const char *words;
} units[] = {
  { ASK_CHART_TIME_MONTH, N_ ("By month") },
  { ASK_CHART_TIME_WEEK, N_ ("By week") },
  { ASK_CHART_TIME_DAY, N_ ("By day") },
};

static void
add_units (AskChartDesk *self, GMenu *menu)
{
  if ((self->drill & ASK_CHART_DRILL_QUERY) == 0 || self->sql == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *finer = ask_chart_dup_finer (self->chart, self->sql, units[i].unit);
      g_autofree char *action = g_strdup_printf ("chart.finer(uint32 %u)", i);

      if (finer != NULL)
        g_menu_append (menu, _ (units[i].words), action);
    }
}

static void
menu_closed (AskChartDesk *self)
{
  if (self->view != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/** ask_chart_desk_open_menu: @self: a desk on which a place was chosen. Offers what can be done with it. */
void
ask_chart_desk_open_menu (AskChartDesk *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *text = NULL;
  AskChartPick pick;
  double x, y, vx, vy;

  if (!ask_chart_view_get_selected (self->view, &pick) || !ask_chart_view_get_middle (self->view, &pick, &x, &y))
    return;
  add_rows (self, menu, &pick);
  add_spans (self, menu, &pick);
  add_units (self, menu);
  if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) == 0)
    return;
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  text = ask_chart_dup_place_text (self->chart, &pick);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_widget_translate_coordinates (GTK_WIDGET (self->view), GTK_WIDGET (self), x, y, &vx, &vy);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) vx, (int) vy, 1, 1 });
  g_signal_connect_object (self->menu, "closed", G_CALLBACK (menu_closed), self, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
action_rows (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskChartDesk *self = ASK_CHART_DESK (widget);
  g_autoptr (GArray) numbers = NULL;
  g_autoptr (AskRows) rows = NULL;
  g_autofree char *title = NULL;
  g_autofree char *condition = NULL;
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *window;
  AskChartPick pick;

  if (!ask_chart_view_get_selected (self->view, &pick))
    return;
  numbers = ask_chart_list_rows (self->chart, &pick);
  rows = ask_chart_take_rows (self->chart, numbers);
  title = ask_chart_dup_place_name (self->chart, &pick);
  condition = ask_chart_dup_condition (self->chart, &pick, NULL);
  window = ask_chart_rows_window_new (rows, title != NULL ? title : ask_chart_get_title (self->chart), condition);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

static void
action_behind (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskChartDesk *self = ASK_CHART_DESK (widget);
  AskChartPick pick;
  gsize row;
  int column;

  if (!ask_chart_view_get_selected (self->view, &pick))
    return;
  column = ask_chart_find_cell (self->chart, &pick, &row);
  if (column >= 0)
    g_signal_emit_by_name (self, "wants-behind", (guint) row, (guint) column);
}

static void
action_only (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskChartDesk *self = ASK_CHART_DESK (widget);
  guint i = g_variant_get_uint32 (parameter);
  const AskChartSpan *span;

  if (self->spans == NULL || i >= self->spans->len)
    return;
  span = self->spans->pdata[i];
  /* The last moment of it, and not the first one after. */
  ask_chart_view_zoom (self->view, span->from, span->to - 1e-6);
}

static void
action_finer (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskChartDesk *self = ASK_CHART_DESK (widget);
  guint i = g_variant_get_uint32 (parameter);
  AskChartPick pick;

  if (i < G_N_ELEMENTS (units) && self->sql != NULL && ask_chart_view_get_selected (self->view, &pick))
    ask_chart_desk_ask_finer (self, units[i].unit, &pick);
}

/** ask_chart_desk_install_menu: @widget_class: of the desk. Its actions for a place. */
void
ask_chart_desk_install_menu (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "chart.rows", NULL, action_rows);
  gtk_widget_class_install_action (widget_class, "chart.behind", NULL, action_behind);
  gtk_widget_class_install_action (widget_class, "chart.only", "u", action_only);
  gtk_widget_class_install_action (widget_class, "chart.finer", "u", action_finer);
}
