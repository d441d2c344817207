/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was searched for, so that it can be marked where a passage of an answer is read: what stands on the right of MATCH in the
 * answer's query, or parts of words that it looks for; else the words of the question that say something.
 */
#include "config.h"

#include "agent/ask-citation.h"
#include "agent/ask-search.h"
#include "base/ask-text.h"
#include "sql/ask-sql-parser.h"

/* Of LIKE '%part%' below a MATCH, and of literals beside it. */
static gboolean
take_text (AskSqlExpr *expr, gpointer data)
{
  GString *words = data;
  g_autofree char *text = NULL;

  if (expr->kind == ASK_EXPR_SELECT)
    return TRUE;
  if (expr->kind == ASK_EXPR_LIKE && expr->right != NULL && expr->right->kind == ASK_EXPR_LITERAL
      && expr->right->value.kind == ASK_VALUE_TEXT)
    {
      text = g_strdelimit (ask_value_to_text (&expr->right->value), "%_", ' ');
      g_string_append_printf (words, " %s", text);
      return FALSE;
    }
  return TRUE;
}

static gboolean
find_match (AskSqlExpr *expr, gpointer data)
{
  GString *words = data;

  if (expr->kind != ASK_EXPR_LIKE || expr->op != ASK_OP_MATCH || expr->negated || expr->right == NULL)
    return TRUE;
  if (expr->right->kind == ASK_EXPR_LITERAL && expr->right->value.kind == ASK_VALUE_TEXT)
    {
      g_autofree char *text = ask_value_to_text (&expr->right->value);

      g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "", text);
    }
  else
    ask_sql_walk_expr (expr->right, &(AskSqlVisit) { .expr = take_text, .user_data = words });
  return FALSE;
}

/**
 * ask_citation_find_words:
 * @answer: with citations
 *
 * Returns: (transfer full): what to mark in its passages, as words or as the right side of a MATCH; may be empty
 */
char *
ask_citation_find_words (const AskAnswer *answer)
{
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (AskSqlTree) tree = answer->sql != NULL ? ask_sql_parse (answer->sql, -1, NULL) : NULL;
  g_autoptr (GPtrArray) said = NULL;

  if (tree != NULL)
    ask_sql_walk_select (tree->select, &(AskSqlVisit) { .expr = find_match, .user_data = words });
  if (words->len == 0 && answer->question != NULL)
    {
      said = ask_search_split (answer->question);
      for (guint i = 0; i < said->len; i++)
        g_string_append_printf (words, "%s%s", i > 0 ? " " : "", (char *) said->pdata[i]);
    }
  return g_strstrip (g_string_free (g_steal_pointer (&words), FALSE));
}
