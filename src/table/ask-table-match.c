/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Filters and the search, made ready once and asked for each row. What is compared with is folded; of the cells only
 * those are folded that have more than ASCII.
 */
#include "config.h"

#include "table/ask-table-private.h"

#include <string.h>

#include "base/ask-decimal.h"
#include "base/ask-hash.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "table/ask-table-read.h"

/* @needle: (nullable): folded; @choices: (nullable): of AskValue, which the filter has */
typedef struct
{
  const AskFilter *filter;
  char *needle;
  GHashTable *choices;
  gboolean has_null;
} Test;

/* @plain: (nullable): the needle as the digits of a number, where it is written as the locale has it */
struct _AskTableMatch
{
  const AskRows *rows;
  AskTableWish *wish;
  GArray *tests; /* Test */
  char *needle;
  char *plain;
  gboolean in_numbers;
};

/** ask_table_hash_value: @data: (type AskValue): a cell; Returns: a hash, the same for 1 and 1.0 */
guint
ask_table_hash_value (gconstpointer data)
{
  const AskValue *value = data;
  double number;

  if (ask_value_get_number (value, &number))
    return g_double_hash (&number);
  if (value->kind == ASK_VALUE_NULL || value->length == 0)
    return 0;
  return (guint) ask_hash_stir (ask_hash_add (ASK_HASH_START, value->text, value->length));
}

/** ask_table_equal_values: @a, @b: (type AskValue): cells; Returns: whether they are the same value; 1 and 1.0 are */
gboolean
ask_table_equal_values (gconstpointer a, gconstpointer b)
{
  return ask_value_compare (a, b) == 0;
}

static void
test_clear (gpointer data)
{
  Test *test = data;

  g_free (test->needle);
  g_clear_pointer (&test->choices, g_hash_table_unref);
}

static void
add_test (AskTableMatch *self, const AskFilter *filter)
{
  Test test = { .filter = filter };

  if (filter->text != NULL)
    test.needle = ask_text_fold (filter->text);
  if (filter->choices != NULL)
    {
      test.choices = g_hash_table_new (ask_table_hash_value, ask_table_equal_values);
      for (guint i = 0; i < filter->choices->len; i++)
        {
          AskValue *choice = &g_array_index (filter->choices, AskValue, i);

          if (choice->kind == ASK_VALUE_NULL)
            test.has_null = TRUE;
          else
            g_hash_table_add (test.choices, choice);
        }
    }
  g_array_append_val (self->tests, test);
}

/**
 * ask_table_match_new:
 * @rows: whose rows are asked about
 * @wish: whose filters and search they have to pass; not needed any more afterwards
 *
 * Returns: (transfer full): what to ask
 */
AskTableMatch *
ask_table_match_new (const AskRows *rows, const AskTableWish *wish)
{
  AskTableMatch *self = g_new0 (AskTableMatch, 1);

  self->rows = rows;
  self->wish = ask_table_wish_copy (wish);
  self->tests = g_array_new (FALSE, FALSE, sizeof (Test));
  g_array_set_clear_func (self->tests, test_clear);
  for (guint i = 0; i < self->wish->filters->len; i++)
    add_test (self, self->wish->filters->pdata[i]);
  if (wish->search != NULL)
    {
      self->needle = ask_text_fold (wish->search);
      self->plain = ask_table_read_number (wish->search);
      if (g_strcmp0 (self->plain, self->needle) == 0)
        g_clear_pointer (&self->plain, g_free);
      /* Digits of numbers are made only where a number may have what is searched for. */
      self->in_numbers = self->plain != NULL || strspn (self->needle, "0123456789.-+e") == strlen (self->needle);
    }
  return self;
}

/** ask_table_match_free: @self: (nullable): what is not asked any more */
void
ask_table_match_free (AskTableMatch *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->tests);
  ask_table_wish_free (self->wish);
  g_free (self->needle);
  g_free (self->plain);
  g_free (self);
}

/* Whether ASCII of any case has the folded @needle in it, or at its beginning. */
static gboolean
ascii_has (const char *text, gsize length, const char *needle, AskFilterKind how)
{
  gsize n = strlen (needle);
  gsize last = how == ASK_FILTER_CONTAINS && length >= n ? length - n : 0;

  if (length < n || (how == ASK_FILTER_EQUALS && length != n))
    return FALSE;
  for (gsize i = 0; i <= last; i++)
    {
      gsize j = 0;

      while (j < n && g_ascii_tolower (text[i + j]) == needle[j])
        j++;
      if (j == n)
        return TRUE;
    }
  return FALSE;
}

static gboolean
text_has (const char *text, gsize length, const char *needle, AskFilterKind how)
{
  g_autofree char *folded = NULL;

  if (g_str_is_ascii (text))
    return ascii_has (text, length, needle, how);
  folded = ask_text_fold (text);
  switch (how)
    {
    case ASK_FILTER_CONTAINS:
      return strstr (folded, needle) != NULL;
    case ASK_FILTER_BEGINS:
      return g_str_has_prefix (folded, needle);
    default:
      return g_str_equal (folded, needle);
    }
}

