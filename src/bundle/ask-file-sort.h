/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a file is to AskData, whoever points to it: a workspace, a saved answer, a board, a source.
 */
#pragma once

#include "source/ask-source-kind.h"

G_BEGIN_DECLS

/**
 * AskFileSort:
 * @ASK_FILE_SOURCE: it can be added as a source
 * @ASK_FILE_ANSWER: a saved answer
 * @ASK_FILE_BOARD: a board that was exported
 * @ASK_FILE_WORKSPACE: a workspace
 */
typedef enum
{
  ASK_FILE_SOURCE,
  ASK_FILE_ANSWER,
  ASK_FILE_BOARD,
  ASK_FILE_WORKSPACE
} AskFileSort;

gboolean ask_file_sort_find (const char           *path,
                             AskFileSort          *sort,
                             const AskSourceKind **kind,
                             GError              **error);

G_END_DECLS
