/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of what a model's server tells of itself, against servers that answer as llama.cpp, Ollama, LM Studio, vLLM and
 * a hosted service do, and against some that answer as nobody should.
 */
#include "config.h"

#include <string.h>

#include "llm/ask-openai-facts.h"
#include "llm/ask-openai-find.h"
#include "llm/ask-openai-url.h"
#include "support/ask-test-server.h"

#define LLAMA_MODELS                                                                                                 \
  "{\"object\":\"list\",\"data\":[{\"id\":\"/models/q.gguf\",\"object\":\"model\",\"owned_by\":\"llamacpp\","          \
  "\"meta\":{\"vocab_type\":2,\"n_ctx_train\":131072,\"n_params\":8030261312,\"size\":4912898304}}]}"
#define OLLAMA_MODELS                                                                                                \
  "{\"object\":\"list\",\"data\":[{\"id\":\"llama3.1:latest\",\"object\":\"model\",\"owned_by\":\"library\"},"         \
  "{\"id\":\"qwen:7b\",\"object\":\"model\",\"owned_by\":\"library\"}]}"
#define OLLAMA_TAGS                                                                                                  \
  "{\"models\":[{\"name\":\"llama3.1:latest\",\"model\":\"llama3.1:latest\",\"size\":4920753328,\"details\":"           \
  "{\"format\":\"gguf\",\"parameter_size\":\"8.0B\",\"quantization_level\":\"Q4_K_M\"}}]}"
#define OLLAMA_SHOW                                                                                                  \
  "{\"parameters\":\"stop   \\\"<|eot|>\\\"\\nnum_ctx                        16384\",\"details\":{\"parameter_size\":" \
  "\"8.0B\",\"quantization_level\":\"Q4_K_M\"},\"model_info\":{\"general.architecture\":\"llama\","                   \
  "\"llama.context_length\":131072},\"capabilities\":[\"completion\",\"tools\"]}"
#define OLLAMA_SHOW_BARE                                                                                             \
  "{\"details\":{},\"model_info\":{\"llama.context_length\":131072},\"capabilities\":[\"completion\"]}"
#define OLLAMA_SHOW_SHORT "{\"model_info\":{\"llama.context_length\":2048}}"
#define OLLAMA_PS "{\"models\":[{\"name\":\"llama3.1:latest\",\"context_length\":32768}]}"
#define LM_MODELS                                                                                                    \
  "{\"data\":[{\"id\":\"meta-llama-3.1-8b-instruct\",\"object\":\"model\",\"owned_by\":\"organization_owner\"},"       \
  "{\"id\":\"nomic\",\"object\":\"model\",\"owned_by\":\"organization_owner\"}],\"object\":\"list\"}"
#define LM_NATIVE                                                                                                    \
  "{\"object\":\"list\",\"data\":[{\"id\":\"meta-llama-3.1-8b-instruct\",\"type\":\"llm\",\"quantization\":\"Q4_K_M\"," \
  "\"state\":\"loaded\",\"max_context_length\":131072,\"loaded_context_length\":8192,\"capabilities\":[\"tool_use\"]}," \
  "{\"id\":\"nomic\",\"type\":\"embeddings\",\"max_context_length\":2048}]}"

static AskModelFacts *
describe (AskTestServer *server, const char *path, const char *name)
{
  g_autofree char *url = ask_test_server_dup_url (server, path);
  AskOpenaiOptions options = { .url = url, .model = name };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskModel) model = ask_openai_new (&options, &error);
  g_autoptr (AskModelFacts) facts = NULL;

  g_assert_no_error (error);
  facts = ask_openai_describe (ASK_OPENAI (model), NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&facts);
}

static void
test_llama_cpp (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskModelFacts) facts = NULL;

  ask_test_server_add_json (server, "/v1/models", LLAMA_MODELS);
  ask_test_server_add_json (server, "/props",
                            "{\"default_generation_settings\":{\"id\":0,\"n_ctx\":8192},\"total_slots\":4,"
                            "\"chat_template_caps\":{\"supports_tools\":true}}");
  /* The one model is meant, whatever it is called. */
  facts = describe (server, "/v1", "gpt-4");
  g_assert_cmpuint (facts->kind, ==, ASK_SERVER_LLAMA_CPP);
  g_assert_cmpuint (facts->context_length, ==, 8192);
  g_assert_cmpuint (facts->bytes, ==, 4912898304);
  g_assert_cmpstr (facts->parameters, ==, "8.0B");
  g_assert_true (facts->tools);
}

