/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units in a question: "over 5 kg", "$20", "in EUR". A number with a unit is of an attribute whose numbers are in it;
 * where there is such a one, it is of no other.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"

#include <string.h>

/* Units as people write them; a unit of a schema is compared with each name of its group. */
static const char *const groups[][9] = {
  { "eur", "euro", "euros", "€", NULL },
  { "usd", "dollar", "dollars", "$", "us$", NULL },
  { "gbp", "pound", "pounds", "£", NULL },
  { "chf", "franken", "francs", "franc", NULL },
  { "kg", "kilogram", "kilograms", "kilogramm", "kilo", "kilos", NULL },
  { "g", "gram", "grams", "gramm", NULL },
  { "t", "ton", "tons", "tonne", "tonnes", "tonnen", NULL },
  { "m", "meter", "meters", "metre", "metres", "metern", NULL },
  { "km", "kilometer", "kilometers", "kilometre", "kilometres", "kilometern", NULL },
  { "cm", "centimeter", "centimeters", "centimetre", "zentimeter", "zentimetern", NULL },
  { "mm", "millimeter", "millimeters", "millimetre", "millimetern", NULL },
  { "l", "liter", "liters", "litre", "litres", "litern", NULL },
  { "%", "percent", "prozent", NULL },
  { "h", "hour", "hours", "stunde", "stunden", NULL },
  { "min", "minute", "minutes", "minuten", NULL },
  { "s", "second", "seconds", "sekunde", "sekunden", NULL },
  { "ms", "millisecond", "milliseconds", "millisekunden", NULL },
};

/* The first of them are of money. */
#define N_MONEY 4

static gboolean
is_same (const char *unit, const char *typed)
{
  if (strcmp (unit, typed) == 0)
    return TRUE;
  for (guint g = 0; g < G_N_ELEMENTS (groups); g++)
    if (g_strv_contains (groups[g], unit) && g_strv_contains (groups[g], typed))
      return TRUE;
  return FALSE;
}

static char *
fold_unit (const char *unit)
{
  g_autofree char *folded = ask_text_fold (unit);

  /* Signs are folded away. */
  return *folded != '\0' ? g_steal_pointer (&folded) : g_strdup (unit);
}

/* The attributes with the unit that token @i is; @found: (element-type int). */
static void
find_attributes (AskQuestion *self, guint i, GArray *found)
{
  g_autofree char *typed = NULL;

  g_array_set_size (found, 0);
  if (i >= self->tokens->len || ask_question_token (self, i)->quoted)
    return;
  typed = fold_unit (ask_question_token (self, i)->surface);
  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      const char *unit = ask_domain_attribute (self->domain, a)->attribute->unit;
      g_autofree char *folded = unit != NULL && *unit != '\0' ? fold_unit (unit) : NULL;

      if (folded != NULL && is_same (folded, typed))
        g_array_append_val (found, a);
    }
}

/* Money that no unit says: "under 20 euros" is of the price of what is asked for. */
static void
find_money (AskQuestion *self, guint i, GArray *found)
{
  static const char *const stems[] = { "price",  "cost",   "amount", "total",  "salari", "salary",  "wage", "freight",
                                       "fee",    "budget", "revenu", "sale",   "charg",  "payment", "valu", "preis",
                                       "betrag", "gehalt", "kost",   "kosten", "gebuhr", "umsatz",  NULL };
  g_autofree char *typed = fold_unit (ask_question_token (self, i)->surface);
  gboolean money = FALSE;

  for (guint g = 0; g < N_MONEY; g++)
    money = money || g_strv_contains (groups[g], typed);
  for (guint a = 0; a < self->domain->attributes->len && money; a++)
    {
      const AskDomainAttribute *of = ask_domain_attribute (self->domain, a);
      const AskNameMatch *entity = &g_array_index (self->entities, AskNameMatch, of->entity);

      if (entity->met > 0 && entity->exact && of->numeric && !of->key && !of->joins && of->attribute->unit == NULL
          && (ask_domain_words_have_any (of->stems, stems) || ask_domain_words_have_any (of->raw_stems, stems)))
        g_array_append_val (found, a);
    }
}

static void
keep_units (AskQuestion *self, guint token, const GArray *found)
{
  for (guint i = 0; i < found->len; i++)
    {
      AskUnitMatch match = { token, g_array_index (found, int, i) };

      g_array_append_val (self->units, match);
    }
}

/* The number is of these attributes and of no other. */
static void
narrow (AskMention *mention, const GArray *found)
{
  gboolean any = FALSE;

  for (guint i = 0; i < mention->links->len; i++)
    for (guint k = 0; k < found->len; k++)
      any = any || g_array_index (mention->links, AskMentionLink, i).attribute == g_array_index (found, int, k);
  for (guint i = mention->links->len; i-- > 0 && any;)
    {
      AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);
      gboolean kept = FALSE;

      for (guint k = 0; k < found->len; k++)
        kept = kept || link->attribute == g_array_index (found, int, k);
      if (kept)
        link->score = 1;
      else
        g_array_remove_index (mention->links, i);
    }
}

/**
 * ask_question_find_units:
 * @work: with its mentions
 *
 * Finds units, and tells the numbers beside them whose they are.
 */
void
ask_question_find_units (AskQuestionWork *work)
{
  AskQuestion *self = work->question;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint t = 0; t < self->tokens->len; t++)
    {
      gboolean in = t > 0 && g_str_equal (ask_question_token (self, t - 1)->folded, "in");
      gboolean beside = FALSE;

      find_attributes (self, t, found);
      if (found->len == 0 && !ask_question_token (self, t)->quoted)
        find_money (self, t, found);
      for (guint m = 0; m < self->mentions->len && found->len > 0; m++)
        {
          AskMention *mention = ask_question_mention (self, m);

          if (mention->kind != ASK_MENTION_NUMBER || (mention->last != t && mention->first != t + 1))
            continue;
          beside = TRUE;
          narrow (mention, found);
        }
      if (beside || in)
        keep_units (self, t, found);
    }
}
