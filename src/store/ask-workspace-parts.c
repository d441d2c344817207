/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Versions of the schema as the parts that each changed: an entity, a place in the list of
 * relationships, the entities' order, the sources, what remains at the top of the document. What a
 * version does not name is as it was before. It never changes or removes a part that was written: a
 * part that is gone is written as gone.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#define PART_TOP "top"
#define PART_SOURCES "sources"
#define PART_ORDER "order"
#define PART_ENTITY "entity"
#define PART_RELATIONSHIP "relationship"

static const char not_saved[] = "the schema was not saved";
static const char not_read[] = "the schema was not read";

/* One statement that writes parts of @version. */
typedef struct
{
  AskWorkspace *workspace;
  sqlite3_stmt *statement;
  guint n_written;
} Writer;

/* @json: (nullable): that it is gone */
static gboolean
write_part (Writer *writer, const char *part, const char *id, const char *json, GError **error)
{
  ask_statement_bind_text (writer->statement, 2, part);
  ask_statement_bind_text (writer->statement, 3, id);
  ask_statement_bind_text (writer->statement, 4, json);
  writer->n_written++;
  return ask_workspace_run (writer->workspace, not_saved, writer->statement, error);
}

static gboolean
write_node (Writer *writer, const char *part, const char *id, JsonNode *node, GError **error)
{
  g_autofree char *json = ask_json_to_string (node, FALSE);

  json_node_unref (node);
  return write_part (writer, part, id, json, error);
}

/* The members of the document apart from its lists; @sources: (out): the list of sources as text. */
static char *
print_top (AskSchema *schema, char **sources)
{
  /* Of a schema without parts, so that a member that comes later is kept too. */
  g_autoptr (AskSchema) top = ask_schema_fork (schema);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object;

  g_ptr_array_set_size (top->entities, 0);
  g_ptr_array_set_size (top->relationships, 0);
  g_ptr_array_set_size (top->questions, 0);
  node = ask_schema_to_json (top);
  object = json_node_get_object (node);
  *sources = json_object_has_member (object, "sources")
               ? ask_json_to_string (json_object_get_member (object, "sources"), FALSE)
               : g_strdup ("[]");
  json_object_remove_member (object, "sources");
  json_object_remove_member (object, "entities");
  json_object_remove_member (object, "relationships");
  return ask_json_to_string (node, FALSE);
}

static char *
print_order (AskSchema *schema)
{
  GString *order = g_string_new ("[");

  for (guint i = 0; i < schema->entities->len; i++)
    {
      if (i > 0)
        g_string_append_c (order, ',');
      ask_json_append_string (order, ((AskEntity *) schema->entities->pdata[i])->id, -1);
    }
  g_string_append_c (order, ']');
  return g_string_free (order, FALSE);
}

static gboolean
has_same_order (AskSchema *a, AskSchema *b)
{
  if (a->entities->len != b->entities->len)
    return FALSE;
  for (guint i = 0; i < a->entities->len; i++)
    if (strcmp (((AskEntity *) a->entities->pdata[i])->id, ((AskEntity *) b->entities->pdata[i])->id) != 0)
      return FALSE;
  return TRUE;
}

static GHashTable *
index_entities (AskSchema *schema)
{
  GHashTable *index = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      g_hash_table_insert (index, entity->id, entity);
    }
  return index;
}

static gboolean
write_top (Writer *writer, AskSchema *before, AskSchema *after, GError **error)
{
  g_autofree char *old_sources = NULL;
  g_autofree char *new_sources = NULL;
  g_autofree char *old_top = before != NULL ? print_top (before, &old_sources) : NULL;
  g_autofree char *new_top = print_top (after, &new_sources);

  return (g_strcmp0 (old_top, new_top) == 0 || write_part (writer, PART_TOP, "", new_top, error))
         && (g_strcmp0 (old_sources, new_sources) == 0 || write_part (writer, PART_SOURCES, "", new_sources, error));
}

