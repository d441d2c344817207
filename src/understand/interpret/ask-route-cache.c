/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An index of many sources takes long to make. So the last one is kept.
 */
#include "config.h"

#include "understand/interpret/ask-route-cache.h"

#include "store/ask-workspace-kept.h"

static AskKept kept;

static void
route_clear (AskCachedRoute *self)
{
  g_clear_pointer (&self->route, ask_route_free);
  g_clear_pointer (&self->kin, ask_kin_free);
}

/**
 * ask_cached_route_unref:
 * @self: (transfer full) (nullable): an index
 */
void
ask_cached_route_unref (AskCachedRoute *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) route_clear);
}

static gpointer
make_route (AskWorkspace *workspace, gpointer schema, GError **error)
{
  g_autoptr (AskCachedRoute) self = g_atomic_rc_box_new0 (AskCachedRoute);

  self->route = ask_route_new (workspace, error);
  if (self->route == NULL)
    return NULL;
  self->kin = ask_kin_new (workspace, schema, error);
  return self->kin != NULL ? g_steal_pointer (&self) : NULL;
}

/**
 * ask_cached_route_get:
 * @workspace: whose sources are to be found
 * @schema: of @workspace
 * @error: as of ask_route_new(), ask_kin_new() and ask_workspace_get_state()
 *
 * Returns: (transfer full): the index of @workspace as it is now: the kept one, or a new one, which is kept then
 */
AskCachedRoute *
ask_cached_route_get (AskWorkspace *workspace, AskSchema *schema, GError **error)
{
  return ask_kept_get (&kept, workspace, make_route, (GDestroyNotify) ask_cached_route_unref, schema, error);
}
