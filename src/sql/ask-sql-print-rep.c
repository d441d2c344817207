/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values of the remote printers: literals, and one kind made from another without a change of what it
 * means here.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <math.h>
#include <string.h>

/** ask_sql_rep_is_number: Returns: whether @rep is an integer or a real here */
gboolean
ask_sql_rep_is_number (const AskSqlRep *rep)
{
  return rep->kind == ASK_REP_INTEGER || rep->kind == ASK_REP_REAL || rep->kind == ASK_REP_NUMERIC
         || rep->kind == ASK_REP_BOOLEAN;
}

/** ask_sql_rep_is_integral: Returns: whether @rep is an integer here */
gboolean
ask_sql_rep_is_integral (const AskSqlRep *rep)
{
  return rep->kind == ASK_REP_INTEGER || rep->kind == ASK_REP_BOOLEAN;
}

/** ask_sql_rep_is_text: Returns: whether @rep is text here, and no DECIMAL */
gboolean
ask_sql_rep_is_text (const AskSqlRep *rep)
{
  return rep->kind == ASK_REP_TEXT || rep->kind == ASK_REP_DATE || rep->kind == ASK_REP_STAMP
         || rep->kind == ASK_REP_ZONED;
}

/**
 * ask_sql_rep_literal:
 * @value: lives as long as the tree
 * @rep: (out): a parameter of that value
 */
void
ask_sql_rep_literal (AskSqlPrint *self, const AskValue *value, AskSqlRep *rep)
{
  const char *slot;

  *rep = (AskSqlRep) { .literal = value, .constant = TRUE };
  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_NULL:
      rep->kind = ASK_REP_NULL;
      rep->literal = NULL;
      rep->text = "NULL";
      return;
    case ASK_VALUE_INTEGER:
      rep->kind = ASK_REP_INTEGER;
      rep->type = ASK_TYPE_INTEGER;
      rep->small = value->integer >= -(G_GINT64_CONSTANT (1) << 53) && value->integer <= (G_GINT64_CONSTANT (1) << 53);
      slot = ask_sql_print_slot (self, *value, ASK_TYPE_INTEGER);
      rep->text = FILL1 (self->ops->integer_parameter, slot);
      break;
    case ASK_VALUE_REAL:
      rep->kind = ASK_REP_REAL;
      rep->type = ASK_TYPE_REAL;
      if (!isfinite (value->real))
        ask_sql_print_refuse (self, "Infinity is no value of a literal");
      slot = ask_sql_print_slot (self, *value, ASK_TYPE_REAL);
      rep->text = FILL1 (self->ops->real_parameter, slot);
      break;
    case ASK_VALUE_TEXT:
      rep->kind = ASK_REP_TEXT;
      rep->type = ASK_TYPE_TEXT;
      if (memchr (value->text, '\0', value->length) != NULL || !g_utf8_validate (value->text, value->length, NULL))
        ask_sql_print_refuse (self, "A text with a zero byte, or not in UTF-8, cannot be sent");
      slot = ask_sql_print_slot (self, *value, ASK_TYPE_TEXT);
      rep->text = FILL1 (self->ops->text_parameter, slot);
      break;
    case ASK_VALUE_BLOB:
      rep->kind = ASK_REP_BLOB;
      rep->type = ASK_TYPE_BLOB;
      slot = ask_sql_print_slot (self, *value, ASK_TYPE_BLOB);
      rep->text = FILL1 (self->ops->blob_parameter, slot);
      break;
    }
  rep->not_null = TRUE;
}

/**
 * ask_sql_rep_set_reference:
 * @shape: what a column of a subquery was
 * @ref: what it is called outside
 * @rep: (out): what it is there
 */
void
ask_sql_rep_set_reference (AskSqlPrint *self, const AskSqlRep *shape, const char *ref, AskSqlRep *rep)
{
  *rep = *shape;
  rep->text = shape->kind == ASK_REP_NULL ? "NULL" : ref;
  rep->raw = NULL;
  rep->raw_kind = ASK_RAW_NONE;
  rep->collation = NULL;
  rep->literal = NULL;
  rep->constant = FALSE;
  if (shape->kind == ASK_REP_TEXT && self->ops->text_reference != NULL)
    self->ops->text_reference (self, shape, ref, rep);
}

