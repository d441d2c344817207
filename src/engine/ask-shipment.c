/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A shipment: rows in this machine's memory that travel with a query, and the table of the engine's
 * catalogue by which the query names them. It owns both. It computes no rows and sends none.
 */
#include "config.h"

#include "engine/ask-shipment.h"

/** ask_shipment_free: frees @self, and takes its table out of the catalogue */
void
ask_shipment_free (AskShipment *self)
{
  ask_sql_catalog_remove_table (ask_engine_get_catalog (self->engine), self->table);
  for (guint i = 0; i < self->relation.n_columns; i++)
    g_free ((char *) self->columns[i]);
  ask_rows_unref (self->rows);
  g_free (self->columns);
  g_free (self->types);
  g_free (self->lengths);
  g_free (self->name);
  g_free (self->sql);
  g_free (self);
}

/**
 * ask_shipment_new:
 * @engine: its catalogue gets the table, until ask_shipment_free()
 * @names: of the text that is to name it, as ask_sql_select_find_names() gives them; its own name is added
 * @stem: its name but for a number
 * @rows: (transfer full): what travels
 * @sql: (transfer full) (nullable): what computed them, for people
 *
 * Returns: (transfer full): a shipment without columns
 */
AskShipment *
ask_shipment_new (AskEngine *engine, GHashTable *names, const char *stem, AskRows *rows, char *sql)
{
  AskShipment *self = g_new0 (AskShipment, 1);

  self->engine = engine;
  self->name = ask_planner_make_name (engine, names, stem);
  self->sql = sql;
  self->rows = rows;
  self->n_all = -1;
  self->relation.magic = ASK_SQL_RELATION_MAGIC;
  self->table = ask_sql_catalog_add_table (ask_engine_get_catalog (engine), NULL, self->name);
  self->table->rows = (gint64) ask_rows_get_n_rows (rows);
  return self;
}

/**
 * ask_shipment_add_column:
 * @name: by which the text names it
 * @type: of the next column of its rows, see AskSqlRelation
 * @affinity: by which it compares here, whatever @type is
 *
 * Returns: (transfer none): what the catalogue says of it
 */
AskSqlColumn *
ask_shipment_add_column (AskShipment *self, const char *name, AskType type, AskSqlAffinity affinity)
{
  guint n = self->relation.n_columns++;
  AskSqlColumn *column = ask_sql_table_add_column (self->table, name, type, NULL);

  self->columns = g_renew (const char *, self->columns, n + 1);
  self->columns[n] = g_strdup (name);
  self->types = g_renew (AskType, self->types, n + 1);
  self->types[n] = type;
  self->relation.columns = self->columns;
  self->relation.types = self->types;
  column->affinity = affinity;
  return column;
}

/**
 * ask_shipment_measure:
 *
 * Notes how long the texts of each column are, once all its rows are there.
 */
void
ask_shipment_measure (AskShipment *self)
{
  guint n = ask_rows_get_n_columns (self->rows);

  g_free (self->lengths);
  self->lengths = g_new0 (glong, n + 1);
  self->relation.lengths = self->lengths;
  for (gsize r = 0; r < ask_rows_get_n_rows (self->rows); r++)
    for (guint c = 0; c < n; c++)
      {
        const AskValue *cell = ask_rows_get (self->rows, r, c);

        if (cell->kind == ASK_VALUE_TEXT)
          self->lengths[c] = MAX (self->lengths[c], g_utf8_strlen (cell->text, cell->length));
      }
}

/* Rows of a table mostly come in the order of its key. */
static gboolean
is_rising (const AskRows *rows, guint column)
{
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cell = ask_rows_get (rows, r, column);

      if (cell->kind != ASK_VALUE_INTEGER || (r > 0 && cell->integer <= ask_rows_get (rows, r - 1, column)->integer))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_shipment_is_key:
 * @rows: all of a shipment
 * @column: from 0
 *
 * Returns: whether the column's values are integers, none NULL and none there twice
 */
gboolean
ask_shipment_is_key (const AskRows *rows, guint column)
{
  g_autoptr (GHashTable) seen = NULL;

  if (is_rising (rows, column))
    return TRUE;
  seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cell = ask_rows_get (rows, r, column);

      if (cell->kind != ASK_VALUE_INTEGER || !g_hash_table_add (seen, (gpointer) &cell->integer))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_shipment_find_type:
 * @rows: what is to travel
 * @column: from 0
 * @type: (inout): as declared; what its values are where they have one kind
 *
 * Returns: whether all values of the column are of one kind, so that they compare there as they do here
 */
gboolean
ask_shipment_find_type (const AskRows *rows, guint column, AskType *type)
{
  gboolean any = FALSE;
  guint32 kind = ASK_VALUE_NULL;

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cell = ask_rows_get (rows, r, column);

      if (cell->kind == ASK_VALUE_NULL)
        continue;
      if (any && cell->kind != kind)
        return FALSE;
      if (cell->kind == ASK_VALUE_BLOB
          || (cell->kind == ASK_VALUE_TEXT
              && (memchr (cell->text, '\0', cell->length) != NULL
                  || !g_utf8_validate (cell->text, cell->length, NULL))))
        return FALSE;
      kind = cell->kind;
      any = TRUE;
    }
  if (any)
    *type = kind == ASK_VALUE_INTEGER ? ASK_TYPE_INTEGER : kind == ASK_VALUE_REAL ? ASK_TYPE_REAL : ASK_TYPE_TEXT;
  else if (*type != ASK_TYPE_INTEGER && *type != ASK_TYPE_REAL && *type != ASK_TYPE_BOOLEAN)
    *type = ASK_TYPE_TEXT;
  return TRUE;
}
