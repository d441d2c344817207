/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the two halves of the grammar share. Only for night-grow*.c.
 */
#pragma once

#include "night-query.h"

G_BEGIN_DECLS

/**
 * NightName:
 * @text: as AskData reads it
 * @plain: as SQLite does
 * @wild: as in NightColumn
 * @table: (nullable): whose column @column it is
 *
 * A column that can be named.
 */
typedef struct
{
  char *text;
  char *plain;
  NightKind kind;
  gboolean wild;
  const NightTable *table;
  guint column;
} NightName;

typedef struct _NightScope NightScope;
struct _NightScope
{
  GArray *names;
  const NightScope *outer; /* nullable */
};

/** NightGrow: @cte: (nullable): the columns of the CTE w */
typedef struct
{
  const NightWorld *world;
  const NightNode *cte;
  guint n_aliases;
} NightGrow;

void       night_scope_init     (NightScope       *self,
                                 const NightScope *outer);
void       night_scope_clear    (NightScope       *self);
NightNode *night_grow_select    (NightGrow        *self,
                                 const NightScope *outer,
                                 int               depth,
                                 const NightKind  *kinds,
                                 guint             n,
                                 NightNode       **outputs);
NightNode *night_grow_value     (NightGrow        *self,
                                 const NightScope *scope,
                                 NightKind         kind,
                                 int               depth);
NightNode *night_grow_condition (NightGrow        *self,
                                 const NightScope *scope,
                                 int               depth);
NightNode *night_grow_join      (NightGrow        *self,
                                 const NightScope *scope,
                                 guint             n_before,
                                 int               depth);
NightNode *night_grow_key       (NightGrow        *self,
                                 const NightScope *scope);
NightNode *night_grow_aggregate (NightGrow        *self,
                                 const NightScope *scope,
                                 NightKind         kind,
                                 int               depth);
NightNode *night_grow_having    (NightGrow        *self,
                                 const NightScope *scope,
                                 int               depth);
NightNode *night_grow_window    (NightGrow        *self,
                                 const NightScope *scope);

G_END_DECLS
