/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows with a measure in one sentence: which one is highest or lowest, what share of the whole it has, and how it stands
 * to the time before. All of it is computed; where something is not sure, it is not said.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "agent/ask-headline-private.h"
#include "base/ask-locale.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "sql/ask-sql-parser.h"

/* Words that say what is counted. */
#define MAX_COUNTED 3

static gboolean
wants_lowest (const char *question)
{
  /* In every form: "niedrigste", "niedrigsten". */
  static const char *const words[]
    = { "lowest",    "least",   "fewest",  "smallest", "cheapest",  "shortest", "minimum", "bottom",
        "niedrigst", "wenigst", "kleinst", "geringst", "gunstigst", "billigst", "kurzest" };
  g_autoptr (GPtrArray) asked = ask_text_words (question);

  for (guint i = 0; i < asked->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (words); j++)
      if (g_str_has_prefix (asked->pdata[i], words[j]))
        return TRUE;
  return FALSE;
}

/* A word as it is compared: "Meisten," is "meisten". */
static char *
fold_word (const char *word)
{
  g_autofree char *folded = ask_text_fold (word);
  gsize length = strlen (folded);

  while (length > 0 && strchr ("?!.,;:", folded[length - 1]) != NULL)
    folded[--length] = '\0';
  return g_steal_pointer (&folded);
}

static gboolean
is_one_of (const char *word, const char *const *words)
{
  return g_strv_contains (words, word);
}

/*
 * ask_headline_find_counted:
 * @question: what was asked
 *
 * Returns: (transfer full) (nullable): what it counts, in its own words: "albums" of "How many albums are there?"
 */
char *
ask_headline_find_counted (const char *question)
{
  static const char *const before[]
    = { "many", "most", "fewest", "number", "count", "viele", "meisten", "wenigsten", "anzahl", NULL };
  /* "number of the albums" */
  static const char *const between[] = { "of", "the", "all", "der", "von", "aller", NULL };
  static const char *const ends[]
    = { "are",     "is",        "were",   "was",    "do",        "does",      "did",          "has",  "have", "had",
        "there",   "per",       "by",     "for",    "in",        "of",        "on",           "at",   "each", "with",
        "without", "that",      "which",  "who",    "from",      "to",        "and",          "or",   "can",  "not",
        "popular", "expensive", "common", "recent", "important", "gibt",      "sind",         "ist",  "hat",  "haben",
        "hatten",  "waren",     "je",     "pro",    "nach",      "fur",       "mit",          "ohne", "von",  "vom",
        "der",     "die",       "das",    "des",    "in",        "im",        "am",           "und",  "oder", "wurden",
        "werden",  "the",       "a",      "an",     "all",       "different", "verschiedene", NULL };
  g_auto (GStrv) words = g_strsplit_set (question, " \t\n", -1);
  GString *counted = g_string_new (NULL);
  gboolean counting = FALSE;
  guint n = 0;

  for (guint i = 0; words[i] != NULL && n < MAX_COUNTED; i++)
    {
      g_autofree char *word = fold_word (words[i]);

      if (!counting)
        {
          counting = is_one_of (word, before);
          continue;
        }
      if (n == 0 && is_one_of (word, between))
        continue;
      if (*word == '\0' || is_one_of (word, ends) || g_ascii_isdigit (*word))
        break;
      g_string_append_printf (counted, "%s%.*s", n++ > 0 ? " " : "", (int) strcspn (words[i], "?!.,;:"), words[i]);
    }
  if (n > 0)
    return g_string_free (counted, FALSE);
  g_string_free (counted, TRUE);
  return NULL;
}

/* The rows where @measure is highest or lowest. @ties: other rows that are as high */
typedef struct
{
  gsize row;
  gsize ties;
  gboolean first;
  gboolean sorted;
} Extreme;

static gboolean
get_number (const AskRows *rows, gsize row, int column, double *number)
{
  return ask_value_get_number (ask_rows_get (rows, row, (guint) column), number);
}

