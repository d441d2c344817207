/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A draft in words, for people who do not read SQL.
 */
#pragma once

#include "understand/interpret/ask-draft.h"

G_BEGIN_DECLS

char *ask_reading_words (const AskDraft *draft,
                         AskDomain      *domain);

G_END_DECLS
