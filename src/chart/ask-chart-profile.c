/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The profile: one pass over each column. A column is walked alone so that its set of distinct
 * values (64-bit hashes, sixteen bytes a value) is freed before the next one begins.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "chart/ask-chart-profile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ask-name.h"
#include "base/ask-text.h"
#include "chart/ask-chart-label.h"

/* So many distinct values are counted exactly. No picture tells more of them apart, and a larger set
 * no longer fits the processor's cache: choosing a chart for a million rows took half a second. */
#define MAX_DISTINCT (1 << 15)

/* A set of 64-bit hashes that stops growing at MAX_DISTINCT. */
typedef struct
{
  guint64 *slots; /* 0 is empty */
  gsize size; /* a power of two */
  gsize used;
  gsize examined; /* values seen until it was full */
  gsize seen; /* all values */
} HashSet;

static void
hash_set_clear (HashSet *self)
{
  g_free (self->slots);
  self->slots = NULL;
}

static gboolean
hash_set_put (HashSet *self, guint64 hash)
{
  gsize at = hash & (self->size - 1);

  while (self->slots[at] != 0)
    {
      if (self->slots[at] == hash)
        return FALSE;
      at = (at + 1) & (self->size - 1);
    }
  self->slots[at] = hash;
  return TRUE;
}

static void
hash_set_add (HashSet *self, guint64 hash)
{
  self->seen++;
  if (self->used >= MAX_DISTINCT)
    return;
  self->examined++;
  hash = hash != 0 ? hash : 1;
  if (2 * (self->used + 1) > self->size)
    {
      HashSet larger = { NULL, MAX (64, self->size * 4), self->used, self->examined, self->seen };

      larger.slots = g_new0 (guint64, larger.size);
      for (gsize i = 0; i < self->size; i++)
        if (self->slots[i] != 0)
          hash_set_put (&larger, self->slots[i]);
      g_free (self->slots);
      *self = larger;
    }
  if (hash_set_put (self, hash))
    self->used++;
}

/* Exact up to MAX_DISTINCT; beyond it what was examined speaks for the rest, so that values of which
 * none came twice so far count as all different. */
static gsize
hash_set_count (const HashSet *self)
{
  if (self->used < MAX_DISTINCT)
    return self->used;
  return (gsize) ((double) self->used / (double) self->examined * (double) self->seen);
}

static guint64
mix (guint64 x)
{
  x ^= x >> 33;
  x *= G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  x ^= x >> 33;
  x *= G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return x ^ (x >> 33);
}

static guint64
hash_value (const AskValue *value)
{
  guint64 hash = mix (value->kind + 1);

  switch (value->kind)
    {
    case ASK_VALUE_TEXT:
    case ASK_VALUE_BLOB:
      {
        const char *p = value->text;
        guint32 left = value->length;

        for (guint64 word; left >= 8; left -= 8, p += 8)
          {
            memcpy (&word, p, 8);
            hash = mix (hash ^ word);
          }
        if (left > 0)
          {
            guint64 word = 0;

            memcpy (&word, p, left);
            hash = mix (hash ^ word);
          }
        return mix (hash ^ value->length);
      }
    case ASK_VALUE_NULL:
      return hash;
    default: /* integers and reals share their bytes; the kind keeps them apart */
      return mix (hash ^ (guint64) value->integer);
    }
}

/* What one walk over a column counts, before it is judged. */
typedef struct
{
  gsize n_integers;
  gsize n_reals;
  gsize n_texts;
  gsize n_blobs;
  gsize n_times; /* texts that are times */
  gsize n_long; /* texts nobody reads in a chart */
  gsize n_digits_first;
  AskChartTime finest;
  gboolean mixed_times;
  gboolean first_of_month;
  gboolean first_of_year;
  gboolean may_be_time;
} Tally;

