/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far long work is, told by whoever does it to whoever watches its thread. Nothing here keeps anything.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** AskProgressFunc: @n of @all are done. Called on the thread that works and watches, as often as it is told. */
typedef void (*AskProgressFunc) (guint64  n,
                                 guint64  all,
                                 gpointer data);

void ask_progress_watch (AskProgressFunc func,
                         gpointer        data);
void ask_progress_tell  (guint64         n,
                         guint64         all);

G_END_DECLS
