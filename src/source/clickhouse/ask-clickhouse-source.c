/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A ClickHouse server as a source, over its HTTP interface, never written to. Each statement is a request of its own;
 * there is no snapshot over several of them.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-source.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "source/clickhouse/ask-clickhouse-private.h"

/* Statements of one connection at a time, and beside it one that stops another. */
#define MAX_IN_FLIGHT 8

struct _AskClickhouseSource
{
  GObject parent_instance;
  AskSourceConfig *config;
  AskClickhouseLocation *location;
  AskHttp *http;
  char *settings; /* NULL until it was opened */
};

static void source_iface_init (AskSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskClickhouseSource, ask_clickhouse_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static void
ask_clickhouse_source_finalize (GObject *object)
{
  AskClickhouseSource *self = ASK_CLICKHOUSE_SOURCE (object);

  g_clear_pointer (&self->http, ask_http_free);
  ask_clickhouse_location_free (self->location);
  g_free (self->settings);
  ask_source_config_unref (self->config);
  G_OBJECT_CLASS (ask_clickhouse_source_parent_class)->finalize (object);
}

static void
ask_clickhouse_source_class_init (AskClickhouseSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_clickhouse_source_finalize;
}

static void
ask_clickhouse_source_init (AskClickhouseSource *self)
{
}

/**
 * ask_clickhouse_source_new:
 * @config: of a ClickHouse server; a reference is kept
 *
 * Returns: (transfer full): the source, not yet open
 */
AskSource *
ask_clickhouse_source_new (AskSourceConfig *config)
{
  AskClickhouseSource *self = g_object_new (ASK_TYPE_CLICKHOUSE_SOURCE, NULL);

  self->config = ask_source_config_ref (config);
  return ASK_SOURCE (self);
}

/** ask_clickhouse_source_get_config: Returns: (transfer none): its configuration */
AskSourceConfig *
ask_clickhouse_source_get_config (AskClickhouseSource *self)
{
  return self->config;
}

/** ask_clickhouse_source_get_location: Returns: (transfer none): of one that is being opened, or is open */
const AskClickhouseLocation *
ask_clickhouse_source_get_location (AskClickhouseSource *self)
{
  return self->location;
}

/** ask_clickhouse_source_get_http: Returns: (transfer none): likewise */
AskHttp *
ask_clickhouse_source_get_http (AskClickhouseSource *self)
{
  return self->http;
}

/** ask_clickhouse_source_get_settings: Returns: (transfer none): of an open one, as of ask_clickhouse_send() */
const char *
ask_clickhouse_source_get_settings (AskClickhouseSource *self)
{
  return self->settings;
}

static gboolean
source_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskClickhouseSource *self = ASK_CLICKHOUSE_SOURCE (source);

  if (self->config->problem != NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, self->config->problem);
      return FALSE;
    }
  if (self->settings != NULL)
    return TRUE;
  if (self->location == NULL && (self->location = ask_clickhouse_location_new (self->config, error)) == NULL)
    return FALSE;
  if (self->http == NULL)
    {
      self->http = ask_http_new ("AskData");
      ask_http_set_limits (self->http, self->config->time_out_ms, 1, MAX_IN_FLIGHT);
    }
  self->settings = ask_clickhouse_make_settings (self, cancellable, error);
  return self->settings != NULL;
}

static AskIntrospection *
source_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  return source_open (source, cancellable, error)
           ? ask_clickhouse_introspect (ASK_CLICKHOUSE_SOURCE (source), cancellable, error)
           : NULL;
}

static AskCapability
source_capability (AskSource *source)
{
  return ASK_CAPABILITY_SQL | ASK_CAPABILITY_COMPUTE;
}

