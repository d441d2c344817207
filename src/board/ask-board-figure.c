/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How it stands with a tile: its figure, what that was earlier, what its thresholds say, and all of it in words.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-number.h"
#include "board/ask-board-private.h"

#include <glib/gi18n.h>

/** ask_tile_result_ref: Returns: (transfer full): @self */
AskTileResult *
ask_tile_result_ref (AskTileResult *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_tile_result_unref: frees it when nobody holds it any more */
void
ask_tile_result_unref (AskTileResult *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->tile);
  g_clear_pointer (&self->kept, ask_board_result_free);
  g_clear_pointer (&self->earlier, ask_board_figure_free);
  g_free (self->news);
  g_free (self->spent);
  g_free (self);
}

/* ---- the figure */

static gboolean
is_number_column (const AskColumn *column)
{
  return (column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_REAL || column->type == ASK_TYPE_DECIMAL)
         && !ask_meaning_is_key (column->sense.meaning) && !ask_meaning_is_time (column->sense.meaning);
}

/* Rows of many are a figure only where somebody said which. */
static int
find_column (const AskTile *tile, const AskRows *rows)
{
  int first = -1;

  if (tile->figure != NULL)
    return ask_rows_find_column (rows, tile->figure);
  if (tile->view != ASK_VIEW_VALUE && ask_rows_get_n_rows (rows) != 1)
    return -1;
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);

      if (is_number_column (column))
        return (int) i;
      if (first < 0 && (column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_REAL))
        first = (int) i;
    }
  return first;
}

static gboolean
read_number (const AskValue *value, double *number)
{
  char *end;

  if (ask_value_get_number (value, number))
    return TRUE;
  if (value->kind != ASK_VALUE_TEXT || value->length == 0)
    return FALSE;
  *number = g_ascii_strtod (value->text, &end);
  return *end == '\0';
}

/* The cell of the figure; %NULL where there is none. */
static const AskValue *
get_cell (const AskTileResult *self)
{
  double number;

  for (gsize r = 0; self->figure_column >= 0 && r < ask_rows_get_n_rows (self->kept->rows); r++)
    {
      const AskValue *value = ask_rows_get (self->kept->rows, r, (guint) self->figure_column);

      if (read_number (value, &number))
        return value;
    }
  return NULL;
}

static const AskTileThreshold *
find_passed (const AskTile *tile, double figure)
{
  const AskTileThreshold *passed = NULL;

  for (guint i = 0; i < tile->thresholds->len; i++)
    {
      const AskTileThreshold *threshold = &g_array_index (tile->thresholds, AskTileThreshold, i);

      if (threshold->below ? figure < threshold->value : figure > threshold->value)
        passed = threshold;
    }
  return passed;
}

/** ask_tile_result_read_figure: reads it, and what the thresholds say of it, out of the rows; Returns: whether there is one */
gboolean
ask_tile_result_read_figure (AskTileResult *self, const AskTile *tile)
{
  const AskValue *cell;
  const AskTileThreshold *passed;

  self->figure_column = self->kept->rows != NULL ? find_column (tile, self->kept->rows) : -1;
  cell = self->kept->rows != NULL ? get_cell (self) : NULL;
  self->has_figure = cell != NULL && read_number (cell, &self->figure);
  passed = self->has_figure ? find_passed (tile, self->figure) : NULL;
  self->level = passed != NULL ? passed->level : ASK_LEVEL_NONE;
  return self->has_figure;
}

/** ask_tile_result_get_cell: Returns: (transfer none) (nullable): the cell of its figure */
const AskValue *
ask_tile_result_get_cell (const AskTileResult *self)
{
  return self->has_figure ? get_cell (self) : NULL;
}

/**
 * ask_tile_result_new:
 * @tile: of a board
 * @kept: (transfer full): what it gave
 *
 * Returns: (transfer full): how it stands with it, without what was earlier
 */
