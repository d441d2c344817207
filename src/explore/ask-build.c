/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of steps itself: made, copied, compared, and which step has its place where. It knows no SQL.
 */
#include "config.h"

#include "explore/ask-build.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

ASK_DEFINE_ERROR ("ask-build-error-quark", ask_build_error)

/* Steps of one place may stand in any order among each other. */
static const guint places[ASK_BUILD_N_KINDS] = {
  [ASK_BUILD_ENTITY] = 0, [ASK_BUILD_JOIN] = 1,      [ASK_BUILD_CALCULATE] = 1,     [ASK_BUILD_FILTER] = 1,
  [ASK_BUILD_GROUP] = 2,  [ASK_BUILD_SUMMARISE] = 3, [ASK_BUILD_FILTER_GROUPS] = 4, [ASK_BUILD_COLUMNS] = 5,
  [ASK_BUILD_SORT] = 6,   [ASK_BUILD_LIMIT] = 7,
};

/* ---- terms */

/** ask_build_term_clear: frees what is in @self */
void
ask_build_term_clear (AskBuildTerm *self)
{
  g_clear_pointer (&self->item, g_free);
  g_clear_pointer (&self->name, g_free);
  *self = (AskBuildTerm) { 0 };
}

/** ask_build_term_set: makes @self a copy of @from, which may be @self */
void
ask_build_term_set (AskBuildTerm *self, const AskBuildTerm *from)
{
  AskBuildTerm copy = *from;

  copy.item = g_strdup (from->item);
  copy.name = g_strdup (from->name);
  ask_build_term_clear (self);
  *self = copy;
}

/** ask_build_term_equal: Returns: whether @a and @b say the same, in the same case */
gboolean
ask_build_term_equal (const AskBuildTerm *a, const AskBuildTerm *b)
{
  return a->kind == b->kind && a->function == b->function && a->part == b->part && g_strcmp0 (a->item, b->item) == 0
         && g_strcmp0 (a->name, b->name) == 0;
}

/** ask_build_column_free: frees @self */
void
ask_build_column_free (AskBuildColumn *self)
{
  if (self == NULL)
    return;
  ask_build_term_clear (&self->term);
  g_free (self->alias);
  g_free (self);
}

static void
pair_free (gpointer data)
{
  AskBuildPair *self = data;

  g_free (self->item);
  g_free (self->name);
  g_free (self->other);
  g_free (self);
}

/* ---- conditions */

static void
value_free (gpointer data)
{
  AskBuildValue *self = data;

  g_free (self->text);
  g_free (self);
}

/**
 * ask_build_condition_new:
 * @kind: what it is
 *
 * Returns: (transfer full): an empty condition
 */
AskBuildCondition *
ask_build_condition_new (AskBuildConditionKind kind)
{
  AskBuildCondition *self = g_new0 (AskBuildCondition, 1);

  self->kind = kind;
  self->values = g_ptr_array_new_with_free_func (value_free);
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_condition_free);
  self->span.n = 1;
  return self;
}

/** ask_build_condition_free: @self: (nullable): is freed with its parts */
void
ask_build_condition_free (AskBuildCondition *self)
{
  if (self == NULL)
    return;
  ask_build_term_clear (&self->term);
  g_ptr_array_unref (self->values);
  g_ptr_array_unref (self->parts);
  g_free (self->sql);
  g_free (self);
}

/**
 * ask_build_condition_add:
 * @self: gets another value
 * @kind: of the value
 * @text: of the value
 */
void
ask_build_condition_add (AskBuildCondition *self, AskBuildValueKind kind, const char *text)
{
  AskBuildValue *value = g_new0 (AskBuildValue, 1);

  value->kind = kind;
  value->text = g_strdup (text);
  g_ptr_array_add (self->values, value);
}

/** ask_build_condition_copy: Returns: (transfer full) (nullable): a copy of @self, which may be %NULL */
AskBuildCondition *
ask_build_condition_copy (const AskBuildCondition *self)
{
  AskBuildCondition *copy;

  if (self == NULL)
    return NULL;
  copy = ask_build_condition_new (self->kind);
  ask_build_term_set (&copy->term, &self->term);
  copy->op = self->op;
  copy->span = self->span;
  copy->sql = g_strdup (self->sql);
  for (guint i = 0; i < self->values->len; i++)
    {
      const AskBuildValue *value = self->values->pdata[i];

      ask_build_condition_add (copy, value->kind, value->text);
    }
  for (guint i = 0; i < self->parts->len; i++)
    g_ptr_array_add (copy->parts, ask_build_condition_copy (self->parts->pdata[i]));
  return copy;
}

