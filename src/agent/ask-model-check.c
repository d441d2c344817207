/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model put to the test, by one question over three made-up tables. Its query is run on them, and they are empty: what
 * counts is that it runs.
 */
#include "config.h"

#include "agent/ask-model-check.h"

#include <glib/gi18n.h>

#include "agent/ask-prompts.h"
#include "agent/ask-told.h"
#include "agent/ask-turn.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "engine/ask-engine.h"
#include "llm/ask-prompt.h"

/* Of fewer tokens, or in less time, no speed can be told. */
#define LEAST_TOKENS 8
#define LEAST_US 1000

#define QUESTION "Question: How many books of each author were lent since 2024, the most first?"

static const char tables[] = "CREATE TABLE author (author_id INTEGER PRIMARY KEY, name TEXT, country TEXT);\n"
                             "CREATE TABLE book (book_id INTEGER PRIMARY KEY, author_id INTEGER, title TEXT,\n"
                             "  FOREIGN KEY (author_id) REFERENCES author (author_id));\n"
                             "CREATE TABLE loan (loan_id INTEGER PRIMARY KEY, book_id INTEGER, lent_on DATE,\n"
                             "  FOREIGN KEY (book_id) REFERENCES book (book_id));";

/* The same tables, as the engine makes them. */
static const struct
{
  const char *name;
  const char *sql;
} empty[] = {
  { "author",
    "SELECT CAST(NULL AS INTEGER) AS author_id, CAST(NULL AS TEXT) AS name, CAST(NULL AS TEXT) AS country WHERE 1 = 0" },
  { "book",
    "SELECT CAST(NULL AS INTEGER) AS book_id, CAST(NULL AS INTEGER) AS author_id, CAST(NULL AS TEXT) AS title WHERE 1 = 0" },
  { "loan",
    "SELECT CAST(NULL AS INTEGER) AS loan_id, CAST(NULL AS INTEGER) AS book_id, CAST(NULL AS TEXT) AS lent_on WHERE 1 = 0" },
};

/**
 * ask_model_check_free:
 * @self: (nullable): to free
 */
void
ask_model_check_free (AskModelCheck *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  ask_model_facts_free (self->facts);
  g_free (self->problem);
  g_free (self);
}

static AskEngine *
make_engine (GError **error)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) configs = g_ptr_array_new ();
  g_autoptr (AskEngine) engine = ask_engine_new (schema, configs, error);
  AskLimits limits = ASK_LIMITS_DEFAULT;

  for (guint i = 0; engine != NULL && i < G_N_ELEMENTS (empty); i++)
    {
      g_autoptr (AskResult) result = ask_engine_query (engine, empty[i].sql, &limits, empty[i].name, NULL, error);

      if (result == NULL)
        return NULL;
    }
  return g_steal_pointer (&engine);
}

/* Returns: whether @error is unset; @problem is set where the query does not run */
static gboolean
run_query (const char *sql, char **problem, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskEngine) engine = make_engine (error);
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskResult) result = NULL;

  if (engine == NULL)
    return FALSE;
  result = ask_engine_query (engine, sql, &limits, NULL, cancellable, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (result == NULL)
    *problem = g_strdup_printf (_ ("Its query does not run: %s"), ask_error_get_words (failure));
  return TRUE;
}

/* Sets the problem where the reply is not what the prompt asks for. */
static gboolean
judge (AskModelCheck *self, const char *reply, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskTurn) turn = ask_turn_parse (reply);

  switch (turn->kind)
    {
    case ASK_TURN_FINAL:
      return run_query (turn->input, &self->problem, cancellable, error);
    case ASK_TURN_ACTION:
      self->problem = g_strdup (
        _ ("It wanted to look further although all was said. It takes more turns than others, and more time."));
      return TRUE;
    case ASK_TURN_UNKNOWN:
    case ASK_TURN_WORDS:
      self->problem = g_strdup (_ ("It did not see that the tables answer the question."));
      return TRUE;
    case ASK_TURN_MALFORMED:
    default:
      self->problem
        = g_strdup (_ ("Its reply is not in the form that AskData asks for. Another model will do better."));
      return TRUE;
    }
}