static gboolean
write_entities (Writer *writer, AskSchema *before, AskSchema *after, GError **error)
{
  g_autoptr (GHashTable) old = index_entities (before);
  g_autoptr (GHashTable) new = index_entities (after);

  for (guint i = 0; i < after->entities->len; i++)
    {
      const AskEntity *entity = after->entities->pdata[i];
      const AskEntity *known = g_hash_table_lookup (old, entity->id);

      /* What is shared is the same; everything else is compared as it would be written. */
      if (known != NULL && ask_entity_equal (known, entity))
        continue;
      if (!write_node (writer, PART_ENTITY, entity->id, ask_entity_to_json (entity), error))
        return FALSE;
    }
  for (guint i = 0; i < before->entities->len; i++)
    {
      const AskEntity *entity = before->entities->pdata[i];

      if (!g_hash_table_contains (new, entity->id) && !write_part (writer, PART_ENTITY, entity->id, NULL, error))
        return FALSE;
    }
  if (!has_same_order (before, after))
    {
      g_autofree char *order = print_order (after);

      return write_part (writer, PART_ORDER, "", order, error);
    }
  return TRUE;
}

/* A relationship has no id, so it goes by its place: one that is added, or undone, is one row. */
static gboolean
write_relationships (Writer *writer, AskSchema *before, AskSchema *after, GError **error)
{
  for (guint i = 0; i < MAX (before->relationships->len, after->relationships->len); i++)
    {
      const AskRelationship *old = i < before->relationships->len ? before->relationships->pdata[i] : NULL;
      const AskRelationship *new = i < after->relationships->len ? after->relationships->pdata[i] : NULL;
      g_autofree char *id = NULL;

      if (old != NULL && new != NULL && ask_relationship_equal (old, new))
        continue;
      id = g_strdup_printf ("%u", i);
      if (new == NULL ? !write_part (writer, PART_RELATIONSHIP, id, NULL, error)
                      : !write_node (writer, PART_RELATIONSHIP, id, ask_relationship_to_json (new), error))
        return FALSE;
    }
  return TRUE;
}

/* Says of everything that it is gone, where what is there could not be read and compared. */
static gboolean
write_all_gone (AskWorkspace *self, gint64 version, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_saved,
                             "INSERT INTO schema_part (version, part, id, json) SELECT DISTINCT ?1, part, id, NULL"
                             "  FROM schema_part WHERE part IN ('" PART_ENTITY "', '" PART_RELATIONSHIP "')",
                             error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, version);
  return ask_workspace_run (self, not_saved, statement, error);
}

/*
 * ask_workspace_write_parts:
 * @before: (nullable): the version before; %NULL where there is one and it cannot be read
 * @version: of @after; its row is there already
 * @changed: (out): whether anything differs; nothing was written where it does not
 *
 * Writes what tells @after from @before, inside the caller's transaction.
 */
gboolean
ask_workspace_write_parts (AskWorkspace *self, AskSchema *before, AskSchema *after, gint64 version, gboolean *changed,
                           GError **error)
{
  g_autoptr (AskSchema) nothing = ask_schema_new ();
  g_autoptr (sqlite3_stmt) statement = NULL;
  Writer writer = { self, NULL, 0 };

  if (before == NULL && !write_all_gone (self, version, error))
    return FALSE;
  statement = ask_workspace_prepare (self, not_saved,
                                     "INSERT INTO schema_part (version, part, id, json) VALUES (?1, ?2, ?3, ?4)"
                                     "  ON CONFLICT (part, id, version) DO UPDATE SET json = excluded.json",
                                     error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, version);
  writer.statement = statement;
  if (!write_top (&writer, before, after, error)
      || !write_entities (&writer, before != NULL ? before : nothing, after, error)
      || !write_relationships (&writer, before != NULL ? before : nothing, after, error))
    return FALSE;
  *changed = before == NULL || writer.n_written > 0;
  return TRUE;
}

/* The parts of a version, as they stand in the file. */
typedef struct
{
  char *top;
  char *sources;
  char *order;
  GHashTable *entities; /* id → text */
  GPtrArray *relationships;
} Parts;

