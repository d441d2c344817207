/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli model: which language model answers questions.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/ask-agent.h"
#include "agent/ask-model-check.h"
#include "agent/ask-prompts.h"
#include "cli/ask-cli.h"
#include "base/ask-secret.h"
#include "llm/ask-openai.h"
#include "llm/ask-openai-url.h"

/* What is either on or off; on where nobody said. */
static const struct
{
  const char *option;
  const char *setting;
  const char *what;
  const char *on;
  const char *off;
} switches[] = {
  { "answer-here-first", "model/answer-here-first",
    "Answer without the model what is sure on this machine (on), or ask the model always (off)",
    "What is sure is answered on this machine, without the model.", "The model is always asked." },
  { "tell-facts", "model/facts",
    "Tell the model what columns are like, such as that numbers are kept as text, but no value",
    "The model is told what columns are like, without a value.",
    "The model is told nothing of what columns are like." },
  { "tell-reading", "model/reading",
    "Tell the model what the question's words were found as, and how a program reads it",
    "The model is told how the question is read here.", "The model is not told how the question is read here." },
  { "tell-reasons", "model/diagnosis",
    "Tell the model which condition of its query leaves no row, without a value of the data",
    "The model is told why a query has no row.", "The model is not told why a query has no row." },
  { "select-tables", "model/select",
    "Where not all tables fit, let the small model (else the model) first choose those that a question needs",
    "Where not all tables fit, a model first chooses those that a question needs.",
    "No model chooses tables beforehand." },
  { "constrain", "model/constrain", "Let the server hold replies to the form that AskData asks for, where it can",
    "Replies are held to the form where the server can do that.", "Replies are not held to a form." },
};

#define SMALL "%s chooses tables for the model where not all of them fit.\n"

/* In which form the model is asked for its replies. */
static const struct
{
  const char *form;
  const char *what;
} forms[] = {
  { "auto", "The model is asked in the form in which “askdata-cli model test” found it best." },
  { "text", "The model is asked for plain text." },
  { "json", "The model is asked for JSON." },
  { "tools", "The model is asked to call tools." },
};

static const char *
find_form (const char *form)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (strcmp (forms[i].form, form) == 0)
      return forms[i].what;
  return NULL;
}

#define TIME_OUT "The model's server may be silent for %d s.\n"

static gboolean
is_off (AskWorkspace *workspace, guint at)
{
  g_autofree char *setting = ask_workspace_get_setting (workspace, switches[at].setting);

  return g_strcmp0 (setting, "off") == 0;
}

/* Of a number that is not given; -1 may be. */
#define NONE_GIVEN G_MININT

/* What is set beside the model itself. */
typedef struct
{
  char *switched[G_N_ELEMENTS (switches)];
  char *small;
  char *small_url;
  char *form;
  int context_length;
  int candidates;
  int time_out;
} Extras;

static void
extras_clear (Extras *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    g_free (self->switched[i]);
  g_free (self->small);
  g_free (self->small_url);
  g_free (self->form);
}

static gboolean
has_extras (const Extras *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (self->switched[i] != NULL)
      return TRUE;
  return self->context_length != NONE_GIVEN || self->candidates != NONE_GIVEN || self->time_out != NONE_GIVEN
         || self->small != NULL || self->form != NULL;
}

static gboolean
is_none (const char *name)
{
  return *name == '\0' || strcmp (name, "none") == 0;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Extras, extras_clear)

/* Returns: whether they can be kept; else the usage was printed */
static gboolean
check_extras (const Extras *self, AskExit *code)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (self->switched[i] != NULL && strcmp (self->switched[i], "on") != 0 && strcmp (self->switched[i], "off") != 0)
      {
        *code = ask_cli_usage ("model set", "--%s takes on or off, not “%s”.", switches[i].option, self->switched[i]);
        return FALSE;
      }
  if (self->form != NULL && find_form (self->form) == NULL)
    {
      *code = ask_cli_usage ("model set", "--form takes auto, text, json or tools, not “%s”.", self->form);
      return FALSE;
    }
  if (self->context_length != NONE_GIVEN && self->context_length != 0
      && self->context_length < ASK_CONTEXT_LEAST_LENGTH)
    {
      *code = ask_cli_usage ("model set",
                             "--context-length takes a number of tokens, %d at least, or 0 for what its server says.",
                             ASK_CONTEXT_LEAST_LENGTH);
      return FALSE;
    }
  if (self->candidates != NONE_GIVEN && (self->candidates < 1 || self->candidates > ASK_VOTE_MAX_CANDIDATES))
    {
      *code = ask_cli_usage ("model set", "--candidates takes a number from 1 to %d.", ASK_VOTE_MAX_CANDIDATES);
      return FALSE;
    }
  if (self->time_out != NONE_GIVEN && (self->time_out < 0 || self->time_out > ASK_MODEL_MAX_TIME_OUT))
    {
      *code = ask_cli_usage ("model set", "--time-out takes seconds, %d at most, or 0 for the usual.",
                             ASK_MODEL_MAX_TIME_OUT);
      return FALSE;
    }
  if (self->small_url != NULL && (self->small == NULL || is_none (self->small)))
    {
      *code = ask_cli_usage ("model set", "--small-url goes with --small, which names the model on that server.");
      return FALSE;
    }
  return TRUE;
}

