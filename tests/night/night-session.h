/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A round's tables laid out at their places and opened as a person's sources are, and beside them a
 * plain SQLite database with the values that were laid out. Nothing in it was read through AskData.
 */
#pragma once

#include <sqlite3.h>

#include "engine/ask-engine.h"
#include "night-world.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-server.h"

G_BEGIN_DECLS

/** NightSession: @n_unlike: columns that AskData reads as another kind than the world says, see night_session_settle() */
typedef struct
{
  const NightWorld *world;
  AskTestPostgres *postgres;
  AskTestMariadb *mariadb;
  AskTestServer *server;
  char *folder;
  sqlite3 *plain;
  AskSchema *schema;
  GPtrArray *configs;
  AskEngine *engine;
  guint n_unlike;
} NightSession;

NightSession *night_session_open  (const NightWorld *world,
                                   AskTestPostgres  *postgres,
                                   AskTestMariadb   *mariadb,
                                   GError          **error);
void          night_session_close (NightSession     *self);
void          night_session_settle (const NightSession *self,
                                   NightWorld       *world);
int           night_compare_numbers (const char     *a,
                                   gsize             length_a,
                                   const char       *b,
                                   gsize             length_b);
char         *night_dup_number    (const char       *text,
                                   gsize             length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (NightSession, night_session_close)

G_END_DECLS
