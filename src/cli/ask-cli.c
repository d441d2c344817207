/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the commands share: opening the workspace, reading options, messages and exit codes. Results
 * go to stdout and nothing else does.
 */
#include "config.h"

#include "cli/ask-cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/ask-delimited.h"
#include "base/ask-file-writer.h"
#include "base/ask-text.h"

/** ask_cli_failed: Returns: %ASK_EXIT_FAILED, the error said on one line of stderr */
AskExit
ask_cli_failed (const GError *error)
{
  g_autofree char *line = g_strdup (error->message);

  g_strdelimit (line, "\r\n", ' ');
  g_printerr ("askdata-cli: %s\n", line);
  return ASK_EXIT_FAILED;
}

/**
 * ask_cli_usage:
 * @command: as AskCliVerb.command; "" where no command was recognized
 * @format: of printf(): what is wrong, one sentence
 * @...: what @format asks for
 *
 * Says on stderr what is wrong and where to read more.
 *
 * Returns: %ASK_EXIT_USAGE
 */
AskExit
ask_cli_usage (const char *command, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("askdata-cli: %s\nTry “askdata-cli %s%s--help”.\n", text, command, command[0] != '\0' ? " " : "");
  return ASK_EXIT_USAGE;
}

/**
 * ask_cli_find_branch:
 * @branches: (array length=n): what a command does, by the word behind it
 * @n: of @branches
 * @argc: words from the command's own name on
 * @argv: (array length=argc): those words
 *
 * Returns: (nullable): what does the word behind the command; %NULL where there is none, or another one
 */
AskCommandFunc
ask_cli_find_branch (const AskCliBranch *branches, gsize n, int argc, char **argv)
{
  for (gsize i = 0; argc > 1 && i < n; i++)
    if (strcmp (branches[i].word, argv[1]) == 0)
      return branches[i].run;
  return NULL;
}

/** ask_cli_open: Returns: (transfer full) (nullable): the workspace; a failure has been said */
AskWorkspace *
ask_cli_open (AskCli *cli)
{
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = ask_workspace_open (cli->workspace, &error);

  if (workspace == NULL)
    ask_cli_failed (error);
  return workspace;
}

