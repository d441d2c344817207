/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where SQL leaves a subquery's rows open: which of equal sort keys its LIMIT keeps, and which row of several a
 * subquery that stands as a value gives. An answer other than SQLite's is permitted only if the statement gives it on
 * the untouched database once the subquery is replaced by rows that it may give; and only if the statement gives
 * SQLite's own answer once it is replaced by the rows that SQLite takes, which proves that the replacement means the
 * same.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

#define MAX_ROWS_A_CHOICE 200

/** Inner: one subquery; @as_value: it stands as a value, so its first row is all of it */
typedef struct
{
  const AskSqlSelect *select;
  gboolean as_value;
} Inner;

static gboolean
note_expr (AskSqlExpr *expr, gpointer found)
{
  Inner inner = { expr->select, expr->kind == ASK_EXPR_SELECT };

  if (expr->kind == ASK_EXPR_SELECT || (expr->kind == ASK_EXPR_IN_SELECT && expr->select->limit != NULL))
    g_array_append_val (found, inner);
  return TRUE;
}

static gboolean
note_from (AskSqlFrom *from, gpointer found)
{
  Inner inner = { from->select, FALSE };

  if (from->kind == ASK_FROM_SELECT && from->select->limit != NULL)
    g_array_append_val (found, inner);
  return TRUE;
}

static void
append_literal (GString *sql, const AskValue *value)
{
  char digits[64];

  switch (value->kind)
    {
    case ASK_VALUE_NULL:
      g_string_append (sql, "NULL");
      break;
    case ASK_VALUE_INTEGER:
      g_string_append_printf (sql, "(%" G_GINT64_FORMAT ")", value->integer);
      break;
    case ASK_VALUE_REAL:
      g_string_append_printf (sql, "(%s)", g_ascii_formatd (digits, sizeof digits, "%.17e", value->real));
      break;
    default:
      {
        g_autofree char *text = g_strndup (value->text, value->length);
        g_autofree char *quoted = ask_sql_quote_text (text);

        g_string_append (sql, quoted);
      }
    }
}

/* "SELECT 1 AS a, 2 AS b UNION ALL SELECT 3, 4"; without rows, one that no condition lets pass. */
static void
append_rows (GString *sql, const AskRows *rows)
{
  gsize n = ask_rows_get_n_rows (rows);

  for (gsize r = 0; r < MAX (n, 1); r++)
    {
      g_string_append (sql, r > 0 ? " UNION ALL SELECT " : "SELECT ");
      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        {
          g_autofree char *name = ask_sql_quote_name (ask_rows_get_column (rows, c)->name);

          g_string_append (sql, c > 0 ? ", " : "");
          if (n > 0)
            append_literal (sql, ask_rows_get (rows, r, c));
          else
            g_string_append (sql, "NULL");
          g_string_append_printf (sql, " AS %s", name);
        }
    }
  if (n == 0)
    g_string_append (sql, " WHERE 0");
}

/* The statement with @rows in the place of the subquery. */
static RatioQuery *
put_in (RatioDatabase *database, const RatioQuery *query, const Inner *inner, const AskRows *rows)
{
  const char *text = query->tree->text;
  g_autoptr (GString) sql = g_string_new_len (text, inner->select->span.start);

  append_rows (sql, rows);
  g_string_append (sql, text + inner->select->span.end);
  return ratio_query_new (database, sql->str);
}

static gboolean
gives (RatioDatabase *database, const RatioQuery *query, const Inner *inner, const AskRows *choice,
       const AskRows *wanted, guint *budget)
{
  RatioQuery *replaced;
  gboolean given;

  if (*budget == 0 || ask_rows_get_n_rows (choice) > MAX_ROWS_A_CHOICE)
    return FALSE;
  --*budget;
  replaced = put_in (database, query, inner, choice);
  given = replaced != NULL && ratio_compare (database, replaced, wanted, budget) != RATIO_DIFFERENT;
  g_clear_pointer (&replaced, ratio_query_free);
  return given;
}

static gboolean
is_choice_of (RatioDatabase *database, const RatioQuery *query, const Inner *inner, const AskRows *rows,
              guint *budget)
{
  g_autofree char *text = g_strndup (query->tree->text + inner->select->span.start,
                                     inner->select->span.end - inner->select->span.start);
  RatioQuery *own = ratio_query_new (database, text);
  g_autoptr (GPtrArray) choices = NULL;
  gboolean found = FALSE;
  guint no_more = 0;

  /* One that names columns around it does not run by itself. */
  if (own == NULL)
    return FALSE;
  choices = ratio_list_choices (database, own, inner->as_value, *budget);
  if (choices != NULL && choices->len > 1)
    {
      RatioQuery *same = put_in (database, query, inner, own->answer);

      found = same != NULL && ratio_compare (database, same, query->answer, &no_more) == RATIO_SAME;
      g_clear_pointer (&same, ratio_query_free);
    }
  if (found)
    {
      found = FALSE;
      for (guint i = 0; !found && i < choices->len; i++)
        found = gives (database, query, inner, choices->pdata[i], rows, budget);
    }
  ratio_query_free (own);
  return found;
}

/**
 * ratio_is_inner_choice:
 * @rows: an answer other than SQLite's
 * @budget: (inout): how many statements may still be run
 *
 * Returns: whether it is proven that SQL permits @rows by another choice of a subquery's rows
 */
gboolean
ratio_is_inner_choice (RatioDatabase *database, const RatioQuery *query, const AskRows *rows, guint *budget)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Inner));
  const AskSqlVisit visit = { .expr = note_expr, .from = note_from, .user_data = found };

  if (*budget == 0)
    return FALSE;
  ask_sql_walk_select (query->tree->select, &visit);
  for (guint i = 0; i < found->len; i++)
    if (is_choice_of (database, query, &g_array_index (found, Inner, i), rows, budget))
      return TRUE;
  return FALSE;
}
