/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a cell of an answer comes from: the rows behind it, and the calls and server queries that bring them. The query
 * of these rows is derived from the answer's own: the same tables and conditions, and only the cell's group or row. It
 * gives all of them or an error, so that a count is the number of its rows and a sum is theirs.
 */
#pragma once

#include "agent/ask-agent.h"
#include "engine/ask-engine.h"
#include "schema/names/ask-schema-reader.h"

G_BEGIN_DECLS

#define ASK_PROVENANCE_ERROR (ask_provenance_error_quark ())

/**
 * AskProvenanceError:
 * @ASK_PROVENANCE_ERROR_CELL: there is no such cell
 * @ASK_PROVENANCE_ERROR_NONE: the cell has no rows of its own
 * @ASK_PROVENANCE_ERROR_CHANGED: the data have changed since
 */
typedef enum
{
  ASK_PROVENANCE_ERROR_CELL,
  ASK_PROVENANCE_ERROR_NONE,
  ASK_PROVENANCE_ERROR_CHANGED
} AskProvenanceError;

GQuark ask_provenance_error_quark (void);

/**
 * AskProvenancePlace:
 * @sql: the query of an answer, over the relational view
 * @rows: what it gave
 * @row: from 0
 * @column: from 0
 * @steps: (nullable) (element-type AskTraceStep): of the answer: they tell which answers of functions were kept then
 *
 * A cell.
 */
typedef struct
{
  const char *sql;
  const AskRows *rows;
  gsize row;
  guint column;
  GPtrArray *steps;
} AskProvenancePlace;

/**
 * AskProvenance:
 * @words: what the rows are, in the user's language
 * @sql: their query
 * @result: the rows, and what was called and asked for them
 * @asked: (element-type AskInquiry): what functions answered that the rows or the cell depend on: kept answers, since nobody is
 *   asked for a cell
 * @changed: (nullable): a sentence where the cell does not say any more what the rows do
 */
typedef struct
{
  char *words;
  char *sql;
  AskResult *result;
  GPtrArray *asked;
  char *changed;
} AskProvenance;

AskProvenance *ask_provenance_find    (AskEngine                *engine,
                                       const AskProvenancePlace *place,
                                       const AskLimits          *limits,
                                       GCancellable             *cancellable,
                                       GError                  **error);
char          *ask_provenance_derive  (AskSchemaReader          *reader,
                                       const AskProvenancePlace *place,
                                       const AskRows            *keys,
                                       gboolean                 *asks_keys,
                                       GError                  **error);
char          *ask_provenance_to_json (const AskProvenance      *self,
                                       const AskProvenancePlace *place);
AskAnswer     *ask_provenance_to_answer (const AskProvenance    *self,
                                       const AskProvenancePlace *place);
void           ask_provenance_free    (AskProvenance            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskProvenance, ask_provenance_free)

G_END_DECLS
