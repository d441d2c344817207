/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The functions that a statement may call, and what their values are. Not for other rooms.
 */
#pragma once

#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_FUNCTION_SCALAR,
  ASK_FUNCTION_AGGREGATE, /* and a window function with OVER */
  ASK_FUNCTION_WINDOW /* only with OVER */
} AskSqlFunctionKind;

typedef enum
{
  ASK_RESULT_ANY,
  ASK_RESULT_INTEGER,
  ASK_RESULT_REAL,
  ASK_RESULT_TEXT,
  ASK_RESULT_BOOLEAN,
  ASK_RESULT_ARGUMENT, /* the type of its arguments, where they agree */
  ASK_RESULT_SUM, /* REAL unless the argument is an integer */
  ASK_RESULT_DATE,
  ASK_RESULT_DATETIME,
  ASK_RESULT_JSON
} AskSqlFunctionResult;

typedef struct
{
  const char *name;
  int min;
  int max; /* -1: any number */
  AskSqlFunctionKind kind;
  AskSqlFunctionResult result;
  int since; /* SQLite's version number; 0: the floor has it */
  gboolean changes; /* not the same value each time */
} AskSqlFunction;

const AskSqlFunction *ask_sql_function_find (const char *name,
                                             guint       n,
                                             gboolean   *exists);
gboolean ask_sql_function_foreach_name (gboolean (*call) (const char *name, gpointer data),
                                        gpointer data);
gboolean ask_sql_collation_exists      (const char *name);

G_END_DECLS
