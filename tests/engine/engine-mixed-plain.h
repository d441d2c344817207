/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What SQLite answers over plain tables, and whether that is its only answer.
 */
#pragma once

#include "engine-mixed-tables.h"

G_BEGIN_DECLS

void     mixed_plain_prepare (sqlite3        *plain);
char    *mixed_plain_run     (Mixed          *mixed,
                              const char     *sql,
                              char          **names);
gboolean mixed_plain_is_slow (sqlite3        *plain);
char    *mixed_print_rows    (const AskRows  *rows);
gboolean mixed_is_open       (Mixed          *mixed,
                              const char     *sql,
                              const char     *expected,
                              const char     *got);
gboolean mixed_is_tolerated  (const GError   *error,
                              const char     *sql);

G_END_DECLS
