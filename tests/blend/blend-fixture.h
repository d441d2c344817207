/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session over three tables, in a file or elsewhere, whose functions are stubs that count what they are given: starts_with(),
 * get_length(), first_sorted(), table_size(), every() and same().
 */
#pragma once

#include "blend/ask-blend.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-table.h"

G_BEGIN_DECLS

#define BLEND_N_TABLES 3

typedef enum
{
  BLEND_PLACE_FILE,
  BLEND_PLACE_API,
  BLEND_PLACE_POSTGRES,
  BLEND_PLACE_MARIADB,
  BLEND_N_PLACES
} BlendPlace;

typedef struct
{
  AskTestPostgres *postgres;
  AskTestMariadb *mariadb;
} BlendServers;

typedef struct
{
  char *folder;
  char *path;
  AskTestTable table;
  AskTestServer *server;
  AskSchema *schema;
  AskEngine *engine;
  AskBlend *blend;
} BlendFixture;

/**
 * BlendCase:
 * @sql: with functions
 * @plain: gives the same rows
 * @values: how many values may be passed: a query of one number
 */
typedef struct
{
  const char *sql;
  const char *plain;
  const char *values;
} BlendCase;

/** blend_cases, blend_n_cases: what each place is asked */
extern const BlendCase blend_cases[];
extern const gsize blend_n_cases;

/** blend_n_given: how many values the stubs were given since blend_fixture_forget() */
extern guint64 blend_n_given;

gboolean blend_servers_start        (BlendServers     *self);
void     blend_servers_stop         (BlendServers     *self);
void     blend_fixture_open         (BlendFixture     *self);
void     blend_fixture_open_at      (BlendFixture     *self,
                                     BlendServers     *servers,
                                     const BlendPlace *places);
void     blend_fixture_close        (BlendFixture     *self);
void     blend_fixture_forget       (BlendFixture     *self);
char    *blend_fixture_run          (BlendFixture     *self,
                                     const char       *sql);
void     blend_fixture_assert_cases (BlendFixture     *self,
                                     BlendFixture     *plain);

G_END_DECLS
