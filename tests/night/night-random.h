/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one source of chance in a round. g_test_rand_* is not it, since a round ends and begins with
 * its own seed.
 */
#pragma once

#include <glib.h>

extern GRand *night_rand;

/** night_below: Returns: a number from 0 to @n - 1 */
static inline guint
night_below (guint n)
{
  return (guint) g_rand_int_range (night_rand, 0, (gint32) n);
}

/** night_one_in: Returns: %TRUE once in @n times */
static inline gboolean
night_one_in (guint n)
{
  return night_below (n) == 0;
}

#define NIGHT_PICK(array) ((array)[night_below (G_N_ELEMENTS (array))])
