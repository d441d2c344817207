/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * External functions in SQL: {{f('question', 't::column')}} or f('question', column). SQL does all that it can first, and a
 * function sees only the distinct values that are left. After BlendSQL (Glenn et al. 2024).
 */
#pragma once

#include "blend/ask-blend-function.h"
#include "engine/ask-engine.h"

G_BEGIN_DECLS

typedef struct _AskBlend AskBlend;

AskBlend *ask_blend_new          (void);
void      ask_blend_free         (AskBlend         *self);
void      ask_blend_add_function (AskBlend         *self,
                                  AskBlendFunction *function);
void      ask_blend_attach       (AskBlend         *self,
                                  AskEngine        *engine);
guint64   ask_blend_count_values (const AskBlend   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBlend, ask_blend_free)

G_END_DECLS
