/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * IN, BETWEEN and LIKE of the remote printers.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <string.h>

/** ask_sql_rep_set_condition: makes @rep a condition */
void
ask_sql_rep_set_condition (AskSqlRep *rep, const char *text)
{
  *rep = (AskSqlRep) { .kind = ASK_REP_BOOLEAN, .type = ASK_TYPE_INTEGER, .text = text };
}

/* "(x = $1)", "(x = $2)" as "(x IN ($1, $2))", where the left sides are one; else joined by OR. */
static const char *
join_equalities (AskSqlPrint *self, GPtrArray *equalities, gboolean has_null)
{
  const char *first = g_ptr_array_index (equalities, 0);
  const char *equals = strstr (first, " = ");
  gsize prefix = equals != NULL ? (gsize) (equals - first) + 3 : 0;
  gboolean same = prefix > 0 && strstr (first + prefix, " = ") == NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < equalities->len && same; i++)
    {
      const char *other = g_ptr_array_index (equalities, i);

      same = strncmp (first, other, prefix) == 0 && strstr (other + prefix, " = ") == NULL;
    }
  if (same && equalities->len > 1)
    {
      g_string_append_len (text, first, (gssize) prefix - 3);
      g_string_append (text, " IN (");
      for (guint i = 0; i < equalities->len; i++)
        {
          const char *one = g_ptr_array_index (equalities, i);

          g_string_append (text, i > 0 ? ", " : "");
          g_string_append_len (text, one + prefix, (gssize) strlen (one) - (gssize) prefix - 1);
        }
      g_string_append (text, has_null ? ", NULL))" : "))");
    }
  else
    {
      g_string_append_c (text, '(');
      for (guint i = 0; i < equalities->len; i++)
        g_string_append_printf (text, "%s%s", i > 0 ? " OR " : "", (const char *) g_ptr_array_index (equalities, i));
      if (has_null)
        g_string_append_printf (text, " OR %s", self->ops->null_boolean);
      g_string_append_c (text, ')');
    }
  return ask_sql_print_keep (self, g_string_free (text, FALSE));
}

/** ask_sql_print_in_list: Returns: whether it prints; else the reason is set */
gboolean
ask_sql_print_in_list (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  g_autoptr (GPtrArray) equalities = g_ptr_array_new ();
  g_autoptr (GString) quick = g_string_new (NULL);
  gboolean has_null = FALSE;
  gboolean decimal = FALSE;
  gboolean literal = FALSE;
  gboolean is_quick;
  const char *text;
  AskSqlRep a;

  if (!ask_sql_print_operand (self, expr->left, &a))
    return FALSE;
  if (expr->list.n == 0)
    {
      ask_sql_rep_set_condition (rep, expr->negated ? self->ops->true_word : self->ops->false_word);
      return TRUE;
    }
  if (a.kind == ASK_REP_NULL)
    {
      ask_sql_rep_set_condition (rep, self->ops->null_boolean);
      return TRUE;
    }
  is_quick = a.raw_kind == ASK_RAW_COLLATED && a.raw != NULL && !a.no_case;
  for (guint i = 0; i < expr->list.n; i++)
    {
      AskSqlRep plain = a;
      AskSqlRep item;

      if (!ask_sql_print_value (self, expr->list.items[i], &item))
        return FALSE;
      if (item.kind == ASK_REP_NULL)
        {
          has_null = TRUE;
          continue;
        }
      decimal = decimal || item.kind == ASK_REP_DECIMAL;
      literal = literal || item.literal != NULL;
      if (!ask_sql_print_check_decimals (self, &a, decimal, literal))
        return FALSE;
      /* Only the left side's affinity counts here. */
      if (a.literal != NULL && ask_sql_rep_is_text (&a) != ask_sql_rep_is_text (&item))
        return ask_sql_print_refuse (self, "A list holds values of different types");
      if (is_quick)
        {
          plain.raw = NULL;
          if (item.literal == NULL || item.literal->kind != ASK_VALUE_TEXT || !g_str_is_ascii (item.literal->text))
            is_quick = FALSE;
          else
            g_string_append_printf (quick, "%s%s", quick->len > 0 ? ", " : "",
                                    ask_sql_print_slot (self, *item.literal, ASK_TYPE_TEXT));
        }
      else if (a.raw_kind == ASK_RAW_COLLATED)
        plain.raw = NULL;
      if ((text = ask_sql_print_compare (self, ASK_OP_EQUAL, &plain, &item)) == NULL)
        return FALSE;
      g_ptr_array_add (equalities, (gpointer) text);
    }
  text = equalities->len > 0 ? join_equalities (self, equalities, has_null) : self->ops->null_boolean;
  if (is_quick && quick->len > 0 && !has_null)
    {
      text = FILL2 ("({a} AND {b})", FILL2 ("{a} IN ({b})", a.raw, ask_sql_print_keep (self, g_strdup (quick->str))),
                    text);
    }
  ask_sql_rep_set_condition (rep, expr->negated ? FILL1 ("(NOT {a})", text) : text);
  return TRUE;
}

