/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dots and bubbles: which amounts are across, up and large, and whose colour a dot has. What is left out is counted
 * in the notes.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "chart/ask-chart-build.h"

/* Where the question names a column, or NULL. */
static const char *
find_named (AskChart *self, const char *folded, guint column)
{
  g_autofree char *label = ask_text_fold (ask_chart_get_column (self, (int) column)->label);
  g_autofree char *name = ask_text_fold (ask_rows_get_column (self->rows, column)->name);
  const char *found = strstr (folded, label);

  return found != NULL ? found : strstr (folded, name);
}

/* Whether "y against x" is said between two names: then the first one goes up. */
static gboolean
is_against (const char *from, const char *to)
{
  static const char *const words[] = { " against ", " versus ", " vs ", " vs. ", " gegen ", " over ", " uber " };
  g_autofree char *between = g_strndup (from, (gsize) (to - from));

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (between, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The first amounts, or those that the question names. Returns how many there are. */
static guint
pick_amounts (AskChart *self, const char *question, int *amounts, guint most)
{
  g_autofree char *folded = ask_text_fold (question != NULL ? question : "");
  const char *at[3] = { NULL };
  guint n = 0;

  for (guint i = 0; i < self->look->y->len && n < most && self->look->y->len >= 2; i++)
    {
      int chosen = ask_rows_find_column (self->rows, self->look->y->pdata[i]);

      if (chosen >= 0 && self->profile->columns[chosen].role == ASK_CHART_ROLE_MEASURE)
        amounts[n++] = chosen;
    }
  if (n >= 2)
    return n;
  n = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->profile->n_columns && n < most; i++)
      {
        const char *named = find_named (self, folded, i);

        if (self->profile->columns[i].role != ASK_CHART_ROLE_MEASURE || (named != NULL) != (pass == 0))
          continue;
        at[n] = named;
        amounts[n++] = (int) i;
      }
  /* In their order, unless all of them are named and the one is set against the other. */
  if (n >= 2 && at[0] != NULL && at[1] != NULL && at[0] < at[1] && is_against (at[0], at[1]))
    {
      int up = amounts[0];

      amounts[0] = amounts[1];
      amounts[1] = up;
    }
  else if (n >= 2 && at[0] != NULL && at[1] != NULL && at[1] < at[0] && is_against (at[1], at[0]))
    return n;
  else if (n >= 2 && amounts[0] > amounts[1])
    {
      int first = amounts[1];

      amounts[1] = amounts[0];
      amounts[0] = first;
    }
  return n;
}

/* The column whose values are colours, -1 for none: one of few values, names before codes and codes before times. */
static int
pick_colors (AskChart *self)
{
  static const AskChartRole roles[] = { ASK_CHART_ROLE_CATEGORY, ASK_CHART_ROLE_KEY, ASK_CHART_ROLE_TIME };

  for (guint r = 0; r < G_N_ELEMENTS (roles); r++)
    for (guint i = 0; i < self->profile->n_columns; i++)
      {
        const AskChartColumn *column = &self->profile->columns[i];

        if (column->role == roles[r] && column->n_distinct > 0
            && column->n_distinct + (column->n_nulls > 0) <= ASK_CHART_MAX_SERIES)
          return (int) i;
      }
  return -1;
}

static void
note_colors (AskChart *self, int group)
{
  const AskChartColumn *column = self->parts.group >= 0 ? ask_chart_get_column (self, self->parts.group) : NULL;

  if (group < 0 && column != NULL && column->n_distinct > ASK_CHART_MAX_SERIES)
    ask_chart_note (self, _ ("%u values of %s are more than colours can tell apart, so all dots have one."),
                    (guint) column->n_distinct, column->label);
}

/**
 * ask_chart_build_scatter:
 * @by_group: whether dots may have the colours of a column with few values
 * @question: (nullable): which amounts it names, and which against which
 *
 * The first amount is across, the second up, a bubble is as large as the third. Of many dots every n-th is kept,
 * which shows the same cloud and is the same from run to run.
 */
void
ask_chart_build_scatter (AskChart *self, gboolean by_group, const char *question)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  int amounts[3] = { -1, -1, -1 };
  gboolean bubbles = self->kind == ASK_CHART_BUBBLE;
  guint n_amounts = pick_amounts (self, question, amounts, bubbles ? 3 : 2);
  int group = by_group ? pick_colors (self) : -1;
  g_autofree gsize *index = NULL;
  g_autoptr (GPtrArray) groups = NULL;
  gsize n_pairs = 0, seen = 0, stride;

  g_assert (n_amounts >= 2);
  self->x_column = amounts[0];
  self->x_label = g_strdup (ask_chart_get_column (self, amounts[0])->label);
  self->x_format = ask_chart_get_column (self, amounts[0])->format;
  self->x_unit = ask_chart_get_column (self, amounts[0])->unit;
  self->y_label = g_strdup (ask_chart_get_column (self, amounts[1])->label);
  self->format = ask_chart_get_column (self, amounts[1])->format;
  self->y_unit = ask_chart_get_column (self, amounts[1])->unit;
  g_array_append_vals (self->y_columns, &(guint) { (guint) amounts[1] }, 1);
  if (group >= 0)
    {
      index = g_new (gsize, n_rows);
      groups = ask_chart_index_labels (self, group, index);
      self->group_column = group;
      for (guint i = 0; i < groups->len; i++)
        ask_chart_add_series (self, groups->pdata[i], NAN);
    }
  else
    ask_chart_add_series (self, self->y_label, NAN);
  if (by_group)
    note_colors (self, group);

  for (gsize row = 0; row < n_rows; row++)
    {
      gboolean whole = TRUE;

      for (guint i = 0; i < n_amounts; i++)
        whole = whole && !isnan (ask_chart_get_number (self, row, (guint) amounts[i]));
      n_pairs += whole;
    }
  stride = (n_pairs + ASK_CHART_MAX_DOTS - 1) / ASK_CHART_MAX_DOTS;
  self->xs = g_new (double, ASK_CHART_MAX_DOTS);
  self->ys = g_new (double, ASK_CHART_MAX_DOTS);
  self->dot_series = g_new0 (guint, ASK_CHART_MAX_DOTS);
  self->dot_rows = g_new0 (gsize, ASK_CHART_MAX_DOTS);
  if (n_amounts > 2)
    {
      self->sizes = g_new (double, ASK_CHART_MAX_DOTS);
      self->size_column = amounts[2];
      self->format2 = ask_chart_get_column (self, amounts[2])->format;
      self->unit2 = ask_chart_get_column (self, amounts[2])->unit;
    }
  for (gsize row = 0; row < n_rows; row++)
    {
      double across = ask_chart_get_number (self, row, (guint) amounts[0]);
      double up = ask_chart_get_number (self, row, (guint) amounts[1]);
      double size = n_amounts > 2 ? ask_chart_get_number (self, row, (guint) amounts[2]) : 0;

      if (isnan (across) || isnan (up) || isnan (size) || seen++ % stride != 0)
        continue;
      self->xs[self->n_dots] = across;
      self->ys[self->n_dots] = up;
      if (self->sizes != NULL)
        self->sizes[self->n_dots] = size;
      self->dot_rows[self->n_dots] = row;
      self->dot_series[self->n_dots++] = index != NULL ? (guint) index[row] : 0;
    }
  if (stride > 1)
    ask_chart_note (self, _ ("Of %u dots an even sample of %u is drawn."), (guint) n_pairs, (guint) self->n_dots);
  if (n_pairs < n_rows)
    ask_chart_note (self,
                    ngettext ("%u row without both amounts is left out.", "%u rows without both amounts are left out.",
                              n_rows - n_pairs),
                    (guint) (n_rows - n_pairs));
}
