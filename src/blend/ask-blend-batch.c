/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values in several prompts at once, until each has an answer. An answer that is missing, or of another form, is asked for again
 * in smaller prompts. What still is missing is an error; what still does not fit is NULL, and counted. Each answer is kept as
 * soon as it is there, so that a query that fails, or is stopped, has cost nothing that has to be paid again.
 */
#include "config.h"

#include "blend/ask-blend-model-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "base/ask-outgoing.h"
#include "blend/ask-blend-prompt.h"
#include "blend/ask-blend-reply.h"
#include "engine/ask-external.h"
#include "llm/ask-prompt.h"
#include "store/ask-workspace-answers.h"
#include "store/ask-workspace-ledger.h"

#define DEFAULT_IN_FLIGHT 8
/* Of one prompt: what is longer no model reads. */
#define MAX_BYTES 2000000
/* A value is asked about so many times before its answer is given up. */
#define MAX_ROUNDS 3
/* Answers that wait to be kept. */
#define MAX_UNKEPT 200

/* Values that are in one prompt. */
typedef struct
{
  GArray *rows; /* gsize */
  guint round; /* from 1 */
  AskRows *options; /* nullable: those that are told */
} Part;

typedef struct
{
  AskBlendModel *model;
  const AskBlendBatch *batch;
  gsize n;
  GPtrArray *keys; /* utf8, for each value */
  GPtrArray *answers; /* JsonNode, NULL where none is there */
  GPtrArray *new_keys; /* of answers that are to be kept */
  GPtrArray *new_answers;
  gsize n_done;
  AskBlendFlight *flight;
  gboolean answers_any; /* something was answered: the model can */
} Run;

static void
part_free (gpointer data)
{
  Part *self = data;

  g_array_unref (self->rows);
  g_clear_pointer (&self->options, ask_rows_unref);
  g_free (self);
}

static void
node_free (gpointer data)
{
  if (data != NULL)
    json_node_unref (data);
}

static void
take_answer (Run *self, gsize row, JsonNode *answer)
{
  g_clear_pointer (&self->answers->pdata[row], json_node_unref);
  self->answers->pdata[row] = answer;
  self->n_done++;
}

static gboolean
find_kept (Run *self, GError **error)
{
  AskBlendModelOptions *options = &self->model->options;
  GByteArray *kept = self->batch->question->kept;
  g_autoptr (GPtrArray) found = NULL;

  if (kept != NULL)
    {
      g_byte_array_set_size (kept, (guint) self->n);
      memset (kept->data, 0, self->n);
    }
  if (options->no_cache)
    return TRUE;
  if (!ask_workspace_find_model_answers (options->workspace, self->keys, &found, error))
    return FALSE;
  for (gsize i = 0; i < self->n; i++)
    {
      JsonNode *node = found->pdata[i] != NULL ? ask_json_parse (found->pdata[i], -1, NULL) : NULL;

      if (node == NULL)
        continue;
      take_answer (self, i, node);
      self->batch->question->tally->n_kept++;
      if (kept != NULL)
        kept->data[i] = TRUE;
    }
  return TRUE;
}

static gboolean
keep (Run *self, GError **error)
{
  gboolean kept
    = ask_workspace_add_model_answers (self->model->options.workspace, self->new_keys, self->new_answers, error);

  g_ptr_array_set_size (self->new_keys, 0);
  g_ptr_array_set_size (self->new_answers, 0);
  return kept;
}

static gboolean
note_new (Run *self, gsize row, GError **error)
{
  g_ptr_array_add (self->new_keys, self->keys->pdata[row]);
  g_ptr_array_add (self->new_answers, ask_json_to_string (self->answers->pdata[row], FALSE));
  return self->new_keys->len < MAX_UNKEPT || keep (self, error);
}

/* The values of a part, as rows. */
static AskRows *
get_rows (const Run *self, const Part *part)
{
  AskRows *rows = ask_rows_new ();

  for (guint i = 0; i < ask_rows_get_n_columns (self->batch->values); i++)
    ask_rows_add_column (rows, ask_rows_get_column (self->batch->values, i)->name, ASK_TYPE_ANY);
  for (guint i = 0; i < part->rows->len; i++)
    ask_rows_append (rows, ask_rows_get_row (self->batch->values, g_array_index (part->rows, gsize, i)));
  return rows;
}