static gboolean
find_extreme (const AskRows *rows, const AskHeadlineRoles *roles, int sign, Extreme *extreme)
{
  double best = 0, before = 0;
  gboolean any = FALSE;

  *extreme = (Extreme) { 0, 0, FALSE, TRUE };
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      double number;

      if (!get_number (rows, r, roles->measure, &number))
        {
          extreme->sorted = FALSE;
          continue;
        }
      if (any && sign * (number - before) > 0)
        extreme->sorted = FALSE;
      before = number;
      if (!any || sign * (number - best) > 0)
        {
          best = number;
          extreme->row = r;
          extreme->ties = 0;
        }
      else if (!(sign * (best - number) > 0))
        extreme->ties++;
      any = TRUE;
    }
  extreme->first = extreme->row == 0;
  return any;
}

/* Whether rows were left out behind grouping: then those that are left are not the whole. */
static gboolean
is_cut (const char *sql)
{
  g_autoptr (AskSqlTree) tree = sql != NULL ? ask_sql_parse (sql, -1, NULL) : NULL;
  const AskSqlSelect *select = tree != NULL ? tree->select : NULL;

  if (select == NULL || select->limit != NULL || select->n_cores != 1)
    return TRUE;
  return select->cores[0]->having != NULL || select->cores[0]->group_by.n == 0;
}

/* Whether its rows are things and no groups: nobody asked which of them has most. */
static gboolean
is_list (const char *sql)
{
  g_autoptr (AskSqlTree) tree = sql != NULL ? ask_sql_parse (sql, -1, NULL) : NULL;
  const AskSqlSelect *select = tree != NULL ? tree->select : NULL;

  return select != NULL && select->n_cores == 1 && select->cores[0]->group_by.n == 0;
}

/* How many hundredths of the sum over all rows a row has; 0 where a sum means nothing or it is less than one. */
static int
find_share (const AskRows *rows, const AskHeadlineRoles *roles, gsize row, const char *sql)
{
  double total = 0, number, own;

  if (ask_rows_get_column (rows, (guint) roles->measure)->sense.adding != ASK_ADDING_YES || is_cut (sql))
    return 0;
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      if (!get_number (rows, r, roles->measure, &number))
        continue;
      if (number < 0)
        return 0;
      total += number;
    }
  return total > 0 && get_number (rows, row, roles->measure, &own) ? (int) lround (100 * own / total) : 0;
}

/* The row of the time before that of @row, -1 for none. Times are texts that sort as they follow each other. */
static gssize
find_before (const AskRows *rows, const AskHeadlineRoles *roles, gsize row)
{
  const AskValue *own = ask_rows_get (rows, row, (guint) roles->label);
  gssize before = -1;

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *value = ask_rows_get (rows, r, (guint) roles->label);

      if (value->kind == own->kind && ask_value_compare (value, own) < 0
          && (before < 0 || ask_value_compare (value, ask_rows_get (rows, (gsize) before, (guint) roles->label)) > 0))
        before = (gssize) r;
    }
  return before;
}

static gboolean
is_day (const AskRows *rows, gsize row, const AskHeadlineRoles *roles)
{
  const AskValue *value = ask_rows_get (rows, row, (guint) roles->label);

  return value->kind == ASK_VALUE_TEXT && ask_locale_read_time (value->text, value->length) == ASK_LOCALE_DAY;
}

/* ", 12 % above May 2025", or nothing */
static char *
tell_change (const AskRows *rows, const AskHeadlineRoles *roles, gsize row)
{
  gssize before = find_before (rows, roles, row);
  double now, then;
  g_autofree char *label = NULL;
  int percent;

  if (before < 0 || !get_number (rows, row, roles->measure, &now)
      || !get_number (rows, (gsize) before, roles->measure, &then) || then <= 0 || now < 0)
    return g_strdup ("");
  percent = (int) lround (100 * MIN (fabs (now - then) / then, 1000));
  if (percent == 0 || percent > 1000)
    return g_strdup ("");
  label = ask_headline_format_label (rows, (gsize) before, roles);
  /* Translators: follows an amount: ", 12 % above May 2025". */
  return now > then ? g_strdup_printf (_ (", %d %% above %s"), percent, label)
                    : g_strdup_printf (_ (", %d %% below %s"), percent, label);
}

