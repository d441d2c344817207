/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first rows of a table, as a model is told them beside its columns. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

/** AskExampleRows: @text: comments, a line for each row; empty where there is none. @lines: the rows. @of: what they are of */
typedef struct
{
  char *text;
  JsonArray *lines;
  char *of;
  GPtrArray *attributes; /* AskAttribute */
} AskExampleRows;

/** AskExamples: what was read for one question; see ask_example_rows_read() */
typedef struct _AskExamples AskExamples;

const AskExampleRows *ask_example_rows_read (AskAgentRun     *run,
                                             const AskEntity *entity,
                                             GError         **error);
void                  ask_examples_free     (AskExamples     *self);

G_END_DECLS