/**
 * ask_sql_rep_set_relation:
 * @rep: (out): what a column of a relation of values is, without a name; a truth value is an integer
 * @type: of the column
 */
void
ask_sql_rep_set_relation (AskSqlRep *rep, AskType type)
{
  *rep = (AskSqlRep) { .kind = ASK_REP_TEXT, .type = type, .affinity = ASK_AFFINITY_TEXT };
  if (type == ASK_TYPE_INTEGER || type == ASK_TYPE_BOOLEAN)
    {
      rep->kind = ASK_REP_INTEGER;
      rep->affinity = ASK_AFFINITY_INTEGER;
    }
  else if (type == ASK_TYPE_REAL)
    {
      rep->kind = ASK_REP_REAL;
      rep->affinity = ASK_AFFINITY_REAL;
    }
  else if (type == ASK_TYPE_DECIMAL || type == ASK_TYPE_BLOB)
    rep->kind = ASK_REP_OPAQUE;
}

/** ask_sql_rep_to_integer: Returns: (transfer none): a 64-bit integer; only of INTEGER, BOOLEAN */
const char *
ask_sql_rep_to_integer (AskSqlPrint *self, const AskSqlRep *rep)
{
  const char *text = rep->text;

  if (rep->kind == ASK_REP_BOOLEAN)
    return FILL1 (self->ops->boolean_to_integer, text);
  if (rep->nan)
    text = FILL1 ("(CASE WHEN {a} = 'NaN' THEN 0 ELSE {a} END)", text);
  return rep->narrow || rep->nan ? FILL1 (self->ops->widen, text) : text;
}

/**
 * ask_sql_rep_to_real:
 *
 * NaN, which is text here, stays: it compares above all numbers in both.
 *
 * Returns: (transfer none): a double; only of numbers
 */
const char *
ask_sql_rep_to_real (AskSqlPrint *self, const AskSqlRep *rep)
{
  if (rep->kind == ASK_REP_REAL)
    return rep->text;
  if (rep->kind == ASK_REP_BOOLEAN)
    return FILL1 (self->ops->to_real, FILL1 (self->ops->boolean_to_integer, rep->text));
  return FILL1 (self->ops->to_real, rep->text);
}

/**
 * ask_sql_rep_to_number:
 *
 * Returns: (transfer none): an integer or a double to compute with: text such as NaN counts as 0
 */
const char *
ask_sql_rep_to_number (AskSqlPrint *self, const AskSqlRep *rep)
{
  const char *text;

  if (ask_sql_rep_is_integral (rep))
    return ask_sql_rep_to_integer (self, rep);
  text = ask_sql_rep_to_real (self, rep);
  return rep->nan ? FILL1 ("(CASE WHEN {a} = 'NaN' THEN 0 ELSE {a} END)", text) : text;
}

/**
 * ask_sql_rep_to_text:
 *
 * Returns: (transfer none) (nullable): the text that SQLite makes of it; %NULL with the reason set
 */
const char *
ask_sql_rep_to_text (AskSqlPrint *self, const AskSqlRep *rep)
{
  switch (rep->kind)
    {
    case ASK_REP_TEXT:
      return rep->text;
    case ASK_REP_INTEGER:
      if (rep->nan)
        break;
      return FILL1 (self->ops->integer_to_text, ask_sql_rep_to_integer (self, rep));
    case ASK_REP_BOOLEAN:
      return FILL1 (self->ops->integer_to_text, ask_sql_rep_to_integer (self, rep));
    case ASK_REP_DATE:
      return FILL1 (self->ops->date_to_text, rep->text);
    case ASK_REP_STAMP:
      return FILL1 (rep->fraction ? self->ops->stamp_fraction_to_text : self->ops->stamp_to_text, rep->text);
    case ASK_REP_ZONED:
      return FILL1 (self->ops->zoned_to_text, rep->text);
    case ASK_REP_NULL:
      return rep->text;
    default:
      break;
    }
  ask_sql_print_refuse_server (self, "A value of this type is written otherwise in");
  return NULL;
}

