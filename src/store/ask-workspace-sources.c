/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The registered sources: listed, tested, removed, and made ready for the engine with their
 * secrets in place. A secret lives in an AskSourceConfig and nowhere else.
 */
#include "config.h"

#include "store/ask-secrets.h"
#include "store/ask-source-origin.h"
#include "store/ask-source-row.h"
#include "store/ask-thresholds.h"

#include "base/ask-error.h"
#include "base/ask-secret.h"

#include <glib/gi18n.h>
#include <string.h>

#define COLUMNS \
  "name, kind, location, base_url, base_url_given, title, options, secret_id, added_at," \
  " refreshed_at, problem"

/** ask_source_row_free: @self: (nullable) (transfer full): frees it, with the record where it still has one */
void
ask_source_row_free (AskSourceRow *self)
{
  if (self == NULL)
    return;
  ask_source_record_free (self->record);
  g_clear_pointer (&self->options, g_ptr_array_unref);
  g_free (self->secret_id);
  g_free (self);
}

/* @word: of a list */
static GPtrArray *
list_items (GPtrArray *options, const char *word)
{
  const AskSourceOption *option = ask_source_options_find (options, word);
  GPtrArray *items = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; option != NULL && option->items[i] != NULL; i++)
    g_ptr_array_add (items, g_strdup (option->items[i]));
  return items;
}

static void
fill_record (AskSourceRecord *record, GPtrArray *options)
{
  record->options = ask_options_copy (options);
  record->reads = list_items (options, "reads");
  record->whole = list_items (options, "whole");
  record->follow = list_items (options, "follow");
  record->trust_order = list_items (options, "trust-order");
  record->lenient = g_strcmp0 (ask_source_options_get_text (options, "lenient"), "yes") == 0;
  record->tuning.cache_s = ask_source_options_get_number (options, "cache");
  record->tuning.max_calls = ask_source_options_get_number (options, "max-calls");
  record->tuning.lanes = ask_source_options_get_number (options, "lanes");
}

/* Why a source that is damaged is not asked. */
static char *
dup_damage (AskWorkspace *self, const AskSourceRow *row)
{
  return g_strdup_printf ("The source “%s” in the workspace %s cannot be read: its options are damaged. Remove it and "
                          "add it again.",
                          row->record->name, self->path);
}

static gboolean
check_damage (AskWorkspace *self, const AskSourceRow *row, GError **error)
{
  g_autofree char *damage = row->damaged ? dup_damage (self, row) : NULL;

  if (damage != NULL)
    ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN, damage);
  return damage == NULL;
}

static AskSourceRow *
read_row (AskWorkspace *self, sqlite3_stmt *statement, AskSchema *schema, GError **error)
{
  g_autoptr (AskSourceRow) row = g_new0 (AskSourceRow, 1);
  AskSourceRecord *record = row->record = g_new0 (AskSourceRecord, 1);
  g_autofree char *kind = ask_statement_dup_text (statement, 1);
  g_autofree char *options = ask_statement_dup_text (statement, 6);

  record->name = ask_statement_dup_text (statement, 0);
  record->location = ask_statement_dup_text (statement, 2);
  record->base_url = ask_statement_dup_text (statement, 3);
  row->base_url_given = sqlite3_column_int (statement, 4) != 0;
  record->title = ask_statement_dup_text (statement, 5);
  row->secret_id = ask_statement_dup_text (statement, 7);
  record->added_at = sqlite3_column_int64 (statement, 8);
  record->refreshed_at = sqlite3_column_int64 (statement, 9);
  record->problem = ask_statement_dup_text (statement, 10);
  record->kind = ask_source_kinds_find (kind);
  if (record->kind == NULL)
    {
      ask_error_set (
        error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
        N_ ("The source “%s” in the workspace %s is of the kind “%s”, which this version does not know. Open the "
            "workspace with the version of AskData that added it."),
        record->name, self->path, kind);
      return NULL;
    }
  row->options = ask_options_from_json (record->kind, options, &row->damaged);
  if (row->damaged)
    {
      g_free (record->problem);
      record->problem = dup_damage (self, row);
    }
  fill_record (record, row->options);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = g_ptr_array_index (schema->entities, i);

      record->n_entities += g_ascii_strcasecmp (entity->source, record->name) == 0;
    }
  return g_steal_pointer (&row);
}