/* Without an address it is on the server of the large one, whatever it was before. */
static gboolean
save_small (const Extras *self, AskWorkspace *workspace, GError **error)
{
  gboolean none = self->small != NULL && is_none (self->small);

  if (self->small == NULL)
    return TRUE;
  if (self->small_url != NULL)
    {
      AskOpenaiOptions options = { .url = self->small_url, .model = self->small };
      g_autoptr (AskModel) model = ask_openai_new (&options, error);

      if (model == NULL)
        return FALSE;
    }
  return ask_openai_check_secrets (self->small_url, self->small, NULL, error)
         && ask_workspace_set_setting (workspace, "model/small-name", none ? NULL : self->small, error)
         && ask_workspace_set_setting (workspace, "model/small-url", self->small_url, error);
}

static gboolean
save_extras (const Extras *self, AskWorkspace *workspace, GError **error)
{
  g_autofree char *length = self->context_length > 0 ? g_strdup_printf ("%d", self->context_length) : NULL;
  g_autofree char *candidates = self->candidates > 1 ? g_strdup_printf ("%d", self->candidates) : NULL;
  g_autofree char *time_out = self->time_out > 0 ? g_strdup_printf ("%d", self->time_out) : NULL;
  const char *form = g_strcmp0 (self->form, "auto") != 0 ? self->form : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (self->switched[i] != NULL
        && !ask_workspace_set_setting (workspace, switches[i].setting, self->switched[i], error))
      return FALSE;
  return save_small (self, workspace, error)
         && (self->form == NULL || ask_workspace_set_setting (workspace, "model/form", form, error))
         && (self->context_length < 0 || ask_workspace_set_setting (workspace, "model/context-length", length, error))
         && (self->time_out < 0 || ask_workspace_set_setting (workspace, "model/time-out", time_out, error))
         && (self->candidates < 0 || ask_workspace_set_setting (workspace, "model/candidates", candidates, error));
}

static void
print_extras (const Extras *self, AskWorkspace *workspace)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (self->switched[i] != NULL)
      g_print ("%s\n", is_off (workspace, i) ? switches[i].off : switches[i].on);
  if (self->small != NULL && is_none (self->small))
    g_print ("The model chooses its tables itself.\n");
  else if (self->small != NULL)
    g_print (SMALL, self->small);
  if (self->form != NULL)
    g_print ("%s\n", find_form (self->form));
  if (self->context_length > 0)
    g_print ("The model reads %d tokens.\n", self->context_length);
  else if (self->context_length == 0)
    g_print ("The model's server is asked how much it reads.\n");
  if (self->time_out > 0)
    g_print (TIME_OUT, self->time_out);
  else if (self->time_out == 0)
    g_print ("The model's server may be silent for as long as usual.\n");
  if (self->candidates > 1)
    g_print ("The model is asked for %d queries, and what most of them give is the answer.\n", self->candidates);
  else if (self->candidates == 1)
    g_print ("The model is asked for one query.\n");
}

/* @name: (nullable): as given; @none: whether no model is used any more */
static gboolean
set_embeddings (AskWorkspace *workspace, const char *name, gboolean none, GError **error)
{
  gboolean off = none || (name != NULL && is_none (name));

  if (name == NULL && !none)
    return TRUE;
  if (!ask_workspace_set_setting (workspace, "model/embeddings", off ? NULL : name, error))
    return FALSE;
  if (name != NULL && off)
    g_print ("No embeddings are used.\n");
  else if (name != NULL)
    g_print (
      "%s makes embeddings: the text of each question, and names and descriptions without data, go to the model's "
      "server.\n",
      name);
  return TRUE;
}

/* The model itself. */
typedef struct
{
  char *url;
  char *name;
  char *key_env;
  char *embeddings;
  gboolean none;
} Named;

static void
named_clear (Named *self)
{
  g_free (self->url);
  g_free (self->name);
  g_free (self->key_env);
  g_free (self->embeddings);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Named, named_clear)

