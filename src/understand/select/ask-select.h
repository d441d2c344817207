/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which entities of a large domain a question may need: by the words of their names, attributes, synonyms and
 * descriptions, by the values that they hold, and by what joins these. Quick and generous: what is cut away here is
 * never seen again. Within what is left ask_selection_new() chooses with what was learned.
 *
 * ```c
 * AskSelector *selector = ask_selector_new (domain);
 * g_autoptr (AskDomain) small = ask_selector_cut (selector, question, ASK_SELECT_MAX_ENTITIES, &error);
 * ```
 */
#pragma once

#include "understand/link/ask-question.h"

G_BEGIN_DECLS

/** ASK_SELECT_MAX_ENTITIES: so many are looked at closely */
#define ASK_SELECT_MAX_ENTITIES 40

/**
 * AskSelector:
 *
 * An index of a domain's words. Reading values belongs to the workspace's thread.
 */
typedef struct _AskSelector AskSelector;

/**
 * AskSelected:
 * @entity: of the domain
 * @score: the greater, the likelier; 0 where it only joins others
 * @words: (element-type utf8): words of the question that it answers to
 */
typedef struct
{
  guint entity;
  double score;
  GPtrArray *words;
} AskSelected;

AskSelector *ask_selector_new  (AskDomain    *domain);
void         ask_selector_free (AskSelector  *self);
GArray      *ask_selector_find (AskSelector  *self,
                                const char   *question,
                                guint         most,
                                GError      **error);
AskDomain   *ask_selector_cut  (AskSelector  *self,
                                const char   *question,
                                guint         most,
                                GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSelector, ask_selector_free)

G_END_DECLS