static void
tally_text (AskChartColumn *column, Tally *tally, const AskValue *value)
{
  AskChartTime unit;
  double position;

  tally->n_texts++;
  if (value->length > 0 && g_ascii_isdigit (value->text[0]))
    tally->n_digits_first++;
  if (value->length > column->max_chars) /* bytes are never fewer than characters */
    {
      guint chars = (guint) g_utf8_strlen (value->text, MIN (value->length, 800));

      column->max_chars = MAX (column->max_chars, MIN (chars, 200));
    }
  if (value->length > 80)
    tally->n_long++;
  if (!tally->may_be_time)
    return;
  tally->may_be_time = ask_chart_time_parse (value->text, value->length, &unit, &position);
  if (!tally->may_be_time)
    return;
  if (tally->finest != ASK_CHART_TIME_NONE && unit != tally->finest
      && (ask_chart_time_is_cyclic (unit) || ask_chart_time_is_cyclic (tally->finest)))
    tally->mixed_times = TRUE;
  if (tally->finest == ASK_CHART_TIME_NONE || unit < tally->finest)
    tally->finest = unit;
  if (tally->first_of_month && unit == ASK_CHART_TIME_DAY)
    {
      int year, month, day;

      ask_chart_time_to_civil (position, &year, &month, &day);
      tally->first_of_month = day == 1;
      tally->first_of_year = tally->first_of_year && day == 1 && month == 1;
    }
  tally->n_times++;
}

static void
tally_column (const AskRows *rows, guint at, AskChartColumn *column, Tally *tally)
{
  gsize n_rows = ask_rows_get_n_rows (rows);
  HashSet distinct = { 0 };

  column->min = INFINITY;
  column->max = -INFINITY;
  for (gsize row = 0; row < n_rows; row++)
    {
      const AskValue *value = ask_rows_get (rows, row, at);
      double number;

      switch (value->kind)
        {
        case ASK_VALUE_NULL:
          column->n_nulls++;
          continue;
        case ASK_VALUE_TEXT:
          tally_text (column, tally, value);
          break;
        case ASK_VALUE_BLOB:
          tally->n_blobs++;
          continue;
        default:
          if (value->kind == ASK_VALUE_INTEGER)
            tally->n_integers++;
          else
            tally->n_reals++;
          ask_value_get_number (value, &number);
          if (!isfinite (number))
            {
              column->n_infinite++;
              continue;
            }
          column->n_finite++;
          column->sum += number;
          column->min = MIN (column->min, number);
          column->max = MAX (column->max, number);
          if (value->kind == ASK_VALUE_REAL)
            {
              column->fractional = column->fractional || number != floor (number);
              continue;
            }
        }
      /* Hashing text is the other half of the cost. */
      if (distinct.used < MAX_DISTINCT)
        hash_set_add (&distinct, hash_value (value));
      else
        distinct.seen++;
    }
  column->n_distinct = hash_set_count (&distinct);
  column->unique = column->n_distinct == n_rows && n_rows > 0;
  column->integers = tally->n_integers > 0 && tally->n_reals == 0;
  hash_set_clear (&distinct);
}

static AskChartFormat
number_format (const AskChartColumn *column, AskMeaning meaning)
{
  if (column->n_finite == 0)
    return ASK_CHART_FORMAT_NUMBER;
  if (!ask_meaning_is_amount (meaning))
    return ASK_CHART_FORMAT_PLAIN;
  switch (ask_meaning_get_percent (meaning, MAX (fabs (column->min), fabs (column->max))))
    {
    case 100:
      return ASK_CHART_FORMAT_FRACTION;
    case 1:
      return ASK_CHART_FORMAT_PERCENT;
    default:
      return ASK_CHART_FORMAT_NUMBER;
    }
}

static gboolean
suits_unit (const AskChartColumn *column, AskChartTime unit)
{
  switch (unit)
    {
    case ASK_CHART_TIME_YEAR:
      return column->min >= 1900 && column->max <= 2100;
    case ASK_CHART_TIME_MONTH_OF_YEAR:
      return column->min >= 1 && column->max <= 12;
    case ASK_CHART_TIME_QUARTER_OF_YEAR:
      return column->min >= 1 && column->max <= 4;
    case ASK_CHART_TIME_NUMBER:
      return column->min >= 0 && column->max <= 53;
    default:
      return FALSE;
    }
}

/* Which unit of time numbers of @meaning are. */
static AskChartTime
get_time (AskMeaning meaning)
{
  switch (meaning)
    {
    case ASK_MEANING_YEAR:
      return ASK_CHART_TIME_YEAR;
    case ASK_MEANING_QUARTER:
      return ASK_CHART_TIME_QUARTER_OF_YEAR;
    case ASK_MEANING_MONTH:
      return ASK_CHART_TIME_MONTH_OF_YEAR;
    case ASK_MEANING_WEEK:
    case ASK_MEANING_DAY:
    case ASK_MEANING_HOUR:
      return ASK_CHART_TIME_NUMBER;
    default:
      return ASK_CHART_TIME_NONE;
    }
}

