/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which columns a step may be about, and how their values may be compared.
 */
#include "config.h"

#include "explore/ask-build-offer.h"

#include <string.h>

#include "explore/ask-build-rename.h"
#include "explore/ask-build-words.h"
#include "explore/ask-explore.h"
#include "understand/interpret/ask-draft.h"

/** ask_build_choice_free: frees @self */
void
ask_build_choice_free (AskBuildChoice *self)
{
  ask_build_term_clear (&self->term);
  g_free (self->words);
  g_free (self);
}

static AskDomainKind
get_kind (const AskAttribute *attribute)
{
  if (attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME || attribute->meaning == ASK_MEANING_DATE
      || attribute->meaning == ASK_MEANING_MOMENT)
    return ASK_DOMAIN_TIME;
  if (attribute->type == ASK_TYPE_BOOLEAN)
    return ASK_DOMAIN_BOOLEAN;
  if (attribute->type == ASK_TYPE_INTEGER || attribute->type == ASK_TYPE_REAL || attribute->type == ASK_TYPE_DECIMAL)
    return ASK_DOMAIN_NUMBER;
  return ASK_DOMAIN_TEXT;
}

/**
 * ask_build_term_get_attribute:
 * @self: whose term it is
 * @schema: whose names it has
 * @term: what is asked about
 * @entity: (out) (optional): whose attribute it is
 *
 * Returns: (nullable) (transfer none): the attribute that it is, or sums up, or takes a part of
 */
const AskAttribute *
ask_build_term_get_attribute (const AskBuild *self, AskSchema *schema, const AskBuildTerm *term,
                              const AskEntity **entity)
{
  for (guint i = 0; term->kind == ASK_BUILD_TERM_FIELD && term->item != NULL && i < self->steps->len; i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];
      const AskEntity *found = step->item != NULL && g_ascii_strcasecmp (step->item, term->item) == 0
                                 ? ask_schema_find_entity (schema, step->entity)
                                 : NULL;

      if (found == NULL)
        continue;
      if (entity != NULL)
        *entity = found;
      return term->name != NULL ? ask_entity_find_attribute (found, term->name) : NULL;
    }
  return NULL;
}

static const AskBuildTerm *
find_calculated (const AskBuild *self, const char *name)
{
  for (guint i = 0; name != NULL && i < self->steps->len; i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];
      const AskBuildColumn *column
        = step->kind == ASK_BUILD_CALCULATE && step->columns->len > 0 ? step->columns->pdata[0] : NULL;

      if (column != NULL && g_strcmp0 (column->alias, name) == 0)
        return &column->term;
    }
  return NULL;
}

/**
 * ask_build_term_get_kind:
 * @self: whose term it is
 * @schema: whose names it has
 * @term: what is asked about
 *
 * Returns: what its values are; texts where nobody knows
 */
AskDomainKind
ask_build_term_get_kind (const AskBuild *self, AskSchema *schema, const AskBuildTerm *term)
{
  const AskAttribute *attribute = ask_build_term_get_attribute (self, schema, term, NULL);

  switch (term->function)
    {
    case ASK_BUILD_COUNT:
    case ASK_BUILD_COUNT_DISTINCT:
    case ASK_BUILD_SUM:
    case ASK_BUILD_AVERAGE:
      return ASK_DOMAIN_NUMBER;
    default:
      break;
    }
  if (term->part >= ASK_TIME_QUARTER_OF_YEAR)
    return ASK_DOMAIN_NUMBER;
  if (term->part != ASK_TIME_WHOLE && term->part != ASK_TIME_DAY)
    return ASK_DOMAIN_TEXT;
  if (attribute != NULL)
    return get_kind (attribute);
  /* A metric is a figure; what is calculated mostly is one, and takes texts as well. */
  if (term->kind == ASK_BUILD_TERM_FIELD && term->item == NULL)
    {
      const AskBuildTerm *calculated = find_calculated (self, term->name);

      return calculated != NULL && calculated->kind == ASK_BUILD_TERM_FIELD && calculated->item != NULL
               ? ask_build_term_get_kind (self, schema, calculated)
               : ASK_DOMAIN_NUMBER;
    }
  return term->kind == ASK_BUILD_TERM_FIELD ? ASK_DOMAIN_NUMBER : ASK_DOMAIN_TEXT;
}

