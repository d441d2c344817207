/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fields of a database server's address.
 */
#pragma once

#include <adwaita.h>

#include "source/ask-source-kind.h"

G_BEGIN_DECLS

#define ASK_TYPE_SERVER_FORM (ask_server_form_get_type ())
G_DECLARE_FINAL_TYPE (AskServerForm, ask_server_form, ASK, SERVER_FORM, AdwPreferencesGroup)

void  ask_server_form_set_kind    (AskServerForm       *self,
                                   const AskSourceKind *kind);
void  ask_server_form_set_address (AskServerForm       *self,
                                   const char          *address);
char *ask_server_form_dup_address (AskServerForm       *self);

G_END_DECLS
