/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Steps as a document and back, so that they can be kept. Anybody may have written the document: what it says that is
 * no step is an error with its place.
 */
#include "config.h"

#include "explore/ask-build.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"

#define VERSION 1
/* Conditions in each other, and stages behind each other. */
#define MAX_DEPTH 50

static const char *const kinds[] = { "entity",        "join",    "calculate", "filter", "group", "summarise",
                                     "filter-groups", "columns", "sort",      "limit",  NULL };
static const char *const functions[] = { "", "count", "count-distinct", "sum", "average", "least", "most", NULL };
static const char *const parts[]
  = { "", "year", "quarter", "month", "week", "day", "quarter-of-year", "month-of-year", "weekday", "hour", NULL };
static const char *const term_kinds[] = { "all", "field", "expression", NULL };
static const char *const ops[]
  = { "equal",       "not-equal", "less",         "less-equal", "greater",    "greater-equal", "between",
      "not-between", "contains",  "not-contains", "begins",     "not-begins", "ends",          "not-ends",
      "like",        "not-like",  "in",           "not-in",     "empty",      "not-empty",     "within",
      NULL };
static const char *const value_kinds[] = { "text", "number", "sql", NULL };
static const char *const condition_kinds[] = { "test", "sql", "all-of", "any-of", NULL };
static const char *const span_kinds[] = { "last", "this", "previous", "next", NULL };
static const char *const units[] = { "days", "weeks", "months", "years", NULL };

/* ---- written */

static JsonNode *
write_term (const AskBuildTerm *term)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "kind", term_kinds[term->kind]);
  if (term->function != ASK_BUILD_PLAIN)
    json_object_set_string_member (object, "function", functions[term->function]);
  if (term->part != ASK_TIME_WHOLE)
    json_object_set_string_member (object, "part", parts[term->part]);
  ask_json_set_string (object, "item", term->item);
  ask_json_set_string (object, "name", term->name);
  return ask_json_take_object (object);
}

static JsonNode *write_condition (const AskBuildCondition *condition);

static void
write_test (JsonObject *object, const AskBuildCondition *condition)
{
  JsonArray *values = json_array_new ();

  json_object_set_member (object, "term", write_term (&condition->term));
  json_object_set_string_member (object, "op", ops[condition->op]);
  for (guint i = 0; i < condition->values->len; i++)
    {
      const AskBuildValue *value = condition->values->pdata[i];
      JsonObject *one = json_object_new ();

      json_object_set_string_member (one, "kind", value_kinds[value->kind]);
      json_object_set_string_member (one, "text", value->text);
      json_array_add_object_element (values, one);
    }
  json_object_set_array_member (object, "values", values);
  if (condition->op != ASK_BUILD_WITHIN)
    return;
  json_object_set_string_member (object, "span", span_kinds[condition->span.kind]);
  json_object_set_string_member (object, "unit", units[condition->span.unit]);
  json_object_set_int_member (object, "n", condition->span.n);
}

static JsonNode *
write_condition (const AskBuildCondition *condition)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "kind", condition_kinds[condition->kind]);
  if (condition->kind == ASK_BUILD_TEST)
    write_test (object, condition);
  else if (condition->kind == ASK_BUILD_SQL)
    ask_json_set_string (object, "sql", condition->sql);
  else
    {
      JsonArray *all = json_array_new ();

      for (guint i = 0; i < condition->parts->len; i++)
        json_array_add_element (all, write_condition (condition->parts->pdata[i]));
      json_object_set_array_member (object, "parts", all);
    }
  return ask_json_take_object (object);
}

static JsonArray *
write_columns (const AskBuildStep *step)
{
  JsonArray *columns = json_array_new ();

  for (guint i = 0; i < step->columns->len; i++)
    {
      const AskBuildColumn *column = step->columns->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_member (object, "term", write_term (&column->term));
      ask_json_set_string (object, "alias", column->alias);
      if (column->descending)
        json_object_set_boolean_member (object, "descending", TRUE);
      if (column->nulls != 0)
        json_object_set_int_member (object, "nulls", column->nulls);
      json_array_add_object_element (columns, object);
    }
  return columns;
}

static JsonArray *
write_pairs (const AskBuildStep *step)
{
  JsonArray *pairs = json_array_new ();

  for (guint i = 0; i < step->pairs->len; i++)
    {
      const AskBuildPair *pair = step->pairs->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "item", pair->item);
      json_object_set_string_member (object, "name", pair->name);
      json_object_set_string_member (object, "other", pair->other);
      json_array_add_object_element (pairs, object);
    }
  return pairs;
}

static JsonArray *write_steps (const AskBuild *build);

