/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement as a tree of pieces that can be left out or made simpler one by one. It prints twice: as
 * AskData gets it, and as SQLite gets it, which knows no decimals and is told how to compare them.
 */
#pragma once

#include "night-world.h"

G_BEGIN_DECLS

typedef struct _NightNode NightNode;

/**
 * NightNode:
 * @ours: as AskData gets it; $0 … $9 are @kids, $* all of them with @separator between
 * @plain: (nullable): as SQLite gets it, where that is something else
 * @kind: of a value; %NIGHT_N_KINDS for what is none
 * @is_condition: it is true, false or NULL
 * @is_optional: may be left out
 * @is_dropped: is left out
 * @approx: a value whose last digits depend on the order of the rows
 * @way: of an output: how it is ordered by
 * @ordered: (nullable): the list of outputs that this ORDER BY orders by, all of them
 * @stands_in: (nullable): printed in its place; one of the nodes below it
 * @constant: (nullable): printed in its place
 * @table: (nullable): where the value is the column @column of it
 */
struct _NightNode
{
  char *ours;
  char *plain;
  const char *separator;
  NightKind kind;
  gboolean is_condition;
  gboolean is_optional;
  gboolean is_dropped;
  gboolean approx;
  guint way;
  NightNode *ordered;
  NightNode *stands_in;
  const char *constant;
  const NightTable *table;
  guint column;
  GPtrArray *kids;
};

/** NightQuery: @root: the statement; @outputs: the list of its result's columns; @ordered: their order is that of the rows */
typedef struct
{
  NightNode *root;
  NightNode *outputs;
  NightNode *order;
} NightQuery;

NightNode  *night_node_new      (NightKind        kind,
                                 const char      *ours,
                                 const char      *plain);
void        night_node_add      (NightNode       *self,
                                 NightNode       *kid);
void        night_node_free     (NightNode       *self);
char       *night_node_print    (const NightNode *self,
                                 gboolean         plain);

NightQuery *night_query_grow    (const NightWorld *world);
void        night_query_free    (NightQuery      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (NightNode, night_node_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (NightQuery, night_query_free)

G_END_DECLS
