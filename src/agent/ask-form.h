/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which form a model replies: plain text, JSON held to a schema, or calls of tools. All three say the same, and become
 * the same turns. Private to this room.
 */
#pragma once

#include "agent/ask-prompts.h"
#include "agent/ask-turn.h"
#include "llm/ask-model.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskForm:
 * @ASK_FORM_TEXT: "Final Answer: …", held to a grammar where the server can do that
 * @ASK_FORM_JSON: one JSON object
 * @ASK_FORM_TOOLS: a call of a tool, as the protocol has it
 */
typedef enum
{
  ASK_FORM_TEXT,
  ASK_FORM_JSON,
  ASK_FORM_TOOLS
} AskForm;

#define ASK_N_FORMS (ASK_FORM_TOOLS + 1)

/* Where what holds a reply to its form has the last of its actions, and what follows there: of each form. */
#define ASK_FORM_GRAMMAR_LIST "\"list_entities\\nAction Input:\""
#define ASK_FORM_SCHEMA_LIST "\"list_entities\","
#define ASK_FORM_TOOLS_END "\n]"

/**
 * AskFormWidening:
 * @at: in what holds a reply to its form, once
 * @with: what it becomes
 *
 * One action more than there usually are.
 */
typedef struct
{
  const char *at;
  const char *with;
} AskFormWidening;

const char *ask_form_to_string   (AskForm       self);
gboolean    ask_form_from_string (const char   *string,
                                  AskForm      *self);
const char *ask_form_get_prompt  (AskForm       self);
gboolean    ask_form_is_free     (AskWorkspace *workspace);
AskForm     ask_form_choose      (AskWorkspace *workspace,
                                  AskModel     *model);
gboolean    ask_form_is_refused  (AskForm       self,
                                  AskModel     *model);
char       *ask_form_load        (AskForm       self,
                                  AskWorkspace *workspace);
char       *ask_form_widen       (AskForm       self,
                                  const char   *held,
                                  const AskFormWidening *widened);
void        ask_form_hold        (AskForm       self,
                                  const char   *held,
                                  AskChat      *chat);

AskTurn    *ask_form_read        (const AskReply *reply);
AskMessage *ask_form_say         (AskForm         self,
                                  const AskTurn  *turn,
                                  const AskReply *reply);
AskMessage *ask_form_tell        (GPtrArray      *messages,
                                  const char     *text);
char       *ask_form_ask_again   (AskForm         self,
                                  AskWorkspace   *workspace,
                                  const char     *problem,
                                  GError        **error);
char       *ask_form_say_last    (AskForm         self,
                                  AskWorkspace   *workspace,
                                  GError        **error);

G_END_DECLS
