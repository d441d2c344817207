/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli pairs: which values of two lists llm_join() found to belong together: look at them, confirm, cut and add. What is
 * said here counts for the next query.
 */
#include "config.h"

#include <string.h>

#include "base/ask-json.h"
#include "cli/ask-cli.h"
#include "store/ask-workspace-pairs.h"

static void
print_list (const AskPairList *list)
{
  g_autofree char *when = ask_cli_time (list->seen_at);

  g_print ("%" G_GINT64_FORMAT "  %s = %s%s%s%s  %" G_GINT64_FORMAT " %s", list->id, list->left, list->right,
           *list->criterion != '\0' ? " (" : "", list->criterion, *list->criterion != '\0' ? ")" : "", list->n_pairs,
           list->n_pairs == 1 ? "pair" : "pairs");
  if (list->n_cut > 0)
    g_print (", %" G_GINT64_FORMAT " cut", list->n_cut);
  g_print (", %s%s%s\n", list->model != NULL ? list->model : "", list->model != NULL ? ", " : "", when);
}

static void
print_pair (const AskPair *pair)
{
  static const char *const hows[] = { "equal", "nearly equal", "the model", "added" };
  static const char *const verdicts[] = { "", ", confirmed", ", cut" };

  g_print ("%" G_GINT64_FORMAT "  %s = %s  %s%s\n", pair->id, pair->left, pair->right, hows[pair->how],
           verdicts[pair->verdict]);
}

/* Returns: whether @text is the number of a list or a pair; else @code is set */
static gboolean
take_number (const char *command, const char *text, gint64 *number, AskExit *code)
{
  if (ask_cli_number (text, number) && *number > 0)
    return TRUE;
  *code = ask_cli_usage (command, "It takes a number that “pairs list” prints, not “%s”.", text);
  return FALSE;
}

static AskExit
pairs_list (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "pairs list", "[LIST]", "Lists what was matched; with LIST its pairs, those to look at first.", 0, 1 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GError) error = NULL;
  gint64 list = 0;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (argc > 1 && !take_number ("pairs list", argv[1], &list, &code))
    return code;
  found
    = list > 0 ? ask_workspace_list_pairs (workspace, list, &error) : ask_workspace_list_pair_lists (workspace, &error);
  if (found == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < found->len; i++)
    if (list > 0)
      print_pair (found->pdata[i]);
    else
      print_list (found->pdata[i]);
  if (found->len == 0 && list > 0)
    g_printerr ("The list %s has no pair.\n", argv[1]);
  else if (found->len == 0)
    g_printerr ("Nothing was matched yet. A query with llm_join() does.\n");
  return ASK_EXIT_DONE;
}

static AskExit
correct (AskCli *cli, const AskCliVerb *verb, int argc, char **argv, AskPairVerdict verdict)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  for (int i = 1; i < argc; i++)
    {
      gint64 pair;

      if (!take_number (verb->command, argv[i], &pair, &code))
        return code;
      if (!ask_workspace_correct_pair (workspace, pair, verdict, &error))
        return ask_cli_failed (error);
    }
  return ASK_EXIT_DONE;
}

static AskExit
pairs_confirm (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "pairs confirm", "PAIR…", "Says that pairs hold. Their values are asked about no more.", 1, G_MAXINT };

  return correct (cli, &verb, argc, argv, ASK_PAIR_CONFIRMED);
}

static AskExit
pairs_cut (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "pairs cut", "PAIR…", "Says that pairs do not hold. Their left values are asked about no more.", 1, G_MAXINT };

  return correct (cli, &verb, argc, argv, ASK_PAIR_CUT);
}

/* A value as it was typed: JSON where it reads as a number, else a text. */
static char *
to_json (const char *typed)
{
  g_autoptr (JsonNode) node = ask_json_parse (typed, -1, NULL);
  GString *json;

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return ask_json_to_string (node, FALSE);
  json = g_string_new (NULL);
  ask_json_append_string (json, typed, -1);
  return g_string_free (json, FALSE);
}

static AskExit
pairs_add (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "pairs add", "LIST LEFT RIGHT",
        "Adds a pair that nothing found: two values, a number as it is, all else a text.", 3, 3 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;
  g_autoptr (GError) error = NULL;
  gint64 list;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (!take_number (verb.command, argv[1], &list, &code))
    return code;
  left = to_json (argv[2]);
  right = to_json (argv[3]);
  return ask_workspace_add_pair (workspace, list, left, right, &error) ? ASK_EXIT_DONE : ask_cli_failed (error);
}

static AskExit
pairs_remove (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "pairs remove", "LIST", "Forgets a list, with all that was said of its pairs.", 1, 1 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  gint64 list;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (!take_number (verb.command, argv[1], &list, &code))
    return code;
  return ask_workspace_remove_pair_list (workspace, list, &error) ? ASK_EXIT_DONE : ask_cli_failed (error);
}

/** ask_cli_pairs: Returns: the exit code of `askdata-cli pairs …` */
AskExit
ask_cli_pairs (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[] = {
    { "list", pairs_list }, { "confirm", pairs_confirm }, { "cut", pairs_cut },
    { "add", pairs_add },   { "remove", pairs_remove },
  };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli pairs list|confirm|cut|add|remove …\nEach has a --help of its own.\n");
  return ask_cli_usage ("pairs", "Say list, confirm, cut, add or remove.");
}
