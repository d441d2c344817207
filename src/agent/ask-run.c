/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Steps, queries and endings that a verified pair and a model's turn have in common. It must never
 * hand a cell to anything but the answer and its trace.
 */
#include "config.h"

#include "agent/ask-run.h"

#include "agent/ask-inquiry-step.h"
#include "agent/ask-cite.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-headline.h"
#include "agent/ask-match.h"
#include "agent/ask-sentence.h"
#include "agent/ask-spend.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "engine/ask-external.h"
#include "engine/ask-hidden.h"
#include "understand/explain/ask-explain.h"

#define MAX_CALLS 500
#define MAX_SUGGESTIONS 4

static void
announce (AskAgentRun *self, const AskTraceStep *step)
{
  if (self->options.on_progress != NULL)
    self->options.on_progress (step, self->options.user_data);
}

/**
 * ask_run_step:
 * @kind: see #AskTraceStep
 * @title: a few plain words
 * @detail: (nullable): a sentence or two
 *
 * Adds a step that begins now, and tells of it.
 *
 * Returns: (transfer none): the step, which belongs to the answer
 */
AskTraceStep *
ask_run_step (AskAgentRun *self, const char *kind, const char *title, const char *detail)
{
  AskTraceStep *step = ask_answer_add_step (self->answer, kind, title, detail);

  announce (self, step);
  return step;
}

/** ask_run_finish_step: notes how long @step took since it was added, and tells of it again. */
void
ask_run_finish_step (AskAgentRun *self, AskTraceStep *step)
{
  step->elapsed_ms = (double) (g_get_real_time () - step->started_at) / 1000.0;
  /* The wall clock may have been set back meanwhile. */
  step->elapsed_ms = MAX (step->elapsed_ms, 0);
  announce (self, step);
}

/**
 * ask_run_set_detail:
 * @step: of the answer
 * @detail: (nullable): a sentence or two
 *
 * Replaces the step's detail. It tells nobody; ask_run_finish_step() does.
 */
void
ask_run_set_detail (AskTraceStep *step, const char *detail)
{
  ask_text_set (&step->detail, detail);
}

/* A step became something else than it was begun as. */
static void
set_kind (AskTraceStep *step, const char *kind, const char *title)
{
  ask_text_set (&step->kind, kind);
  ask_text_set (&step->title, title);
}

/** ask_run_fields: Returns: (transfer none): the fields of @step, see #AskTraceStep; made where there were none */
JsonObject *
ask_run_fields (AskTraceStep *step)
{
  if (step->fields == NULL)
    step->fields = json_object_new ();
  return step->fields;
}

/**
 * ask_run_open_engine:
 * @error: what the store or a source says
 *
 * Returns: whether there is an engine now
 */
gboolean
ask_run_open_engine (AskAgentRun *self, GError **error)
{
  if (self->engine == NULL)
    self->engine = ask_workspace_open_engine (self->workspace, error);
  if (self->engine == NULL || (self->spending != NULL && !ask_spending_begin (self->spending, self->engine, error)))
    return FALSE;
  if (self->options.attach != NULL && self->attached == NULL && self->spending != NULL)
    {
      self->attached = self->options.attach (self->workspace, self->engine, self->given, self->spending,
                                             self->options.attach_data, error);
      return self->attached != NULL;
    }
  return TRUE;
}

/** ask_run_close_engine: what is under way is given up */
void
ask_run_close_engine (AskAgentRun *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  if (self->attached != NULL)
    self->options.detach (g_steal_pointer (&self->attached));
}

/**
 * ask_run_get_reader:
 * @self: a run with an engine
 *
 * Returns: (transfer none): one reader for all queries of the question: it is made of the names of the whole schema
 */
AskSchemaReader *
ask_run_get_reader (AskAgentRun *self)
{
  if (self->reader == NULL)
    self->reader = ask_schema_reader_new (ask_engine_get_schema (self->engine));
  return self->reader;
}

/** ask_run_is_cancelled: Returns: whether @error, or what led to it, is that nobody waits */
gboolean
ask_run_is_cancelled (AskAgentRun *self, const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || g_cancellable_is_cancelled (self->cancellable);
}

/**
 * ask_run_describe_calls:
 * @calls: (element-type AskCall): what was called
 *
 * Returns: (transfer full): the same for a trace
 */
