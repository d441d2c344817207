/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions so plain that nothing has to be guessed: "how many X", "show X", "list X", "describe X", where X is what
 * an entity, an attribute or a metric is called. These always work. Private to this room.
 */
#pragma once

#include "base/ask-rows.h"
#include "schema/ask-schema.h"

G_BEGIN_DECLS

/**
 * AskPlain:
 * @entity: what it is about; belongs to the schema
 * @sql: (nullable): one SELECT; %NULL where @entity is to be described
 * @words: the same in the user's language
 *
 * What a plain question asks for.
 */
typedef struct
{
  const AskEntity *entity;
  char *sql;
  char *words;
} AskPlain;

GPtrArray *ask_plain_find     (AskSchema       *schema,
                               const char      *question);
AskRows   *ask_plain_describe (const AskEntity *entity);

G_END_DECLS
