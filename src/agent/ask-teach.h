/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person says of an answer: that words stand for something else, that a part of it is wrong. It is kept in the
 * workspace as an example, and leaves this machine never.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskTeachLink:
 * @question: whose answer was shown
 * @sql: (nullable): of that answer
 * @words: of @question
 * @target: (nullable): what they stand for, as of ask_workspace_choose_link(); %NULL forgets what was chosen
 */
typedef struct
{
  const char *question;
  const char *sql;
  const char *words;
  const char *target;
} AskTeachLink;

gboolean ask_teach_link       (AskWorkspace       *workspace,
                               const AskTeachLink *link,
                               GCancellable       *cancellable,
                               GError            **error);
gboolean ask_teach_wrong      (AskWorkspace       *workspace,
                               const char         *question,
                               const char         *sql,
                               const char         *parts,
                               const char         *note,
                               GError            **error);
GStrv    ask_teach_list_parts (void);
const char *ask_teach_name_part (const char       *kind);

G_END_DECLS
