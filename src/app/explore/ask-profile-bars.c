/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ranges are drawn with cairo in the colour of the text's accent, so that dark and high contrast follow; each bar has a
 * tooltip. Values are rows with a level bar, which every theme has.
 */
#include "config.h"

#include "app/explore/ask-profile-bars.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"
#include "base/ask-text.h"

#define HEIGHT 56
#define GAP 1.0
#define MAX_TOP 5
#define MAX_CHARS 40

/**
 * Range:
 * @words: "10 to 20: 5 rows"
 */
typedef struct
{
  gint64 n;
  char *words;
} Range;

static void
range_clear (gpointer data)
{
  g_free (((Range *) data)->words);
}

/**
 * ask_profile_dup_value:
 * @attribute: that was looked at
 * @value: one of its values
 *
 * Returns: (transfer full): it as tables show it, on one line
 */
char *
ask_profile_dup_value (const AskProfileAttribute *attribute, const AskValue *value)
{
  AskCellFormat format = ask_profile_find_format (attribute);
  g_autofree char *text = value->kind != ASK_VALUE_NULL ? ask_cell_to_text (value, format) : g_strdup ("–");

  return ask_text_shorten (text, MAX_CHARS);
}

static char *
count_rows (gint64 n)
{
  g_autofree char *count = ask_number_count ((guint64) n);

  return g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) n), count);
}

static char *
describe_bar (const AskProfileAttribute *attribute, const AskProfileBar *bar)
{
  g_autofree char *low = ask_profile_dup_value (attribute, &bar->low);
  g_autofree char *rows = count_rows (bar->n);
  g_autofree char *high = NULL;

  if (attribute->spread == ASK_PROFILE_TOP_VALUES)
    /* Translators: a value, and how many rows have it. */
    return g_strdup_printf (_ ("%s: %s"), low, rows);
  high = ask_profile_dup_value (attribute, &bar->high);
  /* Translators: a range of values, and how many rows are in it. */
  return g_strdup_printf (_ ("%s to %s: %s"), low, high, rows);
}

static char *
describe (const AskProfileAttribute *attribute)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < attribute->bars->len; i++)
    {
      g_autofree char *bar = describe_bar (attribute, attribute->bars->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", bar);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  GArray *ranges = data;
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (area));
  double bar_width = (double) width / MAX (1, ranges->len);
  gint64 highest = 1;
  GdkRGBA colour;

  if (!gtk_style_context_lookup_color (style, "accent_color", &colour))
    gtk_style_context_get_color (style, &colour);
  gdk_cairo_set_source_rgba (cr, &colour);
  for (guint i = 0; i < ranges->len; i++)
    highest = MAX (highest, g_array_index (ranges, Range, i).n);
  for (guint i = 0; i < ranges->len; i++)
    {
      gint64 n = g_array_index (ranges, Range, i).n;
      /* One row among a million is still to be seen. */
      double bar_height = n == 0 ? 0 : MAX (1.0, (double) height * (double) n / (double) highest);

      cairo_rectangle (cr, i * bar_width, height - bar_height, MAX (1.0, bar_width - GAP), bar_height);
    }
  cairo_fill (cr);
}

static gboolean
query_tooltip (GtkWidget *area, int x, int y, gboolean keyboard, GtkTooltip *tooltip, GArray *ranges)
{
  int width = gtk_widget_get_width (area);
  int at = keyboard || width <= 0 ? -1 : x * (int) ranges->len / width;

  if (at < 0 || at >= (int) ranges->len)
    return FALSE;
  gtk_tooltip_set_text (tooltip, g_array_index (ranges, Range, at).words);
  return TRUE;
}

static GtkWidget *
make_label (const char *text, float xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "caption");
  return label;
}

static GtkWidget *
make_histogram (const AskProfileAttribute *attribute)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *ends = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *area = gtk_drawing_area_new ();
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  const AskProfileBar *first = attribute->bars->pdata[0];
  const AskProfileBar *last = attribute->bars->pdata[attribute->bars->len - 1];
  g_autofree char *words = describe (attribute);
  g_autofree char *low = ask_profile_dup_value (attribute, &first->low);
  g_autofree char *high = ask_profile_dup_value (attribute, &last->high);
  GtkWidget *end = make_label (high, 1);

  g_array_set_clear_func (ranges, range_clear);
  for (guint i = 0; i < attribute->bars->len; i++)
    {
      const AskProfileBar *bar = attribute->bars->pdata[i];
      Range range = { bar->n, describe_bar (attribute, bar) };

      g_array_append_val (ranges, range);
    }
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, ranges, (GDestroyNotify) g_array_unref);
  gtk_widget_set_has_tooltip (area, TRUE);
  g_signal_connect (area, "query-tooltip", G_CALLBACK (query_tooltip), ranges);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_set_hexpand (end, TRUE);
  gtk_box_append (GTK_BOX (ends), make_label (low, 0));
  gtk_box_append (GTK_BOX (ends), end);
  gtk_box_append (GTK_BOX (box), area);
  gtk_box_append (GTK_BOX (box), ends);
  return box;
}

