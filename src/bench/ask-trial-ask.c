/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks AskData's agents. Sources are registered as a user does, and entities get the names that their tables have in the
 * databases, as a steward would see to; nothing else is said of them.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <string.h>

#include "llm/ask-replay.h"
#include "schema/edit/ask-schema-edit.h"
#include "source/ask-source-kinds.h"
#include "store/ask-option.h"

#define API_SUFFIX "_api"

/** ask_trial_answer_new: Returns: (transfer full): an answer that says nothing */
AskTrialAnswer *
ask_trial_answer_new (void)
{
  AskTrialAnswer *self = g_new0 (AskTrialAnswer, 1);

  self->sources = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * ask_trial_answer_free:
 * @self: (nullable): to free
 */
void
ask_trial_answer_free (AskTrialAnswer *self)
{
  if (self == NULL)
    return;
  g_free (self->status);
  g_free (self->text);
  g_free (self->sql);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_ptr_array_unref (self->sources);
  g_free (self);
}

/* Attributes of a nested document are called as its fields are. */
static const AskTrialColumn *
find_column (const AskTrialTable *table, const AskAttribute *attribute)
{
  const char *name = attribute->column != NULL ? attribute->column : attribute->name;

  if (g_str_has_prefix (name, "fields."))
    name += strlen ("fields.");
  for (guint i = 0; i < table->columns->len; i++)
    if (strcmp (((AskTrialColumn *) table->columns->pdata[i])->name, name) == 0)
      return table->columns->pdata[i];
  return NULL;
}

static void
name_entity (AskSchema *draft, const char *id, const AskTrialTable *table)
{
  for (guint a = 0; a < ask_schema_find_id (draft, id)->attributes->len; a++)
    {
      const AskAttribute *attribute = ask_schema_find_id (draft, id)->attributes->pdata[a];
      const AskTrialColumn *column = find_column (table, attribute);
      g_autofree char *name = g_strdup (attribute->name);
      g_autoptr (GError) taken = NULL;

      /* Where a name is taken, the importer's stays. */
      if (column != NULL && strcmp (name, column->name) != 0
          && !ask_schema_edit_rename_attribute (draft, id, name, column->name, &taken))
        g_debug ("%s", taken->message);
    }
  if (strcmp (ask_schema_find_id (draft, id)->name, table->name) != 0)
    {
      g_autoptr (GError) taken = NULL;

      if (!ask_schema_edit_rename_entity (draft, id, table->name, &taken))
        g_debug ("%s", taken->message);
    }
}

static gboolean
name_entities (AskWorkspace *workspace, const AskTrialDatabase *database, GError **error)
{
  g_autofree char *source = g_strconcat (database->name, API_SUFFIX, NULL);
  gint64 version;
  g_autoptr (AskSchema) draft = ask_workspace_load_newest_schema (workspace, &version, error);

  for (guint i = 0; draft != NULL && i < draft->entities->len; i++)
    {
      const AskEntity *entity = draft->entities->pdata[i];
      const AskTrialTable *table
        = g_strcmp0 (entity->source, source) == 0 ? ask_trial_find_table (database, entity->table) : NULL;
      g_autofree char *id = g_strdup (entity->id);

      if (table != NULL)
        name_entity (draft, id, table);
    }
  return draft != NULL
         && ask_workspace_save_schema_from (workspace, &version, draft, "Named as in the database", NULL, error);
}

static gboolean
add_database (AskTrialRun *run, AskWorkspace *workspace, const AskTrialDatabase *database, guint variant,
              GError **error)
{
  g_autofree char *path = ask_trial_dup_path (run->trial, database->name, variant, TRUE);
  g_autofree char *url = ask_trial_server_dup_url (run->server, database->name, variant);
  g_autofree char *name = g_strconcat (database->name, API_SUFFIX, NULL);
  g_autoptr (GPtrArray) said = ask_source_options_new ();
  g_autoptr (AskSourceRecord) file = NULL;
  g_autoptr (AskSourceRecord) api = NULL;
  const AskSourceKind *sqlite = ask_source_kinds_find ("sqlite");
  const AskSourceKind *rest = ask_source_kinds_find ("openapi");

  file = ask_workspace_add_source (workspace, &(AskNewSource) { sqlite, database->name, path }, NULL, NULL, error);
  if (file == NULL || database->tables->len == 0)
    return file != NULL;
  /* A column of values of several types is no type that OpenAPI 3.0 has. */
  if (!ask_options_add_typed (said, rest, &(AskTypedOption) { .word = "lenient", .text = "yes" }, error))
    return FALSE;
  api = ask_workspace_add_source (workspace, &(AskNewSource) { rest, name, url, NULL, said }, NULL, NULL, error);
  return api != NULL && name_entities (workspace, database, error);
}

/**
 * ask_trial_open_workspace:
 * @run: keeps it
 * @databases: which are in it
 * @variant: from 0
 * @error: what cannot be registered
 *
 * Returns: (transfer none) (nullable): a workspace with these databases and their APIs
 */
AskWorkspace *
ask_trial_open_workspace (AskTrialRun *run, char **databases, guint variant, GError **error)
{
  g_autofree char *names = g_strjoinv ("+", databases);
  g_autofree char *key = g_strdup_printf ("%s/%u", names, variant);
  g_autofree char *path = g_strdup_printf ("%s/%u.askdata", run->scratch, g_hash_table_size (run->workspaces));
  AskWorkspace *workspace = g_hash_table_lookup (run->workspaces, key);

  if (workspace != NULL)
    return workspace;
  workspace = ask_workspace_open (path, error);
  for (guint i = 0; workspace != NULL && databases[i] != NULL; i++)
    {
      const AskTrialDatabase *database = ask_trial_find (run->trial, databases[i]);

      if (database == NULL)
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "The trial has no database “%s”.", databases[i]);
      if (database == NULL || !add_database (run, workspace, database, variant, error))
        g_clear_pointer (&workspace, ask_workspace_close);
    }
  if (workspace != NULL
      && !ask_workspace_set_setting (workspace, "model/answer-here-first", run->no_here || run->oracle ? "off" : NULL,
                                     error))
    g_clear_pointer (&workspace, ask_workspace_close);
  if (workspace != NULL)
    g_hash_table_insert (run->workspaces, g_steal_pointer (&key), workspace);
  return workspace;
}

