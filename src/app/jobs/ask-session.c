/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window's session. It never opens the workspace: jobs do that, each in its own thread.
 *
 * ::changed: sources, schema, verified questions, history or settings are not what they were.
 * ::toast: a short sentence to show for a moment.
 */
#include "config.h"

#include "app/jobs/ask-session.h"

struct _AskSession
{
  GObject parent_instance;
  char *path;
  gint64 started; /* µs since 1970, UTC */
  char *model_problem; /* nullable */
};

G_DEFINE_FINAL_TYPE (AskSession, ask_session, G_TYPE_OBJECT)

enum
{
  CHANGED,
  TOAST,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
ask_session_finalize (GObject *object)
{
  g_free (ASK_SESSION (object)->path);
  g_free (ASK_SESSION (object)->model_problem);
  G_OBJECT_CLASS (ask_session_parent_class)->finalize (object);
}

static void
ask_session_class_init (AskSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_session_finalize;
  signals[CHANGED] = g_signal_new ("changed", ASK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TOAST]
    = g_signal_new ("toast", ASK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ask_session_init (AskSession *self)
{
  self->started = g_get_real_time ();
}

/**
 * ask_session_new:
 * @path: the workspace file; need not exist yet
 *
 * Returns: (transfer full): the session
 */
AskSession *
ask_session_new (const char *path)
{
  AskSession *self;

  g_return_val_if_fail (path != NULL, NULL);
  self = g_object_new (ASK_TYPE_SESSION, NULL);
  self->path = g_strdup (path);
  return self;
}

/** ask_session_get_path: Returns: (transfer none): the workspace file */
const char *
ask_session_get_path (AskSession *self)
{
  g_return_val_if_fail (ASK_IS_SESSION (self), NULL);
  return self->path;
}

/** ask_session_get_started: Returns: when the window was opened, µs since 1970, UTC */
gint64
ask_session_get_started (AskSession *self)
{
  g_return_val_if_fail (ASK_IS_SESSION (self), 0);
  return self->started;
}

/** ask_session_set_model_problem: @problem: (nullable): why the language model did not answer a test; %NULL where it
 * did. Tells every view. */
void
ask_session_set_model_problem (AskSession *self, const char *problem)
{
  g_return_if_fail (ASK_IS_SESSION (self));
  g_free (self->model_problem);
  self->model_problem = g_strdup (problem);
  ask_session_changed (self);
}

/** ask_session_get_model_problem: Returns: (transfer none) (nullable): of the last test; %NULL before one */
const char *
ask_session_get_model_problem (AskSession *self)
{
  g_return_val_if_fail (ASK_IS_SESSION (self), NULL);
  return self->model_problem;
}

/** ask_session_changed: tells every view to read again what it shows. */
void
ask_session_changed (AskSession *self)
{
  g_return_if_fail (ASK_IS_SESSION (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

/** ask_session_toast: shows @text, a short sentence, for a moment. */
void
ask_session_toast (AskSession *self, const char *text)
{
  g_return_if_fail (ASK_IS_SESSION (self));
  g_signal_emit (self, signals[TOAST], 0, text);
}
