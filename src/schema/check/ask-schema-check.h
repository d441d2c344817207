/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is wrong with a schema, what will probably mislead, and what would make it better: each with its place, so
 * that a click leads there, and with what to do.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_FAULT_ERROR, /* questions about it fail */
  ASK_FAULT_WARNING, /* questions about it may go wrong, or values may go where they should not */
  ASK_FAULT_ADVICE /* questions would go better */
} AskFaultLevel;

/**
 * AskFault:
 * @entity_id: (nullable): of the entity that it is about
 * @entity: (nullable): its name
 * @attribute: (nullable): the name of one of its attributes
 * @metric: (nullable): the name of one of its metrics
 * @field: (nullable): the field to look at, as ask_schema_edit_set_entity() and its like call it: "name",
 *   "expression", "query", "synonyms", "sharing", "description", "key"; "parameter" and "binding" for those
 * @relationship: its place in the schema's list, -1 for none
 * @source: (nullable): of a source as a whole: its short name
 * @question: (nullable): of a question in a document: its words
 * @message: one sentence: what is wrong
 * @remedy: one sentence: what to do
 */
typedef struct
{
  AskFaultLevel level;
  char *entity_id;
  char *entity;
  char *attribute;
  char *metric;
  char *field;
  int relationship;
  char *source;
  char *question;
  char *message;
  char *remedy;
} AskFault;

void        ask_fault_free           (AskFault       *self);
const char *ask_fault_level_to_string (AskFaultLevel  level);
char       *ask_fault_to_text        (const AskFault *self);
JsonNode   *ask_faults_to_json       (GPtrArray      *faults);

GPtrArray  *ask_schema_check         (AskSchema      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFault, ask_fault_free)

G_END_DECLS
