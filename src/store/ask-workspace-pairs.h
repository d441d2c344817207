/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which values of two lists belong together, as llm_join() found it, and what a person said of that. A person's word is kept
 * apart from what was found: it outlives the next time, and counts whichever model is asked then.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskPairHow:
 * @ASK_PAIR_EQUAL: the values are the same
 * @ASK_PAIR_NEAR: they differ in case, accents, the order of words, or a letter
 * @ASK_PAIR_MODEL: a language model said so
 * @ASK_PAIR_PERSON: a person added it
 */
typedef enum
{
  ASK_PAIR_EQUAL,
  ASK_PAIR_NEAR,
  ASK_PAIR_MODEL,
  ASK_PAIR_PERSON
} AskPairHow;

/**
 * AskPairVerdict:
 * @ASK_PAIR_OPEN: nobody looked at it
 * @ASK_PAIR_CONFIRMED: it holds
 * @ASK_PAIR_CUT: it does not
 */
typedef enum
{
  ASK_PAIR_OPEN,
  ASK_PAIR_CONFIRMED,
  ASK_PAIR_CUT
} AskPairVerdict;

/**
 * AskPairSides:
 * @left: what the left values are: "shop.name"
 * @right: likewise
 * @criterion: what makes a pair; "" where a call says nothing
 *
 * What a list of pairs is known by.
 */
typedef struct
{
  const char *left;
  const char *right;
  const char *criterion;
} AskPairSides;

/**
 * AskPairList:
 * @left, @right, @criterion: as of #AskPairSides
 * @model: (nullable): that was asked the last time
 * @seen_at: µs since 1970, UTC: when its values were last matched
 * @n_pairs: that hold
 * @n_cut: that a person cut
 */
typedef struct
{
  gint64 id;
  char *left;
  char *right;
  char *criterion;
  char *model;
  gint64 seen_at;
  gint64 n_pairs;
  gint64 n_cut;
} AskPairList;

/**
 * AskPair:
 * @left: a value, as JSON
 * @right: likewise
 */
typedef struct
{
  gint64 id;
  char *left;
  char *right;
  AskPairHow how;
  AskPairVerdict verdict;
} AskPair;

AskPair    *ask_pair_new                  (const char         *left,
                                           const char         *right,
                                           AskPairHow          how);
void        ask_pair_free                 (AskPair            *self);
void        ask_pair_list_free            (AskPairList        *self);
GPtrArray  *ask_workspace_list_pair_lists (AskWorkspace       *self,
                                           GError            **error);
gint64      ask_workspace_find_pair_list  (AskWorkspace       *self,
                                           const AskPairSides *sides,
                                           GError            **error);
GPtrArray  *ask_workspace_list_pairs      (AskWorkspace       *self,
                                           gint64              list,
                                           GError            **error);
GPtrArray  *ask_workspace_find_corrections (AskWorkspace      *self,
                                           const AskPairSides *sides,
                                           GError            **error);
gboolean    ask_workspace_save_pairs      (AskWorkspace       *self,
                                           const AskPairSides *sides,
                                           const char         *model,
                                           const GPtrArray    *lefts,
                                           const GPtrArray    *pairs,
                                           GError            **error);
gboolean    ask_workspace_correct_pair    (AskWorkspace       *self,
                                           gint64              pair,
                                           AskPairVerdict      verdict,
                                           GError            **error);
gboolean    ask_workspace_add_pair        (AskWorkspace       *self,
                                           gint64              list,
                                           const char         *left,
                                           const char         *right,
                                           GError            **error);
gboolean    ask_workspace_remove_pair_list (AskWorkspace      *self,
                                           gint64              list,
                                           GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPair, ask_pair_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPairList, ask_pair_list_free)

G_END_DECLS
