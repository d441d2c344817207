/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small pictures of the values of a table, read as they come into sight.
 *
 * |[<!-- language="C" -->
 * AskPicture *picture = ask_thumbnails_get (self->thumbnails, value, path);   // NULL until "ready"
 * ]|
 *
 * "ready": pictures that were asked for are here.
 */
#pragma once

#include "app/jobs/ask-jobs-picture.h"

G_BEGIN_DECLS

/** ASK_THUMBNAILS_MOST: pixels of the longer side, enough for a screen with two of them to a point */
#define ASK_THUMBNAILS_MOST 192u

#define ASK_TYPE_THUMBNAILS (ask_thumbnails_get_type ())
G_DECLARE_FINAL_TYPE (AskThumbnails, ask_thumbnails, ASK, THUMBNAILS, GObject)

AskThumbnails *ask_thumbnails_new (void);
void ask_thumbnails_set_rows (AskThumbnails *self, AskRows *rows);
AskPicture *ask_thumbnails_get (AskThumbnails *self, const AskValue *value, const char *workspace);
gboolean ask_thumbnails_is_busy (AskThumbnails *self);
void ask_thumbnails_stop (AskThumbnails *self);

G_END_DECLS
