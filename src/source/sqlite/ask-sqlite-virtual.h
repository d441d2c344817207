/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which tables of a SQLite file are virtual, and what is left out because of that. Not for other rooms.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

typedef struct _AskSqliteVirtual AskSqliteVirtual;

int               ask_sqlite_virtual_find      (sqlite3                 *db,
                                                AskSqliteVirtual       **found);
char             *ask_sqlite_virtual_dup_note  (const AskSqliteVirtual  *self,
                                                const char              *table);
gboolean          ask_sqlite_virtual_is_shadow (const AskSqliteVirtual  *self,
                                                const char              *table);
void              ask_sqlite_virtual_free      (AskSqliteVirtual        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSqliteVirtual, ask_sqlite_virtual_free)

G_END_DECLS
