/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of ask-bench-route share.
 */
#pragma once

#include "train/route-set.h"

G_BEGIN_DECLS

AskRouteIndex *bench_route_scale_new (const RouteSet *set,
                                      guint           n,
                                      GPtrArray     **kept);
guint         *bench_route_cluster   (const RouteSet *set,
                                      guint          *n_clusters);

G_END_DECLS
