/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows in which a person gives what an API asks for: a key, a token, a user and a password, a client's id and
 * secret, and other headers.
 */
#pragma once

#include <adwaita.h>

#include "store/ask-workspace.h"

G_BEGIN_DECLS

#define ASK_TYPE_SIGN_IN (ask_sign_in_get_type ())
G_DECLARE_FINAL_TYPE (AskSignIn, ask_sign_in, ASK, SIGN_IN, GtkWidget)

void        ask_sign_in_show        (AskSignIn              *self,
                                     const AskIntrospection *found);
void        ask_sign_in_show_record (AskSignIn              *self,
                                     const AskSourceRecord  *record);
void        ask_sign_in_forget      (AskSignIn              *self);
AskAuthKind ask_sign_in_get_way     (AskSignIn              *self);
void        ask_sign_in_set         (AskSignIn              *self,
                                     const char             *user,
                                     const char             *secret);
void        ask_sign_in_set_headers (AskSignIn              *self,
                                     const char             *lines);
const char *ask_sign_in_find_gap    (AskSignIn              *self);
gboolean    ask_sign_in_add_options (AskSignIn              *self,
                                     const AskSourceKind    *kind,
                                     GPtrArray              *options,
                                     GError                **error);

G_END_DECLS
