/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files share that read a query as a draft: ask-draft-tree.c its clauses, ask-draft-tree-condition.c its
 * conditions, ask-draft-guard.c what keeps NULLs out of a NOT IN, ask-draft-product.c and ask-draft-recall.c what no query
 * of a person has.
 */
#pragma once

#include "understand/interpret/ask-draft-private.h"

G_BEGIN_DECLS

/**
 * AskDraftScope:
 * @outer: (nullable): the block that this one stands in
 * @items: (element-type AskSqlFrom): of its FROM
 * @entities: (element-type guint): what each of @items is
 * @conjuncts: (element-type AskSqlExpr): what ON says besides how to join
 * @depth: how many blocks it stands in
 * @products: figures that are worked out, and what is added to drafts, are read as such
 * @negated: what is being read in it is a query behind a NOT IN
 */
typedef struct _AskDraftScope AskDraftScope;
struct _AskDraftScope
{
  AskDomain *domain;
  const AskDraftScope *outer;
  const AskSqlCore *core;
  GPtrArray *items;
  GArray *entities;
  GPtrArray *conjuncts;
  guint depth;
  gboolean products;
  gboolean negated;
};

gboolean    ask_draft_tree_refuse       (GError              **error,
                                         const char           *what);
int         ask_draft_scope_find        (const AskDraftScope  *self,
                                         const AskSqlExpr     *column);
gboolean    ask_draft_scope_resolve     (const AskDraftScope  *self,
                                         const AskSqlExpr     *column,
                                         int                  *attribute,
                                         GError              **error);
gboolean    ask_draft_tree_is_join      (const AskSqlExpr     *expr);
gboolean    ask_draft_tree_is_binary    (const AskSqlExpr     *expr,
                                         AskSqlOp              op);
const char *ask_draft_tree_describe     (const AskSqlExpr     *expr);
gboolean    ask_draft_tree_read_term    (const AskDraftScope  *scope,
                                         const AskSqlExpr     *expr,
                                         AskDraftTerm         *term,
                                         GError              **error);
AskDraft   *ask_draft_tree_read_select  (const AskDraftScope  *outer,
                                         AskDomain            *domain,
                                         const AskSqlSelect   *select,
                                         GError              **error);
gboolean    ask_draft_tree_is_guard     (const AskDraftScope  *scope,
                                         const AskDraft       *draft,
                                         const AskSqlExpr     *expr);
const AskSqlSelect *ask_draft_tree_unwrap (const AskSqlSelect *select);
gboolean    ask_draft_tree_read_product (const AskDraftScope  *scope,
                                         const AskSqlExpr     *expr,
                                         AskDraftTerm         *term);
gboolean    ask_draft_tree_read_added   (const AskDraftScope  *scope,
                                         const AskSqlExpr     *expr,
                                         AskDraftTerm         *term);
const AskSqlSelect *ask_draft_tree_find_whole (const AskSqlSelect  *select,
                                         const AskSqlSelect **part);
gboolean    ask_draft_tree_read_filters (const AskDraftScope  *scope,
                                         AskDraft             *draft,
                                         GError              **error);

G_END_DECLS
