/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How large a view of a SQLite file is once all views behind it are put in. Whoever lets SQLite read a view asks
 * here first.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

char *ask_sqlite_view_weigh (sqlite3    *db,
                             const char *database,
                             const char *name,
                             guint      *parts);

G_END_DECLS
