/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Scalar functions of the remote printers: those of SQLite's that a server can compute to the same
 * value. upper() and lower() know ASCII alone; substr() counts from 1 or from the end; dates are only
 * taken apart where the column is a date.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <string.h>

/* Whatever is copied several times may not be longer. */
#define MAX_COPIED 2000

#define ROUNDS_BITS (ASK_SQLITE_VERSION >= 3043000)

typedef gboolean (*Printer) (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep);

static void
set_text (AskSqlRep *rep, const char *text)
{
  *rep = (AskSqlRep) { .kind = ASK_REP_TEXT, .type = ASK_TYPE_TEXT, .text = text };
}

static gboolean
get_integer (const AskSqlRep *rep, gint64 *integer)
{
  if (rep->literal == NULL || rep->literal->kind != ASK_VALUE_INTEGER)
    return FALSE;
  *integer = rep->literal->integer;
  return TRUE;
}

static gboolean
print_abs (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  if (!ask_sql_rep_is_number (&reps[0]) || reps[0].loose)
    return ask_sql_print_refuse (self, "abs() of something that is no number");
  *rep = (AskSqlRep) { .kind = reps[0].kind == ASK_REP_NUMERIC   ? ASK_REP_REAL
                               : reps[0].kind == ASK_REP_BOOLEAN ? ASK_REP_INTEGER
                                                                 : reps[0].kind,
                       .small = reps[0].small,
                       .text = FILL1 ("ABS({a})", ask_sql_rep_to_number (self, &reps[0])) };
  rep->type = rep->kind == ASK_REP_REAL ? ASK_TYPE_REAL : ASK_TYPE_INTEGER;
  return n == 1;
}

/* CASE of one condition, or COALESCE: whatever gives one of several values. */
static gboolean
unify_all (AskSqlPrint *self, AskSqlRep *reps, guint from, guint n, const char **texts, AskSqlRep *rep)
{
  AskSqlRep target = { .kind = ASK_REP_NULL, .not_null = TRUE };

  for (guint i = from; i < n; i++)
    if (!ask_sql_rep_unify (self, &target, &reps[i]))
      return FALSE;
  for (guint i = from; i < n; i++)
    if ((texts[i] = ask_sql_rep_convert (self, &reps[i], &target)) == NULL)
      return FALSE;
  *rep = target;
  rep->affinity = ASK_AFFINITY_NONE;
  rep->constant = FALSE;
  if (rep->kind == ASK_REP_BOOLEAN)
    rep->type = ASK_TYPE_INTEGER;
  return TRUE;
}

static gboolean
print_coalesce (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  g_autofree const char **texts = g_new0 (const char *, n + 1);
  GString *text;
  gboolean not_null = FALSE;

  if (!unify_all (self, reps, 0, n, texts, rep))
    return FALSE;
  if (rep->kind == ASK_REP_NULL)
    {
      rep->text = "NULL";
      return TRUE;
    }
  text = g_string_new ("COALESCE(");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", texts[i]);
      not_null |= reps[i].not_null;
    }
  g_string_append_c (text, ')');
  rep->text = ask_sql_print_keep (self, g_string_free (text, FALSE));
  rep->not_null = not_null;
  /* An integer only in place of NULL, so what is there stays one kind for each row. */
  return TRUE;
}

static gboolean
is_same_class (const AskSqlRep *a, const AskSqlRep *b)
{
  return (ask_sql_rep_is_number (a) && ask_sql_rep_is_number (b))
         || (ask_sql_rep_is_text (a) && ask_sql_rep_is_text (b));
}

