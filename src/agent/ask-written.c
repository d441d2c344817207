/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing is read into the question, and no model is asked: the person has said what is meant. What runs passes the same
 * guards and the same gate as any query.
 */
#include "config.h"

#include "agent/ask-written.h"

#include <glib/gi18n.h>

#include "agent/ask-empty.h"

/**
 * ask_written_answer:
 * @run: with SQL that a person wrote
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: FALSE exactly where @error is set; else the answer is made, or says why there is none
 */
gboolean
ask_written_answer (AskAgentRun *run, GError **error)
{
  const char *sql = run->options.sql;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;
  AskTraceStep *step;

  run->model = NULL;
  run->answer->written = TRUE;
  step = ask_run_step (run, "sql", _ ("Ran the SQL that you wrote"), NULL);
  if (ask_run_open_engine (run, &failure))
    result = ask_run_query (run, step, sql, NULL, &failure);
  if (result != NULL)
    {
      ask_run_answer (run, result, sql);
      return ask_rows_get_n_rows (result->rows) > 0 || ask_empty_explain (run, sql, NULL, NULL, error);
    }
  if (ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (run->engine != NULL)
    ask_engine_add_hint (run->engine, sql, failure);
  ask_run_fail (run, failure);
  return TRUE;
}
