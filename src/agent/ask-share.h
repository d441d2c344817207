/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which values a model is told, where a steward said that it may be: examples, values that the question
 * names, rows of a step. The one place that lets values out; what leaves is noted for the trace. Private
 * to this room.
 */
#pragma once

#include "agent/ask-example-rows.h"
#include "agent/ask-run.h"

G_BEGIN_DECLS

gboolean ask_share_is_any      (AskSchema            *schema);
gboolean ask_share_may_values  (AskSchema            *schema,
                                const AskEntity      *entity,
                                const AskAttribute   *attribute);
void     ask_share_examples    (AskAgentRun          *run,
                                const AskEntity      *entity,
                                GString              *text);
gboolean ask_share_may_all      (AskAgentRun          *run,
                                const GPtrArray      *origins);
GPtrArray *ask_share_list_columns (AskAgentRun        *run,
                                const AskEntity      *entity);
void     ask_share_note_examples (AskAgentRun        *run,
                                const AskEntity      *entity,
                                const AskExampleRows *rows);
char    *ask_share_question    (AskAgentRun          *run,
                                GError              **error);
gboolean ask_share_still_may   (AskAgentRun          *run,
                                GError              **error);
gboolean ask_share_may_attribute (AskAgentRun        *run,
                                const AskOrigin      *origin);
gboolean ask_share_is_refused  (AskAgentRun          *run,
                                const AskOrigin      *origin);
gboolean ask_share_may_rows    (AskAgentRun          *run,
                                const AskResult      *result,
                                GHashTable           *steps);
void     ask_share_rows        (AskAgentRun          *run,
                                const AskResult      *result,
                                const char           *name,
                                GString              *text);

char    *ask_share_describe_rows (const AskResult    *result,
                                JsonArray           **lines);
void     ask_share_note_once   (AskAgentRun          *run,
                                const char           *name,
                                JsonArray            *lines);

G_END_DECLS
