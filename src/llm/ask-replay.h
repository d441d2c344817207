/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model that replies from a script and keeps what it was told, for tests and for showing the
 * program without a model.
 */
#pragma once

#include "llm/ask-model.h"

G_BEGIN_DECLS

/**
 * AskReplayFunc:
 * @messages: (element-type AskMessage): the whole conversation
 * @n_call: from 0
 * @error: set to fail
 *
 * Returns: (transfer full) (nullable): the reply, or %NULL with @error set
 */
typedef char *(*AskReplayFunc) (GPtrArray *messages,
                                guint      n_call,
                                gpointer   user_data,
                                GError   **error);

#define ASK_TYPE_REPLAY (ask_replay_get_type ())
G_DECLARE_FINAL_TYPE (AskReplay, ask_replay, ASK, REPLAY, GObject)

AskReplay *ask_replay_new          (const char *const *replies);
AskReplay *ask_replay_new_func     (AskReplayFunc      func,
                                    gpointer           user_data,
                                    GDestroyNotify     destroy);
guint      ask_replay_get_n_calls  (AskReplay         *self);
GPtrArray *ask_replay_get_messages (AskReplay         *self,
                                    guint              n_call);
gboolean   ask_replay_was_told     (AskReplay         *self,
                                    const char        *text);

G_END_DECLS
