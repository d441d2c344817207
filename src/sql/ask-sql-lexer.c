/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The lexer. Its rules are those of SQLite's tokenize.c, so that both see the same words; but "{{", "}}" and "=>", which are for
 * calls of external functions, and which SQLite takes nowhere.
 */
#include "config.h"

#include "sql/ask-sql-lexer.h"

#include <math.h>
#include <string.h>

static inline gboolean
is_word_start (guchar c)
{
  return (guchar) ((c | 0x20) - 'a') < 26 || c == '_' || c >= 0x80;
}

static inline gboolean
is_word (guchar c)
{
  return is_word_start (c) || (guchar) (c - '0') < 10 || c == '$';
}

/* x'00' */
static inline gboolean
is_blob (const char *p)
{
  return (p[0] == 'x' || p[0] == 'X') && p[1] == '\'';
}

/* The length of a quoted run with its quotes, or 0 where the closing one is missing. A doubled
 * quote stands for itself; "[" has no such way. */
static gsize
quoted_length (const char *p)
{
  char close = *p == '[' ? ']' : *p;
  gsize i = 1;

  for (;; i++)
    {
      if (p[i] == '\0')
        return 0;
      if (p[i] != close)
        continue;
      if (close == ']' || p[i + 1] != close)
        return i + 1;
      i++;
    }
}

static gsize
number_length (const char *p)
{
  gsize i = 0;

  if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && g_ascii_isxdigit (p[2]))
    {
      for (i = 2; g_ascii_isxdigit (p[i]);)
        i++;
      return i;
    }
  while (g_ascii_isdigit (p[i]))
    i++;
  if (p[i] == '.')
    for (i++; g_ascii_isdigit (p[i]);)
      i++;
  if (p[i] == 'e' || p[i] == 'E')
    {
      gsize e = i + 1;

      if (p[e] == '+' || p[e] == '-')
        e++;
      if (g_ascii_isdigit (p[e]))
        for (i = e; g_ascii_isdigit (p[i]);)
          i++;
    }
  return i;
}

/* Digits, and no quotes within. */
static gsize
blob_length (const char *p, gboolean *good)
{
  gsize i = 2;

  while (g_ascii_isxdigit (p[i]))
    i++;
  *good = p[i] == '\'' && i % 2 == 0;
  i += strcspn (p + i, "'");
  return p[i] == '\'' ? i + 1 : i;
}

/* ":a", "@a", "$a", and Tcl's "$a::b(c)"; the text of SQLite's own loop. */
static gsize
variable_length (const char *p, gboolean *good)
{
  gsize i = 1;
  gsize n = 0;

  *good = TRUE;
  for (; p[i] != '\0'; i++)
    if (is_word ((guchar) p[i]))
      n++;
    else if (p[i] == '(' && n > 0)
      {
        i += 1 + strcspn (p + i + 1, " \t\n\v\f\r)");
        *good = p[i] == ')';
        return *good ? i + 1 : i;
      }
    else if (p[i] == ':' && p[i + 1] == ':')
      i++;
    else
      break;
  *good = n > 0;
  return i;
}

/* A byte order mark is white space to SQLite, and so is a vertical tab, but only after another. */
static gsize
space_length (const char *p)
{
  gsize i;

  if (p[0] == '\xef' && p[1] == '\xbb' && p[2] == '\xbf')
    return 3;
  if (*p != ' ' && *p != '\t' && *p != '\n' && *p != '\f' && *p != '\r')
    return 0;
  for (i = 1; p[i] == ' ' || (p[i] >= '\t' && p[i] <= '\r');)
    i++;
  return i;
}

