/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shipments: rows that travel to a server with a fragment's query. Private to the engine.
 *
 *   ask-shipment.c        the rows, and the table by which a text names them
 *   ask-planner-travel.c  whether rows travel, where to, and why not
 *   ask-planner-ship.c    the SELECT that they travel with
 *   ask-planner-list.c    a list of values where rows only choose
 *   ask-planner-lookup.c  an array to look numbers up in, where rows say a few things of many keys
 */
#pragma once

#include "engine/ask-plan.h"

G_BEGIN_DECLS

/**
 * AskShipment:
 * @name: the table that the fragment's text names
 * @sql: what computed it, for people
 * @rows: what travels
 * @table: its entry in the engine's catalogue, as long as the statement lasts
 * @n_all: rows of the table that they are from; -1 where nobody knows
 *
 * Rows computed here that travel to a server with a fragment's query.
 */
typedef struct
{
  char *name;
  char *sql;
  AskEngine *engine; /* in whose catalogue @table is */
  AskRows *rows;
  AskSqlTable *table;
  AskSqlRelation relation;
  const char **columns;
  AskType *types;
  glong *lengths; /* nullable */
  gint64 n_all;
} AskShipment;

/* ask-shipment.c */
AskShipment   *ask_shipment_new         (AskEngine          *engine,
                                         GHashTable         *names,
                                         const char         *stem,
                                         AskRows            *rows,
                                         char               *sql);
void           ask_shipment_free        (AskShipment        *self);
AskSqlColumn  *ask_shipment_add_column  (AskShipment        *self,
                                         const char         *name,
                                         AskType             type,
                                         AskSqlAffinity      affinity);
void           ask_shipment_measure     (AskShipment        *self);
gboolean       ask_shipment_is_key      (const AskRows      *rows,
                                         guint               column);
gboolean       ask_shipment_find_type   (const AskRows      *rows,
                                         guint               column,
                                         AskType            *type);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskShipment, ask_shipment_free)

/** AskShip: a SELECT on its way to the server that @target names */
typedef struct
{
  AskEngine *engine;
  AskSqlTree *tree;
  AskSqlCore *core;
  GPtrArray *conjuncts;
  GHashTable *names; /* of the text */
  AskShape shape;
  const char *target;
  GPtrArray *subqueries; /* AskSqlExpr, in expressions, that have tables of others */
  char **reason; /* where to say why rows do not travel; points to NULL as long as they may */
} AskShip;

/* More than this is faster read the other way round. */
#define ASK_SHIP_MAX_ROWS 300000

/* Of fewer values PostgreSQL believes that all are different. */
#define ASK_SHIP_MIN_TOLD 200

/* ask-planner-travel.c */
gboolean       ask_ship_refuse          (AskShip            *self,
                                         const char         *format,
                                         ...) G_GNUC_PRINTF (2, 3);
gboolean       ask_ship_choose_target   (AskShip            *self);
gboolean       ask_ship_can_travel      (AskShip            *self,
                                         const AskSqlFrom   *item);

/* ask-planner.c */
gboolean       ask_planner_compares_alike (const AskSqlSelect *select,
                                           guint               column);
gboolean       ask_planner_first_tells    (const AskSqlSelect *select,
                                           guint               column);

/* ask-planner-ship.c */
void           ask_ship_note_needed     (AskShip            *self,
                                         const AskSqlFrom   *item,
                                         gboolean           *needed);
AskFragment   *ask_planner_ship         (AskEngine          *engine,
                                         AskPlan            *plan,
                                         AskSqlTree         *tree,
                                         char              **reason,
                                         GError            **error);

/* ask-planner-list.c */
AskConjunct   *ask_ship_find_only_use   (AskShip            *self,
                                         const AskSqlFrom   *item,
                                         guint              *column);
int            ask_ship_get_width       (const AskSqlExpr   *column);
void           ask_ship_make_lists      (AskShip            *self,
                                         const GPtrArray    *shipments);

/* ask-planner-lookup.c */
void           ask_ship_make_lookups    (AskShip            *self,
                                         GPtrArray          *shipments);

G_END_DECLS
