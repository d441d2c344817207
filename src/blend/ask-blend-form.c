/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the answers of a call have to look: what its arguments say, and where they say nothing, what its place says. Compared
 * with a number it is a number, with 'CA' a text like that, beside AND a truth value, with a column one of that column's values.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <string.h>

static gboolean
looks_like_date (const char *text)
{
  return g_regex_match_simple ("^\\d{4}-\\d{2}-\\d{2}$", text, 0, 0);
}

static gboolean
is_truth (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLUMN && expr->bare && expr->table == NULL
         && (g_ascii_strcasecmp (expr->name, "true") == 0 || g_ascii_strcasecmp (expr->name, "false") == 0);
}

/* What is compared with @other looks like it. */
static AskBlendHint
like (const AskSqlExpr *other)
{
  AskBlendHint hint = { ASK_BLEND_TYPE_ANY, NULL, NULL };

  if (other->kind == ASK_EXPR_UNARY && other->op == ASK_OP_NEGATIVE)
    hint.type = ASK_BLEND_TYPE_NUMBER;
  else if (is_truth (other))
    hint.type = ASK_BLEND_TYPE_TRUTH;
  else if (other->kind == ASK_EXPR_LITERAL
           && (other->value.kind == ASK_VALUE_INTEGER || other->value.kind == ASK_VALUE_REAL))
    hint.type = ASK_BLEND_TYPE_NUMBER;
  else if (other->kind == ASK_EXPR_LITERAL && other->value.kind == ASK_VALUE_TEXT)
    {
      hint.type = looks_like_date (other->value.text) ? ASK_BLEND_TYPE_DATE : ASK_BLEND_TYPE_TEXT;
      hint.example = other->value.text;
    }
  return hint;
}

static AskBlendHint
of_binary (const AskSqlExpr *parent, const AskSqlExpr *child)
{
  AskSqlExpr *other = parent->left == child ? parent->right : parent->left;
  AskBlendHint hint;

  switch (parent->op)
    {
    case ASK_OP_AND:
    case ASK_OP_OR:
      return (AskBlendHint) { ASK_BLEND_TYPE_TRUTH, NULL, NULL };
    case ASK_OP_EQUAL:
    case ASK_OP_NOT_EQUAL:
    case ASK_OP_IS:
    case ASK_OP_IS_NOT:
      hint = like (other);
      if (other->kind == ASK_EXPR_COLUMN && hint.type == ASK_BLEND_TYPE_ANY)
        hint.like = other;
      return hint;
    case ASK_OP_LESS:
    case ASK_OP_LESS_EQUAL:
    case ASK_OP_GREATER:
    case ASK_OP_GREATER_EQUAL:
      return like (other);
    case ASK_OP_CONCAT:
      return (AskBlendHint) { ASK_BLEND_TYPE_TEXT, NULL, NULL };
    case ASK_OP_ADD:
    case ASK_OP_SUBTRACT:
    case ASK_OP_MULTIPLY:
    case ASK_OP_DIVIDE:
    case ASK_OP_REMAINDER:
      return (AskBlendHint) { ASK_BLEND_TYPE_NUMBER, NULL, NULL };
    default:
      return (AskBlendHint) { ASK_BLEND_TYPE_ANY, NULL, NULL };
    }
}

static AskBlendHint
of_case (const AskSqlExpr *parent, const AskSqlExpr *child, AskBlendHint outer)
{
  for (guint i = 0; i < parent->list.n; i += 2)
    if (parent->list.items[i] == child)
      return parent->left != NULL ? like (parent->left) : (AskBlendHint) { ASK_BLEND_TYPE_TRUTH, NULL, NULL };
  if (parent->left == child)
    return parent->list.n > 0 ? like (parent->list.items[0]) : (AskBlendHint) { ASK_BLEND_TYPE_ANY, NULL, NULL };
  /* What is chosen is what all of it is. */
  return outer;
}

