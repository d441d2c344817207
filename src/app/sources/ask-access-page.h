/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a source is read and signed in to, as a page of its desk: all that the command line's `source set` can.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-jobs-change.h"

G_BEGIN_DECLS

#define ASK_TYPE_ACCESS_PAGE (ask_access_page_get_type ())
G_DECLARE_FINAL_TYPE (AskAccessPage, ask_access_page, ASK, ACCESS_PAGE, AdwPreferencesPage)

GtkWidget       *ask_access_page_new          (const AskSourceKind *kind);
void             ask_access_page_show         (AskAccessPage         *self,
                                               const AskSourceRecord *record);
AskSourceChange *ask_access_page_steal_change (AskAccessPage         *self);
void             ask_access_page_settle       (AskAccessPage         *self,
                                               gboolean               done);

G_END_DECLS
