/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs that functions of a workspace start. A workspace may come from anywhere, so it only names them: whether one may be
 * started is kept in this person's own folder, for that workspace, that command and those files as they were. Nothing runs in
 * the sandbox.
 */
#pragma once

#include "store/ask-workspace-functions.h"

G_BEGIN_DECLS

/**
 * AskProgram:
 * @command: what is started, with whole paths: words as a shell splits them
 * @argv: the same, split
 * @files: (element-type utf8): the program, and the files among its arguments
 * @digest: SHA-256 of these files, in hexadecimal
 *
 * A command as it is on this computer.
 */
typedef struct
{
  char *command;
  char **argv;
  GPtrArray *files;
  char *digest;
} AskProgram;

AskProgram *ask_program_read (const char *command, GError **error);
void ask_program_free (AskProgram *self);
gboolean ask_program_is_on (AskWorkspace *workspace, const AskOwnFunction *function);
gboolean ask_program_turn_on (AskWorkspace *workspace, const AskOwnFunction *function, const char *digest,
                              GError **error);
gboolean ask_program_turn_off (AskWorkspace *workspace, const char *name, GError **error);
gboolean ask_program_check_sandbox (const char *function, GError **error);
gboolean ask_program_may_start (const char *workspace, const AskOwnFunction *function, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskProgram, ask_program_free)

G_END_DECLS
