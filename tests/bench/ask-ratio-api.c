/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Serves the tables that are replaced over HTTP from a private copy of the database, and registers that API as a
 * steward would: the document is fetched and imported, then entities get the names of their tables where the
 * importer had to choose others. It must never give fewer rows than it was asked for.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/ask-json.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"

struct _RatioApi
{
  RatioDatabase *database;
  guint ratio;
  AskTestServer *server;
  char *document;
  char *path; /* of the copy */
  GAsyncQueue *connections; /* sqlite3 handles that nobody uses */
};

/* One row of the query string; the same name may come more than once. */
typedef struct
{
  char *name;
  char *value;
} Field;

static void
field_clear (gpointer data)
{
  Field *field = data;

  g_free (field->name);
  g_free (field->value);
}

static char *
unescape (const char *text)
{
  g_autofree char *spaced = g_strdup (text);

  g_strdelimit (spaced, "+", ' ');
  return g_uri_unescape_string (spaced, NULL);
}

static GArray *
parse_query (const char *query)
{
  GArray *fields = g_array_new (FALSE, FALSE, sizeof (Field));
  g_auto (GStrv) parts = g_strsplit (query != NULL ? query : "", "&", -1);

  g_array_set_clear_func (fields, field_clear);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *equals = strchr (parts[i], '=');
      Field field;

      if (equals == NULL)
        continue;
      *equals = '\0';
      field.name = unescape (parts[i]);
      field.value = unescape (equals + 1);
      g_array_append_val (fields, field);
    }
  return fields;
}

static gint64
get_number (GArray *fields, const char *name, gint64 fallback)
{
  for (guint i = 0; i < fields->len; i++)
    if (g_strcmp0 (g_array_index (fields, Field, i).name, name) == 0)
      return g_ascii_strtoll (g_array_index (fields, Field, i).value, NULL, 10);
  return fallback;
}

/* The values that the request gives for a column, parted as its style says. */
static GPtrArray *
find_values (GArray *fields, const RatioColumn *column)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *brackets = g_strconcat (column->filter, "[]", NULL);
  const char *separator = column->style == ASK_ARRAY_COMMA   ? ","
                          : column->style == ASK_ARRAY_SPACE ? " "
                          : column->style == ASK_ARRAY_PIPE  ? "|"
                                                             : NULL;

  for (guint i = 0; i < fields->len; i++)
    {
      const Field *field = &g_array_index (fields, Field, i);

      if (g_strcmp0 (field->name, column->style == ASK_ARRAY_BRACKETS ? brackets : column->filter) != 0)
        continue;
      if (separator != NULL)
        {
          g_auto (GStrv) parts = g_strsplit (field->value, separator, -1);

          for (guint p = 0; parts[p] != NULL; p++)
            g_ptr_array_add (values, g_strdup (parts[p]));
        }
      else
        g_ptr_array_add (values, g_strdup (field->value));
    }
  return values;
}

/* A value as the document declares it; what is no number equals none. */
static gboolean
bind_value (GString *where, const RatioColumn *column, const char *text)
{
  AskValue value = ask_value_text (text, -1);
  g_autofree char *literal = NULL;

  if (column->type != ASK_TYPE_TEXT && !ask_text_to_number (text, &value))
    return FALSE;
  literal = ask_sql_quote_value (&value);
  g_string_append (where, literal);
  return TRUE;
}

/* Returns: FALSE where a value is not what the document asks for */
static gboolean
append_where (GString *where, GArray *fields, const RatioTable *table)
{
  for (guint i = 0; i < table->columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[i];
      g_autoptr (GPtrArray) values = NULL;
      g_autofree char *quoted = NULL;

      if (column->filter == NULL)
        continue;
      values = find_values (fields, column);
      if (values->len == 0)
        continue;
      quoted = ask_sql_quote_name (column->name);
      g_string_append_printf (where, " AND %s IN (", quoted);
      for (guint v = 0; v < values->len; v++)
        {
          if (v > 0)
            g_string_append_c (where, ',');
          if (!bind_value (where, column, values->pdata[v]))
            return FALSE;
        }
      g_string_append_c (where, ')');
    }
  return TRUE;
}

static void
append_rows (GString *json, sqlite3_stmt *statement, gint64 limit, gboolean *more)
{
  gint64 n = 0;
  int code;

  *more = FALSE;
  g_string_append_c (json, '[');
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (limit >= 0 && n == limit)
        {
          *more = TRUE;
          break;
        }
      g_string_append (json, n++ > 0 ? ",{" : "{");
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          AskValue value = ask_sqlite_column_value (statement, i);

          if (i > 0)
            g_string_append_c (json, ',');
          ask_json_append_string (json, sqlite3_column_name (statement, i), -1);
          g_string_append_c (json, ':');
          ask_json_append_value (json, &value);
        }
      g_string_append_c (json, '}');
    }
  g_assert_true (code == SQLITE_ROW || code == SQLITE_DONE);
  g_string_append_c (json, ']');
}

