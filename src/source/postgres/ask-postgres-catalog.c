/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a PostgreSQL server says of its tables: three questions to its system catalogue. Only what the
 * user may read is found; partitions are left out, since their table has their rows, and so is what
 * belongs to extensions.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <string.h>

/* Tables of all schemas but the server's own. The rows of a table that has children are theirs too;
 * -1 (or 0 in a table without pages, before PostgreSQL 14) is what nobody has counted yet. */
#define RELATIONS \
  "WITH RECURSIVE rel AS (" \
  "SELECT c.oid, c.relname, c.relkind, n.nspname, pg_catalog.pg_table_is_visible(c.oid) AS seen " \
  "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace " \
  "WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND NOT c.relispartition " \
  "AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' " \
  "AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') " \
  "AND (pg_catalog.has_table_privilege(c.oid, 'SELECT') " \
  "OR pg_catalog.has_any_column_privilege(c.oid, 'SELECT')) " \
  "AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.objid = c.oid " \
  "AND d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.deptype = 'e'))"

static const char relations_sql[]
  = RELATIONS ", part (root, oid) AS (SELECT oid, oid FROM rel UNION "
              "SELECT p.root, i.inhrelid FROM part p JOIN pg_catalog.pg_inherits i "
              "ON i.inhparent = p.oid), "
              "size AS (SELECT p.root, sum(CASE WHEN c.reltuples < 0 OR (c.reltuples = 0 AND "
              "c.relpages = 0) THEN NULL ELSE c.reltuples END) AS rows FROM part p "
              "JOIN pg_catalog.pg_class c ON c.oid = p.oid WHERE c.relkind IN ('r', 'm', 'f') "
              "GROUP BY p.root) "
              "SELECT rel.oid, relname, relkind, CASE WHEN seen THEN NULL ELSE nspname END, "
              "pg_catalog.obj_description(rel.oid, 'pg_class'), "
              "CASE WHEN relkind = 'v' THEN -1 ELSE coalesce(size.rows::int8, -1) END "
              "FROM rel LEFT JOIN size ON size.root = rel.oid "
              "ORDER BY NOT seen, nspname, relname";

/* A domain stands for its base type. A collation under which texts of other bytes are equal is told with the type,
 * "text COLLATE nocase", for the printer to compare by bytes all the same; there is none before PostgreSQL 12. Where there
 * is no primary key, the shortest unique index over columns that cannot be NULL names a row as well. */
static const char columns_sql[] = RELATIONS
  ", base (oid, type, modifier, kind, next, next_modifier) AS ("
  "SELECT t.oid, t.oid, -1, t.typtype, t.typbasetype, t.typtypmod FROM pg_catalog.pg_type t "
  "WHERE t.typtype = 'd' UNION ALL "
  "SELECT base.oid, t.oid, base.next_modifier, t.typtype, t.typbasetype, t.typtypmod FROM base "
  "JOIN pg_catalog.pg_type t ON t.oid = base.next WHERE base.kind = 'd'), "
  "pick AS (SELECT DISTINCT ON (i.indrelid) i.indrelid, i.attnums FROM (SELECT *, "
  "(indkey::int2[])[0:indnkeyatts - 1] AS attnums FROM pg_catalog.pg_index) AS i WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL "
  "AND i.indexprs IS NULL AND i.indimmediate AND (i.indisprimary OR NOT EXISTS ("
  "SELECT 1 FROM pg_catalog.pg_attribute a WHERE a.attrelid = i.indrelid "
  "AND a.attnum = ANY (i.attnums) AND NOT a.attnotnull)) "
  "ORDER BY i.indrelid, i.indisprimary DESC, i.indnkeyatts, i.indexrelid) "
  "SELECT a.attrelid, a.attname, coalesce(base.type, a.atttypid), "
  "CASE WHEN base.oid IS NULL THEN a.atttypmod ELSE base.modifier END, "
  "pg_catalog.format_type(coalesce(base.type, a.atttypid), "
  "CASE WHEN base.oid IS NULL THEN a.atttypmod ELSE base.modifier END) || coalesce((SELECT ' COLLATE ' || "
  "pg_catalog.quote_ident(l.collname) FROM pg_catalog.pg_collation l WHERE l.oid = a.attcollation "
  "AND pg_catalog.to_jsonb(l) ->> 'collisdeterministic' = 'false'), ''), "
  "a.attnotnull, coalesce(pg_catalog.array_position(pick.attnums, a.attnum), -1), "
  "pg_catalog.col_description(a.attrelid, a.attnum), "
  "pg_catalog.array_lower(pick.attnums, 1) "
  "FROM rel JOIN pg_catalog.pg_attribute a ON a.attrelid = rel.oid "
  "LEFT JOIN base ON base.oid = a.atttypid AND base.kind <> 'd' "
  "LEFT JOIN pick ON pick.indrelid = a.attrelid "
  "WHERE a.attnum > 0 AND NOT a.attisdropped "
  "AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') "
  "ORDER BY a.attrelid, a.attnum";

