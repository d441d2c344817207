/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The names that a statement may use: tables with their columns, keys and references, found by name
 * without regard to case. The engine fills it from the abstract schema; this room knows no schema.
 * Once filled it is not changed, and any thread may read it, unless one has set what stops its analyses.
 */
#pragma once

#include <gio/gio.h>

#include "base/ask-meaning.h"
#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

/**
 * AskSqlColumn:
 * @declared: (nullable): the type as the source writes it, "numeric(10,2)"; printers decide by it
 * @remote: (nullable): the column's name at its source, unquoted; %NULL where it is @name
 * @collation: (nullable): as SQLite compares it here; %NULL for BINARY
 * @required: (nullable): the parameter of an API without which no call can be made
 * @unique: no two rows have the same value
 * @synonyms: (nullable) (element-type utf8): other words for it
 * @unlisted: not one of "*", and NATURAL does not see it; by its name it can be used like any other
 * @hidden: never suggested to anybody
 * @calculated: it has no place at its source: @expression computes it from other columns of the table
 * @expression: (nullable): of a calculated one, "SELECT …" of one result; %NULL where @problem says why not
 * @problem: (nullable): a sentence without a full stop
 * @sense: what its values are, as far as somebody has said it; the strings live at least as long as the catalogue
 * @named: (nullable): @sense with what the type and the name say, once ask_sql_find_senses() has read them
 * @data: (nullable): whatever its maker wants to find again
 */
typedef struct
{
  char *name;
  AskType type;
  AskSqlAffinity affinity;
  char *declared;
  char *remote;
  char *collation;
  char *required;
  gboolean nullable;
  gboolean unique;
  guint key; /* place in the primary key, from 1 */
  GPtrArray *synonyms;
  gboolean unlisted;
  gboolean hidden;
  gboolean calculated;
  AskSqlTree *expression;
  char *problem;
  AskSense sense;
  AskSense *named; /* atomic */
  gconstpointer data;
} AskSqlColumn;

/**
 * AskSqlMetric:
 * @expression: (nullable): "SELECT …" of one result, with an aggregate; %NULL where @problem says why not
 * @synonyms: (nullable) (element-type utf8): other words for it
 * @unit: (nullable): lives at least as long as the catalogue
 *
 * A figure of a table, which a SELECT may name like a column: its expression is put in the name's place.
 */
typedef struct
{
  char *name;
  AskSqlTree *expression;
  char *problem;
  GPtrArray *synonyms;
  const char *unit;
} AskSqlMetric;

/**
 * AskSqlReference:
 * @n: how many columns
 *
 * Each row of the table that has it refers to at most one row of @to.
 */
typedef struct
{
  char *to;
  guint n;
  char **columns;
  char **to_columns;
} AskSqlReference;

/**
 * AskSqlTable:
 * @schema: (nullable): what may stand before the name: "sales"
 * @source: (nullable): the source's short name; %NULL for temporary tables
 * @remote: (nullable): its quoted, qualified name at the source, ready to be printed
 * @has_rowid: whether rowid, oid and _rowid_ name something
 * @rows: estimate, -1 where unknown
 * @metrics: (nullable) (element-type AskSqlMetric)
 * @query: (nullable): the table is what this SELECT gives; its columns are those that @query calls as their
 *   @remote says; from ask_sql_table_set_query()
 * @query_tree: (nullable): @query as it was parsed, or @query_error says why it was not
 * @hidden: never suggested to anybody
 * @collates: its texts may compare otherwise than the collations of its columns say
 * @data: whatever its maker wants to find again
 */
struct _AskSqlTable
{
  char *name;
  char *schema;
  char *source;
  char *remote;
  GPtrArray *columns; /* AskSqlColumn */
  GPtrArray *references; /* AskSqlReference */
  GPtrArray *synonyms; /* utf8; nullable */
  gboolean has_rowid;
  gint64 rows;
  GPtrArray *metrics;
  char *query;
  AskSqlTree *query_tree;
  GError *query_error;
  gboolean hidden;
  gboolean collates;
  gpointer data;
};

typedef struct _AskSqlCatalog AskSqlCatalog;

AskSqlCatalog     *ask_sql_catalog_new          (void);
AskSqlCatalog     *ask_sql_catalog_ref          (AskSqlCatalog       *self);
void               ask_sql_catalog_unref        (AskSqlCatalog       *self);
AskSqlTable       *ask_sql_catalog_add_table    (AskSqlCatalog       *self,
                                                 const char          *schema,
                                                 const char          *name);
AskSqlTable       *ask_sql_catalog_add_qualified_table (AskSqlCatalog *self,
                                                 const char          *schema,
                                                 const char          *name);
void               ask_sql_catalog_remove_table (AskSqlCatalog       *self,
                                                 AskSqlTable         *table);
void               ask_sql_table_set_query      (AskSqlTable         *self,
                                                 const char          *query);
AskSqlTree        *ask_sql_table_dup_query      (const AskSqlTable   *self,
                                                 GError             **error);
AskSqlColumn      *ask_sql_table_add_column     (AskSqlTable         *self,
                                                 const char          *name,
                                                 AskType              type,
                                                 const char          *declared);
AskSqlColumn      *ask_sql_table_add_calculated (AskSqlTable         *self,
                                                 const char          *name,
                                                 AskType              type,
                                                 const char          *expression);
AskSqlMetric      *ask_sql_table_add_metric     (AskSqlTable         *self,
                                                 const char          *name,
                                                 const char          *expression);
const AskSqlMetric *ask_sql_table_find_metric   (const AskSqlTable   *self,
                                                 const char          *name);
gboolean           ask_sql_table_is_defined     (const AskSqlTable   *self);
AskSqlReference   *ask_sql_table_add_reference  (AskSqlTable         *self,
                                                 const char          *to,
                                                 const char *const   *columns,
                                                 const char *const   *to_columns);
const AskSqlTable *ask_sql_catalog_find_table   (const AskSqlCatalog *self,
                                                 const char          *schema,
                                                 const char          *name);
void               ask_sql_catalog_set_stop     (AskSqlCatalog       *self,
                                                 GCancellable        *stop);
GCancellable      *ask_sql_catalog_get_stop     (const AskSqlCatalog *self);
guint              ask_sql_catalog_get_n_tables (const AskSqlCatalog *self);
const AskSqlTable *ask_sql_catalog_get_table    (const AskSqlCatalog *self,
                                                 guint                i);
int                ask_sql_table_find_column    (const AskSqlTable   *self,
                                                 const char          *name);

AskSqlAffinity     ask_sql_affinity_from_type   (const char          *declared);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSqlCatalog, ask_sql_catalog_unref)

G_END_DECLS
