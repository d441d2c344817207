/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colours as numbers. Colour blindness is simulated by the matrices of Viénot, Brettel and Mollon (1999) over linear RGB;
 * distances are those of CIE Lab, 1976.
 */
#include "config.h"

#include "chart/ask-chart-palette.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"

/** ask_chart_color_parse: @text: (nullable): "#rrggbb", in any case; @color: (out): 0xRRGGBB. Returns: whether it is one */
gboolean
ask_chart_color_parse (const char *text, guint32 *color)
{
  if (text == NULL || *text != '#' || strlen (text) != 7 || strspn (text + 1, "0123456789abcdefABCDEF") != 6)
    return FALSE;
  *color = (guint32) g_ascii_strtoull (text + 1, NULL, 16);
  return TRUE;
}

/** ask_chart_color_to_text: @color: 0xRRGGBB. Returns: (transfer full): "#rrggbb" */
char *
ask_chart_color_to_text (guint32 color)
{
  return g_strdup_printf ("#%06x", color & 0xffffff);
}

static double
to_linear (guint32 part)
{
  double share = (part & 255) / 255.0;

  return share <= 0.04045 ? share / 12.92 : pow ((share + 0.055) / 1.055, 2.4);
}

static guint32
to_byte (double linear)
{
  double share = CLAMP (linear, 0, 1);

  share = share <= 0.0031308 ? share * 12.92 : 1.055 * pow (share, 1 / 2.4) - 0.055;
  return (guint32) round (share * 255);
}

/** ask_chart_color_simulate: @color: 0xRRGGBB; @vision: whose eyes. Returns: what they see instead */
guint32
ask_chart_color_simulate (guint32 color, AskChartVision vision)
{
  static const double matrices[][3][3] = {
    [ASK_CHART_VISION_PROTANOPIA] = { { 0.11238, 0.88762, 0 }, { 0.11238, 0.88762, 0 }, { 0.00401, -0.00401, 1 } },
    [ASK_CHART_VISION_DEUTERANOPIA] = { { 0.29275, 0.70725, 0 }, { 0.29275, 0.70725, 0 }, { -0.02234, 0.02234, 1 } },
  };
  double from[3] = { to_linear (color >> 16), to_linear (color >> 8), to_linear (color) };
  guint32 seen = 0;

  if (vision == ASK_CHART_VISION_FULL)
    return color;
  for (guint i = 0; i < 3; i++)
    {
      const double *row = matrices[vision][i];

      seen = seen << 8 | to_byte (row[0] * from[0] + row[1] * from[1] + row[2] * from[2]);
    }
  return seen;
}

static double
lab_of (double ratio)
{
  return ratio > 216.0 / 24389 ? cbrt (ratio) : (24389.0 / 27 * ratio + 16) / 116;
}

static void
to_lab (guint32 color, double *lab)
{
  double r = to_linear (color >> 16), g = to_linear (color >> 8), b = to_linear (color);
  double x = lab_of ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  double y = lab_of (0.2126 * r + 0.7152 * g + 0.0722 * b);
  double z = lab_of ((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);

  lab[0] = 116 * y - 16;
  lab[1] = 500 * (x - y);
  lab[2] = 200 * (y - z);
}

/** ask_chart_color_distance: @a: 0xRRGGBB; @b: likewise. Returns: how far they are from each other: 2 is hardly seen, 100 is
 * black and white */
double
ask_chart_color_distance (guint32 a, guint32 b)
{
  double one[3], other[3];

  to_lab (a, one);
  to_lab (b, other);
  return sqrt (pow (one[0] - other[0], 2) + pow (one[1] - other[1], 2) + pow (one[2] - other[2], 2));
}

/**
 * ask_chart_palette_parse:
 * @colors: (array zero-terminated=1): each as "#rrggbb"; from two to eight of them
 * @palette: (out caller-allocates): as many as %ASK_CHART_N_COLORS
 * @error: (nullable): ASK_CHART_ERROR_PALETTE, which names what cannot be read
 *
 * Returns: how many there are, 0 with @error set
 */
guint
ask_chart_palette_parse (const char *const *colors, guint32 *palette, GError **error)
{
  guint n = 0;

  for (; colors[n] != NULL; n++)
    {
      if (n == ASK_CHART_N_COLORS)
        {
          ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_PALETTE,
                         N_ ("These are more than %u colours. Nobody tells more apart."), ASK_CHART_N_COLORS);
          return 0;
        }
      if (!ask_chart_color_parse (colors[n], &palette[n]))
        {
          ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_PALETTE,
                         N_ ("\"%s\" is no colour. Write each as # and six digits, such as #0072b2."), colors[n]);
          return 0;
        }
    }
  if (n >= 2)
    return n;
  ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_PALETTE, N_ ("A palette takes two colours or more."));
  return 0;
}

/**
 * ask_chart_palette_judge:
 * @palette: (array length=n): 0xRRGGBB each
 * @n: how many there are
 *
 * Returns: (transfer full) (nullable): a sentence that names the two that are most alike, where some people would take them
 *   for one; %NULL where nobody would
 */
char *
ask_chart_palette_judge (const guint32 *palette, guint n)
{
  static const AskChartVision visions[]
    = { ASK_CHART_VISION_FULL, ASK_CHART_VISION_PROTANOPIA, ASK_CHART_VISION_DEUTERANOPIA };
  double nearest = INFINITY;
  guint a = 0, b = 0;
  AskChartVision whose = ASK_CHART_VISION_FULL;
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;

  for (guint v = 0; v < G_N_ELEMENTS (visions); v++)
    for (guint i = 0; i < n; i++)
      for (guint j = i + 1; j < n; j++)
        {
          double distance = ask_chart_color_distance (ask_chart_color_simulate (palette[i], visions[v]),
                                                      ask_chart_color_simulate (palette[j], visions[v]));

          if (distance >= nearest)
            continue;
          nearest = distance;
          a = i;
          b = j;
          whose = visions[v];
        }
  if (nearest >= ASK_CHART_ALIKE)
    return NULL;
  one = ask_chart_color_to_text (palette[a]);
  other = ask_chart_color_to_text (palette[b]);
  if (whose == ASK_CHART_VISION_FULL)
    /* TRANSLATORS: two colours, as #0072b2 */
    return g_strdup_printf (_ ("%s and %s are hard to tell apart."), one, other);
  /* TRANSLATORS: two colours, as #0072b2 */
  return g_strdup_printf (_ ("People who do not tell red from green take %s and %s for one."), one, other);
}

/**
 * ask_chart_theme_set_palette:
 * @theme: a copy of a theme
 * @colors: (array zero-terminated=1) (nullable): as of ask_chart_palette_parse(); where it cannot be read, the theme keeps its
 *   own
 *
 * The colours repeat where there are fewer than %ASK_CHART_N_COLORS.
 */
void
ask_chart_theme_set_palette (AskChartTheme *theme, const char *const *colors)
{
  guint32 palette[ASK_CHART_N_COLORS];
  guint n = colors != NULL && colors[0] != NULL ? ask_chart_palette_parse (colors, palette, NULL) : 0;

  for (guint i = 0; i < ASK_CHART_N_COLORS && n > 0; i++)
    theme->series[i] = palette[i % n];
}
