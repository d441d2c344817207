/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way of a question: is it one, is it verified, or does a model have to find out. Whatever
 * happens on the way, a person gets an answer in words; only a cancelled or an empty question is an
 * error.
 */
#include "config.h"

#include "agent/ask-agent.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-baseline.h"
#include "agent/ask-empty.h"
#include "agent/ask-example-rows.h"
#include "agent/ask-here.h"
#include "agent/ask-match.h"
#include "agent/ask-run.h"
#include "agent/ask-smalltalk.h"
#include "agent/ask-spend.h"
#include "agent/ask-spell.h"
#include "agent/ask-thread.h"
#include "agent/ask-written.h"
#include "base/ask-error.h"
#include "base/ask-locale.h"
#include "base/ask-text.h"
#include "store/ask-workspace-ledger.h"

#define MAX_QUESTION_BYTES 10000
#define MAX_HISTORY_ROWS 1000

ASK_DEFINE_ERROR ("ask-agent-error-quark", ask_agent_error)

/**
 * ask_run_check_question:
 * @question: what a person typed
 * @error: %ASK_AGENT_ERROR_QUESTION where it is empty or too long
 *
 * Returns: (transfer full): @question as valid UTF-8 without blanks around it, or %NULL
 */
char *
ask_run_check_question (const char *question, GError **error)
{
  g_autoptr (GPtrArray) words = NULL;
  g_autofree char *valid = NULL;
  gsize length = strlen (question);

  if (length > MAX_QUESTION_BYTES)
    {
      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_QUESTION,
                     N_ ("The question is too long: %zu kB, and 10 kB are the most. Ask "
                         "it in a few sentences."),
                     (length + 1023) / 1024);
      return NULL;
    }
  valid = g_utf8_make_valid (question, -1);
  words = ask_text_words (valid);
  if (words->len == 0)
    {
      ask_error_set_literal (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_QUESTION,
                             N_ ("Type a question first, such as “How many orders were there in 2025?”"));
      return NULL;
    }
  return g_strdup (g_strstrip (valid));
}

static GPtrArray *
find_value (const char *text, gpointer user_data, GError **error)
{
  return ask_workspace_find_value (user_data, text, error);
}

static AskVerified *
copy_verified (const AskVerified *pair)
{
  AskVerified *copy = g_new0 (AskVerified, 1);

  copy->id = pair->id;
  copy->question = g_strdup (pair->question);
  copy->sql = g_strdup (pair->sql);
  copy->verified_at = pair->verified_at;
  copy->verified_by = g_strdup (pair->verified_by);
  return copy;
}

static char *
describe_pair (const AskVerified *pair)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (pair->verified_at / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autofree char *day = local != NULL ? ask_locale_day (local, TRUE) : NULL;
  gboolean by = pair->verified_by != NULL && pair->verified_by[0] != '\0';

  /* Translators: a question, who verified it, and the day. */
  if (by && day != NULL && pair->verified_at > 0)
    return g_strdup_printf (_ ("“%s” was verified by %s on %s. No model was asked."), pair->question, pair->verified_by,
                            day);
  if (by)
    return g_strdup_printf (_ ("“%s” was verified by %s. No model was asked."), pair->question, pair->verified_by);
  if (day != NULL && pair->verified_at > 0)
    return g_strdup_printf (_ ("“%s” was verified on %s. No model was asked."), pair->question, day);
  return g_strdup_printf (_ ("“%s” was verified. No model was asked."), pair->question);
}

static void
forget_pair (AskAgentRun *run)
{
  g_clear_pointer (&run->answer->verified, ask_verified_free);
  g_clear_pointer (&run->answer->verified_values, g_free);
}

/* An outdated pair answers nothing; a model, where there is one, may. */
static void
forget_for_model (AskAgentRun *run, gboolean *done)
{
  if (run->model == NULL)
    return;
  forget_pair (run);
  *done = FALSE;
}

/* Where the schema lost what the pair's query names, says so, and by which version. Returns: whether that is the
 * reason of @failure */
