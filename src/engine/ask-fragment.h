/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fragments: parts of a statement that database servers compute. Private to the engine.
 *
 *   ask-fragment.c        made of a tree, printed for its server, sent, and its rows taken
 */
#pragma once

#include "engine/ask-fetch.h"
#include "engine/ask-plan-node.h"

G_BEGIN_DECLS

/**
 * AskFragment:
 * @source: whose server it is
 * @row_estimate: rows that it may have
 * @one: there is one at most, for sure
 * @entity: (nullable): the shape of its rows; its name is the virtual table's. See ask_fragment_get_entity()
 * @tree: what it computes, over the relational view; borrowed
 * @own_tree: (nullable): @tree, where nobody else holds it
 * @shipments: (nullable) (element-type AskShipment): that @tree names; borrowed
 * @once: the statement reads its rows one time from the first to the last, so none is kept
 * @node: (transfer none): where its actuals are noted
 * @query: (transfer none) (nullable): the last one that was sent, at @sent_at, monotonic µs
 *
 * A part of a statement that a database server computes.
 */
struct _AskFragment
{
  char *source;
  gint64 row_estimate;
  gboolean one;
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

/* ask-fragment.c */
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
AskEntity     *ask_fragment_get_entity  (AskFragment        *self);
void           ask_fragment_free        (AskFragment        *self);
AskCursor     *ask_fragment_open        (AskEngine          *engine,
                                         AskFragment        *self,
                                         const AskKeys      *wanted,
                                         GError            **error);
gboolean       ask_fragment_check_columns (const AskFragment *self,
                                         AskCursor          *cursor,
                                         gboolean            keyed,
                                         GError            **error);
gboolean       ask_fragment_take_row    (AskFragment        *self,
                                         const AskValue     *row,
                                         GError            **error);
gboolean       ask_fragment_take_keyed_row (AskFragment     *self,
                                         const AskKeys      *wanted,
                                         const AskValue     *row,
                                         guint              *binding,
                                         GError            **error);
void           ask_fragment_note_end    (AskFragment        *self);
gboolean       ask_fragment_takes       (AskEngine          *engine,
                                         AskFragment        *self,
                                         guint               column);

G_END_DECLS
