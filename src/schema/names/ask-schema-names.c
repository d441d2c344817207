/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A schema's names as a catalogue for SQL, and what queries and expressions over them are: whether they stand,
 * what they give, what they use. It reads text through the parser and the analysis only, and changes nothing.
 */
#include "config.h"

#include "schema/names/ask-schema-names.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <stdarg.h>
#include <string.h>

#include "sql/ask-sql-lexer.h"

/**
 * ask_schema_refuse:
 * @error: gets %ASK_SCHEMA_ERROR_EDIT
 * @format: one sentence for a steward, marked with N_()
 *
 * Returns: %FALSE
 */
gboolean
ask_schema_refuse (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  ask_error_set_valist (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_EDIT, format, args);
  va_end (args);
  return FALSE;
}

/**
 * ask_schema_names_add_table:
 * @catalog: gets it
 * @entity: as a table of the schema's own names, which has it as its data
 * @metrics: with its metrics as columns, too
 *
 * Returns: (transfer none): the table
 */
AskSqlTable *
ask_schema_names_add_table (AskSqlCatalog *catalog, const AskEntity *entity, gboolean metrics)
{
  AskSqlTable *table
    = ask_sql_catalog_add_table (catalog, entity->source[0] != '\0' ? entity->source : NULL, entity->name);

  table->data = (gpointer) entity;
  table->has_rowid = entity->kind == ASK_ENTITY_TABLE;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      AskSqlColumn *column = ask_sql_table_add_column (table, attribute->name, attribute->type, attribute->declared);

      if (ask_entity_needs (entity, attribute->name))
        column->required = g_strdup (attribute->name);
    }
  for (guint i = 0; metrics && i < entity->metrics->len; i++)
    ask_sql_table_add_column (table, ((AskMetric *) entity->metrics->pdata[i])->name, ASK_TYPE_ANY, NULL);
  return table;
}

static void
add_physical (AskSqlCatalog *catalog, const AskEntity *entity)
{
  AskSqlTable *table;

  if ((entity->kind != ASK_ENTITY_TABLE && entity->kind != ASK_ENTITY_VIEW)
      || g_ascii_strcasecmp (entity->name, entity->table) == 0
      || ask_sql_catalog_find_table (catalog, entity->source, entity->table) != NULL)
    return;
  table = ask_sql_catalog_add_qualified_table (catalog, entity->source, entity->table);
  table->has_rowid = entity->kind == ASK_ENTITY_TABLE;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->column != NULL)
        ask_sql_table_add_column (table, attribute->column, attribute->type, attribute->declared);
    }
}

static AskSqlCatalog *
make_catalog (AskSchema *schema, gboolean metrics)
{
  AskSqlCatalog *catalog = ask_sql_catalog_new ();

  for (guint i = 0; i < schema->entities->len; i++)
    ask_schema_names_add_table (catalog, schema->entities->pdata[i], metrics);
  for (guint i = 0; i < schema->entities->len; i++)
    add_physical (catalog, schema->entities->pdata[i]);
  return catalog;
}

/**
 * ask_schema_names_init:
 * @self: (out caller-allocates): to be cleared
 * @schema: borrowed; it must not change as long as the names are used
 */
void
ask_schema_names_init (AskSchemaNames *self, AskSchema *schema)
{
  self->schema = schema;
  self->plain = NULL;
  self->full = NULL;
  self->named = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
}

/** ask_schema_names_clear: frees what @self holds; trees that were parsed with them must be gone */
void
ask_schema_names_clear (AskSchemaNames *self)
{
  g_clear_pointer (&self->plain, ask_sql_catalog_unref);
  g_clear_pointer (&self->full, ask_sql_catalog_unref);
  g_clear_pointer (&self->named, g_hash_table_unref);
}