/* @words: (nullable): what the measure is called; @counts: they are things that are counted */
typedef struct
{
  const char *words;
  gboolean counts;
} Measure;

/* "The highest revenue was in February 2025: 30.25" */
static char *
tell_when (const AskRows *rows, const AskHeadlineRoles *roles, const Extreme *extreme, const Measure *measure,
           gboolean lowest)
{
  gboolean counts = measure->counts;
  g_autofree char *number = ask_headline_format_cell (rows, extreme->row, roles->measure);
  gboolean day = is_day (rows, extreme->row, roles);
  g_autofree char *when = ask_headline_format_label (rows, extreme->row, roles);
  const char *what = measure->words != NULL ? measure->words : _ ("value");

  /* Translators: what is measured, a day, an amount; then the same with a month or a year. */
  if (day && counts)
    return lowest ? g_strdup_printf (_ ("The fewest %s were on %s: %s"), what, when, number)
                  : g_strdup_printf (_ ("The most %s were on %s: %s"), what, when, number);
  if (day)
    return lowest ? g_strdup_printf (_ ("Lowest %s: %s, on %s"), what, number, when)
                  : g_strdup_printf (_ ("Highest %s: %s, on %s"), what, number, when);
  if (counts)
    return lowest ? g_strdup_printf (_ ("The fewest %s were in %s: %s"), what, when, number)
                  : g_strdup_printf (_ ("The most %s were in %s: %s"), what, when, number);
  return lowest ? g_strdup_printf (_ ("Lowest %s: %s, in %s"), what, number, when)
                : g_strdup_printf (_ ("Highest %s: %s, in %s"), what, number, when);
}

/* "Rock has the most tracks: 1,297" */
static char *
tell_who (const AskRows *rows, const AskHeadlineRoles *roles, const Extreme *extreme, const Measure *measure,
          gboolean lowest)
{
  const char *words = measure->words != NULL ? measure->words : _ ("value");
  g_autofree char *label = ask_headline_format_label (rows, extreme->row, roles);
  g_autofree char *number = ask_headline_format_cell (rows, extreme->row, roles->measure);

  /* Translators: "Lyon has the most orders: 5" */
  if (measure->counts)
    return lowest ? g_strdup_printf (_ ("%s has the fewest %s: %s"), label, words, number)
                  : g_strdup_printf (_ ("%s has the most %s: %s"), label, words, number);
  /* Translators: "Lyon has the highest revenue: 12,300" */
  return lowest ? g_strdup_printf (_ ("%s has the lowest %s: %s"), label, words, number)
                : g_strdup_printf (_ ("%s has the highest %s: %s"), label, words, number);
}

/* The other row that is as high as the first, where there is one. */
static gsize
find_tie (const AskRows *rows, const AskHeadlineRoles *roles, const Extreme *extreme)
{
  double best = 0, number = 0;
  gsize row = extreme->row + 1;

  get_number (rows, extreme->row, roles->measure, &best);
  while (row + 1 < ask_rows_get_n_rows (rows)
         && (!get_number (rows, row, roles->measure, &number) || number < best || number > best))
    row++;
  return row;
}

/* "Paris and Lyon have the most orders: 3", "9 of 46 have the most orders: 3" */
static char *
tell_ties (const AskRows *rows, const AskHeadlineRoles *roles, const Extreme *extreme, const Measure *measure,
           gboolean lowest)
{
  const char *words = measure->words != NULL ? measure->words : _ ("value");
  g_autofree char *number = ask_headline_format_cell (rows, extreme->row, roles->measure);
  g_autofree char *ties = ask_number_count (extreme->ties + 1);
  g_autofree char *all = ask_number_count (ask_rows_get_n_rows (rows));
  g_autofree char *who = NULL;

  if (extreme->ties == 1)
    {
      g_autofree char *first = ask_headline_format_label (rows, extreme->row, roles);
      g_autofree char *second = ask_headline_format_label (rows, find_tie (rows, roles, extreme), roles);

      /* Translators: two names that have the same amount; a verb follows: "Paris and Lyon" */
      who = g_strdup_printf (_ ("%s and %s"), first, second);
    }
  else
    /* Translators: so many of so many rows that have the same amount; a verb follows: "9 of 46" */
    who = g_strdup_printf (_ ("%s of %s"), ties, all);
  /* Translators: "Paris and Lyon have the most orders: 3", "9 of 46 have the most orders: 3" */
  if (measure->counts)
    return lowest ? g_strdup_printf (_ ("%s have the fewest %s: %s"), who, words, number)
                  : g_strdup_printf (_ ("%s have the most %s: %s"), who, words, number);
  /* Translators: "9 of 46 have the highest price: 3" */
  return lowest ? g_strdup_printf (_ ("%s have the lowest %s: %s"), who, words, number)
                : g_strdup_printf (_ ("%s have the highest %s: %s"), who, words, number);
}

