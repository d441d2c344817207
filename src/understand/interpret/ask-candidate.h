/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Candidates: drafts that may be what a question means, with all that ranking reads of them.
 */
#pragma once

#include "understand/interpret/ask-sketch-book.h"

G_BEGIN_DECLS

#define ASK_MAX_SLOTS 16
#define ASK_MAX_SKETCH_VALUES 8
#define ASK_MAX_EXTRAS 4
#define ASK_N_WORDING_GROUPS 6
/* Of each candidate the last: each group, all, all with the first score; the same beside the best; a share. */
#define ASK_N_WORDING_FEATURES (2 * (ASK_N_WORDING_GROUPS + 2) + 1)
#define ASK_N_CANDIDATE_FEATURES (195 + ASK_N_WORDING_FEATURES)

/**
 * AskTried:
 * @ran: it gave rows before the limit of steps; nothing else counts where it did not
 * @n_rows, @n_columns: of its result
 * @signature: equal for results that are equal up to the order of rows and columns
 * @n_distinct: different rows
 * @first_empty: the first value is NULL or 0
 * @first_null: a value of the first row is NULL
 *
 * What came of running a candidate here.
 */
typedef struct
{
  gboolean known;
  gboolean ran;
  guint n_rows;
  guint n_columns;
  guint n_distinct;
  guint64 signature;
  gboolean first_empty;
  gboolean first_null;
} AskTried;

/**
 * AskCandidate:
 * @sketch: belongs to a book
 * @parts: how well the sketch fits; see #AskSketchChoice
 * @rank: of the sketch
 * @score: of the beam, the larger the better
 * @attributes: one for each slot of the sketch
 * @mentions: one for each value of the sketch
 * @extras: one for each entity slot of the sketch
 * @way: see ask_draft_to_sql()
 * @way_place: of it among all, where no words choose between ways that cost the same
 */
typedef struct
{
  const AskSketch *sketch;
  float parts[ASK_N_SKETCH_SCORES];
  float sketch_score;
  guint rank;
  double score;
  int attributes[ASK_MAX_SLOTS];
  guint mentions[ASK_MAX_SKETCH_VALUES];
  guint extras[ASK_MAX_EXTRAS];
  guint n_attributes;
  guint n_mentions;
  guint n_extras;
  AskDraft *draft;
  guint way;
  guint way_place;
  char *sql;
  AskTried tried;
} AskCandidate;

typedef struct _AskWording AskWording;

void       ask_candidate_free      (AskCandidate   *self);
GPtrArray *ask_candidates_find     (AskGuess       *guess,
                                    GArray         *choices,
                                    guint           max);
float     *ask_candidates_features (AskGuess       *guess,
                                    GPtrArray      *candidates,
                                    AskWording    **wording);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskCandidate, ask_candidate_free)

G_END_DECLS
