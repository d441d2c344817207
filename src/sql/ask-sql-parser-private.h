/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parser's files share: tokens as SQLite's parser sees them, the state, and errors. Only
 * they include it.
 *
 * Each function ask_parser_… reads one piece of the grammar from the next token on. It returns %NULL
 * or %FALSE after a failure, when the error is set; the first error stays, and nothing is freed, since
 * all lies in the tree's arena.
 */
#pragma once

#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"

G_BEGIN_DECLS

/* What a keyword may be beside itself: nothing; a name wherever it makes no sense as a keyword
 * (%fallback in SQLite's grammar); a name of a table or column (JOIN_KW there). */
typedef enum
{
  ASK_WORD_ONLY,
  ASK_WORD_NAME,
  ASK_WORD_JOIN
} AskSqlWordClass;

/* In the order of the alphabet, for bsearch(). */
#define ASK_SQL_KEYWORDS(K) \
  K (ASK_TOKEN_ABORT, "ABORT", ASK_WORD_NAME) \
  K (ASK_TOKEN_ACTION, "ACTION", ASK_WORD_NAME) \
  K (ASK_TOKEN_ADD, "ADD", ASK_WORD_ONLY) \
  K (ASK_TOKEN_AFTER, "AFTER", ASK_WORD_NAME) \
  K (ASK_TOKEN_ALL, "ALL", ASK_WORD_ONLY) \
  K (ASK_TOKEN_ALTER, "ALTER", ASK_WORD_ONLY) \
  K (ASK_TOKEN_ALWAYS, "ALWAYS", ASK_WORD_NAME) \
  K (ASK_TOKEN_ANALYZE, "ANALYZE", ASK_WORD_NAME) \
  K (ASK_TOKEN_AND, "AND", ASK_WORD_ONLY) \
  K (ASK_TOKEN_AS, "AS", ASK_WORD_ONLY) \
  K (ASK_TOKEN_ASC, "ASC", ASK_WORD_NAME) \
  K (ASK_TOKEN_ATTACH, "ATTACH", ASK_WORD_NAME) \
  K (ASK_TOKEN_AUTOINCREMENT, "AUTOINCREMENT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_BEFORE, "BEFORE", ASK_WORD_NAME) \
  K (ASK_TOKEN_BEGIN, "BEGIN", ASK_WORD_NAME) \
  K (ASK_TOKEN_BETWEEN, "BETWEEN", ASK_WORD_ONLY) \
  K (ASK_TOKEN_BY, "BY", ASK_WORD_NAME) \
  K (ASK_TOKEN_CASCADE, "CASCADE", ASK_WORD_NAME) \
  K (ASK_TOKEN_CASE, "CASE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_CAST, "CAST", ASK_WORD_NAME) \
  K (ASK_TOKEN_CHECK, "CHECK", ASK_WORD_ONLY) \
  K (ASK_TOKEN_COLLATE, "COLLATE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_COLUMN, "COLUMN", ASK_WORD_NAME) \
  K (ASK_TOKEN_COMMIT, "COMMIT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_CONFLICT, "CONFLICT", ASK_WORD_NAME) \
  K (ASK_TOKEN_CONSTRAINT, "CONSTRAINT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_CREATE, "CREATE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_CROSS, "CROSS", ASK_WORD_JOIN) \
  K (ASK_TOKEN_CURRENT, "CURRENT", ASK_WORD_NAME) \
  K (ASK_TOKEN_CURRENT_DATE, "CURRENT_DATE", ASK_WORD_NAME) \
  K (ASK_TOKEN_CURRENT_TIME, "CURRENT_TIME", ASK_WORD_NAME) \
  K (ASK_TOKEN_CURRENT_TIMESTAMP, "CURRENT_TIMESTAMP", ASK_WORD_NAME) \
  K (ASK_TOKEN_DATABASE, "DATABASE", ASK_WORD_NAME) \
  K (ASK_TOKEN_DEFAULT, "DEFAULT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_DEFERRABLE, "DEFERRABLE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_DEFERRED, "DEFERRED", ASK_WORD_NAME) \
  K (ASK_TOKEN_DELETE, "DELETE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_DESC, "DESC", ASK_WORD_NAME) \
  K (ASK_TOKEN_DETACH, "DETACH", ASK_WORD_NAME) \
  K (ASK_TOKEN_DISTINCT, "DISTINCT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_DO, "DO", ASK_WORD_NAME) \
  K (ASK_TOKEN_DROP, "DROP", ASK_WORD_ONLY) \
  K (ASK_TOKEN_EACH, "EACH", ASK_WORD_NAME) \
  K (ASK_TOKEN_ELSE, "ELSE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_END, "END", ASK_WORD_NAME) \
  K (ASK_TOKEN_ESCAPE, "ESCAPE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_EXCEPT, "EXCEPT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_EXCLUDE, "EXCLUDE", ASK_WORD_NAME) \
  K (ASK_TOKEN_EXCLUSIVE, "EXCLUSIVE", ASK_WORD_NAME) \
  K (ASK_TOKEN_EXISTS, "EXISTS", ASK_WORD_ONLY) \
  K (ASK_TOKEN_EXPLAIN, "EXPLAIN", ASK_WORD_NAME) \
  K (ASK_TOKEN_FAIL, "FAIL", ASK_WORD_NAME) \
  K (ASK_TOKEN_FILTER, "FILTER", ASK_WORD_ONLY) \
  K (ASK_TOKEN_FIRST, "FIRST", ASK_WORD_NAME) \
  K (ASK_TOKEN_FOLLOWING, "FOLLOWING", ASK_WORD_NAME) \
  K (ASK_TOKEN_FOR, "FOR", ASK_WORD_NAME) \
  K (ASK_TOKEN_FOREIGN, "FOREIGN", ASK_WORD_ONLY) \
  K (ASK_TOKEN_FROM, "FROM", ASK_WORD_ONLY) \
  K (ASK_TOKEN_FULL, "FULL", ASK_WORD_JOIN) \
  K (ASK_TOKEN_GENERATED, "GENERATED", ASK_WORD_NAME) \
  K (ASK_TOKEN_GLOB, "GLOB", ASK_WORD_NAME) \
  K (ASK_TOKEN_GROUP, "GROUP", ASK_WORD_ONLY) \
  K (ASK_TOKEN_GROUPS, "GROUPS", ASK_WORD_NAME) \
  K (ASK_TOKEN_HAVING, "HAVING", ASK_WORD_ONLY) \
  K (ASK_TOKEN_IF, "IF", ASK_WORD_NAME) \
  K (ASK_TOKEN_IGNORE, "IGNORE", ASK_WORD_NAME) \
  K (ASK_TOKEN_IMMEDIATE, "IMMEDIATE", ASK_WORD_NAME) \
  K (ASK_TOKEN_IN, "IN", ASK_WORD_ONLY) \
  K (ASK_TOKEN_INDEX, "INDEX", ASK_WORD_ONLY) \
  K (ASK_TOKEN_INDEXED, "INDEXED", ASK_WORD_ONLY) \
  K (ASK_TOKEN_INITIALLY, "INITIALLY", ASK_WORD_NAME) \
  K (ASK_TOKEN_INNER, "INNER", ASK_WORD_JOIN) \
  K (ASK_TOKEN_INSERT, "INSERT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_INSTEAD, "INSTEAD", ASK_WORD_NAME) \
  K (ASK_TOKEN_INTERSECT, "INTERSECT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_INTO, "INTO", ASK_WORD_ONLY) \
  K (ASK_TOKEN_IS, "IS", ASK_WORD_ONLY) \
  K (ASK_TOKEN_ISNULL, "ISNULL", ASK_WORD_ONLY) \
  K (ASK_TOKEN_JOIN, "JOIN", ASK_WORD_ONLY) \
  K (ASK_TOKEN_KEY, "KEY", ASK_WORD_NAME) \
  K (ASK_TOKEN_LAST, "LAST", ASK_WORD_NAME) \
  K (ASK_TOKEN_LEFT, "LEFT", ASK_WORD_JOIN) \
  K (ASK_TOKEN_LIKE, "LIKE", ASK_WORD_NAME) \
  K (ASK_TOKEN_LIMIT, "LIMIT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_MATCH, "MATCH", ASK_WORD_NAME) \
  K (ASK_TOKEN_MATERIALIZED, "MATERIALIZED", ASK_WORD_NAME) \
  K (ASK_TOKEN_NATURAL, "NATURAL", ASK_WORD_JOIN) \
  K (ASK_TOKEN_NO, "NO", ASK_WORD_NAME) \
  K (ASK_TOKEN_NOT, "NOT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_NOTHING, "NOTHING", ASK_WORD_ONLY) \
  K (ASK_TOKEN_NOTNULL, "NOTNULL", ASK_WORD_ONLY) \
  K (ASK_TOKEN_NULL, "NULL", ASK_WORD_ONLY) \
  K (ASK_TOKEN_NULLS, "NULLS", ASK_WORD_NAME) \
  K (ASK_TOKEN_OF, "OF", ASK_WORD_NAME) \
  K (ASK_TOKEN_OFFSET, "OFFSET", ASK_WORD_NAME) \
  K (ASK_TOKEN_ON, "ON", ASK_WORD_ONLY) \
  K (ASK_TOKEN_OR, "OR", ASK_WORD_ONLY) \
  K (ASK_TOKEN_ORDER, "ORDER", ASK_WORD_ONLY) \
  K (ASK_TOKEN_OTHERS, "OTHERS", ASK_WORD_NAME) \
  K (ASK_TOKEN_OUTER, "OUTER", ASK_WORD_JOIN) \
  K (ASK_TOKEN_OVER, "OVER", ASK_WORD_ONLY) \
  K (ASK_TOKEN_PARTITION, "PARTITION", ASK_WORD_NAME) \
  K (ASK_TOKEN_PLAN, "PLAN", ASK_WORD_NAME) \
  K (ASK_TOKEN_PRAGMA, "PRAGMA", ASK_WORD_NAME) \
  K (ASK_TOKEN_PRECEDING, "PRECEDING", ASK_WORD_NAME) \
  K (ASK_TOKEN_PRIMARY, "PRIMARY", ASK_WORD_ONLY) \
  K (ASK_TOKEN_QUERY, "QUERY", ASK_WORD_NAME) \
  K (ASK_TOKEN_RAISE, "RAISE", ASK_WORD_NAME) \
  K (ASK_TOKEN_RANGE, "RANGE", ASK_WORD_NAME) \
  K (ASK_TOKEN_RECURSIVE, "RECURSIVE", ASK_WORD_NAME) \
  K (ASK_TOKEN_REFERENCES, "REFERENCES", ASK_WORD_ONLY) \
  K (ASK_TOKEN_REGEXP, "REGEXP", ASK_WORD_NAME) \
  K (ASK_TOKEN_REINDEX, "REINDEX", ASK_WORD_NAME) \
  K (ASK_TOKEN_RELEASE, "RELEASE", ASK_WORD_NAME) \
  K (ASK_TOKEN_RENAME, "RENAME", ASK_WORD_NAME) \
  K (ASK_TOKEN_REPLACE, "REPLACE", ASK_WORD_NAME) \
  K (ASK_TOKEN_RESTRICT, "RESTRICT", ASK_WORD_NAME) \
  K (ASK_TOKEN_RETURNING, "RETURNING", ASK_WORD_ONLY) \
  K (ASK_TOKEN_RIGHT, "RIGHT", ASK_WORD_JOIN) \
  K (ASK_TOKEN_ROLLBACK, "ROLLBACK", ASK_WORD_NAME) \
  K (ASK_TOKEN_ROW, "ROW", ASK_WORD_NAME) \
  K (ASK_TOKEN_ROWS, "ROWS", ASK_WORD_NAME) \
  K (ASK_TOKEN_SAVEPOINT, "SAVEPOINT", ASK_WORD_NAME) \
  K (ASK_TOKEN_SELECT, "SELECT", ASK_WORD_ONLY) \
  K (ASK_TOKEN_SET, "SET", ASK_WORD_ONLY) \
  K (ASK_TOKEN_TABLE, "TABLE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_TEMP, "TEMP", ASK_WORD_NAME) \
  K (ASK_TOKEN_TEMPORARY, "TEMPORARY", ASK_WORD_NAME) \
  K (ASK_TOKEN_THEN, "THEN", ASK_WORD_ONLY) \
  K (ASK_TOKEN_TIES, "TIES", ASK_WORD_NAME) \
  K (ASK_TOKEN_TO, "TO", ASK_WORD_ONLY) \
  K (ASK_TOKEN_TRANSACTION, "TRANSACTION", ASK_WORD_ONLY) \
  K (ASK_TOKEN_TRIGGER, "TRIGGER", ASK_WORD_NAME) \
  K (ASK_TOKEN_UNBOUNDED, "UNBOUNDED", ASK_WORD_NAME) \
  K (ASK_TOKEN_UNION, "UNION", ASK_WORD_ONLY) \
  K (ASK_TOKEN_UNIQUE, "UNIQUE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_UPDATE, "UPDATE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_USING, "USING", ASK_WORD_ONLY) \
  K (ASK_TOKEN_VACUUM, "VACUUM", ASK_WORD_NAME) \
  K (ASK_TOKEN_VALUES, "VALUES", ASK_WORD_ONLY) \
  K (ASK_TOKEN_VIEW, "VIEW", ASK_WORD_NAME) \
  K (ASK_TOKEN_VIRTUAL, "VIRTUAL", ASK_WORD_NAME) \
  K (ASK_TOKEN_WHEN, "WHEN", ASK_WORD_ONLY) \
  K (ASK_TOKEN_WHERE, "WHERE", ASK_WORD_ONLY) \
  K (ASK_TOKEN_WINDOW, "WINDOW", ASK_WORD_ONLY) \
  K (ASK_TOKEN_WITH, "WITH", ASK_WORD_NAME) \
  K (ASK_TOKEN_WITHOUT, "WITHOUT", ASK_WORD_NAME)

