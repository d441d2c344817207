/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How large a picture is, and how large a copy of it gets.
 */
#include "config.h"

#include "source/picture/ask-image-program.h"

/** ask_image_size_is_large: @self: of what is read. Returns: whether it has more pixels than are read, or none at all */
gboolean
ask_image_size_is_large (const AskImageSize *self)
{
  return self->width <= 0 || self->height <= 0 || (guint64) self->width * (guint64) self->height > ASK_IMAGE_MAX_PIXELS;
}

/**
 * ask_image_size_shrink:
 * @most: pixels of the longer side
 * @width, @height: of what is read, in pixels
 * @new_width, @new_height: (out): of what is wanted, in pixels: never larger, and never nothing
 */
void
ask_image_size_shrink (guint most, double width, double height, int *new_width, int *new_height)
{
  const double scale = MIN (1.0, most / MAX (width, height));

  *new_width = MAX (1, (int) (width * scale + 0.5));
  *new_height = MAX (1, (int) (height * scale + 0.5));
}
