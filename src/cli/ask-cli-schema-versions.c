/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema versions, diff, restore, drift and impact: what changed here and at the sources, the
 * way back, and what a change would do to the answers.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-impact.h"
#include "cli/ask-cli.h"
#include "store/ask-workspace-draft.h"

static AskExit
print_versions (GPtrArray *versions)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < versions->len; i++)
    {
      const AskSchemaVersion *version = versions->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "version", version->id);
      json_object_set_int_member (object, "saved_at", version->saved_at);
      ask_json_set_string (object, "reason", version->reason);
      ask_json_set_string (object, "author", version->author);
      json_array_add_object_element (array, object);
    }
  return ask_cli_print_json (ask_json_take_array (array));
}

/** ask_cli_schema_versions: Returns: the exit code of `schema versions` */
AskExit
ask_cli_schema_versions (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb
    = { "schema versions", NULL, "Lists the versions of the schema, the newest first.", 0, 0 };
  gboolean json;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if ((versions = ask_workspace_list_schema_versions (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  if (json)
    return print_versions (versions);
  for (guint i = 0; i < versions->len; i++)
    {
      const AskSchemaVersion *version = versions->pdata[i];
      g_autofree char *when = ask_cli_time (version->saved_at);

      g_string_append_printf (text, "%4" G_GINT64_FORMAT "  %s  %s%s%s\n", version->id, when, version->reason,
                              version->author != NULL ? " · " : "", version->author != NULL ? version->author : "");
    }
  if (versions->len == 0)
    g_printerr ("There are no versions yet. Add a source with “askdata-cli source add”.\n");
  return ask_cli_print (text->str);
}

/* @word: a version's number, or the path of a document. Numbers first: a file that is called 7 is ./7 */
static AskSchema *
read_side (AskWorkspace *workspace, const char *word, GError **error)
{
  gint64 version;

  return ask_cli_number (word, &version) ? ask_workspace_load_schema_version (workspace, version, error)
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
           ? ask_workspace_load_schema_version (workspace, ((AskSchemaVersion *) versions->pdata[1])->id, error)
           : ask_schema_new ();
}

static AskExit
print_changes (GPtrArray *changes, gboolean json)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (json)
    return ask_cli_print_json (ask_changes_to_json (changes));
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
  static const AskCliVerb verb
    = { "schema diff", "[BEFORE [AFTER]]",
        "Says what differs between two schemas, each the number of a version or a file from “schema export”. "
        "Without AFTER, up to the newest version; without both, what the newest version changed.",
        0, 2 };
  gboolean json;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  before = argc > 1 ? read_side (workspace, argv[1], &error) : read_previous (workspace, &error);
  if (before == NULL)
    return ask_cli_failed (error);
  after = argc > 2 ? read_side (workspace, argv[2], &error) : ask_workspace_load_schema (workspace, &error);
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
  g_autoptr (AskSchema) before = NULL;
  AskEditBase base;
  gint64 version;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "schema restore", "VERSION",
                                      "Makes an earlier version the newest one again; those between stay in the list.",
                                      1, 1 },
                      &argc, &argv, &code))
    return code;
  if (!ask_cli_number (argv[1], &version))
    return ask_cli_usage ("schema restore", "“%s” is no number from “schema versions”.", argv[1]);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((before = ask_workspace_load_edited (workspace, &base, &error)) == NULL
      || !ask_workspace_restore_schema (workspace, version, &error))
    return ask_cli_failed (error);
  g_print ("Brought back version %" G_GINT64_FORMAT "%s.\n", version, base.draft ? ", in the draft" : "");
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

/* Adds the drift of one source, and its name to @shown where there is any. */
static gboolean
add_drift (AskWorkspace *workspace, const char *source, GString *text, GPtrArray *shown, GError **error)
{
  g_autoptr (AskDrift) drift = ask_workspace_get_drift (workspace, source, error);

  if (drift == NULL)
    return FALSE;
  if (drift->changes->len == 0)
    return TRUE;
  add_drift_as_text (text, drift);
  g_ptr_array_add (shown, g_strdup (source));
  return TRUE;
}

/** ask_cli_schema_drift: Returns: the exit code of `schema drift` */
AskExit
ask_cli_schema_drift (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) shown = g_ptr_array_new_with_free_func (g_free);
  gboolean seen = FALSE, found = FALSE;
  GOptionEntry entries[]
    = { { "seen", 0, 0, G_OPTION_ARG_NONE, &seen, "Do not show these changes again", NULL }, G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "schema drift", "[SOURCE]", "Says what refreshes found changed at the sources, and what that breaks.", 0, 1,
        entries };
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if ((records = ask_workspace_list_sources (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];

      if (argc == 2 && g_ascii_strcasecmp (record->name, argv[1]) != 0)
        continue;
      found = TRUE;
      if (!add_drift (workspace, record->name, text, shown, &error))
        return ask_cli_failed (error);
    }
  if (argc == 2 && !found)
    {
      g_printerr ("askdata-cli: There is no source “%s”. See “source list”.\n", argv[1]);
      return ASK_EXIT_FAILED;
    }
  if (text->len == 0)
    g_printerr ("Nothing changed at the sources.\n");
  if ((code = ask_cli_print (text->str)) != ASK_EXIT_DONE)
    return code;
  /* Only what reached somebody was seen. */
  for (guint i = 0; seen && i < shown->len; i++)
    if (!ask_workspace_clear_drift (workspace, shown->pdata[i], &error))
      return ask_cli_failed (error);
  return ASK_EXIT_DONE;
}

