/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli complete: what can follow while a question is typed. No model and no source is asked.
 */
#include "config.h"

#include <string.h>

#include "cli/ask-cli.h"
#include "understand/complete/ask-complete.h"

#define MAX_COMPLETIONS 20

static JsonNode *
completions_to_json (GPtrArray *completions)
{
  g_autoptr (JsonArray) array = json_array_new ();

  for (guint i = 0; i < completions->len; i++)
    {
      const AskCompletion *completion = completions->pdata[i];
      g_autoptr (JsonObject) object = json_object_new ();

      ask_json_set_string (object, "text", completion->text);
      ask_json_set_string (object, "kind", ask_completion_kind_to_string (completion->kind));
      ask_json_set_string (object, "what", completion->what);
      json_object_set_int_member (object, "start", (gint64) completion->start);
      json_object_set_int_member (object, "end", (gint64) completion->end);
      json_object_set_double_member (object, "score", completion->score);
      json_object_set_boolean_member (object, "certain", completion->certain);
      json_array_add_object_element (array, g_steal_pointer (&object));
    }
  return ask_json_take_array (g_steal_pointer (&array));
}

static AskExit
print_text (GPtrArray *completions)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (completions->len == 0)
    return ask_cli_print ("Nothing that is known here can follow.\n");
  for (guint i = 0; i < completions->len; i++)
    {
      const AskCompletion *completion = completions->pdata[i];

      g_string_append_printf (text, "%-30s %s\n", completion->text, completion->what);
    }
  return ask_cli_print (text->str);
}

/**
 * ask_cli_complete:
 * @cli: the workspace
 * @argc: words from "complete" on
 * @argv: TEXT [--at N] [--format text|json]
 *
 * Returns: the exit code of `askdata-cli complete`
 */
AskExit
ask_cli_complete (AskCli *cli, int argc, char **argv)
{
  gint64 at = -1;
  const GOptionEntry entries[] = { { "at", 0, 0, G_OPTION_ARG_INT64, &at,
                                     "the cursor's place in TEXT, in bytes; the end where it is not said", "N" },
                                   { NULL } };
  const AskCliVerb verb
    = { "complete",
        "TEXT",
        "Says what can follow where TEXT is the beginning of a question, the best first. A question "
        "that is made of nothing else is understood for certain, without a model. As JSON: a list of "
        "{\"text\": …, \"kind\": operation, entity, attribute, value or hint, \"what\": what it is, "
        "\"start\", \"end\": bytes of TEXT that it takes the place of, \"score\": 0 to 1, \"certain\": "
        "false where TEXT has words of its own and this only begins like the last one}.",
        1,
        1,
        entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) completions = NULL;
  g_autoptr (GError) error = NULL;
  gboolean json = FALSE;
  AskExit code;
  gsize length;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  length = strlen (argv[1]);
  if (at < -1 || at > (gint64) length)
    return ask_cli_usage ("complete", "--at is a place in TEXT, from 0 to %" G_GSIZE_FORMAT ".", length);
  completions = ask_complete (workspace, argv[1], at < 0 ? length : (gsize) at, MAX_COMPLETIONS, &error);
  if (completions == NULL)
    return ask_cli_failed (error);
  return json ? ask_cli_print_json (completions_to_json (completions)) : print_text (completions);
}
