/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts of an abstract schema: making, finding, copying and freeing entities, attributes, metrics,
 * operations and relationships. An entity or relationship that more than one schema holds is never
 * changed: ask_entity_copy() makes one that may be.
 */
#include "config.h"

#include "schema/ask-schema.h"

#include <string.h>

#include "base/ask-text.h"

/* In the order of their enumerations. */
static const char *const sharings[] = { "inherit", "never", "samples", "yes" };
static const char *const cardinalities[] = { "many-to-one", "one-to-one", "many-to-many" };

static gboolean
find_word (const char *const *words, guint n, const char *string, guint *index)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (words[i], string) == 0)
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

/** ask_sharing_to_string: Returns: (transfer none): "inherit", "never", "samples" or "yes" */
const char *
ask_sharing_to_string (AskSharing self)
{
  return sharings[self];
}

/** ask_sharing_from_string: Returns: whether @string is one of them; *@sharing is set only then */
gboolean
ask_sharing_from_string (const char *string, AskSharing *sharing)
{
  guint index;

  if (!find_word (sharings, G_N_ELEMENTS (sharings), string, &index))
    return FALSE;
  *sharing = (AskSharing) index;
  return TRUE;
}

/** ask_cardinality_to_string: Returns: (transfer none): "many-to-one", "one-to-one" or "many-to-many" */
const char *
ask_cardinality_to_string (AskCardinality self)
{
  return cardinalities[self];
}

/** ask_cardinality_from_string: Returns: whether @string is one of them; *@cardinality is set only then */
gboolean
ask_cardinality_from_string (const char *string, AskCardinality *cardinality)
{
  guint index;

  if (!find_word (cardinalities, G_N_ELEMENTS (cardinalities), string, &index))
    return FALSE;
  *cardinality = (AskCardinality) index;
  return TRUE;
}

static void
attribute_free (gpointer data)
{
  AskAttribute *self = data;

  g_free (self->name);
  g_free (self->column);
  g_free (self->expression);
  g_free (self->declared);
  g_free (self->description);
  g_ptr_array_unref (self->synonyms);
  g_ptr_array_unref (self->choices);
  g_free (self->unit);
  g_ptr_array_unref (self->examples);
  g_free (self);
}

static void
metric_free (gpointer data)
{
  AskMetric *self = data;

  g_free (self->name);
  g_free (self->expression);
  g_free (self->description);
  g_free (self->unit);
  g_ptr_array_unref (self->synonyms);
  g_free (self);
}

static void
binding_free (gpointer data)
{
  AskBinding *self = data;

  g_free (self->source);
  g_free (self->namespace);
  g_free (self->table);
  g_ptr_array_unref (self->columns);
  g_free (self);
}

static void
parameter_free (gpointer data)
{
  AskParameter *self = data;

  g_free (self->name);
  g_free (self->attribute);
  g_free (self->fixed);
  g_free (self);
}

static void
sort_free (gpointer sort)
{
  AskSort *self = sort;

  g_free (self->attribute);
  g_free (self->parameter);
  g_free (self->ascending);
  g_free (self->descending);
  g_free (self->direction);
  g_free (self->up);
  g_free (self->down);
  g_free (self);
}

static void
operation_free (AskOperation *self)
{
  g_free (self->method);
  g_free (self->path);
  g_free (self->rows);
  g_free (self->nested);
  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->sorts);
  g_free (self->paging.parameter);
  g_free (self->paging.size_parameter);
  g_free (self->paging.next);
  g_free (self);
}

/* @name, or with a number behind it. */
static char *
free_name (const AskEntity *self, const char *name)
{
  char *free = g_strdup (name);

  for (guint n = 2; ask_entity_find_attribute (self, free) != NULL || ask_entity_find_metric (self, free) != NULL; n++)
    {
      g_free (free);
      free = g_strdup_printf ("%s_%u", name, n);
    }
  return free;
}

