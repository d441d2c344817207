/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A private MariaDB server for tests: its own data directory in a temporary folder, its own socket,
 * stopped and removed with the test program however that ends. Several may run at once. The server runs
 * as an ordinary user, also where the test is root. It dies with the thread that started it: start it
 * from the main thread.
 *
 * |[<!-- language="C" -->
 * g_autofree char *reason = NULL;
 * g_autoptr (AskTestMariadb) server = ask_test_mariadb_new (0, &reason);
 *
 * if (server == NULL)
 *   {
 *     g_test_skip (reason);
 *     return;
 *   }
 * ask_test_mariadb_exec (server, "CREATE DATABASE shop; CREATE TABLE shop.t (a INT)");
 * g_autofree char *uri = ask_test_mariadb_dup_uri (server, NULL, "shop", NULL);
 * ]|
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AskTestMariadb AskTestMariadb;

/**
 * AskTestMariadbFlags:
 * @ASK_TEST_MARIADB_TCP: it listens on a free port of 127.0.0.1, and URIs name that port
 * @ASK_TEST_MARIADB_TLS: it has a certificate for localhost and 127.0.0.1; see
 *   ask_test_mariadb_get_ca(). Implies TCP. Needs the openssl program
 * @ASK_TEST_MARIADB_AS_MYSQL: it says that it is MySQL 8.0.36. All else is MariaDB's: what only MySQL
 *   has it lacks, and what MySQL lacks it takes, so that a test has to look at what is sent to it
 * @ASK_TEST_MARIADB_CAPPED: it keeps max_sort_length at 64, whatever a session sets
 */
typedef enum
{
  ASK_TEST_MARIADB_TCP = 1 << 0,
  ASK_TEST_MARIADB_TLS = 1 << 1,
  ASK_TEST_MARIADB_AS_MYSQL = 1 << 2,
  ASK_TEST_MARIADB_CAPPED = 1 << 3
} AskTestMariadbFlags;

AskTestMariadb *ask_test_mariadb_new       (AskTestMariadbFlags   flags,
                                            char                **skip_reason);
void            ask_test_mariadb_free      (AskTestMariadb       *self);
char           *ask_test_mariadb_dup_uri   (AskTestMariadb       *self,
                                            const char           *user,
                                            const char           *database,
                                            const char           *options);
const char     *ask_test_mariadb_get_socket (AskTestMariadb      *self);
guint16         ask_test_mariadb_get_port  (AskTestMariadb       *self);
const char     *ask_test_mariadb_get_folder (AskTestMariadb      *self);
const char     *ask_test_mariadb_get_ca    (AskTestMariadb       *self);
const char     *ask_test_mariadb_get_other_ca (AskTestMariadb    *self);
GPid            ask_test_mariadb_get_pid   (AskTestMariadb       *self);
void            ask_test_mariadb_exec      (AskTestMariadb       *self,
                                            const char           *sql);
char           *ask_test_mariadb_dup_value (AskTestMariadb       *self,
                                            const char           *sql);
void            ask_test_mariadb_kill      (AskTestMariadb       *self);
void            ask_test_mariadb_restart   (AskTestMariadb       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTestMariadb, ask_test_mariadb_free)

G_END_DECLS
