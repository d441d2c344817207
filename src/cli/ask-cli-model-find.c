/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli model find: which language models there are on this computer.
 */
#include "config.h"

#include "cli/ask-cli.h"

#include "base/ask-json.h"
#include "llm/ask-openai-find.h"

static AskExit
print_json (GPtrArray *found)
{
  JsonArray *models = json_array_new ();

  for (guint s = 0; s < found->len; s++)
    {
      const AskFoundServer *server = found->pdata[s];

      for (guint i = 0; i < server->models->len; i++)
        {
          const AskModelFacts *facts = server->models->pdata[i];
          JsonObject *object = json_object_new ();

          ask_json_set_string (object, "url", server->url);
          ask_json_set_string (object, "server", ask_server_kind_to_string (server->kind));
          ask_json_set_string (object, "model", facts->name);
          if (facts->bytes > 0)
            json_object_set_int_member (object, "bytes", (gint64) facts->bytes);
          if (facts->parameters != NULL)
            ask_json_set_string (object, "parameters", facts->parameters);
          if (facts->quantisation != NULL)
            ask_json_set_string (object, "quantisation", facts->quantisation);
          if (facts->context_length > 0)
            json_object_set_int_member (object, "context_length", (gint64) facts->context_length);
          json_array_add_object_element (models, object);
        }
    }
  return ask_cli_print_json (ask_json_take_array (models));
}

static AskExit
print_text (GPtrArray *found)
{
  guint n = 0;

  for (guint s = 0; s < found->len; s++)
    {
      const AskFoundServer *server = found->pdata[s];
      const char *program = ask_server_kind_get_program (server->kind);

      g_print ("%s%s%s\n", server->url, program != NULL ? "  " : "", program != NULL ? program : "");
      for (guint i = 0; i < server->models->len; i++, n++)
        {
          const AskModelFacts *facts = server->models->pdata[i];
          g_autofree char *words = ask_model_facts_to_words (facts);

          g_print ("  %s%s%s\n", facts->name, *words != '\0' ? "  " : "", words);
        }
      if (server->models->len == 0)
        g_print ("  It has no model yet.\n");
    }
  if (found->len == 0)
    g_print ("No language model is running on this computer, as far as Ollama, llama.cpp and LM Studio listen on their "
             "usual ports.\n");
  else if (n > 0)
    g_print ("Take one with “askdata-cli model set --url URL --model NAME”.\n");
  return ASK_EXIT_DONE;
}

/** ask_cli_model_find: Returns: the exit code of `askdata-cli model find` */
AskExit
ask_cli_model_find (AskCli *cli, int argc, char **argv)
{
  g_autofree char *format = NULL;
  GOptionEntry entries[] = { ASK_CLI_FORMAT (&format), G_OPTION_ENTRY_NULL };
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GError) error = NULL;
  gboolean json;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "model find", NULL, "Lists the language models that run on this computer.", 0, 0,
                                      entries },
                      &argc, &argv, &code)
      || !ask_cli_is_json ("model find", format, &json, &code))
    return code;
  found = ask_openai_find (NULL, cli->cancellable, &error);
  if (found == NULL)
    return ask_cli_failed (error);
  return json ? print_json (found) : print_text (found);
}
