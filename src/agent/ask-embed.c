/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks the server for vectors. Where it fails, words alone find the source, and the trace says so.
 */
#include "config.h"

#include "agent/ask-embed.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"
#include "base/ask-text.h"
#include "store/ask-workspace-vectors.h"

#define BATCH 64
/* While somebody waits for an answer, no more names are sent than these. */
#define MAX_WHILE_ASKED 256

typedef struct
{
  guint n;
  gint64 tokens;
  gint64 bytes;
  char *host;
} Sent;

static void
sent_clear (Sent *self)
{
  g_free (self->host);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sent, sent_clear)

static void
count_sent (Sent *self, const AskEmbedding *embedding)
{
  self->n += embedding->n;
  self->tokens += embedding->tokens;
  self->bytes += embedding->bytes_sent;
  ask_text_set (&self->host, embedding->host);
}

/* Whose names are sent where. */
typedef struct
{
  AskWorkspace *workspace;
  AskOpenai *server;
  const AskRoute *route;
  GCancellable *cancellable;
} Renewal;

/* Sends @hashes' texts in batches and keeps each batch's vectors as they come. */
static gboolean
renew (const Renewal *self, GPtrArray *hashes, Sent *sent, GError **error)
{
  AskOpenai *server = self->server;
  GHashTable *texts = ask_route_get_texts (self->route);

  for (guint first = 0; first < hashes->len; first += BATCH)
    {
      g_autoptr (GPtrArray) batch = g_ptr_array_new ();
      g_autoptr (GPtrArray) batch_texts = g_ptr_array_new ();
      g_autoptr (AskEmbedding) embedding = NULL;
      AskNewVectors vectors = { ask_model_get_name (ASK_MODEL (server)), batch, NULL, 0 };

      for (guint i = first; i < hashes->len && i < first + BATCH; i++)
        {
          g_ptr_array_add (batch, hashes->pdata[i]);
          g_ptr_array_add (batch_texts, g_hash_table_lookup (texts, hashes->pdata[i]));
        }
      embedding = ask_openai_embed (server, batch_texts, self->cancellable, error);
      if (embedding == NULL)
        return FALSE;
      count_sent (sent, embedding);
      vectors.numbers = embedding->numbers;
      vectors.dims = embedding->dims;
      if (!ask_workspace_add_vectors (self->workspace, &vectors, error))
        return FALSE;
    }
  return ask_workspace_clean_vectors (self->workspace, ask_model_get_name (ASK_MODEL (server)), texts, error);
}

/**
 * ask_agent_embed_names:
 * @workspace: whose names are sent
 * @n: (out): how many texts were sent
 * @cancellable: (nullable): a way to stop; what has come until then is kept
 * @error: #AskLlmError, #AskStoreError, or %G_IO_ERROR_CANCELLED
 *
 * Makes the vectors that are missing, by the server that is set.
 *
 * Returns: whether all names have a vector now; %FALSE without @error where no server is set
 */
gboolean
ask_agent_embed_names (AskWorkspace *workspace, guint *n, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskOpenai) server = NULL;
  g_autoptr (AskRoute) route = NULL;
  g_autoptr (GPtrArray) missing = NULL;
  g_auto (Sent) sent = { 0 };
  gboolean done;

  *n = 0;
  server = ask_agent_open_embedder (workspace, error);
  if (server == NULL)
    return FALSE;
  if ((route = ask_route_new (workspace, error)) == NULL)
    return FALSE;
  missing = ask_route_list_missing (route, G_MAXUINT);
  done = renew (&(Renewal) { workspace, server, route, cancellable }, missing, &sent, error);
  *n = sent.n;
  return done;
}

static void
tell (AskAgentRun *run, const Sent *sent, const char *title, const char *what)
{
  g_autofree char *bytes = ask_number_count ((guint64) sent->bytes);
  /* Translators: what was sent, such as “The question”; a number of bytes; the name of a server. */
  g_autofree char *detail = g_strdup_printf (_ ("%s: %s bytes went to %s."), what, bytes, sent->host);
  AskTraceStep *step = ask_run_step (run, "embed", title, detail);

  json_object_set_string_member (ask_run_fields (step), "host", sent->host);
  json_object_set_int_member (step->fields, "bytes", sent->bytes);
  json_object_set_int_member (step->fields, "prompt_tokens", sent->tokens);
  run->answer->bytes_sent += sent->bytes;
  run->answer->prompt_tokens += sent->tokens;
}

