/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A source whose rows are a column of another source: "column:support.ticket.body". The column may be named as the schema
 * calls it, or as the source does; what is kept is the latter, which no rename changes. What a steward has hidden is not
 * read, neither now nor later.
 */
#include "config.h"

#include "store/ask-source-origin.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "store/ask-source-row.h"

/* Of those that a message names. */
#define MAX_NAMED 12

typedef struct
{
  AskEntity *entity;
  const AskAttribute *attribute;
} Column;

/* (transfer full): "support.ticket.", or with the schema of the database that the table lies in */
static char *
dup_table (const AskEntity *entity)
{
  return entity->namespace != NULL ? g_strdup_printf ("%s.%s.%s.", entity->source, entity->namespace, entity->table)
                                   : g_strdup_printf ("%s.%s.", entity->source, entity->table);
}

/* Returns: what stands in @text behind the entity: the column; NULL where it names another one */
static const char *
skip_entity (const AskEntity *entity, const char *text)
{
  g_autofree char *table = dup_table (entity);
  g_autofree char *plain = g_strdup_printf ("%s.%s.", entity->source, entity->table);
  g_autofree char *named = g_strdup_printf ("%s.%s.", entity->source, entity->name);
  g_autofree char *alone = g_strdup_printf ("%s.", entity->name);
  const char *const ways[] = { table, plain, named, alone };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    if (g_ascii_strncasecmp (text, ways[i], strlen (ways[i])) == 0)
      return text + strlen (ways[i]);
  return NULL;
}

/** ask_origin_holds_text: @attribute: of a table. Returns: whether it can be read as the texts of documents */
gboolean
ask_origin_holds_text (const AskAttribute *attribute)
{
  return attribute->column != NULL && !attribute->hidden && !attribute->sensitive
         && (attribute->type == ASK_TYPE_TEXT || attribute->type == ASK_TYPE_JSON || attribute->type == ASK_TYPE_ANY);
}

/* (transfer full): "subject, body" */
static char *
name_texts (const AskEntity *entity)
{
  GString *names = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < entity->attributes->len && n < MAX_NAMED; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (ask_origin_holds_text (attribute))
        g_string_append_printf (names, "%s%s", n++ > 0 ? ", " : "", attribute->name);
    }
  return g_string_free (names, FALSE);
}

static gboolean
fail_column (const AskSourceConfig *config, const AskEntity *entity, const AskAttribute *attribute, const char *name,
             GError **error)
{
  g_autofree char *texts = name_texts (entity);

  if (attribute == NULL)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   N_ ("Source “%s”: “%s” has no column “%s”. Those that hold text are: %s."), config->name,
                   entity->name, name, texts);
  else if (attribute->hidden || attribute->sensitive || entity->hidden)
    ask_error_set (
      error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
      N_ ("Source “%s”: “%s” of “%s” is hidden or sensitive in the schema, so its texts are not read. Show it "
          "there first."),
      config->name, attribute->name, entity->name);
  else
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   N_ ("Source “%s”: “%s” of “%s” holds no text that is read. Those that do are: %s."), config->name,
                   attribute->name, entity->name, texts);
  return FALSE;
}

static gboolean
fail_entity (const AskSourceConfig *config, const AskEntity *entity, GError **error)
{
  ask_error_set (
    error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
    N_ ("Source “%s”: “%s” is no table of a database or a file. Texts of a web API, of other documents or of a "
        "query are not read from a column."),
    config->name, entity->name);
  return FALSE;
}

static gboolean
fail_unknown (AskSchema *schema, const AskSourceConfig *config, const char *text, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) sources = g_string_new (NULL);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if ((entity->kind == ASK_ENTITY_TABLE || entity->kind == ASK_ENTITY_VIEW) && !entity->hidden
          && g_strcmp0 (entity->source, config->name) != 0 && g_hash_table_add (seen, entity->source))
        g_string_append_printf (sources, "%s%s", sources->len > 0 ? ", " : "", entity->source);
    }
  if (sources->len == 0)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   N_ ("Source “%s”: there is no table for “%s”: no database is registered. Add that first."),
                   config->name, text);
  else
    ask_error_set (
      error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
      N_ ("Source “%s”: there is no table for “%s”. Write SOURCE.TABLE.COLUMN; the sources with tables are: %s."),
      config->name, text, sources->str);
  return FALSE;
}

