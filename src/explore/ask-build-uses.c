/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What attributes are good for, by their types and meanings, and by what the index of values knows of them.
 */
#include "config.h"

#include "explore/ask-build-uses.h"

#include "base/ask-name.h"
#include "explore/ask-build-offer.h"
#include "explore/ask-build-stage.h"
#include "explore/ask-explore.h"

/* So many groups are seen at a glance; more are looked through. */
#define AT_A_GLANCE 12

typedef struct
{
  const AskBuild *build;
  AskSchema *schema;
  const AskBuildKnown *known; /* nullable */
  AskBuildUses *uses;
} Finder;

static gboolean
names_it (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_ascii_strcasecmp (names->pdata[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* Whether it leads to other rows, or others lead to it. */
static gboolean
joins (AskSchema *schema, const AskEntity *entity, const AskAttribute *attribute)
{
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *along = schema->relationships->pdata[i];

      if ((g_ascii_strcasecmp (along->from, entity->name) == 0 && names_it (along->from_attributes, attribute->name))
          || (g_ascii_strcasecmp (along->to, entity->name) == 0 && names_it (along->to_attributes, attribute->name)))
        return TRUE;
    }
  return FALSE;
}

static AskSense
get_sense (const AskAttribute *attribute)
{
  AskSense sense = { .meaning = attribute->meaning, .unit = attribute->unit };

  ask_sense_complete (&sense, attribute->name, attribute->type);
  return sense;
}

static int
weigh_number_of_values (gint64 n)
{
  return n < 2 || n > ASK_BUILD_FEW ? 0 : n <= AT_A_GLANCE ? 4 : 3;
}

/* How good it is to group by; 0 for what is not. */
static int
weigh_category (const AskAttribute *attribute, AskSense sense, const AskBuildFact *fact, gboolean joined)
{
  /* Whoever joins an entity mostly wants to know what its rows are called. */
  if (joined && (sense.meaning == ASK_MEANING_NAME || sense.meaning == ASK_MEANING_PERSON))
    return ASK_BUILD_JOINED_NAME;
  if (attribute->type == ASK_TYPE_BOOLEAN || sense.meaning == ASK_MEANING_FLAG)
    return 2;
  if (fact != NULL && fact->n_distinct >= 0
      && (attribute->type == ASK_TYPE_TEXT || sense.meaning == ASK_MEANING_CODE || sense.meaning == ASK_MEANING_YEAR))
    return weigh_number_of_values (fact->n_distinct);
  if (attribute->choices->len > 0)
    return weigh_number_of_values (attribute->choices->len);
  return sense.meaning == ASK_MEANING_CODE || sense.meaning == ASK_MEANING_COUNTRY ? 3
         : sense.meaning == ASK_MEANING_PLACE                                      ? 2
                                                                                   : 0;
}

/* How good it is to sum up; 0 for what no figure is. */
static int
weigh_figure (const AskAttribute *attribute, AskSense sense)
{
  if (attribute->type != ASK_TYPE_INTEGER && attribute->type != ASK_TYPE_REAL && attribute->type != ASK_TYPE_DECIMAL)
    return 0;
  if (ask_sense_adds_up (&sense))
    return sense.meaning == ASK_MEANING_MONEY ? 4 : 3;
  if (ask_meaning_is_amount (sense.meaning))
    return 2;
  return sense.meaning == ASK_MEANING_NONE && attribute->type != ASK_TYPE_INTEGER ? 1 : 0;
}

/* Whether what has to hold says something of it. */
static gboolean
tests (const AskBuildCondition *condition, const AskBuildTerm *term)
{
  if (condition == NULL)
    return FALSE;
  if (condition->kind == ASK_BUILD_TEST && ask_build_term_equal (&condition->term, term))
    return TRUE;
  for (guint i = 0; i < condition->parts->len; i++)
    if (tests (condition->parts->pdata[i], term))
      return TRUE;
  return FALSE;
}

/** ask_build_is_tested: Returns: whether a filter of @build says something of @term */
gboolean
ask_build_is_tested (const AskBuild *build, const AskBuildTerm *term)
{
  for (guint i = 0; i < build->steps->len; i++)
    if (!ask_build_get_step (build, i)->disabled && tests (ask_build_get_step (build, i)->condition, term))
      return TRUE;
  return FALSE;
}

/* Whether all rows have the same of it. */
static gboolean
is_fixed (Finder *self, const AskBuildTerm *term)
{
  for (guint i = 0; i < self->build->steps->len; i++)
    {
      const AskBuildStep *step = ask_build_get_step (self->build, i);

      if (step->condition != NULL && !step->disabled && step->condition->kind == ASK_BUILD_TEST
          && step->condition->op == ASK_BUILD_EQUAL && ask_build_term_equal (&step->condition->term, term))
        return TRUE;
    }
  return FALSE;
}

static void
add_use (GArray *uses, const AskBuildUse *use)
{
  guint at = uses->len;

  /* Of equals the first of the schema stays first. */
  while (at > 0 && g_array_index (uses, AskBuildUse, at - 1).weight < use->weight)
    at--;
  g_array_insert_vals (uses, at, use, 1);
}

/* What one value of it is, so that the others are left out. */
static void
add_choice (Finder *self, AskBuildUse use, const AskAttribute *attribute, const AskBuildFact *fact)
{
  if (attribute->type == ASK_TYPE_BOOLEAN)
    {
      use.value_kind = ASK_BUILD_VALUE_NUMBER;
      use.value = "1";
    }
  else if (fact != NULL && fact->values->len > 1)
    use.value = fact->values->pdata[0];
  else if (attribute->type == ASK_TYPE_TEXT && attribute->choices->len > 1)
    use.value = attribute->choices->pdata[0];
  else
    return;
  add_use (self->uses->choices, &use);
}

static void
find_uses_of (Finder *self, const AskBuildStep *step, const AskEntity *entity)
{
  gboolean joined = step->kind == ASK_BUILD_JOIN;

  for (guint i = 0; i < entity->metrics->len; i++)
    add_use (self->uses->figures,
             &(AskBuildUse) { .term = { .kind = ASK_BUILD_TERM_FIELD,
                                        .item = step->item,
                                        .name = ((const AskMetric *) entity->metrics->pdata[i])->name },
                              .weight = 5 });
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      AskSense sense = get_sense (attribute);
      AskBuildUse use = { .term = { .kind = ASK_BUILD_TERM_FIELD, .item = step->item, .name = attribute->name } };
      const AskEntity *owner = NULL;
      const AskAttribute *origin = ask_build_find_origin (self->build, self->schema, &use.term, &owner);
      const AskBuildFact *fact = origin != NULL ? ask_build_known_find (self->known, owner->name, origin->name) : NULL;

      if (!ask_explore_is_shown (attribute) || attribute->key > 0 || joins (self->schema, entity, attribute)
          || is_fixed (self, &use.term))
        continue;
      if (ask_build_term_get_kind (self->build, self->schema, &use.term) == ASK_DOMAIN_TIME)
        {
          use.term.part = ASK_TIME_MONTH;
          use.weight = joined ? 1 : 2;
          add_use (self->uses->times, &use);
          continue;
        }
      if (sense.meaning == ASK_MEANING_NAME || sense.meaning == ASK_MEANING_PERSON)
        add_use (self->uses->names, &use);
      use.weight = weigh_category (attribute, sense, fact, joined);
      if (use.weight > 0)
        {
          add_use (self->uses->categories, &use);
          add_choice (self, use, attribute, fact);
          continue;
        }
      use.weight = weigh_figure (attribute, sense);
      use.function = ask_sense_adds_up (&sense) ? ASK_BUILD_SUM : ASK_BUILD_AVERAGE;
      if (use.weight > 0)
        add_use (self->uses->figures, &use);
    }
}

/**
 * ask_build_uses_init:
 * @self: gets what the attributes of @build are good for
 * @build: steps
 * @schema: whose names they are
 * @known: (nullable): of the index of values
 *
 * Borrows all that it is given.
 */
void
ask_build_uses_init (AskBuildUses *self, const AskBuild *build, AskSchema *schema, const AskBuildKnown *known)
{
  Finder finder = { build, schema, known, self };

  self->categories = g_array_new (FALSE, FALSE, sizeof (AskBuildUse));
  self->times = g_array_new (FALSE, FALSE, sizeof (AskBuildUse));
  self->figures = g_array_new (FALSE, FALSE, sizeof (AskBuildUse));
  self->choices = g_array_new (FALSE, FALSE, sizeof (AskBuildUse));
  self->names = g_array_new (FALSE, FALSE, sizeof (AskBuildUse));
  for (guint i = 0; i < build->steps->len; i++)
    {
      const AskBuildStep *step = ask_build_get_step (build, i);
      const AskEntity *entity
        = step->entity != NULL && !step->disabled ? ask_schema_find_entity (schema, step->entity) : NULL;

      if (entity != NULL)
        find_uses_of (&finder, step, entity);
    }
}

/** ask_build_uses_clear: frees what is in @self */
void
ask_build_uses_clear (AskBuildUses *self)
{
  g_array_unref (self->categories);
  g_array_unref (self->times);
  g_array_unref (self->figures);
  g_array_unref (self->choices);
  g_array_unref (self->names);
}
