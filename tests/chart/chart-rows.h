/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results written as text, for tests and the gallery: "name:type|name:type" and lines of cells
 * between bars. A cell of an integer or real column is a number, "NULL" is NULL, "inf" infinity.
 */
#pragma once

#include <math.h>
#include <string.h>

#include "base/ask-rows.h"

static inline void
chart_rows_append (AskRows *rows, const char *line)
{
  g_auto (GStrv) cells = g_strsplit (line, "|", -1);
  guint n = ask_rows_get_n_columns (rows);
  g_autofree AskValue *values = g_new (AskValue, n);

  g_assert_cmpuint (g_strv_length (cells), ==, n);
  for (guint i = 0; i < n; i++)
    {
      AskType type = ask_rows_get_column (rows, i)->type;

      if (strcmp (cells[i], "NULL") == 0)
        values[i] = ASK_NULL_INIT;
      else if (type == ASK_TYPE_REAL && strcmp (cells[i], "inf") == 0)
        values[i] = ask_value_real (INFINITY);
      else if (type == ASK_TYPE_REAL)
        values[i] = ask_value_real (g_ascii_strtod (cells[i], NULL));
      else if (type == ASK_TYPE_INTEGER || type == ASK_TYPE_BOOLEAN)
        values[i] = ask_value_integer (g_ascii_strtoll (cells[i], NULL, 10));
      else
        values[i] = ask_value_text (cells[i], -1);
    }
  ask_rows_append (rows, values);
}

static inline AskRows *
chart_rows_new (const char *columns, const char *lines)
{
  AskRows *rows = ask_rows_new ();
  g_auto (GStrv) names = g_strsplit (columns, "|", -1);
  g_auto (GStrv) each = g_strsplit (lines, "\n", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      char *colon = strrchr (names[i], ':');
      AskType type = ASK_TYPE_ANY;

      g_assert_nonnull (colon);
      *colon = '\0';
      g_assert_true (ask_type_from_string (colon + 1, &type));
      ask_rows_add_column (rows, names[i], type);
    }
  for (guint i = 0; each[i] != NULL; i++)
    if (*each[i] != '\0')
      chart_rows_append (rows, each[i]);
  ask_rows_read_names (rows);
  return rows;
}
