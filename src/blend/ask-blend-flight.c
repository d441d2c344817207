/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pool of threads, a queue of what came, and one way to stop them all.
 */
#include "config.h"

#include "blend/ask-blend-flight.h"

#include "base/ask-outgoing.h"

/** AskBlendFlight: @n: chats that were pushed and not popped */
struct _AskBlendFlight
{
  AskModel *model;
  GThreadPool *pool;
  GAsyncQueue *done;
  GCancellable *outer; /* nullable */
  gulong handler;
  GCancellable *stop;
  guint n;
};

/* An AskOutgoing with texts of its own. */
static void
outgoing_free (gpointer data)
{
  AskOutgoing *self = data;

  g_free ((char *) self->kind);
  g_free ((char *) self->host);
  g_free ((char *) self->method);
  g_free ((char *) self->address);
  g_free ((char *) self->problem);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self);
}

static void
note (const AskOutgoing *outgoing, gpointer data)
{
  AskBlendChat *chat = data;
  AskOutgoing *copy = g_new0 (AskOutgoing, 1);

  copy->kind = g_strdup (outgoing->kind);
  copy->host = g_strdup (outgoing->host);
  copy->method = g_strdup (outgoing->method);
  copy->address = g_strdup (outgoing->address);
  copy->problem = g_strdup (outgoing->problem);
  copy->body = outgoing->body != NULL ? g_bytes_ref (outgoing->body) : NULL;
  copy->is_secret = outgoing->is_secret;
  copy->tries = outgoing->tries;
  copy->status = outgoing->status;
  g_ptr_array_add (chat->told, copy);
}

/** ask_blend_chat_list_messages: @self: a chat. Returns: (transfer full) (element-type AskMessage): what is sent */
GPtrArray *
ask_blend_chat_list_messages (const AskBlendChat *self)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  AskMessage *user = ask_message_new (ASK_ROLE_USER, self->user);

  user->picture = g_strdup (self->picture);
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_SYSTEM, self->system));
  g_ptr_array_add (messages, user);
  return messages;
}

/* On a thread of the pool. */
static void
fly (gpointer data, gpointer user_data)
{
  AskBlendChat *chat = data;
  AskBlendFlight *self = user_data;
  g_autoptr (GPtrArray) messages = ask_blend_chat_list_messages (chat);
  gint64 began = g_get_monotonic_time ();

  ask_outgoing_watch (note, chat);
  if (!g_cancellable_set_error_if_cancelled (self->stop, &chat->error))
    chat->reply = ask_model_chat (self->model, &(AskChat) { .messages = messages, .schema = chat->schema }, self->stop,
                                  &chat->error);
  ask_outgoing_unwatch (chat);
  chat->elapsed_ms = (double) (g_get_monotonic_time () - began) / 1000.0;
  g_async_queue_push (self->done, chat);
}

/** ask_blend_chat_free: frees @self */
void
ask_blend_chat_free (AskBlendChat *self)
{
  g_free (self->system);
  g_free (self->user);
  g_free (self->picture);
  g_free (self->schema);
  g_clear_pointer (&self->reply, ask_reply_free);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->told);
  if (self->data != NULL)
    self->free_data (self->data);
  g_free (self);
}

/** ask_blend_chat_new: @data: (transfer full); @free_data: frees it. Returns: (transfer full): a chat whose texts are to be set */
AskBlendChat *
ask_blend_chat_new (gpointer data, GDestroyNotify free_data)
{
  AskBlendChat *self = g_new0 (AskBlendChat, 1);

  self->data = data;
  self->free_data = free_data;
  self->told = g_ptr_array_new_with_free_func (outgoing_free);
  return self;
}

/** ask_blend_chat_tell: @self: popped. Tells what left, on this thread */
void
ask_blend_chat_tell (AskBlendChat *self)
{
  for (guint i = 0; i < self->told->len; i++)
    ask_outgoing_tell (self->told->pdata[i]);
  g_ptr_array_set_size (self->told, 0);
}

static void
stop (GCancellable *outer, gpointer data)
{
  g_cancellable_cancel (data);
}

/**
 * ask_blend_flight_new:
 * @model: is asked on several threads
 * @most: chats at once
 * @cancellable: (nullable): a way to stop
 *
 * Returns: (transfer full): nothing is under way yet
 */
AskBlendFlight *
ask_blend_flight_new (AskModel *model, guint most, GCancellable *cancellable)
{
  AskBlendFlight *self = g_new0 (AskBlendFlight, 1);

  self->model = g_object_ref (model);
  self->done = g_async_queue_new ();
  self->stop = g_cancellable_new ();
  self->pool = g_thread_pool_new (fly, self, (int) most, FALSE, NULL);
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->handler = g_cancellable_connect (cancellable, G_CALLBACK (stop), self->stop, NULL);
    }
  return self;
}

/** ask_blend_flight_free: stops what is under way, and waits until it has stopped; what left is told */
void
ask_blend_flight_free (AskBlendFlight *self)
{
  g_cancellable_cancel (self->stop);
  while (self->n > 0)
    {
      g_autoptr (AskBlendChat) chat = ask_blend_flight_pop (self);

      ask_blend_chat_tell (chat);
    }
  g_thread_pool_free (self->pool, FALSE, TRUE);
  if (self->outer != NULL)
    g_cancellable_disconnect (self->outer, self->handler);
  g_clear_object (&self->outer);
  g_object_unref (self->stop);
  g_async_queue_unref (self->done);
  g_object_unref (self->model);
  g_free (self);
}

/** ask_blend_flight_push: @chat: (transfer full): begins as soon as a thread is free */
void
ask_blend_flight_push (AskBlendFlight *self, AskBlendChat *chat)
{
  self->n++;
  g_thread_pool_push (self->pool, chat, NULL);
}

/** ask_blend_flight_pop: Returns: (transfer full) (nullable): the next one that has ended; %NULL where none is under way. Blocks */
AskBlendChat *
ask_blend_flight_pop (AskBlendFlight *self)
{
  if (self->n == 0)
    return NULL;
  self->n--;
  return g_async_queue_pop (self->done);
}
