/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why a question went to another database than its own, by what can be counted.
 */
#include "config.h"

#include "ask-bench-route.h"

#define SAME 0.005F

/* What the question's words weigh is a share, so that a difference below @SAME is none. */
BenchRouteLoss
bench_route_find_loss (const AskRouteIndex *index, const RouteQuestion *question, const AskRouteCandidate *right,
                       const AskRouteCandidate *taken)
{
  const float *ours = right->features;
  const float *theirs = taken->features;

  if (route_source_has_names (index, taken->source, question))
    return BENCH_ROUTE_TWIN;
  if (theirs[ASK_ROUTE_COVER_VALUE] > ours[ASK_ROUTE_COVER_VALUE] + SAME)
    return BENCH_ROUTE_VALUE_THERE;
  if (ours[ASK_ROUTE_COVER_VALUE] > theirs[ASK_ROUTE_COVER_VALUE] + SAME)
    return BENCH_ROUTE_VALUE_HERE;
  if (theirs[ASK_ROUTE_COVER_NAMES] > ours[ASK_ROUTE_COVER_NAMES] + SAME)
    return BENCH_ROUTE_WORDS_THERE;
  if (ours[ASK_ROUTE_COVER_NAMES] > theirs[ASK_ROUTE_COVER_NAMES] + SAME)
    return BENCH_ROUTE_WORDS_HERE;
  return BENCH_ROUTE_EQUAL;
}

void
bench_route_print_losses (const guint *losses, guint n)
{
  static const char *const names[BENCH_ROUTE_N_LOSSES] = {
    "the other one has all names of the right query",
    "a value stands in the other one only",
    "a value stands in the right one only",
    "names of the other one have more of the words",
    "names of the right one have more of the words",
    "both have as much",
  };

  for (guint i = 0; i < BENCH_ROUTE_N_LOSSES; i++)
    g_print ("  %4.1f %%  %s\n", 100.0 * losses[i] / MAX (n, 1), names[i]);
}
