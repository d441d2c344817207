/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the grammar share. Only they include this.
 *
 *   ask-complete-grammar.c  the states: what can stand where
 *   ask-complete-take.c     names at a place: entities, attributes, metrics
 */
#pragma once

#include "understand/complete/ask-complete-private.h"

G_BEGIN_DECLS

enum
{
  STATE_START,
  STATE_SHOW, /* what is shown */
  STATE_SHOWN, /* behind an attribute whose entity is to come */
  STATE_SHOW_MORE,
  STATE_OF,
  STATE_FIGURE, /* what is summed up */
  STATE_COUNT,
  STATE_WHICH,
  STATE_MOST,
  STATE_MOST_OF,
  STATE_TOP,
  STATE_TOP_BY,
  STATE_TOP_OF,
  STATE_TOP_CHILD,
  STATE_REST, /* all that has to be said is said */
  STATE_IF,
  STATE_COMPARE,
  STATE_VALUE,
  STATE_AND, /* between two values */
  STATE_GROUP,
  STATE_SORT
};

/** AskWalkFilter: which attributes may stand at a place */
typedef gboolean (*AskWalkFilter) (const AskDomainAttribute *attribute);

/** AskWalkAssign: notes what was named. @key: of an entity that was named in an attribute's place, else -1 */
typedef void (*AskWalkAssign) (AskParse *parse,
                               int       attribute,
                               int       key);

/** AskWalkWanted: whether an entity may stand at a place */
typedef gboolean (*AskWalkWanted) (AskWalk        *walk,
                                   const AskParse *parse,
                                   guint           entity);

/* ask-complete-take.c */
void     ask_walk_push            (AskWalk                  *walk,
                                   const AskParse           *parse,
                                   guint                     state,
                                   guint                     n);
void     ask_walk_offer_entity    (AskWalk                  *walk,
                                   const AskParse           *parse,
                                   const AskSaid            *said,
                                   gboolean                  several);
void     ask_walk_take_entities   (AskWalk                  *walk,
                                   const AskParse           *parse,
                                   guint                     state,
                                   AskWalkWanted             wanted);
gboolean ask_walk_is_figure       (const AskDomainAttribute *attribute);
gboolean ask_walk_is_measure      (const AskDomainAttribute *attribute);
gboolean ask_walk_is_any          (const AskDomainAttribute *attribute);
gboolean ask_walk_is_compared     (const AskDomainAttribute *attribute);
gboolean ask_walk_resolve_all     (const AskWalk            *walk,
                                   AskParse                 *parse,
                                   guint                     entity);
void     ask_walk_take_attributes (AskWalk                  *walk,
                                   const AskParse           *parse,
                                   AskWalkFilter             filter);
void     ask_walk_take_metrics    (AskWalk                  *walk,
                                   const AskParse           *parse);
void     ask_walk_take_own        (AskWalk                  *walk,
                                   const AskParse           *parse,
                                   AskWalkFilter             filter,
                                   AskWalkAssign             assign,
                                   guint                     state);
void     ask_walk_take_references (AskWalk                  *walk,
                                   const AskParse           *parse,
                                   AskWalkFilter             filter,
                                   AskWalkAssign             assign,
                                   guint                     state);

G_END_DECLS
