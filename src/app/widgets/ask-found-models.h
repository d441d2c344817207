/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The language models that run on this computer, to be picked by a click.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ASK_TYPE_FOUND_MODELS (ask_found_models_get_type ())
G_DECLARE_FINAL_TYPE (AskFoundModels, ask_found_models, ASK, FOUND_MODELS, AdwPreferencesGroup)

void ask_found_models_show (AskFoundModels *self,
                            GPtrArray      *servers);

G_END_DECLS
