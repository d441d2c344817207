/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of preferences share. Nobody outside includes this.
 *
 *   ask-prefer.c           views, dates, dates of birth
 *   ask-prefer-words.c     what a draft says that the words do not, or say otherwise
 *   ask-prefer-contrary.c  what it does against plain words
 *   ask-prefer-value.c     what it passes over
 *   ask-prefer-sense.c     which attribute a word usually means
 */
#pragma once

#include "understand/interpret/ask-prefer.h"

G_BEGIN_DECLS

/** ASK_PREFER_OPPOSITE: how many other preferences one weighs against which the question says the opposite */
#define ASK_PREFER_OPPOSITE 3

gboolean ask_prefer_has_word (const AskQuestion *question, const char *const *words);
guint ask_prefer_count_words (const AskQuestion *question, AskDomain *domain, const AskDraft *draft);
guint ask_prefer_count_contrary (const AskQuestion *question, AskDomain *domain, const AskDraft *draft);
guint ask_prefer_count_values (const AskQuestion *question, AskDomain *domain, const AskDraft *draft);
guint ask_prefer_count_sense (const AskQuestion *question, AskDomain *domain, const AskDraft *draft);

G_END_DECLS
