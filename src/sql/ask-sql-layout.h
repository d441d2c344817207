/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line breaks for SQL. Words, order and quoting stay as they are.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ask_sql_lay_out (const char *sql);
char *ask_sql_format  (const char *sql,
                       gsize      *cursor);

G_END_DECLS
