/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli inbox: what wants the steward, and doing or dismissing it. An item is known by its id, which stays the
 * same while others come and go.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-inbox.h"
#include "base/ask-json-builder.h"
#include "blend/ask-blend-question.h"
#include "cli/ask-cli.h"

static JsonNode *
items_to_json (GPtrArray *items)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < items->len; i++)
    {
      const AskInboxItem *item = items->pdata[i];
      g_autofree char *at = item->at != 0 ? ask_cli_time (item->at) : NULL;

      json_builder_begin_object (builder);
      ask_json_add_string (builder, "id", item->id);
      ask_json_add_string (builder, "kind", ask_inbox_kind_to_string (item->kind));
      ask_json_add_string (builder, "title", item->title);
      ask_json_add_string (builder, "detail", item->detail);
      ask_json_add_string (builder, "at", at);
      ask_json_add_integer (builder, "count", item->count);
      ask_json_begin_array (builder, "questions");
      for (guint q = 0; q < item->questions->len; q++)
        json_builder_add_string_value (builder, item->questions->pdata[q]);
      json_builder_end_array (builder);
      ask_json_begin_array (builder, "proposals");
      for (guint p = 0; p < item->proposals->len; p++)
        {
          const AskInboxProposal *proposal = item->proposals->pdata[p];

          json_builder_begin_object (builder);
          ask_json_add_string (builder, "action", ask_inbox_action_to_string (proposal->action));
          ask_json_add_string (builder, "words", proposal->words);
          ask_json_add_string (builder, "text", proposal->text);
          json_builder_end_object (builder);
        }
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  return json_builder_get_root (builder);
}

static void
print_item (GString *text, const AskInboxItem *item)
{
  g_string_append_printf (text, "%s  %-10s  %s", item->id, ask_inbox_kind_to_string (item->kind), item->title);
  if (item->count > 1)
    g_string_append_printf (text, "  (%u)", item->count);
  g_string_append_c (text, '\n');
  if (item->detail != NULL)
    g_string_append_printf (text, "          %s\n", item->detail);
  for (guint i = 0; i < item->proposals->len; i++)
    {
      const AskInboxProposal *proposal = item->proposals->pdata[i];

      g_string_append_printf (text, "       %u  %s\n", i + 1, proposal->words);
      if (proposal->action == ASK_INBOX_ACTION_VERIFY)
        g_string_append_printf (text, "          %s\n", proposal->text);
    }
}

