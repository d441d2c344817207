/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * nvBench keeps a chart's colours in GROUP BY and its steps of time beside the SQL ("BIN day BY MONTH"). A query
 * that gives the chart's rows has both as columns. Words are looked for outside of brackets and quotes only.
 */
#include "config.h"

#include <string.h>

#include "bench/ask-bench-chart-query.h"

/* Where @word stands in @sql from @from on, outside of brackets and quotes; the end of @sql where it does not. */
static gsize
find_word (const char *sql, gsize from, const char *word)
{
  gsize length = strlen (word), end = strlen (sql);
  char quote = 0;
  int depth = 0;

  for (gsize i = from; i < end; i++)
    {
      if (quote != 0)
        quote = sql[i] == quote ? 0 : quote;
      else if (sql[i] == '\'' || sql[i] == '"')
        quote = sql[i];
      else if (sql[i] == '(')
        depth++;
      else if (sql[i] == ')')
        depth--;
      else if (depth == 0 && g_ascii_strncasecmp (sql + i, word, length) == 0
               && (!g_ascii_isalpha (*word)
                   || ((i == 0 || g_ascii_isspace (sql[i - 1])) && g_ascii_isspace (sql[i + length]))))
        return i;
    }
  return end;
}

static GPtrArray *
split_list (const char *text)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_free);
  gsize at = 0, end = strlen (text);

  while (at < end)
    {
      gsize comma = find_word (text, at, ",");

      g_ptr_array_add (items, g_strstrip (g_strndup (text + at, comma - at)));
      at = comma + 1;
    }
  return items;
}

/* "T1.Name" and "name" are one column here: nvBench writes either. */
static gboolean
same_column (const char *a, const char *b)
{
  const char *dot_a = strrchr (a, '.'), *dot_b = strrchr (b, '.');

  return g_ascii_strcasecmp (dot_a != NULL ? dot_a + 1 : a, dot_b != NULL ? dot_b + 1 : b) == 0;
}

static gboolean
has_column (GPtrArray *items, const char *column)
{
  for (guint i = 0; i < items->len; i++)
    if (same_column (items->pdata[i], column))
      return TRUE;
  return FALSE;
}

static const char *
bare_name (const char *column)
{
  const char *dot = strrchr (column, '.');

  return dot != NULL ? dot + 1 : column;
}

/* A step of time as a person would select it; "year" may be a number already. */
static char *
make_bin (const char *column, const char *unit)
{
  if (g_ascii_strcasecmp (unit, "YEAR") == 0)
    return g_strdup_printf ("CAST(substr(%s, 1, 4) AS INTEGER)", column);
  if (g_ascii_strcasecmp (unit, "MONTH") == 0)
    return g_strdup_printf ("CAST(strftime('%%m', %s) AS INTEGER)", column);
  if (g_ascii_strcasecmp (unit, "WEEKDAY") == 0)
    return g_strdup_printf ("CASE strftime('%%w', %s) WHEN '0' THEN 'Sunday' WHEN '1' THEN 'Monday' WHEN '2' THEN "
                            "'Tuesday' WHEN '3' THEN 'Wednesday' WHEN '4' THEN 'Thursday' WHEN '5' THEN 'Friday' "
                            "WHEN '6' THEN 'Saturday' END",
                            column);
  if (g_ascii_strcasecmp (unit, "DAY") == 0)
    return g_strdup_printf ("date(%s)", column);
  return g_strdup (column);
}

static void
append_list (GString *text, const char *before, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? before : ", ", (const char *) items->pdata[i]);
}

/* "SUM(count(*))": the file sums up counts of a step of time, which are counts of that step. */
static char *
drop_outer_sums (const char *sql)
{
  g_autoptr (GRegex) regex = g_regex_new ("\\b\\w+\\s*\\(\\s*((?:count|sum|avg|min|max)\\s*\\([^()]*\\))\\s*\\)",
                                          G_REGEX_CASELESS, 0, NULL);

  return g_regex_replace (regex, sql, -1, 0, "\\1", 0, NULL);
}

/**
 * ask_bench_chart_make_query:
 * @written: what nvBench gives: one SELECT
 * @binning: (nullable): "BIN column BY YEAR", or nothing
 *
 * Returns: (transfer full) (nullable): the query with its groups and its bins as columns; %NULL where @written is no
 *   SELECT with a FROM
 */
char *
ask_bench_chart_make_query (const char *written, const char *binning)
{
  g_autofree char *sql = drop_outer_sums (written);
  g_auto (GStrv) bin = binning != NULL ? g_regex_split_simple ("\\s+", binning, G_REGEX_DEFAULT, 0) : NULL;
  gboolean binned = bin != NULL && g_strv_length (bin) >= 4;
  gsize end = strlen (sql), select = find_word (sql, 0, "SELECT"), from = find_word (sql, 0, "FROM");
  gsize group = find_word (sql, 0, "GROUP BY"), order = find_word (sql, 0, "ORDER BY");
  gsize having = find_word (sql, 0, "HAVING");
  gsize body = MIN (group, order);
  g_autofree char *selected = NULL, *grouped = NULL, *middle = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) groups = NULL;
  GString *text;

  if (select != 0 || from >= end)
    return NULL;
  selected = g_strndup (sql + strlen ("SELECT"), from - strlen ("SELECT"));
  items = split_list (selected);
  if (group < end)
    grouped = g_strndup (sql + group + strlen ("GROUP BY"), MIN (having, order) - group - strlen ("GROUP BY"));
  groups = split_list (grouped != NULL ? grouped : "");
  for (guint i = 0; i < groups->len; i++)
    if (!has_column (items, groups->pdata[i]))
      g_ptr_array_add (items, g_strdup (groups->pdata[i]));
  if (binned)
    {
      g_autofree char *unit = g_ascii_strdown (bin[3], -1);

      for (guint i = 0; i < items->len; i++)
        if (same_column (items->pdata[i], bin[1]))
          {
            g_autofree char *expression = make_bin (items->pdata[i], unit);
            char *named = g_strdup_printf ("%s AS %s_%s", expression, bare_name (bin[1]), unit);

            for (guint g = groups->len; g-- > 0;)
              if (same_column (groups->pdata[g], bin[1]))
                g_ptr_array_remove_index (groups, g);
            g_ptr_array_insert (groups, 0, g_steal_pointer (&expression));
            g_free (items->pdata[i]);
            items->pdata[i] = named;
            break;
          }
    }
  middle = g_strndup (sql + from, body - from);
  text = g_string_new (NULL);
  append_list (text, "SELECT ", items);
  g_string_append_printf (text, " %s", middle);
  append_list (text, " GROUP BY ", groups);
  if (having < order)
    {
      g_autofree char *condition = g_strndup (sql + having, order - having);

      g_string_append_printf (text, " %s", condition);
    }
  /* An order by the column that is binned would be an order by nothing that is there. */
  if (order < end)
    {
      g_string_append_c (text, ' ');
      g_string_append (text, sql + order);
    }
  return g_string_free (text, FALSE);
}
