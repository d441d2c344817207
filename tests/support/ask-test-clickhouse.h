/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A private ClickHouse server for tests: its own folder and ports on 127.0.0.1, run as an ordinary user, stopped and
 * removed with the test program however that ends. It dies with the thread that started it: start it from the main
 * thread.
 *
 * It has the users "default" without a password, "ana" with the password “geheim”, and "cut", whose profile has the
 * settings that the test gives.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AskTestClickhouse AskTestClickhouse;

AskTestClickhouse *ask_test_clickhouse_new (const char *profile, const char *shards, char **skip_reason);
void ask_test_clickhouse_free (AskTestClickhouse *self);
char *ask_test_clickhouse_exec (AskTestClickhouse *self, const char *sql);
char *ask_test_clickhouse_dup_uri (AskTestClickhouse *self, const char *user, const char *database);
guint16 ask_test_clickhouse_get_port (AskTestClickhouse *self);
guint16 ask_test_clickhouse_get_tcp_port (AskTestClickhouse *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTestClickhouse, ask_test_clickhouse_free)

G_END_DECLS
