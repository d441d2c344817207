/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the literals of a pair's SQL that its question names, checks new values for them against
 * the index of values, and writes the SQL anew. A literal counts only where the SQL compares an
 * attribute with it, so that a label, a format or a count never becomes a condition. Which literal that is
 * the SQL's tree says, and where it stands in the text.
 */
#include "config.h"

#include "agent/ask-match-slots.h"

#include <stdlib.h>
#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

#define MAX_LIMIT 1000

static gboolean
occurs (GArray *words, GArray *span)
{
  for (guint i = 0; span->len > 0 && i + span->len <= words->len; i++)
    if (ask_words_equal_at (words, i, span))
      return TRUE;
  return FALSE;
}

/* The year of "2025", "2025%", "2025-03" and "2025-03-31 …", 0 for anything else. */
static int
get_year (const char *text)
{
  int year = 0;

  for (guint i = 0; i < 4; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return 0;
      year = 10 * year + (text[i] - '0');
    }
  if (year < 1800 || year > 2199)
    return 0;
  if (text[4] == '\0' || strcmp (text + 4, "%") == 0 || strcmp (text + 4, "-%") == 0)
    return year;
  if (text[4] != '-' || !g_ascii_isdigit (text[5]) || !g_ascii_isdigit (text[6]))
    return 0;
  if (text[7] == '\0' || text[7] == '-' || text[7] == '%')
    return year;
  return 0;
}

static AskLiteral *
get_literal (const AskSlots *self, guint i)
{
  return &g_array_index (self->literals, AskLiteral, i);
}

static void
slot_free (gpointer data)
{
  AskSlot *slot = data;

  g_free (slot->text);
  g_array_unref (slot->words);
  g_array_unref (slot->literals);
  g_free (slot);
}

/** ask_slots_free: frees it with its tree and slots. */
void
ask_slots_free (AskSlots *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->tree, ask_sql_tree_free);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_array_unref (self->literals);
  g_ptr_array_unref (self->items);
  g_free (self);
}

static AskSlot *
add_slot (AskSlots *self, AskSlotKind kind, const char *text)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      AskSlot *slot = self->items->pdata[i];

      if (strcmp (slot->text, text) == 0 && slot->kind == kind)
        return slot;
    }

  AskSlot *slot = g_new0 (AskSlot, 1);

  slot->kind = kind;
  slot->text = g_strdup (text);
  slot->words = ask_words_split (text);
  slot->literals = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->items, slot);
  return slot;
}

static char *
strip_wildcards (const char *text)
{
  gsize start = strspn (text, "%");
  gsize end = strlen (text);

  while (end > start && text[end - 1] == '%')
    end--;
  return g_strndup (text + start, end - start);
}

static gboolean
may_be_date (const AskLiteral *literal)
{
  return !literal->is_argument && !literal->is_limit;
}

/* Whether a number may be a year where no question says so: it is compared with what is called one. */
static gboolean
is_called_year (const AskLiteral *literal)
{
  g_autofree char *lower = literal->column != NULL ? g_ascii_strdown (literal->column, -1) : NULL;

  return lower != NULL && (strstr (lower, "year") != NULL || strstr (lower, "jahr") != NULL);
}

static gboolean
is_free_year (const AskLiteral *literal)
{
  return may_be_date (literal) && literal->column != NULL && (literal->is_string || is_called_year (literal))
         && get_year (literal->text) != 0;
}

/* Without a question it is the first year, where all dates lie in that and the next one. */
static int
find_free_year (const AskSlots *self)
{
  int first = 0;

  for (guint i = 0; i < self->literals->len; i++)
    if (is_free_year (get_literal (self, i)))
      {
        int year = get_year (get_literal (self, i)->text);

        first = first == 0 ? year : MIN (first, year);
      }
  return first;
}

static int
find_named_year (const AskSlots *self, GArray *question)
{
  int named = 0;

  for (guint i = 0; i < self->literals->len; i++)
    {
      const AskLiteral *literal = get_literal (self, i);
      int year = may_be_date (literal) ? get_year (literal->text) : 0;
      g_autofree char *digits = g_strdup_printf ("%d", year);
      g_autoptr (GArray) words = year != 0 ? ask_words_split (digits) : NULL;

      if (year == 0 || !occurs (question, words))
        continue;
      if (named != 0 && named != year)
        return 0;
      named = year;
    }
  return named;
}

