/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli: finds the command and gives it its words.
 */
#include "config.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/ask-secret.h"
#include "blend/ask-blend-question.h"
#include "cli/ask-cli.h"

static const struct
{
  const char *name;
  AskCommandFunc run;
  const char *summary;
} commands[] = {
  { "ask", ask_cli_ask, "Answer a question in plain language" },
  { "interpret", ask_cli_interpret, "Say what a question may mean, without a model" },
  { "complete", ask_cli_complete, "Say what can follow while a question is typed" },
  { "route", ask_cli_route, "List the sources that could answer a question, and why" },
  { "source", ask_cli_source, "Add, set, list, test, refresh and remove sources" },
  { "schema", ask_cli_schema, "Show, check, edit, compare, export and import the schema" },
  { "draft", ask_cli_draft, "Collect edits of the schema, and publish them as one" },
  { "browse", ask_cli_browse, "Show the rows of an entity, a page at a time" },
  { "profile", ask_cli_profile, "Say what the values of an entity are like" },
  { "query", ask_cli_query, "Run one SELECT over all sources" },
  { "explain", ask_cli_explain, "Say in plain words what a SELECT asks for" },
  { "chart", ask_cli_chart, "Draw the result of one SELECT" },
  { "cost", ask_cli_cost, "Show and set above what you are asked first" },
  { "board", ask_cli_board, "Keep answers together on boards; refresh and export them" },
  { "verified", ask_cli_verified, "Keep questions with the SQL that answers them" },
  { "pairs", ask_cli_pairs, "Look at and correct which values of two lists belong together" },
  { "function", ask_cli_function, "Define functions of SQL that a language model answers" },
  { "learned", ask_cli_learned, "List and forget what was learned from choices; say what is wrong" },
  { "inbox", ask_cli_inbox, "List what wants a person; do or dismiss it" },
  { "ledger", ask_cli_ledger, "List, show and delete what left this machine" },
  { "history", ask_cli_history, "List earlier questions" },
  { "trace", ask_cli_trace, "Show how an earlier answer came about" },
  { "answer", ask_cli_answer, "Save an earlier answer as a file, and open such files" },
  { "model", ask_cli_model, "Set, show and test the language model" },
};

static void
print_help (void)
{
  g_print ("Usage: askdata-cli [--workspace FILE] COMMAND …\n\n"
           "Ask your databases and web APIs in plain language.\n\n"
           "Commands:\n");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("  %-9s %s\n", commands[i].name, commands[i].summary);
  g_print ("\nOptions:\n"
           "  --workspace FILE  The workspace; otherwise %s\n"
           "  --version         Print the version\n"
           "  --help            Show this, or a command's own help behind its name\n\n"
           "Exit codes: 0 done, 1 failed, 2 wrong usage.\n",
           "$XDG_DATA_HOME/askdata/workspace.askdata");
}

static int pipe_of_signals[2];

static void
on_signal (int number)
{
  char byte = 0;

  /* A full pipe means that a signal is on its way already. */
  if (write (pipe_of_signals[1], &byte, 1) < 0)
    return;
}

/* Ctrl+C cancels, so that the command ends in order; a second one ends it at once. */
static gpointer
wait_for_signal (gpointer cancellable)
{
  char byte;

  while (read (pipe_of_signals[0], &byte, 1) < 0)
    ;
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* Whatever is said repeats what was typed, and that may have been a password in the wrong place. */
static void
print_masked (const char *text)
{
  g_autofree char *masked = ask_secret_mask (text);

  fputs (masked, stderr);
  fflush (stderr);
}

int
main (int argc, char **argv)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *path = NULL;
  AskCli cli = { NULL, cancellable };
  int first = 1;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, ASK_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("askdata-cli");
  g_set_printerr_handler (print_masked);
  ask_blend_use_kept ();
  while (first < argc && argv[first][0] == '-')
    {
      const char *option = argv[first++];

      if (strcmp (option, "--help") == 0 || strcmp (option, "-h") == 0)
        {
          print_help ();
          return ASK_EXIT_DONE;
        }
      if (strcmp (option, "--version") == 0)
        {
          g_print ("askdata-cli %s\n", ASK_VERSION);
          return ASK_EXIT_DONE;
        }
      if (strcmp (option, "--workspace") == 0 && first < argc)
        cli.workspace = argv[first++];
      else if (g_str_has_prefix (option, "--workspace=") && option[12] != '\0')
        cli.workspace = option + strlen ("--workspace=");
      else
        return g_str_has_prefix (option, "--workspace") ? ask_cli_usage ("", "“%s” needs the path of a file.", option)
                                                        : ask_cli_usage ("", "There is no option “%s”.", option);
    }
  if (first >= argc)
    return ask_cli_usage ("", "Say what to do.");
  if (cli.workspace == NULL)
    cli.workspace = path = ask_workspace_get_default_path ();

  if (g_unix_open_pipe (pipe_of_signals, FD_CLOEXEC, NULL))
    {
      g_thread_unref (g_thread_new ("signals", wait_for_signal, cancellable));
      signal (SIGINT, on_signal);
      signal (SIGTERM, on_signal);
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, argv[first]) == 0)
      return commands[i].run (&cli, argc - first, argv + first);
  return ask_cli_usage ("", "There is no command “%s”.", argv[first]);
}
