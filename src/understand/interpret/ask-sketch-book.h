/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All sketches that were seen, and which of them fit a question.
 */
#pragma once

#include "understand/interpret/ask-guess.h"
#include "understand/interpret/ask-sketch.h"

G_BEGIN_DECLS

/* The six parts, the whole, and how often the sketch was seen. */
#define ASK_N_SKETCH_SCORES (ASK_N_SKETCH_PARTS + 2)

/** ASK_SKETCH_CHOICES: sketches that are filled for a question */
#define ASK_SKETCH_CHOICES 60

typedef struct _AskSketchBook AskSketchBook;

/**
 * AskSketchChoice:
 * @sketch: belongs to the book
 * @score: how well it fits
 * @parts: what the score was made of
 */
typedef struct
{
  const AskSketch *sketch;
  float score;
  float parts[ASK_N_SKETCH_SCORES];
} AskSketchChoice;

AskSketchBook *ask_sketch_book_new    (AskWeights          *weights,
                                       GError             **error);
void           ask_sketch_book_free   (AskSketchBook       *self);
GArray        *ask_sketch_book_choose (AskSketchBook       *self,
                                       const AskGuess      *guess,
                                       guint                n);
void           ask_sketch_book_add    (const AskSketchBook *self,
                                       const AskGuess      *guess,
                                       const AskSketch     *sketch,
                                       float                bonus,
                                       GArray              *choices);
const char    *ask_sketch_part_name   (AskSketchPart        part);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSketchBook, ask_sketch_book_free)

G_END_DECLS
