/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli function: a steward's own functions of SQL: define, try, list and remove them.
 */
#include "config.h"

#include <string.h>

#include "blend/ask-blend-own.h"
#include "cli/ask-cli.h"
#include "sql/ask-sql-lexer.h"
#include "store/ask-program.h"

#define TRIED 5

static void
print_program (AskWorkspace *workspace, const AskOwnFunction *function)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskProgram) program = ask_program_read (function->command, &error);

  g_print ("    starts: %s:%s\n", function->kind, function->command);
  if (program == NULL)
    {
      g_print ("    %s\n", error->message);
      return;
    }
  for (guint i = 0; i < program->files->len; i++)
    g_print ("    file: %s\n", (const char *) program->files->pdata[i]);
  g_print ("    SHA-256: %s\n", program->digest);
  g_print (ask_program_is_on (workspace, function) ? "    turned on\n"
                                                   : "    not turned on here, or changed since: it is not started\n");
}

static void
print_function (AskWorkspace *workspace, const AskOwnFunction *function)
{
  g_autofree char *when = ask_cli_time (function->saved_at);

  if (function->question == NULL)
    {
      g_print ("%s  version %" G_GINT64_FORMAT ", %s: removed\n", function->name, function->version, when);
      return;
    }
  g_print ("%s(value)  version %" G_GINT64_FORMAT ", %s\n    %s\n", function->name, function->version, when,
           function->question);
  if (function->command != NULL)
    print_program (workspace, function);
  if (function->model != NULL)
    g_print ("    asks: %s\n", function->model);
  if (function->type != NULL)
    g_print ("    gives: %s\n", function->type);
  if (function->options != NULL)
    g_print ("    one of: %s\n", function->options);
  for (guint i = 0; i + 1 < function->examples->len; i += 2)
    g_print ("    example: %s=%s\n", (const char *) function->examples->pdata[i],
             (const char *) function->examples->pdata[i + 1]);
}

static AskExit
function_list (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) functions = NULL;
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb
    = { "function list", "[NAME]", "Lists your functions; with NAME all versions of one, the newest first.", 0, 1 };
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  functions = argc > 1 ? ask_workspace_list_function_versions (workspace, argv[1], &error)
                       : ask_workspace_list_functions (workspace, &error);
  if (functions == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < functions->len; i++)
    print_function (workspace, functions->pdata[i]);
  if (functions->len == 0)
    g_printerr (argc > 1 ? "There never was a function %s.\n" : "There are no functions of your own yet.\n", argv[1]);
  return ASK_EXIT_DONE;
}

/* @program: "map:COMMAND". Its files get their whole paths, since it may be called from anywhere. */
static gboolean
set_program (AskOwnFunction *function, const char *program, GError **error)
{
  const char *colon = strchr (program, ':');
  g_autoptr (AskProgram) read = NULL;

  if (colon != NULL)
    read = ask_program_read (colon + 1, error);
  if (colon != NULL && read == NULL)
    return FALSE;
  /* What it is not is said where it is kept. */
  function->kind = colon != NULL ? g_strndup (program, (gsize) (colon - program)) : g_strdup (program);
  function->command = read != NULL ? g_strdup (read->command) : NULL;
  return TRUE;
}

static AskExit
function_set (AskCli *cli, int argc, char **argv)
{
  g_autofree char *type = NULL;
  g_autofree char *options = NULL;
  g_autofree char *model = NULL;
  g_autofree char *program = NULL;
  g_auto (GStrv) examples = NULL;
  GOptionEntry entries[]
    = { { "type", 0, 0, G_OPTION_ARG_STRING, &type,
          "What it gives: int, float, bool, date, json, str, substring or list; otherwise its place in the SQL says so",
          "TYPE" },
        { "options", 0, 0, G_OPTION_ARG_STRING, &options, "The answers that may be given", "A;B" },
        { "example", 0, 0, G_OPTION_ARG_STRING_ARRAY, &examples, "A value and its answer; may be given several times",
          "VALUE=ANSWER" },
        { "model", 0, 0, G_OPTION_ARG_STRING, &model,
          "Which of the server's models is asked, instead of that of the workspace", "NAME" },
        { "program", 0, 0, G_OPTION_ARG_STRING, &program,
          "A program that answers, and no model; it is started once you turn it on, with “function on”",
          "map|qa|join:COMMAND" },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskOwnFunction) function = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "function set", "NAME [QUESTION]",
                                      "Defines a function: QUESTION is asked about each value that it is called with. "
                                      "With --program, a call may say the question instead.",
                                      1, 2, entries },
                      &argc, &argv, &code))
    return code;
  if (argc < 3 && program == NULL)
    return ask_cli_usage ("function set", "Give a QUESTION, or a --program.");
  if (!ask_blend_is_type (type))
    return ask_cli_usage ("function set",
                          "--type takes int, float, bool, date, json, str, substring or list, not “%s”.", type);
  function = ask_own_function_new (argv[1], argc > 2 ? argv[2] : "");
  if (program != NULL && !set_program (function, program, &error))
    return ask_cli_failed (error);
  function->model = g_steal_pointer (&model);
  function->type = g_steal_pointer (&type);
  function->options = g_steal_pointer (&options);
  for (guint i = 0; examples != NULL && examples[i] != NULL; i++)
    {
      const char *equals = strrchr (examples[i], '=');

      if (equals == NULL)
        return ask_cli_usage ("function set", "--example takes VALUE=ANSWER, not “%s”.", examples[i]);
      g_ptr_array_add (function->examples, g_strndup (examples[i], (gsize) (equals - examples[i])));
      g_ptr_array_add (function->examples, g_strdup (equals + 1));
    }
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_workspace_save_function (workspace, function, &error))
    return ask_cli_failed (error);
  g_print ("Kept: %s\n", function->name);
  if (function->command != NULL)
    g_print ("It is not started before you turn it on: askdata-cli function on %s\n", function->name);
  return ASK_EXIT_DONE;
}

