/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From an analysed statement to what runs where. Private to the engine.
 */
#pragma once

#include "engine/ask-engine-private.h"
#include "engine/ask-plan.h"
#include "sql/ask-sql-printer.h"

G_BEGIN_DECLS

/**
 * AskShipment:
 * @name: the table that the fragment's text names
 * @sql: what computed it, for people
 * @rows: what travels
 * @table: its entry in the engine's catalogue, as long as the statement lasts
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
gboolean       ask_shipment_find_type   (const AskRows      *rows,
                                         guint               column,
                                         AskType            *type);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskShipment, ask_shipment_free)

/**
 * AskFragment:
 * @entity: the shape of its rows; its name is the virtual table's
 * @tree: what it computes, over the relational view; borrowed
 * @own_tree: (nullable): @tree, where nobody else holds it
 * @shipments: (element-type AskShipment): that @tree names; borrowed
 * @once: the statement reads its rows one time from the first to the last, so none is kept
 * @node: (transfer none): where its actuals are noted
 * @query: (transfer none) (nullable): the last one that was sent, at @sent_at, monotonic µs
 *
 * A part of a statement that a database server computes.
 */
struct _AskFragment
{
  AskEntity *entity;
  AskSqlTree *tree;
  AskSqlTree *own_tree;
  GPtrArray *shipments;
  AskSqlPrinted *printed; /* its slots borrow from @tree */
  gboolean once;
  gint8 *takes; /* nullable; by attribute: keys for it can travel (1), cannot (-1), or nobody has asked */
  AskPlanNode *node;
  AskRemoteQuery *query;
  gint64 sent_at;
};

/**
 * AskPlan:
 * @root: (transfer full): for people
 * @tree: the statement as it was planned: what no fragment has taken is left in it
 * @sql: what SQLite runs; %NULL where @whole is all there is
 * @whole: (transfer none) (nullable): the fragment that is the statement
 * @fragments: (element-type AskFragment)
 * @names: (element-type utf8): of the result's columns, as the text has them
 * @tables: (nullable): server → how many of its tables the text names; %NULL where one may be read for
 *   several others
 * @text: (nullable): what was planned, where definitions had been put into what was asked
 * @hints: (nullable) (element-type AskSqlHint): what it probably does not mean
 * @types: (nullable) (element-type AskType): of the result's columns, by what the text says
 * @traits: of what SQLite runs
 * @shape: (nullable): of the texts that it is kept for
 * @slots: (nullable) (element-type guint): where the numbers of such a text go, among the slots of @whole
 * @rewritten: @sql is not the text that was asked, but does what is left of it
 */
typedef struct
{
  AskPlanNode *root;
  AskSqlTree *tree;
  char *sql;
  char *text;
  GPtrArray *hints;
  GArray *types;
  char *shape;
  GArray *slots;
  AskSqlTraits traits;
  AskFragment *whole;
  GPtrArray *fragments;
  GPtrArray *shipments;
  GPtrArray *names;
  GHashTable *tables;
  gboolean rewritten;
} AskPlan;

void           ask_plan_free            (AskPlan            *self);
gboolean       ask_plan_has_calls       (const AskPlan      *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPlan, ask_plan_free)

AskPlan       *ask_planner_plan         (AskEngine          *engine,
                                         AskSqlTree         *tree,
                                         GError            **error);

/**
 * AskPlanner:
 * @tree: the statement, which it changes
 * @names: (nullable): lower-case names of the statement and of fragments: none of them may come to mean
 *   another fragment; found when first needed
 * @error: of a shipment: it ends the planning
 */
typedef struct
{
  AskEngine *engine;
  AskPlan *plan;
  AskSqlTree *tree;
  GHashTable *names;
  GError *error;
} AskPlanner;

void           ask_planner_keep_fragment (AskPlanner        *self,
                                         AskFragment        *fragment,
                                         gboolean            whole);

/* ask-planner-group.c */
void           ask_planner_plan_tables  (AskPlanner         *self,
                                         AskSqlCore         *core);

/* ask-plan-cache.c */
void           ask_plan_cache_give      (AskEngine          *self,
                                         AskPlan            *plan,
                                         const char         *sql,
                                         const AskPlanNode  *ran);
AskPlan       *ask_plan_cache_take      (AskEngine          *self,
                                         const char         *sql);
void           ask_plan_cache_clear     (AskEngine          *self);

/* ask-hint.c */
GPtrArray     *ask_hints_to_warnings    (GPtrArray          *hints);

/* ask-statement.c */
AskRows       *ask_statement_read       (AskEngine          *self,
                                         const char         *sql,
                                         gsize               max_rows,
                                         gsize               max_bytes,
                                         AskPlan           **plan,
                                         GCancellable       *cancellable,
                                         GError            **error);

/* ask-planner-parts.c */
const char    *ask_planner_get_server   (AskEngine          *engine,
                                         const AskSqlFrom   *item);

/**
 * AskPlaces:
 * @server: (nullable): a database server that has tables of it
 * @several: more than one has
 * @others: tables that no server has, and table functions
 * @ctes: (element-type AskSqlCte): that are named
 * @defined: (element-type AskSqlCte): that are defined within
 *
 * Where the tables of a part of a statement lie.
 */
