/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words of a text with their places in it, so that a value can be cut out as it was written.
 * Private to this room.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskWord:
 * @start, @end: byte places in the text it comes from
 */
typedef struct
{
  gsize start;
  gsize end;
  char *folded;
  char *stem;
  gboolean stop;
} AskWord;

GArray     *ask_words_split     (const char *text);
gboolean    ask_words_equal_at  (GArray     *words,
                                 guint       at,
                                 GArray     *span);
const char *ask_word_get_digits (const char *folded);

G_END_DECLS