/** ask_sql_rep_to_condition: Returns: (transfer none) (nullable): true, false or NULL */
const char *
ask_sql_rep_to_condition (AskSqlPrint *self, const AskSqlRep *rep)
{
  if (rep->kind == ASK_REP_BOOLEAN)
    return rep->text;
  if (rep->kind == ASK_REP_NULL)
    return self->ops->null_boolean;
  if (rep->literal != NULL && rep->kind == ASK_REP_INTEGER)
    return rep->literal->integer != 0 ? self->ops->true_word : self->ops->false_word;
  if (rep->kind == ASK_REP_INTEGER || rep->kind == ASK_REP_REAL || rep->kind == ASK_REP_NUMERIC)
    return FILL1 ("({a} <> 0)", ask_sql_rep_to_number (self, rep));
  ask_sql_print_refuse (self, "A value that is no number stands as a condition");
  return NULL;
}

/**
 * ask_sql_print_until_nul:
 * @rep: what SQLite reads as a text that ends with its first NUL
 *
 * Returns: (transfer none) (nullable): that text; %NULL with the reason set
 */
const char *
ask_sql_print_until_nul (AskSqlPrint *self, const AskSqlRep *rep)
{
  const char *text = ask_sql_rep_to_text (self, rep);

  /* Numbers and dates have none, nor have literals. */
  if (text == NULL || self->ops->until_nul == NULL || rep->kind != ASK_REP_TEXT || rep->literal != NULL)
    return text;
  return FILL1 (self->ops->until_nul, text);
}

/** ask_sql_rep_to_order: Returns: (transfer none) (nullable): what sorts on the server as @rep here */
const char *
ask_sql_rep_to_order (AskSqlPrint *self, const AskSqlRep *rep)
{
  const char *text = rep->text;

  switch (rep->kind)
    {
    case ASK_REP_ZONED:
      /* "…:00Z" comes after "…:00.5Z". */
      text = ask_sql_rep_to_text (self, rep);
      return FILL1 (self->ops->byte_order, text);
    case ASK_REP_TEXT:
      if (rep->no_case)
        text = FILL1 (self->ops->no_case, text);
      if (self->ops->sortable != NULL && !rep->bounded)
        text = FILL1 (self->ops->sortable, text);
      return FILL1 (self->ops->byte_order, text);
    case ASK_REP_OPAQUE:
      ask_sql_print_refuse_server (self, "Values of this type have another order in");
      return NULL;
    default:
      return text;
    }
}

/**
 * ask_sql_rep_to_output:
 * @rep: its type may change
 *
 * Returns: (transfer none) (nullable): what the driver reads as @rep->type
 */
const char *
ask_sql_rep_to_output (AskSqlPrint *self, AskSqlRep *rep)
{
  switch (rep->kind)
    {
    case ASK_REP_NUMERIC:
      rep->type = ASK_TYPE_REAL;
      return ask_sql_rep_to_real (self, rep);
    case ASK_REP_REAL:
      if (rep->loose)
        {
          ask_sql_print_refuse (self, "A result is an integer in some rows and a real in others");
          return NULL;
        }
      rep->type = ASK_TYPE_REAL;
      return rep->text;
    case ASK_REP_INTEGER:
      if (rep->raw != NULL || rep->nan)
        return FILL1 (self->ops->widen, rep->text);
      return rep->text;
    case ASK_REP_BOOLEAN:
      if (rep->type == ASK_TYPE_BOOLEAN)
        return rep->text;
      rep->type = ASK_TYPE_INTEGER;
      return FILL1 (self->ops->boolean_to_integer, rep->text);
    case ASK_REP_TEXT:
      return rep->raw_kind == ASK_RAW_COLLATED && rep->raw != NULL ? rep->raw : rep->text;
    case ASK_REP_NULL:
      rep->type = ASK_TYPE_ANY;
      return self->ops->postgres ? "NULL::text" : "NULL";
    default:
      return rep->text;
    }
}

