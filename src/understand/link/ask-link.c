/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The links of a question as one list that can be shown: words, target, score and a reason. It decides
 * nothing, as AskQuestion decides nothing.
 */
#include "config.h"

#include "understand/link/ask-link-private.h"

#include "base/ask-text.h"
#include "understand/link/ask-question-private.h"
#include "understand/link/ask-wordnet.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ask_link_free:
 * @self: (nullable): a link
 */
void
ask_link_free (AskLink *self)
{
  if (self == NULL)
    return;
  g_free (self->target);
  g_free (self->value);
  g_free (self->reason);
  g_free (self);
}

/**
 * ask_link_new:
 * @question: a question
 * @first: its first token
 * @last: one past its last token
 * @kind: what it is taken for
 * @score: from 0 to 1
 *
 * Returns: (transfer full): without target and reason
 */
AskLink *
ask_link_new (AskQuestion *question, guint first, guint last, AskLinkKind kind, double score)
{
  AskLink *self = g_new0 (AskLink, 1);

  self->first = first;
  self->last = last;
  self->start = ask_question_token (question, first)->start;
  self->end = ask_question_token (question, last - 1)->end;
  self->kind = kind;
  self->score = CLAMP (score, 0, 1);
  return self;
}

static const char *const kind_names[] = {
  [ASK_LINK_ENTITY] = "entity",     [ASK_LINK_ATTRIBUTE] = "attribute", [ASK_LINK_VALUE] = "value",
  [ASK_LINK_NUMBER] = "number",     [ASK_LINK_DATE] = "date",           [ASK_LINK_OPERATION] = "operation",
  [ASK_LINK_METRIC] = "metric",     [ASK_LINK_UNIT] = "unit",           [ASK_LINK_RELATIONSHIP] = "relationship",
  [ASK_LINK_QUESTION] = "question",
};

/**
 * ask_link_names_data:
 * @self: a link
 *
 * Returns: whether the words stand for something of the schema or the data
 */
gboolean
ask_link_names_data (const AskLink *self)
{
  return ask_link_is_choice (self) || self->kind == ASK_LINK_METRIC || self->kind == ASK_LINK_UNIT
         || self->kind == ASK_LINK_RELATIONSHIP;
}

/**
 * ask_link_is_choice:
 * @self: a link
 *
 * Returns: whether a person can say that words stand for such a thing: an entity, an attribute or a value
 */
gboolean
ask_link_is_choice (const AskLink *self)
{
  return self->kind == ASK_LINK_ENTITY || self->kind == ASK_LINK_ATTRIBUTE || self->kind == ASK_LINK_VALUE;
}

/**
 * ask_link_find_target:
 * @self: a link
 * @schema: where to look
 * @entity: (out) (nullable) (transfer none): what the words stand for, or what that is of
 * @attribute: (out) (nullable) (transfer none): the same; %NULL of %ASK_LINK_ENTITY
 *
 * Returns: whether it is an entity, an attribute, its value or its unit, and @schema has it
 */
gboolean
ask_link_find_target (const AskLink *self, AskSchema *schema, AskEntity **entity, AskAttribute **attribute)
{
  *entity = NULL;
  *attribute = NULL;
  if (self->kind == ASK_LINK_ENTITY)
    *entity = ask_schema_find_entity (schema, self->target);
  else if (ask_link_is_choice (self) || self->kind == ASK_LINK_UNIT)
    *attribute = ask_schema_find_attribute (schema, self->target, entity);
  return *entity != NULL;
}

/**
 * ask_link_kind_to_string:
 * @kind: a kind
 *
 * Returns: (transfer none): its name, for programs
 */
const char *
ask_link_kind_to_string (AskLinkKind kind)
{
  return kind_names[kind];
}

/**
 * ask_link_kind_from_string:
 * @name: (nullable): a kind's name
 * @kind: (out): the kind
 *
 * Returns: whether there is such a kind
 */
gboolean
ask_link_kind_from_string (const char *name, AskLinkKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kind_names); i++)
    if (g_strcmp0 (kind_names[i], name) == 0)
      {
        *kind = (AskLinkKind) i;
        return TRUE;
      }
  return FALSE;
}

/*
 * ask_link_name_attribute:
 * @domain: a domain
 * @attribute: of it
 *
 * Returns: (transfer full): "entity.attribute"
 */
