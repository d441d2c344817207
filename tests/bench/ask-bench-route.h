/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of ask-bench-route share.
 */
#pragma once

#include "train/route-set.h"
#include "understand/route/ask-route-features.h"

G_BEGIN_DECLS

/** BenchRouteLoss: why a question went elsewhere: the first that holds */
typedef enum
{
  BENCH_ROUTE_TWIN, /* the other database has all words of names of the right query, too */
  BENCH_ROUTE_VALUE_THERE,
  BENCH_ROUTE_VALUE_HERE,
  BENCH_ROUTE_WORDS_THERE,
  BENCH_ROUTE_WORDS_HERE,
  BENCH_ROUTE_EQUAL,
  BENCH_ROUTE_N_LOSSES
} BenchRouteLoss;

AskRouteIndex *bench_route_scale_new (const RouteSet *set,
                                      guint           n,
                                      GPtrArray     **kept);
guint         *bench_route_cluster   (const RouteSet *set,
                                      guint          *n_clusters);

BenchRouteLoss bench_route_find_loss    (const AskRouteIndex     *index,
                                         const RouteQuestion     *question,
                                         const AskRouteCandidate *right,
                                         const AskRouteCandidate *taken);
void           bench_route_print_losses (const guint             *losses,
                                         guint                    n);

G_END_DECLS
