/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the workspace keeps that may want a person: questions that went wrong, verified questions that do, and until when
 * a person does not want to see that.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/** ASK_WANTING_MAX: of answers called wrong, and as many of questions without an answer, the newest are looked at */
#define ASK_WANTING_MAX 500

/**
 * AskWanting:
 * @id: in the history
 * @at: when it was called wrong, or asked; µs since 1970, UTC
 * @complaint: (nullable): what a person said; %NULL of a question without an answer
 * @unknown: (nullable): of a question without an answer, the words that were not understood, where that is known
 */
typedef struct
{
  gint64 id;
  char *question;
  gint64 at;
  char *complaint;
  GStrv unknown;
} AskWanting;

/**
 * AskAsked:
 * @id: in the history
 * @question: that was answered
 */
typedef struct
{
  gint64 id;
  char *question;
} AskAsked;

/**
 * AskAskedAgain:
 * @question: that was asked soon after another
 * @sql: what answered it
 * @follows: the answer that it leans on, by its number in the history; 0 where it is a question of its own
 */
typedef struct
{
  char *question;
  char *sql;
  gint64 follows;
} AskAskedAgain;

void        ask_wanting_free                  (AskWanting    *self);
void        ask_asked_free                    (AskAsked      *self);
void        ask_asked_again_free              (AskAskedAgain *self);

GPtrArray  *ask_workspace_list_wanting        (AskWorkspace  *self,
                                               GError       **error);
GPtrArray  *ask_workspace_list_answered_since (AskWorkspace  *self,
                                               gint64         id,
                                               GError       **error);
GPtrArray  *ask_workspace_list_asked_again    (AskWorkspace  *self,
                                               gint64         id,
                                               GError       **error);
GHashTable *ask_workspace_load_failing        (AskWorkspace  *self,
                                               GError       **error);

GHashTable *ask_workspace_load_dismissed      (AskWorkspace  *self,
                                               GError       **error);
gboolean    ask_workspace_dismiss             (AskWorkspace  *self,
                                               const char    *key,
                                               gint64         at,
                                               GError       **error);

char       *ask_workspace_suggestion_setting  (const char    *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskWanting, ask_wanting_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskAskedAgain, ask_asked_again_free)

G_END_DECLS
