/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes, times and days as a person reads them. Pure functions.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ask_format_elapsed (double milliseconds);
char *ask_format_size    (gint64 bytes);
char *ask_format_day     (gint64 microseconds);
char *ask_format_near_day (gint64 microseconds);
char *ask_format_time    (gint64 microseconds);
char *ask_format_moment  (gint64 microseconds);

G_END_DECLS