/* An entity that has the column goes before one whose name only begins like that. */
static gboolean
find_column (AskSchema *schema, const AskSourceConfig *config, const char *text, Column *found, GError **error)
{
  AskEntity *meant = NULL;
  const char *name = NULL;

  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];
      const char *rest = skip_entity (entity, text);
      const AskAttribute *attribute;

      if (rest == NULL || *rest == '\0')
        continue;
      attribute = ask_entity_find_column (entity, rest);
      if (attribute == NULL)
        attribute = ask_entity_find_attribute (entity, rest);
      if (found->attribute == NULL)
        {
          meant = entity;
          name = rest;
          found->attribute = attribute;
        }
    }
  if (meant == NULL)
    return fail_unknown (schema, config, text, error);
  if (meant->kind != ASK_ENTITY_TABLE && meant->kind != ASK_ENTITY_VIEW)
    return fail_entity (config, meant, error);
  if (found->attribute == NULL || meant->hidden || !ask_origin_holds_text (found->attribute))
    return fail_column (config, meant, found->attribute, name, error);
  found->entity = meant;
  return TRUE;
}

static gboolean
settle (AskWorkspace *self, AskSourceConfig *config, const char *text, GCancellable *cancellable, GError **error)
{
  AskSchema *schema = ask_workspace_get_schema (self, error);
  g_autoptr (AskSourceRow) row = NULL;
  g_autofree char *table = NULL;
  Column found = { NULL };

  if (schema == NULL || !find_column (schema, config, text, &found, error))
    return FALSE;
  row = ask_workspace_get_source (self, found.entity->source, error);
  if (row == NULL)
    return FALSE;
  /* A circle, too. */
  if (row->record->kind->find_column != NULL)
    return fail_entity (config, found.entity, error);
  config->origin = ask_source_row_dup_config (row, self, FALSE, cancellable, error);
  if (config->origin == NULL)
    return FALSE;
  table = dup_table (found.entity);
  g_free (config->location);
  config->location = g_strconcat ("column:", table, found.attribute->column, NULL);
  config->origin_entity = ask_entity_ref (found.entity);
  config->origin_column = g_strdup (found.attribute->column);
  return TRUE;
}

/**
 * ask_workspace_settle_origin:
 * @config: of a source of this workspace, or of one that is tried; its location becomes the column's own place
 * @cancellable: (nullable): stops the wait for the Secret Service
 * @error: %ASK_STORE_ERROR or %G_IO_ERROR_CANCELLED; @config knows then at least where it is kept
 *
 * Finds the other source where the rows of @config are a column of one.
 *
 * Returns: whether all is found that has to be
 */
gboolean
ask_workspace_settle_origin (AskWorkspace *self, AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  const char *text = config->kind->find_column != NULL ? config->kind->find_column (config->location) : NULL;
  g_autofree char *lower = NULL;

  if (text == NULL)
    return TRUE;
  /* By a name that needs nothing of the other source: that may be gone when this one is removed. */
  lower = g_ascii_strdown (config->name, -1);
  g_free (config->kept_as);
  config->kept_as = g_strdup_printf ("column %s %s", self->id, lower);
  return settle (self, config, text, cancellable, error);
}

/* Whether the tables of a source can be read so. */
static gboolean
has_origins (const AskSourceKind *kind)
{
  return kind->find_column == NULL && (kind->nature == ASK_NATURE_FILE || kind->nature == ASK_NATURE_SERVER);
}

static gboolean
has_text (const AskEntity *entity)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    if (ask_origin_holds_text (entity->attributes->pdata[i]))
      return TRUE;
  return FALSE;
}

/**
 * ask_workspace_list_origins:
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full) (element-type AskEntity): the tables that have a column which can be read as the texts of documents
 */
GPtrArray *
ask_workspace_list_origins (AskWorkspace *self, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (self, error);
  AskSchema *schema = records != NULL ? ask_workspace_get_schema (self, error) : NULL;
  g_autoptr (GPtrArray) origins = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_entity_unref);

  if (schema == NULL)
    return NULL;
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      if ((entity->kind != ASK_ENTITY_TABLE && entity->kind != ASK_ENTITY_VIEW) || entity->hidden || !has_text (entity))
        continue;
      for (guint r = 0; r < records->len; r++)
        {
          const AskSourceRecord *record = records->pdata[r];

          if (g_str_equal (record->name, entity->source) && has_origins (record->kind))
            g_ptr_array_add (origins, ask_entity_ref (entity));
        }
    }
  return g_steal_pointer (&origins);
}
