/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What finds calls and what reads their arguments share.
 */
#pragma once

#include "blend/ask-blend-private.h"

G_BEGIN_DECLS

/**
 * AskBlendScope:
 * @outer: (nullable): the SELECT around it
 * @n_ctes: of @select, that may be named here
 * @core: (nullable): where it stands in @select
 *
 * The SELECTs around an expression, and the core of each that it stands in.
 */
typedef struct _AskBlendScope AskBlendScope;
struct _AskBlendScope
{
  const AskBlendScope *outer;
  AskSqlSelect *select;
  guint n_ctes;
  AskSqlCore *core;
};

/** AskBlendFinder: @empty: the last answer was a list of nothing; @list: (nullable): the last answer as JSON, where it was a list */
typedef struct
{
  AskBlend *blend;
  AskSqlTree *tree;
  gboolean empty;
  const char *list;
  GError **error;
} AskBlendFinder;

/**
 * AskBlendTaking:
 * @call: what becomes of it
 * @expr: the call as it stands in the statement
 * @values: (element-type AskSqlExpr): what is looked up
 * @read: (element-type AskSqlExpr): in a dry run what else is read
 * @rows: (nullable): a question is about them
 *
 * A call whose arguments are read.
 */
typedef struct
{
  AskBlendCall *call;
  AskSqlExpr *expr;
  const AskBlendScope *scope;
  GPtrArray *values;
  GPtrArray *read;
  AskSqlSelect *rows;
} AskBlendTaking;

/** ASK_BLEND_REFUSE: %FALSE, with a sentence that has the name of the function; @words: marked with N_() */
#define ASK_BLEND_REFUSE(self, call, words) \
  (ask_error_set ((self)->error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL, words, (call)->name), FALSE)

/* ask-blend-call.c */
gboolean  ask_blend_find_in_select (AskBlendFinder       *self,
                                    AskSqlSelect         *select,
                                    const AskBlendScope  *outer);

/* ask-blend-alone.c */
gboolean  ask_blend_check_alone    (AskBlendFinder       *self,
                                    const AskBlendTaking *taking,
                                    AskSqlSelect         *select);

/* ask-blend-column.c */
const AskSqlFrom *ask_blend_find_item (const AskSqlFroms    *items,
                                    const char           *table);
const AskSqlFrom *ask_blend_find_around (const AskBlendScope *scope,
                                    const char           *table);
void      ask_blend_take_words     (AskBlendFinder       *self,
                                    AskSqlExpr           *expr);
AskSqlTree *ask_blend_make_statement (AskBlendFinder       *self,
                                    AskSqlSelect         *select,
                                    const AskBlendScope  *scope);
AskSqlSelect *ask_blend_select_column (AskBlendFinder     *self,
                                    const AskSqlFrom     *item,
                                    const char           *table,
                                    const char           *column);
AskSqlSelect *ask_blend_find_column_values (AskBlendFinder *self,
                                    const AskSqlExpr     *expr,
                                    const AskBlendScope  *scope);
gboolean  ask_blend_check_names    (AskBlendFinder       *self,
                                    AskSqlSelect         *select,
                                    const AskBlendScope  *scope);
gboolean  ask_blend_take_column    (AskBlendFinder       *self,
                                    const AskSqlExpr     *call,
                                    AskSqlExpr           *expr,
                                    const AskBlendScope  *scope);

/* ask-blend-argument.c */
AskRows  *ask_blend_read_select    (AskBlendFinder       *self,
                                    const AskBlendTaking *taking,
                                    AskSqlSelect         *select,
                                    GPtrArray           **origins);
AskRows  *ask_blend_read_searched  (AskBlendFinder       *self,
                                    const AskBlendTaking *taking,
                                    GPtrArray           **origins);
gboolean  ask_blend_note_rows      (AskBlendFinder       *self,
                                    const AskBlendTaking *taking);
gboolean  ask_blend_take_arguments (AskBlendFinder       *self,
                                    AskBlendTaking       *taking,
                                    AskBlendHint          hint);

/* ask-blend-wish.c */
const char *ask_blend_get_text     (const AskSqlExpr     *expr);
gboolean  ask_blend_take_return_type (AskBlendFinder       *self,
                                    AskBlendTaking       *taking,
                                    AskSqlExpr           *expr);
gboolean  ask_blend_take_quantifier  (AskBlendFinder       *self,
                                    AskBlendTaking       *taking,
                                    AskSqlExpr           *expr);
gboolean  ask_blend_take_regex       (AskBlendFinder       *self,
                                    AskBlendTaking       *taking,
                                    AskSqlExpr           *expr);
gboolean  ask_blend_take_batch_size  (AskBlendFinder       *self,
                                    AskBlendTaking       *taking,
                                    AskSqlExpr           *expr);
gboolean  ask_blend_take_k           (AskBlendFinder       *self,
                                    AskBlendTaking       *taking,
                                    AskSqlExpr           *expr);
gboolean  ask_blend_take_on_error    (AskBlendFinder       *self,
                                    AskBlendTaking       *taking,
                                    AskSqlExpr           *expr);

G_END_DECLS
