/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes wrong with a model's server, in plain words. Private to the room.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "llm/ask-model.h"
#include "net/ask-http.h"

G_BEGIN_DECLS

/**
 * AskOpenaiFault:
 * @words: (nullable): what the server says
 * @code: (nullable): its code or type
 * @param: (nullable): which parameter it does not like
 * @is_json: whether the body was an error in JSON at all
 * @embeds: whether vectors were asked for, and no chat
 */
typedef struct
{
  char *words;
  char *code;
  char *param;
  gboolean is_json;
  gboolean embeds;
} AskOpenaiFault;

AskOpenaiFault *ask_openai_fault_read (const AskHttpResponse *response);
void ask_openai_fault_free (AskOpenaiFault *self);
void ask_openai_fault_set (GError **error, const char *server, const char *model, const char *key, guint status,
                           const AskOpenaiFault *fault);
void ask_openai_fault_set_from_http (GError **error, const GError *failure);
void ask_openai_fault_set_from_object (GError **error, const char *server, JsonObject *object);
void ask_openai_fault_set_malformed (GError **error, const char *server, const char *body, gsize length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenaiFault, ask_openai_fault_free)

G_END_DECLS
