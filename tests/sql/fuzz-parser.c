/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What must hold for any text at all: the parser gives a tree or an error, never both and never a crash;
 * a tree prints to a text that gives an equal tree and prints the same again; a copy is equal; a walk
 * meets every node. libFuzzer calls it, and sql/parser-corpus replays what libFuzzer found worth keeping.
 */
#include "config.h"

#include "sql/ask-sql-printer.h"

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

static gboolean
count_expr (AskSqlExpr *expr, gpointer user_data)
{
  guint *n = user_data;

  g_assert_cmpuint (expr->span.start, <=, expr->span.end);
  ++*n;
  return TRUE;
}

static guint
count (AskSqlSelect *select)
{
  guint n = 0;
  AskSqlVisit visit = { .expr = count_expr, .user_data = &n };

  ask_sql_walk_select (select, &visit);
  return n;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse ((const char *) data, (gssize) size, &error);
  g_autoptr (AskSqlTree) again = NULL;
  g_autofree char *printed = NULL;
  g_autofree char *printed_again = NULL;
  AskSqlSelect *copy;

  if (tree == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_no_error (error);
  printed = ask_sql_print_select (tree->select);
  again = ask_sql_parse (printed, -1, &error);
  if (again == NULL && g_error_matches (error, ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE))
    return 0; /* quotes and spaces may make a text of 1 MB longer */
  if (again == NULL)
    g_error ("printed as: %s\n%s", printed, error->message);
  printed_again = ask_sql_print_select (again->select);
  g_assert_cmpstr (printed, ==, printed_again);
  g_assert_true (ask_sql_select_equal (tree->select, again->select));
  copy = ask_sql_tree_copy_select (again, tree->select);
  g_assert_true (ask_sql_select_equal (tree->select, copy));
  g_assert_cmpuint (count (copy), ==, count (tree->select));
  g_assert_cmpuint (count (again->select), ==, count (tree->select));
  return 0;
}
