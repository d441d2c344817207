/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window for queries over the tables of a saved answer.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-jobs-answer.h"

G_BEGIN_DECLS

#define ASK_TYPE_SAVED_QUERY (ask_saved_query_get_type ())
G_DECLARE_FINAL_TYPE (AskSavedQuery, ask_saved_query, ASK, SAVED_QUERY, AdwWindow)

GtkWidget *ask_saved_query_new (AskOutcome *outcome);

G_END_DECLS
