/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One round: a world and statements over it, all drawn from one seed.
 */
#pragma once

#include "night-session.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_statements;
  guint n_no_case;
  guint n_findings;
} NightCount;

void night_round (guint32          seed,
                  AskTestPostgres *postgres,
                  AskTestMariadb  *mariadb,
                  NightCount      *count);
void night_round_mixed (guint32    seed,
                  AskTestPostgres *postgres,
                  AskTestMariadb  *mariadb,
                  NightCount      *count);

G_END_DECLS
