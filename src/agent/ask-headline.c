/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Headlines. They say only what the rows say: which row is highest, what the one value is, how
 * many rows there are. What a column is they read from the column; they guess nothing.
 */
#include "config.h"

#include "agent/ask-headline.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-name.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

#define MAX_LABEL 60
#define MAX_LISTED 3

/* Which columns name the rows (the second one where it takes two) and which one measures them; -1
 * for none. */
typedef struct
{
  int label;
  int second;
  int measure;
} Roles;

static AskMeaning
get_meaning (const AskRows *rows, guint column)
{
  return ask_rows_get_column (rows, column)->sense.meaning;
}

static gboolean
is_time (const AskRows *rows, guint column)
{
  return ask_meaning_is_time (get_meaning (rows, column));
}

/* "order_id" and "sku" say less than the name beside them. */
static gboolean
is_code (const AskRows *rows, guint column)
{
  AskMeaning meaning = get_meaning (rows, column);

  return meaning == ASK_MEANING_IDENTIFIER || meaning == ASK_MEANING_CODE || meaning == ASK_MEANING_PHONE;
}

static gboolean
is_numeric (const AskRows *rows, guint column)
{
  gboolean any = FALSE;

  for (gsize r = 0; r < MIN (ask_rows_get_n_rows (rows), 1000); r++)
    {
      const AskValue *value = ask_rows_get (rows, r, column);

      if (value->kind == ASK_VALUE_NULL)
        continue;
      if (value->kind != ASK_VALUE_INTEGER && value->kind != ASK_VALUE_REAL)
        return FALSE;
      any = TRUE;
    }
  return any;
}

/* Where the question first speaks of the column, or a place behind all of it. */
static guint
find_mention (const char *name, GPtrArray *question)
{
  g_autofree char *text = ask_text_to_words (name);
  g_autoptr (GPtrArray) words = ask_text_words (text);
  guint first = question->len;

  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *stem = ask_text_stem (words->pdata[i]);

      for (guint q = 0; q < first; q++)
        {
          g_autofree char *asked = ask_text_stem (question->pdata[q]);

          if (strcmp (stem, asked) == 0)
            first = q;
        }
    }
  return first;
}

static Roles
find_roles (const AskRows *rows, const char *question)
{
  Roles roles = { -1, -1, -1 };
  g_autoptr (GPtrArray) words = ask_text_words (question);
  guint mention = G_MAXUINT;
  int code = -1;

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      if (is_numeric (rows, i) && ask_meaning_is_amount (get_meaning (rows, i)))
        {
          guint place = find_mention (ask_rows_get_column (rows, i)->name, words);

          /* Of several numbers the one that was asked for first. */
          if (place < mention)
            {
              roles.measure = (int) i;
              mention = place;
            }
        }
      else if (roles.measure >= 0)
        {
          /* Behind the numbers stand details. */
          if (roles.label < 0 && code < 0)
            roles.label = (int) i;
        }
      else if (is_code (rows, i) && roles.label < 0)
        {
          /* A name says more than the number in front of it. */
          if (code < 0)
            code = (int) i;
        }
      else if (roles.label < 0)
        roles.label = (int) i;
      else if (roles.second < 0
               || (!is_code (rows, i) && !is_time (rows, i)
                   && (is_code (rows, (guint) roles.second) || is_time (rows, (guint) roles.second))))
        roles.second = (int) i;
    }
  if (roles.label < 0)
    roles.label = code;
  return roles;
}

static char *
format_cell (const AskRows *rows, gsize row, int column)
{
  const AskValue *value = ask_rows_get (rows, row, (guint) column);
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_NULL)
    return g_strdup (_ ("(none)"));
  text = ask_cell_to_text (value, ask_cell_format_find (rows, (guint) column));
  return ask_text_shorten (text, MAX_LABEL);
}

