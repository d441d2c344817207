/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of a name and a value; more than a dozen are counted. It is for the eye only: the same is said in words by the chart.
 */
#include "config.h"

#include "app/charts/ask-chart-tip.h"

#include <glib/gi18n.h>

#define MOST_LINES 12
/* In lines: what a tip has beside its values, and how high one is, in sizes of the text. */
#define OTHER_LINES 3
#define LINE 1.5

/** ask_chart_tip_new: Returns: (transfer floating): an empty box that nobody can click */
GtkWidget *
ask_chart_tip_new (void)
{
  GtkWidget *tip = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 3, "can-target",
                                 FALSE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (tip, "ask-chart-tip");
  return tip;
}

static GtkWidget *
new_label (const char *text, gboolean end, gboolean strong)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), end ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_widget_set_hexpand (label, end);
  if (strong)
    gtk_widget_add_css_class (label, "heading");
  if (end)
    gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
add_line (GtkGrid *grid, int at, const AskChartReading *reading)
{
  if (reading->colored)
    {
      g_autofree char *color = ask_chart_color_to_text (reading->color);
      g_autofree char *markup = g_strdup_printf ("<span foreground=\"%s\">■</span>", color);
      GtkWidget *swatch = gtk_label_new (NULL);

      gtk_label_set_markup (GTK_LABEL (swatch), markup);
      gtk_grid_attach (grid, swatch, 0, at, 1, 1);
    }
  gtk_grid_attach (grid, new_label (reading->name, FALSE, reading->chosen), 1, at, 1, 1);
  gtk_grid_attach (grid, new_label (reading->text, TRUE, reading->chosen), 2, at, 1, 1);
}

/* As many as there is room for. */
static guint
count_lines (const AskChartTheme *theme, int room)
{
  int lines = (int) (room / (theme->text_size * LINE)) - OTHER_LINES;

  return (guint) CLAMP (lines, 1, MOST_LINES);
}

/* Of so many that what is pointed at is among them. */
static guint
find_first (const GPtrArray *readings, guint most)
{
  for (guint i = most; i < readings->len; i++)
    if (((const AskChartReading *) readings->pdata[i])->chosen)
      return i + 1 - most;
  return 0;
}

/** ask_chart_tip_show: @tip: of ask_chart_tip_new(); @chart: a chart; @pick: a place of it; @theme: its colours; @room: in pixels,
 * how high it may become. Shows what stands there. */
void
ask_chart_tip_show (GtkWidget *tip, AskChart *chart, const AskChartPick *pick, const AskChartTheme *theme, int room)
{
  guint most = count_lines (theme, room), first;
  g_autofree char *name = ask_chart_dup_place_name (chart, pick);
  g_autoptr (GPtrArray) readings = ask_chart_list_readings (chart, pick, theme);
  GtkWidget *child;
  GtkWidget *grid = gtk_grid_new ();

  while ((child = gtk_widget_get_first_child (tip)) != NULL)
    gtk_box_remove (GTK_BOX (tip), child);
  if (name != NULL)
    gtk_box_append (GTK_BOX (tip), new_label (name, FALSE, TRUE));
  gtk_grid_set_column_spacing (GTK_GRID (grid), 9);
  first = find_first (readings, most);
  for (guint i = first; i < MIN (readings->len, first + most); i++)
    add_line (GTK_GRID (grid), (int) i, readings->pdata[i]);
  gtk_box_append (GTK_BOX (tip), grid);
  if (readings->len > most)
    {
      g_autofree char *more = g_strdup_printf (_ ("and %u more"), readings->len - most);

      gtk_box_append (GTK_BOX (tip), new_label (more, FALSE, FALSE));
    }
}
