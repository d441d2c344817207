/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The catalogue: tables and columns by name, in hash tables whose keys are folded as SQLite folds
 * names (ASCII only). It is filled once by one thread and only read afterwards; it never asks a
 * database anything. It owns all that is added to it.
 */
#include "config.h"

#include "sql/ask-sql-catalog.h"
#include "base/ask-text.h"
#include "sql/ask-sql-definition-private.h"
#include "sql/ask-sql-name-private.h"
#include "sql/ask-sql-parser.h"

#include <string.h>

/* What the header shows, and the index beside it. */
typedef struct
{
  AskSqlTable table;
  GHashTable *columns; /* name → place + 1 */
  AskSqlTable *hidden; /* nullable: what its bare name meant before */
} CatalogTable;

struct _AskSqlCatalog
{
  gatomicrefcount refs;
  GPtrArray *tables;
  GHashTable *by_name; /* "name" → the first table of that name */
  GHashTable *by_schema; /* "schema\001name" → table */
  GCancellable *stop; /* nullable */
};

static void
column_free (gpointer data)
{
  AskSqlColumn *column = data;

  g_free (column->name);
  g_free (column->declared);
  g_free (column->remote);
  g_free (column->collation);
  g_free (column->required);
  g_clear_pointer (&column->synonyms, g_ptr_array_unref);
  g_clear_pointer (&column->expression, ask_sql_tree_free);
  g_free (column->problem);
  g_free (column->named);
  g_free (column);
}

static void
metric_free (gpointer data)
{
  AskSqlMetric *metric = data;

  g_free (metric->name);
  g_free (metric->problem);
  g_clear_pointer (&metric->expression, ask_sql_tree_free);
  g_clear_pointer (&metric->synonyms, g_ptr_array_unref);
  g_free (metric);
}

static void
reference_free (gpointer data)
{
  AskSqlReference *reference = data;

  g_free (reference->to);
  g_strfreev (reference->columns);
  g_strfreev (reference->to_columns);
  g_free (reference);
}

static void
table_free (gpointer data)
{
  CatalogTable *self = data;

  g_free (self->table.name);
  g_free (self->table.schema);
  g_free (self->table.source);
  g_free (self->table.remote);
  g_ptr_array_unref (self->table.columns);
  g_ptr_array_unref (self->table.references);
  g_clear_pointer (&self->table.synonyms, g_ptr_array_unref);
  g_clear_pointer (&self->table.metrics, g_ptr_array_unref);
  g_clear_pointer (&self->table.query_tree, ask_sql_tree_free);
  g_clear_error (&self->table.query_error);
  g_free (self->table.query);
  g_hash_table_unref (self->columns);
  g_free (self);
}

/**
 * ask_sql_catalog_new:
 *
 * Returns: (transfer full): an empty catalogue, to be filled by this thread
 */
AskSqlCatalog *
ask_sql_catalog_new (void)
{
  AskSqlCatalog *self = g_new0 (AskSqlCatalog, 1);

  g_atomic_ref_count_init (&self->refs);
  self->tables = g_ptr_array_new_with_free_func (table_free);
  self->by_name = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);
  self->by_schema = g_hash_table_new_full (ask_text_hash_no_case, ask_text_equal_no_case, g_free, NULL);
  return self;
}

/**
 * ask_sql_catalog_ref:
 *
 * Any thread may call it.
 *
 * Returns: (transfer full): @self
 */
AskSqlCatalog *
ask_sql_catalog_ref (AskSqlCatalog *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * ask_sql_catalog_unref:
 * @self: (transfer full):
 *
 * Any thread may call it; the last one frees the tables, so trees that were analysed with the
 * catalogue must be gone by then.
 */
void
ask_sql_catalog_unref (AskSqlCatalog *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->by_schema);
  g_ptr_array_unref (self->tables);
  g_clear_object (&self->stop);
  g_free (self);
}

/**
 * ask_sql_catalog_add_table:
 * @schema: (nullable): what may stand before the name
 * @name: as it shall be printed
 *
 * Adds a table without columns. Where two schemas have a table of that name, the one that was added
 * first is meant by the bare name, as with SQLite's attached files; one without a schema hides them, as a
 * temporary table does.
 *
 * Returns: (transfer none): the table, to be filled; its rows are unknown and it has a rowid
 */
