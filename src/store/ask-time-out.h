/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A cancellable that cancels itself after a while, or when another one is cancelled: a time-out for
 * calls that know only cancellables. It never touches the other cancellable's state.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AskTimeOut AskTimeOut;

AskTimeOut  *ask_time_out_new             (GCancellable *parent,
                                            guint         milliseconds);
void          ask_time_out_free            (AskTimeOut  *self);
GCancellable *ask_time_out_get_cancellable (AskTimeOut  *self);
gboolean      ask_time_out_get_expired     (AskTimeOut  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTimeOut, ask_time_out_free)

G_END_DECLS
