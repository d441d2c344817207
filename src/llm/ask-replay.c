/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model that replies from a script. It obeys stop sequences and deltas as a real one does, and
 * owns a copy of every conversation that it was given. It never reaches the network.
 */
#include "config.h"

#include "llm/ask-replay.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "llm/ask-stop.h"

struct _AskReplay
{
  GObject parent_instance;

  GStrv replies;
  AskReplayFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
  GPtrArray *calls; /* of GPtrArray of AskMessage */
};

static void ask_replay_model_init (AskModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskReplay, ask_replay, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_MODEL, ask_replay_model_init))

static void
ask_replay_finalize (GObject *object)
{
  AskReplay *self = ASK_REPLAY (object);

  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_strfreev (self->replies);
  g_ptr_array_unref (self->calls);
  G_OBJECT_CLASS (ask_replay_parent_class)->finalize (object);
}

static void
ask_replay_class_init (AskReplayClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_replay_finalize;
}

static void
ask_replay_init (AskReplay *self)
{
  self->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

static const char *
ask_replay_get_name (AskModel *model)
{
  return "replay";
}

static char *
next_reply (AskReplay *self, GPtrArray *messages, guint n_call, GError **error)
{
  if (self->func != NULL)
    return self->func (messages, n_call, self->user_data, error);
  if (self->replies != NULL && n_call < g_strv_length (self->replies))
    return g_strdup (self->replies[n_call]);
  ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED, N_ ("The script has no reply left after %u."), n_call);
  return NULL;
}

static AskReply *
ask_replay_chat (AskModel *model, const AskChat *chat, GCancellable *cancellable, GError **error)
{
  GPtrArray *messages = chat->messages;
  AskReplay *self = ASK_REPLAY (model);
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  guint n_call = self->calls->len;
  gint64 n_bytes = 0;

  for (guint i = 0; i < messages->len; i++)
    {
      const AskMessage *message = g_ptr_array_index (messages, i);

      g_ptr_array_add (copy, message->call != NULL ? ask_message_new_call (message->role, message->text, message->call)
                                                   : ask_message_new (message->role, message->text));
      n_bytes += (gint64) strlen (message->text);
    }
  g_ptr_array_add (self->calls, copy);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  g_autofree char *text = next_reply (self, messages, n_call, error);

  if (text == NULL)
    return NULL;

  AskReply *reply = g_new0 (AskReply, 1);
  char *end = ask_stop_find (text, chat->stop);

  if (end != NULL)
    *end = '\0';
  if (chat->on_delta != NULL && *text != '\0')
    chat->on_delta (text, chat->user_data);
  reply->prompt_tokens = n_bytes / 4;
  reply->completion_tokens = (gint64) strlen (text) / 4;
  reply->bytes_sent = n_bytes;
  reply->host = g_strdup ("replay");
  reply->text = g_steal_pointer (&text);
  return reply;
}

static gboolean
ask_replay_test (AskModel *model, GCancellable *cancellable, GError **error)
{
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
ask_replay_model_init (AskModelInterface *iface)
{
  iface->get_name = ask_replay_get_name;
  iface->chat = ask_replay_chat;
  iface->test = ask_replay_test;
}

/**
 * ask_replay_new:
 * @replies: (array zero-terminated=1): given in this order; after the last one,
 *   %ASK_LLM_ERROR_MALFORMED
 *
 * Returns: (transfer full): a model
 */
AskReplay *
ask_replay_new (const char *const *replies)
{
  AskReplay *self = g_object_new (ASK_TYPE_REPLAY, NULL);

  self->replies = g_strdupv ((char **) replies);
  return self;
}

/**
 * ask_replay_new_func:
 * @func: makes each reply
 * @user_data: for @func
 * @destroy: (nullable): frees @user_data
 *
 * Returns: (transfer full): a model
 */
AskReplay *
ask_replay_new_func (AskReplayFunc func, gpointer user_data, GDestroyNotify destroy)
{
  AskReplay *self = g_object_new (ASK_TYPE_REPLAY, NULL);

  self->func = func;
  self->user_data = user_data;
  self->destroy = destroy;
  return self;
}

/**
 * ask_replay_get_n_calls:
 * @self: a model
 *
 * Returns: how often it was asked
 */
guint
ask_replay_get_n_calls (AskReplay *self)
{
  g_return_val_if_fail (ASK_IS_REPLAY (self), 0);
  return self->calls->len;
}

/**
 * ask_replay_get_messages:
 * @self: a model
 * @n_call: from 0
 *
 * Returns: (transfer none) (element-type AskMessage): what it was told in that call
 */
GPtrArray *
ask_replay_get_messages (AskReplay *self, guint n_call)
{
  g_return_val_if_fail (ASK_IS_REPLAY (self), NULL);
  g_return_val_if_fail (n_call < self->calls->len, NULL);
  return g_ptr_array_index (self->calls, n_call);
}

/**
 * ask_replay_was_told:
 * @self: a model
 * @text: not empty
 *
 * Returns: whether @text was in any message of any call
 */
gboolean
ask_replay_was_told (AskReplay *self, const char *text)
{
  g_return_val_if_fail (ASK_IS_REPLAY (self), FALSE);

  for (guint i = 0; i < self->calls->len; i++)
    {
      GPtrArray *messages = g_ptr_array_index (self->calls, i);

      for (guint j = 0; j < messages->len; j++)
        if (strstr (((const AskMessage *) g_ptr_array_index (messages, j))->text, text) != NULL)
          return TRUE;
    }
  return FALSE;
}
