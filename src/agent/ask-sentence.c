/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Holes are filled from the first row. A sentence that names a number which nobody gave is not shown.
 */
#include "config.h"

#include "agent/ask-sentence.h"

#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

#define MAX_BYTES 600
#define MAX_CELL 80
#define MAX_ROWS 20

/* The column that a hole names, by its name or by its place from 1; -1 for none. */
static int
find_column (const AskRows *rows, const char *hole)
{
  char *end = NULL;
  guint64 place = g_ascii_strtoull (hole, &end, 10);

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    if (g_ascii_strcasecmp (ask_rows_get_column (rows, i)->name, hole) == 0)
      return (int) i;
  return end != hole && *end == '\0' && place >= 1 && place <= ask_rows_get_n_columns (rows) ? (int) place - 1 : -1;
}

/* Returns: whether there is something to fill @hole with */
static gboolean
append_hole (GString *text, const AskRows *rows, const char *hole)
{
  g_autofree char *cell = NULL;
  g_autofree char *shown = NULL;
  int column;

  if (strcmp (hole, "rows") == 0)
    {
      g_autofree char *count = ask_number_count (ask_rows_get_n_rows (rows));

      g_string_append (text, count);
      return !ask_rows_get_truncated (rows);
    }
  column = find_column (rows, hole);
  if (column < 0 || ask_rows_get (rows, 0, (guint) column)->kind == ASK_VALUE_NULL)
    return FALSE;
  cell = ask_cell_to_text (ask_rows_get (rows, 0, (guint) column), ask_cell_format_find (rows, (guint) column));
  shown = ask_text_shorten (cell, MAX_CELL);
  g_string_append (text, shown);
  return TRUE;
}

static gboolean
has_number (const char *text, const char *number)
{
  gsize n = strlen (number);

  for (const char *at = strstr (text, number); at != NULL; at = strstr (at + 1, number))
    if ((at == text || !g_ascii_isdigit (at[-1])) && !g_ascii_isdigit (at[n]))
      return TRUE;
  return FALSE;
}

/* Whether a cell of the first rows says @number: what a model was shown, it may repeat. */
static gboolean
is_in_rows (const AskRows *rows, const char *number)
{
  for (gsize r = 0; r < MIN (ask_rows_get_n_rows (rows), MAX_ROWS); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
      {
        g_autofree char *text = ask_value_to_text (ask_rows_get (rows, r, c));

        if (has_number (text, number))
          return TRUE;
      }
  return FALSE;
}

/* Whether all numbers outside of holes are the question's, or, with @seen, those of the rows. */
static gboolean
is_honest (const AskRows *rows, const char *sentence, const char *question, gboolean seen)
{
  for (const char *p = sentence; *p != '\0'; p++)
    {
      gsize n = strspn (p, "0123456789.,");
      g_autofree char *number = NULL;

      if (*p == '{')
        {
          p += strcspn (p, "}");
          if (*p == '\0')
            return FALSE;
          continue;
        }
      if (!g_ascii_isdigit (*p))
        continue;
      while (n > 0 && !g_ascii_isdigit (p[n - 1]))
        n--;
      number = g_strndup (p, n);
      if (!has_number (question, number) && !(seen && is_in_rows (rows, number)))
        return FALSE;
      p += n - 1;
    }
  return TRUE;
}

/**
 * ask_sentence_fill:
 * @rows: the answer
 * @sentence: (nullable): what a model wrote: "{month} was best with {revenue}"; a hole is a column's name or place, or
 *   {rows} for how many there are
 * @question: what was asked
 * @seen: the model was shown rows: it needs no hole, and may say numbers that stand in these
 *
 * Returns: (transfer full) (nullable): the sentence with values of the first row; %NULL where a hole has no value, or
 *   where it says a number that neither the rows nor the question have
 */
char *
ask_sentence_fill (const AskRows *rows, const char *sentence, const char *question, gboolean seen)
{
  g_autoptr (GString) text = NULL;
  gboolean any = seen;

  if (sentence == NULL || ask_rows_get_n_rows (rows) == 0 || strlen (sentence) > MAX_BYTES
      || !is_honest (rows, sentence, question, seen))
    return NULL;
  text = g_string_new (NULL);
  while (*sentence != '\0')
    {
      gsize plain = strcspn (sentence, "{");
      g_autofree char *hole = NULL;

      g_string_append_len (text, sentence, (gssize) plain);
      sentence += plain;
      if (*sentence == '\0')
        break;
      hole = g_strndup (sentence + 1, strcspn (sentence + 1, "}"));
      sentence += strlen (hole) + 2;
      if (!append_hole (text, rows, g_strstrip (hole)))
        return NULL;
      any = TRUE;
    }
  return any ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
