/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steward's inbox: what of a workspace wants a person, with what a program proposes to do about it. It is made anew
 * each time of what the workspace keeps, so what is settled elsewhere is gone from it. No model is asked.
 */
#pragma once

#include "agent/ask-agent.h"

G_BEGIN_DECLS

/**
 * AskInboxKind:
 * @ASK_INBOX_WRONG: answers to a question were called wrong
 * @ASK_INBOX_WORD: nobody could answer questions with a word that nothing answers to
 * @ASK_INBOX_QUESTION: nobody could answer a question whose words are known
 * @ASK_INBOX_VERIFIED: a verified question fails, or gives another result
 * @ASK_INBOX_DRIFT: a source changed
 * @ASK_INBOX_SUGGESTION: something that no source says of itself: a relationship, a meaning
 */
typedef enum
{
  ASK_INBOX_WRONG,
  ASK_INBOX_WORD,
  ASK_INBOX_QUESTION,
  ASK_INBOX_VERIFIED,
  ASK_INBOX_DRIFT,
  ASK_INBOX_SUGGESTION
} AskInboxKind;

/**
 * AskInboxAction:
 * @ASK_INBOX_ACTION_SYNONYM: the word becomes another name of an entity or an attribute
 * @ASK_INBOX_ACTION_STATEMENT: the source's statements say what the word means
 * @ASK_INBOX_ACTION_VERIFY: the question becomes a verified one, and what was called wrong is settled
 * @ASK_INBOX_ACTION_RUN: the verified question is run again
 * @ASK_INBOX_ACTION_ACCEPT: it is run, and what it gives becomes its good result
 * @ASK_INBOX_ACTION_SEEN: the changes of the source were seen
 * @ASK_INBOX_ACTION_TAKE: the suggestion becomes a part of the schema
 */
typedef enum
{
  ASK_INBOX_ACTION_SYNONYM,
  ASK_INBOX_ACTION_STATEMENT,
  ASK_INBOX_ACTION_VERIFY,
  ASK_INBOX_ACTION_RUN,
  ASK_INBOX_ACTION_ACCEPT,
  ASK_INBOX_ACTION_SEEN,
  ASK_INBOX_ACTION_TAKE
} AskInboxAction;

/**
 * AskInboxProposal:
 * @words: what it would do and why, in the user's language
 * @question: (nullable): of a verified question
 * @text: (nullable): the other name, the statement, or the SQL; %NULL where a person has to write it, see
 *   ask_inbox_proposal_complete()
 * @entity: (nullable): the id of the entity that gets another name
 * @attribute: (nullable): of @entity, where it is an attribute's
 * @source: (nullable): whose statement it is; %NULL where a person has to choose it
 */
typedef struct
{
  AskInboxAction action;
  char *words;
  char *question;
  char *text;
  char *entity;
  char *attribute;
  char *source;
} AskInboxProposal;

/**
 * AskInboxItem:
 * @id: eight characters, the same as long as it is about the same
 * @key: what it is about: dismissals go by it
 * @at: when it last happened, µs since 1970, UTC; 0 of a suggestion
 * @count: how often, as far as the history goes back
 * @title: the question, the word or the source, in the user's language
 * @detail: (nullable): what is wrong with it, in the user's language
 * @questions: (element-type utf8): that a word stands in, the newest first
 * @history: the newest answer that it is about, by its number in the history; else 0
 * @verified: the verified question that it is about; else 0
 * @source: (nullable): the source that it is about
 * @proposals: (element-type AskInboxProposal): what can be done, the best first
 * @suggestion: (nullable): that it is about
 */
typedef struct
{
  AskInboxKind kind;
  char *id;
  char *key;
  gint64 at;
  guint count;
  char *title;
  char *detail;
  GPtrArray *questions;
  gint64 history;
  gint64 verified;
  char *source;
  GPtrArray *proposals;
  const AskSuggestion *suggestion;
  gpointer kept; /*< private >*/
} AskInboxItem;

void        ask_inbox_proposal_free     (AskInboxProposal   *self);
void        ask_inbox_proposal_complete (AskInboxProposal   *self,
                                         const char         *source,
                                         const char         *text);
void        ask_inbox_item_free         (AskInboxItem       *self);
const char *ask_inbox_kind_to_string    (AskInboxKind        kind);
const char *ask_inbox_action_to_string  (AskInboxAction      action);

GPtrArray  *ask_inbox_list              (AskWorkspace       *workspace,
                                         gboolean            suggestions,
                                         GCancellable       *cancellable,
                                         GError            **error);
char       *ask_inbox_do                (AskWorkspace       *workspace,
                                         const AskInboxItem *item,
                                         const AskInboxProposal *proposal,
                                         const AskAgentOptions *options,
                                         GCancellable       *cancellable,
                                         GError            **error);
gboolean    ask_inbox_dismiss           (AskWorkspace       *workspace,
                                         const AskInboxItem *item,
                                         gboolean            dismiss,
                                         GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskInboxProposal, ask_inbox_proposal_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskInboxItem, ask_inbox_item_free)

G_END_DECLS
