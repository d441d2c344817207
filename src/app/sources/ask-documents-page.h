/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the documents of a source were read, as a page of its desk.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-jobs-care.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_DOCUMENTS_PAGE (ask_documents_page_get_type ())
G_DECLARE_FINAL_TYPE (AskDocumentsPage, ask_documents_page, ASK, DOCUMENTS_PAGE, AdwPreferencesPage)

GtkWidget *ask_documents_page_new  (AskSession            *session);
void       ask_documents_page_show (AskDocumentsPage      *self,
                                    const AskSourceRecord *record);

G_END_DECLS