/* The vectors that names lack; an interpreter that was made before does not know them. */
static gboolean
renew_for (AskAgentRun *run, AskOpenai *server, AskInterpreter **interpreter, GError **error)
{
  const AskRoute *route = ask_interpreter_get_route (*interpreter);
  g_autoptr (GPtrArray) missing = ask_route_list_missing (route, MAX_WHILE_ASKED);
  g_auto (Sent) sent = { 0 };
  gboolean done;

  if (missing->len == 0)
    return TRUE;
  done = renew (&(Renewal) { run->workspace, server, route, run->cancellable }, missing, &sent, error);
  if (sent.n > 0)
    {
      g_autofree char *what
        = g_strdup_printf (ngettext ("The names and the description of %u source or entity, no data",
                                     "The names and descriptions of %u sources and entities, no data", sent.n),
                           sent.n);

      tell (run, &sent, _ ("Renewed the embeddings of names"), what);
    }
  if (!done)
    return FALSE;
  ask_interpreter_free (*interpreter);
  *interpreter = ask_interpreter_new (run->workspace, run->engine, error);
  return *interpreter != NULL && ask_interpreter_open_route (*interpreter, error);
}

static gboolean
embed (AskAgentRun *run, AskOpenai *server, AskInterpreter **interpreter, GError **error)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (AskEmbedding) embedding = NULL;
  g_auto (Sent) sent = { 0 };
  guint dims;

  if (!renew_for (run, server, interpreter, error))
    return FALSE;
  g_ptr_array_add (texts, run->answer->question);
  embedding = ask_openai_embed (server, texts, run->cancellable, error);
  if (embedding == NULL)
    return FALSE;
  count_sent (&sent, embedding);
  tell (run, &sent, _ ("Embedded the question"), _ ("The question"));
  dims = ask_route_get_dims (ask_interpreter_get_route (*interpreter));
  if (embedding->dims != dims)
    {
      g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);

      /* The server has another model under the same name now. */
      if (!ask_workspace_clean_vectors (run->workspace, NULL, none, error))
        return FALSE;
      g_set_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED,
                   _ (
                     "The vectors of %s have %u numbers, and those that were kept have %u. They are made anew with the "
                     "next question."),
                   sent.host, embedding->dims, dims);
      return FALSE;
    }
  ask_interpreter_set_vector (*interpreter, embedding->numbers, embedding->dims);
  return TRUE;
}

/**
 * ask_embed_question:
 * @run: with an engine
 * @interpreter: (inout): gets the question's vector, where a server is set that makes it and the run may ask a model;
 *   another one where names were sent
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * A server that fails keeps nobody from an answer: the trace says what it was.
 *
 * Returns: FALSE exactly where @error is set; @interpreter is %NULL then or still to be freed
 */
gboolean
ask_embed_question (AskAgentRun *run, AskInterpreter **interpreter, GError **error)
{
  g_autoptr (AskOpenai) server = NULL;
  g_autoptr (GError) failure = NULL;
  g_autofree char *detail = NULL;

  if (run->model == NULL || run->options.dry)
    return TRUE;
  server = ask_agent_open_embedder (run->workspace, &failure);
  if (server == NULL && failure == NULL)
    return TRUE;
  if (!ask_interpreter_open_route (*interpreter, error))
    return FALSE;
  /* One source needs no finding. */
  if (ask_interpreter_get_route (*interpreter) == NULL)
    return TRUE;
  if (server != NULL && embed (run, server, interpreter, &failure))
    return TRUE;
  if (*interpreter == NULL || ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  detail = g_strdup_printf (_ ("%s Words alone find the source."), failure->message);
  ask_run_step (run, "embed", _ ("No embeddings"), detail);
  return TRUE;
}
