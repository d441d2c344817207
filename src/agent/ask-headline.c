/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Headlines. They say only what the rows say: which row is highest, what the one value is, how
 * many rows there are. What a column is they read from the column; they guess nothing.
 */
#include "config.h"

#include "agent/ask-headline-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-locale.h"
#include "base/ask-name.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

#define MAX_LISTED 3

static AskMeaning
get_meaning (const AskRows *rows, guint column)
{
  return ask_rows_get_column (rows, column)->sense.meaning;
}

/* ask_headline_is_time: Returns: whether a column of @rows is of days, months, years … */
gboolean
ask_headline_is_time (const AskRows *rows, guint column)
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

static AskHeadlineRoles
find_roles (const AskRows *rows, const char *question)
{
  AskHeadlineRoles roles = { -1, -1, -1 };
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
               || (!is_code (rows, i) && !ask_headline_is_time (rows, i)
                   && (is_code (rows, (guint) roles.second) || ask_headline_is_time (rows, (guint) roles.second))))
        roles.second = (int) i;
    }
  if (roles.label < 0)
    roles.label = code;
  return roles;
}

/* ask_headline_format_cell: Returns: (transfer full): a cell with the unit of its column, as a table has it */
char *
ask_headline_format_cell (const AskRows *rows, gsize row, int column)
{
  const AskValue *value = ask_rows_get (rows, row, (guint) column);
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_NULL)
    return g_strdup (_ ("(none)"));
  text = ask_cell_to_text (value, ask_cell_format_find (rows, (guint) column));
  return ask_text_shorten (text, ASK_HEADLINE_MAX_LABEL);
}

/* A cell as a sentence has it: "February 2025" for "2025-02", "3 February 2025" for "2025-02-03", others as they are. */
static char *
format_name (const AskRows *rows, gsize row, int column)
{
  const AskValue *value = ask_rows_get (rows, row, (guint) column);
  AskLocaleTime time
    = value->kind == ASK_VALUE_TEXT ? ask_locale_read_time (value->text, value->length) : ASK_LOCALE_NO_TIME;

  if (time != ASK_LOCALE_DAY && time != ASK_LOCALE_MONTH)
    return ask_headline_format_cell (rows, row, column);
  return ask_locale_time (value->text, value->length, ASK_LOCALE_SENTENCE);
}

/* ask_headline_format_label: Returns: (transfer full): what @row is about: "Lyon", or "January 2025, online" where it
 * takes two columns to say */
char *
ask_headline_format_label (const AskRows *rows, gsize row, const AskHeadlineRoles *roles)
{
  g_autofree char *label = format_name (rows, row, roles->label);
  g_autofree char *second = NULL;

  if (roles->second < 0)
    return g_steal_pointer (&label);
  second = format_name (rows, row, roles->second);
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
  return start[0] != '\0' ? ask_text_shorten (start, ASK_HEADLINE_MAX_LABEL) : NULL;
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

/* ask_headline_name_measure: Returns: (transfer full) (nullable): the measure's name without its unit, which stands
 * behind the number: "share_percent" is "share"; %NULL where the name is an expression */
char *
ask_headline_name_measure (const AskRows *rows, const AskHeadlineRoles *roles)
{
  const AskColumn *column = ask_rows_get_column (rows, (guint) roles->measure);
  g_autofree char *words = name_in_words (column->name);

  return words != NULL ? ask_name_without_unit (words, column->sense.unit) : NULL;
}

/* ask_headline_counts_things: Returns: whether @words name things that are counted: "late shipments" and "orders" do;
 * "revenue", "loss" and "status" do not, and "Preis" is money */
gboolean
ask_headline_counts_things (const AskRows *rows, gsize row, const AskHeadlineRoles *roles, const char *words)
{
  const AskColumn *column = ask_rows_get_column (rows, (guint) roles->measure);
  gsize length = words != NULL ? strlen (words) : 0;

  return length > 2 && words[length - 1] == 's' && words[length - 2] != 's' && words[length - 2] != 'u'
         && column->sense.unit == NULL
         && (column->sense.meaning == ASK_MEANING_NONE || column->sense.meaning == ASK_MEANING_QUANTITY)
         && ask_rows_get (rows, row, (guint) roles->measure)->kind == ASK_VALUE_INTEGER;
}

/* ask_headline_format_measure: Returns: (transfer full): "212 late shipments" where the name counts things, else
 * "revenue 1,234.50" */
char *
ask_headline_format_measure (const AskRows *rows, gsize row, const AskHeadlineRoles *roles)
{
  g_autofree char *number = ask_headline_format_cell (rows, row, roles->measure);
  g_autofree char *words = ask_headline_name_measure (rows, roles);

  if (words == NULL)
    return g_steal_pointer (&number);
  return ask_headline_counts_things (rows, row, roles, words) ? g_strdup_printf ("%s %s", number, words)
                                                              : g_strdup_printf ("%s %s", words, number);
}

/* ask_headline_count_rows: Returns: (transfer full): "3 rows" */
char *
ask_headline_count_rows (const AskRows *rows)
{
  gsize n = ask_rows_get_n_rows (rows);
  g_autofree char *number = ask_number_count (n);

  if (ask_rows_get_truncated (rows))
    return g_strdup_printf (ngettext ("More than %s row", "More than %s rows", n), number);
  return g_strdup_printf (ngettext ("%s row", "%s rows", n), number);
}

static char *
single_row (const AskRows *rows, const AskHeadlineRoles *roles, const char *question)
{
  if (ask_rows_get_n_columns (rows) == 1)
    {
      const AskColumn *column = ask_rows_get_column (rows, 0);
      g_autofree char *words = name_in_words (column->name);
      g_autofree char *counted = words == NULL && g_ascii_strncasecmp (column->name, "count(", 6) == 0
                                   ? ask_headline_find_counted (question)
                                   : NULL;
      g_autofree char *plain = words != NULL ? ask_name_without_unit (words, column->sense.unit)
                                             : g_strdup (counted != NULL ? counted : _ ("result"));
      g_autofree char *label = capitalise (plain);
      g_autofree char *cell = ask_headline_format_cell (rows, 0, 0);

      if (ask_rows_get (rows, 0, 0)->kind == ASK_VALUE_NULL)
        return g_strdup_printf (_ ("%s: there is no value."), label);
      return g_strdup_printf ("%s: %s", label, cell);
    }
  if (roles->label >= 0 && roles->measure >= 0)
    {
      g_autofree char *label = ask_headline_format_label (rows, 0, roles);
      g_autofree char *measure = ask_headline_format_measure (rows, 0, roles);

      return g_strdup_printf ("%s: %s", label, measure);
    }

  GString *text = g_string_new (NULL);
  guint n = MIN (ask_rows_get_n_columns (rows), MAX_LISTED + 1);

  for (guint i = 0; i < n; i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);
      g_autofree char *words = name_in_words (column->name);
      g_autofree char *plain = ask_name_without_unit (words != NULL ? words : column->name, column->sense.unit);
      g_autofree char *cell = ask_headline_format_cell (rows, 0, (int) i);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", plain, cell);
    }

  g_autofree char *joined = g_string_free (text, FALSE);

  return capitalise (joined);
}