typedef struct
{
  AskEngine *engine;
  const char *server;
  gboolean several;
  gboolean others;
  GPtrArray *ctes;
  GPtrArray *defined;
} AskPlaces;

void           ask_places_find          (AskEngine          *engine,
                                         AskSqlSelect       *select,
                                         AskPlaces          *self);
gboolean       ask_places_is_closed     (const AskPlaces    *self,
                                         AskSqlSelect       *select);
void           ask_places_clear         (AskPlaces          *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskPlaces, ask_places_clear)

/** AskShape: which joins a FROM clause has, and whether a * stands before it */
typedef struct
{
  gboolean outer; /* LEFT somewhere */
  gboolean full; /* RIGHT or FULL somewhere */
  gboolean merged; /* NATURAL or USING somewhere */
  gboolean nested; /* a parenthesised join */
  gboolean star;
} AskShape;

/**
 * AskConjunct:
 * @on: (nullable): the item whose ON it is part of; %NULL for the WHERE
 * @items: (element-type AskSqlFrom): that it names
 * @movable: it names nothing but columns of its own SELECT, and holds no subquery
 * @moved: it is applied elsewhere
 */
typedef struct
{
  AskSqlExpr *expr;
  AskSqlFrom *on;
  GPtrArray *items;
  gboolean movable;
  gboolean moved;
} AskConjunct;

void           ask_conjunct_free        (gpointer            data);
void           ask_conjuncts_split      (AskSqlExpr         *expr,
                                         AskSqlFrom         *on,
                                         GPtrArray          *conjuncts);
void           ask_conjuncts_collect_on (AskSqlFroms        *items,
                                         gboolean            inner,
                                         GPtrArray          *conjuncts,
                                         GPtrArray          *with_on);
AskSqlExpr    *ask_conjuncts_rebuild    (AskSqlTree         *tree,
                                         GPtrArray          *conjuncts,
                                         const AskSqlFrom   *on);
gboolean       ask_conjunct_filters     (const AskConjunct  *self,
                                         const AskSqlFrom   *item,
                                         const AskShape     *shape);
void           ask_shape_look           (const AskSqlFroms  *items,
                                         AskShape           *self);

void           ask_planner_use_named    (AskSqlTree         *tree);
char          *ask_planner_make_name    (AskEngine          *engine,
                                         GHashTable         *names,
                                         const char         *stem);

/* ask-planner-fragment.c */
AskFragment   *ask_fragment_new         (AskEngine          *engine,
                                         const char         *source,
                                         AskSqlTree         *tree,
                                         GPtrArray          *shipments,
                                         char              **reason);
AskFragment   *ask_fragment_new_of_part (AskEngine          *engine,
                                         const char         *source,
                                         AskSqlTree         *tree,
                                         GPtrArray          *shipments,
                                         char              **reason);
void           ask_fragment_free        (AskFragment        *self);
AskCursor     *ask_fragment_open        (AskEngine          *engine,
                                         AskFragment        *self,
                                         const AskTerm      *terms,
                                         guint               n_bound,
                                         const AskValue     *bindings,
                                         guint               n_bindings,
                                         GError            **error);
gboolean       ask_fragment_take_row    (AskFragment        *self,
                                         const AskValue     *row,
                                         GError            **error);
void           ask_fragment_note_end    (AskFragment        *self);
gboolean       ask_fragment_takes       (AskEngine          *engine,
                                         AskFragment        *self,
                                         guint               column);

/* ask-api-plan.c */
int            ask_api_plan             (AskEngine          *engine,
                                         const AskEntity    *entity,
                                         AskFragment        *fragment,
                                         sqlite3_index_info *info);

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

/* ask-planner-travel.c */
gboolean       ask_ship_refuse          (AskShip            *self,
                                         const char         *format,
                                         ...) G_GNUC_PRINTF (2, 3);
gboolean       ask_ship_choose_target   (AskShip            *self);
gboolean       ask_ship_can_travel      (AskShip            *self,
                                         const AskSqlFrom   *item);

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
void           ask_ship_make_lists      (AskShip            *self,
                                         const GPtrArray    *shipments);

/* ask-planner-outer.c */
gboolean       ask_planner_hold_back    (AskSqlTree         *tree);

/* ask-planner-estimate.c */
double         ask_estimate_conjunct    (const AskSqlExpr   *conjunct);
double         ask_estimate_table       (const AskSqlFrom   *from);
double         ask_estimate_select      (const AskSqlSelect *select);

/* ask-engine-catalog.c */
AskSqlCatalog *ask_engine_get_catalog   (AskEngine          *self);
void           ask_other_place_free     (gpointer            data);
gboolean       ask_engine_is_server     (AskEngine          *self,
                                         const char         *source);
gboolean       ask_engine_get_dialect   (AskEngine          *self,
                                         const char         *source,
                                         AskSqlDialect      *dialect);
gboolean       ask_engine_computes      (AskEngine          *self,
                                         const char         *source);
gboolean       ask_engine_asks_first    (AskEngine          *self,
                                         const char         *source);
const char    *ask_engine_describe_source (AskEngine        *self,
                                         const char         *source);

G_END_DECLS
