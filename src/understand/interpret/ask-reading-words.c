/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A draft in words: one short sentence for each part, in the order in which people think of them.
 */
#include "config.h"

#include "understand/interpret/ask-reading-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/ask-text.h"
#include "understand/interpret/ask-draft-private.h"

static void append_draft (GString *words, const AskDraft *draft, AskDomain *domain);

static char *
name_entity (AskDomain *domain, guint entity)
{
  return ask_text_to_words (ask_domain_entity (domain, entity)->name);
}

/* Translators: how your language calls several of something: "s" adds an s as English does, "-" leaves names as they
 * are. */
static gboolean
adds_s (void)
{
  return g_str_equal (C_ ("plural of names", "s"), "s");
}

/**
 * ask_reading_name_several:
 * @name: of an entity or an attribute
 *
 * Returns: (transfer full): what many of them are called, "order lines"
 */
char *
ask_reading_name_several (const char *name)
{
  g_autofree char *words = ask_text_to_words (name);

  return adds_s () ? ask_text_to_several (words) : g_steal_pointer (&words);
}

/**
 * ask_reading_name_one:
 * @name: of an entity or an attribute
 *
 * Returns: (transfer full): what one of them is called, "order line"
 */
char *
ask_reading_name_one (const char *name)
{
  g_autofree char *words = ask_text_to_words (name);

  return adds_s () ? ask_text_to_one (words) : g_steal_pointer (&words);
}

/**
 * ask_reading_name_count:
 * @words: the name of the entity whose rows are counted, as words
 *
 * Returns: (transfer full): "number of order lines"
 */
char *
ask_reading_name_count (const char *words)
{
  g_autofree char *several = adds_s () ? ask_text_to_several (words) : g_strdup (words);

  return g_strdup_printf (_ ("number of %s"), several);
}

/* An attribute by its own name, and whose it is where another has the same. */
static char *
name_attribute (AskDomain *domain, int at)
{
  const AskDomainAttribute *attribute = ask_domain_attribute (domain, at);
  g_autofree char *name = ask_text_to_words (attribute->name);
  g_autofree char *entity = NULL;

  for (guint a = 0; a < domain->attributes->len; a++)
    if ((int) a != at && g_ascii_strcasecmp (ask_domain_attribute (domain, a)->name, attribute->name) == 0)
      {
        entity = name_entity (domain, attribute->entity);
        /* Translators: an attribute and whose it is, "name of artist" */
        return g_strdup_printf (_ ("%s of %s"), name, entity);
      }
  return g_steal_pointer (&name);
}

static gboolean
has_entity (const GArray *entities, guint entity)
{
  for (guint i = 0; i < entities->len; i++)
    if (g_array_index (entities, guint, i) == entity)
      return TRUE;
  return FALSE;
}

/* Whether it leads to the key of another of @entities: each of its rows is joined to one of that at most. */
static gboolean
leads_elsewhere (AskDomain *domain, guint entity, const GArray *entities)
{
  for (guint i = 0; i < domain->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, i);
      guint to = ask_domain_attribute (domain, join->to)->entity;

      if (ask_domain_attribute (domain, join->from)->entity == entity && to != entity && has_entity (entities, to))
        return TRUE;
    }
  return FALSE;
}

/* Of what rows are counted: of what no attribute brings, or of the only entity there is. */
static char *
name_count (const AskDraft *draft, AskDomain *domain)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);
  g_autofree char *name = NULL;

  if (draft->extra->len == 1 && leads_elsewhere (domain, (guint) g_array_index (draft->extra, int, 0), entities))
    name = name_entity (domain, (guint) g_array_index (draft->extra, int, 0));
  else if (entities->len == 1)
    name = name_entity (domain, g_array_index (entities, guint, 0));
  return name != NULL ? ask_reading_name_count (name) : g_strdup (_ ("number of rows"));
}

/* A number of rows that is shared out. */
static char *
name_average (const AskDraftTerm *term, const AskDraft *draft, AskDomain *domain)
{
  g_autofree char *count = name_count (draft, domain);
  g_autofree char *per = ask_text_to_words (ask_domain_attribute (domain, (int) term->per - 1)->name);

  return g_strdup_printf (_ ("%s ÷ different %s"), count, per);
}

