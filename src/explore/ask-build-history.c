/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The states of a query that is built, in their order, and which of them it is in.
 */
#include "config.h"

#include "explore/ask-build-history.h"

struct _AskBuildHistory
{
  GPtrArray *states; /* AskBuild */
  guint now;
};

/**
 * ask_build_history_new:
 * @build: its first state, which is copied
 *
 * Returns: (transfer full): nothing to undo
 */
AskBuildHistory *
ask_build_history_new (const AskBuild *build)
{
  AskBuildHistory *self = g_new0 (AskBuildHistory, 1);

  self->states = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_free);
  g_ptr_array_add (self->states, ask_build_copy (build));
  return self;
}

/** ask_build_history_free: @self: (nullable): is freed with its states */
void
ask_build_history_free (AskBuildHistory *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->states);
  g_free (self);
}

/** ask_build_history_get: Returns: (transfer none): the state that @self is in, until the next call */
const AskBuild *
ask_build_history_get (AskBuildHistory *self)
{
  return self->states->pdata[self->now];
}

/**
 * ask_build_history_push:
 * @self: gets another state
 * @build: which is copied
 * @same_edit: it goes on with the edit that made the last state, as each letter of a word does, and takes its place
 *
 * What was undone cannot be redone any more.
 *
 * Returns: whether it differs from the state before
 */
gboolean
ask_build_history_push (AskBuildHistory *self, const AskBuild *build, gboolean same_edit)
{
  if (ask_build_equal (ask_build_history_get (self), build))
    return FALSE;
  if (same_edit && self->now > 0 && self->now + 1 == self->states->len)
    self->now--;
  g_ptr_array_set_size (self->states, (gint) self->now + 1);
  g_ptr_array_add (self->states, ask_build_copy (build));
  self->now++;
  if (self->states->len > ASK_BUILD_MAX_UNDO + 1)
    {
      g_ptr_array_remove_index (self->states, 0);
      self->now--;
    }
  return TRUE;
}

/** ask_build_history_can_undo: Returns: whether @self has an earlier state */
gboolean
ask_build_history_can_undo (AskBuildHistory *self)
{
  return self->now > 0;
}

/** ask_build_history_can_redo: Returns: whether something of @self was undone */
gboolean
ask_build_history_can_redo (AskBuildHistory *self)
{
  return self->now + 1 < self->states->len;
}

/** ask_build_history_undo: Returns: whether @self is one state earlier now */
gboolean
ask_build_history_undo (AskBuildHistory *self)
{
  if (!ask_build_history_can_undo (self))
    return FALSE;
  self->now--;
  return TRUE;
}

/** ask_build_history_redo: Returns: whether @self is one state later now */
gboolean
ask_build_history_redo (AskBuildHistory *self)
{
  if (!ask_build_history_can_redo (self))
    return FALSE;
  self->now++;
  return TRUE;
}