/* What the page begins with, by the table's way of paging. */
static gint64
find_offset (const RatioTable *table, GArray *fields, gint64 size)
{
  gint64 first = table->zero_based ? 0 : 1;

  switch (table->paging)
    {
    case ASK_PAGING_PAGE:
      /* As servers do: a page before the first is the first. */
      return MAX (0, get_number (fields, "page", first) - first) * size;
    case ASK_PAGING_OFFSET:
      return get_number (fields, "offset", 0);
    case ASK_PAGING_CURSOR:
      return get_number (fields, "cursor", 0);
    case ASK_PAGING_LINK:
      return get_number (fields, "from", 0);
    default:
      return 0;
    }
}

static char *
dup_next_link (const AskTestRequest *request, gint64 offset)
{
  g_auto (GStrv) parts = g_strsplit (request->query != NULL ? request->query : "", "&", -1);
  g_autoptr (GString) link = g_string_new (request->path);

  g_string_append_c (link, '?');
  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0' && !g_str_has_prefix (parts[i], "from="))
      g_string_append_printf (link, "%s&", parts[i]);
  g_string_append_printf (link, "from=%" G_GINT64_FORMAT, offset);
  return g_strdup (link->str);
}

static gint64
count_rows (sqlite3 *db, const char *quoted, const char *where)
{
  g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM %s WHERE 1%s", quoted, where);
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  return sqlite3_column_int64 (statement, 0);
}

static void
serve (sqlite3 *db, const RatioTable *table, const AskTestRequest *request, AskTestReply *reply)
{
  g_autoptr (GArray) fields = parse_query (request->query);
  g_autoptr (GString) where = g_string_new (NULL);
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *quoted = ask_sql_quote_name (table->name);
  g_autofree char *sql = NULL;
  g_autofree char *next = NULL;
  gint64 size = -1;
  gint64 offset;
  gboolean more;

  if (!append_where (where, fields, table))
    {
      ask_test_reply_set (reply, 400, "application/json", "{\"error\":\"not a number\"}", -1);
      return;
    }
  if (table->paging != ASK_PAGING_NONE)
    {
      size = get_number (fields, table->paging == ASK_PAGING_PAGE ? "per_page" : "limit",
                         MAX (1, table->page_size / 2));
      size = CLAMP (size, 1, (gint64) table->page_size);
    }
  offset = find_offset (table, fields, size);
  sql = g_strdup_printf ("SELECT * FROM %s WHERE 1%s ORDER BY rowid LIMIT %" G_GINT64_FORMAT " OFFSET %" G_GINT64_FORMAT,
                         quoted, where->str, size < 0 ? -1 : size + 1, offset);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  if (table->envelope)
    g_string_append (json, "{\"data\":");
  append_rows (json, statement, size, &more);
  next = more ? dup_next_link (request, offset + size) : NULL;
  if (table->envelope)
    {
      if (table->paging == ASK_PAGING_CURSOR && more)
        g_string_append_printf (json, ",\"next_cursor\":\"%" G_GINT64_FORMAT "\"", offset + size);
      else if (table->paging == ASK_PAGING_CURSOR)
        g_string_append (json, ",\"next_cursor\":null");
      if (table->paging == ASK_PAGING_LINK && !table->link_header)
        {
          g_string_append (json, ",\"next\":");
          if (next != NULL)
            ask_json_append_string (json, next, -1);
          else
            g_string_append (json, "null");
        }
      if (table->total)
        g_string_append_printf (json, ",\"total\":%" G_GINT64_FORMAT, count_rows (db, quoted, where->str));
      g_string_append_c (json, '}');
    }
  if (table->link_header && next != NULL)
    {
      g_autofree char *header = g_strdup_printf ("<%s>; rel=\"next\"", next);

      ask_test_reply_add_header (reply, "Link", header);
    }
  ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
}