static void
attach_value (GtkGrid *grid, int row, const char *text, double share)
{
  GtkWidget *name = make_label (text, 0);
  GtkWidget *bar = gtk_level_bar_new ();
  g_autofree char *percent = g_strdup_printf (_ ("%.0f %%"), 100 * share);

  gtk_label_set_width_chars (GTK_LABEL (name), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 18);
  gtk_widget_set_tooltip_text (name, text);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), CLAMP (share, 0, 1));
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_LOW);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_HIGH);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_FULL);
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_grid_attach (grid, name, 0, row, 1, 1);
  gtk_grid_attach (grid, bar, 1, row, 1, 1);
  gtk_grid_attach (grid, make_label (percent, 1), 2, row, 1, 1);
}

static GtkWidget *
make_top (const AskProfileAttribute *attribute)
{
  GtkWidget *grid = gtk_grid_new ();
  double n = (double) MAX (1, attribute->n_rows);
  gint64 others = attribute->n_others;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 9);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  for (guint i = 0; i < attribute->bars->len; i++)
    {
      const AskProfileBar *bar = attribute->bars->pdata[i];
      g_autofree char *value = ask_profile_dup_value (attribute, &bar->low);

      if (i < MAX_TOP)
        attach_value (GTK_GRID (grid), (int) i, value[0] != '\0' ? value : _ ("(empty text)"), (double) bar->n / n);
      else
        others += bar->n;
    }
  if (others > 0)
    attach_value (GTK_GRID (grid), MAX_TOP, _ ("all others"), (double) others / n);
  return grid;
}

/**
 * ask_profile_bars_new:
 * @attribute: that was looked at; it need not live on
 *
 * Returns: (transfer floating) (nullable): the picture; %NULL where there is nothing to be seen
 */
GtkWidget *
ask_profile_bars_new (const AskProfileAttribute *attribute)
{
  if (attribute->bars->len == 0)
    return NULL;
  return attribute->spread == ASK_PROFILE_HISTOGRAM ? make_histogram (attribute) : make_top (attribute);
}

static void
add_fact (GString *text, char *fact)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", fact);
  g_free (fact);
}

typedef enum
{
  DIFFERENT,
  EMPTY,
  BLANK,
  OUTER_BLANKS,
  NUMBERS
} Counted;

static char *
write_count (Counted what, gint64 n)
{
  g_autofree char *count = ask_number_count ((guint64) n);
  gulong plural = (gulong) n;

  switch (what)
    {
    case DIFFERENT:
      return g_strdup_printf (ngettext ("%s different value", "%s different values", plural), count);
    case BLANK:
      return g_strdup_printf (ngettext ("%s blank text", "%s blank texts", plural), count);
    case OUTER_BLANKS:
      return g_strdup_printf (ngettext ("%s with blanks around it", "%s with blanks around them", plural), count);
    case NUMBERS:
      return g_strdup_printf (ngettext ("%s text looks like a number", "%s texts look like numbers", plural), count);
    case EMPTY:
    default:
      return g_strdup_printf (ngettext ("%s empty", "%s empty", plural), count);
    }
}

static void
add_count (GString *text, Counted what, gint64 n)
{
  if (n > 0)
    add_fact (text, write_count (what, n));
}

/**
 * ask_profile_dup_facts:
 * @attribute: that was looked at
 *
 * Returns: (transfer full): what was counted, in words
 */
char *
ask_profile_dup_facts (const AskProfileAttribute *attribute)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 n = attribute->n_rows - attribute->n_empty;
  g_autofree char *least = ask_profile_dup_value (attribute, &attribute->least);
  g_autofree char *most = ask_profile_dup_value (attribute, &attribute->most);

  if (n == 0)
    return g_strdup (_ ("no values"));
  if (attribute->n_distinct == n)
    add_fact (text, g_strdup (_ ("all different")));
  else
    add_count (text, DIFFERENT, attribute->n_distinct);
  if (attribute->n_empty > 0)
    add_count (text, EMPTY, attribute->n_empty);
  else
    add_fact (text, g_strdup (_ ("never empty")));
  if (attribute->least.kind != ASK_VALUE_NULL)
    /* Translators: the least and the greatest value. */
    add_fact (text, g_strdup_printf (_ ("from %s to %s"), least, most));
  if (attribute->average.kind != ASK_VALUE_NULL)
    {
      AskCellFormat format = ask_profile_find_format (attribute);
      AskValue rounded = ask_value_real (0);
      g_autofree char *average = NULL;

      ask_value_get_number (&attribute->average, &rounded.real);
      format.exact = FALSE;
      format.rounded = TRUE;
      format.decimals = MAX (2, format.decimals);
      average = ask_cell_to_text (&rounded, format);
      add_fact (text, g_strdup_printf (_ ("on average %s"), average));
    }
  add_count (text, BLANK, attribute->n_blank);
  add_count (text, OUTER_BLANKS, attribute->n_outer_blanks);
  add_count (text, NUMBERS, attribute->n_numbers);
  if (attribute->attribute->sensitive)
    add_fact (text, g_strdup (_ ("values are withheld")));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
