/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A name as words, and what they say together. The words themselves are in ask-name-words.c.
 */
#include "config.h"

#include "base/ask-name-private.h"

#include <string.h>

#include "base/ask-text.h"

/* The singular of an English noun; others stay as they are, on both sides alike. */
static char *
dup_singular (const char *word)
{
  static const char *const es[] = { "sses", "xes", "ches", "shes", "uses", NULL };
  gsize length = strlen (word);

  if (length > 4 && g_str_has_suffix (word, "ies"))
    return g_strdup_printf ("%.*sy", (int) length - 3, word);
  for (guint i = 0; length > 4 && es[i] != NULL; i++)
    if (g_str_has_suffix (word, es[i]))
      return g_strndup (word, length - 2);
  /* "Preis" is one. */
  if (length > 3 && g_str_has_suffix (word, "s") && !g_str_has_suffix (word, "ss") && !g_str_has_suffix (word, "us")
      && !g_str_has_suffix (word, "eis"))
    return g_strndup (word, length - 1);
  return g_strdup (word);
}

static gboolean
ends_in_id (const char *word)
{
  const AskNameEntry *entry = ask_name_find_word (word);

  return strlen (word) > 2 && g_str_has_suffix (word, "id") && !(entry != NULL && (entry->flags & ASK_WORD_WHOLE));
}

static void
take_word (GPtrArray *words, const char *word, gboolean only)
{
  g_autofree char *whole = g_strdup (word);
  gsize length = strlen (whole);

  /* "phone2", but not "f1" */
  if (length > 3 && g_ascii_isdigit (whole[length - 1]) && g_ascii_isalpha (whole[length - 2]))
    whole[--length] = '\0';
  /* "customerid", "stuid"; and by itself "aid" or "kid" is an identifier too */
  if (ends_in_id (whole) && (length > 3 || only || (strcmp (whole, "bid") != 0 && strcmp (whole, "mid") != 0)))
    {
      whole[length - 2] = '\0';
      g_ptr_array_add (words, dup_singular (whole));
      g_ptr_array_add (words, g_strdup ("id"));
      return;
    }
  g_ptr_array_add (words, dup_singular (whole));
}

/**
 * ask_name_split:
 * @name: "CustomerID", "cust_id", "club_id_2"
 *
 * Returns: (transfer full): its words, folded and in the singular; a number at the end is left out
 */
char **
ask_name_split (const char *name)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (GString) part = g_string_new (NULL);
  gunichar before = 0;

  for (const char *p = name;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean inside = c != 0 && g_unichar_isalnum (c);
      gunichar after = inside ? g_utf8_get_char (g_utf8_next_char (p)) : 0;
      gboolean begins
        = inside && g_unichar_isupper (c)
          && (g_unichar_islower (before)
              || (g_unichar_isupper (before)
                  && g_unichar_islower (after)
                  /* "IDs" is one word */
                  && !(after == 's'
                       && !g_unichar_isalpha (g_utf8_get_char (g_utf8_next_char (g_utf8_next_char (p)))))));

      if ((!inside || begins) && part->len > 0)
        {
          g_ptr_array_add (parts, ask_text_fold (part->str));
          g_string_truncate (part, 0);
        }
      if (c == 0)
        break;
      if (inside)
        g_string_append_unichar (part, c);
      before = c;
    }
  while (parts->len > 1 && strspn (parts->pdata[parts->len - 1], "0123456789") == strlen (parts->pdata[parts->len - 1]))
    g_ptr_array_set_size (parts, (int) parts->len - 1);
  for (guint i = 0; i < parts->len; i++)
    take_word (words, parts->pdata[i], parts->len == 1);
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_steal (words, NULL);
}

/* "Weight (kg)", "price [EUR]"
 * Returns: (transfer full) (nullable): what stands there */
static char *
dup_bracketed (const char *name)
{
  gsize length = strlen (name);
  const char *open;

  if (length < 3 || (name[length - 1] != ')' && name[length - 1] != ']'))
    return NULL;
  open = strrchr (name, name[length - 1] == ')' ? '(' : '[');
  if (open == NULL || open == name || name + length - open > 12)
    return NULL;
  return g_strndup (open + 1, (gsize) (name + length - 1 - (open + 1)));
}

/* @last: (nullable): the name's last word, where it has others */
static const char *
find_unit (const char *name, const char *last, AskMeaning *meaning)
{
  g_autofree char *bracketed = NULL;
  g_autofree char *single = NULL;

  if (g_str_has_suffix (name, "%"))
    {
      *meaning = ASK_MEANING_PERCENTAGE;
      return "%";
    }
  bracketed = dup_bracketed (name);
  if (bracketed != NULL)
    return ask_name_word_unit (bracketed, meaning);
  single = last != NULL ? dup_singular (last) : NULL;
  return ask_name_word_unit (single, meaning);
}

