/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What should have been done by now, and what was done too late: "overdue invoices", "orders shipped late", "paid after the
 * due date". An entity must have a day on which something is due; another of its days says that it was done.
 */
#include "config.h"

#include "understand/link/ask-addition-private.h"

#include "base/ask-text.h"

#include <string.h>

static const char *const before_ways
  = "that|which|who|are|is|were|was|have|has|been|already|die|sind|ist|wurden|wurde|waren|all|too|zu";
static const char *const verb_ways
  = "shipped|delivered|paid|returned|closed|finished|completed|sent|arrived|done|settled|geliefert|gelieferte|gelieferten|"
    "bezahlt|bezahlte|bezahlten|versandt|versandte|versandten|erledigt|erledigte|erledigten|abgeschlossen|abgeschlossene|"
    "zuruckgegeben|zuruckgegebene";

/* How names of days begin, or end where they begin with "*", on which something is due. */
static const char *const due_names[]
  = { "due", "deadlin", "requir", "promis", "expect", "fallig", "faellig", "frist", "*termin", "*frist", NULL };

/* The same of days on which it was done. */
static const char *const done_names[]
  = { "paid",     "pay",    "ship",  "deliv",  "return", "clos",    "complet", "finish",   "settl",
      "receiv",   "done",   "arriv", "sent",   "bezahl", "zahl",    "liefer",  "geliefer", "erledig",
      "abgeschl", "abschl", "ruckg", "rueckg", "zuruck", "versand", "beglich", NULL };

static gboolean
is_called (const AskDomainAttribute *attribute, const char *const *names)
{
  for (guint s = 0; attribute->raw_stems[s] != NULL; s++)
    for (guint i = 0; names[i] != NULL; i++)
      if (*names[i] == '*' ? g_str_has_suffix (attribute->raw_stems[s], names[i] + 1)
                           : g_str_has_prefix (attribute->raw_stems[s], names[i]))
        return TRUE;
  return FALSE;
}

static const AskDomainAttribute *
get_attribute (const AskAdditionReader *self, int attribute)
{
  return ask_domain_attribute (self->question->domain, (guint) attribute);
}

/* The only day of @entity that is called so; -1 where there is none, or several. */
static int
find_day (const AskAdditionReader *self, guint entity, const char *const *names, int but)
{
  const AskDomainEntity *of = ask_domain_entity (self->question->domain, entity);
  int found = -1;

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    {
      if ((int) a == but || get_attribute (self, (int) a)->kind != ASK_DOMAIN_TIME
          || !is_called (get_attribute (self, (int) a), names))
        continue;
      if (found >= 0)
        return -1;
      found = (int) a;
    }
  return found;
}

/* The day whose name says what the verb does: "shipped" of shipped_date; -1 where no verb stands there. */
static int
find_verb_day (const AskAdditionReader *self, guint entity, guint verb, int but)
{
  const AskDomainEntity *of = ask_domain_entity (self->question->domain, entity);

  for (guint a = of->first; a < of->first + of->n_attributes && verb < self->typed->len; a++)
    {
      const AskDomainAttribute *attribute = get_attribute (self, (int) a);

      if ((int) a == but || attribute->kind != ASK_DOMAIN_TIME)
        continue;
      for (guint s = 0; attribute->raw_stems[s] != NULL; s++)
        if (g_str_equal (attribute->raw_stems[s], ask_question_token (self->question, verb)->stem))
          return (int) a;
    }
  return -1;
}

/* What the question is about that can be due; the nearest one where it names several. -1 where it is nothing. */
static int
find_due (const AskAdditionReader *self, guint i)
{
  guint nearest = G_MAXUINT;
  int found = -1;

  for (guint e = 0; e < self->question->domain->entities->len; e++)
    {
      const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, e);
      gboolean named = match->met > 0 && match->exact;
      guint away = named ? (guint) ABS ((int) match->first - (int) i) : self->typed->len;
      int due = find_day (self, e, due_names, -1);

      if (due < 0 || (!named && (self->about == NULL || !self->about[e])) || away >= nearest)
        continue;
      nearest = away;
      found = due;
    }
  return found;
}

static guint
add (AskAdditionReader *self, AskAddition addition)
{
  addition.first = ask_addition_skip_back (self, addition.first, 1, before_ways);
  ask_addition_add (self, addition, "");
  return addition.last;
}

/* "overdue", "past due", "überfällig" */
static guint
read_overdue (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_OVERDUE, .first = i, .last = i + 1, .attribute = find_due (self, i) };

  if (ask_addition_is_one (self, i, "past"))
    {
      addition.last = ask_addition_skip (self, i + 1, "their|its|the");
      if (!ask_addition_is_one (self, addition.last, "due"))
        return i;
      addition.last = ask_addition_skip (self, addition.last, "due|date|dates");
    }
  else if (!ask_addition_is_one (self, i, "overdue|uberfallig|uberfallige|uberfalligen|uberfalliger"))
    return i;
  if (addition.attribute < 0)
    return i;
  addition.other = find_day (self, get_attribute (self, addition.attribute)->entity, done_names, addition.attribute);
  return add (self, addition);
}

/* "shipped late", "too late", "verspätet geliefert" */
static guint
read_late (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_LATE, .first = i, .last = i + 1, .attribute = find_due (self, i) };
  guint verb = i + 1;
  guint entity;

  if (addition.attribute < 0
      || !ask_addition_is_one (self, i, "late|verspatet|verspatete|verspateten|verspateter|spat"))
    return i;
  entity = get_attribute (self, addition.attribute)->entity;
  if (i > 0 && ask_addition_is_one (self, i - 1, verb_ways))
    addition.first = verb = i - 1;
  else if (ask_addition_is_one (self, i + 1, verb_ways))
    addition.last++;
  else if (!ask_addition_is_one (self, i, "verspatet") && !ask_addition_is_end (self, i + 1))
    return i;
  addition.other = find_verb_day (self, entity, verb, addition.attribute);
  if (addition.other < 0)
    addition.other = find_day (self, entity, done_names, addition.attribute);
  return addition.other >= 0 ? add (self, addition) : i;
}

/* "paid after the due date": one day of a row beside another one */
static guint
read_after (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_LATE, .first = i - 1, .attribute = -1 };
  guint at = ask_addition_skip (self, i + 1, "than|the|their|its|dem|der|den|ihrem");

  if (i == 0 || !ask_addition_is_one (self, i, "after|later|past|nach"))
    return i;
  for (guint a = 0; a < self->question->attributes->len && addition.attribute < 0; a++)
    {
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);

      if (match->met <= 0 || !match->exact || match->first != at || !get_attribute (self, (int) a)->dated)
        continue;
      addition.other = find_verb_day (self, get_attribute (self, (int) a)->entity, i - 1, (int) a);
      if (addition.other < 0 || !ask_addition_is_entity_named (self, get_attribute (self, (int) a)->entity))
        continue;
      addition.attribute = (int) a;
      addition.last = match->last;
    }
  return addition.attribute >= 0 ? add (self, addition) : i;
}

/*
 * ask_addition_read_due:
 * @self: a reader
 * @i: a token
 *
 * "overdue invoices", "orders shipped late", "paid after the due date".
 *
 * Returns: one past what was read, @i where nothing is said to be late
 */
guint
ask_addition_read_due (AskAdditionReader *self, guint i)
{
  guint last = read_overdue (self, i);

  if (last == i)
    last = read_late (self, i);
  return last == i ? read_after (self, i) : last;
}
