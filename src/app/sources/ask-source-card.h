/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One registered source: what it is, whether it works, and what can be done with it.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-jobs-care.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_SOURCE_CARD (ask_source_card_get_type ())
G_DECLARE_FINAL_TYPE (AskSourceCard, ask_source_card, ASK, SOURCE_CARD, GtkWidget)

GtkWidget *ask_source_card_new  (AskSession    *session,
                                 AskSourceCare *care);
GtkWidget *ask_source_card_open (AskSourceCard *self,
                                 const char    *page);

G_END_DECLS
