/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema: show, export, import, check and doctor; edits are in ask-cli-schema-edit.c, versions
 * in ask-cli-schema-versions.c, draw and arrange in ask-cli-draw.c.
 */
#include "config.h"

#include <string.h>

#include "blend/ask-blend-question.h"
#include "cli/ask-cli.h"
#include "schema/check/ask-schema-check.h"

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
  { "text", ask_schema_to_text }, { "json", to_json },
  { "sql", ask_schema_to_sql },   { "mermaid", ask_schema_to_mermaid },
  { "dbml", ask_schema_to_dbml },
};

static AskExit
schema_show (AskCli *cli, int argc, char **argv)
{
  g_autofree char *format = NULL;
  GOptionEntry entries[] = { { "format", 0, 0, G_OPTION_ARG_STRING, &format,
                               "text, json, sql (the relational view), mermaid or dbml", "FORMAT" },
                             G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "schema show", NULL, "Shows what can be asked about.", 0, 0, entries }, &argc,
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
  return ask_cli_usage ("schema show",
                        "There is no format “%s”; there are text, json, sql, "
                        "mermaid and dbml.",
                        format);
}

static AskExit
schema_export (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *json = NULL;
  static const AskCliVerb verb
    = { "schema export", "FILE", "Writes the schema and the verified questions as a JSON document; - is stdout.", 1,
        1 };
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if ((schema = ask_workspace_load_schema (workspace, &error)) == NULL
      || !ask_workspace_put_questions (workspace, schema, &error))
    return ask_cli_failed (error);
  json = to_json (schema);
  return ask_cli_write_file (cli, argv[1], json);
}

/**
 * ask_cli_read_schema:
 * @path: of a file that holds a schema document, as "schema export" writes it
 * @error: %G_FILE_ERROR, %ASK_JSON_ERROR or %ASK_SCHEMA_ERROR, with the path
 *
 * Returns: (transfer full): the schema, or %NULL
 */
AskSchema *
ask_cli_read_schema (const char *path, GError **error)
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

  if (!ask_cli_parse (&(AskCliVerb) { "schema import", "FILE",
                                      "Puts a schema from “schema export” in the place of the present one, and its "
                                      "verified questions, where it has any, in the place of those.",
                                      1, 1 },
                      &argc, &argv, &code))
    return code;
  if ((schema = ask_cli_read_schema (argv[1], &error)) == NULL)
    return ask_cli_failed (error);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  reason = g_strdup_printf ("Imported %s", argv[1]);
  if (!ask_workspace_import_schema (workspace, schema, reason, &error))
    return ask_cli_failed (error);
  if (schema->questions->len > 0)
    g_print ("Imported %u %s and %u verified %s.\n", schema->entities->len,
             schema->entities->len == 1 ? "entity" : "entities", schema->questions->len,
             schema->questions->len == 1 ? "question" : "questions");
  else
    g_print ("Imported %u %s.\n", schema->entities->len, schema->entities->len == 1 ? "entity" : "entities");
  return ASK_EXIT_DONE;
}

static void
add_fault (GPtrArray *faults, const AskEntity *entity, const char *question, char *message, const char *remedy)
{
  AskFault *fault = g_new0 (AskFault, 1);

  fault->level = ASK_FAULT_ERROR;
  fault->relationship = -1;
  fault->entity_id = g_strdup (entity != NULL ? entity->id : NULL);
  fault->entity = g_strdup (entity != NULL ? entity->name : NULL);
  fault->question = g_strdup (question);
  fault->message = message;
  fault->remedy = g_strdup (remedy);
  g_ptr_array_add (faults, fault);
}

/* What the schema cannot know of itself: which sources there are, and whether what people verified
 * still runs. */
static void
check_outside (AskSchema *schema, GPtrArray *records, GPtrArray *pairs, AskEngine *engine, GPtrArray *faults)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < records->len; i++)
    g_hash_table_add (names, ((AskSourceRecord *) records->pdata[i])->name);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (entity->kind == ASK_ENTITY_QUERY || g_hash_table_contains (names, entity->source))
        continue;
      add_fault (faults, entity, NULL,
                 g_strdup_printf ("The source “%s” of “%s” is not registered.", entity->source, entity->name),
                 "Add the source, or remove the entity.");
    }
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      g_autoptr (GError) local = NULL;

      if (ask_engine_check (engine, pair->sql, &local))
        continue;
      add_fault (faults, NULL, pair->question,
                 g_strdup_printf ("Verified question %" G_GINT64_FORMAT " (%s): %s", pair->id, pair->question,
                                  local->message),
                 "Edit it with “verified edit”, or remove it.");
    }
}

static AskExit
print_faults (GPtrArray *faults, gboolean json, guint n_entities, guint n_pairs)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_errors = 0, n_warnings = 0;
  AskExit code;

  for (guint i = 0; i < faults->len; i++)
    {
      const AskFault *fault = faults->pdata[i];
      g_autofree char *line = ask_fault_to_text (fault);

      n_errors += fault->level == ASK_FAULT_ERROR;
      n_warnings += fault->level == ASK_FAULT_WARNING;
      g_string_append_printf (text, "%s\n", line);
    }
  if (!json && n_errors == 0)
    g_string_append_printf (text, "No errors%s: %u %s, %u verified %s.\n", n_warnings > 0 ? ", but warnings" : "",
                            n_entities, n_entities == 1 ? "entity" : "entities", n_pairs,
                            n_pairs == 1 ? "question" : "questions");
  code = json ? ask_cli_print_json (ask_faults_to_json (faults)) : ask_cli_print (text->str);
  if (code != ASK_EXIT_DONE || n_errors == 0)
    return code;
  g_printerr ("askdata-cli: The schema has %u %s; see above.\n", n_errors, n_errors == 1 ? "error" : "errors");
  return ASK_EXIT_FAILED;
}

