/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli model: which language model answers questions.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-prompts.h"
#include "cli/ask-cli.h"
#include "base/ask-secret.h"
#include "llm/ask-openai.h"
#include "llm/ask-openai-url.h"

static void
print_first (AskWorkspace *workspace)
{
  g_print (ask_agent_is_here_first (workspace) ? "What is sure is answered on this machine, without the model.\n"
                                               : "The model is always asked.\n");
}

static AskExit
model_set (AskCli *cli, int argc, char **argv)
{
  g_autofree char *url = NULL;
  g_autofree char *name = NULL;
  g_autofree char *key_env = NULL;
  g_autofree char *first = NULL;
  gboolean none = FALSE;
  gboolean some;
  GOptionEntry entries[]
    = { { "url", 0, 0, G_OPTION_ARG_STRING, &url,
          "A server that speaks chat completions, such as http://localhost:11434/v1", "URL" },
        { "model", 0, 0, G_OPTION_ARG_STRING, &name, "The model's name on it", "NAME" },
        { "key-env", 0, 0, G_OPTION_ARG_STRING, &key_env, "The environment variable that holds the key", "VARIABLE" },
        { "none", 0, 0, G_OPTION_ARG_NONE, &none, "Use no model", NULL },
        { "answer-here-first", 0, 0, G_OPTION_ARG_STRING, &first,
          "Answer without the model what is sure on this machine (on), or ask the model always (off)", "on|off" },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "model set", NULL, "Sets the language model.", 0, 0, entries }, &argc, &argv,
                      &code))
    return code;
  if (first != NULL && strcmp (first, "on") != 0 && strcmp (first, "off") != 0)
    return ask_cli_usage ("model set", "--answer-here-first takes on or off, not “%s”.", first);
  some = url != NULL || name != NULL || key_env != NULL;
  if ((none && some) || (some && (url == NULL || name == NULL)) || (!none && !some && first == NULL))
    return ask_cli_usage ("model set", "Give --url and --model, or --none alone, or --answer-here-first.");
  if (some)
    {
      /* A URL that no client takes is wrong now, not at the first question. */
      AskOpenaiOptions options = { .url = url, .model = name };

      if (!ask_openai_check_secrets (url, name, key_env, &error) || (model = ask_openai_new (&options, &error)) == NULL)
        return ask_cli_failed (error);
    }
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (first != NULL && !ask_workspace_set_setting (workspace, "model/answer-here-first", first, &error))
    return ask_cli_failed (error);
  if ((some || none)
      && (!ask_workspace_set_setting (workspace, "model/url", url, &error)
          || !ask_workspace_set_setting (workspace, "model/name", name, &error)
          || !ask_workspace_set_setting (workspace, "model/key-env", key_env, &error)))
    return ask_cli_failed (error);
  if (none)
    g_print ("No model is used.\n");
  else if (some)
    g_print ("%s at %s\n", name, url);
  if (first != NULL)
    print_first (workspace);
  return ASK_EXIT_DONE;
}

static AskExit
model_show (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autofree char *url = NULL;
  g_autofree char *name = NULL;
  g_autofree char *key_env = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "model show", NULL, "Shows which language model is set.", 0, 0 }, &argc, &argv,
                      &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  url = ask_workspace_get_setting (workspace, "model/url");
  name = ask_workspace_get_setting (workspace, "model/name");
  key_env = ask_workspace_get_setting (workspace, "model/key-env");
  if (url == NULL || name == NULL)
    g_print ("No model is set.\n");
  else
    {
      /* Earlier versions kept an address with its key. */
      g_autofree char *shown = ask_secret_mask (url);

      g_print ("%s at %s%s%s\n", name, shown, key_env != NULL ? ", key from $" : "", key_env != NULL ? key_env : "");
      if (!ask_agent_is_here_first (workspace))
        print_first (workspace);
    }
  return ASK_EXIT_DONE;
}

static AskExit
model_test (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "model test", NULL, "Asks the server whether it has the model.", 0, 0 }, &argc,
                      &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  model = ask_agent_open_model (workspace, &error);
  if (model == NULL && error == NULL)
    {
      g_printerr ("askdata-cli: No model is set. Set one with “askdata-cli model set”.\n");
      return ASK_EXIT_FAILED;
    }
  if (model == NULL || !ask_model_test (model, cli->cancellable, &error))
    return ask_cli_failed (error);
  g_print ("%s answers.\n", ask_model_get_name (model));
  return ASK_EXIT_DONE;
}

static AskExit
prompt_list (AskWorkspace *workspace)
{
  const char *const *names = ask_prompts_list ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean replaced;
      g_autofree char *text = ask_prompts_load (workspace, names[i], &replaced, &error);

      if (text == NULL)
        return ask_cli_failed (error);
      g_print ("%-8s %s\n", names[i], replaced ? "the workspace's own" : "as it comes");
    }
  return ASK_EXIT_DONE;
}

static AskExit
model_prompt (AskCli *cli, int argc, char **argv)
{
  gboolean reset = FALSE;
  GOptionEntry entries[]
    = { { "reset", 0, 0, G_OPTION_ARG_NONE, &reset, "Go back to the prompt that AskData comes with", NULL },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "model prompt", "[NAME [FILE]]",
                                      "Lists the prompts, prints one, or puts a file in its place.", 0, G_MAXINT,
                                      entries },
                      &argc, &argv, &code))
    return code;
  if (argc > 3 || (reset && argc != 2))
    return ask_cli_usage ("model prompt",
                          reset ? "--reset takes the name of one prompt." : "Give a name, or a name and a file.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (argc == 1)
    return prompt_list (workspace);
  if (argc == 2 && !reset)
    {
      text = ask_prompts_load (workspace, argv[1], NULL, &error);
      return text != NULL ? ask_cli_print (text) : ask_cli_failed (error);
    }
  if ((argc == 3 && !g_file_get_contents (argv[2], &text, NULL, &error))
      || !ask_prompts_replace (workspace, argv[1], text, &error))
    return ask_cli_failed (error);
  g_print ("%s: %s\n", argv[1], reset ? "as it comes" : "the workspace's own");
  return ASK_EXIT_DONE;
}

/** ask_cli_model: Returns: the exit code of `askdata-cli model …` */
AskExit
ask_cli_model (AskCli *cli, int argc, char **argv)
{
  static const struct
  {
    const char *word;
    AskCommandFunc run;
  } verbs[] = {
    { "set", model_set },
    { "show", model_show },
    { "test", model_test },
    { "prompt", model_prompt },
  };

  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (verbs[i].word, argv[1]) == 0)
      return verbs[i].run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli model set|show|test|prompt …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("model", "Say set, show, test or prompt.");
}
