/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before a model's query runs, its literals are put right. What is found becomes a step of the trace. A model that were
 * told a stored value, or that there is one near its guess, would learn what nobody allowed.
 */
#include "config.h"

#include "agent/ask-spell.h"

#include <glib/gi18n.h>

#include "agent/ask-empty.h"
#include "sql/ask-sql-parser.h"

/**
 * ask_spell_correct:
 * @run: with an engine
 * @sql: one SELECT
 * @corrected: (out) (transfer full) (nullable): its values as the data spells them; %NULL where it does not stand, which
 *   the engine says better
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_spell_correct (AskAgentRun *run, const char *sql, AskCorrectedSql **corrected, GError **error)
{
  g_autoptr (GError) failure = NULL;

  if (run->corrector == NULL)
    run->corrector = ask_value_corrector_new (run->workspace, ask_engine_get_schema (run->engine));
  *corrected = ask_value_correct (run->corrector, sql, run->engine, run->cancellable, &failure);
  if (failure == NULL || failure->domain == ASK_SQL_ERROR)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

/**
 * ask_spell_tell:
 * @run: a run
 * @corrected: what was found of a query's values
 *
 * A step says what was replaced, and what the data may not have.
 */
void
ask_spell_tell (AskAgentRun *run, const AskCorrectedSql *corrected)
{
  g_autoptr (GString) detail = g_string_new (NULL);

  for (guint i = 0; i < corrected->corrections->len; i++)
    {
      g_autofree char *words = ask_correction_to_text (corrected->corrections->pdata[i]);

      g_string_append_printf (detail, "%s%s", i > 0 ? " " : "", words);
    }
  if (detail->len > 0)
    ask_run_step (run, "values",
                  corrected->n_replaced > 0 ? _ ("Wrote values as the data spells them")
                                            : _ ("A value that the data may not have"),
                  detail->str);
}

/**
 * ask_spell_sql:
 * @run: with an engine
 * @sql: as the model wrote it
 * @error: %G_IO_ERROR_CANCELLED; what the store says where its index cannot be read
 *
 * A step says what was replaced, and what was not but may have to be.
 *
 * Returns: (transfer full): what is to be run; the same where there is nothing to put right, or where @sql does not
 *   stand, which the engine says better
 */
char *
ask_spell_sql (AskAgentRun *run, const char *sql, GError **error)
{
  g_autoptr (AskCorrectedSql) corrected = NULL;

  if (!ask_spell_correct (run, sql, &corrected, error))
    return NULL;
  if (corrected == NULL)
    return g_strdup (sql);
  ask_spell_tell (run, corrected);
  return g_strdup (corrected->sql);
}

/* What the look itself asked of APIs belongs to the trace. */
static void
note_calls (AskAgentRun *run, GPtrArray *calls)
{
  AskTraceStep *step;

  if (calls->len == 0)
    return;
  step = ask_run_step (run, "values", _ ("Asked whether the data has the values"), NULL);
  json_object_set_int_member (ask_run_fields (step), "n_calls", calls->len);
  json_object_set_array_member (ask_run_fields (step), "calls", ask_run_describe_calls (calls));
  run->answer->api_requests += ask_calls_count_requests (calls);
}

/**
 * ask_spell_after:
 * @run: with an engine
 * @sql: has run
 * @result: what it gave
 * @corrected: (out) (transfer full) (nullable): what APIs have otherwise, or not at all, of its values; %NULL where it calls
 *   none, or does not stand by itself
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * No index knows an API's values, so they are put right when it is known that the query is in want of them. Steps say so.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_spell_after (AskAgentRun *run, const char *sql, const AskResult *result, AskCorrectedSql **corrected,
                 GError **error)
{
  g_autoptr (GError) failure = NULL;

  *corrected = NULL;
  if (result->calls->len == 0)
    return TRUE;
  *corrected
    = ask_value_correct_after (run->corrector, sql,
                               &(AskValueAsked) { run->engine, !ask_empty_is (result->rows), run->cancellable },
                               &failure);
  if (*corrected == NULL)
    {
      if (failure->domain == ASK_SQL_ERROR)
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  note_calls (run, (*corrected)->calls);
  ask_spell_tell (run, *corrected);
  return TRUE;
}

/* The values that may stand for what the data does not have. Returns: whether there is any */
static gboolean
offer_values (AskAgentRun *run, const AskCorrection *correction)
{
  g_autoptr (GPtrArray) values = ask_correction_list_values (correction);
  g_autofree char *lead = NULL;
  AskAnswerPart *part;

  if (values->len == 0)
    return FALSE;
  /* Translators: an entity, what was written, an attribute. Values follow. */
  lead = g_strdup_printf (_ ("No row of %s has “%s” as its %s. Did you mean:"), correction->entity, correction->literal,
                          correction->attribute);
  part = ask_answer_add_part (run->answer, "value", lead, correction->literal);
  for (guint i = 0; i < values->len; i++)
    {
      g_autofree char *sql = ask_correction_apply (correction, run->answer->sql, values->pdata[i]);

      ask_answer_part_offer (part, values->pdata[i], sql);
    }
  return TRUE;
}

/**
 * ask_spell_ask:
 * @run: whose answer came of a verified question or a model
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Where no row has a value that the answer's query compares with, and others are near, the person is asked which one is
 * meant. Nothing is replaced: a person or a model wrote it.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_spell_ask (AskAgentRun *run, GError **error)
{
  g_autoptr (AskCorrectedSql) corrected = NULL;
  g_autoptr (GError) failure = NULL;
  gboolean any = FALSE;

  if (run->answer->status != ASK_STATUS_ANSWERED || run->answer->sql == NULL || run->answer->reading != NULL)
    return TRUE;
  if (!ask_spell_correct (run, run->answer->sql, &corrected, &failure))
    {
      if (ask_run_is_cancelled (run, failure))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      /* The answer stands. */
      ask_run_step (run, "context", _ ("The values of the query could not be looked up"), failure->message);
      return TRUE;
    }
  for (guint i = 0; corrected != NULL && i < corrected->corrections->len; i++)
    any = offer_values (run, corrected->corrections->pdata[i]) || any;
  /* Of a model's queries each step has said so already. */
  if (any && run->answer->verified != NULL)
    ask_run_step (run, "values", _ ("A value that the data may not have"),
                  ((AskAnswerPart *) run->answer->parts->pdata[0])->lead);
  return TRUE;
}
