/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * WebP for askdata-picture, by libwebp itself: few computers have a loader of GdkPixbuf for it.
 */
#pragma once

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "source/picture/ask-image-program.h"

G_BEGIN_DECLS

GdkPixbuf *ask_image_webp_read (GBytes *bytes, AskImageSize *size, AskImageEnd *end);

G_END_DECLS
