/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-bench: the public benchmark. It prepares a folder, serves it, runs an agent or another system, and scores.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

#include "bench/ask-trial.h"

#define USAGE \
  "Usage: askdata-bench prepare|serve|run|score DIR …\n" \
  "\n" \
  "  prepare DIR --databases FOLDER --questions FILE   Moves a share of the tables behind APIs\n" \
  "  serve DIR [--port N]                              Serves these APIs until it is stopped\n" \
  "  run DIR --url URL --model NAME                    Asks an agent all questions\n" \
  "  run DIR --http URL                                Asks another system\n" \
  "  score DIR                                         Prints the figures\n" \
  "\n" \
  "Each has a --help of its own. doc/benchmark.md describes all of it.\n"

enum
{
  EXIT_DONE = 0,
  EXIT_FAILED = 1,
  EXIT_USAGE = 2
};

static int
usage (const char *words)
{
  g_printerr ("askdata-bench: %s\n", words);
  return EXIT_USAGE;
}

static int
fail (const GError *error)
{
  g_printerr ("askdata-bench: %s\n", error->message);
  return EXIT_FAILED;
}

/* Returns: whether the options are read and there is exactly one folder; else that has been said */
static gboolean
parse (const char *words, const GOptionEntry *entries, int *argc, char ***argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (words);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, &error))
    usage (error->message);
  else if (*argc != 2)
    usage ("Name one folder.");
  else
    return TRUE;
  return FALSE;
}

static gboolean
read_designs (const char *text, GArray *designs, GError **error)
{
  g_auto (GStrv) names = g_strsplit (text != NULL ? text : "optional,keys,paged,required,aggregate,document", ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      AskTrialDesign design;

      if (!ask_trial_design_from_string (g_strstrip (names[i]), &design))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       "“%s” is no design. There are optional, keys, paged, required, aggregate and document.",
                       names[i]);
          return FALSE;
        }
      g_array_append_val (designs, design);
    }
  return TRUE;
}

