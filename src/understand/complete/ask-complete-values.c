/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an attribute is compared with: stored values, yes and no, numbers and days. A value whose words could be read as
 * anything else is offered between quotation marks.
 */
#include "config.h"

#include "understand/complete/ask-complete-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"

/* Of a column with more one sees no end. */
#define MAX_OFFERED 200

/* A stored value. @words: folded */
typedef struct
{
  char *text;
  char **words;
  gboolean plain; /* may stand without quotation marks */
} Value;

static void
value_free (gpointer data)
{
  Value *self = data;

  g_free (self->text);
  g_strfreev (self->words);
  g_free (self);
}

/*
 * ask_typed_to_number:
 * @typed: a word
 * @number: (out): what it says
 *
 * Returns: whether it is a number, in digits
 */
gboolean
ask_typed_to_number (const AskTyped *typed, double *number)
{
  char *end = NULL;

  if (typed->quoted || !g_ascii_isdigit (typed->folded[0]) || strpbrk (typed->folded, "xXpPnN,:-") != NULL)
    return FALSE;
  *number = g_ascii_strtod (typed->folded, &end);
  return *end == '\0';
}

/* A year, a month or a day as these are stored. */
static gboolean
is_day (const AskTyped *typed)
{
  static const char form[] = "dddd-dd-dd";
  gsize n = strlen (typed->folded);
  int year = 0;
  int month = 1;
  int day = 1;

  if (typed->quoted || (n != 4 && n != 7 && n != 10))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (form[i] == 'd' ? !g_ascii_isdigit (typed->folded[i]) : typed->folded[i] != '-')
      return FALSE;
  year = (int) g_ascii_strtoll (typed->folded, NULL, 10);
  month = n > 4 ? (int) g_ascii_strtoll (typed->folded + 5, NULL, 10) : 1;
  day = n > 7 ? (int) g_ascii_strtoll (typed->folded + 8, NULL, 10) : 1;
  return g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year);
}

/* What is only letters, digits and single blanks, and neither begins as a number nor has a word of the grammar. */
static gboolean
is_plain (const char *text, char **words)
{
  if (words[0] == NULL || g_unichar_isdigit (g_utf8_get_char (text)))
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    if (ask_say_is_any (words[i]))
      return FALSE;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isalnum (g_utf8_get_char (p)) && (*p != ' ' || p == text || p[1] == ' ' || p[1] == '\0'))
      return FALSE;
  return TRUE;
}

static Value *
value_new (const char *text)
{
  g_autoptr (GArray) typed = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  Value *self = g_new0 (Value, 1);

  self->text = g_utf8_make_valid (text, -1);
  typed = ask_typed_split (self->text, strlen (self->text));
  for (guint i = 0; i < typed->len; i++)
    g_strv_builder_add (builder, g_array_index (typed, AskTyped, i).folded);
  self->words = g_strv_builder_end (builder);
  self->plain = is_plain (self->text, self->words);
  return self;
}

/* Returns: (transfer none) (element-type Value) (nullable): %NULL where the walk ends with an error */
static GPtrArray *
get_values (AskWalk *walk, int attribute)
{
  gpointer key = GINT_TO_POINTER (attribute + 1);
  GPtrArray *values = g_hash_table_lookup (walk->values, key);
  g_autoptr (GHashTable) folded = NULL;
  g_autoptr (GPtrArray) texts = NULL;

  if (values != NULL)
    return values;
  texts = ask_domain_list_values_of (walk->names->domain, walk->workspace, attribute, &walk->error);
  if (texts == NULL)
    return NULL;
  values = g_ptr_array_new_with_free_func (value_free);
  folded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < texts->len; i++)
    {
      Value *value = value_new (texts->pdata[i]);
      char *words = g_strjoinv (" ", value->words);
      Value *same = g_hash_table_lookup (folded, words);

      /* Words that say two values say none for certain. */
      if (same != NULL)
        same->plain = value->plain = FALSE;
      g_hash_table_insert (folded, words, value);
      g_ptr_array_add (values, value);
    }
  g_hash_table_insert (walk->values, key, values);
  return values;
}

/* Returns: (nullable): what is typed for it; %NULL where no quotation marks can hold it */
static char *
spell (const Value *value)
{
  if (value->plain)
    return g_strdup (value->text);
  if (strchr (value->text, '"') == NULL)
    return g_strdup_printf ("\"%s\"", value->text);
  if (strchr (value->text, '\'') == NULL)
    return g_strdup_printf ("'%s'", value->text);
  return strstr (value->text, "”") == NULL ? g_strdup_printf ("“%s”", value->text) : NULL;
}

static char *
tell_value (const AskWalk *walk, int attribute)
{
  const AskDomainAttribute *of = ask_domain_attribute (walk->names->domain, attribute);

  /* Translators: an entity and its attribute: "value of Customer.city". */
  return g_strdup_printf (_ ("value of %s.%s"), ask_domain_entity (walk->names->domain, of->entity)->name, of->name);
}

