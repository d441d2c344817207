/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PostgreSQL servers as a kind of source.
 */
#include "config.h"

#include "source/postgres/ask-postgres-source.h"

#include <glib/gi18n.h>

static const AskOptionSpec options[] = { ASK_OPTION_SPEC_PASSWORD };

static const AskSourceEncryption encryption[] = {
  { NULL, N_ ("If the server can") },
  { "sslmode=require", N_ ("Always") },
  { "sslmode=verify-full", N_ ("Always, and the server proves who it is") },
  { "sslmode=disable", N_ ("Never") },
  { 0 },
};

const AskSourceKind ask_postgres_kind = {
  .word = "postgres",
  .nature = ASK_NATURE_SERVER,
  .label = N_ ("PostgreSQL server"),
  .menu = N_ ("_PostgreSQL…"),
  .add_title = N_ ("Add a PostgreSQL Server"),
  .add_place = N_ ("Address: postgresql://user@host/database"),
  .add_words = N_ ("The server is only ever read from."),
  .icon = "ask-source-symbolic",
  .product = "PostgreSQL",
  .place = "the URI of its server",
  .usage = "'postgresql://USER:$VARIABLE@HOST:PORT/DATABASE', read-only",
  .schemes = (const char *const[]) { "postgresql", "postgres", NULL },
  .port = 5432,
  .encryption = encryption,
  .dialect = ASK_DIALECT_POSTGRES,
  .year = "CAST(EXTRACT(YEAR FROM c) AS integer)",
  .year_where = " WHERE isfinite(c)",
  /* A server may compute for long before it has the first row. */
  .time_out_ms = 60000,
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .make = ask_postgres_source_new,
  .take_options = ask_source_config_take_password,
};
