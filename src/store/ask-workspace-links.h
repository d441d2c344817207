/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person said that words of questions stand for.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskLinkChoice:
 * @words: folded, as of ask_text_fold()
 * @target: "entity:album", "attribute:album.title" or "value:artist.country": what the words name, or whose value they
 *   are
 *
 * What a person said that words of a question stand for.
 */
typedef struct
{
  char *words;
  char *target;
} AskLinkChoice;

gboolean   ask_workspace_choose_link       (AskWorkspace  *self,
                                            const char    *words,
                                            const char    *target,
                                            GError       **error);
GPtrArray *ask_workspace_list_link_choices (AskWorkspace  *self,
                                            GError       **error);

G_END_DECLS