/* @calls: whether functions that something outside computes may be called */
static AskSqlTree *
parse (AskSchemaNames *self, const char *sql, gboolean calls, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, error);
  g_autoptr (GError) with_metrics = NULL;

  if (tree == NULL)
    return NULL;
  if (calls)
    ask_schema_names_read_calls (self->schema, tree);
  if (self->full == NULL)
    self->full = make_catalog (self->schema, TRUE);
  if (ask_sql_analyse (tree, self->full, &with_metrics))
    return g_steal_pointer (&tree);
  if (self->plain == NULL)
    self->plain = make_catalog (self->schema, FALSE);
  ask_sql_tree_free (tree);
  tree = ask_sql_parse (sql, -1, NULL);
  if (calls)
    ask_schema_names_read_calls (self->schema, tree);
  if (ask_sql_analyse (tree, self->plain, NULL))
    return g_steal_pointer (&tree);
  /* What is wrong with all names there says more: a metric is no unknown column. */
  g_propagate_error (error, g_steal_pointer (&with_metrics));
  return NULL;
}

/**
 * ask_schema_names_parse:
 * @sql: one SELECT over entities
 * @error: %ASK_SQL_ERROR
 *
 * Metrics are columns where the query stands with them, so that their names have a meaning; "*" over them would
 * give too many columns in a compound, so then it is looked at without.
 *
 * Returns: (transfer full): the query with its names resolved, to be freed before @self is cleared; %NULL where it
 *   does not stand
 */
AskSqlTree *
ask_schema_names_parse (AskSchemaNames *self, const char *sql, GError **error)
{
  return parse (self, sql, FALSE, error);
}

/**
 * ask_schema_names_parse_with_calls:
 * @sql: one SELECT over entities, which may call functions that something outside computes, and that nobody knows here
 * @error: %ASK_SQL_ERROR
 *
 * Returns: (transfer full): as ask_schema_names_parse(); of such a call the columns that it names are left
 */
AskSqlTree *
ask_schema_names_parse_with_calls (AskSchemaNames *self, const char *sql, GError **error)
{
  return parse (self, sql, TRUE, error);
}

static gboolean
note_results (AskSqlSelect *select, gpointer data)
{
  for (guint i = 0; i < select->n_cores; i++)
    for (guint r = 0; r < select->cores[i]->n_results; r++)
      if (select->cores[i]->results[r].star == 0)
        g_hash_table_add (data, select->cores[i]->results[r].expr);
  return TRUE;
}

/* Whether a result column came by "*" alone and is a metric, which "*" does not give. */
static gboolean
is_starred_metric (const AskSqlExpr *expr, GHashTable *written)
{
  while (expr != NULL && expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->column >= 0
         && !g_hash_table_contains (written, expr))
    {
      const AskSqlTable *table = expr->from->catalog_table;

      if (table != NULL)
        return table->data != NULL && (guint) expr->column >= ((const AskEntity *) table->data)->attributes->len;
      expr = expr->from->columns[expr->column].expr;
    }
  return FALSE;
}

/**
 * ask_schema_names_describe:
 * @sql: one SELECT over entities, without parameters
 * @result: gets an attribute for each result column, its column being that column's name
 * @error: %ASK_SQL_ERROR where @sql does not stand, %ASK_SCHEMA_ERROR_EDIT where it cannot make an entity
 *
 * Returns: whether @sql stands, and each of its columns has a name of its own
 */
gboolean
ask_schema_names_describe (AskSchemaNames *self, const char *sql, AskEntity *result, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_schema_names_parse (self, sql, error);
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);
  const AskSqlVisit visit = { NULL, NULL, note_results, written };
  const AskSqlCore *first;

  if (tree == NULL)
    return FALSE;
  if (tree->n_parameters > 0)
    return ask_schema_refuse (error, N_ ("The query has a parameter (“?” or “:name”), and nobody would give its value; "
                                         "write the value itself."));
  ask_sql_walk_select (tree->select, &visit);
  first = tree->select->cores[0];
  for (guint i = 0; i < first->n_outputs; i++)
    {
      const AskSqlOutput *output = &first->outputs[i];
      gboolean named = output->expr == NULL || output->expr->kind == ASK_EXPR_COLUMN;
      AskAttribute *attribute;

      if (is_starred_metric (output->expr, written))
        continue;
      for (guint r = 0; r < first->n_results && !named; r++)
        named = first->results[r].expr == output->expr && first->results[r].alias != NULL;
      if (!named)
        return ask_schema_refuse (error,
                                  N_ ("Column %u of the query, “%s”, has no name; write a name behind it with AS."),
                                  i + 1, output->name);
      if (output->name[0] == '\0' || ask_entity_find_attribute (result, output->name) != NULL)
        return ask_schema_refuse (error,
                                  N_ ("Two columns of the query are called “%s”; give one another name with AS."),
                                  output->name);
      attribute = ask_entity_add_attribute (result, output->name, output->name,
                                            output->expr != NULL ? output->expr->type : output->type);
      attribute->nullable = output->expr != NULL ? output->expr->nullable : output->nullable;
    }
  return TRUE;
}

