/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema and its versions: every save is one, none is ever changed. It must never hand
 * out the schema that it keeps for itself, because callers edit what they get.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace-draft.h"

/* The newest version's number, 0 for none. */
static gboolean
read_newest (AskWorkspace *self, gint64 *id, GError **error)
{
  return ask_workspace_get_integer (self, "the schema was not read", "SELECT max(id) FROM schema_version", id, error);
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
  AskSchema *schema;
  gint64 id;

  if (!read_newest (self, &id, error))
    return NULL;
  if (self->schema != NULL && self->schema_id == id)
    return self->schema;
  schema = id != 0 ? ask_workspace_read_version (self, id, error) : ask_schema_new ();
  if (schema == NULL)
    return NULL;
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->choices, g_hash_table_unref);
  self->schema = schema;
  self->schema_id = id;
  return self->schema;
}

/**
 * ask_workspace_load_schema:
 * @error: %ASK_STORE_ERROR_OPEN where the file or the schema in it cannot be read
 *
 * Returns: (transfer full): the newest version, empty in a new workspace; the caller's own, free to
 *   be edited until it is shared
 */
AskSchema *
ask_workspace_load_schema (AskWorkspace *self, GError **error)
{
  return ask_workspace_load_newest_schema (self, NULL, error);
}

/**
 * ask_workspace_load_newest_schema:
 * @version: (out) (optional): its number, for ask_workspace_save_schema_from(); 0 where there is
 *   none yet
 * @error: as of ask_workspace_load_schema()
 *
 * Returns: (transfer full): as ask_workspace_load_schema()
 */
AskSchema *
ask_workspace_load_newest_schema (AskWorkspace *self, gint64 *version, GError **error)
{
  AskSchema *schema;

  g_return_val_if_fail (self != NULL, NULL);

  schema = ask_workspace_get_schema (self, error);
  if (schema == NULL)
    return NULL;
  if (version != NULL)
    *version = self->schema_id;
  /* Not a fork: who edits in place what they were given must not edit what is kept here. */
  return ask_schema_copy (schema);
}

/* A version that cannot be read again would be worth nothing, and would hide those before it. */
static gboolean
check_whole (AskSchema *schema, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      if (g_hash_table_insert (names, g_ascii_strdown (entity->name, -1), entity) && g_hash_table_add (ids, entity->id))
        continue;
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("There are two entities “%s” in the schema, so it was not saved. Rename one of "
                         "them."),
                     entity->name);
      return FALSE;
    }
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      for (guint end = 0; end < 2; end++)
        {
          const char *name = end == 0 ? relationship->from : relationship->to;
          GPtrArray *attributes = end == 0 ? relationship->from_attributes : relationship->to_attributes;
          g_autofree char *folded = g_ascii_strdown (name, -1);
          const AskEntity *entity = g_hash_table_lookup (names, folded);

          for (guint a = 0; a < MAX (1, attributes->len); a++)
            {
              const char *attribute = attributes->len > 0 ? attributes->pdata[a] : "";

              if (entity != NULL && ask_entity_find_attribute (entity, attribute) != NULL)
                continue;
              ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                             N_ ("A relationship of the schema names %s.%s, which there is not, so it was "
                                 "not saved. Remove the relationship, or name what it joins."),
                             name, attribute);
              return FALSE;
            }
        }
    }
  return TRUE;
}

static gboolean
insert_version (AskWorkspace *self, const char *what, const char *reason, GError **error)
{
  g_autofree char *author = ask_workspace_dup_person (self);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "INSERT INTO schema_version (saved_at, author, reason) VALUES (?1, ?2, ?3)",
                             error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, g_get_real_time ());
  ask_statement_bind_text (statement, 2, author);
  ask_statement_bind_text (statement, 3, reason);
  return ask_workspace_run (self, what, statement, error);
}

/* Keeps what was just written as what is newest, sharing all parts of it. */
static void
remember (AskWorkspace *self, AskSchema *schema, gint64 version)
{
  AskSchema *kept = ask_schema_fork (schema);

  g_ptr_array_set_size (kept->questions, 0);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->choices, g_hash_table_unref);
  self->schema = kept;
  self->schema_id = version;
}

