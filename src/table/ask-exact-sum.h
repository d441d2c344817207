/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums that lose no digit: of integers beyond 64 bits, and of decimals of any length. Reals among them are added as doubles
 * with what each addition lost. A pivot merges those of its groups; the figures of a selection read one.
 */
#pragma once

#include "base/ask-value.h"

G_BEGIN_DECLS

/**
 * AskExactSum:
 * @whole: of integers, while they fit
 * @limbs: (nullable) (element-type gint64): nine digits each, those of the whole part behind those of the decimals
 * @n_fraction: so many of @limbs are decimals
 * @n_places: the most digits that a decimal had behind its point
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
  gsize n_places;
  guint64 n_added;
  double real;
  double lost;
  gsize n_reals;
} AskExactSum;

void     ask_exact_sum_clear    (AskExactSum       *self);
gboolean ask_exact_sum_add      (AskExactSum       *self,
                                 const AskValue    *value,
                                 gint64             times);
void     ask_exact_sum_merge    (AskExactSum       *self,
                                 const AskExactSum *other);
char    *ask_exact_sum_get      (const AskExactSum *self,
                                 AskValue          *value);
double   ask_exact_sum_get_real (const AskExactSum *self);
char    *ask_exact_sum_to_text  (const AskExactSum *self);

G_END_DECLS