/** ask_build_condition_equal: Returns: whether @a and @b, which may be %NULL, say the same */
gboolean
ask_build_condition_equal (const AskBuildCondition *a, const AskBuildCondition *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (a->kind != b->kind || a->op != b->op || !ask_build_term_equal (&a->term, &b->term)
      || g_strcmp0 (a->sql, b->sql) != 0 || a->values->len != b->values->len || a->parts->len != b->parts->len)
    return FALSE;
  if (a->kind == ASK_BUILD_TEST && a->op == ASK_BUILD_WITHIN
      && (a->span.kind != b->span.kind || a->span.unit != b->span.unit || a->span.n != b->span.n))
    return FALSE;
  for (guint i = 0; i < a->values->len; i++)
    {
      const AskBuildValue *one = a->values->pdata[i];
      const AskBuildValue *other = b->values->pdata[i];

      if (one->kind != other->kind || strcmp (one->text, other->text) != 0)
        return FALSE;
    }
  for (guint i = 0; i < a->parts->len; i++)
    if (!ask_build_condition_equal (a->parts->pdata[i], b->parts->pdata[i]))
      return FALSE;
  return TRUE;
}

/* ---- steps */

/**
 * ask_build_step_new:
 * @kind: what it does
 *
 * Returns: (transfer full): an empty step
 */
AskBuildStep *
ask_build_step_new (AskBuildKind kind)
{
  AskBuildStep *self = g_new0 (AskBuildStep, 1);

  self->kind = kind;
  self->pairs = g_ptr_array_new_with_free_func (pair_free);
  self->columns = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_column_free);
  return self;
}

/** ask_build_step_free: @self: (nullable): is freed */
void
ask_build_step_free (AskBuildStep *self)
{
  if (self == NULL)
    return;
  g_free (self->entity);
  g_free (self->item);
  ask_build_free (self->before);
  g_ptr_array_unref (self->pairs);
  g_free (self->on);
  g_ptr_array_unref (self->columns);
  ask_build_condition_free (self->condition);
  g_free (self);
}

/**
 * ask_build_step_add:
 * @self: a step with columns
 * @term: is copied
 * @alias: (nullable): what the column is called
 *
 * Returns: (transfer none): the new column
 */
AskBuildColumn *
ask_build_step_add (AskBuildStep *self, const AskBuildTerm *term, const char *alias)
{
  AskBuildColumn *column = g_new0 (AskBuildColumn, 1);

  ask_build_term_set (&column->term, term);
  column->alias = g_strdup (alias);
  g_ptr_array_add (self->columns, column);
  return column;
}

/**
 * ask_build_step_add_pair:
 * @self: a join
 * @item: a table that stands before
 * @name: its attribute
 * @other: the attribute of the table that is joined
 *
 * Returns: (transfer none): the new pair
 */
AskBuildPair *
ask_build_step_add_pair (AskBuildStep *self, const char *item, const char *name, const char *other)
{
  AskBuildPair *pair = g_new0 (AskBuildPair, 1);

  pair->item = g_strdup (item);
  pair->name = g_strdup (name);
  pair->other = g_strdup (other);
  g_ptr_array_add (self->pairs, pair);
  return pair;
}

/** ask_build_step_copy: Returns: (transfer full): a copy of @self */
AskBuildStep *
ask_build_step_copy (const AskBuildStep *self)
{
  AskBuildStep *copy = ask_build_step_new (self->kind);

  copy->disabled = self->disabled;
  copy->entity = g_strdup (self->entity);
  copy->item = g_strdup (self->item);
  copy->before = self->before != NULL ? ask_build_copy (self->before) : NULL;
  copy->outer = self->outer;
  copy->on = g_strdup (self->on);
  copy->distinct = self->distinct;
  copy->condition = ask_build_condition_copy (self->condition);
  copy->limit = self->limit;
  copy->offset = self->offset;
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const AskBuildPair *pair = self->pairs->pdata[i];

      ask_build_step_add_pair (copy, pair->item, pair->name, pair->other);
    }
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AskBuildColumn *column = self->columns->pdata[i];
      AskBuildColumn *mine = ask_build_step_add (copy, &column->term, column->alias);

      mine->descending = column->descending;
      mine->nulls = column->nulls;
    }
  return copy;
}