static void
judge_numbers (AskChartColumn *column, AskMeaning meaning)
{
  AskChartTime time = get_time (meaning);

  column->role = ASK_CHART_ROLE_MEASURE;
  column->format = number_format (column, meaning);
  if (column->format != ASK_CHART_FORMAT_NUMBER)
    column->additive = FALSE;
  if (ask_meaning_is_key (meaning))
    column->role = ASK_CHART_ROLE_KEY;
  else if (column->integers && column->n_infinite == 0 && time != ASK_CHART_TIME_NONE && suits_unit (column, time))
    {
      column->role = ASK_CHART_ROLE_TIME;
      column->time = time;
    }
  /* Seconds since 1970 are a time that nobody reads, and no amount. */
  else if (meaning == ASK_MEANING_DATE || meaning == ASK_MEANING_MOMENT)
    column->role = ASK_CHART_ROLE_OTHER;
  if (column->role != ASK_CHART_ROLE_MEASURE && column->n_finite > 0)
    column->max_chars = (guint) snprintf (NULL, 0, "%.0f", MAX (fabs (column->min), fabs (column->max)));
}

/* Words that stand for a row, of which nobody compares one with the next. */
static gboolean
is_code (AskMeaning meaning)
{
  return meaning == ASK_MEANING_IDENTIFIER || meaning == ASK_MEANING_CODE || meaning == ASK_MEANING_PHONE
         || meaning == ASK_MEANING_URL;
}

static void
judge_text (AskChartColumn *column, const Tally *tally, AskMeaning meaning)
{
  AskChartTime named = get_time (meaning);

  column->role = ASK_CHART_ROLE_CATEGORY;
  if (is_code (meaning))
    column->role = ASK_CHART_ROLE_KEY;
  else if (tally->may_be_time && !tally->mixed_times && tally->n_times > 0)
    {
      column->role = ASK_CHART_ROLE_TIME;
      column->time = tally->finest;
      /* date_trunc() and its kin give the first day of what they mean. */
      if (tally->finest == ASK_CHART_TIME_DAY && column->n_distinct >= 3 && tally->first_of_year)
        column->time = ASK_CHART_TIME_YEAR;
      else if (tally->finest == ASK_CHART_TIME_DAY && column->n_distinct >= 3 && tally->first_of_month)
        column->time = ASK_CHART_TIME_MONTH;
    }
  else if (named != ASK_CHART_TIME_NONE && named != ASK_CHART_TIME_YEAR && column->max_chars <= 2
           && tally->n_digits_first == tally->n_texts)
    {
      /* strftime ('%m') gives "01" to "12". */
      column->role = ASK_CHART_ROLE_TIME;
      column->time = named == ASK_CHART_TIME_MONTH_OF_YEAR || named == ASK_CHART_TIME_QUARTER_OF_YEAR
                       ? named
                       : ASK_CHART_TIME_NUMBER;
    }
  else if (tally->n_long * 2 > tally->n_texts)
    column->role = ASK_CHART_ROLE_OTHER;
  column->numbered = tally->n_digits_first == tally->n_texts;
}

/* "01" to "12" under the name "month" must be what they seem. */
static void
verify_short_times (const AskRows *rows, guint at, AskChartColumn *column)
{
  for (gsize row = 0; row < ask_rows_get_n_rows (rows); row++)
    {
      const AskValue *value = ask_rows_get (rows, row, at);
      AskValue number;
      double limit = column->time == ASK_CHART_TIME_MONTH_OF_YEAR     ? 12
                     : column->time == ASK_CHART_TIME_QUARTER_OF_YEAR ? 4
                                                                      : 53;

      if (value->kind != ASK_VALUE_TEXT || !g_ascii_isdigit (value->text[0]))
        continue;
      if (value->length > 2 || !ask_text_to_number (value->text, &number) || number.kind != ASK_VALUE_INTEGER
          || number.integer > limit || (limit < 53 && number.integer < 1))
        {
          column->role = ASK_CHART_ROLE_CATEGORY;
          column->time = ASK_CHART_TIME_NONE;
          return;
        }
    }
}

