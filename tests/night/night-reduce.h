/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes a case that went wrong smaller for as long as it goes wrong.
 */
#pragma once

#include "night-judge.h"

G_BEGIN_DECLS

/**
 * NightTry:
 * @world: cut down meanwhile
 * @query: (nullable): cut down, too; without one, each whole table is read
 * @failure: (nullable): what AskData said against the sources, where that is what went wrong
 */
typedef struct
{
  NightWorld *world;
  NightQuery *query;
  AskTestPostgres *postgres;
  AskTestMariadb *mariadb;
  NightCase found;
  char *failure;
} NightTry;

void night_reduce (NightTry *self,
                   guint     seconds);

G_END_DECLS
