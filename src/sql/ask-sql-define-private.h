/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of ask_sql_define() share. Not for other rooms.
 */
#pragma once

#include "sql/ask-sql-define.h"

G_BEGIN_DECLS

/**
 * AskSqlDefine:
 * @current: the SELECT that is being walked
 * @items: AskSqlFrom → how it is used, where a definition is needed
 * @n_made: items that became subqueries, in all
 * @collates: a text is named that may compare otherwise than by its bytes
 * @error: what ends the work
 */
typedef struct
{
  AskSqlTree *tree;
  const AskSqlCatalog *catalog;
  AskSqlCore *current;
  GHashTable *items;
  guint n_made;
  gboolean collates;
  gboolean changed;
  GError *error;
} AskSqlDefine;

/* ask-sql-define-star.c */
void ask_sql_define_stars (AskSqlDefine *self,
                           AskSqlCore   *core);
void ask_sql_define_names (AskSqlDefine *self,
                           AskSqlSelect *select);

G_END_DECLS
