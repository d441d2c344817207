/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Matches a question with the verified ones. A pair's question is a template: words that must be
 * there, and slots where its SQL names a value. Everything here is comparison; it runs no query
 * and must never call two questions the same that ask for different things.
 */
#include "config.h"

#include "agent/ask-match.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-match-names.h"
#include "agent/ask-match-slots.h"
#include "base/ask-text.h"

/* A value of more words than these is none. */
#define MAX_VALUE_WORDS 6
#define MAX_BINDINGS 32
#define MAX_TRIALS 20000

/* A span that begins with one of these is no value that somebody forgot to put into the data. */
static const char *const relations[]
  = { "by",    "per",   "over", "with",   "without", "than",  "not",   "last", "each",
      "every", "more",  "less", "before", "after",   "since", "until", "or",   "between",
      "all",   "which", "what", "when",   "where",   "who",   "how",   "next", "top" };

/* One place of a template: a word, or a slot (its index). */
typedef struct
{
  const AskWord *word;
  guint at; /* of @word in the pair's question */
  int slot;
} Element;

typedef struct
{
  GArray *elements; /* Element */
  GArray *question; /* AskWord: the new one */
  AskNames *names; /* nullable: words stand only for themselves */
  GPtrArray *used; /* AskNamed: what the pair's SQL is about; nullable like @names */
  GArray *own; /* AskWord: the pair's question */
  guint n_slots;
  guint trials;
  GArray *starts; /* guint for each slot: its span in @question */
  GArray *lengths;
  GPtrArray *bindings; /* guint[2 * n_slots] */
} Matcher;

/** ask_match_free: frees it; the pairs belong to the list. */
void
ask_match_free (AskMatch *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  g_free (self->values);
  g_free (self->problem);
  g_ptr_array_unref (self->choices);
  g_free (self);
}

static const AskWord *
get_word (GArray *words, guint i)
{
  return &g_array_index (words, AskWord, i);
}

static AskWord *
find_word (GArray *words, const char *folded)
{
  for (guint i = 0; i < words->len; i++)
    {
      AskWord *word = &g_array_index (words, AskWord, i);

      if (strcmp (word->folded, folded) == 0)
        return word;
    }
  return NULL;
}

/* The words of a question. One that opens with "what" or "which" asks the same without it. Where
 * both stand, "from" and "to" tell one place from the other. */
static GArray *
split_question (const char *valid)
{
  GArray *words = ask_words_split (valid);
  AskWord *from = find_word (words, "from");
  AskWord *to = find_word (words, "to");

  if (from != NULL && to != NULL)
    from->stop = to->stop = FALSE;
  if (words->len > 1)
    {
      AskWord *first = &g_array_index (words, AskWord, 0);

      first->stop |= strcmp (first->folded, "what") == 0 || strcmp (first->folded, "which") == 0;
    }
  return words;
}

/* Whether one goes where the other comes from. "From" and "to" are stop words, but what came from
 * Dresden did not go there. */
static gboolean
are_opposite (GArray *a, GArray *b)
{
  gboolean a_from = find_word (a, "from") != NULL, a_to = find_word (a, "to") != NULL;
  gboolean b_from = find_word (b, "from") != NULL, b_to = find_word (b, "to") != NULL;

  return (a_from && !a_to && b_to && !b_from) || (a_to && !a_from && b_from && !b_to);
}

/* The words that count, joined. */
static char *
get_essence (GArray *words)
{
  GString *essence = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    {
      const AskWord *word = get_word (words, i);

      if (!word->stop)
        g_string_append_printf (essence, "%s ", word->folded);
    }
  return g_string_free (essence, FALSE);
}

static GArray *
make_template (GArray *words, AskSlots *slots)
{
  GArray *elements = g_array_new (FALSE, FALSE, sizeof (Element));

  for (guint i = 0; i < words->len;)
    {
      Element element = { get_word (words, i), i, -1 };
      guint length = 1;

      for (guint s = 0; s < slots->items->len && element.slot < 0; s++)
        {
          const AskSlot *slot = slots->items->pdata[s];

          if (ask_words_equal_at (words, i, slot->words))
            {
              element.slot = (int) s;
              length = slot->words->len;
            }
        }
      if (element.slot >= 0 || !element.word->stop)
        g_array_append_val (elements, element);
      i += length;
    }
  return elements;
}

