/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A PostgreSQL server as a source, read-only.
 *
 * The location is a URI as libpq reads it, "postgresql://user@host:port/database?option=value&…", never
 * with the password, which AskSourceConfig has.
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_POSTGRES_SOURCE (ask_postgres_source_get_type ())
G_DECLARE_FINAL_TYPE (AskPostgresSource, ask_postgres_source, ASK, POSTGRES_SOURCE, GObject)

extern const AskSourceKind ask_postgres_kind;

AskSource *ask_postgres_source_new          (AskSourceConfig   *config);
void       ask_postgres_source_set_max_rest (AskPostgresSource *self,
                                             guint              ms);

G_END_DECLS
