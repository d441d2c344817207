/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Folds steps into lines. A turn begins where the model is asked and ends where it is told what came of it, or where the
 * answer is there. It loses nothing: each step is in one line.
 */
#include "config.h"

#include "agent/ask-trace-line.h"

#include <string.h>

#include "agent/ask-inquiry-step.h"

static void
line_free (gpointer data)
{
  AskTraceLine *self = data;

  g_ptr_array_unref (self->steps);
  g_free (self);
}

static gboolean
is (const AskTraceStep *step, const char *kind)
{
  return strcmp (step->kind, kind) == 0;
}

/* How well a step says what its turn did: what was tried says more than what was thought, that more than the asking. */
static guint
rank (const AskTraceStep *step)
{
  if (is (step, "observation"))
    return 0;
  if (is (step, "sent"))
    return 1;
  if (is (step, "thought") || is (step, "rewrite"))
    return 2;
  return 3;
}

static void
add (AskTraceLine *line, const AskTraceStep *step)
{
  g_ptr_array_add (line->steps, (gpointer) step);
  line->elapsed_ms += step->elapsed_ms;
  if (line->main == NULL || rank (step) >= rank (line->main))
    line->main = step;
}

/**
 * ask_trace_fold:
 * @answer: which must outlive what is returned
 *
 * Returns: (transfer full) (element-type AskTraceLine): its steps, a line for each turn of a model
 */
GPtrArray *
ask_trace_fold (const AskAnswer *answer)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (line_free);
  AskTraceLine *turn = NULL;

  g_return_val_if_fail (answer != NULL, lines);

  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];
      gboolean function = is (step, ASK_STEP_FUNCTION);
      AskTraceLine *line = function ? NULL : turn;

      if (line == NULL || is (step, "sent") || is (step, "answer") || is (step, "chart"))
        {
          line = g_new0 (AskTraceLine, 1);
          line->steps = g_ptr_array_new ();
          g_ptr_array_add (lines, line);
          /* What a query asks of a model stands by itself; the turn goes on. */
          if (!function)
            turn = is (step, "sent") ? line : NULL;
        }
      add (line, step);
      if (is (step, "observation"))
        turn = NULL;
    }
  return lines;
}

/**
 * ask_trace_line_get_words:
 * @self: a line
 * @step: one of its steps
 *
 * Returns: (nullable): what the step adds to what the line says: its detail; %NULL where it is the title of the line, or
 *   what another step of it says
 */
const char *
ask_trace_line_get_words (const AskTraceLine *self, const AskTraceStep *step)
{
  if (step->detail == NULL || *step->detail == '\0' || strcmp (step->detail, self->main->title) == 0)
    return NULL;
  for (guint i = 0; i < self->steps->len && self->steps->pdata[i] != step; i++)
    if (g_strcmp0 (((const AskTraceStep *) self->steps->pdata[i])->detail, step->detail) == 0)
      return NULL;
  return step->detail;
}
