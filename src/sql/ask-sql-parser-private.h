/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parser's files share: its state and its errors. Only they include it.
 *
 *   ask-sql-parser.c            WITH, compounds, the clauses of one SELECT; errors
 *   ask-sql-parser-statement.c  a text, from its tokens to its end
 *   ask-sql-parser-from.c       FROM with its joins, ORDER BY, windows
 *   ask-sql-parser-expr.c       operators
 *   ask-sql-parser-primary.c    operands: literals, columns, functions, what stands in parentheses
 *   ask-sql-parser-token.c      tokens
 *
 * Each function ask_parser_… reads one piece of the grammar from the next token on. It returns %NULL
 * or %FALSE after a failure, when the error is set; the first error stays, and nothing is freed, since
 * all lies in the tree's arena.
 */
#pragma once

#include "sql/ask-sql-token-private.h"

G_BEGIN_DECLS

/**
 * AskSqlParser:
 * @tokens: all of them, comments left out, ASK_TOKEN_TEXT_END last
 * @at: the next one
 * @unfinished: nodes of lists that are not finished, a stack
 * @depth: how deep the functions have called each other
 * @height: of the highest expression of the SELECT that is being read
 * @select_height: the same of the SELECT that was read last
 * @n_exprs: expressions so far
 * @parameters: (nullable): name to number
 */
typedef struct
{
  AskSqlTree *tree;
  const char *sql;
  AskSqlParserToken *tokens;
  guint n_tokens;
  guint at;
  GPtrArray *unfinished;
  guint depth;
  guint height;
  guint select_height;
  guint n_ctes;
  guint n_exprs;
  GHashTable *parameters;
  GError *error;
} AskSqlParser;

/* ask-sql-parser.c */
gboolean      ask_parser_fail           (AskSqlParser        *self,
                                         AskSqlError          code,
                                         guint                offset,
                                         const char          *format,
                                         ...) G_GNUC_PRINTF (4, 5);
gboolean      ask_parser_fail_expected  (AskSqlParser        *self,
                                         const char          *expected);
gboolean      ask_parser_expect         (AskSqlParser        *self,
                                         AskSqlTokenType      type,
                                         const char          *expected);
gboolean      ask_parser_enter          (AskSqlParser        *self);
const char   *ask_parser_take_name      (AskSqlParser        *self);
const char   *ask_parser_expect_name    (AskSqlParser        *self,
                                         const char          *expected);
const char  **ask_parser_names          (AskSqlParser        *self,
                                         gboolean             in_with);
AskSqlSpan    ask_parser_span           (AskSqlParser        *self,
                                         guint                first);
AskSqlSelect *ask_parser_select         (AskSqlParser        *self);

/* ask-sql-parser-statement.c */
gboolean      ask_parser_fail_other_statement (AskSqlParser  *self);

/* ask-sql-parser-expr.c */
AskSqlExpr   *ask_parser_expr           (AskSqlParser        *self);
gboolean      ask_parser_exprs          (AskSqlParser        *self,
                                         AskSqlExprs         *list);
AskSqlExpr   *ask_parser_new_expr       (AskSqlParser        *self,
                                         AskSqlExprKind       kind);
AskSqlExpr   *ask_parser_finish         (AskSqlParser        *self,
                                         AskSqlExpr          *expr,
                                         guint                start);

/* ask-sql-parser-primary.c */
AskSqlExpr   *ask_parser_primary        (AskSqlParser        *self);
gboolean      ask_parser_subquery       (AskSqlParser        *self,
                                         AskSqlExpr          *expr);
AskSqlExpr   *ask_parser_braced_call    (AskSqlParser        *self);

/* ask-sql-parser-from.c */
gboolean      ask_parser_from           (AskSqlParser        *self,
                                         AskSqlFroms         *items);
gboolean      ask_parser_order          (AskSqlParser        *self,
                                         AskSqlOrder         *order);
AskSqlWindow *ask_parser_window         (AskSqlParser        *self);
gboolean      ask_parser_window_clause  (AskSqlParser        *self,
                                         AskSqlCore          *core);

static inline const AskSqlParserToken *
ask_parser_peek (AskSqlParser *self)
{
  return &self->tokens[self->at];
}

static inline AskSqlTokenType
ask_parser_type_at (AskSqlParser *self, guint ahead)
{
  guint at = self->at + ahead;

  return self->tokens[MIN (at, self->n_tokens - 1)].type;
}

static inline AskSqlTokenType
ask_parser_type (AskSqlParser *self)
{
  return self->tokens[self->at].type;
}

static inline gboolean
ask_parser_accept (AskSqlParser *self, AskSqlTokenType type)
{
  if (self->tokens[self->at].type != type)
    return FALSE;
  self->at++;
  return TRUE;
}

G_END_DECLS
