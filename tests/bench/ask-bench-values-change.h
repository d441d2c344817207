/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values as people write them who do not look at the data: drawn changes of a text.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  BENCH_CASE,
  BENCH_BLANKS,
  BENCH_ACCENTS,
  BENCH_PLURAL,
  BENCH_ORDER,
  BENCH_INITIALS,
  BENCH_SHORT,
  BENCH_TYPO,
  BENCH_TWO_TYPOS,
  BENCH_N_CHANGES
} BenchChange;

char *bench_change (GRand       *rand,
                    BenchChange  kind,
                    const char  *text);

G_END_DECLS
