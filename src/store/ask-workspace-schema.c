/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema and its versions: every save is one, none is ever changed. It must never hand
 * out the schema that it keeps for itself, because callers edit what they get.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

/* @document: as it stands in the file; one that cannot be read says which version it is. */
static AskSchema *
parse_document (AskWorkspace *self, gint64 id, const char *document, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (JsonNode) node = ask_json_parse (document, -1, &local);
  AskSchema *schema = node != NULL ? ask_schema_from_json (node, &local) : NULL;

  if (schema == NULL)
    g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                 "Version %" G_GINT64_FORMAT " of the schema in the workspace %s cannot be read: %s "
                 "Put back a copy of the workspace, or import the schema from a file.",
                 id, self->path, local->message);
  return schema;
}

/* The newest version's number (0 for none) and, where @document is given, its text. */
static gboolean
read_newest (AskWorkspace *self, gint64 *id, char **document, GError **error)
{
  const char *what = "the schema was not read";
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (
      self, what,
      document != NULL ? "SELECT id, document FROM schema_version ORDER BY id DESC LIMIT 1"
                       : "SELECT id FROM schema_version ORDER BY id DESC LIMIT 1",
      error);
  gboolean row;

  if (statement == NULL || !ask_workspace_step (self, what, statement, &row, error))
    return FALSE;
  *id = row ? sqlite3_column_int64 (statement, 0) : 0;
  if (document != NULL)
    *document = row ? ask_statement_dup_text (statement, 1) : NULL;
  return TRUE;
}

/*
 * ask_workspace_get_schema:
 *
 * The newest schema for use inside this room, parsed again only when a new version is there.
 *
 * Returns: (transfer none): valid until the next call into the workspace; never to be changed
 */
AskSchema *
ask_workspace_get_schema (AskWorkspace *self, GError **error)
{
  g_autofree char *document = NULL;
  gint64 id;

  if (!read_newest (self, &id, NULL, error))
    return NULL;
  if (self->schema != NULL && self->schema_id == id)
    return self->schema;
  if (!read_newest (self, &id, &document, error))
    return NULL;

  g_autoptr (AskSchema) schema
      = document != NULL ? parse_document (self, id, document, error) : ask_schema_new ();

  if (schema == NULL)
    return NULL;
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->choices, g_hash_table_unref);
  self->schema = g_steal_pointer (&schema);
  self->schema_id = id;
  return self->schema;
}

/**
 * ask_workspace_load_schema:
 * @error: %ASK_STORE_ERROR_OPEN where the file or the document in it cannot be read
 *
 * Returns: (transfer full): the newest version, empty in a new workspace; the caller's own, free to
 *   be edited until it is shared
 */
AskSchema *
ask_workspace_load_schema (AskWorkspace *self, GError **error)
{
  g_autofree char *document = NULL;
  gint64 id;

  g_return_val_if_fail (self != NULL, NULL);

  if (!read_newest (self, &id, &document, error))
    return NULL;
  return document != NULL ? parse_document (self, id, document, error) : ask_schema_new ();
}

/*
 * ask_workspace_put_schema:
 *
 * Writes a version inside the caller's transaction, unless the newest one says the same.
 */
gboolean
ask_workspace_put_schema (AskWorkspace *self, AskSchema *schema, const char *reason, GError **error)
{
  const char *what = "the schema was not saved";
  g_autoptr (JsonNode) node = ask_schema_to_json (schema);
  g_autofree char *document = ask_json_to_string (node, FALSE);
  g_autofree char *newest = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  gint64 id;

  if (!read_newest (self, &id, &newest, error))
    return FALSE;
  if (g_strcmp0 (document, newest) == 0)
    return TRUE;
  statement = ask_workspace_prepare (
      self, what, "INSERT INTO schema_version (saved_at, reason, document) VALUES (?1, ?2, ?3)",
      error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, g_get_real_time ());
  ask_statement_bind_text (statement, 2, reason);
  ask_statement_bind_text (statement, 3, document);
  return ask_workspace_run (self, what, statement, error);
}

/**
 * ask_workspace_save_schema:
 * @schema: replaces the newest version as a whole
 * @reason: (nullable): why, for the list of versions
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Saves a new version; a schema that is the newest one already is not saved twice.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_save_schema (AskWorkspace *self, AskSchema *schema, const char *reason,
                           GError **error)
{
  const char *what = "the schema was not saved";

  g_return_val_if_fail (self != NULL && schema != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!ask_workspace_put_schema (self, schema, reason != NULL ? reason : "", error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/**
 * ask_workspace_list_schema_versions:
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: (transfer container) (element-type AskSchemaVersion): the newest first
 */
GPtrArray *
ask_workspace_list_schema_versions (AskWorkspace *self, GError **error)
{
  const char *what = "the versions of the schema were not read";
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL, NULL);

  list = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_schema_version_free);
  statement = ask_workspace_prepare (
      self, what, "SELECT id, saved_at, reason FROM schema_version ORDER BY id DESC", error);
  if (statement == NULL)
    return NULL;
  while (TRUE)
    {
      AskSchemaVersion *version;

      if (!ask_workspace_step (self, what, statement, &row, error))
        return NULL;
      if (!row)
        return g_steal_pointer (&list);
      version = g_new0 (AskSchemaVersion, 1);
      version->id = sqlite3_column_int64 (statement, 0);
      version->saved_at = sqlite3_column_int64 (statement, 1);
      version->reason = ask_statement_dup_text (statement, 2);
      g_ptr_array_add (list, version);
    }
}

/**
 * ask_workspace_load_schema_version:
 * @id: of a version
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_OPEN where it cannot be read
 *
 * To go back to it, save it again.
 *
 * Returns: (transfer full): the caller's own
 */
AskSchema *
ask_workspace_load_schema_version (AskWorkspace *self, gint64 id, GError **error)
{
  const char *what = "the schema was not read";
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *document = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL, NULL);

  statement = ask_workspace_prepare (
      self, what, "SELECT document FROM schema_version WHERE id = ?1", error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  if (!ask_workspace_step (self, what, statement, &row, error))
    return NULL;
  if (!row)
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                   "There is no version %" G_GINT64_FORMAT " of the schema. List them to see those "
                   "that there are.",
                   id);
      return NULL;
    }
  document = ask_statement_dup_text (statement, 0);
  return parse_document (self, id, document, error);
}
