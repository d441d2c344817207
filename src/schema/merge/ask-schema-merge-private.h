/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the merge share.
 *
 *   ask-schema-merge.c         the merge of what a source is now into a schema
 *   ask-schema-merge-entity.c  the merge of three of one entity
 *   ask-schema-merge-relate.c  relationships between entities of different sources
 */
#pragma once

#include "schema/merge/ask-schema-merge.h"

G_BEGIN_DECLS

AskEntity       *ask_merge_translate           (const AskEntity       *raw,
                                                const AskEntity       *ours,
                                                const AskEntity       *other_raw,
                                                const AskEntity       *other);
AskEntity       *ask_merge_entity              (const AskEntity       *ours,
                                                const AskEntity       *base,
                                                const AskEntity       *theirs);
void             ask_merge_relate_across       (AskSchema             *work,
                                                AskSchema             *before,
                                                const char            *source);
GHashTable      *ask_merge_index_relationships (GPtrArray             *list);
AskRelationship *ask_merge_find_relationship   (GHashTable            *index,
                                                const AskRelationship *wanted);

G_END_DECLS
