/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The models of the server whose address stands in a row, to be picked by a click.
 *
 * |[
 * ask_server_models_watch (self->models, self->url, self->name);
 * ]|
 *
 * It emits "look", with whether a person asked for it, when the list is wanted, and "picked" with address and name. Whoever
 * hears of "look" calls ask_server_models_show() with what was found.
 */
#pragma once

#include <adwaita.h>

#include "llm/ask-openai-find.h"

G_BEGIN_DECLS

#define ASK_TYPE_SERVER_MODELS (ask_server_models_get_type ())
G_DECLARE_FINAL_TYPE (AskServerModels, ask_server_models, ASK, SERVER_MODELS, AdwExpanderRow)

void ask_server_models_watch (AskServerModels *self,
                              AdwEntryRow     *url,
                              AdwEntryRow     *name);
void ask_server_models_rest  (AskServerModels *self);
void ask_server_models_look  (AskServerModels *self);
void ask_server_models_show  (AskServerModels *self,
                              AskFoundServer  *server,
                              const char      *failure);

G_END_DECLS