static gboolean
explain_removal (AskAgentRun *run, const AskVerified *pair, const char *sql, const GError *failure)
{
  g_autofree char *entity = NULL;
  g_autofree char *day = NULL;
  g_autofree char *text = NULL;
  g_autofree char *id = NULL;
  g_autoptr (AskSchemaVersion) version = NULL;
  g_autoptr (GDateTime) saved = NULL;
  g_autoptr (GError) unread = NULL;

  if (!g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME)
      && !g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED))
    return FALSE;
  if (!ask_workspace_find_removal (run->workspace, sql, &entity, &version, &unread))
    ask_run_step (run, "context", _ ("The versions of the schema cannot be read"), unread->message);
  if (entity == NULL)
    return FALSE;
  saved = g_date_time_new_from_unix_local (version->saved_at / G_USEC_PER_SEC);
  day = g_date_time_format (saved, "%x, %H:%M");
  /* Translators: an entity, what a version of the schema was called, when it was saved, and a question. */
  text
    = g_strdup_printf (_ ("“%s” was removed from the schema by the version “%s” of %s, and the verified question “%s” "
                          "needs it. Bring the version before that one back under Schema, Versions, or change the "
                          "question."),
                       entity, version->reason, day, pair->question);
  ask_run_end (run, ASK_STATUS_FAILED, text);
  id = g_strdup_printf ("%" G_GINT64_FORMAT, version->id);
  ask_run_set_remedy (run, ASK_REMEDY_VERSIONS, id);
  return TRUE;
}

/* Runs a pair's query. Returns FALSE with @error where it was cancelled; @done tells whether the
 * answer is made, which it is not where the pair is outdated and a model may do better. */
static gboolean
answer_verified (AskAgentRun *run, const AskMatch *match, gboolean *done, GError **error)
{
  g_autofree char *detail = describe_pair (match->pair);
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;
  AskTraceStep *step = ask_run_step (run, "context", _ ("Found a verified question"), detail);

  *done = TRUE;
  run->answer->verified = copy_verified (match->pair);
  run->answer->verified_values = g_strdup (match->values);
  if (match->values != NULL)
    ask_run_step (run, "values", _ ("Put in the values of this question"), match->values);

  step = ask_run_step (run, "sql", _ ("Ran its query"), NULL);
  if (!ask_run_open_engine (run, &failure))
    {
      ask_run_set_detail (step, ask_error_get_words (failure));
      ask_run_fail (run, failure);
      return TRUE;
    }
  result = ask_run_query (run, step, match->sql, NULL, &failure);
  if (result != NULL)
    {
      ask_run_answer (run, result, match->sql);
      return ask_rows_get_n_rows (result->rows) > 0 || ask_empty_explain (run, match->sql, NULL, NULL, error);
    }
  if (ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (explain_removal (run, match->pair, match->sql, failure))
    {
      forget_for_model (run, done);
      return TRUE;
    }
  ask_engine_add_hint (run->engine, match->sql, failure);
  if (g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME)
      || g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_SYNTAX)
      || g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_MISSING_PARAMETER))
    {
      g_autofree char *text = g_strdup_printf (_ ("The query of the verified question “%s” no longer fits the data: %s "
                                                  "Whoever looks after the verified questions should save it anew."),
                                               match->pair->question, ask_error_get_words (failure));

      ask_run_end (run, ASK_STATUS_FAILED, text);
      ask_run_blame (run, failure);
      forget_for_model (run, done);
      return TRUE;
    }
  ask_run_fail (run, failure);
  return TRUE;
}

static void
answer_clarify (AskAgentRun *run, const AskMatch *match)
{
  GString *text = g_string_new (_ ("Several verified questions fit and give different answers. Which one is meant?"));

  for (guint i = 0; i < match->choices->len; i++)
    {
      const AskVerified *pair = match->choices->pdata[i];

      if (!g_ptr_array_find_with_equal_func (run->answer->suggestions, pair->question, g_str_equal, NULL))
        g_ptr_array_add (run->answer->suggestions, g_strdup (pair->question));
      g_string_append_printf (text, "%s“%s”", i == 0 ? " " : ", ", pair->question);
    }

  g_autofree char *words = g_string_free (text, FALSE);

  ask_run_end (run, ASK_STATUS_CLARIFY, words);
  ask_run_step (run, "answer", _ ("More than one verified question fits"), words);
}

