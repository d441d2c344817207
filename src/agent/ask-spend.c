/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before a query its cost is estimated. Where that passes a threshold, or nobody knows and the query has come to the
 * threshold, a person is asked; until then nothing beyond it is called. What a person agreed to is one query; the next
 * one is measured anew from there.
 */
#include "config.h"

#include "agent/ask-spend.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "llm/ask-prompt.h"

/* What a request holds around its messages: {"role":"assistant","content":}, and the options. */
#define MESSAGE_BYTES 40
#define REQUEST_BYTES 600
/* What a message with a picture holds around it. */
#define PICTURE_BYTES 100
/* What a call holds around its name and arguments. */
#define CALL_BYTES 150

/**
 * AskSpending:
 * @thresholds: (nullable): of ask_workspace_load_thresholds(), once they are needed
 * @sources: (nullable) (element-type utf8): APIs and servers, once there is an engine
 * @agreed: source → AskSpent, when a person last agreed to more
 * @bytes: that had left when a person last agreed
 * @prompt_tokens: likewise
 * @reply_tokens: likewise
 */
struct _AskSpending
{
  AskWorkspace *workspace;
  AskSpendingRules rules;
  GHashTable *thresholds;
  GPtrArray *sources;
  GHashTable *agreed;
  gint64 bytes;
  gint64 prompt_tokens;
  gint64 reply_tokens;
};

/**
 * ask_spending_new:
 * @workspace: whose thresholds count
 * @rules: copied
 *
 * Returns: (transfer full): nothing is spent yet
 */
AskSpending *
ask_spending_new (AskWorkspace *workspace, const AskSpendingRules *rules)
{
  AskSpending *self = g_new0 (AskSpending, 1);

  self->workspace = workspace;
  self->rules = *rules;
  self->agreed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

/** ask_spending_free: @self: (nullable): freed */
void
ask_spending_free (AskSpending *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->thresholds, g_hash_table_unref);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_hash_table_unref (self->agreed);
  g_free (self);
}

static AskSpent
get_agreed (const AskSpending *self, const char *source)
{
  const AskSpent *agreed = g_hash_table_lookup (self->agreed, source);

  return agreed != NULL ? *agreed : (AskSpent) { 0, 0 };
}

/* A source may spend up to its threshold before anybody is asked. Whoever caps a figure has been asked about it. */
static guint64
get_most (AskSpending *self, AskThreshold threshold, const char *source, guint64 agreed)
{
  guint64 cap = threshold == ASK_THRESHOLD_CALLS ? self->rules.caps.calls : self->rules.caps.rows;
  double above;

  if (self->rules.any_cost || cap > 0 || !ask_thresholds_get (self->thresholds, threshold, source, &above))
    return 0;
  /* 0 would be no cap at all; the estimate asks before one call, too. */
  return agreed + (guint64) MAX (above, 1);
}

static void
set_cap (AskSpending *self, AskEngine *engine, const char *source)
{
  AskSpent agreed = get_agreed (self, source);

  ask_engine_set_caps (engine, source,
                       &(AskCaps) { get_most (self, ASK_THRESHOLD_CALLS, source, agreed.calls),
                                    get_most (self, ASK_THRESHOLD_ROWS, source, agreed.rows) });
}

static void
set_caps (AskSpending *self, AskEngine *engine)
{
  for (guint i = 0; i < self->sources->len; i++)
    set_cap (self, engine, self->sources->pdata[i]);
  ask_engine_set_caps (engine, NULL, &(AskCaps) { self->rules.caps.calls, self->rules.caps.rows });
}

static gboolean
load_thresholds (AskSpending *self, GError **error)
{
  if (self->thresholds == NULL)
    self->thresholds = ask_workspace_load_thresholds (self->workspace, error);
  return self->thresholds != NULL;
}

/**
 * ask_spending_begin:
 * @self: of a question
 * @engine: that its queries run on
 * @error: what the store says
 *
 * From here on no query of @engine goes beyond a threshold or a cap, whoever runs it.
 *
 * Returns: whether that holds
 */
gboolean
ask_spending_begin (AskSpending *self, AskEngine *engine, GError **error)
{
  if (self->sources != NULL)
    return TRUE;
  if (!load_thresholds (self, error))
    return FALSE;
  self->sources = ask_engine_list_remote (engine);
  set_caps (self, engine);
  ask_engine_set_dry (engine, self->rules.dry);
  return TRUE;
}

