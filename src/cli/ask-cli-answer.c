/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli answer: an answer of the history as a file of its own, and what is done with such files. Only saving needs
 * the workspace.
 */
#include "config.h"

#include <string.h>

#include "base/ask-delimited.h"
#include "base/ask-number.h"
#include "bundle/ask-bundle.h"
#include "cli/ask-cli.h"

/* On stderr, so that it can be read before the file is written, whatever stdout is. */
static void
print_list (const AskBundle *bundle)
{
  g_autoptr (GPtrArray) lines = ask_bundle_list (bundle);

  for (guint i = 0; i < lines->len; i++)
    g_printerr ("%s%s\n", i == 0 ? "" : "  ", (const char *) lines->pdata[i]);
}

/**
 * ask_cli_save_answer:
 * @workspace: in which it was asked
 * @answer: an answer
 * @path: (nullable): of the file; %NULL to say only what would go in
 * @bodies: what was sent goes in, too
 *
 * Says what goes into the file, then writes it.
 *
 * Returns: the exit code
 */
AskExit
ask_cli_save_answer (AskCli *cli, AskWorkspace *workspace, AskAnswer *answer, const char *path, gboolean bodies)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBundle) bundle = ask_bundle_collect (workspace, answer, bodies, &error);

  if (bundle == NULL)
    return ask_cli_failed (error);
  print_list (bundle);
  if (path == NULL)
    return ASK_EXIT_DONE;
  if (!ask_bundle_save (bundle, path, cli->cancellable, &error))
    return ask_cli_failed (error);
  if (strcmp (path, "-") != 0)
    g_print ("Saved as %s\n", path);
  return ASK_EXIT_DONE;
}

static AskExit
answer_save (AskCli *cli, int argc, char **argv)
{
  gboolean bodies = FALSE;
  gboolean dry = FALSE;
  const GOptionEntry entries[] = { { "bodies", 0, 0, G_OPTION_ARG_NONE, &bodies,
                                     "With what stood in the requests that left, byte for byte", NULL },
                                   { "dry-run", 0, 0, G_OPTION_ARG_NONE, &dry, "Only say what would go in", NULL },
                                   G_OPTION_ENTRY_NULL };
  const AskCliVerb verb = { "answer save",
                            "N FILE",
                            "Saves an answer of the history as a file that opens without its sources. What goes in is "
                            "said first: never more than what the answer, its trace and its chart show.",
                            1,
                            2,
                            entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskHistoryEntry) entry = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code))
    return code;
  if (!ask_cli_number (argv[1], &id))
    return ask_cli_usage ("answer save", "“%s” is no number from “askdata-cli history”.", argv[1]);
  if (argc < 3 && !dry)
    return ask_cli_usage ("answer save", "Say into which FILE, or --dry-run.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  entry = ask_workspace_get_history (workspace, id, &error);
  answer = entry != NULL ? ask_answer_from_json (entry->answer, &error) : NULL;
  if (answer == NULL)
    return ask_cli_failed (error);
  answer->history_id = id;
  return ask_cli_save_answer (cli, workspace, answer, dry ? NULL : argv[2], bodies);
}

static AskExit
print_saved (const AskBundle *bundle)
{
  g_autofree char *when = ask_cli_time (bundle->saved_at);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "\nSaved %s by AskData %s. Tables, for “answer query”:\n", when,
                          bundle->program != NULL ? bundle->program : "?");
  for (guint i = 0; i < bundle->tables->len; i++)
    {
      const AskBundleTable *table = bundle->tables->pdata[i];
      g_autofree char *n = ask_number_count (ask_rows_get_n_rows (table->rows));
      g_autofree char *all = ask_number_count ((guint64) table->n_rows);
      gboolean some = table->n_rows > (gint64) ask_rows_get_n_rows (table->rows);

      g_string_append_printf (text, "  %s  %s%s%s %s\n", table->name, n, some ? " of " : "", some ? all : "",
                              table->n_rows == 1 ? "row" : "rows");
    }
  for (guint i = 0; i < bundle->sent->len; i++)
    {
      if (i == 0)
        g_string_append (text, "\nWhat left the machine for it:\n");
      ask_cli_append_sent (text, ((AskBundleSent *) bundle->sent->pdata[i])->entry);
    }
  return ask_cli_print (text->str);
}

static AskExit
answer_show (AskCli *cli, int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autofree char *picture = NULL;
  const GOptionEntry entries[] = { { "chart", 0, 0, G_OPTION_ARG_FILENAME, &picture,
                                     "Draw it again: .png, .svg, .pdf or .vl.json; - is stdout", "FILE" },
                                   ASK_CLI_FORMAT (&format),
                                   G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "answer show", "FILE", "Shows a saved answer. No source and no workspace is needed.", 1, 1, entries };
  g_autoptr (AskBundle) bundle = NULL;
  g_autoptr (AskChart) chart = NULL;
  g_autoptr (GError) error = NULL;
  gboolean json;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code) || !ask_cli_is_json ("answer show", format, &json, &code)
      || (picture != NULL && !ask_cli_is_chart ("answer show", picture, &code)))
    return code;
  bundle = ask_bundle_open (argv[1], cli->cancellable, &error);
  if (bundle == NULL)
    return ask_cli_failed (error);
  chart = ask_bundle_draw (bundle, &error);
  if (error != NULL)
    return ask_cli_failed (error);
  if (picture != NULL && chart == NULL)
    g_printerr ("There is nothing to draw.\n");
  else if (picture != NULL
           && !ask_chart_export (chart, picture, ASK_CLI_CHART_WIDTH, ASK_CLI_CHART_HEIGHT, cli->cancellable, &error))
    return ask_cli_failed (error);
  if (g_strcmp0 (picture, "-") == 0)
    return ASK_EXIT_DONE;
  if (json)
    {
      g_autoptr (JsonNode) drawn = chart != NULL ? ask_chart_to_json (chart) : NULL;
      g_autofree char *text = ask_answer_to_json (bundle->answer, drawn, ASK_CLI_JSON_ROWS);
      g_autofree char *line = g_strconcat (text, "\n", NULL);

      return ask_cli_print (line);
    }
  g_print ("%s\n", bundle->answer->question);
  return ask_cli_print_answer (bundle->answer) == ASK_EXIT_DONE ? print_saved (bundle) : ASK_EXIT_FAILED;
}

