/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define CLICKHOUSE_GENERATOR_N_TABLES 2

char          *clickhouse_generator_dup_create (guint       table,
                                                const char *name,
                                                const char *engine);
char          *clickhouse_generator_dup_insert (guint       table,
                                                const char *name,
                                                guint       part,
                                                guint       n_parts);
char          *clickhouse_generator_draw       (guint       n_tables);

G_END_DECLS