typedef enum
{
  ASK_TOKEN_TEXT_END,
  ASK_TOKEN_SEMICOLON,
  ASK_TOKEN_ID, /* a word that is no keyword, or a name in any quotes */
  ASK_TOKEN_STRING,
  ASK_TOKEN_BLOB,
  ASK_TOKEN_INTEGER,
  ASK_TOKEN_REAL,
  ASK_TOKEN_PARAMETER,
  ASK_TOKEN_OPEN,
  ASK_TOKEN_CLOSE,
  ASK_TOKEN_COMMA,
  ASK_TOKEN_DOT,
  ASK_TOKEN_STAR,
  ASK_TOKEN_PLUS,
  ASK_TOKEN_MINUS,
  ASK_TOKEN_SLASH,
  ASK_TOKEN_PERCENT,
  ASK_TOKEN_EQUAL,
  ASK_TOKEN_NOT_EQUAL,
  ASK_TOKEN_LESS,
  ASK_TOKEN_LESS_EQUAL,
  ASK_TOKEN_GREATER,
  ASK_TOKEN_GREATER_EQUAL,
  ASK_TOKEN_BIT_AND,
  ASK_TOKEN_BIT_OR,
  ASK_TOKEN_BIT_NOT,
  ASK_TOKEN_SHIFT_LEFT,
  ASK_TOKEN_SHIFT_RIGHT,
  ASK_TOKEN_CONCAT,
  ASK_TOKEN_EXTRACT,
  ASK_TOKEN_EXTRACT_TEXT,
  ASK_TOKEN_BAD, /* a quote that is never closed, a number with letters, a character of no use */
#define ASK_SQL_KEYWORD_TOKEN(token, word, word_class) token,
  ASK_SQL_KEYWORDS (ASK_SQL_KEYWORD_TOKEN)
#undef ASK_SQL_KEYWORD_TOKEN
} AskSqlTokenType;

