/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each question of a window opens its workspace anew, and an index of many sources takes long to make. So the last one
 * is kept, with the state of the workspace that it was made of.
 */
#include "config.h"

#include "understand/interpret/ask-route-cache.h"

#include <string.h>

static GMutex lock;
static AskCachedRoute *kept; /* nullable */

/**
 * ask_cached_route_unref:
 * @self: (transfer full) (nullable): an index
 */
void
ask_cached_route_unref (AskCachedRoute *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->route, ask_route_free);
  g_clear_pointer (&self->kin, ask_kin_free);
  g_free (self->workspace);
  g_free (self->state);
  g_free (self);
}

static AskCachedRoute *
find_kept (const char *workspace, const char *state)
{
  AskCachedRoute *found = NULL;

  g_mutex_lock (&lock);
  if (kept != NULL && strcmp (kept->workspace, workspace) == 0 && strcmp (kept->state, state) == 0)
    {
      found = kept;
      g_atomic_ref_count_inc (&found->ref_count);
    }
  g_mutex_unlock (&lock);
  return found;
}

/* The id alone would also be that of a copy. */
static char *
dup_name (AskWorkspace *workspace)
{
  return g_strconcat (ask_workspace_get_id (workspace), " ", ask_workspace_get_path (workspace), NULL);
}

static void
keep (AskCachedRoute *route)
{
  AskCachedRoute *before;

  g_atomic_ref_count_inc (&route->ref_count);
  g_mutex_lock (&lock);
  before = kept;
  kept = route;
  g_mutex_unlock (&lock);
  ask_cached_route_unref (before);
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
  g_autoptr (AskCachedRoute) self = NULL;
  /* Before the index is made: what changes meanwhile makes it old. */
  g_autofree char *state = ask_workspace_get_state (workspace, error);
  g_autofree char *name = NULL;
  AskRoute *route;

  if (state == NULL)
    return NULL;
  name = dup_name (workspace);
  self = find_kept (name, state);
  if (self != NULL)
    return g_steal_pointer (&self);
  route = ask_route_new (workspace, error);
  if (route == NULL)
    return NULL;
  self = g_new0 (AskCachedRoute, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->workspace = g_steal_pointer (&name);
  self->state = g_steal_pointer (&state);
  self->route = route;
  self->kin = ask_kin_new (workspace, schema, error);
  if (self->kin == NULL)
    return NULL;
  keep (self);
  return g_steal_pointer (&self);
}
