/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs that own functions start, off the main thread: what they are on this computer, and turning them on and off.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-program.h"

G_BEGIN_DECLS

/**
 * AskProgramState:
 * @program: (nullable): as it is on this computer
 * @fault: (nullable): why it cannot be started at all, in words
 * @on: it may be started
 *
 * The program of a function.
 */
typedef struct
{
  AskProgram *program;
  char *fault;
  gboolean on;
} AskProgramState;

void ask_program_state_free (AskProgramState *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskProgramState, ask_program_state_free)

AskJob *ask_jobs_read_program (const AskOwnFunction *function);
AskJob *ask_jobs_turn_program (const AskOwnFunction *function, const char *digest);

G_END_DECLS
