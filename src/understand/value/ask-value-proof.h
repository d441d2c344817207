/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the rows of a query prove of its literals: a row that came fulfils the conditions, so what it was compared with
 * stands in the data.
 */
#pragma once

#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

GHashTable *ask_value_proof_find (AskSqlSelect *select);

G_END_DECLS