JsonArray *
ask_run_describe_calls (GPtrArray *calls)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < MIN (calls->len, MAX_CALLS); i++)
    {
      const AskCall *call = calls->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "source", call->source);
      json_object_set_string_member (object, "entity", call->entity);
      json_object_set_string_member (object, "url", call->url);
      /* A call without them is a GET. */
      if (call->body != NULL)
        {
          json_object_set_string_member (object, "method", call->method);
          json_object_set_string_member (object, "body", call->body);
        }
      if (call->arguments != NULL)
        json_object_set_string_member (object, "arguments", call->arguments);
      else
        json_object_set_null_member (object, "arguments");
      json_object_set_int_member (object, "status", call->status);
      if (call->cached != ASK_CALL_NOT_CACHED)
        json_object_set_string_member (object, "cached", call->cached == ASK_CALL_FRESH ? "fresh" : "revalidated");
      json_object_set_int_member (object, "rows", call->rows);
      json_object_set_int_member (object, "bytes", call->bytes);
      json_object_set_double_member (object, "elapsed_ms", call->elapsed_ms);
      json_array_add_object_element (array, object);
    }
  return array;
}

/**
 * ask_run_describe_remote:
 * @queries: (element-type AskRemoteQuery): what servers were asked
 *
 * Returns: (transfer full): the same for a trace
 */
JsonArray *
ask_run_describe_remote (GPtrArray *queries)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < MIN (queries->len, MAX_CALLS); i++)
    {
      const AskRemoteQuery *query = queries->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "source", query->source);
      json_object_set_string_member (object, "sql", query->sql);
      json_object_set_int_member (object, "rows", query->rows);
      json_object_set_double_member (object, "elapsed_ms", query->elapsed_ms);
      json_array_add_object_element (array, object);
    }
  return array;
}

/**
 * ask_run_describe_result:
 * @step: of a trace
 * @result: what a query gave
 *
 * Puts into the step what ran, what was called, and the rows.
 */
void
ask_run_describe_result (AskTraceStep *step, const AskResult *result)
{
  JsonObject *fields = ask_run_fields (step);
  JsonArray *columns = json_array_new ();

  if (result->executable_sql != NULL)
    json_object_set_string_member (fields, "executable_sql", result->executable_sql);
  if (result->temp_table != NULL)
    json_object_set_string_member (fields, "temp_table", result->temp_table);
  json_object_set_int_member (fields, "n_rows", (gint64) ask_rows_get_n_rows (result->rows));
  for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
    {
      const AskColumn *column = ask_rows_get_column (result->rows, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "name", column->name);
      json_object_set_string_member (object, "type", ask_type_to_string (column->type));
      if (column->sense.meaning != ASK_MEANING_NONE)
        json_object_set_string_member (object, "meaning", ask_meaning_to_string (column->sense.meaning));
      json_array_add_object_element (columns, object);
    }
  json_object_set_array_member (fields, "columns", columns);
  if (result->calls->len > 0)
    {
      json_object_set_int_member (fields, "n_calls", result->calls->len);
      json_object_set_array_member (fields, "calls", ask_run_describe_calls (result->calls));
    }
  if (result->remote->len > 0)
    json_object_set_array_member (fields, "remote", ask_run_describe_remote (result->remote));
  if (result->plan != NULL)
    {
      g_autofree char *plan = ask_plan_to_text (result->plan);

      json_object_set_string_member (fields, "plan", plan);
    }
  step->rows = ask_rows_ref (result->rows);
}