static gboolean
is_aggregate (const AskSqlExpr *expr)
{
  return expr->is_aggregate;
}

static gboolean
is_window (const AskSqlExpr *expr)
{
  return expr->window != NULL;
}

/* A list of integers beside a column of them: an array is looked up by hash, or in an index; of the rows of
 * unnest() PostgreSQL knows nothing and hashes the other side. The types must be the same for that. */
static gboolean
print_in_relation (AskSqlPrint *self, const AskSqlExpr *expr, AskSqlRep *rep)
{
  const AskSqlCore *core = expr->select->cores[0];
  const AskSqlRelation *relation = core->from.n == 1 ? core->from.items[0]->plan : NULL;
  const AskSqlTable *table = expr->left->kind == ASK_EXPR_COLUMN && expr->left->from != NULL
                                 && expr->left->from->kind == ASK_FROM_TABLE && expr->left->column >= 0
                               ? expr->left->from->catalog_table
                               : NULL;
  const char *declared;
  const char *type;
  AskSqlRep a;

  if (!self->ops->postgres || relation == NULL || relation->magic != ASK_SQL_RELATION_MAGIC || !relation->is_list
      || table == NULL || expr->select->n_cores != 1 || core->where != NULL
      || (guint) expr->left->column >= table->columns->len)
    return FALSE;
  declared = ((const AskSqlColumn *) table->columns->pdata[expr->left->column])->declared;
  if (g_strcmp0 (declared, "integer") == 0 || g_strcmp0 (declared, "int4") == 0)
    type = "({a} = ANY ({b}::int4[]))";
  else if (g_strcmp0 (declared, "bigint") == 0 || g_strcmp0 (declared, "int8") == 0)
    type = "({a} = ANY ({b}::int8[]))";
  else
    return FALSE;
  if (!ask_sql_print_value (self, expr->left, &a) || a.kind != ASK_REP_INTEGER)
    return FALSE;
  ask_sql_rep_set_condition (rep,
                             FILL2 (type, a.text, ask_sql_print_relation_slot (self, ASK_SLOT_COLUMN, relation, 0)));
  return TRUE;
}

/* Returns: (transfer none) (nullable): the marks of a number, with its type */
static const char *
print_integer (AskSqlPrint *self, gint64 number)
{
  return FILL1 (self->ops->integer_parameter, ask_sql_print_slot (self, ask_value_integer (number), ASK_TYPE_INTEGER));
}

/**
 * ask_sql_print_lookup:
 * @select: a subquery that is a value
 *
 * Returns: whether it is a look at a relation that is AskSqlRelation.is_lookup, and prints as an element of an array. What
 *   lies outside is NULL, before a difference could be too large
 */
gboolean
ask_sql_print_lookup (AskSqlPrint *self, AskSqlSelect *select, AskSqlRep *rep)
{
  const AskSqlCore *core = select->cores[0];
  const AskSqlRelation *relation = core->from.n == 1 ? ask_sql_print_get_relation (core->from.items[0]) : NULL;
  const char *first;
  const char *codes;
  const char *place;
  AskSqlRep a;

  if (!self->ops->postgres || relation == NULL || !relation->is_lookup || select->n_cores != 1 || core->where == NULL
      || core->where->kind != ASK_EXPR_BINARY || core->where->op != ASK_OP_EQUAL)
    return FALSE;
  if (!ask_sql_print_value (self, core->where->right, &a) || a.kind != ASK_REP_INTEGER)
    return FALSE;
  first = print_integer (self, relation->first);
  codes = ask_sql_print_relation_slot (self, ASK_SLOT_COLUMN, relation, 1);
  place = FILL3 ("({a}::int4[])[({b} - {c} + 1)::int4]", codes, a.text, first);
  ask_sql_rep_set_relation (rep, ASK_TYPE_INTEGER);
  rep->text = FILL3 ("(CASE WHEN {a} BETWEEN {b} THEN {c} END)", a.text,
                     FILL2 ("{a} AND {b}", first, print_integer (self, relation->last)), place);
  self->saw_column = TRUE;
  return TRUE;
}

