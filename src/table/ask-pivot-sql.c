/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pivot of rows that are not here: GROUP BY over the relational view, which runs where the data lies. One query has all that
 * can be merged: counts, sums, extremes of the innermost groups. What cannot be, since a sum of decimals loses digits there and
 * distinct counts do not add, is asked for value by value, with how often each is there. Totals are made here of both, so a
 * pivot is two or three queries and not one for each of its subtotals.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "sql/ask-sql-lexer.h"
#include "table/ask-pivot-private.h"
#include "table/ask-table-error.h"

/** ask_pivot_query_free: frees @self, which may be %NULL */
void
ask_pivot_query_free (AskPivotQuery *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  g_free (self);
}

static char *
quote_column (const AskRows *head, guint column)
{
  return ask_sql_quote_name (ask_rows_get_column (head, column)->name);
}

/* The filters of @pivot, if it has any. */
static void
append_where (GString *sql, const AskPivot *pivot, const AskRows *head)
{
  gboolean any = FALSE;

  for (guint i = 0; i < pivot->filters->len; i++)
    {
      const AskPivotFilter *filter = pivot->filters->pdata[i];
      g_autofree char *column = quote_column (head, filter->column);

      if (filter->choices->len == 0)
        continue;
      g_string_append (sql, any ? " AND " : " WHERE ");
      any = TRUE;
      ask_pivot_append_in (sql, filter->part, column, (const AskValue *) (gpointer) filter->choices->data,
                           filter->choices->len);
    }
}

/* Of both axes, one after the other. */
static const AskPivotField *
get_field (const AskPivot *pivot, guint i)
{
  return i < pivot->rows->len ? &g_array_index (pivot->rows, AskPivotField, i)
                              : &g_array_index (pivot->columns, AskPivotField, i - pivot->rows->len);
}

static guint
count_fields (const AskPivot *pivot)
{
  return pivot->rows->len + pivot->columns->len;
}

/* Whether a value has to be known value by value. */
static gboolean
is_detailed (const AskPivotValue *value, const AskRows *head)
{
  return value->function == ASK_PIVOT_DISTINCT
         || ((value->function == ASK_PIVOT_SUM || value->function == ASK_PIVOT_AVERAGE)
             && ask_rows_get_column (head, (guint) value->column)->type == ASK_TYPE_DECIMAL);
}