static JsonObject *
write_step (const AskBuildStep *step)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "kind", kinds[step->kind]);
  if (step->disabled)
    json_object_set_boolean_member (object, "disabled", TRUE);
  ask_json_set_string (object, "entity", step->entity);
  ask_json_set_string (object, "item", step->item);
  if (step->before != NULL)
    json_object_set_array_member (object, "before", write_steps (step->before));
  if (step->kind == ASK_BUILD_JOIN)
    {
      json_object_set_boolean_member (object, "outer", step->outer);
      json_object_set_array_member (object, "pairs", write_pairs (step));
      ask_json_set_string (object, "on", step->on);
    }
  if (step->columns->len > 0)
    json_object_set_array_member (object, "columns", write_columns (step));
  if (step->distinct)
    json_object_set_boolean_member (object, "distinct", TRUE);
  if (step->condition != NULL)
    json_object_set_member (object, "condition", write_condition (step->condition));
  if (step->kind == ASK_BUILD_LIMIT)
    {
      json_object_set_int_member (object, "limit", step->limit);
      json_object_set_int_member (object, "offset", step->offset);
    }
  return object;
}

static JsonArray *
write_steps (const AskBuild *build)
{
  JsonArray *steps = json_array_new ();

  for (guint i = 0; i < build->steps->len; i++)
    json_array_add_object_element (steps, write_step (build->steps->pdata[i]));
  return steps;
}

/**
 * ask_build_to_json:
 * @self: steps
 *
 * Returns: (transfer full): them as a document
 */
JsonNode *
ask_build_to_json (const AskBuild *self)
{
  JsonObject *document = json_object_new ();

  json_object_set_int_member (document, "version", VERSION);
  json_object_set_array_member (document, "steps", write_steps (self));
  return ask_json_take_object (document);
}

/* ---- read */

static gboolean
refuse (GError **error, const char *member)
{
  ask_error_set (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_DOCUMENT,
                 N_ ("The kept query cannot be read: its member “%s” is missing or not what it should be."), member);
  return FALSE;
}

/* A word of a list; where it may be left out, the first one. */
static gboolean
read_word (JsonObject *object, const char *member, const char *const *words, guint *found, GError **error)
{
  const char *word = ask_json_get_string (object, member);

  if (word == NULL)
    word = words[0][0] == '\0' ? "" : NULL;
  for (guint i = 0; word != NULL && words[i] != NULL; i++)
    if (strcmp (words[i], word) == 0)
      {
        *found = i;
        return TRUE;
      }
  return refuse (error, member);
}

static gboolean
read_term (JsonObject *object, AskBuildTerm *term, GError **error)
{
  guint kind;
  guint function;
  guint part;

  if (object == NULL)
    return refuse (error, "term");
  if (!read_word (object, "kind", term_kinds, &kind, error)
      || !read_word (object, "function", functions, &function, error)
      || !read_word (object, "part", parts, &part, error))
    return FALSE;
  term->kind = (AskBuildTermKind) kind;
  term->function = (AskBuildFunction) function;
  term->part = (AskTimePart) part;
  term->item = g_strdup (ask_json_get_string (object, "item"));
  term->name = g_strdup (ask_json_get_string (object, "name"));
  return TRUE;
}

static gboolean
read_span (JsonObject *object, AskSpan *span, GError **error)
{
  gint64 n = ask_json_get_integer (object, "n", 0);
  guint kind;
  guint unit;

  if (n < 1 || n > G_MAXUINT / 7)
    return refuse (error, "n");
  if (!read_word (object, "span", span_kinds, &kind, error) || !read_word (object, "unit", units, &unit, error))
    return FALSE;
  *span = (AskSpan) { (AskSpanKind) kind, (AskSpanUnit) unit, (guint) n };
  return TRUE;
}

static gboolean
read_test (JsonObject *object, AskBuildCondition *test, GError **error)
{
  JsonArray *values = ask_json_get_array (object, "values");
  guint op;

  if (!read_term (ask_json_get_object (object, "term"), &test->term, error)
      || !read_word (object, "op", ops, &op, error))
    return FALSE;
  test->op = (AskBuildOp) op;
  for (guint i = 0; values != NULL && i < json_array_get_length (values); i++)
    {
      JsonObject *value = ask_json_element_object (values, i);
      const char *text = value != NULL ? ask_json_get_string (value, "text") : NULL;
      guint kind;

      if (text == NULL)
        return refuse (error, "values");
      if (!read_word (value, "kind", value_kinds, &kind, error))
        return FALSE;
      ask_build_condition_add (test, (AskBuildValueKind) kind, text);
    }
  return test->op != ASK_BUILD_WITHIN || read_span (object, &test->span, error);
}

static AskBuildCondition *
read_condition (JsonObject *object, guint depth, GError **error)
{
  g_autoptr (AskBuildCondition) condition = NULL;
  JsonArray *all;
  guint kind;

  if (object == NULL || depth > MAX_DEPTH)
    {
      refuse (error, "condition");
      return NULL;
    }
  if (!read_word (object, "kind", condition_kinds, &kind, error))
    return NULL;
  condition = ask_build_condition_new ((AskBuildConditionKind) kind);
  if (condition->kind == ASK_BUILD_SQL)
    condition->sql = g_strdup (ask_json_get_string (object, "sql"));
  if (condition->kind == ASK_BUILD_TEST && !read_test (object, condition, error))
    return NULL;
  all = ask_json_get_array (object, "parts");
  for (guint i = 0; all != NULL && i < json_array_get_length (all); i++)
    {
      AskBuildCondition *part = read_condition (ask_json_element_object (all, i), depth + 1, error);

      if (part == NULL)
        return NULL;
      g_ptr_array_add (condition->parts, part);
    }
  return g_steal_pointer (&condition);
}

