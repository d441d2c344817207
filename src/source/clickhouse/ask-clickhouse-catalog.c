/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a ClickHouse server says of its tables, from system.tables and system.columns. It has no keys that are unique:
 * its primary key only orders the rows.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-private.h"

#include <string.h>

/* Internal tables of materialised views begin with a dot. */
#define TABLES \
  "SELECT database, name, engine FROM system.tables WHERE NOT startsWith(name, '.') AND %s ORDER BY database, name"
#define COLUMNS \
  "SELECT database, table, name, type, default_kind, comment FROM system.columns " \
  "WHERE NOT startsWith(table, '.') AND %s"
/* Old servers say no position, and give the columns in their order. */
#define HAS_POSITION \
  "SELECT count() > 0 FROM system.columns WHERE database = 'system' AND table = 'columns' AND name = 'position'"
#define BY_POSITION " ORDER BY database, table, position"

/* @form: with "%s" for the databases that are asked for; @behind: what follows */
static AskCursor *
ask (AskClickhouseSource *self, const char *form, const char *behind, guint n_columns)
{
  const char *database = ask_clickhouse_source_get_location (self)->database;
  g_autoptr (GString) where = g_string_new (NULL);
  g_auto (GStrv) halves = g_strsplit (form, "%s", 2);
  g_autofree char *sql = NULL;

  if (database != NULL)
    {
      g_string_append (where, "database = ");
      ask_clickhouse_append_text (where, database, strlen (database));
    }
  else
    g_string_append (where, "database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA')");
  sql = g_strconcat (halves[0], where->str, halves[1], behind, NULL);
  return ask_clickhouse_cursor_new_one (self, sql, n_columns, ask_clickhouse_source_get_settings (self));
}

static gboolean
read_tables (AskClickhouseSource *self, AskCatalog *catalog, GHashTable *tables, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (AskCursor) cursor = ask (self, TABLES, "", 3);
  gboolean one = ask_clickhouse_source_get_location (self)->database != NULL;
  const AskValue *row;
  AskStep step;

  while ((step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW)
    {
      g_autofree char *database = ask_value_to_text (&row[0]);
      g_autofree char *name = ask_value_to_text (&row[1]);
      g_autofree char *engine = ask_value_to_text (&row[2]);
      AskCatalogTable *table = ask_catalog_add_table (catalog, name, g_str_has_suffix (engine, "View"));

      table->row_estimate = -1;
      if (!one)
        table->namespace = g_strdup (database);
      g_hash_table_insert (tables, g_strdup_printf ("%s\001%s", database, name), table);
    }
  return step == ASK_STEP_DONE;
}

static gboolean
find_position (AskClickhouseSource *self, gboolean *found, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCursor) cursor
    = ask_clickhouse_cursor_new_one (self, HAS_POSITION, 1, ask_clickhouse_source_get_settings (self));
  const AskValue *row;
  AskStep step = ask_cursor_next (cursor, &row, NULL, cancellable, error);

  *found = step == ASK_STEP_ROW && row[0].kind == ASK_VALUE_INTEGER && row[0].integer != 0;
  return step != ASK_STEP_FAILED;
}

static gboolean
read_columns (AskClickhouseSource *self, GHashTable *tables, GPtrArray *notes, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (AskCursor) cursor = NULL;
  gboolean by_position;
  const AskValue *row;
  AskStep step;

  if (!find_position (self, &by_position, cancellable, error))
    return FALSE;
  cursor = ask (self, COLUMNS, by_position ? BY_POSITION : "", 6);
  while ((step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW)
    {
      g_autofree char *database = ask_value_to_text (&row[0]);
      g_autofree char *of = ask_value_to_text (&row[1]);
      g_autofree char *name = ask_value_to_text (&row[2]);
      g_autofree char *declared = ask_value_to_text (&row[3]);
      g_autofree char *filled = ask_value_to_text (&row[4]);
      g_autofree char *key = g_strdup_printf ("%s\001%s", database, of);
      AskCatalogTable *table = g_hash_table_lookup (tables, key);
      g_autoptr (AskClickhouseType) type = ask_clickhouse_type_new (declared);
      AskCatalogColumn *column;

      /* An ephemeral column only takes what is inserted. */
      if (table == NULL || strcmp (filled, "EPHEMERAL") == 0)
        continue;
      if (type == NULL)
        {
          g_ptr_array_add (notes, g_strdup_printf ("%s.%s: the type %s is not known here; the column was left out.", of,
                                                   name, declared));
          continue;
        }
      column = ask_catalog_add_column (table, name, declared, type->type);
      if (row[5].kind == ASK_VALUE_TEXT && row[5].length > 0)
        column->comment = ask_value_to_text (&row[5]);
    }
  return step == ASK_STEP_DONE;
}

/* How many rows a table has is known of some engines only, and of old servers not at all by a column. */
static gboolean
read_estimates (AskClickhouseSource *self, GHashTable *tables, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCursor) cursor = ask_clickhouse_cursor_new_one (
    self, "SELECT database, table, toInt64(sum(rows)) FROM system.parts WHERE active GROUP BY database, table", 3,
    ask_clickhouse_source_get_settings (self));
  const AskValue *row;
  AskStep step;

  while ((step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW)
    {
      g_autofree char *database = ask_value_to_text (&row[0]);
      g_autofree char *of = ask_value_to_text (&row[1]);
      g_autofree char *key = g_strdup_printf ("%s\001%s", database, of);
      AskCatalogTable *table = g_hash_table_lookup (tables, key);

      if (table != NULL && row[2].kind == ASK_VALUE_INTEGER)
        table->row_estimate = row[2].integer;
    }
  return step == ASK_STEP_DONE;
}

/** ask_clickhouse_introspect: Returns: (transfer full): the source's part of the schema, or %NULL with @error */
AskIntrospection *
ask_clickhouse_introspect (AskClickhouseSource *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  g_autoptr (GHashTable) tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) local = NULL;
  AskIntrospection *result;

  if (!read_tables (self, catalog, tables, cancellable, error)
      || !read_columns (self, tables, notes, cancellable, error))
    return NULL;
  /* A user who may not see the parts sees the tables all the same. */
  if (!read_estimates (self, tables, cancellable, &local) && g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (local != NULL)
    g_ptr_array_add (notes, g_strdup_printf ("How many rows the tables have is not known: %s", local->message));
  result = g_new0 (AskIntrospection, 1);
  result->schema = ask_catalog_import (catalog, ask_clickhouse_source_get_config (self)->name);
  result->notes = g_steal_pointer (&notes);
  return result;
}
