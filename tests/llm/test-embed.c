/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Embeddings over real HTTP: each text gets its own vector, and a reply that is anything else is one clear sentence.
 */
#include "config.h"

#include <string.h>

#include "llm/ask-openai.h"
#include "support/ask-test-model.h"

#define EMBEDDINGS "/v1/embeddings"
#define KEY "sk-s3cret"

typedef struct
{
  AskTestServer *server;
  AskOpenai *model;
  GPtrArray *texts;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *url = NULL;
  g_autoptr (GError) error = NULL;

  self->server = ask_test_server_new (NULL, NULL);
  url = ask_test_server_dup_url (self->server, "/v1");
  self->model = ASK_OPENAI (
    ask_openai_new (&(AskOpenaiOptions) { .url = url, .model = "minilm", .key = KEY, .max_tries = 2 }, &error));
  g_assert_no_error (error);
  self->texts = g_ptr_array_new ();
  g_ptr_array_add (self->texts, (gpointer) "first \"text\"");
  g_ptr_array_add (self->texts, (gpointer) "zweiter Text, ä");
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_ptr_array_unref (self->texts);
  g_object_unref (self->model);
  ask_test_server_free (self->server);
}

static void
test_vectors_are_those_of_their_texts_in_any_order (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEmbedding) embedding = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  const AskTestRequest *request;
  const char *body;
  gsize length;

  ask_test_server_add_json (self->server, EMBEDDINGS,
                            "{\"data\":[{\"index\":1,\"embedding\":[0.25,-2,1e-3]},"
                            "{\"index\":0,\"embedding\":[1,0,7.5]}],\"usage\":{\"prompt_tokens\":9}}");
  embedding = ask_openai_embed (self->model, self->texts, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (embedding->n, ==, 2);
  g_assert_cmpuint (embedding->dims, ==, 3);
  g_assert_cmpfloat (embedding->numbers[0], ==, 1);
  g_assert_cmpfloat (embedding->numbers[2], ==, 7.5F);
  g_assert_cmpfloat (embedding->numbers[3], ==, 0.25F);
  g_assert_cmpfloat (embedding->numbers[4], ==, -2);
  g_assert_cmpint (embedding->tokens, ==, 9);
  requests = ask_test_server_dup_requests (self->server);
  request = requests->pdata[0];
  body = g_bytes_get_data (request->body, &length);
  g_assert_cmpint (embedding->bytes_sent, ==, (gint64) length);
  g_assert_nonnull (g_strstr_len (body, (gssize) length, "\"model\":\"minilm\""));
  g_assert_nonnull (g_strstr_len (body, (gssize) length, "zweiter Text, ä"));
  g_assert_cmpstr (ask_test_request_get_header (request, "authorization"), ==, "Bearer " KEY);
}

static void
test_anything_but_a_vector_a_text_is_refused (Fixture *self, gconstpointer data)
{
  static const char *const replies[] = {
    "{\"data\":[{\"index\":0,\"embedding\":[1,2]}]}",
    "{\"data\":[{\"index\":0,\"embedding\":[1,2]},{\"index\":0,\"embedding\":[1,2]}]}",
    "{\"data\":[{\"index\":0,\"embedding\":[1,2]},{\"index\":2,\"embedding\":[1,2]}]}",
    "{\"data\":[{\"index\":0,\"embedding\":[1,2]},{\"index\":-1,\"embedding\":[1,2]}]}",
    "{\"data\":[{\"index\":0,\"embedding\":[1,2]},{\"index\":\"1\",\"embedding\":[1,2]}]}",
    "{\"data\":[{\"embedding\":[1,2]},{\"embedding\":[1,2,3]}]}",
    "{\"data\":[{\"embedding\":[]},{\"embedding\":[]}]}",
    "{\"data\":[{\"embedding\":[1,\"2\"]},{\"embedding\":[1,2]}]}",
    "{\"data\":[{\"embedding\":[1,null]},{\"embedding\":[1,2]}]}",
    "{\"data\":[{\"embedding\":[1,1e300]},{\"embedding\":[1,2]}]}",
    "{\"data\":[{\"embedding\":\"AAAA\"},{\"embedding\":\"AAAA\"}]}",
    "{\"data\":[7,8]}",
    "{\"data\":\"none\"}",
    "[1,2]",
    "no JSON",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (replies); i++)
    {
      g_autoptr (GError) error = NULL;

      ask_test_server_add_json (self->server, EMBEDDINGS, replies[i]);
      g_assert_null (ask_openai_embed (self->model, self->texts, NULL, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED);
      g_assert_null (strstr (error->message, KEY));
    }
}

static void
test_faults_are_those_of_a_chat (Fixture *self, gconstpointer data)
{
  static const struct
  {
    guint status;
    AskLlmError code;
  } faults[] = { { 401, ASK_LLM_ERROR_DENIED }, { 404, ASK_LLM_ERROR_NO_MODEL }, { 503, ASK_LLM_ERROR_BUSY } };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      ask_test_reply_set (ask_test_server_add (self->server, EMBEDDINGS), faults[i].status, "application/json",
                          "{\"error\":{\"message\":\"model not found\",\"code\":\"model_not_found\"}}", -1);
      g_assert_null (ask_openai_embed (self->model, self->texts, NULL, &error));
      g_assert_error (error, ASK_LLM_ERROR, (int) faults[i].code);
      g_assert_null (strstr (error->message, KEY));
    }
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (50 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_a_server_that_never_answers_can_be_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GThread *thread = NULL;

  ask_test_server_add (self->server, EMBEDDINGS)->never = TRUE;
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_null (ask_openai_embed (self->model, self->texts, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
}

#define ADD(path, function) g_test_add ("/llm/embed/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("vectors-are-those-of-their-texts-in-any-order", test_vectors_are_those_of_their_texts_in_any_order);
  ADD ("anything-but-a-vector-a-text-is-refused", test_anything_but_a_vector_a_text_is_refused);
  ADD ("faults-are-those-of-a-chat", test_faults_are_those_of_a_chat);
  ADD ("a-server-that-never-answers-can-be-cancelled", test_a_server_that_never_answers_can_be_cancelled);

  return g_test_run ();
}
