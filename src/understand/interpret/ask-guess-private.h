/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the stages of guessing share.
 */
#pragma once

#include "understand/interpret/ask-guess.h"

G_BEGIN_DECLS

/* The next feature, where "out" is a (float **) into its row. */
#define ASK_PUT(value) (*(*out)++ = (float) (value))

/* How well a name is met: its share, and more where all of it is. */
static inline float
ask_guess_name_score (const AskNameMatch *match)
{
  return match->met > 0 ? (float) match->score + (match->exact ? 0.3f : 0) : 0;
}

/* How many different values there are for each row. */
static inline float
ask_guess_distinct_share (AskDomain *domain, guint attribute)
{
  const AskDomainAttribute *of = ask_domain_attribute (domain, attribute);
  double rows = ask_domain_entity (domain, of->entity)->n_rows;

  return of->n_distinct < 0 || rows < 0 ? -1 : (float) (of->n_distinct / (rows + 1));
}

static inline double
ask_clip (double value, double least, double most)
{
  return value < least ? least : value > most ? most : value;
}

G_END_DECLS