/* Whether a value can follow: its words go on as what is typed, or the quoted text does. */
static gboolean
continues (const AskWalk *walk, guint at, const Value *value, guint *skipped)
{
  const AskTyped *typed = at < walk->typed->len ? ask_typed (walk, at) : NULL;
  g_autofree char *folded = NULL;

  *skipped = 0;
  if (typed == NULL || !typed->quoted)
    return ask_said_begins (walk, at, value->words, skipped);
  folded = ask_text_fold (value->text);
  return typed->open && g_str_has_prefix (folded, typed->folded);
}

static void
offer_values (AskWalk *walk, const AskParse *parse, GPtrArray *values, int attribute)
{
  guint n = 0;

  for (guint i = 0; i < values->len && n < MAX_OFFERED; i++)
    {
      const Value *value = values->pdata[i];
      g_autofree char *text = NULL;
      guint skipped;

      if (!continues (walk, parse->at, value, &skipped) || (text = spell (value)) == NULL)
        continue;
      n++;
      ask_walk_offer (walk, parse, ASK_COMPLETION_VALUE, text, tell_value (walk, attribute), skipped > 0 ? 0.75 : 0.95);
    }
}

static void
take_text (AskWalk *walk, const AskParse *parse, AskComposedIf *condition)
{
  GPtrArray *values = get_values (walk, condition->attribute);
  const AskTyped *typed = parse->at < walk->typed->len ? ask_typed (walk, parse->at) : NULL;
  gboolean exact = FALSE;

  if (values == NULL)
    return;
  if (walk->offers != NULL)
    offer_values (walk, parse, values, condition->attribute);
  condition->n = 1;
  for (guint i = 0; typed != NULL && typed->quoted && !typed->open && i < values->len; i++)
    exact |= strcmp (((Value *) values->pdata[i])->text, typed->surface) == 0;
  for (guint i = 0; typed != NULL && i < values->len; i++)
    {
      const Value *value = values->pdata[i];
      guint n = 0;

      if (!typed->quoted)
        n = value->plain ? ask_words_match (walk, parse->at, value->words) : 0;
      else if (!typed->open && exact)
        n = strcmp (value->text, typed->surface) == 0;
      else if (!typed->open)
        {
          g_autofree char *folded = ask_text_fold (value->text);

          n = strcmp (folded, typed->folded) == 0;
        }
      if (n == 0)
        continue;
      condition->texts[0] = g_string_chunk_insert (walk->chunk, value->text);
      ask_walk_take_if (walk, parse, condition, n);
    }
}

/* Yes and no, where they are kept as numbers. */
static void
take_truth (AskWalk *walk, const AskParse *parse, AskComposedIf *condition)
{
  static const AskSay truths[] = { ASK_SAY_FALSE, ASK_SAY_TRUE };

  condition->n = 1;
  for (guint i = 0; i < G_N_ELEMENTS (truths); i++)
    {
      AskParse next;

      if (!ask_walk_say (walk, parse, truths[i], &next))
        continue;
      condition->numbers[0] = i;
      ask_walk_take_if (walk, &next, condition, 0);
    }
}

static void
take_written (AskWalk *walk, const AskParse *parse, AskComposedIf *condition, gboolean day)
{
  const AskTyped *typed = parse->at < walk->typed->len ? ask_typed (walk, parse->at) : NULL;

  if (typed == NULL)
    {
      if (walk->offers != NULL)
        ask_walk_offer (walk, parse, ASK_COMPLETION_HINT, day ? _ ("2024, 2024-05 or 2024-05-31") : _ ("a number"),
                        g_strdup (_ ("how it is written")), 0.5);
      return;
    }
  if (day ? !is_day (typed) : !ask_typed_to_number (typed, &condition->numbers[condition->n]))
    return;
  condition->texts[condition->n] = day ? g_string_chunk_insert (walk->chunk, typed->folded) : NULL;
  condition->n++;
  ask_walk_take_if (walk, parse, condition, 1);
}

/*
 * ask_walk_take_value:
 * @walk: a walk
 * @parse: where the value of its condition, or the next one, may stand
 *
 * Offers and reads what its attribute may be compared with.
 */
void
ask_walk_take_value (AskWalk *walk, const AskParse *parse)
{
  AskComposedIf condition = parse->ifs[parse->n_ifs];
  const AskDomainAttribute *attribute = ask_domain_attribute (walk->names->domain, condition.attribute);

  if (attribute->kind == ASK_DOMAIN_BOOLEAN && attribute->numeric)
    take_truth (walk, parse, &condition);
  else if (attribute->kind == ASK_DOMAIN_TEXT || attribute->kind == ASK_DOMAIN_BOOLEAN)
    take_text (walk, parse, &condition);
  else
    take_written (walk, parse, &condition, attribute->kind == ASK_DOMAIN_TIME && !attribute->numeric);
}
