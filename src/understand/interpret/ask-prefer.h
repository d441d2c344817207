/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is preferred among candidates beside what was learned.
 */
#pragma once

#include "understand/interpret/ask-candidate.h"

G_BEGIN_DECLS

float *ask_candidates_prefer (const AskGuess *guess, GPtrArray *candidates);
gboolean ask_prefer_passes_over (const AskGuess *guess, const AskCandidate *candidate);
gboolean ask_prefer_is_aside (const AskDomainAttribute *attribute);

G_END_DECLS
