/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question without its additions. "Orders by month" leaves "orders", which asks for rows; a month has no rows but a
 * figure, so what is left asks for one: "how many orders", "the sum of amount".
 */
#include "config.h"

#include "understand/link/ask-addition-private.h"

#include "base/ask-text.h"

#include <string.h>

static gboolean
is_added (const AskAdditionReader *self, guint i)
{
  for (guint a = 0; a < self->found->len; a++)
    if (ask_addition (self->found, a)->first <= i && i < ask_addition (self->found, a)->last)
      return TRUE;
  return FALSE;
}

/* Whether what is left has to ask for a figure. */
static gboolean
needs_figure (const AskAdditionReader *self)
{
  gboolean needed = FALSE;

  for (guint a = 0; a < self->found->len; a++)
    {
      const AskAddition *it = ask_addition (self->found, a);

      if (it->kind == ASK_ADDITION_METRIC || strchr (it->instead, ' ') != NULL)
        return FALSE;
      needed = needed || (it->kind != ASK_ADDITION_ONLY && !ask_addition_is_condition (it->kind));
    }
  return needed;
}

static gboolean
has_figure (const AskAdditionReader *self)
{
  for (guint i = 0; i < self->typed->len; i++)
    if (!is_added (self, i) && !ask_addition_is_named (self, i, i + 1)
        && *ask_question_token (self->question, i)->surface != '\0'
        && ask_addition_is_one (self, i,
                                "how|many|much|number|count|average|avg|mean|sum|total|maximum|minimum|max|min|highest|"
                                "lowest|largest|smallest|number of|sum of|how many|viele|viel|anzahl|summe|gesamt"))
      return TRUE;
  return FALSE;
}

static gboolean
has_name (const AskAdditionReader *self, const AskNameMatch *match)
{
  return match->met > 0 && match->exact && !is_added (self, match->first);
}

/* A number that something was measured by. */
static gboolean
has_measure (const AskAdditionReader *self)
{
  for (guint a = 0; a < self->question->attributes->len; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->question->domain, a);

      if (attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && !attribute->key && !attribute->joins
          && has_name (self, &g_array_index (self->question->attributes, AskNameMatch, a)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_entity (const AskAdditionReader *self)
{
  for (guint e = 0; e < self->question->entities->len; e++)
    if (has_name (self, &g_array_index (self->question->entities, AskNameMatch, e)))
      return TRUE;
  return FALSE;
}

/* "Customers without a phone", "which customers have no phone": those are asked for that lack it. */
static gboolean
asks_for_those (const AskAdditionReader *self)
{
  guint first = 0;

  for (guint a = 0; a < self->found->len; a++)
    if (!ask_addition_is_condition (ask_addition (self->found, a)->kind))
      return FALSE;
  /* "Unpaid orders" */
  while (first < self->typed->len && is_added (self, first))
    first++;
  return ask_addition_is_one (self, 0, "which|what|welche|welcher|welches|welchen|who|wer|die|the|all|alle")
         || ask_addition_is_named (self, first, first + 1);
}

/* What a figure is asked for with; "" where the question does so, or names nothing to ask for. */
static const char *
find_opening (const AskAdditionReader *self)
{
  gboolean german = self->question->german;

  if (!has_figure (self) && asks_for_those (self))
    return german ? "alle " : "all ";
  if (!needs_figure (self) || has_figure (self))
    return "";
  if (has_measure (self))
    return german ? "was ist die Summe von " : "what is the sum of ";
  if (has_entity (self))
    return german ? "wie viele " : "how many ";
  return "";
}

/* "show me the": how it begins where another opening takes its place. */
static guint
skip_opening (const AskAdditionReader *self)
{
  guint at = 0;

  while (
    !is_added (self, at)
    && ask_addition_is_one (self, at,
                            "show|list|give|display|plot|draw|me|us|what|which|are|is|was|were|the|all|who|"
                            "zeige|zeig|mir|die|der|das|was|ist|sind|alle|liste|welche|welcher|welches|welchen|wer"))
    at++;
  return at;
}

/* What stands for an addition, in the question's language. */
static char *
get_instead (const AskAdditionReader *self, const AskAddition *addition)
{
  static const struct
  {
    const char *english;
    const char *german;
  } openings[] = {
    { "how many", "wie viele" },
    { "what is the sum of", "was ist die Summe von" },
    { "what is the", "was ist" },
    { "number of", "Anzahl" },
  };
  const char *english = addition->instead;

  /* "which month had the highest amount": of all that a month has. */
  if (g_str_equal (english, "what is the") && !has_figure (self) && has_measure (self))
    english = "what is the sum of";
  for (guint i = 0; i < G_N_ELEMENTS (openings) && self->question->german; i++)
    if (g_str_has_prefix (english, openings[i].english))
      return g_strconcat (openings[i].german, english + strlen (openings[i].english), NULL);
  return g_strdup (english);
}

/**
 * ask_additions_rest:
 * @question: a question
 * @additions: (element-type AskAddition): of it
 *
 * Returns: (transfer full): the question without them; where they need a figure it asks for one
 */
char *
ask_additions_rest (AskQuestion *question, GArray *additions)
{
  g_autoptr (GPtrArray) typed = ask_additions_fold (question);
  AskAdditionReader self = { question, typed, additions };
  const char *opening = find_opening (&self);
  GString *rest = g_string_new (opening);
  guint skipped = *opening != '\0' ? skip_opening (&self) : 0;
  guint at = skipped > 0 ? ask_question_token (question, skipped - 1)->end : 0;

  for (guint i = 0; i < additions->len; i++)
    {
      const AskAddition *addition = ask_addition (additions, i);
      guint start = ask_question_token (question, addition->first)->start;
      g_autofree char *instead = get_instead (&self, addition);

      if (start > at)
        g_string_append_len (rest, question->text + at, start - at);
      g_string_append_printf (rest, " %s ", instead);
      at = ask_question_token (question, addition->last - 1)->end;
    }
  g_string_append (rest, question->text + at);
  return g_string_free (rest, FALSE);
}
