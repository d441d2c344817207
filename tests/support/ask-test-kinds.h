/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kinds of sources by their names, for tests of each.
 */
#pragma once

#include "source/ask-source-kind.h"

extern const AskSourceKind ask_clickhouse_kind;
extern const AskSourceKind ask_mysql_kind;
extern const AskSourceKind ask_postgres_kind;
extern const AskSourceKind ask_rest_kind;
extern const AskSourceKind ask_sheet_kind;
extern const AskSourceKind ask_sqlite_kind;