/** ask_spending_refused: @error: what failed. Returns: whether that is the gate's word, which nothing may get round */
gboolean
ask_spending_refused (const GError *error)
{
  return g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP)
         || g_error_matches (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST);
}

/* Asks whether @preview may be done. */
static gboolean
agree (AskSpending *self, const AskPreview *preview, GCancellable *cancellable, GError **error)
{
  if (self->rules.on_preview != NULL)
    return self->rules.on_preview (preview, &self->rules.caps, cancellable, self->rules.user_data, error);
  ask_preview_fail (preview, error);
  if (preview->shows)
    {
      g_autofree char *lines = ask_preview_to_lines (preview);

      ask_error_append (error, "\n%s\n", lines);
    }
  ask_error_append (error,
                    N_ (" Nobody could be asked, so it was not run. Allow it, or ask for less with a condition."));
  return FALSE;
}

/* @source: of @preview */
static void
note_spent (AskSpending *self, AskEngine *engine, AskPreviewSource *source)
{
  AskSpent spent = ask_engine_get_spent (engine, source->cost->source);
  AskSpent agreed = get_agreed (self, source->cost->source);

  source->spent = (AskSpent) { spent.calls - agreed.calls, spent.rows - agreed.rows };
}

/* A person agreed to the query. */
static void
lift (AskSpending *self, AskEngine *engine)
{
  for (guint i = 0; i < self->sources->len; i++)
    ask_engine_set_caps (engine, self->sources->pdata[i], NULL);
  ask_engine_set_caps (engine, NULL, &(AskCaps) { self->rules.caps.calls, self->rules.caps.rows });
}

/* The next query is measured from here. */
static void
settle (AskSpending *self, AskEngine *engine)
{
  for (guint i = 0; i < self->sources->len; i++)
    {
      const char *source = self->sources->pdata[i];
      AskSpent spent = ask_engine_get_spent (engine, source);

      g_hash_table_insert (self->agreed, g_strdup (source), g_memdup2 (&spent, sizeof spent));
    }
  set_caps (self, engine);
}

/* How long calls took, in the middle, for the next estimate. That it cannot be kept is no reason to fail: the next one
 * says then that nobody knows. */
static void
note_speeds (AskSpending *self, const AskResult *result)
{
  for (guint s = 0; s < self->sources->len; s++)
    {
      const char *source = self->sources->pdata[s];
      double ms = 0;
      guint n = 0;

      for (guint i = 0; i < result->calls->len; i++)
        {
          const AskCall *call = result->calls->pdata[i];

          if (g_str_equal (call->source, source) && call->cached == ASK_CALL_NOT_CACHED && call->status != 0)
            {
              ms += call->elapsed_ms;
              n++;
            }
        }
      for (guint i = 0; i < result->remote->len; i++)
        {
          const AskRemoteQuery *query = result->remote->pdata[i];

          if (g_str_equal (query->source, source))
            {
              ms += query->elapsed_ms;
              n++;
            }
        }
      if (n > 0)
        {
          g_autoptr (GError) failure = NULL;

          if (!ask_workspace_note_speed (self->workspace, source, ms / n, &failure))
            g_info ("The speed of %s was not kept: %s", source, failure->message);
        }
    }
}

/* Whether the query was stopped at a threshold, which may be agreed to, and not by a person's own cap. @preview:
 * (nullable): its estimate, says so then */
static gboolean
note_stop (AskSpending *self, AskEngine *engine, const GError *failure, AskPreview *preview)
{
  AskCapReached reached;

  if (preview == NULL || !g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP)
      || !ask_engine_get_reached (engine, &reached) || reached.source == NULL)
    return FALSE;
  preview->stopped = TRUE;
  preview->threshold = reached.rows ? ASK_THRESHOLD_ROWS : ASK_THRESHOLD_CALLS;
  ask_text_set (&preview->source, reached.source);
  for (guint i = 0; i < preview->sources->len; i++)
    {
      AskPreviewSource *source = preview->sources->pdata[i];

      note_spent (self, engine, source);
      if (g_str_equal (source->cost->source, reached.source))
        preview->above = (double) (reached.rows ? source->spent.rows : source->spent.calls);
    }
  return TRUE;
}