static gboolean
spans_equal (GArray *words, guint a, guint b, guint length)
{
  for (guint i = 0; i < length; i++)
    if (b + i >= words->len || strcmp (get_word (words, a + i)->folded, get_word (words, b + i)->folded) != 0)
      return FALSE;
  return TRUE;
}

static void
keep_binding (Matcher *self)
{
  guint *binding = g_new (guint, 2 * MAX (self->n_slots, 1));

  for (guint s = 0; s < self->n_slots; s++)
    {
      binding[2 * s] = g_array_index (self->starts, guint, s);
      binding[2 * s + 1] = g_array_index (self->lengths, guint, s);
    }
  g_ptr_array_add (self->bindings, binding);
}

static void match_from (Matcher *self, guint t, guint q);

/* How many elements from @t on are @phrase; 0 where they are not, or where one is a slot. */
static guint
match_elements (Matcher *self, GPtrArray *phrase, guint t)
{
  for (guint i = 0; i < phrase->len; i++)
    {
      const Element *element = t + i < self->elements->len ? &g_array_index (self->elements, Element, t + i) : NULL;

      if (element == NULL || element->slot >= 0 || strcmp (element->word->stem, phrase->pdata[i]) != 0)
        return 0;
    }
  return phrase->len;
}

/* The template has one word for a thing that its SQL is about, and the question another. Neither may be
 * a word for something else: the template's among what the SQL is about, the question's anywhere. Of two
 * things of one name both have to be called by both words. */
static void
match_names (Matcher *self, guint t, guint q)
{
  guint at = g_array_index (self->elements, Element, t).at;

  for (guint i = 0; self->used != NULL && i < self->used->len; i++)
    {
      GPtrArray *phrases = ask_names_get_phrases (self->used->pdata[i]);

      for (guint a = 0; a < phrases->len; a++)
        {
          guint n_elements = match_elements (self, phrases->pdata[a], t);

          if (n_elements == 0 || !ask_names_is_shared (self->used, self->used->pdata[i], phrases->pdata[a])
              || !ask_names_is_only (self->used, self->used->pdata[i], phrases->pdata[a], self->own, at))
            continue;
          for (guint b = 0; b < phrases->len; b++)
            {
              guint n_words = b != a ? ask_names_match_at (phrases->pdata[b], self->question, q) : 0;

              if (n_words > 0 && ask_names_is_shared (self->used, self->used->pdata[i], phrases->pdata[b])
                  && ask_names_is_only (ask_names_get_all (self->names), self->used->pdata[i], phrases->pdata[b],
                                        self->question, q))
                match_from (self, t + n_elements, q + n_words);
            }
        }
    }
}

/* Recursion goes as deep as the template has elements, and its breadth is bounded by MAX_TRIALS. */
static void
match_from (Matcher *self, guint t, guint q)
{
  GArray *question = self->question;

  if (self->bindings->len >= MAX_BINDINGS || ++self->trials > MAX_TRIALS)
    return;
  if (t == self->elements->len)
    {
      while (q < question->len && get_word (question, q)->stop)
        q++;
      if (q == question->len)
        keep_binding (self);
      return;
    }

  const Element *element = &g_array_index (self->elements, Element, t);

  if (element->slot < 0)
    {
      while (q < question->len && get_word (question, q)->stop)
        q++;
      if (q < question->len && strcmp (get_word (question, q)->stem, element->word->stem) == 0)
        match_from (self, t + 1, q + 1);
      if (q < question->len)
        match_names (self, t, q);
      return;
    }

  guint *start = &g_array_index (self->starts, guint, element->slot);
  guint *length = &g_array_index (self->lengths, guint, element->slot);
  guint known = *length;

  for (guint from = q; from < question->len; from++)
    {
      if (known > 0)
        {
          if (spans_equal (question, *start, from, known))
            match_from (self, t + 1, from + known);
        }
      else
        {
          for (guint n = 1; n <= MAX_VALUE_WORDS && from + n <= question->len; n++)
            {
              *start = from;
              *length = n;
              match_from (self, t + 1, from + n);
            }
          *length = 0;
        }
      /* Words between belong to nothing unless they are stop words. */
      if (!get_word (question, from)->stop)
        break;
    }
}

