/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows in which a person gives what an API's document asks for: a key, a user and a password, a
 * client's id and secret.
 */
#pragma once

#include <adwaita.h>

#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_SIGN_IN (ask_sign_in_get_type ())
G_DECLARE_FINAL_TYPE (AskSignIn, ask_sign_in, ASK, SIGN_IN, GtkWidget)

void     ask_sign_in_show      (AskSignIn              *self,
                                const AskIntrospection *found);
void     ask_sign_in_hide      (AskSignIn              *self);
void     ask_sign_in_set       (AskSignIn              *self,
                                const char             *user,
                                const char             *secret);
void     ask_sign_in_add_lines (AskSignIn              *self,
                                GPtrArray              *lines);

G_END_DECLS