static JsonNode *
impacts_to_json (GPtrArray *impacts, GPtrArray *breaks)
{
  JsonObject *object = json_object_new ();
  JsonArray *questions = json_array_new ();
  JsonArray *others = json_array_new ();

  for (guint i = 0; i < impacts->len; i++)
    {
      const AskImpact *impact = impacts->pdata[i];
      JsonObject *item = json_object_new ();

      json_object_set_int_member (item, "verified", impact->verified);
      if (impact->tile)
        json_object_set_boolean_member (item, "tile", TRUE);
      ask_json_set_string (item, "impact", ask_impact_kind_to_string (impact->kind));
      ask_json_set_string (item, "question", impact->question);
      ask_json_set_string (item, "how", impact->how);
      ask_json_set_string (item, "sql_before", impact->sql_before);
      ask_json_set_string (item, "sql_after", impact->sql_after);
      json_array_add_object_element (questions, item);
    }
  for (guint i = 0; i < breaks->len; i++)
    {
      const AskBreak *broken = breaks->pdata[i];
      JsonObject *item = json_object_new ();

      ask_json_set_string (item, "name", broken->name);
      ask_json_set_string (item, "message", broken->message);
      json_array_add_object_element (others, item);
    }
  json_object_set_array_member (object, "questions", questions);
  json_object_set_array_member (object, "breaks", others);
  return ask_json_take_object (object);
}

/* What stays as it is is counted: whoever has hundreds of verified questions wants to see the others. */
static char *
impacts_to_text (GPtrArray *impacts, GPtrArray *breaks)
{
  GString *text = g_string_new (NULL);
  guint n_verified = 0;
  guint n_same = 0;
  guint n_tiles = 0;
  guint n_tiles_same = 0;

  for (guint i = 0; i < impacts->len; i++)
    {
      const AskImpact *impact = impacts->pdata[i];

      n_verified += impact->verified != 0;
      n_tiles += impact->tile;
      if (impact->kind == ASK_IMPACT_SAME && (impact->verified != 0 || impact->tile))
        {
          n_same += impact->verified != 0;
          n_tiles_same += impact->tile;
          continue;
        }
      if (impact->verified != 0)
        g_string_append_printf (text, "%4" G_GINT64_FORMAT, impact->verified);
      else
        g_string_append (text, "   –");
      g_string_append_printf (text, "  %-11s %s\n", ask_impact_kind_to_string (impact->kind), impact->question);
      if (impact->how != NULL)
        g_string_append_printf (text, "      %s\n", impact->how);
    }
  for (guint i = 0; i < breaks->len; i++)
    {
      const AskBreak *item = breaks->pdata[i];

      g_string_append_printf (text, "      breaks      %s: %s\n", item->name, item->message);
    }
  g_string_append_printf (text, "%u of %u answers to verified questions stay%s the same.\n", n_same, n_verified,
                          n_same == 1 ? "s" : "");
  if (n_tiles > 0)
    g_string_append_printf (text, "%u of %u tiles of boards stay%s the same.\n", n_tiles_same, n_tiles,
                            n_tiles_same == 1 ? "s" : "");
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
  g_autofree char *text = NULL;
  guint n_lost = 0;
  static const AskCliVerb verb
    = { "schema impact", "FILE|VERSION",
        "Says which answers would change if the schema were this one: replays all verified questions under both. "
        "Nothing is saved. It exits with 1 where an answer would be lost.",
        1, 1 };
  gboolean json;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if ((after = read_side (workspace, argv[1], &error)) == NULL
      || (before = ask_workspace_load_schema (workspace, &error)) == NULL
      || (impacts = ask_impact_find (workspace, &(AskImpactTrial) { before, after }, cli->cancellable, &error)) == NULL
      || (breaks = ask_workspace_find_breaks (workspace, before, after, &error)) == NULL)
    return ask_cli_failed (error);
  /* Those are among the questions already. */
  for (guint i = breaks->len; i-- > 0;)
    if (((AskBreak *) breaks->pdata[i])->kind == ASK_BREAK_VERIFIED
        || ((AskBreak *) breaks->pdata[i])->kind == ASK_BREAK_TILE)
      g_ptr_array_remove_index (breaks, i);
  for (guint i = 0; i < impacts->len; i++)
    n_lost += ((AskImpact *) impacts->pdata[i])->kind == ASK_IMPACT_FAILS;
  if (!json)
    text = impacts_to_text (impacts, breaks);
  code = json ? ask_cli_print_json (impacts_to_json (impacts, breaks)) : ask_cli_print (text);
  if (code != ASK_EXIT_DONE || n_lost == 0)
    return code;
  g_printerr ("askdata-cli: %u %s would be lost; see above.\n", n_lost, n_lost == 1 ? "answer" : "answers");
  return ASK_EXIT_FAILED;
}
