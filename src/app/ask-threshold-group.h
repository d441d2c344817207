/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of the preferences that says above what a person is asked first.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_THRESHOLD_GROUP (ask_threshold_group_get_type ())
G_DECLARE_FINAL_TYPE (AskThresholdGroup, ask_threshold_group, ASK, THRESHOLD_GROUP, AdwPreferencesGroup)

void ask_threshold_group_load (AskThresholdGroup *self,
                               AskSession        *session,
                               GCancellable      *cancellable);

G_END_DECLS