static void
parts_clear (Parts *parts)
{
  g_free (parts->top);
  g_free (parts->sources);
  g_free (parts->order);
  g_clear_pointer (&parts->entities, g_hash_table_unref);
  g_clear_pointer (&parts->relationships, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

static void
keep_part (Parts *parts, const char *part, const char *id, const char *json)
{
  if (strcmp (part, PART_ENTITY) == 0)
    g_hash_table_insert (parts->entities, g_strdup (id), g_strdup (json));
  else if (strcmp (part, PART_RELATIONSHIP) == 0)
    {
      guint64 place = g_ascii_strtoull (id, NULL, 10);

      if (place >= parts->relationships->len && place < G_MAXUINT16 * 16)
        g_ptr_array_set_size (parts->relationships, (int) place + 1);
      if (place < parts->relationships->len)
        parts->relationships->pdata[place] = g_strdup (json);
    }
  else
    {
      char **text = strcmp (part, PART_TOP) == 0       ? &parts->top
                    : strcmp (part, PART_SOURCES) == 0 ? &parts->sources
                                                       : &parts->order;

      g_free (*text);
      *text = g_strdup (json);
    }
}

/* @unread: (out): the document that the version is, where that could not be split */
static gboolean
read_parts (AskWorkspace *self, gint64 id, Parts *parts, gboolean *found, char **unread, GError **error)
{
  /* The newest of each up to @id, found in the index alone. */
  static const char sql[] = "SELECT part, id, json FROM schema_part JOIN"
                            "  (SELECT part, id, max(version) AS version FROM schema_part WHERE version <= ?1"
                            "    GROUP BY part, id) USING (part, id, version)"
                            "  WHERE json IS NOT NULL";
  g_autoptr (sqlite3_stmt) version
    = ask_workspace_prepare (self, not_read, "SELECT unread FROM schema_version WHERE id = ?1", error);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  if (version == NULL)
    return FALSE;
  sqlite3_bind_int64 (version, 1, id);
  if (!ask_workspace_step (self, not_read, version, found, error))
    return FALSE;
  if (!*found)
    return TRUE;
  *unread = ask_statement_dup_text (version, 0);
  if (*unread != NULL)
    return TRUE;
  statement = ask_workspace_prepare (self, not_read, sql, error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  while (TRUE)
    {
      if (!ask_workspace_step (self, not_read, statement, &row, error))
        return FALSE;
      if (!row)
        return TRUE;
      keep_part (parts, (const char *) sqlite3_column_text (statement, 0),
                 (const char *) sqlite3_column_text (statement, 1), (const char *) sqlite3_column_text (statement, 2));
    }
}

/* One document of the parts, which the schema's own reader then looks through like any other. */
static char *
join_parts (const Parts *parts, GError **error)
{
  g_autoptr (JsonNode) order = NULL;
  g_autoptr (GString) document = NULL;
  JsonArray *ids;

  if (parts->top == NULL || !g_str_has_suffix (parts->top, "}"))
    {
      ask_error_set_literal (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT,
                             N_ ("The schema document has no beginning."));
      return NULL;
    }
  order = ask_json_parse (parts->order != NULL ? parts->order : "[]", -1, error);
  if (order == NULL)
    return NULL;
  ids = JSON_NODE_HOLDS_ARRAY (order) ? json_node_get_array (order) : NULL;
  if (ids == NULL || json_array_get_length (ids) != g_hash_table_size (parts->entities))
    {
      ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT,
                     N_ ("The schema has %u entities, and its order names %u."), g_hash_table_size (parts->entities),
                     ids != NULL ? json_array_get_length (ids) : 0);
      return NULL;
    }

  document = g_string_new_len (parts->top, (gssize) strlen (parts->top) - 1);
  if (parts->sources != NULL)
    g_string_append_printf (document, ",\"sources\":%s", parts->sources);
  g_string_append (document, ",\"entities\":[");
  for (guint i = 0; i < json_array_get_length (ids); i++)
    {
      const char *id = ask_json_element_string (ids, i);
      const char *json = id != NULL ? g_hash_table_lookup (parts->entities, id) : NULL;

      if (json == NULL)
        {
          ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT, N_ ("The entity “%s” is missing."),
                         id != NULL ? id : "");
          return NULL;
        }
      if (i > 0)
        g_string_append_c (document, ',');
      g_string_append (document, json);
    }
  g_string_append (document, "],\"relationships\":[");
  for (guint i = 0; i < parts->relationships->len; i++)
    {
      const char *json = parts->relationships->pdata[i];

      if (json == NULL)
        {
          ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT, N_ ("Relationship %u is missing."), i);
          return NULL;
        }
      if (i > 0)
        g_string_append_c (document, ',');
      g_string_append (document, json);
    }
  g_string_append (document, "]}");
  return g_string_free (g_steal_pointer (&document), FALSE);
}