static AskExit
answer_trace (AskCli *cli, int argc, char **argv)
{
  g_autofree char *cell = NULL;
  const GOptionEntry entries[] = { { "cell", 0, 0, G_OPTION_ARG_STRING, &cell,
                                     "Show the rows behind row R, column C of the answer, from 1", "R,C" },
                                   G_OPTION_ENTRY_NULL };
  const AskCliVerb verb = { "answer trace", "FILE", "Shows the steps of a saved answer.", 1, 1, entries };
  AskProvenancePlace place = { 0 };
  g_autoptr (AskBundle) bundle = NULL;
  g_autoptr (AskProvenance) behind = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code))
    return code;
  if (cell != NULL && !ask_cli_read_cell (cell, &place))
    return ask_cli_usage ("answer trace", "--cell takes a row and a column from 1 on, such as 2,3, not “%s”.", cell);
  bundle = ask_bundle_open (argv[1], cli->cancellable, &error);
  if (bundle == NULL)
    return ask_cli_failed (error);
  if (cell == NULL)
    {
      ask_cli_print_steps (bundle->answer);
      return ASK_EXIT_DONE;
    }
  behind = ask_bundle_find_behind (bundle, &place, cli->cancellable, &error);
  return behind != NULL ? ask_cli_print_behind (behind) : ask_cli_failed (error);
}

static AskExit
print_rows (const AskRows *rows, const char *format)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n = ask_rows_get_n_rows (rows);

  if (strcmp (format, "csv") == 0)
    return ask_cli_print_csv (rows);
  if (strcmp (format, "json") == 0)
    {
      g_string_append_c (text, '{');
      ask_json_append_rows (text, rows, G_MAXSIZE);
      g_string_append (text, "}\n");
    }
  else
    {
      ask_delimited_append_table (text, rows, ASK_CLI_TEXT_ROWS);
      if (n > ASK_CLI_TEXT_ROWS)
        g_string_append_printf (text, "… %" G_GSIZE_FORMAT " rows in all\n", n);
    }
  return ask_cli_print (text->str);
}

static AskExit
print_table (const AskBundle *bundle, const char *name, const char *format)
{
  const AskBundleTable *table = ask_bundle_find_table (bundle, name);

  if (table == NULL)
    {
      g_printerr ("askdata-cli: this file has no table “%s”. “askdata-cli answer show” lists those that it has.\n",
                  name);
      return ASK_EXIT_FAILED;
    }
  if (ask_rows_get_truncated (table->rows))
    g_printerr ("Note: there were more rows than these.\n");
  return print_rows (table->rows, format);
}

static AskExit
answer_query (AskCli *cli, int argc, char **argv)
{
  g_autofree char *given = NULL;
  g_autofree char *table = NULL;
  const GOptionEntry entries[] = { { "table", 0, 0, G_OPTION_ARG_STRING, &table,
                                     "Instead of SQL: the rows of this table as they are kept", "NAME" },
                                   { "format", 0, 0, G_OPTION_ARG_STRING, &given, "table, json or csv", "FORMAT" },
                                   G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "answer query",
        "FILE [SQL]",
        "Runs one SELECT over the tables of a saved answer. Without SQL the answer's own query runs "
        "again, over the rows of the steps before it.",
        1,
        2,
        entries };
  g_autoptr (AskBundle) bundle = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean same = TRUE;
  const char *format;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code))
    return code;
  format = given != NULL ? given : "table";
  if (strcmp (format, "table") != 0 && strcmp (format, "json") != 0 && strcmp (format, "csv") != 0)
    return ask_cli_usage ("answer query", "There is no format “%s”; there are table, json and csv.", format);
  if (table != NULL && argc > 2)
    return ask_cli_usage ("answer query", "Give either SQL or --table, not both.");
  bundle = ask_bundle_open (argv[1], cli->cancellable, &error);
  if (bundle == NULL)
    return ask_cli_failed (error);
  if (table != NULL)
    return print_table (bundle, table, format);
  result = argc > 2 ? ask_bundle_query (bundle, argv[2], cli->cancellable, &error)
                    : ask_bundle_run_again (bundle, &same, cli->cancellable, &error);
  if (result == NULL)
    return ask_cli_failed (error);
  if (argc == 2)
    g_printerr (same ? "The same rows as in the answer.\n" : "Note: these are not the rows of the answer.\n");
  return print_rows (result->rows, format);
}

/** ask_cli_answer: Returns: the exit code of `askdata-cli answer save|show|trace|query` */
AskExit
ask_cli_answer (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[]
    = { { "save", answer_save }, { "show", answer_show }, { "trace", answer_trace }, { "query", answer_query } };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (argc > 1 && (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0))
    {
      g_print ("Usage: askdata-cli answer save N FILE | show FILE | trace FILE | query FILE [SQL]\n\n"
               "An answer as a file of its own, which opens without its sources. Each has its own --help.\n");
      return ASK_EXIT_DONE;
    }
  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  return ask_cli_usage ("answer", "Say save, show, trace or query.");
}
