/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who computes a function: the model of the workspace, another one of its server, or a program. "changed": somebody else does.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "store/ask-workspace-functions.h"

G_BEGIN_DECLS

#define ASK_TYPE_FUNCTION_BY (ask_function_by_get_type ())
G_DECLARE_FINAL_TYPE (AskFunctionBy, ask_function_by, ASK, FUNCTION_BY, AdwPreferencesGroup)

GtkWidget *ask_function_by_new (void);
void ask_function_by_look (AskFunctionBy *self, AskSession *session);
void ask_function_by_show (AskFunctionBy *self, const AskOwnFunction *function);
void ask_function_by_fill (AskFunctionBy *self, AskOwnFunction *function);
gboolean ask_function_by_is_program (AskFunctionBy *self);

G_END_DECLS
