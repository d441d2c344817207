/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions that select rows. What a mark stands for is known row by row, from when the chart was built; the condition is then
 * made of the values of these rows, and tried on all rows here before anybody gets it. So a label that two values share, a
 * "(none)" or an "Other" select what they are drawn of.
 */
#include "config.h"

#include "chart/ask-chart-rows.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "chart/ask-chart-private.h"
#include "sql/ask-sql-lexer.h"

/* A condition that names more values than this is no condition that a person could read. */
#define MAX_VALUES 2000

static gboolean
is_of (AskChart *self, const AskChartPick *pick, gsize row)
{
  if (self->row_places == NULL || pick->place >= self->n_points)
    return FALSE;
  /* What a waterfall comes to is of all its rows. */
  if (self->kind == ASK_CHART_WATERFALL && pick->place + 1 == self->n_points)
    return self->row_places[row] >= 0;
  if (self->row_places[row] != (gssize) pick->place)
    return FALSE;
  return pick->series < 0 || self->row_series == NULL || self->row_series[row] == (gsize) pick->series;
}

/**
 * ask_chart_list_rows:
 * @pick: of the chart
 *
 * Returns: (transfer full) (element-type gsize): the rows of the result that it is drawn of, in their order
 */
GArray *
ask_chart_list_rows (AskChart *self, const AskChartPick *pick)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gsize));

  if (ask_chart_has_dots (self))
    {
      if (pick->place < self->n_dots)
        g_array_append_val (rows, self->dot_rows[pick->place]);
      return rows;
    }
  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    if (is_of (self, pick, row))
      g_array_append_val (rows, row);
  return rows;
}

/* As SQL writes it, with its exact digits. FALSE for what no query could name. */
static gboolean
append_value (GString *sql, const AskValue *value)
{
  g_autofree char *text = NULL;

  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      g_string_append_printf (sql, "%" G_GINT64_FORMAT, value->integer);
      return TRUE;
    case ASK_VALUE_REAL:
      if (!isfinite (value->real))
        return FALSE;
      text = ask_real_to_text (value->real);
      g_string_append (sql, text);
      return TRUE;
    case ASK_VALUE_TEXT:
      if (memchr (value->text, 0, value->length) != NULL)
        return FALSE;
      g_string_append_c (sql, '\'');
      for (guint32 i = 0; i < value->length; i++)
        {
          if (value->text[i] == '\'')
            g_string_append_c (sql, '\'');
          g_string_append_c (sql, value->text[i]);
        }
      g_string_append_c (sql, '\'');
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
has_value (GPtrArray *values, const AskValue *value)
{
  for (guint i = 0; i < values->len; i++)
    if (ask_value_equal (values->pdata[i], value))
      return TRUE;
  return FALSE;
}

static guint
hash_cell (gconstpointer data)
{
  const AskValue *value = data;
  g_autofree char *text = ask_value_to_text (value);

  return g_str_hash (text) + value->kind;
}

static gboolean
equal_cells (gconstpointer a, gconstpointer b)
{
  return ask_value_equal (a, b);
}

/* The different values of a column in some rows, in the order in which they appear. */
static GPtrArray *
list_values (AskChart *self, const GArray *rows, guint column)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_cell, equal_cells);
  GPtrArray *values = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      const AskValue *value = ask_rows_get (self->rows, g_array_index (rows, gsize, i), column);

      if (g_hash_table_add (seen, (gpointer) value))
        g_ptr_array_add (values, (gpointer) value);
    }
  return values;
}

static gboolean append_column (AskChart *self, GString *sql, guint column, GPtrArray *values);

/* Whether all values are of a kind that SQL compares as we do, so that they may be the ends of a range. */
static gboolean
find_ends (GPtrArray *values, const AskValue **least, const AskValue **most)
{
  gboolean text = FALSE, number = FALSE;

  *least = *most = NULL;
  for (guint i = 0; i < values->len; i++)
    {
      const AskValue *value = values->pdata[i];

      if (value->kind == ASK_VALUE_NULL || value->kind == ASK_VALUE_BLOB)
        return FALSE;
      text = text || value->kind == ASK_VALUE_TEXT;
      number = number || value->kind != ASK_VALUE_TEXT;
      if (*least == NULL || ask_value_compare (value, *least) < 0)
        *least = value;
      if (*most == NULL || ask_value_compare (value, *most) > 0)
        *most = value;
    }
  return values->len > 0 && text != number;
}

/* How many rows of the result have a value of a column between two others. */
static gsize
count_between (AskChart *self, guint column, const AskValue *least, const AskValue *most)
{
  gsize n = 0;

  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    {
      const AskValue *value = ask_rows_get (self->rows, row, column);

      n += value->kind != ASK_VALUE_NULL && ask_value_compare (value, least) >= 0
           && ask_value_compare (value, most) <= 0;
    }
  return n;
}

