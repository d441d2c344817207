/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What filling a sketch's values and its attributes share.
 */
#pragma once

#include "understand/interpret/ask-beam.h"
#include "understand/interpret/ask-guess-private.h"

G_BEGIN_DECLS

/* How much an attribute's worth depends on its entity's. */
#define ASK_BEAM_ENTITY_SHARE 0.35

/* An attribute and what it is worth in a role. */
typedef struct
{
  int attribute;
  double odds;
  double total; /* with its entity's */
} AskBeamChoice;

struct _AskBeam
{
  const AskGuess *guess;
  AskDomain *domain;
  GArray *best[2][ASK_N_GUESS_ROLES + 1]; /* AskBeamChoice: of all, and of what can be summed; the last one is of HAVING */
  GArray *entities; /* guint, the likeliest first */
  GPtrArray *patterns; /* texts of LIKE */
};

/* The state of filling one sketch. */
typedef struct
{
  AskBeam *beam;
  const AskSketch *sketch;
  GArray *states;
  GArray *next;
  guint twins; /* a bit for each slot that may change places with the one before it */
} AskBeamFill;

/* One way to fill a value, or the two of BETWEEN. */
typedef struct
{
  double worth;
  guint mention;
  guint second; /* of BETWEEN */
  int attribute;
  const char *value;
  const char *second_value;
} AskBeamOption;

double   ask_beam_get_worth       (const AskBeam     *self,
                                   int                attribute);
int      ask_beam_compare_options (const void        *a,
                                   const void        *b);
gboolean ask_beam_go_on           (AskBeamFill       *fill,
                                   gboolean           pay);
gboolean ask_beam_fill_values     (AskBeamFill       *fill);

G_END_DECLS
