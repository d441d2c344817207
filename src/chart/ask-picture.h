/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What exports of charts and of diagrams have in common: a format by the file's name, and a surface that draws
 * into memory.
 */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASK_PICTURE_NONE, /* no format that can be written */
  ASK_PICTURE_PNG,
  ASK_PICTURE_SVG,
  ASK_PICTURE_PDF
} AskPictureFormat;

AskPictureFormat ask_picture_get_format  (const char       *path);
cairo_surface_t *ask_picture_new_surface (AskPictureFormat  format,
                                          GByteArray       *bytes,
                                          double            width,
                                          double            height,
                                          gboolean          alpha,
                                          const char       *title);
cairo_status_t   ask_picture_finish      (cairo_surface_t  *surface,
                                          AskPictureFormat  format,
                                          GByteArray       *bytes,
                                          cairo_status_t    drawn);

G_END_DECLS
