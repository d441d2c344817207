/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person may change of an answer: the parts of its reading, and values that the data does not have.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "agent/ask-here-private.h"
#include "agent/ask-spell.h"
#include "understand/interpret/ask-reading-part.h"

/* To count the rows of a reading with another value. */
#define COUNT_STEPS 600000

/*
 * ask_here_add_parts:
 * @run: whose answer was read here
 * @interpreter: that read it
 * @reading: how
 *
 * The answer gets the parts of its reading. It stands without them; where they cannot be had, a step says why.
 */
void
ask_here_add_parts (AskAgentRun *run, AskInterpreter *interpreter, const AskQuestionReading *reading)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GPtrArray) parts = NULL;

  /* What no draft says is not made of parts. */
  if (run->answer->status != ASK_STATUS_ANSWERED || reading->draft == NULL)
    return;
  parts = ask_reading_list_parts (interpreter, reading, run->answer->question, &failure);
  if (parts == NULL)
    ask_run_step (run, "context", _ ("The reading cannot be changed"), failure->message);
  for (guint p = 0; parts != NULL && p < parts->len; p++)
    {
      const AskReadingPart *part = parts->pdata[p];
      AskAnswerPart *to
        = ask_answer_add_part (run->answer, ask_reading_part_kind_to_string (part->kind), part->lead, part->words);

      for (guint a = 0; a < part->alternatives->len; a++)
        {
          const AskReadingAlternative *alternative = part->alternatives->pdata[a];

          ask_answer_part_offer (to, alternative->words, alternative->reading->sql);
        }
    }
}

/*
 * ask_here_add_plain_parts:
 * @run: whose answer is that of a plain question
 *
 * The same, where the query is read back in the same words.
 */
void
ask_here_add_plain_parts (AskAgentRun *run)
{
  g_autoptr (AskInterpreter) interpreter = NULL;
  g_autoptr (AskQuestionReading) reading = NULL;
  g_autoptr (GError) failure = NULL;

  if (run->answer->status != ASK_STATUS_ANSWERED)
    return;
  interpreter = ask_interpreter_new (run->workspace, run->engine, &failure);
  if (interpreter == NULL)
    {
      ask_run_step (run, "context", _ ("The reading cannot be changed"), failure->message);
      return;
    }
  /* A metric, for one, is no draft. */
  reading = ask_interpreter_recall (interpreter, run->answer->sql, run->answer->question, NULL);
  if (reading != NULL && g_str_equal (reading->words, run->answer->reading))
    ask_here_add_parts (run, interpreter, reading);
}

/* ---- values */

/* How many rows a reading gives, -1 where that would take a server or long. */
static gint64
count_rows (AskAgentRun *run, const AskQuestionReading *reading)
{
  g_autoptr (AskRows) rows = NULL;

  for (guint i = 0; i < reading->sources->len; i++)
    if (!ask_engine_is_local (run->engine, reading->sources->pdata[i]))
      return -1;
  rows = ask_engine_try (run->engine, reading->sql, ASK_READING_MAX_ROWS, COUNT_STEPS, run->cancellable, NULL);
  return rows != NULL ? (gint64) ask_rows_get_n_rows (rows) : -1;
}

static gboolean
has_sql (GPtrArray *readings, const char *sql)
{
  for (guint i = 0; i < readings->len; i++)
    if (g_str_equal (((const AskQuestionReading *) readings->pdata[i])->sql, sql))
      return TRUE;
  return FALSE;
}

/* Adds @sql, which is a reading with another value. */
static void
add_variant (AskAgentRun *run, AskInterpreter *interpreter, GPtrArray *readings, const char *sql, double score)
{
  g_autoptr (AskQuestionReading) variant = ask_interpreter_recall (interpreter, sql, run->answer->question, NULL);

  if (variant == NULL || has_sql (readings, variant->sql))
    return;
  variant->score = score;
  variant->n_rows = count_rows (run, variant);
  g_ptr_array_add (readings, g_steal_pointer (&variant));
}

/* The first literal of @corrected that may be one of several values. */
static const AskCorrection *
find_doubt (const AskCorrectedSql *corrected)
{
  for (guint i = 0; i < corrected->corrections->len; i++)
    {
      const AskCorrection *correction = corrected->corrections->pdata[i];

      if (correction->replacement == NULL && correction->choices->len > 0)
        return correction;
    }
  return NULL;
}

/* Adds what @reading is with values that the data has. Returns: whether it is one reading still */
static gboolean
add_settled (AskAgentRun *run, AskInterpreter *interpreter, GPtrArray *readings, const AskQuestionReading *reading,
             const AskCorrectedSql *corrected)
{
  const AskCorrection *doubt = find_doubt (corrected);
  guint before = readings->len;

  for (guint c = 0; doubt != NULL && c < MIN (doubt->choices->len, ASK_HERE_MAX_CHOICES); c++)
    {
      g_autofree char *sql = ask_correction_apply (doubt, reading->sql, doubt->choices->pdata[c]);

      add_variant (run, interpreter, readings, sql, reading->score / doubt->choices->len);
    }
  if (doubt == NULL)
    add_variant (run, interpreter, readings, corrected->sql, reading->score);
  return readings->len <= before + 1;
}

/*
 * ask_here_settle_values:
 * @run: with an engine
 * @interpreter: that read the question
 * @found: (inout): its readings
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * A reading whose value no row has is read with the value that is meant. Where several may be meant, it becomes one
 * reading for each, and is not sure any more.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_settle_values (AskAgentRun *run, AskInterpreter *interpreter, AskInterpretation *found, GError **error)
{
  GPtrArray *before = found->readings;
  g_autoptr (GPtrArray) readings = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_question_reading_free);

  for (guint i = 0; i < before->len; i++)
    {
      AskQuestionReading *reading = before->pdata[i];
      g_autoptr (AskCorrectedSql) corrected = NULL;
      guint n = readings->len;

      if (i < ASK_HERE_MAX_CHOICES && !ask_spell_correct (run, reading->sql, &corrected, error))
        return FALSE;
      if (corrected != NULL && (corrected->n_replaced > 0 || find_doubt (corrected) != NULL))
        {
          if (i == 0)
            ask_spell_tell (run, corrected);
          if (!add_settled (run, interpreter, readings, reading, corrected) && i == 0)
            found->confident = FALSE;
        }
      if (readings->len == n && !has_sql (readings, reading->sql))
        g_ptr_array_add (readings, g_steal_pointer (&before->pdata[i]));
    }
  g_ptr_array_unref (before);
  found->readings = g_steal_pointer (&readings);
  return TRUE;
}
