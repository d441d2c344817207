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
 * AskJob:
 *
 * A blocking call, described: what runs, what it needs, what it gives. Each ask_jobs_*() makes one, and says the
 * type of its result; one whose documentation names no result gives only that it is done.
 *
 * |[
 * static void
 * history_ready (GObject *source, GAsyncResult *result, gpointer user_data)
 * {
 *   g_autoptr (GError) error = NULL;
 *   g_autoptr (GPtrArray) threads = ask_job_finish (source, result, &error);
 *   …
 * }
 *
 * ask_job_start (ask_jobs_list_threads (50), self, path, self->cancellable, history_ready, NULL);
 * ]|
 */
typedef struct _AskJob AskJob;

/**
 * AskJobFunc:
 * @workspace: (nullable): open on the path given to ask_job_start(); %NULL where that was %NULL
 * @data: what was given to ask_job_new()
 *
 * Runs in the worker thread.
 *
 * Returns: (transfer full) (nullable): the result; %NULL exactly when @error is set
 */
typedef gpointer (*AskJobFunc) (AskWorkspace *workspace,
                                gpointer      data,
                                GCancellable *cancellable,
                                GError      **error);

AskJob  *ask_job_new    (AskJobFunc          func,
                         GDestroyNotify      result_free,
                         gpointer            data,
                         GDestroyNotify      data_free);
/**
 * AskJobProgressFunc:
 * @object: (type GObject): as given to ask_job_watch()
 *
 * So much is done, of @all. Runs in the default main context, and not at all once @object is gone.
 */
typedef void (*AskJobProgressFunc) (gpointer object,
                                    guint64  n,
                                    guint64  all);

void     ask_job_watch  (AskJob             *self,
                         gpointer            object,
                         AskJobProgressFunc  func);
void     ask_job_start  (AskJob             *self,
                         gpointer            source,
                         const char         *path,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data);
gpointer ask_job_finish (gpointer            source,
                         GAsyncResult       *result,
                         GError            **error);

/* News of a job on its way, from its thread to the one that started it. */
typedef struct _AskJobTarget AskJobTarget;

/**
 * AskJobNewsFunc:
 * @object: (type GObject): as given to ask_job_target_new()
 *
 * Runs in the default main context, and not at all once @object is gone.
 */
typedef void (*AskJobNewsFunc) (gpointer object,
                                 gpointer news);

AskJobTarget *ask_job_target_new   (gpointer        object);
void           ask_job_target_unref (AskJobTarget  *self);
void           ask_job_post         (AskJobTarget  *self,
                                      AskJobNewsFunc func,
                                      gpointer        news,
                                      GDestroyNotify  news_free);

G_END_DECLS
