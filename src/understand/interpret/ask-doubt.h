/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much less sure a reading is than what was learned says.
 */
#pragma once

#include "understand/interpret/ask-candidate.h"

G_BEGIN_DECLS

double ask_doubt_candidate (const AskGuess     *guess,
                            const AskCandidate *candidate);
double ask_doubt_words     (const AskGuess     *guess,
                            GPtrArray          *links,
                            GPtrArray          *unknown);

G_END_DECLS