static AskExit
set_model (AskCli *cli, const Named *named, const Extras *extras)
{
  gboolean some = named->url != NULL || named->name != NULL || named->key_env != NULL;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *server = NULL;

  if ((named->none && (some || named->embeddings != NULL)) || (some && (named->url == NULL || named->name == NULL))
      || (!named->none && !some && named->embeddings == NULL && !has_extras (extras)))
    return ask_cli_usage ("model set", "Give --url and --model, or --none alone, or one of the other options.");
  if (some)
    {
      /* A URL that no client takes is wrong now, not at the first question. */
      AskOpenaiOptions options = { .url = named->url, .model = named->name };

      if (!ask_openai_check_secrets (named->url, named->name, named->key_env, &error)
          || (model = ask_openai_new (&options, &error)) == NULL)
        return ask_cli_failed (error);
    }
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  server = ask_workspace_get_setting (workspace, "model/url");
  if (named->embeddings != NULL && !some && server == NULL)
    return ask_cli_usage ("model set", "Embeddings are made by the model's server. Set one first: --url and --model.");
  if (!ask_openai_check_secrets (NULL, named->embeddings, NULL, &error) || !save_extras (extras, workspace, &error)
      || ((some || named->none) && !ask_agent_set_model (workspace, named->url, named->name, named->key_env, &error)))
    return ask_cli_failed (error);
  if (named->none)
    g_print ("No model is used.\n");
  else if (some)
    g_print ("%s at %s\n", named->name, named->url);
  if (!set_embeddings (workspace, named->embeddings, named->none, &error))
    return ask_cli_failed (error);
  print_extras (extras, workspace);
  return ASK_EXIT_DONE;
}

static AskExit
model_set (AskCli *cli, int argc, char **argv)
{
  g_auto (Named) named = { 0 };
  g_auto (Extras) extras = { .context_length = NONE_GIVEN, .candidates = NONE_GIVEN, .time_out = NONE_GIVEN };
  GOptionEntry entries[] = {
    { "url", 0, 0, G_OPTION_ARG_STRING, &named.url,
      "A server that speaks chat completions, such as http://localhost:11434/v1", "URL" },
    { "model", 0, 0, G_OPTION_ARG_STRING, &named.name, "The model's name on it", "NAME" },
    { "key-env", 0, 0, G_OPTION_ARG_STRING, &named.key_env, "The environment variable that holds the key", "VARIABLE" },
    { "embeddings", 0, 0, G_OPTION_ARG_STRING, &named.embeddings,
      "The server's model for embeddings, which help to find the source of a question, or none", "NAME" },
    { "none", 0, 0, G_OPTION_ARG_NONE, &named.none, "Use no model", NULL },
    { "context-length", 0, 0, G_OPTION_ARG_INT, &extras.context_length,
      "How much the model can read; the first prompt takes no more than two fifths of it. 0: the server is asked",
      "TOKENS" },
    { "candidates", 0, 0, G_OPTION_ARG_INT, &extras.candidates,
      "How many queries the model is asked for, each of which costs a call; their results are compared", "N" },
    { switches[0].option, 0, 0, G_OPTION_ARG_STRING, &extras.switched[0], switches[0].what, "on|off" },
    { switches[1].option, 0, 0, G_OPTION_ARG_STRING, &extras.switched[1], switches[1].what, "on|off" },
    { switches[2].option, 0, 0, G_OPTION_ARG_STRING, &extras.switched[2], switches[2].what, "on|off" },
    { switches[3].option, 0, 0, G_OPTION_ARG_STRING, &extras.switched[3], switches[3].what, "on|off" },
    { switches[4].option, 0, 0, G_OPTION_ARG_STRING, &extras.switched[4], switches[4].what, "on|off" },
    { switches[5].option, 0, 0, G_OPTION_ARG_STRING, &extras.switched[5], switches[5].what, "on|off" },
    { "form", 0, 0, G_OPTION_ARG_STRING, &extras.form,
      "How it is asked to reply: in plain text, JSON or calls of tools; auto: as “model test” found best",
      "auto|text|json|tools" },
    { "time-out", 0, 0, G_OPTION_ARG_INT, &extras.time_out,
      "How long the server may be silent; 0 for the usual: 900 on this computer and in its network, else 120",
      "SECONDS" },
    { "small", 0, 0, G_OPTION_ARG_STRING, &extras.small,
      "A small, quick model that chooses tables for the large one, or none", "NAME" },
    { "small-url", 0, 0, G_OPTION_ARG_STRING, &extras.small_url,
      "Its server, where that is another one; it gets no key", "URL" },
    G_OPTION_ENTRY_NULL,
  };
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "model set", NULL, "Sets the language model.", 0, 0, entries }, &argc, &argv,
                      &code)
      || !check_extras (&extras, &code))
    return code;
  return set_model (cli, &named, &extras);
}

