/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random statements over two tables with calculated columns and metrics, and over queries as tables;
 * and what the same means to SQLite, as views. For tests that compare the two.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** AskTestDefinition: @kind: 'c' a calculated column, 'm' a metric; @type: 'i', 'r' or 't' */
typedef struct
{
  const char *table;
  char kind;
  const char *name;
  char type;
  const char *expression;
} AskTestDefinition;

/** AskTestQuery: @columns: its own and, after a colon, the query's: "amount:n", up to %NULL */
typedef struct
{
  const char *name;
  const char *sql;
  const char *columns[4];
} AskTestQuery;

extern const AskTestDefinition ask_test_definitions[];
extern const guint ask_test_n_definitions;
extern const AskTestQuery ask_test_queries[];
extern const guint ask_test_n_queries;

/* Makes views a, b and those of the queries of tables a and b, which are called a_ and b_ then. */
extern const char ask_test_defined_views[];

/** AskTestDefined: @ours names metrics, @plain writes them out; the rest is the same text */
typedef struct
{
  GString *ours;
  GString *plain;
  guint n_items;
  guint tables[4];
  char *names[4];
  gboolean nulls[4]; /* an outer join may leave it out */
  gboolean covered; /* a CTE is called b */
} AskTestDefined;

void ask_test_defined_make  (AskTestDefined *self);
void ask_test_defined_clear (AskTestDefined *self);

G_END_DECLS
