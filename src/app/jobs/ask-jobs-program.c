/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files of a program are read to know their digest. None is started here.
 */
#include "config.h"

#include "app/jobs/ask-jobs-program.h"

#include "base/ask-error.h"

typedef struct
{
  AskOwnFunction *function;
  char *digest;
} Request;

/** ask_program_state_free: @self: (nullable) (transfer full): of a function */
void
ask_program_state_free (AskProgramState *self)
{
  if (self == NULL)
    return;
  ask_program_free (self->program);
  g_free (self->fault);
  g_free (self);
}

static void
request_free (gpointer data)
{
  Request *self = data;

  ask_own_function_free (self->function);
  g_free (self->digest);
  g_free (self);
}

static Request *
request_new (const AskOwnFunction *function, const char *digest)
{
  Request *self = g_new0 (Request, 1);

  self->function = ask_own_function_copy (function);
  self->digest = g_strdup (digest);
  return self;
}

static gpointer
read_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  AskProgramState *state = g_new0 (AskProgramState, 1);
  g_autoptr (GError) local = NULL;

  state->program = ask_program_read (request->function->command, &local);
  if (state->program == NULL)
    state->fault = g_strdup (ask_error_get_words (local));
  else
    state->on = ask_program_is_on (workspace, request->function);
  return state;
}

/** ask_jobs_read_program: @function: with a command. Returns: (transfer full): the job. Gives AskProgramState */
AskJob *
ask_jobs_read_program (const AskOwnFunction *function)
{
  return ask_job_new (read_job, (GDestroyNotify) ask_program_state_free, request_new (function, NULL), request_free);
}

static gpointer
turn_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  gboolean done = request->digest != NULL ? ask_program_turn_on (workspace, request->function, request->digest, error)
                                          : ask_program_turn_off (workspace, request->function->name, error);

  return done ? read_job (workspace, data, cancellable, error) : NULL;
}

/**
 * ask_jobs_turn_program:
 * @function: with a command
 * @digest: (nullable): of what the person was shown, to turn it on; %NULL to turn it off
 *
 * Returns: (transfer full): the job. Gives AskProgramState
 */
AskJob *
ask_jobs_turn_program (const AskOwnFunction *function, const char *digest)
{
  return ask_job_new (turn_job, (GDestroyNotify) ask_program_state_free, request_new (function, digest), request_free);
}
