/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One call of a model as a step of the answer: what was sent where, how far it has come, what it cost.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "agent/ask-run.h"
#include "agent/ask-share.h"
#include "agent/ask-spend.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "store/ask-workspace-ledger.h"

/* Of what values have been told; NULL for nothing. */
static char *
list_shared (AskAgentRun *run)
{
  GString *text;

  if (run->shared == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < json_array_get_length (run->shared); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            json_object_get_string_member (json_array_get_object_element (run->shared, i), "of"));
  return g_string_free (text, FALSE);
}

/* Every turn sends the whole conversation, so the ledger has for each what was shared until then. */
static void
tell_ledger (AskAgentRun *run)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_values_free);

  for (guint i = 0; run->shared != NULL && i < json_array_get_length (run->shared); i++)
    {
      JsonObject *object = json_array_get_object_element (run->shared, i);

      g_ptr_array_add (values,
                       ask_ledger_values_new (json_object_get_string_member (object, "of"),
                                              json_array_get_length (json_object_get_array_member (object, "values")),
                                              json_object_get_string_member (object, "sharing")));
    }
  ask_workspace_ledger_values (run->workspace, values);
}

/* Often enough to see that it goes on. */
#define ARRIVAL_US G_USEC_PER_SEC

typedef struct
{
  AskAgentRun *run;
  AskTraceStep *step;
  gint64 last; /* when it was told of */
} Arrival;

static void
tell_arrival (guint64 n_chars, gpointer data)
{
  Arrival *self = data;
  gint64 now = g_get_monotonic_time ();

  if (self->run->options.on_arrival == NULL || (self->last != 0 && now - self->last < ARRIVAL_US))
    return;
  self->last = now;
  self->run->options.on_arrival (self->step, n_chars, self->run->options.user_data);
}

/* The reply is whole: what went where, and what it cost. */
static void
note_sent (AskAgentRun *run, AskTraceStep *step, const AskReply *reply)
{
  g_autofree char *shared = list_shared (run);
  g_autofree char *bytes = ask_number_count ((guint64) reply->bytes_sent);
  const char *host = reply->host != NULL ? reply->host : _ ("the model");
  g_autofree char *detail = NULL;

  /* Translators: a number of bytes, a server's name, and of which columns values were among them. */
  detail
    = shared != NULL
        ? g_strdup_printf (_ ("%s bytes went to %s: names, types and counts, and values of %s, which may be shared."),
                           bytes, host, shared)
        : g_strdup_printf (_ ("%s bytes went to %s: names, types and counts, no data."), bytes, host);
  ask_run_set_detail (step, detail);
  json_object_set_string_member (ask_run_fields (step), "host", reply->host != NULL ? reply->host : "");
  json_object_set_int_member (step->fields, "bytes", reply->bytes_sent);
  json_object_set_int_member (step->fields, "prompt_tokens", reply->prompt_tokens);
  json_object_set_int_member (step->fields, "completion_tokens", reply->completion_tokens);
  if (shared != NULL)
    {
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);

      /* Every turn sends the whole conversation again. */
      json_node_set_array (node, run->shared);
      json_object_set_member (step->fields, "values", json_node_copy (node));
    }
  ask_run_finish_step (run, step);
  run->answer->bytes_sent += reply->bytes_sent;
  run->answer->prompt_tokens += reply->prompt_tokens;
  run->answer->completion_tokens += reply->completion_tokens;
}

/**
 * ask_run_chat:
 * @self: a run
 * @model: which model is asked
 * @chat: what for; who is told of its progress is set here
 * @error: #AskLlmError, which the step says, too; %G_IO_ERROR_CANCELLED
 *
 * Adds a step of the kind "sent", and to what the answer cost.
 *
 * Returns: (transfer full): the reply; %NULL on error, with the answer not yet ended
 */
AskReply *
ask_run_chat (AskAgentRun *self, AskModel *model, const AskChat *chat, GError **error)
{
  g_autoptr (GError) failure = NULL;
  const char *name = ask_model_get_name (model);
  g_autofree char *title = name != NULL ? g_strdup_printf (_ ("Asked %s"), name) : g_strdup (_ ("Asked the model"));
  AskTraceStep *step = ask_run_step (self, "sent", title, _ ("Waiting for its reply."));
  Arrival arrival = { self, step, 0 };
  AskChat told = *chat;
  const AskSpendingTally spent
    = { self->answer->bytes_sent, self->answer->prompt_tokens, self->answer->completion_tokens };
  AskReply *reply = NULL;

  tell_ledger (self);
  told.on_arrived = tell_arrival;
  told.user_data = &arrival;
  /* Looked at again: whoever is asked what it may cost takes their time. */
  if (ask_share_still_may (self, &failure)
      && ask_spending_may_send (self->spending, model, &told, &spent, self->cancellable, &failure)
      && ask_share_still_may (self, &failure))
    reply = ask_model_chat (model, &told, self->cancellable, &failure);
  if (reply != NULL)
    {
      note_sent (self, step, reply);
      return reply;
    }
  if (ask_run_is_cancelled (self, failure))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The question was cancelled.");
      return NULL;
    }
  ask_run_set_detail (step, ask_error_get_words (failure));
  ask_run_finish_step (self, step);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}
