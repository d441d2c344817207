/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which passages of documents an answer rests on.
 */
#pragma once

#include "agent/ask-agent.h"

G_BEGIN_DECLS

/**
 * AskCitation:
 * @source: the source of documents
 * @title: of the document
 * @path: (nullable): of its file, below the folder; of a row its key
 * @row: the document is a row of a table
 * @uri: (nullable): of its file, with "#page=3" where it has pages that a viewer can turn to
 * @page: from 1; 0 for none
 * @heading: (nullable): what the passage stands under
 * @number: of the passage in its document, from 1
 * @text: its text, or how it begins where that is very long; it ends in "…" then
 */
struct _AskCitation
{
  char *source;
  char *title;
  char *path;
  gboolean row;
  char *uri;
  gint64 page;
  char *heading;
  gint64 number;
  char *text;
};

AskCitation *ask_citation_new      (void);
void         ask_citation_free     (AskCitation       *self);
char        *ask_citation_to_words (const AskCitation *self);
void         ask_citation_append   (GString           *json,
                                    const AskCitation *self);
AskCitation *ask_citation_read     (JsonObject        *object);
char        *ask_citation_find_words (const AskAnswer *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskCitation, ask_citation_free)

G_END_DECLS
