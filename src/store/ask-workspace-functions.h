/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions of SQL that a steward defined: a question that a language model answers for each value, or a program that does. Each
 * change is a version of its own, and none is lost. What may be started is no matter of the workspace: see ask-program.h.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskOwnFunction:
 * @name: as it stands in SQL; case does not matter
 * @version: from 1, by name
 * @saved_at: µs since 1970, UTC
 * @question: what is asked about each value, "" where a program needs none; %NULL in a version that took the function away
 * @type: (nullable): "int", "float", "bool", "date", "json", "str", "substring", "list"; %NULL for what its place says
 * @options: (nullable): "red;green": the answers that may be given
 * @examples: (element-type utf8): a value and its answer, in turns
 * @model: (nullable): a model of the same server, which is asked instead of that of the workspace
 * @kind: (nullable): "map", "qa" or "join" where a program computes it, and no model
 * @command: (nullable): what is started then: words as a shell splits them
 */
typedef struct
{
  char *name;
  gint64 version;
  gint64 saved_at;
  char *question;
  char *type;
  char *options;
  GPtrArray *examples;
  char *model;
  char *kind;
  char *command;
} AskOwnFunction;

AskOwnFunction *ask_own_function_new             (const char           *name,
                                                  const char           *question);
AskOwnFunction *ask_own_function_copy (const AskOwnFunction *self);
void            ask_own_function_free            (AskOwnFunction       *self);
GPtrArray      *ask_workspace_list_functions     (AskWorkspace         *self,
                                                  GError              **error);
GPtrArray      *ask_workspace_list_function_versions (AskWorkspace     *self,
                                                  const char           *name,
                                                  GError              **error);
gboolean        ask_workspace_save_function      (AskWorkspace         *self,
                                                  const AskOwnFunction *function,
                                                  GError              **error);
gboolean        ask_workspace_remove_function    (AskWorkspace         *self,
                                                  const char           *name,
                                                  GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOwnFunction, ask_own_function_free)

G_END_DECLS
