/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A SQLite file as a source, always opened read-only.
 */
#pragma once

#include <sqlite3.h>

#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_SQLITE_SOURCE (ask_sqlite_source_get_type ())
G_DECLARE_FINAL_TYPE (AskSqliteSource, ask_sqlite_source, ASK, SQLITE_SOURCE, GObject)

extern const AskSourceKind ask_sqlite_kind;

AskSource *ask_sqlite_source_new     (AskSourceConfig *config);

char      *ask_sqlite_dup_uri        (const char      *path);
gboolean   ask_sqlite_check_file     (const char      *source,
                                      const char      *path,
                                      GError         **error);
void       ask_sqlite_set_error      (GError         **error,
                                      const char      *source,
                                      const char      *path,
                                      int              code,
                                      const char      *message);
AskValue   ask_sqlite_column_value   (sqlite3_stmt    *statement,
                                      int              column);
void       ask_sqlite_read_row       (sqlite3_stmt    *statement,
                                      AskValue        *cells);
int        ask_sqlite_add_decimal  (sqlite3         *db);
int        ask_sqlite_bind_value     (sqlite3_stmt    *statement,
                                      int              parameter,
                                      const AskValue  *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