static AskPreview *
make_preview (AskSpending *self, AskEngine *engine, const char *sql, GCancellable *cancellable)
{
  AskPreview *preview = ask_preview_of_query (self->workspace, engine, sql, cancellable, NULL);

  for (guint i = 0; preview != NULL && i < preview->sources->len; i++)
    note_spent (self, engine, preview->sources->pdata[i]);
  return preview;
}

/**
 * ask_spending_query:
 * @self: of a question
 * @engine: of ask_spending_begin()
 * @query: what to run
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_engine_query(), where a cap is reached %ASK_ENGINE_ERROR_CAP; what @on_preview says, or
 *   %ASK_AGENT_ERROR_COST where nobody could be asked
 *
 * As ask_engine_query(), behind the gate.
 *
 * Returns: (transfer full): the result, or %NULL
 */
AskResult *
ask_spending_query (AskSpending *self, AskEngine *engine, const AskSpendingQuery *query, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (AskPreview) preview = NULL;
  g_autoptr (GError) failure = NULL;
  gboolean agreed = FALSE;
  AskResult *result;

  if (!ask_spending_begin (self, engine, error))
    return NULL;
  /* What cannot be estimated cannot run either, and says why. */
  if (self->rules.dry || !self->rules.any_cost)
    preview = make_preview (self, engine, query->sql, cancellable);
  if (preview != NULL && (self->rules.dry || ask_preview_find_passed (preview, self->thresholds, &self->rules.caps)))
    {
      preview->dry = self->rules.dry;
      if (!ask_preview_add_calls (preview, self->workspace, engine, cancellable, error)
          || !agree (self, preview, cancellable, error))
        return NULL;
      lift (self, engine);
      agreed = TRUE;
    }
  result = ask_engine_query (engine, query->sql, query->limits, query->temp_table, cancellable, &failure);
  if (result == NULL && !agreed && note_stop (self, engine, failure, preview))
    {
      if (!agree (self, preview, cancellable, error))
        return NULL;
      g_clear_error (&failure);
      lift (self, engine);
      agreed = TRUE;
      result = ask_engine_query (engine, query->sql, query->limits, query->temp_table, cancellable, &failure);
    }
  if (agreed)
    settle (self, engine);
  if (result == NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    note_speeds (self, result);
  return result;
}

/** ask_spending_count_bytes: Returns: how long the request with @chat is as it leaves, or a little more */
gint64
ask_spending_count_bytes (const AskChat *chat)
{
  g_autoptr (GString) json = g_string_new (NULL);
  gint64 n_calls = 0, n_picture_bytes = 0;

  for (guint i = 0; i < chat->messages->len; i++)
    {
      const AskMessage *message = chat->messages->pdata[i];

      ask_json_append_string (json, message->text, -1);
      n_picture_bytes += message->picture != NULL ? (gint64) strlen (message->picture) + PICTURE_BYTES : 0;
      if (message->call == NULL)
        continue;
      ask_json_append_string (json, message->call->id, -1);
      ask_json_append_string (json, message->call->name, -1);
      ask_json_append_string (json, message->call->arguments, -1);
      n_calls++;
    }
  if (chat->grammar != NULL)
    ask_json_append_string (json, chat->grammar, -1);
  g_string_append (json, chat->schema != NULL ? chat->schema : "");
  g_string_append (json, chat->tools != NULL ? chat->tools : "");
  return (gint64) json->len + n_picture_bytes + (gint64) chat->messages->len * MESSAGE_BYTES + n_calls * CALL_BYTES
         + REQUEST_BYTES;
}

static double
get_cost (const AskPrice *price, gint64 prompt, gint64 reply)
{
  return ((double) prompt * MAX (price->prompt, 0) + (double) reply * MAX (price->reply, 0)) / 1e6;
}

static gboolean
check_caps (const AskSpending *self, const AskPreviewModel *model, const AskSpendingTally *spent, const AskPrice *price,
            GError **error)
{
  const AskAgentCaps *caps = &self->rules.caps;

  if (caps->bytes > 0 && (guint64) (spent->bytes + model->bytes) > caps->bytes)
    {
      g_autofree char *most = ask_number_count (caps->bytes);
      g_autofree char *gone = ask_number_count ((guint64) spent->bytes);
      g_autofree char *next = ask_number_count ((guint64) model->bytes);

      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST,
                     N_ ("The cap on bytes for the model is reached: %s may leave, %s have left, and the next turn "
                         "would send %s. It was not sent. Allow more bytes, or ask about less."),
                     most, gone, next);
      return FALSE;
    }
  /* A cap that nothing can be measured by holds nothing. */
  if (caps->price > 0 && price->prompt < 0)
    {
      ask_error_set_literal (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST,
                             N_ ("The model's price is capped, but no price is set to reckon by. It was not sent. Set "
                                 "what a million tokens cost, or ask without this cap."));
      return FALSE;
    }
  if (caps->price > 0 && get_cost (price, spent->prompt_tokens, spent->reply_tokens) + model->price > caps->price)
    {
      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST,
                     N_ ("The cap on the model's price is reached: the question may cost %g, and the next turn would "
                         "make it more. It was not sent. Allow a higher price, or ask about less."),
                     caps->price);
      return FALSE;
    }
  return TRUE;
}

