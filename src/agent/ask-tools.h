/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tools of a model: list_entities, describe_entities, query, search_documents. What they say back to it holds
 * names, types and counts, never a cell. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"
#include "agent/ask-turn.h"

G_BEGIN_DECLS

typedef struct _AskTools AskTools;

/**
 * AskToolOutcome:
 * @ASK_TOOL_DONE: the observation says what came of it
 * @ASK_TOOL_FAILED: the observation says what was wrong, or is doubtful; the model may try again
 * @ASK_TOOL_STOP: no use to go on: the answer has its status and words
 * @ASK_TOOL_CANCELLED: @error is set
 */
typedef enum
{
  ASK_TOOL_DONE,
  ASK_TOOL_FAILED,
  ASK_TOOL_STOP,
  ASK_TOOL_CANCELLED
} AskToolOutcome;

AskTools      *ask_tools_new           (AskAgentRun      *run);
void           ask_tools_free          (AskTools    *self);
AskToolOutcome ask_tools_call          (AskTools    *self,
                                        const char  *name,
                                        const char  *input,
                                        const char  *thought,
                                        char       **observation,
                                        GError     **error);
AskToolOutcome ask_tools_answer        (AskTools    *self,
                                        const char  *sql,
                                        gboolean     last,
                                        char       **observation,
                                        GError     **error);
AskToolOutcome ask_tools_run_goals     (AskTools         *self,
                                        AskTurn          *turn,
                                        char            **observation,
                                        GError          **error);
gboolean       ask_tools_open_answers  (AskTools    *self,
                                        const char  *sql,
                                        char       **lost,
                                        GError     **error);
void           ask_tools_know          (AskTools    *self,
                                        const char  *sql,
                                        const char  *ran,
                                        AskResult   *result);
GPtrArray     *ask_tools_get_steps     (AskTools    *self);
char          *ask_tools_list_entities (AskSchema   *schema);
gboolean       ask_tools_can_search    (AskAgentRun      *run);
char          *ask_tools_widen_search  (AskForm           form,
                                        const char       *held);
char          *ask_tools_title         (const char  *thought);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTools, ask_tools_free)

G_END_DECLS
