/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a step asked of sources: calls, queries, and the plan of both.
 */
#pragma once

#include <adwaita.h>

#include "base/ask-json.h"

G_BEGIN_DECLS

GtkWidget *ask_step_calls_new   (JsonArray  *calls);
GtkWidget *ask_step_requests_new (JsonArray *requests);
GtkWidget *ask_step_queries_new (JsonArray  *queries);
GtkWidget *ask_step_plan_new    (const char *plan);

G_END_DECLS