static gsize
count_with (AskChart *self, guint column, GPtrArray *values)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (hash_cell, equal_cells);
  gsize n = 0;

  for (guint i = 0; i < values->len; i++)
    g_hash_table_add (wanted, values->pdata[i]);
  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    n += g_hash_table_contains (wanted, ask_rows_get (self->rows, row, column));
  return n;
}

/* Whether SQLite reads its decimal digits as the same number: it rounds longer ones by a bit. */
static gboolean
is_safe (const AskValue *value)
{
  g_autofree char *text = NULL;
  guint digits = 0;

  if (value->kind != ASK_VALUE_REAL)
    return TRUE;
  text = ask_real_to_text (value->real);
  for (const char *c = text; *c != '\0' && *c != 'e'; c++)
    digits += g_ascii_isdigit (*c) != 0;
  return digits <= 15;
}

/* A number of many digits by a range that no other number of the column is in. */
static gboolean
append_near (AskChart *self, GString *sql, guint column, double value)
{
  g_autofree char *name = ask_sql_quote_name (ask_rows_get_column (self->rows, column)->name);
  double gap = MAX (fabs (value) * 1e-6, 1e-300), number;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    if (ask_value_get_number (ask_rows_get (self->rows, row, column), &number) && number != value)
      gap = MIN (gap, fabs (number - value));
  if (gap / 2 < fabs (value) * 1e-15)
    return FALSE;
  from = ask_real_to_text (value - gap / 2);
  to = ask_real_to_text (value + gap / 2);
  g_string_append_printf (sql, "%s BETWEEN %s AND %s", name, from, to);
  return TRUE;
}

static gboolean
append_all_near (AskChart *self, GString *sql, guint column, GPtrArray *values)
{
  g_string_append_c (sql, '(');
  for (guint i = 0; i < values->len; i++)
    {
      const AskValue *value = values->pdata[i];
      g_autoptr (GPtrArray) alone = g_ptr_array_new ();

      if (i > 0)
        g_string_append (sql, " OR ");
      g_ptr_array_add (alone, (gpointer) value);
      if (!is_safe (value) ? !append_near (self, sql, column, value->real) : !append_column (self, sql, column, alone))
        return FALSE;
    }
  g_string_append_c (sql, ')');
  return TRUE;
}

/* "name" = 'a', "name" IN ('a', 'b'), "name" IS NULL, "name" BETWEEN 10 AND 20. */
static gboolean
append_column (AskChart *self, GString *sql, guint column, GPtrArray *values)
{
  g_autofree char *name = ask_sql_quote_name (ask_rows_get_column (self->rows, column)->name);
  gboolean null = has_value (values, &ASK_NULL_INIT);
  guint n = values->len - null, written = 0;
  const AskValue *least, *most;

  for (guint i = 0; i < values->len; i++)
    if (!is_safe (values->pdata[i]))
      return values->len <= MAX_VALUES && append_all_near (self, sql, column, values);
  if (n > 3 && find_ends (values, &least, &most)
      && count_between (self, column, least, most) == count_with (self, column, values))
    {
      g_string_append_printf (sql, "%s BETWEEN ", name);
      if (!append_value (sql, least))
        return FALSE;
      g_string_append (sql, " AND ");
      return append_value (sql, most);
    }
  if (n > MAX_VALUES)
    return FALSE;
  if (null && n > 0)
    g_string_append_c (sql, '(');
  if (null)
    g_string_append_printf (sql, "%s IS NULL%s", name, n > 0 ? " OR " : "");
  if (n > 0)
    g_string_append_printf (sql, n == 1 ? "%s = " : "%s IN (", name);
  for (guint i = 0; i < values->len; i++)
    {
      if (((const AskValue *) values->pdata[i])->kind == ASK_VALUE_NULL)
        continue;
      if (written++ > 0)
        g_string_append (sql, ", ");
      if (!append_value (sql, values->pdata[i]))
        return FALSE;
    }
  g_string_append (sql, n > 1 ? ")" : "");
  if (null && n > 0)
    g_string_append_c (sql, ')');
  return TRUE;
}

