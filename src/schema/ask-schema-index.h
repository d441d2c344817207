/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The entities of a schema by name, by id and by table, for work over all of them: a source may have ten thousand. An
 * index is made once and knows what is added through it. It does not see other changes of the schema, and borrows its
 * entities.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

typedef struct _AskSchemaIndex AskSchemaIndex;

AskSchemaIndex *ask_schema_index_new        (AskSchema            *schema);
void            ask_schema_index_free       (AskSchemaIndex       *self);
AskEntity      *ask_schema_index_find       (const AskSchemaIndex *self,
                                             const char           *name);
AskEntity      *ask_schema_index_find_id    (const AskSchemaIndex *self,
                                             const char           *id);
AskEntity      *ask_schema_index_find_bound (const AskSchemaIndex *self,
                                             const AskEntity      *like);
AskEntity      *ask_schema_index_add_entity (AskSchemaIndex       *self,
                                             AskSchema            *schema,
                                             AskEntity            *entity);
void            ask_schema_name_entity      (AskSchema            *schema,
                                             const AskSchemaIndex *index,
                                             AskEntity            *entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchemaIndex, ask_schema_index_free)

G_END_DECLS