/**
 * ask_entity_new:
 * @name: for the relational view; ask_schema_add_entity() changes it where it is taken
 * @source: short name of the source; "" for %ASK_ENTITY_QUERY
 * @table: the table in the source, or the operation's id; "" for %ASK_ENTITY_QUERY
 * @kind: the caller adds the operation of %ASK_ENTITY_API, and the query of %ASK_ENTITY_QUERY
 *
 * Returns: (transfer full): an entity without attributes, and without an id
 */
AskEntity *
ask_entity_new (const char *name, const char *source, const char *table, AskEntityKind kind)
{
  AskEntity *self = g_new0 (AskEntity, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->source = g_strdup (source);
  self->table = g_strdup (table);
  self->kind = kind;
  self->synonyms = g_ptr_array_new_with_free_func (g_free);
  self->attributes = g_ptr_array_new_with_free_func (attribute_free);
  self->metrics = g_ptr_array_new_with_free_func (metric_free);
  self->bindings = g_ptr_array_new_with_free_func (binding_free);
  self->row_estimate = -1;
  return self;
}

/** ask_entity_ref: Returns: (transfer full): @self */
AskEntity *
ask_entity_ref (AskEntity *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_entity_unref: frees @self with all its parts when nobody holds it any more */
void
ask_entity_unref (AskEntity *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->id);
  g_free (self->name);
  g_free (self->source);
  g_free (self->namespace);
  g_free (self->table);
  g_free (self->description);
  g_ptr_array_unref (self->synonyms);
  g_ptr_array_unref (self->attributes);
  g_ptr_array_unref (self->metrics);
  g_clear_pointer (&self->operation, operation_free);
  g_free (self->query);
  g_ptr_array_unref (self->bindings);
  g_free (self->notes);
  g_free (self->area);
  g_free (self);
}

static void
copy_attribute (AskEntity *entity, const AskAttribute *from)
{
  AskAttribute *to = g_new (AskAttribute, 1);

  *to = *from;
  to->name = g_strdup (from->name);
  to->column = g_strdup (from->column);
  to->expression = g_strdup (from->expression);
  to->declared = g_strdup (from->declared);
  to->description = g_strdup (from->description);
  to->synonyms = ask_text_copy_all (from->synonyms);
  to->choices = ask_text_copy_all (from->choices);
  to->unit = g_strdup (from->unit);
  to->examples = ask_text_copy_all (from->examples);
  g_ptr_array_add (entity->attributes, to);
}

static AskOperation *
copy_operation (const AskOperation *from)
{
  AskOperation *to = ask_operation_new (from->path);

  to->method = g_strdup (from->method);
  to->rows = g_strdup (from->rows);
  to->nested = g_strdup (from->nested);
  to->single = from->single;
  to->values = from->values;
  to->paging = from->paging;
  to->paging.parameter = g_strdup (from->paging.parameter);
  to->paging.size_parameter = g_strdup (from->paging.size_parameter);
  to->paging.next = g_strdup (from->paging.next);
  for (guint i = 0; i < from->sorts->len; i++)
    {
      const AskSort *sort = from->sorts->pdata[i];
      AskSort *copy = ask_operation_add_sort (to, sort->attribute, sort->parameter, sort->ascending, sort->descending);

      copy->direction = g_strdup (sort->direction);
      copy->up = g_strdup (sort->up);
      copy->down = g_strdup (sort->down);
    }
  for (guint i = 0; i < from->parameters->len; i++)
    {
      const AskParameter *parameter = from->parameters->pdata[i];
      AskParameter *copy = g_new (AskParameter, 1);

      *copy = *parameter;
      copy->name = g_strdup (parameter->name);
      copy->attribute = g_strdup (parameter->attribute);
      copy->fixed = g_strdup (parameter->fixed);
      g_ptr_array_add (to->parameters, copy);
    }
  return to;
}

/** ask_entity_copy: Returns: (transfer full): a deep copy with the same id, to be changed */
AskEntity *
ask_entity_copy (const AskEntity *self)
{
  AskEntity *copy = ask_entity_new (self->name, self->source, self->table, self->kind);

  copy->id = g_strdup (self->id);
  copy->namespace = g_strdup (self->namespace);
  copy->description = g_strdup (self->description);
  g_ptr_array_unref (copy->synonyms);
  copy->synonyms = ask_text_copy_all (self->synonyms);
  for (guint i = 0; i < self->attributes->len; i++)
    copy_attribute (copy, self->attributes->pdata[i]);
  for (guint i = 0; i < self->metrics->len; i++)
    {
      const AskMetric *metric = self->metrics->pdata[i];
      AskMetric *to = ask_entity_add_metric (copy, metric->name, metric->expression);

      to->description = g_strdup (metric->description);
      to->unit = g_strdup (metric->unit);
      g_ptr_array_unref (to->synonyms);
      to->synonyms = ask_text_copy_all (metric->synonyms);
    }
  if (self->operation != NULL)
    copy->operation = copy_operation (self->operation);
  copy->query = g_strdup (self->query);
  for (guint i = 0; i < self->bindings->len; i++)
    {
      const AskBinding *binding = self->bindings->pdata[i];
      AskBinding *to
        = ask_entity_add_binding (copy, binding->source, binding->namespace, binding->table, binding->kind);

      g_ptr_array_unref (to->columns);
      to->columns = ask_text_copy_all (binding->columns);
    }
  copy->row_estimate = self->row_estimate;
  copy->notes = g_strdup (self->notes);
  copy->hidden = self->hidden;
  copy->placed = self->placed;
  copy->x = self->x;
  copy->y = self->y;
  copy->collapsed = self->collapsed;
  copy->area = g_strdup (self->area);
  return copy;
}

/**
 * ask_entity_add_metric:
 * @name: wanted name; a number is added where an attribute or a metric has it
 * @expression: an aggregate over the entity's attributes: "sum(price * quantity)"; not checked here
 *
 * Returns: (transfer none): the new last metric
 */
AskMetric *
ask_entity_add_metric (AskEntity *self, const char *name, const char *expression)
{
  AskMetric *metric = g_new0 (AskMetric, 1);

  metric->name = free_name (self, name);
  metric->expression = g_strdup (expression);
  metric->synonyms = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->metrics, metric);
  return metric;
}

