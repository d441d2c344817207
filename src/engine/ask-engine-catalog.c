/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The catalogue of names that the planner and the guardrails use, made once a session from the
 * abstract schema; temporary tables of earlier steps come and go.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-fetch.h"
#include "sql/ask-sql-lexer.h"

/** ask_engine_is_server: Returns: whether the source is a database server that takes SQL */
gboolean
ask_engine_is_server (AskEngine *self, const char *source)
{
  AskSqlDialect dialect;

  return ask_engine_get_dialect (self, source, &dialect);
}

/* A statement asks several times about the one source that it is about. Returns: (transfer none) (nullable) */
static const AskSourceConfig *
find_config (AskEngine *self, const char *source)
{
  if (source == NULL)
    return NULL;
  if (self->config == NULL || strcmp (self->config->name, source) != 0)
    self->config = g_hash_table_lookup (self->configs, source);
  return self->config;
}

/**
 * ask_engine_get_dialect:
 * @source: (nullable): a source's short name
 * @dialect: (out): of a database server
 *
 * Returns: whether it is one
 */
gboolean
ask_engine_get_dialect (AskEngine *self, const char *source, AskSqlDialect *dialect)
{
  const AskSourceConfig *config = find_config (self, source);

  if (config == NULL || config->kind->nature != ASK_NATURE_SERVER)
    return FALSE;
  *dialect = config->kind->dialect;
  return TRUE;
}

/**
 * ask_engine_computes:
 * @source: of a database server
 *
 * Returns: whether more than plain columns of its tables may be asked of it; %TRUE as long as it is not
 *   open and could not be asked
 */
gboolean
ask_engine_computes (AskEngine *self, const char *source)
{
  AskSource *open = g_hash_table_lookup (self->sources, source);

  return open == NULL || (ask_source_capability (open) & ASK_CAPABILITY_COMPUTE) != 0;
}

/** ask_engine_asks_first: Returns: whether @source has to be open before anybody knows what it computes */
gboolean
ask_engine_asks_first (AskEngine *self, const char *source)
{
  const AskSourceConfig *config = find_config (self, source);

  return config != NULL && config->kind->ask_first;
}

/** ask_engine_describe_source: Returns: (transfer none): the kind as people call it */
const char *
ask_engine_describe_source (AskEngine *self, const char *source)
{
  const AskSourceConfig *config = find_config (self, source);

  if (config == NULL)
    return "not registered";
  if (config->kind->plain_product != NULL && !ask_engine_computes (self, source))
    return config->kind->plain_product;
  return config->kind->product;
}

/**
 * ask_engine_has_full_text:
 * @entity: of the schema
 *
 * Returns: whether its table can be searched by MATCH: an FTS5 table in a file that its kind of source made itself
 */
gboolean
ask_engine_has_full_text (AskEngine *self, const AskEntity *entity)
{
  const AskSourceConfig *config
    = entity->kind == ASK_ENTITY_TABLE ? g_hash_table_lookup (self->configs, entity->source) : NULL;

  if (config == NULL || !config->kind->full_text)
    return FALSE;
  for (guint i = 0; i < entity->attributes->len; i++)
    if (g_strcmp0 (((const AskAttribute *) entity->attributes->pdata[i])->declared, ASK_DECLARED_FULL_TEXT) == 0)
      return TRUE;
  return FALSE;
}

/* What "*" does not show: what is hidden, and what is shown only to who asks for it by name. */
static void
set_shown (AskSqlColumn *column, const AskAttribute *attribute)
{
  column->unlisted = attribute->hidden || attribute->sensitive;
  column->hidden = attribute->hidden;
  column->synonyms = g_ptr_array_ref (attribute->synonyms);
}

static AskSqlColumn *
add_unlisted (AskSqlTable *table, const char *name, AskType type)
{
  AskSqlColumn *column;

  if (ask_sql_table_find_column (table, name) >= 0)
    return NULL;
  column = ask_sql_table_add_column (table, name, type, "");
  column->nullable = TRUE;
  column->unlisted = TRUE;
  return column;
}

