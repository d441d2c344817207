/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What differs between the dialects of the remote printers, in one table for each. Only the printers include it, see
 * ask-sql-print-private.h for a map of them.
 */
#pragma once

#include "sql/ask-sql-print-rep-private.h"

G_BEGIN_DECLS

/**
 * AskSqlOps:
 *
 * One dialect. Members that are texts are templates: {a}, {b}, {c} stand for operands, which bring
 * their own parentheses.
 */
typedef struct
{
  gboolean postgres;
  gboolean places_nulls; /* NULLS FIRST and NULLS LAST are known */
  gboolean backslashes; /* escape within quotes of names */
  gboolean aliases_shadow; /* an alias stands for its expression in all of the SELECT, in place of a column */
  char quote;
  guint max_name; /* bytes of an alias that surely stay distinct */
  const char *server; /* "PostgreSQL", for reasons */

  /* Nullable: for a server that computes much otherwise: why an expression, or a SELECT, is not written for it, as
   * the beginning of a sentence that ends with its name. */
  const char *(*refuse_expr) (const AskSqlExpr *expr);
  const char *(*refuse_select) (const AskSqlSelect *select);
  gboolean joins_wholes; /* its tables are joined where a statement goes to it as a whole, and else here */
  const char *aggregated; /* nullable: what an aggregate is given, so that one of nothing is NULL */

  /* Conversions */
  const char *widen; /* integer to 64 bits */
  const char *to_real;
  const char *integer_to_text;
  const char *boolean_to_integer;
  const char *date_to_text;
  const char *stamp_to_text; /* without fraction */
  const char *stamp_fraction_to_text;
  const char *zoned_to_text;
  const char *decimal_to_real;
  const char *byte_order;
  const char *sortable; /* nullable: text that sorts whole, or an error */
  const char *until_nul; /* nullable: text up to its first NUL, where there may be one */
  const char *no_case; /* what NOCASE compares */
  const char *truncate; /* a REAL to an integer, towards zero */

  /* Parameters, {a} being the bare one */
  const char *integer_parameter;
  const char *real_parameter;
  const char *text_parameter;
  const char *blob_parameter;
  const char *decimal_parameter;
  const char *date_parameter;
  const char *stamp_parameter;
  const char *day_zoned_parameter; /* midnight UTC of a date */
  gboolean bare_in_comparison;

  /* Operators */
  const char *not_distinct;
  const char *distinct;
  const char *concat;
  const char *subtract_integer; /* of a {b} that may be any integer */
  const char *divide_integer;
  const char *divide_real;
  const char *remainder;
  const char *bit_and;
  const char *bit_or;
  const char *bit_not;
  const char *null_boolean;
  const char *true_word;
  const char *false_word;

  /* Functions */
  const char *length;
  const char *octet_length;
  const char *text_octets; /* of {a} in UTF-8; nullable */
  const char *lower;
  const char *upper;
  const char *trim;
  const char *left_trim;
  const char *right_trim;
  const char *position; /* of {b} in {a} */
  const char *round_real; /* to an integer, half away from zero */
  const char *julian_day; /* of a date */
  const char *julian_stamp; /* of a stamp without fraction; nullable */
  const char *day; /* a stamp's date */
  const char *midnight; /* a date as a stamp */
  const char *whole_seconds; /* a stamp without its fraction */
  const char *clock; /* a stamp's time as text */
  const char *zoned_to_stamp; /* in UTC */
  const char *greatest;
  const char *least;
  const char *sum_integer; /* of values that may be large; nullable */
  const char *sum_small;

  /**
   * column:
   * @ref: the column's qualified, quoted name
   * @rep: (out): what it is; %ASK_REP_OPAQUE where nothing is known
   */
  void (*column) (AskSqlPrint *self, const AskSqlColumn *column, const char *ref, AskSqlRep *rep);
  /* nullable: what else is to be said of a text that a subquery gives, see
   * ask_sql_rep_set_reference() */
  void (*text_reference) (AskSqlPrint *self, const AskSqlRep *shape, const char *ref, AskSqlRep *rep);
  /* A relation of values as an item of FROM, with its columns' shapes. */
  const char *(*relation) (AskSqlPrint *self, const AskSqlRelation *relation, const char *alias,
                           AskSqlRep *shapes);
  /* nullable: FROM of a core with several items, where the dialect writes its joins itself; NULL with the reason
   * set */
  const char *(*joins) (AskSqlPrint *self, AskSqlPrintScope *scope);
  /* strftime() with @format on a date or a stamp; NULL where it has no equal. */
  const char *(*format_time) (AskSqlPrint *self, const char *format, const AskSqlRep *rep);
  /* {a} LIKE {b}; NULL with the reason set. */
  const char *(*like) (AskSqlPrint *self, const char *text, const AskSqlRep *pattern,
                       const char *escape);
  /* Equality of text that an index serves; NULL for the plain way. */
  const char *(*equal_text) (AskSqlPrint *self, const AskSqlRep *a, const AskSqlRep *b);
} AskSqlOps;

extern const AskSqlOps ask_sql_ops_postgres;
extern const AskSqlOps ask_sql_ops_mariadb;
extern const AskSqlOps ask_sql_ops_clickhouse;

G_END_DECLS
