/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What askdata-picture says, to ask-image.c. It is started as "askdata-picture MOST PAGE FORM"; the picture is its standard
 * input, a file. On its standard output is one line, and behind it the bytes of another picture, whose longer side is at most
 * MOST. FORM is "file", for PNG or JPEG, or "pixels", for four bytes each (red, green, blue, opacity), which nobody has to read:
 *
 *   MIME WIDTH HEIGHT NEW_WIDTH NEW_HEIGHT PAGES     image/png 4000 3000 1024 768 1
 *   pixels WIDTH HEIGHT NEW_WIDTH NEW_HEIGHT PAGES
 *
 * What was read has the first two numbers and so many pages, what follows the others.
 */
#pragma once

#include <glib.h>

/** ASK_IMAGE_MAX_BYTES: of a picture that is read */
#define ASK_IMAGE_MAX_BYTES (64u * 1024 * 1024)

/** ASK_IMAGE_PIXELS: what FORM, and MIME, say of pixels */
#define ASK_IMAGE_PIXELS "pixels"

/** ASK_IMAGE_MAX_PIXELS: of a picture that is read */
#define ASK_IMAGE_MAX_PIXELS 100000000u

/**
 * AskImageSize:
 * @most: pixels of the longer side of what is wanted
 * @width, @height: of what is read, as it lies there
 * @n_pages: likewise
 *
 * What the program reads.
 */
typedef struct
{
  guint most;
  int width;
  int height;
  int n_pages;
} AskImageSize;

gboolean ask_image_size_is_large (const AskImageSize *self);
void ask_image_size_shrink (guint most, double width, double height, int *new_width, int *new_height);

/**
 * AskImageEnd:
 * @ASK_IMAGE_DONE: the picture was written
 * @ASK_IMAGE_BROKEN: it is none that could be read
 * @ASK_IMAGE_LOCKED: it is a PDF file that wants a password
 * @ASK_IMAGE_LARGE: it has more pixels than are read
 * @ASK_IMAGE_NO_LOADER: nothing is installed that reads its kind
 * @ASK_IMAGE_NO_PAGE: it is a PDF file that has no such page
 *
 * With what askdata-picture exits.
 */
typedef enum
{
  ASK_IMAGE_DONE = 0,
  ASK_IMAGE_BROKEN = 3,
  ASK_IMAGE_LOCKED = 4,
  ASK_IMAGE_LARGE = 5,
  ASK_IMAGE_NO_LOADER = 6,
  ASK_IMAGE_NO_PAGE = 7
} AskImageEnd;