/** ask_entity_find_metric: Returns: (transfer none) (nullable): the one called @name, whatever the case */
AskMetric *
ask_entity_find_metric (const AskEntity *self, const char *name)
{
  for (guint i = 0; i < self->metrics->len; i++)
    {
      AskMetric *metric = self->metrics->pdata[i];

      if (g_ascii_strcasecmp (metric->name, name) == 0)
        return metric;
    }
  return NULL;
}

/**
 * ask_entity_add_binding:
 * @source: short name of the source that holds the same rows
 * @namespace: (nullable): see AskEntity
 * @table: of that source
 * @kind: %ASK_ENTITY_TABLE or %ASK_ENTITY_VIEW
 *
 * Returns: (transfer none): the new last one, with the columns still to be added
 */
AskBinding *
ask_entity_add_binding (AskEntity *self, const char *source, const char *namespace, const char *table,
                        AskEntityKind kind)
{
  AskBinding *binding = g_new0 (AskBinding, 1);

  binding->source = g_strdup (source);
  binding->namespace = g_strdup (namespace);
  binding->table = g_strdup (table);
  binding->kind = kind;
  binding->columns = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->bindings, binding);
  return binding;
}

/**
 * ask_entity_add_attribute:
 * @name: wanted name; a number is added where it is taken
 * @column: (nullable): see AskAttribute
 * @type: of its values
 *
 * Returns: (transfer none): the new last attribute, nullable and without a description
 */
AskAttribute *
ask_entity_add_attribute (AskEntity *self, const char *name, const char *column, AskType type)
{
  AskAttribute *attribute = g_new0 (AskAttribute, 1);

  attribute->name = free_name (self, name);
  attribute->column = g_strdup (column);
  attribute->type = type;
  attribute->nullable = TRUE;
  attribute->synonyms = g_ptr_array_new_with_free_func (g_free);
  attribute->choices = g_ptr_array_new_with_free_func (g_free);
  attribute->examples = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->attributes, attribute);
  return attribute;
}

