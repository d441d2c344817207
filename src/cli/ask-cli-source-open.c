/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli source open and source sample: sources that need no name and no kind.
 */
#include "config.h"

#include "bundle/ask-file-sort.h"
#include "cli/ask-cli.h"
#include "store/ask-sample.h"
#include "store/ask-workspace-files.h"

static AskExit
say_added (const AskSourceRecord *record)
{
  g_print ("Added %s: %u %s.\n", record->name, record->n_entities, record->n_entities == 1 ? "entity" : "entities");
  return ASK_EXIT_DONE;
}

/* What is none of them has a command of its own. */
static AskExit
open_file (AskCli *cli, AskWorkspace *workspace, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autofree char *whole = g_file_get_path (file);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GError) error = NULL;
  const AskSourceKind *kind;
  AskFileSort sort;

  if (!ask_file_sort_find (whole != NULL ? whole : path, &sort, &kind, &error))
    return ask_cli_failed (error);
  if (sort == ASK_FILE_ANSWER)
    g_set_error (&error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 "“%s” is a saved answer. Read it by “askdata-cli answer show”.", path);
  else if (sort == ASK_FILE_BOARD)
    g_set_error (&error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 "“%s” is a board. Take it by “askdata-cli board import '%s'”.", path, path);
  else if (sort == ASK_FILE_WORKSPACE)
    g_set_error (&error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 "“%s” is a workspace. Name it with --workspace before the command.", path);
  else if (kind->nature != ASK_NATURE_FILE)
    g_set_error (&error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 "“%s” describes an API, which may want keys. Add it by “askdata-cli source add %s NAME '%s'”.", path,
                 kind->word, path);
  else
    record = ask_workspace_add_file (workspace, kind, whole, &notes, cli->cancellable, &error);
  ask_cli_say_notes (notes);
  return record != NULL ? say_added (record) : ask_cli_failed (error);
}

/** ask_cli_source_open: Returns: the exit code of `askdata-cli source open FILE…` */
AskExit
ask_cli_source_open (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  AskExit worst = ASK_EXIT_DONE;
  AskExit code;

  if (!ask_cli_parse (
        &(AskCliVerb) { "source open", "FILE…",
                        "Registers databases, spreadsheets and folders of documents under their own names.", 1,
                        G_MAXINT },
        &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  for (int i = 1; i < argc; i++)
    {
      code = open_file (cli, workspace, argv[i]);
      worst = code != ASK_EXIT_DONE ? code : worst;
    }
  return worst;
}

/** ask_cli_source_sample: Returns: the exit code of `askdata-cli source sample` */
AskExit
ask_cli_source_sample (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "source sample", "",
                                      "Registers the sample that is installed with the program, with questions about "
                                      "it. “source remove” takes both out again.",
                                      0, 0 },
                      &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  record = ask_workspace_add_sample (workspace, cli->cancellable, &error);
  return record != NULL ? say_added (record) : ask_cli_failed (error);
}