static GPtrArray *
read_rows (AskWorkspace *self, const char *name, GError **error)
{
  const char *what = N_ ("the sources were not read");
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  AskSchema *schema = ask_workspace_get_schema (self, error);
  gboolean more;

  if (schema == NULL)
    return NULL;
  statement
    = ask_workspace_prepare (self, what,
                             "SELECT " COLUMNS " FROM source WHERE ?1 IS NULL OR name = ?1 ORDER BY added_at, name",
                             error);
  if (statement == NULL)
    return NULL;
  ask_statement_bind_text (statement, 1, name);
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_row_free);
  while (TRUE)
    {
      AskSourceRow *row;

      if (!ask_workspace_step (self, what, statement, &more, error))
        return NULL;
      if (!more)
        return g_steal_pointer (&rows);
      row = read_row (self, statement, schema, error);
      if (row == NULL)
        return NULL;
      g_ptr_array_add (rows, row);
    }
}

/**
 * ask_workspace_find_source:
 * @name: of a source, in any case
 * @error: %ASK_STORE_ERROR, where the file cannot be read
 *
 * Returns: (transfer full) (nullable): its row, damaged or not; %NULL without an error where there is none
 */
AskSourceRow *
ask_workspace_find_source (AskWorkspace *self, const char *name, GError **error)
{
  g_autoptr (GPtrArray) rows = read_rows (self, name, error);

  return rows != NULL && rows->len > 0 ? g_ptr_array_steal_index (rows, 0) : NULL;
}

/* Returns: (transfer full): the row, damaged or not; %NULL with %ASK_STORE_ERROR_UNKNOWN where there is none */
static AskSourceRow *
get_row (AskWorkspace *self, const char *name, GError **error)
{
  g_autoptr (GPtrArray) rows = read_rows (self, NULL, error);
  g_autoptr (GString) names = NULL;

  if (rows == NULL)
    return NULL;
  names = g_string_new (NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      const AskSourceRow *row = g_ptr_array_index (rows, i);

      if (g_ascii_strcasecmp (row->record->name, name) == 0)
        return g_ptr_array_steal_index (rows, i);
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", row->record->name);
    }
  if (rows->len == 0)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                   N_ ("There is no source named “%s”; the workspace has none yet. Add one first."), name);
  else
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                   N_ ("There is no source named “%s”. Choose one of these: %s."), name, names->str);
  return NULL;
}

/**
 * ask_workspace_get_source:
 * @name: of a source, in any case
 * @error: %ASK_STORE_ERROR_UNKNOWN where there is none, with the names of those that are there;
 *   %ASK_STORE_ERROR_OPEN where it is damaged
 *
 * Returns: (transfer full): its row, or %NULL
 */
AskSourceRow *
ask_workspace_get_source (AskWorkspace *self, const char *name, GError **error)
{
  g_autoptr (AskSourceRow) row = get_row (self, name, error);

  return row != NULL && check_damage (self, row, error) ? g_steal_pointer (&row) : NULL;
}

/* Says all that was said; a value that is not to be had is an error. */
static gboolean
set_options (AskSourceRow *self, AskWorkspace *workspace, AskSourceConfig *config, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GPtrArray) clear = ask_options_copy (self->options);

  for (guint i = 0; i < clear->len; i++)
    {
      AskSourceOption *option = clear->pdata[i];
      char *text = NULL;

      if (option->keep == ASK_OPTION_PLAIN)
        continue;
      if (option->keep == ASK_OPTION_VARIABLE)
        text = ask_option_dup_variable (option, error);
      else
        {
          g_autofree char *key = ask_secret_key (self->secret_id, option);

          text = ask_secrets_lookup (workspace->id, key, cancellable, error);
        }
      if (text == NULL)
        {
          if (error != NULL && *error != NULL && (*error)->domain == ASK_STORE_ERROR)
            ask_error_prefix (error, N_ ("The source “%s” cannot be used: "), self->record->name);
          return FALSE;
        }
      g_free (option->text);
      option->text = text;
    }
  ask_source_config_set_options (config, clear);
  return TRUE;
}