static gboolean
columns_equal (const AskBuildStep *a, const AskBuildStep *b)
{
  if (a->columns->len != b->columns->len)
    return FALSE;
  for (guint i = 0; i < a->columns->len; i++)
    {
      const AskBuildColumn *one = a->columns->pdata[i];
      const AskBuildColumn *other = b->columns->pdata[i];

      if (!ask_build_term_equal (&one->term, &other->term) || g_strcmp0 (one->alias, other->alias) != 0
          || one->descending != other->descending || one->nulls != other->nulls)
        return FALSE;
    }
  return TRUE;
}

static gboolean
pairs_equal (const AskBuildStep *a, const AskBuildStep *b)
{
  if (a->pairs->len != b->pairs->len)
    return FALSE;
  for (guint i = 0; i < a->pairs->len; i++)
    {
      const AskBuildPair *one = a->pairs->pdata[i];
      const AskBuildPair *other = b->pairs->pdata[i];

      if (strcmp (one->item, other->item) != 0 || strcmp (one->name, other->name) != 0
          || strcmp (one->other, other->other) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
before_equal (const AskBuildStep *a, const AskBuildStep *b)
{
  return a->before == NULL || b->before == NULL ? a->before == b->before : ask_build_equal (a->before, b->before);
}

static gboolean
step_equal (const AskBuildStep *a, const AskBuildStep *b)
{
  return a->kind == b->kind && a->disabled == b->disabled && g_strcmp0 (a->entity, b->entity) == 0
         && g_strcmp0 (a->item, b->item) == 0 && a->outer == b->outer && g_strcmp0 (a->on, b->on) == 0
         && a->distinct == b->distinct && a->limit == b->limit && a->offset == b->offset
         && ask_build_condition_equal (a->condition, b->condition) && pairs_equal (a, b) && columns_equal (a, b)
         && before_equal (a, b);
}

/* ---- the list */

/** ask_build_new: Returns: (transfer full): no steps */
AskBuild *
ask_build_new (void)
{
  AskBuild *self = g_new0 (AskBuild, 1);

  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_step_free);
  return self;
}

/**
 * ask_build_new_for_entity:
 * @schema: that has it
 * @entity: its name
 *
 * Returns: (transfer full) (nullable): all rows of it; %NULL where the schema has none of that name
 */
AskBuild *
ask_build_new_for_entity (AskSchema *schema, const char *entity)
{
  const AskEntity *found = ask_schema_find_entity (schema, entity);
  AskBuildStep *step;
  AskBuild *self;

  if (found == NULL)
    return NULL;
  self = ask_build_new ();
  step = ask_build_step_new (ASK_BUILD_ENTITY);
  step->entity = g_strdup (found->name);
  step->item = g_strdup (found->name);
  g_ptr_array_add (self->steps, step);
  return self;
}

/** ask_build_copy: Returns: (transfer full): a copy of @self */
AskBuild *
ask_build_copy (const AskBuild *self)
{
  AskBuild *copy = ask_build_new ();

  for (guint i = 0; i < self->steps->len; i++)
    g_ptr_array_add (copy->steps, ask_build_step_copy (self->steps->pdata[i]));
  return copy;
}

/** ask_build_free: @self: (nullable): is freed with its steps */
void
ask_build_free (AskBuild *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->steps);
  g_free (self);
}

/** ask_build_equal: Returns: whether @a and @b have the same steps in the same order */
gboolean
ask_build_equal (const AskBuild *a, const AskBuild *b)
{
  if (a->steps->len != b->steps->len)
    return FALSE;
  for (guint i = 0; i < a->steps->len; i++)
    if (!step_equal (a->steps->pdata[i], b->steps->pdata[i]))
      return FALSE;
  return TRUE;
}

/** ask_build_get_step: Returns: (transfer none): the step at @index of @self, from 0 */
AskBuildStep *
ask_build_get_step (const AskBuild *self, guint index)
{
  return self->steps->pdata[index];
}

/** ask_build_find_kind: Returns: (transfer none) (nullable): the first step of @kind in @self that is not disabled */
AskBuildStep *
ask_build_find_kind (const AskBuild *self, AskBuildKind kind)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      AskBuildStep *step = self->steps->pdata[i];

      if (step->kind == kind && !step->disabled)
        return step;
    }
  return NULL;
}

static gboolean
is_single (AskBuildKind kind)
{
  return kind != ASK_BUILD_JOIN && kind != ASK_BUILD_CALCULATE && kind != ASK_BUILD_FILTER
         && kind != ASK_BUILD_FILTER_GROUPS;
}