/* How many rows have one of the values in each column. */
static gsize
count_all (AskChart *self, const guint *columns, GPtrArray *const *values, guint n_columns)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  gsize n = 0;

  for (guint c = 0; c < n_columns; c++)
    {
      GHashTable *of = g_hash_table_new (hash_cell, equal_cells);

      for (guint i = 0; i < values[c]->len; i++)
        g_hash_table_add (of, values[c]->pdata[i]);
      g_ptr_array_add (wanted, of);
    }
  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    {
      gboolean all = TRUE;

      for (guint c = 0; c < n_columns && all; c++)
        all = g_hash_table_contains (wanted->pdata[c], ask_rows_get (self->rows, row, columns[c]));
      n += all;
    }
  return n;
}

/* Each row by its own values: where values of columns belong together. */
static gboolean
append_each (AskChart *self, GString *sql, const GArray *rows)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_columns = ask_rows_get_n_columns (self->rows);

  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (GString) one = g_string_new ("(");

      for (guint c = 0; c < n_columns; c++)
        {
          g_autoptr (GPtrArray) value = g_ptr_array_new ();

          g_ptr_array_add (value, (gpointer) ask_rows_get (self->rows, g_array_index (rows, gsize, i), c));
          if (c > 0)
            g_string_append (one, " AND ");
          if (!append_column (self, one, c, value))
            return FALSE;
        }
      g_string_append_c (one, ')');
      if (g_hash_table_contains (seen, one->str))
        continue;
      if (g_hash_table_size (seen) == MAX_VALUES)
        return FALSE;
      g_string_append_printf (sql, "%s%s", g_hash_table_size (seen) > 0 ? " OR " : "", one->str);
      g_hash_table_add (seen, g_strdup (one->str));
    }
  return g_hash_table_size (seen) > 0;
}

static gboolean
has_one_name_each (AskChart *self)
{
  for (guint i = 0; i < ask_rows_get_n_columns (self->rows); i++)
    for (guint j = 0; j < i; j++)
      if (g_ascii_strcasecmp (ask_rows_get_column (self->rows, i)->name, ask_rows_get_column (self->rows, j)->name)
          == 0)
        return FALSE;
  return TRUE;
}

static char *
refuse (GError **error)
{
  ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_ROWS,
                 N_ ("The rows behind this cannot be named in a query. Look at the table instead."));
  return NULL;
}

/* The condition that selects @rows by the values of @columns, or by all of their values. */
static char *
make_condition (AskChart *self, const GArray *rows, const guint *columns, guint n_columns, GError **error)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  GPtrArray *values[4];
  gboolean right, written = TRUE;

  if (rows->len == 0 || !has_one_name_each (self))
    return refuse (error);
  if (rows->len == ask_rows_get_n_rows (self->rows))
    return g_strdup ("1");
  g_assert (n_columns <= G_N_ELEMENTS (values));
  for (guint c = 0; c < n_columns; c++)
    values[c] = list_values (self, rows, columns[c]);
  right = n_columns > 0 && count_all (self, columns, values, n_columns) == rows->len;
  for (guint c = 0; c < n_columns && right && written; c++)
    {
      if (c > 0)
        g_string_append (sql, " AND ");
      written = append_column (self, sql, columns[c], values[c]);
    }
  for (guint c = 0; c < n_columns; c++)
    g_ptr_array_unref (values[c]);
  if (!right || !written)
    {
      g_string_truncate (sql, 0);
      if (!append_each (self, sql, rows))
        return refuse (error);
    }
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static guint
add_column (guint *columns, guint n, int column)
{
  for (guint i = 0; i < n; i++)
    if (column == (int) columns[i])
      return n;
  if (column >= 0)
    columns[n++] = (guint) column;
  return n;
}

/**
 * ask_chart_dup_condition:
 * @pick: of the chart
 * @error: (nullable): ASK_CHART_ERROR_ROWS where no condition could name the rows
 *
 * Selects from the result exactly the rows of ask_chart_list_rows(), and others only where they are the same in each column.
 *
 * Returns: (transfer full): SQL over the names of the result's columns, or %NULL
 */
char *
ask_chart_dup_condition (AskChart *self, const AskChartPick *pick, GError **error)
{
  g_autoptr (GArray) rows = ask_chart_list_rows (self, pick);
  guint columns[4], n = 0;

  if (ask_chart_has_dots (self))
    return make_condition (self, rows, NULL, 0, error);
  n = add_column (columns, n, self->x_column);
  if (self->temporal && self->parts.time_coarse >= 0)
    n = add_column (columns, n, self->parts.time_coarse);
  if (pick->series >= 0 && self->row_series != NULL)
    n = add_column (columns, n, self->group_column);
  if (!self->temporal && self->row_series == NULL && self->parts.label_extra >= 0)
    n = add_column (columns, n, self->parts.label_extra);
  return make_condition (self, rows, columns, n, error);
}

