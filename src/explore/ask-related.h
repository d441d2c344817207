/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows that belong to a row: along each relationship, in both directions and across sources.
 */
#pragma once

#include "explore/ask-browse.h"

G_BEGIN_DECLS

/**
 * AskRelation:
 * @relationship: (transfer none): of the schema
 * @forward: the row refers to one of @other; otherwise rows of @other refer to it
 * @other: (transfer none): whose rows these are
 *
 * A relationship, seen from one of its ends.
 */
typedef struct
{
  const AskRelationship *relationship;
  gboolean forward;
  const AskEntity *other;
} AskRelation;

GPtrArray *ask_related_list (AskSchema *schema, const AskEntity *entity);
GPtrArray *ask_relation_get_own (const AskRelation *self);
GPtrArray *ask_relation_get_others (const AskRelation *self);
char *ask_relation_to_words (const AskRelation *self);
AskBrowse *ask_related_browse (const AskRelation *self, const AskBrowsePage *page, gsize row);

G_END_DECLS
