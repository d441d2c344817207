/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What rows are called. Who asks which customers there are wants names, not numbers: of Spider's questions that do not
 * say "id", "number" or "code", one in a hundred is about keys.
 */
#pragma once

#include "understand/interpret/ask-beam.h"

G_BEGIN_DECLS

int      ask_label_get           (AskDomain       *domain,
                                  guint            entity);
gboolean ask_label_is_asked      (AskQuestion     *question);
void     ask_label_show          (const AskGuess  *guess,
                                  const AskSketch *sketch,
                                  AskBeamState    *state);

G_END_DECLS
