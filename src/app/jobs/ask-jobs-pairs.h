/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pairs of two lists of values, off the main thread: read, and corrected by a person.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-workspace-pairs.h"

G_BEGIN_DECLS

/**
 * AskPairPart:
 * @entity, @attribute: of a list
 * @typed: one of its values, as a person typed it
 */
typedef struct
{
  const char *entity;
  const char *attribute;
  const char *typed;
} AskPairPart;

AskJob *ask_jobs_load_pairs    (const AskPairSides *sides);
AskJob *ask_jobs_add_pair      (const AskPairPart  *left,
                                const AskPairPart  *right,
                                const char         *criterion);
AskJob *ask_jobs_correct_pairs (const gint64       *pairs,
                                guint               n,
                                AskPairVerdict      verdict);

G_END_DECLS
