/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures that are values, for the screen: askdata-picture reads them, off the main thread. Small ones are kept, up to a bound,
 * for whatever shows them next.
 */
#pragma once

#include <gdk/gdk.h>

#include "app/jobs/ask-job.h"
#include "source/picture/ask-image.h"

G_BEGIN_DECLS

/**
 * AskPicture:
 * @texture: (nullable): %NULL where there is none to show
 * @kind: what it is
 * @width, @height: of the picture that was read, in pixels; of a page in points
 * @page, @n_pages: which one of how many it is, from 1
 * @n_bytes: of the picture that was read, or of the file with the page
 * @fault: (nullable): why there is none to show, in words; %NULL of a text that names no picture here, too
 *
 * What became of a value. Never changes; shared by ask_picture_ref().
 */
typedef struct
{
  GdkTexture *texture;
  AskImageKind kind;
  guint width;
  guint height;
  guint page;
  guint n_pages;
  gsize n_bytes;
  char *fault;
} AskPicture;

AskPicture *ask_picture_new_fault (const char *words);
AskPicture *ask_picture_ref (AskPicture *self);
void ask_picture_unref (AskPicture *self);
char *ask_picture_to_words (const AskPicture *self);
char *ask_picture_say (const AskPicture *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPicture, ask_picture_unref)

/**
 * AskPictureAsked:
 * @rows: which have the value
 * @value: bytes, or a text that names a picture
 * @most: pixels of the longer side of what is shown
 * @page: of a PDF file, from 1; 0 for the one that the value says
 */
typedef struct
{
  AskRows *rows;
  const AskValue *value;
  guint most;
  guint page;
} AskPictureAsked;

gboolean ask_picture_may_be (const AskValue *value);
AskJob *ask_jobs_picture (const AskPictureAsked *asked);

G_END_DECLS
