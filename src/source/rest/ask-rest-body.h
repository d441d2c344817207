/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The JSON body of a POST that only searches. Private to the files of the REST source.
 */
#pragma once

#include "source/rest/ask-rest-plan.h"

G_BEGIN_DECLS

typedef struct _AskRestBody AskRestBody;

AskRestBody *ask_rest_body_new          (void);
void         ask_rest_body_free         (AskRestBody        *self);
gboolean     ask_rest_body_set_argument (AskRestBody        *self,
                                         const AskParameter *parameter,
                                         GPtrArray          *arguments);
gboolean     ask_rest_body_set_number   (AskRestBody        *self,
                                         const char         *name,
                                         const char         *number);
gboolean     ask_rest_body_set_text     (AskRestBody        *self,
                                         const char         *name,
                                         const char         *text);
char        *ask_rest_body_to_text      (const AskRestBody  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestBody, ask_rest_body_free)

G_END_DECLS
