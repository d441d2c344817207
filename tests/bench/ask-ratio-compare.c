/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether two results are the same: as multisets, in order where the query has an ORDER BY, by type and digit. What
 * differs is handed on to ask-ratio-open.c, which asks whether SQL leaves the answer open there.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <math.h>
#include <string.h>

/* A sum of doubles depends on the order of its rows, and nobody promises one. */
#define TOLERANCE 1e-9

static gboolean
values_equal (const AskValue *a, const AskValue *b, double tolerance)
{
  if (a->kind != b->kind)
    return FALSE;
  if (a->kind == ASK_VALUE_REAL && tolerance > 0)
    return a->real == b->real || fabs (a->real - b->real) <= tolerance * MAX (fabs (a->real), fabs (b->real));
  return ask_value_equal (a, b);
}

/**
 * ratio_rows_equal:
 * @tolerance: how far apart two doubles may be, relative to the larger
 *
 * Returns: whether two rows of @n cells hold the same
 */
gboolean
ratio_rows_equal (const AskValue *a, const AskValue *b, guint n, double tolerance)
{
  for (guint i = 0; i < n; i++)
    if (!values_equal (&a[i], &b[i], tolerance))
      return FALSE;
  return TRUE;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer n)
{
  const AskValue *ra = *(const AskValue *const *) a;
  const AskValue *rb = *(const AskValue *const *) b;

  for (guint i = 0; i < GPOINTER_TO_UINT (n); i++)
    {
      int order = ask_value_compare (&ra[i], &rb[i]);

      if (order != 0)
        return order;
      /* 1 and 1.0 compare as equal, but are two. */
      if (ra[i].kind != rb[i].kind)
        return ra[i].kind < rb[i].kind ? -1 : 1;
    }
  return 0;
}

static GPtrArray *
sort_rows (const AskRows *rows)
{
  GPtrArray *sorted = g_ptr_array_new ();
  guint n = ask_rows_get_n_columns (rows);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    g_ptr_array_add (sorted, (gpointer) ask_rows_get_row (rows, r));
  g_ptr_array_sort_with_data (sorted, compare_rows, GUINT_TO_POINTER (n));
  return sorted;
}

static gboolean
equal_in_order (const AskRows *a, const AskRows *b, double tolerance)
{
  guint n = ask_rows_get_n_columns (a);

  for (gsize r = 0; r < ask_rows_get_n_rows (a); r++)
    if (!ratio_rows_equal (ask_rows_get_row (a, r), ask_rows_get_row (b, r), n, tolerance))
      return FALSE;
  return TRUE;
}

static gboolean
equal_as_sets (const AskRows *a, const AskRows *b, double tolerance)
{
  g_autoptr (GPtrArray) sa = sort_rows (a);
  g_autoptr (GPtrArray) sb = sort_rows (b);
  guint n = ask_rows_get_n_columns (a);

  for (guint i = 0; i < sa->len; i++)
    if (!ratio_rows_equal (sa->pdata[i], sb->pdata[i], n, tolerance))
      return FALSE;
  return TRUE;
}

/* An expression without AS is called by its text, and SQLite does not promise how that is spaced and quoted. */
static char *
dup_bare_name (const char *name)
{
  GString *bare = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    if (strchr (" \t\r\n\"'`[]", *p) == NULL)
      g_string_append_c (bare, g_ascii_tolower (*p));
  return g_string_free (bare, FALSE);
}

/**
 * ratio_same_names:
 *
 * Names are the same but where one comes again: the engine numbers those, "id" and "id_2".
 *
 * Returns: whether the columns of two results are called the same
 */
gboolean
ratio_same_names (const AskRows *rows, const AskRows *answer)
{
  if (ask_rows_get_n_columns (rows) != ask_rows_get_n_columns (answer))
    return FALSE;
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      g_autofree char *name = dup_bare_name (ask_rows_get_column (rows, i)->name);
      g_autofree char *wanted = dup_bare_name (ask_rows_get_column (answer, i)->name);

      if (strcmp (name, wanted) == 0)
        continue;
      if (ask_rows_find_column (answer, ask_rows_get_column (answer, i)->name) == (int) i
          || !g_str_has_prefix (name, wanted) || name[strlen (wanted)] != '_')
        return FALSE;
    }
  return TRUE;
}

static gboolean
note_sum (AskSqlExpr *expr, gpointer found)
{
  static const char *const names[] = { "sum", "avg", "total" };

  for (guint i = 0; expr->kind == ASK_EXPR_FUNCTION && i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (expr->name, names[i]) == 0)
      *(gboolean *) found = TRUE;
  return TRUE;
}

/* Only where something is summed up. */
static double
get_tolerance (const RatioQuery *query)
{
  gboolean found = FALSE;
  const AskSqlVisit visit = { .expr = note_sum, .user_data = &found };

  if (query->tree != NULL)
    ask_sql_walk_select (query->tree->select, &visit);
  return found ? TOLERANCE : 0;
}

/**
 * ratio_compare:
 * @rows: the engine's answer to @query
 * @budget: (inout): how many statements a proof may still run with a subquery's rows put in
 *
 * Returns: how it stands to SQLite's
 */
RatioVerdict
ratio_compare (RatioDatabase *database, const RatioQuery *query, const AskRows *rows, guint *budget)
{
  gboolean ordered = query->tree == NULL || query->tree->select->order.n > 0;
  double tolerance = get_tolerance (query);

  if (ask_rows_get_n_columns (rows) != ask_rows_get_n_columns (query->answer)
      || ask_rows_get_truncated (rows))
    return RATIO_DIFFERENT;
  /* LIMIT and OFFSET count rows, whichever they are; so do groups. */
  if (ask_rows_get_n_rows (rows) == ask_rows_get_n_rows (query->answer))
    {
      if (ordered ? equal_in_order (rows, query->answer, 0) : equal_as_sets (rows, query->answer, 0))
        return RATIO_SAME;
      if (tolerance > 0
          && (ordered ? equal_in_order (rows, query->answer, tolerance)
                      : equal_as_sets (rows, query->answer, tolerance)))
        return RATIO_PERMITTED;
    }
  if (query->tree != NULL
      && (ratio_is_permitted (database, query, rows, tolerance)
          || ratio_is_bare_choice (database, query, rows, tolerance)
          || ratio_is_inner_choice (database, query, rows, budget)))
    return RATIO_PERMITTED;
  return RATIO_DIFFERENT;
}