AskTileResult *
ask_tile_result_new (const AskTile *tile, AskBoardResult *kept)
{
  AskTileResult *self = g_new0 (AskTileResult, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->tile = g_strdup (tile->id);
  self->kept = kept;
  self->state = kept->failed_at != 0 ? ASK_TILE_FAILED : ASK_TILE_IDLE;
  ask_tile_result_read_figure (self, tile);
  return self;
}

/**
 * ask_tile_result_copy_in_state:
 * @self: how it stands with a tile
 * @tile: the tile
 * @state: of the copy
 *
 * Returns: (transfer full): what it showed, in another state
 */
AskTileResult *
ask_tile_result_copy_in_state (const AskTileResult *self, const AskTile *tile, AskTileState state)
{
  AskTileResult *copy = ask_tile_result_new (tile, ask_board_result_copy (self->kept));

  copy->earlier = ask_board_figure_copy (self->earlier);
  copy->spent = g_strdup (self->spent);
  copy->state = state;
  return copy;
}

/**
 * ask_tile_find_earlier_time:
 * @at: when its figure was read, µs since 1970, UTC
 *
 * Returns: with the figure of what time that is compared, likewise; %ASK_BOARD_LAST_REFRESH; 0 for none
 */
gint64
ask_tile_find_earlier_time (const AskTile *tile, gint64 at)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (at / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autoptr (GDateTime) earlier = NULL;

  if (local == NULL)
    return 0;
  switch (tile->compare)
    {
    case ASK_COMPARE_LAST:
      return ASK_BOARD_LAST_REFRESH;
    case ASK_COMPARE_DAY:
      earlier = g_date_time_add_days (local, -1);
      break;
    case ASK_COMPARE_WEEK:
      earlier = g_date_time_add_weeks (local, -1);
      break;
    case ASK_COMPARE_MONTH:
      earlier = g_date_time_add_months (local, -1);
      break;
    case ASK_COMPARE_YEAR:
      earlier = g_date_time_add_years (local, -1);
      break;
    case ASK_COMPARE_NONE:
    default:
      break;
    }
  return earlier != NULL ? g_date_time_to_unix (earlier) * G_USEC_PER_SEC : 0;
}

/**
 * ask_tile_result_get_change:
 * @difference: (out): how much more the figure is than earlier
 * @percent: (out): the same in percent of what it was; NaN where that was 0
 *
 * Returns: whether there is an earlier figure to compare with
 */
gboolean
ask_tile_result_get_change (const AskTileResult *self, double *difference, double *percent)
{
  double earlier;

  if (!self->has_figure || self->earlier == NULL || !read_number (&self->earlier->value, &earlier))
    return FALSE;
  *difference = self->figure - earlier;
  *percent = earlier != 0 ? 100 * *difference / fabs (earlier) : NAN;
  return TRUE;
}

/* ---- in words */

static char *
dup_number (double number, int decimals)
{
  char plain[G_ASCII_DTOSTR_BUF_SIZE + 320];
  char pattern[16];

  g_snprintf (pattern, sizeof pattern, "%%.%df", decimals);
  g_ascii_formatd (plain, sizeof plain, pattern, number);
  return ask_number_localise (plain, TRUE);
}

/** ask_tile_result_dup_figure: Returns: (transfer full) (nullable): the figure as people read it, with its unit */
char *
ask_tile_result_dup_figure (const AskTileResult *self)
{
  const AskValue *cell = ask_tile_result_get_cell (self);

  return cell != NULL ? ask_cell_to_text (cell, ask_cell_format_find (self->kept->rows, (guint) self->figure_column))
                      : NULL;
}

/**
 * ask_tile_result_dup_change:
 * @tile: whose result it is
 *
 * Returns: (transfer full) (nullable): "+4.2 % since 3 November"
 */
char *
ask_tile_result_dup_change (const AskTile *tile, const AskTileResult *self)
{
  g_autoptr (GDateTime) utc = NULL;
  g_autoptr (GDateTime) at = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *when = NULL;
  const char *sign;
  double difference, percent;

  if (tile->compare == ASK_COMPARE_NONE || !ask_tile_result_get_change (self, &difference, &percent))
    return NULL;
  utc = g_date_time_new_from_unix_utc (self->earlier->at / G_USEC_PER_SEC);
  at = g_date_time_to_local (utc);
  /* Of two refreshes of one day the time tells. */
  when = g_date_time_format (at, tile->compare == ASK_COMPARE_LAST ? "%x %H:%M" : "%x");
  sign = difference > 0 ? "+" : difference < 0 ? "−" : "±";
  if (isnan (percent))
    amount = dup_number (fabs (difference), 2);
  else
    {
      g_autofree char *number = dup_number (fabs (percent), 1);

      /* Translators: a number of percent. */
      amount = g_strdup_printf (_ ("%s %%"), number);
    }
  /* Translators: a sign, an amount, and the day of the earlier figure: "+4.2 % since 11/03/25". */
  return g_strdup_printf (_ ("%s%s since %s"), sign, amount, when);
}

static char *
dup_moment (gint64 at)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (at / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_local (utc);

  return g_date_time_format (local, "%x %H:%M");
}

/* Returns: (transfer full): how long @at is ago; when it was where @now is 0 */
static char *
dup_ago (gint64 at, gint64 now)
{
  gint64 minutes = MAX (0, now - at) / G_TIME_SPAN_MINUTE;
  gulong n;

  if (now == 0)
    return dup_moment (at);
  if (minutes < 1)
    return g_strdup (_ ("just now"));
  if (minutes < 60)
    {
      n = (gulong) minutes;
      return g_strdup_printf (ngettext ("%lu minute ago", "%lu minutes ago", n), n);
    }
  if (minutes < 24 * 60)
    {
      n = (gulong) (minutes / 60);
      return g_strdup_printf (ngettext ("%lu hour ago", "%lu hours ago", n), n);
    }
  n = (gulong) (minutes / (24 * 60));
  return g_strdup_printf (ngettext ("%lu day ago", "%lu days ago", n), n);
}

/**
 * ask_tile_result_get_age:
 * @now: µs since 1970, UTC
 *
 * Returns: (transfer full) (nullable): "5 minutes ago": how old its rows are; %NULL where it has none
 */
char *
ask_tile_result_get_age (const AskTileResult *self, gint64 now)
{
  return self->kept->run_at != 0 ? dup_ago (self->kept->run_at, now) : NULL;
}

/**
 * ask_tile_result_dup_state:
 * @now: µs since 1970, UTC; 0 for times instead of ages, as files need them
 *
 * Returns: (transfer full): its age, or that it failed and how old the rows are that are shown; of a tile that never ran,
 *   that
 */
char *
ask_tile_result_dup_state (const AskTileResult *self, gint64 now)
{
  g_autofree char *age = ask_tile_result_get_age (self, now);
  g_autofree char *failed = NULL;

  if (self->kept->failed_at == 0 && age != NULL && self->spent != NULL)
    return g_strdup_printf ("%s · %s", age, self->spent);
  if (self->kept->failed_at == 0)
    return age != NULL ? g_steal_pointer (&age) : g_strdup (_ ("Not run yet"));
  failed = dup_ago (self->kept->failed_at, now);
  if (age == NULL)
    /* Translators: when a tile failed, and why. */
    return g_strdup_printf (_ ("Failed %s: %s"), failed, self->kept->failure);
  /* Translators: when a tile failed, why, and how old what it shows is. */
  return g_strdup_printf (_ ("Failed %s: %s What is shown is from %s."), failed, self->kept->failure, age);
}

/**
 * ask_tile_result_make_news:
 * @self: of a run that just ended
 * @tile: whose it is
 * @before: the level of its figure before
 *
 * Says in words that the figure passed a threshold that wants to be told, where it had not before.
 */
void
ask_tile_result_make_news (AskTileResult *self, const AskTile *tile, int before)
{
  const AskTileThreshold *passed = self->has_figure ? find_passed (tile, self->figure) : NULL;
  g_autofree char *name = NULL;
  g_autofree char *figure = NULL;
  g_autofree char *value = NULL;

  if (passed == NULL || !passed->notify || (int) passed->level == before)
    return;
  name = ask_tile_get_name (tile);
  figure = ask_tile_result_dup_figure (self);
  value = dup_number (passed->value, passed->value == nearbyint (passed->value) ? 0 : 2);
  self->news = g_strdup_printf (
    /* Translators: a tile, its figure, and a threshold. */
    passed->below ? _ ("%s: %s is below %s") : _ ("%s: %s is above %s"), name, figure, value);
}

/**
 * ask_results_find:
 * @results: (nullable) (element-type AskTileResult): of a board
 * @tile: the id of a tile
 *
 * Returns: (transfer none) (nullable): how it stands with that tile
 */
const AskTileResult *
ask_results_find (const GPtrArray *results, const char *tile)
{
  for (guint i = 0; results != NULL && i < results->len; i++)
    if (strcmp (((AskTileResult *) results->pdata[i])->tile, tile) == 0)
      return results->pdata[i];
  return NULL;
}

/* ---- read again */

static gint64
get_end (const AskTileResult *self)
{
  return MAX (self->kept->run_at, self->kept->failed_at);
}

/* What is to be shown of a tile of which @loaded is kept, and @shown was shown. */
static AskTileResult *
go_on (const AskTile *tile, const AskTileResult *loaded, const AskTileResult *shown, gboolean running)
{
  gboolean later = get_end (shown) > get_end (loaded);
  const AskTileResult *from = later ? shown : loaded;
  AskTileResult *result = ask_tile_result_new (tile, ask_board_result_copy (from->kept));

  /* The same rows stay where somebody scrolled them to. */
  if (shown->kept->rows != NULL && shown->kept->run_at == result->kept->run_at)
    {
      g_clear_pointer (&result->kept->rows, ask_rows_unref);
      result->kept->rows = ask_rows_ref (shown->kept->rows);
    }
  result->state = later || running ? shown->state : loaded->state;
  result->earlier = ask_board_figure_copy (from->earlier);
  return result;
}

/**
 * ask_results_go_on:
 * @loaded: (element-type AskTileResult): of ask_board_load_results(): what is kept; changed in place
 * @shown: (nullable) (element-type AskTileResult): how it stood with the tiles until now
 * @board: whose tiles they are
 * @running: whether a refresh is under way, of which @shown has the news
 *
 * Of a tile that runs the same query as before, what ended last counts: what was clicked is looked at and not kept, and a
 * refresh may have ended since @loaded was read.
 */
void
ask_results_go_on (GPtrArray *loaded, const GPtrArray *shown, const AskBoard *board, gboolean running)
{
  for (guint i = 0; i < loaded->len; i++)
    {
      AskTileResult *result = loaded->pdata[i];
      const AskTile *tile = ask_board_find_tile (board, result->tile);
      const AskTileResult *before = ask_results_find (shown, result->tile);

      if (tile == NULL || before == NULL || strcmp (before->kept->sql, result->kept->sql) != 0
          || get_end (before) < get_end (result))
        continue;
      loaded->pdata[i] = go_on (tile, result, before, running);
      ask_tile_result_unref (result);
    }
}