/* What MATCH has on its left, and what tells how well a row matches: columns that FTS5 does not list, either. */
static void
add_full_text (AskSqlTable *table, const AskEntity *entity, gboolean physical)
{
  add_unlisted (table, physical ? entity->table : entity->name, ASK_TYPE_TEXT);
  add_unlisted (table, "rank", ASK_TYPE_REAL);
}

static void
add_columns (AskEngine *self, AskSqlTable *table, const AskEntity *entity, gboolean physical)
{
  gboolean server = ask_engine_is_server (self, entity->source);

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      const AskSense sense = { attribute->meaning, ASK_ADDING_UNKNOWN, attribute->unit, entity->name, attribute->name };
      const AskParameter *parameter
        = entity->operation != NULL ? ask_operation_find_parameter_for (entity->operation, attribute->name) : NULL;
      AskSqlColumn *column;

      if (attribute->expression != NULL)
        {
          /* At its source there is no such thing. */
          if (!physical)
            {
              column = ask_sql_table_add_calculated (table, attribute->name, attribute->type, attribute->expression);
              column->sense = sense;
              column->data = attribute;
              set_shown (column, attribute);
            }
          continue;
        }
      column
        = ask_sql_table_add_column (table, physical && attribute->column != NULL ? attribute->column : attribute->name,
                                    attribute->type, attribute->declared);
      column->sense = sense;
      column->data = attribute;

      /* What a file declares is SQLite's own affinity; elsewhere it is that of the values that the
       * virtual table gives. */
      if (server || entity->operation != NULL)
        column->affinity = ask_sql_affinity_from_type (ask_engine_get_declared_type (attribute->type));
      if (attribute->type == ASK_TYPE_DECIMAL)
        column->collation = g_strdup ("decimal");
      if (server || entity->kind == ASK_ENTITY_QUERY)
        column->remote = g_strdup (attribute->column);
      if (parameter != NULL && parameter->required && parameter->fixed == NULL)
        column->required = g_strdup (parameter->name);
      column->nullable = attribute->nullable;
      column->key = attribute->key;
      set_shown (column, attribute);
    }
  if (ask_engine_has_full_text (self, entity))
    add_full_text (table, entity, physical);
}

static void
add_metrics (AskSqlTable *table, const AskEntity *entity)
{
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];

      AskSqlMetric *figure = ask_sql_table_add_metric (table, metric->name, metric->expression);

      figure->synonyms = g_ptr_array_ref (metric->synonyms);
      figure->unit = metric->unit;
    }
}

static void
add_entity (AskEngine *self, const AskEntity *entity, const char *name, gboolean physical)
{
  AskSqlTable *table = physical ? ask_sql_catalog_add_qualified_table (self->catalog, entity->source, name)
                                : ask_sql_catalog_add_table (self->catalog, entity->source, name);
  AskSqlDialect dialect;

  if (entity->kind != ASK_ENTITY_QUERY)
    table->source = g_strdup (entity->source);
  if (entity->query != NULL)
    ask_sql_table_set_query (table, entity->query);
  table->hidden = entity->hidden;
  table->collates
    = entity->kind != ASK_ENTITY_QUERY && entity->operation == NULL && !ask_engine_is_server (self, entity->source);
  table->rows = entity->row_estimate;
  table->synonyms = g_ptr_array_ref (entity->synonyms);
  table->has_rowid = entity->kind == ASK_ENTITY_TABLE && !ask_engine_is_server (self, entity->source);
  table->data = (gpointer) entity;
  if (ask_engine_get_dialect (self, entity->source, &dialect))
    {
      g_autofree char *quoted = ask_sql_quote_remote (dialect, entity->table);
      g_autofree char *namespace = entity->namespace != NULL ? ask_sql_quote_remote (dialect, entity->namespace) : NULL;

      table->remote = namespace != NULL ? g_strconcat (namespace, ".", quoted, NULL) : g_steal_pointer (&quoted);
    }
  add_columns (self, table, entity, physical);
  if (!physical)
    add_metrics (table, entity);
  self->defines = self->defines || ask_sql_table_is_defined (table) || table->metrics != NULL;
  self->calls = self->calls || entity->operation != NULL;
}

