/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which entities and attributes a question needs, by what was guessed of its parts: few enough to be shown to a model or
 * to a person, and whole: what joins the entities is among them. Of a large domain ask_selector_cut() comes before.
 */
#pragma once

#include "understand/interpret/ask-guess.h"
#include "understand/select/ask-select.h"

G_BEGIN_DECLS

#define ASK_SELECTION_ENTITIES 8
#define ASK_SELECTION_ATTRIBUTES 40

/**
 * AskSelectionItem:
 * @place: of the guess's entities or attributes
 * @entity: of the schema
 * @attribute: (nullable): of @entity; %NULL of the selection's entities
 * @score: how likely the question needs it, from 0 to 1
 * @words: (nullable): words of the question that it was met by; %NULL where it follows from others
 */
typedef struct
{
  guint place;
  const AskEntity *entity;
  const AskAttribute *attribute;
  double score;
  char *words;
} AskSelectionItem;

/**
 * AskSelection:
 * @entities: (element-type AskSelectionItem): the likeliest first
 * @attributes: (element-type AskSelectionItem): of @entities; what joins them, and the likeliest
 */
typedef struct
{
  GArray *entities;
  GArray *attributes;
} AskSelection;

AskSelection *ask_selection_new  (AskGuess     *guess,
                                  guint         max_entities,
                                  guint         max_attributes);
void          ask_selection_free (AskSelection *self);
AskSelection *ask_select         (AskDomain    *domain,
                                  AskSelector  *selector,
                                  const char   *question,
                                  GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSelection, ask_selection_free)

G_END_DECLS
