/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writers of result sets as text. Every digit of a value is written; nothing is left out but what
 * the caller leaves out.
 */
#include "config.h"

#include "base/ask-delimited.h"

#include <string.h>

#include "base/ask-text.h"

/* On the clipboard a tab or a line end inside a cell would break the grid. */
static void
append_field (GString *text, const char *field, AskDelimited kind)
{
  if (kind == ASK_DELIMITED_TAB)
    {
      for (const char *p = field; *p != '\0'; p++)
        g_string_append_c (text, *p == '\t' || *p == '\n' || *p == '\r' ? ' ' : *p);
      return;
    }
  if (strpbrk (field, "\",\r\n") == NULL)
    {
      g_string_append (text, field);
      return;
    }
  g_string_append_c (text, '"');
  for (const char *p = field; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *p);
    }
  g_string_append_c (text, '"');
}

static void
end_line (GString *text, AskDelimited kind)
{
  g_string_append (text, kind == ASK_DELIMITED_CSV ? "\r\n" : "\n");
}

/**
 * ask_delimited_append_header:
 * @text: gets the line
 * @rows: whose columns' names it holds
 * @kind: what stands between the names and at the end of the line
 */
void
ask_delimited_append_header (GString *text, const AskRows *rows, AskDelimited kind)
{
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      if (i > 0)
        g_string_append_c (text, kind == ASK_DELIMITED_CSV ? ',' : '\t');
      append_field (text, ask_rows_get_column (rows, i)->name, kind);
    }
  end_line (text, kind);
}

/**
 * ask_delimited_append_rows:
 * @text: gets the lines
 * @rows: whose cells they hold
 * @from: the first row, from 0
 * @to: the row after the last
 * @kind: what stands between the cells and at the end of a line
 *
 * Appends a line for each row.
 */
void
ask_delimited_append_rows (GString *text, const AskRows *rows, gsize from, gsize to, AskDelimited kind)
{
  for (gsize r = from; r < to; r++)
    {
      const AskValue *cells = ask_rows_get_row (rows, r);

      for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
        {
          g_autofree char *field = ask_value_to_text (&cells[i]);

          if (i > 0)
            g_string_append_c (text, kind == ASK_DELIMITED_CSV ? ',' : '\t');
          append_field (text, field, kind);
        }
      end_line (text, kind);
    }
}

/* How many columns of a terminal the text takes: East Asian wide characters take two, marks none. */
static glong
get_width (const char *text)
{
  glong width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

static char *
dup_shown (const AskValue *value)
{
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_NULL)
    return g_strdup ("–");
  text = ask_value_to_text (value);
  return ask_text_shorten (text, 60);
}

/**
 * ask_delimited_append_table:
 * @text: gets the names, a rule below them and the rows, each ended by a newline
 * @rows: a result set
 * @max_rows: rows after so many are left out, and nothing says so
 *
 * Appends aligned columns for a terminal, numbers to the right, long cells cut with an ellipsis.
 */
void
ask_delimited_append_table (GString *text, const AskRows *rows, gsize max_rows)
{
  guint n_columns = ask_rows_get_n_columns (rows);
  gsize n_rows = MIN (ask_rows_get_n_rows (rows), max_rows);
  g_autofree glong *widths = g_new0 (glong, MAX (1, n_columns));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_columns; i++)
    {
      g_ptr_array_add (names, ask_text_to_line (ask_rows_get_column (rows, i)->name));
      widths[i] = get_width (names->pdata[i]);
    }
  for (gsize r = 0; r < n_rows; r++)
    for (guint i = 0; i < n_columns; i++)
      {
        char *shown = dup_shown (ask_rows_get (rows, r, i));

        widths[i] = MAX (widths[i], get_width (shown));
        g_ptr_array_add (cells, shown);
      }
  for (guint i = 0; i < n_columns; i++)
    {
      const char *name = names->pdata[i];
      gboolean last = i + 1 == n_columns;

      g_string_append_printf (text, "%s%s%*s", i > 0 ? "  " : "", name, last ? 0 : (int) (widths[i] - get_width (name)),
                              "");
    }
  g_string_append_c (text, '\n');
  for (guint i = 0; i < n_columns; i++)
    {
      g_string_append (text, i > 0 ? "  " : "");
      for (glong w = 0; w < widths[i]; w++)
        g_string_append (text, "─");
    }
  g_string_append_c (text, '\n');
  for (gsize r = 0; r < n_rows; r++)
    {
      for (guint i = 0; i < n_columns; i++)
        {
          const char *shown = cells->pdata[r * n_columns + i];
          guint32 kind = ask_rows_get (rows, r, i)->kind;
          int gap = (int) (widths[i] - get_width (shown));
          gboolean right = kind == ASK_VALUE_INTEGER || kind == ASK_VALUE_REAL;
          gboolean last = i + 1 == n_columns;

          g_string_append_printf (text, "%s%*s%s%*s", i > 0 ? "  " : "", right ? gap : 0, "", shown,
                                  right || last ? 0 : gap, "");
        }
      g_string_append_c (text, '\n');
    }
}
