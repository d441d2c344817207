/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From an analysed statement to what runs where. Private to the engine; what people are shown of a plan is in
 * ask-plan-node.h.
 *
 *   ask-planner.c           from the top of a statement down
 *   ask-planner-parts.c     where the tables of a part lie, and what its conditions concern
 *   ask-planner-group.c     which tables of one FROM go to a server together
 *   ask-planner-outer.c     what SQLite computes wrongly of RIGHT and FULL JOIN
 *   ask-planner-estimate.c  how many rows
 *   ask-plan-cache.c        plans that are kept for statements of the same shape
 *
 * Parts that go to a server are fragments (ask-fragment.h); rows that go with them are shipments
 * (ask-shipment.h).
 */
#pragma once

#include "engine/ask-fragment.h"

G_BEGIN_DECLS

/** AskPlanKey: a text that plans are found by; @hash: of @text */
typedef struct
{
  guint hash;
  char text[];
} AskPlanKey;

/**
 * AskPlanText:
 * @tokens: (element-type AskSqlToken): of the text
 * @shape: the text with "#" for its numbers, "@" for its days and a mark for other plain texts
 * @literals: (array length=n_literals): those, in their order; they and what texts among them borrow are @self's memory
 *
 * How a statement's text looks to those who keep plans.
 */
typedef struct
{
  GArray *tokens;
  AskPlanKey *shape;
  AskValue *literals;
  guint n_literals;
} AskPlanText;

/**
 * AskPlan:
 * @root: (transfer full): for people
 * @tree: the statement as it was planned: what no fragment has taken is left in it
 * @sql: what SQLite runs; %NULL where @whole is all there is
 * @whole: (transfer none) (nullable): the fragment that is the statement
 * @fragments: (element-type AskFragment)
 * @shipments: (nullable) (element-type AskShipment): that those borrow
 * @names: (array length=n_names): of the result's columns, as the text has them; @tree's
 * @tables: (nullable): server → how many of its tables the text names; %NULL where one may be read for
 *   several others
 * @text: (nullable): what was planned, where definitions had been put into what was asked
 * @hints: (nullable) (element-type AskSqlHint): what it probably does not mean
 * @types: (nullable) (element-type AskType): of the result's columns, by what the text says
 * @senses: (array length=n_senses): what they are; @tree's
 * @origins: (nullable) (element-type AskOrigin): what the text reads
 * @named: what the names of the columns say is in @senses, too
 * @traits: of what SQLite runs
 * @asked: (nullable): the text that it was made for
 * @shape: (nullable): of the texts that it is kept for
 * @slots: (nullable) (element-type guint): for each slot of @whole, which literal of such a text goes there
 * @rewritten: @sql is not the text that was asked, but does what is left of it
 * @estimate: rows of it
 * @note: (nullable): what @root says of other places that are read
 */
typedef struct _AskPlan
{
  AskPlanNode *root;
  AskSqlTree *tree;
  char *sql;
  char *text;
  GPtrArray *hints;
  GArray *types;
  AskSense *senses;
  guint n_senses;
  GPtrArray *origins;
  gboolean named;
  AskPlanText *asked;
  AskPlanKey *shape;
  GArray *slots;
  AskSqlTraits traits;
  AskFragment *whole;
  GPtrArray *fragments;
  GPtrArray *shipments;
  const char **names;
  guint n_names;
  GHashTable *tables;
  gboolean rewritten;
  gint64 estimate;
  char *note;
} AskPlan;

void           ask_senses_give          (AskRows            *rows,
                                         AskPlan            *plan,
                                         const GArray       *types);
AskResult     *ask_result_new           (AskEngine          *self,
                                         const char         *sql,
                                         const AskPlan      *plan,
                                         AskRows            *rows);
void           ask_plan_free            (AskPlan            *self);
gboolean       ask_plan_has_calls       (const AskPlan      *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPlan, ask_plan_free)

/* ask-engine-origins.c */
void           ask_origins_note         (GPtrArray          *origins,
                                         AskSqlTree         *tree);

void           ask_planner_make_nodes   (AskEngine          *engine,
                                         AskPlan            *plan);
AskPlan       *ask_planner_plan         (AskEngine          *engine,
                                         AskSqlTree         *tree,
                                         GError            **error);

/**
 * AskPlanner:
 * @tree: the statement, which it changes
 * @names: (nullable): lower-case names of the statement and of fragments: none of them may come to mean
 *   another fragment; found when first needed
 * @apart: (nullable) (element-type AskSqlSelect): compounds that only SQLite puts together
 * @error: of a shipment: it ends the planning
 */
typedef struct
{
  AskEngine *engine;
  AskPlan *plan;
  AskSqlTree *tree;
  GHashTable *names;
  GHashTable *apart;
  GError *error;
} AskPlanner;

void           ask_planner_keep_fragment (AskPlanner        *self,
                                         AskFragment        *fragment,
                                         gboolean            whole);

/* ask-planner-group.c */
void           ask_planner_plan_tables  (AskPlanner         *self,
                                         AskSqlCore         *core);

/* ask-plan-cache.c */
AskPlanText   *ask_plan_text_new        (const char         *sql);
void           ask_plan_text_free       (AskPlanText        *self);
GHashTable    *ask_plan_cache_new       (void);
void           ask_plan_cache_give      (AskEngine          *self,
                                         AskPlan            *plan,
                                         const char         *sql);
AskPlan       *ask_plan_cache_take      (AskEngine          *self,
                                         const char         *sql,
                                         const AskPlanText  *text);
void           ask_plan_cache_clear     (AskEngine          *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPlanText, ask_plan_text_free)

/* ask-planner-parts.c */
const char    *ask_planner_get_server   (AskEngine          *engine,
                                         const AskSqlFrom   *item);

/**
 * AskPlaces:
 * @server: (nullable): a database server that has tables of it
 * @several: more than one has
 * @others: tables that no server has, and table functions
 * @ctes: (nullable) (element-type AskSqlCte): that are named
 * @defined: (nullable) (element-type AskSqlCte): that are defined within
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

/* ask-planner-outer.c */
gboolean       ask_planner_hold_back    (AskSqlTree         *tree);

/* ask-planner-match.c */
gboolean       ask_planner_search_apart (AskSqlTree         *tree);
gboolean       ask_planner_rank_few     (AskSqlTree         *tree);

/* ask-planner-estimate.c */
double         ask_estimate_conjunct    (const AskSqlExpr   *conjunct);
double         ask_estimate_table       (const AskSqlFrom   *from);
double         ask_estimate_select      (const AskSqlSelect *select);
gboolean       ask_estimate_is_one      (const AskSqlSelect *select);

G_END_DECLS
