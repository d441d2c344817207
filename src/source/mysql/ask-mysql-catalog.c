/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a MariaDB server says of its tables, from information_schema: columns, keys, comments and
 * estimates. Where the location names no database, those of all databases that are not the server's own.
 */
#include "config.h"

#include "source/mysql/ask-mysql-private.h"

#include <string.h>

typedef struct
{
  AskMysqlSource *source;
  AskCatalog *catalog;
  GHashTable *tables; /* "database\001table" → AskCatalogTable */
  GPtrArray *notes;
  GCancellable *cancellable;
} Reader;

static const char *
text_of (const AskValue *value)
{
  return value->kind == ASK_VALUE_TEXT ? value->text : "";
}

static char *
dup_comment (const AskValue *value)
{
  char *text = g_strstrip (g_strdup (text_of (value)));

  if (text[0] == '\0')
    g_clear_pointer (&text, g_free);
  return text;
}

static AskCatalogTable *
find_table (Reader *self, const AskValue *database, const AskValue *table)
{
  g_autofree char *key = g_strdup_printf ("%s\001%s", text_of (database), text_of (table));

  return g_hash_table_lookup (self->tables, key);
}

/* Writes the condition on the database for each "{column}", as one that the server can look up without
 * opening the tables of the others. Returns: how many there were */
static guint
expand (GString *sql, const char *template, gboolean one)
{
  guint n = 0;

  for (const char *at = template; *at != '\0'; at++)
    {
      gsize length = strcspn (at, "}");

      if (*at != '{')
        {
          g_string_append_c (sql, *at);
          continue;
        }
      g_string_append_len (sql, at + 1, (gssize) length - 1);
      g_string_append (sql, one ? " = ?" : " NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')");
      at += length;
      n++;
    }
  return one ? n : 0;
}

typedef void (*RowFunc) (Reader *self, const AskValue *row);

static gboolean
read_all (Reader *self, const char *template, RowFunc func, GError **error)
{
  const char *database = ask_mysql_source_get_database (self->source);
  AskType types[2] = { ASK_TYPE_TEXT, ASK_TYPE_TEXT };
  AskValue values[2];
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;
  guint n_values;
  guint binding;
  AskStep step;

  n_values = expand (sql, template, database != NULL);
  g_assert (n_values <= G_N_ELEMENTS (values));
  for (guint i = 0; i < n_values; i++)
    values[i] = ask_value_text (database, -1);
  cursor = ask_mysql_cursor_new (self->source, sql->str, &(AskMysqlArguments) { types, values, n_values, 1 },
                                 self->cancellable, error);
  if (cursor == NULL)
    return FALSE;
  while ((step = ask_cursor_next (cursor, &row, &binding, self->cancellable, error)) == ASK_STEP_ROW)
    func (self, row);
  return step == ASK_STEP_DONE;
}

static void
on_table (Reader *self, const AskValue *row)
{
  gboolean view = strcmp (text_of (&row[2]), "VIEW") == 0;
  AskCatalogTable *table = ask_catalog_add_table (self->catalog, text_of (&row[1]), view);

  if (ask_mysql_source_get_database (self->source) == NULL)
    table->namespace = g_strdup (text_of (&row[0]));
  /* A view's comment is the word VIEW, or why it cannot be used. */
  if (!view)
    table->comment = dup_comment (&row[3]);
  table->row_estimate = -1;
  if (!view && row[4].kind != ASK_VALUE_NULL)
    table->row_estimate
      = row[4].kind == ASK_VALUE_INTEGER ? row[4].integer : g_ascii_strtoll (text_of (&row[4]), NULL, 10);
  g_hash_table_insert (self->tables, g_strdup_printf ("%s\001%s", text_of (&row[0]), text_of (&row[1])), table);
}

static void
on_column (Reader *self, const AskValue *row)
{
  AskCatalogTable *table = find_table (self, &row[0], &row[1]);
  const char *declared = text_of (&row[3]);
  gboolean json = row[6].kind == ASK_VALUE_INTEGER && row[6].integer != 0;
  /* Which collation it is decides whether an index can serve a comparison with another column. */
  g_autofree char *collated = row[7].kind == ASK_VALUE_TEXT
                                ? g_strdup_printf ("%s COLLATE %s", declared, text_of (&row[7]))
                                : g_strdup (declared);
  AskCatalogColumn *column;

  if (table == NULL)
    return;
  column = ask_catalog_add_column (table, text_of (&row[2]), json ? "json" : collated,
                                   json ? ASK_TYPE_JSON : ask_mysql_type_from_declared (declared));
  column->nullable = strcmp (text_of (&row[4]), "YES") == 0;
  column->comment = dup_comment (&row[5]);
}

static AskCatalogColumn *
find_column (AskCatalogTable *table, const char *name)
{
  for (guint i = 0; i < table->columns->len; i++)
    {
      AskCatalogColumn *column = table->columns->pdata[i];

      if (g_ascii_strcasecmp (column->name, name) == 0)
        return column;
    }
  return NULL;
}

static void
on_key (Reader *self, const AskValue *row)
{
  AskCatalogTable *table = find_table (self, &row[0], &row[1]);
  AskCatalogColumn *column = table != NULL ? find_column (table, text_of (&row[2])) : NULL;

  if (column == NULL)
    return;
  column->key = (guint) row[3].integer;
  column->nullable = FALSE;
}