/* With the unit of its column. */
static char *
format_amount (const AskRows *rows, gsize row, int column)
{
  const char *unit = ask_rows_get_column (rows, (guint) column)->sense.unit;
  g_autofree char *text = format_cell (rows, row, column);

  if (unit == NULL || ask_rows_get (rows, row, (guint) column)->kind == ASK_VALUE_NULL)
    return g_steal_pointer (&text);
  return g_strconcat (text, " ", unit, NULL);
}

/* What the row is about: "Lyon", or "2025-01, online" where it takes two columns to say. */
static char *
format_label (const AskRows *rows, gsize row, const Roles *roles)
{
  g_autofree char *label = format_cell (rows, row, roles->label);
  g_autofree char *second = NULL;

  if (roles->second < 0)
    return g_steal_pointer (&label);
  second = format_cell (rows, row, roles->second);
  /* Translators: two parts of what a row is about: "January 2025, online". */
  return g_strdup_printf (C_ ("headline", "%s, %s"), label, second);
}

/* A column's name as words, or %NULL where the name is an expression such as "count(*)". */
static char *
name_in_words (const char *name)
{
  if (strpbrk (name, "()*+/'\"=<>|") != NULL)
    return NULL;

  g_autofree char *words = ask_text_to_words (name);
  const char *start = words;

  /* "n_orders" counts orders. */
  if (g_str_has_prefix (words, "n "))
    start += 2;
  return start[0] != '\0' ? ask_text_shorten (start, MAX_LABEL) : NULL;
}

static char *
capitalise (const char *text)
{
  const char *rest = g_utf8_next_char (text);
  GString *capital = g_string_new (NULL);

  g_string_append_unichar (capital, g_unichar_toupper (g_utf8_get_char (text)));
  g_string_append (capital, rest);
  return g_string_free (capital, FALSE);
}

/* A measure's name without its unit, which stands behind the number: "share_percent" is "share". */
static char *
name_measure (const AskRows *rows, const Roles *roles)
{
  const AskColumn *column = ask_rows_get_column (rows, (guint) roles->measure);
  g_autofree char *words = name_in_words (column->name);

  return words != NULL ? ask_name_without_unit (words, column->sense.unit) : NULL;
}

/* "late shipments" and "orders" count things; "revenue", "loss" and "status" do not, and "Preis" is money. */
static gboolean
counts_things (const AskRows *rows, gsize row, const Roles *roles, const char *words)
{
  const AskColumn *column = ask_rows_get_column (rows, (guint) roles->measure);
  gsize length = words != NULL ? strlen (words) : 0;

  return length > 2 && words[length - 1] == 's' && words[length - 2] != 's' && words[length - 2] != 'u'
         && column->sense.unit == NULL
         && (column->sense.meaning == ASK_MEANING_NONE || column->sense.meaning == ASK_MEANING_QUANTITY)
         && ask_rows_get (rows, row, (guint) roles->measure)->kind == ASK_VALUE_INTEGER;
}

/* "212 late shipments" where the name counts things, else "revenue 1,234.50". */
static char *
format_measure (const AskRows *rows, gsize row, const Roles *roles)
{
  g_autofree char *number = format_amount (rows, row, roles->measure);
  g_autofree char *words = name_measure (rows, roles);

  if (words == NULL)
    return g_steal_pointer (&number);
  return counts_things (rows, row, roles, words) ? g_strdup_printf ("%s %s", number, words)
                                                 : g_strdup_printf ("%s %s", words, number);
}

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

static char *
count_rows (const AskRows *rows)
{
  gsize n = ask_rows_get_n_rows (rows);
  g_autofree char *number = ask_number_count (n);

  if (ask_rows_get_truncated (rows))
    return g_strdup_printf (ngettext ("More than %s row", "More than %s rows", n), number);
  return g_strdup_printf (ngettext ("%s row", "%s rows", n), number);
}

