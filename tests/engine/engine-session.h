/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session over the tables of one source, as it describes them.
 */
#pragma once

#include "engine/ask-engine.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *configs;
  AskSchema *schema;
  AskEngine *engine;
} EngineSession;

void engine_session_open  (EngineSession   *self,
                           AskSourceConfig *config);
void engine_session_close (EngineSession   *self);

G_END_DECLS
