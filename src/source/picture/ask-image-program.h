/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What askdata-picture says, to ask-image.c. It is started as "askdata-picture MOST PAGE"; the picture is its standard input,
 * a file. On its standard output is one line, and behind it the bytes of another picture, whose longer side is at most MOST:
 *
 *   MIME WIDTH HEIGHT NEW_WIDTH NEW_HEIGHT     image/png 4000 3000 1024 768
 *
 * What was read has the first two numbers, what follows the others.
 */
#pragma once

/** ASK_IMAGE_MAX_BYTES: of a picture that is read */
#define ASK_IMAGE_MAX_BYTES (64u * 1024 * 1024)

/** ASK_IMAGE_MAX_PIXELS: likewise */
#define ASK_IMAGE_MAX_PIXELS 100000000u

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
