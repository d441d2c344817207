/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each question of a window opens its workspace anew, and each key that is typed asks for its names. So what was made
 * for the last one serves the next, as long as the store says that the workspace is in the same state.
 */
#include "config.h"

#include "store/ask-workspace-kept.h"

static gpointer
find_kept (AskKept *self, const char *name, const char *state)
{
  gpointer found = NULL;

  g_mutex_lock (&self->lock);
  if (self->thing != NULL && g_str_equal (self->name, name) && g_str_equal (self->state, state))
    found = g_atomic_rc_box_acquire (self->thing);
  g_mutex_unlock (&self->lock);
  return found;
}

/**
 * ask_kept_get:
 * @self: what is kept
 * @workspace: whose thing is wanted
 * @make: called without the lock, where @self holds none of @workspace as it is now
 * @release: releases what @make gives
 * @data: (nullable): for @make
 * @error: as of @make and ask_workspace_get_state()
 *
 * Returns: (transfer full): the thing of @workspace as it is now: the kept one, or a new one, which is kept then; %NULL
 *   with @error set, and what was kept stays
 */
gpointer
ask_kept_get (AskKept *self, AskWorkspace *workspace, AskKeptMake make, GDestroyNotify release, gpointer data,
              GError **error)
{
  /* Before the thing is made: what changes meanwhile makes it old. */
  g_autofree char *state = ask_workspace_get_state (workspace, error);
  g_autofree char *name = NULL;
  gpointer thing;
  gpointer before;

  if (state == NULL)
    return NULL;
  /* The id alone would also be that of a copy. */
  name = g_strconcat (ask_workspace_get_id (workspace), " ", ask_workspace_get_path (workspace), NULL);
  thing = find_kept (self, name, state);
  if (thing != NULL)
    return thing;
  thing = make (workspace, data, error);
  if (thing == NULL)
    return NULL;
  g_mutex_lock (&self->lock);
  before = self->thing;
  self->thing = g_atomic_rc_box_acquire (thing);
  g_free (self->name);
  self->name = g_steal_pointer (&name);
  g_free (self->state);
  self->state = g_steal_pointer (&state);
  g_mutex_unlock (&self->lock);
  if (before != NULL)
    release (before);
  return thing;
}
