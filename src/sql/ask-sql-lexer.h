/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL text as tokens with their places, and the quoting of names and literals, in SQLite's dialect.
 * It knows words, not grammar; it never touches a database.
 */
#pragma once

#include <glib.h>

#include "base/ask-value.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_SQL_WORD, /* a bare word: a keyword or a name */
  ASK_SQL_QUOTED, /* "name", [name] or `name` */
  ASK_SQL_STRING, /* 'text' */
  ASK_SQL_BLOB, /* x'00' */
  ASK_SQL_NUMBER,
  ASK_SQL_PARAMETER, /* ?, ?1, :a, @a, $a */
  ASK_SQL_OPERATOR, /* one character or one of || <= >= <> != == << >> -> ->> => {{ }} */
  ASK_SQL_COMMENT,
  ASK_SQL_UNFINISHED /* a quote or comment that is never closed, or a character of no use */
} AskSqlTokenKind;

/**
 * AskSqlToken:
 * @start: byte offset in the text
 * @length: bytes
 */
typedef struct
{
  AskSqlTokenKind kind;
  gsize start;
  gsize length;
} AskSqlToken;

GArray  *ask_sql_tokenize        (const char         *sql);
char    *ask_sql_token_dup_name  (const char         *sql,
                                  const AskSqlToken  *token);
char    *ask_sql_token_dup_text  (const char         *sql,
                                  const AskSqlToken  *token);
gboolean ask_sql_token_is        (const char         *sql,
                                  const AskSqlToken  *token,
                                  const char         *word);
char    *ask_sql_quote_name      (const char         *name);
char    *ask_sql_quote_name_if_needed (const char    *name);
char    *ask_sql_quote_text      (const char         *text);
char    *ask_sql_quote_value     (const AskValue     *value);

G_END_DECLS
