/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A MariaDB or MySQL server as a source: one connection, read-only.
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_MYSQL_SOURCE (ask_mysql_source_get_type ())
G_DECLARE_FINAL_TYPE (AskMysqlSource, ask_mysql_source, ASK, MYSQL_SOURCE, GObject)

AskSource *ask_mysql_source_new (AskSourceConfig *config);

G_END_DECLS