static char *
tell_best (const AskRows *rows, const AskHeadlineRoles *roles, const Extreme *extreme, const Measure *measure,
           gboolean lowest, const char *sql)
{
  gboolean times = ask_headline_is_time (rows, (guint) roles->label) && roles->second < 0;
  g_autofree char *text
    = times ? tell_when (rows, roles, extreme, measure, lowest) : tell_who (rows, roles, extreme, measure, lowest);
  g_autofree char *change = times ? tell_change (rows, roles, extreme->row) : g_strdup ("");
  int share = find_share (rows, roles, extreme->row, sql);
  /* Translators: follows an amount: ", 37 % of all". */
  g_autofree char *part = share > 0 && share < 100 ? g_strdup_printf (_ (", %d %% of all"), share) : g_strdup ("");

  return g_strconcat (text, part, change, NULL);
}

/* Returns: (transfer full) (nullable): what is measured; a count without a name counts what the question does */
static char *
name_measure (const AskRows *rows, const AskHeadlineRoles *roles, gsize row, const char *question, gboolean *counts)
{
  char *named = ask_headline_name_measure (rows, roles);
  gboolean nameless
    = named == NULL && g_ascii_strncasecmp (ask_rows_get_column (rows, (guint) roles->measure)->name, "count(", 6) == 0;
  char *counted = nameless ? ask_headline_find_counted (question) : NULL;

  *counts = nameless || ask_headline_counts_things (rows, row, roles, named);
  if (named != NULL)
    return named;
  return counted != NULL ? counted : nameless ? g_strdup (_ ("rows")) : NULL;
}

/*
 * ask_headline_compare:
 * @rows: two or more, with a label and a measure
 * @roles: which columns these are
 * @question: what was asked
 * @sql: (nullable): what gave the rows
 *
 * Returns: (transfer full) (nullable): one sentence; %NULL for a list in an order of its own where several have most: what is
 * worth a word is which rows there are
 */
char *
ask_headline_compare (const AskRows *rows, const AskHeadlineRoles *roles, const char *question, const char *sql)
{
  g_autofree char *words = NULL;
  const Extreme *extreme;
  Extreme high, low;
  Measure measure;
  gboolean lowest;

  if (!find_extreme (rows, roles, 1, &high) || !find_extreme (rows, roles, -1, &low))
    return ask_headline_count_rows (rows);
  if (high.ties + 1 == ask_rows_get_n_rows (rows))
    {
      g_autofree char *count = ask_headline_count_rows (rows);
      g_autofree char *each = ask_headline_format_measure (rows, 0, roles);

      /* Translators: "2 rows, each with 3 orders" */
      return g_strdup_printf (_ ("%s, each with %s"), count, each);
    }
  /* Rows in order say themselves which end is meant; otherwise the question may. Times are in order for their own sake. */
  if (high.first && high.sorted)
    lowest = FALSE;
  else if (low.first && low.sorted && !ask_headline_is_time (rows, (guint) roles->label))
    lowest = TRUE;
  else
    lowest = wants_lowest (question);
  extreme = lowest ? &low : &high;
  if (extreme->ties > 1 && !extreme->sorted && is_list (sql))
    return NULL;
  words = name_measure (rows, roles, extreme->row, question, &measure.counts);
  measure.words = words;
  return extreme->ties > 0 ? tell_ties (rows, roles, extreme, &measure, lowest)
                           : tell_best (rows, roles, extreme, &measure, lowest, sql);
}
