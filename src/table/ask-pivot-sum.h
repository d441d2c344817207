/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums that lose no digit: of integers beyond 64 bits, and of decimals of any length. Reals among them are added as doubles
 * with what each addition lost.
 */
#pragma once

#include "base/ask-value.h"

G_BEGIN_DECLS

/**
 * AskPivotSum:
 * @whole: of integers, while they fit
 * @limbs: (nullable) (element-type gint64): nine digits each, those of the whole part behind those of the decimals
 * @n_fraction: so many of @limbs are decimals
 * @n_added: additions since the limbs were brought in order
 * @real: of doubles, and @lost what their additions lost
 * @n_reals: how many those were
 *
 * All zero is a sum of nothing.
 */
typedef struct
{
  gint64 whole;
  GArray *limbs;
  guint n_fraction;
  guint n_added;
  double real;
  double lost;
  gsize n_reals;
} AskPivotSum;

void     ask_pivot_sum_clear (AskPivotSum       *self);
gboolean ask_pivot_sum_add   (AskPivotSum       *self,
                              const AskValue    *value,
                              gint64             times);
void     ask_pivot_sum_merge (AskPivotSum       *self,
                              const AskPivotSum *other);
char    *ask_pivot_sum_get   (const AskPivotSum *self,
                              AskValue          *value);
double   ask_pivot_sum_get_real (const AskPivotSum *self);

G_END_DECLS
