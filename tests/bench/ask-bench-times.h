/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting measured times, to tell their median and the time that 95 of 100 stay within.
 */
#pragma once

#include <glib.h>

/* A #GCompareFunc for doubles. */
static inline int
bench_compare_times (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}
