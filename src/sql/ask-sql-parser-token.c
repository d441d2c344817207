/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tokens as SQLite's parser sees them: keywords told from names, and the three words that are
 * keywords only in their place (WINDOW, OVER, FILTER) decided by what stands around them, as
 * sqlite3RunParser() does.
 */
#include "config.h"

#include "sql/ask-sql-token-private.h"

#include <string.h>

typedef struct
{
  const char *word;
  guint8 length;
  AskSqlWordClass word_class;
} Keyword;

#define FIRST_KEYWORD ASK_TOKEN_ABORT

static const Keyword keywords[] = {
#define KEYWORD(token, word, word_class) { word, sizeof word - 1, word_class },
  ASK_SQL_KEYWORDS (KEYWORD)
#undef KEYWORD
};

#define LONGEST_KEYWORD (sizeof "CURRENT_TIMESTAMP" - 1)

/* Where the keywords of a letter begin, and where those of the next one; which lengths they have, a bit for each. */
typedef struct
{
  guint8 first;
  guint8 end;
  guint32 lengths;
} Letter;

G_STATIC_ASSERT (LONGEST_KEYWORD < 32);

static const Letter *
get_letters (void)
{
  static Letter letters[26];
  static gsize made;

  if (g_once_init_enter (&made))
    {
      guint at = 0;

      for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
        {
          letters[i].first = (guint8) at;
          for (; at < G_N_ELEMENTS (keywords) && keywords[at].word[0] == (char) ('A' + i); at++)
            letters[i].lengths |= 1u << keywords[at].length;
          letters[i].end = (guint8) at;
        }
      g_once_init_leave (&made, 1);
    }
  return letters;
}

G_STATIC_ASSERT (G_N_ELEMENTS (keywords) <= G_MAXUINT8);

/* Both of @length bytes: letters and "_", which no case changes here. */
static inline gboolean
is_keyword (const char *keyword, const char *word, gsize length)
{
  for (gsize i = 1; i < length; i++)
    if (keyword[i] != (word[i] >= 'a' ? word[i] - ('a' - 'A') : word[i]))
      return FALSE;
  return TRUE;
}

/* ask_parser_find_keyword: Returns: the keyword, whatever its case, or %ASK_TOKEN_ID */
AskSqlTokenType
ask_parser_find_keyword (const char *word, gsize length)
{
  const Letter *letter;
  guint place;

  if (length < 2 || length > LONGEST_KEYWORD)
    return ASK_TOKEN_ID;
  place = (guint) (guchar) ((word[0] | 0x20) - 'a');
  if (place >= 26 || (guchar) word[0] >= 0x80)
    return ASK_TOKEN_ID;
  letter = &get_letters ()[place];
  /* Most names are as long as none of them. */
  if ((letter->lengths >> length & 1) == 0)
    return ASK_TOKEN_ID;
  for (guint i = letter->first; i < letter->end; i++)
    if (keywords[i].length == length && is_keyword (keywords[i].word, word, length))
      return (AskSqlTokenType) (FIRST_KEYWORD + i);
  return ASK_TOKEN_ID;
}

AskSqlWordClass
ask_parser_get_word_class (AskSqlTokenType type)
{
  return type < FIRST_KEYWORD ? ASK_WORD_ONLY : keywords[type - FIRST_KEYWORD].word_class;
}

static AskSqlTokenType
operator_type (const char *text, gsize length)
{
  if (length == 3)
    return ASK_TOKEN_EXTRACT_TEXT;
  if (length == 2)
    switch (text[0])
      {
      case '|':
        return ASK_TOKEN_CONCAT;
      case '<':
        return text[1] == '=' ? ASK_TOKEN_LESS_EQUAL : text[1] == '>' ? ASK_TOKEN_NOT_EQUAL : ASK_TOKEN_SHIFT_LEFT;
      case '>':
        return text[1] == '=' ? ASK_TOKEN_GREATER_EQUAL : ASK_TOKEN_SHIFT_RIGHT;
      case '!':
        return ASK_TOKEN_NOT_EQUAL;
      case '=':
        return text[1] == '>' ? ASK_TOKEN_ARROW : ASK_TOKEN_EQUAL;
      case '{':
        return ASK_TOKEN_OPEN_BRACES;
      case '}':
        return ASK_TOKEN_CLOSE_BRACES;
      default:
        return ASK_TOKEN_EXTRACT;
      }
  switch (text[0])
    {
    case '+':
      return ASK_TOKEN_PLUS;
    case '-':
      return ASK_TOKEN_MINUS;
    case '*':
      return ASK_TOKEN_STAR;
    case '/':
      return ASK_TOKEN_SLASH;
    case '%':
      return ASK_TOKEN_PERCENT;
    case '=':
      return ASK_TOKEN_EQUAL;
    case '<':
      return ASK_TOKEN_LESS;
    case '>':
      return ASK_TOKEN_GREATER;
    case '&':
      return ASK_TOKEN_BIT_AND;
    case '|':
      return ASK_TOKEN_BIT_OR;
    case '~':
      return ASK_TOKEN_BIT_NOT;
    case ',':
      return ASK_TOKEN_COMMA;
    case '.':
      return ASK_TOKEN_DOT;
    case '(':
      return ASK_TOKEN_OPEN;
    case ')':
      return ASK_TOKEN_CLOSE;
    case ';':
      return ASK_TOKEN_SEMICOLON;
    default:
      return ASK_TOKEN_BAD;
    }
}