static void
handle (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  RatioApi *self = data;
  g_autofree char *name = g_uri_unescape_string (request->path + 1, NULL);
  const RatioTable *table;
  sqlite3 *db;

  if (g_strcmp0 (name, "openapi.json") == 0)
    {
      ask_test_reply_set (reply, 200, "application/json", self->document, -1);
      return;
    }
  table = name != NULL ? ratio_database_find (self->database, name) : NULL;
  if (table == NULL || !ratio_is_replaced (self->database, table, self->ratio))
    {
      ask_test_reply_set (reply, 404, "application/json", "{}", -1);
      return;
    }
  db = g_async_queue_try_pop (self->connections);
  if (db == NULL)
    g_assert_cmpint (sqlite3_open_v2 (self->path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  serve (db, table, request, reply);
  g_async_queue_push (self->connections, db);
}

static void
close_connection (gpointer db)
{
  sqlite3_close (db);
}

/* A filter would read the whole table at each call. */
static void
index_filters (RatioApi *self)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (self->path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF; BEGIN", NULL, NULL, NULL);
  for (guint t = 0; t < self->database->tables->len; t++)
    {
      const RatioTable *table = self->database->tables->pdata[t];
      g_autofree char *quoted_table = ask_sql_quote_name (table->name);

      for (guint c = 0; c < table->columns->len; c++)
        {
          const RatioColumn *column = table->columns->pdata[c];
          g_autofree char *quoted = ask_sql_quote_name (column->name);
          g_autofree char *sql
            = g_strdup_printf ("CREATE INDEX ratio_%u_%u ON %s(%s)", t, c, quoted_table, quoted);

          if (column->filter != NULL && ratio_is_replaced (self->database, table, self->ratio))
            g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
        }
    }
  g_assert_cmpint (sqlite3_exec (db, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/**
 * ratio_api_new:
 * @database: must outlive it
 * @folder: for the copy that it serves from
 *
 * Returns: (transfer full): a server on a free port of 127.0.0.1
 */
RatioApi *
ratio_api_new (RatioDatabase *database, guint ratio, const char *folder)
{
  RatioApi *self = g_new0 (RatioApi, 1);
  g_autofree char *base_url = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = NULL;

  self->database = database;
  self->ratio = ratio;
  self->connections = g_async_queue_new_full (close_connection);
  /* With ratio 0 nothing is dropped. */
  copy = ratio_copy_rest (database, 0, folder, &error);
  g_assert_no_error (error);
  self->path = g_strconcat (copy, "-served", NULL);
  g_assert_cmpint (g_rename (copy, self->path), ==, 0);
  index_filters (self);
  self->server = ask_test_server_new (handle, self);
  base_url = ask_test_server_dup_url (self->server, "");
  self->document = ratio_print_document (database, ratio, base_url);
  return self;
}

/** ratio_api_dup_url: Returns: (transfer full): where its document is */
char *
ratio_api_dup_url (RatioApi *self)
{
  return ask_test_server_dup_url (self->server, "/openapi.json");
}

/** ratio_api_free: ends the server and removes its copy */
void
ratio_api_free (RatioApi *self)
{
  ask_test_server_free (self->server);
  g_async_queue_unref (self->connections);
  g_unlink (self->path);
  g_free (self->path);
  g_free (self->document);
  g_free (self);
}

static void
rename_attribute (AskEntity *entity, AskAttribute *attribute, const char *name)
{
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (g_strcmp0 (parameter->attribute, attribute->name) == 0)
        {
          g_free (parameter->attribute);
          parameter->attribute = g_strdup (name);
        }
    }
  g_free (attribute->name);
  attribute->name = g_strdup (name);
}

/* What a steward does who wants the names that people use. */
static gboolean
adopt_entity (RatioDatabase *database, AskEntity *entity, GError **error)
{
  RatioTable *table = ratio_database_find (database, entity->table);

  if (table == NULL || entity->attributes->len != table->columns->len)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: the document was read wrongly at %s.",
                   database->name, entity->name);
      return FALSE;
    }
  g_free (entity->name);
  entity->name = g_strdup (table->name);
  for (guint i = 0; i < table->columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[i];
      AskAttribute *attribute = entity->attributes->pdata[i];

      if (g_strcmp0 (attribute->column, column->name) != 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: column %s of %s was not imported.",
                       database->name, column->name, table->name);
          return FALSE;
        }
      if (strcmp (attribute->name, column->name) != 0)
        rename_attribute (entity, attribute, column->name);
    }
  return TRUE;
}

/**
 * ratio_api_register:
 * @schema: gets the entities
 *
 * Returns: (transfer full) (nullable): the source, registered
 */
AskSourceConfig *
ratio_api_register (RatioApi *self, AskSchema *schema, GError **error)
{
  g_autofree char *url = ratio_api_dup_url (self);
  AskSourceConfig *config = ask_source_config_new ("api", &ask_rest_kind, url);
  g_autoptr (AskSource) source = ask_source_new (config, error);
  g_autoptr (AskIntrospection) found = source != NULL ? ask_source_introspect (source, NULL, error) : NULL;
  gboolean adopted = found != NULL;

  if (adopted)
    config->base_url = g_strdup (found->base_url);
  while (adopted && found->schema->entities->len > 0)
    {
      AskEntity *entity = g_ptr_array_steal_index (found->schema->entities, 0);

      adopted = adopt_entity (self->database, entity, error);
      if (adopted)
        ask_schema_add_entity (schema, entity);
      else
        ask_entity_unref (entity);
    }
  for (guint i = 0; adopted && i < self->database->tables->len; i++)
    {
      const RatioTable *table = self->database->tables->pdata[i];

      if (ratio_is_replaced (self->database, table, self->ratio)
          && ask_schema_find_entity (schema, table->name) == NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s was not imported: %s", self->database->name,
                       table->name, found->notes->len > 0 ? (char *) found->notes->pdata[0] : "no note");
          adopted = FALSE;
        }
    }
  if (!adopted)
    g_clear_pointer (&config, ask_source_config_unref);
  return config;
}
