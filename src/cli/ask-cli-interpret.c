/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli interpret: what a question may mean, as SQL and in words. No model is asked, and no rows are shown.
 */
#include "config.h"

#include "cli/ask-cli.h"

static void
append_rows (GString *text, gint64 n_rows)
{
  if (n_rows >= ASK_READING_MAX_ROWS)
    g_string_append_printf (text, "  (%d rows or more)", ASK_READING_MAX_ROWS);
  else if (n_rows >= 0)
    g_string_append_printf (text, "  (%" G_GINT64_FORMAT " %s)", n_rows, n_rows == 1 ? "row" : "rows");
}

static AskExit
print_text (const AskInterpretation *found)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (found->readings->len == 0)
    g_string_append (text, "This cannot be read as a question about the data.\n");
  else if (found->doubtful)
    g_string_append (text, "Probably not a question about the data. The nearest readings are:\n");
  else if (!found->confident)
    g_string_append (text, "Not sure. It may mean:\n");
  for (guint i = 0; i < found->readings->len; i++)
    {
      const AskQuestionReading *reading = found->readings->pdata[i];

      g_string_append_printf (text, "%3.0f %%  %s", 100 * reading->score, reading->words);
      append_rows (text, reading->n_rows);
      g_string_append_printf (text, "\n       %s\n", reading->sql);
    }
  for (guint i = 0; i < found->unknown->len; i++)
    g_string_append_printf (text, "%s “%s”%s", i == 0 ? "Not understood:" : ",", (char *) found->unknown->pdata[i],
                            i + 1 == found->unknown->len ? ".\n" : "");
  return ask_cli_print (text->str);
}

/** ask_cli_interpret: Returns: the exit code of `askdata-cli interpret QUESTION` */
AskExit
ask_cli_interpret (AskCli *cli, int argc, char **argv)
{
  const AskCliVerb verb = { "interpret",
                            "QUESTION",
                            "Says what QUESTION may mean, the likeliest first: in words, as SQL, and how likely it is. "
                            "It asks no model and shows no rows. As JSON: {\"question\": …, \"confident\": whether the "
                            "first one would be shown as the answer, \"readings\": [{\"sql\": …, \"score\": 0 to 1, "
                            "\"words\": …, \"links\": what the words were taken for}, …], \"unknown\": words that mean "
                            "nothing here}.",
                            1,
                            1,
                            NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskInterpretation) found = NULL;
  g_autoptr (GError) error = NULL;
  gboolean json = FALSE;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  found = ask_agent_interpret (workspace, argv[1], cli->cancellable, &error);
  if (found == NULL)
    return ask_cli_failed (error);
  return json ? ask_cli_print_json (ask_interpretation_to_json (found)) : print_text (found);
}