static AskExit
schema_check (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb
    = { "schema check", NULL,
        "Looks for expressions that do not fit, entities without a source and verified questions that no longer "
        "run. Warnings and advice are printed too; only errors make it exit with 1.",
        0, 0 };
  gboolean json;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if ((schema = ask_workspace_load_schema (workspace, &error)) == NULL
      || (records = ask_workspace_list_sources (workspace, &error)) == NULL
      || (pairs = ask_workspace_list_verified (workspace, &error)) == NULL
      || (engine = ask_workspace_open_engine (workspace, &error)) == NULL
      || (blend = ask_blend_open (&(AskBlendModelOptions) { .workspace = workspace }, NULL, engine, &error)) == NULL)
    return ask_cli_failed (error);
  faults = ask_schema_check (schema);
  check_outside (schema, records, pairs, engine, faults);
  return print_faults (faults, json, schema->entities->len, pairs->len);
}

static AskExit
print_doctor (AskWorkspace *workspace, const char *source, gboolean json, GString *text, GError **error)
{
  g_autoptr (AskDoctor) doctor = ask_workspace_get_doctor (workspace, source, error);
  g_autofree char *report = NULL;

  if (doctor == NULL)
    return ASK_EXIT_FAILED;
  if (json)
    {
      g_autoptr (JsonNode) node = ask_doctor_to_json (doctor);

      report = ask_json_to_string (node, FALSE);
      g_string_append (text, text->len > 0 ? ",\n" : "");
      ask_json_append_string (text, source, -1);
      g_string_append_printf (text, ": %s", report);
      return ASK_EXIT_DONE;
    }
  report = ask_doctor_to_text (doctor);
  g_string_append_printf (text, "%s%s: %s%s", text->len > 0 ? "\n" : "", source, report,
                          g_str_has_suffix (report, "\n") ? "" : "\n");
  return ASK_EXIT_DONE;
}

static AskExit
schema_doctor (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb
    = { "schema doctor", "[SOURCE]",
        "Says of each operation of a web API what it became, or why not, and what can be done about it.", 0, 1 };
  gboolean json;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if (argc == 2 && print_doctor (workspace, argv[1], json, text, &error) != ASK_EXIT_DONE)
    return ask_cli_failed (error);
  if (argc == 1 && (records = ask_workspace_list_sources (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; argc == 1 && i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];

      /* Of a source that is no API there is nothing to say, nor of one that was read long ago. */
      if (print_doctor (workspace, record->name, json, text, &error) != ASK_EXIT_DONE
          && !g_error_matches (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN))
        return ask_cli_failed (error);
      g_clear_error (&error);
    }
  if (json)
    {
      g_string_prepend (text, "{");
      g_string_append (text, "}\n");
    }
  else if (text->len == 0)
    g_printerr ("There is no report: no web API is registered, or none was read by this version.\n");
  return ask_cli_print (text->str);
}

/** ask_cli_schema: Returns: the exit code of `askdata-cli schema …` */
AskExit
ask_cli_schema (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[] = {
    { "show", schema_show },
    { "export", schema_export },
    { "import", schema_import },
    { "check", schema_check },
    { "doctor", schema_doctor },
    { "suggest", ask_cli_schema_suggest },
    { "draw", ask_cli_schema_draw },
    { "arrange", ask_cli_schema_arrange },
    { "set", ask_cli_schema_edit },
    { "rename", ask_cli_schema_edit },
    { "relate", ask_cli_schema_edit },
    { "unrelate", ask_cli_schema_edit },
    { "metric", ask_cli_schema_edit },
    { "query", ask_cli_schema_edit },
    { "bind", ask_cli_schema_edit },
    { "parameter", ask_cli_schema_edit },
    { "area", ask_cli_schema_edit },
    { "remove", ask_cli_schema_edit },
    { "versions", ask_cli_schema_versions },
    { "diff", ask_cli_schema_diff },
    { "restore", ask_cli_schema_restore },
    { "drift", ask_cli_schema_drift },
    { "impact", ask_cli_schema_impact },
  };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli schema COMMAND …\n\n"
                          "  show, export, import   the whole as text or document\n"
                          "  check, doctor          what is wrong, and what became of an API\n"
                          "  suggest                what the sources do not say\n"
                          "  set, rename, metric,\n"
                          "  query, bind, parameter,\n"
                          "  relate, unrelate,\n"
                          "  remove                 edit it\n"
                          "  versions, diff,\n"
                          "  restore                what changed, and back\n"
                          "  drift                  what changed at the sources\n"
                          "  impact                 which answers a document would change\n"
                          "  draw, arrange          as a diagram\n\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage (
    "schema", "Say show, export, import, check, doctor, suggest, draw, arrange, set, rename, "
              "relate, unrelate, metric, query, bind, parameter, remove, versions, diff, restore, drift or impact.");
}