static char *
make_user (const Run *self, const Part *part)
{
  GString *json;

  if (self->batch->is_table)
    return ask_blend_model_write_value (self->batch, 0);
  /* What is told beside a picture; the picture itself follows. */
  if (self->batch->pictures != NULL)
    {
      json = g_string_new ("{\"1\": ");
      ask_blend_prompt_append_beside (json, self->batch->values, g_array_index (part->rows, gsize, 0));
      return g_string_free (g_string_append_c (json, '}'), FALSE);
    }
  json = g_string_new ("{");
  for (guint i = 0; i < part->rows->len; i++)
    {
      g_string_append_printf (json, "%s\"%u\": ", i > 0 ? ",\n " : "", i + 1);
      ask_blend_prompt_append_value (json, self->batch->values, g_array_index (part->rows, gsize, i));
    }
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

/* Returns: (transfer full) (nullable): the prompt; @part: (transfer full) */
static AskBlendChat *
make_chat (Run *self, Part *part, GError **error)
{
  g_autoptr (AskBlendChat) chat = ask_blend_chat_new (part, part_free);
  const AskBlendBatch *batch = self->batch;
  const char *text = batch->question->text != NULL ? batch->question->text : "";
  g_autoptr (AskRows) rows = batch->is_table ? NULL : get_rows (self, part);
  g_autofree char *told = NULL;

  part->options = batch->told != NULL ? NULL
                                      : ask_blend_prompt_choose (batch->options, rows != NULL ? rows : batch->values,
                                                                 ASK_BLEND_MAX_OPTIONS);
  told = batch->told != NULL ? g_strdup (batch->told) : ask_blend_prompt_form (batch->question, part->options);
  chat->system = ask_blend_prompt_make (self->model->prompt, text, told, error);
  chat->user = make_user (self, part);
  if (batch->pictures != NULL)
    chat->picture = g_strdup (ask_blend_pictures_get_url (batch->pictures, g_array_index (part->rows, gsize, 0)));
  chat->schema = ask_blend_prompt_schema (batch->form, part->options, part->rows->len);
  if (chat->system != NULL && strlen (chat->user) + strlen (chat->system) > MAX_BYTES)
    {
      ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
                     N_ (
                       "%s would send more than two million characters in one message, which no model reads. Ask about "
                       "fewer rows or columns."),
                     self->model->base.name);
      return NULL;
    }
  return chat->system != NULL ? g_steal_pointer (&chat) : NULL;
}

/* Returns: (transfer full) (element-type Part): the values that have no answer, so many to a prompt */
static GPtrArray *
make_parts (Run *self)
{
  const AskBlendBatch *batch = self->batch;
  guint most = batch->pictures != NULL      ? 1
               : batch->question->batch > 0 ? batch->question->batch
                                            : ASK_BLEND_DEFAULT_BATCH;
  GPtrArray *parts = g_ptr_array_new ();
  Part *part = NULL;
  gsize bytes = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      g_autofree char *content = NULL;

      if (self->answers->pdata[i] != NULL)
        continue;
      content = ask_blend_model_write_value (batch, i);
      if (part == NULL || part->rows->len >= most || bytes + strlen (content) > ASK_BLEND_BATCH_BYTES)
        {
          part = g_new0 (Part, 1);
          part->rows = g_array_new (FALSE, FALSE, sizeof (gsize));
          part->round = 1;
          g_ptr_array_add (parts, part);
          bytes = 0;
        }
      bytes += strlen (content);
      g_array_append_val (part->rows, i);
    }
  return parts;
}

/* A person is told of each picture. */
static void
name_picture (Run *self, const AskBlendChat *chat, AskPreviewModel *asked)
{
  AskBlendPictures *pictures = self->batch->pictures;
  gsize row = g_array_index (((const Part *) chat->data)->rows, gsize, 0);

  if (asked->pictures == NULL)
    asked->pictures = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (asked->pictures, ask_blend_pictures_describe (pictures, row));
  asked->tokens += ask_blend_pictures_count_tokens (pictures, row);
}

