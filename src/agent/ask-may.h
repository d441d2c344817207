/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether rows may reach a model, by what they were made from and what a steward said of it. The whole of the rule; who sends
 * asks here.
 */
#pragma once

#include "engine/ask-engine.h"

G_BEGIN_DECLS

const AskEntity *ask_may_find_entity (AskSchema       *schema,
                                      const char      *id);
gboolean         ask_may_rows_of     (AskSchema       *schema,
                                      const char      *id,
                                      const char      *attribute);
char            *ask_may_find_withheld (AskSchema     *schema,
                                      const GPtrArray *origins);
const AskOrigin *ask_may_find_first (AskSchema *schema, const GPtrArray *origins);

G_END_DECLS