/* All of a row is what it is a row of. */
static char *
name_all (const AskDraft *draft, AskDomain *domain)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);

  return entities->len == 1 ? name_entity (domain, g_array_index (entities, guint, 0)) : g_strdup (_ ("everything"));
}

/**
 * ask_reading_name_part:
 * @part: what of a time is meant
 * @name: what has that time
 *
 * Returns: (transfer full): "month of day"
 */
char *
ask_reading_name_part (AskTimePart part, const char *name)
{
  switch (part)
    {
    case ASK_TIME_YEAR:
      return g_strdup_printf (_ ("year of %s"), name);
    case ASK_TIME_QUARTER:
      return g_strdup_printf (_ ("quarter of %s"), name);
    case ASK_TIME_MONTH:
      return g_strdup_printf (_ ("month of %s"), name);
    case ASK_TIME_WEEK:
      return g_strdup_printf (_ ("week of %s"), name);
    case ASK_TIME_DAY:
      return g_strdup_printf (_ ("day of %s"), name);
    case ASK_TIME_QUARTER_OF_YEAR:
      /* Translators: 1 to 4, whichever year it is */
      return g_strdup_printf (_ ("quarter of any year of %s"), name);
    case ASK_TIME_MONTH_OF_YEAR:
      /* Translators: January to December, whichever year it is */
      return g_strdup_printf (_ ("month of any year of %s"), name);
    case ASK_TIME_WEEKDAY:
      return g_strdup_printf (_ ("weekday of %s"), name);
    case ASK_TIME_HOUR:
      return g_strdup_printf (_ ("hour of %s"), name);
    case ASK_TIME_WHOLE:
    default:
      return g_strdup (name);
    }
}

static char *
name_view (const AskDraftTerm *term, const AskDraft *draft, AskDomain *domain)
{
  AskDraftTerm figure = *term;
  g_autofree char *name = NULL;

  figure.view = ASK_DRAFT_AS_IT_IS;
  name = ask_reading_name_term (&figure, draft, domain);
  if (term->view == ASK_DRAFT_SHARE)
    return g_strdup_printf (_ ("share of %s in percent"), name);
  /* Translators: the difference to the period before, in percent of it or not */
  return g_strdup_printf (term->view == ASK_DRAFT_GROWTH ? _ ("growth of %s in percent") : _ ("change of %s"), name);
}

/**
 * ask_reading_name_aggregate:
 * @aggregate: what is made of many values
 * @distinct: each value counts once; of a number alone
 * @name: what has the values
 *
 * Returns: (transfer full): "sum of price"
 */
char *
ask_reading_name_aggregate (AskDraftAggregate aggregate, gboolean distinct, const char *name)
{
  switch (aggregate)
    {
    case ASK_DRAFT_COUNT:
      return g_strdup_printf (distinct ? _ ("number of different %s") : _ ("number of %s"), name);
    case ASK_DRAFT_SUM:
      return g_strdup_printf (_ ("sum of %s"), name);
    case ASK_DRAFT_AVG:
      return g_strdup_printf (_ ("average %s"), name);
    case ASK_DRAFT_MIN:
      return g_strdup_printf (_ ("smallest %s"), name);
    case ASK_DRAFT_MAX:
      return g_strdup_printf (_ ("largest %s"), name);
    case ASK_DRAFT_PLAIN:
    default:
      return g_strdup (name);
    }
}

/**
 * ask_reading_name_term:
 * @term: of @draft
 * @draft: a draft
 * @domain: what it is about
 *
 * Returns: (transfer full): "sum of price"
 */