/* Of an operator, or of one character that is none. */
static gsize
operator_length (const char *p, gboolean *good)
{
  *good = TRUE;
  switch (*p)
    {
    case '-':
      return p[1] != '>' ? 1 : p[2] == '>' ? 3 : 2;
    case '|':
      return p[1] == '|' ? 2 : 1;
    case '<':
      return p[1] == '=' || p[1] == '>' || p[1] == '<' ? 2 : 1;
    case '>':
      return p[1] == '=' || p[1] == '>' ? 2 : 1;
    case '=':
      return p[1] == '=' || p[1] == '>' ? 2 : 1;
    case '{':
    case '}':
      *good = p[1] == *p;
      return *good ? 2 : 1;
    case '!':
      *good = p[1] == '=';
      return *good ? 2 : 1;
    default:
      *good = strchr ("+*/%&~,.();", *p) != NULL;
      return 1;
    }
}

static AskSqlToken
next_token (const char *sql, gsize at)
{
  const char *p = sql + at;
  AskSqlToken token = { ASK_SQL_OPERATOR, at, 1 };

  /* Most of what is no space. */
  if (is_word_start ((guchar) *p) && !is_blob (p))
    {
      token.kind = ASK_SQL_WORD;
      while (is_word ((guchar) p[token.length]))
        token.length++;
    }
  else if (*p == ',' || *p == '(' || *p == ')')
    ;
  else if (p[0] == '-' && p[1] == '-')
    {
      token.kind = ASK_SQL_COMMENT;
      token.length = strcspn (p, "\n");
    }
  else if (p[0] == '/' && p[1] == '*')
    {
      const char *end = strstr (p + 2, "*/");

      token.kind = end != NULL ? ASK_SQL_COMMENT : ASK_SQL_UNFINISHED;
      token.length = end != NULL ? (gsize) (end + 2 - p) : strlen (p);
    }
  else if (is_blob (p))
    {
      gboolean good;

      token.length = blob_length (p, &good);
      token.kind = good ? ASK_SQL_BLOB : ASK_SQL_UNFINISHED;
    }
  else if (*p == '\'' || *p == '"' || *p == '`' || *p == '[')
    {
      gsize length = quoted_length (p);

      token.kind = length == 0 ? ASK_SQL_UNFINISHED : *p == '\'' ? ASK_SQL_STRING : ASK_SQL_QUOTED;
      token.length = length > 0 ? length : strlen (p);
    }
  else if (g_ascii_isdigit (*p) || (*p == '.' && g_ascii_isdigit (p[1])))
    {
      token.length = number_length (p);
      /* "12abc" is neither a number nor a number and a name; "0x1g" is to SQLite. */
      token.kind = ASK_SQL_NUMBER;
      if (token.length < 3 || g_ascii_tolower (p[1]) != 'x')
        while (is_word ((guchar) p[token.length]))
          {
            token.kind = ASK_SQL_UNFINISHED;
            token.length++;
          }
    }
  else if (*p == '?')
    {
      token.kind = ASK_SQL_PARAMETER;
      while (g_ascii_isdigit (p[token.length]))
        token.length++;
    }
  else if (*p == ':' || *p == '@' || *p == '$' || *p == '#')
    {
      gboolean good;

      token.length = variable_length (p, &good);
      token.kind = good ? ASK_SQL_PARAMETER : ASK_SQL_UNFINISHED;
    }
  else
    {
      gboolean good;

      token.length = operator_length (p, &good);
      if (!good)
        token.kind = ASK_SQL_UNFINISHED;
    }
  return token;
}

/**
 * ask_sql_tokenize:
 * @sql: UTF-8
 *
 * Every byte that is no white space is in exactly one token, in order.
 *
 * Returns: (transfer full) (element-type AskSqlToken): the tokens
 */
