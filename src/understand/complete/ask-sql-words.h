/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which names, functions, values and words fit at a place in SQL that is being written. Pure functions of a schema and a
 * text.
 */
#pragma once

#include "schema/ask-schema.h"
#include "sql/ask-sql-signature.h"

G_BEGIN_DECLS

/* More than a person looks through; a letter more makes them fewer. */
#define ASK_SQL_MAX_WORDS 200

typedef enum
{
  ASK_SQL_WORD_VALUE, /* that the attribute before it may have */
  ASK_SQL_WORD_JOIN, /* the condition of a relationship */
  ASK_SQL_WORD_ALIAS, /* of a result, or of an item of FROM */
  ASK_SQL_WORD_ATTRIBUTE, /* of a CTE and a subquery, too */
  ASK_SQL_WORD_METRIC,
  ASK_SQL_WORD_CTE,
  ASK_SQL_WORD_ENTITY,
  ASK_SQL_WORD_FUNCTION,
  ASK_SQL_WORD_KEYWORD,
  ASK_SQL_WORD_QUESTION /* a verified question's SQL */
} AskSqlWordKind;

/**
 * AskSqlWord:
 * @name: as people read it
 * @text: as it is written in SQL, quoted where it has to be
 * @detail: (nullable): what it is of, its arguments, or its description
 * @back: how many characters before its end the cursor stands behind it
 */
typedef struct
{
  AskSqlWordKind kind;
  char *name;
  char *text;
  char *detail;
  guint back;
} AskSqlWord;

/**
 * AskSqlSnippet:
 * @name: what it is found by
 *
 * A whole statement that may be begun with.
 */
typedef struct
{
  const char *name;
  const char *sql;
} AskSqlSnippet;

/**
 * AskSqlOffers:
 * @snippets: (nullable) (element-type AskSqlSnippet): statements that may be begun with
 * @functions: (nullable) (element-type AskSqlSignature): that a steward defined, beside those of SQL and of language models
 *
 * What is offered beside the schema.
 */
typedef struct
{
  const GArray *snippets;
  const GArray *functions;
} AskSqlOffers;

void       ask_sql_word_free      (AskSqlWord          *self);
GPtrArray *ask_sql_words_find (AskSchema *schema, const AskSqlOffers *offers, const char *sql, gsize cursor,
                               gsize *start);
gboolean   ask_sql_words_find_call (const char         *sql,
                                   gsize                cursor,
                                   AskSqlSignature     *signature,
                                   guint               *argument);

G_END_DECLS