static gboolean
stands (const AskBuild *self, AskBuildKind kind)
{
  for (guint i = 0; i < self->steps->len; i++)
    if (ask_build_get_step (self, i)->kind == kind)
      return TRUE;
  return FALSE;
}

/**
 * ask_build_find_place:
 * @kind: of a step that is to come
 *
 * Returns: behind all steps of @self that stand before such a one
 */
guint
ask_build_find_place (const AskBuild *self, AskBuildKind kind)
{
  guint place = self->steps->len;

  while (place > 0 && places[ask_build_get_step (self, place - 1)->kind] > places[kind])
    place--;
  return place;
}

/**
 * ask_build_allows:
 * @kind: of a step that is to come
 * @place: before which step, or behind all
 *
 * Returns: whether it may stand there: no second one of kinds that hold a list themselves, groups behind what is
 *   grouped, filters of groups only where there are groups or summaries
 */
gboolean
ask_build_allows (const AskBuild *self, AskBuildKind kind, guint place)
{
  if (place > self->steps->len || (is_single (kind) && stands (self, kind)))
    return FALSE;
  if (kind == ASK_BUILD_FILTER_GROUPS && !stands (self, ASK_BUILD_GROUP) && !stands (self, ASK_BUILD_SUMMARISE))
    return FALSE;
  return (place == 0 || places[ask_build_get_step (self, place - 1)->kind] <= places[kind])
         && (place == self->steps->len || places[ask_build_get_step (self, place)->kind] >= places[kind])
         && (place > 0) == (kind != ASK_BUILD_ENTITY);
}

/**
 * ask_build_insert:
 * @place: before which step, or behind all
 * @step: (transfer full): is taken, also where it fails
 * @error: %ASK_BUILD_ERROR_STEP
 *
 * Returns: whether it could stand there, as ask_build_allows() says
 */
gboolean
ask_build_insert (AskBuild *self, guint place, AskBuildStep *step, GError **error)
{
  g_autoptr (AskBuildStep) taken = step;

  if (!ask_build_allows (self, step->kind, place))
    {
      ask_error_set_literal (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_STEP,
                             N_ ("This step has no place there. An entity comes first, then joins, calculated columns "
                                 "and filters, then groups, summaries, columns, the order and the limit."));
      return FALSE;
    }
  g_ptr_array_insert (self->steps, (gint) place, g_steal_pointer (&taken));
  return TRUE;
}

/**
 * ask_build_move:
 * @from: index of a step
 * @to: its index afterwards
 *
 * Returns: whether it may stand there; else nothing was done
 */
gboolean
ask_build_move (AskBuild *self, guint from, guint to)
{
  AskBuildStep *step;
  gboolean fits;

  if (from >= self->steps->len || to >= self->steps->len || from == to)
    return FALSE;
  step = g_ptr_array_steal_index (self->steps, from);
  fits = (to == 0 || places[ask_build_get_step (self, to - 1)->kind] <= places[step->kind])
         && (to == self->steps->len || places[ask_build_get_step (self, to)->kind] >= places[step->kind])
         && (to > 0) == (step->kind != ASK_BUILD_ENTITY);
  g_ptr_array_insert (self->steps, (gint) (fits ? to : from), step);
  return fits;
}

/** ask_build_remove: Returns: whether the step at @index of @self was removed; the entity stays */
gboolean
ask_build_remove (AskBuild *self, guint index)
{
  if (index >= self->steps->len || ask_build_get_step (self, index)->kind == ASK_BUILD_ENTITY)
    return FALSE;
  g_ptr_array_remove_index (self->steps, index);
  return TRUE;
}

/**
 * ask_build_make_item:
 * @entity: that is joined
 *
 * Returns: (transfer full): a name for it that no other table of @self has: its own, else with a number
 */
char *
ask_build_make_item (const AskBuild *self, const char *entity)
{
  for (guint n = 1;; n++)
    {
      g_autofree char *name = n == 1 ? g_strdup (entity) : g_strdup_printf ("%s_%u", entity, n);
      gboolean taken = FALSE;

      for (guint i = 0; i < self->steps->len && !taken; i++)
        {
          const AskBuildStep *step = ask_build_get_step (self, i);

          taken = step->item != NULL && g_ascii_strcasecmp (step->item, name) == 0;
        }
      if (!taken)
        return g_steal_pointer (&name);
    }
}