/* @format: (nullable): where --format goes, of a command that has it */
static gboolean
read_words (const AskCliVerb *verb, char **format, int *argc, char ***argv, AskExit *code)
{
  g_autoptr (GOptionContext) context = g_option_context_new (verb->words);
  g_autoptr (GError) error = NULL;
  g_autofree char *program = g_strconcat ("askdata-cli ", verb->command, NULL);
  gboolean help = FALSE;
  GOptionEntry own[] = { { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this", NULL }, G_OPTION_ENTRY_NULL };
  GOptionEntry formats[] = { ASK_CLI_FORMAT (format), G_OPTION_ENTRY_NULL };
  char *name = (*argv)[0];

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, verb->summary);
  if (verb->entries != NULL)
    g_option_context_add_main_entries (context, verb->entries, NULL);
  if (format != NULL)
    g_option_context_add_main_entries (context, formats, NULL);
  g_option_context_add_main_entries (context, own, NULL);
  g_set_prgname (program);
  (*argv)[0] = program;
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      (*argv)[0] = name;
      *code = ask_cli_usage (verb->command, "%s.", error->message);
      return FALSE;
    }
  (*argv)[0] = name;
  if (help)
    {
      g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);

      *code = ask_cli_print (text);
      return FALSE;
    }
  /* "--" only ends the options. */
  if (*argc > 1 && strcmp ((*argv)[1], "--") == 0)
    {
      (*argv)[1] = name;
      (*argv)++;
      (*argc)--;
    }
  if (*argc - 1 < verb->least || *argc - 1 > verb->most)
    {
      *code = ask_cli_usage (verb->command, "“%s” takes %s, and got %d word%s.", verb->command,
                             verb->most == 0 ? "nothing more" : verb->words, *argc - 1, *argc - 1 == 1 ? "" : "s");
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_cli_parse:
 * @verb: the command
 * @argc: (inout): as main() has it; on return the words without the options
 * @code: (out): what to end with, where this returns %FALSE
 *
 * Reads the options behind a command, and --help.
 *
 * Returns: whether to go on
 */
gboolean
ask_cli_parse (const AskCliVerb *verb, int *argc, char ***argv, AskExit *code)
{
  return read_words (verb, NULL, argc, argv, code);
}

/**
 * ask_cli_begin:
 * @verb: the command
 * @json: (out) (optional): whether --format said json; %NULL for a command without --format
 * @argc: (inout): as main() has it; on return the words without the options
 * @code: (out): what to end with, where this returns %NULL; else %ASK_EXIT_DONE
 *
 * What most commands begin with: reads the words and options, and opens the workspace once they are right.
 *
 * Returns: (transfer full) (nullable): the workspace; what is wrong has been said otherwise
 */
AskWorkspace *
ask_cli_begin (AskCli *cli, const AskCliVerb *verb, gboolean *json, int *argc, char ***argv, AskExit *code)
{
  g_autofree char *format = NULL;
  AskWorkspace *workspace;

  if (!read_words (verb, json != NULL ? &format : NULL, argc, argv, code)
      || (json != NULL && !ask_cli_is_json (verb->command, format, json, code)))
    return NULL;
  workspace = ask_cli_open (cli);
  *code = workspace != NULL ? ASK_EXIT_DONE : ASK_EXIT_FAILED;
  return workspace;
}

/**
 * ask_cli_forget:
 * @verb: the command
 * @what: what it has the workspace forget
 * @one: one thing of it, in a word whose plural has an s
 *
 * All of a command that forgets; says how much there was.
 *
 * Returns: the exit code of the command
 */
AskExit
ask_cli_forget (AskCli *cli, const AskCliVerb *verb, const AskForgettable *what, const char *one, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (!what->count (workspace, &n, &error) || !what->forget (workspace, &error))
    return ask_cli_failed (error);
  g_print ("Forgot %u %s%s\n", n, one, n == 1 ? "" : "s");
  return ASK_EXIT_DONE;
}

static gboolean
has_ending (const char *path, const char *const *endings)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; endings[i] != NULL; i++)
    if (g_str_has_suffix (lower, endings[i]))
      return TRUE;
  return strcmp (path, "-") == 0;
}

/**
 * ask_cli_is_picture:
 * @command: as of ask_cli_usage()
 * @path: where the picture is to go; "-" is standard output
 * @code: (out): set where this returns %FALSE, and said
 *
 * Returns: whether its ending is that of a picture, in any case; "-" needs none
 */
gboolean
ask_cli_is_picture (const char *command, const char *path, AskExit *code)
{
  static const char *const endings[] = { ".png", ".svg", ".pdf", NULL };

  if (has_ending (path, endings))
    return TRUE;
  *code = ask_cli_usage (command, "A picture is written as .png, .svg or .pdf, not as “%s”.", path);
  return FALSE;
}

/**
 * ask_cli_is_chart:
 * @command: as of ask_cli_usage()
 * @path: where the chart is to go; "-" is standard output
 * @code: (out): set where this returns %FALSE, and said
 *
 * Returns: whether its ending is that of a picture or of Vega-Lite, in any case; "-" needs none
 */
gboolean
ask_cli_is_chart (const char *command, const char *path, AskExit *code)
{
  static const char *const endings[] = { ".png", ".svg", ".pdf", ".vl.json", NULL };

  if (has_ending (path, endings))
    return TRUE;
  *code = ask_cli_usage (command, "A chart is written as .png, .svg, .pdf or .vl.json, not as “%s”.", path);
  return FALSE;
}

/**
 * ask_cli_is_json:
 * @command: as of ask_cli_usage()
 * @format: (nullable): what --format said
 * @json: (out): whether that is JSON
 * @code: (out): set where this returns %FALSE, and said
 *
 * Returns: whether it is text or json
 */
gboolean
ask_cli_is_json (const char *command, const char *format, gboolean *json, AskExit *code)
{
  *json = g_strcmp0 (format, "json") == 0;
  if (*json || format == NULL || strcmp (format, "text") == 0)
    return TRUE;
  *code = ask_cli_usage (command, "There is no format “%s”; there are text and json.", format);
  return FALSE;
}

