/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A wish is obeyed where it can be: for "scatter of salary against manager" an identifier is drawn as an amount,
 * though nobody would draw it unasked. Here columns change their roles for a wish; whether the wish can then be met
 * is for the rules to say, and what is drawn says that it was done.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ask-text.h"
#include "chart/ask-chart-facts.h"
#include "chart/ask-chart-wish.h"

static guint
count_role (AskChart *self, AskChartRole role)
{
  guint n = 0;

  for (guint i = 0; i < self->profile->n_columns; i++)
    n += self->profile->columns[i].role == role;
  return n;
}

/* Whether a column could be an amount, if one had to be: identifiers, codes, years, and texts that spell numbers. */
static gboolean
could_measure (AskChart *self, guint column)
{
  const AskChartColumn *profile = &self->profile->columns[column];
  gsize n_filled = ask_rows_get_n_rows (self->rows) - profile->n_nulls;

  if (profile->role == ASK_CHART_ROLE_MEASURE || profile->role == ASK_CHART_ROLE_OTHER || profile->boolean)
    return FALSE;
  if (profile->n_finite > 0 && profile->n_finite == n_filled)
    return TRUE;
  return profile->n_finite == 0 && profile->role != ASK_CHART_ROLE_TIME && profile->max_chars <= 40
         && ask_chart_profile_read_numbers (self->profile, column);
}

static void
make_measure (AskChart *self, guint column)
{
  AskChartColumn *profile = &self->profile->columns[column];

  profile->role = ASK_CHART_ROLE_MEASURE;
  profile->format = profile->time == ASK_CHART_TIME_YEAR ? ASK_CHART_FORMAT_PLAIN : ASK_CHART_FORMAT_NUMBER;
  profile->additive = FALSE;
  self->identifiers = TRUE;
}

/* Amounts that are wanting: columns that the question names first, then in their order. Where there has to be an axis
 * beside the amount, the first column is left for it. */
static void
find_amounts (AskChart *self, const AskChartWish *wish, const char *question)
{
  g_autofree char *folded = question != NULL ? ask_text_fold (question) : NULL;
  guint first = wish->amounts == 1 && self->profile->n_columns > 1 ? 1 : 0;
  guint n = count_role (self, ASK_CHART_ROLE_MEASURE);

  if (wish->amounts == 1 && n > 0)
    return;
  for (guint pass = 0; pass < 3; pass++)
    for (guint i = pass < 2 ? first : 0; i < self->profile->n_columns && n < wish->amounts; i++)
      {
        g_autofree char *label = ask_text_fold (self->profile->columns[i].label);

        if (!could_measure (self, i) || (pass == 0 && (folded == NULL || strstr (folded, label) == NULL)))
          continue;
        make_measure (self, i);
        n++;
      }
}

/** ask_chart_make_names: @column: from 0. Its values name things from now on, numbers as well. */
void
ask_chart_make_names (AskChart *self, guint column)
{
  AskChartColumn *profile = &self->profile->columns[column];
  int at = (int) column;

  profile->numbered = profile->numbered || profile->role == ASK_CHART_ROLE_MEASURE;
  if (profile->n_finite > 0)
    profile->max_chars = (guint) snprintf (NULL, 0, "%g", MAX (fabs (profile->min), fabs (profile->max)));
  profile->role = ASK_CHART_ROLE_CATEGORY;
  profile->n_distinct = ask_chart_profile_count_distinct (self->profile, &at, 1) - (profile->n_nulls > 0);
  profile->unique = profile->n_distinct == ask_rows_get_n_rows (self->rows);
}

/** ask_chart_make_amount: @column: from 0. Returns: whether its values are amounts, from now on if not before */
gboolean
ask_chart_make_amount (AskChart *self, guint column)
{
  if (self->profile->columns[column].role == ASK_CHART_ROLE_MEASURE)
    return TRUE;
  if (!could_measure (self, column))
    return FALSE;
  make_measure (self, column);
  return TRUE;
}

/* "How many people of each age, as bars": where there are only numbers, the first are what the others are shown by. */
static void
find_axis (AskChart *self)
{
  for (guint i = 0; i < self->profile->n_columns; i++)
    if (self->profile->columns[i].role == ASK_CHART_ROLE_MEASURE)
      {
        ask_chart_make_names (self, i);
        self->axis = (int) i;
        return;
      }
}

/**
 * ask_chart_relax:
 * @wish: what no rule has met with the columns as they are
 * @question: (nullable): which columns it names
 *
 * Gives columns other roles, so that there are as many amounts as @wish takes, and an axis.
 *
 * Returns: whether any role has changed; ask_chart_profile_new() gives the old ones
 */
gboolean
ask_chart_relax (AskChart *self, const AskChartWish *wish, const char *question)
{
  guint before = count_role (self, ASK_CHART_ROLE_MEASURE), after;

  find_amounts (self, wish, question);
  after = count_role (self, ASK_CHART_ROLE_MEASURE);
  if (wish->amounts == 1 && after > 1 && count_role (self, ASK_CHART_ROLE_TIME) == 0
      && ((self->profile->columns[0].role == ASK_CHART_ROLE_MEASURE && wish->course)
          || count_role (self, ASK_CHART_ROLE_CATEGORY) + count_role (self, ASK_CHART_ROLE_KEY) == 0))
    {
      find_axis (self);
      return TRUE;
    }
  return after != before;
}
