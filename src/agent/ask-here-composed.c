/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question that was composed of what the program offered has one meaning, which goes before all guesses. What a person
 * said of this very question goes before that.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-here-private.h"
#include "store/ask-workspace-examples.h"
#include "understand/complete/ask-complete.h"
#include "understand/interpret/ask-follow.h"

/* Nobody guessed, but names may be ill chosen: even this is no certainty. */
#define COMPOSED_SCORE 0.99
#define COUNT_STEPS 600000

/* Returns: the reading as it can be taken apart and followed; where no draft says it, its SQL and its words alone */
static AskQuestionReading *
make_reading (AskInterpreter *interpreter, AskComposed *composed, const char *question, GError **error)
{
  g_autoptr (GError) failure = NULL;
  AskQuestionReading *reading = ask_interpreter_recall (interpreter, composed->sql, question, &failure);

  if (reading != NULL)
    return reading;
  if (!g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  reading = g_new0 (AskQuestionReading, 1);
  reading->sql = g_strdup (composed->sql);
  reading->words = g_strdup (composed->words);
  reading->sources = g_ptr_array_ref (composed->sources);
  reading->n_rows = -1;
  return reading;
}

static gboolean
is_of (const AskComposed *composed, const char *only)
{
  for (guint i = 0; only != NULL && i < composed->sources->len; i++)
    if (g_ascii_strcasecmp (composed->sources->pdata[i], only) != 0)
      return FALSE;
  return TRUE;
}

static void
count_rows (AskAgentRun *run, AskQuestionReading *reading)
{
  g_autoptr (AskRows) rows = NULL;

  for (guint i = 0; i < reading->sources->len; i++)
    if (!ask_engine_is_local (run->engine, reading->sources->pdata[i]))
      return;
  /* Where it cannot be counted, nothing is said of it. */
  rows = ask_engine_try (run->engine, reading->sql, ASK_READING_MAX_ROWS, COUNT_STEPS, run->cancellable, NULL);
  reading->n_rows = rows != NULL ? (gint64) ask_rows_get_n_rows (rows) : -1;
}

static void
put_first (AskInterpretation *found, AskQuestionReading *reading)
{
  reading->score = COMPOSED_SCORE;
  for (guint i = found->readings->len; i-- > 0;)
    {
      AskQuestionReading *other = found->readings->pdata[i];

      other->score = MIN (other->score, 1 - COMPOSED_SCORE);
      if (strcmp (other->sql, reading->sql) == 0 || strcmp (other->words, reading->words) == 0)
        g_ptr_array_remove_index (found->readings, i);
    }
  g_ptr_array_insert (found->readings, 0, reading);
  g_ptr_array_set_size (found->unknown, 0);
  found->confident = TRUE;
  found->doubtful = FALSE;
}

/**
 * ask_here_compose:
 * @run: with an engine
 * @interpreter: that read the question
 * @found: how; gets the composed reading as the first one, where the question is composed
 * @error: what the store says
 *
 * Returns: %FALSE exactly where @error is set
 */
gboolean
ask_here_compose (AskAgentRun *run, AskInterpreter *interpreter, AskInterpretation *found, GError **error)
{
  g_autofree char *question = ask_follow_cut_chart (run->answer->question);
  g_autoptr (GPtrArray) examples = ask_workspace_find_examples (run->workspace, run->answer->question, error);
  g_autoptr (AskComposed) composed = NULL;
  AskQuestionReading *reading;

  if (examples == NULL)
    return FALSE;
  if (examples->len > 0)
    return TRUE;
  if (!ask_complete_read (run->workspace, question, &composed, error))
    return FALSE;
  /* No reading says a comparison: one that takes a part of its words for the whole is none. */
  if (composed == NULL && ask_complete_compares (question))
    {
      found->confident = FALSE;
      found->doubtful = TRUE;
    }
  if (composed == NULL || !is_of (composed, run->options.only))
    return TRUE;
  reading = make_reading (interpreter, composed, question, error);
  if (reading == NULL)
    return FALSE;
  count_rows (run, reading);
  put_first (found, reading);
  return TRUE;
}