static gboolean
print_nullif (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  const char *condition;

  if (n != 2 || !is_same_class (&reps[0], &reps[1]) || reps[0].literal != NULL)
    return ask_sql_print_refuse (self, "nullif() compares values of different types");
  if ((condition = ask_sql_print_compare (self, ASK_OP_EQUAL, &reps[0], &reps[1])) == NULL)
    return FALSE;
  *rep = reps[0];
  rep->raw = NULL;
  rep->raw_kind = ASK_RAW_NONE;
  rep->affinity = ASK_AFFINITY_NONE;
  rep->not_null = FALSE;
  rep->text = FILL2 ("(CASE WHEN {a} THEN NULL ELSE {b} END)", condition, reps[0].text);
  if (rep->kind == ASK_REP_BOOLEAN)
    rep->type = ASK_TYPE_INTEGER;
  return TRUE;
}

static gboolean
print_iif (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  const char *texts[3];
  const char *condition = ask_sql_rep_to_condition (self, &reps[0]);

  if (n != 3 || condition == NULL || !unify_all (self, reps, 1, 3, texts, rep))
    return FALSE;
  if (rep->kind == ASK_REP_NULL)
    rep->text = "NULL";
  else
    rep->text = FILL3 ("(CASE WHEN {a} THEN {b} ELSE {c} END)", condition, texts[1], texts[2]);
  return TRUE;
}

static gboolean
print_length (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  const char *text;

  *rep = (AskSqlRep) { .kind = ASK_REP_INTEGER, .type = ASK_TYPE_INTEGER, .small = TRUE, .narrow = TRUE };
  if (reps[0].kind == ASK_REP_BLOB)
    {
      rep->text = FILL1 (self->ops->octet_length, reps[0].text);
      return TRUE;
    }
  if ((text = ask_sql_print_until_nul (self, &reps[0])) == NULL)
    return FALSE;
  rep->text = FILL1 (self->ops->length, text);
  return n == 1;
}

static gboolean
print_one_text (AskSqlPrint *self, const char *template, AskSqlRep *reps, AskSqlRep *rep)
{
  const char *text = ask_sql_rep_to_text (self, &reps[0]);

  if (text == NULL)
    return FALSE;
  set_text (rep, FILL1 (template, text));
  return TRUE;
}

static gboolean
print_lower (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  return n == 1 && print_one_text (self, self->ops->lower, reps, rep);
}

static gboolean
print_upper (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  return n == 1 && print_one_text (self, self->ops->upper, reps, rep);
}

static gboolean
print_trimmed (AskSqlPrint *self, const char *template, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  if (n > 1)
    return ask_sql_print_refuse (self, "trim() of given characters");
  return print_one_text (self, template, reps, rep);
}

static gboolean
print_trim (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  return print_trimmed (self, self->ops->trim, reps, n, rep);
}

static gboolean
print_left_trim (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  return print_trimmed (self, self->ops->left_trim, reps, n, rep);
}

static gboolean
print_right_trim (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  return print_trimmed (self, self->ops->right_trim, reps, n, rep);
}

/* Of the year, the month or the day of something that is written as a date. */
static gboolean
is_digits_of_date (const AskSqlRep *rep, gint64 start, gint64 length)
{
  return rep->kind != ASK_REP_TEXT && ask_sql_rep_is_text (rep)
         && ((start == 1 && length == 4) || (start == 6 && length == 2) || (start == 9 && length == 2));
}

static gboolean
print_substr (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  gint64 start;
  gint64 length = G_MAXINT32;
  const char *text;
  const char *template;
  g_autofree char *from = NULL;
  g_autofree char *count = NULL;

  if (n < 2 || !get_integer (&reps[1], &start) || (n == 3 && !get_integer (&reps[2], &length)) || start < -G_MAXINT32
      || start > G_MAXINT32 || length < 0 || length > G_MAXINT32)
    return ask_sql_print_refuse (self, "substr() without plain numbers, or backwards");
  if ((text = ask_sql_print_until_nul (self, &reps[0])) == NULL)
    return FALSE;
  if (start < 0 && n == 3)
    return ask_sql_print_refuse (self, "substr() counts from the end and has a length");
  if (start == 0 && n == 3 && length > 0)
    length--;
  if (start < 0)
    {
      template = "RIGHT({a}, {b})";
      start = -start;
    }
  else if (n == 2)
    template = "SUBSTR({a}, {b})";
  else
    template = "SUBSTR({a}, {b}, {c})";
  from = g_strdup_printf ("%" G_GINT64_FORMAT, MAX (start, 1));
  count = g_strdup_printf ("%" G_GINT64_FORMAT, length);
  set_text (rep, FILL3 (template, text, from, count));
  rep->digits = n == 3 && is_digits_of_date (&reps[0], start, length) && self->ops->postgres;
  return TRUE;
}

