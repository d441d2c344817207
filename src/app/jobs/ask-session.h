/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the views of one window share: which workspace file, the news that it changed, and short
 * messages to the person.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ASK_TYPE_SESSION (ask_session_get_type ())
G_DECLARE_FINAL_TYPE (AskSession, ask_session, ASK, SESSION, GObject)

AskSession *ask_session_new      (const char *path);
const char *ask_session_get_path (AskSession *self);
gint64      ask_session_get_started (AskSession *self);
void        ask_session_set_model_problem (AskSession *self,
                                           const char *problem);
const char *ask_session_get_model_problem (AskSession *self);
void        ask_session_changed  (AskSession *self);
void        ask_session_toast    (AskSession *self,
                                  const char *text);

G_END_DECLS
