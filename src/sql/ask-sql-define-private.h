/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of ask_sql_define() share. Not for other rooms.
 *
 *   ask-sql-define.c         definitions put in, round by round
 *   ask-sql-define-use.c     how each is used, and in which way it is put in
 *   ask-sql-define-column.c  calculated columns
 *   ask-sql-define-query.c   tables that are queries
 *   ask-sql-define-star.c    "*" and NATURAL, where they have to be written out
 */
#pragma once

#include "sql/ask-sql-define.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_SQL_WAY_INLINE, /* the expression stands for the name */
  ASK_SQL_WAY_GUARDED, /* the same, NULL where the presence column is */
  ASK_SQL_WAY_WRAP /* a subquery gives the column */
} AskSqlWay;

/**
 * AskSqlUse:
 * @merged: a calculated column is in USING, or is what a join merges
 * @captured: its name means another item where it is used
 *
 * How one item of a FROM is named in the statement.
 */
typedef struct
{
  gboolean merged;
  gboolean captured;
  AskSqlWay way;
} AskSqlUse;

/**
 * AskSqlDefine:
 * @current: the SELECT that is being walked
 * @items: AskSqlFrom → AskSqlUse, where a definition is needed
 * @n_made: items that became subqueries, in all
 * @n_defined: nodes that definitions have added
 * @sound: a set of the AskSqlColumns and AskSqlTables that are not made from themselves
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
  guint n_defined;
  GHashTable *sound;
  gboolean collates;
  gboolean changed;
  GError *error;
} AskSqlDefine;

/* ask-sql-define.c */
gboolean ask_sql_define_fail (AskSqlDefine *self,
                              const char   *format,
                              ...) G_GNUC_PRINTF (2, 3);
gboolean ask_sql_define_end (AskSqlDefine *self,
                             const char   *format,
                             ...) G_GNUC_PRINTF (2, 3);
gboolean ask_sql_define_fail_with (AskSqlDefine *self,
                             GError       *failure,
                             const char   *format,
                             ...) G_GNUC_PRINTF (3, 4);
gboolean ask_sql_define_count (AskSqlDefine *self,
                             AskSqlExpr   *expr,
                             AskSqlSelect *select,
                             const AskSqlTable *table);
void ask_sql_define_walk    (AskSqlDefine *self,
                             AskSqlSelect *select,
                             gboolean    (*expr) (AskSqlExpr *, gpointer),
                             void        (*call) (AskSqlDefine *self, AskSqlCore *core));

/* ask-sql-define-use.c */
const AskSqlColumn *ask_sql_define_get_column (const AskSqlFrom *from,
                                               guint             i);
const AskSqlColumn *ask_sql_define_get_calculated (const AskSqlExpr *expr);
void ask_sql_define_note_uses   (AskSqlDefine *self);
void ask_sql_define_choose_ways (AskSqlDefine *self);

/* ask-sql-define-column.c */
AskSqlSelect *ask_sql_define_make_select (AskSqlDefine     *self,
                                          const AskSqlFrom *from,
                                          AskSqlFrom       *inner,
                                          gboolean          remote);
void ask_sql_define_become_select (AskSqlDefine *self,
                                   AskSqlFrom   *from,
                                   AskSqlSelect *select);
void ask_sql_define_put_columns   (AskSqlDefine *self);
void ask_sql_define_wrap          (AskSqlDefine *self,
                                   AskSqlFrom   *from);

/* ask-sql-define-query.c */
void ask_sql_define_become_query (AskSqlDefine *self,
                                  AskSqlFrom   *from);

/* ask-sql-define-star.c */
void ask_sql_define_stars (AskSqlDefine *self,
                           AskSqlCore   *core);
void ask_sql_define_names (AskSqlDefine *self,
                           AskSqlSelect *select);

G_END_DECLS
