/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window with a document in it, at the passage that led there.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "app/reader/ask-reader-text.h"
#include "explore/ask-reading.h"

G_BEGIN_DECLS

#define ASK_TYPE_READER_WINDOW (ask_reader_window_get_type ())
G_DECLARE_FINAL_TYPE (AskReaderWindow, ask_reader_window, ASK, READER_WINDOW, AdwWindow)

void           ask_reader_window_open     (GtkWidget              *from,
                                           AskSession             *session,
                                           const AskReadingWanted *wanted);
AskReaderText *ask_reader_window_get_text (AskReaderWindow        *self);
const char    *ask_reader_window_get_state (AskReaderWindow       *self);

G_END_DECLS
