/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums of integers and decimals without rounding, however many digits they have; reals beside them are summed as reals.
 */
#pragma once

#include "base/ask-value.h"

G_BEGIN_DECLS

/**
 * AskExactSum:
 * @whole: of integers since it last overflowed
 * @digits: (element-type gint64) (nullable): what is to be carried yet, from the last digit behind the point on
 * @n_places: so many of @digits stand behind the point
 * @real: of reals, and @correction, what was lost in adding them
 * @n: how many numbers
 * @has_real: the sum is a real
 */
typedef struct
{
  gint64 whole;
  GArray *digits;
  guint n_places;
  double real;
  double correction;
  gsize n;
  gboolean has_real;
} AskExactSum;

gboolean ask_exact_sum_add (AskExactSum *self, const AskValue *value);
char *ask_exact_sum_to_text (const AskExactSum *self);
void ask_exact_sum_clear (AskExactSum *self);

G_END_DECLS