/**
 * ask_name_read_unit:
 * @name: "weight_kg", "Price (EUR)", "Growth %"
 * @meaning: (out): what a value in it is; set only where there is a unit
 *
 * Returns: (transfer none) (nullable): the unit in which the name says that values are
 */
const char *
ask_name_read_unit (const char *name, AskMeaning *meaning)
{
  g_auto (GStrv) words = ask_name_split (name);
  guint n = g_strv_length (words);

  return find_unit (name, n > 1 ? words[n - 1] : NULL, meaning);
}

/**
 * ask_name_without_unit:
 * @name: words: "share percent"
 * @unit: (nullable): in which the values are
 *
 * Returns: (transfer full): @name without its last word where that says @unit again
 */
char *
ask_name_without_unit (const char *name, const char *unit)
{
  const char *last = strrchr (name, ' ');
  AskMeaning meaning;

  if (unit != NULL && last != NULL && g_strcmp0 (ask_name_word_unit (last + 1, &meaning), unit) == 0)
    return g_strndup (name, (gsize) (last - name));
  return g_strdup (name);
}

/* A name's words as they are read here: as they stand, since "years" are no year. */
typedef struct
{
  char **words;
  guint n; /* those before "per" */
  const AskNameEntry **entries; /* nullable each */
} Words;

static void
words_clear (Words *self)
{
  g_strfreev (self->words);
  g_free (self->entries);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Words, words_clear)

static void
words_init (Words *self, const char *name)
{
  static const char *const per[] = { "per", "pro", "je", NULL };
  g_autofree char *words = ask_text_to_words (name);
  g_autofree char *folded = ask_text_fold (words);
  guint n;

  self->words = g_strsplit (folded, " ", -1);
  n = g_strv_length (self->words);
  self->entries = g_new0 (const AskNameEntry *, n + 1);
  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      self->entries[i] = ask_name_find_word (self->words[i]);
      if (self->entries[i] == NULL)
        self->entries[i] = ask_name_find_compound (self->words[i]);
      if (i > 0 && self->n == n && g_strv_contains (per, self->words[i]))
        self->n = i;
    }
}

static gboolean
has_flag (const Words *self, guint i, guint flags)
{
  return i < self->n && self->entries[i] != NULL && (self->entries[i]->flags & flags) != 0;
}

static gboolean
any_flag (const Words *self, guint flags)
{
  for (guint i = 0; i < self->n; i++)
    if (has_flag (self, i, flags))
      return TRUE;
  return FALSE;
}

/* "count of orders", "number of orders", "n_orders"; but "order number" names one. */
static gboolean
counts (const Words *self)
{
  return any_flag (self, ASK_WORD_COUNTS)
         || (self->n > 2 && has_flag (self, 0, ASK_WORD_NUMBER)
             && (strcmp (self->words[1], "of") == 0 || strcmp (self->words[1], "der") == 0))
         || (self->n > 1 && (strcmp (self->words[0], "num") == 0 || strcmp (self->words[0], "n") == 0));
}

static AskMeaning
mean_anywhere (const Words *self)
{
  AskMeaning found = ASK_MEANING_NONE;

  for (guint i = 0; i < self->n; i++)
    if (has_flag (self, i, ASK_WORD_ANYWHERE) && (found == ASK_MEANING_NONE || self->entries[i]->meaning < found))
      found = self->entries[i]->meaning;
  /* The price of a share is money. */
  if (found != ASK_MEANING_PERCENTAGE && self->entries[self->n - 1] != NULL
      && self->entries[self->n - 1]->meaning == ASK_MEANING_MONEY)
    return ASK_MEANING_NONE;
  return found == ASK_MEANING_RATE && any_flag (self, ASK_WORD_NO_RATE) ? ASK_MEANING_NONE : found;
}

/* "phone number", "mail address": the word before says what it is. */
static AskMeaning
mean_before (const Words *self)
{
  AskMeaning before
    = self->n > 1 && self->entries[self->n - 2] != NULL ? self->entries[self->n - 2]->meaning : ASK_MEANING_NONE;

  return before == ASK_MEANING_PHONE || before == ASK_MEANING_EMAIL || before == ASK_MEANING_URL
             || before == ASK_MEANING_CODE || before == ASK_MEANING_IDENTIFIER
           ? before
           : ASK_MEANING_NONE;
}