/* @measures: what is selected beside the keys; @further: (nullable): a key beside the fields */
static AskPivotQuery *
make_query (const AskPivot *pivot, const AskRows *head, const char *from, const char *measures, const char *further)
{
  AskPivotQuery *query = g_new0 (AskPivotQuery, 1);
  g_autoptr (GString) keys = g_string_new (NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  GString *sql = g_string_new ("SELECT ");

  for (guint i = 0; i < count_fields (pivot); i++)
    {
      const AskPivotField *field = get_field (pivot, i);
      g_autofree char *column = quote_column (head, field->column);

      g_string_append (keys, i > 0 ? ", " : "");
      ask_pivot_append_key (keys, field->part, column);
      g_string_append (names, i > 0 ? ", " : "");
      ask_pivot_append_key (names, field->part, column);
      g_string_append_printf (names, " AS key_%u", i + 1);
    }
  if (further != NULL)
    {
      g_string_append_printf (keys, "%s%s", keys->len > 0 ? ", " : "", further);
      g_string_append_printf (names, "%s%s AS value", names->len > 0 ? ", " : "", further);
    }
  g_string_append_printf (sql, "%s%s%s FROM %s", names->str, names->len > 0 ? ", " : "", measures, from);
  append_where (sql, pivot, head);
  if (keys->len > 0)
    g_string_append_printf (sql, " GROUP BY %s", keys->str);
  query->sql = g_string_free (sql, FALSE);
  query->value = -1;
  return query;
}

static void
append_measure (GString *measures, const AskPivotValue *value, guint place, const char *column)
{
  switch (value->function)
    {
    case ASK_PIVOT_COUNT:
      if (value->column >= 0)
        g_string_append_printf (measures, ", count(%s) AS n_%u", column, place);
      break;
    case ASK_PIVOT_SUM:
    case ASK_PIVOT_AVERAGE:
      g_string_append_printf (measures, ", count(%s) AS n_%u, sum(%s) AS sum_%u", column, place, column, place);
      break;
    case ASK_PIVOT_LEAST:
      g_string_append_printf (measures, ", min(%s) AS least_%u", column, place);
      break;
    case ASK_PIVOT_MOST:
      g_string_append_printf (measures, ", max(%s) AS most_%u", column, place);
      break;
    case ASK_PIVOT_DISTINCT:
    default:
      break;
    }
}

/**
 * ask_pivot_make_queries:
 * @head: the columns of what it is of; its rows are not looked at
 * @from: what stands behind FROM: the quoted name of an entity, or a SELECT in parentheses with a name
 * @error: ASK_TABLE_ERROR_PIVOT
 *
 * Returns: (transfer full) (nullable) (element-type AskPivotQuery): what is to be asked, for ask_pivot_table_collect()
 */
GPtrArray *
ask_pivot_make_queries (const AskPivot *pivot, const AskRows *head, const char *from, GError **error)
{
  g_autoptr (GPtrArray) queries = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_pivot_query_free);
  g_autoptr (GString) measures = g_string_new ("count(*) AS n");

  if (!ask_pivot_check (pivot, head, error))
    return NULL;
  for (guint v = 0; v < pivot->values->len; v++)
    {
      const AskPivotValue *value = &g_array_index (pivot->values, AskPivotValue, v);
      g_autofree char *column = value->column >= 0 ? quote_column (head, (guint) value->column) : NULL;

      if (!is_detailed (value, head))
        append_measure (measures, value, v + 1, column);
    }
  g_ptr_array_add (queries, make_query (pivot, head, from, measures->str, NULL));
  for (guint v = 0; v < pivot->values->len; v++)
    {
      const AskPivotValue *value = &g_array_index (pivot->values, AskPivotValue, v);
      g_autofree char *column = NULL;
      AskPivotQuery *query;

      if (!is_detailed (value, head))
        continue;
      column = quote_column (head, (guint) value->column);
      query = make_query (pivot, head, from, "count(*) AS n", column);
      query->value = (int) v;
      g_ptr_array_add (queries, query);
    }
  return g_steal_pointer (&queries);
}

/**
 * ask_pivot_make_rows_query:
 * @head: the columns of what it is of
 * @from: as of ask_pivot_make_queries()
 *
 * Returns: (transfer full): the SELECT of ask_pivot_filter_rows(), where the rows are not here
 */
char *
ask_pivot_make_rows_query (const AskPivot *pivot, const AskRows *head, const char *from)
{
  GString *sql = g_string_new ("SELECT * FROM ");

  g_string_append (sql, from);
  append_where (sql, pivot, head);
  return g_string_free (sql, FALSE);
}

/* The cell that a row of a part belongs to. */
static AskPivotTally *
find_cell (AskPivotTable *self, const AskRows *part, gsize row)
{
  guint group = 0, column = 0, n_rows = self->pivot->rows->len;

  for (guint i = 0; i < count_fields (self->pivot); i++)
    if (i < n_rows)
      group = ask_pivot_axis_find (&self->row_axis, group, ask_rows_get (part, row, i));
    else
      column = ask_pivot_axis_find (&self->column_axis, column, ask_rows_get (part, row, i));
  return ask_pivot_table_need (self, group, column);
}

static gint64
get_count (const AskRows *part, gsize row, guint column)
{
  const AskValue *value = ask_rows_get (part, row, column);

  return value->kind == ASK_VALUE_INTEGER ? value->integer : 0;
}

