/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arguments of a call that are one literal each: they say how its answers have to look, and how it is asked.
 */
#include "config.h"

#include "blend/ask-blend-call-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

/* ask_blend_get_text: Returns: (nullable): the text that @expr is */
const char *
ask_blend_get_text (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT ? expr->value.text : NULL;
}

/* ask_blend_take_return_type: @expr: of an answer. Returns: whether it says so */
gboolean
ask_blend_take_return_type (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  const char *text = ask_blend_get_text (expr);

  return (text != NULL && ask_blend_type_from_string (text, &taking->call->form))
         || ASK_BLEND_REFUSE (
           self, taking->expr,
           N_ ("The return_type of %s is one of int, float, bool, date, json, str, substring, list and list[int]."));
}

/* ask_blend_take_quantifier: @expr: how many items a list has. Returns: whether it says so */
gboolean
ask_blend_take_quantifier (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  const char *text = ask_blend_get_text (expr);

  return (text != NULL && ask_blend_form_set_quantifier (&taking->call->form, text))
         || ASK_BLEND_REFUSE (self, taking->expr,
                              N_ ("The quantifier of %s is one of '*', '+', '{2}', '{2,}' and '{2,5}'."));
}

/* ask_blend_take_regex: @expr: what an answer matches. Returns: whether it says so */
gboolean
ask_blend_take_regex (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  g_autofree char *whole
    = ask_blend_get_text (expr) != NULL ? g_strconcat ("^(?:", ask_blend_get_text (expr), ")$", NULL) : NULL;
  g_autoptr (GRegex) regex = whole != NULL ? g_regex_new (whole, 0, 0, NULL) : NULL;

  if (regex == NULL)
    return ASK_BLEND_REFUSE (self, taking->expr, N_ ("The regex of %s is no regular expression in quotes."));
  g_free (taking->call->form.pattern);
  taking->call->form.pattern = g_steal_pointer (&whole);
  return TRUE;
}

/* ask_blend_take_batch_size: @expr: values at once. Returns: whether it says so */
gboolean
ask_blend_take_batch_size (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_LITERAL || expr->value.kind != ASK_VALUE_INTEGER || expr->value.integer < 1
      || expr->value.integer > 1000)
    return ASK_BLEND_REFUSE (self, taking->expr, N_ ("The batch_size of %s is a number from 1 to 1000."));
  taking->call->batch = (guint) expr->value.integer;
  return TRUE;
}

/* ask_blend_take_k: @expr: how many a search gives. Returns: whether it says so */
gboolean
ask_blend_take_k (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_LITERAL || expr->value.kind != ASK_VALUE_INTEGER || expr->value.integer < 1
      || expr->value.integer > 10000 || taking->call->function->runner->search == NULL)
    return ASK_BLEND_REFUSE (self, taking->expr,
                             N_ ("%s is called as llm_search('…', column, k), with k from 1 to 10000."));
  taking->call->batch = (guint) expr->value.integer;
  return TRUE;
}

/* ask_blend_take_on_error: @expr: whether what fails is NULL. Returns: whether it says so */
gboolean
ask_blend_take_on_error (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  const char *text = ask_blend_get_text (expr);

  if (text == NULL || (g_ascii_strcasecmp (text, "null") != 0 && g_ascii_strcasecmp (text, "fail") != 0))
    return ASK_BLEND_REFUSE (self, taking->expr, N_ ("The on_error of %s is 'null' or 'fail'."));
  taking->call->lenient = g_ascii_strcasecmp (text, "null") == 0;
  taking->call->strict = !taking->call->lenient;
  return TRUE;
}
