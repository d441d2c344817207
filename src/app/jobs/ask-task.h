/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The edge between the window and everything that blocks. A job runs in a thread of its own with a
 * workspace of its own (a workspace belongs to one thread), and hands its result over whole.
 * Nothing else in this room calls a workspace, an engine, a source or a model.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskTaskFunc:
 * @workspace: (nullable): open on the path given to ask_task_run(); %NULL where that was %NULL
 * @data: what was given to ask_task_run()
 *
 * Runs in the worker thread.
 *
 * Returns: (transfer full) (nullable): the result; %NULL exactly when @error is set
 */
typedef gpointer (*AskTaskFunc) (AskWorkspace *workspace,
                                 gpointer      data,
                                 GCancellable *cancellable,
                                 GError      **error);

void     ask_task_run      (gpointer            source,
                            gpointer            tag,
                            const char         *path,
                            AskTaskFunc         func,
                            gpointer            data,
                            GDestroyNotify      data_free,
                            GDestroyNotify      result_free,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
gpointer ask_task_finish   (gpointer            source,
                            gpointer            tag,
                            GAsyncResult       *result,
                            GError            **error);

/* News of a job on its way, from its thread to the one that started it. */
typedef struct _AskTaskTarget AskTaskTarget;

/**
 * AskTaskNewsFunc:
 * @object: (type GObject): as given to ask_task_target_new()
 *
 * Runs in the default main context, and not at all once @object is gone.
 */
typedef void (*AskTaskNewsFunc) (gpointer object,
                                 gpointer news);

AskTaskTarget *ask_task_target_new   (gpointer        object);
void           ask_task_target_unref (AskTaskTarget  *self);
void           ask_task_post         (AskTaskTarget  *self,
                                      AskTaskNewsFunc func,
                                      gpointer        news,
                                      GDestroyNotify  news_free);

G_END_DECLS
