/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers and days as people type them where they are.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ask_table_read_number (const char *typed);
char *ask_table_read_date (const char *typed);

G_END_DECLS
