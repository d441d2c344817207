/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a candidate says what the question says: a log-linear model over pairs of a run of the question's words
 * and a part of a candidate. Trees, which rank, do not see words; this tells them what words say.
 */
#pragma once

#include "understand/interpret/ask-candidate-private.h"

G_BEGIN_DECLS

/** ASK_WORDING_SCORE_SHARE: how much the score that a candidate was made with counts beside what words say */
#define ASK_WORDING_SCORE_SHARE 0.5f

/**
 * AskWordingGroup: what pairs are about
 * @ASK_WORDING_FORM: the whole question and a clause: "how many" and count (*)
 * @ASK_WORDING_NATURE: the whole question and a kind of attribute in a role: "who" and a name that is shown
 * @ASK_WORDING_ROLE: what stands around a name and the role of what is named
 * @ASK_WORDING_VALUE: what stands around a value and how it is compared, or that it is not
 * @ASK_WORDING_NAME: a word and the name of an attribute that is used: "old" and age
 * @ASK_WORDING_LEFT: a word that nothing in the candidate answers to
 */
typedef enum
{
  ASK_WORDING_FORM,
  ASK_WORDING_NATURE,
  ASK_WORDING_ROLE,
  ASK_WORDING_VALUE,
  ASK_WORDING_NAME,
  ASK_WORDING_LEFT
} AskWordingGroup;

/** AskWordingPart: of one or more candidates; @first, @n: its buckets */
typedef struct
{
  AskWordingGroup group;
  guint first;
  guint n;
} AskWordingPart;

/**
 * AskWording:
 * @buckets: (element-type guint32): of all parts
 * @parts: (element-type AskWordingPart)
 * @said: (element-type guint): the parts of the first candidate, of the second …
 * @starts: (element-type guint): for each candidate where its parts begin in @said, and the end
 */
struct _AskWording
{
  GArray *buckets;
  GArray *parts;
  GArray *said;
  GArray *starts;
  /* Only while it is made. */
  GHashTable *known; /* hash → place of the part + 1 */
  const AskCandidatePool *pool;
  GHashTable *uses; /* hash of an attribute in a role → GArray of parts */
  GArray *question; /* runs of its words, of any length */
  GArray *brief; /* of one word or two */
  GArray *words; /* those that name nothing */
  GArray **attributes; /* what stands around what is named */
  GArray **mentions;
  GArray **entities;
  GArray **tokens; /* made when they are asked for */
};

AskWording *ask_wording_new    (const AskCandidatePool *pool);
void        ask_wording_free   (AskWording             *self);
void        ask_wording_add    (AskWording             *self,
                                const AskCandidateUse  *use);
void        ask_wording_finish (AskWording             *self);
void        ask_wording_put    (const AskWording       *self,
                                const AskHashed        *weights,
                                float                  *features);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskWording, ask_wording_free)

G_END_DECLS
