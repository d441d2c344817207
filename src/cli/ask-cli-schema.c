/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema: show, export, import and check; draw and arrange are in ask-cli-draw.c.
 */
#include "config.h"

#include <string.h>

#include "cli/ask-cli.h"

static char *
to_json (AskSchema *schema)
{
  g_autoptr (JsonNode) document = ask_schema_to_json (schema);
  g_autofree char *json = ask_json_to_string (document, TRUE);

  return g_strconcat (json, "\n", NULL);
}

static const struct
{
  const char *word;
  char *(*print) (AskSchema *schema);
} formats[] = {
  { "text", ask_schema_to_text },
  { "json", to_json },
  { "sql", ask_schema_to_sql },
  { "mermaid", ask_schema_to_mermaid },
};

static AskExit
schema_show (AskCli *cli, int argc, char **argv)
{
  g_autofree char *format = NULL;
  GOptionEntry entries[] = { { "format", 0, 0, G_OPTION_ARG_STRING, &format,
                               "text, json, sql (the relational view) or mermaid", "FORMAT" },
                             G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse ("schema show", NULL, "Shows what can be asked about.", entries, 0, &argc,
                      &argv, &code))
    return code;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *text = NULL;

      if (strcmp (format != NULL ? format : "text", formats[i].word) != 0)
        continue;
      if ((workspace = ask_cli_open (cli)) == NULL)
        return ASK_EXIT_FAILED;
      if ((schema = ask_workspace_load_schema (workspace, &error)) == NULL)
        return ask_cli_failed (error);
      if (schema->entities->len == 0)
        g_printerr ("The schema is empty. Add a source with “askdata-cli source add”.\n");
      text = formats[i].print (schema);
      return ask_cli_print (text);
    }
  return ask_cli_usage ("schema show", "There is no format “%s”; there are text, json, sql and "
                                       "mermaid.",
                        format);
}

static AskExit
schema_export (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *json = NULL;
  AskExit code;

  if (!ask_cli_parse ("schema export", "FILE", "Writes the schema as a JSON document.", NULL, 1,
                      &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((schema = ask_workspace_load_schema (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  json = to_json (schema);
  return ask_cli_write_file (argv[1], json);
}

static AskSchema *
read_schema (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) document = NULL;
  AskSchema *schema;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  document = ask_json_parse (text, (gssize) length, error);
  schema = document != NULL ? ask_schema_from_json (document, error) : NULL;
  if (schema == NULL)
    g_prefix_error (error, "%s: ", path);
  return schema;
}

static AskExit
schema_import (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;
  AskExit code;

  if (!ask_cli_parse ("schema import", "FILE",
                      "Puts a schema from “schema export” in the place of the present one.", NULL,
                      1, &argc, &argv, &code))
    return code;
  if ((schema = read_schema (argv[1], &error)) == NULL)
    return ask_cli_failed (error);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  reason = g_strdup_printf ("Imported %s", argv[1]);
  if (!ask_workspace_save_schema (workspace, schema, reason, &error))
    return ask_cli_failed (error);
  g_print ("Imported %u %s.\n", schema->entities->len,
           schema->entities->len == 1 ? "entity" : "entities");
  return ASK_EXIT_DONE;
}

/* Everything that questions would stumble over: sources that do not answer, entities without a
 * source, verified questions that no longer run. */
static AskExit
schema_check (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  guint n_faults = 0;
  AskExit code;

  if (!ask_cli_parse ("schema check", NULL,
                      "Looks for entities without a source, entities that cannot be queried and "
                      "verified questions that no longer fit.",
                      NULL, 0, &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((schema = ask_workspace_load_schema (workspace, &error)) == NULL
      || (records = ask_workspace_list_sources (workspace, &error)) == NULL
      || (pairs = ask_workspace_list_verified (workspace, &error)) == NULL
      || (engine = ask_workspace_open_engine (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < records->len; i++)
    g_hash_table_add (names, ((AskSourceRecord *) records->pdata[i])->name);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (g_hash_table_contains (names, entity->source))
        continue;
      g_print ("%s: its source “%s” is not registered.\n", entity->name, entity->source);
      n_faults++;
    }
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      g_autoptr (GError) local = NULL;

      if (ask_engine_check (engine, pair->sql, &local))
        continue;
      g_print ("Verified question %" G_GINT64_FORMAT " (%s): %s\n", pair->id, pair->question,
               local->message);
      n_faults++;
    }
  if (n_faults == 0)
    {
      g_print ("No faults: %u entities, %u verified questions.\n", schema->entities->len,
               pairs->len);
      return ASK_EXIT_DONE;
    }
  g_printerr ("askdata-cli: The schema has %u %s; see above.\n", n_faults,
              n_faults == 1 ? "fault" : "faults");
  return ASK_EXIT_FAILED;
}

/** ask_cli_schema: Returns: the exit code of `askdata-cli schema …` */
AskExit
ask_cli_schema (AskCli *cli, int argc, char **argv)
{
  static const struct
  {
    const char *word;
    AskCommandFunc run;
  } verbs[] = {
    { "show", schema_show },
    { "export", schema_export },
    { "import", schema_import },
    { "check", schema_check },
    { "draw", ask_cli_schema_draw },
    { "arrange", ask_cli_schema_arrange },
  };

  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (verbs[i].word, argv[1]) == 0)
      return verbs[i].run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli schema show|export|import|check|draw|arrange …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("schema", "Say show, export, import, check, draw or arrange.");
}
