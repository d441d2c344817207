/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables and charts to files and to the clipboard, off the main thread.
 */
#pragma once

#include "chart/ask-chart.h"

G_BEGIN_DECLS

void     ask_jobs_save_table_async  (gpointer             source,
                                     AskRows             *rows,
                                     const char          *path,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data);
gboolean ask_jobs_save_table_finish (gpointer             source,
                                     GAsyncResult        *result,
                                     GError             **error);

void     ask_jobs_save_chart_async  (gpointer             source,
                                     AskRows             *rows,
                                     const char          *question,
                                     const char          *path,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data);
gboolean ask_jobs_save_chart_finish (gpointer             source,
                                     GAsyncResult        *result,
                                     GError             **error);

void     ask_jobs_table_text_async  (gpointer             source,
                                     AskRows             *rows,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data);
char    *ask_jobs_table_text_finish (gpointer             source,
                                     GAsyncResult        *result,
                                     GError             **error);

G_END_DECLS