/* A person may be asked what it costs. */
static gboolean
may_cost (Run *self, GPtrArray *chats, GError **error)
{
  AskBlendModel *model = self->model;
  AskPreviewModel *asked = g_new0 (AskPreviewModel, 1);

  asked->name = g_strdup (ask_model_get_name (model->options.model));
  asked->n_values = self->n - self->n_done;
  asked->n_calls = chats->len;
  for (guint i = 0; i < chats->len; i++)
    {
      const AskBlendChat *chat = chats->pdata[i];
      g_autoptr (GPtrArray) messages = ask_blend_chat_list_messages (chat);

      asked->bytes += ask_spending_count_bytes (&(AskChat) { .messages = messages, .schema = chat->schema });
      asked->tokens += ask_prompt_count_tokens (chat->system) + ask_prompt_count_tokens (chat->user);
      if (self->batch->pictures != NULL)
        name_picture (self, chat, asked);
    }
  return ask_spending_may_ask (model->options.spending, asked, model->spent, self->batch->question->cancellable, error);
}

/* ask_blend_model_tell_ledger: of which columns how many values go with the next request, for the ledger */
void
ask_blend_model_tell_ledger (AskBlendModel *self, const AskBlendQuestion *question, gsize n_values)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_values_free);
  GPtrArray *origins = question->origins;

  for (guint i = 0; n_values > 0 && i < origins->len; i++)
    for (guint o = 0; o < ((GPtrArray *) origins->pdata[i])->len; o++)
      {
        const AskOrigin *origin = ((GPtrArray *) origins->pdata[i])->pdata[o];
        g_autofree char *of = origin->attribute != NULL
                                ? g_strdup_printf ("%s.%s", origin->entity->name, origin->attribute->name)
                                : g_strdup (origin->entity != NULL ? origin->entity->name : origin->step);

        g_ptr_array_add (values, ask_ledger_values_new (of, (gint64) n_values, "yes"));
      }
  ask_workspace_ledger_values (self->options.workspace, values);
}

static void
tell_progress (Run *self)
{
  const AskBlendModelOptions *options = &self->model->options;

  if (options->on_progress != NULL)
    options->on_progress (self->n_done, self->n, options->user_data);
}

static gboolean
push (Run *self, Part *part, GError **error)
{
  AskBlendChat *chat = make_chat (self, part, error);

  if (chat == NULL)
    return FALSE;
  self->batch->question->tally->n_requests++;
  ask_blend_flight_push (self->flight, chat);
  return TRUE;
}

/* Asks again about @rows, in two prompts where there are several; at last each alone, so that what stands in one value costs no
 * other its answer. */
static gboolean
ask_again (Run *self, const GArray *rows, guint round, GError **error)
{
  guint most = round > MAX_ROUNDS ? 1 : (rows->len + 1) / 2;

  for (guint start = 0; start < rows->len; start += most)
    {
      Part *part = g_new0 (Part, 1);
      guint n = MIN (most, rows->len - start);

      part->rows = g_array_sized_new (FALSE, FALSE, sizeof (gsize), n);
      g_array_append_vals (part->rows, &g_array_index (rows, gsize, start), n);
      part->round = round;
      if (!push (self, part, error))
        return FALSE;
    }
  return TRUE;
}

/* What does not fit, or was not answered where that is no error, is NULL, and is not kept. */
static void
give_up (Run *self, gsize row)
{
  take_answer (self, row, json_node_init_null (json_node_alloc ()));
  self->batch->question->tally->n_unanswered++;
}

/* Pictures that have no answer are made ready. What is none that can be sent is NULL, and not asked about. */
static gboolean
prepare_pictures (Run *self, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gsize i = 0; i < self->n; i++)
    if (self->answers->pdata[i] == NULL)
      g_array_append_val (rows, i);
  if (!ask_blend_pictures_prepare (self->batch->pictures, rows, error))
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    if (ask_blend_pictures_get_url (self->batch->pictures, g_array_index (rows, gsize, i)) == NULL)
      give_up (self, g_array_index (rows, gsize, i));
  return TRUE;
}