char *
ask_reading_name_term (const AskDraftTerm *term, const AskDraft *draft, AskDomain *domain)
{
  g_autofree char *name = NULL;

  if (term->view != ASK_DRAFT_AS_IT_IS)
    return name_view (term, draft, domain);
  if (term->metric > 0)
    return ask_domain_metric (domain, term->metric - 1)->metric != NULL
             ? ask_text_to_words (ask_domain_metric (domain, term->metric - 1)->name)
             : ask_draft_name_product (domain, ask_domain_metric (domain, term->metric - 1));
  if (term->per > 0)
    return name_average (term, draft, domain);
  if (term->attribute == ASK_DOMAIN_STAR && term->aggregate == ASK_DRAFT_COUNT)
    return name_count (draft, domain);
  if (term->attribute == ASK_DOMAIN_STAR)
    return name_all (draft, domain);
  name = name_attribute (domain, term->attribute);
  if (term->aggregate == ASK_DRAFT_PLAIN)
    return ask_reading_name_part (term->part, name);
  return ask_reading_name_aggregate (term->aggregate, term->distinct, name);
}

/**
 * ask_reading_name_terms:
 * @terms: (element-type AskDraftTerm): of @draft
 * @draft: a draft
 * @domain: what it is about
 *
 * Returns: (transfer full): all of them, with commas
 */
char *
ask_reading_name_terms (const GArray *terms, const AskDraft *draft, AskDomain *domain)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < terms->len; i++)
    {
      g_autofree char *name = ask_reading_name_term (&g_array_index (terms, AskDraftTerm, i), draft, domain);

      g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", name);
    }
  return g_string_free (all, FALSE);
}

/* "1980", not "1980.0": a person wrote it. */
static char *
name_number (double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, fabs (number) < 1e15 ? "%.15g" : "%.17g", number));
}

static char *
name_operand (const AskDraftOperand *operand, AskTimePart part, AskDomain *domain)
{
  GString *query;

  switch (operand->kind)
    {
    case ASK_DRAFT_ATTRIBUTE:
      return name_attribute (domain, operand->attribute);
    case ASK_DRAFT_QUERY:
      query = g_string_new ("(");
      append_draft (query, operand->query, domain);
      g_string_append_c (query, ')');
      return g_string_free (query, FALSE);
    case ASK_DRAFT_VALUE:
    default:
      if (part != ASK_TIME_WHOLE && operand->text == NULL)
        return ask_draft_name_part (part, (int) operand->number);
      return operand->text != NULL ? g_strdup (operand->text) : name_number (operand->number);
    }
}

static const char *
name_op (AskDraftOp op)
{
  switch (op)
    {
    case ASK_DRAFT_EQUAL:
      return _ ("%s is %s");
    case ASK_DRAFT_NOT_EQUAL:
      return _ ("%s is not %s");
    case ASK_DRAFT_LESS:
      return _ ("%s below %s");
    case ASK_DRAFT_LESS_EQUAL:
      return _ ("%s at most %s");
    case ASK_DRAFT_GREATER:
      return _ ("%s above %s");
    case ASK_DRAFT_GREATER_EQUAL:
      return _ ("%s at least %s");
    case ASK_DRAFT_LIKE:
      return _ ("%s like %s");
    case ASK_DRAFT_NOT_LIKE:
      return _ ("%s not like %s");
    case ASK_DRAFT_IN:
      return _ ("%s among %s");
    case ASK_DRAFT_NOT_IN:
      return _ ("%s not among %s");
    case ASK_DRAFT_IS_NULL:
    case ASK_DRAFT_IS_NOT_NULL:
    case ASK_DRAFT_IS_BLANK:
    case ASK_DRAFT_BETWEEN:
    case ASK_DRAFT_NOT_BETWEEN:
    default:
      return NULL;
    }
}

/**
 * ask_reading_say:
 * @op: how it is compared
 * @left: what is compared
 * @first: (nullable): with what; %NULL where @op needs nothing
 * @second: (nullable): the end of a range
 *
 * Returns: (transfer full): "city is Lyon"
 */