/* Whether an entity or an attribute has another name than before. */
static gboolean
has_renames (AskSchema *before, AskSchema *after)
{
  for (guint i = 0; i < after->entities->len; i++)
    {
      const AskEntity *new = after->entities->pdata[i];
      const AskEntity *old = ask_schema_find_id (before, new->id);

      if (old == NULL || old == new)
        continue;
      if (strcmp (old->name, new->name) != 0)
        return TRUE;
      for (guint a = 0; a < old->attributes->len; a++)
        {
          const AskAttribute *attribute = old->attributes->pdata[a];
          const AskAttribute *named = ask_entity_find_attribute (new, attribute->name);

          /* Two names may have changed places, or a new attribute taken the name of a renamed one. */
          if (named == NULL || g_strcmp0 (named->column, attribute->column) != 0)
            return TRUE;
        }
      for (guint m = 0; m < old->metrics->len; m++)
        if (ask_entity_find_metric (new, ((AskMetric *) old->metrics->pdata[m])->name) == NULL)
          return TRUE;
    }
  return FALSE;
}

/* A renamed entity must not break what people saved about it: their SQL gets the new names. */
static gboolean
rename_verified (AskWorkspace *self, AskSchema *before, AskSchema *after, GError **error)
{
  const char *what = N_ ("the verified questions did not get the new names");
  g_autoptr (GPtrArray) pairs = ask_workspace_list_verified (self, error);
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (pairs == NULL)
    return FALSE;
  statement = ask_workspace_prepare (self, what, "UPDATE verified SET sql = ?2 WHERE id = ?1", error);
  if (statement == NULL)
    return FALSE;
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      /* One that cannot follow did not fit before either, or says so in the check. */
      g_autofree char *sql = ask_schema_rename_in_sql (before, after, pair->sql, NULL);

      if (sql == NULL || strcmp (sql, pair->sql) == 0)
        continue;
      sqlite3_bind_int64 (statement, 1, pair->id);
      ask_statement_bind_text (statement, 2, sql);
      if (!ask_workspace_run (self, what, statement, error))
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_workspace_put_schema:
 *
 * Writes a version inside the caller's transaction, unless the newest one says the same. The SQL of
 * verified questions follows the names; the questions of @schema are not its business.
 */
gboolean
ask_workspace_put_schema (AskWorkspace *self, AskSchema *schema, const char *reason, GError **error)
{
  const char *what = N_ ("the schema was not saved");
  g_autoptr (AskSchema) before = NULL;
  gint64 newest;
  gint64 version;
  gboolean changed;

  if (!check_whole (schema, error) || !read_newest (self, &newest, error))
    return FALSE;
  if (newest != 0)
    {
      g_autoptr (GError) local = NULL;
      AskSchema *known = ask_workspace_get_schema (self, &local);

      /* One that cannot be read is no reason not to put a better one after it. */
      if (known != NULL)
        before = ask_schema_ref (known);
      else if (!g_error_matches (local, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  if (!ask_workspace_exec (self, what, "SAVEPOINT version", error) || !insert_version (self, what, reason, error))
    return FALSE;
  version = sqlite3_last_insert_rowid (self->db);
  if (!ask_workspace_write_parts (self, before, schema, version, &changed, error))
    return FALSE;
  if (!ask_workspace_exec (self, what, changed ? "RELEASE version" : "ROLLBACK TO version; RELEASE version", error))
    return FALSE;
  if (!changed)
    return TRUE;
  remember (self, schema, version);
  return before == NULL || !has_renames (before, schema)
         || (rename_verified (self, before, schema, error)
             && ask_workspace_rename_examples (self, before, schema, error)
             && ask_workspace_rename_boards (self, before, schema, error));
}

/**
 * ask_workspace_save_schema:
 * @schema: replaces the newest version as a whole, whatever that is by now; from here on its
 *   entities are shared with the workspace: edit them through ask_schema_own_entity(). Its questions
 *   are not saved, see ask_workspace_take_questions()
 * @reason: (nullable): why, for the list of versions
 * @error: %ASK_STORE_ERROR_WRITE; %ASK_STORE_ERROR_INVALID where a relationship names what there is
 *   not, or two entities have one name
 *
 * Saves a new version, of which only what differs from the one before is written; a schema that is
 * the newest one already is not saved twice. The SQL of verified questions follows what was renamed.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_save_schema (AskWorkspace *self, AskSchema *schema, const char *reason, GError **error)
{
  const char *what = N_ ("the schema was not saved");

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

/* What is to be saved by somebody who worked on @base: (transfer full). */
static AskSchema *
join_with_newest (AskWorkspace *self, gint64 base, AskSchema *schema, gboolean *joined, GError **error)
{
  g_autoptr (AskSchema) before = NULL;
  AskSchema *newest;
  gint64 id;

  *joined = FALSE;
  if (!read_newest (self, &id, error))
    return NULL;
  if (id == base)
    return ask_schema_ref (schema);
  before = base != 0 ? ask_workspace_read_version (self, base, error) : ask_schema_new ();
  newest = before != NULL ? ask_workspace_get_schema (self, error) : NULL;
  if (newest == NULL)
    return NULL;
  *joined = TRUE;
  return ask_schema_join (before, newest, schema, error);
}

/**
 * ask_workspace_save_schema_from:
 * @base: (inout): the version that @schema was made from, 0 for none; on return the newest one, to
 *   go on from
 * @schema: as of ask_workspace_save_schema()
 * @reason: (nullable): why, for the list of versions
 * @joined: (out) (optional) (nullable) (transfer full): what is newest now, where that is not
 *   @schema; otherwise %NULL
 * @error: %ASK_STORE_ERROR_CONFLICT where somebody changed the same in the meantime, in words; as of
 *   ask_workspace_save_schema()
 *
 * Saves an edit without undoing what another window or program saved meanwhile: where both changed
 * different entities, the two are joined; where both changed the same, nothing is saved.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_save_schema_from (AskWorkspace *self, gint64 *base, AskSchema *schema, const char *reason,
                                AskSchema **joined, GError **error)
{
  const char *what = N_ ("the schema was not saved");
  g_autoptr (AskSchema) whole = NULL;
  gboolean is_joined;
  gint64 newest;

  g_return_val_if_fail (self != NULL && base != NULL && schema != NULL, FALSE);

  if (joined != NULL)
    *joined = NULL;
  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  whole = join_with_newest (self, *base, schema, &is_joined, error);
  if (whole == NULL || !ask_workspace_put_schema (self, whole, reason != NULL ? reason : "", error)
      || !read_newest (self, &newest, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (!ask_workspace_commit (self, what, error))
    return FALSE;
  *base = newest;
  if (is_joined && joined != NULL)
    *joined = ask_schema_fork (whole);
  return TRUE;
}

/**
 * ask_workspace_restore_schema:
 * @version: of a version
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_OPEN where it cannot be read;
 *   %ASK_STORE_ERROR_WRITE
 *
 * Makes an earlier version the newest one again, as a version of its own: what came between stays. Where a draft is
 * open, it is the draft that becomes as that version.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_restore_schema (AskWorkspace *self, gint64 version, GError **error)
{
  AskEditBase base;
  g_autoptr (AskSchema) before = ask_workspace_load_edited (self, &base, error);
  g_autoptr (AskSchema) schema = before != NULL ? ask_workspace_load_schema_version (self, version, error) : NULL;
  g_autofree char *reason = NULL;

  if (schema == NULL)
    return FALSE;
  reason = g_strdup_printf ("Brought back version %" G_GINT64_FORMAT, version);
  return ask_workspace_save_edit (self, &base, schema, reason, NULL, error);
}

static gpointer
read_version (sqlite3_stmt *statement)
{
  AskSchemaVersion *version = g_new0 (AskSchemaVersion, 1);

  version->id = sqlite3_column_int64 (statement, 0);
  version->saved_at = sqlite3_column_int64 (statement, 1);
  version->reason = ask_statement_dup_text (statement, 2);
  version->author = ask_statement_dup_text (statement, 3);
  return version;
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
  const char *what = N_ ("the versions of the schema were not read");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  statement = ask_workspace_prepare (self, what,
                                     "SELECT id, saved_at, reason, author FROM schema_version ORDER BY id DESC", error);
  if (statement == NULL)
    return NULL;
  return ask_workspace_read_rows (self, what, statement, read_version, (GDestroyNotify) ask_schema_version_free, error);
}

/**
 * ask_workspace_load_schema_version:
 * @id: of a version
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_OPEN where it cannot be read
 *
 * To go back to it, see ask_workspace_restore_schema().
 *
 * Returns: (transfer full): the caller's own
 */
AskSchema *
ask_workspace_load_schema_version (AskWorkspace *self, gint64 id, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);
  return ask_workspace_read_version (self, id, error);
}
