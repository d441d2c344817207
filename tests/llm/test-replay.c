/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the replaying model and of stop sequences.
 */
#include "config.h"

#include <string.h>

#include "llm/ask-replay.h"
#include "llm/ask-stop.h"

static GPtrArray *
make_messages (const char *user)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);

  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_SYSTEM, "You answer."));
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, user));
  return messages;
}

static void
add_delta (const char *text, gpointer user_data)
{
  g_string_append (user_data, text);
}

static void
test_script (void)
{
  static const char *const replies[] = { "Thought: a\nObservation: made up", "two", NULL };
  static const char *const stop[] = { "\nObservation:", NULL };
  g_autoptr (AskReplay) replay = ask_replay_new (replies);
  g_autoptr (GPtrArray) messages = make_messages ("first?");
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskReply) one
      = ask_model_chat (ASK_MODEL (replay),
                        &(AskChat){ .messages = messages, .stop = stop, .on_delta = add_delta, .user_data = seen }, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (one->text, ==, "Thought: a");
  g_assert_cmpstr (seen->str, ==, "Thought: a");

  /* What was told is a copy. */
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_ASSISTANT, one->text));

  g_autoptr (AskReply) two
      = ask_model_chat (ASK_MODEL (replay), &(AskChat){ .messages = messages, .stop = stop }, NULL, &error);

  g_assert_cmpstr (two->text, ==, "two");
  g_assert_cmpuint (ask_replay_get_n_calls (replay), ==, 2);
  g_assert_cmpuint (ask_replay_get_messages (replay, 0)->len, ==, 2);
  g_assert_cmpuint (ask_replay_get_messages (replay, 1)->len, ==, 3);
  g_assert_true (ask_replay_was_told (replay, "first?"));
  g_assert_false (ask_replay_was_told (replay, "made up"));

  g_autoptr (AskReply) three
      = ask_model_chat (ASK_MODEL (replay), &(AskChat){ .messages = messages, .stop = stop }, NULL, &error);

  g_assert_null (three);
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED);
}

static char *
echo (GPtrArray *messages, guint n_call, gpointer user_data, GError **error)
{
  const AskMessage *last = g_ptr_array_index (messages, messages->len - 1);

  if (n_call == 1)
    {
      g_set_error_literal (error, ASK_LLM_ERROR, ASK_LLM_ERROR_BUSY, "busy");
      return NULL;
    }
  return g_strdup_printf ("%s%s", (const char *) user_data, last->text);
}

static void
test_callback (void)
{
  g_autoptr (AskReplay) replay = ask_replay_new_func (echo, g_strdup ("you said "), g_free);
  g_autoptr (GPtrArray) messages = make_messages ("x");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskReply) reply
      = ask_model_chat (ASK_MODEL (replay), &(AskChat){ .messages = messages }, cancellable, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (reply->text, ==, "you said x");
  g_assert_null (ask_model_chat (ASK_MODEL (replay), &(AskChat){ .messages = messages }, cancellable, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_BUSY);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (ask_model_chat (ASK_MODEL (replay), &(AskChat){ .messages = messages }, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_stop (void)
{
  static const char *const stop[] = { "\nObservation:", "END", "", NULL };
  static const struct
  {
    const char *text;
    gssize at;
    gsize safe;
  } rows[] = {
    { "abc", -1, 3 },
    { "abc\n", -1, 3 },
    { "abc\nObs", -1, 3 },
    { "abc\nObx", -1, 7 },
    { "abE", -1, 2 },
    { "aENDb\nObservation:", 1, 0 },
    { "a\nObservation: END", 1, 0 },
    { "", -1, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup (rows[i].text);
      char *at = ask_stop_find (text, stop);

      g_assert_cmpint (at != NULL ? at - text : -1, ==, rows[i].at);
      if (at == NULL)
        g_assert_cmpuint (ask_stop_get_safe (text, strlen (text), stop), ==, rows[i].safe);
      g_assert_null (ask_stop_find (text, NULL));
      g_assert_cmpuint (ask_stop_get_safe (text, strlen (text), NULL), ==, strlen (text));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm/replay/a-script-is-replayed-and-remembered", test_script);
  g_test_add_func ("/llm/replay/a-callback-replies-until-it-ends", test_callback);
  g_test_add_func ("/llm/stop/a-stop-word-is-found-across-pieces", test_stop);
  return g_test_run ();
}