static void
add_sources (AskAnswer *answer, GPtrArray *sources)
{
  for (guint i = 0; i < sources->len; i++)
    if (!g_ptr_array_find_with_equal_func (answer->sources, sources->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (answer->sources, g_strdup (sources->pdata[i]));
}

/* Each call of a function is a step of its own behind that of its query, which may have failed after it. */
static void
tell_asked (AskAgentRun *self)
{
  GPtrArray *asked = ask_engine_get_asked (self->engine);

  for (guint i = 0; i < asked->len; i++)
    announce (self, ask_inquiry_add_step (self->answer, asked->pdata[i]));
}

/**
 * ask_run_query:
 * @step: gets the SQL, the calls and the rows, and is finished
 * @sql: one SELECT, as for ask_engine_query()
 * @temp_table: (nullable): keep the rows under this name
 * @error: what ask_engine_query() says; the step's detail says it too
 *
 * Returns: (transfer full): the result, or %NULL
 */
AskResult *
ask_run_query (AskAgentRun *self, AskTraceStep *step, const char *sql, const char *temp_table, GError **error)
{
  g_autoptr (GError) local = NULL;
  AskResult *result;

  json_object_set_string_member (ask_run_fields (step), "sql", sql);
  result
    = ask_spending_query (self->spending, self->engine, &(AskSpendingQuery) { sql, &self->options.limits, temp_table },
                          self->cancellable, &local);
  if (result != NULL)
    {
      ask_run_describe_result (step, result);
      add_sources (self->answer, result->sources);
      self->answer->rows_fetched += result->rows_fetched;
      self->answer->api_requests += ask_calls_count_requests (result->calls);
    }
  else
    {
      ask_run_set_detail (step, ask_error_get_words (local));
      /* Before the step is told of: who follows it shall not see what it was begun as. */
      if (g_error_matches (local, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED))
        set_kind (step, "guard", _ ("Refused a query that is not allowed"));
      else if (!ask_run_is_cancelled (self, local))
        set_kind (step, "sql", _ ("A query that did not work"));
      g_propagate_error (error, g_steal_pointer (&local));
    }
  ask_run_finish_step (self, step);
  tell_asked (self);
  return result;
}

/**
 * ask_run_may_ask:
 * @sql: what a model wrote
 * @error: %ASK_ENGINE_ERROR_REFUSED
 *
 * What a steward has hidden is not there for a model, whatever told it the name. A step says so.
 *
 * Returns: whether @sql names nothing that is hidden
 */
gboolean
ask_run_may_ask (AskAgentRun *self, const char *sql, GError **error)
{
  g_autofree char *name = ask_engine_find_hidden (self->engine, sql);
  g_autoptr (GError) refusal = NULL;
  AskTraceStep *step;

  if (name == NULL)
    return TRUE;
  ask_error_set (&refusal, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED,
                 N_ ("There is no “%s” that a question may ask about."), name);
  step = ask_run_step (self, "guard", _ ("Refused a query that is not allowed"), ask_error_get_words (refusal));
  json_object_set_string_member (ask_run_fields (step), "sql", sql);
  g_propagate_error (error, g_steal_pointer (&refusal));
  return FALSE;
}

/**
 * ask_run_end:
 * @status: of the answer, from now on
 * @text: one sentence: the answer, or why there is none and what to do
 *
 * Gives the answer its status and words, and takes its remedy away.
 */
void
ask_run_end (AskAgentRun *self, AskStatus status, const char *text)
{
  char *copy = g_strdup (text);

  g_free (self->answer->text);
  self->answer->text = copy;
  self->answer->status = status;
  ask_run_set_remedy (self, ASK_REMEDY_NONE, NULL);
}

/**
 * ask_run_set_remedy:
 * @remedy: what can be done about the failure
 * @place: (nullable): where exactly, as of AskAnswer
 *
 * Says where the failure is mended.
 */
void
ask_run_set_remedy (AskAgentRun *self, AskRemedy remedy, const char *place)
{
  g_free (self->answer->remedy_place);
  self->answer->remedy = remedy;
  self->answer->remedy_place = g_strdup (place);
}

/** ask_run_blame: says where @failure is mended. */
void
ask_run_blame (AskAgentRun *self, const GError *failure)
{
  g_autofree char *place = ask_remedy_dup_place (failure);

  ask_run_set_remedy (self, ask_remedy_find (failure), place);
}

/** ask_run_fail: ends without an answer, with what @failure says and where it can be mended. */
void
ask_run_fail (AskAgentRun *self, const GError *failure)
{
  ask_run_end (self, ASK_STATUS_FAILED, ask_error_get_words (failure));
  ask_run_blame (self, failure);
}

/** ask_run_suggest: names the verified questions that are closest to what was asked. */
void
ask_run_suggest (AskAgentRun *self)
{
  g_autoptr (GPtrArray) closest
    = ask_match_closest (self->verified, self->answer->question, self->schema, MAX_SUGGESTIONS);

  for (guint i = 0; i < closest->len; i++)
    if (!g_ptr_array_find_with_equal_func (self->answer->suggestions, closest->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (self->answer->suggestions, g_strdup (closest->pdata[i]));
}

/**
 * ask_run_answer:
 * @result: the rows of the answer
 * @sql: logical SQL that stands on its own
 */
void
ask_run_answer (AskAgentRun *self, AskResult *result, const char *sql)
{
  AskAnswer *answer = self->answer;
  g_autofree char *sentence = ask_sentence_fill (result->rows, self->sentence, answer->question, self->told_rows);
  g_autofree char *made = sentence == NULL ? ask_headline_make (result->rows, answer->question, sql) : NULL;
  const char *headline = sentence != NULL ? sentence : made;

  answer->rows = ask_rows_ref (result->rows);
  answer->n_rows = ask_rows_get_n_rows (result->rows);
  answer->sql = g_strdup (sql);
  /* What was read here has words already. */
  if (answer->reading == NULL)
    answer->words = ask_explain_sql (ask_engine_get_schema (self->engine), sql, NULL);
  answer->executable_sql = g_strdup (result->executable_sql);
  ask_cite (self, sql);
  ask_run_end (self, ASK_STATUS_ANSWERED, headline);
  ask_run_step (self, "answer", _ ("The answer"), headline);
}
