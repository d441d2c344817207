/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows that a model asks to see, at the command line: whoever sits at a terminal sees them first and decides; --show-rows
 * decides beforehand, and prints what left.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "agent/ask-consent-places.h"
#include "cli/ask-cli.h"

/** ask_cli_can_consent: @show_rows: --show-rows was typed. Returns: whether a model may ask to see rows at all */
gboolean
ask_cli_can_consent (gboolean show_rows)
{
  return show_rows || (isatty (STDIN_FILENO) && isatty (STDERR_FILENO));
}

/**
 * ask_cli_on_consent:
 * @consent: what is asked
 * @show_rows: --show-rows was typed
 * @answer: (out): what was decided
 * @cancellable: (nullable): ends the wait
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: whether there is an answer
 */
gboolean
ask_cli_on_consent (const AskConsent *consent, gboolean show_rows, AskConsentAnswer *answer, GCancellable *cancellable,
                    GError **error)
{
  const char *model = consent->model != NULL ? consent->model : "the model";
  g_autofree char *places = ask_consent_to_places (consent);
  g_autofree char *line = NULL;

  if (show_rows)
    {
      g_printerr ("Shown to %s, of %s:\n%s\n", model, places, consent->text);
      *answer = ASK_CONSENT_ONCE;
      return TRUE;
    }
  g_printerr ("%s asks to see this, of %s:\n%s\nShow it? o for this once, a for always, n for no: ", model, places,
              consent->text);
  line = ask_cli_read_line (cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  *answer = line == NULL                              ? ASK_CONSENT_NO
            : g_ascii_strncasecmp (line, "o", 1) == 0 ? ASK_CONSENT_ONCE
            : g_ascii_strncasecmp (line, "a", 1) == 0 ? ASK_CONSENT_ALWAYS
                                                      : ASK_CONSENT_NO;
  return TRUE;
}