static char *
make_other_name (AskEngine *self, const AskEntity *entity, const char *source)
{
  g_autofree char *stem = g_strdup_printf ("%s in %s", entity->name, source);

  for (guint n = 1;; n++)
    {
      char *name = n == 1 ? g_strdup (stem) : g_strdup_printf ("%s %u", stem, n);

      if (ask_sql_catalog_find_table (self->catalog, NULL, name) == NULL
          && ask_schema_find_entity (self->schema, name) == NULL)
        return name;
      g_free (name);
    }
}

/* Another place of an entity's rows, as an entity that only we ourselves name. */
static void
add_binding (AskEngine *self, const AskEntity *entity, const AskBinding *binding)
{
  AskOtherPlace *place = g_new0 (AskOtherPlace, 1);
  g_autofree char *name = make_other_name (self, entity, binding->source);

  place->of = entity;
  place->entity = ask_entity_new (name, binding->source, binding->table, binding->kind);
  place->entity->namespace = g_strdup (binding->namespace);
  place->entity->row_estimate = entity->row_estimate;
  place->entity->hidden = TRUE;
  for (guint i = 0; i < entity->attributes->len && i < binding->columns->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      const char *column = binding->columns->pdata[i];
      AskAttribute *there;

      if (attribute->expression != NULL || column == NULL || column[0] == '\0')
        continue;
      there = ask_entity_add_attribute (place->entity, attribute->name, column, attribute->type);
      there->declared = g_strdup (attribute->declared);
      there->meaning = attribute->meaning;
      there->unit = g_strdup (attribute->unit);
      there->nullable = attribute->nullable;
      there->key = attribute->key;
    }
  g_ptr_array_add (self->bound, place);
  add_entity (self, place->entity, name, FALSE);
  self->defines = TRUE;
}

/** ask_other_place_free: frees a place */
void
ask_other_place_free (gpointer data)
{
  AskOtherPlace *self = data;

  ask_entity_unref (self->entity);
  g_free (self);
}

static gboolean
has_own_names (const AskEntity *entity)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->expression == NULL
          && (attribute->column == NULL || g_ascii_strcasecmp (attribute->name, attribute->column) != 0))
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_engine_get_catalog:
 *
 * Returns: (transfer none): every entity by its name, with its source's name in front too; tables of
 *   databases by the name that they have there, with the source's name in front
 */
AskSqlCatalog *
ask_engine_get_catalog (AskEngine *self)
{
  if (self->catalog != NULL)
    return self->catalog;
  self->catalog = ask_sql_catalog_new ();
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      add_entity (self, entity, entity->name, FALSE);
      if (entity->operation == NULL && entity->kind != ASK_ENTITY_QUERY
          && (g_ascii_strcasecmp (entity->name, entity->table) != 0 || has_own_names (entity)))
        add_entity (self, entity, entity->table, TRUE);
    }
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      for (guint b = 0; b < entity->bindings->len; b++)
        add_binding (self, entity, entity->bindings->pdata[b]);
    }
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      AskSqlTable *table = (AskSqlTable *) ask_sql_catalog_find_table (self->catalog, NULL, relationship->from);
      g_autoptr (GPtrArray) from = g_ptr_array_new ();
      g_autoptr (GPtrArray) to = g_ptr_array_new ();

      if (table == NULL)
        continue;
      for (guint a = 0; a < relationship->from_attributes->len; a++)
        {
          g_ptr_array_add (from, relationship->from_attributes->pdata[a]);
          g_ptr_array_add (to, relationship->to_attributes->pdata[a]);
        }
      g_ptr_array_add (from, NULL);
      g_ptr_array_add (to, NULL);
      ask_sql_table_add_reference (table, relationship->to, (const char *const *) from->pdata,
                                   (const char *const *) to->pdata);
    }
  return self->catalog;
}
