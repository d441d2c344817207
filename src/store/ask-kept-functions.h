/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions of statements that something outside computes, for whoever checks or runs statements without being asked to: only
 * answers that are kept count. The store knows nobody who computes them; the program says who does.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskKeptFunctions:
 * @attach: lets statements of @engine call the functions of @workspace. Returns: (transfer full) what @detach takes, or %NULL with
 *   @error set
 * @detach: frees that; @engine is gone
 */
typedef struct
{
  gpointer (*attach) (AskWorkspace *workspace,
                      AskEngine    *engine,
                      GError      **error);
  void     (*detach) (gpointer      attached);
} AskKeptFunctions;

/** AskKeptAttachment: what an engine was given; declared before the engine, it is freed after it */
typedef gpointer AskKeptAttachment;

void     ask_kept_functions_use    (const AskKeptFunctions *functions);
gboolean ask_kept_functions_attach (AskWorkspace           *workspace,
                                    AskEngine              *engine,
                                    gpointer               *attached,
                                    GError                **error);
AskEngine *ask_kept_functions_open_engine (AskWorkspace      *workspace,
                                    AskKeptAttachment      *functions,
                                    GError                **error);
void     ask_kept_functions_detach (gpointer                attached);

G_DEFINE_AUTO_CLEANUP_FREE_FUNC (AskKeptAttachment, ask_kept_functions_detach, NULL)

G_END_DECLS