static gboolean
print_replace (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  const char *texts[3];
  const char *replaced;

  /* MariaDB 11.8 gives wrong texts for some rows where the text to be searched is one value. */
  if (n == 3 && !self->ops->postgres && reps[0].constant)
    return ask_sql_print_refuse (self, "replace() in a text that is no column's");
  for (guint i = 0; i < 3; i++)
    if (n != 3 || (texts[i] = ask_sql_rep_to_text (self, &reps[i])) == NULL)
      return FALSE;
  replaced = FILL3 ("REPLACE({a}, {b}, {c})", texts[0], texts[1], texts[2]);
  /* MariaDB does not look at what is to stand there where there is nothing to replace. */
  if (!self->ops->postgres && reps[2].literal == NULL)
    replaced = FILL2 ("(CASE WHEN {a} IS NULL THEN NULL ELSE {b} END)", texts[2], replaced);
  /* SQLite looks for nothing where that is empty or begins with a NUL, whatever is to stand there. */
  if (reps[1].literal == NULL || reps[1].literal->length == 0)
    replaced = FILL3 (self->ops->postgres ? "(CASE WHEN {a} = '' THEN {b} ELSE {c} END)"
                                          : "(CASE WHEN ASCII({a}) = 0 THEN {b} ELSE {c} END)",
                      texts[1], texts[0], replaced);
  set_text (rep, replaced);
  return TRUE;
}

static gboolean
print_instr (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  const char *text;
  const char *part;

  if (n != 2 || (text = ask_sql_rep_to_text (self, &reps[0])) == NULL
      || (part = ask_sql_rep_to_text (self, &reps[1])) == NULL)
    return FALSE;
  *rep = (AskSqlRep) { .kind = ASK_REP_INTEGER,
                       .type = ASK_TYPE_INTEGER,
                       .small = TRUE,
                       .narrow = TRUE,
                       .text = FILL2 (self->ops->position, text, part) };
  return TRUE;
}

/* A condition under which rounding is the same in decimal digits, else an error of the server, upon
 * which SQLite computes. SQLite before 3.43 adds 3e-16 of the value before it rounds, so that what was
 * meant as a tie goes up; it leaves that out where the value has too many digits. Newer ones round what
 * the bits stand for, which the digits do not tell: 2.675 is less than that, and goes down. */
