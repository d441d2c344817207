/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names in the text of a statement.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ask_sql_has_name (const char *sql,
                           const char *name);

G_END_DECLS
