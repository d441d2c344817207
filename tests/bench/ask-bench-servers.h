/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Database servers for the figures, with what is measured on them, and their client libraries alone as
 * peers. The servers are private: they stop, and their data go, with the program.
 */
#pragma once

#include <libpq-fe.h>
#include <mysql.h>

#include "bench/ask-bench.h"
#include "engine/ask-engine.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"

G_BEGIN_DECLS

/* Of a shop: each has ten orders. */
#define BENCH_CUSTOMERS(n_rows) MAX ((n_rows) / 10, 1)

AskTestPostgres *bench_postgres_new     (GError          **error);
PGconn          *bench_postgres_connect (AskTestPostgres  *server,
                                         GError          **error);
gboolean         bench_postgres_exec    (PGconn           *conn,
                                         const char       *sql,
                                         GError          **error);
PGresult        *bench_postgres_query   (PGconn           *conn,
                                         const char       *sql,
                                         guint             n_values,
                                         const char *const *values,
                                         GError          **error);
guint64          bench_postgres_read    (const PGresult   *result);

AskTestMariadb  *bench_mariadb_new      (GError          **error);
MYSQL           *bench_mariadb_connect  (AskTestMariadb   *server,
                                         GError          **error);
gboolean         bench_mariadb_exec     (MYSQL            *mysql,
                                         const char       *sql,
                                         GError          **error);
MYSQL_RES       *bench_mariadb_query    (MYSQL            *mysql,
                                         const char       *sql,
                                         GError          **error);
guint64          bench_mariadb_read     (MYSQL_RES        *result);

/* What they hold; see the SQL. */
gboolean         bench_fill_orders      (PGconn           *conn,
                                         guint             n_rows,
                                         GError          **error);
gboolean         bench_fill_customers   (PGconn           *conn,
                                         guint             n_customers,
                                         GError          **error);
gboolean         bench_fill_samples     (PGconn           *conn,
                                         guint             n_rows,
                                         GError          **error);
gboolean         bench_fill_mariadb     (MYSQL            *mysql,
                                         guint             n_customers,
                                         guint             n_samples,
                                         GError          **error);

AskSourceConfig *bench_postgres_config  (AskTestPostgres  *server,
                                         const char       *name);
AskSourceConfig *bench_mariadb_config   (AskTestMariadb   *server,
                                         const char       *name);
AskEngine       *bench_engine_new       (GPtrArray        *configs,
                                         GError          **error);
gboolean         bench_same_rows        (const AskRows    *rows,
                                         const PGresult   *peer,
                                         const char       *what,
                                         GError          **error);
gboolean         bench_same_set         (const AskRows    *rows,
                                         MYSQL_RES        *peer,
                                         const char       *what,
                                         GError          **error);
void             bench_show             (AskBench         *bench,
                                         const char       *what,
                                         const AskResult  *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PGconn, PQfinish)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PGresult, PQclear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MYSQL, mysql_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MYSQL_RES, mysql_free_result)

G_END_DECLS