static gboolean
answer_smalltalk (AskAgentRun *run, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (run->workspace, error);
  g_autofree char *text = NULL;

  if (schema == NULL)
    return FALSE;
  text = ask_smalltalk_answer (schema, run->verified);
  ask_run_end (run, ASK_STATUS_ANSWERED, text);
  for (guint i = 0; i < MIN (run->verified->len, 4); i++)
    g_ptr_array_add (run->answer->suggestions, g_strdup (((const AskVerified *) run->verified->pdata[i])->question));
  ask_run_step (run, "answer", _ ("Needs no data"),
                _ ("The question greets or asks for help, so no query was run and no model asked."));
  return TRUE;
}

static void
answer_without_model (AskAgentRun *run, const AskMatch *match)
{
  g_autofree char *text = NULL;
  AskRemedy remedy = ASK_REMEDY_MODEL;

  if (run->schema->entities->len == 0)
    {
      text = g_strdup (_ ("There is no data to ask about yet. Add a source first: a database file, a spreadsheet, a "
                          "server or a web API."));
      remedy = ASK_REMEDY_ADD_SOURCE;
    }
  else
    text = g_strdup (match->problem);
  ask_run_end (run, ASK_STATUS_UNANSWERABLE, text);
  ask_run_set_remedy (run, remedy, NULL);
  ask_run_step (run, "answer", _ ("No answer"), text);
}

/* Returns FALSE exactly where @error is set; @done tells whether the answer is made. */
static gboolean
answer_here (AskAgentRun *run, const AskMatch *match, gboolean *done, GError **error)
{
  *done = FALSE;
  if (run->model != NULL && run->options.reading == 0 && !ask_agent_is_here_first (run->workspace))
    return TRUE;
  if (!ask_here_plain (run, done, error))
    return FALSE;
  if (!*done && !ask_here_search (run, done, error))
    return FALSE;
  if (!*done && !ask_here_follow (run, done, error))
    return FALSE;
  /* Of a verified question in which only the value does not fit, that is the answer. */
  if (*done || match->kind == ASK_MATCH_NO_VALUE)
    return TRUE;
  return ask_here_read (run, done, error);
}

/* Leaves of the schema only the source that is to be asked. Returns: whether there is such a source; else the answer says
 * that there is none */
static gboolean
keep_only (AskAgentRun *run)
{
  g_autoptr (AskSchema) only = ask_schema_fork (run->schema);
  g_autofree char *text = NULL;

  for (guint i = only->entities->len; i-- > 0;)
    if (g_ascii_strcasecmp (((AskEntity *) only->entities->pdata[i])->source, run->options.only) != 0)
      g_ptr_array_remove_index (only->entities, i);
  for (guint i = only->relationships->len; i-- > 0;)
    {
      const AskRelationship *relationship = only->relationships->pdata[i];

      if (ask_schema_find_entity (only, relationship->from) == NULL
          || ask_schema_find_entity (only, relationship->to) == NULL)
        g_ptr_array_remove_index (only->relationships, i);
    }
  run->answer->only = g_strdup (run->options.only);
  if (only->entities->len > 0)
    {
      /* What was verified of other sources is no answer, and of this one it is to be read anew. */
      g_ptr_array_set_size (run->verified, 0);
      ask_schema_unref (run->schema);
      run->schema = g_steal_pointer (&only);
      return TRUE;
    }
  text = g_strdup_printf (_ ("There is no source “%s” with anything to ask about."), run->options.only);
  ask_run_end (run, ASK_STATUS_UNANSWERABLE, text);
  ask_run_step (run, "answer", _ ("No answer"), text);
  return FALSE;
}

