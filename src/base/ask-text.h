/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words as people type them: folded, split, stemmed and compared. Pure functions over UTF-8.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char      *ask_text_fold          (const char *text);
GPtrArray *ask_text_words         (const char *text);
gboolean   ask_text_is_stop_word  (const char *folded);
char      *ask_text_stem          (const char *folded);
char      *ask_text_stem_german   (const char *folded);
guint      ask_text_edit_distance (const char *a,
                                   const char *b);
char      *ask_text_to_words      (const char *identifier);
char      *ask_text_to_several    (const char *words);
char      *ask_text_to_one        (const char *words);
char      *ask_text_to_line       (const char *text);
char      *ask_text_shorten       (const char *text,
                                   guint       max_chars);
void       ask_text_set           (char      **field,
                                   const char *text);
GPtrArray *ask_text_copy_all      (const GPtrArray *texts);
int        ask_text_compare       (gconstpointer a,
                                   gconstpointer b);
guint      ask_text_hash_no_case  (gconstpointer text);
gboolean   ask_text_equal_no_case (gconstpointer a,
                                   gconstpointer b);

G_END_DECLS