/**
 * ask_source_row_dup_config:
 * @workspace: that the row is of
 * @introspect: for a refresh, where a base URL that came from the specification is read anew
 * @cancellable: (nullable): stops the wait for the Secret Service
 * @error: %ASK_STORE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Blocks, while a locked keyring asks a person for its password.
 *
 * Returns: (transfer full): with all secrets; %NULL where one is not to be had, or the row is damaged
 */
AskSourceConfig *
ask_source_row_dup_config (AskSourceRow *self, AskWorkspace *workspace, gboolean introspect, GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (GError) local = NULL;
  AskSourceConfig *config;

  if (!check_damage (workspace, self, error))
    return NULL;
  config = ask_source_config_new (self->record->name, self->record->kind, self->record->location);
  if (!introspect || self->base_url_given)
    config->base_url = g_strdup (self->record->base_url);
  if (!set_options (self, workspace, config, cancellable, error))
    g_clear_pointer (&config, ask_source_config_unref);
  /* It can still be removed, and what is kept of it. */
  else if (!ask_workspace_settle_origin (workspace, config, cancellable, &local))
    config->problem = g_strdup (local->message);
  /* What was refreshed, or added again, is asked anew. */
  else if (config->cache_s > 0)
    config->cache_id
      = g_strdup_printf ("%s %s %" G_GINT64_FORMAT, workspace->id, self->secret_id, self->record->refreshed_at);
  return config;
}

/**
 * ask_workspace_set_problem:
 * @name: of a source, in any case
 * @problem: (nullable): why it cannot be used, as a sentence; %NULL where all is well. Kept without what looks like
 *   a secret
 * @error: %ASK_STORE_ERROR
 *
 * In a transaction of its own.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_set_problem (AskWorkspace *self, const char *name, const char *problem, GError **error)
{
  const char *what = N_ ("the state of the source was not saved");
  g_autofree char *masked = problem != NULL ? ask_secret_mask (problem) : NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement
    = ask_workspace_prepare (self, what, "UPDATE source SET problem = ?2 WHERE name = ?1 AND problem IS NOT ?2", error);
  if (statement != NULL)
    {
      ask_statement_bind_text (statement, 1, name);
      ask_statement_bind_text (statement, 2, masked);
    }
  return ask_workspace_run_and_end (self, what, statement, error);
}

static gboolean
try_source (AskWorkspace *self, AskSourceRow *row, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = ask_source_row_dup_config (row, self, FALSE, cancellable, error);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskSchema) schema = NULL;

  if (config == NULL)
    return FALSE;
  /* A kept answer says nothing of how the source is now. */
  config->cache_s = 0;
  g_clear_pointer (&config->cache_id, g_free);
  source = ask_source_new (config, error);
  ask_source_config_unref (config);
  if (source == NULL || !ask_source_open (source, cancellable, error))
    return FALSE;
  schema = ask_workspace_load_schema (self, error);
  return schema != NULL && ask_source_test (source, schema, cancellable, error);
}

/**
 * ask_workspace_test_source:
 * @name: of a source
 * @cancellable: (nullable): stops the test, which then says nothing of the source
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_SECRET or %ASK_STORE_ERROR_INVALID where a key
 *   is not to be had; %ASK_SOURCE_ERROR; %ASK_STORE_ERROR_WRITE; %G_IO_ERROR_CANCELLED
 *
 * Opens the source and makes a small call, and keeps what came of it in the record's problem.
 * Blocks.
 *
 * Returns: whether the source is well
 */
gboolean
ask_workspace_test_source (AskWorkspace *self, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSourceRow) row = NULL;
  g_autoptr (GError) local = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);

  row = ask_workspace_get_source (self, name, error);
  if (row == NULL)
    return FALSE;
  if (try_source (self, row, cancellable, &local))
    return ask_workspace_set_problem (self, row->record->name, NULL, error);

  /* That the problem could not be kept is less than the problem. */
  if (!g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_workspace_set_problem (self, row->record->name, local->message, NULL);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/**
 * ask_workspace_list_sources:
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: (transfer container) (element-type AskSourceRecord): in the order they were added
 */
GPtrArray *
ask_workspace_list_sources (AskWorkspace *self, GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;
  GPtrArray *records;

  g_return_val_if_fail (self != NULL, NULL);

  rows = read_rows (self, NULL, error);
  if (rows == NULL)
    return NULL;
  records = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_record_free);
  for (guint i = 0; i < rows->len; i++)
    {
      AskSourceRow *row = g_ptr_array_index (rows, i);

      g_ptr_array_add (records, g_steal_pointer (&row->record));
    }
  return records;
}

