/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands in the menus and lists of a query that is built: its terms, comparisons and steps in words. The query as
 * a whole is said by ask_explain_sql().
 */
#pragma once

#include "explore/ask-build.h"

G_BEGIN_DECLS

char       *ask_build_term_to_words     (const AskBuild     *self,
                                         AskSchema          *schema,
                                         const AskBuildTerm *term);
const char *ask_build_op_to_words       (AskBuildOp          op);
const char *ask_build_kind_to_words     (AskBuildKind        kind);
const char *ask_build_function_to_words (AskBuildFunction    function);
const char *ask_build_part_to_words     (AskTimePart         part);

G_END_DECLS
