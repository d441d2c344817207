/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which bindings of a call a row belongs to. Private to the files of the REST source.
 */
#pragma once

#include "source/rest/ask-rest-plan.h"

G_BEGIN_DECLS

typedef struct _AskRestMatch AskRestMatch;

AskRestMatch *ask_rest_match_new        (const AskRestPlan  *plan,
                                         const AskRestGroup *group);
void          ask_rest_match_free       (AskRestMatch       *self);
GArray       *ask_rest_match_find       (AskRestMatch       *self,
                                         const AskValue     *row);
void          ask_rest_match_note       (AskRestMatch       *self,
                                         const AskValue     *row);
gboolean      ask_rest_match_has_all    (AskRestMatch       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestMatch, ask_rest_match_free)

G_END_DECLS
