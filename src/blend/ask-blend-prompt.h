/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model is told: the question, how an answer has to look, and values as JSON. Private to the room.
 */
#pragma once

#include "blend/ask-blend-function.h"

G_BEGIN_DECLS

char    *ask_blend_prompt_form    (const AskBlendQuestion *question,
                                   const AskRows          *options);
char    *ask_blend_prompt_make    (const char             *name,
                                   const char             *question,
                                   const char             *form,
                                   GError                **error);
void     ask_blend_prompt_append_value (GString           *json,
                                   const AskRows          *values,
                                   gsize                   row);
void     ask_blend_prompt_append_beside (GString           *json,
                                   const AskRows          *values,
                                   gsize                   row);
char    *ask_blend_prompt_rows    (const AskRows          *rows);
char    *ask_blend_prompt_schema  (const AskBlendForm     *form,
                                   const AskRows          *options,
                                   guint                   n);
AskRows *ask_blend_prompt_choose  (const AskRows          *options,
                                   const AskRows          *values,
                                   gsize                   most);

G_END_DECLS