AskSqlTable *
ask_sql_catalog_add_table (AskSqlCatalog *self, const char *schema, const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  CatalogTable *made = g_new0 (CatalogTable, 1);
  AskSqlTable *table = &made->table;

  table->name = g_strdup (name);
  table->schema = g_strdup (schema);
  table->columns = g_ptr_array_new_with_free_func (column_free);
  table->references = g_ptr_array_new_with_free_func (reference_free);
  table->has_rowid = TRUE;
  table->rows = -1;
  made->columns = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);
  g_ptr_array_add (self->tables, table);
  if (schema == NULL)
    made->hidden = g_hash_table_lookup (self->by_name, name);
  if (schema == NULL || !g_hash_table_contains (self->by_name, name))
    g_hash_table_replace (self->by_name, table->name, table);
  if (schema != NULL)
    {
      g_autofree char *key = g_strconcat (schema, "\001", name, NULL);

      if (!g_hash_table_contains (self->by_schema, key))
        g_hash_table_insert (self->by_schema, g_steal_pointer (&key), table);
    }
  return table;
}

/**
 * ask_sql_catalog_add_qualified_table:
 * @schema: what has to stand before the name
 * @name: as it shall be printed
 *
 * Returns: (transfer none): as ask_sql_catalog_add_table(), a table that the bare name never means
 */
AskSqlTable *
ask_sql_catalog_add_qualified_table (AskSqlCatalog *self, const char *schema, const char *name)
{
  AskSqlTable *before = g_hash_table_lookup (self->by_name, name);
  AskSqlTable *table = ask_sql_catalog_add_table (self, schema, name);

  if (before == NULL)
    g_hash_table_remove (self->by_name, name);
  return table;
}

/**
 * ask_sql_catalog_remove_table:
 * @table: (transfer full): one without a schema, such as a temporary table that is dropped
 *
 * What its name hid can be found again. No tree that was analysed with it may be used after.
 */
void
ask_sql_catalog_remove_table (AskSqlCatalog *self, AskSqlTable *table)
{
  CatalogTable *made = (CatalogTable *) table;

  g_return_if_fail (table->schema == NULL);

  /* One that came later may hide it. */
  for (guint i = 0; i < self->tables->len; i++)
    {
      CatalogTable *other = self->tables->pdata[i];

      if (other->hidden == table)
        other->hidden = made->hidden;
    }
  if (g_hash_table_lookup (self->by_name, table->name) == table)
    {
      g_hash_table_remove (self->by_name, table->name);
      if (made->hidden != NULL)
        g_hash_table_insert (self->by_name, made->hidden->name, made->hidden);
    }
  g_ptr_array_remove (self->tables, table);
}

/**
 * ask_sql_table_add_column:
 * @self: a table of a catalogue that is still being filled
 * @name: as it shall be printed, without quotes; where two columns have one name, it means the first
 * @type: of its values, as they come here
 * @declared: (nullable): the type as the source writes it
 *
 * The affinity is SQLite's for @declared, or for what @type is called in SQLite where there is none.
 *
 * Returns: (transfer none): the column, nullable and not unique
 */
AskSqlColumn *
ask_sql_table_add_column (AskSqlTable *self, const char *name, AskType type, const char *declared)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  CatalogTable *made = (CatalogTable *) self;
  AskSqlColumn *column = g_new0 (AskSqlColumn, 1);

  column->name = g_strdup (name);
  column->type = type;
  column->declared = g_strdup (declared);
  column->affinity = ask_sql_affinity_from_type (declared != NULL ? declared : ask_type_get_sql (type));
  column->nullable = TRUE;
  g_ptr_array_add (self->columns, column);
  if (!g_hash_table_contains (made->columns, name))
    g_hash_table_insert (made->columns, column->name, GUINT_TO_POINTER (self->columns->len));
  return column;
}

/**
 * ask_sql_table_add_calculated:
 * @self: a table of a catalogue that is still being filled
 * @name: as it shall be printed, without quotes
 * @type: what somebody says that @expression gives; nobody looks whether it does
 * @expression: SQL over other columns of @self, without aggregates and subqueries
 *
 * What is no such expression makes a column all the same, whose problem is told to whoever uses it.
 *
 * Returns: (transfer none): the column
 */
