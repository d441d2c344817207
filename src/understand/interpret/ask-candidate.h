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
 * AskAskedFeature:
 * @ASK_ASKED_FIT: sum over values of how well each is compared: 1 as words ask, -1 the other way round
 * @ASK_ASKED_LEAST_FIT: of the worst, 1 where there is none
 * @ASK_ASKED_WRONG: values whose comparison the words deny
 * @ASK_ASKED_LIMITS: values that are a limit
 * @ASK_ASKED_NAMED: words of values that are also names
 * @ASK_ASKED_TWICE: pairs of values of the same words, or equal ones of one attribute
 * @ASK_ASKED_SHORTER: words of longer values that shorter ones stand for
 * @ASK_ASKED_STORED: how well the worst value is stored
 * @ASK_ASKED_COUNT, @ASK_ASKED_SUM, @ASK_ASKED_AVG, @ASK_ASKED_MIN, @ASK_ASKED_MAX: 1 shown and not asked for, -1 asked
 *   for and not shown
 * @ASK_ASKED_MISSING, @ASK_ASKED_MORE: how many figures are asked for and nowhere used; are shown and not asked for
 * @ASK_ASKED_EXTREME: how many more maxima and minima are shown than words say
 * @ASK_ASKED_DISTINCT, @ASK_ASKED_EACH: as of a figure, of DISTINCT and GROUP BY
 * @ASK_ASKED_ORDER: a word asks for an order
 * @ASK_ASKED_PLACE: 1 orders by what is named behind that word, 2 before it, 3 by what is not named, 4 by a count
 * @ASK_ASKED_NEARER: how many attributes are named between, 3 at most
 * @ASK_ASKED_NO_ORDER: it is asked for and not there
 * @ASK_ASKED_DIRECTION: 1 as words ask, -1 the other way round
 * @ASK_ASKED_WANTED: shown attributes that are named where the question says what is wanted
 * @ASK_ASKED_LATER: that are named later
 * @ASK_ASKED_OPEN: names of attributes there that are not shown
 * @ASK_ASKED_STRANGE: shown attributes of entities that are not named
 * @ASK_ASKED_ELSEWHERE: of these, such that a named entity has one of that name
 * @ASK_ASKED_ODDS: the least odds of a shown attribute's entity
 * @ASK_ASKED_END: share of the question that says what is wanted
 *
 * What the second look at the best candidates reads of each; see ask-candidate-asked.c.
 */
typedef enum
{
  ASK_ASKED_FIT,
  ASK_ASKED_LEAST_FIT,
  ASK_ASKED_WRONG,
  ASK_ASKED_LIMITS,
  ASK_ASKED_NAMED,
  ASK_ASKED_TWICE,
  ASK_ASKED_SHORTER,
  ASK_ASKED_STORED,
  ASK_ASKED_COUNT,
  ASK_ASKED_SUM,
  ASK_ASKED_AVG,
  ASK_ASKED_MIN,
  ASK_ASKED_MAX,
  ASK_ASKED_MISSING,
  ASK_ASKED_MORE,
  ASK_ASKED_EXTREME,
  ASK_ASKED_DISTINCT,
  ASK_ASKED_EACH,
  ASK_ASKED_ORDER,
  ASK_ASKED_PLACE,
  ASK_ASKED_NEARER,
  ASK_ASKED_NO_ORDER,
  ASK_ASKED_DIRECTION,
  ASK_ASKED_WANTED,
  ASK_ASKED_LATER,
  ASK_ASKED_OPEN,
  ASK_ASKED_STRANGE,
  ASK_ASKED_ELSEWHERE,
  ASK_ASKED_ODDS,
  ASK_ASKED_END
} AskAskedFeature;

#define ASK_N_ASKED_FEATURES (ASK_ASKED_END + 1)

/**
 * AskTried:
 * @ran: it gave rows before the limit of steps; nothing else counts where it did not
 * @n_rows, @n_columns: of its result
 * @signature: equal for results that are equal up to the order of rows and columns
 * @n_distinct: different rows
 * @first_empty: the first value is NULL or 0
 * @first_null: a value of the first row is NULL
 * @slow: it did not run because it takes more steps than a trial may
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
  gboolean slow;
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
float     *ask_candidates_asked    (const AskGuess *guess,
                                    GPtrArray      *candidates);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskCandidate, ask_candidate_free)

G_END_DECLS
