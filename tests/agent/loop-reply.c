/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who replies: a server, files that somebody writes, or the reference query itself. A reply in a file counts only for
 * the prompt that stands beside it: where a prompt has changed, its old reply is put aside.
 */
#include "config.h"

#include "agent/loop.h"

#include <glib/gstdio.h>
#include <string.h>

#define LOOK_EVERY_MS 200

static char *
print_messages (GPtrArray *messages)
{
  static const char *const roles[] = { "system", "user", "assistant" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < messages->len; i++)
    {
      const AskMessage *message = messages->pdata[i];

      g_string_append_printf (text, "=== %s ===\n%s\n", roles[message->role], message->text);
    }
  return g_string_free (text, FALSE);
}

/* Writes the prompt, and puts a reply to another prompt aside. */
static gboolean
put_prompt (const char *prompt_path, const char *reply_path, const char *prompt, GError **error)
{
  g_autofree char *before = NULL;
  g_autofree char *aside = g_strconcat (reply_path, ".old", NULL);

  if (g_file_get_contents (prompt_path, &before, NULL, NULL) && strcmp (before, prompt) == 0)
    return TRUE;
  if (before != NULL && g_file_test (reply_path, G_FILE_TEST_EXISTS) && g_rename (reply_path, aside) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s cannot be put aside.", reply_path);
      return FALSE;
    }
  return g_file_set_contents (prompt_path, prompt, -1, error);
}

static char *
reply_from_file (const LoopReplies *self, GPtrArray *messages, guint turn, GError **error)
{
  g_autofree char *prompt_path = g_strdup_printf ("%s/%u-%u.prompt", self->folder, self->n, turn);
  g_autofree char *reply_path = g_strdup_printf ("%s/%u-%u.reply", self->folder, self->n, turn);
  g_autofree char *prompt = print_messages (messages);
  char *reply = NULL;

  if (!put_prompt (prompt_path, reply_path, prompt, error))
    return NULL;
  if (self->waits && !g_file_test (reply_path, G_FILE_TEST_EXISTS))
    g_printerr ("Waiting for %s\n", reply_path);
  while (self->waits && !g_file_test (reply_path, G_FILE_TEST_EXISTS))
    g_usleep (LOOK_EVERY_MS * 1000);
  if (!g_file_test (reply_path, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s is not there yet.", reply_path);
      return NULL;
    }
  return g_file_get_contents (reply_path, &reply, NULL, error) ? reply : NULL;
}

/**
 * loop_reply:
 * @messages: (element-type AskMessage): what the agent says
 * @n_call: turns before this one
 * @replies: (type LoopReplies)
 * @error: what the server says; %G_IO_ERROR_CANCELLED where there is no file yet and nobody waits
 *
 * An #AskReplayFunc.
 *
 * Returns: (transfer full) (nullable): the reply
 */
char *
loop_reply (GPtrArray *messages, guint n_call, gpointer replies, GError **error)
{
  static const char *const stop[] = { "\nObservation:", NULL };
  LoopReplies *self = replies;
  g_autoptr (AskReply) reply = NULL;

  if (self->gold != NULL)
    return g_strdup (self->gold);
  if (self->folder != NULL)
    return reply_from_file (self, messages, n_call + 1, error);
  reply = ask_model_chat (self->model, &(AskChat) { .messages = messages, .stop = stop }, NULL, error);
  if (reply == NULL)
    return NULL;
  self->prompt_tokens += reply->prompt_tokens;
  self->completion_tokens += reply->completion_tokens;
  return g_steal_pointer (&reply->text);
}