char *
ask_reading_say (AskDraftOp op, const char *left, const char *first, const char *second)
{
  switch (op)
    {
    case ASK_DRAFT_IS_NULL:
    case ASK_DRAFT_IS_BLANK:
      return g_strdup_printf (_ ("%s is empty"), left);
    case ASK_DRAFT_IS_NOT_NULL:
      return g_strdup_printf (_ ("%s is not empty"), left);
    case ASK_DRAFT_BETWEEN:
      return g_strdup_printf (_ ("%s from %s to %s"), left, first, second);
    case ASK_DRAFT_NOT_BETWEEN:
      return g_strdup_printf (_ ("%s not from %s to %s"), left, first, second);
    default:
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      return g_strdup_printf (name_op (op), left, first);
#pragma GCC diagnostic pop
    }
}

/**
 * ask_reading_name_condition:
 * @condition: of @draft
 * @draft: a draft
 * @domain: what it is about
 *
 * Returns: (transfer full): "city is Lyon"
 */
char *
ask_reading_name_condition (const AskDraftCondition *condition, const AskDraft *draft, AskDomain *domain)
{
  g_autofree char *left = ask_reading_name_term (&condition->left, draft, domain);
  AskTimePart part = condition->left.part;
  g_autofree char *first = condition->n_operands > 0 ? name_operand (&condition->operands[0], part, domain) : NULL;
  g_autofree char *second = condition->n_operands > 1 ? name_operand (&condition->operands[1], part, domain) : NULL;

  if (condition->op == ASK_DRAFT_NOT_EQUAL && first != NULL && *first == '\0')
    return ask_reading_say (ASK_DRAFT_IS_NOT_NULL, left, NULL, NULL);
  return ask_reading_say (condition->op, left, first, second);
}

static char *
name_conditions (const GArray *conditions, const AskDraft *draft, AskDomain *domain)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = &g_array_index (conditions, AskDraftCondition, i);
      g_autofree char *name = ask_reading_name_condition (condition, draft, domain);

      if (i > 0)
        g_string_append_printf (all, " %s ", condition->either ? _ ("or") : _ ("and"));
      g_string_append (all, name);
    }
  return g_string_free (all, FALSE);
}

/**
 * ask_reading_append:
 * @words: what was said so far
 * @label: "Only where:"
 * @what: what is said now
 *
 * Appends a short sentence.
 */
void
ask_reading_append (GString *words, const char *label, const char *what)
{
  if (words->len > 0 && words->str[words->len - 1] != '(')
    g_string_append_c (words, ' ');
  g_string_append_printf (words, "%s %s.", label, what);
}

/**
 * ask_reading_name_entities:
 * @draft: a draft
 * @domain: what it is about
 *
 * Returns: (transfer full): what is looked at: the entities that count where no attribute is named
 */
char *
ask_reading_name_entities (const AskDraft *draft, AskDomain *domain)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < entities->len; i++)
    {
      g_autofree char *name = name_entity (domain, g_array_index (entities, guint, i));

      g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", name);
    }
  return g_string_free (all, FALSE);
}

/**
 * ask_reading_append_order:
 * @words: what was said so far
 * @by: what it is ordered by
 * @descending: the largest comes first
 * @limit: how many are shown, or %ASK_DRAFT_NO_LIMIT
 *
 * Appends the sentence of an order.
 */
void
ask_reading_append_order (GString *words, const char *by, gboolean descending, gint64 limit)
{
  g_autofree char *text = NULL;

  if (limit == ASK_DRAFT_NO_LIMIT)
    text = g_strdup (by);
  else
    {
      g_autofree char *shown = g_strdup_printf ("%" G_GINT64_FORMAT, limit);

      /* Translators: what it is ordered by, and how many are shown. */
      text = g_strdup_printf (ngettext ("%s, only the first", "%s, only the first %s", (gulong) limit), by, shown);
    }
  ask_reading_append (words, descending ? _ ("Largest first:") : _ ("Smallest first:"), text);
}

static void
append_order (GString *words, const AskDraft *draft, AskDomain *domain)
{
  g_autofree char *by = ask_reading_name_terms (draft->orders, draft, domain);

  ask_reading_append_order (words, by, draft->descending, draft->limit);
}

/**
 * ask_reading_is_count:
 * @draft: a draft
 *
 * Returns: whether it only says how many rows there are
 */
