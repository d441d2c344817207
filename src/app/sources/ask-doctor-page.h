/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The doctor's report of an API, as a page of its source's desk.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-jobs-care.h"

G_BEGIN_DECLS

GtkWidget *ask_doctor_page_fill (AdwPreferencesPage  *page,
                                 const AskSourceCare *care,
                                 const char          *operation);

G_END_DECLS
