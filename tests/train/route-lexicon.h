/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Learns which words say little in a question, and which words of names other words stand for.
 */
#pragma once

#include "route-set.h"
#include "understand/route/ask-route-features.h"

G_BEGIN_DECLS

AskRouteLexicon *route_learn_lexicon (const RouteSet *set,
                                      const gboolean *sources,
                                      GPtrArray      *links,
                                      GPtrArray      *weights);

G_END_DECLS
