/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ClickHouse servers as a kind of source.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-source.h"

#include <glib/gi18n.h>

static const AskOptionSpec options[] = { ASK_OPTION_SPEC_PASSWORD };

static const AskSourceEncryption encryption[] = {
  { NULL, N_ ("Never") },
  { "secure=yes", N_ ("Always, and the server proves who it is") },
  { 0 },
};

const AskSourceKind ask_clickhouse_kind = {
  .word = "clickhouse",
  .nature = ASK_NATURE_SERVER,
  .label = N_ ("ClickHouse server"),
  .menu = N_ ("Click_House…"),
  .add_title = N_ ("Add a ClickHouse Server"),
  .add_place = N_ ("Address: clickhouse://user@host/database"),
  .add_words = N_ ("The server is only ever read from."),
  .icon = "ask-source-symbolic",
  .product = "ClickHouse",
  .place = "the URI of its server",
  .usage = "'clickhouse://USER:$VARIABLE@HOST:PORT/DATABASE', over its HTTP interface",
  .schemes = (const char *const[]) { "clickhouse", NULL },
  .port = 8123,
  .encryption = encryption,
  .dialect = ASK_DIALECT_CLICKHOUSE,
  .year = "toInt32(toYear(c))",
  .year_where = "",
  /* A server may compute for long before it has the first row. */
  .time_out_ms = 60000,
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .make = ask_clickhouse_source_new,
  .take_options = ask_source_config_take_password,
};
