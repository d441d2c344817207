/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A plan: what runs where, as a tree of plain nodes with estimates, and after the run with what it
 * really was. For people to read; nothing is run from it.
 */
#pragma once

#include "engine/ask-figure.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_PLAN_LOCAL, /* SQLite on this machine */
  ASK_PLAN_REMOTE, /* SQL that a database server runs */
  ASK_PLAN_SHIPPED, /* rows computed first, that travel with the REMOTE node above */
  ASK_PLAN_API, /* an API entity and the calls to it */
  ASK_PLAN_FILE /* a table of an attached file, or of an earlier step */
} AskPlanKind;

/**
 * AskPlanNode:
 * @title: where and what: "shop (PostgreSQL)", "shipment (API logistics)"
 * @source: (nullable): the source's short name
 * @sql: (nullable): what runs there, in its own dialect
 * @note: (nullable): why it is not more
 * @estimate: rows, -1 where nobody knows
 * @rows: rows it gave, -1 before the run or where nobody counted
 * @calls: requests it took, -1 as above
 * @asked: whether somebody has reckoned what comes next, before the run
 * @wanted_calls: what it will be asked for: calls to an API, or queries of a server
 * @wanted_rows: rows that come from there
 * @elapsed_ms: time it took, below 0 as above
 * @first: (nullable) (transfer full): what it reads from, the first of a list by @next
 * @last: (nullable) (transfer none): the last of that list
 * @next: (nullable) (transfer none): what the node above reads from besides
 */
typedef struct _AskPlanNode AskPlanNode;
struct _AskPlanNode
{
  AskPlanKind kind;
  char *title;
  char *source;
  char *sql;
  char *note;
  gint64 estimate;
  gint64 rows;
  gint64 calls;
  double elapsed_ms;
  gboolean asked;
  AskFigure wanted_calls;
  AskFigure wanted_rows;
  AskPlanNode *first;
  AskPlanNode *last;
  AskPlanNode *next;
};

AskPlanNode *ask_plan_node_new   (AskPlanKind   kind,
                                  const char   *title,
                                  const char   *source);
void         ask_plan_node_free  (AskPlanNode  *self);
AskPlanNode *ask_plan_node_copy  (const AskPlanNode *self);
AskPlanNode *ask_plan_node_add   (AskPlanNode  *self,
                                  AskPlanNode  *child);
gboolean     ask_plan_node_is_for (const AskPlanNode *self,
                                   const char   *entity);
char        *ask_plan_to_text    (AskPlanNode  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPlanNode, ask_plan_node_free)

G_END_DECLS
