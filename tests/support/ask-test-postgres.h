/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A real PostgreSQL server for tests: a private cluster in a temporary folder, reached through a Unix
 * socket there, run as an ordinary user (65534 where the test runs as root). It stops and its folder
 * goes when it is freed, and also when the test program dies. Many may run at once.
 *
 * |[<!-- language="C" -->
 * g_autofree char *reason = NULL;
 * g_autoptr (AskTestPostgres) server = ask_test_postgres_new (NULL, &reason);
 *
 * if (server == NULL)
 *   {
 *     g_test_skip (reason);
 *     return;
 *   }
 * ask_test_postgres_exec (server, "CREATE TABLE t (a int); INSERT INTO t VALUES (1)");
 * ask_source_config_new ("shop", &ask_postgres_kind, ask_test_postgres_get_uri (server));
 * ]|
 */
#pragma once

#include <gio/gio.h>

#include "support/ask-test-kinds.h"

G_BEGIN_DECLS

typedef struct _AskTestPostgres AskTestPostgres;

/**
 * AskTestPostgresOptions:
 * @tcp: also listen on 127.0.0.1, at ask_test_postgres_get_port()
 * @certificate: (nullable): path of a PEM file; with @key the server speaks TLS
 * @key: (nullable): path of a PEM file
 * @config: (nullable): lines for postgresql.conf
 * @hba: (nullable): lines of pg_hba.conf in the place of those that trust everybody
 */
typedef struct
{
  gboolean tcp;
  const char *certificate;
  const char *key;
  const char *config;
  const char *hba;
} AskTestPostgresOptions;

AskTestPostgres *ask_test_postgres_new      (const AskTestPostgresOptions *options,
                                             char                        **reason);
void             ask_test_postgres_free     (AskTestPostgres *self);
const char      *ask_test_postgres_get_uri  (AskTestPostgres *self);
char            *ask_test_postgres_dup_uri  (AskTestPostgres *self,
                                             const char      *user,
                                             const char      *database,
                                             gboolean         tcp);
guint            ask_test_postgres_get_port (AskTestPostgres *self);
const char      *ask_test_postgres_get_folder (AskTestPostgres *self);
int              ask_test_postgres_get_pid  (AskTestPostgres *self);

void             ask_test_postgres_exec     (AskTestPostgres *self,
                                             const char      *sql);
char            *ask_test_postgres_query    (AskTestPostgres *self,
                                             const char      *sql);
void             ask_test_postgres_kill     (AskTestPostgres *self);
void             ask_test_postgres_stop     (AskTestPostgres *self);
void             ask_test_postgres_start    (AskTestPostgres *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTestPostgres, ask_test_postgres_free)

G_END_DECLS
