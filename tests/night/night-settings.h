/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an administrator may have set at a database server, and what must change no answer.
 */
#pragma once

#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"

G_BEGIN_DECLS

GPtrArray *night_settings_draw  (void);
void       night_settings_apply (GPtrArray       *settings,
                                 AskTestPostgres *postgres,
                                 AskTestMariadb  *mariadb);
void       night_settings_reset (GPtrArray       *settings,
                                 AskTestPostgres *postgres,
                                 AskTestMariadb  *mariadb);

G_END_DECLS
