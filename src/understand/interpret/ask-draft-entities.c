/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which entities a draft needs in its FROM: those that it names.
 */
#include "config.h"

#include "understand/interpret/ask-draft-private.h"

static void
add_entity (GArray *entities, guint entity)
{
  for (guint i = 0; i < entities->len; i++)
    if (g_array_index (entities, guint, i) == entity)
      return;
  g_array_append_val (entities, entity);
}

static void
add_attribute (GArray *entities, AskDomain *domain, int attribute)
{
  if (attribute != ASK_DOMAIN_STAR)
    add_entity (entities, ask_domain_attribute (domain, attribute)->entity);
}

static void
add_term (GArray *entities, AskDomain *domain, const AskDraftTerm *term)
{
  if (term->metric > 0)
    add_entity (entities, ask_domain_metric (domain, term->metric - 1)->entity);
  else
    add_attribute (entities, domain, term->attribute);
  if (term->per > 0)
    add_attribute (entities, domain, (int) term->per - 1);
}

static void
add_terms (GArray *entities, AskDomain *domain, const GArray *terms)
{
  for (guint i = 0; i < terms->len; i++)
    add_term (entities, domain, ask_draft_term (terms, i));
}

static void
add_conditions (GArray *entities, AskDomain *domain, const GArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);

      add_term (entities, domain, &condition->left);
      for (guint k = 0; k < condition->n_operands; k++)
        if (condition->operands[k].kind == ASK_DRAFT_ATTRIBUTE)
          add_attribute (entities, domain, condition->operands[k].attribute);
    }
}

/**
 * ask_draft_collect_entities:
 * @self: a draft without slots
 * @domain: what its attributes belong to
 *
 * Returns: (transfer full) (element-type guint): each entity that must be in its FROM, once: those of its
 *   attributes, then @extra. Not those of queries within it, nor those that only lie between
 */
GArray *
ask_draft_collect_entities (const AskDraft *self, AskDomain *domain)
{
  GArray *entities = g_array_new (FALSE, FALSE, sizeof (guint));

  add_terms (entities, domain, self->terms);
  add_terms (entities, domain, self->groups);
  add_terms (entities, domain, self->orders);
  add_conditions (entities, domain, self->conditions);
  add_conditions (entities, domain, self->having);
  for (guint i = 0; i < self->extra->len; i++)
    add_entity (entities, (guint) g_array_index (self->extra, int, i));
  return entities;
}
