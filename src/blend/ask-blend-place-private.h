/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the lookup of one call stands in a statement.
 */
#pragma once

#include "blend/ask-blend-private.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_BLEND_PLACE_NONE,
  ASK_BLEND_PLACE_RESULT,
  ASK_BLEND_PLACE_ON,
  ASK_BLEND_PLACE_WHERE,
  ASK_BLEND_PLACE_GROUP,
  ASK_BLEND_PLACE_HAVING,
  ASK_BLEND_PLACE_WINDOW, /* one with a name */
  ASK_BLEND_PLACE_ORDER
} AskBlendPlace;

/**
 * AskBlendFound:
 * @on: (nullable): the item of FROM that it stands in the ON of
 * @preserves, @preserves_left: of an outer join @on: whether one side keeps its rows as they are, and whether it is the left one;
 *   once the query of values looks at FROM
 * @root: the whole result, condition or term that it stands in
 * @aggregate: (nullable): the aggregate that it stands within
 * @exists: its SELECT is one of EXISTS, so that nobody reads its results
 * @around: (nullable): the SELECT that its own is a value or a condition of, with where it stands there
 * @outside: (nullable): what has to be true of the rows of @around
 */
typedef struct
{
  AskBlend *blend;
  AskSqlTree *tree;
  gint64 number;
  AskSqlSelect *select;
  AskSqlCore *core;
  AskSqlFrom *on;
  gboolean preserves;
  gboolean preserves_left;
  AskSqlExpr *node;
  AskSqlExpr *root;
  AskSqlExpr *aggregate;
  AskBlendPlace place;
  gboolean exists;
  AskSqlCore *around;
  AskSqlExpr *around_root;
  AskBlendPlace around_place;
  AskSqlExpr *outside;
  GPtrArray *ctes; /* AskSqlCte, that may be named where it stands */
} AskBlendFound;

gboolean    ask_blend_find_place (AskBlendFound *self,
                                  AskSqlSelect  *select);
AskSqlExpr *ask_blend_find_node  (AskBlendFound *self,
                                  AskSqlExpr    *expr);

G_END_DECLS