/** ask_entity_find_attribute: Returns: (transfer none) (nullable): the one called @name, whatever the case */
AskAttribute *
ask_entity_find_attribute (const AskEntity *self, const char *name)
{
  for (guint i = 0; i < self->attributes->len; i++)
    {
      AskAttribute *attribute = self->attributes->pdata[i];

      if (g_ascii_strcasecmp (attribute->name, name) == 0)
        return attribute;
    }
  return NULL;
}

/**
 * ask_entity_find_column:
 * @column: as AskAttribute.column, whatever the case
 *
 * A server may have columns whose names differ by nothing but their case: the one that is written so comes first.
 *
 * Returns: (transfer none) (nullable): the attribute of that column
 */
AskAttribute *
ask_entity_find_column (const AskEntity *self, const char *column)
{
  AskAttribute *found = NULL;

  for (guint i = 0; i < self->attributes->len; i++)
    {
      AskAttribute *attribute = self->attributes->pdata[i];

      if (attribute->column == NULL)
        continue;
      if (strcmp (attribute->column, column) == 0)
        return attribute;
      if (found == NULL && g_ascii_strcasecmp (attribute->column, column) == 0)
        found = attribute;
    }
  return found;
}

/**
 * ask_array_style_marks_one:
 * @style: of a parameter
 *
 * Returns: whether a single value too is written otherwise than it is: "id[]=1", ".1", ";id=1"
 */
gboolean
ask_array_style_marks_one (AskArrayStyle style)
{
  return style >= ASK_ARRAY_BRACKETS;
}

/** ask_operation_new: Returns: (transfer full): a GET of @path without parameters or pages */
AskOperation *
ask_operation_new (const char *path)
{
  AskOperation *self = g_new0 (AskOperation, 1);

  self->path = g_strdup (path);
  self->parameters = g_ptr_array_new_with_free_func (parameter_free);
  self->sorts = g_ptr_array_new_with_free_func (sort_free);
  self->paging.first = 1;
  return self;
}

/**
 * ask_operation_add_parameter:
 * @name: as the API writes it; in a body, dots lead into objects
 * @place: where a call has it
 * @attribute: (nullable): the attribute that it equals
 * @required: whether there is no call without it
 *
 * Returns: (transfer none): the new last parameter
 */
AskParameter *
ask_operation_add_parameter (AskOperation *self, const char *name, AskParameterPlace place, const char *attribute,
                             gboolean required)
{
  AskParameter *parameter = g_new0 (AskParameter, 1);

  parameter->name = g_strdup (name);
  parameter->place = place;
  parameter->attribute = g_strdup (attribute);
  parameter->required = required;
  g_ptr_array_add (self->parameters, parameter);
  return parameter;
}

/**
 * ask_operation_find_parameter_use:
 * @use: how the attribute has to stand to what is sent
 *
 * Returns: (transfer none) (nullable): the first parameter that binds @attribute in this way
 */
AskParameter *
ask_operation_find_parameter_use (const AskOperation *self, const char *attribute, AskParameterUse use)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      AskParameter *parameter = self->parameters->pdata[i];

      if (parameter->attribute != NULL && parameter->use == use
          && g_ascii_strcasecmp (parameter->attribute, attribute) == 0)
        return parameter;
    }
  return NULL;
}

/**
 * ask_parameter_can_bound:
 *
 * Returns: whether values of @attribute have an order that the API has too, and can be sent as @self's
 */
gboolean
ask_parameter_can_bound (const AskParameter *self, const AskAttribute *attribute)
{
  if (attribute->column == NULL)
    return FALSE;
  switch (attribute->type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
      return self->type == ASK_TYPE_INTEGER || self->type == ASK_TYPE_REAL || self->type == ASK_TYPE_TEXT
             || self->type == ASK_TYPE_ANY;
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
      return self->type == ASK_TYPE_DATE || self->type == ASK_TYPE_DATETIME || self->type == ASK_TYPE_TEXT
             || self->type == ASK_TYPE_ANY;
    default:
      return FALSE;
    }
}

