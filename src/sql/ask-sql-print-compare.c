/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparisons of the remote printers: two values compared as SQLite compares
 * them: affinities first, then NULL, numbers, text by bytes, bytes. Where the server's own
 * comparison is the same, that one is printed, so that its indexes serve.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include "base/ask-decimal.h"

#include <math.h>
#include <string.h>

static gboolean
is_numeric_affinity (AskSqlAffinity affinity)
{
  return affinity == ASK_AFFINITY_NUMERIC || affinity == ASK_AFFINITY_INTEGER || affinity == ASK_AFFINITY_REAL;
}

/* A parameter beside a column: MariaDB looks up an index by a value, not by what is computed of it. */
static const char *
beside (AskSqlPrint *self, const char *template, AskValue value, AskType type)
{
  const char *slot = ask_sql_print_slot (self, value, type);

  return self->ops->bare_in_comparison ? slot : FILL1 (template, slot);
}

/* Whether @text is written in plain digits, no more than so many of them. */
static gboolean
has_digits (const char *text, gsize most, gsize most_behind)
{
  const char *first = text + strspn (text, "-0.");
  const char *point = strchr (text, '.');
  gsize n = strlen (first) - (strchr (first, '.') != NULL ? 1 : 0);

  return strpbrk (text, "eE") == NULL && n <= most && (point == NULL || strlen (point + 1) <= most_behind);
}

/* A double as the decimal that it is next to, of 15 digits at most; NULL where it has more. */
static const char *
digits_of_real (AskSqlPrint *self, const AskValue *value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_INTEGER)
    text = g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
  else
    {
      g_ascii_formatd (buffer, sizeof buffer, "%.15g", value->real);
      if (g_ascii_strtod (buffer, NULL) != value->real)
        return NULL;
      text = ask_decimal_write_out (buffer, strlen (buffer));
    }
  return text != NULL && has_digits (text, 15, 300) ? ask_sql_tree_strdup (self->tree, text, -1) : NULL;
}

/* What is beside a decimal, all its digits; NULL where it is no number or the server's decimals have fewer: of
 * PostgreSQL's some 130,000 before the point and 16,000 behind it, of MariaDB's 65 in all and 38 behind it. */
static const char *
digits_of_literal (AskSqlPrint *self, const AskSqlRep *rep)
{
  g_autofree char *text = NULL;

  if (rep->written != NULL)
    text = ask_sql_expr_dup_digits (rep->written);
  if (text == NULL && rep->literal->kind == ASK_VALUE_TEXT)
    text = ask_decimal_write_out (rep->literal->text, rep->literal->length);
  if (text == NULL || !(self->ops->postgres ? has_digits (text, 1100, 1100) : has_digits (text, 60, 30)))
    return NULL;
  return ask_sql_tree_strdup (self->tree, text, -1);
}

static gboolean
read_two (const char *p, guint from, guint to)
{
  guint n;

  if (!g_ascii_isdigit (p[0]) || !g_ascii_isdigit (p[1]))
    return FALSE;
  n = (guint) (p[0] - '0') * 10 + (guint) (p[1] - '0');
  return n >= from && n <= to;
}

/**
 * ask_sql_is_day:
 * @text: with @length bytes
 *
 * Returns: whether it is a day that exists, as this product writes days: a parameter of a date to any server
 */
gboolean
ask_sql_is_day (const char *text, gsize length)
{
  guint year;

  if (length != 10 || text[4] != '-' || text[7] != '-' || !read_two (text, 0, 99) || !read_two (text + 2, 0, 99)
      || !read_two (text + 5, 1, 12) || !read_two (text + 8, 1, 31))
    return FALSE;
  year = (guint) g_ascii_strtoull (text, NULL, 10);
  return year > 0
         && g_date_valid_dmy ((GDateDay) g_ascii_strtoull (text + 8, NULL, 10),
                              (GDateMonth) g_ascii_strtoull (text + 5, NULL, 10), (GDateYear) year);
}

static gboolean
is_stamp (const char *text, gsize length)
{
  if (length < 19 || length > 26 || !ask_sql_is_day (text, 10) || text[10] != ' ' || !read_two (text + 11, 0, 23)
      || text[13] != ':' || !read_two (text + 14, 0, 59) || text[16] != ':' || !read_two (text + 17, 0, 59))
    return FALSE;
  if (length == 19)
    return TRUE;
  if (length == 20 || text[19] != '.' || text[length - 1] == '0')
    return FALSE;
  for (gsize i = 20; i < length; i++)
    if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return TRUE;
}

