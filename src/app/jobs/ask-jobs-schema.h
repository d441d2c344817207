/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema on its way between the workspace and the page that edits it, off the main thread.
 */
#pragma once

#include "diagram/ask-diagram.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskSchemaState:
 * @schema: (nullable): of a load, the newest; of a save, what the workspace holds now where somebody else saved
 *   meanwhile, otherwise %NULL
 * @version: the newest version's number
 */
typedef struct
{
  AskSchema *schema;
  gint64 version;
} AskSchemaState;

void            ask_schema_state_free         (AskSchemaState      *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchemaState, ask_schema_state_free)

void            ask_jobs_open_schema_async    (gpointer             source,
                                               const char          *path,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
AskSchemaState *ask_jobs_open_schema_finish   (gpointer             source,
                                               GAsyncResult        *result,
                                               GError             **error);

void            ask_jobs_save_schema_async    (gpointer             source,
                                               const char          *path,
                                               gint64               base,
                                               AskSchema           *schema,
                                               const char          *reason,
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
AskSchemaState *ask_jobs_save_schema_finish   (gpointer             source,
                                               GAsyncResult        *result,
                                               GError             **error);

void            ask_jobs_arrange_async        (gpointer             source,
                                               AskDiagramLayout    *layout,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
gboolean        ask_jobs_arrange_finish       (gpointer             source,
                                               GAsyncResult        *result,
                                               GError             **error);

void            ask_jobs_coverage_async       (gpointer             source,
                                               const char          *path,
                                               AskSchema           *schema,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
GArray         *ask_jobs_coverage_finish      (gpointer             source,
                                               GAsyncResult        *result,
                                               GError             **error);

void            ask_jobs_list_versions_async  (gpointer             source,
                                               const char          *path,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
GPtrArray      *ask_jobs_list_versions_finish (gpointer             source,
                                               GAsyncResult        *result,
                                               GError             **error);

void            ask_jobs_load_version_async   (gpointer             source,
                                               const char          *path,
                                               gint64               version,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
AskSchema      *ask_jobs_load_version_finish  (gpointer             source,
                                               GAsyncResult        *result,
                                               GError             **error);

void            ask_jobs_find_breaks_async    (gpointer             source,
                                               const char          *path,
                                               AskSchema           *before,
                                               AskSchema           *after,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
GPtrArray      *ask_jobs_find_breaks_finish   (gpointer             source,
                                               GAsyncResult        *result,
                                               GError             **error);

G_END_DECLS
