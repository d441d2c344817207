/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What external functions were asked, as steps of an answer: for each call of a statement its values, their answers and what
 * that cost. The model of the question is told nothing of it.
 */
#pragma once

#include "agent/ask-agent.h"
#include "engine/ask-inquiry.h"

G_BEGIN_DECLS

/** ASK_STEP_FUNCTION: the kind of such a step */
#define ASK_STEP_FUNCTION "function"

char         *ask_inquiry_to_title    (const AskInquiry     *asked);
char         *ask_inquiry_to_words    (const AskInquiry     *asked);
JsonObject   *ask_inquiry_to_fields   (const AskInquiry     *asked);
void          ask_inquiry_append_json (GString            *json,
                                     GPtrArray          *asked);
AskTraceStep *ask_inquiry_add_step    (AskAnswer          *answer,
                                     const AskInquiry     *asked);
AskRows      *ask_inquiry_name_rows   (const AskRows      *rows);
gint64        ask_inquiry_count_tokens (const AskAnswer   *answer);

G_END_DECLS