static gboolean
ask (AskAgentRun *run, GError **error)
{
  g_autoptr (AskMatch) match = NULL;
  gboolean done = FALSE;

  run->verified = ask_workspace_list_verified (run->workspace, error);
  if (run->verified == NULL)
    return FALSE;
  run->schema = ask_workspace_load_schema (run->workspace, error);
  if (run->schema == NULL)
    return FALSE;
  if (run->options.sql != NULL)
    return ask_written_answer (run, error);
  if (run->options.only != NULL && !keep_only (run))
    return TRUE;
  if (run->options.agent != ASK_AGENT_REACT)
    return ask_baseline_run (run, error);
  if (run->options.take != NULL)
    return ask_here_take (run, error);
  /* A steward may have saved "Help" as a question; then it is one. */
  match = ask_match_find (run->verified, run->answer->question, run->schema, find_value, run->workspace, error);
  if (match == NULL)
    return FALSE;
  if (match->kind == ASK_MATCH_EXACT || match->kind == ASK_MATCH_VALUES)
    {
      if (!answer_verified (run, match, &done, error))
        return FALSE;
      if (done)
        return TRUE;
    }
  else if (match->kind == ASK_MATCH_CLARIFY)
    {
      answer_clarify (run, match);
      return TRUE;
    }
  else if (ask_smalltalk_is (run->answer->question))
    return answer_smalltalk (run, error);
  if (run->schema->entities->len > 0 && !answer_here (run, match, &done, error))
    return FALSE;
  if (done)
    return TRUE;
  /* Without any data a model could only invent. */
  if (run->model == NULL || run->schema->entities->len == 0)
    {
      answer_without_model (run, match);
      return TRUE;
    }
  if (match->kind == ASK_MATCH_NO_VALUE)
    ask_run_step (run, "values", _ ("A value that verified questions do not know"), match->problem);
  run->answer->model = g_strdup (ask_model_get_name (run->model));
  /* What is known here is known before the model is asked; over servers nothing is tried for that. */
  if (run->found == NULL && !ask_here_interpret (run, FALSE, error))
    return FALSE;
  return ask_thread_load (run, error) && ask_run_open_engine (run, error) && ask_loop_run (run, error);
}

/* What was not understood is what a steward goes by: see ask_inbox_list(). */
static void
note_unknown (AskAgentRun *run)
{
  GPtrArray *steps = run->answer->steps;
  GPtrArray *unknown = run->found != NULL ? run->found->unknown : NULL;
  JsonArray *words;

  if (run->answer->status != ASK_STATUS_UNANSWERABLE || unknown == NULL || unknown->len == 0 || steps->len == 0)
    return;
  words = json_array_new ();
  for (guint i = 0; i < unknown->len; i++)
    json_array_add_string_element (words, unknown->pdata[i]);
  json_object_set_array_member (ask_run_fields (steps->pdata[steps->len - 1]), "unknown", words);
}

/* The answer matters more than its record: where that fails, the trace says so. */
static void
keep (AskAgentRun *run)
{
  AskAnswer *answer = run->answer;
  g_autofree char *json = ask_answer_to_json (answer, NULL, MAX_HISTORY_ROWS);
  g_autoptr (GError) failure = NULL;
  AskHistoryRecord record
    = { answer->question, ask_status_to_string (answer->status), answer->text, answer->elapsed_ms, json };
  gint64 id = ask_workspace_add_history (run->workspace, &record, &failure);

  if (failure != NULL)
    ask_run_step (run, "context", _ ("Not kept in the history"), ask_error_get_words (failure));
  else
    answer->history_id = id;
}

/* What left for the question, under its number. The answer matters more: where that fails, the trace says so. */
static void
end_ledger (AskAgentRun *run)
{
  g_autoptr (GError) failure = NULL;

  if (!ask_workspace_ledger_answered (run->workspace, run->answer->history_id, &failure))
    ask_run_step (run, "context", _ ("Not in the ledger"), ask_error_get_words (failure));
}

/**
 * ask_agent_ask:
 * @workspace: whose data is asked about, and whose history keeps the answer
 * @model: (nullable): without one, verified questions are answered, and what can be worked out here
 * @question: what a person typed
 * @options: (nullable): %ASK_AGENT_OPTIONS_DEFAULT where it is %NULL; zeros mean defaults too
 * @error: %ASK_AGENT_ERROR_QUESTION, or %G_IO_ERROR_CANCELLED
 *
 * Answers a question and keeps the answer in the history. A source or a model that fails is no
 * error here: the answer's status is %ASK_STATUS_FAILED then, and its text says what to do.
 *
 * Blocks. Call on the workspace's own thread.
 *
 * Returns: (transfer full): the answer, or %NULL
 */
