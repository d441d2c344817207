/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a query asks for, in plain words, said by a program: for people who do not read SQL. A draft has words of its
 * own (ask-reading-words.h); these are made of any SELECT, in the same phrases. Names are those of the schema; what
 * nobody has words for stands there as it is, in quotes.
 *
 * |[
 * g_autofree char *words = ask_explain_sql (schema, "SELECT count(*) FROM song WHERE year > 2000", &error);
 * // "Counted: song. Only where: year above 2000."
 * ]|
 */
#pragma once

#include "schema/names/ask-schema-reader.h"

G_BEGIN_DECLS

char *ask_explain_sql  (AskSchema        *schema,
                        const char       *sql,
                        GError          **error);
char *ask_explain_tree (const AskSqlTree *tree,
                        AskSchema        *schema);

G_END_DECLS