static void
judge_column (const AskRows *rows, guint at, AskChartColumn *column, const Tally *tally)
{
  const AskColumn *declared = ask_rows_get_column (rows, at);
  AskMeaning meaning = declared->sense.meaning;
  gboolean truth = declared->type == ASK_TYPE_BOOLEAN || meaning == ASK_MEANING_FLAG;
  gsize n_numbers = tally->n_integers + tally->n_reals;

  if (meaning == ASK_MEANING_NONE)
    meaning = ask_meaning_from_type (declared->type);
  column->additive = declared->sense.adding != ASK_ADDING_NO;
  if (truth && column->integers && column->min >= 0 && column->max <= 1)
    {
      column->role = ASK_CHART_ROLE_CATEGORY;
      column->boolean = TRUE;
      column->max_chars = 3;
    }
  else if (tally->n_blobs > 0 || declared->type == ASK_TYPE_JSON)
    column->role = ASK_CHART_ROLE_OTHER;
  else if (tally->n_texts > 0)
    {
      judge_text (column, tally, meaning);
      if (n_numbers > 0) /* words among numbers: neither times nor amounts */
        column->role = column->role == ASK_CHART_ROLE_TIME ? ASK_CHART_ROLE_CATEGORY : column->role;
      else if (column->role == ASK_CHART_ROLE_TIME && tally->finest == ASK_CHART_TIME_NONE)
        verify_short_times (rows, at, column);
    }
  else if (n_numbers > 0 || declared->type == ASK_TYPE_INTEGER || declared->type == ASK_TYPE_REAL
           || (meaning != ASK_MEANING_NONE && ask_meaning_is_amount (meaning)))
    judge_numbers (column, meaning);
  else
    column->role = ASK_CHART_ROLE_CATEGORY;
}

/* "weight", since its numbers say their unit; "weight (kg)" where they do not. */
static void
name_column (AskChartColumn *column, const AskRows *rows, guint at)
{
  const char *unit = ask_rows_get_column (rows, at)->sense.unit;
  g_autofree char *label = ask_chart_name_to_label (ask_rows_get_column (rows, at)->name, at);

  if (unit == NULL || strcmp (unit, "%") == 0)
    {
      column->title = g_strdup (label);
      column->label = g_steal_pointer (&label);
      return;
    }
  column->label = ask_name_without_unit (label, unit);
  /* TRANSLATORS: a column and what its numbers are in: "weight (kg)" */
  column->title = g_strdup_printf (_ ("%s (%s)"), column->label, unit);
  if (g_strcmp0 (column->cell.unit, unit) == 0)
    column->unit = unit;
  else
    ask_text_set (&column->label, column->title);
}

/* "price_eur" and "price_usd" are not one. */
static void
part_names (AskChartProfile *self)
{
  g_autofree gboolean *taken = g_new0 (gboolean, MAX (1, self->n_columns));

  for (guint i = 0; i < self->n_columns; i++)
    for (guint j = 0; j < self->n_columns && !taken[i]; j++)
      taken[i] = i != j && strcmp (self->columns[i].label, self->columns[j].label) == 0;
  for (guint i = 0; i < self->n_columns; i++)
    if (taken[i])
      ask_text_set (&self->columns[i].label, self->columns[i].title);
}

/**
 * ask_chart_profile_new:
 * @rows: the result; must outlive the profile
 *
 * Safe on any thread. About 50 ns a cell.
 *
 * Returns: (transfer full): the profile
 */
AskChartProfile *
ask_chart_profile_new (const AskRows *rows)
{
  AskChartProfile *self = g_new0 (AskChartProfile, 1);

  self->rows = rows;
  self->n_columns = ask_rows_get_n_columns (rows);
  self->columns = g_new0 (AskChartColumn, self->n_columns);
  for (guint i = 0; i < self->n_columns; i++)
    {
      Tally tally = { .may_be_time = TRUE, .first_of_month = TRUE, .first_of_year = TRUE };

      self->columns[i].cell = ask_cell_format_find (rows, i);
      name_column (&self->columns[i], rows, i);
      tally_column (rows, i, &self->columns[i], &tally);
      judge_column (rows, i, &self->columns[i], &tally);
    }
  part_names (self);
  return self;
}

/** ask_chart_profile_free: frees it; the rows stay. */
void
ask_chart_profile_free (AskChartProfile *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      g_free (self->columns[i].label);
      g_free (self->columns[i].title);
    }
  g_free (self->columns);
  g_free (self);
}

/**
 * ask_chart_profile_get_position:
 * @row: from 0
 * @column: one whose role is %ASK_CHART_ROLE_TIME
 * @position: (out): days since 1970-01-01, or a number in a cycle
 *
 * Returns: whether the cell has a position; NULL has none
 */