static gboolean
round_digits (AskSqlPrint *self, const AskSqlRep *a, gint64 digits, AskSqlRep *rep)
{
  g_autofree char *places = g_strdup_printf ("%" G_GINT64_FORMAT, digits);
  g_autofree char *half = g_strdup_printf ("0.%0*d5", (int) digits, 0);
  g_autofree char *limit = g_strdup_printf ("%" G_GINT64_FORMAT, G_GINT64_CONSTANT (1) << (3 * (15 - digits)));
  gboolean postgres = self->ops->postgres;
  const char *real;
  const char *exact;
  const char *rounded;
  const char *sure;
  const char *error;

  rep->kind = ASK_REP_REAL;
  rep->type = ASK_TYPE_REAL;
  real = ask_sql_rep_to_number (self, a);
  if (strlen (real) > MAX_COPIED)
    return ask_sql_print_refuse (self, "round() of a long expression");
  exact = a->kind == ASK_REP_NUMERIC ? a->text
          : postgres                 ? FILL1 ("({a})::numeric", real)
                                     : FILL1 ("CAST({a} AS DECIMAL(65,30))", real);
  rounded = FILL2 ("ROUND({a}, {b})", exact, places);
  sure = FILL2 ("ABS({a}) < {b}", real, limit);
  if (a->kind != ASK_REP_NUMERIC || ROUNDS_BITS)
    {
      const char *distance = FILL2 ("ABS({a} - {b})", exact, rounded);
      const char *far
        = postgres ? "ABS({a} - {b}) > ABS({c}) * 1e-14" : "ABS({a} - {b}) > CAST(ABS({c}) AS DOUBLE) * 1e-14";
      const char *tie = postgres ? "ABS({a}) >= ABS({b})::float8" : "ABS({a}) >= CAST(ABS({b}) AS DOUBLE)";

      if (ROUNDS_BITS)
        sure = FILL2 ("{a} AND {b}", sure, FILL3 (far, distance, half, exact));
      else
        sure = FILL3 ("{a} AND ({b} OR ({c}))", sure, FILL3 (far, distance, half, exact),
                      FILL2 ("{a} AND {b}", FILL2 ("{a} = {b}", distance, half), FILL2 (tie, real, exact)));
    }
  error = postgres ? "(1 / (CASE WHEN {a} IS NULL THEN NULL ELSE 0 END))"
                   : "(CASE WHEN {a} IS NULL THEN NULL ELSE 9223372036854775807 + ({a} IS NOT NULL) END)";
  rep->text
    = FILL3 ("(CASE WHEN {a} THEN {b} ELSE {c} END)", sure, FILL1 (self->ops->to_real, rounded), FILL1 (error, real));
  return TRUE;
}

static gboolean
print_round (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  gint64 digits = 0;
  const char *real;

  if (n == 2 && (!get_integer (&reps[1], &digits) || digits > 9))
    return ask_sql_print_refuse (self, "round() to a number of digits that is not known, or large");
  if (!ask_sql_rep_is_number (&reps[0]))
    return ask_sql_print_refuse (self, "round() of something that is no number");
  *rep = (AskSqlRep) { .kind = ASK_REP_REAL, .type = ASK_TYPE_REAL };
  if (reps[0].kind == ASK_REP_INTEGER || reps[0].kind == ASK_REP_BOOLEAN)
    {
      if (!reps[0].small && digits > 0)
        return ask_sql_print_refuse (self, "round() of large integers");
      rep->text = FILL1 (self->ops->to_real, ask_sql_rep_to_integer (self, &reps[0]));
      return TRUE;
    }
  if (digits > 0)
    return round_digits (self, &reps[0], digits, rep);
  real = ask_sql_rep_to_number (self, &reps[0]);
  if (strlen (real) > MAX_COPIED)
    return ask_sql_print_refuse (self, "round() of a long expression");
  rep->text = FILL1 (self->ops->round_real, real);
  return TRUE;
}

static gboolean
print_extreme (AskSqlPrint *self, const char *template, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  const char *texts[2];

  if (n != 2 || !unify_all (self, reps, 0, 2, texts, rep))
    return n == 2 ? FALSE : ask_sql_print_refuse (self, "min() or max() of many values");
  if (rep->loose
      || (rep->kind != ASK_REP_INTEGER && rep->kind != ASK_REP_REAL && rep->kind != ASK_REP_DATE
          && rep->kind != ASK_REP_STAMP))
    return ask_sql_print_refuse (self, "min() or max() of values of this kind");
  rep->text = FILL2 (template, texts[0], texts[1]);
  return TRUE;
}

static gboolean
print_least (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  return print_extreme (self, self->ops->least, reps, n, rep);
}

static gboolean
print_greatest (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  return print_extreme (self, self->ops->greatest, reps, n, rep);
}

