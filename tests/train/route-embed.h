/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trains the map of routing's own embeddings on the questions of some databases and on nothing else.
 */
#pragma once

#include "route-set.h"

G_BEGIN_DECLS

GBytes *route_embed (const RouteSet *set,
                     const gboolean *sources);

G_END_DECLS