static int
prepare (int argc, char **argv)
{
  g_autofree char *databases = NULL;
  g_autofree char *questions = NULL;
  g_autofree char *designs = NULL;
  int share = 50;
  int variants = 3;
  int seed = 1;
  const GOptionEntry entries[]
    = { { "databases", 0, 0, G_OPTION_ARG_FILENAME, &databases, "SQLite files: NAME.sqlite, or NAME/NAME.sqlite",
          "FOLDER" },
        { "questions", 0, 0, G_OPTION_ARG_FILENAME, &questions, "A JSON object a line: question, databases, sql",
          "FILE" },
        { "share", 0, 0, G_OPTION_ARG_INT, &share, "Percent of the tables behind APIs (50)", "P" },
        { "designs", 0, 0, G_OPTION_ARG_STRING, &designs,
          "Of the APIs, in turn: optional,keys,paged,required,aggregate,document", "LIST" },
        { "variants", 0, 0, G_OPTION_ARG_INT, &variants, "How many drawings of values decide (3)", "N" },
        { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Of all that is drawn (1)", "N" },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskTrial) trial = NULL;
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (AskTrialDesign));
  g_autoptr (GError) error = NULL;

  if (!parse ("DIR - moves a share of the tables behind APIs", entries, &argc, &argv))
    return EXIT_USAGE;
  if (databases == NULL || questions == NULL)
    return usage ("Say --databases FOLDER and --questions FILE.");
  if (share < 0 || share > 100 || variants < 1 || variants > 20)
    return usage ("A share is from 0 to 100 percent, and there are 1 to 20 variants.");
  if (!read_designs (designs, chosen, &error))
    return usage (error->message);
  trial = ask_trial_new (argv[1]);
  trial->n_variants = (guint) variants;
  if (!ask_trial_prepare (trial, &(AskTrialPlan) { databases, questions, (guint) share, (guint32) seed, chosen },
                          &error))
    return fail (error);
  g_print ("%s: %u questions over %u databases, %d drawings of values\n", argv[1], trial->questions->len,
           trial->databases->len, variants);
  return EXIT_DONE;
}

static int
serve (int argc, char **argv)
{
  int port = 0;
  const GOptionEntry entries[]
    = { { "port", 0, 0, G_OPTION_ARG_INT, &port, "Where to listen on 127.0.0.1; otherwise any that is free", "N" },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskTrial) trial = NULL;
  g_autoptr (AskTrialServer) server = NULL;
  g_autoptr (GMainLoop) loop = NULL;
  g_autoptr (GError) error = NULL;

  if (!parse ("DIR - serves the APIs of a trial until it is stopped", entries, &argc, &argv))
    return EXIT_USAGE;
  if (port < 0 || port > 65535)
    return usage ("A port is from 1 to 65535.");
  if ((trial = ask_trial_open (argv[1], &error)) == NULL
      || (server = ask_trial_server_new (trial, (guint) port, &error)) == NULL)
    return fail (error);
  for (guint i = 0; i < trial->databases->len; i++)
    {
      g_autofree char *url
        = ask_trial_server_dup_url (server, ((AskTrialDatabase *) trial->databases->pdata[i])->name, 0);

      g_print ("%s\n", url);
    }
  loop = g_main_loop_new (NULL, FALSE);
  g_main_loop_run (loop);
  return EXIT_DONE;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

static gboolean
run_trial (AskTrialRun *work, const char *folder, GError **error)
{
  g_autoptr (AskTrial) trial = ask_trial_open (folder, error);
  g_autoptr (AskTrialServer) server = trial != NULL ? ask_trial_server_new (trial, 0, error) : NULL;
  gboolean done;

  if (server == NULL || (work->scratch = g_dir_make_tmp ("askdata-bench-XXXXXX", error)) == NULL)
    return FALSE;
  work->trial = trial;
  work->server = server;
  work->workspaces = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_workspace_close);
  done = ask_trial_run (work, error);
  g_hash_table_unref (work->workspaces);
  remove_folder (work->scratch);
  g_free (work->scratch);
  return done && ask_trial_score (trial, error);
}

static int
run (int argc, char **argv)
{
  g_autofree char *http = NULL;
  g_autofree char *url = NULL;
  g_autofree char *model = NULL;
  g_autofree char *agent = NULL;
  AskTrialRun work = { NULL };
  const GOptionEntry entries[]
    = { { "url", 0, 0, G_OPTION_ARG_STRING, &url, "A model's server; its key is in ASKDATA_MODEL_KEY", "URL" },
        { "model", 0, 0, G_OPTION_ARG_STRING, &model, "The model's name there", "NAME" },
        { "agent", 0, 0, G_OPTION_ARG_STRING, &agent, "react (AskData's own), plain or pipeline", "NAME" },
        { "http", 0, 0, G_OPTION_ARG_STRING, &http, "Another system, which is posted each question", "URL" },
        { "oracle", 0, 0, G_OPTION_ARG_NONE, &work.oracle, "The reference query is the model's reply", NULL },
        { "no-here", 0, 0, G_OPTION_ARG_NONE, &work.no_here, "Nothing is answered without the model", NULL },
        { "route", 0, 0, G_OPTION_ARG_NONE, &work.routes, "Rank the databases for each question, too", NULL },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskModel) opened = NULL;
  g_autoptr (GError) error = NULL;

  if (!parse ("DIR - asks all questions of a trial", entries, &argc, &argv))
    return EXIT_USAGE;
  if (agent != NULL && !ask_agent_kind_from_string (agent, &work.agent))
    return usage ("An agent is react, plain or pipeline.");
  if (http != NULL && (url != NULL || work.oracle || agent != NULL))
    return usage ("--http is another system: it goes with no agent and no model.");
  if ((url != NULL) != (model != NULL))
    return usage ("--url and --model go together.");
  if (work.oracle && (url != NULL || work.agent == ASK_AGENT_PLAIN))
    return usage ("--oracle goes with no model, and not with the plain agent, which has no relational view.");
  if (url != NULL)
    opened = ask_openai_new (
      &(AskOpenaiOptions) {
        .url = url, .model = model, .key = g_getenv ("ASKDATA_MODEL_KEY"), .stream = TRUE, .time_out_ms = 600000 },
      &error);
  if (error != NULL)
    return fail (error);
  work.post = http;
  work.model = opened;
  return run_trial (&work, argv[1], &error) ? EXIT_DONE : fail (error);
}

static int
score (int argc, char **argv)
{
  const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
  g_autoptr (AskTrial) trial = NULL;
  g_autoptr (GError) error = NULL;

  if (!parse ("DIR - prints the figures of a trial", entries, &argc, &argv))
    return EXIT_USAGE;
  trial = ask_trial_open (argv[1], &error);
  return trial != NULL && ask_trial_score (trial, &error) ? EXIT_DONE : fail (error);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *word;
    int (*run) (int argc, char **argv);
  } verbs[] = { { "prepare", prepare }, { "serve", serve }, { "run", run }, { "score", score } };

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (argv[1], verbs[i].word) == 0)
      return verbs[i].run (argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    {
      g_print ("%s", USAGE);
      return EXIT_DONE;
    }
  g_printerr ("%s", USAGE);
  return EXIT_USAGE;
}
