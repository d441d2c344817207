/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session over tables of many column types, under odd names, that lie in several places; beside it
 * a plain SQLite database that holds the same values.
 */
#pragma once

#include "engine-servers.h"

G_BEGIN_DECLS

/** MixedKind: what a column holds, whatever its type is called there */
typedef enum
{
  MIXED_ID,
  MIXED_KEY,
  MIXED_INTEGER,
  MIXED_REAL,
  MIXED_DECIMAL,
  MIXED_TEXT,
  MIXED_TIME,
  MIXED_BOOLEAN,
  MIXED_OTHER,
  MIXED_N_KINDS
} MixedKind;

#define MIXED_N_TABLES 5

/**
 * MixedTable:
 * @name: its entity's, as it is written in a query: quoted where it has to be
 * @columns: its attributes', the same way, by kind
 */
typedef struct
{
  EnginePlace place;
  char *name;
  char *columns[MIXED_N_KINDS];
} MixedTable;

/** Mixed: the tables, the session over them, and the plain database with the same */
typedef struct
{
  EngineServers servers;
  MixedTable tables[MIXED_N_TABLES];
  char *step; /* nullable: a temporary table with the rows of the first, as its name is written */
} Mixed;

void mixed_open  (Mixed *self);
void mixed_open_known (Mixed *self, const EnginePlace *places);
void mixed_keep_step (Mixed *self);
void mixed_close (Mixed *self);

G_END_DECLS