static void
add_source (GPtrArray *sources, const char *name)
{
  g_autofree char *database
    = g_str_has_suffix (name, API_SUFFIX) ? g_strndup (name, strlen (name) - strlen (API_SUFFIX)) : g_strdup (name);

  if (!g_ptr_array_find_with_equal_func (sources, database, g_str_equal, NULL))
    g_ptr_array_add (sources, g_steal_pointer (&database));
}

/**
 * ask_trial_ask:
 * @run: with an agent
 * @question: of the trial
 * @error: where nothing could be asked at all
 *
 * Returns: (transfer full) (nullable): what AskData answers over the first variant
 */
AskTrialAnswer *
ask_trial_ask (AskTrialRun *run, const AskTrialQuestion *question, GError **error)
{
  AskWorkspace *workspace = ask_trial_open_workspace (run, question->offered, 0, error);
  g_autofree char *gold = question->sql != NULL
                            ? g_strconcat (run->agent == ASK_AGENT_REACT ? "Final Answer: " : "", question->sql, NULL)
                            : g_strdup ("I don't know: no source has that.");
  /* As often as the agent asks again. */
  const char *const replies[] = { gold, gold, gold, gold, NULL };
  g_autoptr (AskReplay) oracle = run->oracle ? ask_replay_new (replies) : NULL;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  AskTrialAnswer *made;

  if (workspace == NULL)
    return NULL;
  options.agent = run->agent;
  options.any_cost = TRUE;
  answer = ask_agent_ask (workspace, oracle != NULL ? ASK_MODEL (oracle) : run->model, question->text, &options, NULL,
                          error);
  if (answer == NULL)
    return NULL;
  made = ask_trial_answer_new ();
  made->status = g_strdup (answer->status == ASK_STATUS_ANSWERED       ? "answered"
                           : answer->status == ASK_STATUS_UNANSWERABLE ? "unanswerable"
                                                                       : "failed");
  made->text = g_strdup (answer->text);
  made->sql = g_strdup (answer->sql);
  made->view = TRUE;
  made->rows = answer->rows != NULL ? ask_trial_read_rows (answer->rows) : NULL;
  for (guint i = 0; i < answer->sources->len; i++)
    add_source (made->sources, answer->sources->pdata[i]);
  made->ms = answer->elapsed_ms;
  made->tokens = answer->prompt_tokens + answer->completion_tokens;
  made->sent = answer->bytes_sent;
  return made;
}

/**
 * ask_trial_query:
 * @run: a run
 * @question: whose databases are read
 * @sql: over the relational view
 * @variant: from 0
 * @error: what it fails with
 *
 * Returns: (transfer full) (nullable): its rows, with time and calls
 */
AskTrialAnswer *
ask_trial_query (AskTrialRun *run, const AskTrialQuestion *question, const char *sql, guint variant, GError **error)
{
  AskWorkspace *workspace = ask_trial_open_workspace (run, question->offered, variant, error);
  g_autoptr (AskEngine) engine = workspace != NULL ? ask_workspace_open_engine (workspace, error) : NULL;
  g_autoptr (AskResult) result = engine != NULL ? ask_engine_query (engine, sql, NULL, NULL, NULL, error) : NULL;
  AskTrialAnswer *made;

  if (result == NULL)
    return NULL;
  made = ask_trial_answer_new ();
  made->status = g_strdup ("answered");
  made->sql = g_strdup (sql);
  made->view = TRUE;
  made->rows = ask_trial_read_rows (result->rows);
  made->ms = result->elapsed_ms;
  made->calls = ask_calls_count_requests (result->calls);
  return made;
}
