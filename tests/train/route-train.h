/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trains a routing model on the questions of some databases and on nothing else.
 */
#pragma once

#include "route-set.h"
#include "understand/route/ask-route-model.h"

G_BEGIN_DECLS

char *route_train (const RouteSet *set,
                   const gboolean *sources,
                   GBytes        **map);

G_END_DECLS
