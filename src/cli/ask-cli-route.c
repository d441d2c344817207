/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli route: which sources could answer a question, and why. No model and no source is asked.
 */
#include "config.h"

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

/**
 * ask_cli_route:
 * @cli: the workspace
 * @argc: words from "route" on
 * @argv: QUESTION [--top K] [--format text|json]
 *
 * Returns: how it ended
 */
AskExit
ask_cli_route (AskCli *cli, int argc, char **argv)
{
  int top = DEFAULT_TOP;
  const GOptionEntry entries[]
    = { { "top", 0, 0, G_OPTION_ARG_INT, &top, "How many sources to list at most; otherwise 5", "K" }, { NULL } };
  const AskCliVerb verb = { "route",
                            "QUESTION",
                            "Lists the sources that could answer QUESTION, the likeliest first: how often such a "
                            "source is right, and which words were met where. It asks no model and reads no source. "
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
  if ((route = ask_route_new (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  result = ask_route_question (route, &(AskRouteAsked) { .question = argv[1] }, (guint) top);
  if (!json)
    return print_text (result);
  return ask_cli_print_json (hits_to_json (result));
}
