/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions for whoever runs queries: a session's, or those of a question to the agent.
 */
#pragma once

#include "agent/ask-agent.h"
#include "blend/ask-blend-model.h"

G_BEGIN_DECLS

AskBlend *ask_blend_open            (const AskBlendModelOptions *options,
                                     const char *const          *functions,
                                     AskEngine                  *engine,
                                     GError                    **error);
AskBlend *ask_blend_open_for_query  (const AskBlendModelOptions *options,
                                     const char *const          *functions,
                                     AskEngine                  *engine,
                                     GError                    **error);
void      ask_blend_add_to_question (AskAgentOptions            *options,
                                     char                      **functions);
void      ask_blend_add_kept_to_question (AskAgentOptions       *options);
void      ask_blend_use_kept        (void);

G_END_DECLS
