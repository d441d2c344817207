/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session whose functions ask the model of a workspace.
 */
#pragma once

#include "../agent/ask-agent-fixture.h"
#include "blend/ask-blend-model.h"

G_BEGIN_DECLS

void blend_session_renew (AskAgentFixture *base, const AskBlendModelOptions *more, AskEngine **engine,
                          AskBlend **blend);

G_END_DECLS
