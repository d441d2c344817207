/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One message of a conversation as the protocol writes it. A call goes as one, or in plain text where the server takes no
 * calls: then nothing in the conversation says that there ever were any.
 */
#include "config.h"

#include "llm/ask-openai-body.h"

#include "base/ask-json.h"

static const char *
role_to_string (AskRole role)
{
  switch (role)
    {
    case ASK_ROLE_SYSTEM:
      return "system";
    case ASK_ROLE_ASSISTANT:
      return "assistant";
    case ASK_ROLE_TOOL:
      return "tool";
    case ASK_ROLE_USER:
    default:
      return "user";
    }
}

/* Servers read the arguments that come back to them, and fail where they are no object. */
static void
write_arguments (const char *arguments, GString *json)
{
  g_autoptr (JsonNode) root = ask_json_parse (arguments, -1, NULL);

  ask_json_append_string (json, root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? arguments : "{}", -1);
}

/* A picture stands beside the words, as a part of its own. */
static void
write_parts (const AskMessage *self, GString *json)
{
  g_string_append (json, "[{\"type\":\"text\",\"text\":");
  ask_json_append_string (json, self->text, -1);
  g_string_append (json, "},{\"type\":\"image_url\",\"image_url\":{\"url\":");
  ask_json_append_string (json, self->picture, -1);
  g_string_append (json, "}}]");
}

/**
 * ask_openai_message_write:
 * @self: a message
 * @calls: whether the server takes calls of tools
 * @json: it is appended here
 */
void
ask_openai_message_write (const AskMessage *self, gboolean calls, GString *json)
{
  const AskToolCall *call = calls ? self->call : NULL;
  AskRole role = self->role == ASK_ROLE_TOOL && call == NULL ? ASK_ROLE_USER : self->role;

  g_string_append_printf (json, "{\"role\":\"%s\",\"content\":", role_to_string (role));
  if (self->picture != NULL)
    write_parts (self, json);
  else
    ask_json_append_string (json, call != NULL && role == ASK_ROLE_ASSISTANT ? "" : self->text, -1);
  if (call != NULL && role == ASK_ROLE_ASSISTANT)
    {
      g_string_append (json, ",\"tool_calls\":[{\"id\":");
      ask_json_append_string (json, call->id, -1);
      g_string_append (json, ",\"type\":\"function\",\"function\":{\"name\":");
      ask_json_append_string (json, call->name, -1);
      g_string_append (json, ",\"arguments\":");
      write_arguments (call->arguments, json);
      g_string_append (json, "}}]");
    }
  else if (call != NULL)
    {
      g_string_append (json, ",\"tool_call_id\":");
      ask_json_append_string (json, call->id, -1);
    }
  g_string_append_c (json, '}');
}
