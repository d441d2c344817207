/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an entity's values are like: begun when it is shown, attribute by attribute, and stopped at once when it is left.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"
#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_TYPE_PROFILE_VIEW (ask_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (AskProfileView, ask_profile_view, ASK, PROFILE_VIEW, GtkWidget)

GtkWidget *ask_profile_view_new (AskSession *session, AskSchema *schema, const AskEntity *entity, const char *given);
gboolean ask_profile_view_is_busy (AskProfileView *self);
guint ask_profile_view_count_ready (AskProfileView *self);

G_END_DECLS