/**
 * ask_operation_add_sort:
 * @attribute: what the rows are ordered by; no other order of the operation has it
 * @parameter: the query parameter that asks for it, as the API writes it
 * @ascending: the value of @parameter for the smallest first
 * @descending: its value for the greatest first
 *
 * Returns: (transfer none): the new last order, without a second parameter
 */
AskSort *
ask_operation_add_sort (AskOperation *self, const char *attribute, const char *parameter, const char *ascending,
                        const char *descending)
{
  AskSort *sort = g_new0 (AskSort, 1);

  sort->attribute = g_strdup (attribute);
  sort->parameter = g_strdup (parameter);
  sort->ascending = g_strdup (ascending);
  sort->descending = g_strdup (descending);
  g_ptr_array_add (self->sorts, sort);
  return sort;
}

/** ask_operation_find_sort: Returns: (transfer none) (nullable): how to ask for the order by @attribute */
AskSort *
ask_operation_find_sort (const AskOperation *self, const char *attribute)
{
  for (guint i = 0; i < self->sorts->len; i++)
    {
      AskSort *sort = self->sorts->pdata[i];

      if (g_ascii_strcasecmp (sort->attribute, attribute) == 0)
        return sort;
    }
  return NULL;
}

/** ask_operation_find_parameter_for: Returns: (transfer none) (nullable): what @attribute equals */
AskParameter *
ask_operation_find_parameter_for (const AskOperation *self, const char *attribute)
{
  return ask_operation_find_parameter_use (self, attribute, ASK_PARAMETER_EQUALS);
}

/** ask_entity_needs: Returns: whether its API makes no call without a value that @attribute equals */
gboolean
ask_entity_needs (const AskEntity *self, const char *attribute)
{
  const AskParameter *parameter
    = self->operation != NULL ? ask_operation_find_parameter_for (self->operation, attribute) : NULL;

  return parameter != NULL && parameter->required && parameter->fixed == NULL;
}

/** ask_relationship_ref: Returns: (transfer full): @self */
AskRelationship *
ask_relationship_ref (AskRelationship *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_relationship_copy: Returns: (transfer full): a deep copy, to be changed */
AskRelationship *
ask_relationship_copy (const AskRelationship *self)
{
  AskRelationship *copy = g_new (AskRelationship, 1);

  *copy = *self;
  g_atomic_ref_count_init (&copy->ref_count);
  copy->from = g_strdup (self->from);
  copy->from_attributes = ask_text_copy_all (self->from_attributes);
  copy->to = g_strdup (self->to);
  copy->to_attributes = ask_text_copy_all (self->to_attributes);
  copy->verb = g_strdup (self->verb);
  return copy;
}

/** ask_relationship_joins_same: Returns: whether @a and @b join the same attributes in one order, whatever the case */
gboolean
ask_relationship_joins_same (const AskRelationship *a, const AskRelationship *b)
{
  if (g_ascii_strcasecmp (a->from, b->from) != 0 || g_ascii_strcasecmp (a->to, b->to) != 0
      || a->from_attributes->len != b->from_attributes->len)
    return FALSE;
  for (guint i = 0; i < a->from_attributes->len; i++)
    if (g_ascii_strcasecmp (a->from_attributes->pdata[i], b->from_attributes->pdata[i]) != 0
        || g_ascii_strcasecmp (a->to_attributes->pdata[i], b->to_attributes->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

/** ask_relationship_unref: frees @self when nobody holds it any more */
void
ask_relationship_unref (AskRelationship *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->from);
  g_ptr_array_unref (self->from_attributes);
  g_free (self->to);
  g_ptr_array_unref (self->to_attributes);
  g_free (self->verb);
  g_free (self);
}
