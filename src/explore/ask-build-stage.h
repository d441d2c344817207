/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stages of a query that is built: what one list of steps gives is what the next one begins with. So customers with more
 * than five orders are counted by country: the first stage groups orders, the second one reads its groups as rows.
 *
 * |[
 * g_autoptr (AskBuild) next = ask_build_go_on (build, schema);
 * g_autofree char *sql = ask_build_to_sql (next, schema);
 * // WITH step_1 AS (SELECT customer_id, count(*) AS rows_counted FROM orders GROUP BY customer_id) SELECT * FROM step_1
 * ]|
 *
 * A stage is an AskBuild like any other. For whoever works on it, the results of the stage before are an entity of the
 * schema, with attributes and relationships: ask_build_dup_names().
 */
#pragma once

#include "explore/ask-build.h"

G_BEGIN_DECLS

AskSchema          *ask_build_dup_names       (const AskBuild      *self,
                                               AskSchema           *schema);
AskBuild           *ask_build_go_on           (const AskBuild      *self,
                                               AskSchema           *schema);
gboolean            ask_build_gives_new_rows  (const AskBuild      *self);
AskBuild           *ask_build_get_before      (const AskBuild      *self);
GPtrArray          *ask_build_list_stages     (const AskBuild      *self);
gboolean            ask_build_is_stage_name_taken (const AskBuild  *self,
                                               AskSchema           *schema,
                                               const char          *name);
char               *ask_build_make_stage_name (const AskBuild      *self,
                                               AskSchema           *schema);
const AskAttribute *ask_build_find_origin     (const AskBuild      *self,
                                               AskSchema           *schema,
                                               const AskBuildTerm  *term,
                                               const AskEntity    **entity);
void                ask_build_rename_after    (AskBuild            *self,
                                               const AskBuild      *stage,
                                               AskSchema           *schema,
                                               const char          *old,
                                               const char          *name);

G_END_DECLS
