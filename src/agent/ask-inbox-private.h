/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the inbox share.
 *   ask-inbox.c        what wants a person
 *   ask-inbox-word.c   what a word that nobody understood may mean
 *   ask-inbox-do.c     what a person chose is done
 */
#pragma once

#include "agent/ask-inbox.h"
#include "store/ask-workspace-inbox.h"

G_BEGIN_DECLS

/** AskInboxNames: what the schema calls things today, taken apart once for all words that are compared with it */
typedef struct _AskInboxNames AskInboxNames;

AskInboxNames    *ask_inbox_names_new     (AskSchema           *schema,
                                           GPtrArray           *choices);
void              ask_inbox_names_free    (AskInboxNames       *self);
gboolean          ask_inbox_names_has     (const AskInboxNames *self,
                                           const char          *stem);
void              ask_inbox_names_propose (const AskInboxNames *self,
                                           AskInboxItem        *item,
                                           const char          *word,
                                           GPtrArray           *again);
AskInboxProposal *ask_inbox_propose       (AskInboxItem        *item,
                                           AskInboxAction       action,
                                           char                *words);
char             *ask_inbox_fold          (const char          *question);
gboolean          ask_inbox_is_like       (const char          *question,
                                           const char          *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskInboxNames, ask_inbox_names_free)

G_END_DECLS