/**
 * ask_build_op_suits:
 * @op: a comparison
 * @kind: of the values that are compared
 *
 * Returns: whether a person would compare such values so
 */
gboolean
ask_build_op_suits (AskBuildOp op, AskDomainKind kind)
{
  switch (op)
    {
    case ASK_BUILD_EQUAL:
    case ASK_BUILD_NOT_EQUAL:
    case ASK_BUILD_EMPTY:
    case ASK_BUILD_NOT_EMPTY:
      return TRUE;
    case ASK_BUILD_IN:
    case ASK_BUILD_NOT_IN:
      return kind != ASK_DOMAIN_BOOLEAN;
    case ASK_BUILD_WITHIN:
      return kind == ASK_DOMAIN_TIME;
    case ASK_BUILD_LESS:
    case ASK_BUILD_LESS_EQUAL:
    case ASK_BUILD_GREATER:
    case ASK_BUILD_GREATER_EQUAL:
    case ASK_BUILD_BETWEEN:
    case ASK_BUILD_NOT_BETWEEN:
      return kind != ASK_DOMAIN_BOOLEAN;
    default:
      return kind == ASK_DOMAIN_TEXT;
    }
}

/* ---- choices */

typedef struct
{
  const AskBuild *build;
  AskSchema *schema;
  GPtrArray *choices;
} Offer;

static AskBuildChoice *
offer (Offer *self, const AskBuildTerm *term)
{
  AskBuildChoice *choice;

  for (guint i = 0; i < self->choices->len; i++)
    if (ask_build_term_equal (&((AskBuildChoice *) self->choices->pdata[i])->term, term))
      return NULL;
  choice = g_new0 (AskBuildChoice, 1);
  ask_build_term_set (&choice->term, term);
  choice->attribute = ask_build_term_get_attribute (self->build, self->schema, term, &choice->entity);
  choice->kind = ask_build_term_get_kind (self->build, self->schema, term);
  choice->words = ask_build_term_to_words (self->build, self->schema, term);
  g_ptr_array_add (self->choices, choice);
  return choice;
}

static void
offer_entity (Offer *self, const AskBuildStep *step, gboolean metrics)
{
  const AskEntity *entity = ask_schema_find_entity (self->schema, step->entity);

  for (guint i = 0; entity != NULL && !metrics && i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      const AskBuildTerm term = { .kind = ASK_BUILD_TERM_FIELD, .item = step->item, .name = attribute->name };

      if (ask_explore_is_shown (attribute))
        offer (self, &term);
    }
  for (guint i = 0; entity != NULL && metrics && i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];
      const AskBuildTerm term = { .kind = ASK_BUILD_TERM_FIELD, .item = step->item, .name = metric->name };

      offer (self, &term);
    }
}

static void
offer_step (Offer *self, const AskBuildStep *step, gboolean metrics)
{
  if (step->kind == ASK_BUILD_ENTITY || step->kind == ASK_BUILD_JOIN)
    offer_entity (self, step, metrics);
  else if (step->kind == ASK_BUILD_CALCULATE && !metrics && step->columns->len > 0)
    {
      const AskBuildColumn *column = step->columns->pdata[0];
      const AskBuildTerm term = { .kind = ASK_BUILD_TERM_FIELD, .name = column->alias };

      if (column->alias != NULL)
        offer (self, &term);
    }
}

static void
offer_columns (Offer *self, const AskBuildStep *step)
{
  for (guint i = 0; step != NULL && i < step->columns->len; i++)
    offer (self, &((const AskBuildColumn *) step->columns->pdata[i])->term);
}

