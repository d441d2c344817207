/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small domain made by hand, without a workspace, and random drafts over it. A school: pupils, teachers, courses,
 * who takes which course, exams by course and term, rooms, and one entity that nothing joins.
 */
#pragma once

#include "understand/interpret/ask-draft.h"

G_BEGIN_DECLS

AskDomain *understand_handmade_new  (void);
void       understand_handmade_free (AskDomain  *self);
int        understand_handmade_find (AskDomain  *self,
                                     const char *name);
AskDraft  *understand_handmade_parse (AskDomain *self,
                                     const char *sql,
                                     GError    **error);
AskDraft  *understand_handmade_draw (AskDomain  *self,
                                     guint       depth);

G_END_DECLS