static char *
dup_span (const char *text, GArray *words, guint start, guint length)
{
  gsize from = get_word (words, start)->start;

  return g_strndup (text + from, get_word (words, start + length - 1)->end - from);
}

static gboolean
is_unlikely (GArray *words, guint start, guint length)
{
  if (length > 4 || get_word (words, start)->stop || get_word (words, start + length - 1)->stop)
    return TRUE;
  for (guint i = 0; i < length; i++)
    for (guint r = 0; r < G_N_ELEMENTS (relations); r++)
      if (strcmp (get_word (words, start + i)->folded, relations[r]) == 0)
        return TRUE;
  return FALSE;
}

static char *
describe_failure (const AskSlot *slot, const char *value, const AskSlotFailure *failure)
{
  g_autofree char *shown = ask_text_shorten (value, 60);
  g_autofree char *thing = NULL;

  /* Words where a number should be were not meant as one. */
  if (slot->kind != ASK_SLOT_TEXT && strspn (value, "0123456789.,") != strlen (value))
    return NULL;
  if (slot->kind == ASK_SLOT_LIMIT)
    return g_strdup_printf (_ ("“%s” is no number of rows. Ask for 1 to 1,000."), shown);
  if (slot->kind == ASK_SLOT_YEAR)
    return g_strdup_printf (_ ("There is nothing of the year %s in the data."), shown);
  if (failure->attribute == NULL)
    return NULL;
  thing = ask_text_to_words (failure->attribute);
  if (strcmp (thing, "name") == 0 || strcmp (thing, "title") == 0 || strcmp (thing, "label") == 0)
    {
      g_free (thing);
      thing = ask_text_to_words (failure->entity);
    }
  else if (g_str_has_suffix (thing, " name"))
    thing[strlen (thing) - strlen (" name")] = '\0';
  if (failure->elsewhere != NULL && g_ascii_strcasecmp (failure->elsewhere, failure->attribute) != 0)
    {
      g_autofree char *other = ask_text_to_words (failure->elsewhere);

      return g_strdup_printf (_ ("There is no %s named “%s” in the data; there it is a value of %s."), thing, shown,
                              other);
    }
  return g_strdup_printf (_ ("There is no %s named “%s” in the data."), thing, shown);
}

/* A question, and what it may be read by. @names: (nullable): other words for its things */
typedef struct
{
  const char *text;
  GArray *words;
  AskNames *names;
  AskValueIndex index;
} Asked;

/* One way to read a question as a pair's template: a value for each slot that has another one. @varied says which. */
typedef struct
{
  AskSlots *slots;
  char **values;
  GString *varied;
} Variant;

static void
variant_init (Variant *self, AskSlots *slots)
{
  self->slots = slots;
  self->values = g_new0 (char *, slots->items->len + 1);
  self->varied = g_string_new (NULL);
}

