/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries read with the names of a schema or of one of its sources. A source's own names are a schema of its own: its
 * tables and columns as the source calls them, each with the id of the entity that it is. So a query follows from
 * there as it follows a steward's renaming, and no name can come to mean another source's table.
 */
#include "config.h"

#include "schema/names/ask-schema-reader.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

#include "schema/names/ask-schema-names.h"
#include "sql/ask-sql-guard.h"

/* How deep a subquery's column may be computed of another's. */
#define MAX_DEPTH 32

/* A source's tables, in its own names and in those of the view. */
typedef struct
{
  AskSchema *own_schema;
  AskSchema *view_schema;
  AskSchemaNames own;
  AskSchemaNames view;
} SourceNames;

/**
 * AskSchemaReader:
 * @all: the relational view
 * @sources: name in lower case → SourceNames
 */
struct _AskSchemaReader
{
  AskSchema *schema;
  AskSchemaNames all;
  AskSqlCatalog *guarded; /* nullable: made when first needed */
  GHashTable *sources;
};

static void
source_names_free (SourceNames *self)
{
  ask_schema_names_clear (&self->own);
  ask_schema_names_clear (&self->view);
  ask_schema_unref (self->own_schema);
  ask_schema_unref (self->view_schema);
  g_free (self);
}

/**
 * ask_schema_reader_new:
 * @schema: whose names are meant; it must not change any more
 *
 * Returns: (transfer full): a reader of queries
 */
AskSchemaReader *
ask_schema_reader_new (AskSchema *schema)
{
  AskSchemaReader *self;

  g_return_val_if_fail (schema != NULL, NULL);

  self = g_new0 (AskSchemaReader, 1);
  self->schema = ask_schema_ref (schema);
  ask_schema_names_init (&self->all, schema);
  self->sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) source_names_free);
  return self;
}

/**
 * ask_schema_reader_free:
 * @self: (nullable) (transfer full): a reader
 */
void
ask_schema_reader_free (AskSchemaReader *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->sources);
  ask_schema_names_clear (&self->all);
  g_clear_pointer (&self->guarded, ask_sql_catalog_unref);
  ask_schema_unref (self->schema);
  g_free (self);
}

/* An entity as its source knows it; what is computed here, the source does not know. */
static AskEntity *
dup_as_source_has_it (const AskEntity *entity)
{
  AskEntity *own = ask_entity_new (entity->table, entity->source, entity->table, entity->kind);

  own->id = g_strdup (entity->id);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->column != NULL && ask_entity_find_attribute (own, attribute->column) == NULL)
        ask_entity_add_attribute (own, attribute->column, attribute->column, attribute->type);
    }
  return own;
}

/* Of tables of one name, the one that a connection finds without saying where it lies; else none: %NULL. */
static void
add_own (GHashTable *tables, const AskEntity *entity)
{
  g_autofree char *key = g_ascii_strdown (entity->table, -1);

  if (!g_hash_table_contains (tables, key) || entity->namespace == NULL)
    g_hash_table_insert (tables, g_steal_pointer (&key), (gpointer) entity);
  else
    {
      const AskEntity *other = g_hash_table_lookup (tables, key);

      if (other != NULL && other->namespace != NULL)
        g_hash_table_insert (tables, g_steal_pointer (&key), NULL);
    }
}

static gboolean
is_found_by_name (GHashTable *tables, const AskEntity *entity)
{
  g_autofree char *key = g_ascii_strdown (entity->table, -1);

  return g_hash_table_lookup (tables, key) == entity;
}

/* (nullable): %NULL where the schema has nothing of @source */
static SourceNames *
find_source (AskSchemaReader *self, const char *source)
{
  g_autofree char *key = g_ascii_strdown (source, -1);
  SourceNames *names = g_hash_table_lookup (self->sources, key);
  g_autoptr (GHashTable) tables = NULL;

  if (names != NULL)
    return names;
  tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      if (entity->kind != ASK_ENTITY_QUERY && g_ascii_strcasecmp (entity->source, source) == 0)
        add_own (tables, entity);
    }
  if (g_hash_table_size (tables) == 0)
    return NULL;
  names = g_new0 (SourceNames, 1);
  names->own_schema = ask_schema_new ();
  names->view_schema = ask_schema_new ();
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      AskEntity *entity = self->schema->entities->pdata[i];

      if (entity->kind == ASK_ENTITY_QUERY || g_ascii_strcasecmp (entity->source, source) != 0)
        continue;
      g_ptr_array_add (names->view_schema->entities, ask_entity_ref (entity));
      if (is_found_by_name (tables, entity))
        g_ptr_array_add (names->own_schema->entities, dup_as_source_has_it (entity));
    }
  ask_schema_names_init (&names->own, names->own_schema);
  ask_schema_names_init (&names->view, names->view_schema);
  g_hash_table_insert (self->sources, g_steal_pointer (&key), names);
  return names;
}

/* (nullable): what the guard says that makes @sql impossible under @names, with the nearest real names */
static char *
dup_faults (AskSchemaNames *names, const char *sql, gboolean stands)
{
  g_autoptr (GPtrArray) hints = ask_sql_guard (sql, names->full);
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < hints->len; i++)
    {
      const AskSqlHint *hint = hints->pdata[i];

      if (hint->level == ASK_HINT_ERROR && (!stands || hint->kind == ASK_HINT_MISSING_PARAMETER))
        g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "", hint->message);
    }
  return words->len > 0 ? g_strdup (words->str) : NULL;
}

