/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before a model's query runs, its literals are put right; after an answer without rows, it is looked into. What is
 * found becomes a step of the trace. A model that were told a stored value, or that there is one near its guess, would
 * learn what nobody allowed.
 */
#include "config.h"

#include "agent/ask-spell.h"

#include <glib/gi18n.h>

#include "sql/ask-sql-parser.h"
#include "understand/value/ask-value-diagnose.h"

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
  g_autoptr (GError) failure = NULL;
  g_autoptr (GString) detail = g_string_new (NULL);

  if (run->corrector == NULL)
    run->corrector = ask_value_corrector_new (run->workspace, ask_engine_get_schema (run->engine));
  corrected = ask_value_correct (run->corrector, sql, run->engine, run->cancellable, &failure);
  if (failure != NULL && failure->domain == ASK_SQL_ERROR)
    return g_strdup (sql);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
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
  return g_strdup (corrected->sql);
}

/**
 * ask_spell_explain:
 * @run: with an engine
 * @sql: gave no row
 * @error: %G_IO_ERROR_CANCELLED
 *
 * A step says why there is no row, where that can be counted.
 *
 * Returns: whether nobody cancelled it
 */
gboolean
ask_spell_explain (AskAgentRun *run, const char *sql, GError **error)
{
  g_autoptr (GPtrArray) reasons = NULL;
  g_autoptr (GError) failure = NULL;
  g_autoptr (GString) detail = g_string_new (NULL);

  reasons = ask_value_diagnose (run->engine, sql, run->cancellable, &failure);
  if (failure != NULL && failure->domain != ASK_SQL_ERROR)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  /* It ran, but names an earlier step, of which the schema knows nothing. */
  for (guint i = 0; reasons != NULL && i < reasons->len; i++)
    g_string_append_printf (detail, "%s%s", i > 0 ? " " : "", ((AskEmptyReason *) reasons->pdata[i])->text);
  if (detail->len > 0)
    ask_run_step (run, "values", _ ("Why there is no row"), detail->str);
  return TRUE;
}