char *
ask_link_name_attribute (AskDomain *domain, int attribute)
{
  const AskDomainAttribute *it = ask_domain_attribute (domain, attribute);

  return g_strconcat (ask_domain_entity (domain, it->entity)->name, ".", it->name, NULL);
}

static gboolean
has_token (AskQuestion *question, const AskNameMatch *match, const char *stem)
{
  for (guint k = match->first; k < match->last; k++)
    if (g_str_equal (ask_question_token (question, k)->stem, stem))
      return TRUE;
  return FALSE;
}

/* One of the words is met by another one of WordNet. */
static const char *
find_synonym (AskQuestion *question, const AskNameMatch *match, char **stems)
{
  for (guint k = match->first; k < match->last; k++)
    {
      g_autoptr (GHashTable) synonyms = ask_wordnet_synonyms (ask_question_token (question, k)->stem);

      for (guint i = 0; stems[i] != NULL; i++)
        if (g_hash_table_contains (synonyms, stems[i]))
          return stems[i];
    }
  return NULL;
}

static gboolean
begins_alike (AskQuestion *question, const AskNameMatch *match, char **stems)
{
  for (guint k = match->first; k < match->last; k++)
    for (guint i = 0; stems[i] != NULL; i++)
      if (strncmp (ask_question_token (question, k)->stem, stems[i], 3) == 0)
        return TRUE;
  return FALSE;
}

/*
 * ask_link_give_reason:
 * @question: a question
 * @match: of a name in it
 * @stems: of that name
 *
 * Returns: (transfer none): why, in the user's language
 */
const char *
ask_link_give_reason (AskQuestion *question, const AskNameMatch *match, char **stems)
{
  guint met = 0;

  for (guint i = 0; stems[i] != NULL; i++)
    met += has_token (question, match, stems[i]);
  if (match->exact)
    return met > 0 ? _ ("is called so") : _ ("is one of its other names");
  if (met > 0)
    return met == g_strv_length (stems) ? _ ("has these words in its name") : _ ("is a part of its name");
  if (find_synonym (question, match, stems) != NULL)
    return _ ("means the same as its name");
  return begins_alike (question, match, stems) ? _ ("begins like its name") : _ ("looks like its name");
}

/* Returns: (transfer full): why the words were taken for it, where that was learned; else @otherwise */
static char *
learned_reason (const AskLink *link, AskQuestion *question, const char *entity, const char *attribute,
                const char *otherwise)
{
  g_autofree char *words = ask_question_dup_span (question, link->first, link->last);
  const char *teacher = ask_domain_get_teacher (question->domain, words, entity, attribute);

  /* Translators: why words of a question were taken for something; %s is an earlier question. */
  return teacher != NULL ? g_strdup_printf (_ ("learned from “%s”"), teacher) : g_strdup (otherwise);
}

static void
add_names (AskQuestion *question, GPtrArray *links)
{
  AskDomain *domain = question->domain;

  for (guint i = 0; i < question->entities->len; i++)
    {
      const AskNameMatch *match = &g_array_index (question->entities, AskNameMatch, i);
      AskLink *link;

      if (match->met <= 0 || match->score < ASK_LINK_MIN_SCORE)
        continue;
      link = ask_link_new (question, match->first, match->last, ASK_LINK_ENTITY, match->score);
      link->target = g_strdup (ask_domain_entity (domain, i)->name);
      link->reason = learned_reason (link, question, ask_domain_entity (domain, i)->name, NULL,
                                     ask_link_give_reason (question, match, ask_domain_entity (domain, i)->stems));
      g_ptr_array_add (links, link);
    }
  for (guint i = 0; i < question->attributes->len; i++)
    {
      const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, i);
      AskLink *link;

      if (match->met <= 0 || match->score < ASK_LINK_MIN_SCORE)
        continue;
      link = ask_link_new (question, match->first, match->last, ASK_LINK_ATTRIBUTE, match->score);
      link->target = ask_link_name_attribute (domain, (int) i);
      link->reason
        = learned_reason (link, question, ask_domain_entity (domain, ask_domain_attribute (domain, i)->entity)->name,
                          ask_domain_attribute (domain, i)->name,
                          ask_link_give_reason (question, match, ask_domain_attribute (domain, i)->stems));
      g_ptr_array_add (links, link);
    }
}