/* Years move together, so there may be one only, and all dates must lie around it. */
static void
find_years (AskSlots *self, GArray *question)
{
  int named = question != NULL ? find_named_year (self, question) : find_free_year (self);
  gboolean alone = FALSE;
  AskSlot *slot;
  char digits[8];

  if (named == 0)
    return;
  for (guint i = 0; i < self->literals->len; i++)
    {
      AskLiteral *literal = get_literal (self, i);
      int year = may_be_date (literal) && (question != NULL || is_free_year (literal)) ? get_year (literal->text) : 0;

      literal->is_date = year != 0 && ABS (year - named) <= 1;
      /* A date on its own does not move with the question's year; a number may be anything. */
      alone = alone || (year != 0 && !literal->is_date && literal->is_string);
    }
  if (alone)
    return;
  g_snprintf (digits, sizeof digits, "%d", named);
  slot = add_slot (self, ASK_SLOT_YEAR, digits);
  for (guint i = 0; i < self->literals->len; i++)
    if (get_literal (self, i)->is_date)
      g_array_append_val (slot->literals, i);
}

/**
 * ask_slots_new:
 * @sql: borrowed: must live as long
 * @question: (nullable) (element-type AskWord): of the pair's question; %NULL for all that are compared with an attribute
 *
 * Returns: (transfer full): the slots; those of more words stand before those of fewer
 */
AskSlots *
ask_slots_new (const char *sql, GArray *question)
{
  AskSlots *self = g_new0 (AskSlots, 1);

  self->sql = sql;
  self->items = g_ptr_array_new_with_free_func (slot_free);
  ask_slots_read (self, sql);
  find_years (self, question);
  for (guint i = 0; i < self->literals->len; i++)
    {
      const AskLiteral *literal = get_literal (self, i);
      g_autofree char *value = NULL;
      g_autoptr (GArray) words = NULL;
      AskSlotKind kind = literal->is_string ? ASK_SLOT_TEXT : literal->is_limit ? ASK_SLOT_LIMIT : ASK_SLOT_NUMBER;

      if (literal->is_date || literal->is_argument || (literal->is_string && get_year (literal->text) != 0)
          || (question == NULL && literal->column == NULL))
        continue;
      value = strip_wildcards (literal->text);
      words = ask_words_split (value);
      if (question == NULL ? *value != '\0' : occurs (question, words))
        g_array_append_val (add_slot (self, kind, value)->literals, i);
    }

  /* A number that limits the rows and also is compared with something has two meanings. */
  for (guint i = 0; i < self->items->len; i++)
    for (guint j = self->items->len; j-- > i + 1;)
      {
        AskSlot *a = self->items->pdata[i];
        AskSlot *b = self->items->pdata[j];

        if (strcmp (a->text, b->text) == 0)
          {
            g_ptr_array_remove_index (self->items, j);
            g_array_set_size (a->literals, 0);
          }
      }
  for (guint i = self->items->len; i-- > 0;)
    if (((AskSlot *) self->items->pdata[i])->literals->len == 0)
      g_ptr_array_remove_index (self->items, i);
  for (guint i = 1; i < self->items->len; i++)
    for (guint j = i; j > 0; j--)
      {
        AskSlot *before = self->items->pdata[j - 1];
        AskSlot *slot = self->items->pdata[j];

        if (before->words->len >= slot->words->len)
          break;
        self->items->pdata[j - 1] = slot;
        self->items->pdata[j] = before;
      }
  return self;
}

/** ask_slot_failure_clear: frees what it holds. */
void
ask_slot_failure_clear (AskSlotFailure *self)
{
  g_clear_pointer (&self->entity, g_free);
  g_clear_pointer (&self->attribute, g_free);
  g_clear_pointer (&self->elsewhere, g_free);
}

