/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Above what a person is asked first: a part of the preferences, and of the desk of a source that costs something.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

#define ASK_TYPE_THRESHOLD_GROUP (ask_threshold_group_get_type ())
G_DECLARE_FINAL_TYPE (AskThresholdGroup, ask_threshold_group, ASK, THRESHOLD_GROUP, AdwPreferencesGroup)

void ask_threshold_group_load (AskThresholdGroup     *self,
                               AskSession            *session,
                               const AskSourceRecord *record);

G_END_DECLS