static char *
single_row (const AskRows *rows, const Roles *roles)
{
  if (ask_rows_get_n_columns (rows) == 1)
    {
      const AskColumn *column = ask_rows_get_column (rows, 0);
      g_autofree char *words = name_in_words (column->name);
      g_autofree char *plain
        = words != NULL ? ask_name_without_unit (words, column->sense.unit) : g_strdup (_ ("result"));
      g_autofree char *label = capitalise (plain);
      g_autofree char *cell = format_amount (rows, 0, 0);

      if (ask_rows_get (rows, 0, 0)->kind == ASK_VALUE_NULL)
        return g_strdup_printf (_ ("%s: there is no value."), label);
      return g_strdup_printf ("%s: %s", label, cell);
    }
  if (roles->label >= 0 && roles->measure >= 0)
    {
      g_autofree char *label = format_label (rows, 0, roles);
      g_autofree char *measure = format_measure (rows, 0, roles);

      return g_strdup_printf ("%s: %s", label, measure);
    }

  GString *text = g_string_new (NULL);
  guint n = MIN (ask_rows_get_n_columns (rows), MAX_LISTED + 1);

  for (guint i = 0; i < n; i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);
      g_autofree char *words = name_in_words (column->name);
      g_autofree char *plain = ask_name_without_unit (words != NULL ? words : column->name, column->sense.unit);
      g_autofree char *cell = format_amount (rows, 0, (int) i);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", plain, cell);
    }

  g_autofree char *joined = g_string_free (text, FALSE);

  return capitalise (joined);
}

static char *
list_labels (const AskRows *rows, const Roles *roles)
{
  gsize n = ask_rows_get_n_rows (rows);
  int column = roles->label >= 0 ? roles->label : 0;
  g_autoptr (GString) text = g_string_new (NULL);
  gsize shown = n <= MAX_LISTED + 1 ? n : MAX_LISTED;
  g_autofree char *last = format_cell (rows, shown - 1, column);
  g_autofree char *count = NULL;
  g_autofree char *list = NULL;

  for (gsize r = 0; r + 1 < shown; r++)
    {
      g_autofree char *cell = format_cell (rows, r, column);

      g_string_append_printf (text, "%s%s", r == 0 ? "" : ", ", cell);
    }
  /* Translators: a list, and its last name: "Paris, Lyon and Nice". */
  list = g_strdup_printf (_ ("%s and %s"), text->str, last);
  if (n == shown && !ask_rows_get_truncated (rows))
    return g_steal_pointer (&list);
  count = count_rows (rows);
  /* Translators: "5 rows, beginning with A, B and C" */
  return g_strdup_printf (_ ("%s, beginning with %s"), count, list);
}

/* The rows where @measure is highest or lowest, and whether the rows lie in that order. */
typedef struct
{
  gsize row;
  gsize ties;
  gboolean first;
  gboolean sorted;
} Extreme;