GArray *
ask_sql_tokenize (const char *sql)
{
  /* A word and what separates it: few texts have more tokens. */
  guint size = (guint) (strlen (sql) / 4 + 8);
  GArray *tokens = g_array_sized_new (FALSE, FALSE, sizeof (AskSqlToken), size);
  guint n = 0;

  for (gsize at = 0; sql[at] != '\0';)
    {
      gsize space = is_word_start ((guchar) sql[at]) && sql[at] != '\xef' ? 0 : space_length (sql + at);

      if (space > 0)
        {
          at += space;
          continue;
        }

      if (n == size)
        {
          size *= 2;
          g_array_set_size (tokens, size);
        }

      AskSqlToken *token = &g_array_index (tokens, AskSqlToken, n++);

      *token = next_token (sql, at);
      at += token->length;
    }
  g_array_set_size (tokens, n);
  return tokens;
}

static char *
unquote (const char *quoted, gsize length)
{
  char close = quoted[length - 1];
  GString *text = g_string_sized_new (length);

  for (gsize i = 1; i + 1 < length; i++)
    {
      g_string_append_c (text, quoted[i]);
      if (quoted[i] == close && close != ']')
        i++;
    }
  return g_string_free (text, FALSE);
}

/**
 * ask_sql_token_dup_name:
 * @sql: the text that @token points into
 * @token: of any kind
 *
 * Returns: (transfer full) (nullable): the name that a word or a quoted name stands for, %NULL for
 *   other tokens
 */
char *
ask_sql_token_dup_name (const char *sql, const AskSqlToken *token)
{
  if (token->kind == ASK_SQL_WORD)
    return g_strndup (sql + token->start, token->length);
  if (token->kind == ASK_SQL_QUOTED)
    return unquote (sql + token->start, token->length);
  return NULL;
}

/**
 * ask_sql_token_dup_text:
 * @sql: the text that @token points into
 * @token: of any kind
 *
 * Returns: (transfer full) (nullable): the text of a string without its quotes, a number as it is written,
 *   %NULL for other tokens
 */
char *
ask_sql_token_dup_text (const char *sql, const AskSqlToken *token)
{
  if (token->kind == ASK_SQL_STRING)
    return unquote (sql + token->start, token->length);
  if (token->kind == ASK_SQL_NUMBER)
    return g_strndup (sql + token->start, token->length);
  return NULL;
}

/**
 * ask_sql_token_is:
 * @sql: the text that @token points into
 * @token: of any kind
 * @word: a keyword or an operator
 *
 * Returns: whether the token is that word, whatever its case; a quoted name never is
 */
gboolean
ask_sql_token_is (const char *sql, const AskSqlToken *token, const char *word)
{
  return (token->kind == ASK_SQL_WORD || token->kind == ASK_SQL_OPERATOR) && strlen (word) == token->length
         && g_ascii_strncasecmp (sql + token->start, word, token->length) == 0;
}

static char *
quote (const char *text, char mark)
{
  GString *quoted = g_string_sized_new (strlen (text) + 2);

  g_string_append_c (quoted, mark);
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == mark)
        g_string_append_c (quoted, mark);
      g_string_append_c (quoted, *p);
    }
  g_string_append_c (quoted, mark);
  return g_string_free (quoted, FALSE);
}

/** ask_sql_quote_name: Returns: (transfer full): @name in double quotes, those that it holds doubled */
char *
ask_sql_quote_name (const char *name)
{
  return quote (name, '"');
}

/* SQLite's keywords that cannot stand as a bare name, and those that a reader would stumble over.
 * Sorted, for bsearch(). */
