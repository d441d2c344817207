/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What AskData thinks that a source does not say of itself: relationships and meanings, each to be taken or not.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_SUGGESTIONS_PAGE (ask_suggestions_page_get_type ())
G_DECLARE_FINAL_TYPE (AskSuggestionsPage, ask_suggestions_page, ASK, SUGGESTIONS_PAGE, AdwPreferencesPage)

GtkWidget *ask_suggestions_page_new (AskSession *session,
                                     const char *source);

G_END_DECLS