AskAnswer *
ask_agent_ask (AskWorkspace *workspace, AskModel *model, const char *question, const AskAgentOptions *options,
               GCancellable *cancellable, GError **error)
{
  const AskAgentOptions defaults = ASK_AGENT_OPTIONS_DEFAULT;
  g_autofree char *valid = NULL;
  g_autoptr (GError) failure = NULL;
  AskAgentRun run = { .workspace = workspace,
                      .model = model,
                      .given = model,
                      .options = options != NULL ? *options : defaults,
                      .cancellable = cancellable };
  gint64 started = g_get_monotonic_time ();

  g_return_val_if_fail (workspace != NULL, NULL);
  g_return_val_if_fail (question != NULL, NULL);

  valid = ask_run_check_question (question, error);
  if (valid == NULL)
    return NULL;
  if (run.options.max_steps == 0)
    run.options.max_steps = defaults.max_steps;
  if (run.options.max_repairs == 0)
    run.options.max_repairs = defaults.max_repairs;
  if (run.options.max_tokens <= 0)
    run.options.max_tokens = defaults.max_tokens;
  if (run.options.limits.max_rows == 0)
    run.options.limits.max_rows = defaults.limits.max_rows;
  if (run.options.limits.max_bytes == 0)
    run.options.limits.max_bytes = defaults.limits.max_bytes;
  run.answer = ask_answer_new (valid);
  run.answer->before = run.options.follow;
  run.spending = ask_spending_new (workspace, &(AskSpendingRules) { run.options.caps, run.options.on_preview,
                                                                    run.options.user_data, run.options.any_cost,
                                                                    run.options.dry });
  ask_workspace_ledger_ask (workspace, valid);

  if ((!ask (&run, &failure) || (run.options.sql == NULL && !ask_spell_ask (&run, &failure)))
      && !ask_run_is_cancelled (&run, failure))
    {
      ask_run_fail (&run, failure);
      ask_run_step (&run, "answer", _ ("No answer"), ask_error_get_words (failure));
      g_clear_error (&failure);
    }
  if (failure == NULL)
    {
      /* To choose from means to choose from these, and from nothing else. */
      if (run.answer->status != ASK_STATUS_ANSWERED && run.answer->status != ASK_STATUS_CLARIFY && run.verified != NULL)
        ask_run_suggest (&run);
      run.answer->elapsed_ms = (double) (g_get_monotonic_time () - started) / 1000.0;
      /* Whoever writes SQL mends it where it stands; its failures are no questions. */
      if (!run.options.dry && (run.options.sql == NULL || run.answer->status == ASK_STATUS_ANSWERED))
        {
          note_unknown (&run);
          keep (&run);
        }
    }
  g_clear_pointer (&run.corrector, ask_value_corrector_free);
  g_clear_pointer (&run.reader, ask_schema_reader_free);
  /* What is under way is given up here, and was sent. */
  ask_run_close_engine (&run);
  end_ledger (&run);
  g_clear_pointer (&run.spending, ask_spending_free);
  g_clear_pointer (&run.verified, g_ptr_array_unref);
  g_clear_pointer (&run.schema, ask_schema_unref);
  g_clear_pointer (&run.shared, json_array_unref);
  g_clear_pointer (&run.left, g_hash_table_unref);
  g_clear_pointer (&run.fresh, ask_schema_unref);
  g_clear_pointer (&run.found, ask_interpretation_free);
  g_clear_pointer (&run.thread, g_ptr_array_unref);
  g_clear_pointer (&run.refined, g_ptr_array_unref);
  g_clear_pointer (&run.likely, g_ptr_array_unref);
  g_clear_pointer (&run.examples, ask_examples_free);
  g_clear_pointer (&run.places, g_ptr_array_unref);
  g_clear_pointer (&run.sentence, g_free);
  if (failure != NULL)
    {
      g_clear_pointer (&run.answer, ask_answer_free);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The question was cancelled.");
    }
  return run.answer;
}
