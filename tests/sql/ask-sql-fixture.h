/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of the sql room share: a SQLite database as a catalogue, SQLite's verdict over a
 * statement, and Spider's questions where they are there.
 */
#pragma once

#include <sqlite3.h>

#include "sql/ask-sql-analysis.h"

G_BEGIN_DECLS

/** AskFixtureCall: @name: of Spider's database @db; @sql: a gold query over it */
typedef void (*AskFixtureCall) (sqlite3             *db,
                                const AskSqlCatalog *catalog,
                                const char          *name,
                                const char          *sql,
                                gpointer             data);

sqlite3       *ask_fixture_open          (const char *path,
                                          const char *sql);
AskSqlCatalog *ask_fixture_make_catalog  (sqlite3    *db);
int            ask_fixture_prepare       (sqlite3    *db,
                                          const char *sql,
                                          char      **message);
int            ask_fixture_analyse       (const char *sql,
                                          const AskSqlCatalog *catalog,
                                          AskSqlTree **tree,
                                          char      **message);
gboolean       ask_fixture_foreach_spider (AskFixtureCall call,
                                          gpointer    data);

#define ASK_FIXTURE_GOOD -1

G_END_DECLS
