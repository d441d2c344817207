/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The passages that an answer rests on, a button each.
 */
#pragma once

#include <gtk/gtk.h>

#include "agent/ask-agent.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_CITATION_LIST (ask_citation_list_get_type ())
G_DECLARE_FINAL_TYPE (AskCitationList, ask_citation_list, ASK, CITATION_LIST, GtkWidget)

gboolean ask_citation_list_show (AskCitationList *self,
                                 const AskAnswer *answer,
                                 AskSession      *session,
                                 gboolean         foreign);

G_END_DECLS