static gboolean
take_reply (Run *self, const Part *part, const AskReply *reply, GError **error)
{
  const AskBlendBatch *batch = self->batch;
  g_autoptr (JsonNode) node = ask_blend_reply_read (reply->text);
  g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (gsize));
  guint n = part->rows->len;

  for (guint i = 0; i < n; i++)
    {
      gsize row = g_array_index (part->rows, gsize, i);
      JsonNode *answer = ask_blend_reply_find (node, i + 1, n);
      JsonNode *fitting = answer != NULL ? ask_blend_reply_fit (answer, batch->form, batch->options,
                                                                batch->is_table || batch->pictures != NULL
                                                                  ? NULL
                                                                  : ask_rows_get (batch->values, row, 0))
                                         : NULL;

      if (fitting != NULL)
        {
          take_answer (self, row, fitting);
          self->answers_any = TRUE;
          if (!note_new (self, row, error))
            return FALSE;
        }
      else if (part->round < MAX_ROUNDS || (part->round == MAX_ROUNDS && answer == NULL && n > 1 && self->answers_any))
        g_array_append_val (again, row);
      else if (answer != NULL || batch->question->lenient)
        give_up (self, row);
      else
        {
          g_autofree char *rounds = g_strdup_printf ("%u", part->round);

          ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER,
                         N_ (
                           "The model gave no answer that can be read to “%s”, asked %s times. Ask in other words, or "
                           "of another model; with on_error => 'null' it is NULL."),
                         batch->question->text != NULL ? batch->question->text : self->model->base.name, rounds);
          return FALSE;
        }
    }
  return again->len == 0 || ask_again (self, again, part->round + 1, error);
}

/* The request, for the record of the call. */
static void
log_request (Run *self, const AskBlendChat *chat)
{
  const AskReply *reply = chat->reply;
  const Part *part = chat->data;
  AskInquiry *asked = self->batch->question->asked;
  AskInquiryRequest request = { .n_values = part->rows->len, .elapsed_ms = chat->elapsed_ms };

  if (asked == NULL)
    return;
  if (reply != NULL)
    {
      request.bytes = reply->bytes_sent;
      request.prompt_tokens = reply->prompt_tokens;
      request.reply_tokens = reply->completion_tokens;
      if (asked->host == NULL)
        asked->host = g_strdup (reply->host);
    }
  else
    {
      for (guint i = 0; i < chat->told->len; i++)
        {
          const AskOutgoing *outgoing = chat->told->pdata[i];

          request.bytes += outgoing->body != NULL ? (gint64) g_bytes_get_size (outgoing->body) : 0;
          if (asked->host == NULL)
            asked->host = g_strdup (outgoing->host);
        }
      request.problem = (char *) ask_error_get_words (chat->error);
    }
  ask_inquiry_add_request (asked, &request);
}

static gboolean
take_chat (Run *self, AskBlendChat *chat, GError **error)
{
  const Part *part = chat->data;
  const AskReply *reply = chat->reply;

  ask_blend_model_tell_ledger (self->model, self->batch->question, part->rows->len);
  log_request (self, chat);
  ask_blend_chat_tell (chat);
  if (reply != NULL)
    {
      ask_blend_model_count (self->model, self->batch->question, ask_model_get_name (self->model->options.model),
                             reply->bytes_sent, reply->prompt_tokens, reply->completion_tokens);
      return take_reply (self, part, reply, error);
    }
  if (g_error_matches (chat->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&chat->error));
      return FALSE;
    }
  if (!self->batch->question->lenient)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&chat->error), "%s (“%s”): ", self->model->base.name,
                                  self->batch->question->text != NULL ? self->batch->question->text : "");
      return FALSE;
    }
  for (guint i = 0; i < part->rows->len; i++)
    give_up (self, g_array_index (part->rows, gsize, i));
  return TRUE;
}

static gboolean
fly (Run *self, GError **error)
{
  gboolean good = TRUE;

  while (good)
    {
      g_autoptr (AskBlendChat) chat = ask_blend_flight_pop (self->flight);

      if (chat == NULL)
        break;
      good = take_chat (self, chat, error);
      tell_progress (self);
    }
  return good;
}

static void
parts_free (GPtrArray *parts)
{
  for (guint i = 0; i < parts->len; i++)
    if (parts->pdata[i] != NULL)
      part_free (parts->pdata[i]);
  g_ptr_array_unref (parts);
}

