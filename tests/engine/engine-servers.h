/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session over tables that lie in several places at once: a file, an API, two schemas of a
 * PostgreSQL server, one of a MariaDB server; with all tables in one plain file beside it.
 */
#pragma once

#include <sqlite3.h>

#include "engine/ask-engine.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-table.h"

G_BEGIN_DECLS

typedef enum
{
  PLACE_FILE,
  PLACE_API,
  PLACE_POSTGRES,
  PLACE_POSTGRES_TOO, /* another schema, as another source */
  PLACE_MARIADB,
  N_PLACES
} EnginePlace;

typedef struct
{
  AskTestPostgres *postgres; /* nullable */
  AskTestMariadb *mariadb; /* nullable */
  char *folder;
  char *path;
  char *plain_path;
  sqlite3 *plain;
  AskTestTable table;
  AskTestServer *server;
  AskSchema *schema;
  GPtrArray *configs;
  AskEngine *engine;
} EngineServers;

gboolean engine_servers_start (EngineServers     *self);
void     engine_servers_stop  (EngineServers     *self);
void     engine_servers_open  (EngineServers     *self,
                               const char        *sql,
                               const EnginePlace *places);
void     engine_servers_close (EngineServers     *self);
AskSource *engine_servers_introspect (EngineServers *self,
                               AskSourceConfig   *config,
                               const char *const *only);

G_END_DECLS