/* Whether @sql stands under @names; no value may be left for somebody else to give, nor for an API to miss. */
static gboolean
stands (AskSchemaNames *names, const char *sql, GError **error)
{
  GError *failure = NULL;
  g_autoptr (AskSqlTree) tree = ask_schema_names_parse (names, sql, &failure);
  g_autofree char *faults = names->full != NULL ? dup_faults (names, sql, tree != NULL) : NULL;

  if (tree != NULL && tree->n_parameters > 0)
    return ask_schema_refuse (error,
                              N_ ("The query has a parameter (“?” or “:name”), and nobody would give its value. Write "
                                  "the value itself."));
  if (tree != NULL)
    return faults == NULL || ask_schema_refuse (error, "%s", faults);
  if (faults != NULL)
    {
      g_free (failure->message);
      failure->message = g_steal_pointer (&faults);
    }
  g_propagate_error (error, failure);
  return FALSE;
}

static gboolean
has_names_of (AskSchemaNames *names, const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_schema_names_parse (names, sql, NULL);

  return tree != NULL;
}

/**
 * ask_schema_reader_read:
 * @self: a reader
 * @sql: one SELECT
 * @source: (nullable): whose tables it names, as that source calls them, or as the relational view does; %NULL for
 *   those of the view alone
 * @error: ASK_SQL_ERROR: what is wrong with @sql, with the nearest names; %ASK_SCHEMA_ERROR_UNKNOWN: nothing is known of
 *   @source; %ASK_SCHEMA_ERROR_EDIT: its words cannot be given the view's names
 *
 * A source's own names go before the view's, and a query is read by the ones or by the others, as a whole. What has
 * no other name stays byte for byte.
 *
 * Returns: (transfer full) (nullable): the query in the view's names
 */
char *
ask_schema_reader_read (AskSchemaReader *self, const char *sql, const char *source, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *rewritten = NULL;
  SourceNames *names;

  g_return_val_if_fail (self != NULL && sql != NULL, NULL);

  if (source != NULL)
    {
      names = find_source (self, source);
      if (names == NULL)
        {
          ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN,
                         N_ ("There is no source “%s” with tables. “source list” names those that there are."), source);
          return NULL;
        }
      if (!has_names_of (&names->own, sql))
        {
          /* Refused in the words of the source, whose names were asked for. */
          if (!has_names_of (&names->view, sql) && !stands (&names->own, sql, error))
            return NULL;
        }
      else if (!ask_schema_rewrite_sql (&names->own, &self->all, sql, &rewritten, &reason))
        {
          ask_schema_refuse (error,
                             N_ ("It names tables of %s, and cannot be given the names that they have here: %s."),
                             source, reason->message);
          return NULL;
        }
    }
  if (!stands (&self->all, rewritten != NULL ? rewritten : sql, error))
    return NULL;
  return rewritten != NULL ? g_steal_pointer (&rewritten) : g_strdup (sql);
}

/**
 * ask_schema_reader_parse:
 * @self: a reader, which must outlive the tree
 * @sql: one SELECT over the relational view
 * @error: ASK_SQL_ERROR
 *
 * Returns: (transfer full) (nullable): the query with its names resolved; @data of a table of the catalogue is its
 *   AskEntity, whose attributes come first among the table's columns
 */
AskSqlTree *
ask_schema_reader_parse (AskSchemaReader *self, const char *sql, GError **error)
{
  g_return_val_if_fail (self != NULL && sql != NULL, NULL);
  return ask_schema_names_parse (&self->all, sql, error);
}

/**
 * ask_schema_reader_guard:
 * @self: a reader
 * @sql: one SELECT over the relational view
 *
 * Returns: (transfer full) (element-type AskSqlHint): what is wrong with it, or probably not meant
 */
GPtrArray *
ask_schema_reader_guard (AskSchemaReader *self, const char *sql)
{
  g_return_val_if_fail (self != NULL && sql != NULL, NULL);

  if (self->guarded == NULL)
    self->guarded = ask_schema_names_make_guarded (self->schema);
  return ask_sql_guard (sql, self->guarded);
}

/**
 * ask_schema_reader_find_attribute:
 * @expr: (nullable): of a tree that ask_schema_reader_parse() gave
 * @entity: (out): whose attribute it is
 *
 * Returns: (nullable): the attribute that the expression is, through subqueries, names that AS gave, and COLLATE
 */
const AskAttribute *
ask_schema_reader_find_attribute (const AskSqlExpr *expr, const AskEntity **entity)
{
  *entity = NULL;
  for (guint depth = 0; expr != NULL && depth < MAX_DEPTH; depth++)
    {
      const AskSqlTable *table = expr->from != NULL ? expr->from->catalog_table : NULL;

      if (expr->kind == ASK_EXPR_COLLATE)
        expr = expr->left;
      else if (expr->kind != ASK_EXPR_COLUMN || expr->is_string)
        return NULL;
      else if (expr->from == NULL)
        expr = expr->alias;
      else if (expr->column < 0)
        return NULL;
      else if (table == NULL)
        expr = expr->from->columns[expr->column].expr;
      else
        {
          *entity = table->data;
          if (*entity == NULL || (guint) expr->column >= (*entity)->attributes->len)
            return NULL;
          return (*entity)->attributes->pdata[expr->column];
        }
    }
  return NULL;
}