/**
 * ask_build_list_choices:
 * @self: steps
 * @schema: whose names they are
 * @kind: of the step that is about one of them
 * @place: of that step; what stands behind it counts for nothing
 *
 * Of groups: what they are grouped by, what sums them up, metrics; before groups: attributes and calculated columns.
 *
 * Returns: (transfer full) (element-type AskBuildChoice): what may be chosen
 */
GPtrArray *
ask_build_list_choices (const AskBuild *self, AskSchema *schema, AskBuildKind kind, guint place)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_choice_free);
  const AskBuildStep *groups = ask_build_find_kind (self, ASK_BUILD_GROUP);
  const AskBuildStep *summaries = ask_build_find_kind (self, ASK_BUILD_SUMMARISE);
  gboolean grouped = kind > ASK_BUILD_SUMMARISE && (groups != NULL || summaries != NULL);
  Offer all = { self, schema, choices };

  if (grouped)
    {
      const AskBuildTerm rows = { .kind = ASK_BUILD_TERM_ALL, .function = ASK_BUILD_COUNT };

      offer_columns (&all, groups);
      offer_columns (&all, summaries);
      offer (&all, &rows);
    }
  if (!grouped || kind == ASK_BUILD_COLUMNS)
    for (guint i = 0; i < MIN (place, self->steps->len); i++)
      if (!ask_build_get_step (self, i)->disabled)
        offer_step (&all, ask_build_get_step (self, i), FALSE);
  if (grouped || kind == ASK_BUILD_SUMMARISE)
    for (guint i = 0; i < MIN (place, self->steps->len); i++)
      if (!ask_build_get_step (self, i)->disabled)
        offer_step (&all, ask_build_get_step (self, i), TRUE);
  return g_steal_pointer (&choices);
}

/**
 * ask_build_reads_apis:
 * @self: steps
 * @schema: whose names they are
 * @n_steps: as many of them count
 *
 * Returns: whether its rows may come from a web API: then nobody reads them unasked
 */
gboolean
ask_build_reads_apis (const AskBuild *self, AskSchema *schema, guint n_steps)
{
  for (guint i = 0; i < MIN (n_steps, self->steps->len); i++)
    {
      const AskBuildStep *step = ask_build_get_step (self, i);
      const AskEntity *entity
        = step->entity != NULL && !step->disabled ? ask_schema_find_entity (schema, step->entity) : NULL;

      if (step->before != NULL)
        {
          if (ask_build_reads_apis (step->before, schema, step->before->steps->len))
            return TRUE;
          continue;
        }
      /* What a query entity reads, only its query tells. */
      if (entity != NULL && (entity->operation != NULL || entity->kind == ASK_ENTITY_QUERY))
        return TRUE;
    }
  return FALSE;
}

/* ---- names of columns */

/**
 * ask_build_make_alias:
 * @self: whose term it is
 * @schema: whose names it has
 * @term: that is shown
 *
 * Returns: (transfer full) (nullable): a name for its column that nothing else has, "month", "sum_of_price"; %NULL where
 *   its own says enough
 */
char *
ask_build_make_alias (const AskBuild *self, AskSchema *schema, const AskBuildTerm *term)
{
  static const char *const functions[] = { NULL, "number", "different", "sum", "average", "least", "most" };
  const char *part = ask_draft_get_part_label (term->part);
  g_autofree char *stem = NULL;

  if (term->kind == ASK_BUILD_TERM_ALL && term->function == ASK_BUILD_COUNT)
    stem = g_strdup ("rows_counted");
  else if (term->kind != ASK_BUILD_TERM_FIELD || term->name == NULL)
    return NULL;
  else if (term->function != ASK_BUILD_PLAIN)
    stem = g_strdup_printf ("%s_of_%s", functions[term->function], term->name);
  else if (part != NULL)
    stem = g_strdup (part);
  else
    return NULL;
  for (guint n = 1;; n++)
    {
      g_autofree char *alias = n == 1 ? g_strdup (stem) : g_strdup_printf ("%s_%u", stem, n);

      if (!ask_build_is_name_taken (self, schema, alias))
        return g_steal_pointer (&alias);
    }
}
