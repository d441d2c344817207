/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A value of the remote printers: a server's text together with what it means here, so that every step can tell
 * whether the server would compute the same. Only the printers include it, see ask-sql-print-private.h for a
 * map of them.
 */
#pragma once

#include "sql/ask-sql-printer.h"

G_BEGIN_DECLS

typedef struct _AskSqlPrint AskSqlPrint;
typedef struct _AskSqlPrintScope AskSqlPrintScope;

/* What a text computes on the server, and so what it means here. */
typedef enum
{
  ASK_REP_NULL, /* always NULL */
  ASK_REP_INTEGER, /* of any width */
  ASK_REP_REAL, /* float8, DOUBLE */
  ASK_REP_NUMERIC, /* an exact decimal of at most 15 digits; here the double next to it */
  ASK_REP_DECIMAL, /* an exact decimal; here text under the collation decimal */
  ASK_REP_BOOLEAN, /* a condition; here 1 or 0 */
  ASK_REP_TEXT, /* compared by bytes once printed through the dialect's byte_order */
  ASK_REP_DATE, /* here YYYY-MM-DD */
  ASK_REP_STAMP, /* here YYYY-MM-DD HH:MM:SS[.ffffff] */
  ASK_REP_ZONED, /* here YYYY-MM-DDTHH:MM:SS[.ffffff]Z */
  ASK_REP_BLOB,
  ASK_REP_OPAQUE /* can be given back, counted, and told from NULL; nothing else */
} AskSqlRepKind;

typedef enum
{
  ASK_RAW_NONE,
  ASK_RAW_BLANK_PADDED, /* PostgreSQL's char(n) */
  ASK_RAW_UUID, /* PostgreSQL's uuid */
  ASK_RAW_COLLATED /* MariaDB's text under whatever collation the column has */
} AskSqlRaw;

/**
 * AskSqlRep:
 * @text: the server's expression
 * @raw: (nullable): a column as it stands, where @text is a conversion of it that no index serves
 * @collation: (nullable): of a COLLATED raw column, where known
 * @literal: (nullable): the value itself, of a constant
 * @written: (nullable): the constant number itself: beside a decimal its digits count as they are written
 * @type: what the driver should take a result column for
 * @small: an integer whose magnitude a double holds exactly
 * @narrow: an integer that has to be widened before arithmetic
 * @loose: a REAL that is an integer here for some rows
 * @digits: text that consists of digits only, and at most nine of them
 * @not_null: never NULL
 * @no_case: under an explicit COLLATE NOCASE
 * @binary: under an explicit COLLATE BINARY
 * @nan: may be NaN, which is text here
 * @constant: has no column
 * @fraction: of STAMP and ZONED: whether parts of seconds may occur; of DECIMAL: whether it has a
 *   scale
 * @bounded: text of a few hundred bytes at most
 * @mixed: of a compound whose SELECTs give it different affinities, so that it is not known which one counts
 */
typedef struct
{
  AskSqlRepKind kind;
  AskSqlRaw raw_kind;
  const char *text;
  const char *raw;
  const char *collation;
  const AskValue *literal;
  const AskSqlExpr *written;
  AskType type;
  AskSqlAffinity affinity;
  guint small : 1;
  guint narrow : 1;
  guint loose : 1;
  guint digits : 1;
  guint not_null : 1;
  guint no_case : 1;
  guint binary : 1;
  guint nan : 1;
  guint constant : 1;
  guint fraction : 1;
  guint bounded : 1;
  guint mixed : 1;
} AskSqlRep;

/* ask-sql-print-rep.c */
gboolean    ask_sql_rep_is_number    (const AskSqlRep      *rep);
gboolean    ask_sql_rep_is_integral  (const AskSqlRep      *rep);
gboolean    ask_sql_rep_is_text      (const AskSqlRep      *rep);
void        ask_sql_rep_literal      (AskSqlPrint          *self,
                                      const AskValue       *value,
                                      AskSqlRep            *rep);
void        ask_sql_rep_set_reference (AskSqlPrint         *self,
                                      const AskSqlRep      *shape,
                                      const char           *ref,
                                      AskSqlRep            *rep);
void        ask_sql_rep_set_relation (AskSqlRep            *rep,
                                      AskType               type);
const char *ask_sql_rep_to_integer   (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_real      (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_number    (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_text      (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_condition (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_print_until_nul  (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_order     (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_output    (AskSqlPrint          *self,
                                      AskSqlRep            *rep);
gboolean    ask_sql_rep_unify        (AskSqlPrint          *self,
                                      AskSqlRep            *into,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_convert      (AskSqlPrint          *self,
                                      const AskSqlRep      *rep,
                                      const AskSqlRep      *target);

/* ask-sql-print-predicate.c */
void        ask_sql_rep_set_condition (AskSqlRep           *rep,
                                      const char           *text);

/* ask-sql-print-compare.c */
void        ask_sql_rep_parse_moment (AskSqlPrint          *self,
                                      AskSqlRep            *rep);

G_END_DECLS
