/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Documents for the screen, off the main thread: how those of a source were read, and one of them to be read by a person.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "explore/ask-reading.h"
#include "source/document/ask-document-reading.h"

G_BEGIN_DECLS

AskJob *ask_jobs_documents_overview (const char             *source,
                                     guint                   most);
AskJob *ask_jobs_read_document      (const AskReadingWanted *wanted);
AskJob *ask_jobs_find_in_document   (AskReading             *reading,
                                     const char             *words);

G_END_DECLS
