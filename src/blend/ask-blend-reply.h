/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model's reply to a prompt of ours: JSON somewhere in it, and answers that have the form that was asked for, or have not.
 * Nothing of a reply is ever run. Private to the room.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "blend/ask-blend-function.h"

G_BEGIN_DECLS

JsonNode *ask_blend_reply_read    (const char             *text);
JsonNode *ask_blend_reply_find    (JsonNode               *reply,
                                   guint                   number,
                                   guint                   n);
JsonNode *ask_blend_reply_fit     (JsonNode               *answer,
                                   const AskBlendForm     *form,
                                   const AskRows          *options,
                                   const AskValue         *value);
void      ask_blend_reply_append  (AskRows                *rows,
                                   JsonNode               *fitting);

G_END_DECLS