static AskExit
inbox_list (AskCli *cli, int argc, char **argv)
{
  gboolean quick = FALSE;
  const GOptionEntry entries[] = { { "without-suggestions", 0, 0, G_OPTION_ARG_NONE, &quick,
                                     "Do not look for suggestions, which reads values of the sources", NULL },
                                   G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "inbox list",
        NULL,
        "Lists what wants a person: answers that were called wrong, words that nobody understood, verified questions "
        "that fail or changed, sources that changed, and suggestions; each with what can be done about it.",
        0,
        0,
        entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean json = FALSE;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if ((items = ask_inbox_list (workspace, !quick, cli->cancellable, &error)) == NULL)
    return ask_cli_failed (error);
  if (json)
    return ask_cli_print_json (items_to_json (items));
  for (guint i = 0; i < items->len; i++)
    print_item (text, items->pdata[i]);
  if (items->len == 0)
    g_printerr ("Nothing wants you.\n");
  return ask_cli_print (text->str);
}

static const AskInboxItem *
find_item (GPtrArray *items, const char *id)
{
  for (guint i = 0; items != NULL && i < items->len; i++)
    if (g_ascii_strcasecmp (((AskInboxItem *) items->pdata[i])->id, id) == 0)
      return items->pdata[i];
  return NULL;
}

/* Looks for suggestions only where nothing else has this id, since that takes long.
 *
 * @items: (out) (transfer full): what owns the item
 * Returns: (nullable): %NULL where it was said what is wrong */
static const AskInboxItem *
read_item (AskCli *cli, AskWorkspace *workspace, const char *id, GPtrArray **items)
{
  g_autoptr (GError) error = NULL;
  const AskInboxItem *item;

  *items = ask_inbox_list (workspace, FALSE, cli->cancellable, &error);
  item = find_item (*items, id);
  if (*items != NULL && item == NULL)
    {
      g_clear_pointer (items, g_ptr_array_unref);
      *items = ask_inbox_list (workspace, TRUE, cli->cancellable, &error);
      item = find_item (*items, id);
    }
  if (error != NULL)
    ask_cli_failed (error);
  else if (item == NULL)
    g_printerr ("askdata-cli: The inbox has no item “%s”. See “inbox list”.\n", id);
  return item;
}

static AskExit
inbox_show (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "inbox show", "ID", "Shows one item with all its questions and proposals, as JSON.", 1, 1 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  const AskInboxItem *item;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if ((item = read_item (cli, workspace, argv[1], &items)) == NULL)
    return ASK_EXIT_FAILED;
  g_ptr_array_add (one, (gpointer) item);
  return ask_cli_print_json (items_to_json (one));
}

/* What a person wrote in the place of a proposal, or beside one. */
typedef struct
{
  char *sql;
  char *statement;
  char *source;
} Written;

/* Returns: (transfer full): a proposal of what was written; %NULL where nothing was */
static AskInboxProposal *
propose_written (const AskInboxItem *item, const Written *written)
{
  AskInboxProposal *proposal;

  if (written->sql == NULL && written->statement == NULL)
    return NULL;
  proposal = g_new0 (AskInboxProposal, 1);
  proposal->action = written->sql != NULL ? ASK_INBOX_ACTION_VERIFY : ASK_INBOX_ACTION_STATEMENT;
  proposal->question = g_strdup (item->questions->pdata[0]);
  for (guint i = 0; i < item->proposals->len; i++)
    if (((AskInboxProposal *) item->proposals->pdata[i])->action == ASK_INBOX_ACTION_STATEMENT)
      proposal->source = g_strdup (((AskInboxProposal *) item->proposals->pdata[i])->source);
  ask_inbox_proposal_complete (proposal, written->source, written->sql != NULL ? written->sql : written->statement);
  return proposal;
}

static AskExit
do_item (AskCli *cli, AskWorkspace *workspace, char **words, const Written *written)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (AskInboxProposal) own = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *done = NULL;
  const AskInboxItem *item = read_item (cli, workspace, words[0], &items);
  gint64 n = 1;

  if (item == NULL)
    return ASK_EXIT_FAILED;
  if (written->sql != NULL || written->statement != NULL)
    {
      if (item->questions->len == 0)
        return ask_cli_usage ("inbox do", "“%s” is no question. Say the number of a proposal.", words[0]);
      own = propose_written (item, written);
    }
  else if (words[1] != NULL && !ask_cli_number (words[1], &n))
    return ask_cli_usage ("inbox do", "“%s” is no number of a proposal.", words[1]);
  else if (item->proposals->len == 0)
    {
      g_printerr ("askdata-cli: Nothing is proposed for “%s”. Say what is right with --sql, or dismiss it.\n",
                  words[0]);
      return ASK_EXIT_FAILED;
    }
  else if (n < 1 || n > (gint64) item->proposals->len)
    {
      g_printerr ("askdata-cli: “%s” has no proposal %" G_GINT64_FORMAT ". See “inbox list”.\n", words[0], n);
      return ASK_EXIT_FAILED;
    }
  ask_blend_add_kept_to_question (&options);
  done = ask_inbox_do (workspace, item, own != NULL ? own : item->proposals->pdata[n - 1], &options, cli->cancellable,
                       &error);
  if (done == NULL)
    return ask_cli_failed (error);
  g_print ("%s\n", done);
  return ASK_EXIT_DONE;
}

static AskExit
inbox_do (AskCli *cli, int argc, char **argv)
{
  Written written = { NULL, NULL, NULL };
  const GOptionEntry entries[]
    = { { "sql", 0, 0, G_OPTION_ARG_STRING, &written.sql, "What the question means; it becomes a verified one",
          "SELECT" },
        { "statement", 0, 0, G_OPTION_ARG_STRING, &written.statement,
          "What the word means: “churn: customers who left in a year”", "TEXT" },
        { "source", 0, 0, G_OPTION_ARG_STRING, &written.source, "Whose statement it is", "NAME" },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb = { "inbox do",
                            "ID [N]",
                            "Does what proposal N of an item says, the first where no N is given; or what --sql or "
                            "--statement say instead.",
                            1,
                            2,
                            entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  AskExit code;

  workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code);
  if (workspace != NULL)
    code = do_item (cli, workspace, argv + 1, &written);
  g_free (written.sql);
  g_free (written.statement);
  g_free (written.source);
  return code;
}

static AskExit
inbox_dismiss (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "inbox dismiss", "ID", "Takes an item out of the inbox until it happens again.", 1, 1 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GError) error = NULL;
  const AskInboxItem *item;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if ((item = read_item (cli, workspace, argv[1], &items)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_inbox_dismiss (workspace, item, TRUE, &error))
    return ask_cli_failed (error);
  g_print ("Dismissed: %s\n", item->title);
  return ASK_EXIT_DONE;
}

/** ask_cli_inbox: Returns: the exit code of `askdata-cli inbox [list|show|do|dismiss]` */
AskExit
ask_cli_inbox (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[]
    = { { "list", inbox_list }, { "show", inbox_show }, { "do", inbox_do }, { "dismiss", inbox_dismiss } };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli inbox [list|show|do|dismiss] …\n"
                          "Each has a --help of its own.\n");
  if (argc == 1 || argv[1][0] == '-')
    return inbox_list (cli, argc, argv);
  return ask_cli_usage ("inbox", "Say list, show, do or dismiss.");
}
