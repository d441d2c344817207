/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The index of a workspace's sources, shared by all who ask about it, for as long as it stays what it is. Private to
 * this room.
 */
#pragma once

#include "understand/interpret/ask-kin.h"
#include "understand/route/ask-route.h"

G_BEGIN_DECLS

/**
 * AskCachedRoute:
 * @route: may be asked from any thread
 * @kin: likewise
 *
 * An index as of a state of a workspace: a box.
 */
typedef struct
{
  AskRoute *route;
  AskKin *kin;
} AskCachedRoute;

AskCachedRoute *ask_cached_route_get   (AskWorkspace   *workspace,
                                        AskSchema      *schema,
                                        GError        **error);
void            ask_cached_route_unref (AskCachedRoute *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskCachedRoute, ask_cached_route_unref)

G_END_DECLS
