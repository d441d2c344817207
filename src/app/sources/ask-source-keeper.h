/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps sources of files as their files are, while a window is open.
 */
#pragma once

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_SOURCE_KEEPER (ask_source_keeper_get_type ())
G_DECLARE_FINAL_TYPE (AskSourceKeeper, ask_source_keeper, ASK, SOURCE_KEEPER, GObject)

AskSourceKeeper *ask_source_keeper_new  (AskSession      *session);
void             ask_source_keeper_look (AskSourceKeeper *self);

G_END_DECLS