static AskSqlTokenType
token_type (const char *sql, const AskSqlToken *token)
{
  const char *text = sql + token->start;

  switch (token->kind)
    {
    case ASK_SQL_WORD:
      return ask_parser_find_keyword (text, token->length);
    case ASK_SQL_QUOTED:
      return ASK_TOKEN_ID;
    case ASK_SQL_STRING:
      return ASK_TOKEN_STRING;
    case ASK_SQL_BLOB:
      return ASK_TOKEN_BLOB;
    case ASK_SQL_NUMBER:
      if (token->length > 2 && (text[1] == 'x' || text[1] == 'X'))
        return ASK_TOKEN_INTEGER;
      for (gsize i = 0; i < token->length; i++)
        if (!g_ascii_isdigit (text[i]))
          return ASK_TOKEN_REAL;
      return ASK_TOKEN_INTEGER;
    case ASK_SQL_PARAMETER:
      return ASK_TOKEN_PARAMETER;
    case ASK_SQL_OPERATOR:
      return operator_type (text, token->length);
    default:
      return ASK_TOKEN_BAD;
    }
}

/* getToken() in SQLite's tokenize.c: what the token is when only names matter. */
static AskSqlTokenType
name_or_type (const AskSqlParserToken *token)
{
  switch (token->type)
    {
    case ASK_TOKEN_ID:
    case ASK_TOKEN_STRING:
    case ASK_TOKEN_WINDOW:
    case ASK_TOKEN_OVER:
      return ASK_TOKEN_ID;
    default:
      return ask_parser_get_word_class (token->type) != ASK_WORD_ONLY ? ASK_TOKEN_ID : token->type;
    }
}

static gboolean
is_keyword_here (const AskSqlParserToken *tokens, guint at)
{
  gboolean after_close = at > 0 && tokens[at - 1].type == ASK_TOKEN_CLOSE;
  const AskSqlParserToken *next = &tokens[at + 1];

  switch (tokens[at].type)
    {
    case ASK_TOKEN_WINDOW:
      return name_or_type (next) == ASK_TOKEN_ID && next[1].type == ASK_TOKEN_AS;
    case ASK_TOKEN_OVER:
      return after_close && (next->type == ASK_TOKEN_OPEN || name_or_type (next) == ASK_TOKEN_ID);
    case ASK_TOKEN_FILTER:
      return after_close && next->type == ASK_TOKEN_OPEN;
    default:
      return TRUE;
    }
}

/* ask_parser_read_tokens: @plain: (element-type AskSqlToken): all of @sql. @all: (out caller-allocates): room for
 * %ASK_PARSER_TOKENS of them; END is the last one. Returns: how many there are */
guint
ask_parser_read_tokens (const char *sql, const GArray *plain, AskSqlParserToken *all)
{
  guint n = 0;

  for (guint i = 0; i < plain->len; i++)
    {
      const AskSqlToken *from = &g_array_index (plain, AskSqlToken, i);
      AskSqlParserToken *token;

      if (from->kind == ASK_SQL_COMMENT)
        continue;
      if (from->kind == ASK_SQL_UNFINISHED && g_str_has_prefix (sql + from->start, "/*"))
        {
          /* To SQLite a comment that is never closed ends with the text; "/" and "*" if empty. */
          if (from->length > 2)
            continue;
          all[n++] = (AskSqlParserToken) { (guint32) from->start, (guint32) from->start + 1, ASK_TOKEN_SLASH, 0, 0 };
          all[n++] = (AskSqlParserToken) { (guint32) from->start + 1, (guint32) from->start + 2, ASK_TOKEN_STAR, 0, 0 };
          continue;
        }
      token = &all[n++];
      token->start = (guint32) from->start;
      token->end = (guint32) (from->start + from->length);
      token->type = (guint8) token_type (sql, from);
      token->is_name = FALSE;
      token->quote = from->kind == ASK_SQL_QUOTED ? (guint8) sql[from->start] : 0;
    }
  all[n] = (AskSqlParserToken) { .start = (guint32) strlen (sql), .type = ASK_TOKEN_TEXT_END };
  all[n].end = all[n].start;
  n++;
  for (guint i = 0; i < n; i++)
    {
      if (!is_keyword_here (all, i))
        all[i].type = ASK_TOKEN_ID;
      all[i].is_name = all[i].type == ASK_TOKEN_ID || ask_parser_get_word_class (all[i].type) == ASK_WORD_NAME;
    }
  return n;
}

/* ask_parser_dup_excerpt: Returns: (transfer full): the text, shortened and made valid UTF-8 */
char *
ask_parser_dup_excerpt (const char *sql, guint start, guint end)
{
  gboolean whole = end - start <= 40;
  g_autofree char *valid = g_utf8_make_valid (sql + start, whole ? (gssize) (end - start) : 40);

  for (char *p = valid; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  return g_strconcat (valid, whole ? NULL : "…", NULL);
}