/** ask_chart_get_time_unit: Returns: what a step of the x axis is; none where that is no time */
AskChartTime
ask_chart_get_time_unit (AskChart *self)
{
  return self->temporal ? self->unit : ASK_CHART_TIME_NONE;
}

/** ask_chart_get_time_column: Returns: the column of times on the x axis that stands for itself, -1 for none */
int
ask_chart_get_time_column (AskChart *self)
{
  return self->temporal && self->parts.time_coarse < 0 && !ask_chart_time_is_cyclic (self->unit) ? self->x_column : -1;
}

static void
span_free (gpointer data)
{
  AskChartSpan *span = data;

  g_free (span->name);
  g_free (span);
}

/**
 * ask_chart_list_spans:
 * @pick: of the chart
 *
 * The month and the year that a place lies in, where these hold other places, too, and not all of them.
 *
 * Returns: (transfer full) (element-type AskChartSpan): the shorter first; empty where there is none
 */
GPtrArray *
ask_chart_list_spans (AskChart *self, const AskChartPick *pick)
{
  static const AskChartTime units[] = { ASK_CHART_TIME_DAY, ASK_CHART_TIME_MONTH, ASK_CHART_TIME_YEAR };
  GPtrArray *spans = g_ptr_array_new_with_free_func (span_free);
  int year, month, day;

  if (ask_chart_get_time_column (self) < 0 || pick->place >= self->n_points)
    return spans;
  ask_chart_time_to_civil (self->positions[pick->place], &year, &month, &day);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      AskChartSpan *span;
      gsize within = 0;

      if (units[i] <= self->unit)
        continue;
      span = g_new0 (AskChartSpan, 1);
      span->unit = units[i];
      span->from = ask_chart_time_from_civil (year, units[i] == ASK_CHART_TIME_YEAR ? 1 : month,
                                              units[i] == ASK_CHART_TIME_DAY ? day : 1);
      span->to = ask_chart_time_get_end (units[i], span->from);
      span->name = ask_chart_time_format (units[i], span->from);
      for (gsize p = 0; p < self->n_points; p++)
        within += self->positions[p] >= span->from && self->positions[p] < span->to;
      if (within > 1 && within < self->n_points)
        g_ptr_array_add (spans, span);
      else
        span_free (span);
    }
  return spans;
}

/** ask_chart_list_span_rows: @span: a stretch of time. Returns: (transfer full) (element-type gsize): the rows within it */
GArray *
ask_chart_list_span_rows (AskChart *self, const AskChartSpan *span)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    {
      gssize place = self->row_places != NULL ? self->row_places[row] : -1;

      if (place >= 0 && self->positions[place] >= span->from && self->positions[place] < span->to)
        g_array_append_val (rows, row);
    }
  return rows;
}

/**
 * ask_chart_dup_span_condition:
 * @span: a stretch of time
 * @error: (nullable): as of ask_chart_dup_condition()
 *
 * Returns: (transfer full): SQL that selects the rows within it, or %NULL
 */
char *
ask_chart_dup_span_condition (AskChart *self, const AskChartSpan *span, GError **error)
{
  g_autoptr (GArray) rows = ask_chart_list_span_rows (self, span);
  guint column = (guint) self->x_column;

  return make_condition (self, rows, &column, 1, error);
}

/** ask_chart_take_rows: @rows: (element-type gsize): some rows. Returns: (transfer full): a result of these alone */
AskRows *
ask_chart_take_rows (AskChart *self, const GArray *rows)
{
  AskRows *taken = ask_rows_new ();

  for (guint c = 0; c < ask_rows_get_n_columns (self->rows); c++)
    {
      const AskColumn *column = ask_rows_get_column (self->rows, c);

      ask_rows_add_column (taken, column->name, column->type);
      ask_rows_set_sense (taken, c, &column->sense);
    }
  for (guint i = 0; i < rows->len; i++)
    ask_rows_append (taken, ask_rows_get_row (self->rows, g_array_index (rows, gsize, i)));
  return taken;
}

/**
 * ask_chart_find_cell:
 * @pick: of the chart
 * @row: (out): a row of the result
 *
 * Returns: the column of the one cell that is drawn there, -1 where it is drawn of several rows
 */
int
ask_chart_find_cell (AskChart *self, const AskChartPick *pick, gsize *row)
{
  g_autoptr (GArray) rows = ask_chart_list_rows (self, pick);
  guint series = pick->series >= 0 && self->row_series == NULL && !ask_chart_has_dots (self) ? (guint) pick->series : 0;

  if (rows->len != 1 || self->y_columns->len == 0)
    return -1;
  *row = g_array_index (rows, gsize, 0);
  return (int) g_array_index (self->y_columns, guint, MIN (series, self->y_columns->len - 1));
}
