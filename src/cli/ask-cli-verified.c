/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli verified: add, import, list, remove and run the steward's pairs of question and SQL.
 */
#include "config.h"

#include <string.h>

#include "cli/ask-cli.h"

/* A pair that cannot run would answer nobody; it is checked before it is kept. */
static gboolean
add_pair (AskWorkspace *workspace, AskEngine *engine, const char *question, const char *sql,
          GError **error)
{
  g_autoptr (AskVerified) pair = NULL;

  if (!ask_engine_check (engine, sql, error))
    {
      ask_cli_add_hint (engine, sql, *error);
      g_prefix_error (error, "“%s”: ", question);
      return FALSE;
    }
  pair = ask_workspace_add_verified (workspace, question, sql, error);
  return pair != NULL;
}

static AskExit
verified_add (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse ("verified add", "QUESTION SQL",
                      "Keeps a question with the SQL that answers it.", NULL, 2, &argc, &argv,
                      &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((engine = ask_workspace_open_engine (workspace, &error)) == NULL
      || !add_pair (workspace, engine, argv[1], argv[2], &error))
    return ask_cli_failed (error);
  g_print ("Kept: %s\n", argv[1]);
  return ASK_EXIT_DONE;
}

static gboolean
is_kept (GPtrArray *pairs, const char *question, const char *sql)
{
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];

      if (strcmp (pair->question, question) == 0 && strcmp (pair->sql, sql) == 0)
        return TRUE;
    }
  return FALSE;
}

static AskExit
verified_import (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (JsonNode) document = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  JsonArray *array;
  gsize length;
  guint n_added = 0;
  AskExit code;

  if (!ask_cli_parse ("verified import", "FILE",
                      "Keeps all pairs of a JSON file: [{\"question\": …, \"sql\": …}, …]. Pairs "
                      "that are kept already are passed over.",
                      NULL, 1, &argc, &argv, &code))
    return code;
  if (!g_file_get_contents (argv[1], &text, &length, &error)
      || (document = ask_json_parse (text, (gssize) length, &error)) == NULL)
    return ask_cli_failed (error);
  if (!JSON_NODE_HOLDS_ARRAY (document))
    {
      g_printerr ("askdata-cli: %s is no list of questions and SQL.\n", argv[1]);
      return ASK_EXIT_FAILED;
    }
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((engine = ask_workspace_open_engine (workspace, &error)) == NULL
      || (pairs = ask_workspace_list_verified (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  array = json_node_get_array (document);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      const char *question = object != NULL ? ask_json_get_string (object, "question") : NULL;
      const char *sql = object != NULL ? ask_json_get_string (object, "sql") : NULL;

      if (question == NULL || sql == NULL)
        {
          g_printerr ("askdata-cli: %s, entry %u: it has no \"question\" or no \"sql\".\n",
                      argv[1], i + 1);
          return ASK_EXIT_FAILED;
        }
      if (is_kept (pairs, question, sql))
        continue;
      if (!add_pair (workspace, engine, question, sql, &error))
        return ask_cli_failed (error);
      n_added++;
    }
  g_print ("Kept %u new questions of %u.\n", n_added, json_array_get_length (array));
  return ASK_EXIT_DONE;
}

static AskExit
verified_list (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse ("verified list", NULL, "Lists the verified questions.", NULL, 0, &argc,
                      &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((pairs = ask_workspace_list_verified (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];

      g_print ("%4" G_GINT64_FORMAT "  %s\n", pair->id, pair->question);
    }
  if (pairs->len == 0)
    g_printerr ("There are no verified questions yet.\n");
  return ASK_EXIT_DONE;
}

static AskExit
verified_remove (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;
  AskExit code;

  if (!ask_cli_parse ("verified remove", "N", "Removes a verified question.", NULL, 1, &argc,
                      &argv, &code))
    return code;
  if (!ask_cli_number (argv[1], &id))
    return ask_cli_usage ("verified remove", "“%s” is no number from “verified list”.", argv[1]);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_workspace_remove_verified (workspace, id, &error))
    return ask_cli_failed (error);
  g_print ("%s: removed\n", argv[1]);
  return ASK_EXIT_DONE;
}

static AskExit
verified_run (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (GError) error = NULL;
  gint64 only = -1;
  guint n_run = 0, n_failed = 0;
  AskExit code;

  if (!ask_cli_parse ("verified run", "[N]", "Runs one verified question, or all of them.", NULL,
                      -1, &argc, &argv, &code))
    return code;
  if (argc > 2 || (argc == 2 && !ask_cli_number (argv[1], &only)))
    return ask_cli_usage ("verified run", "Give one number from “verified list”, or none.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((pairs = ask_workspace_list_verified (workspace, &error)) == NULL
      || (engine = ask_workspace_open_engine (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      g_autoptr (AskResult) result = NULL;
      g_autoptr (GError) local = NULL;

      if (only >= 0 && pair->id != only)
        continue;
      n_run++;
      result = ask_engine_query (engine, pair->sql, NULL, NULL, cli->cancellable, &local);
      if (result == NULL)
        {
          n_failed++;
          g_print ("%4" G_GINT64_FORMAT "  failed  %s\n      %s\n", pair->id, pair->question,
                   local->message);
        }
      else
        {
          guint n_calls = ask_calls_count_requests (result->calls);
          gsize n_rows = ask_rows_get_n_rows (result->rows);

          g_print ("%4" G_GINT64_FORMAT "  %" G_GSIZE_FORMAT " %s, %u %s, %.0f ms  %s\n", pair->id,
                   n_rows, n_rows == 1 ? "row" : "rows", n_calls, n_calls == 1 ? "call" : "calls",
                   result->elapsed_ms, pair->question);
        }
      if (g_cancellable_is_cancelled (cli->cancellable))
        break;
    }
  if (only >= 0 && n_run == 0)
    {
      g_printerr ("askdata-cli: There is no verified question %s.\n", argv[1]);
      return ASK_EXIT_FAILED;
    }
  if (n_failed == 0)
    return ASK_EXIT_DONE;
  g_printerr ("askdata-cli: %u of %u verified questions failed; see above.\n", n_failed, n_run);
  return ASK_EXIT_FAILED;
}

/** ask_cli_verified: Returns: the exit code of `askdata-cli verified …` */
AskExit
ask_cli_verified (AskCli *cli, int argc, char **argv)
{
  static const struct
  {
    const char *word;
    AskCommandFunc run;
  } verbs[] = {
    { "add", verified_add },       { "import", verified_import }, { "list", verified_list },
    { "remove", verified_remove }, { "run", verified_run },
  };

  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (verbs[i].word, argv[1]) == 0)
      return verbs[i].run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli verified add|import|list|remove|run …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("verified", "Say add, import, list, remove or run.");
}