static AskMeaning
mean_last (const Words *self)
{
  const char *last = self->words[self->n - 1];
  const AskNameEntry *entry = self->entries[self->n - 1];
  gboolean compound = entry != NULL && ask_name_find_word (last) == NULL;

  if (has_flag (self, self->n - 1, ASK_WORD_NUMBER) && (self->n > 1 || compound))
    return mean_before (self) != ASK_MEANING_NONE ? mean_before (self) : ASK_MEANING_IDENTIFIER;
  if (entry != NULL && entry->meaning == ASK_MEANING_PLACE && mean_before (self) != ASK_MEANING_NONE)
    return mean_before (self);
  if (entry != NULL && entry->meaning != ASK_MEANING_NONE
      && !(entry->meaning == ASK_MEANING_RATE && any_flag (self, ASK_WORD_NO_RATE)))
    return entry->meaning;
  if (strlen (last) > 3 && ends_in_id (last))
    return ASK_MEANING_IDENTIFIER;
  if (has_flag (self, 0, ASK_WORD_STARTS))
    return self->entries[0]->meaning;
  return has_flag (self, self->n - 1, ASK_WORD_KEY) ? ASK_MEANING_NAME : ASK_MEANING_NONE;
}

static AskMeaning
mean (const Words *self)
{
  AskMeaning meaning;

  if (counts (self))
    return ASK_MEANING_QUANTITY;
  meaning = mean_anywhere (self);
  if (meaning == ASK_MEANING_NONE)
    meaning = mean_last (self);
  /* The total of an order number is an amount of who knows what. */
  return any_flag (self, ASK_WORD_TOTALS) && !ask_meaning_is_amount (meaning) ? ASK_MEANING_NONE : meaning;
}

static gboolean
adds_up (const Words *self, gboolean percent)
{
  gboolean total = self->n > 1 && has_flag (self, 0, ASK_WORD_TOTALS) && !has_flag (self, 0, ASK_WORD_NO_SUM);

  if (percent || self->words[self->n] != NULL)
    return FALSE;
  return total || !any_flag (self, ASK_WORD_NO_SUM);
}

static AskSense
read_name (const char *name, AskType type)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  gboolean percent = strchr (valid, '%') != NULL;
  AskSense sense = { .meaning = ask_meaning_from_type (type) };
  g_auto (Words) words = { 0 };
  AskMeaning by_unit;

  words_init (&words, valid);
  if (words.n == 0 && !percent)
    return sense;
  if (!adds_up (&words, percent))
    sense.adding = ASK_ADDING_NO;
  if (sense.meaning != ASK_MEANING_NONE)
    return sense;
  if (words.words[words.n] == NULL)
    sense.unit = find_unit (valid, words.n > 1 ? words.words[words.n - 1] : NULL, &by_unit);
  sense.meaning = sense.unit != NULL ? by_unit : percent ? ASK_MEANING_PERCENTAGE : mean (&words);
  if (!ask_meaning_suits (sense.meaning, type))
    {
      sense.meaning = ASK_MEANING_NONE;
      sense.unit = NULL;
    }
  return sense;
}

/* The names that were read last, each at the place of its hash. */
#define N_KNOWN 512
#define LONGEST_KNOWN 200

typedef struct
{
  char *name;
  AskType type;
  AskSense sense;
} Known;

/**
 * ask_name_read:
 * @name: a column's name or an expression: "customer_id", "COUNT(*)", "orderNumber"
 * @type: its declared type
 *
 * May be called by any thread. The same few names are read for each statement, so they are remembered.
 *
 * Returns: what the name says of the values; the unit is a constant
 */
AskSense
ask_name_read (const char *name, AskType type)
{
  static GMutex lock;
  static Known known[N_KNOWN];
  Known *one = &known[(g_str_hash (name) + (guint) type) % N_KNOWN];
  AskSense sense;

  if (strlen (name) > LONGEST_KNOWN)
    return read_name (name, type);
  g_mutex_lock (&lock);
  if (one->name == NULL || one->type != type || strcmp (one->name, name) != 0)
    {
      g_free (one->name);
      *one = (Known) { .name = g_strdup (name), .type = type, .sense = read_name (name, type) };
    }
  sense = one->sense;
  g_mutex_unlock (&lock);
  return sense;
}

/**
 * ask_sense_complete:
 * @name: of a column
 * @type: its declared type
 *
 * Takes from the name what nobody has said.
 */
void
ask_sense_complete (AskSense *self, const char *name, AskType type)
{
  AskSense named;

  if (self->meaning != ASK_MEANING_NONE && self->adding != ASK_ADDING_UNKNOWN)
    return;
  named = ask_name_read (name, type);
  if (self->meaning == ASK_MEANING_NONE)
    {
      self->meaning = named.meaning;
      if (self->unit == NULL)
        self->unit = named.unit;
    }
  if (self->adding == ASK_ADDING_UNKNOWN)
    self->adding = named.adding;
}
