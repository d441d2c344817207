/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parts of sketches that nobody has written yet, and how likely they are.
 */
#pragma once

#include "understand/interpret/ask-guess.h"
#include "understand/interpret/ask-sketch.h"

G_BEGIN_DECLS

typedef struct _AskSketchBreed AskSketchBreed;

/** AskBredPart: @sketch: has the part and belongs to the breed; @log: how likely the part is */
typedef struct
{
  const AskSketch *sketch;
  float log;
} AskBredPart;

AskSketchBreed *ask_sketch_breed_new     (const AskLinear *model);
void            ask_sketch_breed_free    (AskSketchBreed  *self);
GArray         *ask_sketch_breed_selects (AskSketchBreed  *self,
                                          const AskGuess  *guess);
GArray         *ask_sketch_breed_orders  (AskSketchBreed  *self,
                                          const AskGuess  *guess);
GArray         *ask_sketch_breed_wheres  (AskSketchBreed  *self,
                                          const AskGuess  *guess);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSketchBreed, ask_sketch_breed_free)

G_END_DECLS