static void
on_foreign_key (Reader *self, const AskValue *row)
{
  AskCatalogTable *table = find_table (self, &row[0], &row[1]);
  AskCatalogForeignKey *key;

  if (table == NULL)
    return;
  if (row[7].integer == 1)
    {
      key = ask_catalog_add_foreign_key (table, text_of (&row[4]));
      if (ask_mysql_source_get_database (self->source) == NULL || strcmp (text_of (&row[3]), text_of (&row[0])) != 0)
        key->namespace = g_strdup (text_of (&row[3]));
    }
  if (table->foreign_keys->len == 0)
    return;
  key = table->foreign_keys->pdata[table->foreign_keys->len - 1];
  g_ptr_array_add (key->columns, g_strdup (text_of (&row[2])));
  g_ptr_array_add (key->referred, g_strdup (text_of (&row[5])));
}

/* A view over what is gone, or that its owner may not read, has no columns. */
static void
leave_out_empty (Reader *self)
{
  for (guint i = 0; i < self->catalog->tables->len;)
    {
      AskCatalogTable *table = self->catalog->tables->pdata[i];

      if (table->columns->len > 0)
        {
          i++;
          continue;
        }
      g_ptr_array_add (self->notes, g_strdup_printf ("The %s %s was left out: the server does not say which "
                                                     "columns it has.",
                                                     table->view ? "view" : "table", table->name));
      g_ptr_array_remove_index (self->catalog->tables, i);
    }
}

static const char tables_sql[]
  = "SELECT table_schema, table_name, table_type, table_comment, table_rows "
    "FROM information_schema.tables WHERE table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW') "
    "AND {table_schema} ORDER BY table_schema, table_name";

/* MariaDB's JSON is a text with a check; MySQL's is a type. */
static const char mariadb_columns_sql[]
  = "SELECT c.table_schema, c.table_name, c.column_name, c.column_type, c.is_nullable, "
    "c.column_comment, j.constraint_name IS NOT NULL, c.collation_name, c.ordinal_position "
    "FROM information_schema.columns AS c LEFT JOIN information_schema.check_constraints AS j "
    "ON j.constraint_schema = c.table_schema AND j.table_name = c.table_name "
    "AND j.constraint_name = c.column_name AND c.data_type = 'longtext' "
    "AND j.check_clause = concat('json_valid(`', c.column_name, '`)') "
    "WHERE {c.table_schema} ORDER BY c.table_schema, c.table_name, c.ordinal_position";

static const char columns_sql[]
  = "SELECT table_schema, table_name, column_name, column_type, is_nullable, column_comment, 0, "
    "collation_name, ordinal_position FROM information_schema.columns WHERE {table_schema} "
    "ORDER BY table_schema, table_name, ordinal_position";

/* The primary key; else the first unique one whose columns are never NULL, which is as good. */
static const char keys_sql[]
  = "SELECT s.table_schema, s.table_name, s.column_name, CAST(s.seq_in_index AS SIGNED) "
    "FROM information_schema.statistics AS s JOIN (SELECT table_schema, table_name, "
    "min(concat(index_name <> 'PRIMARY', index_name)) AS best FROM (SELECT table_schema, "
    "table_name, index_name FROM information_schema.statistics WHERE non_unique = 0 "
    "AND {table_schema} GROUP BY table_schema, table_name, index_name HAVING max(nullable = 'YES') = 0 "
    "AND max(sub_part IS NOT NULL) = 0) AS u GROUP BY table_schema, table_name) AS b "
    "ON b.table_schema = s.table_schema AND b.table_name = s.table_name "
    "AND b.best = concat(s.index_name <> 'PRIMARY', s.index_name) WHERE {s.table_schema} "
    "ORDER BY s.table_schema, s.table_name, s.seq_in_index";

static const char foreign_keys_sql[] = "SELECT table_schema, table_name, column_name, referenced_table_schema, "
                                       "referenced_table_name, referenced_column_name, constraint_name, "
                                       "CAST(ordinal_position AS SIGNED) FROM information_schema.key_column_usage "
                                       "WHERE referenced_table_name IS NOT NULL AND {table_schema} "
                                       "ORDER BY table_schema, table_name, constraint_name, ordinal_position";

/**
 * ask_mysql_introspect:
 * @source: an open one
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what the server has
 */
AskIntrospection *
ask_mysql_introspect (AskMysqlSource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  g_autoptr (GHashTable) tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  AskSourceConfig *config = ask_mysql_source_get_config (source);
  const char *database = ask_mysql_source_get_database (source);
  Reader reader
    = { .source = source, .catalog = catalog, .tables = tables, .notes = notes, .cancellable = cancellable };
  AskIntrospection *result;
  const char *columns = ask_mysql_source_is_mariadb (source) ? mariadb_columns_sql : columns_sql;

  if (!read_all (&reader, tables_sql, on_table, error) || !read_all (&reader, columns, on_column, error)
      || !read_all (&reader, keys_sql, on_key, error) || !read_all (&reader, foreign_keys_sql, on_foreign_key, error))
    return NULL;
  leave_out_empty (&reader);
  if (catalog->tables->len == 0)
    g_ptr_array_add (notes, g_strdup ("The database holds no tables yet."));
  result = g_new0 (AskIntrospection, 1);
  result->schema = ask_catalog_import (catalog, config->name);
  result->notes = g_steal_pointer (&notes);
  result->title = g_strdup (database != NULL ? database : config->name);
  return result;
}