static void
test_ollama (void)
{
  static const struct
  {
    const char *show;
    const char *ps;
    guint64 length;
  } rows[] = {
    { OLLAMA_SHOW, "{\"models\":[]}", 16384 },
    /* What it is loaded with counts for more than what it would be loaded with. */
    { OLLAMA_SHOW, OLLAMA_PS, 32768 },
    /* Not what it could read: the server loads it with less, and cuts without a word. */
    { OLLAMA_SHOW_BARE, "{\"models\":[]}", 4096 },
    { OLLAMA_SHOW_SHORT, "{\"models\":[]}", 2048 },
    { OLLAMA_SHOW_SHORT, "no JSON", 2048 },
    { "no JSON", OLLAMA_PS, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskModelFacts) facts = NULL;

      ask_test_server_add_json (server, "/o/v1/models", OLLAMA_MODELS);
      ask_test_server_add_json (server, "/o/api/tags", OLLAMA_TAGS);
      ask_test_server_add_json (server, "/o/api/show", rows[i].show);
      ask_test_server_add_json (server, "/o/api/ps", rows[i].ps);
      facts = describe (server, "/o/v1/", "llama3.1");
      g_assert_cmpuint (facts->kind, ==, ASK_SERVER_OLLAMA);
      g_assert_cmpuint (facts->context_length, ==, rows[i].length);
      g_assert_cmpuint (facts->bytes, ==, 4920753328);
      g_assert_cmpstr (facts->quantisation, ==, "Q4_K_M");
      g_assert_cmpint (facts->tools, ==, i < 2);
    }
}

/* A model that somebody made or fetched elsewhere is not owned by "library". */
static void
test_ollama_own (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskModelFacts) facts = NULL;

  ask_test_server_add_json (server, "/v1/models", "{\"data\":[{\"id\":\"me/mine:1b\",\"owned_by\":\"me\"}]}");
  ask_test_server_add_json (server, "/api/tags", "{\"models\":[{\"name\":\"me/mine:1b\",\"size\":7}]}");
  ask_test_server_add_json (server, "/api/show", OLLAMA_SHOW);
  facts = describe (server, "", "me/mine:1b");
  g_assert_cmpuint (facts->kind, ==, ASK_SERVER_OLLAMA);
  g_assert_cmpuint (facts->context_length, ==, 16384);
  g_assert_cmpuint (facts->bytes, ==, 7);
}

static void
test_lm_studio (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskModelFacts) facts = NULL;
  g_autofree char *words = NULL;

  ask_test_server_add_json (server, "/v1/models", LM_MODELS);
  ask_test_server_add_json (server, "/api/v0/models", LM_NATIVE);
  facts = describe (server, "/v1", "meta-llama-3.1-8b-instruct");
  g_assert_cmpuint (facts->kind, ==, ASK_SERVER_LM_STUDIO);
  g_assert_cmpuint (facts->context_length, ==, 8192);
  g_assert_true (facts->tools);
  words = ask_model_facts_to_words (facts);
  g_assert_cmpstr (words, ==, "Q4_K_M, reads 8,192 tokens");
}

static void
test_by_list (void)
{
  static const char *const rows[] = {
    "{\"data\":[{\"id\":\"m\",\"owned_by\":\"vllm\",\"max_model_len\":4000}]}",
    "{\"data\":[{\"id\":\"m\",\"context_length\":4000}]}",
    "{\"data\":[{\"id\":\"m\",\"context_window\":4000}]}",
    "{\"data\":[{\"id\":\"x\"},{\"id\":\"models/m\",\"max_context_length\":4000}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskModelFacts) facts = NULL;

      ask_test_server_add_json (server, "/v1/models", rows[i]);
      facts = describe (server, "/v1", "m");
      g_assert_cmpuint (facts->kind, ==, i == 0 ? ASK_SERVER_VLLM : ASK_SERVER_OTHER);
      g_assert_cmpuint (facts->context_length, ==, 4000);
    }
}