/* A day or a stamp as a parameter. PostgreSQL would read a text anew for each row: to it the parameter
 * is of that type itself. */
static const char *
moment (AskSqlPrint *self, const char *template, const AskValue *text, AskType type)
{
  return FILL1 (template, ask_sql_print_slot (self, *text, self->ops->postgres ? type : ASK_TYPE_TEXT));
}

/**
 * ask_sql_rep_parse_moment:
 * @rep: a literal; becomes a date or a stamp where its text is one, written in full
 */
void
ask_sql_rep_parse_moment (AskSqlPrint *self, AskSqlRep *rep)
{
  const AskValue *value = rep->literal;
  gboolean day;

  if (value == NULL || value->kind != ASK_VALUE_TEXT)
    return;
  day = ask_sql_is_day (value->text, value->length);
  if (!day && !is_stamp (value->text, value->length))
    return;
  rep->kind = day ? ASK_REP_DATE : ASK_REP_STAMP;
  rep->fraction = value->length > 19;
  rep->literal = NULL;
  rep->text = day ? moment (self, self->ops->date_parameter, value, ASK_TYPE_DATE)
                  : moment (self, self->ops->stamp_parameter, value, ASK_TYPE_DATETIME);
}

static gboolean
is_order (AskSqlOp op)
{
  return op == ASK_OP_LESS || op == ASK_OP_LESS_EQUAL || op == ASK_OP_GREATER || op == ASK_OP_GREATER_EQUAL;
}

static const char *
apply (AskSqlPrint *self, AskSqlOp op, const char *a, const char *b)
{
  switch (op)
    {
    case ASK_OP_IS:
      return FILL2 (self->ops->not_distinct, a, b);
    case ASK_OP_IS_NOT:
      return FILL2 (self->ops->distinct, a, b);
    case ASK_OP_EQUAL:
      return FILL2 ("({a} = {b})", a, b);
    case ASK_OP_NOT_EQUAL:
      return FILL2 ("({a} <> {b})", a, b);
    case ASK_OP_LESS:
      return FILL2 ("({a} < {b})", a, b);
    case ASK_OP_LESS_EQUAL:
      return FILL2 ("({a} <= {b})", a, b);
    case ASK_OP_GREATER:
      return FILL2 ("({a} > {b})", a, b);
    default:
      return FILL2 ("({a} >= {b})", a, b);
    }
}

/* What no value of @rep satisfies: false, or NULL where it is NULL. */
static const char *
never (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *rep)
{
  switch (op)
    {
    case ASK_OP_IS:
      return self->ops->false_word;
    case ASK_OP_IS_NOT:
      return self->ops->true_word;
    case ASK_OP_NOT_EQUAL:
      return FILL1 ("({a} = {a})", rep->text);
    default:
      return FILL1 ("({a} <> {a})", rep->text);
    }
}

/* Text with text, by bytes. */
static const char *
compare_texts (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *a, const AskSqlRep *b)
{
  gboolean no_case = a->no_case || b->no_case;
  const char *left;
  const char *right;

  if (op == ASK_OP_EQUAL && !no_case)
    {
      const char *quick = self->ops->equal_text (self, a, b);

      if (quick != NULL)
        return quick;
    }
  if ((left = ask_sql_rep_to_text (self, a)) == NULL || (right = ask_sql_rep_to_text (self, b)) == NULL)
    return NULL;
  if (no_case)
    {
      left = FILL1 (self->ops->no_case, left);
      right = FILL1 (self->ops->no_case, right);
    }
  if (is_order (op))
    {
      left = FILL1 (self->ops->byte_order, left);
      right = FILL1 (self->ops->byte_order, right);
    }
  return apply (self, op, left, right);
}