gboolean
ask_reading_is_count (const AskDraft *draft)
{
  const AskDraftTerm *first = &g_array_index (draft->terms, AskDraftTerm, 0);

  return draft->terms->len == 1 && first->aggregate == ASK_DRAFT_COUNT && first->attribute == ASK_DOMAIN_STAR
         && first->metric == 0 && first->per == 0 && first->view == ASK_DRAFT_AS_IT_IS && draft->groups->len == 0;
}

/* The entity all of whose attributes are shown, one after another, as beside others in FROM "*" cannot say it; -1 where
 * something else is. */
static int
find_whole (const AskDraft *draft, AskDomain *domain)
{
  const AskDraftTerm *first = &g_array_index (draft->terms, AskDraftTerm, 0);
  const AskDomainEntity *entity;

  if (first->attribute < 0)
    return -1;
  entity = ask_domain_entity (domain, ask_domain_attribute (domain, first->attribute)->entity);
  if (draft->terms->len < 2 || draft->terms->len != entity->n_attributes)
    return -1;
  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = &g_array_index (draft->terms, AskDraftTerm, i);

      if (term->aggregate != ASK_DRAFT_PLAIN || term->metric > 0 || term->part != ASK_TIME_WHOLE
          || term->attribute != (int) (entity->first + i))
        return -1;
    }
  return (int) ask_domain_attribute (domain, first->attribute)->entity;
}

static char *
name_shown (const AskDraft *draft, AskDomain *domain)
{
  int whole = find_whole (draft, domain);

  return whole >= 0 ? name_entity (domain, (guint) whole) : ask_reading_name_terms (draft->terms, draft, domain);
}

static void
append_draft (GString *words, const AskDraft *draft, AskDomain *domain)
{
  gboolean counted = ask_reading_is_count (draft);
  g_autofree char *what = counted ? ask_reading_name_entities (draft, domain) : name_shown (draft, domain);

  if (draft->whole != NULL)
    ask_reading_append (words, _ ("Share in percent:"), what);
  else
    ask_reading_append (words,
                        counted           ? _ ("Counted:")
                        : draft->distinct ? _ ("Shown, each once:")
                                          : _ ("Shown:"),
                        what);
  if (draft->conditions->len > 0)
    {
      g_autofree char *conditions = name_conditions (draft->conditions, draft, domain);

      ask_reading_append (words, _ ("Only where:"), conditions);
    }
  if (draft->whole != NULL && draft->whole->conditions->len > 0)
    {
      g_autofree char *conditions = name_conditions (draft->whole->conditions, draft->whole, domain);

      ask_reading_append (words, _ ("Of all where:"), conditions);
    }
  if (draft->groups->len > 0)
    {
      g_autofree char *groups = ask_reading_name_terms (draft->groups, draft, domain);

      ask_reading_append (words, _ ("For each:"), groups);
    }
  if (draft->having->len > 0)
    {
      g_autofree char *having = name_conditions (draft->having, draft, domain);

      ask_reading_append (words, _ ("Only groups where:"), having);
    }
  if (draft->orders->len > 0)
    append_order (words, draft, domain);
  else if (draft->limit != ASK_DRAFT_NO_LIMIT)
    {
      g_autofree char *limit = g_strdup_printf ("%" G_GINT64_FORMAT, draft->limit);

      ask_reading_append (words, _ ("Only the first:"), limit);
    }
  if (draft->second != NULL)
    {
      g_string_append_printf (words, " %s",
                              draft->set == ASK_DRAFT_UNION       ? _ ("Together with:")
                              : draft->set == ASK_DRAFT_INTERSECT ? _ ("That are also in:")
                                                                  : _ ("Without:"));
      append_draft (words, draft->second, domain);
    }
}

/**
 * ask_reading_words:
 * @draft: without slots
 * @domain: what it is about
 *
 * Returns: (transfer full): what it asks for, in the user's language
 */
char *
ask_reading_words (const AskDraft *draft, AskDomain *domain)
{
  GString *words = g_string_new (NULL);

  append_draft (words, draft, domain);
  return g_string_free (words, FALSE);
}
