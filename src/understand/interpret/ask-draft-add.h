/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Adds to a draft what certain words ask for; see ask-addition.h. The draft is of the question without these words.
 */
#pragma once

#include "understand/interpret/ask-draft.h"

G_BEGIN_DECLS

/** ASK_DRAFT_MAX_TIMES: attributes that "by month" may be of; with more nobody could choose */
#define ASK_DRAFT_MAX_TIMES 3

guint    ask_draft_find_times (const AskDraft *self,
                               AskQuestion    *question,
                               int            *times);
gboolean ask_draft_add_lack   (AskDraft          *self,
                               AskDomain         *domain,
                               const AskAddition *addition);
gboolean ask_draft_add_but    (AskDraft          *self,
                               AskDomain         *domain,
                               const AskAddition *addition);
gboolean ask_draft_add_elsewhere (AskDraft    *self,
                               AskDomain         *domain,
                               int                attribute);
gboolean ask_draft_add        (AskDraft       *self,
                               AskQuestion    *question,
                               const GArray   *additions,
                               int             time);

G_END_DECLS
