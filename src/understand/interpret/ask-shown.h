/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What rows are shown by, once it is known which rows are meant.
 */
#pragma once

#include "understand/interpret/ask-candidate.h"

G_BEGIN_DECLS

void ask_candidates_show (const AskGuess *guess, GPtrArray *candidates);

void ask_draft_show_names (AskDraft          *draft,
                           const AskQuestion *question,
                           AskDomain         *domain);

guint ask_shown_find_names (AskDomain *domain,
                            guint      entity,
                            int       *names);

G_END_DECLS