static gboolean
value_has (const AskValue *value, const char *needle, AskFilterKind how)
{
  g_autofree char *made = NULL;
  char digits[24];

  switch (value->kind)
    {
    case ASK_VALUE_TEXT:
      return text_has (value->text, value->length, needle, how);
    case ASK_VALUE_INTEGER:
      g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value->integer);
      return ascii_has (digits, strlen (digits), needle, how);
    case ASK_VALUE_REAL:
      made = ask_value_to_text (value);
      return ascii_has (made, strlen (made), needle, how);
    default:
      return FALSE;
    }
}

/* Returns: below, at or above 0, as @value is below, at or above @bound, a text of digits */
static int
compare_with_bound (const AskValue *value, const AskValue *bound)
{
  g_autofree char *made = NULL;
  g_autofree char *made_bound = NULL;
  const char *text = value->text, *digits = bound->text;
  AskValue number;
  gsize length = value->length;

  if (bound->kind != ASK_VALUE_TEXT)
    digits = made_bound = ask_value_to_text (bound);
  if (value->kind == ASK_VALUE_INTEGER && ask_text_to_number (digits, &number) && number.kind == ASK_VALUE_INTEGER)
    return ask_value_compare (value, &number);
  if (value->kind != ASK_VALUE_TEXT)
    {
      text = made = value->kind == ASK_VALUE_REAL ? ask_decimal_from_real (value->real) : ask_value_to_text (value);
      length = strlen (text);
    }
  return ask_decimal_compare (text, length, digits, strlen (digits));
}

/* "2024-05" is the whole of that month: no more of a value is compared than the bound has. */
static int
compare_with_day (const AskValue *value, const AskValue *bound)
{
  gsize length = MIN (value->length, bound->length);
  int order = memcmp (value->text, bound->text, length);

  return order != 0 ? order : (value->length < bound->length ? -1 : 0);
}

static gboolean
is_within (const AskFilter *filter, const AskValue *value)
{
  int (*compare) (const AskValue *, const AskValue *)
    = filter->kind == ASK_FILTER_DATES ? compare_with_day : compare_with_bound;
  AskValue number;

  if (value->kind == ASK_VALUE_TEXT ? filter->kind == ASK_FILTER_NUMBERS && !ask_text_to_number (value->text, &number)
                                    : filter->kind == ASK_FILTER_DATES || value->kind == ASK_VALUE_BLOB)
    return FALSE;
  return (filter->least.kind == ASK_VALUE_NULL || compare (value, &filter->least) >= 0)
         && (filter->most.kind == ASK_VALUE_NULL || compare (value, &filter->most) <= 0);
}

static gboolean
is_blank (const AskValue *value)
{
  if (value->kind != ASK_VALUE_TEXT)
    return value->kind == ASK_VALUE_NULL;
  for (const char *p = value->text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isspace (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

static gboolean
passes (const Test *test, const AskValue *value)
{
  const AskFilter *filter = test->filter;
  gboolean null = value->kind == ASK_VALUE_NULL;

  switch (filter->kind)
    {
    case ASK_FILTER_CHOICES:
      return (null ? test->has_null : test->choices != NULL && g_hash_table_contains (test->choices, value))
             != filter->negated;
    case ASK_FILTER_EMPTY:
      return is_blank (value) != filter->negated;
    case ASK_FILTER_NUMBERS:
    case ASK_FILTER_DATES:
      return !null && is_within (filter, value) != filter->negated;
    default:
      return !null && (test->needle == NULL || value_has (value, test->needle, filter->kind)) != filter->negated;
    }
}

static gboolean
is_found (const AskTableMatch *self, const AskValue *cells)
{
  guint n = ask_rows_get_n_columns (self->rows);

  for (guint i = 0; i < n; i++)
    {
      if (cells[i].kind != ASK_VALUE_TEXT && !self->in_numbers)
        continue;
      if (value_has (&cells[i], self->needle, ASK_FILTER_CONTAINS)
          || (self->plain != NULL && value_has (&cells[i], self->plain, ASK_FILTER_CONTAINS)))
        return TRUE;
    }
  return FALSE;
}

/** ask_table_match_row: @self: what to ask; @row: from 0; Returns: whether the row passes all filters and the search */
gboolean
ask_table_match_row (AskTableMatch *self, gsize row)
{
  const AskValue *cells = ask_rows_get_row (self->rows, row);

  for (guint i = 0; i < self->tests->len; i++)
    {
      const Test *test = &g_array_index (self->tests, Test, i);

      if (!passes (test, &cells[test->filter->column]))
        return FALSE;
    }
  return self->needle == NULL || is_found (self, cells);
}