static void
variant_clear (Variant *self)
{
  for (guint s = 0; s < self->slots->items->len; s++)
    g_free (self->values[s]);
  g_free (self->values);
  g_string_free (self->varied, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Variant, variant_clear)

/* Checks one way to read the new question as this template. Returns whether every value is in the
 * data; otherwise @problem may say which one is not. */
static gboolean
check_binding (Variant *self, const guint *binding, const Asked *asked, char **problem, GError **error)
{
  AskSlots *slots = self->slots;
  GArray *words = asked->words;
  char **values = self->values;
  gboolean unlikely = FALSE;
  g_autofree char *said = NULL;

  for (guint s = 0; s < slots->items->len; s++)
    {
      const AskSlot *slot = slots->items->pdata[s];
      guint start = binding[2 * s], length = binding[2 * s + 1];
      g_autofree char *text = NULL;
      AskSlotFailure failure = { NULL, NULL, NULL };
      g_autoptr (GError) local = NULL;

      /* A literal of several words may be covered by a longer one, and so have no place. */
      if (length == 0)
        continue;
      text = dup_span (asked->text, words, start, length);
      if (length == slot->words->len)
        {
          gboolean same = TRUE;

          for (guint i = 0; i < length && same; i++)
            same = strcmp (get_word (words, start + i)->folded, get_word (slot->words, i)->folded) == 0;
          if (same)
            continue;
        }
      values[s] = ask_slots_check_value (slots, slot, text, &asked->index, &failure, &local);
      if (values[s] == NULL && local == NULL && length == slot->words->len
          && ask_words_equal_at (words, start, slot->words))
        {
          /* Another form of the pair's own value. */
          ask_slot_failure_clear (&failure);
          continue;
        }
      if (values[s] != NULL && strcmp (values[s], slot->text) == 0)
        g_clear_pointer (&values[s], g_free);
      else if (values[s] != NULL)
        g_string_append_printf (self->varied, "%s%s instead of %s", self->varied->len > 0 ? ", " : "", values[s],
                                slot->text);
      else if (local == NULL)
        {
          unlikely |= is_unlikely (words, start, length);
          if (said == NULL)
            said = describe_failure (slot, text, &failure);
          else
            unlikely = TRUE;
          if (said == NULL)
            unlikely = TRUE;
        }
      ask_slot_failure_clear (&failure);
      if (local != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  if (said == NULL && !unlikely)
    return TRUE;
  if (!unlikely && *problem == NULL)
    *problem = g_steal_pointer (&said);
  return FALSE;
}

static gboolean
match_pair (const AskVerified *pair, const Asked *asked, AskMatch *match, GError **error)
{
  GArray *words = asked->words;
  g_autofree char *valid = g_utf8_make_valid (pair->question, -1);
  g_autoptr (GArray) own = split_question (valid);
  g_autoptr (AskSlots) slots = ask_slots_new (pair->sql, own);
  g_autoptr (GArray) elements = make_template (own, slots);
  g_autoptr (GArray) starts = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (GArray) lengths = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (GPtrArray) bindings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) used = asked->names != NULL ? ask_names_find_used (asked->names, pair->sql) : NULL;
  guint n_slots = slots->items->len;
  guint n_words = 0, n_asked = 0;

  for (guint i = 0; i < elements->len; i++)
    n_words += g_array_index (elements, Element, i).slot < 0;
  for (guint i = 0; i < words->len; i++)
    n_asked += !get_word (words, i)->stop;
  /* Slots alone would fit anything. */
  if (n_words == 0 || n_asked > elements->len + MAX_VALUE_WORDS * elements->len || are_opposite (own, words))
    return TRUE;
  g_array_set_size (starts, n_slots);
  g_array_set_size (lengths, n_slots);

  Matcher matcher = { elements, words, asked->names, used, own, n_slots, 0, starts, lengths, bindings };

  match_from (&matcher, 0, 0);
  for (guint b = 0; b < bindings->len; b++)
    {
      g_auto (Variant) variant;
      g_autoptr (GError) local = NULL;

      variant_init (&variant, slots);
      if (check_binding (&variant, bindings->pdata[b], asked, &match->problem, &local))
        {
          gboolean varied = variant.varied->len > 0;

          match->kind = varied ? ASK_MATCH_VALUES : ASK_MATCH_EXACT;
          match->pair = pair;
          match->sql = ask_slots_fill (slots, variant.values);
          match->values = varied ? g_strdup (variant.varied->str) : NULL;
          return TRUE;
        }
      if (local != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  if (match->problem != NULL)
    {
      match->kind = ASK_MATCH_NO_VALUE;
      match->pair = pair;
      match->n_words = n_words;
    }
  return TRUE;
}

static AskMatch *
match_new (void)
{
  AskMatch *match = g_new0 (AskMatch, 1);

  match->choices = g_ptr_array_new ();
  return match;
}

static char *
normalise_sql (const char *sql)
{
  g_auto (GStrv) words = g_strsplit_set (sql, " \t\r\n;", -1);
  GString *text = g_string_new (NULL);

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      g_string_append_printf (text, "%s ", *word);
  return g_string_free (text, FALSE);
}

/* One match, or a choice where the matches say different things. */
static AskMatch *
decide (GPtrArray *matches)
{
  AskMatch *first = g_ptr_array_steal_index (matches, 0);
  g_autofree char *sql = normalise_sql (first->sql);

  for (guint i = 0; i < matches->len; i++)
    {
      const AskMatch *other = matches->pdata[i];
      g_autofree char *other_sql = normalise_sql (other->sql);

      if (strcmp (sql, other_sql) != 0)
        g_ptr_array_add (first->choices, (gpointer) other->pair);
    }
  if (first->choices->len > 0)
    {
      g_ptr_array_insert (first->choices, 0, (gpointer) first->pair);
      first->kind = ASK_MATCH_CLARIFY;
      first->pair = NULL;
      g_clear_pointer (&first->sql, g_free);
      g_clear_pointer (&first->values, g_free);
    }
  return first;
}

/* All pairs. @found: (out) (nullable): what fits. @problem keeps what would fit but for a value. */
static gboolean
match_pairs (GPtrArray *verified, const Asked *asked, AskMatch **found, AskMatch **problem, GError **error)
{
  g_autoptr (GPtrArray) forms = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_match_free);
  g_autoptr (GPtrArray) varied = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_match_free);

  for (guint i = 0; i < verified->len; i++)
    {
      g_autoptr (AskMatch) match = match_new ();

      if (!match_pair (verified->pdata[i], asked, match, error))
        return FALSE;
      if (match->kind == ASK_MATCH_EXACT)
        g_ptr_array_add (forms, g_steal_pointer (&match));
      else if (match->kind == ASK_MATCH_VALUES)
        g_ptr_array_add (varied, g_steal_pointer (&match));
      else if (match->kind == ASK_MATCH_NO_VALUE && (*problem == NULL || match->n_words > (*problem)->n_words))
        {
          /* The pair that shares most words says best what is missing. */
          g_clear_pointer (problem, ask_match_free);
          *problem = g_steal_pointer (&match);
        }
    }
  if (forms->len > 0)
    *found = decide (forms);
  else if (varied->len > 0)
    *found = decide (varied);
  return TRUE;
}

/**
 * ask_match_find:
 * @verified: (element-type AskVerified): the saved pairs
 * @question: what is asked
 * @schema: (nullable): whose names and synonyms are words for the same thing
 * @find: the index of values
 * @user_data: for @find
 * @error: what @find says
 *
 * Pairs whose question is the same word for word come before those that are the same in other
 * forms, these before those with other values, and all of them before those that say it with another
 * name or synonym of what their SQL is about. A word that two things of @schema are called by stands
 * for neither.
 *
 * Returns: (transfer full): the match, perhaps %ASK_MATCH_NONE; %NULL with @error set where the
 *   index could not be read
 */
AskMatch *
ask_match_find (GPtrArray *verified, const char *question, AskSchema *schema, AskFindValueFunc find, gpointer user_data,
                GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (question, -1);
  g_autoptr (GArray) words = split_question (valid);
  g_autofree char *folded = get_essence (words);
  g_autoptr (GPtrArray) same = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_match_free);
  g_autoptr (AskMatch) found = NULL;
  g_autoptr (AskMatch) problem = NULL;
  g_autoptr (AskNames) names = NULL;
  Asked asked = { valid, words, NULL, { find, user_data } };

  if (folded[0] == '\0')
    return match_new ();
  for (guint i = 0; i < verified->len; i++)
    {
      const AskVerified *pair = verified->pdata[i];
      g_autofree char *own_text = g_utf8_make_valid (pair->question, -1);
      g_autoptr (GArray) own = split_question (own_text);
      g_autofree char *own_folded = get_essence (own);

      if (strcmp (own_folded, folded) == 0 && !are_opposite (own, words))
        {
          AskMatch *match = match_new ();

          match->kind = ASK_MATCH_EXACT;
          match->pair = pair;
          match->sql = g_strdup (pair->sql);
          g_ptr_array_add (same, match);
        }
    }
  if (same->len > 0)
    return decide (same);
  if (!match_pairs (verified, &asked, &found, &problem, error))
    return NULL;
  names = found == NULL && schema != NULL ? ask_names_new (schema) : NULL;
  asked.names = names;
  if (names != NULL && !match_pairs (verified, &asked, &found, &problem, error))
    return NULL;
  if (found != NULL)
    return g_steal_pointer (&found);
  if (problem != NULL)
    return g_steal_pointer (&problem);
  return match_new ();
}