/* A date or a stamp without zone, of a column that is one. */
static gboolean
to_moment (AskSqlPrint *self, AskSqlRep *rep)
{
  ask_sql_rep_parse_moment (self, rep);
  if (rep->kind == ASK_REP_ZONED)
    {
      rep->text = FILL1 (self->ops->zoned_to_stamp, rep->text);
      rep->kind = ASK_REP_STAMP;
    }
  if (rep->kind != ASK_REP_DATE && rep->kind != ASK_REP_STAMP)
    return ask_sql_print_refuse (self, "A date is taken from something that is no date column");
  rep->raw = NULL;
  return TRUE;
}

static gboolean
print_date (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  if (n != 1)
    return ask_sql_print_refuse (self, "A date function has modifiers");
  if (!to_moment (self, &reps[0]))
    return FALSE;
  *rep = (AskSqlRep) { .kind = ASK_REP_DATE, .type = ASK_TYPE_DATE, .text = FILL1 (self->ops->day, reps[0].text) };
  return TRUE;
}

static gboolean
print_datetime (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  if (n != 1)
    return ask_sql_print_refuse (self, "A date function has modifiers");
  if (!to_moment (self, &reps[0]))
    return FALSE;
  *rep = (AskSqlRep) { .kind = ASK_REP_STAMP,
                       .type = ASK_TYPE_DATETIME,
                       .text = FILL1 (reps[0].kind == ASK_REP_DATE ? self->ops->midnight : self->ops->whole_seconds,
                                      reps[0].text) };
  return TRUE;
}

static gboolean
print_time (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  if (n != 1)
    return ask_sql_print_refuse (self, "A date function has modifiers");
  if (!to_moment (self, &reps[0]) || reps[0].kind != ASK_REP_STAMP)
    return ask_sql_print_refuse (self, "A time is taken from a date");
  set_text (rep, FILL1 (self->ops->clock, reps[0].text));
  return TRUE;
}

static gboolean
print_julian (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  if (n != 1)
    return ask_sql_print_refuse (self, "A date function has modifiers");
  if (!to_moment (self, &reps[0]))
    return FALSE;
  if (reps[0].kind == ASK_REP_STAMP && reps[0].fraction)
    return ask_sql_print_refuse (self, "julianday() rounds parts of seconds");
  *rep = (AskSqlRep) { .kind = ASK_REP_REAL, .type = ASK_TYPE_REAL };
  rep->text = FILL1 (reps[0].kind == ASK_REP_DATE ? self->ops->julian_day : self->ops->julian_stamp, reps[0].text);
  return TRUE;
}

static gboolean
print_strftime (AskSqlPrint *self, AskSqlRep *reps, guint n, AskSqlRep *rep)
{
  const char *text;
  const char *format;
  gboolean digits = TRUE;
  guint n_digits = 0;

  if (n != 2)
    return ask_sql_print_refuse (self, "A date function has modifiers");
  if (reps[0].literal == NULL || reps[0].literal->kind != ASK_VALUE_TEXT)
    return ask_sql_print_refuse (self, "strftime() has a format that is not known");
  if (!to_moment (self, &reps[1]))
    return FALSE;
  format = reps[0].literal->text;
  if ((text = self->ops->format_time (self, format, &reps[1])) == NULL)
    return ask_sql_print_refuse_server (self, "This format of strftime() has no equal in");
  for (const char *p = format; *p != '\0'; p++)
    if (p[0] == '%' && p[1] != '\0' && strchr ("YmdHMSjw", p[1]) != NULL)
      {
        n_digits += p[1] == 'Y' ? 4 : p[1] == 'j' ? 3 : p[1] == 'w' ? 1 : 2;
        p++;
      }
    else
      digits = FALSE;
  set_text (rep, text);
  rep->digits = digits && n_digits > 0 && n_digits <= 9;
  return TRUE;
}

