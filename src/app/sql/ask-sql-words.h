/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which names of the schema fit at a place in SQL that is being written. Pure functions.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_SQL_WORD_ATTRIBUTE,
  ASK_SQL_WORD_METRIC,
  ASK_SQL_WORD_ENTITY,
  ASK_SQL_WORD_KEYWORD
} AskSqlWordKind;

/**
 * AskSqlWord:
 * @name: as people read it
 * @text: as it is written in SQL, quoted where it has to be
 * @detail: (nullable): what it is of, or its description
 */
typedef struct
{
  AskSqlWordKind kind;
  char *name;
  char *text;
  char *detail;
} AskSqlWord;

void       ask_sql_word_free    (AskSqlWord       *self);
GPtrArray *ask_sql_words_find   (AskSchema        *schema,
                                 const char       *sql,
                                 gsize             cursor);
gboolean   ask_sql_word_matches (const AskSqlWord *self,
                                 const char       *typed);

G_END_DECLS
