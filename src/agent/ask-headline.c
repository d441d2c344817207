/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Headlines. They say only what the rows say: which row is highest, what the one value is, how
 * many rows there are. They must never guess at a meaning that a column's name does not give.
 */
#include "config.h"

#include "agent/ask-headline.h"

#include <math.h>
#include <string.h>

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
  int decimals; /* of the measure */
} Roles;

static const char *const time_words[] = { "year", "quarter", "month", "week", "day", "hour" };
static const char *const code_words[]
  = { "id", "code", "zip", "postcode", "postal", "phone", "key", "sku", "ean", "isbn" };

/* A column of "days late" is no time: only the last word tells. */
static gboolean
ends_with_one_of (const char *name, const char *const *list, gsize n)
{
  g_autofree char *words = ask_text_to_words (name);
  const char *last = strrchr (words, ' ');

  last = last != NULL ? last + 1 : words;
  for (gsize i = 0; i < n; i++)
    if (strcmp (last, list[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_time (const char *name)
{
  return ends_with_one_of (name, time_words, G_N_ELEMENTS (time_words));
}

/* "order_id" and "year" are numbers that nobody adds up. */
static gboolean
is_code (const char *name)
{
  return is_time (name) || ends_with_one_of (name, code_words, G_N_ELEMENTS (code_words));
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

static int
find_decimals (const AskRows *rows, guint column)
{
  for (gsize r = 0; r < MIN (ask_rows_get_n_rows (rows), 1000); r++)
    {
      const AskValue *value = ask_rows_get (rows, r, column);

      if (value->kind == ASK_VALUE_REAL && value->real != floor (value->real))
        return 2;
    }
  return 0;
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
  Roles roles = { -1, -1, -1, 0 };
  g_autoptr (GPtrArray) words = ask_text_words (question);
  guint mention = G_MAXUINT;
  int code = -1;

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const char *name = ask_rows_get_column (rows, i)->name;
      gboolean numeric = is_numeric (rows, i);

      if (numeric && !is_code (name))
        {
          guint place = find_mention (name, words);

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
      else if (is_code (name) && !is_time (name) && roles.label < 0)
        {
          /* A name says more than the number in front of it. */
          if (code < 0)
            code = (int) i;
        }
      else if (roles.label < 0)
        roles.label = (int) i;
      else if (roles.second < 0
               || (!is_code (name)
                   && is_code (ask_rows_get_column (rows, (guint) roles.second)->name)))
        roles.second = (int) i;
    }
  if (roles.label < 0)
    roles.label = code;
  if (roles.measure >= 0)
    roles.decimals = find_decimals (rows, (guint) roles.measure);
  return roles;
}

static void
append_grouped (GString *text, const char *digits, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
}

/**
 * ask_headline_format_number:
 * @value: an integer or a real
 * @decimals: for a real; small fractions get as many as they need to be seen
 *
 * Returns: (transfer full): "1,234.50"
 */
char *
ask_headline_format_number (const AskValue *value, int decimals)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE + 320];
  GString *text = g_string_new (NULL);
  const char *p = digits;

  if (value->kind == ASK_VALUE_INTEGER)
    g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value->integer);
  else if (!isfinite (value->real) || fabs (value->real) >= 1e15)
    {
      g_string_free (text, TRUE);
      return ask_real_to_text (value->real);
    }
  else if (value->real != 0 && fabs (value->real) < 0.1)
    g_ascii_formatd (digits, sizeof digits, "%.3g", value->real);
  else
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%df", CLAMP (decimals, 0, 9));
      g_ascii_formatd (digits, sizeof digits, format, value->real);
    }
  if (*p == '-')
    {
      g_string_append (text, "−");
      p++;
    }

  gsize whole = strspn (p, "0123456789");

  append_grouped (text, p, whole);
  g_string_append (text, p + whole);
  return g_string_free (text, FALSE);
}

static char *
format_cell (const AskRows *rows, gsize row, int column, int decimals)
{
  const AskValue *value = ask_rows_get (rows, row, (guint) column);
  const char *name = ask_rows_get_column (rows, (guint) column)->name;

  if (value->kind == ASK_VALUE_NULL)
    return g_strdup ("(none)");
  if (value->kind == ASK_VALUE_BLOB)
    return g_strdup_printf ("%u bytes", value->length);
  if ((value->kind == ASK_VALUE_INTEGER || value->kind == ASK_VALUE_REAL) && !is_code (name))
    return ask_headline_format_number (value, decimals);

  g_autofree char *text = ask_value_to_text (value);

  return ask_text_shorten (text, MAX_LABEL);
}

/* What the row is about: "Lyon", or "2025-01, online" where it takes two columns to say. */
static char *
format_label (const AskRows *rows, gsize row, const Roles *roles)
{
  g_autofree char *label = format_cell (rows, row, roles->label, 0);
  g_autofree char *second = NULL;

  if (roles->second < 0)
    return g_steal_pointer (&label);
  second = format_cell (rows, row, roles->second, 0);
  return g_strdup_printf ("%s, %s", label, second);
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

/* A measure's name without its unit, and the unit: "share_percent" is "share" in " %". */
static char *
name_measure (const AskRows *rows, const Roles *roles, const char **unit)
{
  char *words = name_in_words (ask_rows_get_column (rows, (guint) roles->measure)->name);

  *unit = "";
  if (words != NULL && g_str_has_suffix (words, " percent"))
    {
      words[strlen (words) - strlen (" percent")] = '\0';
      *unit = " %";
    }
  return words;
}

/* "late shipments" and "orders" count things; "revenue", "loss" and "status" do not. */
static gboolean
is_plural (const char *words)
{
  gsize length = strlen (words);

  return length > 2 && words[length - 1] == 's' && words[length - 2] != 's'
         && words[length - 2] != 'u';
}

/* "212 late shipments" where the name counts things, else "revenue 1,234.50". */
static char *
format_measure (const AskRows *rows, gsize row, const Roles *roles)
{
  const AskValue *value = ask_rows_get (rows, row, (guint) roles->measure);
  g_autofree char *number = format_cell (rows, row, roles->measure, roles->decimals);
  const char *unit;
  g_autofree char *words = name_measure (rows, roles, &unit);

  if (words == NULL)
    return g_steal_pointer (&number);
  if (value->kind == ASK_VALUE_INTEGER && is_plural (words))
    return g_strdup_printf ("%s %s", number, words);
  return g_strdup_printf ("%s %s%s", words, number, unit);
}

static gboolean
wants_lowest (const char *question)
{
  static const char *const words[] = { "lowest",   "least",    "fewest",  "smallest",
                                       "cheapest", "shortest", "minimum", "bottom" };
  g_autoptr (GPtrArray) asked = ask_text_words (question);

  for (guint i = 0; i < asked->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (words); j++)
      if (strcmp (asked->pdata[i], words[j]) == 0)
        return TRUE;
  return FALSE;
}

static char *
count_rows (const AskRows *rows)
{
  AskValue n = ask_value_integer ((gint64) ask_rows_get_n_rows (rows));
  g_autofree char *number = ask_headline_format_number (&n, 0);

  return g_strdup_printf ("%s%s row%s", ask_rows_get_truncated (rows) ? "More than " : "", number,
                          n.integer == 1 ? "" : "s");
}

static char *
single_row (const AskRows *rows, const Roles *roles)
{
  if (ask_rows_get_n_columns (rows) == 1)
    {
      g_autofree char *words = name_in_words (ask_rows_get_column (rows, 0)->name);
      g_autofree char *label = capitalise (words != NULL ? words : "result");
      g_autofree char *cell
        = format_cell (rows, 0, 0, is_numeric (rows, 0) ? find_decimals (rows, 0) : 0);

      if (ask_rows_get (rows, 0, 0)->kind == ASK_VALUE_NULL)
        return g_strdup_printf ("%s: there is no value.", label);
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
      const char *name = ask_rows_get_column (rows, i)->name;
      g_autofree char *words = name_in_words (name);
      g_autofree char *cell
        = format_cell (rows, 0, (int) i, is_numeric (rows, i) ? find_decimals (rows, i) : 0);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", words != NULL ? words : name,
                              cell);
    }

  g_autofree char *joined = g_string_free (text, FALSE);

  return capitalise (joined);
}

static char *
list_labels (const AskRows *rows, const Roles *roles)
{
  gsize n = ask_rows_get_n_rows (rows);
  int column = roles->label >= 0 ? roles->label : 0;
  GString *text = g_string_new (NULL);
  gsize shown = n <= MAX_LISTED + 1 ? n : MAX_LISTED;

  if (n > shown)
    {
      g_autofree char *count = count_rows (rows);

      g_string_append_printf (text, "%s, beginning with ", count);
    }
  for (gsize r = 0; r < shown; r++)
    {
      g_autofree char *cell = format_cell (rows, r, column, 0);

      g_string_append_printf (text, "%s%s",
                              r == 0 ? "" : r + 1 < shown ? ", " : " and ", cell);
    }
  return g_string_free (text, FALSE);
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

static char *
compare_rows (const AskRows *rows, const Roles *roles, const char *question)
{
  gsize n = ask_rows_get_n_rows (rows);
  Extreme high, low;
  gboolean lowest;

  if (!find_extreme (rows, roles, 1, &high) || !find_extreme (rows, roles, -1, &low))
    return count_rows (rows);

  g_autofree char *count = count_rows (rows);
  const char *unit;
  g_autofree char *words = name_measure (rows, roles, &unit);

  if (high.ties + 1 == n)
    {
      g_autofree char *measure = format_measure (rows, 0, roles);

      return g_strdup_printf ("%s, each with %s", count, measure);
    }
  /* Rows in order say themselves which end is meant; otherwise the question may. */
  if (high.first && high.sorted && !ask_rows_get_truncated (rows))
    lowest = FALSE;
  else if (low.first && low.sorted && !ask_rows_get_truncated (rows))
    lowest = TRUE;
  else
    lowest = wants_lowest (question);

  const Extreme *extreme = lowest ? &low : &high;
  g_autofree char *label = format_label (rows, extreme->row, roles);
  g_autofree char *measure = format_measure (rows, extreme->row, roles);
  const char *word = lowest ? "lowest" : "highest";

  if (extreme->ties > 1)
    return g_strdup_printf ("%s; %" G_GSIZE_FORMAT " of them share the %s: %s", count,
                            extreme->ties + 1, word, measure);
  if (extreme->first && extreme->sorted && extreme->ties == 0 && !ask_rows_get_truncated (rows))
    return g_strdup_printf ("%s: %s (%s of %" G_GSIZE_FORMAT ")", label, measure, word, n);

  g_autofree char *number = format_cell (rows, extreme->row, roles->measure, roles->decimals);

  if (extreme->ties == 1)
    return g_strdup_printf ("%s; %s and one other have the %s: %s", count, label, word, measure);
  if (words != NULL && is_plural (words)
      && ask_rows_get (rows, extreme->row, (guint) roles->measure)->kind == ASK_VALUE_INTEGER)
    return g_strdup_printf ("%s; %s has the %s %s: %s", count, label, lowest ? "fewest" : "most",
                            words, number);
  return g_strdup_printf ("%s; the %s %s is %s with %s%s", count, word,
                          words != NULL ? words : "value", label, number, unit);
}

/**
 * ask_headline_make:
 * @rows: the rows of the answer
 * @question: what was asked; it only tells which number, and which end of it, is of interest
 *
 * "Nordfracht: 212 late shipments (highest of 5)", "Revenue: 1,234.50", "12 rows; the highest
 * revenue is Lyon with 12,300".
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
    return g_strdup ("Nothing in the data fits this question: the answer has no rows.");

  Roles roles = find_roles (rows, question);

  if (n == 1)
    return single_row (rows, &roles);
  if (roles.label < 0 && roles.measure >= 0)
    return count_rows (rows);
  if (roles.measure < 0)
    return list_labels (rows, &roles);
  return compare_rows (rows, &roles, question);
}
