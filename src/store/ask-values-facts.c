/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is to be known of a column beside its values: how many there are and of what form. One value after
 * the other is taken; what a list was too short for comes from an aggregate of the whole table.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"

/* Longer keys are prose and no value that a question names. */
#define MAX_KEY_WORDS 8

/*
 * ask_value_group_new:
 *
 * Returns: (transfer full): a column of which nothing is known
 */
AskValueGroup *
ask_value_group_new (const char *table, const char *column)
{
  AskValueGroup *self = g_new0 (AskValueGroup, 1);

  self->table = g_strdup (table);
  self->column = g_strdup (column);
  self->values = g_ptr_array_new_with_free_func (g_free);
  self->more = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  self->facts = g_new0 (AskValueFacts, 1);
  self->facts->column = g_strdup (column);
  self->facts->n_rows = -1;
  self->facts->n_empty = -1;
  self->facts->n_distinct = -1;
  self->facts->least = INFINITY;
  self->facts->greatest = -INFINITY;
  return self;
}

/*
 * ask_value_read_number:
 * @text: "-12.5", " 1e3 "; digits and nothing but one number's signs
 *
 * Returns: whether @text is a number
 */
gboolean
ask_value_read_number (const char *text, double *number)
{
  const char *start = text;
  char *end;
  gsize length;

  while (g_ascii_isspace (*start))
    start++;
  length = strspn (start, "0123456789+-.eE");
  if (strcspn (start, "0123456789") >= length)
    return FALSE;
  *number = g_ascii_strtod (start, &end);
  if (end != start + length || !isfinite (*number))
    return FALSE;
  while (g_ascii_isspace (*end))
    end++;
  return *end == '\0';
}

static void
take_number (AskValueGroup *self, double number)
{
  self->facts->least = MIN (self->facts->least, number);
  self->facts->greatest = MAX (self->facts->greatest, number);
  g_array_append_val (self->numbers, number);
}

static gboolean
is_percent (const char *text)
{
  g_autofree char *before = NULL;
  double number;
  gsize length = strlen (text);

  if (length < 2 || text[length - 1] != '%')
    return FALSE;
  before = g_strndup (text, length - 1);
  return ask_value_read_number (before, &number);
}

static void
take_text (AskValueGroup *self, const char *text)
{
  AskValueFacts *facts = self->facts;
  gsize length = strlen (text);
  double number;

  facts->n_texts++;
  if (length == 0)
    return;
  facts->n_digits += strspn (text, "0123456789") == length;
  facts->n_percents += is_percent (text);
  facts->n_blanks += g_ascii_isspace (text[0]) || g_ascii_isspace (text[length - 1]);
  facts->n_dates += ask_values_is_date (text);
  if (ask_value_read_number (text, &number))
    {
      facts->n_text_numbers++;
      take_number (self, number);
    }
}

/*
 * ask_value_group_take:
 * @type: declared; exact numbers come as text
 * @value: one of the column's different values
 */
void
ask_value_group_take (AskValueGroup *self, AskType type, const AskValue *value)
{
  AskValueFacts *facts = self->facts;
  g_autofree char *text = NULL;
  double number;

  if (value->kind == ASK_VALUE_NULL)
    return;
  facts->n_distinct = MAX (facts->n_distinct, 0) + 1;
  if (value->kind == ASK_VALUE_BLOB)
    return;
  if (value->kind == ASK_VALUE_INTEGER || value->kind == ASK_VALUE_REAL)
    {
      number = value->kind == ASK_VALUE_INTEGER ? (double) value->integer : value->real;
      facts->n_numbers++;
      if (isfinite (number))
        take_number (self, number);
      return;
    }
  text = ask_value_to_text (value);
  if (type == ASK_TYPE_DECIMAL && ask_value_read_number (text, &number))
    {
      facts->n_numbers++;
      take_number (self, number);
      return;
    }
  take_text (self, text);
}

/*
 * ask_value_group_end:
 * @complete: whether all different values were taken
 * @key: whether they are what rows go by
 *
 * Numbers that are too many to look for are left out.
 */
void
ask_value_group_end (AskValueGroup *self, gboolean complete, gboolean key)
{
  self->facts->complete = complete;
  self->facts->n_distinct = MAX (self->facts->n_distinct, 0);
  if (!complete || self->numbers->len > (key ? ASK_VALUES_MAX_KEYED : ASK_VALUES_MAX_NUMBERS))
    g_array_set_size (self->numbers, 0);
}

/*
 * ask_value_group_put_bounds:
 * @n_rows: of the table
 * @n_full: rows that hold something
 * @least: (nullable): the smallest number
 * @greatest: (nullable): the largest
 *
 * What an aggregate of the table says.
 */
void
ask_value_group_put_bounds (AskValueGroup *self, gint64 n_rows, gint64 n_full, const AskValue *least,
                            const AskValue *greatest)
{
  const AskValue *bounds[] = { least, greatest };

  self->facts->n_rows = n_rows;
  self->facts->n_empty = n_rows - n_full;
  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    {
      g_autofree char *text
        = bounds[i] != NULL && bounds[i]->kind != ASK_VALUE_NULL ? ask_value_to_text (bounds[i]) : NULL;
      double number;

      if (text == NULL || !ask_value_read_number (text, &number))
        continue;
      self->facts->least = MIN (self->facts->least, number);
      self->facts->greatest = MAX (self->facts->greatest, number);
    }
}

/* Runs of letters and runs of digits; of "Women's" no "s". */
static void
add_word (GPtrArray *words, GString *word, gunichar before)
{
  if (word->len == 0)
    return;
  if (!(strcmp (word->str, "s") == 0 && (before == '\'' || before == 0x2019)))
    g_ptr_array_add (words, g_ascii_isdigit (word->str[0]) ? g_strdup (word->str) : ask_text_stem (word->str));
  g_string_truncate (word, 0);
}

/*
 * ask_value_split:
 *
 * Returns: (transfer full) (element-type utf8): the stems of @text's words, digits apart from letters
 */
GPtrArray *
ask_value_split (const char *text)
{
  g_autofree char *folded = ask_text_fold (text);
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) word = g_string_new (NULL);
  gunichar before = 0; /* the sign before the word */
  gboolean digits = FALSE;

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean inside = g_unichar_isalnum (c);

      if (word->len > 0 && (!inside || digits != g_unichar_isdigit (c)))
        {
          add_word (words, word, before);
          before = 0;
        }
      if (inside)
        g_string_append_unichar (word, c);
      else
        before = c;
      digits = g_unichar_isdigit (c);
    }
  add_word (words, word, before);
  return words;
}

/**
 * ask_value_key:
 * @text: a value, or words of a question
 *
 * Values that differ only in case, accents, signs or word forms have one key: "Plaza Museums" and "plaza-museum".
 *
 * Returns: (transfer full) (nullable): stems joined by blanks; %NULL where @text has no word, or more than eight
 */
char *
ask_value_key (const char *text)
{
  g_autoptr (GPtrArray) words = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  words = ask_value_split (text);
  if (words->len == 0 || words->len > MAX_KEY_WORDS)
    return NULL;
  g_ptr_array_add (words, NULL);
  return g_strjoinv (" ", (char **) words->pdata);
}