/** ask_sql_print_in_select: Returns: whether it prints; else the reason is set */
gboolean
ask_sql_print_in_select (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  g_autoptr (GArray) shapes = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
  AskSqlRep target = { .kind = ASK_REP_NULL };
  AskSqlRep a;
  const char *select;
  const char *left;

  /* MariaDB looks for the aggregate's value before it has one, and for a window's too. */
  if (!self->ops->postgres
      && (ask_sql_expr_has (expr->left, is_aggregate) || ask_sql_select_has (expr->select, is_window)))
    return ask_sql_print_refuse_server (self, "IN (SELECT …) about aggregates or windows has no equal in");
  if (!expr->negated && print_in_relation (self, expr, rep))
    return TRUE;
  if (!ask_sql_print_value (self, expr->left, &a)
      || (select = ask_sql_print_query (self, expr->select, ASK_SELECT_MEMBER, NULL, shapes)) == NULL)
    return FALSE;
  if (shapes->len != 1)
    return ask_sql_print_refuse (self, "IN has several columns");
  if (a.kind == ASK_REP_NULL || g_array_index (shapes, AskSqlRep, 0).kind == ASK_REP_NULL)
    return ask_sql_print_refuse (self, "IN is about nothing but NULL");
  if (!ask_sql_rep_unify (self, &target, &a)
      || !ask_sql_rep_unify (self, &target, &g_array_index (shapes, AskSqlRep, 0)))
    return FALSE;
  /* MariaDB forgets that a NULL is among them where the left side does not fit their width. */
  if (target.kind != g_array_index (shapes, AskSqlRep, 0).kind
      || (!self->ops->postgres && target.kind == ASK_REP_INTEGER && g_array_index (shapes, AskSqlRep, 0).narrow))
    {
      g_array_set_size (shapes, 0);
      select = ask_sql_print_query (self, expr->select, ASK_SELECT_MEMBER, &target, shapes);
    }
  if (select == NULL || (left = ask_sql_rep_convert (self, &a, &target)) == NULL)
    return FALSE;
  ask_sql_rep_set_condition (rep, FILL2 (expr->negated ? "({a} NOT IN ({b}))" : "({a} IN ({b}))", left, select));
  return TRUE;
}

/** ask_sql_print_between: Returns: whether it prints; else the reason is set */
gboolean
ask_sql_print_between (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlRep a;
  AskSqlRep low;
  AskSqlRep high;
  const char *from;
  const char *to;

  if (!ask_sql_print_operand (self, expr->left, &a) || !ask_sql_print_operand (self, expr->list.items[0], &low)
      || !ask_sql_print_operand (self, expr->list.items[1], &high)
      || !ask_sql_print_check_decimals (self, &a, low.kind == ASK_REP_DECIMAL || high.kind == ASK_REP_DECIMAL,
                                        low.literal != NULL || high.literal != NULL)
      || (from = ask_sql_print_compare (self, ASK_OP_GREATER_EQUAL, &a, &low)) == NULL
      || (to = ask_sql_print_compare (self, ASK_OP_LESS_EQUAL, &a, &high)) == NULL)
    return FALSE;
  ask_sql_rep_set_condition (rep, FILL2 (expr->negated ? "(NOT ({a} AND {b}))" : "({a} AND {b})", from, to));
  return TRUE;
}

/** ask_sql_print_like: Returns: whether it prints; else the reason is set */
gboolean
ask_sql_print_like (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlRep a;
  AskSqlRep pattern;
  AskSqlRep escape;
  const char *left;
  const char *text;
  const char *character = NULL;

  if (expr->op != ASK_OP_LIKE)
    return ask_sql_print_refuse_server (self, "GLOB, REGEXP and MATCH have no equal in");
  if (!ask_sql_print_operand (self, expr->left, &a) || !ask_sql_print_operand (self, expr->right, &pattern))
    return FALSE;
  if (a.kind == ASK_REP_NULL || pattern.kind == ASK_REP_NULL)
    {
      ask_sql_rep_set_condition (rep, self->ops->null_boolean);
      return TRUE;
    }
  if (expr->escape != NULL)
    {
      if (!ask_sql_print_value (self, expr->escape, &escape))
        return FALSE;
      if (escape.literal == NULL || escape.literal->kind != ASK_VALUE_TEXT || escape.literal->length != 1
          || g_ascii_isalnum (escape.literal->text[0]) || pattern.literal == NULL
          || pattern.literal->kind != ASK_VALUE_TEXT || escape.literal->text[0] == '%'
          || escape.literal->text[0] == '_')
        return ask_sql_print_refuse_server (self, "This ESCAPE may mean something else in");
      character = escape.literal->text;
      /* What follows the escape character has to be there. */
      for (const char *p = pattern.literal->text; *p != '\0'; p++)
        if (*p == *character && *++p == '\0')
          return ask_sql_print_refuse (self, "A pattern ends with its escape character");
    }
  if ((left = ask_sql_print_until_nul (self, &a)) == NULL)
    return FALSE;
  if (pattern.kind != ASK_REP_TEXT)
    {
      if ((text = ask_sql_rep_to_text (self, &pattern)) == NULL)
        return FALSE;
      pattern = (AskSqlRep) { .kind = ASK_REP_TEXT, .text = text };
    }
  if ((text = self->ops->like (self, left, &pattern, character)) == NULL)
    return FALSE;
  ask_sql_rep_set_condition (rep, expr->negated ? FILL1 ("(NOT {a})", text) : text);
  return TRUE;
}