static gboolean
read_columns (JsonArray *array, AskBuildStep *step, GError **error)
{
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      g_auto (AskBuildTerm) term = { 0 };
      AskBuildColumn *column;

      if (object == NULL)
        return refuse (error, "columns");
      if (!read_term (ask_json_get_object (object, "term"), &term, error))
        return FALSE;
      column = ask_build_step_add (step, &term, ask_json_get_string (object, "alias"));
      column->descending = ask_json_get_boolean (object, "descending", FALSE);
      column->nulls = (guint) CLAMP (ask_json_get_integer (object, "nulls", 0), 0, 2);
    }
  return TRUE;
}

static gboolean
read_pairs (JsonArray *array, AskBuildStep *step, GError **error)
{
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      const char *item = object != NULL ? ask_json_get_string (object, "item") : NULL;
      const char *name = object != NULL ? ask_json_get_string (object, "name") : NULL;
      const char *other = object != NULL ? ask_json_get_string (object, "other") : NULL;

      if (item == NULL || name == NULL || other == NULL)
        return refuse (error, "pairs");
      ask_build_step_add_pair (step, item, name, other);
    }
  return TRUE;
}

static AskBuild *read_steps (JsonArray *steps, guint depth, GError **error);

static gboolean
read_step (JsonObject *object, AskBuild *build, guint depth, GError **error)
{
  g_autoptr (AskBuildStep) step = NULL;
  guint kind;

  if (object == NULL)
    return refuse (error, "steps");
  if (!read_word (object, "kind", kinds, &kind, error))
    return FALSE;
  step = ask_build_step_new ((AskBuildKind) kind);
  step->disabled = ask_json_get_boolean (object, "disabled", FALSE);
  step->entity = g_strdup (ask_json_get_string (object, "entity"));
  step->item = g_strdup (ask_json_get_string (object, "item"));
  step->outer = ask_json_get_boolean (object, "outer", FALSE);
  step->on = g_strdup (ask_json_get_string (object, "on"));
  step->distinct = ask_json_get_boolean (object, "distinct", FALSE);
  step->limit = ask_json_get_integer (object, "limit", 0);
  step->offset = ask_json_get_integer (object, "offset", 0);
  if ((step->kind == ASK_BUILD_ENTITY || step->kind == ASK_BUILD_JOIN) && (step->entity == NULL || step->item == NULL))
    return refuse (error, "entity");
  if (!read_columns (ask_json_get_array (object, "columns"), step, error)
      || !read_pairs (ask_json_get_array (object, "pairs"), step, error))
    return FALSE;
  if (json_object_has_member (object, "before"))
    {
      step->before
        = step->kind == ASK_BUILD_ENTITY ? read_steps (ask_json_get_array (object, "before"), depth + 1, error) : NULL;
      if (step->before == NULL)
        return step->kind == ASK_BUILD_ENTITY ? FALSE : refuse (error, "before");
    }
  if (json_object_has_member (object, "condition"))
    {
      step->condition = read_condition (ask_json_get_object (object, "condition"), 0, error);
      if (step->condition == NULL)
        return FALSE;
    }
  return ask_build_insert (build, build->steps->len, g_steal_pointer (&step), error);
}

static AskBuild *
read_steps (JsonArray *steps, guint depth, GError **error)
{
  g_autoptr (AskBuild) build = ask_build_new ();

  if (steps == NULL || json_array_get_length (steps) == 0 || depth > MAX_DEPTH)
    {
      refuse (error, depth == 0 ? "steps" : "before");
      return NULL;
    }
  for (guint i = 0; i < json_array_get_length (steps); i++)
    if (!read_step (ask_json_element_object (steps, i), build, depth, error))
      return NULL;
  return g_steal_pointer (&build);
}

/**
 * ask_build_from_json:
 * @document: as of ask_build_to_json()
 * @error: %ASK_BUILD_ERROR_DOCUMENT, %ASK_BUILD_ERROR_STEP for steps in an order that makes no sense
 *
 * Returns: (transfer full) (nullable): the steps
 */
AskBuild *
ask_build_from_json (JsonNode *document, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (document) ? json_node_get_object (document) : NULL;
  JsonArray *steps = object != NULL ? ask_json_get_array (object, "steps") : NULL;

  if (steps == NULL || ask_json_get_integer (object, "version", 0) != VERSION)
    {
      refuse (error, steps == NULL ? "steps" : "version");
      return NULL;
    }
  return read_steps (steps, 0, error);
}