/**
 * ask_cli_number:
 * @text: as it was typed
 * @number: (out): set where %TRUE is returned
 *
 * Returns: whether the whole of @text is a whole number of 0 or more
 */
gboolean
ask_cli_number (const char *text, gint64 *number)
{
  return g_ascii_string_to_signed (text, 10, 0, G_MAXINT64, number, NULL);
}

/**
 * ask_cli_print:
 * @text: printed as it is, without a newline behind it
 *
 * Returns: %ASK_EXIT_DONE where all of it reached stdout; a failure has been said
 */
AskExit
ask_cli_print (const char *text)
{
  return ask_cli_print_bytes (text, strlen (text));
}

/**
 * ask_cli_print_bytes:
 * @bytes: (array length=length): printed as they are, whatever they are
 * @length: how many
 *
 * Returns: as ask_cli_print()
 */
AskExit
ask_cli_print_bytes (const char *bytes, gsize length)
{
  if (fwrite (bytes, 1, length, stdout) == length && fflush (stdout) == 0)
    return ASK_EXIT_DONE;
  g_printerr ("askdata-cli: The result could not be written (%s).\n", g_strerror (errno));
  return ASK_EXIT_FAILED;
}

/**
 * ask_cli_print_csv:
 * @rows: printed in portions: a million of them need not be one string
 *
 * Returns: as ask_cli_print()
 */
AskExit
ask_cli_print_csv (const AskRows *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n = ask_rows_get_n_rows (rows);

  ask_delimited_append_header (text, rows, ASK_DELIMITED_CSV);
  for (gsize from = 0; from < n; from += 4096)
    {
      ask_delimited_append_rows (text, rows, from, MIN (n, from + 4096), ASK_DELIMITED_CSV);
      if (ask_cli_print (text->str) != ASK_EXIT_DONE)
        return ASK_EXIT_FAILED;
      g_string_truncate (text, 0);
    }
  return ask_cli_print (text->str);
}

/**
 * ask_cli_export:
 * @rows: written to @path; how many they are is told
 * @path: a file; - is standard output
 * @format: how
 *
 * Returns: the exit code
 */
AskExit
ask_cli_export (AskCli *cli, const AskRows *rows, const char *path, AskTableFormat format)
{
  g_autoptr (GError) error = NULL;
  gsize n = ask_rows_get_n_rows (rows);

  if (!ask_table_export (rows, NULL, path, format, cli->cancellable, &error))
    return ask_cli_failed (error);
  g_printerr ("%s: %" G_GSIZE_FORMAT " %s\n", path, n, n == 1 ? "row" : "rows");
  return ASK_EXIT_DONE;
}

/**
 * ask_cli_print_json:
 * @node: (transfer full)
 *
 * Returns: as ask_cli_print()
 */
AskExit
ask_cli_print_json (JsonNode *node)
{
  g_autofree char *text = ask_json_to_string (node, TRUE);
  g_autofree char *line = g_strconcat (text, "\n", NULL);

  json_node_unref (node);
  return ask_cli_print (line);
}

/**
 * ask_cli_write_file:
 * @path: of a file, which is replaced as a whole; "-" is standard output
 * @text: all that it is to hold
 *
 * Returns: %ASK_EXIT_DONE where the whole file was written; a failure has been said
 */
AskExit
ask_cli_write_file (AskCli *cli, const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (ask_file_write (path, text, strlen (text), cli->cancellable, &error))
    return ASK_EXIT_DONE;
  return ask_cli_failed (error);
}

/** ask_cli_time: Returns: (transfer full): @time, in µs since 1970, as local date and time; "–" for 0, and for no time at all */
char *
ask_cli_time (gint64 time)
{
  g_autoptr (GDateTime) utc = NULL;
  g_autoptr (GDateTime) local = NULL;

  if (time == 0)
    return g_strdup ("–");
  utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  return local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M") : g_strdup ("–");
}