static const char keys_sql[]
  = RELATIONS " SELECT k.conrelid, r.relname, CASE WHEN r.seen THEN NULL ELSE r.nspname END, k.oid, "
              "a.attname, b.attname FROM pg_catalog.pg_constraint k "
              "JOIN rel l ON l.oid = k.conrelid JOIN rel r ON r.oid = k.confrelid "
              "CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS u (x, y, i) "
              "JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.x "
              "JOIN pg_catalog.pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = u.y "
              "WHERE k.contype = 'f' ORDER BY k.conrelid, k.conname, k.oid, u.i";

static AskCursor *
ask (AskPostgresSource *self, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskPostgresArguments) none = ask_postgres_arguments_new (NULL, 0, NULL);

  return ask_postgres_source_run (self, sql, none, ASK_POSTGRES_ONE_BY_ONE, cancellable, error);
}

static const char *
text_of (const AskValue *cell)
{
  return cell->kind == ASK_VALUE_TEXT ? cell->text : NULL;
}

static gboolean
read_relations (AskPostgresSource *self, AskCatalog *catalog, GHashTable *tables, GCancellable *cancellable,
                GError **error)
{
  g_autoptr (AskCursor) cursor = ask (self, relations_sql, cancellable, error);
  const AskValue *row;
  AskStep step = ASK_STEP_FAILED;

  while (cursor != NULL && (step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW)
    {
      AskCatalogTable *table = ask_catalog_add_table (catalog, row[1].text, strchr ("vm", row[2].text[0]) != NULL);

      table->namespace = g_strdup (text_of (&row[3]));
      table->comment = g_strdup (text_of (&row[4]));
      table->row_estimate = row[5].integer;
      g_hash_table_insert (tables, GUINT_TO_POINTER ((guint) row[0].integer), table);
    }
  return step == ASK_STEP_DONE;
}

static gboolean
read_columns (AskPostgresSource *self, GHashTable *tables, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCursor) cursor = ask (self, columns_sql, cancellable, error);
  const AskValue *row;
  AskStep step = ASK_STEP_FAILED;

  while (cursor != NULL && (step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW)
    {
      AskCatalogTable *table = g_hash_table_lookup (tables, GUINT_TO_POINTER ((guint) row[0].integer));
      AskCatalogColumn *column;
      AskPostgresType type;

      /* Made between the two questions. */
      if (table == NULL)
        continue;
      if (!ask_postgres_source_find_type (self, (Oid) row[2].integer, (int) row[3].integer, &type, cancellable, error))
        return FALSE;
      column = ask_catalog_add_column (table, row[1].text, row[4].text, type.type);
      column->nullable = row[5].integer == 0;
      if (row[6].integer >= 0)
        column->key = (guint) (row[6].integer - row[8].integer) + 1;
      column->comment = g_strdup (text_of (&row[7]));
    }
  return step == ASK_STEP_DONE;
}

static gboolean
read_keys (AskPostgresSource *self, GHashTable *tables, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCursor) cursor = ask (self, keys_sql, cancellable, error);
  AskCatalogForeignKey *key = NULL;
  const AskValue *row;
  gint64 last = -1;
  AskStep step = ASK_STEP_FAILED;

  while (cursor != NULL && (step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW)
    {
      AskCatalogTable *table = g_hash_table_lookup (tables, GUINT_TO_POINTER ((guint) row[0].integer));

      if (table == NULL)
        continue;
      if (key == NULL || row[3].integer != last)
        {
          key = ask_catalog_add_foreign_key (table, row[1].text);
          key->namespace = g_strdup (text_of (&row[2]));
          last = row[3].integer;
        }
      g_ptr_array_add (key->columns, g_strdup (row[4].text));
      g_ptr_array_add (key->referred, g_strdup (row[5].text));
    }
  return step == ASK_STEP_DONE;
}

/**
 * ask_postgres_catalog_read:
 * @catalog: filled in: tables that the search path finds first, each kind by name
 * @notes: (element-type utf8): what was left out
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Returns: whether all was read
 */
gboolean
ask_postgres_catalog_read (AskPostgresSource *self, AskCatalog *catalog, GPtrArray *notes, GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (GHashTable) tables = g_hash_table_new (NULL, NULL);
  gboolean good;

  ask_source_begin (ASK_SOURCE (self));
  good = read_relations (self, catalog, tables, cancellable, error) && read_columns (self, tables, cancellable, error)
         && read_keys (self, tables, cancellable, error);
  ask_source_end (ASK_SOURCE (self));
  if (!good)
    return FALSE;
  for (guint i = 0; i < catalog->tables->len;)
    {
      AskCatalogTable *table = catalog->tables->pdata[i];

      if (table->columns->len > 0)
        i++;
      else
        {
          g_ptr_array_add (notes, g_strdup_printf ("%s has no columns.", table->name));
          g_ptr_array_remove_index (catalog->tables, i);
        }
    }
  return TRUE;
}