AskSqlColumn *
ask_sql_table_add_calculated (AskSqlTable *self, const char *name, AskType type, const char *expression)
{
  AskSqlColumn *column = ask_sql_table_add_column (self, name, type, NULL);

  g_return_val_if_fail (expression != NULL, column);

  column->affinity = ASK_AFFINITY_NONE;
  column->calculated = TRUE;
  column->expression = ask_sql_definition_parse (expression, FALSE, &column->problem);
  return column;
}

/**
 * ask_sql_table_add_metric:
 * @self: a table of a catalogue that is still being filled
 * @name: by which statements call it, without quotes; no column of @self has it
 * @expression: SQL over columns and other metrics of @self that gives one value for many rows
 *
 * What is no such expression makes a metric all the same, whose problem is told to whoever uses it.
 *
 * Returns: (transfer none): the metric
 */
AskSqlMetric *
ask_sql_table_add_metric (AskSqlTable *self, const char *name, const char *expression)
{
  AskSqlMetric *metric = g_new0 (AskSqlMetric, 1);

  metric->name = g_strdup (name);
  metric->expression = ask_sql_definition_parse (expression, TRUE, &metric->problem);
  if (self->metrics == NULL)
    self->metrics = g_ptr_array_new_with_free_func (metric_free);
  g_ptr_array_add (self->metrics, metric);
  return metric;
}

/** ask_sql_table_find_metric: Returns: (transfer none) (nullable): the metric, whatever the case of @name */
const AskSqlMetric *
ask_sql_table_find_metric (const AskSqlTable *self, const char *name)
{
  for (guint i = 0; self->metrics != NULL && i < self->metrics->len; i++)
    {
      const AskSqlMetric *metric = self->metrics->pdata[i];

      if (ask_sql_same_name (metric->name, name))
        return metric;
    }
  return NULL;
}

/**
 * ask_sql_table_set_query:
 * @query: one SELECT
 *
 * Makes the table what @query gives. It is parsed here, and not again for each statement that names the table.
 */
void
ask_sql_table_set_query (AskSqlTable *self, const char *query)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (query != NULL && self->query == NULL);

  self->query = g_strdup (query);
  self->query_tree = ask_sql_parse (query, -1, &self->query_error);
}

/**
 * ask_sql_table_dup_query:
 * @error: as ask_sql_parse()
 *
 * Any thread may call it.
 *
 * Returns: (transfer full): a copy of the query behind the table, to be analysed and changed; %NULL where it
 *   cannot be read
 */
AskSqlTree *
ask_sql_table_dup_query (const AskSqlTable *self, GError **error)
{
  g_return_val_if_fail (self != NULL && self->query != NULL, NULL);

  if (self->query_tree != NULL)
    return ask_sql_tree_extract (self->query_tree, self->query_tree->select);
  g_propagate_error (error, g_error_copy (self->query_error));
  return NULL;
}

/**
 * ask_sql_table_is_defined:
 *
 * Returns: whether a statement that names it may have to be rewritten before it runs: it is a query, or
 *   has calculated or unlisted columns
 */
gboolean
ask_sql_table_is_defined (const AskSqlTable *self)
{
  if (self->query != NULL)
    return TRUE;
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AskSqlColumn *column = self->columns->pdata[i];

      if (column->calculated || column->unlisted)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_sql_table_add_reference:
 * @to: the name of the table it points at, which may be added later
 * @columns: %NULL-terminated, of @self
 * @to_columns: as many, of @to
 *
 * Returns: (transfer none): the reference
 */
AskSqlReference *
ask_sql_table_add_reference (AskSqlTable *self, const char *to, const char *const *columns,
                             const char *const *to_columns)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (to != NULL && columns != NULL && to_columns != NULL, NULL);
  g_return_val_if_fail (g_strv_length ((char **) columns) == g_strv_length ((char **) to_columns), NULL);

  AskSqlReference *reference = g_new0 (AskSqlReference, 1);

  reference->to = g_strdup (to);
  reference->n = g_strv_length ((char **) columns);
  reference->columns = g_strdupv ((char **) columns);
  reference->to_columns = g_strdupv ((char **) to_columns);
  g_ptr_array_add (self->references, reference);
  return reference;
}

