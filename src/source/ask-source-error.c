/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Errors of sources. Of some it is known which operation they are about, so that a person can be led there; that goes
 * with the error wherever it is handed on.
 */
#include "config.h"

#include "source/ask-source.h"

#include "base/ask-error.h"
ASK_DEFINE_ERROR ("ask-source-error-quark", ask_source_error)

/** ask_source_error_is_away: Returns: whether @error says that nobody answers now, so that it may be another time */
gboolean
ask_source_error_is_away (const GError *error)
{
  static const AskSourceError away[] = { ASK_SOURCE_ERROR_UNREACHABLE, ASK_SOURCE_ERROR_TIMED_OUT,
                                         ASK_SOURCE_ERROR_BUSY, ASK_SOURCE_ERROR_SERVER, ASK_SOURCE_ERROR_CUT };

  for (guint i = 0; i < G_N_ELEMENTS (away); i++)
    if (g_error_matches (error, ASK_SOURCE_ERROR, (int) away[i]))
      return TRUE;
  return FALSE;
}

/**
 * ask_source_error_set_operation:
 * @error: (nullable): of %ASK_SOURCE_ERROR
 * @source: its name
 * @operation: as "GET /orders"
 *
 * Says that a person has to say something about this operation of an API before it goes on.
 */
void
ask_source_error_set_operation (GError *error, const char *source, const char *operation)
{
  g_return_if_fail (error == NULL || error->domain == ASK_SOURCE_ERROR);
  ask_error_set_about (error, source, operation);
}

/**
 * ask_source_error_get_operation:
 * @error: of any domain
 * @source: (out) (transfer none) (nullable): the name of the source
 *
 * Returns: (transfer none) (nullable): the operation that a person has to say something about
 */
const char *
ask_source_error_get_operation (const GError *error, const char **source)
{
  *source = NULL;
  return error->domain == ASK_SOURCE_ERROR ? ask_error_get_about (error, source) : NULL;
}
