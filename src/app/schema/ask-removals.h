/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said when a part of the schema is removed on the canvas: what that breaks, with an Undo beside it.
 */
#pragma once

#include "app/schema/ask-canvas.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

void ask_removals_watch (AskCanvas  *canvas,
                         AskSession *session);

G_END_DECLS
