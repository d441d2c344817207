/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms, comparisons and steps in words, with the phrases of readings where there are any.
 */
#include "config.h"

#include "explore/ask-build-words.h"

#include <glib/gi18n.h>

#include "base/ask-text.h"
#include "understand/interpret/ask-reading-words.h"

static const AskEntity *
find_entity (const AskBuild *self, AskSchema *schema, const char *item)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];

      if (step->item != NULL && g_ascii_strcasecmp (step->item, item) == 0)
        return ask_schema_find_entity (schema, step->entity);
    }
  return NULL;
}

static guint
count_owners (const AskBuild *self, AskSchema *schema, const char *name)
{
  guint n = 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];
      const AskEntity *entity = step->item != NULL ? ask_schema_find_entity (schema, step->entity) : NULL;

      n += entity != NULL
           && (ask_entity_find_attribute (entity, name) != NULL || ask_entity_find_metric (entity, name) != NULL);
    }
  return n;
}

static char *
name_item (const AskBuild *self, AskSchema *schema, const char *item)
{
  const AskEntity *entity = find_entity (self, schema, item);
  const AskBuildStep *first = self->steps->len > 0 ? ask_build_get_step (self, 0) : NULL;
  g_autofree char *alias = g_ascii_strdown (item, -1);

  if (first != NULL && first->before != NULL && g_ascii_strcasecmp (first->item, item) == 0)
    return g_strdup (_ ("the results above"));

  /* "T1" says nothing to a person. */
  if (entity != NULL && alias[0] == 't' && g_ascii_isdigit (alias[1]))
    return ask_text_to_words (entity->name);
  return ask_text_to_words (item);
}

static char *
name_plain (const AskBuild *self, AskSchema *schema, const AskBuildTerm *term)
{
  g_autofree char *name = term->name != NULL && term->kind != ASK_BUILD_TERM_EXPRESSION
                            ? ask_text_to_words (term->name)
                            : ask_text_to_line (term->name != NULL ? term->name : "");
  g_autofree char *item = NULL;

  if (term->kind == ASK_BUILD_TERM_ALL)
    {
      if (term->item == NULL)
        return g_strdup (_ ("everything"));
      item = name_item (self, schema, term->item);
      return g_strdup_printf (_ ("all of %s"), item);
    }
  if (term->kind == ASK_BUILD_TERM_EXPRESSION || term->item == NULL || count_owners (self, schema, term->name) < 2)
    return g_steal_pointer (&name);
  item = name_item (self, schema, term->item);
  return g_strdup_printf (_ ("%s of %s"), name, item);
}

/**
 * ask_build_term_to_words:
 * @self: whose term it is
 * @schema: whose names it has
 * @term: what is said
 *
 * Returns: (transfer full): "month of day", "sum of price", in the user's language
 */
char *
ask_build_term_to_words (const AskBuild *self, AskSchema *schema, const AskBuildTerm *term)
{
  static const AskDraftAggregate aggregates[]
    = { ASK_DRAFT_PLAIN, ASK_DRAFT_COUNT, ASK_DRAFT_COUNT, ASK_DRAFT_SUM, ASK_DRAFT_AVG, ASK_DRAFT_MIN, ASK_DRAFT_MAX };
  g_autofree char *plain = NULL;
  g_autofree char *part = NULL;

  if (term->kind == ASK_BUILD_TERM_ALL && term->function == ASK_BUILD_COUNT)
    return g_strdup (_ ("number of rows"));
  plain = name_plain (self, schema, term);
  part = ask_reading_name_part (term->part, plain);
  if (term->function == ASK_BUILD_PLAIN)
    return g_steal_pointer (&part);
  return ask_reading_name_aggregate (aggregates[term->function], term->function == ASK_BUILD_COUNT_DISTINCT, part);
}