static gboolean
delete_source (AskWorkspace *self, const char *what, AskSourceRow *row, GError **error)
{
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *reason = g_strdup_printf ("Removed source %s", row->record->name);

  schema = ask_workspace_load_schema (self, error);
  if (schema == NULL)
    return FALSE;
  ask_schema_remove_source (schema, row->record->name);
  statement = ask_workspace_prepare (self, what, "DELETE FROM source WHERE name = ?1", error);
  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, row->record->name);
  return ask_workspace_run (self, what, statement, error)
         && ask_workspace_forget_thresholds (self, row->record->name, error)
         && ask_workspace_put_schema (self, schema, reason, error)
         && ask_workspace_note_secrets (self, row->secret_id, row->options, 0, error);
}

/**
 * ask_workspace_remove_source:
 * @name: of a source
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_WRITE
 *
 * Takes a source, its entities, their relationships, its values and its keys away. Where no Secret
 * Service runs now, its keys are cleared with the next source that is added or removed while one
 * runs.
 *
 * Returns: whether it is gone
 */
gboolean
ask_workspace_remove_source (AskWorkspace *self, const char *name, GError **error)
{
  const char *what = N_ ("the source was not removed");
  g_autoptr (AskSourceRow) row = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  row = get_row (self, name, error);
  if (row == NULL || !delete_source (self, what, row, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (!ask_workspace_commit (self, what, error))
    return FALSE;
  ask_workspace_sweep_secrets (self, row->secret_id);
  if (row->record->kind->forget != NULL)
    {
      AskSourceConfig *config = ask_source_row_dup_config (row, self, FALSE, NULL, NULL);

      if (config != NULL)
        config->kind->forget (config);
      g_clear_pointer (&config, ask_source_config_unref);
    }
  return TRUE;
}

/**
 * ask_workspace_open_engine:
 * @error: %ASK_STORE_ERROR_OPEN where the file cannot be read, %ASK_ENGINE_ERROR
 *
 * A session over all sources and the newest schema. A source whose key is not to be had does not
 * keep the others from being asked: only a query that reads it fails, with the reason. Blocks, while
 * a locked keyring asks a person for its password. The session belongs to the calling thread.
 *
 * Returns: (transfer full): the session
 */
AskEngine *
ask_workspace_open_engine (AskWorkspace *self, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (self, error);

  return schema != NULL ? ask_workspace_open_engine_on (self, schema, error) : NULL;
}

/**
 * ask_workspace_open_engine_on:
 * @schema: a version of the schema, or one that was not saved yet
 * @error: as of ask_workspace_open_engine()
 *
 * The same over another schema, so that it can be tried before it is saved.
 *
 * Returns: (transfer full): the session
 */
AskEngine *
ask_workspace_open_engine_on (AskWorkspace *self, AskSchema *schema, GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) configs = NULL;

  g_return_val_if_fail (self != NULL && schema != NULL, NULL);

  rows = read_rows (self, NULL, error);
  if (rows == NULL)
    return NULL;
  configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  for (guint i = 0; i < rows->len; i++)
    {
      AskSourceRow *row = g_ptr_array_index (rows, i);
      g_autoptr (GError) local = NULL;
      AskSourceConfig *config = ask_source_row_dup_config (row, self, FALSE, NULL, &local);

      if (config == NULL)
        {
          config = ask_source_config_new (row->record->name, row->record->kind, row->record->location);
          config->base_url = g_strdup (row->record->base_url);
          config->problem = g_strdup (local->message);
        }
      g_ptr_array_add (configs, config);
    }
  return ask_engine_new (schema, configs, error);
}