/* In which form it is asked, where that is known without asking anybody. */
static void
show_form (AskWorkspace *workspace)
{
  g_autoptr (AskModel) model = ask_agent_open_model (workspace, NULL);
  g_autofree char *words = model != NULL ? ask_model_check_form_to_words (workspace, model) : NULL;

  /* That its key is missing is said where it is asked. */
  if (words != NULL)
    g_print ("%s\n", words);
}

static AskExit
model_show (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autofree char *url = NULL;
  g_autofree char *name = NULL;
  g_autofree char *key_env = NULL;
  g_autofree char *length = NULL;
  g_autofree char *candidates = NULL;
  g_autofree char *embeddings = NULL;
  g_autofree char *small = NULL;
  g_autofree char *time_out = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "model show", NULL, "Shows which language model is set.", 0, 0 }, &argc, &argv,
                      &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  url = ask_workspace_get_setting (workspace, "model/url");
  name = ask_workspace_get_setting (workspace, "model/name");
  key_env = ask_workspace_get_setting (workspace, "model/key-env");
  length = ask_workspace_get_setting (workspace, "model/context-length");
  candidates = ask_workspace_get_setting (workspace, "model/candidates");
  embeddings = ask_workspace_get_setting (workspace, "model/embeddings");
  small = ask_workspace_get_setting (workspace, "model/small-name");
  time_out = ask_workspace_get_setting (workspace, "model/time-out");
  if (url == NULL || name == NULL)
    g_print ("No model is set.\n");
  else
    {
      /* Earlier versions kept an address with its key. */
      g_autofree char *shown = ask_secret_mask (url);

      g_print ("%s at %s%s%s\n", name, shown, key_env != NULL ? ", key from $" : "", key_env != NULL ? key_env : "");
      if (embeddings != NULL)
        g_print ("%s makes embeddings.\n", embeddings);
      if (small != NULL)
        g_print (SMALL, small);
      if (length != NULL)
        g_print ("The model reads %s tokens.\n", length);
      if (time_out != NULL)
        g_print (TIME_OUT, atoi (time_out));
      show_form (workspace);
      if (candidates != NULL)
        g_print ("The model is asked for %s queries, and what most of them give is the answer.\n", candidates);
      for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
        if (is_off (workspace, i))
          g_print ("%s\n", switches[i].off);
    }
  return ASK_EXIT_DONE;
}

static AskExit
model_test (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (AskModelCheck) check = NULL;
  g_autofree char *words = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (
        &(AskCliVerb) { "model test", NULL,
                        "Gives the model small made-up tasks: whether it answers, how fast, and in which form "
                        "it replies best, which is kept.",
                        0, 0 },
        &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  model = ask_agent_open_model (workspace, &error);
  if (model == NULL && error == NULL)
    {
      g_printerr ("askdata-cli: No model is set. Set one with “askdata-cli model set”.\n");
      return ASK_EXIT_FAILED;
    }
  if (model == NULL || (check = ask_model_check (workspace, model, cli->cancellable, &error)) == NULL)
    return ask_cli_failed (error);
  words = ask_model_check_to_words (check);
  g_print ("%s\n", words);
  return ASK_EXIT_DONE;
}

static AskExit
model_embed (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;
  guint n;

  if (!ask_cli_parse (
        &(AskCliVerb) { "model embed", NULL,
                        "Makes the embeddings of all names that have none yet. While questions are asked, "
                        "it happens by itself, some at a time.",
                        0, 0 },
        &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (ask_agent_embed_names (workspace, &n, cli->cancellable, &error))
    {
      g_print ("%u sources and entities were sent; all have embeddings.\n", n);
      return ASK_EXIT_DONE;
    }
  if (error != NULL)
    return ask_cli_failed (error);
  g_printerr ("askdata-cli: No model for embeddings is set. Set one with “askdata-cli model set --embeddings NAME”.\n");
  return ASK_EXIT_FAILED;
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
      g_print ("%-10s %s\n", names[i], replaced ? "the workspace's own" : "as it comes");
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

static AskExit
model_forget (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "model forget", NULL,
        "Forgets what models answered about values. SQL that asks about them asks, and pays, again; verified questions "
        "and boards with such SQL fail until it is run.",
        0, 0 };

  return ask_cli_forget (cli, &verb, &ask_forgettable_answers, "answer", argc, argv);
}

/** ask_cli_model: Returns: the exit code of `askdata-cli model …` */
AskExit
ask_cli_model (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[] = {
    { "set", model_set },           { "show", model_show },     { "test", model_test },     { "embed", model_embed },
    { "find", ask_cli_model_find }, { "prompt", model_prompt }, { "forget", model_forget },
  };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli model find|set|show|test|embed|prompt|forget …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("model", "Say find, set, show, test, embed, prompt or forget.");
}