/* What a server refuses is sent again, which nobody has reckoned with. */
static void
bound (const AskSpending *self, const AskSpendingTally *spent, AskChat *chat)
{
  if (self->rules.caps.bytes > 0)
    chat->max_bytes = (gint64) MIN (self->rules.caps.bytes, G_MAXINT64) - spent->bytes;
}

/**
 * ask_spending_may_ask:
 * @self: of a question
 * @asked: (transfer full): how much would go to the model; what it costs is reckoned here
 * @spent: what has gone so far
 * @cancellable: (nullable): a way to stop
 * @error: %ASK_AGENT_ERROR_COST where a cap is reached or nobody could be asked; what @on_preview says
 *
 * Returns: whether it may leave
 */
gboolean
ask_spending_may_ask (AskSpending *self, AskPreviewModel *asked, const AskSpendingTally *spent,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (AskPreview) preview = ask_preview_new ();
  AskPrice price;
  gboolean shows;
  gboolean priced = ask_workspace_get_price (self->workspace, asked->name, &price);

  preview->model = asked;
  asked->price = priced ? get_cost (&price, asked->tokens, 0) : -1;
  asked->bytes_spent = spent->bytes - self->bytes;
  asked->tokens_spent = spent->prompt_tokens + spent->reply_tokens - self->prompt_tokens - self->reply_tokens;
  asked->price_spent
    = get_cost (&price, spent->prompt_tokens - self->prompt_tokens, spent->reply_tokens - self->reply_tokens);
  if (!load_thresholds (self, error) || !check_caps (self, asked, spent, &price, error))
    return FALSE;
  preview->dry = self->rules.dry;
  shows = !self->rules.dry && self->rules.shows_values && asked->n_values > 0;
  if (!self->rules.dry && !shows
      && (self->rules.any_cost || !ask_preview_find_passed (preview, self->thresholds, &self->rules.caps)))
    return TRUE;
  if (shows && !ask_preview_find_passed (preview, self->thresholds, &self->rules.caps))
    preview->shows = TRUE;
  if (!agree (self, preview, cancellable, error) || !check_caps (self, asked, spent, &price, error))
    return FALSE;
  self->bytes = spent->bytes + asked->bytes;
  self->prompt_tokens = spent->prompt_tokens + asked->tokens;
  self->reply_tokens = spent->reply_tokens;
  return TRUE;
}

/**
 * ask_spending_may_send:
 * @self: of a question
 * @model: that is to be asked
 * @chat: what for; gets how much may leave where that is capped
 * @spent: what has left for the question so far
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_spending_may_ask()
 *
 * Returns: whether @chat may leave
 */
gboolean
ask_spending_may_send (AskSpending *self, AskModel *model, AskChat *chat, const AskSpendingTally *spent,
                       GCancellable *cancellable, GError **error)
{
  AskPreviewModel *turn = g_new0 (AskPreviewModel, 1);

  turn->name = g_strdup (ask_model_get_name (model));
  turn->bytes = ask_spending_count_bytes (chat);
  for (guint i = 0; i < chat->messages->len; i++)
    turn->tokens += ask_prompt_count_tokens (((const AskMessage *) chat->messages->pdata[i])->text);
  /* A server writes them into the prompt. */
  turn->tokens += chat->tools != NULL ? ask_prompt_count_tokens (chat->tools) : 0;
  if (!ask_spending_may_ask (self, turn, spent, cancellable, error))
    return FALSE;
  bound (self, spent, chat);
  return TRUE;
}
