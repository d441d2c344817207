/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of routing share.
 */
#pragma once

#include "understand/route/ask-route-features.h"

G_BEGIN_DECLS

/* ask-route-features.c */
float *ask_route_scene_find_near (const AskRouteScene *self);
void   ask_route_scene_measure   (AskRouteScene       *self);

/* The source whose attribute it is. */
static inline guint
ask_route_source_of_attribute (const AskRouteIndex *index, guint attribute)
{
  return ask_route_index_entity (index, ask_route_index_attribute (index, attribute)->entity)->source;
}

G_END_DECLS
