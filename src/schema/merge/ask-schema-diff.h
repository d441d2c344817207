/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What differs between two schemas: for comparing versions, for the drift of a source, for the command line.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_CHANGE_ADDED,
  ASK_CHANGE_REMOVED,
  ASK_CHANGE_CHANGED
} AskChangeKind;

typedef enum
{
  ASK_PART_SCHEMA,
  ASK_PART_SOURCE,
  ASK_PART_ENTITY,
  ASK_PART_ATTRIBUTE,
  ASK_PART_METRIC,
  ASK_PART_RELATIONSHIP
} AskPart;

/**
 * AskChange:
 * @entity_id: (nullable): of the entity that it is about
 * @entity: (nullable): its name, after the change where it has one there
 * @name: (nullable): of the attribute, metric or source; a relationship as
 *   "orders (customer_id) → customers (id)"
 * @field: (nullable): of %ASK_CHANGE_CHANGED: the member of the document, "name", "type", "description",
 *   "layout", "operation", …
 * @before: (nullable): the field's value as text; several are separated by ", "
 * @after: (nullable): the same
 */
typedef struct
{
  AskChangeKind kind;
  AskPart part;
  char *entity_id;
  char *entity;
  char *name;
  char *field;
  char *before;
  char *after;
} AskChange;

void       ask_change_free     (AskChange       *self);
char      *ask_change_to_text  (const AskChange *self);
JsonNode  *ask_changes_to_json (GPtrArray       *changes);
AskChange *ask_change_from_json (JsonObject      *object);

GPtrArray *ask_schema_diff     (AskSchema       *before,
                                AskSchema       *after);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskChange, ask_change_free)

G_END_DECLS