/* A date, a stamp or a stamp with zone with a text that is known now. */
static const char *
compare_moment (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *a, const AskSqlRep *b)
{
  const char *text = b->literal->text;
  gsize length = b->literal->length;

  if (a->kind == ASK_REP_DATE && ask_sql_is_day (text, length))
    return apply (self, op, a->text, moment (self, self->ops->date_parameter, b->literal, ASK_TYPE_DATE));
  if (a->kind == ASK_REP_STAMP && is_stamp (text, length))
    return apply (self, op, a->text, moment (self, self->ops->stamp_parameter, b->literal, ASK_TYPE_DATETIME));
  /* Every moment of a day comes after the day's own text, which is a part of theirs. */
  if ((a->kind == ASK_REP_STAMP || a->kind == ASK_REP_ZONED) && is_order (op) && ask_sql_is_day (text, length))
    {
      const char *midnight
        = moment (self, a->kind == ASK_REP_STAMP ? self->ops->stamp_parameter : self->ops->day_zoned_parameter,
                  b->literal, ASK_TYPE_DATETIME);

      op = op == ASK_OP_LESS_EQUAL ? ASK_OP_LESS : op == ASK_OP_GREATER ? ASK_OP_GREATER_EQUAL : op;
      return apply (self, op, a->text, midnight);
    }
  return compare_texts (self, op, a, b);
}

static const char *
compare_integer_with_real (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *a, double real)
{
  double whole = floor (real);
  AskValue value;

  /* -2^63 and 2^63 are doubles; what lies beyond them lies beyond every integer. */
  if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0))
    {
      ask_sql_print_refuse (self, "An integer is compared with a real beyond all integers");
      return NULL;
    }
  if (whole == real)
    value = ask_value_integer ((gint64) real);
  else if (!is_order (op))
    return never (self, op, a);
  else
    {
      gboolean below = op == ASK_OP_LESS || op == ASK_OP_LESS_EQUAL;

      /* x < 2.5 is x <= 2; x > 2.5 is x > 2. */
      op = below ? ASK_OP_LESS_EQUAL : ASK_OP_GREATER;
      value = ask_value_integer ((gint64) whole);
    }
  return apply (self, op, a->text, beside (self, self->ops->integer_parameter, value, ASK_TYPE_INTEGER));
}

