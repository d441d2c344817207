/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fills the slots of one sketch, the likeliest fillings first.
 */
#pragma once

#include "understand/interpret/ask-candidate.h"

G_BEGIN_DECLS

/**
 * AskBeamState:
 * @score: sum of what each slot's filling is worth
 * @attributes: one for each slot; %ASK_BEAM_OPEN where not filled yet
 * @values: one for each value: as it is compared; %NULL for a number
 * @numbers: the same for numbers
 * @mentions: one for each value
 * @extras: one for each entity slot
 */
typedef struct
{
  double score;
  int attributes[ASK_MAX_SLOTS];
  const char *values[ASK_MAX_SKETCH_VALUES];
  double numbers[ASK_MAX_SKETCH_VALUES];
  guint mentions[ASK_MAX_SKETCH_VALUES];
  guint n_mentions;
  guint extras[ASK_MAX_EXTRAS];
  guint n_extras;
} AskBeamState;

#define ASK_BEAM_OPEN (-2)

typedef struct _AskBeam AskBeam;

AskBeam *ask_beam_new  (const AskGuess  *guess);
void     ask_beam_free (AskBeam         *self);
GArray  *ask_beam_fill (AskBeam         *self,
                        const AskSketch *sketch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBeam, ask_beam_free)

G_END_DECLS