/* Nobody's word is trusted to be of the right type, and what is not said stays open. */
static void
test_odd (void)
{
  static const char *const lists[] = {
    "{}",
    "{\"data\":7}",
    "{\"data\":[7,null,{\"id\":7},{\"id\":\"m\",\"owned_by\":[],\"max_model_len\":\"long\",\"meta\":[]}]}",
    "{\"data\":[{\"id\":\"m\",\"owned_by\":\"llamacpp\",\"meta\":{\"n_params\":-1,\"size\":\"big\"}}]}",
    "{\"data\":[{\"id\":\"m\",\"owned_by\":\"library\"}]}",
    "{\"data\":[{\"id\":\"m\",\"owned_by\":\"organization_owner\",\"max_context_length\":-5}]}",
  };
  static const char *const others[] = {
    ("{\"models\":[3,{\"name\":9},{\"name\":\"m\",\"size\":-2,\"details\":4}],\"data\":[{\"id\":\"m\",\"max_context_length\":{}}],"
    "\"default_generation_settings\":{\"n_ctx\":\"x\"},\"model_info\":[],\"parameters\":{},\"capabilities\":[{}]}"),
    "[]",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint o = 0; o < G_N_ELEMENTS (others); o++)
      {
        static const char *const paths[] = { "/props", "/api/tags", "/api/show", "/api/ps", "/api/v0/models" };
        g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
        g_autoptr (AskModelFacts) facts = NULL;

        ask_test_server_add_json (server, "/v1/models", lists[i]);
        for (guint p = 0; p < G_N_ELEMENTS (paths); p++)
          ask_test_server_add_json (server, paths[p], others[o]);
        facts = describe (server, "/v1", "m");
        g_assert_cmpstr (facts->name, ==, "m");
        g_assert_true (facts->context_length == 0 || facts->context_length == 4096);
        g_assert_cmpuint (facts->bytes, ==, 0);
      }
}

static void
test_failure (void)
{
  static const struct
  {
    guint status;
    const char *type;
    const char *body;
    int code;
    const char *words;
  } rows[] = {
    { 401, "application/json", "{\"error\":{\"message\":\"no sk-canary\"}}", ASK_LLM_ERROR_DENIED, "does not accept the key." },
    { 404, "application/json", "{\"detail\":\"Not Found\"}", ASK_LLM_ERROR_CONFIG, "ends in /v1" },
    { 405, "text/plain", "no", ASK_LLM_ERROR_CONFIG, "ends in /v1" },
    { 503, "text/plain", "sk-canary", ASK_LLM_ERROR_BUSY, "503" },
    { 200, "text/html", "<html>", ASK_LLM_ERROR_MALFORMED, "a web page" },
    { 200, "application/json", "[1]", ASK_LLM_ERROR_MALFORMED, "no reply of a model" },
    { 200, "application/json", "", ASK_LLM_ERROR_MALFORMED, "nothing at all" },
  };
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/v1");
  g_autoptr (AskModel) model
    = ask_openai_new (&(AskOpenaiOptions) { .url = url, .model = "m", .key = "sk-canary" }, NULL);
  g_autoptr (AskModel) hasty
    = ask_openai_new (&(AskOpenaiOptions) { .url = url, .model = "m", .time_out_ms = 100 }, NULL);
  AskTestReply *reply = ask_test_server_add (server, "/v1/models");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ask_test_reply_set (reply, rows[i].status, rows[i].type, rows[i].body, -1);
      g_assert_null (ask_openai_list (ASK_OPENAI (model), NULL, NULL, &error));
      g_assert_error (error, ASK_LLM_ERROR, rows[i].code);
      g_assert_nonnull (strstr (error->message, rows[i].words));
      g_assert_null (strstr (error->message, "canary"));
      g_clear_error (&error);
    }
  reply->never = TRUE;
  g_assert_null (ask_openai_describe (ASK_OPENAI (hasty), NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (error->message, "which models it has"));
  /* It is asked once. */
  g_assert_cmpuint (ask_test_server_count (server, "/v1/models"), ==, G_N_ELEMENTS (rows) + 1);
}