/* @sql with each "?" outside of quotes replaced by an argument. Returns: (transfer full) (nullable) */
static char *
fill (AskClickhouseSource *self, const char *sql, const AskArgument *arguments, guint n_arguments, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;
  char quote = '\0';

  for (const char *p = sql; *p != '\0'; p++)
    {
      if (quote != '\0' || *p != '?')
        {
          if (quote != '\0' && *p == '\\' && p[1] != '\0')
            g_string_append_c (text, *p++);
          else if (quote != '\0' && *p == quote)
            quote = '\0';
          else if (quote == '\0' && (*p == '\'' || *p == '`' || *p == '"'))
            quote = *p;
          g_string_append_c (text, *p);
          continue;
        }
      if (n < n_arguments && !arguments[n].array && arguments[n].n_values == 1
          && ask_clickhouse_append_value (text, &arguments[n].values[0]))
        {
          n++;
          continue;
        }
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA,
                     N_ ("Source “%s”: a value of the query cannot be written in ClickHouse's SQL."),
                     self->config->name);
      return NULL;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static AskCursor *
source_query (AskSource *source, const char *sql, const AskArgument *arguments, guint n_arguments,
              GCancellable *cancellable, GError **error)
{
  AskClickhouseSource *self = ASK_CLICKHOUSE_SOURCE (source);
  GPtrArray *statements;
  char *filled;

  if (!source_open (source, cancellable, error) || (filled = fill (self, sql, arguments, n_arguments, error)) == NULL)
    return NULL;
  statements = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (statements, filled);
  return ask_clickhouse_cursor_new (self, statements, 0, self->settings, TRUE);
}

/* Whether the server finds every row whose value here equals a bound one. It may find more. */
static gboolean
can_compare (const AskAttribute *attribute)
{
  g_autoptr (AskClickhouseType) type = ask_clickhouse_type_new (attribute->declared != NULL ? attribute->declared : "");
  const AskClickhouseType *plain = type;

  if (plain != NULL && plain->kind == ASK_CLICKHOUSE_NULLABLE)
    plain = plain->parts->pdata[0];
  return plain != NULL
         && (plain->kind == ASK_CLICKHOUSE_STRING
             || ((plain->kind == ASK_CLICKHOUSE_INTEGER || plain->kind == ASK_CLICKHOUSE_UNSIGNED)
                 && plain->size <= 8));
}

/* What a bound value of another kind finds nobody knows: then the rows are compared here. */
static gboolean
append_condition (GString *sql, const AskAttribute *attribute, const AskValue *value)
{
  gboolean text = attribute->type == ASK_TYPE_TEXT;

  if (!can_compare (attribute) || value->kind != (text ? ASK_VALUE_TEXT : ASK_VALUE_INTEGER))
    return FALSE;
  ask_clickhouse_append_name (sql, attribute->column);
  g_string_append (sql, " = ");
  return ask_clickhouse_append_value (sql, value);
}

static void
append_table (GString *sql, const AskEntity *entity)
{
  if (entity->namespace != NULL)
    {
      ask_clickhouse_append_name (sql, entity->namespace);
      g_string_append_c (sql, '.');
    }
  ask_clickhouse_append_name (sql, entity->table);
}

static char *
make_scan (const AskScan *scan, guint run)
{
  GString *sql = g_string_new ("SELECT ");
  gboolean any = FALSE;

  for (guint i = 0; i < scan->n_columns; i++)
    {
      g_string_append (sql, i > 0 ? ", " : "");
      ask_clickhouse_append_name (sql, scan->columns[i]->column);
    }
  if (scan->n_columns == 0)
    g_string_append (sql, "1");
  g_string_append (sql, " FROM ");
  append_table (sql, scan->entity);
  for (guint i = 0; i < scan->n_bound; i++)
    {
      gsize length = sql->len;

      g_string_append (sql, any ? " AND " : " WHERE ");
      if (append_condition (sql, scan->bound[i], &scan->bindings[run * scan->n_bound + i]))
        any = TRUE;
      else
        g_string_truncate (sql, length);
    }
  return g_string_free (sql, FALSE);
}

static AskCursor *
source_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  AskClickhouseSource *self = ASK_CLICKHOUSE_SOURCE (source);
  guint n_runs = scan->n_bound > 0 ? scan->n_bindings : 1;
  GPtrArray *statements;

  if (!source_open (source, cancellable, error))
    return NULL;
  statements = g_ptr_array_new_with_free_func (g_free);
  for (guint run = 0; run < n_runs; run++)
    g_ptr_array_add (statements, make_scan (scan, run));
  return ask_clickhouse_cursor_new (self, statements, MAX (1, scan->n_columns), self->settings, FALSE);
}

static gboolean
source_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  AskClickhouseSource *self = ASK_CLICKHOUSE_SOURCE (source);
  g_autoptr (GString) sql = g_string_new ("SELECT 1");
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;

  if (!source_open (source, cancellable, error))
    return FALSE;
  for (guint i = 0; sql->len == strlen ("SELECT 1") && i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (g_strcmp0 (entity->source, self->config->name) != 0 || entity->table == NULL)
        continue;
      g_string_append (sql, " FROM ");
      append_table (sql, entity);
      g_string_append (sql, " LIMIT 1");
    }
  cursor = ask_clickhouse_cursor_new_one (self, sql->str, 1, self->settings);
  return ask_cursor_next (cursor, &row, NULL, cancellable, error) != ASK_STEP_FAILED;
}

static void
source_iface_init (AskSourceInterface *iface)
{
  iface->open = source_open;
  iface->introspect = source_introspect;
  iface->capability = source_capability;
  iface->scan = source_scan;
  iface->query = source_query;
  iface->test = source_test;
}