/* A column or expression with a number that is known now. */
static const char *
compare_number (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *a, const AskValue *value)
{
  const char *digits;

  switch (a->kind)
    {
    case ASK_REP_BOOLEAN:
      if (value->kind == ASK_VALUE_INTEGER && (value->integer == 0 || value->integer == 1) && self->ops->postgres
          && (op == ASK_OP_EQUAL || op == ASK_OP_NOT_EQUAL))
        return (value->integer == 1) == (op == ASK_OP_EQUAL) ? a->text : FILL1 ("(NOT {a})", a->text);
      if (value->kind == ASK_VALUE_INTEGER)
        return apply (self, op, ask_sql_rep_to_integer (self, a),
                      beside (self, self->ops->integer_parameter, *value, ASK_TYPE_INTEGER));
      {
        AskSqlRep integer = { .kind = ASK_REP_INTEGER, .text = ask_sql_rep_to_integer (self, a) };

        return compare_integer_with_real (self, op, &integer, value->real);
      }
    case ASK_REP_INTEGER:
      if (value->kind == ASK_VALUE_REAL)
        return compare_integer_with_real (self, op, a, value->real);
      return apply (self, op, a->text, beside (self, self->ops->integer_parameter, *value, ASK_TYPE_INTEGER));
    case ASK_REP_NUMERIC:
      digits = digits_of_real (self, value);
      if (digits != NULL)
        return apply (self, op, a->text,
                      FILL1 (self->ops->decimal_parameter,
                             ask_sql_print_slot (self, ask_value_text (digits, -1), ASK_TYPE_DECIMAL)));
      G_GNUC_FALLTHROUGH;
    case ASK_REP_REAL:
      {
        double real = value->kind == ASK_VALUE_REAL ? value->real : (double) value->integer;

        /* Asked of the integer: 2^53 + 1 as a double is 2^53. */
        if (value->kind == ASK_VALUE_INTEGER
            && (value->integer > G_GINT64_CONSTANT (9007199254740992)
                || value->integer < -G_GINT64_CONSTANT (9007199254740992)))
          {
            ask_sql_print_refuse (self, "A real is compared with an integer of many digits");
            return NULL;
          }
        if (!isfinite (real))
          {
            ask_sql_print_refuse (self, "Infinity is no value of a literal");
            return NULL;
          }
        return apply (self, op, ask_sql_rep_to_real (self, a),
                      beside (self, self->ops->real_parameter, ask_value_real (real), ASK_TYPE_REAL));
      }
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Every number comes before every text, so only NULL is left to be told. */
static const char *
compare_classes (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *a, const AskValue *value)
{
  gboolean below = ask_sql_rep_is_number (a);
  gboolean holds
    = op == ASK_OP_NOT_EQUAL
      || (below ? op == ASK_OP_LESS || op == ASK_OP_LESS_EQUAL : op == ASK_OP_GREATER || op == ASK_OP_GREATER_EQUAL);

  /* NaN is text here; and text under numeric affinity may be a number. */
  if ((a->nan && (is_order (op) || g_str_equal (value->text, "NaN")))
      || (a->kind == ASK_REP_TEXT && is_numeric_affinity (a->affinity)))
    {
      ask_sql_print_refuse (self, "Text is compared with a number");
      return NULL;
    }
  return never (self, holds ? ASK_OP_NOT_EQUAL : op, a);
}

static const char *
compare_literal (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *a, const AskSqlRep *b)
{
  const AskValue *value = b->literal;
  AskValue converted;

  if (a->kind == ASK_REP_DECIMAL)
    {
      const char *digits = NULL;

      if (value->kind == ASK_VALUE_BLOB || a->affinity != ASK_AFFINITY_TEXT
          || (digits = digits_of_literal (self, b)) == NULL)
        {
          ask_sql_print_refuse (self, "A decimal is compared with something that is no decimal");
          return NULL;
        }
      return apply (self, op, a->text,
                    FILL1 (self->ops->decimal_parameter,
                           ask_sql_print_slot (self, ask_value_text (digits, -1), ASK_TYPE_DECIMAL)));
    }
  if (ask_sql_rep_is_number (a) && value->kind != ASK_VALUE_BLOB)
    {
      if (value->kind != ASK_VALUE_TEXT)
        return compare_number (self, op, a, value);
      if (is_numeric_affinity (a->affinity) && ask_text_to_number (value->text, &converted))
        return compare_number (self, op, a, &converted);
      return compare_classes (self, op, a, value);
    }
  if (ask_sql_rep_is_text (a) && value->kind == ASK_VALUE_TEXT)
    {
      if (is_numeric_affinity (a->affinity) && ask_text_to_number (value->text, &converted))
        return compare_classes (self, op, a, value);
      return a->kind != ASK_REP_TEXT && !a->no_case && !b->no_case ? compare_moment (self, op, a, b)
                                                                   : compare_texts (self, op, a, b);
    }
  if (ask_sql_rep_is_text (a) && value->kind != ASK_VALUE_BLOB)
    {
      AskSqlRep text = *b;
      AskValue *kept;
      g_autofree char *digits = NULL;

      if (a->affinity != ASK_AFFINITY_TEXT)
        return compare_classes (self, op, a, value);
      if (value->kind != ASK_VALUE_INTEGER)
        {
          ask_sql_print_refuse (self, "Text is compared with a real");
          return NULL;
        }
      digits = g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
      kept = ask_sql_tree_alloc (self->tree, sizeof *kept);
      *kept = ask_value_text (ask_sql_tree_strdup (self->tree, digits, -1), -1);
      ask_sql_rep_literal (self, kept, &text);
      return compare_texts (self, op, a, &text);
    }
  if (a->kind == ASK_REP_BLOB && value->kind == ASK_VALUE_BLOB)
    return apply (self, op, a->text, b->text);
  ask_sql_print_refuse (self, "Values of different types are compared");
  return NULL;
}

/* Whether it is up to the affinity of @a, which is not known, how they compare. */
static gboolean
is_unsure (const AskSqlRep *a, const AskSqlRep *b)
{
  return a->mixed
         && (ask_sql_rep_is_number (a) != ask_sql_rep_is_number (b)
             || (ask_sql_rep_is_text (a) && is_numeric_affinity (a->affinity)));
}

/**
 * ask_sql_print_compare:
 * @op: =, <>, <, <=, >, >=, IS, IS NOT
 *
 * Returns: (transfer none) (nullable): a condition; %NULL with the reason set
 */
const char *
ask_sql_print_compare (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *a, const AskSqlRep *b)
{
  if (a->kind == ASK_REP_NULL || b->kind == ASK_REP_NULL)
    {
      const AskSqlRep *other = a->kind == ASK_REP_NULL ? b : a;

      if (op != ASK_OP_IS && op != ASK_OP_IS_NOT)
        return self->ops->null_boolean;
      if (other->kind == ASK_REP_NULL)
        return op == ASK_OP_IS ? self->ops->true_word : self->ops->false_word;
      return FILL1 (op == ASK_OP_IS ? "({a} IS NULL)" : "({a} IS NOT NULL)", other->text);
    }
  if (a->kind == ASK_REP_OPAQUE || b->kind == ASK_REP_OPAQUE)
    {
      ask_sql_print_refuse_server (self, "Values of this type compare otherwise in");
      return NULL;
    }
  if ((a->binary && b->kind == ASK_REP_DECIMAL) || (b->binary && a->kind == ASK_REP_DECIMAL))
    {
      ask_sql_print_refuse (self, "Decimals are compared digit by digit");
      return NULL;
    }
  if (a->no_case || b->no_case)
    {
      if (!ask_sql_rep_is_text (a) || !ask_sql_rep_is_text (b))
        {
          ask_sql_print_refuse (self, "COLLATE NOCASE stands beside something other than text");
          return NULL;
        }
    }
  if (is_unsure (a, b) || is_unsure (b, a))
    {
      ask_sql_print_refuse (self, "The parts of a compound compare in different ways");
      return NULL;
    }
  if (b->literal != NULL && a->literal == NULL)
    return compare_literal (self, op, a, b);
  if (a->literal != NULL && b->literal == NULL)
    return compare_literal (self, ask_sql_op_get_mirrored (op), b, a);
  if (ask_sql_rep_is_integral (a) && ask_sql_rep_is_integral (b))
    {
      if (a->kind == b->kind)
        return apply (self, op, a->text, b->text);
      return apply (self, op, ask_sql_rep_to_integer (self, a), ask_sql_rep_to_integer (self, b));
    }
  if (ask_sql_rep_is_number (a) && ask_sql_rep_is_number (b))
    {
      if (a->kind == ASK_REP_NUMERIC && b->kind == ASK_REP_NUMERIC)
        return apply (self, op, a->text, b->text);
      if ((ask_sql_rep_is_integral (a) && !a->small) || (ask_sql_rep_is_integral (b) && !b->small))
        {
          ask_sql_print_refuse (self, "A large integer is compared with a real");
          return NULL;
        }
      return apply (self, op, ask_sql_rep_to_real (self, a), ask_sql_rep_to_real (self, b));
    }
  if (ask_sql_rep_is_text (a) && ask_sql_rep_is_text (b))
    {
      if (a->kind == b->kind && a->kind != ASK_REP_TEXT && (a->kind != ASK_REP_ZONED || !is_order (op)))
        return apply (self, op, a->text, b->text);
      /* A date has numeric affinity: text beside it that looks like a number becomes one. */
      if (a->kind != b->kind && is_order (op)
          && (is_numeric_affinity (a->affinity) || is_numeric_affinity (b->affinity)))
        {
          ask_sql_print_refuse (self, "A date is compared with text");
          return NULL;
        }
      return compare_texts (self, op, a, b);
    }
  if ((a->kind == ASK_REP_DECIMAL || a->kind == ASK_REP_BLOB) && a->kind == b->kind)
    return apply (self, op, a->text, b->text);
  ask_sql_print_refuse (self, "Values of different types are compared");
  return NULL;
}

/**
 * ask_sql_print_check_decimals:
 * @a: what is compared with several values
 * @decimal: whether one of those is a decimal
 * @literal: whether one of them is a literal
 *
 * "5 BETWEEN price AND 10" compares 5 with 10 as a decimal, too; to the server both are numbers of their own.
 *
 * Returns: whether each may be compared for itself; else the reason is set
 */
gboolean
ask_sql_print_check_decimals (AskSqlPrint *self, const AskSqlRep *a, gboolean decimal, gboolean literal)
{
  return a->literal == NULL || !decimal || !literal
         || ask_sql_print_refuse (self, "A number is compared with a decimal and with another number");
}
