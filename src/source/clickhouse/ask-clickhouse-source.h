/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ClickHouse servers, over their HTTP interface.
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_CLICKHOUSE_SOURCE (ask_clickhouse_source_get_type ())
G_DECLARE_FINAL_TYPE (AskClickhouseSource, ask_clickhouse_source, ASK, CLICKHOUSE_SOURCE, GObject)

extern const AskSourceKind ask_clickhouse_kind;

AskSource *ask_clickhouse_source_new (AskSourceConfig *config);

G_END_DECLS
