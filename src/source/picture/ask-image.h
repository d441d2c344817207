/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures in values and files: PNG, JPEG, WebP, and pages of PDF files. They are read in a process of their own, never here,
 * and come back as another picture: not larger than was asked for, and without a word about where or when it was taken.
 *
 * |[<!-- language="C" -->
 * g_autoptr (AskImage) image = ask_image_reduce (bytes, 1024, 1, cancellable, &error);
 * ]|
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** AskImageKind: @ASK_IMAGE_NONE: no picture that is read */
typedef enum
{
  ASK_IMAGE_NONE,
  ASK_IMAGE_PNG,
  ASK_IMAGE_JPEG,
  ASK_IMAGE_WEBP,
  ASK_IMAGE_PDF
} AskImageKind;

AskImageKind ask_image_recognise (gconstpointer bytes, gsize n);
const char *ask_image_kind_to_string (AskImageKind kind);
const char *ask_image_kind_to_suffix (AskImageKind kind);

/**
 * AskImage:
 * @bytes: PNG or JPEG, or pixels
 * @mime: (nullable): what it is: "image/png"; %NULL of pixels
 * @kind: what was read
 * @width, @height: of what was read, in pixels; of a page in points
 * @new_width, @new_height: of @bytes
 * @n_pages: of what was read: 1 of all but a PDF file
 */
typedef struct
{
  GBytes *bytes;
  const char *mime;
  AskImageKind kind;
  guint width;
  guint height;
  guint new_width;
  guint new_height;
  guint n_pages;
} AskImage;

AskImage *ask_image_reduce (GBytes *bytes, guint most, guint page, GCancellable *cancellable, GError **error);
AskImage *ask_image_draw (GBytes *bytes, guint most, guint page, GCancellable *cancellable, GError **error);
void ask_image_free (AskImage *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskImage, ask_image_free)

/* Where a picture lies that a text names. */

gboolean ask_image_may_name (const char *text, gsize length);
char *ask_image_split_page (const char *text, guint *page);
GBytes *ask_image_read_url (const char *text);
GBytes *ask_image_read_file (const char *location, const char *path);

G_END_DECLS
