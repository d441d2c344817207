/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether the program of a function may be started: a switch in its row, which shows the files and their digest before it is on.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "store/ask-workspace-functions.h"

G_BEGIN_DECLS

void ask_program_switch_add (AdwActionRow *row, AskSession *session, const AskOwnFunction *function);

G_END_DECLS