static AskSchema *
parse_document (const char *document, GError **error)
{
  g_autoptr (JsonNode) node = ask_json_parse (document, -1, error);

  return node != NULL ? ask_schema_from_json (node, error) : NULL;
}

/*
 * ask_workspace_read_version:
 * @id: of a version
 * @error: %ASK_STORE_ERROR_UNKNOWN where there is none; %ASK_STORE_ERROR_OPEN where it cannot be
 *   read
 *
 * Returns: (transfer full): it, shared with nobody
 */
AskSchema *
ask_workspace_read_version (AskWorkspace *self, gint64 id, GError **error)
{
  g_auto (Parts) parts = { NULL, NULL, NULL, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                           g_ptr_array_new_with_free_func (g_free) };
  g_autofree char *document = NULL;
  g_autoptr (GError) local = NULL;
  gboolean found = FALSE;
  AskSchema *schema;

  if (!read_parts (self, id, &parts, &found, &document, error))
    return NULL;
  if (!found)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                     N_ ("There is no version %lld of the schema. List them to see those "
                         "that there are."),
                     (long long) id);
      return NULL;
    }
  if (document == NULL)
    document = join_parts (&parts, &local);
  schema = document != NULL ? parse_document (document, &local) : NULL;
  if (schema == NULL)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                   N_ ("Version %lld of the schema in the workspace %s cannot be read: %s "
                       "Bring back an earlier version, put back a copy of the workspace, or import the "
                       "schema from a file."),
                   (long long) id, self->path, local->message);
  return schema;
}

static gboolean
copy_version (AskWorkspace *self, sqlite3_stmt *from, const char *unread, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, N_ ("it was not brought up to date"),
                             "INSERT INTO schema_version (id, saved_at, reason, unread) VALUES (?1, ?2, ?3, ?4)",
                             error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_value (statement, 1, sqlite3_column_value (from, 0));
  sqlite3_bind_value (statement, 2, sqlite3_column_value (from, 1));
  sqlite3_bind_value (statement, 3, sqlite3_column_value (from, 2));
  ask_statement_bind_text (statement, 4, unread);
  return ask_workspace_run (self, N_ ("it was not brought up to date"), statement, error);
}

/*
 * ask_workspace_split_documents:
 *
 * Makes parts of the whole documents that files had up to version 3, inside the migration's
 * transaction. A document that cannot be read stays as it is: its version says so when somebody asks
 * for it, and those around it are not lost.
 */
gboolean
ask_workspace_split_documents (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("it was not brought up to date");
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "SELECT id, saved_at, reason, document FROM schema_document ORDER BY id",
                             error);
  g_autoptr (AskSchema) before = ask_schema_new ();
  gboolean first = TRUE;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (TRUE)
    {
      g_autofree char *document = NULL;
      g_autoptr (AskSchema) schema = NULL;
      gboolean changed;

      if (!ask_workspace_step (self, what, statement, &row, error))
        return FALSE;
      if (!row)
        break;
      document = ask_statement_dup_text (statement, 3);
      schema = document != NULL ? parse_document (document, NULL) : NULL;
      if (!copy_version (self, statement, schema == NULL ? document : NULL, error))
        return FALSE;
      if (schema == NULL)
        continue;
      if (!ask_workspace_write_parts (self, first ? NULL : before, schema, sqlite3_column_int64 (statement, 0),
                                      &changed, error))
        return FALSE;
      first = FALSE;
      ask_schema_unref (before);
      before = g_steal_pointer (&schema);
    }
  g_clear_pointer (&statement, ask_statement_finalize);
  return ask_workspace_exec (self, what, "DROP TABLE schema_document", error);
}