/** ask_build_op_to_words: Returns: what stands for @op between an attribute and a value, in the user's language */
const char *
ask_build_op_to_words (AskBuildOp op)
{
  static const char *const words[ASK_BUILD_N_OPS] = {
    [ASK_BUILD_EQUAL] = NC_ ("comparison", "is"),
    [ASK_BUILD_NOT_EQUAL] = NC_ ("comparison", "is not"),
    [ASK_BUILD_LESS] = NC_ ("comparison", "is below"),
    [ASK_BUILD_LESS_EQUAL] = NC_ ("comparison", "is at most"),
    [ASK_BUILD_GREATER] = NC_ ("comparison", "is above"),
    [ASK_BUILD_GREATER_EQUAL] = NC_ ("comparison", "is at least"),
    [ASK_BUILD_BETWEEN] = NC_ ("comparison", "is between"),
    [ASK_BUILD_NOT_BETWEEN] = NC_ ("comparison", "is not between"),
    [ASK_BUILD_CONTAINS] = NC_ ("comparison", "contains"),
    [ASK_BUILD_NOT_CONTAINS] = NC_ ("comparison", "does not contain"),
    [ASK_BUILD_BEGINS] = NC_ ("comparison", "begins with"),
    [ASK_BUILD_NOT_BEGINS] = NC_ ("comparison", "does not begin with"),
    [ASK_BUILD_ENDS] = NC_ ("comparison", "ends with"),
    [ASK_BUILD_NOT_ENDS] = NC_ ("comparison", "does not end with"),
    /* Translators: a text with % for any letters and _ for one letter */
    [ASK_BUILD_LIKE] = NC_ ("comparison", "is like the pattern"),
    [ASK_BUILD_NOT_LIKE] = NC_ ("comparison", "is not like the pattern"),
    [ASK_BUILD_IN] = NC_ ("comparison", "is one of"),
    [ASK_BUILD_NOT_IN] = NC_ ("comparison", "is none of"),
    [ASK_BUILD_EMPTY] = NC_ ("comparison", "is empty"),
    [ASK_BUILD_NOT_EMPTY] = NC_ ("comparison", "is not empty"),
    /* Translators: followed by "the last 30 days" */
    [ASK_BUILD_WITHIN] = NC_ ("comparison", "is within"),
  };

  return g_dpgettext2 (NULL, "comparison", words[op]);
}

/** ask_build_kind_to_words: Returns: what a step of @kind is called, in the user's language */
const char *
ask_build_kind_to_words (AskBuildKind kind)
{
  static const char *const words[ASK_BUILD_N_KINDS] = {
    [ASK_BUILD_ENTITY] = NC_ ("step of a query", "Rows of"),
    [ASK_BUILD_JOIN] = NC_ ("step of a query", "Join"),
    [ASK_BUILD_CALCULATE] = NC_ ("step of a query", "Calculated Column"),
    [ASK_BUILD_FILTER] = NC_ ("step of a query", "Filter"),
    [ASK_BUILD_GROUP] = NC_ ("step of a query", "Group By"),
    [ASK_BUILD_SUMMARISE] = NC_ ("step of a query", "Summarize"),
    [ASK_BUILD_FILTER_GROUPS] = NC_ ("step of a query", "Filter Groups"),
    [ASK_BUILD_COLUMNS] = NC_ ("step of a query", "Columns"),
    [ASK_BUILD_SORT] = NC_ ("step of a query", "Sort"),
    [ASK_BUILD_LIMIT] = NC_ ("step of a query", "Limit"),
  };

  return g_dpgettext2 (NULL, "step of a query", words[kind]);
}

/** ask_build_function_to_words: Returns: what @function computes, in the user's language */
const char *
ask_build_function_to_words (AskBuildFunction function)
{
  static const char *const words[] = {
    [ASK_BUILD_PLAIN] = NC_ ("summary", "The value itself"),
    [ASK_BUILD_COUNT] = NC_ ("summary", "Number"),
    [ASK_BUILD_COUNT_DISTINCT] = NC_ ("summary", "Number of different"),
    [ASK_BUILD_SUM] = NC_ ("summary", "Sum"),
    [ASK_BUILD_AVERAGE] = NC_ ("summary", "Average"),
    [ASK_BUILD_LEAST] = NC_ ("summary", "Least"),
    [ASK_BUILD_MOST] = NC_ ("summary", "Most"),
  };

  return g_dpgettext2 (NULL, "summary", words[function]);
}

/** ask_build_part_to_words: Returns: what a group by @part of a time is called, in the user's language */
const char *
ask_build_part_to_words (AskTimePart part)
{
  static const char *const words[] = {
    [ASK_TIME_WHOLE] = NC_ ("group of times", "As it is"),
    [ASK_TIME_YEAR] = NC_ ("group of times", "Year"),
    [ASK_TIME_QUARTER] = NC_ ("group of times", "Quarter"),
    [ASK_TIME_MONTH] = NC_ ("group of times", "Month"),
    [ASK_TIME_WEEK] = NC_ ("group of times", "Week"),
    [ASK_TIME_DAY] = NC_ ("group of times", "Day"),
    [ASK_TIME_QUARTER_OF_YEAR] = NC_ ("group of times", "Quarter of any year"),
    [ASK_TIME_MONTH_OF_YEAR] = NC_ ("group of times", "Month of any year"),
    [ASK_TIME_WEEKDAY] = NC_ ("group of times", "Weekday"),
    [ASK_TIME_HOUR] = NC_ ("group of times", "Hour"),
  };

  return g_dpgettext2 (NULL, "group of times", words[part]);
}
