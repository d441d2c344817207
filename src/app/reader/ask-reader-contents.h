/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The headings of a document as a list, or its pages where it has no headings.
 */
#pragma once

#include <gtk/gtk.h>

#include "explore/ask-reading.h"

G_BEGIN_DECLS

#define ASK_TYPE_READER_CONTENTS (ask_reader_contents_get_type ())
G_DECLARE_FINAL_TYPE (AskReaderContents, ask_reader_contents, ASK, READER_CONTENTS, GtkWidget)

guint ask_reader_contents_show (AskReaderContents *self,
                                AskReading        *reading);

G_END_DECLS
