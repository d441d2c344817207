/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can follow while a question is typed, and what a question means that is made of nothing else. Both come from one
 * grammar: what is offered is what is read, so a question composed of what was offered is understood for certain.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskCompletionKind:
 * @ASK_COMPLETION_OPERATION: "how many", "per", "is above"
 * @ASK_COMPLETION_ENTITY: what an entity is called
 * @ASK_COMPLETION_ATTRIBUTE: what an attribute is called, or a metric
 * @ASK_COMPLETION_VALUE: a stored value
 * @ASK_COMPLETION_HINT: only how a number or a day is written; nothing to be taken
 */
typedef enum
{
  ASK_COMPLETION_OPERATION,
  ASK_COMPLETION_ENTITY,
  ASK_COMPLETION_ATTRIBUTE,
  ASK_COMPLETION_VALUE,
  ASK_COMPLETION_HINT
} AskCompletionKind;

/**
 * AskCompletion:
 * @start, @end: bytes of what was typed, whose place @text takes
 * @text: what can follow
 * @what: what it is, in the user's language: "attribute of Album"
 * @score: from 0 to 1: how well it fits
 * @certain: a question of nothing but these is understood for certain; %FALSE where the question has words of its own, and
 *   this only begins like the last of them
 */
typedef struct
{
  AskCompletionKind kind;
  gsize start;
  gsize end;
  char *text;
  char *what;
  double score;
  gboolean certain;
} AskCompletion;

/**
 * AskComposed:
 * @sql: one SELECT over the relational view
 * @words: the same in the user's language
 * @sources: (element-type utf8): what it reads
 *
 * What a composed question means.
 */
typedef struct
{
  char *sql;
  char *words;
  GPtrArray *sources;
} AskComposed;

GPtrArray   *ask_complete                   (AskWorkspace      *workspace,
                                             const char        *text,
                                             gsize              at,
                                             guint              max,
                                             GError           **error);
gboolean     ask_complete_read              (AskWorkspace      *workspace,
                                             const char        *text,
                                             AskComposed      **composed,
                                             GError           **error);
gboolean     ask_complete_compares          (const char        *text);
char        *ask_completion_apply           (const AskCompletion *self,
                                             const char        *text,
                                             gsize             *at);
const char  *ask_completion_kind_to_string  (AskCompletionKind  kind);
void         ask_completion_free            (AskCompletion     *self);
void         ask_composed_free              (AskComposed       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskCompletion, ask_completion_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskComposed, ask_composed_free)

G_END_DECLS
