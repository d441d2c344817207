/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several chats with a model at once, each on a thread of its own. What leaves is told on the thread that takes the replies,
 * so that whoever keeps a record there hears of it. Private to the room.
 */
#pragma once

#include "llm/ask-model.h"

G_BEGIN_DECLS

/**
 * AskBlendChat:
 * @system: what the model is to do
 * @user: what about
 * @picture: (nullable): as of AskMessage, of @user
 * @schema: (nullable): as of AskChat
 * @data: (nullable): the caller's
 * @free_data: frees it
 * @reply: (nullable): what came
 * @error: (nullable): why nothing came
 * @elapsed_ms: how long that took
 * @told: (element-type AskOutgoing): what left, not yet told
 */
typedef struct
{
  char *system;
  char *user;
  char *picture;
  char *schema;
  gpointer data;
  GDestroyNotify free_data;
  AskReply *reply;
  GError *error;
  double elapsed_ms;
  GPtrArray *told;
} AskBlendChat;

typedef struct _AskBlendFlight AskBlendFlight;

AskBlendChat   *ask_blend_chat_new    (gpointer        data,
                                       GDestroyNotify  free_data);
void            ask_blend_chat_free   (AskBlendChat   *self);
GPtrArray      *ask_blend_chat_list_messages (const AskBlendChat *self);
void            ask_blend_chat_tell   (AskBlendChat   *self);
AskBlendFlight *ask_blend_flight_new  (AskModel       *model,
                                       guint           most,
                                       GCancellable   *cancellable);
void            ask_blend_flight_free (AskBlendFlight *self);
void            ask_blend_flight_push (AskBlendFlight *self,
                                       AskBlendChat   *chat);
AskBlendChat   *ask_blend_flight_pop  (AskBlendFlight *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBlendChat, ask_blend_chat_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBlendFlight, ask_blend_flight_free)

G_END_DECLS
