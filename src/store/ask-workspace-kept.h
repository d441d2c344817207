/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One thing that is made of a workspace and takes long to make: the last one is kept, with the state of the workspace
 * that it was made of.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskKept:
 *
 * A static one of zeros holds nothing. It may be asked from any thread. Its fields are its own.
 *
 * |[<!-- language="C" -->
 * static AskKept kept;
 *
 * names = ask_kept_get (&kept, workspace, make_names, names_unref, NULL, &error);
 * ]|
 */
typedef struct
{
  GMutex lock;
  char *name;
  char *state;
  gpointer thing;
} AskKept;

/**
 * AskKeptMake:
 * @workspace: of which to make it
 * @data: (nullable): what ask_kept_get() was given
 *
 * Returns: (transfer full): a box as of g_atomic_rc_box_new(); %NULL with @error set
 */
typedef gpointer (*AskKeptMake) (AskWorkspace *workspace, gpointer data, GError **error);

gpointer ask_kept_get (AskKept        *self,
                       AskWorkspace   *workspace,
                       AskKeptMake     make,
                       GDestroyNotify  release,
                       gpointer        data,
                       GError        **error);

G_END_DECLS
