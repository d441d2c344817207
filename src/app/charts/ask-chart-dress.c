/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text is as large as the interface's, whatever size the chart has; shapes grow with it.
 */
#include "config.h"

#include "app/charts/ask-chart-dress.h"

#include <adwaita.h>

/** ask_chart_dress_get_settings: Returns: (transfer none) (nullable): the program's settings, where they are installed and know
 * of palettes */
GSettings *
ask_chart_dress_get_settings (void)
{
  static GSettings *settings;
  static gboolean tried;
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (tried)
    return settings;
  tried = TRUE;
  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, ASK_APP_ID, TRUE);
  if (schema != NULL && g_settings_schema_has_key (schema, ASK_CHART_COLORS_KEY))
    settings = g_settings_new_full (schema, NULL, NULL);
  return settings;
}

/** ask_chart_dress_dup_palette: Returns: (transfer full) (array zero-terminated=1): the colours of the settings; empty for our
 * own, and where these cannot be read */
char **
ask_chart_dress_dup_palette (void)
{
  GSettings *settings = ask_chart_dress_get_settings ();
  g_auto (GStrv) colors = settings != NULL ? g_settings_get_strv (settings, ASK_CHART_COLORS_KEY) : NULL;
  guint32 palette[ASK_CHART_N_COLORS];

  if (colors == NULL || colors[0] == NULL || ask_chart_palette_parse ((const char *const *) colors, palette, NULL) == 0)
    return g_new0 (char *, 1);
  return g_steal_pointer (&colors);
}

static guint32
pack (const GdkRGBA *colour)
{
  return ((guint32) (colour->red * 255 + 0.5) << 16) | ((guint32) (colour->green * 255 + 0.5) << 8)
         | (guint32) (colour->blue * 255 + 0.5);
}

/* In pixels, with the desktop's text scale in it: a font of points goes by the dots an inch, which say it. */
static double
get_text_size (GtkWidget *widget)
{
  const PangoFontDescription *font = pango_context_get_font_description (gtk_widget_get_pango_context (widget));
  double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  if (size <= 0)
    size = 11;
  if (!pango_font_description_get_size_is_absolute (font))
    size *= (dpi > 0 ? dpi / 1024.0 : 96.0) / 72.0;
  return CLAMP (size, 6, 96);
}

/** ask_chart_dress_fill: @widget: what a chart is drawn on; @theme: (out): how it is drawn there. */
void
ask_chart_dress_fill (GtkWidget *widget, AskChartTheme *theme)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (style);
  PangoContext *pango = gtk_widget_get_pango_context (widget);
  g_auto (GStrv) palette = ask_chart_dress_dup_palette ();
  GdkRGBA text;

  *theme = dark ? *ask_chart_theme_dark () : *ask_chart_theme_light ();
  theme->transparent = TRUE;
  theme->right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  theme->text_size = get_text_size (widget);
  theme->font = g_intern_string (pango_font_description_get_family (pango_context_get_font_description (pango)));
  ask_chart_theme_set_palette (theme, (const char *const *) palette);
  if (!adw_style_manager_get_high_contrast (style))
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &text);
  text.alpha = 1;
  theme->text = dark ? 0xffffff : 0x000000;
  theme->muted = pack (&text);
  theme->grid = dark ? 0x767676 : 0xa0a0a0;
  theme->patterns = TRUE;
}
