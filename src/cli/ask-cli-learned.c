/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli learned: what was learned from people's choices in this workspace, saying that an answer is wrong, and
 * forgetting all of it.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-teach.h"
#include "base/ask-json-builder.h"
#include "base/ask-text.h"
#include "cli/ask-cli.h"
#include "store/ask-workspace-examples.h"
#include "store/ask-workspace-links.h"

/* An answer is called wrong soon after it was given. */
#define MAX_ENTRIES 200

static JsonNode *
list_to_json (GPtrArray *examples, GPtrArray *links)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ask_json_begin_array (builder, "examples");
  for (guint i = 0; i < examples->len; i++)
    {
      const AskExample *example = examples->pdata[i];

      json_builder_begin_object (builder);
      ask_json_add_string (builder, "question", example->question);
      ask_json_add_string (builder, "from", ask_example_origin_to_string (example->origin));
      ask_json_add_string (builder, "sql", example->sql);
      ask_json_begin_array (builder, "wrong");
      for (guint w = 0; w < example->wrong->len; w++)
        {
          const AskExampleWrong *wrong = example->wrong->pdata[w];

          json_builder_begin_object (builder);
          ask_json_add_string (builder, "sql", wrong->sql);
          ask_json_add_string (builder, "parts", wrong->parts);
          ask_json_add_string (builder, "note", wrong->note);
          json_builder_end_object (builder);
        }
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  ask_json_begin_array (builder, "words");
  for (guint i = 0; i < links->len; i++)
    {
      const AskLinkChoice *link = links->pdata[i];

      json_builder_begin_object (builder);
      ask_json_add_string (builder, "words", link->words);
      ask_json_add_string (builder, "target", link->target);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

static AskExit
print_list (GPtrArray *examples, GPtrArray *links)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < examples->len; i++)
    {
      const AskExample *example = examples->pdata[i];

      g_string_append_printf (text, "%-8s  %s\n", ask_example_origin_to_string (example->origin), example->question);
      if (example->sql != NULL)
        g_string_append_printf (text, "          means  %s\n", example->sql);
      for (guint w = 0; w < example->wrong->len; w++)
        {
          const AskExampleWrong *wrong = example->wrong->pdata[w];

          g_string_append_printf (text, "          not    %s%s%s%s%s%s\n", wrong->sql,
                                  *wrong->parts != '\0' ? "  (" : "", wrong->parts, *wrong->parts != '\0' ? ")" : "",
                                  wrong->note != NULL ? "  " : "", wrong->note != NULL ? wrong->note : "");
        }
    }
  for (guint i = 0; i < links->len; i++)
    {
      const AskLinkChoice *link = links->pdata[i];

      g_string_append_printf (text, "words     “%s” stands for %s\n", link->words, link->target);
    }
  if (examples->len + links->len == 0)
    g_printerr ("Nothing was learned in this workspace yet.\n");
  return ask_cli_print (text->str);
}

static AskExit
learned_list (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "learned list", NULL,
        "Lists what people said of questions: verified ones, chosen readings, wrong answers, and what words stand for. "
        "Reading later questions learns from it. It is kept in the workspace and never sent.",
        0, 0 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) examples = NULL;
  g_autoptr (GPtrArray) links = NULL;
  g_autoptr (GError) error = NULL;
  gboolean json = FALSE;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if ((examples = ask_workspace_list_examples (workspace, FALSE, &error)) == NULL
      || (links = ask_workspace_list_link_choices (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  return json ? ask_cli_print_json (list_to_json (examples, links)) : print_list (examples, links);
}

static AskExit
learned_forget (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "learned forget", NULL,
        "Forgets all that was learned in this workspace. Verified questions stay and answer as before; others are read "
        "as if nobody had ever said a thing.",
        0, 0 };

  return ask_cli_forget (cli, &verb, &ask_forgettable_learned, "example", argc, argv);
}

/* The newest answer to the question, where the history has one, waits for the steward from now on. */
static gboolean
complain (AskWorkspace *workspace, const char *question, const char *parts, const char *note, GError **error)
{
  g_autoptr (GPtrArray) entries = ask_workspace_list_history (workspace, MAX_ENTRIES, error);
  g_autofree char *folded = ask_text_fold (question);
  const char *said = note != NULL ? note : *parts != '\0' ? parts : "wrong";

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      const AskHistoryEntry *entry = entries->pdata[i];
      g_autofree char *other = ask_text_fold (entry->question);

      if (strcmp (folded, other) == 0)
        return ask_workspace_complain (workspace, entry->id, said, error);
    }
  return entries != NULL;
}

static AskExit
learned_wrong (AskCli *cli, int argc, char **argv)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *note = NULL;
  const GOptionEntry entries[] = { { "part", 0, 0, G_OPTION_ARG_STRING_ARRAY, &parts,
                                     "What of it is wrong: columns, filter, group, order or count", "PART" },
                                   { "note", 0, 0, G_OPTION_ARG_STRING, &note, "What was meant", "TEXT" },
                                   G_OPTION_ENTRY_NULL };
  const AskCliVerb verb = {
    "learned wrong",
    "QUESTION SQL",
    "Says that SQL is not what QUESTION means. It is not answered so again, and questions like it are less likely to "
    "be. --part may stand several times. The answer waits in the inbox, where the history has it.",
    2,
    2,
    entries
  };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  said = parts != NULL ? g_strjoinv (" ", parts) : g_strdup ("");
  if (!ask_teach_wrong (workspace, argv[1], argv[2], said, note, &error)
      || !complain (workspace, argv[1], said, note, &error))
    return ask_cli_failed (error);
  g_print ("Kept: %s\n", argv[1]);
  return ASK_EXIT_DONE;
}

/** ask_cli_learned: Returns: the exit code of `askdata-cli learned list|forget|wrong` */
AskExit
ask_cli_learned (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[]
    = { { "list", learned_list }, { "forget", learned_forget }, { "wrong", learned_wrong } };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli learned list|forget|wrong …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("learned", "Say list, forget or wrong.");
}
