/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which version took away what a query names. It only reads.
 */
#include "config.h"

#include "sql/ask-sql-lexer.h"
#include "store/ask-workspace.h"

/* Returns: (transfer full): the names in @sql, folded; words of SQL among them */
static GHashTable *
collect_names (const char *sql)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = 0; i < tokens->len; i++)
    {
      g_autofree char *name = ask_sql_token_dup_name (sql, &g_array_index (tokens, AskSqlToken, i));

      if (name != NULL)
        g_hash_table_add (names, g_utf8_casefold (name, -1));
    }
  return names;
}

/* Returns: (transfer none) (nullable): an entity of @older with one of @names that neither later schema has */
static const AskEntity *
find_gone (AskSchema *older, AskSchema *newer, AskSchema *newest, GHashTable *names)
{
  for (guint i = 0; i < older->entities->len; i++)
    {
      const AskEntity *entity = older->entities->pdata[i];
      g_autofree char *folded = g_utf8_casefold (entity->name, -1);

      if (g_hash_table_contains (names, folded) && ask_schema_find_entity (newer, entity->name) == NULL
          && ask_schema_find_entity (newest, entity->name) == NULL)
        return entity;
    }
  return NULL;
}

/**
 * ask_workspace_find_removal:
 * @sql: a query that names what there is not
 * @entity: (out) (transfer full) (nullable): the entity that it names and that was removed; %NULL where none was
 * @version: (out) (transfer full) (nullable): the version that did it
 * @error: %ASK_STORE_ERROR_OPEN where the file cannot be read
 *
 * Blocks: it reads versions from the newest on until one has the entity.
 *
 * Returns: whether the versions could be read
 */
gboolean
ask_workspace_find_removal (AskWorkspace *self, const char *sql, char **entity, AskSchemaVersion **version,
                            GError **error)
{
  g_autoptr (GPtrArray) versions = ask_workspace_list_schema_versions (self, error);
  g_autoptr (GHashTable) names = collect_names (sql);
  g_autoptr (AskSchema) newest = NULL;
  g_autoptr (AskSchema) newer = NULL;

  *entity = NULL;
  *version = NULL;
  if (versions == NULL || (newest = ask_workspace_load_schema (self, error)) == NULL)
    return FALSE;
  newer = ask_schema_ref (newest);
  for (guint i = 0; i + 1 < versions->len; i++)
    {
      const AskSchemaVersion *before = versions->pdata[i + 1];
      g_autoptr (AskSchema) older = ask_workspace_load_schema_version (self, before->id, error);
      const AskEntity *gone = older != NULL ? find_gone (older, newer, newest, names) : NULL;

      if (older == NULL)
        return FALSE;
      if (gone != NULL)
        {
          *entity = g_strdup (gone->name);
          *version = g_ptr_array_steal_index (versions, i);
          return TRUE;
        }
      ask_schema_unref (newer);
      newer = g_steal_pointer (&older);
    }
  return TRUE;
}