gboolean
ask_chart_profile_get_position (const AskChartProfile *self, gsize row, guint column, double *position)
{
  const AskValue *value = ask_rows_get (self->rows, row, column);
  AskChartTime unit = self->columns[column].time;
  AskValue number;

  if (value->kind == ASK_VALUE_INTEGER)
    number = *value;
  else if (value->kind != ASK_VALUE_TEXT)
    return FALSE;
  else if (ask_chart_time_parse (value->text, value->length, &unit, position))
    return TRUE;
  else if (!ask_text_to_number (value->text, &number) || number.kind != ASK_VALUE_INTEGER)
    return FALSE;
  *position
    = unit == ASK_CHART_TIME_YEAR ? ask_chart_time_from_civil ((int) number.integer, 1, 1) : (double) number.integer;
  return TRUE;
}

static gboolean
read_number (const AskValue *value, double *number)
{
  AskValue parsed;
  g_autofree char *text = NULL;

  if (value->kind != ASK_VALUE_TEXT)
    return ask_value_get_number (value, number);
  text = g_strndup (value->text, value->length);
  return ask_text_to_number (text, &parsed) && ask_value_get_number (&parsed, number);
}

/**
 * ask_chart_profile_get_number:
 * @row: from 0
 * @column: from 0
 * @number: (out): the cell; of a column whose numbers were read from texts what the text says
 *
 * Returns: whether the cell is a number
 */
gboolean
ask_chart_profile_get_number (const AskChartProfile *self, gsize row, guint column, double *number)
{
  const AskValue *value = ask_rows_get (self->rows, row, column);

  return self->columns[column].written ? read_number (value, number) : ask_value_get_number (value, number);
}

/**
 * ask_chart_profile_read_numbers:
 * @column: one of texts
 *
 * Takes texts for the numbers that they spell, where all of them do, and counts these.
 *
 * Returns: whether they do; nothing is changed where not
 */
gboolean
ask_chart_profile_read_numbers (AskChartProfile *self, guint column)
{
  AskChartColumn read = self->columns[column];
  gsize n_rows = ask_rows_get_n_rows (self->rows);

  read.written = TRUE;
  read.min = INFINITY;
  read.max = -INFINITY;
  read.n_finite = 0;
  read.sum = 0;
  for (gsize row = 0; row < n_rows; row++)
    {
      const AskValue *value = ask_rows_get (self->rows, row, column);
      double number;

      if (value->kind == ASK_VALUE_NULL)
        continue;
      if (!read_number (value, &number) || !isfinite (number))
        return FALSE;
      read.n_finite++;
      read.sum += number;
      read.min = MIN (read.min, number);
      read.max = MAX (read.max, number);
      read.fractional = read.fractional || number != floor (number);
    }
  if (read.n_finite == 0)
    return FALSE;
  self->columns[column] = read;
  return TRUE;
}

/**
 * ask_chart_profile_count_distinct:
 * @columns: (array length=n_columns): places of columns
 * @n_columns: how many columns are combined
 *
 * Returns: how many different combinations the columns hold, NULL being a value like others; an
 *   estimate where there are more than 32,768
 */
gsize
ask_chart_profile_count_distinct (const AskChartProfile *self, const int *columns, guint n_columns)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  HashSet distinct = { 0 };
  gsize n;

  for (gsize row = 0; row < n_rows; row++)
    {
      guint64 hash = 0;

      if (distinct.used >= MAX_DISTINCT)
        {
          distinct.seen = n_rows;
          break;
        }
      for (guint i = 0; i < n_columns; i++)
        hash = mix (hash * 31 + hash_value (ask_rows_get (self->rows, row, (guint) columns[i])));
      hash_set_add (&distinct, hash);
    }
  n = hash_set_count (&distinct);
  hash_set_clear (&distinct);
  return n;
}

/**
 * ask_chart_profile_dup_label:
 * @row: from 0
 * @column: from 0
 *
 * Returns: (transfer full): a cell as the name of a bar or a line; NULL is "(none)"
 */
char *
ask_chart_profile_dup_label (const AskChartProfile *self, gsize row, guint column)
{
  const AskValue *value = ask_rows_get (self->rows, row, column);
  const AskChartColumn *profile = &self->columns[column];
  g_autofree char *text = NULL;
  double position;

  if (value->kind == ASK_VALUE_NULL)
    return g_strdup (_ ("(none)"));
  if (profile->boolean)
    return g_strdup (value->integer != 0 ? _ ("yes") : _ ("no"));
  if (profile->role == ASK_CHART_ROLE_TIME && ask_chart_profile_get_position (self, row, column, &position))
    return ask_chart_time_format (profile->time, position);
  text = ask_value_to_text (value);
  g_strstrip (text);
  return *text != '\0' ? ask_text_shorten (text, 200) : g_strdup (_ ("(empty)"));
}