static const char *const keywords[] = {
  "abort",
  "action",
  "add",
  "after",
  "all",
  "alter",
  "always",
  "analyze",
  "and",
  "as",
  "asc",
  "attach",
  "autoincrement",
  "before",
  "begin",
  "between",
  "by",
  "cascade",
  "case",
  "cast",
  "check",
  "collate",
  "column",
  "commit",
  "conflict",
  "constraint",
  "create",
  "cross",
  "current",
  "current_date",
  "current_time",
  "current_timestamp",
  "database",
  "default",
  "deferrable",
  "deferred",
  "delete",
  "desc",
  "detach",
  "distinct",
  "do",
  "drop",
  "each",
  "else",
  "end",
  "escape",
  "except",
  "exclude",
  "exclusive",
  "exists",
  "explain",
  "fail",
  "filter",
  "first",
  "following",
  "for",
  "foreign",
  "from",
  "full",
  "generated",
  "glob",
  "group",
  "groups",
  "having",
  "if",
  "ignore",
  "immediate",
  "in",
  "index",
  "indexed",
  "initially",
  "inner",
  "insert",
  "instead",
  "intersect",
  "into",
  "is",
  "isnull",
  "join",
  "key",
  "last",
  "left",
  "like",
  "limit",
  "match",
  "materialized",
  "natural",
  "no",
  "not",
  "nothing",
  "notnull",
  "null",
  "nulls",
  "of",
  "offset",
  "on",
  "or",
  "order",
  "others",
  "outer",
  "over",
  "partition",
  "plan",
  "pragma",
  "preceding",
  "primary",
  "query",
  "raise",
  "range",
  "recursive",
  "references",
  "regexp",
  "reindex",
  "release",
  "rename",
  "replace",
  "restrict",
  "returning",
  "right",
  "rollback",
  "row",
  "rows",
  "savepoint",
  "select",
  "set",
  "table",
  "temp",
  "temporary",
  "then",
  "ties",
  "to",
  "transaction",
  "trigger",
  "unbounded",
  "union",
  "unique",
  "update",
  "using",
  "vacuum",
  "values",
  "view",
  "virtual",
  "when",
  "where",
  "window",
  "with",
  "without",
};

static int
compare_keyword (const void *key, const void *item)
{
  return g_ascii_strcasecmp (key, *(const char *const *) item);
}

/**
 * ask_sql_quote_name_if_needed:
 * @name: without quotes
 *
 * Returns: (transfer full): the name; in double quotes where it is a keyword, or no word of ASCII letters, digits
 *   and "_"
 */
char *
ask_sql_quote_name_if_needed (const char *name)
{
  gboolean bare = is_word_start ((guchar) name[0]) && (guchar) name[0] < 0x80;

  for (const char *p = name; bare && *p != '\0'; p++)
    bare = g_ascii_isalnum (*p) || *p == '_';
  if (bare && bsearch (name, keywords, G_N_ELEMENTS (keywords), sizeof *keywords, compare_keyword) == NULL)
    return g_strdup (name);
  return ask_sql_quote_name (name);
}

/** ask_sql_quote_text: Returns: (transfer full): @text in single quotes, those that it holds doubled */
char *
ask_sql_quote_text (const char *text)
{
  return quote (text, '\'');
}

static char *
quote_bytes (const AskValue *value)
{
  AskValue blob = ask_value_blob ((const guint8 *) value->text, value->length);
  g_autofree char *hex = ask_value_to_text (&blob);

  return g_strdup_printf ("CAST(x'%s' AS TEXT)", hex);
}

/**
 * ask_sql_quote_value:
 * @value: of any kind
 *
 * Returns: (transfer full): the cell as a SQL literal, which gives back the same value; text that
 *   has NUL bytes or is not UTF-8 is cast from its bytes
 */
char *
ask_sql_quote_value (const AskValue *value)
{
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_TEXT && !g_utf8_validate_len (value->text, value->length, NULL))
    return quote_bytes (value);
  text = ask_value_to_text (value);
  switch (value->kind)
    {
    case ASK_VALUE_NULL:
      return g_strdup ("NULL");
    case ASK_VALUE_REAL:
      /* SQL has no word for infinity, but a literal that overflows to it. */
      if (isinf (value->real))
        return g_strdup (value->real < 0 ? "-9e999" : "9e999");
      return g_steal_pointer (&text);
    case ASK_VALUE_TEXT:
      return ask_sql_quote_text (text);
    case ASK_VALUE_BLOB:
      return g_strdup_printf ("x'%s'", text);
    default:
      return g_steal_pointer (&text);
    }
}