static void
test_near (void)
{
  static const char *const near[]
    = { "http://localhost:1/v1", "http://127.0.0.1/", "http://[::1]:8080/v1", "http://192.168.1.7/v1",
        "http://10.0.0.2/v1",    "http://box/v1",     "http://box.local/v1" };
  static const char *const far[] = { "https://api.example.com/v1", "http://8.8.8.8/v1", "https://[2001:db8::1]/v1", "?" };

  for (guint i = 0; i < G_N_ELEMENTS (near); i++)
    g_assert_true (ask_openai_url_is_near (near[i]));
  for (guint i = 0; i < G_N_ELEMENTS (far); i++)
    g_assert_false (ask_openai_url_is_near (far[i]));
}

/* Of the addresses of one server a key may go from one to the other. */
static void
test_same (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    gboolean same;
  } cases[] = { { "https://api.example.com/v1", "https://API.example.com/v1/chat/completions", TRUE },
                { "https://api.example.com", "https://api.example.com:443/v1", TRUE },
                { "https://api.example.com/v1", "http://api.example.com/v1", FALSE },
                { "https://api.example.com/v1", "https://api.example.com:8443/v1", FALSE },
                { "https://api.example.com/v1", "https://api.example.com.evil.net/v1", FALSE },
                { "?", "?", FALSE },
                { NULL, NULL, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (ask_openai_url_is_same (cases[i].a, cases[i].b) != cases[i].same)
      g_error ("%s and %s", cases[i].a, cases[i].b);
}

static void
test_find (void)
{
  g_autoptr (AskTestServer) ollama = ask_test_server_new (NULL, NULL);
  g_autoptr (AskTestServer) studio = ask_test_server_new (NULL, NULL);
  g_autoptr (AskTestServer) other = ask_test_server_new (NULL, NULL);
  AskTestServer *gone = ask_test_server_new (NULL, NULL);
  g_autofree char *ports
    = g_strdup_printf ("%u,%u,x, 70000,,%u ,%u", ask_test_server_get_port (other), ask_test_server_get_port (gone),
                       ask_test_server_get_port (ollama), ask_test_server_get_port (studio));
  g_autofree char *url = ask_test_server_dup_url (ollama, "/v1");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = NULL;
  const AskFoundServer *server;

  ask_test_server_free (gone);
  ask_test_server_add (other, "/v1/models")->raw = g_bytes_new_static ("SSH-2.0-x\r\n", 11);
  ask_test_server_add_json (ollama, "/v1/models", OLLAMA_MODELS);
  ask_test_server_add_json (ollama, "/api/tags", OLLAMA_TAGS);
  ask_test_server_add_json (studio, "/v1/models", LM_MODELS);
  ask_test_server_add_json (studio, "/api/v0/models", LM_NATIVE);
  found = ask_openai_find (ports, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 2);
  server = found->pdata[0];
  g_assert_cmpstr (server->url, ==, url);
  g_assert_cmpuint (server->kind, ==, ASK_SERVER_OLLAMA);
  g_assert_cmpuint (server->models->len, ==, 2);
  server = found->pdata[1];
  g_assert_cmpuint (server->kind, ==, ASK_SERVER_LM_STUDIO);
  /* What makes embeddings cannot answer. */
  g_assert_cmpuint (server->models->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm/facts/llama-cpp-says-how-much-one-conversation-holds", test_llama_cpp);
  g_test_add_func ("/llm/facts/ollama-counts-what-a-model-is-loaded-with", test_ollama);
  g_test_add_func ("/llm/facts/ollama-is-known-by-its-tags", test_ollama_own);
  g_test_add_func ("/llm/facts/lm-studio-says-what-is-loaded", test_lm_studio);
  g_test_add_func ("/llm/facts/a-list-of-models-may-say-the-length", test_by_list);
  g_test_add_func ("/llm/facts/odd-replies-leave-it-open", test_odd);
  g_test_add_func ("/llm/facts/a-server-that-does-not-answer-is-asked-once", test_failure);
  g_test_add_func ("/llm/facts/near-servers-are-told-by-their-address", test_near);
  g_test_add_func ("/llm/facts/a-server-is-the-same-by-scheme-host-and-port", test_same);
  g_test_add_func ("/llm/facts/servers-on-this-computer-are-found", test_find);
  return g_test_run ();
}
