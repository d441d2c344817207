/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a command may cost: its options, and the question before what passes a threshold. Where nobody sits at a
 * terminal that is an error which says what allows it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/ask-spend.h"
#include "cli/ask-cli.h"

/**
 * ask_cli_check_cost:
 * @cost: as it was typed
 * @command: whose options they are
 * @code: (out): %ASK_EXIT_USAGE where they are wrong, which was printed
 *
 * Returns: whether they can be used
 */
gboolean
ask_cli_check_cost (const AskCliCost *cost, const char *command, AskExit *code)
{
  const struct
  {
    const char *option;
    double value;
  } caps[] = { { "max-calls", (double) cost->max_calls },
               { "max-fetched", (double) cost->max_fetched },
               { "max-bytes", (double) cost->max_bytes },
               { "max-price", cost->max_price } };

  for (guint i = 0; i < G_N_ELEMENTS (caps); i++)
    if (caps[i].value != -1 && !(caps[i].value > 0))
      {
        *code = ask_cli_usage (command, "--%s takes a number above 0.", caps[i].option);
        return FALSE;
      }
  if (cost->dry_run && cost->any_cost)
    {
      *code = ask_cli_usage (command, "--dry-run runs nothing, so --any-cost means nothing beside it.");
      return FALSE;
    }
  return TRUE;
}

/** ask_cli_get_caps: @cost: checked. Returns: the caps in it */
AskAgentCaps
ask_cli_get_caps (const AskCliCost *cost)
{
  return (AskAgentCaps) { (guint64) MAX (0, cost->max_calls), (guint64) MAX (0, cost->max_fetched),
                          (guint64) MAX (0, cost->max_bytes), MAX (0, cost->max_price) };
}

static void
print_dry (const AskPreview *preview, AskCliCost *cost)
{
  g_autofree char *lines = ask_preview_to_lines (preview);

  cost->told = TRUE;
  if (cost->json)
    {
      ask_cli_print_json (ask_preview_to_json (preview));
      return;
    }
  if (preview->words != NULL)
    g_print ("%s\n", preview->words);
  if (preview->sql != NULL)
    g_print ("%s\n\n", preview->sql);
  g_print ("%s\n%s\n", lines,
           preview->model != NULL ? "Nothing was sent. Which queries the model would write is not known before."
                                  : "Nothing was run.");
}

/* The option that caps what is asked about. */
static const char *
get_option (const AskPreview *preview)
{
  /* No cap lets pictures go. */
  if (preview->shows)
    return NULL;
  switch (preview->threshold)
    {
    case ASK_THRESHOLD_CALLS:
      return "--max-calls N";
    case ASK_THRESHOLD_ROWS:
      return "--max-fetched N";
    case ASK_THRESHOLD_BYTES:
      return "--max-bytes N";
    case ASK_THRESHOLD_PRICE:
      return "--max-price P";
    case ASK_THRESHOLD_SECONDS:
    case ASK_THRESHOLD_TOKENS:
      break;
    }
  return NULL;
}

/** ask_cli_read_line: @cancellable: ends the wait. Returns: (transfer full) (nullable): a line of standard input */
char *
ask_cli_read_line (GCancellable *cancellable)
{
  GPollFD polled[2] = { { .fd = STDIN_FILENO, .events = G_IO_IN } };
  gboolean both = g_cancellable_make_pollfd (cancellable, &polled[1]);
  char buffer[64];
  gboolean good = FALSE;

  while (g_poll (polled, both ? 2 : 1, -1) < 0)
    ;
  if (both)
    g_cancellable_release_fd (cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    good = fgets (buffer, sizeof buffer, stdin) != NULL;
  return good ? g_strdup (g_strstrip (buffer)) : NULL;
}

/* Returns: whether the person caps it by a number */
static gboolean
take_cap (const AskPreview *preview, const char *text, AskAgentCaps *caps)
{
  gint64 number;

  if (get_option (preview) == NULL || !ask_cli_number (text, &number) || number <= 0)
    return FALSE;
  if (preview->threshold == ASK_THRESHOLD_CALLS)
    caps->calls = (guint64) number;
  else if (preview->threshold == ASK_THRESHOLD_ROWS)
    caps->rows = (guint64) number;
  else if (preview->threshold == ASK_THRESHOLD_BYTES)
    caps->bytes = (guint64) number;
  else
    caps->price = (double) number;
  return TRUE;
}

/* Asks at the terminal. */
static gboolean
ask_person (const AskPreview *preview, const char *reason, AskAgentCaps *caps, GCancellable *cancellable,
            GError **error)
{
  g_autofree char *lines = ask_preview_to_lines (preview);
  g_autofree char *line = NULL;

  g_printerr ("%s\n%s\n%s ", reason, lines,
              get_option (preview) != NULL ? "Run it? y, n, or a number to cap it:" : "Run it? y or n:");
  line = ask_cli_read_line (cancellable);
  if (line != NULL && (g_ascii_strcasecmp (line, "y") == 0 || g_ascii_strcasecmp (line, "yes") == 0))
    return TRUE;
  if (line != NULL && take_cap (preview, line, caps))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "It was not run.");
  return FALSE;
}

/**
 * ask_cli_on_preview:
 * @preview: what is about to be done
 * @caps: (inout): changed where a person caps it
 * @cancellable: (nullable): ends the wait
 * @cost: the command's options
 * @error: %G_IO_ERROR_CANCELLED, or %ASK_AGENT_ERROR_COST where nobody can be asked
 *
 * Returns: whether it may be done
 */
gboolean
ask_cli_on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, AskCliCost *cost,
                    GError **error)
{
  const char *option = get_option (preview);
  g_autoptr (GError) reason = NULL;
  g_autofree char *lines = NULL;

  if (preview->dry)
    {
      print_dry (preview, cost);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "It was not run.");
      return FALSE;
    }
  ask_preview_fail (preview, &reason);
  if (isatty (STDIN_FILENO) && isatty (STDERR_FILENO))
    return ask_person (preview, reason->message, caps, cancellable, error);
  lines = ask_preview_to_lines (preview);
  g_strdelimit (lines, "\n", ';');
  g_set_error (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST,
               "%s It was not run (%s). Run it with --any-cost%s%s, or ask for less with a condition. --dry-run says "
               "beforehand what it costs.",
               reason->message, lines, option != NULL ? ", or with a cap: " : "", option != NULL ? option : "");
  return FALSE;
}
