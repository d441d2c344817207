/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of tools, put together from the pieces that a server streams. OpenAI tells by an index which call a piece belongs
 * to; some servers send each call whole and give all of them the same index, or none.
 */
#include "config.h"

#include "llm/ask-openai-calls.h"

#include <string.h>

#include "base/ask-json.h"

typedef struct
{
  gint64 index;
  GString *id;
  GString *name;
  GString *arguments;
} Call;

struct _AskOpenaiCalls
{
  GPtrArray *calls; /* Call */
  gsize size;
};

static void
call_free (gpointer data)
{
  Call *call = data;

  g_string_free (call->id, TRUE);
  g_string_free (call->name, TRUE);
  g_string_free (call->arguments, TRUE);
  g_free (call);
}

/** ask_openai_calls_new: Returns: (transfer full): none yet */
AskOpenaiCalls *
ask_openai_calls_new (void)
{
  AskOpenaiCalls *self = g_new0 (AskOpenaiCalls, 1);

  self->calls = g_ptr_array_new_with_free_func (call_free);
  return self;
}

/** ask_openai_calls_free: @self: (nullable): to free */
void
ask_openai_calls_free (AskOpenaiCalls *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->calls);
  g_free (self);
}

/* The call that a piece goes on with, or a new one. */
static Call *
find_call (AskOpenaiCalls *self, JsonObject *piece, const char *id)
{
  Call *last = self->calls->len > 0 ? self->calls->pdata[self->calls->len - 1] : NULL;
  gint64 index = ask_json_get_integer (piece, "index", last != NULL ? last->index : 0);
  Call *call = NULL;

  for (guint i = 0; i < self->calls->len; i++)
    if (((Call *) self->calls->pdata[i])->index == index)
      call = self->calls->pdata[i];
  if (call != NULL && (*id == '\0' || call->id->len == 0 || strcmp (call->id->str, id) == 0))
    return call;
  call = g_new0 (Call, 1);
  call->index = index;
  call->id = g_string_new (NULL);
  call->name = g_string_new (NULL);
  call->arguments = g_string_new (NULL);
  g_ptr_array_add (self->calls, call);
  return call;
}

static void
take_piece (AskOpenaiCalls *self, JsonObject *piece, GString *came)
{
  JsonObject *function = ask_json_get_object (piece, "function");
  const char *id = ask_json_get_string (piece, "id");
  const char *name = function != NULL ? ask_json_get_string (function, "name") : NULL;
  const char *arguments = function != NULL ? ask_json_get_string (function, "arguments") : NULL;
  JsonObject *object = function != NULL ? ask_json_get_object (function, "arguments") : NULL;
  Call *call = find_call (self, piece, id != NULL ? id : "");

  if (id != NULL)
    g_string_assign (call->id, id);
  /* With each piece of its arguments, some servers say once more what is called. */
  if (name != NULL && strcmp (call->name->str, name) != 0)
    g_string_append (call->name, name);
  if (arguments != NULL)
    g_string_append (came, arguments);
  /* Some servers send what they have read, and not what was written. */
  if (object != NULL)
    {
      g_autofree char *text = ask_json_to_string (json_object_get_member (function, "arguments"), FALSE);

      g_string_append (came, text);
      arguments = came->str;
    }
  if (arguments != NULL)
    g_string_append (call->arguments, arguments);
}

/**
 * ask_openai_calls_take:
 * @self: the calls so far
 * @holder: a message, or what came of one since the last time
 *
 * Returns: (transfer full): the arguments that came
 */
char *
ask_openai_calls_take (AskOpenaiCalls *self, JsonObject *holder)
{
  JsonArray *pieces = ask_json_get_array (holder, "tool_calls");
  GString *all = g_string_new (NULL);

  for (guint i = 0; pieces != NULL && i < json_array_get_length (pieces); i++)
    {
      JsonObject *piece = ask_json_element_object (pieces, i);
      g_autoptr (GString) came = g_string_new (NULL);

      if (piece != NULL)
        take_piece (self, piece, came);
      g_string_append (all, came->str);
    }
  self->size += all->len;
  return g_string_free (all, FALSE);
}

/** ask_openai_calls_count: @self: the calls so far. Returns: how many they are */
guint
ask_openai_calls_count (AskOpenaiCalls *self)
{
  return self->calls->len;
}

/** ask_openai_calls_get_size: @self: the calls so far. Returns: bytes of their arguments */
gsize
ask_openai_calls_get_size (AskOpenaiCalls *self)
{
  return self->size;
}

/** ask_openai_calls_dup_first: @self: all calls. Returns: (transfer full) (nullable): the first of them */
AskToolCall *
ask_openai_calls_dup_first (AskOpenaiCalls *self)
{
  const Call *call = self->calls->len > 0 ? self->calls->pdata[0] : NULL;

  /* The result has to name its call, also where the server gave it no name. */
  return call != NULL
           ? ask_tool_call_new (call->id->len > 0 ? call->id->str : "call_1", call->name->str, call->arguments->str)
           : NULL;
}