static void
note_first (guint64 n_chars, gpointer first)
{
  if (*(gint64 *) first == 0)
    *(gint64 *) first = g_get_monotonic_time ();
}

/* Asks the made-up question. */
static gboolean
ask_made_up (AskModelCheck *self, AskWorkspace *workspace, AskModel *model, GCancellable *cancellable, GError **error)
{
  static const char *const stop[] = { "\nObservation:", NULL };
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_autofree char *grammar = ask_prompts_load_grammar (workspace);
  g_autofree char *prompt = ask_prompts_load (workspace, "system", NULL, error);
  g_autofree char *system = NULL;
  g_autoptr (AskReply) reply = NULL;
  gint64 first = 0;
  gint64 taken;

  if (prompt == NULL
      || (system = ask_prompt_expand (prompt, error, "entities", tables, "today", "2026-01-01", NULL)) == NULL)
    return FALSE;
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_SYSTEM, system));
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, QUESTION));
  reply = ask_model_chat (
    model,
    &(AskChat) {
      .messages = messages, .stop = stop, .grammar = grammar, .on_arrived = note_first, .user_data = &first },
    cancellable, error);
  if (reply == NULL)
    return FALSE;
  taken = g_get_monotonic_time () - first;
  if (first != 0 && taken >= LEAST_US && reply->completion_tokens >= LEAST_TOKENS)
    self->tokens_per_second = (double) reply->completion_tokens * G_USEC_PER_SEC / (double) taken;
  return judge (self, reply->text != NULL ? reply->text : "", cancellable, error);
}

/**
 * ask_model_check:
 * @workspace: whose prompts and settings count, and which keeps what the server tells
 * @model: which is tested
 * @cancellable: (nullable): stops within 100 ms
 * @error: #AskLlmError where it does not answer; %ASK_STORE_ERROR; %G_IO_ERROR_CANCELLED
 *
 * Blocks for as long as the model takes to answer one question.
 *
 * Returns: (transfer full): what came out; a model that answers otherwise than asked is no error
 */
AskModelCheck *
ask_model_check (AskWorkspace *workspace, AskModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskModelCheck) self = g_new0 (AskModelCheck, 1);
  g_autoptr (GError) failure = NULL;

  self->name = g_strdup (ask_model_get_name (model));
  if (!ask_model_test (model, cancellable, error))
    return NULL;
  if (ASK_IS_OPENAI (model))
    self->facts = ask_told_renew (workspace, model, cancellable, &failure);
  /* A server that tells nothing of itself may answer all the same. */
  if (failure != NULL)
    g_debug ("The model's server tells nothing of itself: %s", failure->message);
  self->context_length = ask_told_get_context_length (workspace, model);
  return ask_made_up (self, workspace, model, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * ask_model_check_to_words:
 * @self: what came out
 *
 * Returns: (transfer full): sentences in the user's language
 */
char *
ask_model_check_to_words (const AskModelCheck *self)
{
  const char *program = self->facts != NULL ? ask_server_kind_get_program (self->facts->kind) : NULL;
  GString *words = g_string_new (NULL);

  if (program != NULL)
    /* Translators: a model's name, and the program that serves it: "llama3.1 answers (Ollama)." */
    g_string_append_printf (words, _ ("%s answers (%s)."), self->name, program);
  else
    /* Translators: %s is the name of a language model. */
    g_string_append_printf (words, _ ("%s answers."), self->name);
  if (self->context_length > 0)
    {
      g_autofree char *count = ask_number_count (self->context_length);

      g_string_append_c (words, ' ');
      g_string_append_printf (words, _ ("It reads %s tokens."), count);
    }
  if (self->tokens_per_second > 0)
    {
      g_autofree char *count = ask_number_count ((guint64) MAX (self->tokens_per_second + 0.5, 1));

      g_string_append_c (words, ' ');
      g_string_append_printf (words, _ ("It writes %s tokens a second."), count);
    }
  g_string_append_printf (words, " %s", self->problem != NULL ? self->problem : _ ("It keeps to the form."));
  return g_string_free (words, FALSE);
}
