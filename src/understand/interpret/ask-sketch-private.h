/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the two files of sketches share.
 */
#pragma once

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-sketch.h"

G_BEGIN_DECLS

AskSketch *ask_sketch_take_draft (AskDraft       *draft,
                                  AskFilling    **filling);
char      *ask_sketch_spell      (const AskDraft *draft);

G_END_DECLS
