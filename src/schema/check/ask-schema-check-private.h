/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the schema's validation share.
 *
 *   ask-schema-check.c         entities with their expressions, queries and sharing
 *   ask-schema-check-names.c   names and synonyms
 *   ask-schema-check-place.c   where rows come from: columns, calls, bindings
 *   ask-schema-check-relate.c  relationships
 */
#pragma once

#include "schema/check/ask-schema-check.h"
#include "schema/names/ask-schema-names.h"

G_BEGIN_DECLS

/**
 * AskSchemaCheck:
 * @entity: (nullable): the entity that is being looked at
 * @by_name: lower-case names to entities, the first of each
 * @sources: lower-case names of the sources that have entities
 */
typedef struct
{
  AskSchema *schema;
  AskSchemaNames names;
  GPtrArray *faults; /* AskFault */
  const AskEntity *entity;
  GHashTable *by_name;
  GHashTable *sources;
} AskSchemaCheck;

AskFault        *ask_check_add           (AskSchemaCheck    *self,
                                          AskFaultLevel      level,
                                          const char        *remedy,
                                          const char        *format,
                                          ...) G_GNUC_PRINTF (4, 5);
AskFault        *ask_check_add_attribute (AskSchemaCheck    *self,
                                          AskFaultLevel      level,
                                          const char        *attribute,
                                          const char        *field,
                                          const char        *remedy,
                                          const char        *format,
                                          ...) G_GNUC_PRINTF (6, 7);
const AskEntity *ask_check_find          (AskSchemaCheck    *self,
                                          const char        *name);
void             ask_check_names         (AskSchemaCheck    *self);
void             ask_check_synonyms      (AskSchemaCheck    *self);
void             ask_check_places        (AskSchemaCheck    *self);
void             ask_check_relationships (AskSchemaCheck    *self);
gboolean         ask_check_can_be_equal  (AskType            a,
                                          AskType            b);

G_END_DECLS
