/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that a steward defined, for a session.
 */
#pragma once

#include "blend/ask-blend-model.h"
#include "store/ask-workspace-functions.h"

G_BEGIN_DECLS

gboolean ask_blend_is_type (const char *type);
AskBlendFunction *ask_blend_make_own (const AskOwnFunction *own, const AskBlendModelOptions *options, GError **error);
gboolean ask_blend_add_own (AskBlend *self, const AskBlendModelOptions *options, GError **error);

G_END_DECLS
