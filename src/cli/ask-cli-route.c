/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli route: which sources could answer a question, and why. No source is asked, and a model only with --model.
 */
#include "config.h"

#include "agent/ask-rank.h"
#include "cli/ask-cli.h"
#include "understand/route/ask-route.h"

#define DEFAULT_TOP 5

static JsonNode *
hits_to_json (const AskRouteResult *result)
{
  g_autoptr (JsonArray) array = json_array_new ();

  for (guint i = 0; i < result->hits->len; i++)
    {
      const AskRouteHit *hit = result->hits->pdata[i];
      g_autoptr (JsonObject) object = json_object_new ();

      ask_json_set_string (object, "source", hit->source);
      json_object_set_double_member (object, "score", hit->score);
      ask_json_set_string (object, "why", hit->why);
      json_array_add_object_element (array, g_steal_pointer (&object));
    }
  return ask_json_take_array (g_steal_pointer (&array));
}

static AskExit
print_text (const AskRouteResult *result)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (result->hits->len == 0)
    return ask_cli_print ("No source has any word of this question.\n");
  if (!result->answerable)
    g_string_append (text, "Probably no source can answer this. The nearest are:\n");
  for (guint i = 0; i < result->hits->len; i++)
    {
      const AskRouteHit *hit = result->hits->pdata[i];

      g_string_append_printf (text, "%3.0f %%  %s\n       %s\n", 100 * hit->score, hit->source, hit->why);
    }
  if (result->unknown->len > 0)
    {
      g_string_append (text, "No source has the words:");
      for (guint i = 0; i < result->unknown->len; i++)
        g_string_append_printf (text, "%s “%s”", i > 0 ? "," : "", (char *) result->unknown->pdata[i]);
      g_string_append (text, ".\n");
    }
  return ask_cli_print (text->str);
}

static JsonNode *
rank_to_json (const AskRank *rank, guint top)
{
  g_autoptr (JsonArray) array = json_array_new ();

  for (guint i = 0; i < MIN (rank->sources->len, top); i++)
    {
      g_autoptr (JsonObject) object = json_object_new ();

      ask_json_set_string (object, "source", rank->sources->pdata[i]);
      json_object_set_boolean_member (object, "named", i < rank->n_named);
      json_array_add_object_element (array, g_steal_pointer (&object));
    }
  return ask_json_take_array (g_steal_pointer (&array));
}

/* With the model alone, as published. */
static AskExit
print_ranked (AskCli *cli, AskWorkspace *workspace, const char *question, guint top, gboolean json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskModel) model = ask_agent_open_model (workspace, &error);
  g_autoptr (AskRank) rank = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (model == NULL && error == NULL)
    {
      g_printerr (
        "askdata-cli: --model needs a language model, and none is set. Set one with “askdata-cli model set”.\n");
      return ASK_EXIT_FAILED;
    }
  if (model != NULL)
    rank = ask_rank_new (workspace, model, question, cli->cancellable, &error);
  if (rank == NULL)
    return ask_cli_failed (error);
  if (rank->host != NULL)
    g_printerr ("%" G_GINT64_FORMAT " bytes went to %s: names, types and descriptions, no data.\n", rank->bytes_sent,
                rank->host);
  if (json)
    return ask_cli_print_json (rank_to_json (rank, top));
  if (rank->sources->len == 0)
    return ask_cli_print ("No source has any word of this question.\n");
  for (guint i = 0; i < MIN (rank->sources->len, top); i++)
    g_string_append_printf (text, "%3u  %s%s\n", i + 1, (char *) rank->sources->pdata[i],
                            i < rank->n_named ? "" : "  (the model did not name it)");
  return ask_cli_print (text->str);
}

/**
 * ask_cli_route:
 * @cli: the workspace
 * @argc: words from "route" on
 * @argv: QUESTION [--top K] [--model] [--format text|json]
 *
 * Returns: how it ended
 */
AskExit
ask_cli_route (AskCli *cli, int argc, char **argv)
{
  int top = DEFAULT_TOP;
  gboolean by_model = FALSE;
  const GOptionEntry entries[]
    = { { "top", 0, 0, G_OPTION_ARG_INT, &top, "How many sources to list at most; otherwise 5", "K" },
        { "model", 0, 0, G_OPTION_ARG_NONE, &by_model,
          "Let the language model rank the ten nearest, from their schemas; no data leaves", NULL },
        { NULL } };
  const AskCliVerb verb = { "route",
                            "QUESTION",
                            "Lists the sources that could answer QUESTION, the likeliest first: how often such a "
                            "source is right, and which words were met where. It reads no source, and asks no model "
                            "without --model. "
                            "As JSON: [{\"source\": …, \"score\": 0 to 1, \"why\": …}, …].",
                            1,
                            1,
                            entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskRoute) route = NULL;
  g_autoptr (AskRouteResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean json = FALSE;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if (top < 1)
    return ask_cli_usage ("route", "--top needs a number from 1 on, not %d.", top);
  if (by_model)
    return print_ranked (cli, workspace, argv[1], (guint) top, json);
  if ((route = ask_route_new (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  result = ask_route_question (route, &(AskRouteAsked) { .question = argv[1] }, (guint) top);
  if (!json)
    return print_text (result);
  return ask_cli_print_json (hits_to_json (result));
}
