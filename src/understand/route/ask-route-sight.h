/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files that make features share: one source seen from one question.
 */
#pragma once

#include "understand/route/ask-route-private.h"

G_BEGIN_DECLS

#define ASK_ROUTE_BIT(i) (G_GUINT64_CONSTANT (1) << (i))

/* Which words of the question one source has, and where: a set of words for each of its entities and attributes.
 * @factors: how well each word was met at best */
typedef struct
{
  const AskRouteScene *scene;
  const AskRouteSource *source;
  guint64 *entities;
  guint64 *attributes;
  guint64 *values; /* by attribute */
  guint64 *within; /* by entity: all that it has */
  guint64 in_source;
  guint64 in_text;
  guint64 in_entity;
  guint64 in_attribute;
  guint64 in_value;
  guint64 in_value_word;
  guint64 exact;
  float factors[ASK_ROUTE_MAX_WORDS];
} AskRouteSight;

/* ask-route-features.c */
double ask_route_sight_cover (const AskRouteSight *sight,
                              guint64              words);

/* ask-route-fit.c */
void ask_route_sight_see_fit (const AskRouteSight *sight,
                              float               *features);

/* ask-route-groups.c */
void ask_route_sight_see_group (const AskRouteSight *sight,
                                float               *features);

/* ask-route-like.c */
void ask_route_scene_see_like (AskRouteScene *self);

G_END_DECLS