static gboolean
note_table (AskSqlFrom *from, gpointer data)
{
  if (from->catalog_table != NULL && from->catalog_table->data != NULL)
    g_hash_table_add (data, g_strdup (((const AskEntity *) from->catalog_table->data)->id));
  return TRUE;
}

static gboolean
note_in_table (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_IN_TABLE && expr->select != NULL)
    {
      const AskSqlVisit visit = { note_in_table, note_table, NULL, data };

      ask_sql_walk_select (expr->select, &visit);
    }
  return TRUE;
}

/**
 * ask_schema_names_uses:
 * @sql: one SELECT over entities
 * @ids: (element-type utf8): a set that owns its keys; the ids of the entities that @sql names are added
 * @error: %ASK_SQL_ERROR
 *
 * Returns: whether @sql stands
 */
gboolean
ask_schema_names_uses (AskSchemaNames *self, const char *sql, GHashTable *ids, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_schema_names_parse (self, sql, error);
  const AskSqlVisit visit = { note_in_table, note_table, NULL, ids };

  if (tree == NULL)
    return FALSE;
  ask_sql_walk_select (tree->select, &visit);
  return TRUE;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The ids of what @entity's query names, sorted; each query is read once. */
static GPtrArray *
list_named (AskSchemaNames *self, const AskEntity *entity)
{
  GPtrArray *named = g_hash_table_lookup (self->named, entity);
  g_autoptr (GHashTable) ids = NULL;
  GHashTableIter iter;
  gpointer id;

  if (named != NULL)
    return named;
  named = g_ptr_array_new_with_free_func (g_free);
  ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (ask_schema_names_uses (self, entity->query, ids, NULL))
    {
      g_hash_table_iter_init (&iter, ids);
      while (g_hash_table_iter_next (&iter, &id, NULL))
        g_ptr_array_add (named, g_strdup (id));
      g_ptr_array_sort (named, compare_ids);
    }
  g_hash_table_insert (self->named, (gpointer) entity, named);
  return named;
}

static gboolean
walk_queries (AskSchemaNames *self, const AskEntity *entity, const AskEntity *goal, GHashTable *done, GPtrArray *way)
{
  GPtrArray *named;

  if (entity->query == NULL || way->len >= ASK_SCHEMA_NAMES_MAX_WAY || !g_hash_table_add (done, entity->id))
    return FALSE;
  named = list_named (self, entity);
  g_ptr_array_add (way, (gpointer) entity->name);
  for (guint i = 0; i < named->len; i++)
    {
      const AskEntity *used = ask_schema_find_id (self->schema, named->pdata[i]);

      if (used == goal)
        {
          g_ptr_array_add (way, (gpointer) goal->name);
          return TRUE;
        }
      if (walk_queries (self, used, goal, done, way))
        return TRUE;
    }
  g_ptr_array_set_size (way, (int) way->len - 1);
  return FALSE;
}

/**
 * ask_schema_names_find_query_cycle:
 * @entity: of the schema; one without a query is in no circle
 *
 * Returns: (transfer container) (nullable) (element-type utf8): the names on the way from @entity's query to
 *   itself, @entity first and last; they are the schema's
 */
GPtrArray *
ask_schema_names_find_query_cycle (AskSchemaNames *self, const AskEntity *entity)
{
  g_autoptr (GPtrArray) way = g_ptr_array_new ();
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  return walk_queries (self, entity, entity, done, way) ? g_steal_pointer (&way) : NULL;
}

/**
 * ask_schema_names_write_way:
 * @way: (element-type utf8): names in their order, the first and the last being the same
 *
 * Returns: (transfer full): a circle as people read it: “a” → “b” → “a”
 */
char *
ask_schema_names_write_way (GPtrArray *way)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < way->len; i++)
    g_string_append_printf (text, "%s“%s”", i > 0 ? " → " : "", (const char *) way->pdata[i]);
  return g_string_free (text, FALSE);
}