static gboolean
wants_numbers (const AskSqlExpr *function)
{
  static const char *const names[] = { "sum", "avg", "total", "abs", "round", "ceil", "floor", "sqrt", "median" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (function->name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

/**
 * ask_blend_find_hint:
 * @tree: of @parent
 * @parent: around @child
 * @child: a call, or what is around one
 * @outer: what the place of @parent says
 *
 * Returns: what the place of @child says
 */
AskBlendHint
ask_blend_find_hint (AskSqlTree *tree, const AskSqlExpr *parent, const AskSqlExpr *child, AskBlendHint outer)
{
  AskBlendHint hint = { ASK_BLEND_TYPE_ANY, NULL, NULL };

  switch (parent->kind)
    {
    case ASK_EXPR_UNARY:
      hint.type = parent->op == ASK_OP_NOT ? ASK_BLEND_TYPE_TRUTH : ASK_BLEND_TYPE_NUMBER;
      return hint;
    case ASK_EXPR_BINARY:
      return of_binary (parent, child);
    case ASK_EXPR_LIKE:
      hint.type = ASK_BLEND_TYPE_TEXT;
      return hint;
    case ASK_EXPR_BETWEEN:
      return child == parent->left ? like (parent->list.items[0]) : hint;
    case ASK_EXPR_IN_LIST:
      if (child == parent->left)
        return parent->list.n > 0 ? like (parent->list.items[0]) : hint;
      if (parent->left->kind == ASK_EXPR_COLUMN)
        hint.like = parent->left;
      return hint;
    case ASK_EXPR_IN_SELECT:
      /* Its rows are what an answer has to be one of. */
      if (child == parent->left)
        {
          hint.like = ask_sql_tree_new_expr (tree, ASK_EXPR_SELECT, parent->span);
          hint.like->select = parent->select;
        }
      return hint;
    case ASK_EXPR_CASE:
      return of_case (parent, child, outer);
    case ASK_EXPR_FUNCTION:
      if (child == parent->filter)
        hint.type = ASK_BLEND_TYPE_TRUTH;
      else if (wants_numbers (parent))
        hint.type = ASK_BLEND_TYPE_NUMBER;
      return hint;
    default:
      return hint;
    }
}

/**
 * ask_blend_type_from_string:
 * @string: int, float, bool, date, json, str, substring, any, or list, or list of one of these: list[int]
 * @form: gets it
 *
 * Returns: whether it is one of them
 */
gboolean
ask_blend_type_from_string (const char *string, AskBlendForm *form)
{
  static const struct
  {
    const char *name;
    AskBlendType type;
  } types[] = { { "any", ASK_BLEND_TYPE_ANY },      { "str", ASK_BLEND_TYPE_TEXT },
                { "text", ASK_BLEND_TYPE_TEXT },    { "string", ASK_BLEND_TYPE_TEXT },
                { "int", ASK_BLEND_TYPE_INTEGER },  { "integer", ASK_BLEND_TYPE_INTEGER },
                { "float", ASK_BLEND_TYPE_NUMBER }, { "number", ASK_BLEND_TYPE_NUMBER },
                { "bool", ASK_BLEND_TYPE_TRUTH },   { "boolean", ASK_BLEND_TYPE_TRUTH },
                { "date", ASK_BLEND_TYPE_DATE },    { "json", ASK_BLEND_TYPE_JSON },
                { "list", ASK_BLEND_TYPE_ANY },     { "substring", ASK_BLEND_TYPE_SUBSTRING } };
  g_autofree char *name = g_strstrip (g_ascii_strdown (string, -1));
  gboolean list = g_str_has_prefix (name, "list");

  if (g_str_has_prefix (name, "list[") && g_str_has_suffix (name, "]"))
    {
      name[strlen (name) - 1] = '\0';
      memmove (name, name + strlen ("list["), strlen (name + strlen ("list[")) + 1);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (types[i].name, name) == 0)
      {
        form->type = types[i].type;
        if (list && form->most == 0)
          form->most = ASK_BLEND_NO_LIMIT;
        return TRUE;
      }
  return FALSE;
}

/**
 * ask_blend_form_set_quantifier:
 * @form: becomes a list of so many
 * @quantifier: *, +, {n}, {n,} or {n,m}, as of a regular expression
 *
 * Returns: whether it is one of them
 */
gboolean
ask_blend_form_set_quantifier (AskBlendForm *form, const char *quantifier)
{
  g_autoptr (GRegex) regex = g_regex_new ("^\\{(\\d{1,6})(,(\\d{0,6}))?\\}$", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *least = NULL;
  g_autofree char *comma = NULL;
  g_autofree char *most = NULL;

  if (strcmp (quantifier, "*") == 0 || strcmp (quantifier, "+") == 0)
    {
      form->least = quantifier[0] == '+';
      form->most = ASK_BLEND_NO_LIMIT;
      return TRUE;
    }
  if (!g_regex_match (regex, quantifier, 0, &match))
    return FALSE;
  least = g_match_info_fetch (match, 1);
  comma = g_match_info_fetch (match, 2);
  most = g_match_info_fetch (match, 3);
  form->least = (guint) g_ascii_strtoull (least, NULL, 10);
  form->most = comma == NULL || comma[0] == '\0' ? form->least
               : most == NULL || most[0] == '\0' ? ASK_BLEND_NO_LIMIT
                                                 : (guint) g_ascii_strtoull (most, NULL, 10);
  return form->most > 0 && form->least <= form->most;
}