typedef struct
{
  guint32 start;
  guint32 end;
  guint8 type; /* AskSqlTokenType */
  guint8 is_name; /* may stand as a name: ID and the words of class NAME */
  guint8 quote; /* of a name in quotes: the opening one */
} AskSqlParserToken;

/**
 * AskSqlParser:
 * @tokens: all of them, comments left out, ASK_TOKEN_TEXT_END last
 * @at: the next one
 * @scratch: nodes of lists that are not finished, a stack
 * @depth: how deep the functions have called each other
 * @height: of the highest expression of the SELECT that is being read
 * @select_height: the same of the SELECT that was read last
 * @parameters: (nullable): name to number
 */
typedef struct
{
  AskSqlTree *tree;
  const char *sql;
  AskSqlParserToken *tokens;
  guint n_tokens;
  guint at;
  GPtrArray *scratch;
  guint depth;
  guint height;
  guint select_height;
  guint n_ctes;
  GHashTable *parameters;
  GError *error;
} AskSqlParser;

/* ask-sql-parser-token.c */
GArray       *ask_parser_tokenize       (const char          *sql);
AskSqlTokenType ask_parser_find_keyword (const char          *word,
                                         gsize                length);
AskSqlWordClass ask_parser_get_word_class (AskSqlTokenType    type);
char         *ask_parser_dup_excerpt    (const char          *sql,
                                         guint                start,
                                         guint                end);

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
gboolean      ask_parser_is_type_name   (const char          *name);

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

/* "nm" in SQLite's grammar: a name, a string, INDEXED or a join word. */
static inline gboolean
ask_parser_is_any_name (const AskSqlParserToken *token)
{
  return token->is_name || token->type == ASK_TOKEN_STRING || token->type == ASK_TOKEN_INDEXED
         || ask_parser_get_word_class (token->type) == ASK_WORD_JOIN;
}

static inline gboolean
ask_parser_starts_select (AskSqlTokenType type)
{
  return type == ASK_TOKEN_SELECT || type == ASK_TOKEN_VALUES || type == ASK_TOKEN_WITH;
}

static inline AskSqlSpan
ask_parser_span_of (const AskSqlParserToken *token)
{
  return (AskSqlSpan) { token->start, token->end };
}

G_END_DECLS
