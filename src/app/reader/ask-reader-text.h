/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text of a document, passage by passage, with hits marked.
 */
#pragma once

#include <gtk/gtk.h>

#include "explore/ask-reading.h"

G_BEGIN_DECLS

#define ASK_TYPE_READER_TEXT (ask_reader_text_get_type ())
G_DECLARE_FINAL_TYPE (AskReaderText, ask_reader_text, ASK, READER_TEXT, GtkWidget)

/* No hit is chosen. */
#define ASK_READER_NO_HIT G_MAXUINT

void     ask_reader_text_show_reading (AskReaderText *self,
                                       AskReading    *reading);
void     ask_reader_text_show_kept    (AskReaderText *self,
                                       const char    *heading,
                                       const char    *text);
void     ask_reader_text_set_hits     (AskReaderText *self,
                                       GArray        *hits);
void     ask_reader_text_go_to_part   (AskReaderText *self,
                                       guint          part);
void     ask_reader_text_go_to_hit    (AskReaderText *self,
                                       guint          hit);
guint    ask_reader_text_count_hits   (AskReaderText *self);
guint    ask_reader_text_find_hit     (AskReaderText *self,
                                       guint          part);
guint    ask_reader_text_get_part     (AskReaderText *self);
gboolean ask_reader_text_is_filled    (AskReaderText *self);
char    *ask_reader_text_dup_text     (AskReaderText *self);
char    *ask_reader_text_dup_selected (AskReaderText *self);

G_END_DECLS
