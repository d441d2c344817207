/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which fields each kind of part of the schema has, by the names of the schema's document: what the side panel
 * shows. Each table is ended by a field without a name.
 */
#pragma once

#include "app/widgets/ask-field-row.h"

G_BEGIN_DECLS

extern const AskField ask_schema_entity_fields[];
extern const AskField ask_schema_query_fields[]; /* of an entity that is a query, too */
extern const AskField ask_schema_name_fields[]; /* of an attribute, before the next two */
extern const AskField ask_schema_type_fields[]; /* of one that the source has */
extern const AskField ask_schema_calculated_fields[]; /* of one that is calculated */
extern const AskField ask_schema_attribute_fields[];
extern const AskField ask_schema_metric_fields[];
extern const AskField ask_schema_relationship_fields[];
extern const AskField ask_schema_source_fields[];

G_END_DECLS
