/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What finds the rows behind a cell, and what derives their query, share.
 */
#pragma once

#include "agent/ask-provenance.h"
#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

typedef struct _AskProvenanceCalls AskProvenanceCalls;

AskProvenanceCalls *ask_provenance_calls_hide (AskEngine                *engine,
                                               char                    **sql);
char               *ask_provenance_calls_show (const AskProvenanceCalls *self,
                                               char                     *sql);
gboolean            ask_provenance_calls_is_empty (const AskProvenanceCalls *self);
void                ask_provenance_calls_free (AskProvenanceCalls       *self);
gboolean            ask_provenance_is_hidden_call (const AskSqlExpr     *expr);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskProvenanceCalls, ask_provenance_calls_free)

G_END_DECLS
