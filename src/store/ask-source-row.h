/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A registered source as its row in the workspace file, and what it takes to open it. Other rooms
 * see only its AskSourceRecord.
 *
 *   ask-workspace-register.c  adding, refreshing
 *   ask-workspace-sources.c   reading records, testing, opening
 *   ask-source-notes.c        what a source says of itself now
 *   ask-source-origin.c       what a source needs of another one that it is read out of
 *   ask-workspace-tuning.c    what is said of a source beside its keys
 *   ask-workspace-keys.c      keys and ways to sign in
 *   ask-workspace-secrets.c   what of them goes to the Secret Service
 *   ask-workspace-removal.c   removing
 *   ask-keys.c                keys that a specification asks for
 */
#pragma once

#include "store/ask-option.h"
#include "store/ask-workspace-private.h"

G_BEGIN_DECLS

/**
 * AskSourceRow:
 * @options: (element-type AskSourceOption): of @record
 * @secret_id: what its secrets are filed under
 * @base_url_given: a person gave the base URL, so that a refresh leaves it
 * @damaged: @options are not all that was said of it, since the file holds what nobody can read. It can only be
 *   listed, and removed
 */
typedef struct
{
  AskSourceRecord *record;
  GPtrArray *options;
  char *secret_id;
  gboolean base_url_given;
  gboolean damaged;
} AskSourceRow;

void             ask_source_row_free          (AskSourceRow    *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSourceRow, ask_source_row_free)

AskSourceRow    *ask_workspace_find_source    (AskWorkspace    *self,
                                               const char      *name,
                                               GError         **error);
AskSourceRow    *ask_workspace_get_source     (AskWorkspace    *self,
                                               const char      *name,
                                               GError         **error);
AskSourceConfig *ask_source_row_dup_config    (AskSourceRow    *self,
                                               AskWorkspace    *workspace,
                                               gboolean         introspect,
                                               GCancellable    *cancellable,
                                               GError         **error);
gboolean         ask_workspace_set_problem    (AskWorkspace    *self,
                                               const char      *name,
                                               const char      *problem,
                                               GError         **error);

char            *ask_keys_find_missing        (const AskIntrospection *found,
                                               GPtrArray       *options);
void             ask_keys_settle              (const AskIntrospection *found,
                                               AskSourceConfig *config,
                                               GPtrArray       *options);
char            *ask_keys_describe            (const AskIntrospection *found);
void             ask_keys_note_changes        (const AskIntrospection *found,
                                               GPtrArray       *options,
                                               GPtrArray       *notes);

char            *ask_secret_key               (const char      *secret_id,
                                               const AskSourceOption *option);
gboolean         ask_workspace_store_secrets  (AskWorkspace    *self,
                                               const char      *source,
                                               const char      *secret_id,
                                               GPtrArray       *options,
                                               GCancellable    *cancellable,
                                               GError         **error);
gboolean         ask_workspace_note_secrets   (AskWorkspace    *self,
                                               const char      *secret_id,
                                               GPtrArray       *options,
                                               gint64           since,
                                               GError         **error);
gboolean         ask_workspace_claim_secrets  (AskWorkspace    *self,
                                               const char      *secret_id,
                                               GError         **error);
void             ask_workspace_sweep_secrets  (AskWorkspace    *self,
                                               const char      *secret_id);

G_END_DECLS