/* The bytes of a text in UTF-8: length(CAST(x AS BLOB)), which SQLite before 3.43 has no function for. */
static gboolean
is_octets (AskSqlPrint *self, const AskSqlExpr *expr)
{
  return self->ops->text_octets != NULL && expr->list.n == 1 && g_ascii_strcasecmp (expr->name, "length") == 0
         && expr->list.items[0]->kind == ASK_EXPR_CAST
         && ask_sql_affinity_from_type (expr->list.items[0]->name) == ASK_AFFINITY_BLOB;
}

static gboolean
print_octets (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlRep a;

  if (!ask_sql_print_value (self, expr->list.items[0]->left, &a))
    return FALSE;
  if (a.kind == ASK_REP_NULL)
    {
      *rep = a;
      return TRUE;
    }
  if (!ask_sql_rep_is_text (&a))
    return ask_sql_print_refuse (self, "CAST is lenient here and strict on a server");
  *rep = (AskSqlRep) { .kind = ASK_REP_INTEGER, .type = ASK_TYPE_INTEGER, .small = TRUE, .constant = a.constant };
  rep->text = FILL1 (self->ops->text_octets, ask_sql_rep_to_text (self, &a));
  return TRUE;
}

/**
 * ask_sql_print_function:
 *
 * Returns: whether it prints; else the reason is set
 */
gboolean
ask_sql_print_function (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  static const struct
  {
    const char *name;
    guint min;
    guint max;
    Printer print;
    gboolean takes_null; /* NULL among its arguments does not make it NULL */
  } functions[] = {
    { "abs", 1, 1, print_abs, FALSE },
    { "coalesce", 2, 100, print_coalesce, TRUE },
    { "ifnull", 2, 2, print_coalesce, TRUE },
    { "nullif", 2, 2, print_nullif, TRUE },
    { "iif", 3, 3, print_iif, TRUE },
    { "length", 1, 1, print_length, FALSE },
    { "lower", 1, 1, print_lower, FALSE },
    { "upper", 1, 1, print_upper, FALSE },
    { "trim", 1, 2, print_trim, FALSE },
    { "ltrim", 1, 2, print_left_trim, FALSE },
    { "rtrim", 1, 2, print_right_trim, FALSE },
    { "substr", 2, 3, print_substr, FALSE },
    { "substring", 2, 3, print_substr, FALSE },
    { "replace", 3, 3, print_replace, FALSE },
    { "instr", 2, 2, print_instr, FALSE },
    { "round", 1, 2, print_round, FALSE },
    { "min", 2, 100, print_least, FALSE },
    { "max", 2, 100, print_greatest, FALSE },
    { "date", 1, 100, print_date, FALSE },
    { "datetime", 1, 100, print_datetime, FALSE },
    { "time", 1, 100, print_time, FALSE },
    { "julianday", 1, 100, print_julian, FALSE },
    { "strftime", 1, 100, print_strftime, FALSE },
  };
  g_autofree AskSqlRep *reps = NULL;
  g_autofree char *reason = NULL;
  gboolean constant = TRUE;

  if (expr->is_aggregate || expr->window != NULL)
    return ask_sql_print_aggregate (self, expr, rep);
  if (is_octets (self, expr))
    return print_octets (self, expr, rep);
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      if (g_ascii_strcasecmp (functions[i].name, expr->name) != 0 || expr->list.n < functions[i].min
          || expr->list.n > functions[i].max)
        continue;
      if (!ask_sql_print_list (self, &expr->list, &reps))
        return FALSE;
      for (guint a = 0; a < expr->list.n; a++)
        {
          constant &= reps[a].constant;
          if (reps[a].kind == ASK_REP_NULL && !functions[i].takes_null)
            {
              *rep = reps[a];
              return TRUE;
            }
        }
      if (!functions[i].print (self, reps, expr->list.n, rep))
        return ask_sql_print_refuse (self, "A function's arguments do not fit");
      rep->constant = constant;
      return TRUE;
    }
  reason = g_strdup_printf ("The function %s() has no equal in %s", expr->name, self->ops->server);
  return ask_sql_print_refuse (self, reason);
}
