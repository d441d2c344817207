/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who computes functions of statements that are checked or run unasked. Said once, before there is any workspace.
 */
#include "config.h"

#include "store/ask-kept-functions.h"

static const AskKeptFunctions *used;

/** ask_kept_functions_use: @functions: (transfer none): of this process; call it before any other thread is there */
void
ask_kept_functions_use (const AskKeptFunctions *functions)
{
  used = functions;
}

/**
 * ask_kept_functions_attach:
 * @workspace: whose functions they are
 * @engine: its statements may call them
 * @attached: (out) (nullable): for ask_kept_functions_detach(), once @engine is gone; %NULL where nobody computes any
 * @error: as of who computes them
 *
 * Returns: whether they are attached, or there are none
 */
gboolean
ask_kept_functions_attach (AskWorkspace *workspace, AskEngine *engine, gpointer *attached, GError **error)
{
  *attached = used != NULL ? used->attach (workspace, engine, error) : NULL;
  return used == NULL || *attached != NULL;
}

/**
 * ask_kept_functions_open_engine:
 * @workspace: is looked at
 * @functions: (out) (nullable): what the engine was given; to be freed after it
 * @error: as of ask_workspace_open_engine(), or of who computes functions
 *
 * Whoever looks at rows may write a condition that calls functions. For that nobody is asked.
 *
 * Returns: (transfer full): an engine over the workspace, or %NULL
 */
AskEngine *
ask_kept_functions_open_engine (AskWorkspace *workspace, AskKeptAttachment *functions, GError **error)
{
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);

  if (engine == NULL || !ask_kept_functions_attach (workspace, engine, functions, error))
    return NULL;
  return g_steal_pointer (&engine);
}

/** ask_kept_functions_detach: @attached: (nullable): as ask_kept_functions_attach() gave it */
void
ask_kept_functions_detach (gpointer attached)
{
  if (attached != NULL)
    used->detach (attached);
}
