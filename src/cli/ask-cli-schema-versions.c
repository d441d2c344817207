/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema versions, diff, restore, drift and impact: what changed here and at the sources, the
 * way back, and what a change would do to the answers.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-impact.h"
#include "cli/ask-cli.h"

/** ask_cli_schema_versions: Returns: the exit code of `schema versions` */
AskExit
ask_cli_schema_versions (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *format = NULL;
  GOptionEntry entries[] = { ASK_CLI_FORMAT (&format), G_OPTION_ENTRY_NULL };
  gboolean json;
  AskExit code;

  if (!ask_cli_parse ("schema versions", NULL, "Lists the versions of the schema, the newest first.",
                      entries, 0, &argc, &argv, &code)
      || !ask_cli_is_json ("schema versions", format, &json, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((versions = ask_workspace_list_schema_versions (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < versions->len; i++)
    {
      const AskSchemaVersion *version = versions->pdata[i];
      g_autofree char *when = ask_cli_time (version->saved_at);

      if (!json)
        {
          g_string_append_printf (text, "%4" G_GINT64_FORMAT "  %s  %s%s%s\n", version->id, when,
                                  version->reason, version->author != NULL ? " · " : "",
                                  version->author != NULL ? version->author : "");
          continue;
        }
      g_string_append_printf (text, "%s{\"version\":%" G_GINT64_FORMAT ",\"saved_at\":%" G_GINT64_FORMAT
                                    ",\"reason\":",
                              i > 0 ? ",\n" : "", version->id, version->saved_at);
      ask_json_append_string (text, version->reason, -1);
      if (version->author != NULL)
        {
          g_string_append (text, ",\"author\":");
          ask_json_append_string (text, version->author, -1);
        }
      g_string_append_c (text, '}');
    }
  if (json)
    {
      g_string_prepend (text, "[");
      g_string_append (text, "]\n");
    }
  else if (versions->len == 0)
    g_printerr ("There are no versions yet. Add a source with “askdata-cli source add”.\n");
  return ask_cli_print (text->str);
}

/* @word: a version's number, or the path of a document. Numbers first: a file that is called 7 is ./7 */
static AskSchema *
read_side (AskWorkspace *workspace, const char *word, GError **error)
{
  gint64 version;

  return ask_cli_number (word, &version)
             ? ask_workspace_load_schema_version (workspace, version, error)
             : ask_cli_read_schema (word, error);
}

/* The version before the newest one; an empty schema where there is none. */
static AskSchema *
read_previous (AskWorkspace *workspace, GError **error)
{
  g_autoptr (GPtrArray) versions = ask_workspace_list_schema_versions (workspace, error);

  if (versions == NULL)
    return NULL;
  return versions->len > 1
             ? ask_workspace_load_schema_version (
                   workspace, ((AskSchemaVersion *) versions->pdata[1])->id, error)
             : ask_schema_new ();
}

static AskExit
print_changes (GPtrArray *changes, gboolean json)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (json)
    {
      g_autoptr (JsonNode) node = ask_changes_to_json (changes);
      g_autofree char *printed = ask_json_to_string (node, TRUE);

      g_string_printf (text, "%s\n", printed);
      return ask_cli_print (text->str);
    }
  for (guint i = 0; i < changes->len; i++)
    {
      g_autofree char *line = ask_change_to_text (changes->pdata[i]);

      g_string_append_printf (text, "%s\n", line);
    }
  if (changes->len == 0)
    g_printerr ("Both say the same.\n");
  return ask_cli_print (text->str);
}

/** ask_cli_schema_diff: Returns: the exit code of `schema diff` */
AskExit
ask_cli_schema_diff (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *format = NULL;
  GOptionEntry entries[] = { ASK_CLI_FORMAT (&format), G_OPTION_ENTRY_NULL };
  gboolean json;
  AskExit code;

  if (!ask_cli_parse ("schema diff", "[BEFORE [AFTER]]",
                      "Says what differs between two schemas, each the number of a version or a file "
                      "from “schema export”. Without AFTER, up to the newest version; without both, "
                      "what the newest version changed.",
                      entries, -1, &argc, &argv, &code)
      || !ask_cli_is_json ("schema diff", format, &json, &code))
    return code;
  if (argc > 3)
    return ask_cli_usage ("schema diff", "Give two versions or files at most.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  before = argc > 1 ? read_side (workspace, argv[1], &error) : read_previous (workspace, &error);
  if (before == NULL)
    return ask_cli_failed (error);
  after = argc > 2 ? read_side (workspace, argv[2], &error)
                   : ask_workspace_load_schema (workspace, &error);
  if (after == NULL)
    return ask_cli_failed (error);
  changes = ask_schema_diff (before, after);
  return print_changes (changes, json);
}

/** ask_cli_schema_restore: Returns: the exit code of `schema restore` */
AskExit
ask_cli_schema_restore (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  gint64 version;
  AskExit code;

  if (!ask_cli_parse ("schema restore", "VERSION",
                      "Makes an earlier version the newest one again; those between stay in the list.",
                      NULL, 1, &argc, &argv, &code))
    return code;
  if (!ask_cli_number (argv[1], &version))
    return ask_cli_usage ("schema restore", "“%s” is no number from “schema versions”.", argv[1]);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_workspace_restore_schema (workspace, version, &error))
    return ask_cli_failed (error);
  g_print ("Brought back version %" G_GINT64_FORMAT ".\n", version);
  return ASK_EXIT_DONE;
}

static void
add_drift_as_text (GString *text, const AskDrift *drift)
{
  g_autofree char *since = ask_cli_time (drift->since);

  g_string_append_printf (text, "%s, since %s:\n", drift->source, since);
  for (guint i = 0; i < drift->changes->len; i++)
    {
      g_autofree char *line = ask_change_to_text (drift->changes->pdata[i]);

      g_string_append_printf (text, "  %s\n", line);
    }
  for (guint i = 0; i < drift->breaks->len; i++)
    {
      const AskBreak *item = drift->breaks->pdata[i];

      g_string_append_printf (text, "  breaks %s: %s\n", item->name, item->message);
    }
}

/* Prints the drift of one source, and says that it was seen where @seen. */
static gboolean
show_drift (AskWorkspace *workspace, const char *source, gboolean seen, GString *text, GError **error)
{
  g_autoptr (AskDrift) drift = ask_workspace_get_drift (workspace, source, error);

  if (drift == NULL)
    return FALSE;
  if (drift->changes->len > 0)
    add_drift_as_text (text, drift);
  return !seen || ask_workspace_clear_drift (workspace, source, error);
}

/** ask_cli_schema_drift: Returns: the exit code of `schema drift` */
AskExit
ask_cli_schema_drift (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean seen = FALSE, found = FALSE;
  GOptionEntry entries[] = { { "seen", 0, 0, G_OPTION_ARG_NONE, &seen,
                               "Do not show these changes again", NULL },
                             G_OPTION_ENTRY_NULL };
  AskExit code;

  if (!ask_cli_parse ("schema drift", "[SOURCE]",
                      "Says what refreshes found changed at the sources, and what that breaks.",
                      entries, -1, &argc, &argv, &code))
    return code;
  if (argc > 2)
    return ask_cli_usage ("schema drift", "Give the name of one source, or none for all.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((records = ask_workspace_list_sources (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];

      if (argc == 2 && g_ascii_strcasecmp (record->name, argv[1]) != 0)
        continue;
      found = TRUE;
      if (!show_drift (workspace, record->name, seen, text, &error))
        return ask_cli_failed (error);
    }
  if (argc == 2 && !found)
    {
      g_printerr ("askdata-cli: There is no source “%s”. See “source list”.\n", argv[1]);
      return ASK_EXIT_FAILED;
    }
  if (text->len == 0)
    g_printerr ("Nothing changed at the sources.\n");
  return ask_cli_print (text->str);
}

static void
add_member (GString *json, const char *member, const char *value)
{
  if (value == NULL)
    return;
  g_string_append_printf (json, ",\"%s\":", member);
  ask_json_append_string (json, value, -1);
}

static char *
impacts_to_json (GPtrArray *impacts, GPtrArray *breaks)
{
  GString *json = g_string_new ("{\"questions\":[");

  for (guint i = 0; i < impacts->len; i++)
    {
      const AskImpact *impact = impacts->pdata[i];

      g_string_append_printf (json, "%s\n{\"verified\":%" G_GINT64_FORMAT ",\"impact\":\"%s\"",
                              i > 0 ? "," : "", impact->verified,
                              ask_impact_kind_to_string (impact->kind));
      add_member (json, "question", impact->question);
      add_member (json, "how", impact->how);
      add_member (json, "sql_before", impact->sql_before);
      add_member (json, "sql_after", impact->sql_after);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "],\"breaks\":[");
  for (guint i = 0; i < breaks->len; i++)
    {
      const AskBreak *item = breaks->pdata[i];

      g_string_append_printf (json, "%s\n{\"name\":", i > 0 ? "," : "");
      ask_json_append_string (json, item->name, -1);
      add_member (json, "message", item->message);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "]}\n");
  return g_string_free (json, FALSE);
}

static char *
impacts_to_text (GPtrArray *impacts, GPtrArray *breaks)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < impacts->len; i++)
    {
      const AskImpact *impact = impacts->pdata[i];

      if (impact->verified != 0)
        g_string_append_printf (text, "%4" G_GINT64_FORMAT, impact->verified);
      else
        g_string_append (text, "   –");
      g_string_append_printf (text, "  %-11s %s\n", ask_impact_kind_to_string (impact->kind),
                              impact->question);
      if (impact->how != NULL)
        g_string_append_printf (text, "      %s\n", impact->how);
    }
  for (guint i = 0; i < breaks->len; i++)
    {
      const AskBreak *item = breaks->pdata[i];

      g_string_append_printf (text, "      breaks      %s: %s\n", item->name, item->message);
    }
  return g_string_free (text, FALSE);
}

/** ask_cli_schema_impact: Returns: the exit code of `schema impact` */
AskExit
ask_cli_schema_impact (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (GPtrArray) impacts = NULL;
  g_autoptr (GPtrArray) breaks = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *format = NULL;
  g_autofree char *text = NULL;
  guint n_lost = 0;
  GOptionEntry entries[] = { ASK_CLI_FORMAT (&format), G_OPTION_ENTRY_NULL };
  gboolean json;
  AskExit code;

  if (!ask_cli_parse ("schema impact", "FILE|VERSION",
                      "Says which answers would change if the schema were this one: replays all "
                      "verified questions under both. Nothing is saved. It exits with 1 where an "
                      "answer would be lost.",
                      entries, 1, &argc, &argv, &code)
      || !ask_cli_is_json ("schema impact", format, &json, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((after = read_side (workspace, argv[1], &error)) == NULL
      || (before = ask_workspace_load_schema (workspace, &error)) == NULL
      || (impacts = ask_impact_find (workspace, before, after, NULL, NULL, cli->cancellable, &error))
             == NULL
      || (breaks = ask_workspace_find_breaks (workspace, before, after, &error)) == NULL)
    return ask_cli_failed (error);
  /* Those are among the questions already. */
  for (guint i = breaks->len; i-- > 0;)
    if (((AskBreak *) breaks->pdata[i])->kind == ASK_BREAK_VERIFIED)
      g_ptr_array_remove_index (breaks, i);
  for (guint i = 0; i < impacts->len; i++)
    n_lost += ((AskImpact *) impacts->pdata[i])->kind == ASK_IMPACT_FAILS;
  text = json ? impacts_to_json (impacts, breaks) : impacts_to_text (impacts, breaks);
  code = ask_cli_print (text);
  if (code != ASK_EXIT_DONE || n_lost == 0)
    return code;
  g_printerr ("askdata-cli: %u %s would be lost; see above.\n", n_lost,
              n_lost == 1 ? "answer" : "answers");
  return ASK_EXIT_FAILED;
}
