/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the outline share. Nobody else includes this.
 *
 *   ask-sql-outline.c       what the cursor sees: the word at it, and the query around it
 *   ask-sql-outline-read.c  the queries of a text, one in the other, as far as they can be made out
 */
#pragma once

#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-outline.h"

G_BEGIN_DECLS

/* Deeper queries are not told apart. */
#define ASK_OUTLINE_MAX_DEPTH 50

typedef struct _AskOutlineQuery AskOutlineQuery;

/**
 * AskOutlineQuery:
 * @parent: (nullable): the query around it
 * @in_from: it stands in the FROM of @parent, and sees nothing of it
 * @items, @aliases: of the core that the cursor stands in, or of the last one
 * @outputs: (element-type utf8): the names of what it gives, those of its first core
 * @ctes: that it defines
 * @n_cores: how many cores came before the present one
 */
struct _AskOutlineQuery
{
  AskOutlineQuery *parent;
  gboolean in_from;
  GPtrArray *items;
  GPtrArray *aliases;
  GPtrArray *outputs;
  GPtrArray *ctes;
  guint n_cores;
};

/**
 * AskOutlineReader:
 * @sql: the text
 * @tokens: (element-type AskSqlToken): of one statement, without comments and without the word at the cursor
 * @hole: the place among @tokens where that word is missing
 * @outline: gets what is known at the hole
 * @queries: (element-type AskOutlineQuery): all that were read; they live as long as this
 * @at: (nullable): the innermost query around the hole
 */
typedef struct
{
  const char *sql;
  GArray *tokens;
  guint hole;
  AskSqlOutline *outline;
  AskSqlColumnsFunc columns;
  gpointer data;
  GPtrArray *queries;
  AskOutlineQuery *at;
} AskOutlineReader;

AskSqlOutlineItem *ask_outline_item_new  (const char        *name);
void               ask_outline_item_free (gpointer           self);
void               ask_outline_query_free (gpointer          self);
AskOutlineQuery   *ask_outline_read      (AskOutlineReader  *self,
                                          guint             *i,
                                          AskOutlineQuery   *parent,
                                          guint              depth);

G_END_DECLS