/**
 * ask_sql_catalog_find_table:
 * @schema: (nullable): what stands before the name; %NULL where nothing does
 * @name: without quotes
 *
 * Without regard to case; in a time that does not grow with the table. Which table a bare name means is said at ask_sql_catalog_add_table().
 *
 * Returns: (transfer none) (nullable): the table
 */
const AskSqlTable *
ask_sql_catalog_find_table (const AskSqlCatalog *self, const char *schema, const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (schema == NULL)
    return g_hash_table_lookup (self->by_name, name);

  char buffer[256];
  gsize length = strlen (schema) + 1 + strlen (name) + 1;
  g_autofree char *large = NULL;
  char *key = length <= sizeof buffer ? buffer : (large = g_malloc (length));

  g_snprintf (key, length, "%s\001%s", schema, name);
  return g_hash_table_lookup (self->by_schema, key);
}

/**
 * ask_sql_catalog_set_stop:
 * @stop: (nullable): ends what is analysed with the catalogue, with %ASK_SQL_ERROR_STOPPED
 *
 * For a catalogue that no other thread uses.
 */
void
ask_sql_catalog_set_stop (AskSqlCatalog *self, GCancellable *stop)
{
  g_return_if_fail (self != NULL);

  g_set_object (&self->stop, stop);
}

/** ask_sql_catalog_get_stop: Returns: (transfer none) (nullable): what ends analyses */
GCancellable *
ask_sql_catalog_get_stop (const AskSqlCatalog *self)
{
  return self->stop;
}

/**
 * ask_sql_catalog_get_n_tables:
 *
 * Returns: how many tables it has
 */
guint
ask_sql_catalog_get_n_tables (const AskSqlCatalog *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->tables->len;
}

/**
 * ask_sql_catalog_get_table:
 * @i: from 0, in the order of adding
 *
 * Returns: (transfer none): the table
 */
const AskSqlTable *
ask_sql_catalog_get_table (const AskSqlCatalog *self, guint i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < self->tables->len, NULL);

  return g_ptr_array_index (self->tables, i);
}

#define MAX_FEW 8

/**
 * ask_sql_table_find_column:
 * @name: without quotes
 *
 * Without regard to case; constant time.
 *
 * Returns: the column's place from 0, the first one's where two have that name; -1 where none has
 */
int
ask_sql_table_find_column (const AskSqlTable *self, const char *name)
{
  g_return_val_if_fail (self != NULL, -1);
  g_return_val_if_fail (name != NULL, -1);

  const CatalogTable *made = (const CatalogTable *) self;

  /* Faster than to reckon where it lies. */
  if (self->columns->len <= MAX_FEW)
    {
      for (guint i = 0; i < self->columns->len; i++)
        if (ask_text_equal_no_case (((const AskSqlColumn *) self->columns->pdata[i])->name, name))
          return (int) i;
      return -1;
    }
  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (made->columns, name)) - 1;
}

static gboolean
has_word (const char *folded, const char *word)
{
  return strstr (folded, word) != NULL;
}

/**
 * ask_sql_affinity_from_type:
 * @declared: (nullable): a declared type, "VARCHAR(20)"
 *
 * The rules of datatype3.html, section 3.1, in their order.
 *
 * Returns: the affinity; BLOB where nothing is declared
 */
AskSqlAffinity
ask_sql_affinity_from_type (const char *declared)
{
  if (declared == NULL || declared[0] == '\0')
    return ASK_AFFINITY_BLOB;

  g_autofree char *folded = g_ascii_strdown (declared, -1);

  if (has_word (folded, "int"))
    return ASK_AFFINITY_INTEGER;
  if (has_word (folded, "char") || has_word (folded, "clob") || has_word (folded, "text"))
    return ASK_AFFINITY_TEXT;
  if (has_word (folded, "blob"))
    return ASK_AFFINITY_BLOB;
  if (has_word (folded, "real") || has_word (folded, "floa") || has_word (folded, "doub"))
    return ASK_AFFINITY_REAL;
  return ASK_AFFINITY_NUMERIC;
}
