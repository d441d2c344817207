/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What of documents could not be read, as a sentence: English where it is kept, and in a person's language where it is shown.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskDocumentNote:
 * @ASK_DOCUMENT_NOTE_KINDS: of how many files the kind is not read
 * @ASK_DOCUMENT_NOTE_LINKS: how many symbolic links there are
 * @ASK_DOCUMENT_NOTE_DEEP: how many folders lie too deep
 * @ASK_DOCUMENT_NOTE_CLOSED: a folder that could not be looked into, and why
 * @ASK_DOCUMENT_NOTE_MORE: how many further documents have a note
 * @ASK_DOCUMENT_NOTE_ATTACHED: the names of what a mail has attached
 *
 * Notes that say a number or a name. Those that say nothing of the kind are marked with N_() where they are made.
 */
typedef enum
{
  ASK_DOCUMENT_NOTE_KINDS,
  ASK_DOCUMENT_NOTE_LINKS,
  ASK_DOCUMENT_NOTE_DEEP,
  ASK_DOCUMENT_NOTE_CLOSED,
  ASK_DOCUMENT_NOTE_MORE,
  ASK_DOCUMENT_NOTE_ATTACHED
} AskDocumentNote;

char *ask_document_note_new      (AskDocumentNote  note,
                                  const char      *first,
                                  const char      *second);
char *ask_document_note_to_words (const char      *kept);

G_END_DECLS
