/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions that lean on an earlier answer: a text that changes its reading, and a part that a person changed. The
 * earlier answer is the one of the history; its SQL says what it meant.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "agent/ask-here-private.h"
#include "agent/ask-learn.h"
#include "agent/ask-spell.h"
#include "base/ask-text.h"
#include "understand/interpret/ask-follow.h"
#include "understand/interpret/ask-reading-part.h"

/* Longer questions say with their beginning which one is meant. */
#define MAX_QUOTED 60

static AskAnswer *
load_last (AskAgentRun *run, GError **error)
{
  g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (run->workspace, run->options.follow, error);

  return entry != NULL ? ask_answer_from_json (entry->answer, error) : NULL;
}

/* @reading: (out) (transfer full) (nullable): what @last meant; %NULL where that cannot be said, and a step says why.
 * Returns FALSE exactly where @error is set. */
static gboolean
recall (AskAgentRun *run, AskInterpreter *interpreter, const AskAnswer *last, AskQuestionReading **reading,
        GError **error)
{
  g_autoptr (GError) failure = NULL;

  *reading = NULL;
  if (last->status != ASK_STATUS_ANSWERED || last->sql == NULL)
    {
      ask_run_step (run, "context", _ ("Read as a question of its own"),
                    _ ("The answer before has no query that could be changed."));
      return TRUE;
    }
  *reading = ask_interpreter_recall (interpreter, last->sql, run->answer->question, &failure);
  if (*reading != NULL)
    {
      (*reading)->chart = g_strdup (last->wish);
      return TRUE;
    }
  if (failure->domain != ASK_SQL_ERROR && !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  ask_run_step (run, "context", _ ("Read as a question of its own"),
                _ ("The query of the answer before is not of a kind that a few words can change."));
  return TRUE;
}

/* Takes a reading as the answer. */
static gboolean
answer_changed (AskAgentRun *run, AskInterpreter *interpreter, const AskQuestionReading *reading, gboolean *done,
                GError **error)
{
  if (!ask_here_answer (run, reading->sql, reading->words, done, error))
    return FALSE;
  if (run->answer->status != ASK_STATUS_ANSWERED)
    return TRUE;
  ask_text_set (&run->answer->change, reading->change);
  ask_text_set (&run->answer->wish, reading->chart);
  ask_here_add_parts (run, interpreter, reading);
  return TRUE;
}

/* What the text makes of the last reading is known: answers, or asks back. */
static gboolean
conclude (AskAgentRun *run, AskInterpreter *interpreter, const AskInterpretation *found, const AskAnswer *last,
          gboolean *done, GError **error)
{
  GPtrArray *readings = found->readings;
  g_autofree char *quoted = ask_text_shorten (last->question, MAX_QUOTED);
  g_autofree char *detail = NULL;
  const AskQuestionReading *reading;
  int chosen = 0;

  *done = TRUE;
  run->answer->follows = run->options.follow;
  if (run->options.reading > 0 && (chosen = ask_here_get_chosen (run, readings->len)) < 0)
    return TRUE;
  if (run->options.reading == 0 && !found->confident)
    {
      g_autoptr (GPtrArray) offered = ask_here_list_offered (readings);

      if (!ask_here_settle (run, offered, &chosen, error))
        return FALSE;
    }
  if (chosen < 0)
    {
      /* Translators: an earlier question. */
      detail = g_strdup_printf (_ ("It changes the answer to “%s”, in more than one way."), quoted);
      ask_run_step (run, "thought", _ ("Read it as a follow-up"), detail);
      ask_here_offer (run, readings);
      return TRUE;
    }
  reading = readings->pdata[chosen];
  /* Translators: an earlier question, and what differs from its answer: "As before, and only where city is Lyon." */
  detail = g_strdup_printf (_ ("It changes the answer to “%s”. %s"), quoted, reading->change);
  ask_run_step (run, "thought", _ ("Read it as a follow-up"), detail);
  if (!answer_changed (run, interpreter, reading, done, error))
    return FALSE;
  if (!*done)
    run->answer->follows = 0;
  return TRUE;
}

/**
 * ask_here_follow:
 * @run: with a schema
 * @done: (out): whether the answer is made
 * @error: %G_IO_ERROR_CANCELLED, or what the store says, as where there is no answer of that number
 *
 * Reads the question as a change of the answer that it leans on. One that changes nothing is a question of its own.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_follow (AskAgentRun *run, gboolean *done, GError **error)
{
  g_autoptr (AskAnswer) last = NULL;
  g_autoptr (AskInterpreter) interpreter = NULL;
  g_autoptr (AskQuestionReading) before = NULL;
  g_autoptr (AskInterpretation) found = NULL;
  GError *failure = NULL;

  *done = FALSE;
  if (run->options.follow == 0)
    return TRUE;
  last = load_last (run, error);
  if (last == NULL)
    return FALSE;
  if (!ask_run_open_engine (run, &failure)
      || (interpreter = ask_interpreter_new (run->workspace, run->engine, &failure)) == NULL
      || !recall (run, interpreter, last, &before, &failure))
    return ask_here_pass_on (run, failure, error);
  if (before == NULL)
    return TRUE;
  found = ask_interpreter_follow (interpreter, before, run->answer->question, run->cancellable, &failure);
  if (found == NULL)
    return ask_here_pass_on (run, failure, error);
  if (found->readings->len == 0)
    return TRUE;
  ask_here_keep_links (run, found->links);
  return conclude (run, interpreter, found, last, done, error);
}

/* ---- a part that a person changed */

/* Returns: (transfer none) (nullable): the alternative that is @sql */
static const AskQuestionReading *
find_alternative (GPtrArray *parts, const char *sql)
{
  for (guint p = 0; p < parts->len; p++)
    {
      const AskReadingPart *part = parts->pdata[p];

      for (guint a = 0; a < part->alternatives->len; a++)
        {
          const AskReadingAlternative *alternative = part->alternatives->pdata[a];

          if (g_str_equal (alternative->reading->sql, sql))
            return alternative->reading;
        }
    }
  return NULL;
}

/* @words: (out) (transfer full) (nullable): where @sql is the earlier answer's with another value: what differs */
static gboolean
find_value (AskAgentRun *run, const AskAnswer *last, const char *sql, char **words, GError **error)
{
  g_autoptr (AskCorrectedSql) corrected = NULL;

  *words = NULL;
  if (!ask_spell_correct (run, last->sql, &corrected, error))
    return FALSE;
  for (guint i = 0; corrected != NULL && i < corrected->corrections->len && *words == NULL; i++)
    {
      const AskCorrection *correction = corrected->corrections->pdata[i];
      g_autoptr (GPtrArray) values = ask_correction_list_values (correction);

      for (guint v = 0; v < values->len && *words == NULL; v++)
        {
          g_autofree char *other = ask_correction_apply (correction, last->sql, values->pdata[v]);

          if (g_str_equal (other, sql))
            /* Translators: a value of the data, and what was written. */
            *words = g_strdup_printf (_ ("As before, and “%s” instead of “%s”."), (char *) values->pdata[v],
                                      correction->literal);
        }
    }
  return TRUE;
}

static gboolean
answer_value (AskAgentRun *run, AskInterpreter *interpreter, const char *sql, const char *change, GError **error)
{
  g_autoptr (AskQuestionReading) reading = ask_interpreter_recall (interpreter, sql, run->answer->question, NULL);
  gboolean done;

  /* A query that a draft cannot say is told by what was changed in it. */
  if (!ask_here_answer (run, sql, reading != NULL ? reading->words : change, &done, error))
    return FALSE;
  if (run->answer->status != ASK_STATUS_ANSWERED)
    return TRUE;
  if (reading != NULL)
    {
      ask_text_set (&run->answer->change, change);
      ask_here_add_parts (run, interpreter, reading);
    }
  return TRUE;
}

/* Returns: (transfer none) (nullable): what @last offered @sql as, where it is a query of the model's */
static const char *
find_query (const AskAnswer *last, const char *sql)
{
  for (guint p = 0; p < last->parts->len; p++)
    {
      const AskAnswerPart *part = last->parts->pdata[p];

      for (guint a = 0; g_str_equal (part->kind, "query") && a < part->alternatives->len; a++)
        if (g_strcmp0 (((AskAnswerChoice *) part->alternatives->pdata[a])->sql, sql) == 0)
          return ((AskAnswerChoice *) part->alternatives->pdata[a])->words;
    }
  return NULL;
}

static gboolean
take (AskAgentRun *run, AskInterpreter *interpreter, AskAnswer *last, GError **error)
{
  const char *sql = run->options.take;
  g_autoptr (AskQuestionReading) before = ask_interpreter_recall (interpreter, last->sql, last->question, NULL);
  g_autoptr (GPtrArray) parts = NULL;
  g_autoptr (GPtrArray) offered = g_ptr_array_new ();
  g_autofree char *words = NULL;
  const AskQuestionReading *taken = NULL;
  gboolean done;

  if (before != NULL)
    {
      before->chart = g_strdup (last->wish);
      parts = ask_reading_list_parts (interpreter, before, last->question, error);
      if (parts == NULL)
        return FALSE;
      taken = find_alternative (parts, sql);
    }
  if (taken == NULL)
    words = g_strdup (find_query (last, sql));
  if (taken == NULL && words == NULL && !find_value (run, last, sql, &words, error))
    return FALSE;
  if (taken == NULL && words == NULL)
    {
      ask_here_end_unanswerable (run,
                                 _ ("This part cannot be changed so any more: the data or the schema is another one "
                                    "than it was. Ask the question again."),
                                 ASK_REMEDY_NONE);
      return TRUE;
    }
  run->answer->follows = last->follows;
  ask_here_keep_links (run, last->links);
  ask_run_step (run, "thought", _ ("Changed a part of the reading"), taken != NULL ? taken->change : words);
  if (taken == NULL)
    return answer_value (run, interpreter, sql, words, error);
  if (!answer_changed (run, interpreter, taken, &done, error))
    return FALSE;
  /* What a whole question means; a few words mean it of one answer only. */
  if (run->answer->follows == 0)
    {
      g_ptr_array_add (offered, last->sql);
      g_ptr_array_add (offered, taken->sql);
      ask_learn_choice (run, offered, 1);
    }
  return TRUE;
}

/**
 * ask_here_take:
 * @run: with a schema, and an alternative to take
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Answers with an alternative of a part of an earlier answer. Nothing runs that is not among its alternatives now.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_take (AskAgentRun *run, GError **error)
{
  g_autoptr (AskAnswer) last = load_last (run, error);
  g_autoptr (AskInterpreter) interpreter = NULL;

  /* A person has said what is meant. */
  run->model = NULL;
  if (last == NULL || !ask_run_open_engine (run, error)
      || (interpreter = ask_interpreter_new (run->workspace, run->engine, error)) == NULL)
    return FALSE;
  if (last->sql != NULL)
    return take (run, interpreter, last, error);
  ask_here_end_unanswerable (run, _ ("The answer has no query that could be changed. Ask the question again."),
                             ASK_REMEDY_NONE);
  return TRUE;
}
