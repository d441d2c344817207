/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colours and lengths of a diagram. Text keeps 4.5 : 1 against what it stands on in every theme, and high contrast
 * 7 : 1; a source's colour is never the only thing that tells something.
 */
#include "config.h"

#include "diagram/ask-diagram-private.h"

#include <math.h>

static const AskDiagramColors light = {
  .background = 0xf6f5f4,
  .body = 0xffffff,
  .border = 0xb6b3af,
  .text = 0x1d1d20,
  .dim = 0x5e5c64,
  .faint = 0x96949c,
  .line = 0x82808a,
  .accent = 0x1c71d8,
  .on_accent = 0xffffff,
  .warning = 0xa14a00,
  .error = 0xc01c28,
  .rule = 0xe6e4e1,
  .heat_low = 0xfdf3dc,
  .heat_high = 0xf6a964,
  .palette = { 0x1a5fb4, 0x26734d, 0x8a5a00, 0x77337a, 0x0b7285, 0xa51d2d, 0x63452c, 0x4d5a68 },
  .title_tint = 0.14,
  .group_tint = 0.06,
};
static const AskDiagramColors dark = {
  .background = 0x1d1d20,
  .body = 0x2c2c31,
  .border = 0x56565e,
  .text = 0xf2f2f4,
  .dim = 0xa9a9b2,
  .faint = 0x7b7b85,
  .line = 0x8e8e99,
  .accent = 0x78aeed,
  .on_accent = 0x10243c,
  .warning = 0xffb86b,
  .error = 0xff8a8f,
  .rule = 0x3a3a41,
  .heat_low = 0x3b352a,
  .heat_high = 0x7a4018,
  .palette = { 0x78aeed, 0x6fcf97, 0xf0c35e, 0xd193d6, 0x63cfe0, 0xff8f8f, 0xd0a98a, 0xb0bccb },
  .title_tint = 0.20,
  .group_tint = 0.055,
};
static const AskDiagramColors light_contrast = {
  .background = 0xffffff,
  .body = 0xffffff,
  .border = 0x000000,
  .text = 0x000000,
  .dim = 0x202020,
  .faint = 0x4a4a4a,
  .line = 0x000000,
  .accent = 0x003e8a,
  .on_accent = 0xffffff,
  .warning = 0x6b2f00,
  .error = 0x8f000a,
  .rule = 0x808080,
  .heat_low = 0xfff4d6,
  .heat_high = 0xf5a45f,
  .palette = { 0x003e8a, 0x0b4f2c, 0x5c3c00, 0x57155b, 0x004b59, 0x7d0a18, 0x44290f, 0x2c3742 },
  .title_tint = 0.10,
  .group_tint = 0.03,
};
static const AskDiagramColors dark_contrast = {
  .background = 0x000000,
  .body = 0x000000,
  .border = 0xffffff,
  .text = 0xffffff,
  .dim = 0xe4e4e4,
  .faint = 0xb8b8b8,
  .line = 0xffffff,
  .accent = 0x9fc9ff,
  .on_accent = 0x000000,
  .warning = 0xffcf8f,
  .error = 0xffb3b6,
  .rule = 0x8a8a8a,
  .heat_low = 0x2b2417,
  .heat_high = 0x7a3a0c,
  .palette = { 0x9fc9ff, 0x93e8b5, 0xffe08a, 0xebb8ef, 0x93e9f5, 0xffb5b5, 0xe8c9ad, 0xd5dee8 },
  .title_tint = 0.14,
  .group_tint = 0.04,
};

/** ask_diagram_theme_colors: fills @colors; 0xRRGGBB each. */
void
ask_diagram_theme_colors (const AskDiagramTheme *theme, AskDiagramColors *colors)
{
  if (theme->high_contrast)
    *colors = theme->dark ? dark_contrast : light_contrast;
  else
    *colors = theme->dark ? dark : light;
}

/** ask_diagram_theme_metrics: fills @metrics; whole pixels, so that boxes lie on whole pixels at 100 %. */
void
ask_diagram_theme_metrics (const AskDiagramTheme *theme, AskDiagramMetrics *metrics)
{
  double em = theme->font_size > 0 ? CLAMP (theme->font_size, 6, 96) : 13;

  *metrics = (AskDiagramMetrics) {
    .em = em,
    .row = rint (em * 1.7),
    .title = rint (em * 2.25),
    .pad = rint (em * 0.7),
    .sign = rint (em * 1.45),
    .min_width = rint (em * 12),
    .max_width = rint (em * 26),
    .foot = rint (em * 1.9),
    .lane = rint (em * 0.6),
    .radius = rint (em * 0.5),
  };
}

/** ask_diagram_mix: Returns: @a with @share (0 to 1) of @b in it */
guint32
ask_diagram_mix (guint32 a, guint32 b, double share)
{
  guint32 mixed = 0;

  for (int shift = 0; shift <= 16; shift += 8)
    {
      double from = (a >> shift) & 255, to = (b >> shift) & 255;

      mixed |= (guint32) lrint (from + (to - from) * share) << shift;
    }
  return mixed;
}
