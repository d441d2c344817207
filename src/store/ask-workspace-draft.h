/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A draft of the schema: edits that a steward collects beside the published schema, which questions go on using, until
 * they are published as one version or discarded. There is one draft at a time.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskSchemaDraft:
 * @base: the version that it began with, or was last rebased on; 0 for none
 * @newest: the version that is published now; another one than @base where somebody published meanwhile
 * @started_at: µs since 1970, UTC
 * @author: (nullable): who started it
 * @edits: (element-type utf8): what was done, in that order
 * @schema: what it makes of the schema
 */
typedef struct
{
  gint64 base;
  gint64 newest;
  gint64 started_at;
  char *author;
  GPtrArray *edits;
  AskSchema *schema;
} AskSchemaDraft;

/**
 * AskEditBase:
 * @version: the published version
 * @serial: how often drafts were changed in this workspace; it never gets less
 * @draft: whether a draft is open, which edits go to
 * @started_at: when that was started, which tells it from other drafts; 0 where none is open
 * @n_edits: edits of that
 *
 * What an edit begins with, to see whether somebody else did something meanwhile.
 */
typedef struct
{
  gint64 version;
  gint64 serial;
  gboolean draft;
  gint64 started_at;
  guint n_edits;
} AskEditBase;

void       ask_schema_draft_free       (AskSchemaDraft  *self);
GPtrArray *ask_schema_list_clashes     (AskSchema       *base,
                                        AskSchema       *theirs,
                                        AskSchema       *ours);

gboolean   ask_workspace_load_draft    (AskWorkspace    *self,
                                        AskSchemaDraft **draft,
                                        GError         **error);
gboolean   ask_workspace_start_draft   (AskWorkspace    *self,
                                        GError         **error);
char      *ask_workspace_publish_draft (AskWorkspace    *self,
                                        GError         **error);
gboolean   ask_workspace_rebase_draft  (AskWorkspace    *self,
                                        GError         **error);
gboolean   ask_workspace_discard_draft (AskWorkspace    *self,
                                        gboolean         discard,
                                        GError         **error);

AskSchema *ask_workspace_load_edited   (AskWorkspace    *self,
                                        AskEditBase     *base,
                                        GError         **error);
gboolean   ask_workspace_save_edit     (AskWorkspace    *self,
                                        AskEditBase     *base,
                                        AskSchema       *schema,
                                        const char      *title,
                                        AskSchema      **joined,
                                        GError         **error);
GPtrArray *ask_workspace_find_edit_breaks (AskWorkspace *self,
                                        AskSchema       *before,
                                        AskSchema       *after,
                                        GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchemaDraft, ask_schema_draft_free)

G_END_DECLS
