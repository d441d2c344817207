/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes a query that reads earlier steps stand on its own, so that it can be saved, shown and run
 * again tomorrow, when the steps' temporary tables are gone.
 */
#pragma once

#include "sql/ask-sql-parser.h"

G_BEGIN_DECLS

/**
 * AskStepTable:
 * @name: "step_1"
 * @tree: (nullable): what filled it
 */
typedef struct
{
  char *name;
  AskSqlTree *tree;
} AskStepTable;

AskStepTable *ask_step_table_new  (const char   *name,
                                   const char   *sql);
void          ask_step_table_free (AskStepTable *self);
char         *ask_compose_sql     (const char   *sql,
                                   GPtrArray    *steps);

G_END_DECLS