/**
 * ask_sql_rep_unify:
 * @into: the kind so far; starts as %ASK_REP_NULL
 * @rep: another value that may stand in the same place
 *
 * Returns: whether one kind on the server holds both; else the reason is set
 */
gboolean
ask_sql_rep_unify (AskSqlPrint *self, AskSqlRep *into, const AskSqlRep *rep)
{
  gboolean was_null = into->kind == ASK_REP_NULL;

  if (rep->kind == ASK_REP_NULL)
    {
      into->not_null = FALSE;
      return TRUE;
    }
  if (was_null)
    {
      gboolean not_null = rep->not_null && into->not_null;

      *into = *rep;
      into->not_null = not_null;
      into->literal = NULL;
      into->raw = NULL;
      into->raw_kind = ASK_RAW_NONE;
      into->text = NULL;
      return TRUE;
    }
  /* MariaDB gives all of them the digits of the longest: 7.0 would come as 7.0000. */
  if (!self->ops->postgres && into->kind == ASK_REP_DECIMAL && rep->kind == ASK_REP_DECIMAL
      && (into->fraction || rep->fraction))
    return ask_sql_print_refuse_server (self, "Decimals of several scales get the same one in");
  into->small &= rep->small;
  into->narrow |= rep->narrow;
  into->loose |= rep->loose;
  into->digits &= rep->digits;
  into->not_null &= rep->not_null;
  into->nan |= rep->nan;
  into->fraction |= rep->fraction;
  into->bounded &= rep->bounded;
  into->constant &= rep->constant;
  if (into->affinity != rep->affinity)
    into->affinity = ASK_AFFINITY_NONE;
  if (into->type != rep->type)
    into->type = ask_sql_rep_is_text (rep) ? ASK_TYPE_TEXT : rep->type;
  if (into->kind == rep->kind && rep->kind != ASK_REP_OPAQUE)
    return TRUE;
  if (ask_sql_rep_is_integral (into) && ask_sql_rep_is_integral (rep))
    {
      into->kind = ASK_REP_INTEGER;
      into->type = ASK_TYPE_INTEGER;
      return TRUE;
    }
  if (ask_sql_rep_is_text (into) && ask_sql_rep_is_text (rep))
    {
      into->kind = ASK_REP_TEXT;
      into->type = ASK_TYPE_TEXT;
      return TRUE;
    }
  if (ask_sql_rep_is_number (into) && ask_sql_rep_is_number (rep))
    {
      gboolean mixed = ask_sql_rep_is_integral (into) || ask_sql_rep_is_integral (rep);

      if (mixed && ((ask_sql_rep_is_integral (into) && !into->small) || (ask_sql_rep_is_integral (rep) && !rep->small)))
        return ask_sql_print_refuse (self, "Large integers and reals stand in one place");
      into->kind = ASK_REP_REAL;
      into->type = ASK_TYPE_REAL;
      into->loose |= mixed;
      return TRUE;
    }
  return ask_sql_print_refuse (self, "Values of different types stand in one place");
}

/**
 * ask_sql_rep_convert:
 * @target: of ask_sql_rep_unify() over @rep and others
 *
 * Returns: (transfer none) (nullable): @rep as @target's kind
 */
const char *
ask_sql_rep_convert (AskSqlPrint *self, const AskSqlRep *rep, const AskSqlRep *target)
{
  if (rep->kind == ASK_REP_NULL)
    return "NULL";
  switch (target->kind)
    {
    case ASK_REP_INTEGER:
      return ask_sql_rep_to_integer (self, rep);
    case ASK_REP_REAL:
      return ask_sql_rep_to_real (self, rep);
    case ASK_REP_TEXT:
      return ask_sql_rep_to_text (self, rep);
    default:
      return rep->text;
    }
}