/* Looks at what it would cost, then asks. */
static gboolean
ask_parts (Run *self, GPtrArray *parts, GError **error)
{
  const AskBlendModelOptions *options = &self->model->options;
  g_autoptr (GPtrArray) chats = g_ptr_array_new ();
  gboolean good = TRUE;

  for (guint i = 0; good && i < parts->len; i++)
    {
      AskBlendChat *chat = make_chat (self, g_steal_pointer (&parts->pdata[i]), error);

      good = chat != NULL;
      if (good)
        g_ptr_array_add (chats, chat);
    }
  good = good && may_cost (self, chats, error);
  if (good)
    self->flight
      = ask_blend_flight_new (options->model, options->in_flight > 0 ? options->in_flight : DEFAULT_IN_FLIGHT,
                              self->batch->question->cancellable);
  for (guint i = 0; i < chats->len; i++)
    {
      AskBlendChat *chat = chats->pdata[i];

      if (!good)
        {
          ask_blend_chat_free (chat);
          continue;
        }
      self->batch->question->tally->n_requests++;
      ask_blend_flight_push (self->flight, chat);
    }
  return good && fly (self, error);
}

static gboolean
refuse_to_ask (const Run *self, GError **error)
{
  g_autofree char *n = g_strdup_printf ("%" G_GSIZE_FORMAT, self->n - self->n_done);

  ask_error_set (
    error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_NOT_ASKED,
    N_ ("The model would be asked about %s more values, and here it is not asked. Run the SQL once as a query: "
        "its answers are kept, and they are enough here."),
    n);
  return FALSE;
}

static gboolean
run (Run *self, GError **error)
{
  AskEngine *engine = self->batch->question->engine;
  AskInquiry *asked = self->batch->question->asked;
  gint64 began = g_get_monotonic_time ();
  GPtrArray *parts;
  gboolean good;
  g_autoptr (GError) unkept = NULL;

  if (asked != NULL && asked->model == NULL)
    asked->model = g_strdup (ask_model_get_name (self->model->options.model));
  if (!find_kept (self, error))
    return FALSE;
  if (self->n_done == self->n)
    return TRUE;
  if (self->batch->pictures != NULL && !prepare_pictures (self, error))
    return FALSE;
  if (self->n_done == self->n)
    return TRUE;
  if (self->model->options.kept_only)
    return refuse_to_ask (self, error);
  parts = make_parts (self);
  if (!self->model->options.counts)
    ask_engine_hold_deadline (engine);
  good = ask_parts (self, parts, error);
  g_clear_pointer (&self->flight, ask_blend_flight_free);
  if (!self->model->options.counts)
    ask_engine_release_deadline (engine);
  ask_blend_model_tell_ledger (self->model, self->batch->question, 0);
  parts_free (parts);
  if (asked != NULL)
    asked->elapsed_ms += (double) (g_get_monotonic_time () - began) / 1000.0;
  /* What was paid for is kept, whatever came after. */
  if (!keep (self, &unkept))
    g_warning ("%s", unkept->message);
  return good;
}

/**
 * ask_blend_model_answer:
 * @self: has a model, and may send
 * @batch: what it is asked
 * @error: #AskLlmError, %ASK_BLEND_ERROR_ANSWER, %ASK_AGENT_ERROR_COST, %ASK_STORE_ERROR
 *
 * Blocks, on the statement's thread.
 *
 * Returns: (transfer full) (element-type JsonNode): an answer for each value, of ask_blend_reply_fit(), or %NULL
 */
GPtrArray *
ask_blend_model_answer (AskBlendModel *self, const AskBlendBatch *batch, GError **error)
{
  g_autoptr (GPtrArray) keys = ask_blend_model_make_keys (self, batch);
  g_autoptr (GPtrArray) answers = g_ptr_array_new_with_free_func (node_free);
  g_autoptr (GPtrArray) new_keys = g_ptr_array_new ();
  g_autoptr (GPtrArray) new_answers = g_ptr_array_new_with_free_func (g_free);
  Run self_run = { self, batch, ask_blend_model_count_batch (batch), keys, answers, new_keys, new_answers, 0, NULL };

  g_ptr_array_set_size (answers, (int) self_run.n);
  return run (&self_run, error) ? g_steal_pointer (&answers) : NULL;
}