static AskExit
function_remove (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb
    = { "function remove", "NAME", "Removes a function. Its versions stay; “function set” brings it back.", 1, 1 };
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (!ask_workspace_remove_function (workspace, argv[1], &error))
    return ask_cli_failed (error);
  g_print ("%s: removed\n", argv[1]);
  return ASK_EXIT_DONE;
}

/* Returns: (transfer full) (nullable): the newest version, where it starts a program */
static AskOwnFunction *
find_program (AskWorkspace *workspace, const char *name, GError **error)
{
  g_autoptr (GPtrArray) functions = ask_workspace_list_functions (workspace, error);

  for (guint i = 0; functions != NULL && i < functions->len; i++)
    {
      const AskOwnFunction *function = functions->pdata[i];

      if (function->command != NULL && g_ascii_strcasecmp (function->name, name) == 0)
        return ask_own_function_copy (function);
    }
  if (functions != NULL)
    g_set_error (
      error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
      "There is no function %s that starts a program. “askdata-cli function list” lists those that there are.", name);
  return NULL;
}

static AskExit
function_on (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskOwnFunction) function = NULL;
  g_autoptr (AskProgram) program = NULL;
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb = {
    "function on", "NAME",
    "Lets a function start its program, on this computer, by you, in this workspace, as long as its files stay the same.",
    1, 1
  };
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if ((function = find_program (workspace, argv[1], &error)) == NULL
      || (program = ask_program_read (function->command, &error)) == NULL
      || !ask_program_turn_on (workspace, function, program->digest, &error))
    return ask_cli_failed (error);
  print_program (workspace, function);
  return ASK_EXIT_DONE;
}

static AskExit
function_off (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb = { "function off", "NAME", "No longer lets a function start its program.", 1, 1 };
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (!ask_program_turn_off (workspace, argv[1], &error))
    return ask_cli_failed (error);
  g_print ("%s: turned off\n", argv[1]);
  return ASK_EXIT_DONE;
}

static AskExit
function_try (AskCli *cli, int argc, char **argv)
{
  g_autofree char *entity = NULL;
  g_autofree char *attribute = NULL;
  g_autofree char *name = NULL;
  g_autofree char *sql = NULL;
  char *query[] = { (char *) "query", NULL, NULL };
  const char *dot;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "function try", "NAME ENTITY.ATTRIBUTE",
                                      "Calls a function with the first values of an attribute and prints its answers.",
                                      2, 2 },
                      &argc, &argv, &code))
    return code;
  dot = strrchr (argv[2], '.');
  if (dot == NULL || dot == argv[2] || dot[1] == '\0')
    return ask_cli_usage ("function try", "Give an attribute as ENTITY.ATTRIBUTE, not “%s”.", argv[2]);
  name = g_strndup (argv[2], (gsize) (dot - argv[2]));
  entity = ask_sql_quote_name (name);
  attribute = ask_sql_quote_name (dot + 1);
  sql = g_strdup_printf (
    "SELECT value, %s(value) AS answer FROM (SELECT DISTINCT %s AS value FROM %s WHERE %s IS NOT NULL "
    "ORDER BY 1 LIMIT %d) ORDER BY value",
    argv[1], attribute, entity, attribute, TRIED);
  query[1] = sql;
  return ask_cli_query (cli, 2, query);
}

/** ask_cli_function: Returns: the exit code of `askdata-cli function …` */
AskExit
ask_cli_function (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[] = {
    { "list", function_list }, { "set", function_set }, { "remove", function_remove },
    { "on", function_on },     { "off", function_off }, { "try", function_try },
  };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli function list|set|remove|on|off|try …\nEach has a --help of its own.\n");
  return ask_cli_usage ("function", "Say list, set, remove, on, off or try.");
}