static void
add_sums (AskPivotTable *self, const AskRows *part, gsize row, AskPivotTally *tallies)
{
  guint at = count_fields (self->pivot);
  gint64 n_rows = get_count (part, row, at++);

  for (guint v = 0; v < self->pivot->values->len; v++)
    {
      const AskPivotValue *value = &g_array_index (self->pivot->values, AskPivotValue, v);
      AskPivotTally own = { 0 };

      if (is_detailed (value, self->head))
        continue;
      switch (value->function)
        {
        case ASK_PIVOT_COUNT:
          own.n = (gsize) (value->column >= 0 ? get_count (part, row, at++) : n_rows);
          break;
        case ASK_PIVOT_SUM:
        case ASK_PIVOT_AVERAGE:
          own.n = (gsize) get_count (part, row, at++);
          ask_exact_sum_add (&own.sum, ask_rows_get (part, row, at++), 1);
          break;
        case ASK_PIVOT_LEAST:
          own.least = *ask_rows_get (part, row, at++);
          break;
        case ASK_PIVOT_MOST:
          own.most = *ask_rows_get (part, row, at++);
          break;
        case ASK_PIVOT_DISTINCT:
        default:
          break;
        }
      ask_pivot_tally_merge (&tallies[v], value->function, ask_pivot_table_get_type (self, v), &own);
      ask_pivot_tally_clear (&own);
    }
}

static gboolean
add_part (AskPivotTable *self, const AskRows *part, int value, GError **error)
{
  guint n_fields = count_fields (self->pivot);

  for (gsize row = 0; row < ask_rows_get_n_rows (part); row++)
    {
      guint place = n_fields + (value >= 0);
      AskPivotTally *tallies;

      /* Without fields an aggregate has a row even of nothing. */
      if (get_count (part, row, place) == 0)
        continue;
      tallies = find_cell (self, part, row);
      if (value < 0)
        add_sums (self, part, row, tallies);
      else if (!ask_pivot_tally_add (&tallies[value],
                                     g_array_index (self->pivot->values, AskPivotValue, value).function,
                                     ask_pivot_table_get_type (self, (guint) value), ask_rows_get (part, row, n_fields),
                                     get_count (part, row, place)))
        {
          ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT,
                         N_ ("“%s” are no numbers, so they have no sum and no average. Count them."),
                         ask_rows_get_column (self->head,
                                              (guint) g_array_index (self->pivot->values, AskPivotValue, value).column)
                           ->name);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * ask_pivot_table_collect:
 * @pivot: what is wanted
 * @head: the columns of what it is of
 * @parts: (element-type AskRows): the whole answers to the queries of ask_pivot_make_queries(), in their order; kept
 * @cancellable: (nullable): looked at now and then
 * @error: ASK_TABLE_ERROR or G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the same table as of all rows. Parts of which rows are missing are an error
 */
AskPivotTable *
ask_pivot_table_collect (const AskPivot *pivot, AskRows *head, GPtrArray *parts, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (AskPivotTable) self = NULL;
  guint next = 1;

  if (!ask_pivot_check (pivot, head, error))
    return NULL;
  self = ask_pivot_table_begin (pivot, head);
  for (guint i = 0; i < parts->len; i++)
    {
      AskRows *part = parts->pdata[i];

      if (ask_rows_get_truncated (part))
        {
          ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_LARGE,
                         N_ ("This pivot has more groups than can be read. Choose fields with fewer values, or filter "
                             "them."));
          return NULL;
        }
      g_ptr_array_add (self->kept, ask_rows_ref (part));
    }
  if (parts->len > 0 && !add_part (self, parts->pdata[0], -1, error))
    return NULL;
  for (guint v = 0; v < pivot->values->len; v++)
    if (is_detailed (&g_array_index (pivot->values, AskPivotValue, v), head) && next < parts->len
        && !add_part (self, parts->pdata[next++], (int) v, error))
      return NULL;
  return ask_pivot_table_settle (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}
