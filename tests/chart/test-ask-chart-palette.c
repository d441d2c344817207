/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colours of series: all of them told apart by those who see no red or no green, and lists of a person's own.
 */
#include "config.h"

#include "chart/ask-chart-palette.h"

static void
check_theme (const AskChartTheme *theme)
{
  static const AskChartVision visions[]
    = { ASK_CHART_VISION_FULL, ASK_CHART_VISION_PROTANOPIA, ASK_CHART_VISION_DEUTERANOPIA };

  for (guint v = 0; v < G_N_ELEMENTS (visions); v++)
    for (guint i = 0; i < ASK_CHART_N_COLORS; i++)
      for (guint j = 0; j < i; j++)
        {
          guint32 a = ask_chart_color_simulate (theme->series[i], visions[v]);
          guint32 b = ask_chart_color_simulate (theme->series[j], visions[v]);

          g_test_message ("vision %u: %06x and %06x are %.1f apart", v, theme->series[i], theme->series[j],
                          ask_chart_color_distance (a, b));
          g_assert_cmpfloat (ask_chart_color_distance (a, b), >=, ASK_CHART_ALIKE);
        }
  g_assert_null (ask_chart_palette_judge (theme->series, ASK_CHART_N_COLORS));
}

static void
test_light (void)
{
  check_theme (ask_chart_theme_light ());
}

static void
test_dark (void)
{
  check_theme (ask_chart_theme_dark ());
}

static void
test_simulation (void)
{
  /* Grey is grey to everybody, and red and green become one hue. */
  g_assert_cmpfloat (ask_chart_color_distance (ask_chart_color_simulate (0x808080, ASK_CHART_VISION_PROTANOPIA),
                                               0x808080),
                     <, 1.5);
  g_assert_cmpfloat (ask_chart_color_distance (ask_chart_color_simulate (0xffffff, ASK_CHART_VISION_DEUTERANOPIA),
                                               0xffffff),
                     <, 1.5);
  g_assert_cmpfloat (ask_chart_color_distance (0x000000, 0xffffff), >, 99);
  g_assert_cmpfloat (ask_chart_color_distance (0xa06000, 0x6c7a00), >, 20);
  g_assert_cmpfloat (ask_chart_color_distance (ask_chart_color_simulate (0xa06000, ASK_CHART_VISION_DEUTERANOPIA),
                                               ask_chart_color_simulate (0x6c7a00, ASK_CHART_VISION_DEUTERANOPIA)),
                     <, ASK_CHART_ALIKE);
}

static void
test_own (void)
{
  static const char *const brand[] = { "#0A3D62", "#e58e26", "#b71540", NULL };
  static const char *const alike[] = { "#a06000", "#6c7a00", NULL };
  guint32 palette[ASK_CHART_N_COLORS];
  AskChartTheme theme = *ask_chart_theme_light ();
  g_autoptr (GError) error = NULL;
  g_autofree char *judged = NULL;

  g_assert_cmpuint (ask_chart_palette_parse (brand, palette, &error), ==, 3);
  g_assert_no_error (error);
  g_assert_cmphex (palette[0], ==, 0x0a3d62);
  ask_chart_theme_set_palette (&theme, brand);
  g_assert_cmphex (theme.series[2], ==, 0xb71540);
  g_assert_cmphex (theme.series[3], ==, 0x0a3d62);
  g_assert_cmpuint (ask_chart_palette_parse (alike, palette, &error), ==, 2);
  judged = ask_chart_palette_judge (palette, 2);
  g_assert_cmpstr (judged, ==, "People who do not tell red from green take #a06000 and #6c7a00 for one.");
}

static void
test_wrong (void)
{
  static const char *const wrong[][10] = {
    { "#0a3d62", "red", NULL },
    { "#0a3d6", "#e58e26", NULL },
    { "#0a3d62", NULL },
    { "#000001", "#000002", "#000003", "#000004", "#000005", "#000006", "#000007", "#000008", "#000009", NULL },
  };
  AskChartTheme theme = *ask_chart_theme_light ();

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      guint32 palette[ASK_CHART_N_COLORS];

      g_assert_cmpuint (ask_chart_palette_parse (wrong[i], palette, &error), ==, 0);
      g_assert_error (error, ASK_CHART_ERROR, ASK_CHART_ERROR_PALETTE);
      ask_chart_theme_set_palette (&theme, wrong[i]);
      g_assert_cmphex (theme.series[0], ==, ask_chart_theme_light ()->series[0]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/palette/light-colours-differ-for-all-eyes", test_light);
  g_test_add_func ("/chart/palette/dark-colours-differ-for-all-eyes", test_dark);
  g_test_add_func ("/chart/palette/simulated-eyes-take-red-for-green", test_simulation);
  g_test_add_func ("/chart/palette/a-brand-has-its-own-colours", test_own);
  g_test_add_func ("/chart/palette/what-is-no-colour-is-refused", test_wrong);
  return g_test_run ();
}
