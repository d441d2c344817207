/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine's places, with an API that gives pages.
 */
#pragma once

#include "../engine/engine-servers.h"

G_BEGIN_DECLS

gboolean explore_start (EngineServers *self);
void explore_page_api (EngineServers *self, guint size);

G_END_DECLS
