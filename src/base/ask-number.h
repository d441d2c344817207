/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers as people read them where they are: digits in groups, and the locale's signs. The only place that
 * groups digits.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ask_number_localise (const char *plain,
                           gboolean    grouped);
char *ask_number_count    (guint64     count);

G_END_DECLS
