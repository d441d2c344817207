/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which bytes may be a picture, by how they begin. SVG is none: it is a program for a large library, and may name other files.
 */
#include "config.h"

#include "source/picture/ask-image.h"

#include <string.h>

static gboolean
begins (const guint8 *bytes, gsize n, gsize at, const char *with, gsize length)
{
  return n >= at + length && memcmp (bytes + at, with, length) == 0;
}

/**
 * ask_image_recognise:
 * @bytes: (nullable) (array length=n): the whole, or how it begins
 * @n: how many there are; 12 are enough
 *
 * Returns: what it may be; nothing is read but how it begins
 */
AskImageKind
ask_image_recognise (gconstpointer bytes, gsize n)
{
  if (bytes == NULL)
    return ASK_IMAGE_NONE;
  if (begins (bytes, n, 0, "\x89PNG\r\n\x1a\n", 8))
    return ASK_IMAGE_PNG;
  if (begins (bytes, n, 0, "\xff\xd8\xff", 3))
    return ASK_IMAGE_JPEG;
  if (begins (bytes, n, 0, "RIFF", 4) && begins (bytes, n, 8, "WEBP", 4))
    return ASK_IMAGE_WEBP;
  return begins (bytes, n, 0, "%PDF-", 5) ? ASK_IMAGE_PDF : ASK_IMAGE_NONE;
}

/** ask_image_kind_to_string: @kind: one. Returns: (transfer none) (nullable): "PNG", "JPEG", "WebP", "PDF" */
const char *
ask_image_kind_to_string (AskImageKind kind)
{
  static const char *const names[] = { NULL, "PNG", "JPEG", "WebP", "PDF" };

  return names[kind];
}

/** ask_image_kind_to_suffix: @kind: one. Returns: (transfer none) (nullable): how a file's name ends: ".png" */
const char *
ask_image_kind_to_suffix (AskImageKind kind)
{
  static const char *const suffixes[] = { NULL, ".png", ".jpg", ".webp", ".pdf" };

  return suffixes[kind];
}
