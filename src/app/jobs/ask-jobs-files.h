/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that a person points to, and the sample, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "bundle/ask-file-sort.h"

G_BEGIN_DECLS

/**
 * AskOpenedFile:
 * @sort: what the file is, where @error is %NULL
 * @kind: (nullable): of a source
 * @name: (nullable): of the source that it is now; %NULL where it is none, and where a person has to say more of it
 * @error: (nullable): why nothing could be done with it
 *
 * What became of one file.
 */
typedef struct
{
  char *path;
  AskFileSort sort;
  const AskSourceKind *kind;
  char *name;
  GError *error;
} AskOpenedFile;

void ask_opened_file_free (AskOpenedFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenedFile, ask_opened_file_free)

AskJob *ask_jobs_open_files (const char *const *paths);
AskJob *ask_jobs_add_sample (void);

G_END_DECLS
