/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL that asks a model, written from what a person chose: a question about each row, and a claim about all of them. Nothing
 * is run here.
 */
#pragma once

#include "store/ask-workspace-functions.h"

G_BEGIN_DECLS

/**
 * AskBlendColumn:
 * @sql: (nullable): the statement that gives the rows
 * @from: the same as it stands behind FROM, called "answer"
 * @name: of the column, which no other has
 * @index: of the column, from 0
 *
 * A column of rows: what is asked about.
 */
typedef struct
{
  const char *sql;
  const char *from;
  const char *name;
  guint index;
} AskBlendColumn;

/** AskBlendPart: an attribute of an entity, by its names */
typedef struct
{
  const char *entity;
  const char *attribute;
} AskBlendPart;

/** AskBlendVerdicts: what a column says of a claim */
typedef struct
{
  const char *so;
  const char *not_so;
  const char *nobody_knows;
} AskBlendVerdicts;

char *ask_blend_write_call (const AskOwnFunction *asked, const char *value);
char *ask_blend_write_each (const AskBlendColumn *column, const AskOwnFunction *asked, const char *title);
char *ask_blend_write_trial (const AskBlendColumn *column, const AskOwnFunction *asked, guint n);
char *ask_blend_write_claim (const char *from, const char *claim, const AskBlendVerdicts *words);

char *ask_blend_write_match (const AskBlendPart *left,
                             const AskBlendPart *right,
                             const char         *criterion);

G_END_DECLS