static gboolean
find_extreme (const AskRows *rows, const Roles *roles, int sign, Extreme *extreme)
{
  double best = 0, before = 0;
  gboolean any = FALSE;

  *extreme = (Extreme) { 0, 0, FALSE, TRUE };
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      double number;

      if (!ask_value_get_number (ask_rows_get (rows, r, (guint) roles->measure), &number))
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

/* "3 rows; Lyon has the most orders: 5", where the rows do not lie in that order. */
static char *
tell_extreme (const AskRows *rows, const Roles *roles, const Extreme *extreme, gboolean lowest)
{
  g_autofree char *count = count_rows (rows);
  g_autofree char *label = format_label (rows, extreme->row, roles);
  g_autofree char *measure = format_measure (rows, extreme->row, roles);
  g_autofree char *number = format_amount (rows, extreme->row, roles->measure);
  g_autofree char *words = name_measure (rows, roles);

  if (extreme->ties > 1)
    {
      g_autofree char *ties = ask_number_count (extreme->ties + 1);

      /* Translators: how many rows there are, how many of them, and their amount. */
      return lowest ? g_strdup_printf (_ ("%s; %s of them share the lowest: %s"), count, ties, measure)
                    : g_strdup_printf (_ ("%s; %s of them share the highest: %s"), count, ties, measure);
    }
  /* Translators: how many rows there are, one of them, and its amount. */
  if (extreme->ties == 1)
    return lowest ? g_strdup_printf (_ ("%s; %s and one other have the lowest: %s"), count, label, measure)
                  : g_strdup_printf (_ ("%s; %s and one other have the highest: %s"), count, label, measure);
  /* Translators: "3 rows; Lyon has the most orders: 5" */
  if (counts_things (rows, extreme->row, roles, words))
    return lowest ? g_strdup_printf (_ ("%s; %s has the fewest %s: %s"), count, label, words, number)
                  : g_strdup_printf (_ ("%s; %s has the most %s: %s"), count, label, words, number);
  /* Translators: "3 rows; the highest revenue is Lyon with 12,300" */
  return lowest ? g_strdup_printf (_ ("%s; the lowest %s is %s with %s"), count, words != NULL ? words : _ ("value"),
                                   label, number)
                : g_strdup_printf (_ ("%s; the highest %s is %s with %s"), count, words != NULL ? words : _ ("value"),
                                   label, number);
}

static char *
compare_rows (const AskRows *rows, const Roles *roles, const char *question)
{
  gsize n = ask_rows_get_n_rows (rows);
  g_autofree char *count = count_rows (rows);
  g_autofree char *of = ask_number_count (n);
  const Extreme *extreme;
  Extreme high, low;
  gboolean lowest;

  if (!find_extreme (rows, roles, 1, &high) || !find_extreme (rows, roles, -1, &low))
    return g_steal_pointer (&count);
  if (high.ties + 1 == n)
    {
      g_autofree char *measure = format_measure (rows, 0, roles);

      /* Translators: "2 rows, each with 3 orders" */
      return g_strdup_printf (_ ("%s, each with %s"), count, measure);
    }
  /* Rows in order say themselves which end is meant; otherwise the question may. */
  if (high.first && high.sorted)
    lowest = FALSE;
  else if (low.first && low.sorted)
    lowest = TRUE;
  else
    lowest = wants_lowest (question);
  extreme = lowest ? &low : &high;
  if (extreme->first && extreme->sorted && extreme->ties == 0)
    {
      g_autofree char *label = format_label (rows, extreme->row, roles);
      g_autofree char *measure = format_measure (rows, extreme->row, roles);

      /* Translators: a row, its amount, and how many rows there are: "Lyon: 9 sales (highest of 2)". */
      return lowest ? g_strdup_printf (_ ("%s: %s (lowest of %s)"), label, measure, of)
                    : g_strdup_printf (_ ("%s: %s (highest of %s)"), label, measure, of);
    }
  return tell_extreme (rows, roles, extreme, lowest);
}

/**
 * ask_headline_make:
 * @rows: the rows of the answer
 * @question: what was asked; it only tells which number, and which end of it, is of interest
 *
 * "Nordfracht: 212 late shipments (highest of 5)", "Revenue: 1,234.50", "12 rows; the highest
 * revenue is Lyon with 12,300". Where rows were cut, how many there are at least.
 *
 * Returns: (transfer full): one sentence, or less
 */
char *
ask_headline_make (const AskRows *rows, const char *question)
{
  g_return_val_if_fail (rows != NULL, NULL);
  g_return_val_if_fail (question != NULL, NULL);

  gsize n = ask_rows_get_n_rows (rows);

  if (n == 0 || ask_rows_get_n_columns (rows) == 0)
    return g_strdup (_ ("Nothing in the data fits this question: the answer has no rows."));

  Roles roles = find_roles (rows, question);
  /* Rows that were not read may hold any value. */
  gboolean cut = ask_rows_get_truncated (rows);

  if (n == 1)
    return cut ? count_rows (rows) : single_row (rows, &roles);
  if (roles.measure >= 0 && (roles.label < 0 || cut))
    return count_rows (rows);
  if (roles.measure < 0)
    return list_labels (rows, &roles);
  return compare_rows (rows, &roles, question);
}