static char *
list_labels (const AskRows *rows, const AskHeadlineRoles *roles)
{
  gsize n = ask_rows_get_n_rows (rows);
  int column = roles->label >= 0 ? roles->label : 0;
  g_autoptr (GString) text = g_string_new (NULL);
  gsize shown = n <= MAX_LISTED + 1 ? n : MAX_LISTED;
  g_autofree char *last = ask_headline_format_cell (rows, shown - 1, column);
  g_autofree char *count = NULL;
  g_autofree char *list = NULL;

  for (gsize r = 0; r + 1 < shown; r++)
    {
      g_autofree char *cell = ask_headline_format_cell (rows, r, column);

      g_string_append_printf (text, "%s%s", r == 0 ? "" : ", ", cell);
    }
  /* Translators: a list, and its last name: "Paris, Lyon and Nice". */
  list = g_strdup_printf (_ ("%s and %s"), text->str, last);
  if (n == shown && !ask_rows_get_truncated (rows))
    return g_steal_pointer (&list);
  count = ask_headline_count_rows (rows);
  /* Translators: "5 rows, beginning with A, B and C" */
  return g_strdup_printf (_ ("%s, beginning with %s"), count, list);
}

/**
 * ask_headline_make:
 * @rows: the rows of the answer
 * @question: what was asked; it only tells which number, and which end of it, is of interest, and what is counted
 * @sql: (nullable): what gave the rows; whether they are the whole is not known without it
 *
 * "Nordfracht has the most late shipments: 212, 40 % of all", "Revenue: 1,234.50", "Highest revenue: 12,300, in June 2025,
 * 12 % above May 2025". Where rows were cut, how many there are at least.
 *
 * Returns: (transfer full): one sentence, or less
 */
char *
ask_headline_make (const AskRows *rows, const char *question, const char *sql)
{
  g_return_val_if_fail (rows != NULL, NULL);
  g_return_val_if_fail (question != NULL, NULL);

  gsize n = ask_rows_get_n_rows (rows);

  if (n == 0 || ask_rows_get_n_columns (rows) == 0)
    return g_strdup (_ ("Nothing in the data fits this question: the answer has no rows."));

  AskHeadlineRoles roles = find_roles (rows, question);
  /* Rows that were not read may hold any value. */
  gboolean cut = ask_rows_get_truncated (rows);

  if (n == 1)
    return cut ? ask_headline_count_rows (rows) : single_row (rows, &roles, question);
  if (roles.measure >= 0 && (roles.label < 0 || cut))
    return ask_headline_count_rows (rows);
  char *compared = roles.measure >= 0 ? ask_headline_compare (rows, &roles, question, sql) : NULL;

  return compared != NULL ? compared : list_labels (rows, &roles);
}
