/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of a preview share.
 *
 *   ask-preview.c        what sources and a turn of the model cost, in words and as JSON
 *   ask-preview-calls.c  what calls of functions cost
 */
#pragma once

#include "agent/ask-preview.h"

G_BEGIN_DECLS

/* ask-preview.c */
char *ask_preview_say_figure (AskFigure figure);
char *ask_preview_say_price (double price);
JsonNode *ask_preview_figure_to_json (AskFigure figure);

/* ask-preview-calls.c */
JsonArray *ask_preview_calls_to_json (const AskPreview *self);

G_END_DECLS