static gboolean
holds (GPtrArray *hits, const AskValueHit *wanted)
{
  for (guint i = 0; i < hits->len; i++)
    {
      const AskValueHit *hit = hits->pdata[i];

      if (g_ascii_strcasecmp (hit->entity, wanted->entity) == 0
          && g_ascii_strcasecmp (hit->attribute, wanted->attribute) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Where the pair's own value occurs, as far as its SQL is about these places. */
static GPtrArray *
find_places (AskSlots *self, const AskSlot *slot, const AskValueIndex *index, GError **error)
{
  g_autoptr (GPtrArray) hits = index->find (slot->text, index->user_data, error);
  GPtrArray *places;

  if (hits == NULL)
    return NULL;
  places = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_hit_free);
  for (guint i = 0; i < hits->len; i++)
    {
      const AskValueHit *hit = hits->pdata[i];
      gboolean fits = FALSE;

      if (!ask_slots_name (self, hit->entity) || !ask_slots_name (self, hit->attribute))
        continue;
      for (guint l = 0; l < slot->literals->len && !fits; l++)
        {
          const AskLiteral *literal = get_literal (self, g_array_index (slot->literals, guint, l));

          /* A year is compared with a function of the date, or with the date's first day. */
          if (slot->kind == ASK_SLOT_YEAR)
            fits = TRUE;
          else
            fits = literal->column != NULL && g_ascii_strcasecmp (literal->column, hit->attribute) == 0
                   && ask_slots_stand_for (self, literal->table, hit->entity);
        }
      if (fits)
        {
          AskValueHit *place = g_new0 (AskValueHit, 1);

          place->entity = g_strdup (hit->entity);
          place->attribute = g_strdup (hit->attribute);
          place->value = g_strdup (hit->value);
          g_ptr_array_add (places, place);
        }
    }
  return places;
}

/* The spelling in the data of @text, in one of @places. */
static char *
find_spelling (GPtrArray *places, const char *text, const AskValueIndex *index, AskSlotFailure *failure, GError **error)
{
  g_autoptr (GPtrArray) hits = index->find (text, index->user_data, error);
  const char *best = NULL;

  if (hits == NULL)
    return NULL;
  for (guint i = 0; i < hits->len; i++)
    {
      const AskValueHit *hit = hits->pdata[i];

      if (!holds (places, hit))
        {
          if (failure->elsewhere == NULL)
            failure->elsewhere = g_strdup (hit->attribute);
          continue;
        }
      if (best == NULL || strcmp (hit->value, text) == 0)
        best = hit->value;
    }
  return g_strdup (best);
}

/**
 * ask_slots_check_value:
 * @slot: of @self: where the value is to go
 * @text: a part of the new question
 * @index: what knows the values
 * @failure: (inout): empty; what is known of the value's place is filled in, also where the value goes. Clear it
 *   with ask_slot_failure_clear()
 *
 * Returns: (transfer full) (nullable): the value as the data spells it, or %NULL; @error is set
 *   only where the index could not be read
 */
char *
ask_slots_check_value (AskSlots *self, const AskSlot *slot, const char *text, const AskValueIndex *index,
                       AskSlotFailure *failure, GError **error)
{
  g_autoptr (GPtrArray) places = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *form = NULL;
  char *value;
  gsize length = strlen (text);

  if (slot->kind == ASK_SLOT_LIMIT)
    {
      g_autofree char *folded = ask_text_fold (text);
      const char *digits = ask_word_get_digits (folded);

      if (digits == NULL)
        digits = text;

      gint64 n = g_ascii_strtoll (digits, NULL, 10);

      if (strspn (digits, "0123456789") != strlen (digits) || n < 1 || n > MAX_LIMIT)
        return NULL;
      return g_strdup_printf ("%" G_GINT64_FORMAT, n);
    }
  if (slot->kind == ASK_SLOT_YEAR && (length != 4 || get_year (text) == 0))
    return NULL;

  places = find_places (self, slot, index, error);
  if (places == NULL)
    return NULL;
  /* The dates of an API are not in the index, since nobody has read them. A year needs no spelling,
   * so the query itself tells whether there is anything of it. */
  if (places->len == 0)
    return slot->kind == ASK_SLOT_YEAR ? g_strdup (text) : NULL;

  const AskValueHit *place = places->pdata[0];

  failure->entity = g_strdup (place->entity);
  failure->attribute = g_strdup (place->attribute);

  value = find_spelling (places, text, index, failure, &local);
  if (value == NULL && local == NULL && slot->kind == ASK_SLOT_TEXT && length > 3)
    {
      /* "tents" for the value "Tent". */
      static const char *const endings[] = { "’s", "'s", "es", "s" };

      for (guint i = 0; i < G_N_ELEMENTS (endings) && value == NULL && local == NULL; i++)
        if (g_str_has_suffix (text, endings[i]))
          {
            g_free (form);
            form = g_strndup (text, length - strlen (endings[i]));
            value = find_spelling (places, form, index, failure, &local);
          }
    }
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (value != NULL && slot->kind == ASK_SLOT_NUMBER)
    {
      AskValue number;

      if (!ask_text_to_number (value, &number))
        g_clear_pointer (&value, g_free);
    }
  if (value != NULL && slot->kind == ASK_SLOT_TEXT)
    {
      /* SQL that compares in one case throughout ("lower(city) = 'paris'") keeps doing so. */
      g_autofree char *lower = g_utf8_strdown (place->value, -1);
      g_autofree char *upper = g_utf8_strup (place->value, -1);
      char *cased = NULL;

      if (strcmp (slot->text, place->value) != 0 && strcmp (slot->text, lower) == 0)
        cased = g_utf8_strdown (value, -1);
      else if (strcmp (slot->text, place->value) != 0 && strcmp (slot->text, upper) == 0)
        cased = g_utf8_strup (value, -1);
      if (cased != NULL)
        {
          g_free (value);
          value = cased;
        }
    }
  return value;
}

static gboolean
is_leap (int year)
{
  return g_date_is_leap_year ((GDateYear) year);
}

static char *
fill_literal (const AskSlots *self, const AskSlot *slot, guint i, const char *value)
{
  const AskLiteral *literal = get_literal (self, i);
  const char *old = literal->text;
  g_autoptr (GString) text = g_string_new (NULL);

  if (slot->kind == ASK_SLOT_YEAR)
    {
      int year = get_year (old) + atoi (value) - atoi (slot->text);

      g_string_printf (text, "%04d%s", year, old + 4);
      if (g_str_has_prefix (old + 4, "-02-29") && !is_leap (year))
        memcpy (text->str + 4, "-02-28", 6);
    }
  else
    {
      gsize start = strspn (old, "%");
      gsize end = strlen (old);

      while (end > start && old[end - 1] == '%')
        end--;
      g_string_append_len (text, old, (gssize) start);
      g_string_append (text, value);
      g_string_append (text, old + end);
    }
  if (literal->is_string)
    return ask_sql_quote_text (text->str);
  return g_strdup (text->str);
}

/**
 * ask_slots_fill:
 * @values: one for each slot, from ask_slots_check_value(); %NULL leaves the slot as it is
 *
 * Returns: (transfer full): the SQL with these values
 */
char *
ask_slots_fill (AskSlots *self, char **values)
{
  g_autofree char **literals = g_new0 (char *, self->literals->len + 1);
  GString *sql = g_string_new (NULL);
  gsize at = 0;

  for (guint s = 0; s < self->items->len; s++)
    {
      const AskSlot *slot = self->items->pdata[s];

      for (guint l = 0; values[s] != NULL && l < slot->literals->len; l++)
        {
          guint i = g_array_index (slot->literals, guint, l);

          literals[i] = fill_literal (self, slot, i, values[s]);
        }
    }
  for (guint i = 0; i < self->literals->len; i++)
    if (literals[i] != NULL)
      {
        const AskSqlSpan *span = &get_literal (self, i)->span;

        g_string_append_len (sql, self->sql + at, (gssize) (span->start - at));
        g_string_append (sql, literals[i]);
        at = span->end;
        g_free (literals[i]);
      }
  g_string_append (sql, self->sql + at);
  return g_string_free (sql, FALSE);
}
