/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MariaDB and MySQL servers as a kind of source. Which of the two it is an open one knows.
 */
#include "config.h"

#include "source/mysql/ask-mysql-source.h"

#include <glib/gi18n.h>

static const AskOptionSpec options[] = { ASK_OPTION_SPEC_PASSWORD };

static const AskSourceEncryption encryption[] = {
  { NULL, N_ ("If the server can") },
  { "ssl-mode=required", N_ ("Always") },
  { "ssl-mode=verify-identity", N_ ("Always, and the server proves who it is") },
  { "ssl-mode=disabled", N_ ("Never") },
  { 0 },
};

const AskSourceKind ask_mysql_kind = {
  .word = "mysql",
  .nature = ASK_NATURE_SERVER,
  .label = N_ ("MariaDB or MySQL server"),
  .menu = N_ ("_MariaDB or MySQL…"),
  .add_title = N_ ("Add a MariaDB or MySQL Server"),
  .add_place = N_ ("Address: mysql://user@host/database"),
  .add_words = N_ ("The server is only ever read from."),
  .icon = "ask-source-symbolic",
  .product = "MariaDB",
  .plain_product = "MySQL",
  .place = "the URI of its server",
  .usage = "'mysql://USER:$VARIABLE@HOST:PORT/DATABASE', MariaDB or MySQL",
  .schemes = (const char *const[]) { "mysql", "mariadb", NULL },
  .port = 3306,
  .encryption = encryption,
  .dialect = ASK_DIALECT_MARIADB,
  .ask_first = TRUE,
  .year = "YEAR(c)",
  .year_where = "",
  /* A server may compute for long before it has the first row. */
  .time_out_ms = 60000,
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .make = ask_mysql_source_new,
  .take_options = ask_source_config_take_password,
};