static void
add_values (AskQuestion *question, const AskMention *mention, GPtrArray *links)
{
  for (guint i = 0; i < mention->links->len; i++)
    {
      const AskMentionLink *of = &g_array_index (mention->links, AskMentionLink, i);
      AskLink *link = ask_link_new (question, mention->first, mention->last, ASK_LINK_VALUE, of->score);
      const AskDomainAttribute *attribute = ask_domain_attribute (question->domain, of->attribute);
      g_autofree char *reason = NULL;

      link->target = ask_link_name_attribute (question->domain, of->attribute);
      link->value = g_strdup (of->value);
      reason
        = g_strdup_printf (of->score >= 1 ? _ ("is a value of %s") : _ ("has a word of a value of %s"), link->target);
      link->reason = learned_reason (link, question, ask_domain_entity (question->domain, attribute->entity)->name,
                                     attribute->name, reason);
      g_ptr_array_add (links, link);
    }
}

/* A number or a date is what it is, whichever attributes it may be of. */
static void
add_amount (AskQuestion *question, const AskMention *mention, GPtrArray *links)
{
  gboolean date = mention->kind == ASK_MENTION_DATE;
  AskLink *link;

  if (date && mention->links->len == 0)
    return;
  link = ask_link_new (question, mention->first, mention->last, date ? ASK_LINK_DATE : ASK_LINK_NUMBER, 1);
  if (date)
    link->target = g_strdup (g_array_index (mention->links, AskMentionLink, 0).value);
  else
    {
      char digits[G_ASCII_DTOSTR_BUF_SIZE];

      link->target = g_strdup (g_ascii_formatd (digits, sizeof digits, "%.15g", mention->number));
    }
  link->reason = g_strdup (date ? _ ("is a date") : _ ("is a number"));
  g_ptr_array_add (links, link);
}

static void
tell_chosen (AskQuestion *question, GPtrArray *links)
{
  for (guint i = 0; i < links->len; i++)
    for (guint c = 0; c < question->chosen->len; c++)
      {
        const AskChosenSpan *span = &g_array_index (question->chosen, AskChosenSpan, c);
        AskLink *link = links->pdata[i];

        if (link->first != span->first || link->last != span->last || !ask_link_is_choice (link))
          continue;
        link->chosen = TRUE;
        g_free (link->reason);
        link->reason = g_strdup (_ ("was chosen for these words"));
      }
}

/* By place; long ones before what is within them; then the best first. */
static int
compare_links (const void *a, const void *b)
{
  const AskLink *x = *(AskLink *const *) a;
  const AskLink *y = *(AskLink *const *) b;

  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  if (x->last != y->last)
    return x->last > y->last ? -1 : 1;
  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  if (x->kind != y->kind)
    return (int) x->kind - (int) y->kind;
  return strcmp (x->target, y->target);
}

/**
 * ask_link_list:
 * @question: a question
 *
 * Operations are "count", "average", "sum", "most", "least", "top", "not", "each", "at least", "at most", "more than",
 * "less than", "between", "order", "distinct", "or" and "both"; and those of additions: "each time", "part of times",
 * "best time", "worst time", "change", "growth" and "share".
 *
 * Returns: (transfer full) (element-type AskLink): by their place in the question, the best first where several are of
 *   the same words
 */
GPtrArray *
ask_link_list (AskQuestion *question)
{
  g_return_val_if_fail (question != NULL, NULL);

  GPtrArray *links = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_link_free);

  add_names (question, links);
  for (guint i = 0; i < question->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (question, i);

      if (mention->kind == ASK_MENTION_NUMBER || mention->kind == ASK_MENTION_DATE)
        add_amount (question, mention, links);
      else
        add_values (question, mention, links);
    }
  ask_link_add_operations (question, links);
  ask_link_add_more (question, links);
  tell_chosen (question, links);
  /* What nobody typed has no place to be shown at. */
  for (guint i = links->len; i-- > 0;)
    if (((const AskLink *) links->pdata[i])->start >= ((const AskLink *) links->pdata[i])->end)
      g_ptr_array_remove_index (links, i);
  g_ptr_array_sort (links, compare_links);
  return links;
}
